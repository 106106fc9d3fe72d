import IntentOptions

extension OptionsPicker {
  /// The greatest number of choices whose initials are listed; a longer list has no index.
  static let mostIndexedChoices = 100_000

  /// The initials of the choices where their collection asks for an index, each once, in order.
  static func initials(of collection: OptionsCollection) -> [Character] {
    guard collection.usesIndexedCollation, collection.count <= mostIndexedChoices else { return [] }
    var found = Set<Character>()
    for section in collection.sections {
      for item in section.items { found.insert(OptionInitial.initial(of: item.display)) }
    }
    let letters = found.subtracting([OptionInitial.other]).sorted()
    return found.contains(OptionInitial.other) ? letters + [OptionInitial.other] : letters
  }

  /// The initial of the highlighted choice; nil when nothing matches.
  public var highlightedInitial: Character? {
    highlightedItem.map { OptionInitial.initial(of: $0.display) }
  }

  /// Highlights the next choice with an initial, round at the end; where there is none, nothing moves.
  mutating func goTo(initial character: Character) {
    let wanted = OptionInitial.initial(of: String(character))
    let count = matches.count
    if let row = firstRow(in: min(highlighted + 1, count)..<count, where: { $0 == wanted })
      ?? firstRow(in: 0..<min(count, highlighted), where: { $0 == wanted })
    {
      highlighted = row
    }
  }

  /// Highlights the first choice with the next other initial, or the one before.
  mutating func moveInitial(by steps: Int) {
    guard let present = highlightedInitial else { return }
    if steps > 0 {
      if let row = firstRow(
        in: min(highlighted + 1, matches.count)..<matches.count, where: { $0 != present })
      {
        highlighted = row
      }
      return
    }
    // Back to the beginning of the choices with the initial, or of those before them.
    guard let last = lastRow(before: highlighted, where: { _ in true }) else { return }
    let initial = last.initial
    highlighted = lastRow(before: last.row, where: { $0 != initial }).map { $0.row + 1 } ?? 0
  }

  private func firstRow(
    in range: Range<Int>, where isMeant: (Character) -> Bool
  ) -> Int? {
    guard !range.isEmpty else { return nil }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + 256, range.upperBound)
      for (place, row) in matches.rows(start..<end).enumerated()
      where isMeant(OptionInitial.initial(of: row.item.display)) {
        return start + place
      }
      start = end
    }
    return nil
  }

  private func lastRow(
    before end: Int, where isMeant: (Character) -> Bool
  ) -> (row: Int, initial: Character)? {
    var end = end
    while end > 0 {
      let start = max(0, end - 256)
      for (place, row) in matches.rows(start..<end).enumerated().reversed() {
        let initial = OptionInitial.initial(of: row.item.display)
        if isMeant(initial) { return (start + place, initial) }
      }
      end = start
    }
    return nil
  }
}
