public import IntentModel
import IntentOptions

extension FormState {
  /// Asks for the defaults and the stored choices that the present values make it necessary to ask
  /// for, and takes back the questions that they have made needless.
  ///
  /// Parents come before their children, otherwise display order counts. A child is not looked at
  /// while the default of one of its parents is awaited, and neither is a hidden parameter. A
  /// question is asked again when the value of the parent has changed, and never because of its own
  /// answer, so this comes to an end whatever providers answer.
  mutating func askProviders() -> [FormEffect] {
    var effects: [FormEffect] = []
    for parameter in askOrder {
      guard state(of: parameter.name)?.isVisible == true, !awaitsParent(of: parameter.name) else {
        effects += forget(.defaults, of: parameter.name) + forget(.choices, of: parameter.name)
        continue
      }
      effects += askDefault(of: parameter)
      effects += checkChoice(of: parameter)
    }
    return effects
  }

  /// The parameters that a provider is there for, each after its parents.
  private var askOrder: [IntentParameter] {
    var done = Set<Int>()
    var order: [Int] = []
    for position in schema.displayOrder {
      var chain: [Int] = []
      var next: Int? = position
      while let current = next, done.insert(current).inserted {
        chain.append(current)
        next = schema.parents[current]
      }
      order += chain.reversed()
    }
    return order.map { schema.intent.parameters[$0] }.filter { parameter in
      parameter.options.isDynamic && setup.providers[parameter.name] != nil
    }
  }

  private func awaitsParent(of name: String) -> Bool {
    var next = schema.parent(of: name)
    while let parent = next {
      if isAwaited(.defaults, of: parent.name) { return true }
      next = schema.parent(of: parent.name)
    }
    return false
  }

  private func isAwaited(_ kind: FormLoad.Kind, of name: String) -> Bool {
    loads.values.contains { $0.kind == kind && $0.request.parameter == name }
  }

  /// Takes back an open question, so that it is asked anew when it counts again.
  private mutating func forget(_ kind: FormLoad.Kind, of name: String) -> [FormEffect] {
    guard isAwaited(kind, of: name) else { return [] }
    if kind == .defaults { askedDefaults[name] = nil }
    if kind == .choices { checkedChoices[name] = nil }
    return supersede { $0.kind == kind && $0.request.parameter == name }
  }

  private mutating func askDefault(of parameter: IntentParameter) -> [FormEffect] {
    let name = parameter.name
    guard state(of: name)?.origin != .user else {
      if defaultFailures.removeValue(forKey: name) != nil { askedDefaults[name] = nil }
      return forget(.defaults, of: name)
    }
    let request = request(for: name)
    if let asked = askedDefaults[name] {
      guard !isSameQuestion(request, asked, about: name) else { return [] }
    } else if draft.defaults[name] != nil {
      askedDefaults[name] = request
      return []
    }
    askedDefaults[name] = request
    defaultFailures[name] = nil
    // The default for another value of the parent is none for this one.
    if draft.defaults.removeValue(forKey: name) != nil {
      evaluation = schema.evaluate(draft, family: family)
    }
    return ask(FormLoad(kind: .defaults, request: request))
  }

  private mutating func checkChoice(of parameter: IntentParameter) -> [FormEffect] {
    let name = parameter.name
    let load = FormLoad(
      kind: .choices, request: request(for: name), identifiers: chosenIdentifiers(of: name))
    guard !load.identifiers.isEmpty else {
      checkFailures[name] = nil
      return forget(.choices, of: name)
    }
    if let checked = checkedChoices[name],
      isSameQuestion(load.request, checked.request, about: name)
    {
      if Set(load.identifiers).isSubset(of: checked.identifiers) { return [] }
    } else {
      gone[name] = nil
      unverified[name] = nil
    }
    checkedChoices[name] = load
    checkFailures[name] = nil
    return ask(load)
  }

  /// The identifiers of what is chosen for a parameter, or is its default, as providers know them.
  func chosenIdentifiers(of name: String) -> [String] {
    let value = draft.values[name] ?? draft.defaults[name]
    return value?.elements.compactMap(\.choiceIdentifier) ?? []
  }

  /// An issue for each value that was chosen and that its provider no longer offers.
  public var missingIssues: [IntentIssue] {
    issues(with: missing) { .notOffered(identifier: $0, display: $1) }
  }

  /// A note for each value that was chosen and of which its provider knows nothing.
  public var unknownIssues: [IntentIssue] {
    issues(with: unknown) { .notKnownToBeOffered(identifier: $0, display: $1) }
  }

  private func issues(
    with choices: [String: Set<String>],
    _ reason: (_ identifier: String, _ display: String) -> IntentIssue.Reason
  ) -> [IntentIssue] {
    schema.intent.parameters.flatMap { parameter -> [IntentIssue] in
      guard let lost = choices[parameter.name], let value = draft.values[parameter.name] else {
        return []
      }
      let path = IntentPath.parameter(parameter.name)
      return value.elements.enumerated().compactMap { index, element in
        guard let identifier = element.choiceIdentifier, lost.contains(identifier) else {
          return nil
        }
        var display = ValueText.text(of: element)
        if case .object(let object) = element { display = object.display }
        return IntentIssue(
          reason(identifier, display),
          at: parameter.supportsMultipleValues ? path.appending(index) : path)
      }
    }
  }

  /// Whether two questions about a parameter have the same answer as far as the form knows: the
  /// value of the parameter's parent is the same.
  func isSameQuestion(
    _ lhs: OptionsRequest, _ rhs: OptionsRequest, about parameter: String
  ) -> Bool {
    guard let parent = schema.parent(of: parameter)?.name else { return true }
    switch (lhs.values[parent], rhs.values[parent]) {
    case (nil, nil): return true
    case (let lhs?, let rhs?): return lhs.isSameChoice(as: rhs)
    default: return false
    }
  }

  /// Notes a choice as checked: its provider has just offered it.
  mutating func noteOffered(_ identifier: String, for name: String) {
    gone[name]?.remove(identifier)
    unverified[name]?.remove(identifier)
    let request = request(for: name)
    if let checked = checkedChoices[name], isSameQuestion(request, checked.request, about: name) {
      checkedChoices[name]?.identifiers.append(identifier)
    } else {
      checkedChoices[name] = FormLoad(kind: .choices, request: request, identifiers: [identifier])
    }
  }

  /// Asks again what has failed for the focused row.
  mutating func retryFailed() -> [FormEffect] {
    guard let name = focus.parameter, failures[name] != nil else { return [] }
    if defaultFailures.removeValue(forKey: name) != nil { askedDefaults[name] = nil }
    if checkFailures.removeValue(forKey: name) != nil { checkedChoices[name] = nil }
    return settle(rows: focusableRows)
  }
}

extension IntentValue {
  /// Whether two values are the same choice, whatever texts were stored with them.
  fileprivate func isSameChoice(as other: IntentValue) -> Bool {
    switch (self, other) {
    case (.object(let lhs), .object(let rhs)): lhs.identifier == rhs.identifier
    case (.array(let lhs), .array(let rhs)):
      lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.isSameChoice(as: $1) }
    default: self == other
    }
  }
}
