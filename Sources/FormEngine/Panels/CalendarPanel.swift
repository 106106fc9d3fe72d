public import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A month and the selected day in it, opened for a row that asks for a date.
public struct CalendarPanel: Sendable, Hashable {
  /// The row the day is for.
  public let row: FormRowID
  /// The selected day.
  public private(set) var day: CivilDate
  /// The day of the current value; nil if there is none.
  public let chosen: CivilDate?
  /// The current day; nil if it is unknown.
  public let today: CivilDate?
}

extension CalendarPanel {
  /// Opens the month of the row's date, or else of the current day; nil for a row that does not ask
  /// for a date.
  init?(row: FormRowID, _ answers: FormAnswers) {
    guard answers.hasCalendar(row) else { return nil }
    self.row = row
    today = answers.setup.today
    chosen = answers.value(of: row).flatMap(Self.day)
    day = chosen ?? answers.setup.calendarStart
  }

  /// The day of a date; nil unless the year, the month and the day are set.
  private static func day(_ value: IntentValue) -> CivilDate? {
    guard case .dateComponents(let parts) = value, let year = parts.year, let month = parts.month,
      let day = parts.day
    else { return nil }
    return CivilDate(clampingYear: year, month: month, day: day)
  }

  /// Handles an event from the person.
  mutating func handle(_ event: FormEvent, _ answers: FormAnswers) -> Outcome<PanelStep> {
    switch event {
    case .adjust(let days): day = day.adding(days: min(366, max(-366, days)))
    case .moveHighlight(.next), .moveFocus(.next): day = day.adding(days: 7)
    case .moveHighlight(.previous), .moveFocus(.previous): day = day.adding(days: -7)
    case .moveHighlight(.by(let months)), .moveFocus(.by(let months)):
      day = day.adding(months: months.signum())
    case .moveHighlight(.first), .moveFocus(.first): day.day = 1
    case .moveHighlight(.last), .moveFocus(.last): day.day = day.daysInMonth
    case .choose, .commit, .activate: return Outcome(.set(value(of: day, answers), row))
    case .insert, .edit, .nextPart: break
    default: return Outcome(.closeAndPass)
    }
    return Outcome(.stay)
  }

  /// A day as a value of the row, with the row's current time of day.
  func value(of day: CivilDate, _ answers: FormAnswers) -> IntentValue {
    var parts = DateComponents()
    if case .dateComponents(let present)? = answers.value(of: row) { parts = present }
    (parts.year, parts.month, parts.day) = (day.year, day.month, day.day)
    return .dateComponents(parts)
  }
}

extension FormSetup {
  /// The day at which an empty date starts: the current day, if it is known.
  var calendarStart: CivilDate { today ?? .assumedToday }
}

extension CivilDate {
  /// The day that a form assumes if the current one is unknown.
  static let assumedToday = CivilDate(year: 2_026, month: 1, day: 1)
}

extension FormAnswers {
  /// Whether a calendar can be opened for a row.
  func hasCalendar(_ row: FormRowID) -> Bool {
    guard case .dateComponents(let metadata)? = parameter(of: row)?.type else { return false }
    return metadata.kind != .time
  }
}
