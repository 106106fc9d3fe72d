import DevicePush
import Foundation
import IntentModel
import WidgetStore

/// Marks the devices of an app to which a push is due.
struct PushMarking: Sendable {
  /// The maximum number of devices that are marked in one transaction.
  static let partSize = 1_000
  /// The interval between the pushes to two parts of all devices, in milliseconds.
  ///
  /// After a changed definition or lost changes, it keeps the devices from sending their requests
  /// all at once.
  static let partTime: Int64 = 10_000

  let service: ServiceCore
  let app: PushApp

  var follower: LogFollower {
    LogFollower(name: "push \(app.bundle) \(app.environment.rawValue)", stores: service.stores)
  }

  /// The time from a change to its push, in milliseconds, so that several changes in quick
  /// succession need only one push.
  var window: Int64 { Int64(service.settings.pushWindow / .milliseconds(1)) }

  // MARK: Definitions

  /// The definitions of the widgets that the service has, by their kinds.
  func definitions() throws -> [String: String] {
    let items = try service.servedWidgets.items(in: AcceptedLanguage.standard)
    return Dictionary(
      items.map { ($0.widget.kind, $0.definition) }, uniquingKeysWith: { first, _ in first })
  }

  private func noteName(of kind: String) -> String { follower.name + " definition " + kind }

  /// The definition with which the devices that show a kind were last compared; nil if there is
  /// none.
  func notedDefinition(of kind: String) async throws -> String? {
    try await service.stores.store(of: .local).note(noteName(of: kind))
  }

  /// Notes the definition with which the devices that show a kind were compared.
  func note(_ definition: String, of kind: String) async throws {
    try await service.stores.store(of: .local).setNote(noteName(of: kind), to: definition)
  }

  /// Marks a tenant's devices that show a widget of a kind.
  func compareDevices(ofKind kind: String, _ tenant: Tenant, _ turn: PushTurn) async throws {
    guard try await hasDevices(tenant) else { return }
    _ = try await raise(
      .each(kind), at: service.now().milliseconds, service.stores.store(of: tenant), turn,
      apart: Self.partTime)
  }

  private func hasDevices(_ tenant: Tenant) async throws -> Bool {
    var query = DeviceQuery(limit: 1)
    query.app = app.stored
    return try await !service.stores.store(of: tenant).devices(query).isEmpty
  }

  // MARK: Changes

  /// Reads a tenant's new changes, and marks the affected devices.
  ///
  /// - Returns: Whether any devices were marked.
  func follow(_ tenant: Tenant, _ turn: PushTurn) async throws -> Bool {
    let store = service.stores.store(of: tenant)
    let start = try await follower.start(
      in: store, from: try await store.position(of: follower.name))
    var hasRaised = start.isLost ? try await raiseAll(store, turn) : false
    try await follower.accept(start, in: store)
    var position = start.place.number
    let items = try service.servedWidgets.items(in: AcceptedLanguage.standard)
    while true {
      let changes = try await store.log(after: position, limit: ChangeFeed.batchSize).changes
      guard let last = changes.last else { return hasRaised }
      if try await hasDevices(tenant) {
        for (target, moment) in try await targets(of: changes, store, items) {
          if try await raise(target, at: moment, store, turn) > 0 { hasRaised = true }
        }
      }
      // If another replica has the turn now, these changes must not count as handled, because this
      // replica may get the turn back immediately.
      guard turn.isHeld else { throw CancellationError() }
      position = last.number
      try await follower.advance(to: position, in: store)
      guard changes.count == ChangeFeed.batchSize else { return hasRaised }
    }
  }

  /// The devices affected by changes, each with the time of its first change.
  private func targets(
    of changes: [LoggedChange], _ store: PlacedWidgetStore, _ items: [ServedWidget]
  ) async throws -> [(target: PushRaise.Target, moment: Int64)] {
    var first = FirstTargets()
    for change in changes where !change.keepsIntent(items) {
      var widget = change.placed?.widget ?? change.former?.widget
      if change.action == .reload { widget = try await store.widgets(named: [change.name]).first }
      let kind = widget.flatMap { try? PlacedState.item(of: $0, among: items).widget.kind }
      first.add(change, ofKind: kind)
    }
    return first.found
  }

  /// Schedules a push to every device of a tenant whose log no longer has all changes.
  ///
  /// This happens when the store was restored, when another server took over, or when the changes
  /// are no longer kept. The timelines that the devices have fetched in the meantime are unknown,
  /// so no comparison can tell what the devices show.
  ///
  /// - Returns: Whether there are any devices.
  private func raiseAll(_ store: PlacedWidgetStore, _ turn: PushTurn) async throws -> Bool {
    var query = DeviceQuery(limit: Self.partSize)
    query.app = app.stored
    let moment = service.now().milliseconds
    var (delay, hasRaised) = (window, false)
    while true {
      guard turn.isHeld else { throw CancellationError() }
      let devices = try await store.devices(query)
      guard let last = devices.last else { return hasRaised }
      let due = delay
      try await store.changeDevices(devices.map(\.id)) { device in
        var device = device
        device.forgetFetches()
        device.compare(at: moment, after: due)
        return device
      }
      hasRaised = true
      query.after = last.id
      delay += Self.partTime
    }
  }

  /// Marks all devices of a target, one part after another, so their number is not limited.
  ///
  /// - Parameter time: The interval between two parts, in milliseconds.
  /// - Returns: The number of devices that were marked.
  private func raise(
    _ target: PushRaise.Target, at moment: Int64, _ store: PlacedWidgetStore, _ turn: PushTurn,
    apart time: Int64 = 0
  ) async throws -> Int {
    // The clocks of replicas differ, so the window begins when the change is seen.
    var raise = PushRaise(
      target, of: app.stored, at: moment, due: service.now().milliseconds + window)
    var after: String?
    var count = 0
    repeat {
      guard turn.isHeld else { throw CancellationError() }
      let part = try await store.raise(raise, after: after, limit: Self.partSize)
      service.metrics.pushesDeferred(part.deferred)
      count += part.count
      raise.due += time
      after = part.last
    } while after != nil
    return count
  }
}

/// The devices affected by changes, each once, with the time of its first change.
struct FirstTargets {
  private(set) var found: [(target: PushRaise.Target, moment: Int64)] = []
  private var known: Set<PushRaise.Target> = []

  /// Adds the devices that a change affects.
  ///
  /// - Parameter kind: The kind of the changed widget; nil if the service does not have it.
  mutating func add(_ change: LoggedChange, ofKind kind: String?) {
    for target in Self.targets(of: change, ofKind: kind) where known.insert(target).inserted {
      found.append((target: target, moment: change.moment))
    }
  }

  private static func targets(of change: LoggedChange, ofKind kind: String?) -> [PushRaise.Target] {
    if let scope = change.reloadScope { return [scope.kind.map { .each($0) } ?? .all] }
    let names = change.action == .reload ? [change.name] : change.changedNames
    return names.map { .placed($0) } + (kind.map { [.kind($0)] } ?? [])
  }
}
