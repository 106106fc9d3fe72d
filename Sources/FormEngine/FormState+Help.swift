import IntentModel

extension FormState {
  /// What to know about the text being edited: what its active part takes, and which keys are there.
  func editingHelp(for parameter: IntentParameter) -> String? {
    guard let editing else { return nil }
    switch editing.layout {
    case .date:
      guard let part = editing.datePart else { return nil }
      let hasDay = if case .component(let name) = part { name.belongs(to: .date) } else { false }
      return words(hasDay ? .dayHelp : .timeHelp, words(part.word))
    case .quantity where editing.active == 1:
      let isMoney = if case .currencyAmount = parameter.type { true } else { false }
      return words(isMoney ? .currencyHelp : .unitHelp)
    case .quantity, .line, .object, .duration: break
    }
    switch parameter.type {
    case .string, .speakableString, .object: return nil
    case .file: return words(.pathHelp)
    default: return words(.typeThis, words.expectation(of: parameter.type))
    }
  }
}
