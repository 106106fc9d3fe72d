import Logging
import Testing
import WidgetForm
import WidgetStore

@testable import WidgetService

/// Where followers of a log continue after an interruption.
struct LogFollowerTests {
  /// Positions of followers, and where each continues in a log of the epoch “b” that has kept the
  /// changes 11 to 20.
  private static let places: [(place: LogPlace, next: Int, isLost: Bool)] = [
    (LogPlace(epoch: "b", number: 10), 10, false), (LogPlace(epoch: "b", number: 20), 20, false),
    // A follower whose next change is no longer kept, and a follower whose position is after the end
    // of the log.
    (LogPlace(epoch: "b", number: 9), 10, true), (LogPlace(epoch: "b", number: 21), 20, true),
    // Numbers of another epoch are not comparable with those of this epoch.
    (LogPlace(epoch: "a", number: 15), 20, true), (LogPlace(epoch: "", number: 15), 20, true),
    (LogPlace(epoch: "", number: 0), 10, true),
  ]

  @Test(arguments: places) func aFollowerGoesOnWhereTheLogStillIs(
    place: LogPlace, next: Int, isLost: Bool
  ) {
    let found = place.next(in: LogState(epoch: "b", numbers: 10...20))
    #expect(found.place == LogPlace(epoch: "b", number: next))
    #expect(found.isLost == isLost)
    #expect(LogPlace(place.text) == place)
  }

  /// Before anything is stored, there is no epoch, and nothing is missed.
  @Test func aFollowerIsThereBeforeTheLog() {
    let none = LogPlace(endOf: LogState(epoch: "", numbers: 0...0))
    #expect(none.text == ".0")
    let found = none.next(in: LogState(epoch: "b", numbers: 0...3))
    #expect(found.place == LogPlace(epoch: "b", number: 0) && !found.isLost)
    for text in ["", "3", "b.", "b.x", "a.b.3", "b 3"] { #expect(LogPlace(text) == nil, "\(text)") }
  }

  /// Missed changes are reported once, and the follower continues from its position.
  @Test func aStartIsAcceptedOnce() async throws {
    let stores = TenantStores(driver: MemoryDriver(), metrics: ServiceMetrics())
    let follower = LogFollower(name: "test", stores: stores)
    let store = follower.stores.store(of: .local)
    try await store.logReload(of: .all, reason: "app", count: 1)
    var start = try await follower.start(in: store, from: 7)
    #expect(start.isLost && start.place.number == 1)
    try await follower.accept(start, in: store)
    let position = try await store.position(of: "test")
    #expect(position == 1)
    start = try await follower.start(in: store, from: position)
    #expect(!start.isLost && start.place.number == 1)
    try await store.setNote("test epoch", to: "of a former server")
    start = try await follower.start(in: store, from: position)
    #expect(start.isLost && start.place.number == 1)
    try await follower.accept(start, in: store)
    start = try await follower.start(in: store, from: position)
    #expect(!start.isLost)
  }

  /// The error if the feed does not wake a follower, so that the test ends.
  private struct Silence: Error {}

  /// After an erasure, a new epoch starts with new numbers, and a follower gets no changes of the
  /// old epoch.
  @Test func changesOfAFormerEpochAreNotTold() async throws {
    let (driver, metrics) = (MemoryDriver(), ServiceMetrics())
    let failures = FailureLog(Logger(label: "test"))
    let stores = TenantStores(driver: driver, metrics: metrics)
    let widgets = ServedWidgets(
      settings: ServiceSettings(), report: SourceReport(failures: failures, metrics: metrics)
    ) { _ in [] }
    let feed = ChangeFeed(
      stores: stores, widgets: widgets, interval: .seconds(3_600), failures: failures)
    let store = stores.store(of: .local)
    func reload(_ count: Int) async throws {
      for _ in 0..<count { try await store.logReload(of: .all, reason: "app", count: 1) }
    }
    /// Waits until the feed has read a change.
    func look(_ waker: Waker) async throws {
      feed.look(at: .local)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          await waker.wait()
          return true
        }
        group.addTask {
          try await Task.sleep(for: .seconds(60))
          return false
        }
        guard try await group.next() == true else { throw Silence() }
        group.cancelAll()
      }
    }
    let (old, new) = (Waker(), Waker())
    let first = try await feed.begin(.local, after: nil, old).place
    try await reload(3)
    try await look(old)
    #expect(try await feed.changes(of: .local, after: first).changes.map(\.number) == [1, 2, 3])
    try await driver.erase(.local)
    try await reload(1)
    let place = try await feed.begin(.local, after: nil, new).place
    #expect(place.number == 1)
    #expect(try await feed.changes(of: .local, after: place).changes.isEmpty)
    try await look(new)
    try await reload(1)
    try await look(new)
    let batch = try await feed.changes(of: .local, after: place)
    #expect(batch.changes.map(\.number) == [2] && batch.epoch == place.epoch)
    feed.leave(.local, old)
    feed.leave(.local, new)
  }
}
