/// The number of pushes that a device can get: a few at once, then one for each interval.
///
/// iOS limits the reloads of a widget per day, and a reload after a push counts among them.
package struct PushBudget: Sendable, Hashable {
  /// The number of pushes that can follow each other, at least 1.
  package let burst: Int
  /// The time after which another push is allowed, in milliseconds.
  package let interval: Int64
  /// The least time between two pushes, in milliseconds.
  package let distance: Int64

  /// Makes a budget; negative values become 0, and a burst is at least 1.
  package init(burst: Int, interval: Duration, distance: Duration) {
    self.burst = max(1, burst)
    self.interval = Int64(max(0, interval / .milliseconds(1)))
    self.distance = Int64(max(0, distance / .milliseconds(1)))
  }

  /// The budget of a service without settings.
  package static let standard = PushBudget(
    burst: 3, interval: .seconds(1_800), distance: .seconds(5))

  /// Notes that a push was sent to a device.
  ///
  /// - Parameter moment: The current time.
  package func pay(_ device: inout StoredDevice, at moment: Int64) {
    device.paid = max(moment, device.paid) + interval
    // The time from now to `paid` is the used part of the budget. Another push fits if at least one
    // interval is left.
    device.next = max(moment + distance, device.paid - Int64(burst - 1) * interval)
  }

  /// The number of pushes that could be sent to a device at a moment.
  package func left(_ device: StoredDevice, at moment: Int64) -> Int {
    guard interval > 0 else { return burst }
    let used = max(0, device.paid - moment)
    return max(0, burst - Int((used + interval - 1) / interval))
  }
}
