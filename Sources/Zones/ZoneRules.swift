public import IntentModel
import Messages

#if canImport(FoundationInternationalization)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

/// The offsets of a time zone from UTC, over all time.
///
/// They come from the system's tz database, from the rules in a calendar file, or from Foundation
/// if the system has no database. Foundation's `TimeZone` uses separate data, which can be older
/// than the system's.
///
///     let zone = ZoneRules(named: "America/Vancouver") ?? .current
///     let today = zone.day(at: Date())
///     let midnight = zone.start(of: today)
public struct ZoneRules: Sendable {
  /// The name of the zone, for example `Europe/Berlin`.
  public let identifier: String
  /// The instants of the offset changes, in Unix seconds, in ascending order.
  package let transitions: [Int]
  /// The offset after each transition, in seconds east of UTC; as many as there are `transitions`.
  package let offsets: [Int]
  /// The offset before the first transition, in seconds east of UTC.
  package let firstOffset: Int
  /// The yearly rule after the last transition.
  package let tail: YearlyZoneRule?

  /// The Foundation zone that is used instead of the transitions; nil if they are used.
  private let foundation: TimeZone?

  /// Coordinated Universal Time.
  public static let utc = ZoneRules(identifier: "UTC", fixedOffset: 0)

  /// The zone of the process: the one in the environment variable `TZ`, or else the system's.
  public static var current: ZoneRules { SystemZones.shared.local.zone }

  /// The range of the hours in the name of a zone with a fixed offset.
  package static let offsetHours = 0...18

  /// Makes a zone with a fixed offset in seconds east of UTC.
  public init(identifier: String, fixedOffset: Int) {
    self.init(
      identifier: identifier, transitions: [], offsets: [], firstOffset: fixedOffset, tail: nil)
  }

  /// Makes the zone with a given name in the tz database, such as `Europe/Berlin`, or with a fixed
  /// offset, such as `+05:30`; nil for any other name.
  public init?(named name: String) {
    guard let zone = SystemZones.shared.zone(named: name) else { return nil }
    self = zone
  }

  /// Makes a zone from its parts.
  package init(
    identifier: String, transitions: [Int], offsets: [Int], firstOffset: Int, tail: YearlyZoneRule?
  ) {
    self.identifier = identifier
    self.transitions = transitions
    self.offsets = offsets
    self.firstOffset = firstOffset
    self.tail = tail
    foundation = nil
  }

  /// Makes a zone from a Foundation zone.
  package init(_ zone: TimeZone) {
    identifier = zone.identifier
    (transitions, offsets, tail) = ([], [], nil)
    firstOffset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
    foundation = zone
  }

  /// The same zone with a different name; a zone from Foundation keeps its name.
  package func named(_ name: String) -> ZoneRules {
    if let foundation { return ZoneRules(foundation) }
    return ZoneRules(
      identifier: name, transitions: transitions, offsets: offsets, firstOffset: firstOffset,
      tail: tail)
  }

  /// Seconds east of UTC at an instant in Unix seconds.
  package func offset(at instant: Int) -> Int {
    if let foundation {
      return foundation.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    }
    guard let last = transitions.last else { return tail?.offset(at: instant) ?? firstOffset }
    if instant >= last, let tail { return tail.offset(at: instant) }
    let passed = transitions.partitionIndex { $0 > instant }
    return passed == 0 ? firstOffset : offsets[passed - 1]
  }

  /// The instant of a wall time in this zone, in Unix seconds.
  ///
  /// Follows RFC 5545 §3.3.5: a repeated time is its first occurrence, and a skipped time is
  /// interpreted with the offset before the gap.
  package func instant(of wall: CivilDateTime) -> Int {
    let seconds = wall.wallSeconds
    let before = offset(at: seconds - CivilDateTime.secondsPerDay)
    let after = offset(at: seconds + CivilDateTime.secondsPerDay)
    let early = seconds - before
    if before == after || offset(at: early) == before { return early }
    let late = seconds - after
    return offset(at: late) == after ? late : early
  }

  /// The wall time in this zone at an instant in Unix seconds.
  package func wall(at instant: Int) -> CivilDateTime {
    CivilDateTime(wallSeconds: instant + offset(at: instant))
  }
}

extension ZoneRules: Hashable {
  /// Whether two zones have the same name and the same offsets.
  public static func == (left: ZoneRules, right: ZoneRules) -> Bool {
    left.identifier == right.identifier && left.firstOffset == right.firstOffset
      && left.tail == right.tail && left.transitions == right.transitions
      && left.offsets == right.offsets
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

/// Dates and days in a zone.
extension ZoneRules {
  /// The number of seconds by which the clocks are ahead of UTC at a date.
  public func offset(at date: Date) -> Int { offset(at: date.wholeSeconds) }

  /// The day that the calendars show at a date.
  public func day(at date: Date) -> CivilDate { wall(at: date.wholeSeconds).date }

  /// The fields that calendars and clocks show at a date: any of year, month, day, hour, minute and
  /// second.
  public func components(
    _ parts: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute], at date: Date
  ) -> DateComponents {
    let wall = wall(at: date.wholeSeconds)
    let (day, clock) = (wall.date, wall.clock)
    func part(_ component: Calendar.Component, _ value: Int) -> Int? {
      parts.contains(component) ? value : nil
    }
    return DateComponents(
      year: part(.year, day.year), month: part(.month, day.month), day: part(.day, day.day),
      hour: part(.hour, clock.hour), minute: part(.minute, clock.minute),
      second: part(.second, clock.second))
  }

  /// The start of a day: midnight, or the clock change that skips midnight.
  public func start(of day: CivilDate) -> Date {
    Date(wholeSeconds: instant(of: CivilDateTime(day)))
  }

  /// The start of the day that contains a date.
  public func startOfDay(at date: Date) -> Date { start(of: day(at: date)) }

  /// The same time of day some days later, regardless of how long the days are.
  ///
  /// If the clocks skip that time, the result is later by the length of the gap.
  public func date(_ date: Date, addingDays days: Int) -> Date {
    guard days != 0 else { return date }
    let whole = date.wholeSeconds
    let rest = date.timeIntervalSince(Date(wholeSeconds: whole))
    let moved = instant(of: wall(at: whole).adding(days: days))
    return Date(wholeSeconds: moved).addingTimeInterval(rest)
  }

  /// The identifier of rules from the machine's own zone file, which does not name its zone.
  package static let localIdentifier = "localtime"

  /// The name for people: the name in the tz database, or the offset of a zone without a name.
  package func title(at date: Date) -> String {
    guard identifier == Self.localIdentifier || identifier.hasPrefix("/") else { return identifier }
    return "UTC" + Self.text(ofOffset: offset(at: date))
  }

  /// The hours and minutes of an offset in seconds east of UTC, as in ISO 8601: `+05:30`.
  package static func text(ofOffset offset: Int) -> String {
    let minutes = offset / 60
    let sign = minutes < 0 ? "-" : "+"
    return "\(sign)\(padded(abs(minutes) / 60)):\(padded(abs(minutes) % 60))"
  }

  /// The first clock change after a date, within ten years; nil if there is none.
  public func nextChange(after date: Date) -> Date? {
    let start = date.wholeSeconds
    return changes(after: start, through: start + 10 * 366 * CivilDateTime.secondsPerDay).first
      .map { Date(wholeSeconds: $0) }
  }
}

extension ZoneRules {
  /// The instants of the offset changes that are later than one instant and no later than another,
  /// in ascending order.
  package func changes(after start: Int, through end: Int) -> [Int] {
    guard start < end else { return [] }
    if let foundation { return Self.changes(of: foundation, after: start, through: end) }
    let listed = transitions.partitionIndex { $0 > start }..<transitions.partitionIndex { $0 > end }
    let yearly = tail.map { $0.changes(after: start, through: end) } ?? []
    let last = transitions.last ?? .min
    let all = transitions[listed] + yearly.filter { $0 > last }
    return all.filter { offset(at: $0) != offset(at: $0 - 1) }
  }

  private static func changes(of zone: TimeZone, after start: Int, through end: Int) -> [Int] {
    var found: [Int] = []
    var moment = Date(timeIntervalSince1970: Double(start))
    while let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment {
      let instant = next.wholeSeconds
      guard instant <= end else { break }
      found.append(instant)
      moment = next
    }
    return found
  }

  /// The starts of the days that begin after one instant and no later than another, in ascending
  /// order.
  ///
  /// If a clock change skips midnight, the day begins at the change.
  package func midnights(after start: Int, through end: Int) -> [Int] {
    var day = wall(at: start).dayNumber
    var found: [Int] = []
    while true {
      day += 1
      let instant = instant(of: CivilDateTime(dayNumber: day, secondOfDay: 0))
      guard instant <= end else { return found }
      if instant > start { found.append(instant) }
    }
  }

  /// The end of the day that contains an instant.
  package func nextMidnight(after instant: Int) -> Int {
    let day = wall(at: instant).dayNumber
    let midnight = self.instant(of: CivilDateTime(dayNumber: day + 1, secondOfDay: 0))
    // If the clocks go back across midnight, the first midnight can already be past.
    return midnight > instant
      ? midnight : self.instant(of: CivilDateTime(dayNumber: day + 2, secondOfDay: 0))
  }
}
