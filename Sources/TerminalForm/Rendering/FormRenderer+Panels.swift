import FormEngine
import Messages

/// A line of a panel: pieces of text, each with a column and a style.
struct PanelLine {
  var pieces: [(column: Int, text: String, style: Style)] = []

  init(_ pieces: (column: Int, text: String, style: Style)...) { self.pieces = pieces }

  /// The line, split into several lines if its last text does not fit on one.
  ///
  /// If there is very little room for the last text, it stays on one line and is truncated when it
  /// is drawn.
  func wrapped(to columns: Int) -> [PanelLine] {
    guard let last = pieces.last else { return [self] }
    let room = columns - 1 - last.column
    guard room >= 12, displayWidth(last.text) > room else { return [self] }
    let lines = last.text.wrapped(to: room).map { PanelLine((last.column, $0, last.style)) }
    guard var first = lines.first else { return [self] }
    first.pieces.insert(contentsOf: pieces.dropLast(), at: 0)
    return [first] + lines.dropFirst()
  }
}

extension FormRenderer {
  /// The columns before and after the labels of a panel.
  private static let labelMargins = textColumn + 2

  /// Draws the panel that covers the rows.
  func drawPanel(
    _ content: FormPanelContent, _ form: FormPresentation, _ layout: FormLayout,
    on screen: inout Screen
  ) {
    let lines = lines(of: content, form, screen.columns)
    switch content {
    case .review(_, _, _, let line), .help(let line): draw(lines, from: line, layout, &screen)
    case .jump(let query, let items, let highlighted):
      drawJump(query, items, highlighted, form, layout, on: &screen)
    case .calendar(let calendar, let firstWeekday):
      drawCalendar(calendar, firstWeekday, form, layout, on: &screen)
    }
  }

  /// The lines of a panel that can be scrolled; none for other panels.
  private func lines(
    of content: FormPanelContent, _ form: FormPresentation, _ columns: Int
  ) -> [PanelLine] {
    switch content {
    case .review(let changes, let notOffered, let withoutEffect, _):
      let sections: [(title: Message, items: [FormChange])] = [
        (.noLongerOffered, notOffered), (.withoutEffect, withoutEffect),
      ]
      return reviewLines(changes, sections.filter { !$0.items.isEmpty }, form, columns)
        .flatMap { $0.wrapped(to: columns) }
    case .help: return helpLines(form, columns).flatMap { $0.wrapped(to: columns) }
    case .jump, .calendar: return []
    }
  }

  /// Whether a panel has more lines than fit.
  func isScrolled(
    _ content: FormPanelContent, _ form: FormPresentation, _ layout: FormLayout
  ) -> Bool {
    lines(of: content, form, layout.columns).count > layout.body.count
  }

  /// Draws the lines from the one numbered `first`, and earlier lines as well if fewer than a
  /// screenful would remain.
  private func draw(
    _ lines: [PanelLine], from first: Int, _ layout: FormLayout, _ screen: inout Screen
  ) {
    let height = layout.body.count
    let top = min(max(0, first), max(0, lines.count - height))
    // A screen reader starts reading at the cursor, so the cursor is placed here.
    if height > 0 { screen.cursor = ScreenPosition(row: layout.body.lowerBound, column: 1) }
    for (row, line) in zip(layout.body, lines.dropFirst(top)) {
      for piece in line.pieces where piece.column < screen.columns - 1 {
        let room = screen.columns - 1 - piece.column
        screen.put(
          piece.text.truncated(to: room), row: row, column: piece.column, style: piece.style)
      }
    }
    drawScrollMarks(first: top, count: lines.count, layout.body, on: &screen)
  }

  private func reviewLines(
    _ changes: [FormChange], _ sections: [(title: Message, items: [FormChange])],
    _ form: FormPresentation, _ columns: Int
  ) -> [PanelLine] {
    let all = changes + sections.flatMap(\.items)
    let widest = all.map { displayWidth($0.label) }.max() ?? 0
    let answer = Self.labelMargins + min(widest, max(6, columns / 2))
    var lines = [PanelLine((1, form.words(.reviewTitle), theme.section))]
    if changes.isEmpty {
      lines.append(PanelLine((Self.textColumn, form.words(.nothingChanged), theme.secondary)))
    }
    for change in changes { lines += self.lines(of: change, answer: answer, columns: columns) }
    for section in sections {
      lines += [PanelLine(), PanelLine((1, form.words(section.title), theme.section))]
      for item in section.items {
        lines.append(
          PanelLine(
            (Self.textColumn, item.label.truncated(to: answer - Self.labelMargins), theme.label),
            (answer, item.new, theme.value)))
        lines.append(PanelLine((answer, item.reason ?? "", theme.secondary)))
      }
    }
    return lines
  }

  /// The old and the new answer: on one line if they fit, or else one below the other.
  private func lines(of change: FormChange, answer: Int, columns: Int) -> [PanelLine] {
    let label = (
      Self.textColumn, change.label.truncated(to: answer - Self.labelMargins), theme.label
    )
    let old = change.old.isEmpty ? glyphs.nothing : change.old
    let new = change.new.isEmpty ? glyphs.nothing : change.new
    let arrow = glyphs.becomes + " "
    let after = answer + displayWidth(old) + 1
    var lines: [PanelLine]
    if old.contains(where: \.isNewline) || new.contains(where: \.isNewline) {
      lines = old.lines.map { PanelLine((answer, $0, theme.secondary)) }
      lines[0].pieces.insert(label, at: 0)
      lines += new.lines.enumerated().map { place, line in
        PanelLine(
          (answer, (place == 0 ? arrow : "  ") + line, theme.modified))
      }
    } else if after + displayWidth(arrow) + displayWidth(new) < columns {
      lines = [
        PanelLine(
          label, (answer, old, theme.secondary), (after, arrow + new, theme.modified))
      ]
    } else {
      lines = [
        PanelLine(label, (answer, old, theme.secondary)),
        PanelLine((answer, arrow + new, theme.modified)),
      ]
    }
    if let reason = change.reason { lines.append(PanelLine((answer, reason, theme.secondary))) }
    return lines
  }

  /// The keys of the context that the help covers, read from the key table.
  private func helpLines(_ form: FormPresentation, _ columns: Int) -> [PanelLine] {
    let part = form.covered
    let bindings = keys.bindings.filter { $0.context == part && !$0.keys.isEmpty }
    let room = max(8, columns / 2)
    // A key whose name is cut off is useless, so only the first keys that fit are shown.
    let names = bindings.map { binding in
      let names = binding.keys.map { $0.name(glyphs) }
      let texts = names.indices.map { names[...$0].joined(separator: "  ") }
      return texts.last { displayWidth($0) <= room } ?? texts.first ?? ""
    }
    let widest = names.map { displayWidth($0) }.max() ?? 0
    let column = Self.labelMargins + min(widest, room)
    var lines = [
      PanelLine((1, form.words("Keys: \(part.word)"), theme.section))
    ]
    for (name, binding) in zip(names, bindings) {
      lines.append(
        PanelLine(
          (Self.textColumn, name.truncated(to: column - Self.labelMargins), theme.key),
          (column, form.words(binding.action.name.word), theme.value)))
    }
    return lines + [
      PanelLine((Self.textColumn, form.words("Any other character is typed."), theme.secondary))
    ]
  }

  private func drawJump(
    _ query: TextField, _ items: [JumpItem], _ highlighted: Int, _ form: FormPresentation,
    _ layout: FormLayout, on screen: inout Screen
  ) {
    guard let top = layout.body.first else { return }
    var column = Self.textColumn
    column += screen.put(form.words(.goTo), row: top, column: column, style: theme.focused) + 2
    drawField(
      query, row: top, column: column,
      width: max(1, min(Self.maximumQueryColumns, screen.columns - column - 2)), on: &screen)
    let body = listBody(layout)
    guard !items.isEmpty else {
      if let row = body.first {
        screen.put(
          form.words(.nothingMatches), row: row, column: Self.textColumn, style: theme.secondary)
      }
      return
    }
    let first = scrolled(0, toShow: highlighted, height: max(1, body.count), count: items.count)
    let widest = items.map { displayWidth($0.label) }.max() ?? 0
    let answer = Self.labelMargins + min(widest, max(6, screen.columns / 3))
    for (row, index) in zip(body, first..<items.count) {
      let item = items[index]
      let label = item.label.truncated(to: answer - Self.labelMargins)
      screen.put(label, row: row, column: Self.textColumn, style: theme.label)
      if index == highlighted { highlightChoice(label, row: row, on: &screen) }
      let room = max(0, screen.columns - answer - 1)
      var used = screen.put(
        item.value.split(whereSeparator: \.isNewline).joined(separator: " ").truncated(to: room),
        row: row, column: answer, style: theme.value)
      guard let reason = item.reason else { continue }
      if used > 0 { used += 2 }
      if room - used > 8 {
        screen.put(
          reason.truncated(to: room - used), row: row, column: answer + used,
          style: theme.secondary)
      }
    }
  }

  /// The index of the found row that is drawn on a line of the screen; nil for any other line.
  func jumpIndex(
    atLine line: Int, _ layout: FormLayout, count: Int, highlighted: Int
  ) -> Int? {
    let body = listBody(layout)
    guard body.contains(line) else { return nil }
    let first = scrolled(0, toShow: highlighted, height: max(1, body.count), count: count)
    let index = first + line - body.lowerBound
    return index < count ? index : nil
  }
}
