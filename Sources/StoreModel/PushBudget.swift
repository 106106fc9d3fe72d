/// The number of pushes that a device can get: a few at once, and then one per interval.
///
/// iOS limits the number of reloads of a widget per day, and reloads after a push count towards
/// that limit.
package struct PushBudget: Sendable, Hashable {
  /// How many pushes can directly follow each other, at least 1.
  package let burst: Int
  /// The time after which another push is allowed, in milliseconds.
  package let interval: Int64
  /// The minimum time between two pushes, in milliseconds.
  package let distance: Int64

  /// Makes a budget; a negative value becomes 0, and a burst becomes at least 1.
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
    // The time from now until `paid` is the part of the budget that is used up. Another push fits
    // if at least one interval is left.
    device.next = max(moment + distance, device.paid - Int64(burst - 1) * interval)
  }

  /// The number of pushes that could be sent to a device at a given time.
  package func left(_ device: StoredDevice, at moment: Int64) -> Int {
    guard interval > 0 else { return burst }
    let used = max(0, device.paid - moment)
    return max(0, burst - Int((used + interval - 1) / interval))
  }
}
