import IntentModel
import Messages
package import Zones

/// A zone that a file defines (RFC 5545 §3.6.5).
package struct ZoneDefinition {
  /// Its identifier.
  package var identifier: String?
  /// The name of the zone in the tz database; nil if the file does not give it.
  package var location: String?
  /// The lines of each period of standard time or daylight saving time.
  package var observances: [[ICalendarLine]] = []

  /// The lines of the observances, without their line numbers.
  var text: [String] {
    observances.flatMap { lines in
      lines.map { line in
        let parameters = line.parameters.map { "\($0.name)=\($0.values)" }.joined(separator: ";")
        return "\(line.name);\(parameters):\(line.value)"
      } + ["END"]
    }
  }

  /// The last year for which rules without an end are expanded.
  private static let lastYear = 2_100
  /// The maximum number of clock changes in a zone, not including the changes of its yearly rule.
  private static let changeLimit = 4_000

  /// A change of the clocks.
  private struct Change {
    var instant: Int
    var offset: Int
  }

  /// The zone that the observances describe; nil if none is usable.
  ///
  /// - Parameter work: The remaining number of days and periods to examine; this function reduces
  ///   it.
  package func rules(named name: String, work: inout Int) -> ZoneRules? {
    let observances = observances.compactMap { Observance($0) }
    guard let first = observances.min(by: { $0.firstInstant < $1.firstInstant }) else { return nil }
    let endless = observances.filter(\.isEndless)
    let tail = Self.tail(of: endless)
    var changes = observances.filter { !$0.isEndless }
      .flatMap { $0.changes(through: CivilDate.years.upperBound, &work) }
    // The yearly rule applies from the year after the last irregular change.
    let starts = endless.map(\.start) + changes.map { CivilDateTime(wallSeconds: $0.wall) }
    let year = tail == nil ? Self.lastYear : (starts.map(\.date.year).max() ?? 0) + 1
    changes += endless.flatMap { $0.changes(through: min(year, Self.lastYear), &work) }
    let sorted = changes.map { Change(instant: $0.wall - $0.from, offset: $0.to) }
      .sorted { $0.instant < $1.instant }.suffix(Self.changeLimit)
    var kept: [Change] = []
    for change in sorted {
      if kept.last?.instant == change.instant { kept.removeLast() }
      kept.append(change)
    }
    return ZoneRules(
      identifier: name, transitions: kept.map(\.instant), offsets: kept.map(\.offset),
      firstOffset: kept.isEmpty ? tail?.standardOffset ?? first.from : first.from, tail: tail)
  }

  /// The yearly rule of the observances that never end; nil if there are no such observances or if
  /// they have no such rule.
  private static func tail(of endless: [Observance]) -> YearlyZoneRule? {
    switch endless.count {
    case 1:
      return YearlyZoneRule(standardOffset: endless[0].to, daylightOffset: endless[0].to)
    case 2:
      let standard = endless.first { !$0.isDaylight } ?? endless[0]
      let daylight = endless.last { $0.isDaylight } ?? endless[1]
      guard standard.isDaylight != daylight.isDaylight, var start = daylight.yearlyChange,
        var end = standard.yearlyChange
      else { return nil }
      // A yearly rule gives the time of a change on the clock before the change.
      start.second += standard.to - daylight.from
      end.second += daylight.to - standard.from
      return YearlyZoneRule(
        standardOffset: standard.to, daylightOffset: daylight.to, start: start, end: end)
    default: return nil
    }
  }
}

/// A period of standard time or daylight saving time in a zone definition.
private struct Observance {
  /// The first start of the observance, on the clock before the change.
  let start: CivilDateTime
  /// Further starts.
  private let dates: [CivilDateTime]
  private let rule: RecurrenceRule?
  /// The offset before the change, in seconds east of UTC.
  let from: Int
  /// The offset after the change, in seconds east of UTC.
  let to: Int
  /// Whether the new offset is ahead of the previous one.
  var isDaylight: Bool { to > from }

  /// Reads the lines; nil if a required one is missing or invalid.
  init?(_ lines: [ICalendarLine]) {
    func value(_ property: CalendarProperty) -> String? { lines.first(property)?.value }
    guard let start = value(.startDate).flatMap({ Self.wall($0[...]) }),
      let to = value(.offsetAfter).flatMap(Self.offset)
    else { return nil }
    (self.start, self.to) = (start, to)
    from = value(.offsetBefore).flatMap(Self.offset) ?? to
    rule = value(.rule).flatMap { RecurrenceRule.reading($0).rule }
    dates = lines.all(.dates).flatMap { line in
      line.value.split(separator: ",").compactMap { Self.wall($0.prefix { $0 != "/" }) }
    }
  }

  /// The instant of the first start.
  var firstInstant: Int { start.wallSeconds - from }

  /// Whether the observance repeats without end.
  var isEndless: Bool { rule.map { $0.end == .never } ?? false }

  /// The maximum number of starts; a yearly rule has a few hundred.
  private static let maximumStarts = 20_000

  /// The starts, on the clocks before the changes, with the offsets before and after.
  func changes(through year: Int, _ work: inout Int) -> [(wall: Int, from: Int, to: Int)] {
    var walls = dates
    if let rule {
      let last = CivilDateTime(CivilDate(year: year, month: 12, day: 31))
      let given = min(work, 200_000)
      var expansion = RecurrenceExpansion(
        rule: rule, start: start, zone: ZoneRules(identifier: "", fixedOffset: from), first: start,
        last: last, work: given)
      while walls.count < Self.maximumStarts, let wall = expansion.next() { walls.append(wall) }
      work -= given - expansion.work
    } else {
      walls.append(start)
    }
    return walls.map { ($0.wallSeconds, from, to) }
  }

  /// The change that the rule describes for each year; nil if it does not describe one.
  var yearlyChange: YearlyZoneRule.Change? {
    guard let rule = rule?.filled(from: start), rule.frequency == .yearly, rule.interval == 1,
      rule.positions.isEmpty, rule.weekNumbers.isEmpty, rule.yearDays.isEmpty,
      let month = rule.months.first, rule.months.count == 1,
      let second = rule.times(from: start).first, rule.times(from: start).count == 1
    else { return nil }
    return Self.day(rule, in: month).map { YearlyZoneRule.Change(day: $0, second: second) }
  }

  private static func day(_ rule: RecurrenceRule, in month: Int) -> YearlyZoneRule.Day? {
    let days = rule.monthDays
    guard let weekday = rule.days.first else {
      guard let day = days.first, days.count == 1, (-28...28).contains(day) else { return nil }
      return .dayOfMonth(month: month, day: day)
    }
    guard rule.days.count == 1 else { return nil }
    let number = (weekday.weekday.rawValue + 1) % 7
    switch weekday.ordinal {
    case 1...4 where days.isEmpty:
      return .onOrAfter(month: month, dayOfMonth: weekday.ordinal * 7 - 6, weekday: number)
    case -4 ... -1 where days.isEmpty:
      return .onOrAfter(month: month, dayOfMonth: weekday.ordinal * 7, weekday: number)
    case 0 where days.count == 7:
      // A week of the month, such as days 8 to 14.
      guard let first = days.first, days == Array(first...first + 6), first > 0 || first < -6 else {
        return nil
      }
      return .onOrAfter(month: month, dayOfMonth: first, weekday: number)
    default: return nil
    }
  }

  /// A time on a clock, which some programs mark as UTC.
  private static func wall(_ text: Substring) -> CivilDateTime? {
    switch CompactMoment(text) {
    case .local(let wall), .utc(let wall): wall
    case .date(let date): CivilDateTime(date)
    case nil: nil
    }
  }

  /// An offset such as `+0100`, `-033000` or `+01:00`.
  private static func offset(_ text: String) -> Int? {
    let plain = text.filter { $0 != " " && $0 != ":" }
    let digits = plain.drop { $0 == "+" || $0 == "-" }
    guard digits.count == 4 || digits.count == 6, plain.count - digits.count <= 1,
      digits.allSatisfy(\.isDigit),
      let number = Int(digits.count == 4 ? digits + "00" : digits), number < 190_000,
      number / 100 % 100 < 60, number % 100 < 60
    else { return nil }
    let seconds = number / 10_000 * 3_600 + number / 100 % 100 * 60 + number % 100
    return plain.first == "-" ? -seconds : seconds
  }
}
