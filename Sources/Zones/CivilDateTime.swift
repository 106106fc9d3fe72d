package import IntentModel

/// A date and a time of day on a wall clock, without a zone.
package struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The number of seconds in a day without a clock change.
  package static let secondsPerDay = Int(DurationUnit.days.seconds)

  /// The number of seconds since 1970-01-01T00:00:00 on the same wall clock; negative for earlier
  /// times.
  package var wallSeconds: Int

  /// Makes a wall time from its seconds.
  package init(wallSeconds: Int) {
    self.wallSeconds = wallSeconds
  }

  /// Makes a wall time from a day and the seconds since its midnight.
  package init(dayNumber: Int, secondOfDay: Int) {
    wallSeconds = dayNumber * Self.secondsPerDay + secondOfDay
  }

  /// Makes a wall time from a date and a time of day.
  package init(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.init(dayNumber: date.dayNumber, secondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// The number of days since 1970-01-01.
  package var dayNumber: Int { CivilDate.floorDivide(wallSeconds, Self.secondsPerDay) }

  /// Seconds since midnight, less than ``secondsPerDay``.
  package var secondOfDay: Int { wallSeconds - dayNumber * Self.secondsPerDay }

  /// The hour, the minute and the second that the clock shows.
  package var clock: (hour: Int, minute: Int, second: Int) {
    let second = secondOfDay
    return (second / 3600, second / 60 % 60, second % 60)
  }

  /// The date without the time of day.
  package var date: CivilDate { CivilDate(dayNumber: dayNumber) }

  /// The same time of day, a number of days later.
  package func adding(days: Int) -> CivilDateTime {
    CivilDateTime(wallSeconds: wallSeconds + days * Self.secondsPerDay)
  }

  /// Orders wall times.
  package static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    left.wallSeconds < right.wallSeconds
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// The wall time in ISO 8601 form, for example `2026-03-09T07:30:00`.
  package var description: String {
    let (hour, minute, second) = clock
    return "\(date)T\(padded(hour)):\(padded(minute)):\(padded(second))"
  }
}
