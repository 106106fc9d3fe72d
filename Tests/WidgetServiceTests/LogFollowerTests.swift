import Testing
import WidgetStore

@testable import WidgetService

/// Where those who follow a log go on after a break.
struct LogFollowerTests {
  /// A place in a log of the epoch “b” with the changes after 10 up to 20, and where it goes on.
  private static let places: [(place: LogPlace, next: Int, isLost: Bool)] = [
    (LogPlace(epoch: "b", number: 10), 10, false), (LogPlace(epoch: "b", number: 20), 20, false),
    // Changes that are no longer kept, and those of a log that was longer.
    (LogPlace(epoch: "b", number: 9), 10, true), (LogPlace(epoch: "b", number: 21), 20, true),
    // Numbers of another epoch say nothing.
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

  /// Before anything is stored there is no epoch, and nothing is missed.
  @Test func aFollowerIsThereBeforeTheLog() {
    let none = LogPlace(endOf: LogState(epoch: "", numbers: 0...0))
    #expect(none.text == ".0")
    let found = none.next(in: LogState(epoch: "b", numbers: 0...3))
    #expect(found.place == LogPlace(epoch: "b", number: 0) && !found.isLost)
    for text in ["", "3", "b.", "b.x", "a.b.3", "b 3"] { #expect(LogPlace(text) == nil, "\(text)") }
  }

  /// What was missed is said once, and the follower goes on from where it is.
  @Test func aStartIsAcceptedOnce() async throws {
    let stores = TenantStores(driver: MemoryDriver(), metrics: ServiceMetrics())
    let follower = LogFollower(name: "test", stores: stores)
    let store = follower.stores.store(of: .local)
    try await store.logReload(of: .all, reason: "app", count: 1)
    var start = try await follower.start(in: store, from: 7)
    #expect(start.isLost && start.place.number == 1 && !start.isOfOtherEpoch)
    try await follower.accept(start, in: store)
    let position = try await store.position(of: "test")
    #expect(position == 1)
    start = try await follower.start(in: store, from: position)
    #expect(!start.isLost && start.place.number == 1)
    try await store.setNote("test epoch", to: "of a former server")
    start = try await follower.start(in: store, from: position)
    #expect(start.isLost && start.isOfOtherEpoch && start.place.number == 1)
    try await follower.accept(start, in: store)
    start = try await follower.start(in: store, from: position)
    #expect(!start.isLost)
  }
}
