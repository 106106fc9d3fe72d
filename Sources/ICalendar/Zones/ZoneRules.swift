import IntentModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The offsets of a time zone from UTC, over all time.
///
/// They come from the compiled files of the tz database (RFC 9636), which the system keeps up to
/// date, or from Foundation where the system has no such files.
package struct ZoneRules: Sendable {
  /// The name of the zone, for example `Europe/Berlin`.
  package let identifier: String
  /// The instants of the offset changes, in Unix seconds, in ascending order.
  package let transitions: [Int]
  /// The offset after each transition, in seconds east of UTC; same count as `transitions`.
  package let offsets: [Int]
  /// The offset before the first transition, in seconds east of UTC.
  package let firstOffset: Int
  /// The yearly rule after the last transition.
  package let tail: YearlyZoneRule?

  /// The zone of Foundation that answers in place of the transitions; nil if they answer.
  private let foundation: TimeZone?

  /// Coordinated Universal Time.
  package static let utc = ZoneRules(identifier: "UTC", fixedOffset: 0)

  /// Makes a zone with a fixed offset.
  package init(identifier: String, fixedOffset: Int) {
    self.init(
      identifier: identifier, transitions: [], offsets: [], firstOffset: fixedOffset, tail: nil)
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

  /// Makes a zone from one of Foundation.
  package init(_ zone: TimeZone) {
    identifier = zone.identifier
    (transitions, offsets, tail) = ([], [], nil)
    firstOffset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
    foundation = zone
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
  /// Whether two zones have the same name, which identifies their rules.
  package static func == (left: ZoneRules, right: ZoneRules) -> Bool {
    left.identifier == right.identifier
  }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension Array {
  /// The index of the first element that satisfies a condition, which must then hold for all later
  /// elements.
  package func partitionIndex(where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ZoneRules {
  /// The instants of the offset changes, after one instant and up to another, in ascending order.
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

  /// The starts of days, after one instant and up to another, in ascending order.
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
    // If the clocks go back across midnight, its first occurrence can already be past.
    return midnight > instant
      ? midnight : self.instant(of: CivilDateTime(dayNumber: day + 2, secondOfDay: 0))
  }
}

extension YearlyZoneRule {
  /// The instants of the yearly changes, after one instant and up to another, in ascending order.
  package func changes(after first: Int, through last: Int) -> [Int] {
    guard let start, let end else { return [] }
    let years = [first, last].map { CivilDateTime(wallSeconds: $0).date.year }
    return (years[0] - 1...years[1] + 1).flatMap { year in
      [start.wall(in: year) - standardOffset, end.wall(in: year) - daylightOffset]
    }.filter { $0 > first && $0 <= last }.sorted()
  }
}
