import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Helps a person write a date, a time or both as one text: it steps the part at the cursor, and
/// moves from part to part.
///
/// Typed text stays as it is until the person steps or moves; then it is rewritten in the form of
/// the notation. ``ValueText`` reads the text.
struct MomentEditor: Sendable, Hashable {
  /// A part of a text that can be stepped.
  private struct Part {
    /// The component; nil for AM and PM.
    var component: IntentDateComponent?
    /// The positions of the part's characters in the text.
    var range: Range<Int>
  }

  /// Whether the whole text is selected, so that the next typed character replaces it.
  private(set) var isSelected: Bool

  /// Whether the arrow keys step the parts; they move to another row instead if the text was
  /// started by typing on the row.
  private var steps: Bool

  /// Makes the editor of a text.
  ///
  /// - Parameters:
  ///   - selecting: Whether the whole text is selected at first.
  ///   - steps: Whether the arrow keys step the parts at first.
  init(selecting: Bool, steps: Bool) { (isSelected, self.steps) = (selecting, steps) }

  /// Handles an event from the person; returns false if the text field should handle it.
  mutating func handle(
    _ event: FormEvent, _ fields: inout EditorFields, value: IntentValue?, _ setup: FormSetup
  ) -> Bool {
    switch event {
    case .insert, .type:
      if isSelected { clear(&fields) }
      return false
    case .edit(let command): return edit(command, &fields)
    case .moveFocus where !steps: return false
    case .moveFocus(.next): return step(by: -1, &fields, value, setup)
    case .moveFocus(.previous): return step(by: 1, &fields, value, setup)
    case .adjust(let steps): return step(by: steps, &fields, value, setup)
    case .nextPart: return go(by: 1, &fields, value, setup)
    case .previousPart: return go(by: -1, &fields, value, setup)
    default: return false
    }
  }

  private mutating func edit(_ command: TextField.Command, _ fields: inout EditorFields) -> Bool {
    let wasSelected = isSelected
    isSelected = false
    if command.deletes {
      let clears = wasSelected || command == .deleteToStart
      if clears { clear(&fields) }
      return clears
    }
    switch command {
    case .left, .wordLeft, .start:
      if wasSelected { fields.fields[0].perform(.start) }
      return wasSelected
    case .right, .wordRight, .end:
      if wasSelected { fields.fields[0].perform(.end) }
      return wasSelected
    default: return false
    }
  }

  private mutating func clear(_ fields: inout EditorFields) {
    isSelected = false
    fields.fields[0].clear()
  }

  // MARK: Parts

  /// The parts of a text in the form of the notation; nil for any other text.
  private func parts(
    _ text: String, _ components: DateComponents, _ notation: ValueNotation
  ) -> [Part]? {
    guard text == DateText.text(of: components, notation: notation) else { return nil }
    let hasDay = IntentDateComponent.ofDate.allSatisfy { components[$0] != nil }
    guard hasDay || !components.hasAny(of: IntentDateComponent.ofDate),
      (components.hour == nil) == (components.minute == nil),
      components.hour != nil || components.second == nil, components.isInRange
    else { return nil }
    var names = hasDay ? notation.dateComponents : []
    if components.hour != nil { names += [.hour, .minute] }
    if components.second != nil { names.append(.second) }
    var parts: [Part] = []
    for (place, character) in text.enumerated() {
      if character.isNumber {
        if let last = parts.last, last.component != nil, last.range.upperBound == place {
          parts[parts.count - 1].range = last.range.lowerBound..<place + 1
        } else {
          guard parts.count < names.count else { return nil }
          parts.append(Part(component: names[parts.count], range: place..<place + 1))
        }
      } else if character.isLetter {
        if let last = parts.last, last.component == nil {
          parts[parts.count - 1].range = last.range.lowerBound..<place + 1
        } else {
          parts.append(Part(component: nil, range: place..<place + 1))
        }
      }
    }
    return parts
  }

  /// Rewrites the text in the form of the notation, if it can be read, and returns its parts.
  private func written(
    _ fields: inout EditorFields, _ value: IntentValue?, _ setup: FormSetup
  ) -> (components: DateComponents, parts: [Part])? {
    guard case .dateComponents(let components)? = value else { return nil }
    if let parts = parts(fields.texts[0], components, setup.notation) { return (components, parts) }
    let text = DateText.text(of: components, notation: setup.notation)
    guard let parts = parts(text, components, setup.notation), let first = parts.first else {
      return nil
    }
    put(text, at: first.range.lowerBound, &fields)
    return (components, parts)
  }

  private func put(_ text: String, at place: Int, _ fields: inout EditorFields) {
    if text != fields.texts[0] { fields.put(text) }
    fields.fields[0].perform(.start)
    for _ in 0..<place { fields.fields[0].perform(.right) }
  }

  private func active(_ parts: [Part], _ fields: EditorFields) -> Int {
    parts.lastIndex { $0.range.lowerBound <= fields.fields[0].cursor } ?? 0
  }

  private mutating func go(
    by distance: Int, _ fields: inout EditorFields, _ value: IntentValue?, _ setup: FormSetup
  ) -> Bool {
    let before = fields.texts
    guard let (_, parts) = written(&fields, value, setup), !parts.isEmpty else { return false }
    // A text in a different form is first rewritten.
    let isRewritten = fields.texts != before
    let place =
      isRewritten ? 0 : active(parts, fields).moved(by: distance, among: parts.count)
    put(fields.texts[0], at: parts[place].range.lowerBound, &fields)
    (isSelected, steps) = (true, true)
    return true
  }

  // MARK: Steps

  /// Steps the part at the cursor; every part except the year wraps around at the ends.
  ///
  /// With an empty text, stepping starts from the current day and from midnight.
  private mutating func step(
    by steps: Int, _ fields: inout EditorFields, _ value: IntentValue?, _ setup: FormSetup
  ) -> Bool {
    guard let (present, parts) = written(&fields, value, setup), !parts.isEmpty else {
      return false
    }
    var components = present
    let place = active(parts, fields)
    let steps = min(10_000, max(-10_000, steps))
    if let name = parts[place].component, let number = components[name] {
      var range = name.range
      if name == .day, let last = lastDay(components) { range = 1...last }
      let moved = number + steps
      if name == .year {
        components[name] = min(range.upperBound, max(range.lowerBound, moved))
      } else if name == .hour, setup.notation.usesTwelveHours {
        // AM or PM stays the same.
        components[name] = number / 12 * 12 + (number % 12).moved(by: steps, among: 12)
      } else {
        components[name] =
          range.lowerBound + (moved - range.lowerBound).moved(by: 0, among: range.count)
      }
    } else if let hour = components.hour {
      components.hour = (hour + 12) % 24
    }
    if let day = components.day, let last = lastDay(components), day > last {
      components.day = last
    }
    let text = DateText.text(of: components, notation: setup.notation)
    let changed = self.parts(text, components, setup.notation) ?? parts
    put(text, at: changed[min(place, changed.count - 1)].range.lowerBound, &fields)
    isSelected = true
    return true
  }

  private func lastDay(_ components: DateComponents) -> Int? {
    guard let month = components.month, IntentDateComponent.month.range.contains(month) else {
      return nil
    }
    return CivilDate.dayCount(year: components.year ?? CivilDate.anyLeapYear, month: month)
  }

  /// The date or time from which stepping an empty text starts.
  static func start(of kind: DateComponentsMetadata.Kind, _ setup: FormSetup) -> IntentValue {
    var components = kind == .date ? DateComponents() : DateComponents(hour: 0, minute: 0)
    if kind != .time {
      let today = setup.calendarStart
      (components.year, components.month, components.day) = (today.year, today.month, today.day)
    }
    return .dateComponents(components)
  }
}
