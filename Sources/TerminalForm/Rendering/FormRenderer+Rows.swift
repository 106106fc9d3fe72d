import FormEngine
import Messages

/// The columns of a row's parts.
private struct FormColumns {
  /// The width of the labels.
  let label: Int
  /// The column of the answers.
  let answer: Int
  private let columns: Int

  init(_ form: FormPresentation, columns: Int) {
    let labels = form.rows.filter { $0.control != .button }
      .map { $0.depth * 2 + displayWidth($0.label) }
    label = min(max(8, labels.max() ?? 0), max(3, columns * 2 / 5))
    // The gap has room for the arrow that points to the previous value.
    answer = FormRenderer.textColumn + label + (columns < 16 ? 1 : columns < 30 ? 2 : 4)
    self.columns = columns
  }

  /// How far a label is indented.
  func indent(of row: FormRow) -> Int { min(row.depth * 2, max(0, label - 4)) }

  /// The width of a row's label with its indent, and the column of its answer.
  ///
  /// A label that is longer than its column gets the space that the other parts of its row do not
  /// need. If a row has no answer, its problem gets the space that a short label leaves.
  func place(of row: FormRow) -> (label: Int, answer: Int) {
    let own = indent(of: row) + displayWidth(visible(row.label))
    let room = columns - 1 - answer
    if own > label, row.minimumRoom <= room - (own - label) { return (own, answer + own - label) }
    if own < label, row.control == .options, row.value.isEmpty, row.problem != nil,
      row.minimumRoom > room
    {
      return (own, min(answer, own + 4))
    }
    return (label, answer)
  }
}

extension FormRow {
  /// The space that the answer and its remarks need.
  fileprivate var minimumRoom: Int {
    let value = displayWidth(visible(shownText)) + 2
    let remark = [cause ?? problem, hiddenReason].compactMap { $0 }.map { displayWidth($0) + 4 }
      .max()
    let control =
      switch self.control {
      case .toggle: 4
      case .slider: SliderParts.whole + 2
      default: 2
      }
    return value + control + (remark ?? 0)
  }
}

/// A line of the form: the first line of a row, or, if the part is above 0, a further line of the
/// row's text; a blank line has no row.
struct FormLine: Hashable {
  var row: Int?
  var part = 0
}

extension FormRenderer {
  func drawRows(
    _ form: FormPresentation, _ layout: FormLayout, viewport: inout FormViewport,
    waiting: Waiting?, on screen: inout Screen
  ) {
    let height = layout.body.count
    guard height > 0 else { return }
    let lines = lines(of: form, height: height)
    let focused = lines.firstIndex { $0.row == form.focused } ?? 0
    viewport.keepLine(of: form.rows[form.focused].id, at: focused)
    viewport.firstRow = scrolled(
      viewport.firstRow, toShow: focused, height: height, count: lines.count)
    // The head of an array is shown together with its first slot.
    if height > 1, focused == viewport.firstRow, focused > 0, let above = lines[focused - 1].row,
      form.rows[above].id == nil
    {
      viewport.firstRow -= 1
    }
    viewport.noteLine(of: form.rows[form.focused].id, at: focused)
    let columns = FormColumns(form, columns: layout.columns)
    for (line, shown) in zip(layout.body, lines[viewport.firstRow...]) {
      guard let index = shown.row else { continue }
      let place = columns.place(of: form.rows[index])
      var answer = RowAnswer(
        row: form.rows[index], words: form.words, isFocused: index == form.focused,
        waiting: waiting, line: line, column: place.answer)
      let texts = textLines(of: answer.row, form, height: height)
      if texts.count > 1 { answer.text = texts[min(shown.part, texts.count - 1)] }
      if shown.part > 0 {
        drawText(answer, on: &screen)
      } else {
        draw(answer, form, labels: place.label, indent: columns.indent(of: answer.row), on: &screen)
      }
    }
    drawScrollMarks(first: viewport.firstRow, count: lines.count, layout.body, on: &screen)
    let places = form.rows.indices.filter { form.rows[$0].id != nil }
    drawPlace(
      places.firstIndex(of: form.focused) ?? 0, of: places.count, isScrolled: lines.count > height,
      form, layout, on: &screen)
  }

  /// Writes the position of the focus or the highlight in a scrolled list into the rule above the
  /// note.
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

  /// The texts of a row that do not fit on its line, in full.
  func cutTexts(of row: FormRow, _ form: FormPresentation, _ columns: Int) -> [String] {
    guard row.control != .button else { return [] }
    let places = FormColumns(form, columns: columns)
    let (label, answer) = places.place(of: row)
    let room = columns - answer - 1
    let value = visible(row.shownText)
    var texts: [String] = []
    if displayWidth(visible(row.label)) > label - places.indent(of: row) { texts.append(row.label) }
    // The typed text will replace the value.
    guard form.editing == nil else { return texts }
    let lines = row.value.lines
    if lines.count > 1 {
      if lines.count > Self.maximumTextLines || lines.contains(where: { displayWidth($0) > room }) {
        texts.append(row.value)
      }
    } else if displayWidth(value) > room {
      texts.append(value)
    }
    if let reason = row.hiddenReason,
      displayWidth(value) + 2 + displayWidth(visible(reason)) > room
    {
      texts.append(reason)
    }
    return texts
  }

  /// The column where the answer of a row begins.
  func answerColumn(of row: FormRow, in form: FormPresentation, columns: Int) -> Int {
    FormColumns(form, columns: columns).place(of: row).answer
  }

  /// The lines of the form: the lines of each row, and a blank line before the buttons.
  func lines(of form: FormPresentation, height: Int) -> [FormLine] {
    let buttons = form.rows.firstIndex { $0.control == .button } ?? form.rows.count
    var lines: [FormLine] = []
    for (index, row) in form.rows.enumerated() {
      if index == buttons, height >= 6, buttons > 0 { lines.append(FormLine(row: nil)) }
      for part in 0..<max(1, textLines(of: row, form, height: height).count) {
        lines.append(FormLine(row: index, part: part))
      }
    }
    return lines
  }

  /// The maximum number of lines of a text that a row shows.
  private static let maximumTextLines = 4

  /// The lines of a text that a row shows; empty if the text has a single line or is being edited.
  ///
  /// A longer text ends with the number of the remaining lines.
  private func textLines(of row: FormRow, _ form: FormPresentation, height: Int) -> [String] {
    guard row.control == .field, row.hiddenReason == nil, height >= 4,
      row.value.contains(where: \.isNewline),
      form.editing == nil || row.id != form.rows[form.focused].id
    else { return [] }
    let lines = row.value.lines
    let most = height < 10 ? 2 : Self.maximumTextLines
    guard lines.count > most else { return lines }
    return lines.prefix(most - 1)
      + [glyphs.more + " " + form.words(.moreLines(count: lines.count - most + 1))]
  }

  /// The first line to show so that `line` is visible, if possible with lines around it, scrolled
  /// as little as possible.
  func scrolled(_ first: Int, toShow line: Int, height: Int, count: Int) -> Int {
    let highest = max(0, count - height)
    let margin = height >= 8 ? 2 : 0
    var first = min(first, highest)
    if line < first + margin { first = line - margin }
    if line >= first + height - margin { first = line - height + 1 + margin }
    return min(max(0, first), highest)
  }

  /// Marks in the last column that a list continues above or below its visible lines.
  func drawScrollMarks(first: Int, count: Int, _ body: Range<Int>, on screen: inout Screen) {
    guard !body.isEmpty else { return }
    let column = screen.columns - 1
    if first > 0 {
      screen.put(glyphs.above, row: body.lowerBound, column: column, style: theme.secondary)
    }
    if first + body.count < count {
      screen.put(glyphs.below, row: body.upperBound - 1, column: column, style: theme.secondary)
    }
  }

  private func draw(
    _ answer: RowAnswer, _ form: FormPresentation, labels: Int, indent: Int,
    on screen: inout Screen
  ) {
    let (row, line) = (answer.row, answer.line)
    if answer.isFocused {
      screen.put(glyphs.pointer, row: line, column: 0, style: theme.focused)
    }
    if row.control == .button {
      screen.put(
        "[ \(row.label) ]", row: line, column: Self.textColumn,
        style: answer.isFocused ? theme.highlight : theme.label)
      if answer.isFocused { screen.cursor = ScreenPosition(row: line, column: Self.textColumn) }
      return
    }
    if row.isModified, row.id != nil {
      screen.put(glyphs.modified, row: line, column: 1, style: theme.modified)
    }
    let style =
      answer.isFocused
      ? theme.focused
      : row.isBeyondFamily || row.hiddenReason != nil ? theme.secondary : theme.label
    screen.put(
      row.label.truncated(to: labels - indent), row: line, column: Self.textColumn + indent,
      style: style,
      maxWidth: labels - indent)
    if answer.isFocused { screen.cursor = ScreenPosition(row: line, column: Self.textColumn) }
    if answer.isFocused, let editing = form.editing {
      drawEditing(editing, answer, on: &screen)
    } else {
      drawAnswer(answer, on: &screen)
    }
  }
}

extension FormRenderer {
  /// The maximum number of highlighted cells of a choice.
  ///
  /// A step in a list redraws the highlighted cells of two choices. This limit keeps the output for
  /// a step short, even with a search match in those cells.
  static let highlightLimit = 15

  /// Highlights the choice at a column of a row, with the pointer at the start of the row.
  func highlightChoice(_ text: String, row: Int, column: Int = textColumn, on screen: inout Screen)
  {
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
