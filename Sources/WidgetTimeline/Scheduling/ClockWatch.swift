package import Zones

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Notices that the clock was set or that the time zone changed.
///
/// After such a change, every entry may be wrong, so the timeline is reloaded.
package struct ClockWatch: Sendable {
  /// The minimum difference in seconds that shows that the clock was set; a smaller one is an
  /// adjustment by the system.
  static let leastStep = 2.0

  private var last: (date: Date, steady: Duration, zone: ZoneRules)?

  /// Makes a watch that has not seen a moment yet.
  package init() {}

  /// Compares a moment with the previous one.
  ///
  /// - Parameters:
  ///   - date: The date that the clock shows.
  ///   - steady: The time of a monotonic clock.
  ///   - zone: The time zone of the system.
  /// - Returns: Whether the clock was set, or the zone or its rules changed, since the previous
  ///   moment; false the first time.
  package mutating func hasChanged(at date: Date, steady: Duration, zone: ZoneRules) -> Bool {
    defer { last = (date, steady, zone) }
    guard let last else { return false }
    let passed = (steady - last.steady) / .seconds(1)
    return zone != last.zone
      || abs(date.timeIntervalSince(last.date) - passed) >= Self.leastStep
  }
}
