import IntentModel
import IntentOptions

/// What the providers of a form were asked, for which question, with which answer, what is open and
/// what is stale.
struct ProviderLedger: Sendable, Hashable {
  /// A question to a provider.
  struct Question: Sendable, Hashable {
    /// What is asked for.
    enum Kind: Sendable, Hashable { case options, defaults, choices }

    /// What is asked for.
    var kind: Kind
    /// The parameter, and the values of the others that the answer depends on.
    var request: OptionsRequest
    /// The stored choices that a question of that kind is about.
    var identifiers: [String] = []
  }

  /// What is known of one parameter.
  private struct Page: Sendable, Hashable {
    /// The last question about its default; nil when it is to be asked.
    var defaults: OptionsRequest?
    /// The last question about its choices; nil when they are to be asked about.
    var choices: Question?
    /// Why there is no default.
    var defaultFailure: OptionsError?
    /// Why the choices could not be checked.
    var choiceFailure: OptionsError?
    /// The identifiers that the provider did not know at the last check, chosen at present or not.
    var gone: Set<String> = []
    /// The identifiers of which the provider knew nothing at the last check, chosen at present or not.
    var unverified: Set<String> = []
  }

  /// The marks of all questions of the form.
  var marks = QuestionMarks()

  /// The questions that are not answered yet, by their marks.
  private(set) var open: [Int: Question] = [:]

  private var pages: [String: Page] = [:]
}

/// Numbers the questions of a form, so that an answer can be told from one to an earlier question.
struct QuestionMarks: Sendable, Hashable {
  private var last = 0

  /// A mark that no question had.
  mutating func next() -> Int {
    last += 1
    return last
  }
}

// MARK: - Questions

extension ProviderLedger {
  /// Asks a question, after taking back an open one of the same kind about the same parameter.
  mutating func ask(_ question: Question) -> [FormEffect] {
    let withdrawn = withdraw(question.kind, of: question.request.parameter)
    let mark = marks.next()
    open[mark] = question
    let effect: FormEffect =
      switch question.kind {
      case .options: .loadOptions(mark, question.request)
      case .defaults: .loadDefaults(mark, question.request)
      case .choices: .resolveChoices(mark, identifiers: question.identifiers, question.request)
      }
    return withdrawn + [effect]
  }

  /// Takes back open questions: those of a kind, about a parameter, or all.
  mutating func withdraw(
    _ kind: Question.Kind? = nil, of parameter: String? = nil
  ) -> [FormEffect] {
    let marks = open.filter { _, question in
      kind.map { $0 == question.kind } ?? true
        && parameter.map { $0 == question.request.parameter } ?? true
    }.keys.sorted()
    for mark in marks { open[mark] = nil }
    return marks.map { .cancelLoad($0) }
  }

  /// The open question that an answer belongs to; nil for an answer that comes late, or is of another
  /// kind.
  mutating func take(_ mark: Int, _ kind: Question.Kind) -> Question? {
    guard let question = open[mark], question.kind == kind else { return nil }
    open[mark] = nil
    return question
  }

  /// Whether no answer is awaited that can still change a value.
  var isSettled: Bool { open.values.allSatisfy { $0.kind == .options } }

  /// Whether an answer is awaited that can still change the value of a parameter.
  func isLoading(_ parameter: String) -> Bool {
    isAwaited(.defaults, of: parameter) || isAwaited(.choices, of: parameter)
  }

  /// Whether an answer of a kind is awaited about a parameter.
  func isAwaited(_ kind: Question.Kind, of name: String) -> Bool {
    open.values.contains { $0.kind == kind && $0.request.parameter == name }
  }

  /// Asks for the defaults and the stored choices that the present values make it necessary to ask
  /// for, and takes back the questions that they have made needless.
  ///
  /// Parents come before their children, otherwise display order counts. A child is not looked at
  /// while the default of one of its parents is awaited, and neither is a hidden parameter. A
  /// question is asked again when the value of the parent has changed, and never because of its own
  /// answer, so this comes to an end whatever providers answer.
  mutating func settle(_ answers: inout FormAnswers) -> [FormEffect] {
    var effects: [FormEffect] = []
    for name in answers.setup.askOrder {
      guard answers.state(of: name)?.isVisible == true, !awaitsParent(of: name, answers.schema)
      else {
        effects += forget(.defaults, of: name) + forget(.choices, of: name)
        continue
      }
      effects += askDefault(of: name, &answers)
      effects += checkChoices(of: name, answers)
    }
    return effects
  }

  private func awaitsParent(of name: String, _ schema: IntentSchema) -> Bool {
    schema.ancestors(of: name).contains { isAwaited(.defaults, of: $0.name) }
  }

  /// Takes back an open question, so that it is asked anew when it counts again.
  private mutating func forget(_ kind: Question.Kind, of name: String) -> [FormEffect] {
    guard isAwaited(kind, of: name) else { return [] }
    if kind == .defaults { pages[name]?.defaults = nil }
    if kind == .choices { pages[name]?.choices = nil }
    return withdraw(kind, of: name)
  }

  private mutating func askDefault(
    of name: String, _ answers: inout FormAnswers
  ) -> [FormEffect] {
    var page = pages[name] ?? Page()
    guard answers.state(of: name)?.origin != .user else {
      if page.defaultFailure != nil { (page.defaultFailure, page.defaults) = (nil, nil) }
      pages[name] = page
      return forget(.defaults, of: name)
    }
    let request = answers.request(for: name)
    if let asked = page.defaults {
      guard !answers.schema.isSameQuestion(request, asked, about: name) else { return [] }
    }
    let isAnswered = page.defaults == nil && answers.draft.defaults[name] != nil
    page.defaults = request
    if isAnswered {
      pages[name] = page
      return []
    }
    page.defaultFailure = nil
    pages[name] = page
    // The default for another value of the parent is none for this one.
    if answers.draft.defaults.removeValue(forKey: name) != nil { answers.evaluate() }
    return ask(Question(kind: .defaults, request: request))
  }

  private mutating func checkChoices(of name: String, _ answers: FormAnswers) -> [FormEffect] {
    let question = Question(
      kind: .choices, request: answers.request(for: name),
      identifiers: answers.chosenIdentifiers(of: name))
    guard !question.identifiers.isEmpty else {
      pages[name]?.choiceFailure = nil
      return forget(.choices, of: name)
    }
    var page = pages[name] ?? Page()
    if let checked = page.choices,
      answers.schema.isSameQuestion(question.request, checked.request, about: name)
    {
      if Set(question.identifiers).isSubset(of: checked.identifiers) { return [] }
    } else {
      (page.gone, page.unverified) = ([], [])
    }
    (page.choices, page.choiceFailure) = (question, nil)
    pages[name] = page
    return ask(question)
  }

  /// Makes what has failed for a parameter to be asked again; false where nothing has.
  mutating func retry(_ name: String) -> Bool {
    guard var page = pages[name], failure(of: name) != nil else { return false }
    if page.defaultFailure != nil { (page.defaultFailure, page.defaults) = (nil, nil) }
    if page.choiceFailure != nil { (page.choiceFailure, page.choices) = (nil, nil) }
    pages[name] = page
    return true
  }
}

// MARK: - Answers

extension ProviderLedger {
  /// Puts the defaults of a provider into the answers; false when they are no longer awaited.
  mutating func takeDefaults(
    _ mark: Int, _ answer: Result<[OptionItem], OptionsError>, into answers: inout FormAnswers
  ) -> Bool {
    guard let question = take(mark, .defaults),
      let parameter = answers.schema.parameter(named: question.request.parameter)
    else { return false }
    let name = parameter.name
    switch answer.flatMap({ answers.schema.value(ofDefaults: $0, for: parameter) }) {
    case .failure(let error):
      pages[name, default: Page()].defaultFailure = error
      answers.draft.defaults[name] = nil
    case .success(let value):
      pages[name]?.defaultFailure = nil
      answers.draft.defaults[name] = value
      // What was just offered as a default needs no second question.
      for identifier in value?.elements.compactMap(\.choiceIdentifier) ?? [] {
        noteOffered(identifier, for: name, answers)
      }
    }
    return true
  }

  /// Notes which stored choices a provider still offers, and returns them with their present texts
  /// and their parameter; nil for an answer that is no longer awaited.
  mutating func takeChoices(
    _ mark: Int, _ answer: Result<ResolvedOptions, OptionsError>
  ) -> (name: String, offered: [String: OptionItem])? {
    guard let question = take(mark, .choices) else { return nil }
    let name = question.request.parameter
    var page = pages[name] ?? Page()
    defer { pages[name] = page }
    switch answer {
    case .failure(let error):
      page.choiceFailure = error
      return (name, [:])
    case .success(let answer):
      page.choiceFailure = nil
      let standings = answer.standings(of: question.identifiers)
      page.gone = Set(standings.filter { $0.value == .gone }.keys)
      page.unverified = Set(standings.filter { $0.value == .unknown }.keys)
      let offered = standings.compactMapValues { standing -> OptionItem? in
        if case .offered(let item) = standing { item } else { nil }
      }
      return (name, offered)
    }
  }

  /// Notes a choice as checked: its provider has just offered it.
  mutating func noteOffered(_ identifier: String, for name: String, _ answers: FormAnswers) {
    var page = pages[name] ?? Page()
    page.gone.remove(identifier)
    page.unverified.remove(identifier)
    let request = answers.request(for: name)
    if let checked = page.choices,
      answers.schema.isSameQuestion(request, checked.request, about: name)
    {
      page.choices?.identifiers.append(identifier)
    } else {
      page.choices = Question(kind: .choices, request: request, identifiers: [identifier])
    }
    pages[name] = page
  }

  /// Why a provider gave no default or could not check a choice, by parameter.
  var failures: [String: OptionsError] {
    pages.compactMapValues { $0.defaultFailure ?? $0.choiceFailure }
  }

  /// Why the provider of a parameter gave no default or could not check a choice.
  func failure(of name: String) -> OptionsError? {
    pages[name].flatMap { $0.defaultFailure ?? $0.choiceFailure }
  }

  /// Whether the provider of a parameter no longer offers a choice.
  func isGone(_ identifier: String, from name: String) -> Bool {
    pages[name]?.gone.contains(identifier) == true
  }

  /// Whether the provider of a parameter does not know if it offers a choice: it lists only a part of
  /// what it has.
  func isUnverified(_ identifier: String, from name: String) -> Bool {
    pages[name]?.unverified.contains(identifier) == true
  }

  /// The chosen identifiers that their provider no longer offers, by parameter.
  func missing(in answers: FormAnswers) -> [String: Set<String>] {
    chosen(in: answers, among: \.gone)
  }

  /// The chosen identifiers of which their provider does not know whether it still offers them, by
  /// parameter.
  func unknown(in answers: FormAnswers) -> [String: Set<String>] {
    chosen(in: answers, among: \.unverified)
  }

  private func chosen(
    in answers: FormAnswers, among identifiers: KeyPath<Page, Set<String>>
  ) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for (name, page) in pages where !page[keyPath: identifiers].isEmpty {
      let chosen = page[keyPath: identifiers].intersection(answers.chosenIdentifiers(of: name))
      if !chosen.isEmpty { found[name] = chosen }
    }
    return found
  }
}
