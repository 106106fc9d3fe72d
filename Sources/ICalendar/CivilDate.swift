/// A date of the Gregorian calendar, without a time and without a zone.
///
/// All arithmetic goes through `dayNumber`, so it needs no calendar object and gives the same answer
/// on every machine. The calendar is extended backwards without the Julian one.
package struct CivilDate: Hashable, Comparable, Sendable {
  /// The years this project reads and computes: what an iCalendar date can write.
  package static let years = 1...9999

  /// The day number of the last day of the last year in `years`.
  package static let lastDayNumber = CivilDate(year: 9999, month: 12, day: 31).dayNumber

  /// The year, for example 2026.
  package var year: Int
  /// The month, 1 to 12.
  package var month: Int
  /// The day of the month, 1 to 31.
  package var day: Int

  /// Makes a date from parts that are known to be a date.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes a date from parts, or nothing when there is no such day in `years`.
  package init?(checkedYear year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month),
      (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Makes the date that lies a number of days after 1970-01-01.
  ///
  /// Counts in cycles of 400 years that begin on the first of March, so that the leap day is the last
  /// of its year and a month's length follows from its place alone.
  package init(dayNumber: Int) {
    let shifted = dayNumber + 719_468
    let cycle = Self.floorDivide(shifted, 146_097)
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01; negative before it.
  package var dayNumber: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let cycle = Self.floorDivide(marchYear, 400)
    let yearOfCycle = marchYear - cycle * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }

  /// The day of the week.
  package var weekday: Weekday { Weekday(dayNumber: dayNumber) }

  /// The day of the year, 1 to 366.
  package var dayOfYear: Int { dayNumber - CivilDate(year: year, month: 1, day: 1).dayNumber + 1 }

  /// Orders dates by time.
  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Whether a year has a 29 February.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days in a month.
  package static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days in a year.
  package static func dayCount(year: Int) -> Int { isLeap(year) ? 366 : 365 }

  /// Division that rounds towards the past, also for days before 1970.
  package static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as ISO 8601 writes it, for example `2026-03-09`.
  package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// A number with zeros before it, to a width.
package func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A day of the week, in the order of ISO 8601.
package enum Weekday: Int, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a day counted from 1970-01-01, which was a Thursday.
  package init(dayNumber: Int) {
    let index = dayNumber + 3
    let offset = index - CivilDate.floorDivide(index, 7) * 7
    self = Self.allCases[offset]
  }

  /// Makes a weekday from the two letters of RFC 5545 §3.3.10, in capitals.
  package init?(code: Substring) {
    guard let index = Self.codes.firstIndex(of: String(code)) else { return nil }
    self = Self.allCases[index]
  }

  /// The two letters of RFC 5545 §3.3.10.
  package var code: String { Self.codes[rawValue] }

  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}

/// What a clock on a wall shows: a date and a time of day, without a zone.
package struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The number of seconds in a day without a change of clocks.
  package static let secondsPerDay = 86_400

  /// Seconds from 1970-01-01T00:00:00 on the same wall; negative before it.
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

  /// The number of the day since 1970-01-01.
  package var dayNumber: Int { CivilDate.floorDivide(wallSeconds, Self.secondsPerDay) }

  /// Seconds since midnight, 0 to 86,399.
  package var secondOfDay: Int { wallSeconds - dayNumber * Self.secondsPerDay }

  /// The date alone.
  package var date: CivilDate { CivilDate(dayNumber: dayNumber) }

  /// The same time of day, some days later.
  package func adding(days: Int) -> CivilDateTime {
    CivilDateTime(wallSeconds: wallSeconds + days * Self.secondsPerDay)
  }

  /// Orders wall times.
  package static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    left.wallSeconds < right.wallSeconds
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// The wall time as ISO 8601 writes it, for example `2026-03-09T07:30:00`.
  package var description: String {
    let second = secondOfDay
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return "\(date)T\(time.joined(separator: ":"))"
  }
}
