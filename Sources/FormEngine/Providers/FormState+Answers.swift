import IntentModel
import IntentOptions
import Messages

extension FormState {
  /// The greatest number of defaults that a form takes from a provider.
  public static let mostDefaults = 1_000

  /// The open question that an answer belongs to; nil for an answer that comes late, or is of
  /// another kind.
  mutating func takeLoad(_ id: Int, _ kind: FormLoad.Kind) -> FormLoad? {
    guard let load = loads[id], load.kind == kind else { return nil }
    loads[id] = nil
    return load
  }

  mutating func defaultsLoaded(
    _ id: Int, _ answer: Result<[OptionItem], OptionsError>
  ) -> [FormEffect] {
    guard let load = takeLoad(id, .defaults),
      let parameter = schema.parameter(named: load.request.parameter)
    else { return [] }
    let rows = focusableRows
    switch answer.flatMap({ defaultValue(of: $0, for: parameter) }) {
    case .failure(let error):
      defaultFailures[parameter.name] = error
      draft.defaults[parameter.name] = nil
    case .success(let value):
      defaultFailures[parameter.name] = nil
      draft.defaults[parameter.name] = value
      // What was just offered as a default needs no second question.
      for identifier in value?.elements.compactMap(\.choiceIdentifier) ?? [] {
        noteOffered(identifier, for: parameter.name)
      }
    }
    return settle(rows: rows)
  }

  /// The value of the defaults that a provider gave; nil for none.
  private func defaultValue(
    of items: [OptionItem], for parameter: IntentParameter
  ) -> Result<IntentValue?, OptionsError> {
    guard items.count <= Self.mostDefaults else {
      return .failure(
        OptionsError(
          .tooLarge, provider: parameter.name,
          message: .tooManyDefaults(count: items.count, limit: Self.mostDefaults),
          remedy: .fewerDefaults))
    }
    var values: [IntentValue] = []
    for item in parameter.supportsMultipleValues ? items[...] : items.prefix(1) {
      guard let value = item.value(for: parameter.type) else {
        let fault = Message.defaultIsNot(
          text: item.identifier, kind: parameter.type.kindMessage)
        return .failure(invalidDefault(fault, of: parameter))
      }
      let path = IntentPath.parameter(parameter.name)
      if let issue = schema.issues(with: value, type: parameter.type, at: path).first {
        let fault = Message.defaultDoesNotFit(text: item.identifier, problem: issue.message)
        return .failure(invalidDefault(fault, of: parameter))
      }
      values.append(value)
    }
    guard parameter.supportsMultipleValues else { return .success(values.first) }
    return .success(values.isEmpty ? nil : .array(values))
  }

  private func invalidDefault(
    _ message: Message, of parameter: IntentParameter
  ) -> OptionsError {
    OptionsError(
      .invalidAnswer, provider: parameter.name, message: message, remedy: .chooseValue)
  }

  mutating func choicesResolved(
    _ id: Int, _ answer: Result<ResolvedOptions, OptionsError>
  ) -> [FormEffect] {
    guard let load = takeLoad(id, .choices) else { return [] }
    let name = load.request.parameter
    let rows = focusableRows
    switch answer {
    case .failure(let error): checkFailures[name] = error
    case .success(let answer):
      checkFailures[name] = nil
      let standings = answer.standings(of: load.identifiers)
      let lost = Set(standings.filter { $0.value == .gone }.keys)
      let unknown = Set(standings.filter { $0.value == .unknown }.keys)
      gone[name] = lost.isEmpty ? nil : lost
      unverified[name] = unknown.isEmpty ? nil : unknown
      takeNewTexts(
        of: standings.compactMapValues { if case .offered(let item) = $0 { item } else { nil } },
        for: name)
    }
    return settle(rows: rows)
  }

  /// A renamed choice takes the new texts everywhere it stands; that is not a change a person made, so
  /// undo does not bring the old ones back.
  private mutating func takeNewTexts(of items: [String: OptionItem], for name: String) {
    func rename(_ draft: inout IntentDraft) {
      draft.values[name] = draft.values[name]?.renamed(by: items)
      draft.defaults[name] = draft.defaults[name]?.renamed(by: items)
    }
    rename(&draft)
    rename(&opening.draft)
    for index in history.indices { rename(&history[index].draft) }
    for index in undone.indices { rename(&undone[index].draft) }
  }
}

extension IntentValue {
  fileprivate func renamed(by items: [String: OptionItem]) -> IntentValue {
    switch self {
    case .array(let values): return .array(values.map { $0.renamed(by: items) })
    case .object(var object):
      guard let item = items[object.identifier] else { return self }
      object.display = item.display
      return .object(object)
    case .person(var person):
      guard let identifier = person.identifier, let item = items[identifier] else { return self }
      person.name = item.display
      return .person(person)
    case .paymentMethod(var method):
      guard let item = items[method.kind] else { return self }
      method.name = item.display
      return .paymentMethod(method)
    default: return self
    }
  }
}
