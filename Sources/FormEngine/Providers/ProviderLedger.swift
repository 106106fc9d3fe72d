import IntentModel
import IntentOptions
import Messages

/// The requests of a form to its providers, the responses, and which requests are pending or must
/// be repeated.
struct ProviderLedger: Sendable, Hashable {
  /// A request to a provider.
  struct Question: Sendable, Hashable {
    /// The kinds of requests.
    enum Kind: Sendable, Hashable { case options, defaults, choices }

    /// The requested data.
    var kind: Kind
    /// The parameter, and the values of the other parameters on which the response depends.
    var request: OptionsRequest
    /// The stored choices to check, if this is a request of the kind `choices`.
    var identifiers: [String] = []
  }

  /// The state of one parameter.
  private struct Page: Sendable, Hashable {
    /// The last request for the default; nil if it must be requested.
    var defaults: OptionsRequest?
    /// The last check of the choices; nil if they must be checked.
    var choices: Question?
    /// Why there is no default.
    var defaultFailure: OptionsError?
    /// Why the choices could not be checked.
    var choiceFailure: OptionsError?
    /// The identifiers that were unknown to the provider at the last check, even if they are no
    /// longer chosen.
    var gone: Set<String> = []
    /// The identifiers that the provider could not check the last time, even if they are no longer
    /// chosen.
    var unverified: Set<String> = []
  }

  /// The source of marks for all requests of the form.
  var marks = QuestionMarks()

  /// The pending requests, by their marks.
  private(set) var open: [Int: Question] = [:]

  private var pages: [String: Page] = [:]

  /// The texts that were typed in rows and whose choices are being looked up.
  private var lookups: [FormRowID: Lookup] = [:]

  /// The requests with which the kept texts of parameters were last looked up.
  private var looked: [String: OptionsRequest] = [:]

  /// The marks of withdrawn lookups that still have to be cancelled.
  private var abandoned: [Int] = []

  /// The typed input of a row, while its choices are looked up.
  private struct Lookup: Sendable, Hashable {
    var typed: ChoiceLookup
    /// The answer of the row when the input was typed; if the answer changes, the lookup is
    /// unnecessary.
    var answer: IntentValue?
    /// The mark of the pending request; nil if the request still has to be made.
    var mark: Int?
    /// The request that was made last.
    var asked: OptionsRequest?
  }
}

/// Numbers the requests of a form, so that a response to an earlier request can be recognized.
struct QuestionMarks: Sendable, Hashable {
  private var last = 0

  /// Returns a mark that is unique among the requests.
  mutating func next() -> Int {
    last += 1
    return last
  }
}

// MARK: - Requests

extension ProviderLedger {
  /// Makes a request, and withdraws a pending one of the same kind for the same parameter.
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

  /// Withdraws pending requests: those of a kind, those for a parameter, or all of them.
  mutating func withdraw(
    _ kind: Question.Kind? = nil, of parameter: String? = nil
  ) -> [FormEffect] {
    let marks = open.filter { _, question in
      kind.map { $0 == question.kind } ?? true
        && parameter.map { $0 == question.request.parameter } ?? true
    }.keys.sorted()
    for mark in marks { open[mark] = nil }
    guard kind == nil, parameter == nil else { return marks.map { .cancelLoad($0) } }
    forgetLookups()
    defer { abandoned = [] }
    return (marks + abandoned).map { .cancelLoad($0) }
  }

  /// Removes and returns the pending request for a response; nil if the response is late or of a
  /// different kind.
  mutating func take(_ mark: Int, _ kind: Question.Kind) -> Question? {
    guard let question = open[mark], question.kind == kind else { return nil }
    open[mark] = nil
    return question
  }

  var isSettled: Bool { lookups.isEmpty && open.values.allSatisfy { $0.kind == .options } }

  /// Whether a pending request can still change the value of a parameter.
  func isLoading(_ parameter: String) -> Bool {
    isAwaited(.defaults, of: parameter) || isAwaited(.choices, of: parameter)
      || isLookingUp(parameter)
  }

  /// Whether a request of a kind is pending for a parameter.
  func isAwaited(_ kind: Question.Kind, of name: String) -> Bool {
    open.values.contains { $0.kind == kind && $0.request.parameter == name }
  }

  /// Makes the requests that the current values require, for defaults and for checks of choices,
  /// and withdraws the requests that are no longer necessary.
  ///
  /// Parents come before their children; otherwise the parameters are in display order. A child is
  /// skipped while the default of one of its parents is pending, and a hidden parameter is always
  /// skipped. A request is repeated only when the value of the parent changes, never because of its
  /// own response, so this terminates whatever the providers return.
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
    noteKeptTexts(answers)
    return effects + lookUp(answers)
  }

  private func awaitsParent(of name: String, _ schema: IntentSchema) -> Bool {
    schema.ancestors(of: name).contains { isAwaited(.defaults, of: $0.name) }
  }

  /// Withdraws a pending request, so that it is made again when it is next needed.
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
    var request = answers.request(for: name)
    request.timeZone = answers.setup.timeZone
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
    // The default for an earlier value of the parent does not apply to the new value.
    if answers.draft.defaults.removeValue(forKey: name) != nil { answers.evaluate() }
    return ask(Question(kind: .defaults, request: request))
  }

  /// Records that the default of a parameter is known, if it has one, so the default is neither
  /// requested nor checked.
  mutating func noteDefault(of name: String, _ answers: FormAnswers) {
    pages[name, default: Page()].defaults = answers.request(for: name)
    guard answers.state(of: name)?.origin != .user else { return }
    for identifier in answers.chosenIdentifiers(of: name) {
      noteOffered(identifier, for: name, answers)
    }
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

  /// Marks the failed requests of a parameter to be repeated; returns false if none failed.
  mutating func retry(_ name: String, _ answers: FormAnswers) -> Bool {
    let isKept = answers.unreadTexts.contains {
      $0.key.parameter == name && $0.value.issue.isFailureOfSource
    }
    if isKept { looked[name] = nil }
    guard var page = pages[name], failure(of: name) != nil else { return isKept }
    if page.defaultFailure != nil { (page.defaultFailure, page.defaults) = (nil, nil) }
    if page.choiceFailure != nil { (page.choiceFailure, page.choices) = (nil, nil) }
    pages[name] = page
    return true
  }
}

// MARK: - Typed choices

extension ProviderLedger {
  /// Whether anything that was typed or picked is being looked up.
  var isLookingUp: Bool { !lookups.isEmpty }

  /// Whether a text that was typed for a parameter is being looked up.
  func isLookingUp(_ name: String) -> Bool { lookups.keys.contains { $0.parameter == name } }

  /// The parameters for which a new text is being looked up.
  var lookedUp: Set<String> {
    Set(lookups.values.map(\.typed).filter { !$0.isRepeated }.compactMap(\.row.parameter))
  }

  /// The marks of the pending requests for typed texts.
  var lookupMarks: [Int] { lookups.values.compactMap(\.mark) }

  /// The texts that are still being looked up, with their rows; several texts of a whole array are
  /// left out.
  var typedTexts: [(row: FormRowID, text: String)] {
    lookups.values.compactMap { lookup in
      guard lookup.typed.parts.count == 1, let text = lookup.typed.texts.first else { return nil }
      return (lookup.typed.row, text)
    }
  }

  /// Looks up a text that was typed in a row, at the next ``settle(_:)``.
  mutating func note(_ lookup: ChoiceLookup, _ answers: FormAnswers) {
    lookups[lookup.row] = Lookup(typed: lookup, answer: answers.ownAnswer(of: lookup.row))
  }

  /// Forgets the typed input that an entry replaces; returns whether there was any.
  mutating func forgetLookups(of entry: RowEntry) -> Bool {
    var rows: [FormRowID] = []
    if let row = entry.row, case .element = row {
      rows = lookups[row] == nil ? [] : [row]
    } else {
      rows = lookups.keys.filter { $0.parameter == entry.parameter }
    }
    for row in rows { forgetLookup(of: row) }
    return !rows.isEmpty
  }

  /// Forgets all typed input that is being looked up.
  mutating func forgetLookups() { for row in Array(lookups.keys) { forgetLookup(of: row) } }

  private mutating func forgetLookup(of row: FormRowID) {
    if let mark = lookups.removeValue(forKey: row)?.mark { abandoned.append(mark) }
  }

  /// Removes and returns the typed input for a response; nil if the response is late.
  mutating func takeLookup(_ mark: Int) -> ChoiceLookup? {
    guard let row = lookups.first(where: { $0.value.mark == mark })?.key,
      let lookup = lookups.removeValue(forKey: row)
    else { return nil }
    if let name = row.parameter { looked[name] = lookup.asked }
    return lookup.typed
  }

  /// Looks up the kept texts of rows that match no choice, once for each value of the parents,
  /// because a different value can offer different choices.
  private mutating func noteKeptTexts(_ answers: FormAnswers) {
    var names = Set<String>()
    for (row, unread) in answers.unreadTexts {
      guard let parameter = answers.parameter(of: row), answers.hasProvider(parameter),
        answers.state(of: parameter.name)?.isVisible == true,
        answers.isLookedUp(unread.text, of: row, parameter)
      else { continue }
      let name = parameter.name
      if let last = looked[name],
        answers.schema.isSameQuestion(answers.request(for: name), last, about: name)
      {
        continue
      }
      names.insert(name)
      guard lookups[row] == nil else { continue }
      var lookup = ChoiceLookup(row: row, parts: [.text(unread.text.trimmed)])
      lookup.isRepeated = true
      note(lookup, answers)
    }
    for name in names { looked[name] = answers.request(for: name) }
  }

  /// Makes the requests for typed input; waits while a parent can still change, and repeats a
  /// request if its parent has changed.
  ///
  /// No source is asked for choices that depend on a parent that has no value.
  private mutating func lookUp(_ answers: FormAnswers) -> [FormEffect] {
    guard !lookups.isEmpty || !abandoned.isEmpty else { return [] }
    var effects: [FormEffect] = []
    for (row, lookup) in lookups.sorted(by: { $0.key.place < $1.key.place }) {
      guard let name = row.parameter, answers.ownAnswer(of: row) == lookup.answer else {
        forgetLookup(of: row)
        continue
      }
      let parents = answers.schema.ancestors(of: name)
      let awaitsParent = parents.contains {
        isAwaited(.defaults, of: $0.name) || isLookingUp($0.name)
      }
      let request = answers.request(for: name)
      if !awaitsParent, let asked = lookup.asked,
        answers.schema.isSameQuestion(request, asked, about: name)
      {
        continue
      }
      if let mark = lookup.mark { abandoned.append(mark) }
      guard !awaitsParent else {
        lookups[row]?.mark = nil
        lookups[row]?.asked = nil
        continue
      }
      let mark = marks.next()
      lookups[row]?.mark = mark
      lookups[row]?.asked = request
      var search = ChoiceSearch(
        texts: lookup.typed.texts, request: request,
        isSearched: answers.isSearchedByProvider(name), isPicked: lookup.typed.isPicked)
      search.refusal = answers.schema.emptyParent(of: name, in: answers.evaluation)
        .map { .parentNotSet($0, provider: name) }
      effects.append(.findChoices(mark, search))
    }
    defer { abandoned = [] }
    return abandoned.map { .cancelLoad($0) } + effects
  }
}

extension FormRowID {
  /// The position of the row, for sorting rows.
  fileprivate var place: (String, Int) {
    if case .element(let name, let slot) = self { (name, slot) } else { (parameter ?? "", -1) }
  }
}

// MARK: - Responses

extension ProviderLedger {
  /// Stores the defaults of a provider in the answers; returns false if they are no longer
  /// expected.
  mutating func takeDefaults(
    _ mark: Int, _ response: Result<[OptionItem], OptionsError>, into answers: inout FormAnswers
  ) -> Bool {
    guard let question = take(mark, .defaults),
      let parameter = answers.schema.parameter(named: question.request.parameter)
    else { return false }
    let name = parameter.name
    switch response.flatMap({ answers.schema.value(ofDefaults: $0, for: parameter) }) {
    case .failure(let error):
      pages[name, default: Page()].defaultFailure = error
      answers.draft.defaults[name] = nil
    case .success(let value):
      pages[name]?.defaultFailure = nil
      answers.draft.defaults[name] = value
      if case .success(let items) = response {
        let items = Dictionary(firsts: items.map { ($0.identifier, $0) })
        answers.draft.rename(KnownChoices(items: items), of: name)
      }
      // A choice that was just offered as a default does not need a check.
      for identifier in value?.elements.compactMap(\.choiceIdentifier) ?? [] {
        noteOffered(identifier, for: name, answers)
      }
    }
    return true
  }

  /// Records which stored choices a provider still offers, and returns these with their current
  /// texts and their parameter; nil for a response that is no longer expected.
  mutating func takeChoices(
    _ mark: Int, _ response: Result<ResolvedOptions, OptionsError>
  ) -> (name: String, known: KnownChoices)? {
    guard let question = take(mark, .choices) else { return nil }
    let name = question.request.parameter
    var page = pages[name] ?? Page()
    defer { pages[name] = page }
    switch response {
    case .failure(let error):
      page.choiceFailure = error
      return (name, KnownChoices())
    case .success(let resolved):
      page.choiceFailure = nil
      let standings = resolved.standings(of: question.identifiers)
      page.gone = Set(standings.filter { $0.value == .gone }.keys)
      page.unverified = Set(standings.filter { $0.value == .unknown }.keys)
      let offered = standings.compactMapValues { standing -> OptionItem? in
        if case .offered(let item) = standing { item } else { nil }
      }
      return (name, KnownChoices(items: offered, titles: resolved.titles))
    }
  }

  /// Records a choice as checked, because its provider has just offered it.
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

  var failures: [String: OptionsError] {
    pages.compactMapValues { $0.defaultFailure ?? $0.choiceFailure }
  }

  /// Why the provider of a parameter returned no default or could not check a choice.
  func failure(of name: String) -> OptionsError? {
    pages[name].flatMap { $0.defaultFailure ?? $0.choiceFailure }
  }

  /// Whether the rows of a parameter show neither a pending request nor a problem of its provider.
  func isSilent(about name: String) -> Bool {
    guard let page = pages[name] else { return true }
    return page.defaultFailure == nil && page.choiceFailure == nil && page.gone.isEmpty
      && page.unverified.isEmpty && !isLoading(name)
  }

  /// Whether the provider of a parameter no longer offers a choice.
  func isGone(_ identifier: String, from name: String) -> Bool {
    pages[name]?.gone.contains(identifier) == true
  }

  /// Whether the provider of a parameter could not check a choice because it lists only some of its
  /// choices.
  func isUnverified(_ identifier: String, from name: String) -> Bool {
    pages[name]?.unverified.contains(identifier) == true
  }

  func missing(in answers: FormAnswers) -> [String: Set<String>] {
    chosen(in: answers, among: \.gone)
  }

  /// The chosen identifiers that their provider could not check, by parameter.
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
