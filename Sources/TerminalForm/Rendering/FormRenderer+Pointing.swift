package import FormEngine
import IntentModel
import Messages
import WidgetForm

/// A mouse event together with the frame that it refers to.
private struct PointingPlace {
  let mouse: MouseEvent
  let form: FormPresentation
  let layout: FormLayout
  let viewport: FormViewport
}

extension FormRenderer {
  /// The form events that a mouse event causes in the form as it is drawn.
  ///
  /// The wheel moves the focus or highlight. A press moves to a row, a choice or a day; a press on
  /// the current one activates it. A press on a switch, or on a choice of an array, toggles it. A
  /// press on the line of keys acts as that key. A slider follows the pointer.
  package func events(
    for mouse: MouseEvent, in form: FormPresentation, columns: Int, rows: Int,
    viewport: FormViewport, hasPreview: Bool
  ) -> [FormEvent] {
    let isInForm = form.panel == nil && form.picker == nil
    switch mouse.action {
    case .scrollUp: return [isInForm ? .moveFocus(.previous) : .moveHighlight(.previous)]
    case .scrollDown: return [isInForm ? .moveFocus(.next) : .moveHighlight(.next)]
    case .press, .drag: guard mouse.button == .left else { return [] }
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
    guard (0..<width).contains(mouse.column), (0..<rows).contains(mouse.row) else { return [] }
    let place = PointingPlace(mouse: mouse, form: form, layout: layout, viewport: viewport)
    if mouse.action == .press, layout.keyRows > 0, mouse.row == layout.rows - 1 {
      return keyEvents(place, columns: columns)
    }
    guard layout.body.contains(mouse.row) else { return [] }
    if let panel = form.panel { return mouse.action == .press ? events(at: place, in: panel) : [] }
    if let picker = form.picker {
      return mouse.action == .press ? events(at: place, in: picker) : []
    }
    if let completion = form.editing?.completion, completion.entries != nil {
      return mouse.action == .press ? events(at: place, in: completion) : []
    }
    return form.editsLines && form.editing != nil ? [] : rowEvents(place)
  }

  /// The events of the key name under the pointer; keys that act on the terminal work only from the
  /// keyboard.
  private func keyEvents(_ place: PointingPlace, columns: Int) -> [FormEvent] {
    let hints = keyHints(place.form, place.layout)
    switch hints.first(where: { $0.columns.contains(place.mouse.column) })?.action {
    case .event(let event)?: return [event]
    case .togglePreview?: return previewEvents(place.form, columns: columns)
    case .suspend?, .redraw?, nil: return []
    }
  }

  private func events(at place: PointingPlace, in picker: OptionsPicker) -> [FormEvent] {
    let (layout, mouse) = (place.layout, place.mouse)
    if mouse.row == layout.body.lowerBound + 1, listBody(layout).lowerBound > mouse.row {
      let places = initialPlaces(picker, columns: layout.columns)
      return places.first { $0.columns.contains(mouse.column) }.map { [.goToInitial($0.initial)] }
        ?? []
    }
    guard let row = choice(atLine: mouse.row, of: picker, layout, place.viewport) else { return [] }
    guard picker.chosen != nil else { return going(to: row, from: picker.highlighted) }
    return [.moveHighlight(.by(row - picker.highlighted)), .toggleChoice]
  }

  /// A press on the highlighted item chooses it; a press on another item highlights that item.
  private func going(to place: Int, from highlighted: Int) -> [FormEvent] {
    place == highlighted ? [.choose] : [.moveHighlight(.by(place - highlighted))]
  }

  private func events(at place: PointingPlace, in completion: PathCompletion) -> [FormEvent] {
    let body = listBody(place.layout)
    let index = place.viewport.firstChoice + place.mouse.row - body.lowerBound
    guard body.contains(place.mouse.row), completion.candidates.indices.contains(index) else {
      return []
    }
    guard let highlighted = completion.highlighted else {
      return [.moveHighlight(.first), .moveHighlight(.by(index))]
    }
    return going(to: index, from: highlighted)
  }

  private func events(at place: PointingPlace, in panel: FormPanelContent) -> [FormEvent] {
    let (mouse, layout) = (place.mouse, place.layout)
    switch panel {
    case .review, .help: return []
    case .calendar(let calendar, let firstWeekday):
      let grid = CalendarGrid(calendar.day, firstWeekday: firstWeekday, layout)
      guard let day = grid.day(atRow: mouse.row, column: mouse.column) else { return [] }
      return day == calendar.day.day ? [.choose] : [.adjust(day - calendar.day.day)]
    case .jump(_, let items, let highlighted):
      guard
        let index = jumpIndex(
          atLine: mouse.row, layout, count: items.count, highlighted: highlighted)
      else { return [] }
      return going(to: index, from: highlighted)
    }
  }

  private func rowEvents(_ place: PointingPlace) -> [FormEvent] {
    let (form, layout) = (place.form, place.layout)
    let lines = lines(of: form, height: layout.body.count)
    let line = place.viewport.firstRow + place.mouse.row - layout.body.lowerBound
    guard lines.indices.contains(line), let index = lines[line].row, let id = form.rows[index].id
    else {
      return []
    }
    return events(
      for: place.mouse, on: form.rows[index], id, isFocused: index == form.focused, form,
      layout.columns)
  }

  private func events(
    for mouse: MouseEvent, on row: FormRow, _ id: FormRowID, isFocused: Bool,
    _ form: FormPresentation, _ width: Int
  ) -> [FormEvent] {
    if case .slider(let position, let last) = row.control, row.hiddenReason == nil,
      form.editing == nil || !isFocused,
      let track = SliderParts(
        row, column: answerColumn(of: row, in: form, columns: width), columns: width)?.track
    {
      // A drag beyond the ends of the track still has an effect.
      guard mouse.action == .drag || track.contains(mouse.column) else { return [.focus(id)] }
      guard mouse.action == .press || isFocused else { return [] }
      let cell = min(track.count - 1, max(0, mouse.column - track.lowerBound))
      let target = (cell * last + (track.count - 1) / 2) / max(1, track.count - 1)
      return [.focus(id)] + (target == position ? [] : [.adjust(target - position)])
    }
    guard mouse.action == .press else { return [] }
    if isFocused { return form.editing == nil ? [.activate] : [] }
    switch row.control {
    case .button: return [.focus(id), .activate]
    case .toggle where row.hiddenReason == nil: return [.focus(id), .activate]
    default: return [.focus(id)]
    }
  }
}
