import IntentModel

/// The yearly rule of a zone's clock changes, from the last line of a tz database file.
///
/// It has the form of the POSIX `TZ` variable with the extended hours of RFC 9636 §3.3.1, for
/// example `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct YearlyZoneRule: Hashable, Sendable {
  /// A day of each year.
  package enum Day: Hashable, Sendable {
    /// `Jn`: the n-th day, 1 to 365, not counting 29 February.
    case julian(Int)
    /// `n`: the number of days after 1 January, 0 to 365.
    case zeroBased(Int)
    /// `Mm.w.d`: a weekday (0 is Sunday) of a week (5 is the last) of a month.
    case weekday(month: Int, week: Int, day: Int)
  }

  /// The moment of a change: a day and the seconds after its midnight, on the clock before the
  /// change.
  package struct Change: Hashable, Sendable {
    /// The day.
    package var day: Day
    /// Seconds after midnight, from -167 to 167 hours.
    package var second: Int
  }

  /// Seconds east of UTC in standard time.
  package var standardOffset: Int
  /// Seconds east of UTC in daylight saving time; equal to `standardOffset` if there is none.
  package var daylightOffset: Int
  /// The change to daylight saving time.
  package var start: Change?
  /// The change back to standard time.
  package var end: Change?

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
      let first = CivilDate(year: year, month: month, day: 1)
      let firstFromSunday = (first.weekday.rawValue + 1) % 7
      let earliest = 1 + (day - firstFromSunday + 7) % 7
      let length = CivilDate.dayCount(year: year, month: month)
      let dayOfMonth = earliest + (week - 1) * 7
      return first.dayNumber + (dayOfMonth > length ? dayOfMonth - 7 : dayOfMonth) - 1
    }
  }
}

extension YearlyZoneRule {
  /// Reads the text of a rule; returns nil if it is invalid.
  package init?(parsing text: some StringProtocol) {
    var rest = Substring(text)
    guard Self.skipName(&rest), let west = Self.takeTime(&rest) else { return nil }
    self.init(standardOffset: -west, daylightOffset: -west)
    if rest.isEmpty { return }
    guard Self.skipName(&rest) else { return nil }
    daylightOffset = standardOffset + 3600
    if let first = rest.first, first != "," {
      guard let west = Self.takeTime(&rest) else { return nil }
      daylightOffset = -west
    }
    guard let start = Self.takeChange(&rest), let end = Self.takeChange(&rest), rest.isEmpty
    else { return nil }
    self.start = start
    self.end = end
  }

  /// Skips `CET` or `<+0330>`.
  private static func skipName(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      guard let close = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: close)...]
      return true
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Takes `[+-]h[h[h]][:mm[:ss]]` and returns seconds.
  private static func takeTime(_ rest: inout Substring) -> Int? {
    let sign = rest.first == "-" ? -1 : 1
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    guard let hours = takeNumber(&rest, in: 0...167) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where rest.first == ":" {
      rest = rest.dropFirst()
      guard let part = takeNumber(&rest, in: 0...59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// Takes `,day[/time]`; the default time is two o'clock.
  private static func takeChange(_ rest: inout Substring) -> Change? {
    guard rest.first == "," else { return nil }
    rest = rest.dropFirst()
    guard let day = takeDay(&rest) else { return nil }
    guard rest.first == "/" else { return Change(day: day, second: 7200) }
    rest = rest.dropFirst()
    return takeTime(&rest).map { Change(day: day, second: $0) }
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
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), range.contains(number) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }
}
