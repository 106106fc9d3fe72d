import IntentModel

extension FormState {
  /// Moves the focused value by steps.
  mutating func adjust(by steps: Int) -> [FormEffect] {
    if focus == .family { return adjustFamily(by: steps) }
    guard let parameter = parameter(of: focus),
      let value = adjusted(value(of: focus), of: parameter, by: steps),
      value != self.value(of: focus)
    else { return [] }
    return setValue(value, of: focus)
  }

  private mutating func adjustFamily(by steps: Int) -> [FormEffect] {
    let families = setup.families
    guard let current = families.firstIndex(of: family) else { return [] }
    let next = (current + steps % families.count) % families.count
    return handle(.setFamily(families[next < 0 ? next + families.count : next]))
  }

  private func adjusted(
    _ value: IntentValue?, of parameter: IntentParameter, by steps: Int
  ) -> IntentValue? {
    switch parameter.type {
    case .boolean:
      return .boolean(value != .boolean(true))
    case .enumeration:
      return adjustedCase(value, of: parameter, by: steps)
    default:
      // A number that is chosen from a list has no neighbours.
      guard !hasOptions(parameter) else { return nil }
      return ValueStepper.step(value, type: parameter.type, by: steps)
    }
  }

  private func adjustedCase(
    _ value: IntentValue?, of parameter: IntentParameter, by steps: Int
  ) -> IntentValue? {
    guard let choices = schema.enumeration(of: parameter.type)?.choices, !choices.isEmpty else {
      return nil
    }
    guard case .enumeration(let name)? = value,
      let current = choices.firstIndex(where: { $0.name == name })
    else { return .enumeration(choices[steps < 0 ? choices.count - 1 : 0].name) }
    let next = (current + steps % choices.count) % choices.count
    return .enumeration(choices[next < 0 ? next + choices.count : next].name)
  }
}
