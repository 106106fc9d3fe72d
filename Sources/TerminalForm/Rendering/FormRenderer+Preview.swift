package import FormEngine
import IntentModel
import Messages
import WidgetForm

extension FormRenderer {
  /// The minimum screen width at which the preview is shown by default, next to the form.
  static let columnsForBoth = 100

  /// The position of the preview on a screen.
  enum PreviewPlace { case none, beside(columns: Int), below }

  /// Whether the preview is shown, because the user chose it, or by default on a wide screen.
  package func showsPreview(_ form: FormPresentation, columns: Int) -> Bool {
    form.showsPreview ?? (columns >= Self.columnsForBoth)
  }

  /// The events of the preview key: the first press shows the drawing, the next one the intent, and
  /// the next one hides the preview.
  package func previewEvents(_ form: FormPresentation, columns: Int) -> [FormEvent] {
    guard showsPreview(form, columns: columns) else {
      return [.showIntent(false), .showPreview(true)]
    }
    return form.previewsIntent ? [.showPreview(false)] : [.showIntent(true), .showPreview(true)]
  }

  func place(of preview: FormPreview?, _ form: FormPresentation, columns: Int) -> PreviewPlace {
    guard preview != nil, showsPreview(form, columns: columns) else { return .none }
    guard columns >= Self.columnsForBoth else { return .below }
    return .beside(columns: Self.columnsBeside(columns))
  }

  /// The columns between the form and a preview next to it: the divider and a blank.
  static let dividerColumns = 2

  /// The columns that a preview next to the form uses in addition to its text: the divider with its
  /// blank, and the right edge.
  static let marginsBeside = dividerColumns + 1

  /// The columns that a preview below the form uses in addition to its text: a blank on each side.
  static let marginsBelow = 2

  /// The columns of a preview next to the form, including its margins: enough for the boxes of the
  /// common families.
  private static func columnsBeside(_ columns: Int) -> Int {
    min(64, max(CellSize.box(of: .systemLarge).columns + marginsBeside, columns * 2 / 5))
  }

  /// The number of columns for the lines of a preview on a screen of the given width.
  package static func previewColumns(of columns: Int) -> Int {
    columns >= columnsForBoth ? columnsBeside(columns) - marginsBeside : columns - marginsBelow
  }

  /// Draws the picture of the widget and its next entries, or the intent, into a rectangle.
  func drawPreview(
    _ preview: FormPreview, _ form: FormPresentation, in rect: ScreenRect, isInRule: Bool = false,
    on screen: inout Screen
  ) {
    guard rect.rows > 0, rect.columns > 4 else { return }
    let isStale = !preview.problems.isEmpty
    var title = form.words(form.previewsIntent ? "Intent" : .previewTitle)
    if isInRule { title = " \(title) " }
    screen.put(title, row: rect.row, column: rect.column, style: theme.section)
    if isStale {
      let remark = form.words(.notComplete)
      let column = displayWidth(title) + (isInRule ? 1 : 2)
      screen.put(
        (isInRule ? " \(remark) " : remark).truncated(to: rect.columns - column),
        row: rect.row, column: rect.column + column, style: theme.problem)
    }
    let (entries, style) = entryLines(of: preview, form, columns: rect.columns)
    let showsIntent = form.previewsIntent && !preview.intent.isEmpty
    draw(
      showsIntent ? preview.intent : entries, form,
      ScreenRect(
        row: rect.row + 1, column: rect.column, rows: rect.rows - 1, columns: rect.columns),
      showing: showsIntent ? focusedLines(of: preview.intent, form) : 0..<1,
      style: showsIntent ? (isStale ? theme.secondary : theme.value) : style, on: &screen)
  }

  /// The lines of an intent that contain the answer of the focused row; the last line for a button,
  /// and the first line for any other row.
  ///
  /// So as the focus moves from the first row to the buttons, the preview scrolls through the whole
  /// intent.
  private func focusedLines(of intent: [String], _ form: FormPresentation) -> Range<Int> {
    let row = focusedRow(of: form)
    if case .button? = row?.control { return intent.count - 1..<intent.count }
    // The second line is indented by one level, an answer by two and an element by three.
    let level = Self.indent(of: intent.dropFirst().first ?? "")
    guard let name = row?.parameter,
      let start = intent.firstIndex(where: {
        Self.indent(of: $0) == 2 * level && $0.dropFirst(2 * level).hasPrefix("\"\(name)\":")
      })
    else { return 0..<1 }
    // The answer ends before the next line that is indented no deeper than the line with its name.
    let end =
      intent[(start + 1)...].firstIndex { Self.isMember($0, indent: 2 * level) } ?? intent.count
    guard case .element(_, let slot)? = row?.id else { return start..<end }
    let elements = (start + 1..<end).filter { Self.isMember(intent[$0], indent: 3 * level) }
    guard elements.indices.contains(slot) else { return end - 1..<end }
    let next = elements.indices.contains(slot + 1) ? elements[slot + 1] : end - 1
    return elements[slot]..<next
  }

  /// Whether a line of JSON begins a member or an element after a number of spaces, or ends the
  /// object or array that contains it.
  private static func isMember(_ line: String, indent: Int) -> Bool {
    let own = Self.indent(of: line)
    guard own == indent else { return own < indent }
    return line.dropFirst(own).first.map { !"}]".contains($0) } == true
  }

  /// The number of spaces at the beginning of a line.
  private static func indent(of line: String) -> Int { line.prefix { $0 == " " }.count }

  /// The entries, or the reason why the intent is incomplete or its timeline failed.
  private func entryLines(
    of preview: FormPreview, _ form: FormPresentation, columns: Int
  ) -> (lines: [String], style: Style) {
    let reasons = preview.problems.isEmpty ? [preview.failure].compactMap { $0 } : preview.problems
    if !reasons.isEmpty { return (reasons.flatMap { $0.wrapped(to: columns) }, theme.problem) }
    guard let entries = preview.entries else {
      return ([form.words("working") + glyphs.more], theme.secondary)
    }
    return (entries, theme.value)
  }

  /// Draws the given lines and their neighbours, with the numbers of hidden lines above and below.
  ///
  /// - Parameter wanted: The lines to show; if not all of them fit, the first ones are shown.
  private func draw(
    _ lines: [String], _ form: FormPresentation, _ rect: ScreenRect, showing wanted: Range<Int>,
    style: Style, on screen: inout Screen
  ) {
    let height = max(0, rect.rows)
    // The first and the last visible line can be replaced with the number of hidden lines, which
    // hides one more line.
    let end = wanted.upperBound - height + (wanted.upperBound < lines.count ? 1 : 0)
    let first = max(0, min(end, wanted.lowerBound - 1, lines.count - height))
    let below = lines.count - first - height
    for (index, line) in lines.dropFirst(first).prefix(height).enumerated() {
      let hidden: Int? =
        switch index {
        case height - 1 where below > 0: below + 1
        case 0 where first > 0: first + 1
        default: nil
        }
      let text = hidden.map { glyphs.more + " " + form.words(.moreLines(count: $0)) } ?? line
      screen.put(
        text.truncated(to: rect.columns), row: rect.row + index, column: rect.column,
        style: hidden == nil ? style : theme.secondary)
    }
  }
}

extension Screen {
  /// The screen, widened with blank columns on the right.
  func widened(to columns: Int) -> Screen {
    var wide = Screen(columns: columns, rows: rows)
    guard wide.columns >= self.columns else { return self }
    for row in 0..<rows {
      let from = row * self.columns
      wide.cells.replaceSubrange(
        row * wide.columns..<row * wide.columns + self.columns,
        with: cells[from..<from + self.columns])
    }
    wide.clusters = clusters
    wide.cursor = cursor
    return wide
  }
}
