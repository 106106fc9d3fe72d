import IntentModel

/// A day of the Gregorian calendar, without a time and a place.
public struct CivilDay: Sendable, Hashable {
  /// The year, 1 to 9999.
  public var year: Int
  /// The month, from 1.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int

  /// Makes a day; numbers out of range are brought into it.
  public init(year: Int, month: Int, day: Int) {
    self.year = min(9_999, max(1, year))
    self.month = min(12, max(1, month))
    self.day = min(IntentSchema.daysInMonth(self.month, year: self.year), max(1, day))
  }

  /// The number of days in the month.
  public var daysInMonth: Int { IntentSchema.daysInMonth(month, year: year) }

  /// The day of the week: 0 is Sunday.
  public var weekday: Int { IntentSchema.weekday(year: year, month: month, day: day) }

  /// The day some days away, 366 at most, as far as the years go.
  public func adding(days: Int) -> CivilDay {
    var moved = self
    for _ in 0..<min(366, days.magnitude) where moved != (days > 0 ? Self.last : Self.first) {
      if days > 0 {
        if moved.day < moved.daysInMonth { moved.day += 1 } else { moved = moved.monthStart(1) }
      } else if moved.day > 1 {
        moved.day -= 1
      } else {
        let before = moved.monthStart(-1)
        moved = CivilDay(year: before.year, month: before.month, day: 31)
      }
    }
    return moved
  }

  private static let first = CivilDay(year: 1, month: 1, day: 1)
  private static let last = CivilDay(year: 9_999, month: 12, day: 31)

  /// The same day some months away, or the last one of a shorter month.
  public func adding(months: Int) -> CivilDay {
    let start = monthStart(min(1_200, max(-1_200, months)))
    return CivilDay(year: start.year, month: start.month, day: day)
  }

  private func monthStart(_ months: Int) -> CivilDay {
    let count = min(9_999 * 12 + 11, max(12, year * 12 + month - 1 + months))
    return CivilDay(year: count / 12, month: count % 12 + 1, day: 1)
  }
}
