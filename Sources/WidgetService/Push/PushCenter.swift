import DevicePush
import Foundation
import IntentModel
import Synchronization
import WidgetForm
import WidgetStore

extension PushApp {
  /// The app in the form in which stores keep it.
  var stored: DeviceApp { DeviceApp(bundle: bundle, environment: environment.rawValue) }
}

/// The state that requests from devices and pushes to devices share.
final class PushCenter: Sendable {
  /// The pushes that are due for an app, as known to the replica that sends them.
  struct Waiting: Sendable {
    /// The number of tenants that have devices to which a push is due.
    var tenants = 0
    /// The time at which the first of the due pushes became due.
    var oldest: Date?
    /// The time until which pushes are paused; nil if they are not paused.
    var pausedUntil: Date?
    /// The number of devices in each state at the last count; nil if another replica does the
    /// counting, or if the count failed.
    var devices: [StoredDevice.State: Int]?
  }

  let sender: any PushSender
  private let wakers: [PushApp: Waker]
  private let waiting = Mutex<[PushApp: Waiting]>([:])

  init(_ sender: any PushSender) {
    self.sender = sender
    wakers = Dictionary(
      sender.apps.map { ($0, Waker()) }, uniquingKeysWith: { first, _ in first })
  }

  /// The apps, each once.
  var apps: [PushApp] { Array(wakers.keys) }

  /// Makes the push workers look for changes immediately.
  func wake() { for waker in wakers.values { waker.wake() } }

  /// Waits until there is a change, or until a duration has passed.
  func wait(for app: PushApp, atMost time: Duration) async {
    await wakers[app]?.wait(until: .now + time)
  }

  /// Stores which pushes are due for an app.
  func note(_ state: Waiting, for app: PushApp) { waiting.withLock { $0[app] = state } }

  /// The due pushes of each app.
  var summary: [(app: PushApp, state: Waiting)] {
    waiting.withLock { $0 }.map { (app: $0.key, state: $0.value) }.sorted { $0.app < $1.app }
  }
}

extension PushBudget {
  /// Makes the budget that each device of a service has.
  init(_ settings: ServiceSettings) {
    self.init(
      burst: settings.pushBurst, interval: settings.pushInterval, distance: settings.pushDistance)
  }
}

/// A lock that only one replica holds, so that only one replica sends for an app.
final class PushTurn: Sendable {
  /// How long the lock is held if it is not renewed.
  private static let holdTime: Duration = .seconds(20)
  /// The interval at which the lock is renewed.
  private static let interval: Duration = .seconds(5)

  private let key: String
  private let holder = UUID().uuidString
  /// The store that replicas share; nil for a store that only one service uses.
  private let driver: (any SharedStoreDriver)?
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  init(_ key: String, in driver: any StoreDriver) {
    self.key = key
    self.driver = driver as? any SharedStoreDriver
  }

  /// Whether this replica holds the lock.
  var isHeld: Bool {
    guard driver != nil else { return true }
    return end.withLock { $0.map { $0 > .now } ?? false }
  }

  /// Renews the lock until the task is cancelled, and then releases it.
  func keep(_ report: @Sendable (StoreError) -> Void) async {
    guard let driver else { return }
    while !Task.isCancelled {
      let start = ContinuousClock.now
      do {
        let isMine = try await driver.hold(key, by: holder, for: Self.holdTime)
        // Subtracts a margin for the duration of the response, and for clocks that run at different
        // speeds.
        end.withLock { $0 = isMine ? start + Self.holdTime - .seconds(2) : nil }
      } catch {
        report(error)
      }
      try? await Task.sleep(for: Self.interval * Double.random(in: 0.8...1))
    }
    end.withLock { $0 = nil }
    let (key, holder) = (key, holder)
    // The task has already been cancelled, so a new task releases the lock; otherwise another
    // replica would have to wait until the lock expires.
    await Task { try? await driver.release(key, by: holder) }.value
  }
}
