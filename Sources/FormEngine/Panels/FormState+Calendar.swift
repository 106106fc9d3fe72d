#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import IntentModel

/// A month with a day in it, opened for a row that asks for a date.
public struct CalendarPanel: Sendable, Hashable {
  /// The row the day is for.
  public let row: FormRowID
  /// The day that would be taken.
  public internal(set) var day: CivilDay
  /// The day of the value as it stands; nil when there is none.
  public let chosen: CivilDay?
}

extension FormState {
  /// Opens the month of the focused date, or of the one being typed, else of the present day.
  mutating func openCalendar() -> [FormEffect] {
    let row = editing?.row ?? focus
    guard let parameter = parameter(of: row), case .dateComponents(let metadata) = parameter.type,
      metadata.kind != .time
    else { return [] }
    var chosen = value(of: row).flatMap(Self.day)
    if let current = editing, case .success(let value?) = read(current),
      let day = Self.day(value)
    {
      chosen = day
    }
    let effects = keepDateTyped()
    guard isAnswerable(row) else { return effects }
    let today = setup.today ?? CivilDay(year: 2026, month: 1, day: 1)
    panel = .calendar(CalendarPanel(row: row, day: chosen ?? today, chosen: chosen))
    return effects
  }

  /// Takes over what is typed, but for fields that are not filled yet: the calendar fills them.
  private mutating func keepDateTyped() -> [FormEffect] {
    if let current = editing, case .date = current.layout, case .failure = read(current) {
      return closeEditor()
    }
    return keepTypedText()
  }

  /// The day of a date whose year, month and day are known.
  private static func day(_ value: IntentValue) -> CivilDay? {
    guard case .dateComponents(let parts) = value, let year = parts.year, let month = parts.month,
      let day = parts.day
    else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }

  mutating func handle(_ event: FormEvent, in calendar: CalendarPanel) -> [FormEffect]? {
    var calendar = calendar
    switch event {
    case .adjust(let days): calendar.day = calendar.day.adding(days: days)
    case .moveHighlight(.next), .moveFocus(.next): calendar.day = calendar.day.adding(days: 7)
    case .moveHighlight(.previous), .moveFocus(.previous):
      calendar.day = calendar.day.adding(days: -7)
    case .moveHighlight(.by(let months)), .moveFocus(.by(let months)):
      calendar.day = calendar.day.adding(months: months.signum())
    case .moveHighlight(.first), .moveFocus(.first): calendar.day.day = 1
    case .moveHighlight(.last), .moveFocus(.last): calendar.day.day = calendar.day.daysInMonth
    case .choose, .commit, .activate: return take(calendar)
    case .insert, .edit, .nextPart: break
    default:
      panel = nil
      return nil
    }
    panel = .calendar(calendar)
    return []
  }

  /// Takes the day over; a time of day that the value has stays.
  private mutating func take(_ calendar: CalendarPanel) -> [FormEffect] {
    panel = nil
    var parts = DateComponents()
    if case .dateComponents(let present)? = value(of: calendar.row) { parts = present }
    (parts.year, parts.month, parts.day) = (calendar.day.year, calendar.day.month, calendar.day.day)
    return setValue(.dateComponents(parts), of: calendar.row)
  }
}
