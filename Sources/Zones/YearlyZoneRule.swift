import IntentModel
import Messages

/// The yearly rule for a zone's clock changes, from the last line of a tz database file, from the
/// variable `TZ`, or from the rules in a calendar file.
///
/// The text has the form of POSIX with the extended hours of RFC 9636 §3.3.1, for example
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct YearlyZoneRule: Hashable, Sendable {
  /// The day of a yearly change.
  package enum Day: Hashable, Sendable {
    /// `Jn`: the n-th day, from 1, not counting 29 February.
    case julian(Int)
    /// `n`: the number of days after 1 January.
    case zeroBased(Int)
    /// `Mm.w.d`: a weekday (0 is Sunday) of a week (5 is the last) of a month.
    case weekday(month: Int, week: Int, day: Int)
    /// The first weekday (0 is Sunday) on or after a day of a month; the day is counted from 1, or
    /// from the end of the month if it is negative. This form occurs only in calendar files.
    case onOrAfter(month: Int, dayOfMonth: Int, weekday: Int)
    /// A day of a month, counted from 1, or from the end of the month if it is negative. This form
    /// occurs only in calendar files.
    case dayOfMonth(month: Int, day: Int)
  }

  /// When a change happens: a day, and the seconds after its midnight, on the clock before the
  /// change.
  package struct Change: Hashable, Sendable {
    /// The day.
    package var day: Day
    /// Seconds after midnight; negative before it.
    package var second: Int

    package init(day: Day, second: Int) {
      (self.day, self.second) = (day, second)
    }
  }

  /// Seconds east of UTC in standard time.
  package var standardOffset: Int
  /// Seconds east of UTC in daylight saving time; equal to `standardOffset` if there is none.
  package var daylightOffset: Int
  /// The change to daylight saving time.
  package var start: Change?
  /// The change back to standard time.
  package var end: Change?

  package init(
    standardOffset: Int, daylightOffset: Int, start: Change? = nil, end: Change? = nil
  ) {
    (self.standardOffset, self.daylightOffset) = (standardOffset, daylightOffset)
    (self.start, self.end) = (start, end)
  }

  /// Seconds east of UTC at an instant in Unix seconds.
  package func offset(at instant: Int) -> Int {
    guard let start, let end else { return standardOffset }
    let year = CivilDateTime(wallSeconds: instant + standardOffset).date.year
    let on = start.wall(in: year) - standardOffset
    let off = end.wall(in: year) - daylightOffset
    let isDaylight = on < off ? (on..<off).contains(instant) : !(off..<on).contains(instant)
    return isDaylight ? daylightOffset : standardOffset
  }
}

extension YearlyZoneRule.Change {
  /// The moment of the change in a year, in wall seconds.
  package func wall(in year: Int) -> Int {
    day.dayNumber(in: year) * CivilDateTime.secondsPerDay + second
  }
}

extension YearlyZoneRule.Day {
  /// The day number of this day in a year.
  package func dayNumber(in year: Int) -> Int {
    let newYear = CivilDate(year: year, month: 1, day: 1).dayNumber
    switch self {
    case .zeroBased(let days): return newYear + days
    case .julian(let day): return newYear + day - 1 + (CivilDate.isLeap(year) && day > 59 ? 1 : 0)
    case .weekday(let month, let week, let day):
      let first = Self.dayOfMonth(month: month, day: week == 5 ? -7 : 1 + (week - 1) * 7)
      return Self.first(day, from: first.dayNumber(in: year))
    case .onOrAfter(let month, let dayOfMonth, let weekday):
      let first = Self.dayOfMonth(month: month, day: dayOfMonth)
      return Self.first(weekday, from: first.dayNumber(in: year))
    case .dayOfMonth(let month, let day):
      let first = CivilDate(year: year, month: month, day: 1).dayNumber
      return first + (day > 0 ? day - 1 : CivilDate.dayCount(year: year, month: month) + day)
    }
  }

  /// The first day with a given weekday, where 0 is Sunday, on or after a day.
  private static func first(_ weekday: Int, from dayNumber: Int) -> Int {
    dayNumber + CivilDate(dayNumber: dayNumber).days(untilWeekday: weekday)
  }
}

extension YearlyZoneRule {
  /// The clock changes of the United States, which the C library assumes for daylight saving time
  /// without rules.
  private static let assumed = (
    start: Change(day: .weekday(month: 3, week: 2, day: 0), second: usualSecond),
    end: Change(day: .weekday(month: 11, week: 1, day: 0), second: usualSecond)
  )

  /// The time of day of a change that is given without a time: two o'clock.
  private static let usualSecond = 2 * 3600

  /// The hours that an offset can have.
  private static let offsetHours = 0...24

  /// Reads the text of a rule; returns nil if it is invalid.
  package init?(parsing text: some StringProtocol) {
    var rest = Substring(text)
    guard let rule = Self.take(&rest), rest.isEmpty else { return nil }
    guard (rule.start != nil) == (rule.daylightOffset != nil) else { return nil }
    self = rule.rule
  }

  /// Reads the value of the variable `TZ`; nil if not even an offset can be read.
  ///
  /// If the text has no rules for its daylight saving time, the rules of the United States apply.
  /// As in the C library, unreadable text after the offset is ignored.
  ///
  /// - Parameter isWhole: Whether the whole text was read.
  package init?(variable text: String, isWhole: inout Bool) {
    var rest = text[...]
    guard var rule = Self.take(&rest) else { return nil }
    if rule.daylightOffset != nil, rule.start == nil, rest.isEmpty || rest == "," {
      (rule.start, rule.end) = (Self.assumed.start, Self.assumed.end)
      rest = ""
    }
    isWhole = rest.isEmpty
    self = rule.rule
  }

  /// The parts of a text.
  private struct Parts {
    var standardOffset: Int
    var daylightOffset: Int?
    var start: Change?
    var end: Change?

    /// The rule; if there are no changes, daylight saving time never begins.
    var rule: YearlyZoneRule {
      let hasChanges = start != nil && end != nil
      return YearlyZoneRule(
        standardOffset: standardOffset,
        daylightOffset: hasChanges ? daylightOffset ?? standardOffset : standardOffset,
        start: hasChanges ? start : nil, end: hasChanges ? end : nil)
    }
  }

  /// Reads as much of a text as possible; nil if it does not begin with a name and an offset.
  private static func take(_ text: inout Substring) -> Parts? {
    guard skipName(&text), let west = takeTime(&text, hours: offsetHours) else { return nil }
    var parts = Parts(standardOffset: -west)
    var rest = text
    guard !rest.isEmpty, skipName(&rest) else { return parts }
    parts.daylightOffset = parts.standardOffset + 3600
    if let first = rest.first, first != "," {
      guard let west = takeTime(&rest, hours: offsetHours) else { return parts }
      parts.daylightOffset = -west
    }
    text = rest
    guard let start = takeChange(&rest), let end = takeChange(&rest) else { return parts }
    (parts.start, parts.end) = (start, end)
    text = rest
    return parts
  }

  /// Skips `CET` or `<+0330>`.
  private static func skipName(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      let name = rest.dropFirst().prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-")
      }
      rest = rest.dropFirst(name.count + 1)
      guard name.count >= 3, rest.first == ">" else { return false }
      rest = rest.dropFirst()
      return true
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Takes `[+-]h[h[h]][:mm[:ss]]` and returns seconds.
  private static func takeTime(_ rest: inout Substring, hours range: ClosedRange<Int>) -> Int? {
    let sign = rest.first == "-" ? -1 : 1
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    guard let hours = takeNumber(&rest, in: range) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where rest.first == ":" {
      rest = rest.dropFirst()
      guard let part = takeNumber(&rest, in: 0...59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// Takes `,day[/time]`; the default time is ``usualSecond``.
  private static func takeChange(_ rest: inout Substring) -> Change? {
    guard rest.first == "," else { return nil }
    rest = rest.dropFirst()
    guard let day = takeDay(&rest) else { return nil }
    guard rest.first == "/" else { return Change(day: day, second: usualSecond) }
    rest = rest.dropFirst()
    return takeTime(&rest, hours: 0...167).map { Change(day: day, second: $0) }
  }

  private static func takeDay(_ rest: inout Substring) -> Day? {
    switch rest.first {
    case "J":
      rest = rest.dropFirst()
      return takeNumber(&rest, in: 1...365).map(Day.julian)
    case "M":
      rest = rest.dropFirst()
      guard let month = takeNumber(&rest, in: 1...12), takeDot(&rest),
        let week = takeNumber(&rest, in: 1...5), takeDot(&rest),
        let day = takeNumber(&rest, in: 0...6)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    default: return takeNumber(&rest, in: 0...365).map(Day.zeroBased)
    }
  }

  private static func takeDot(_ rest: inout Substring) -> Bool {
    guard rest.first == "." else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func takeNumber(_ rest: inout Substring, in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    guard let number = Int(digits), range.contains(number) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }
}

extension YearlyZoneRule {
  /// The instants of the yearly changes that are later than one instant and no later than another,
  /// in ascending order.
  package func changes(after first: Int, through last: Int) -> [Int] {
    guard let start, let end else { return [] }
    let years = [first, last].map { CivilDateTime(wallSeconds: $0).date.year }
    return (years[0] - 1...years[1] + 1).flatMap { year in
      [start.wall(in: year) - standardOffset, end.wall(in: year) - daylightOffset]
    }.filter { $0 > first && $0 <= last }.sorted()
  }
}
