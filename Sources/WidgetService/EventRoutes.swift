import Foundation
import Hummingbird
import IntentModel
import JSONC
import Synchronization
import WidgetStore

/// Changes of placed widgets as they happen.
enum EventRoutes {
  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: "/v1/events", name: "events", scope: .read,
        summary: """
          Changes of placed widgets as server-sent events, whoever made them. After a break the \
          changes since “Last-Event-ID” come first; where they are no longer known, the event \
          “reset” says that the list is to be read again.
          """,
        parameters: [
          ServiceRoute.Parameter(
            name: "Last-Event-ID", place: "header", summary: "The last event that the caller has.")
        ], answers: [(200, "Events without end.")], type: "text/event-stream"
      ) { try events($0) }
    ]
  }

  private static func events(_ call: ServiceCall) throws -> Response {
    let (feed, tenant) = (call.service.changes, call.caller.tenant)
    let last = call.request.headers[.lastEventID]
    return try EventStream.respond(to: call) { queue in
      let waker = Waker()
      var (number, isKnown) = try await feed.begin(tenant, after: last)
      feed.follow(tenant, waker)
      defer { feed.leave(tenant, waker) }
      let id = feed.identity(number)
      try await queue.send(isKnown ? "ready" : "reset", id: id, .members([:]))
      while !Task.isCancelled {
        for change in feed.changes(of: tenant, after: number) {
          number = change.number
          try await queue.send(change.event, id: feed.identity(number), change.json)
        }
        await waker.wait()
      }
    }
  }
}

/// What has changed in the stores of tenants: found out by looking, so that it does not matter who did it.
final class ChangeFeed: Sendable {
  /// A widget that was placed, changed or removed.
  struct Change: Sendable {
    let number: Int
    let name: String
    /// The widget as it is now; nil for one that was removed.
    let state: (kind: String?, revision: Int, etag: String)?

    var event: String { state == nil ? "removed" : "placed" }

    var json: JSONValue {
      .members([
        "name": .string(name), "kind": .text(state?.kind),
        "revision": .whole(state?.revision), "etag": .text(state?.etag),
      ])
    }
  }

  private struct Tenant {
    var changes: [Change] = []
    var number = 0
    /// The revisions at the last look; nil before the first.
    var revisions: [String: Int]?
    var mark: StoreMark?
    var followers: [ObjectIdentifier: Waker] = [:]
    var watcher: Task<Void, Never>?

    /// Takes in what a store holds now.
    ///
    /// - Returns: Whether anything has changed.
    mutating func take(_ widgets: [PlacedWidget], _ items: [WidgetShelf.Item]) -> Bool {
      let present = Dictionary(
        widgets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let before = revisions
      revisions = present.mapValues(\.revision)
      // At the first look nothing is new.
      guard let before else { return false }
      let start = number
      for (name, widget) in present.sorted(by: { $0.key < $1.key })
      where before[name] != widget.revision {
        let item = try? PlacedState.item(of: widget, among: items)
        add(name, (item?.widget.kind, widget.revision, PlacedState(widget, item).etag))
      }
      for name in before.keys.sorted() where present[name] == nil { add(name, nil) }
      return number != start
    }

    private mutating func add(
      _ name: String, _ state: (kind: String?, revision: Int, etag: String)?
    ) {
      number += 1
      changes.append(Change(number: number, name: name, state: state))
      if changes.count > ChangeFeed.mostChanges {
        changes.removeFirst(changes.count - ChangeFeed.mostChanges)
      }
    }
  }

  /// The most changes that are kept for callers that come back.
  private static let mostChanges = 1_000

  private let stores: PlacedShelf
  private let shelf: WidgetShelf
  private let interval: Duration
  private let tenants = Mutex<[String: Tenant]>([:])
  /// Tells the numbers of this process from those of another one.
  private let epoch = String(UInt64.random(in: .min ... .max), radix: 16)

  init(stores: PlacedShelf, shelf: WidgetShelf, interval: Duration) {
    (self.stores, self.shelf, self.interval) = (stores, shelf, interval)
  }

  /// The name of a number that callers send back.
  func identity(_ number: Int) -> String { "\(epoch)-\(number)" }

  /// Where a caller begins: after the event that it has, else now.
  ///
  /// - Returns: The number, and whether the caller has missed nothing.
  func begin(_ tenant: String, after last: String?) async throws -> (number: Int, isKnown: Bool) {
    try await look(into: tenant)
    return tenants.withLock { tenants in
      let tenant = tenants[tenant] ?? Tenant()
      guard let last else { return (tenant.number, true) }
      let parts = last.split(separator: "-")
      guard parts.count == 2, parts[0] == epoch, let number = Int(parts[1]),
        number <= tenant.number, number >= tenant.number - tenant.changes.count
      else { return (tenant.number, false) }
      return (number, true)
    }
  }

  /// The changes after a number.
  func changes(of tenant: String, after number: Int) -> [Change] {
    tenants.withLock { $0[tenant]?.changes.filter { $0.number > number } ?? [] }
  }

  /// Wakes a caller at each change.
  func follow(_ tenant: String, _ follower: Waker) {
    tenants.withLock { tenants in
      tenants[tenant, default: Tenant()].followers[ObjectIdentifier(follower)] = follower
      guard tenants[tenant]?.watcher == nil else { return }
      tenants[tenant]?.watcher = Task { [weak self, interval] in
        while !Task.isCancelled {
          try? await Task.sleep(for: interval)
          try? await self?.look(into: tenant)
        }
      }
    }
  }

  func leave(_ tenant: String, _ follower: Waker) {
    tenants.withLock { tenants in
      tenants[tenant]?.followers[ObjectIdentifier(follower)] = nil
      guard tenants[tenant]?.followers.isEmpty == true else { return }
      tenants[tenant]?.watcher?.cancel()
      tenants[tenant]?.watcher = nil
    }
  }

  /// Looks after a change that the service itself has made, so that nobody waits for the next look.
  func look(at tenant: String) {
    guard tenants.withLock({ $0[tenant]?.followers.isEmpty == false }) else { return }
    Task { try? await look(into: tenant) }
  }

  /// Compares the store of a tenant with the last look.
  private func look(into tenant: String) async throws {
    let mark = tenants.withLock { $0[tenant]?.mark }
    let store = stores.store(of: tenant)
    let now = try await store.mark()
    guard now != mark else { return }
    let widgets = try await store.contents().widgets
    let items = try shelf.items(in: AcceptedLanguage.standard)
    let followers = tenants.withLock { tenants in
      var state = tenants[tenant] ?? Tenant()
      defer { tenants[tenant] = state }
      state.mark = now
      return state.take(widgets, items) ? Array(state.followers.values) : []
    }
    for follower in followers { follower.wake() }
  }
}
