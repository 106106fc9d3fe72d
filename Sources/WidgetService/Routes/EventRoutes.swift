import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Logging
import Messages
import Synchronization
import WidgetForm
import WidgetStore
import WidgetTimeline

/// The event stream of changes to placed widgets.
enum EventRoutes {
  /// The name of the first event in a stream that lacks no changes.
  static let ready = "ready"

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.api + "/events", name: "events", scope: .read,
        summary: """
          Changes of placed widgets as server-sent events, whoever made them. After a break, the \
          changes since “Last-Event-ID” come first, whichever replica responds. If they are no \
          longer known, the event “\(ChangeFeed.Event.Name.reset.rawValue)” tells the client to \
          read the list again.
          """,
        parameters: [
          ServiceRoute.Parameter(
            name: HTTPField.Name.lastEventID.rawName, place: .header,
            summary: "The ID of the last event that the caller has."),
          ServiceRoute.tenant,
        ], responses: [(200, "Events, until the connection is closed.")],
        type: MediaType.events,
        schema: .changeEvents
      ) { try events($0) }
    ]
  }

  /// Responds with the changes of the caller's tenant as events.
  static func events(_ call: ServiceCall) throws -> Response {
    let (feed, tenant) = (call.service.changes, call.tenant)
    let last = call.request.headers[.lastEventID]
    return try EventStream.respond(to: call) { queue in
      let waker = Waker()
      var (place, isLost) = try await feed.begin(tenant, after: last, waker)
      defer { feed.leave(tenant, waker) }
      if isLost { call.service.metrics.resynced() }
      let reset = ChangeFeed.Event(.reset)
      try await queue.send(
        isLost ? reset.name.rawValue : ready, id: place.text, ChangeFeed.Event.coding.json(reset))
      while !Task.isCancelled {
        let batch = try await feed.changes(of: tenant, after: place)
        if batch.epoch != place.epoch {
          (place, isLost) = place.next(in: try await feed.log(of: tenant))
          if isLost {
            try await queue.send(
              reset.name.rawValue, id: place.text, ChangeFeed.Event.coding.json(reset))
            continue
          }
        }
        for change in batch.changes {
          for (index, event) in change.events.enumerated() {
            // Only the last event of a change has the number of the change, so a caller that has
            // the number has received all events of the change.
            let isLast = index == change.events.count - 1
            try await queue.send(
              event.name.rawValue,
              id: isLast ? LogPlace(epoch: place.epoch, number: change.number).text : nil,
              ChangeFeed.Event.coding.json(event))
          }
        }
        place.number = batch.end
        if !batch.isFull { await waker.wait() }
      }
    }
  }
}

/// Follows the change logs in the tenants' stores, so that changes by any program are seen.
final class ChangeFeed: Sendable {
  /// An event about placed widgets.
  struct Event: Sendable {
    enum Name: String, CaseIterable {
      case placed, removed, reload
      /// The caller must read the list again, because the log no longer has the changes that the
      /// caller missed.
      case reset
    }

    let name: Name
    /// The name of the widget; nil for an event about several widgets.
    var widget: String?
    var kind: String?
    /// Whether the event is about all placed widgets.
    var isAboutAll = false
    var revision: Int?
    var etag: String?
    var reason: String?

    init(_ name: Name, of widget: String? = nil) { (self.name, self.widget) = (name, widget) }

    /// The key under which the script of the pages finds the name of the widget.
    static let nameKey = "name"
    private static let members: [ObjectMember<Event>] = [
      .text(optional: nameKey) { $0.widget },
      .text(optional: "kind") { $0.kind },
      .flag(optional: "all") { $0.isAboutAll },
      .integer(optional: "revision") { $0.revision },
      .text(optional: "etag") { $0.etag },
      .text(optional: "reason") { $0.reason },
    ]
    /// The data of the event in a stream; the name of the event is a separate field there.
    static let coding = ObjectCoding<Event>(members)
    /// The event in a list.
    static let listed = ObjectCoding<Event>([.word("event") { $0.name }] + members)
  }

  /// A change and its events; a rename has two events.
  struct Change: Sendable {
    let number: Int
    let date: Date
    let events: [Event]
  }

  /// The changes after a number.
  struct Batch: Sendable {
    /// The epoch to which the numbers belong.
    var epoch: String
    var changes: [Change] = []
    /// The number of the last change that was read.
    var end: Int
    /// Whether the log may have more changes.
    var isFull = false
  }

  private struct Followed {
    /// The number after which ``batch`` has all changes.
    var start: Int
    var batch: Batch
    var mark: StoreMark?
    var followers: [ObjectIdentifier: Waker] = [:]

    /// Appends the changes that follow the kept changes.
    mutating func take(_ next: Batch) {
      guard next.epoch == batch.epoch else {
        (start, batch) = (next.end, Batch(epoch: next.epoch, end: next.end))
        return
      }
      guard next.end > batch.end else { return }
      batch.changes += next.changes.filter { $0.number > batch.end }
      batch.end = next.end
      let extra = batch.changes.count - ChangeFeed.maximumChanges
      guard extra > 0 else { return }
      start = batch.changes[extra - 1].number
      batch.changes.removeFirst(extra)
    }
  }

  private struct State {
    var tenants: [Tenant: Followed] = [:]
    var watcher: Task<Void, Never>?
    /// The tenants whose changes are being read, and whether another change has arrived since the
    /// read began.
    var looks: [Tenant: Bool] = [:]
  }

  /// The maximum number of changes that are kept for the followers of a tenant.
  private static let maximumChanges = 500
  /// The maximum number of changes in one read.
  static let batchSize = 200
  /// The maximum number of changes that a follower gets at a time; the follower keeps them in
  /// memory while it waits for a slow reader.
  private static let portion = 50

  private let stores: TenantStores
  private let widgets: ServedWidgets
  private let interval: Duration
  private let failures: FailureLog
  private let state = Mutex(State())

  init(stores: TenantStores, widgets: ServedWidgets, interval: Duration, failures: FailureLog) {
    (self.stores, self.widgets, self.interval) = (stores, widgets, interval)
    self.failures = failures
  }

  /// Adds a follower, which is woken at each change, and returns the position after which it
  /// starts.
  ///
  /// - Parameter last: The identifier of the last event that the caller received; nil to start
  ///   after the latest change.
  /// - Returns: The position, and whether the log lacks changes since the last event.
  func begin(
    _ tenant: Tenant, after last: String?, _ follower: Waker
  ) async throws -> (place: LogPlace, isLost: Bool) {
    let log = try await log(of: tenant)
    let end = LogPlace(endOf: log)
    state.withLock { state in
      let new = Followed(start: end.number, batch: Batch(epoch: end.epoch, end: end.number))
      state.tenants[tenant, default: new].followers[ObjectIdentifier(follower)] = follower
      guard state.watcher == nil else { return }
      state.watcher = Task { [weak self, interval] in
        while !Task.isCancelled {
          try? await Task.sleep(for: interval.varied)
          await self?.look()
        }
      }
    }
    guard let last else { return (end, false) }
    guard let (place, isLost) = LogPlace(last)?.next(in: log), !isLost else { return (end, true) }
    return (place, false)
  }

  /// The state of a tenant's log.
  func log(of tenant: Tenant) async throws -> LogState {
    try await stores.store(of: tenant).logState()
  }

  func leave(_ tenant: Tenant, _ follower: Waker) {
    state.withLock { state in
      state.tenants[tenant]?.followers[ObjectIdentifier(follower)] = nil
      if state.tenants[tenant]?.followers.isEmpty == true { state.tenants[tenant] = nil }
      guard state.tenants.isEmpty else { return }
      state.watcher?.cancel()
      state.watcher = nil
    }
  }

  /// The changes after a position, from memory if they are kept there, or else from the store.
  func changes(of tenant: Tenant, after place: LogPlace) async throws -> Batch {
    let number = place.number
    let known = state.withLock { state -> Batch? in
      // Until the next poll, the kept changes can belong to a former epoch.
      guard let followed = state.tenants[tenant], followed.batch.epoch == place.epoch,
        number >= followed.start
      else { return nil }
      let rest = followed.batch.changes.drop { $0.number <= number }
      var batch = Batch(epoch: followed.batch.epoch, end: max(followed.batch.end, number))
      batch.changes = Array(rest.prefix(Self.portion))
      if rest.count > Self.portion, let last = batch.changes.last {
        (batch.end, batch.isFull) = (last.number, true)
      }
      return batch
    }
    if let known { return known }
    return try await load(tenant, after: number, limit: Self.portion)
  }

  /// Reads a change that the service itself made, without waiting for the next poll.
  func look(at tenant: Tenant) {
    let begins = state.withLock { state in
      guard state.tenants[tenant] != nil else { return false }
      let isUnderWay = state.looks[tenant] != nil
      state.looks[tenant] = isUnderWay
      return !isUnderWay
    }
    guard begins else { return }
    Task {
      var isMore = true
      while isMore {
        await catchUp(tenant, mark: nil)
        isMore = state.withLock { state in
          let isMore = state.looks[tenant] == true
          state.looks[tenant] = isMore ? false : nil
          return isMore
        }
      }
    }
  }

  /// Polls for changes of all followed tenants with a single query.
  private func look() async {
    let known = state.withLock { $0.tenants.mapValues(\.mark) }
    do {
      let marks = try await stores.driver.marks(of: Array(known.keys))
      for (tenant, mark) in marks where known[tenant] != .some(mark) {
        await catchUp(tenant, mark: mark)
      }
    } catch {
      failures.report(.changesFailed, ofStore: error)
    }
  }

  /// Reads a tenant's new changes, and wakes the tenant's followers.
  private func catchUp(_ tenant: Tenant, mark: StoreMark?) async {
    do {
      var isFull = true
      while isFull, let known = state.withLock({ $0.tenants[tenant]?.batch }) {
        var next = try await load(tenant, after: known.end)
        let isOther = next.epoch != known.epoch
        if isOther {
          // The number in `known` belongs to the former epoch, whose numbers can be greater.
          let end = LogPlace(endOf: try await log(of: tenant))
          next = Batch(epoch: end.epoch, end: end.number)
        }
        isFull = next.isFull
        let followers = state.withLock { state in
          state.tenants[tenant]?.take(next)
          return next.end > known.end || isOther
            ? Array(state.tenants[tenant]?.followers.values ?? [:].values) : []
        }
        for follower in followers { follower.wake() }
      }
      // The mark is older than the data that was read, so the next poll does not miss any change.
      if let mark { state.withLock { $0.tenants[tenant]?.mark = mark } }
    } catch {
      failures.report(.changesFailed, ofStore: error, ["tenant": .string(tenant.name)])
    }
  }

  /// Reads changes.
  ///
  /// The events of a change depend only on the change, so a number stands for the same events for
  /// every caller.
  func load(
    _ tenant: Tenant, after number: Int, limit: Int = batchSize
  ) async throws -> Batch {
    let (epoch, logged) = try await stores.store(of: tenant).log(after: number, limit: limit)
    let items = try widgets.items(in: AcceptedLanguage.standard)
    let changes = logged.map {
      Change(number: $0.number, date: $0.date, events: Self.events(of: $0, items))
    }
    return Batch(
      epoch: epoch, changes: changes, end: logged.last?.number ?? number,
      isFull: logged.count >= limit)
  }

  private static func events(
    of change: LoggedChange, _ items: [ServedWidget]
  ) -> [Event] {
    guard change.action != .reload else {
      let scope = change.reloadScope
      var event = Event(.reload, of: scope == nil ? change.name : nil)
      (event.kind, event.isAboutAll, event.reason) = (scope?.kind, scope == .all, change.reason)
      return [event]
    }
    guard let (placed, hasAnswers) = change.placed else {
      return change.changedNames.map { Event(.removed, of: $0) }
    }
    let state = PlacedState(placed, try? PlacedState.item(of: placed, among: items))
    var last = Event(.placed, of: placed.name)
    (last.kind, last.revision) = (state.item?.widget.kind, placed.revision)
    if hasAnswers { last.etag = state.etag }
    return change.changedNames.dropLast().map { Event(.removed, of: $0) } + [last]
  }
}
