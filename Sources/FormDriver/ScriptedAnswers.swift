public import FormEngine
import IntentDocuments
public import IntentModel
public import IntentOptions
import Messages

/// Answers given as text for named parameters, as in `--set name=value`.
public struct ScriptedAnswers: Sendable {
  /// The answers in order; several answers for the same array are appended.
  public var answers: [(name: String, text: String)]

  /// Makes answers.
  public init(_ answers: [(name: String, text: String)]) {
    self.answers = answers
  }

  /// Reads answers written as `name=value`; the value begins after the first `=`.
  ///
  /// - Throws: ``NotAnAnswer`` with the first text that has no `=`.
  public init(parsing texts: [String]) throws(NotAnAnswer) {
    answers = []
    for text in texts {
      guard let equals = text.firstIndex(of: "=") else { throw NotAnAnswer(text: text) }
      answers.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
  }

  /// A text that is not an answer, because it has no `=`.
  public struct NotAnAnswer: Error, Sendable, Hashable {
    /// The text as given.
    public var text: String
  }

  /// Applies the answers to a form, and returns an issue for each answer that cannot be accepted.
  ///
  /// Texts are read in the language and the notation of the form, like typed text. For a parameter
  /// with a provider, a text is an identifier, the text of a choice, or a part of it that is
  /// unique, and is looked up at the provider. The elements of an array are separated by commas;
  /// `\,` is a comma within a value. A structure or a whole array can be given as intent JSON, and
  /// the texts of an array as a JSON array of texts. An empty text removes the answer.
  ///
  /// Parents are always answered before their children, because the choices of a child depend on
  /// its parent.
  public func apply(
    to state: inout FormState, with provider: any OptionsProvider,
    folders: (any FolderReading)? = nil
  ) async -> [IntentIssue] {
    var issues: [IntentIssue] = []
    var given: [String: [IntentValue]] = [:]
    var counts: [String: Int] = [:]
    for (name, text) in parentsFirst(in: state.schema) {
      guard let parameter = state.schema.parameter(named: name) else {
        issues.append(unknown(name, in: state.schema))
        continue
      }
      guard !text.isEmpty else {
        given[name] = nil
        counts[name] = nil
        await state.settle(state.handle(.set(name, nil)), with: provider, folders: folders)
        continue
      }
      let isArray = parameter.supportsMultipleValues
      let texts = isArray && !isText(parameter) ? IntentJSON.texts(text) : nil
      if texts == nil,
        let read = IntentJSON.value(text, for: parameter, schema: state.schema)
      {
        switch read {
        case .success(let value):
          given[name, default: []] += isArray ? value.elements : [value]
          counts[name, default: 0] += isArray ? value.elements.count : 1
        case .failure(let issue): issues.append(issue)
        }
        await set(name, given[name] ?? [], isArray, in: &state, provider, folders)
        continue
      }
      let parts = texts ?? (isArray ? Self.split(text) : [text])
      let known = await known(parts, parameter, state, provider)
      for part in parts {
        let path = IntentPath.parameter(name)
        let place = isArray ? path.appending(counts[name, default: 0]) : path
        counts[name, default: 0] += 1
        switch await value(of: part, parameter, place, state, provider, known) {
        case .success(let value): given[name, default: []].append(value)
        case .failure(let issue): issues.append(issue)
        }
      }
      await set(name, given[name] ?? [], isArray, in: &state, provider, folders)
    }
    return issues + withoutEffect(in: state)
  }

  /// Whether the values of a parameter without a provider are texts themselves.
  private func isText(_ parameter: IntentParameter) -> Bool {
    if case .string = parameter.type { return !parameter.options.isDynamic }
    return false
  }

  private func set(
    _ name: String, _ values: [IntentValue], _ isArray: Bool, in state: inout FormState,
    _ provider: any OptionsProvider, _ folders: (any FolderReading)?
  ) async {
    guard let last = values.last else { return }
    let value = isArray ? IntentValue.array(values) : last
    await state.settle(state.handle(.set(name, value)), with: provider, folders: folders)
  }

  /// The answers in their order, but with parents before children.
  private func parentsFirst(in schema: IntentSchema) -> [(name: String, text: String)] {
    let depths = answers.map { schema.depth(of: $0.name) }
    return answers.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { answers[$0] }
  }

  private func unknown(_ name: String, in schema: IntentSchema) -> IntentIssue {
    IntentIssue(
      .unknownParameter(
        name, intent: schema.intent.typeName, choices: schema.intent.parameters.map(\.name)),
      at: .parameter(name))
  }

  /// Issues for answers without effect: those of hidden parameters, and those with more elements
  /// than the family accepts.
  private func withoutEffect(in state: FormState) -> [IntentIssue] {
    var seen = Set<String>()
    return answers.compactMap { name, text in
      guard !text.isEmpty, seen.insert(name).inserted, let value = state.draft.values[name],
        let parameter = state.schema.parameter(named: name)
      else { return nil }
      if let reason = state.state(of: name)?.hidden {
        return IntentIssue(
          .hidden(reason, answer: state.answerShowing(name)), at: .parameter(name))
      }
      let count = value.elements.count
      guard let maximum = parameter.maximumCount(for: state.family), count > maximum else {
        return nil
      }
      return IntentIssue(
        .tooManyValues(count: count, maximum: maximum, family: state.family),
        at: .parameter(name))
    }
  }

  /// The choices whose identifiers are among the texts, resolved in a single request, or why they
  /// could not be resolved; nil for a parameter without a provider.
  private func known(
    _ texts: [String], _ parameter: IntentParameter, _ state: FormState,
    _ provider: any OptionsProvider
  ) async -> Result<[String: OptionItem], any Error>? {
    guard parameter.options.isDynamic, state.setup.providers[parameter.name] != nil else {
      return nil
    }
    do {
      let request = state.request(for: parameter.name)
      let items = try await provider.resolve(identifiers: texts, for: request).items
      return .success(
        Dictionary(items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first }))
    } catch {
      return .failure(error)
    }
  }

  private func value(
    of text: String, _ parameter: IntentParameter, _ path: IntentPath, _ state: FormState,
    _ provider: any OptionsProvider, _ known: Result<[String: OptionItem], any Error>?
  ) async -> Result<IntentValue, IntentIssue> {
    if parameter.options.isDynamic, let searchesItself = state.setup.providers[parameter.name] {
      var request = state.request(for: parameter.name)
      do {
        if let item = try known?.get()[text] { return value(of: item, parameter, path) }
        if searchesItself { request.searchTerm = text }
        return choice(text, try await provider.options(for: request), parameter, path)
      } catch {
        return .failure(IntentIssue(OptionsError(error, provider: provider.name), at: path))
      }
    }
    switch ValueText.value(
      of: Self.caseName(of: text, parameter, state.schema), type: parameter.type,
      schema: state.schema, words: state.setup.words, notation: state.setup.notation)
    {
    case .failure(let reason): return .failure(IntentIssue(reason, at: path))
    case .success(let value):
      let issues = state.schema.issues(with: value, type: parameter.type, at: path)
      return issues.first.map { .failure($0) } ?? .success(value)
    }
  }

  /// The choice that a text means.
  private func choice(
    _ text: String, _ collection: OptionsCollection, _ parameter: IntentParameter,
    _ path: IntentPath
  ) -> Result<IntentValue, IntentIssue> {
    let items = collection.items
    let answer = OptionAnswer(text, among: items)
    if let place = answer.place { return value(of: items[place], parameter, path) }
    let reason = IntentIssue.Reason.choiceNotFound(
      text, source: parameter.name, choices: answer.names(of: items))
    return .failure(IntentIssue(reason, at: path))
  }

  /// The name of the only case that a text matches, or else the text itself.
  private static func caseName(
    of text: String, _ parameter: IntentParameter, _ schema: IntentSchema
  ) -> String {
    guard let choices = schema.enumeration(of: parameter.type)?.choices else { return text }
    return EnumAnswer(text, among: choices).name ?? text
  }

  private func value(
    of item: OptionItem, _ parameter: IntentParameter, _ path: IntentPath
  ) -> Result<IntentValue, IntentIssue> {
    if let value = item.value(for: parameter.type) { return .success(value) }
    let reason = IntentIssue.Reason.wrongType(
      expected: parameter.type.kindMessage, found: .quoted(item.identifier))
    return .failure(IntentIssue(reason, at: path))
  }

  /// Splits a text at its commas; `\,` is a comma and `\\` a backslash within a part.
  static func split(_ text: String) -> [String] {
    var parts: [String] = [""]
    var isEscaped = false
    for character in text {
      let isSpecial = character == "," || character == "\\"
      if isEscaped {
        parts[parts.count - 1] += isSpecial ? String(character) : "\\\(character)"
        isEscaped = false
      } else if character == "," {
        parts.append("")
      } else if isSpecial {
        isEscaped = true
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }
}
