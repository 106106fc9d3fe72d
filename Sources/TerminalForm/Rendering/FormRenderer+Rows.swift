import FormEngine
import Messages

/// The columns of a row's parts.
private struct FormColumns {
  /// The width of the labels, which begin at column 2.
  let label: Int
  /// The column of the answers.
  let answer: Int

  init(_ form: FormPresentation, columns: Int) {
    let labels = form.rows.filter { $0.control != .button }
      .map { $0.depth * 2 + displayWidth($0.label) }
    label = min(max(8, labels.max() ?? 0), max(3, columns * 2 / 5))
    // The gap has room for the arrow to the previous value.
    answer = 2 + label + (columns < 16 ? 1 : columns < 30 ? 2 : 4)
  }
}

extension FormRenderer {
  func drawRows(
    _ form: FormPresentation, _ layout: FormLayout, viewport: inout FormViewport,
    waiting: Waiting?, on screen: inout Screen
  ) {
    let height = layout.body.count
    guard height > 0 else { return }
    let lines = lines(of: form, height: height)
    let focused = lines.firstIndex(of: form.focused) ?? 0
    viewport.keepLine(of: form.rows[form.focused].id, at: focused)
    viewport.firstRow = scrolled(
      viewport.firstRow, toShow: focused, height: height, count: lines.count)
    // Show an array's head together with its first slot.
    if height > 1, focused == viewport.firstRow, focused > 0, let above = lines[focused - 1],
      form.rows[above].id == nil
    {
      viewport.firstRow -= 1
    }
    viewport.noteLine(of: form.rows[form.focused].id, at: focused)
    let columns = FormColumns(form, columns: layout.columns)
    for (line, index) in zip(layout.body, lines[viewport.firstRow...]) {
      guard let index else { continue }
      let answer = RowAnswer(
        row: form.rows[index], words: form.words, notation: form.notation,
        isFocused: index == form.focused,
        waiting: waiting,
        line: line, column: columns.answer)
      draw(answer, form, labels: columns.label, on: &screen)
    }
    drawScrollMarks(
      first: viewport.firstRow, height: height, count: lines.count, layout, on: &screen)
    let places = form.rows.indices.filter { form.rows[$0].id != nil }
    drawPlace(
      places.firstIndex(of: form.focused) ?? 0, of: places.count, isScrolled: lines.count > height,
      form, layout, on: &screen)
  }

  /// Writes where the focus or the highlight is in a scrolled list into the rule above the note.
  func drawPlace(
    _ place: Int, of count: Int, isScrolled: Bool, _ form: FormPresentation, _ layout: FormLayout,
    on screen: inout Screen
  ) {
    guard isScrolled, layout.hasFooterRule else { return }
    let format = form.words.format
    let text = " \(format.text(of: place + 1))/\(format.text(of: count)) "
    screen.put(
      text, row: layout.footerStart, column: layout.columns - displayWidth(text) - 2,
      style: theme.secondary)
  }

  /// The texts of a row that do not fit on its line, whole.
  func cutTexts(of row: FormRow, _ form: FormPresentation, _ columns: Int) -> [String] {
    guard row.control != .button else { return [] }
    let places = FormColumns(form, columns: columns)
    let indent = min(row.depth * 2, max(0, places.label - 4))
    let room = columns - places.answer - 1
    let value = visible(row.value.isEmpty ? row.placeholder : row.value)
    var texts: [String] = []
    if displayWidth(visible(row.label)) > places.label - indent { texts.append(row.label) }
    if displayWidth(value) > room { texts.append(value) }
    if let reason = row.hiddenReason,
      displayWidth(value) + 2 + displayWidth(visible(reason)) > room
    {
      texts.append(reason)
    }
    return texts
  }

  /// The column where answers begin.
  func answerColumn(of form: FormPresentation, columns: Int) -> Int {
    FormColumns(form, columns: columns).answer
  }

  /// The lines of the form: indices of rows, and nil for the blank line before the buttons.
  func lines(of form: FormPresentation, height: Int) -> [Int?] {
    let buttons = form.rows.firstIndex { $0.control == .button } ?? form.rows.count
    guard height >= 6, buttons > 0 else { return Array(form.rows.indices) }
    return Array(0..<buttons) + [nil] + Array(buttons..<form.rows.count)
  }

  /// The first line to show so that `line` is visible with two lines around it, scrolled as little
  /// as possible.
  func scrolled(_ first: Int, toShow line: Int, height: Int, count: Int) -> Int {
    let highest = max(0, count - height)
    let margin = height >= 8 ? 2 : 0
    var first = min(first, highest)
    if line < first + margin { first = line - margin }
    if line >= first + height - margin { first = line - height + 1 + margin }
    return min(max(0, first), highest)
  }

  private func drawScrollMarks(
    first: Int, height: Int, count: Int, _ layout: FormLayout, on screen: inout Screen
  ) {
    guard count > height else { return }
    let column = layout.columns - 1
    if first > 0 {
      screen.put(glyphs.above, row: layout.body.lowerBound, column: column, style: theme.secondary)
    }
    if first + height < count {
      screen.put(
        glyphs.below, row: layout.body.upperBound - 1, column: column, style: theme.secondary)
    }
  }

  private func draw(
    _ answer: RowAnswer, _ form: FormPresentation, labels: Int, on screen: inout Screen
  ) {
    let (row, line) = (answer.row, answer.line)
    if answer.isFocused {
      screen.put(glyphs.pointer, row: line, column: 0, style: theme.focused)
    }
    if row.control == .button {
      screen.put(
        "[ \(row.label) ]", row: line, column: 2,
        style: answer.isFocused ? theme.highlight : theme.label)
      if answer.isFocused { screen.cursor = ScreenPosition(row: line, column: 2) }
      return
    }
    if row.isModified, row.id != nil {
      screen.put(glyphs.modified, row: line, column: 1, style: theme.modified)
    }
    let indent = min(row.depth * 2, max(0, labels - 4))
    let style =
      answer.isFocused
      ? theme.focused
      : row.isBeyondFamily || row.hiddenReason != nil ? theme.secondary : theme.label
    screen.put(
      row.label.truncated(to: labels - indent), row: line, column: 2 + indent, style: style,
      maxWidth: labels - indent)
    if answer.isFocused { screen.cursor = ScreenPosition(row: line, column: 2) }
    if answer.isFocused, let editing = form.editing {
      drawEditing(editing, answer, on: &screen)
    } else {
      drawAnswer(answer, on: &screen)
    }
  }
}

extension FormRenderer {
  /// The most cells of a choice that are highlighted.
  ///
  /// A step in a list redraws the highlighted cells of two choices. With this limit, a whole step
  /// takes 80 bytes, even with a search match in those cells.
  static let highlightLimit = 15

  /// Highlights the choice at a column of a row, with the pointer at the start of the row.
  func highlightChoice(_ text: String, row: Int, column: Int = 2, on screen: inout Screen) {
    screen.put(glyphs.pointer + " ", row: row, column: 0, style: theme.highlight)
    highlight(text, row: row, column: column, on: &screen)
  }

  /// Highlights the beginning of a text that is already on the screen.
  func highlight(_ text: String, row: Int, column: Int, on screen: inout Screen) {
    let head = ScreenRect(row: row, column: column, rows: 1, columns: Self.highlighted(of: text))
    screen.restyle(head) { $0 = theme.highlight }
  }

  /// The number of cells of a text that are highlighted: all, or the first words of a long text.
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
