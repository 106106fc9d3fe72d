package import FormEngine
import IntentModel
import Messages
package import WidgetForm

/// The scroll position of a form, kept between frames so that rows do not jump.
package struct FormViewport: Hashable, Sendable {
  /// The first visible line of the form.
  var firstRow = 0
  /// The first visible line of an open list.
  var firstChoice = 0
  /// The row that had the focus in the last frame; ``focusLine`` is its line.
  private var focus: FormRowID?
  private var focusLine = 0

  package init() {}

  /// Keeps the focused row on the same line of the screen when rows appear or disappear above it.
  mutating func keepLine(of row: FormRowID?, at line: Int) {
    if row != nil, row == focus { firstRow = max(0, firstRow + line - focusLine) }
  }

  /// Records the line of the focused row in this frame.
  mutating func noteLine(of row: FormRowID?, at line: Int) {
    (focus, focusLine) = (row, line)
  }
}

/// Draws a form's presentation on a screen of any size.
///
/// From left to right, a row has the focus pointer, the mark that the row is modified, the label
/// and the answer. Answers share one column and stay in place when the focus moves, so a move
/// changes only a few cells.
package struct FormRenderer: Sendable {
  package var theme: Theme
  package var glyphs: Glyphs
  package var keys: KeyTable

  /// The column at which labels and lists begin, after the pointer and the mark.
  static let textColumn = 2

  package init(
    theme: Theme = .standard, glyphs: Glyphs = .unicode, keys: KeyTable = .standard
  ) {
    self.theme = theme
    self.glyphs = glyphs
    self.keys = keys
  }

  /// Draws one complete frame.
  ///
  /// - Parameters:
  ///   - form: The form to draw.
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - viewport: The scroll position of the last frame, which is updated so that the focus is
  ///     visible.
  ///   - showsWaiting: Whether to show pending requests.
  ///   - waitingSeconds: How long the requests have been pending, in seconds.
  ///   - preview: The result that the form would produce; nil for a form without a preview.
  package func frame(
    _ form: FormPresentation, columns: Int, rows: Int, viewport: inout FormViewport,
    showsWaiting: Bool = true, waitingSeconds: Int = 0, preview: FormPreview? = nil
  ) -> Screen {
    let waiting = showsWaiting ? Waiting(seconds: waitingSeconds) : nil
    var screen: Screen
    switch place(of: preview, form, columns: columns) {
    case .beside(let width):
      screen = plainFrame(
        form, columns: columns - width, rows: rows, viewport: &viewport, waiting: waiting,
        below: nil
      ).widened(to: columns)
      let rect = ScreenRect(
        row: 0, column: columns - width + Self.dividerColumns, rows: screen.rows,
        columns: width - Self.marginsBeside)
      for row in 0..<screen.rows {
        screen.put(glyphs.divider, row: row, column: columns - width, style: theme.secondary)
      }
      if let preview { drawPreview(preview, form, in: rect, on: &screen) }
    case .below:
      screen = plainFrame(
        form, columns: columns, rows: rows, viewport: &viewport, waiting: waiting, below: preview)
    case .none:
      screen = plainFrame(
        form, columns: columns, rows: rows, viewport: &viewport, waiting: waiting, below: nil)
    }
    if glyphs.isASCII { screen.replaceNonASCII() }
    screen.cursor = screen.cursor.map(screen.inside)
    return screen
  }

  /// Draws the form, with the preview below the rows if there is one.
  private func plainFrame(
    _ form: FormPresentation, columns: Int, rows: Int, viewport: inout FormViewport,
    waiting: Waiting?, below preview: FormPreview?
  ) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    let (layout, note, noteLines) = layout(
      of: form, columns: screen.columns, rows: screen.rows, isPreviewBelow: preview != nil)
    drawHeader(form, layout, on: &screen)
    drawNote(note, noteLines, layout, on: &screen)
    if let panel = form.panel {
      drawPanel(panel, form, layout, on: &screen)
    } else if form.editsLines, let editing = form.editing {
      let label = focusedRow(of: form)?.label ?? ""
      drawLines(editing.fields[editing.active], label: label, layout, on: &screen)
    } else if let editing = form.editing, let completion = editing.completion,
      completion.entries != nil
    {
      drawCompletion(completion, editing, form, layout, viewport: &viewport, on: &screen)
    } else if form.picker != nil {
      drawPicker(form, layout, viewport: &viewport, waiting: waiting, on: &screen)
    } else {
      drawRows(form, layout, viewport: &viewport, waiting: waiting, on: &screen)
    }
    if layout.keyRows > 0 { drawKeys(form, layout, on: &screen) }
    if let preview, layout.previewRows > 1 {
      // The rule contains the title, so the whole picture of a small widget fits.
      drawRule(row: layout.preview.lowerBound, on: &screen)
      drawPreview(
        preview, form,
        in: ScreenRect(
          row: layout.preview.lowerBound, column: 1, rows: layout.previewRows,
          columns: screen.columns - Self.marginsBelow), isInRule: true, on: &screen)
    }
    return screen
  }

  /// The layout of a frame, the note above the keys, and the lines of the note.
  func layout(
    of form: FormPresentation, columns: Int, rows: Int, isPreviewBelow: Bool
  ) -> (layout: FormLayout, note: FormNote, lines: [String]) {
    let note = note(of: form, columns: columns)
    let lines = note.text.isEmpty ? [] : note.text.wrapped(to: max(1, columns - 2))
    let isCalendar = if case .calendar? = form.panel { true } else { false }
    var layout = FormLayout(
      columns: columns, rows: rows, noteLines: lines.count, mustShowNote: note.isProblem,
      bodyRows: isCalendar ? CalendarGrid.wholeRows : 0)
    if isPreviewBelow, form.panel == nil, form.picker == nil { layout.makeRoomForPreview() }
    return (layout, note, lines)
  }

  private func drawHeader(_ form: FormPresentation, _ layout: FormLayout, on screen: inout Screen) {
    guard layout.headerRows > 0 else { return }
    let mark = form.isModified ? form.words("modified") : ""
    let room = layout.columns - 2
    let used = screen.put(
      form.title.truncated(to: room), row: 0, column: 1, style: theme.title, maxWidth: room)
    let markWidth = displayWidth(mark)
    if used + markWidth + 2 < room {
      screen.put(mark, row: 0, column: layout.columns - 1 - markWidth, style: theme.modified)
    }
    if layout.headerRows > 2 {
      screen.put(
        form.description.truncated(to: room), row: 1, column: 1, style: theme.secondary,
        maxWidth: room)
    }
    if layout.headerRows > 1 { drawRule(row: layout.headerRows - 1, on: &screen) }
  }

  private func drawRule(row: Int, on screen: inout Screen) {
    // Drawing a rule as non-ASCII text would take half of the time of a frame.
    screen.fill(
      ScreenRect(row: row, column: 0, rows: 1, columns: screen.columns),
      with: glyphs.rule.first ?? "-", style: theme.secondary)
  }

  private func drawNote(
    _ note: FormNote, _ lines: [String], _ layout: FormLayout, on screen: inout Screen
  ) {
    var row = layout.footerStart
    if layout.hasFooterRule {
      drawRule(row: row, on: &screen)
      row += 1
    }
    let style = note.isProblem ? theme.problem : theme.secondary
    for (index, line) in lines.prefix(layout.noteRows).enumerated() {
      let isCut = index == layout.noteRows - 1 && lines.count > layout.noteRows
      let text = isCut ? (line + " " + lines[index + 1]).truncated(to: layout.columns - 2) : line
      screen.put(text, row: row + index, column: 1, style: style)
    }
  }

  /// The note above the keys: the form's message, or else the row's problem, or else the row's
  /// help.
  ///
  /// The texts that are truncated in the row come before the help. In a list, the note is the full
  /// text of the highlighted choice if its line truncates it.
  private func note(of form: FormPresentation, columns: Int) -> FormNote {
    if let message = form.message { return FormNote(text: message, isProblem: true) }
    if let issue = form.editing?.issue {
      return FormNote(text: form.words.line(issue), isProblem: true)
    }
    guard let row = focusedRow(of: form), form.panel == nil else { return FormNote() }
    if let picker = form.picker, let text = cutText(of: picker, columns: columns) {
      return FormNote(text: text)
    }
    // The typed text will replace the answer that has the problem.
    let isReplaced = form.editing.map { $0.isChanged || row.help != nil } ?? false
    if form.picker == nil, !isReplaced, let problem = row.problem {
      return FormNote(text: problem, isProblem: true)
    }
    // The head of an array cannot have the focus, so its slots show its problem.
    if form.picker == nil, row.isElement, let problem = head(of: row, in: form)?.problem {
      return FormNote(text: problem, isProblem: true)
    }
    let isAtRest = form.picker == nil && form.editing == nil
    var texts = form.picker == nil ? cutTexts(of: row, form, columns) : []
    if let parent = row.hiddenBy {
      if let key = keys.name(of: .activate, in: .form, glyphs) {
        texts.append(form.words("\(key) goes to \(parent.label), which controls this row."))
      }
    } else {
      let bounds = isAtRest ? row.bounds?.text : nil
      let said = [row.help, bounds.map { row.help == nil ? $0 : "(\($0))" }]
      texts.append(said.compactMap { $0 }.joined(separator: "   "))
    }
    return FormNote(text: texts.filter { !$0.isEmpty }.joined(separator: "  "))
  }

  private func drawKeys(
    _ form: FormPresentation, _ layout: FormLayout, on screen: inout Screen
  ) {
    let row = layout.rows - 1
    for hint in keyHints(form, layout) {
      screen.put(hint.key, row: row, column: hint.columns.lowerBound, style: theme.key)
      screen.put(
        " " + hint.words, row: row, column: hint.columns.lowerBound + displayWidth(hint.key),
        style: theme.secondary)
    }
  }

  /// The available keys as the last line shows them.
  ///
  /// If not all of them fit, the least important ones are left out. The remaining keys stay in
  /// order.
  func keyHints(_ form: FormPresentation, _ layout: FormLayout) -> [KeyHint] {
    let all = keys.bindings.compactMap { binding -> (key: String, words: String, KeyAction)? in
      guard binding.context == form.part, let (name, does) = binding.help,
        isOfUse(binding.action, in: form, layout)
      else { return nil }
      let shown = keyName(of: binding, in: form) ?? name
      let key = glyphs.keyNames[shown] ?? shown
      return (key, form.words(word(for: binding.action, in: form) ?? does), binding.action)
    }
    let widths = all.map { displayWidth($0.key) + 1 + displayWidth($0.words) }
    var room = layout.columns - 2
    let kept = all.indices.sorted { first, second in
      (importance(of: all[first].2, in: form.part), first)
        < (importance(of: all[second].2, in: form.part), second)
    }.filter { index in
      guard widths[index] <= room else { return false }
      room -= widths[index] + 2
      return true
    }
    var column = 1
    return kept.sorted().map { index in
      let columns = column..<column + widths[index]
      column = columns.upperBound + 2
      return KeyHint(
        key: all[index].key, words: all[index].words, columns: columns, action: all[index].2)
    }
  }

  /// The rank of a key in the line of keys, counted from 0 for the key to show first.
  ///
  /// Help comes early, because it lists the keys that are left out.
  private func importance(of action: KeyAction, in part: FormPart) -> Int {
    switch action {
    case .event(.activate), .event(.commit), .event(.choose), .event(.submit), .event(.retry),
      .event(.toggleChoiceAndMove):
      0
    case .event(.cancel): part == .leaving ? 0 : 6
    case .event(.nextPart), .event(.insert): 1
    case .event(.help): 2
    case .event(.adjust), .event(.dismiss), .event(.review): 3
    case .event(.moveFocus), .event(.moveHighlight), .event(.jump), .event(.openCalendar): 4
    default: 5
    }
  }
}

/// A key in the line of keys, with the columns that it occupies.
struct KeyHint {
  let key: String
  let words: String
  let columns: Range<Int>
  let action: KeyAction
}

extension FormRenderer {
  /// The head of the array that contains the row as a slot.
  func head(of row: FormRow, in form: FormPresentation) -> FormRow? {
    form.rows.first { $0.parameter == row.parameter && $0.id == nil }
  }

  /// The row that has the focus.
  func focusedRow(of form: FormPresentation) -> FormRow? {
    form.rows.indices.contains(form.focused) ? form.rows[form.focused] : nil
  }

  /// The words for the current effect of a key, if the key has a different effect at other times.
  private func word(for action: KeyAction, in form: FormPresentation) -> Message? {
    switch action {
    case .event(.nextPart): return form.completesPath ? "complete" : nil
    case .event(.choose) where form.savesAnswer && (form.panel == nil || form.part == .calendar):
      return .review
    case .event(.choose): return form.picker?.isDone == true ? "done" : nil
    case .event(.commit): return form.savesAnswer ? .review : nil
    case .event(.dismiss) where form.savesAnswer && [.editor, .picker].contains(form.part):
      return .leaveKey
    case .event(.review) where form.isFollowed: return .nextKey
    case .event(.activate): break
    default: return nil
    }
    guard let row = focusedRow(of: form) else { return nil }
    if row.hiddenReason != nil { return .goThere }
    return switch (row.control, row.id) {
    case (.button, .save?): form.isFollowed ? .nextKey : .review
    case (.button, _): .leaveKey
    case (.choice, _), (.options, _): .chooseKey
    default: nil
    }
  }

  /// The name of the key that currently works for a binding, if the usual key does not; otherwise
  /// nil.
  ///
  /// A space that is part of a search marks nothing, so the line of keys shows the next key.
  private func keyName(of binding: KeyBinding, in form: FormPresentation) -> String? {
    guard binding.action == .event(.toggleChoiceAndMove(.by(1))), form.picker?.takesSpace == false
    else {
      return nil
    }
    return binding.keys.first { $0 != Key(.character(" ")) }?.name(glyphs)
  }

  /// Whether an action that is only sometimes available is available now.
  private func isOfUse(
    _ action: KeyAction, in form: FormPresentation, _ layout: FormLayout
  ) -> Bool {
    let row = focusedRow(of: form)
    let isHidden = row?.hiddenReason != nil
    switch action {
    case .event(.adjust(1)) where form.panel == nil: return row?.isStepped == true && !isHidden
    case .event(.activate):
      // On a family and on a switch, the arrow keys have the same effect as this action.
      switch row?.control {
      case .family?, .toggle?: return isHidden
      default: return true
      }
    case .event(.removeElement): return row?.parameter != nil && !isHidden
    case .event(.toggleChoiceAndMove):
      return form.picker?.chosen != nil && !hasNothingToChoose(form)
    case .event(.choose):
      return !hasNothingToChoose(form) || form.picker?.chosen?.isChanged == true
    case .event(.moveHighlight(.next)):
      switch form.panel {
      case .review?, .help?: return form.panel.map { isScrolled($0, form, layout) } ?? false
      case .jump?, .calendar?, nil: return !hasNothingToChoose(form)
      }
    case .event(.retry):
      guard let picker = form.picker else { return form.panel == nil && row?.canRetry == true }
      if case .failed = picker.content { return true } else { return false }
    case .event(.nextPart): return form.editing?.hasParts ?? false || form.completesPath
    case .event(.openCalendar): return form.hasCalendar
    case .event(.undo): return form.canUndo
    // In an editor whose text saves the form, Enter has the same effect as this action.
    case .event(.review): return !(form.savesAnswer && form.part == .editor)
    case .event(.insert("\n")): return form.editsLines
    default: return true
    }
  }
}

extension FormRenderer {
  /// Whether an open list shows no choice and is not waiting for any.
  private func hasNothingToChoose(_ form: FormPresentation) -> Bool {
    if case .jump(_, let items, _)? = form.panel { return items.isEmpty }
    guard let picker = form.picker else { return false }
    return switch picker.content {
    case .loading: false
    case .failed: true
    case .loaded: picker.highlightedItem == nil && !picker.isReloading
    }
  }
}

/// How long the form has waited for the responses that it shows as pending.
struct Waiting: Hashable {
  let seconds: Int

  /// A text followed by the number of seconds; unchanged during the first second.
  func text(_ text: String, _ words: FormWords) -> String {
    guard seconds > 0, let time = words.text(ofSeconds: Double(seconds)) else { return text }
    return text + " " + time
  }
}

/// The note above the keys.
struct FormNote {
  var text = ""
  var isProblem = false
}
