public import IntentModel
import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Edits a date, a time or both in a field for each part, in the order of the locale.
struct DateEditor: Sendable, Hashable {
  /// The parts in the order of their fields.
  let parts: [DatePart]

  /// Whether the next digit replaces the active part, as it does after a move to that part.
  private var isFresh = true

  /// All that has been typed since the fields were opened; nil after any other change of them.
  private var typed: String? = ""

  /// Makes the parts for a value; nil unless it is empty, or a full date, a full time, or both.
  init?(
    _ kind: DateComponentsMetadata.Kind, showing value: IntentValue?, _ notation: ValueNotation
  ) {
    let components = Self.components(value)
    let set = IntentDateComponent.allCases.filter { components[$0] != nil }
    let days: [IntentDateComponent] = [.year, .month, .day]
    let hasDate = days.allSatisfy { set.contains($0) } || days.allSatisfy { !set.contains($0) }
    let hasTime = set.contains(.hour) == set.contains(.minute)
    let isWhole = hasTime && (set.contains(.hour) || !set.contains(.second))
    let isInRange = set.allSatisfy { name in
      name.belongs(to: kind) && components[name].map { name.range.contains($0) } ?? true
    }
    guard hasDate, isWhole, isInRange else { return nil }
    var parts: [DatePart] = kind == .time ? [] : notation.dateComponents.map { .component($0) }
    if kind != .date {
      parts += [.component(.hour), .component(.minute)]
      if components.second != nil { parts.append(.component(.second)) }
      if notation.usesTwelveHours { parts.append(.period) }
    }
    self.parts = parts
  }

  private static func components(_ value: IntentValue?) -> DateComponents {
    if case .dateComponents(let present)? = value { present } else { DateComponents() }
  }

  /// The texts of the parts for a value.
  func texts(of value: IntentValue?, _ notation: ValueNotation) -> [String] {
    let components = Self.components(value)
    return parts.map { part in
      switch part {
      case .period: components.hour.map { $0 >= 12 ? "PM" : "AM" } ?? ""
      case .component(.hour):
        components.hour.map { hour in
          notation.usesTwelveHours
            ? String(ValueNotation.twelveHour(hour).hour) : padded(hour)
        } ?? ""
      case .component(let name): components[name].map { padded($0, part.width) } ?? ""
      }
    }
  }

  /// The value of the fields, with the other components of the present value; nil if the fields are
  /// empty, and a failure if a date or a time is incomplete.
  func read(
    _ texts: [String], over value: IntentValue?, type: ParameterType, _ notation: ValueNotation
  ) -> Result<IntentValue?, IntentIssue.Reason> {
    let numbers = zip(parts, texts).filter { $0.0 != .period }
    if numbers.allSatisfy({ $0.1.isEmpty }) { return .success(nil) }
    var components = Self.components(value)
    for (part, text) in numbers {
      if case .component(let name) = part { components[name] = Int(text) }
    }
    if let hour = components.hour, parts.contains(.period) {
      components.hour = hour % 12 + (texts.last == "PM" ? 12 : 0)
    }
    // A year has four digits, as in a full date that is typed as text.
    let hasYear = numbers.allSatisfy {
      $0.0 != .component(.year) || [0, 4].contains($0.1.utf8.count)
    }
    let isDateKnown = [components.year, components.month, components.day].filter { $0 != nil }
    let isTimeKnown = [components.hour, components.minute].filter { $0 != nil }
    guard hasYear, isDateKnown.count % 3 == 0, isTimeKnown.count % 2 == 0 else {
      return .failure(
        .wrongType(
          expected: ValueText.expectation(of: type, notation: notation),
          found: .quoted(text(of: texts, notation))))
    }
    return .success(.dateComponents(components))
  }

  /// The fields as one text, for an issue and for keeping unread text.
  func text(of texts: [String], _ notation: ValueNotation) -> String {
    var text = ""
    for (place, (part, field)) in zip(parts, texts).enumerated() {
      if place > 0 { text += notation.separator(before: part, after: parts[place - 1]) }
      text += field.isEmpty && part != .period ? "?" : field
    }
    return text.trimmed
  }
}

// MARK: - Typing a text

extension DateEditor {
  /// The text to type on instead of the parts, if typed characters belong to no part: the name of a
  /// day or a month, a sign, or a separator after a year that is still too short; nil if they belong
  /// to the parts.
  func textInstead(
    of inserted: String, _ fields: EditorFields, _ notation: ValueNotation
  ) -> String? {
    let plain = ValueNotation.plain(inserted)
    guard let first = plain.first else { return nil }
    let part = parts[fields.active]
    let isInTime = if case .component(let name) = part { !name.belongs(to: .date) } else { true }
    let isPeriod = parts.contains(.period) && isInTime && "aApP".contains(first)
    let isLetter = first.isLetter && !isPeriod && !(plain.count == 1 && first == "T")
    let isShortYear =
      part == .component(.year) && !isFresh && "-/. ".contains(first)
      && (1...3).contains(fields.activeText.utf8.count)
    guard isLetter || first == "+" || isShortYear else { return nil }
    guard fields.isChanged else { return inserted }
    // The parts may have divided what begins a text, such as the 25 of “25 Dec” after a month.
    if let typed { return typed + inserted }
    var shown = ""
    for place in 0...fields.active {
      if place == fields.active, isFresh { break }
      if place > 0 { shown += notation.separator(before: parts[place], after: parts[place - 1]) }
      shown += fields.texts[place]
    }
    if isFresh, fields.active > 0 {
      shown += notation.separator(before: part, after: parts[fields.active - 1])
    }
    return shown + inserted
  }
}

// MARK: - Events

extension DateEditor {
  /// Handles an event of the person; returns false to leave it to the text.
  mutating func handle(
    _ event: FormEvent, _ fields: inout EditorFields, type: ParameterType, _ setup: FormSetup
  ) -> Bool {
    switch event {
    case .insert(let text):
      typed?.append(text)
      insert(text, &fields, type, setup)
      return true
    case .edit(let command): edit(command, &fields, setup.notation)
    case .moveFocus(.next): step(by: -1, &fields, setup)
    case .moveFocus(.previous): step(by: 1, &fields, setup)
    case .adjust(let steps): step(by: steps, &fields, setup)
    case .nextPart: go(to: fields.active.moved(by: 1, among: parts.count), &fields, setup.notation)
    case .previousPart:
      go(to: fields.active.moved(by: -1, among: parts.count), &fields, setup.notation)
    default: return false
    }
    typed = nil
    return true
  }

  private mutating func edit(
    _ command: TextField.Command, _ fields: inout EditorFields, _ notation: ValueNotation
  ) {
    let active = fields.active
    switch command {
    case .left, .wordLeft: go(to: max(0, active - 1), &fields, notation)
    case .right, .wordRight: go(to: min(parts.count - 1, active + 1), &fields, notation)
    case .start: go(to: 0, &fields, notation)
    case .end: go(to: parts.count - 1, &fields, notation)
    case .deleteBackward where fields.activeText.isEmpty:
      go(to: max(0, active - 1), &fields, notation)
    case .deleteBackward where parts[active] != .period:
      fields.put(String(fields.activeText.dropLast()))
      isFresh = false
    case .deleteBackward, .deleteForward, .deleteWordBackward, .deleteWordForward, .deleteToStart,
      .deleteToEnd:
      fields.put("")
    case .yank, .transpose, .undo, .lineUp, .lineDown: break
    }
  }

  /// Leaves the active part for another, after adding leading zeros to its number.
  private mutating func go(to place: Int, _ fields: inout EditorFields, _ notation: ValueNotation) {
    let part = parts[fields.active]
    let isHour = part == .component(.hour) && notation.usesTwelveHours
    if let number = Int(fields.activeText), !isHour, part != .component(.year) {
      fields.put(padded(number, part.width))
    }
    fields.active = place
    isFresh = true
  }

  /// Types characters into the active part and the following ones, or reads a pasted date as a
  /// whole.
  private mutating func insert(
    _ text: String, _ fields: inout EditorFields, _ type: ParameterType, _ setup: FormSetup
  ) {
    if text.count > 1, case .dateComponents(let metadata) = type,
      case .success(let value) = ValueText.value(
        of: text, type: type, schema: setup.schema, words: setup.words, notation: setup.notation),
      let read = DateEditor(metadata.kind, showing: value, setup.notation),
      read.parts.count == parts.count
    {
      fields.fields = read.texts(of: value, setup.notation).map { TextField($0) }
      isFresh = true
      return
    }
    for character in ValueNotation.plain(text) { self.type(character, &fields, setup.notation) }
  }

  private mutating func type(
    _ character: Character, _ fields: inout EditorFields, _ notation: ValueNotation
  ) {
    let part = parts[fields.active]
    if let period = parts.firstIndex(of: .period), "aApP".contains(character) {
      fields.fields[period] = TextField("aA".contains(character) ? "AM" : "PM")
      go(to: period, &fields, notation)
      return
    }
    guard character.isASCII, character.isNumber else {
      let isSeparator = "-/.:, T".contains(character)
      if isSeparator, !fields.activeText.isEmpty, !isFresh {
        go(to: min(parts.count - 1, fields.active + 1), &fields, notation)
      }
      return
    }
    guard case .component(let name) = part else { return }
    let range = shownRange(of: name, notation)
    let before = isFresh ? "" : fields.activeText
    let typed = before + String(character)
    guard let number = Int(typed), number <= range.upperBound, typed.count <= part.width else {
      // A digit that no longer fits belongs to the next part.
      guard !before.isEmpty, fields.active + 1 < parts.count else { return }
      go(to: fields.active + 1, &fields, notation)
      type(character, &fields, notation)
      return
    }
    fields.put(typed)
    isFresh = false
    if name == .hour { fillPeriod(&fields) }
    let isFull = typed.count == part.width || number * 10 > range.upperBound
    guard isFull else { return }
    if fields.active + 1 == parts.count {
      isFresh = true
    } else {
      go(to: fields.active + 1, &fields, notation)
    }
  }

  /// Sets an empty AM/PM part to AM once an hour is entered.
  private func fillPeriod(_ fields: inout EditorFields) {
    guard let place = parts.firstIndex(of: .period), fields.texts[place].isEmpty else { return }
    fields.fields[place] = TextField("AM")
  }

  private func shownRange(
    of name: IntentDateComponent, _ notation: ValueNotation
  ) -> ClosedRange<Int> {
    name == .hour && notation.usesTwelveHours ? 1...12 : name.range
  }

  /// Steps the active part; every part except the year wraps around at the ends.
  ///
  /// An empty part starts at the present day or at the start of the day.
  private mutating func step(by steps: Int, _ fields: inout EditorFields, _ setup: FormSetup) {
    let text = fields.activeText
    let part = parts[fields.active]
    switch part {
    case .period: fields.put(text == "AM" ? "PM" : "AM")
    case .component(let name):
      var range = shownRange(of: name, setup.notation)
      if name == .day, let last = lastDay(fields) { range = 1...last }
      let number = Int(text).map { stepped($0, by: steps, in: range, goesRound: name != .year) }
      let written = padded(number ?? start(of: name, setup), part.width)
      let isHour = name == .hour && setup.notation.usesTwelveHours
      fields.put(isHour ? String(Int(written) ?? 12) : written)
      if name == .hour { fillPeriod(&fields) }
      keepDayInMonth(&fields)
    }
    isFresh = true
  }

  private func stepped(
    _ number: Int, by steps: Int, in range: ClosedRange<Int>, goesRound: Bool
  ) -> Int {
    let moved = number + min(10_000, max(-10_000, steps))
    guard goesRound else { return min(range.upperBound, max(range.lowerBound, moved)) }
    return range.lowerBound + (moved - range.lowerBound).moved(by: 0, among: range.count)
  }

  private func start(of name: IntentDateComponent, _ setup: FormSetup) -> Int {
    let today = setup.calendarStart
    switch name {
    case .year: return today.year
    case .month: return today.month
    case .day: return today.day
    case .hour: return setup.notation.usesTwelveHours ? 12 : 0
    case .minute, .second: return 0
    }
  }

  private func number(_ name: IntentDateComponent, _ fields: EditorFields) -> Int? {
    parts.firstIndex(of: .component(name)).flatMap { Int(fields.texts[$0]) }
  }

  /// The last day of the month in the fields; an unknown year counts as a leap year.
  private func lastDay(_ fields: EditorFields) -> Int? {
    guard let month = number(.month, fields), (1...12).contains(month) else { return nil }
    return CivilDate.dayCount(year: number(.year, fields) ?? 2_000, month: month)
  }

  private func keepDayInMonth(_ fields: inout EditorFields) {
    guard let place = parts.firstIndex(of: .component(.day)), let day = number(.day, fields),
      let last = lastDay(fields), day > last
    else { return }
    fields.fields[place] = TextField(String(last))
  }
}

/// A part of a date or a time that has its own field.
public enum DatePart: Sendable, Hashable {
  case component(IntentDateComponent)
  /// AM or PM.
  case period

  /// The letters that stand for the part while it is empty, such as `YYYY`.
  public func blank(_ words: FormWords) -> String {
    let letters = words("Y,M,D,h,m,s").split(separator: ",").map(String.init)
    let names: [IntentDateComponent] = [.year, .month, .day, .hour, .minute, .second]
    guard case .component(let name) = self, let place = names.firstIndex(of: name),
      letters.indices.contains(place)
    else { return "" }
    return String(repeating: letters[place], count: width)
  }

  /// The number of characters in the field.
  public var width: Int { self == .component(.year) ? 4 : 2 }
}

extension ValueNotation {
  /// The text between two parts of a date or a time.
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
    case .period: "AM or PM"
    case .component(.year): "Year"
    case .component(.month): "Month"
    case .component(.day): "Day"
    case .component(.hour): "Hour"
    case .component(.minute): "Minute"
    case .component(.second): "Second"
    }
  }
}
