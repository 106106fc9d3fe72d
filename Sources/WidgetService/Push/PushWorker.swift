import DevicePush
import Foundation
import IntentModel
import Logging
import Messages
import Synchronization
import WidgetStore

/// Sends pushes to devices when the placed widgets that they show change.
///
/// The log of changes is the queue. Each change marks the devices that it concerns in the store,
/// with the time at which their push is due. For each app, one replica at a time follows the log
/// and sends. A mark stays until the result of its push is stored: if the replica ends in between,
/// the push is sent twice rather than not at all.
struct PushWorker: Sendable {
  let service: ServiceCore

  /// Sets the position of new apps before the service accepts its first request, so that none of
  /// its changes are missed.
  ///
  /// A store that cannot be reached is not an error: ``run()`` tries again.
  func begin() async {
    for worker in workers { _ = try? await worker.follower.begin() }
  }

  /// Sends pushes until it is cancelled; no app waits for another one.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for worker in workers { group.addTask { await worker.run() } }
    }
    guard let sender = service.pushes?.sender else { return }
    // The task is already cancelled, but the pushes in progress must be completed.
    await Task { await sender.close() }.value
  }

  private var workers: [AppPushWorker] {
    guard let center = service.pushes else { return [] }
    return center.apps.map { AppPushWorker(service: service, center: center, app: $0) }
  }
}

/// Follows the changes for the devices of one app.
private struct AppPushWorker: Sendable {
  /// The maximum number of devices that one transaction marks.
  private static let partSize = 1_000
  /// The time between two parts of the devices of a changed definition, in milliseconds, so that
  /// they do not all send requests at once.
  private static let partTime: Int64 = 10_000
  /// The time after which no more timelines are made to compare those of devices.
  private static let longestLook: Duration = .seconds(30)
  /// The maximum number of devices whose timelines are made at the same time.
  private static let mostLooks = 16
  /// The number of attempts to store the results of a send; after them, the push is sent again.
  private static let mostNotes = 8
  /// The maximum number of changes that are read together.
  private static let mostChanges = 200

  let service: ServiceCore
  let center: PushCenter
  let app: PushApp

  private var driver: any StoreDriver { service.stores.driver }
  fileprivate var follower: LogFollower {
    LogFollower(name: "push \(app.bundle) \(app.environment.rawValue)", stores: service.stores)
  }
  private var window: Int64 { Int64(service.settings.pushWindow / .milliseconds(1)) }

  private func report(_ error: any Error) {
    service.failures.report(
      .warning, "push.failed", "store-unavailable", cause: "\(error)",
      ["app": .string(app.bundle)])
  }

  func run() async {
    let turn = PushTurn(follower.name, in: driver)
    async let keeping: Void = turn.keep { report($0) }
    var isBegun = false
    var progress = PushProgress()
    while !Task.isCancelled {
      progress.begin()
      if turn.isHeld {
        do {
          if !isBegun { isBegun = try await follower.begin() }
          if isBegun { try await look(turn, &progress) }
        } catch is CancellationError {
        } catch {
          report(error)
          progress.fail()
        }
      } else {
        progress = PushProgress()
        center.note(PushCenter.Waiting(), for: app)
      }
      let interval = service.settings.changeInterval * Double.random(in: 0.8...1.2)
      guard let rest = progress.rest(atMost: interval, at: service.now().milliseconds)
      else { continue }
      await center.wait(for: app, atMost: rest)
    }
    await keeping
  }

  /// Marks the devices of all new changes, and sends some of the due pushes of each tenant.
  private func look(_ turn: PushTurn, _ progress: inout PushProgress) async throws {
    await countDevices(&progress)
    let tenants = try await driver.tenants()
    try await followDefinitions(tenants, turn, &progress)
    guard try await followChanges(tenants, turn, &progress) else { return }
    let now = service.now().milliseconds
    let found = try await driver.tenantsWithPushes(of: app.stored, dueBy: now)
    for tenant in found ?? progress.due(of: tenants, at: now) {
      try await keepingErrors(of: tenant, &progress) { progress in
        try await sendDue(of: tenant, turn, &progress)
        guard found == nil else { return }
        progress.expect(tenant, at: try await nextDue(of: tenant))
      }
    }
    progress.end(at: .now, on: service.now())
    center.note(progress.waiting, for: app)
  }

  /// Counts the devices from time to time.
  private func countDevices(_ progress: inout PushProgress) async {
    guard progress.isCountDue(at: .now) else { return }
    do {
      progress.count(try await driver.deviceCounts(of: app.stored), at: .now)
    } catch {
      // No push depends on this count.
      progress.count(nil, at: .now)
      report(error)
    }
  }

  /// Marks the devices affected by new changes.
  ///
  /// - Returns: Whether all tenants were followed; false if the turn was lost meanwhile.
  private func followChanges(
    _ tenants: [Tenant], _ turn: PushTurn, _ progress: inout PushProgress
  ) async throws -> Bool {
    for (tenant, mark) in try await driver.marks(of: tenants)
    where progress.isNew(mark, of: tenant) {
      guard turn.isHeld else { return false }
      try await keepingErrors(of: tenant, &progress) { progress in
        let hasRaised = try await follow(tenant, turn)
        progress.follow(
          tenant, to: mark, windowEnd: hasRaised ? service.now().milliseconds + window : nil)
      }
    }
    return true
  }

  /// Sends some of the due pushes of a tenant, unless pushes are paused.
  private func sendDue(
    of tenant: Tenant, _ turn: PushTurn, _ progress: inout PushProgress
  ) async throws {
    let (limit, isPaused) = (progress.limit(at: .now), progress.isPaused(at: .now))
    let devices = try await dueDevices(of: tenant, limit: limit)
    guard let first = devices.first else { return }
    progress.find(first)
    guard !isPaused else { return }
    center.note(progress.waiting, for: app)
    try await send(devices, of: tenant, turn, &progress)
    if devices.count == limit { progress.expectMore() }
  }

  /// Does the work of one tenant; if each tenant has a separate store, the failure of one does not
  /// affect the others.
  ///
  /// - Returns: Whether it was done.
  @discardableResult
  private func keepingErrors(
    of tenant: Tenant, _ progress: inout PushProgress,
    _ body: (inout PushProgress) async throws -> Void
  ) async throws -> Bool {
    guard progress.mayAsk(tenant, at: .now) else { return false }
    do {
      try await body(&progress)
      return true
    } catch  where !(driver is any SharedStoreDriver) && !(error is CancellationError) {
      report(error)
      progress.fail(tenant, at: .now)
      return false
    }
  }

  private func dueDevices(of tenant: Tenant, limit: Int) async throws -> [StoredDevice] {
    var query = DeviceQuery(limit: limit)
    query.app = app.stored
    query.dueBy = service.now().milliseconds
    return try await service.stores.store(of: tenant).devices(query)
  }

  private func nextDue(of tenant: Tenant) async throws -> Int64? {
    var query = DeviceQuery(limit: 1)
    query.app = app.stored
    query.dueBy = .max
    return try await service.stores.store(of: tenant).devices(query).first?.due
  }
}

/// Marking devices.
extension AppPushWorker {
  /// Reads a tenant's new changes, and marks the affected devices.
  ///
  /// - Returns: Whether there are such devices.
  private func follow(_ tenant: Tenant, _ turn: PushTurn) async throws -> Bool {
    let store = service.stores.store(of: tenant)
    let start = try await follower.start(
      in: store, from: try await store.position(of: follower.name))
    var hasRaised = start.isLost ? try await raiseAll(store, turn) : false
    try await follower.accept(start, in: store)
    var position = start.place.number
    let items = try service.servedWidgets.items(in: AcceptedLanguage.standard)
    while true {
      let changes = try await store.log(after: position, limit: Self.mostChanges).changes
      guard let last = changes.last else { return hasRaised }
      if try await hasDevices(tenant) {
        for (target, moment) in try await targets(of: changes, store, items) {
          if try await raise(target, at: moment, store, turn) > 0 { hasRaised = true }
        }
      }
      // Without the turn, the mark of the tenant must not count as followed, because the turn may
      // return immediately.
      guard turn.isHeld else { throw CancellationError() }
      position = last.number
      try await follower.advance(to: position, in: store)
      guard changes.count == Self.mostChanges else { return hasRaised }
    }
  }

  /// Makes a push due to all devices of a tenant whose log lacks changes.
  ///
  /// Its store was restored, or another server took over, or the changes are no longer kept: what the
  /// devices have fetched meanwhile is not known, so that no comparison can tell what they show.
  ///
  /// - Returns: Whether there are such devices.
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

  /// Compares the devices of widgets whose definition has changed since the last look, or since the
  /// service last ran.
  private func followDefinitions(
    _ tenants: [Tenant], _ turn: PushTurn, _ progress: inout PushProgress
  ) async throws {
    let items = try service.servedWidgets.items(in: AcceptedLanguage.standard)
    let definitions = Dictionary(
      items.map { ($0.widget.kind, $0.definition) }, uniquingKeysWith: { first, _ in first })
    let own = service.stores.store(of: .local)
    for (kind, definition) in progress.changes(to: definitions) {
      let noted = follower.name + " definition " + kind
      let former = try await own.note(noted)
      // A widget that is served for the first time was not shown before.
      if former != nil, former != definition {
        for tenant in progress.left(of: tenants, comparing: kind, with: definition) {
          try await keepingErrors(of: tenant, &progress) { progress in
            if try await hasDevices(tenant) {
              _ = try await raise(
                .each(kind), at: service.now().milliseconds, service.stores.store(of: tenant),
                turn, apart: Self.partTime)
            }
            progress.compare(tenant, kind, with: definition)
          }
        }
        // A tenant whose store fails is compared when it works again.
        guard progress.left(of: tenants, comparing: kind, with: definition).isEmpty
        else { continue }
      }
      if former != definition { try await own.setNote(noted, to: definition) }
      progress.finish(kind, with: definition)
    }
    progress.keep(definitions)
  }

  private func hasDevices(_ tenant: Tenant) async throws -> Bool {
    var query = DeviceQuery(limit: 1)
    query.app = app.stored
    return try await !service.stores.store(of: tenant).devices(query).isEmpty
  }

  /// The devices affected by changes, each with the time of the first change.
  private func targets(
    of changes: [LoggedChange], _ store: PlacedWidgetStore, _ items: [ServedWidget]
  ) async throws -> [(target: PushRaise.Target, moment: Int64)] {
    var known: Set<PushRaise.Target> = []
    var found: [(target: PushRaise.Target, moment: Int64)] = []
    for change in changes where !change.keepsIntent(items) {
      var widget = change.placed?.widget ?? change.former?.widget
      if change.action == .reload { widget = try await store.widgets(named: [change.name]).first }
      let kind = widget.flatMap { try? PlacedState.item(of: $0, among: items).widget.kind }
      let names = change.action == .reload ? [change.name] : change.changedNames
      let own = names.map(PushRaise.Target.placed) + [kind.map { .kind($0) }].compactMap { $0 }
      let many = change.reloadScope.map { [$0.kind.map { .each($0) } ?? PushRaise.Target.all] }
      for target in many ?? own where known.insert(target).inserted {
        found.append((target: target, moment: change.moment))
      }
    }
    return found
  }

  /// Marks all devices of a target, in parts, so that their number is not limited.
  ///
  /// - Parameter time: The time between two parts, in milliseconds.
  /// - Returns: The number of devices.
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

/// Sending.
extension AppPushWorker {
  /// Sends the pushes that are due to some devices of a tenant.
  private func send(
    _ devices: [StoredDevice], of tenant: Tenant, _ turn: PushTurn, _ progress: inout PushProgress
  ) async throws {
    guard turn.isHeld, !Task.isCancelled else { return }
    let start = ContinuousClock.now
    let decisions = await decisions(devices, tenant)
    // An interrupted comparison has no result; the marks stay for the next program.
    try Task.checkCancellation()
    let receivers = zip(devices, decisions).filter { $1 == .send }.map(\.0)
    let sentAt = service.now().milliseconds
    // Sent pushes are also recorded, even if the service stops meanwhile.
    let outcomes = await Task { await deliver(to: receivers) }.value
    for outcome in outcomes { service.metrics.push(outcome) }
    progress.send(outcomes, at: .now, on: service.now())
    let results = PushResult.results(
      of: devices, decisions, outcomes: outcomes, sentAt: sentAt)
    try await note(results, tenant, turn)
    let rate = service.settings.pushesPerSecond
    if rate > 0 {
      let least = Duration.seconds(Double(receivers.count) / Double(rate))
      try await Task.sleep(until: start + least, clock: .continuous)
    }
  }

  /// Sends to devices.
  ///
  /// - Returns: An outcome for each, in their order.
  private func deliver(to devices: [StoredDevice]) async -> [PushOutcome] {
    guard !devices.isEmpty else { return [] }
    let outcomes = await center.sender.send(
      devices.map { WidgetPush(token: $0.token) }, to: app)
    let none = PushOutcome.failed(retryAfter: nil, PushReceipt(reason: "no answer"))
    return devices.indices.map { outcomes.indices.contains($0) ? outcomes[$0] : none }
  }

  /// The decisions about devices, in order; if the sources do not answer, a push is sent.
  private func decisions(_ devices: [StoredDevice], _ tenant: Tenant) async -> [PushDecision] {
    let comparison = DeviceComparison(service, tenant)
    let limit = ContinuousClock.now + Self.longestLook
    return await withTaskGroup(of: (Int, PushDecision).self) { group in
      var decisions = [PushDecision](repeating: .send, count: devices.count)
      for (index, device) in devices.enumerated() {
        if index >= Self.mostLooks, let (done, decision) = await group.next() {
          decisions[done] = decision
        }
        group.addTask {
          let now = service.now().milliseconds
          if let decision = PushDecision(of: device, at: now) { return (index, decision) }
          guard .now < limit else { return (index, .send) }
          let isChanged = await comparison.isChanged(device)
          return (index, PushDecision(of: device, isChanged: isChanged))
        }
      }
      for await (index, decision) in group { decisions[index] = decision }
      return decisions
    }
  }

  /// Stores the outcomes of a send before anything else is sent, so that no push is repeated while
  /// the store cannot be written.
  private func note(_ results: [PushResult], _ tenant: Tenant, _ turn: PushTurn) async throws {
    for attempt in 1... {
      do {
        return try await Task { try await note(results, tenant) }.value
      } catch {
        guard turn.isHeld, attempt < Self.mostNotes else { throw error }
        report(error)
        try await Task.sleep(for: .milliseconds(min(5_000, 125 << attempt)))
      }
    }
  }

  private func note(_ results: [PushResult], _ tenant: Tenant) async throws {
    let now = service.now().milliseconds
    let noting = PushNoting(
      now: now, budget: PushBudget(service.settings), jitter: Double.random(in: 0.8...1.2),
      otherEnvironment: center.apps.first { $0.bundle == app.bundle && $0 != app }?
        .environment.rawValue)
    let noted = Dictionary(results.map { ($0.device.id, $0) }, uniquingKeysWith: { $1 })
    // Requests that arrived before their push was recorded.
    let fetches = Mutex<[String: Int64]>([:])
    try await service.stores.store(of: tenant).changeDevices(Array(noted.keys)) { device in
      guard let result = noted[device.id] else { return device }
      let after = noting.noted(result, on: device)
      if case .outcome(.accepted, let start) = result.what, let fetched = after?.confirmed {
        fetches.withLock { $0[device.id] = fetched - start }
      }
      return after
    }
    for time in fetches.withLock({ $0 }).values {
      service.metrics.pushFetched(Double(max(0, time)) / 1_000)
    }
    for result in noted.values {
      switch result.what {
      case .skipped(let why): service.metrics.pushSkipped(why)
      case .outcome(.accepted, _):
        if let since = result.device.since {
          service.metrics.pushDelay(Double(now - since) / 1_000)
        }
        if result.isUnconfirmed(at: now) { service.metrics.pushUnconfirmed() }
      default: break
      }
    }
  }
}
