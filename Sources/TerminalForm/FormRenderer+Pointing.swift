package import FormEngine

extension FormRenderer {
  /// What a mouse event means for a form as it is drawn: the wheel moves, a press on a row goes
  /// there, one on the row with the focus does what it is for, and a slider follows the pointer.
  package func events(
    for mouse: MouseEvent, in form: FormPresentation, columns: Int, rows: Int,
    viewport: FormViewport, hasPreview: Bool
  ) -> [FormEvent] {
    let isInForm = form.panel == nil && form.picker == nil
    switch mouse.action {
    case .scrollUp: return [isInForm ? .moveFocus(.previous) : .moveHighlight(.previous)]
    case .scrollDown: return [isInForm ? .moveFocus(.next) : .moveHighlight(.next)]
    case .press, .drag:
      guard mouse.button == .left, isInForm, !(form.editsLines && form.editing != nil) else {
        return []
      }
    case .release, .move, .scrollLeft, .scrollRight: return []
    }
    var width = columns
    var isBelow = false
    switch place(of: hasPreview ? FormPreview() : nil, form, columns: columns) {
    case .beside(let taken): width = columns - taken
    case .below: isBelow = true
    case .none: break
    }
    let layout = layout(of: form, columns: width, rows: rows, isPreviewBelow: isBelow).layout
    guard mouse.column < width, layout.body.contains(mouse.row) else { return [] }
    let lines = lines(of: form, height: layout.body.count)
    let line = viewport.firstRow + mouse.row - layout.body.lowerBound
    guard lines.indices.contains(line), let index = lines[line], let id = form.rows[index].id else {
      return []
    }
    return events(
      for: mouse, on: form.rows[index], id, isFocused: index == form.focused, form, width)
  }

  private func events(
    for mouse: MouseEvent, on row: FormRow, _ id: FormRowID, isFocused: Bool,
    _ form: FormPresentation, _ width: Int
  ) -> [FormEvent] {
    if case .slider(let position, let last) = row.control, row.hiddenReason == nil,
      form.editing == nil || !isFocused,
      let track = sliderTrack(of: row, in: form, columns: width)
    {
      // A drag goes on beyond the ends of the track.
      guard mouse.action == .drag || track.contains(mouse.column) else { return [.focus(id)] }
      guard mouse.action == .press || isFocused else { return [] }
      let cell = min(track.count - 1, max(0, mouse.column - track.lowerBound))
      let target = (cell * last + (track.count - 1) / 2) / max(1, track.count - 1)
      return [.focus(id)] + (target == position ? [] : [.adjust(target - position)])
    }
    guard mouse.action == .press else { return [] }
    if isFocused { return form.editing == nil ? [.activate] : [] }
    return row.control == .button ? [.focus(id), .activate] : [.focus(id)]
  }

  /// The columns of a slider's track; nil where there is no room for one.
  private func sliderTrack(of row: FormRow, in form: FormPresentation, columns: Int) -> Range<Int>?
  {
    let answer = answerColumn(of: form, columns: columns)
    let text = row.value.isEmpty ? row.placeholder : row.value
    let width = min(22, columns - answer - 1 - displayWidth(text) - 1)
    return width >= 6 ? answer..<answer + width : nil
  }
}
