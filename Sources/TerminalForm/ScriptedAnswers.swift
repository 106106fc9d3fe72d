package import FormEngine
package import IntentModel
package import IntentOptions

/// Answers given as text for parameters by name, as `--set name=value` does.
package struct ScriptedAnswers: Sendable {
  /// The answers in order: several for one array go into it one after the other.
  package var answers: [(name: String, text: String)]

  package init(_ answers: [(name: String, text: String)]) {
    self.answers = answers
  }

  /// Puts the answers into a form; every one that cannot be taken is among the issues.
  ///
  /// A parameter with a provider takes an identifier or the text of a choice, looked up at the
  /// provider. The elements of an array are separated by commas; `\,` is a comma of a value. An
  /// empty text takes the answer away.
  package func apply(
    to state: inout FormState, with provider: any OptionsProvider
  ) async -> [IntentIssue] {
    var issues: [IntentIssue] = []
    var given: [String: [IntentValue]] = [:]
    for (name, text) in answers {
      guard let parameter = state.schema.parameter(named: name) else {
        issues.append(unknown(name, in: state.schema))
        continue
      }
      guard !text.isEmpty else {
        await state.settle(state.handle(.set(name, nil)), with: provider)
        continue
      }
      let texts = parameter.supportsMultipleValues ? Self.split(text) : [text]
      for text in texts {
        switch await value(of: text, parameter, state, provider) {
        case .success(let value): given[name, default: []].append(value)
        case .failure(let issue): issues.append(issue)
        }
      }
      guard let values = given[name], let last = values.last else { continue }
      let value = parameter.supportsMultipleValues ? IntentValue.array(values) : last
      await state.settle(state.handle(.set(name, value)), with: provider)
    }
    return issues + hidden(in: state)
  }

  private func unknown(_ name: String, in schema: IntentSchema) -> IntentIssue {
    IntentIssue(
      .unknownParameter(
        name, intent: schema.intent.typeName, choices: schema.intent.parameters.map(\.name)),
      at: .parameter(name))
  }

  /// An answer to a question that is not asked would be without effect, so it is said.
  private func hidden(in state: FormState) -> [IntentIssue] {
    var seen = Set<String>()
    return answers.compactMap { name, text in
      guard !text.isEmpty, seen.insert(name).inserted,
        let reason = state.state(of: name)?.hidden
      else { return nil }
      return IntentIssue(.hidden(reason), at: .parameter(name))
    }
  }

  private func value(
    of text: String, _ parameter: IntentParameter, _ state: FormState,
    _ provider: any OptionsProvider
  ) async -> Result<IntentValue, IntentIssue> {
    let path = IntentPath.parameter(parameter.name)
    if parameter.options.isDynamic, state.setup.providers[parameter.name] != nil {
      return await chosen(text, parameter, state, provider)
    }
    switch ValueText.value(of: text, type: parameter.type, schema: state.schema) {
    case .failure(let reason): return .failure(IntentIssue(reason, at: path))
    case .success(let value):
      let issues = state.schema.issues(with: value, type: parameter.type, at: path)
      return issues.first.map { .failure($0) } ?? .success(value)
    }
  }

  private func chosen(
    _ text: String, _ parameter: IntentParameter, _ state: FormState,
    _ provider: any OptionsProvider
  ) async -> Result<IntentValue, IntentIssue> {
    let path = IntentPath.parameter(parameter.name)
    let request = state.request(for: parameter.name)
    do {
      var item = try await provider.resolve(identifiers: [text], for: request).first
      if item == nil {
        let folded = text.lowercased()
        let items = try await provider.options(for: request).items
        item = items.first { $0.display.lowercased() == folded }
      }
      guard let value = item?.value(for: parameter.type) else {
        let problem = "“\(text)” is not among the choices of \(provider.name)."
        return .failure(IntentIssue(.malformed(problem), at: path))
      }
      return .success(value)
    } catch {
      let problem = OptionsError(error, provider: provider.name).description
      return .failure(IntentIssue(.malformed(problem), at: path))
    }
  }

  /// The parts between commas, where `\,` is a comma and `\\` a backslash of a part.
  static func split(_ text: String) -> [String] {
    var parts: [String] = [""]
    var isEscaped = false
    for character in text {
      if isEscaped || (character != "," && character != "\\") {
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if character == "," {
        parts.append("")
      } else {
        isEscaped = true
      }
    }
    return parts.map(\.trimmingBlanks).filter { !$0.isEmpty }
  }
}
