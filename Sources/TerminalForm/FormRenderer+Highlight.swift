extension FormRenderer {
  /// How many cells of a choice are highlighted at most.
  ///
  /// A step in a list draws both of its choices anew as far as they are highlighted. So many cells,
  /// with a match of a search in them, are 80 bytes for the whole step.
  static let highlightLimit = 15

  /// Highlights the choice that stands in a row from column 2 on, with the pointer before it.
  func highlightChoice(_ text: String, row: Int, on screen: inout Screen) {
    screen.put(glyphs.pointer + " ", row: row, column: 0, style: theme.highlight)
    highlight(text, row: row, column: 2, on: &screen)
  }

  /// Highlights the beginning of a text that stands on the screen.
  func highlight(_ text: String, row: Int, column: Int, on screen: inout Screen) {
    let head = ScreenRect(row: row, column: column, rows: 1, columns: Self.highlighted(of: text))
    screen.restyle(head) { $0 = theme.highlight }
  }

  /// How many cells of a text are highlighted: all, or where it is long its first words or word.
  static func highlighted(of text: String) -> Int {
    var width = 0
    var wholeWords = 0
    var isInWord = false
    for character in text {
      let continues = character.isLetter || character.isNumber
      if isInWord && !continues { wholeWords = width }
      isInWord = continues
      let next = width + displayWidth(character)
      if next > highlightLimit { return wholeWords >= 4 ? wholeWords : width }
      width = next
    }
    return width
  }
}
