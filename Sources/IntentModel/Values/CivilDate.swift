/// A day in the Gregorian calendar, without a time or a time zone.
///
/// All arithmetic uses ``dayNumber``, so it needs no calendar object and gives the same result on
/// every machine. The calendar is also applied to days before its introduction.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The number of digits of a year in a date.
  package static let yearDigits = 4

  /// The years that can be written with ``yearDigits``; calendars cover the same years.
  public static let years = 1...9_999

  /// The number of minutes in a day without a clock change.
  package static let minutesPerDay = 1_440

  /// The first day of ``years``.
  public static let first = CivilDate(year: years.lowerBound, month: 1, day: 1)

  /// The last day of ``years``.
  public static let last = CivilDate(year: years.upperBound, month: 12, day: 31)

  /// The first year in which Foundation agrees on the day of the week.
  ///
  /// Foundation uses the Julian calendar before October 1582.
  package static let firstSharedYear = 1_583

  /// A year that has a February 29, for dates without a year.
  package static let anyLeapYear = 2_024

  /// The reference date of Foundation and of property lists, 2001-01-01, in days since 1970-01-01.
  package static let referenceDay = 11_323

  /// The year, for example 2026.
  public var year: Int
  /// The month, from 1.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int

  /// Makes a date from components that are known to be valid.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes a date from its components; nil if there is no such day in ``years``.
  public init?(checkedYear year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month),
      (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Makes a date in ``years`` from any components.
  ///
  /// Components that are out of range become the nearest valid ones; the day is adjusted last, to
  /// the month and year.
  public init(clampingYear year: Int, month: Int, day: Int) {
    self.year = min(Self.years.upperBound, max(Self.years.lowerBound, year))
    self.month = min(12, max(1, month))
    self.day = min(Self.dayCount(year: self.year, month: self.month), max(1, day))
  }

  /// Makes the date that is `dayNumber` days after 1970-01-01.
  ///
  /// The calculation uses cycles of 400 years that begin on March 1, so that the leap day is the
  /// last day of its year and the length of a month depends only on its position.
  public init(dayNumber: Int) {
    let shifted = dayNumber + Self.daysBefore1970
    let cycle = Self.floorDivide(shifted, Self.daysPerCycle)
    let dayOfCycle = shifted - cycle * Self.daysPerCycle
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524
        - dayOfCycle / (Self.daysPerCycle - 1)) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01; negative for earlier dates.
  public var dayNumber: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let cycle = Self.floorDivide(marchYear, 400)
    let yearOfCycle = marchYear - cycle * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * Self.daysPerCycle + dayOfCycle - Self.daysBefore1970
  }

  /// The number of days in 400 years.
  private static var daysPerCycle: Int { 146_097 }

  /// The number of days from March 1 of the year 0 to 1970-01-01.
  private static var daysBefore1970: Int { 719_468 }

  /// The day of the week, where 0 is Sunday; 1970-01-01 was a Thursday.
  public var daysSinceSunday: Int {
    let number = dayNumber + 4
    return number - Self.floorDivide(number, 7) * 7
  }

  /// The number of days, from 0 to 6, since the last day with a given weekday, where 0 is Sunday.
  package func days(sinceWeekday weekday: Int) -> Int { (daysSinceSunday - weekday + 7) % 7 }

  /// The number of days, from 0 to 6, until the next day with a given weekday, where 0 is Sunday.
  package func days(untilWeekday weekday: Int) -> Int { (weekday - daysSinceSunday + 7) % 7 }

  /// The day of the year, from 1 to 366.
  public var dayOfYear: Int { dayNumber - CivilDate(year: year, month: 1, day: 1).dayNumber + 1 }

  /// The number of days in the month.
  public var daysInMonth: Int { Self.dayCount(year: year, month: month) }

  /// The date that is `days` days later, within ``years``.
  public func adding(days: Int) -> CivilDate {
    let (number, isTooLarge) = dayNumber.addingReportingOverflow(days)
    if isTooLarge { return days > 0 ? Self.last : Self.first }
    return CivilDate(
      dayNumber: min(Self.last.dayNumber, max(Self.first.dayNumber, number)))
  }

  /// The same day some months later, or the last day if that month is shorter, within ``years``.
  public func adding(months: Int) -> CivilDate {
    let most = Self.years.upperBound * 12 + 11
    let count = year * 12 + month - 1 + min(most, max(-most, months))
    let reached = min(most, max(Self.years.lowerBound * 12, count))
    return CivilDate(clampingYear: reached / 12, month: reached % 12 + 1, day: day)
  }

  /// Orders dates by time.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Whether a year has a February 29.
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days in a month; months are numbered from 1.
  public static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days in a year.
  public static func dayCount(year: Int) -> Int { isLeap(year) ? 366 : 365 }

  /// Integer division that rounds down, including for days before 1970.
  package static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date in ISO 8601, for example `2026-03-09`.
  public var description: String {
    "\(padded(year, Self.yearDigits))-\(padded(month))-\(padded(day))"
  }
}

/// A number with leading zeros, as in dates and times.
package func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
