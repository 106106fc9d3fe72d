package import FormEngine
import IntentModel

/// What of a form is scrolled to; kept between frames so that rows do not jump.
package struct FormViewport: Hashable, Sendable {
  /// The first row that is shown.
  var firstRow = 0
  /// The first line of an open list that is shown.
  var firstChoice = 0

  package init() {}
}

/// Draws a form's presentation on a screen of any size.
package struct FormRenderer: Sendable {
  package var theme: Theme
  package var glyphs: Glyphs
  package var keys: KeyTable

  package init(
    theme: Theme = .standard, glyphs: Glyphs = .unicode, keys: KeyTable = .standard
  ) {
    self.theme = theme
    self.glyphs = glyphs
    self.keys = keys
  }

  /// One whole frame.
  ///
  /// - Parameters:
  ///   - form: What to draw.
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - viewport: Where the last frame was scrolled to; moved as far as the focus needs.
  ///   - showsWaiting: Whether something has been awaited long enough to say so.
  package func frame(
    _ form: FormPresentation, columns: Int, rows: Int, viewport: inout FormViewport,
    showsWaiting: Bool = true
  ) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    let layout = FormLayout(columns: screen.columns, rows: screen.rows)
    drawHeader(form, layout, on: &screen)
    if form.picker != nil {
      drawPicker(
        form, layout, viewport: &viewport, showsWaiting: showsWaiting, on: &screen)
    } else {
      drawRows(form, layout, viewport: &viewport, showsWaiting: showsWaiting, on: &screen)
    }
    drawFooter(form, layout, on: &screen)
    return screen
  }

  private func drawHeader(_ form: FormPresentation, _ layout: FormLayout, on screen: inout Screen) {
    guard layout.headerRows > 0 else { return }
    let mark = form.isModified ? "modified" : ""
    let room = layout.columns - 2
    let used = screen.put(
      form.title.truncated(to: room), row: 0, column: 1, style: theme.title, maxWidth: room)
    if used + mark.count + 2 < room {
      screen.put(mark, row: 0, column: layout.columns - 1 - mark.count, style: theme.modified)
    }
    if layout.headerRows > 2 {
      screen.put(
        form.description.truncated(to: room), row: 1, column: 1, style: theme.secondary,
        maxWidth: room)
    }
    if layout.headerRows > 1 { drawRule(row: layout.headerRows - 1, on: &screen) }
  }

  func drawRule(row: Int, on screen: inout Screen) {
    let rule = String(repeating: glyphs.rule, count: screen.columns)
    screen.put(rule, row: row, column: 0, style: theme.secondary)
  }

  private func drawFooter(_ form: FormPresentation, _ layout: FormLayout, on screen: inout Screen) {
    guard layout.footerRows > 0 else { return }
    var row = layout.rows - layout.footerRows
    if layout.footerRows > 2 {
      drawRule(row: row, on: &screen)
      row += 1
    }
    if layout.footerRows > 1 {
      let (text, style) = note(of: form)
      screen.put(text.truncated(to: layout.columns - 2), row: row, column: 1, style: style)
      row += 1
    }
    drawKeys(form, row: row, on: &screen)
  }

  /// The line above the keys: what went wrong, else what is wrong with the row, else its help.
  private func note(of form: FormPresentation) -> (String, Style) {
    if let message = form.message { return (message, theme.problem) }
    if let issue = form.editing?.issue {
      return (issue.sentence + " " + issue.remedy, theme.problem)
    }
    guard form.rows.indices.contains(form.focused) else { return ("", theme.secondary) }
    let row = form.rows[form.focused]
    if let problem = row.problem { return (problem, theme.problem) }
    return (row.help ?? "", theme.secondary)
  }

  private func drawKeys(_ form: FormPresentation, row: Int, on screen: inout Screen) {
    let context: KeyContext =
      form.picker != nil ? .picker : form.editing != nil ? .editor : .form
    var column = 1
    for (key, does) in keys.help(in: context) {
      let width = displayWidth(key) + 1 + displayWidth(does)
      guard column + width < screen.columns else { break }
      column += screen.put(key, row: row, column: column, style: theme.key)
      column += screen.put(" " + does, row: row, column: column, style: theme.secondary)
      column += 2
    }
  }
}

/// How many lines of a screen go to what.
struct FormLayout {
  let columns: Int
  let rows: Int
  let headerRows: Int
  let footerRows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    headerRows = rows >= 14 ? 3 : rows >= 9 ? 2 : rows >= 5 ? 1 : 0
    footerRows = rows >= 12 ? 3 : rows >= 7 ? 2 : rows >= 4 ? 1 : 0
  }

  /// The lines between header and footer.
  var body: Range<Int> { headerRows..<max(headerRows, rows - footerRows) }
}
