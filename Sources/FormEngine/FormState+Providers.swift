import IntentModel
import IntentOptions

extension FormState {
  /// Asks for the defaults and the stored choices that the present values make it necessary to ask
  /// for.
  ///
  /// Defaults are asked for in display order, and those of a hidden parameter not before it is
  /// shown. A question is asked again when the values it depends on have changed: those of the
  /// parent.
  mutating func askProviders() -> [FormEffect] {
    var effects: [FormEffect] = []
    for position in evaluation.visible {
      let parameter = schema.intent.parameters[position]
      guard parameter.options.isDynamic, setup.providers[parameter.name] != nil else { continue }
      effects += askDefault(of: parameter)
      effects += checkChoice(of: parameter)
    }
    return effects
  }

  private mutating func askDefault(of parameter: IntentParameter) -> [FormEffect] {
    let name = parameter.name
    guard draft.values[name] == nil else { return [] }
    let request = request(for: name)
    let asked = askedDefaults[name]
    if asked == nil, draft.defaults[name] != nil {
      askedDefaults[name] = request
      return []
    }
    guard asked == nil || !isSameQuestion(request, asked, about: name) else { return [] }
    askedDefaults[name] = request
    return ask(FormLoad(kind: .defaults, request: request))
  }

  private mutating func checkChoice(of parameter: IntentParameter) -> [FormEffect] {
    let name = parameter.name
    guard let value = draft.values[name] ?? draft.defaults[name] else {
      missing[name] = nil
      return []
    }
    let load = FormLoad(
      kind: .choices, request: request(for: name),
      identifiers: value.elements.compactMap(\.choiceIdentifier))
    guard !load.identifiers.isEmpty else { return [] }
    if let checked = checkedChoices[name],
      isSameQuestion(load.request, checked.request, about: name),
      Set(load.identifiers).isSubset(of: checked.identifiers)
    {
      return []
    }
    checkedChoices[name] = load
    return ask(load)
  }

  /// Whether two questions about a parameter have the same answer as far as the form knows: the
  /// value of the parameter's parent is the same.
  private func isSameQuestion(
    _ lhs: OptionsRequest, _ rhs: OptionsRequest?, about parameter: String
  ) -> Bool {
    guard let rhs else { return false }
    guard let parent = schema.parent(of: parameter)?.name else { return true }
    return lhs.values[parent] == rhs.values[parent]
  }

  mutating func defaultsLoaded(
    _ id: Int, _ answer: Result<[OptionItem], OptionsError>
  ) -> [FormEffect] {
    guard let load = loads.removeValue(forKey: id), load.kind == .defaults,
      let parameter = schema.parameter(named: load.request.parameter)
    else { return [] }
    let rows = focusableRows
    switch answer {
    case .failure(let error): failures[parameter.name] = error
    case .success(let items):
      failures[parameter.name] = nil
      let values = items.compactMap { $0.value(for: parameter.type) }
      let known = Set(items.map(\.identifier))
      draft.defaults[parameter.name] =
        parameter.supportsMultipleValues ? (values.isEmpty ? nil : .array(values)) : values.first
      // What was just offered as a default needs no second question.
      checkedChoices[parameter.name] = FormLoad(
        kind: .choices, request: load.request, identifiers: Array(known))
    }
    return settle(rows: rows)
  }

  mutating func choicesResolved(
    _ id: Int, _ answer: Result<[OptionItem], OptionsError>
  ) -> [FormEffect] {
    guard let load = loads.removeValue(forKey: id), load.kind == .choices,
      let parameter = schema.parameter(named: load.request.parameter)
    else { return [] }
    switch answer {
    case .failure(let error):
      failures[parameter.name] = error
      checkedChoices[parameter.name] = nil
      checkedChoices[parameter.name] = load
    case .success(let items):
      failures[parameter.name] = nil
      let offered = Dictionary(
        items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
      let gone = Set(load.identifiers.filter { offered[$0] == nil })
      missing[parameter.name] = gone.isEmpty ? nil : gone
      takeNewTexts(of: offered, for: parameter.name)
    }
    return settle(rows: focusableRows)
  }

  /// A renamed choice takes the new texts; that is no change a person made, so undo passes it over.
  private mutating func takeNewTexts(of items: [String: OptionItem], for name: String) {
    draft.values[name] = draft.values[name]?.renamed(by: items)
    draft.defaults[name] = draft.defaults[name]?.renamed(by: items)
  }
}

extension IntentValue {
  fileprivate func renamed(by items: [String: OptionItem]) -> IntentValue {
    switch self {
    case .array(let values): return .array(values.map { $0.renamed(by: items) })
    case .object(var object):
      guard let item = items[object.identifier] else { return self }
      object.display = item.display
      object.subtitle = item.subtitle
      return .object(object)
    default: return self
    }
  }
}
