#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import IntentModel
import Messages

extension FormState {
  /// The parts of a date in the order of the notation, where its value can be shown in them: nothing,
  /// or a whole date, a whole time, or both.
  func dateEditing(
    _ row: FormRowID, _ kind: DateComponentsMetadata.Kind, _ value: IntentValue?,
    original: [String]? = nil
  ) -> TextEditing? {
    var components = DateComponents()
    if case .dateComponents(let present)? = value { components = present }
    let set = IntentDateComponent.allCases.filter { components[$0] != nil }
    let days: [IntentDateComponent] = [.year, .month, .day]
    let hasDate = days.allSatisfy { set.contains($0) } || days.allSatisfy { !set.contains($0) }
    let hasTime = set.contains(.hour) == set.contains(.minute)
    let isWhole = hasTime && (set.contains(.hour) || !set.contains(.second))
    let isInRange = set.allSatisfy { name in
      name.belongs(to: kind) && components[name].map { name.range.contains($0) } ?? true
    }
    guard hasDate, isWhole, isInRange else { return nil }
    let notation = setup.notation
    var parts: [DatePart] = kind == .time ? [] : notation.dateComponents.map { .component($0) }
    if kind != .date {
      parts += [.component(.hour), .component(.minute)]
      if components.second != nil { parts.append(.component(.second)) }
      if notation.usesTwelveHours { parts.append(.period) }
    }
    return TextEditing(
      row: row, layout: .date(parts), labels: parts.map { words($0.word) },
      texts: parts.map { text(of: $0, in: components) }, original: original)
  }

  private func text(of part: DatePart, in components: DateComponents) -> String {
    switch part {
    case .period: components.hour.map { $0 >= 12 ? "PM" : "AM" } ?? ""
    case .component(.hour):
      components.hour.map { shownHour($0) } ?? ""
    case .component(let name):
      components[name].map { DateText.padded($0, part.width) } ?? ""
    }
  }

  private func shownHour(_ hour: Int) -> String {
    setup.notation.usesTwelveHours
      ? String(ValueNotation.twelveHour(hour).hour) : DateText.padded(hour)
  }

  /// What stands in the fields, over what the value has besides; nil when nothing stands in them, and
  /// an issue when a date or a time is incomplete.
  func readDate(
    _ editing: TextEditing, _ parts: [DatePart]
  ) -> Result<IntentValue?, IntentIssue> {
    let texts = zip(parts, editing.texts).filter { $0.0 != .period }
    if texts.allSatisfy({ $0.1.isEmpty }) { return .success(nil) }
    var components = DateComponents()
    if case .dateComponents(let present)? = value(of: editing.row) { components = present }
    for (part, text) in texts {
      if case .component(let name) = part { components[name] = Int(text) }
    }
    if let hour = components.hour, parts.contains(.period) {
      components.hour = hour % 12 + (editing.texts.last == "PM" ? 12 : 0)
    }
    // A year has four digits here as in a whole date that is typed.
    let hasYear = texts.allSatisfy {
      $0.0 != .component(.year) || [0, 4].contains($0.1.utf8.count)
    }
    let isDateKnown = [components.year, components.month, components.day].filter { $0 != nil }
    let isTimeKnown = [components.hour, components.minute].filter { $0 != nil }
    guard hasYear, isDateKnown.count % 3 == 0, isTimeKnown.count % 2 == 0 else {
      let type = parameter(of: editing.row)?.type ?? .other("")
      let reason = IntentIssue.Reason.wrongType(
        expected: ValueText.expectation(of: type), found: .quoted(dateText(editing, parts)))
      return .failure(IntentIssue(reason, at: path(of: editing.row)))
    }
    return checked(.dateComponents(components), of: editing.row)
  }

  /// What stands in the fields as one text, for an issue and for a text that is kept unread.
  func dateText(_ editing: TextEditing, _ parts: [DatePart]) -> String {
    var text = ""
    for (place, (part, field)) in zip(parts, editing.texts).enumerated() {
      if place > 0 { text += setup.notation.separator(before: part, after: parts[place - 1]) }
      text += field.isEmpty && part != .period ? "?" : field
    }
    return text.trimmed
  }

  /// The events that mean something else in the fields of a date; nil leaves an event to the editor.
  mutating func handleInDate(_ event: FormEvent, _ parts: [DatePart]) -> [FormEffect]? {
    guard let current = editing else { return nil }
    switch event {
    case .insert(let text): typeInDate(text, parts)
    case .edit(let command): editInDate(command, parts)
    case .moveFocus(.next): stepDate(parts, by: -1)
    case .moveFocus(.previous): stepDate(parts, by: 1)
    case .adjust(let steps): stepDate(parts, by: steps)
    case .nextPart: goToPart((current.active + 1) % parts.count)
    case .previousPart: goToPart((current.active + parts.count - 1) % parts.count)
    default: return nil
    }
    editing?.issue = nil
    return []
  }

  private mutating func editInDate(_ command: TextField.Command, _ parts: [DatePart]) {
    guard let current = editing else { return }
    let active = current.active
    switch command {
    case .left, .wordLeft: goToPart(max(0, active - 1))
    case .right, .wordRight: goToPart(min(parts.count - 1, active + 1))
    case .start: goToPart(0)
    case .end: goToPart(parts.count - 1)
    case .deleteBackward where current.texts[active].isEmpty: goToPart(max(0, active - 1))
    case .deleteBackward where parts[active] != .period:
      editing?.fields[active] = TextField(String(current.texts[active].dropLast()))
      editing?.isFresh = false
    case .deleteBackward, .deleteForward, .deleteWordBackward, .deleteWordForward, .deleteToStart,
      .deleteToEnd:
      editing?.fields[active] = TextField()
    case .yank, .transpose, .undo, .lineUp, .lineDown: break
    }
  }

  /// Leaves the active part, whose number gets its noughts, for another.
  private mutating func goToPart(_ place: Int) {
    guard let current = editing, case .date(let parts) = current.layout else { return }
    let text = current.texts[current.active]
    let isHour = parts[current.active] == .component(.hour) && setup.notation.usesTwelveHours
    let isYear = parts[current.active] == .component(.year)
    if let number = Int(text), !isHour, !isYear {
      let padded = DateText.padded(number, parts[current.active].width)
      editing?.fields[current.active] = TextField(padded)
    }
    editing?.active = place
    editing?.isFresh = true
  }

  /// Types a character into the active part, or reads a whole date that is pasted.
  private mutating func typeInDate(_ text: String, _ parts: [DatePart]) {
    guard let current = editing else { return }
    if text.count > 1, let parameter = parameter(of: current.row),
      case .dateComponents(let metadata) = parameter.type,
      case .success(let value) = ValueText.value(
        of: text, type: parameter.type, schema: schema, words: words, notation: setup.notation),
      let read = dateEditing(current.row, metadata.kind, value), read.fields.count == parts.count
    {
      editing?.fields = read.fields
      editing?.isFresh = true
      return
    }
    for character in ValueNotation.plain(text) { type(character, parts) }
  }

  private mutating func type(_ character: Character, _ parts: [DatePart]) {
    guard let current = editing else { return }
    let part = parts[current.active]
    if let period = parts.firstIndex(of: .period), "aApP".contains(character) {
      editing?.fields[period] = TextField("aA".contains(character) ? "AM" : "PM")
      goToPart(period)
      return
    }
    guard character.isASCII, character.isNumber else {
      let isSeparator = "-/.:, T".contains(character)
      if isSeparator, !current.texts[current.active].isEmpty, !current.isFresh {
        goToPart(min(parts.count - 1, current.active + 1))
      }
      return
    }
    guard case .component(let name) = part else { return }
    let range = shownRange(of: name)
    let before = current.isFresh ? "" : current.texts[current.active]
    let typed = before + String(character)
    guard let number = Int(typed), number <= range.upperBound, typed.count <= part.width else {
      // What does not fit any more belongs to the next part.
      guard !before.isEmpty, current.active + 1 < parts.count else { return }
      goToPart(current.active + 1)
      type(character, parts)
      return
    }
    editing?.fields[current.active] = TextField(typed)
    editing?.isFresh = false
    if name == .hour { fillPeriod(parts) }
    let isFull = typed.count == part.width || number * 10 > range.upperBound
    guard isFull else { return }
    let isLast = current.active + 1 == parts.count
    if isLast { editing?.isFresh = true } else { goToPart(current.active + 1) }
  }

  /// An hour that is counted to twelve is one of the morning until something else is said.
  private mutating func fillPeriod(_ parts: [DatePart]) {
    guard let place = parts.firstIndex(of: .period), editing?.texts[place].isEmpty == true else {
      return
    }
    editing?.fields[place] = TextField("AM")
  }

  private func shownRange(of name: IntentDateComponent) -> ClosedRange<Int> {
    name == .hour && setup.notation.usesTwelveHours ? 1...12 : name.range
  }

  /// Moves the active part by steps, round at the ends but for years; an empty one begins at the
  /// present day, or at the start of the day.
  private mutating func stepDate(_ parts: [DatePart], by steps: Int) {
    guard let current = editing else { return }
    let text = current.texts[current.active]
    switch parts[current.active] {
    case .period:
      editing?.fields[current.active] = TextField(text == "AM" ? "PM" : "AM")
    case .component(let name):
      var range = shownRange(of: name)
      if name == .day, let last = lastDay(parts, current) { range = 1...last }
      let number = Int(text).map { stepped($0, by: steps, in: range, goesRound: name != .year) }
      let written = DateText.padded(number ?? start(of: name), parts[current.active].width)
      let isHour = name == .hour && setup.notation.usesTwelveHours
      editing?.fields[current.active] = TextField(isHour ? String(Int(written) ?? 12) : written)
      if name == .hour { fillPeriod(parts) }
      keepDayInMonth(parts)
    }
    editing?.isFresh = true
  }

  private func stepped(
    _ number: Int, by steps: Int, in range: ClosedRange<Int>, goesRound: Bool
  ) -> Int {
    let moved = number + min(10_000, max(-10_000, steps))
    guard goesRound else { return min(range.upperBound, max(range.lowerBound, moved)) }
    let place = (moved - range.lowerBound) % range.count
    return range.lowerBound + (place < 0 ? place + range.count : place)
  }

  private func start(of name: IntentDateComponent) -> Int {
    let today = setup.today ?? CivilDay(year: 2026, month: 1, day: 1)
    switch name {
    case .year: return today.year
    case .month: return today.month
    case .day: return today.day
    case .hour: return setup.notation.usesTwelveHours ? 12 : 0
    case .minute, .second: return 0
    }
  }

  private func number(
    _ name: IntentDateComponent, _ parts: [DatePart], _ editing: TextEditing
  )
    -> Int?
  {
    parts.firstIndex(of: .component(name)).flatMap { Int(editing.texts[$0]) }
  }

  /// The last day of the month in the fields; a year that is not known counts as a leap year.
  private func lastDay(_ parts: [DatePart], _ editing: TextEditing) -> Int? {
    guard let month = number(.month, parts, editing), (1...12).contains(month) else { return nil }
    return IntentSchema.daysInMonth(month, year: number(.year, parts, editing) ?? 2_000)
  }

  private mutating func keepDayInMonth(_ parts: [DatePart]) {
    guard let current = editing, let place = parts.firstIndex(of: .component(.day)),
      let day = number(.day, parts, current), let last = lastDay(parts, current), day > last
    else { return }
    editing?.fields[place] = TextField(String(last))
  }
}

extension ValueNotation {
  /// What stands between two parts of a date or a time.
  public func separator(before part: DatePart, after other: DatePart) -> String {
    switch (other, part) {
    case (_, .period): " "
    case (.component(let before), .component(.hour)) where before.belongs(to: .date): "  "
    case (.component(.hour), _), (.component(.minute), _): ":"
    default: String(dateSeparator)
    }
  }
}

extension DatePart {
  /// The name of the part.
  var word: Message {
    switch self {
    case .period: .partPeriod
    case .component(.year): .partYear
    case .component(.month): .partMonth
    case .component(.day): .partDay
    case .component(.hour): .partHour
    case .component(.minute): .partMinute
    case .component(.second): .partSecond
    }
  }
}
