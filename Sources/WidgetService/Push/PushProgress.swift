import DevicePush
import Foundation
import IntentModel
import WidgetStore

/// The state from which the replica that sends an app's pushes decides what to do next.
///
/// It uses neither a store nor a clock; its callers report events and times.
struct PushProgress {
  typealias Instant = ContinuousClock.Instant

  /// What is known about a tenant.
  private struct Followed {
    var mark: StoreMark?
    /// The time of the next push, for a store that cannot find the due pushes of all tenants in one
    /// query.
    var next: Int64?
    /// The time until which a store that failed is not used; other tenants do not wait for it.
    var restEnd: Instant?
  }

  /// The interval at which the devices are counted.
  static let countTime: Duration = .seconds(300)
  /// How long a store that failed is not used.
  private static let restTime: Duration = .seconds(5)
  /// The maximum number of pushes in one send.
  static let batch = 500
  /// The maximum number of attempts to store the results of a send; after the last one, the pushes
  /// are sent again.
  private static let maximumNotes = 8

  private var tenants: [Tenant: Followed] = [:]
  /// The tenants in which the current check found new changes.
  private var changed: Set<Tenant> = []
  /// The time until which sending is paused.
  private var pauseEnd: Instant?
  /// The number of consecutive sends in which every push failed; after the first one, only single
  /// pushes are tried.
  private var failures = 0
  /// For each widget kind, the mark of the last definition with which all devices were compared.
  private var definitions: [String: String] = [:]
  /// For each widget kind, the changed definition and the tenants whose devices have already been
  /// compared with it; removed when the devices of all tenants have been compared.
  private var compared: [String: (definition: String, tenants: Set<Tenant>)] = [:]
  private var counted: Instant?
  private var devices: [StoredDevice.State: Int]?
  /// The end of the window of the last change, in milliseconds since 1970.
  private var windowEnd: Int64?
  /// Whether more pushes can be sent immediately.
  private var isMore = false
  /// The summary of the due pushes.
  private(set) var waiting = PushCenter.Waiting()

  // MARK: A check

  /// Begins a check.
  mutating func begin() {
    (changed, windowEnd, isMore) = ([], nil, false)
    waiting = PushCenter.Waiting()
    waiting.devices = devices
  }

  /// Notes that a check failed: the next one looks for all pushes, even without changes.
  mutating func fail() { tenants = [:] }

  /// Ends a check.
  ///
  /// - Parameter date: The time at `now` on the service's clock.
  mutating func end(at now: Instant, on date: Date) {
    let rest = pauseEnd.map { now.duration(to: $0) / .seconds(1) } ?? 0
    if rest > 0 {
      isMore = false
      waiting.pausedUntil = date.addingTimeInterval(rest)
    } else if !isMore {
      (waiting.tenants, waiting.oldest) = (0, nil)
    }
  }

  /// How long to wait for changes before the next check; nil to continue immediately.
  func rest(atMost interval: Duration, at now: Int64) -> Duration? {
    guard !isMore else { return nil }
    return windowEnd.map { min(interval, .milliseconds(max(1, $0 - now))) } ?? interval
  }

  /// Whether it is time to count the devices.
  func isCountDue(at now: Instant) -> Bool { counted.map { $0 + Self.countTime < now } ?? true }

  /// Notes the number of devices; nil if they could not be counted.
  mutating func count(_ devices: [StoredDevice.State: Int]?, at now: Instant) {
    (self.devices, counted) = (devices, now)
    waiting.devices = devices
  }

  // MARK: Tenants

  /// Whether the store of a tenant may be used.
  func mayAsk(_ tenant: Tenant, at now: Instant) -> Bool {
    tenants[tenant]?.restEnd.map { $0 <= now } ?? true
  }

  /// Notes that the store of a tenant failed: after a rest, all changes of the tenant are looked
  /// for again.
  mutating func fail(_ tenant: Tenant, at now: Instant) {
    tenants[tenant] = Followed(restEnd: now + Self.restTime)
  }

  /// Whether a tenant has new changes.
  func isNew(_ mark: StoreMark, of tenant: Tenant) -> Bool { tenants[tenant]?.mark != .some(mark) }

  /// Notes that the changes of a tenant up to a mark have been handled.
  ///
  /// - Parameter end: When the pushes for these changes may be sent, at the end of their window;
  ///   nil if the changes affect no devices.
  mutating func follow(_ tenant: Tenant, to mark: StoreMark, windowEnd end: Int64?) {
    tenants[tenant, default: Followed()].mark = mark
    changed.insert(tenant)
    windowEnd = end ?? windowEnd
  }

  /// The tenants that may have due pushes.
  func due(of all: [Tenant], at now: Int64) -> [Tenant] {
    all.filter { changed.contains($0) || tenants[$0]?.next.map { $0 <= now } ?? false }
  }

  /// Notes the time of a tenant's next push.
  mutating func expect(_ tenant: Tenant, at next: Int64?) { tenants[tenant]?.next = next }

  // MARK: Definitions

  /// The definitions that differ from those with which all devices were last compared, by the kinds
  /// of their widgets.
  func changes(to now: [String: String]) -> [(kind: String, definition: String)] {
    now.filter { definitions[$0.key] != $0.value }.map { (kind: $0.key, definition: $0.value) }
  }

  /// The tenants whose devices have not been compared with a changed definition yet.
  func left(of all: [Tenant], comparing kind: String, with definition: String) -> [Tenant] {
    let done = compared[kind].flatMap { $0.definition == definition ? $0.tenants : nil } ?? []
    return all.filter { !done.contains($0) }
  }

  /// Notes that the devices of a tenant have been compared with a changed definition.
  mutating func compare(_ tenant: Tenant, _ kind: String, with definition: String) {
    if compared[kind]?.definition != definition { compared[kind] = (definition, []) }
    compared[kind]?.tenants.insert(tenant)
  }

  /// Notes that the devices of all tenants have been compared with a definition, or do not need to
  /// be.
  mutating func finish(_ kind: String, with definition: String) {
    compared[kind] = nil
    definitions[kind] = definition
  }

  /// Forgets the definitions of widgets that the service no longer has.
  mutating func keep(_ now: [String: String]) {
    definitions = definitions.filter { now[$0.key] != nil }
  }

  // MARK: Sending

  /// Whether sending is paused.
  func isPaused(at now: Instant) -> Bool { pauseEnd.map { $0 > now } ?? false }

  /// The number of devices to which a push may be sent: only one after a failed delivery, in order
  /// to find out when deliveries work again.
  func limit(at now: Instant) -> Int { isPaused(at: now) || failures > 0 ? 1 : Self.batch }

  /// Notes that pushes are due to a tenant's devices, and when the first one is due.
  mutating func find(_ first: StoredDevice) {
    guard let moment = first.due else { return }
    waiting.tenants += 1
    waiting.oldest = min(waiting.oldest ?? .distantFuture, Date(milliseconds: moment))
  }

  /// How long to wait after a failed attempt to store the results of a send, by the number of the
  /// attempt, from 1; nil after the last attempt.
  static func pause(afterNote attempt: Int) -> Duration? {
    attempt < maximumNotes ? .milliseconds(min(5_000, 125 << attempt)) : nil
  }

  /// Notes that the maximum number of pushes was sent.
  mutating func expectMore() { isMore = true }

  /// Notes the outcomes of a send, and begins or ends a pause.
  ///
  /// - Parameter date: The time at `now` on the service's clock.
  mutating func send(_ outcomes: [PushOutcome], at now: Instant, on date: Date) {
    guard !outcomes.isEmpty else { return }
    let isDown = outcomes.allSatisfy(\.hasFailed)
    failures = isDown ? failures + 1 : 0
    pauseEnd = nil
    if let end = outcomes.compactMap(\.pauseEnd).max() {
      pauseEnd = now + .seconds(min(max(0, end.timeIntervalSince(date)), 3_600))
    } else if isDown {
      pauseEnd = now + .milliseconds(min(30_000, 250 << min(failures, 7)))
    }
  }
}
