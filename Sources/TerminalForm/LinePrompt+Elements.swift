import FormEngine

extension LinePrompt {
  /// Moves an element of an array, or fills the empty slots with it; nil for a line that says nothing
  /// of the kind.
  mutating func elementCommand(_ line: String, _ row: FormRowID, _ shown: FormRow) async -> Step? {
    guard case .element = row, !shown.value.isEmpty else { return nil }
    let commands: [(FormWord, FormEvent)] = [
      (.lineRaise, .moveElement(-1)), (.lineLower, .moveElement(1)), (.lineFill, .fillElements),
    ]
    let found = commands.first { word, _ in state.words.isMeant(word, by: line) }
    guard let event = found?.1 else { return nil }
    await send(event)
    return .again
  }

  /// What can be done with an element of an array, in words; nil for an empty slot and any other row.
  func elementHelp(_ row: FormRowID, _ shown: FormRow) -> String? {
    guard case .element = row, !shown.value.isEmpty else { return nil }
    let words = state.words
    return words(.elementLineHelp, words(.lineRaise) + ", " + words(.lineLower), words(.lineFill))
  }
}
