/// The clock by which a store decides which data is old enough to delete, in milliseconds since
/// 1970.
///
/// A clock that is temporarily set far ahead must not empty a store. A time far after the previous
/// one is used only after the clock has shown such times for a while. Two of these times confirm
/// each other only if they are at most ``maximumPause`` apart.
package struct PurgeClock: Hashable {
  /// How far the clock may move ahead without a check, and how long it must stay ahead until its
  /// time is used.
  private static let patience: Int64 = StoreRetention.day
  /// The maximum time after which a second observation confirms the first one.
  private static let maximumPause: Int64 = 400 * StoreRetention.day
  /// How much the time must change before it is recorded again.
  private static let step: Int64 = 3_600_000
  private static let (seenName, aheadName) = ("seen", "ahead")
  /// The names under which a store records the times.
  package static let names = [seenName, aheadName]

  /// The last recorded time that was used; nil if there is none.
  private var seen: Int64?
  /// When the clock was first seen far ahead of that time; nil if it is not ahead.
  private var ahead: Int64?

  /// Makes a clock from the times that a store has recorded.
  package init(noted: [String: Int64]) {
    seen = noted[Self.seenName].map(\.clampedForStore)
    ahead = noted[Self.aheadName].flatMap { $0 == 0 ? nil : $0.clampedForStore }
  }

  /// The values to record.
  package var noted: [String: Int64] { [Self.seenName: seen ?? 0, Self.aheadName: ahead ?? 0] }

  /// Updates the times from the clock's time, and returns the time to use.
  ///
  /// - Returns: The time by which the store decides which data is old, never later than the clock's
  ///   time. It is 0 at first, so nothing is deleted.
  package mutating func moment(at now: Int64) -> Int64 {
    let now = now.clampedForStore
    guard let known = seen else {
      seen = now
      return 0
    }
    if now - known <= Self.patience {
      if abs(now - known) >= Self.step { seen = now }
      ahead = nil
      return now
    }
    guard let start = ahead, start <= now, now - start <= Self.maximumPause else {
      ahead = now
      return known
    }
    guard now - start >= Self.patience else { return known }
    (seen, ahead) = (now, nil)
    return now
  }
}

extension Int64 {
  /// The numbers that a store accepts: small enough that their sums and differences do not
  /// overflow.
  package static let storable: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

  /// The nearest number that a store accepts.
  package var clampedForStore: Int64 {
    Swift.min(Swift.max(self, Self.storable.lowerBound), Self.storable.upperBound)
  }
}
