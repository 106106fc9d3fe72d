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
    for worker in workers { _ = try? await service.stores.begin(worker.name) }
  }

  /// Sends pushes until it is cancelled; no app waits for another one.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for worker in workers { group.addTask { await worker.run() } }
    }
    guard let sender = service.pushes?.sender else { return }
    // The task is cancelled already, and what is under way is to end well.
    await Task { await sender.close() }.value
  }

  private var workers: [AppPushWorker] {
    guard let center = service.pushes else { return [] }
    return center.apps.map { AppPushWorker(service: service, center: center, app: $0) }
  }
}

/// Follows the changes for the devices of one app.
private struct AppPushWorker: Sendable {
  /// What is known of a tenant.
  private struct Followed {
    var mark: StoreMark?
    /// The time of the next push, for a store that cannot find the due pushes of all tenants at
    /// once.
    var next: Int64?
    /// The time until which a store that has failed is not asked; others do not wait for it.
    var rest: ContinuousClock.Instant?
  }

  /// What is known from earlier looks.
  private struct Known {
    var tenants: [Tenant: Followed] = [:]
    var pause = Pause()
    /// The marks of the definitions by the kinds of their widgets.
    var definitions: [String: String] = [:]
    /// The tenants whose devices were compared with a changed definition, by the kinds of the
    /// widgets, until those of all tenants are.
    var compared: [String: (definition: String, tenants: Set<Tenant>)] = [:]
    /// The time at which the devices were counted.
    var counted: ContinuousClock.Instant?
    var devices: [StoredDevice.State: Int]?
    /// The end of the window of the last change, in milliseconds since 1970.
    var windowEnd: Int64?
    /// Whether more pushes can be sent at once.
    var isMore = false
  }

  /// The reasons to send later.
  private struct Pause {
    var end: ContinuousClock.Instant?
    /// The number of consecutive sends of which nothing arrived; after one, single pushes are
    /// tried.
    var failures = 0
  }

  /// The decision about a device to which a push is due.
  private enum Decision: Sendable {
    case send
    case skip(String)
    /// It is too early, because another push was sent meanwhile.
    case wait
  }

  /// The sender's answer, or why nothing was sent.
  private enum Result: Sendable {
    case outcome(PushOutcome, sentAt: Int64)
    case decision(Decision)
  }

  private typealias Results = [String: (device: StoredDevice, result: Result)]

  /// The maximum number of devices that one transaction marks.
  private static let partSize = 1_000
  /// The time between two parts of the devices of a changed definition, in milliseconds, so that
  /// not all of them ask at once.
  private static let partTime: Int64 = 10_000
  /// The interval at which the devices are counted.
  private static let countTime: Duration = .seconds(300)
  /// The time after which no more timelines are made to find out what has changed on devices.
  private static let longestLook: Duration = .seconds(30)
  /// The maximum number of devices whose timelines are made at the same time.
  private static let mostLooks = 16
  /// The maximum number of pushes in one send.
  private static let batch = 500
  /// The number of attempts to store the results of a send; after them, it is sent again.
  private static let mostNotes = 8
  /// The maximum number of changes that are read together.
  private static let mostChanges = 200
  /// The age in milliseconds at which a push is dropped, because the timelines were requested
  /// since.
  private static let longestWait: Int64 = 86_400_000
  /// The reason that Apple gives for a token of the other environment.
  private static let foreignToken = "BadDeviceToken"
  /// The time after a push within which a request counts as its effect, in milliseconds.
  static let longestFetch: Int64 = 900_000

  let service: ServiceCore
  let center: PushCenter
  let app: PushApp

  private var driver: any StoreDriver { service.stores.driver }
  /// The name of the follower of the log.
  fileprivate var name: String { "push \(app.bundle) \(app.environment.rawValue)" }
  private var window: Int64 { Int64(service.settings.pushWindow / .milliseconds(1)) }

  private func report(_ error: any Error) {
    service.failures.report(
      .warning, "push.failed", "store-unavailable", cause: "\(error)",
      ["app": .string(app.bundle)])
  }

  func run() async {
    let turn = PushTurn(name, in: driver)
    async let keeping: Void = turn.keep { report($0) }
    var isBegun = false
    var known = Known()
    while !Task.isCancelled {
      (known.windowEnd, known.isMore) = (nil, false)
      if turn.isHeld {
        do {
          if !isBegun { isBegun = try await service.stores.begin(name) }
          if isBegun { try await look(turn, &known) }
        } catch is CancellationError {
        } catch {
          report(error)
          // What was to be sent is looked for again, although nothing changes.
          known.tenants = [:]
        }
      } else {
        known = Known()
        center.note(PushCenter.Waiting(), for: app)
      }
      guard !known.isMore else { continue }
      var rest = service.settings.changeInterval * Double.random(in: 0.8...1.2)
      if let end = known.windowEnd {
        rest = min(rest, .milliseconds(max(1, end - service.now().milliseconds)))
      }
      await center.wait(for: app, atMost: rest)
    }
    await keeping
  }

  /// Marks the devices of all new changes, and sends some of the due pushes of each tenant.
  private func look(_ turn: PushTurn, _ known: inout Known) async throws {
    await countDevices(&known)
    let tenants = try await driver.tenants()
    try await followDefinitions(tenants, turn, &known)
    guard let changed = try await followChanges(tenants, turn, &known) else { return }
    let now = service.now().milliseconds
    let found = try await driver.tenantsWithPushes(of: app.stored, dueBy: now)
    let due =
      found
      ?? tenants.filter { tenant in
        changed.contains(tenant) || known.tenants[tenant]?.next.map { $0 <= now } ?? false
      }
    var waiting = PushCenter.Waiting()
    waiting.devices = known.devices
    for tenant in due {
      try await keepingErrors(of: tenant, &known) { known in
        try await sendDue(of: tenant, turn, &known, &waiting)
        guard found == nil else { return }
        known.tenants[tenant]?.next = try await nextDue(of: tenant)
      }
    }
    let rest = known.pause.end.map { ContinuousClock.now.duration(to: $0) / .seconds(1) } ?? 0
    if rest > 0 {
      known.isMore = false
      waiting.pausedUntil = service.now().addingTimeInterval(rest)
    } else if !known.isMore {
      (waiting.tenants, waiting.oldest) = (0, nil)
    }
    center.note(waiting, for: app)
  }

  /// Counts the devices from time to time.
  private func countDevices(_ known: inout Known) async {
    guard known.counted.map({ $0 + Self.countTime < .now }) ?? true else { return }
    known.counted = .now
    do {
      known.devices = try await driver.deviceCounts(of: app.stored)
    } catch {
      // No push waits for a number.
      known.devices = nil
      report(error)
    }
  }

  /// Marks the devices that new changes concern.
  ///
  /// - Returns: The tenants that have new changes; nil if the turn was lost meanwhile.
  private func followChanges(
    _ tenants: [Tenant], _ turn: PushTurn, _ known: inout Known
  ) async throws -> Set<Tenant>? {
    var changed: Set<Tenant> = []
    for (tenant, mark) in try await driver.marks(of: tenants)
    where known.tenants[tenant]?.mark != .some(mark) {
      guard turn.isHeld else { return nil }
      try await keepingErrors(of: tenant, &known) { known in
        if try await follow(tenant, turn) {
          known.windowEnd = service.now().milliseconds + window
        }
        known.tenants[tenant, default: Followed()].mark = mark
        changed.insert(tenant)
      }
    }
    return changed
  }

  /// Sends some of the due pushes of a tenant, unless pushes are paused.
  private func sendDue(
    of tenant: Tenant, _ turn: PushTurn, _ known: inout Known, _ waiting: inout PushCenter.Waiting
  ) async throws {
    let isPaused = known.pause.end.map { $0 > .now } ?? false
    // Where nothing arrives, one push shows when that ends.
    let limit = isPaused || known.pause.failures > 0 ? 1 : Self.batch
    let devices = try await dueDevices(of: tenant, limit: limit)
    if let moment = devices.first?.due {
      waiting.tenants += 1
      waiting.oldest = min(waiting.oldest ?? .distantFuture, Date(milliseconds: moment))
    }
    guard !isPaused, !devices.isEmpty else { return }
    center.note(waiting, for: app)
    try await send(devices, of: tenant, turn, &known.pause)
    if devices.count == limit { known.isMore = true }
  }

  /// Does the work of one tenant; if each tenant has its own store, the failure of one does not
  /// affect the others.
  ///
  /// - Returns: Whether it was done.
  @discardableResult
  private func keepingErrors(
    of tenant: Tenant, _ known: inout Known, _ body: (inout Known) async throws -> Void
  ) async throws -> Bool {
    if let end = known.tenants[tenant]?.rest, end > .now { return false }
    do {
      try await body(&known)
      return true
    } catch  where !(driver is any SharedStoreDriver) && !(error is CancellationError) {
      report(error)
      known.tenants[tenant] = Followed(rest: .now + .seconds(5))
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
  /// Reads a tenant's new changes, and marks the devices that they concern.
  ///
  /// - Returns: Whether there are such devices.
  private func follow(_ tenant: Tenant, _ turn: PushTurn) async throws -> Bool {
    let store = service.stores.store(of: tenant)
    let log = try await store.logState()
    var hasRaised = try await followEpoch(log.epoch, store, turn)
    let start = try await store.position(of: name) ?? log.numbers.lowerBound
    var position = log.numbers.start(from: start)
    let items = try service.servedWidgets.items(in: AcceptedLanguage.standard)
    while true {
      let changes = try await store.log(after: position, limit: Self.mostChanges).changes
      guard let last = changes.last else { return hasRaised }
      if try await hasDevices(tenant) {
        for (target, moment) in try await targets(of: changes, store, items) {
          if try await raise(target, at: moment, store, turn) > 0 { hasRaised = true }
        }
      }
      // Without the turn, the mark of the tenant must not count as followed: it may come back at
      // once.
      guard turn.isHeld else { throw CancellationError() }
      position = last.number
      try await store.setPosition(of: name, to: position)
      guard changes.count == Self.mostChanges else { return hasRaised }
    }
  }

  /// Makes a push due to all devices of a tenant whose log has another epoch than before.
  ///
  /// Its store was restored, or another server took over: what the devices have fetched meanwhile is
  /// not in it, so that no comparison can tell what they show.
  ///
  /// - Returns: Whether there are such devices.
  private func followEpoch(
    _ epoch: String, _ store: PlacedWidgetStore, _ turn: PushTurn
  ) async throws -> Bool {
    // Before anything is stored there is no epoch.
    guard !epoch.isEmpty else { return false }
    let (follower, mark) = (name + " epoch", Int(fnv1a(epoch.utf8) >> 1))
    let former = try await store.position(of: follower)
    guard former != mark else { return false }
    var hasRaised = false
    if former != nil {
      var query = DeviceQuery(limit: Self.partSize)
      query.app = app.stored
      let moment = service.now().milliseconds
      var delay = window
      while true {
        guard turn.isHeld else { throw CancellationError() }
        let devices = try await store.devices(query)
        guard let last = devices.last else { break }
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
    try await store.setPosition(of: follower, to: mark)
    return hasRaised
  }

  /// Compares the devices of widgets whose definition has changed since the last look, or since the
  /// service last ran.
  private func followDefinitions(
    _ tenants: [Tenant], _ turn: PushTurn, _ known: inout Known
  ) async throws {
    let items = try service.servedWidgets.items(in: AcceptedLanguage.standard)
    let definitions = Dictionary(
      items.map { ($0.widget.kind, $0.definition) }, uniquingKeysWith: { first, _ in first })
    guard definitions != known.definitions else { return }
    let own = service.stores.store(of: .local)
    for (kind, definition) in definitions where known.definitions[kind] != definition {
      let follower = name + " definition " + kind
      let mark = Int(fnv1a(definition.utf8) >> 1)
      let former = try await own.position(of: follower)
      // A widget that is served for the first time was not shown before.
      if let former, former != mark {
        var done =
          known.compared[kind]?.definition == definition
          ? known.compared[kind]?.tenants ?? [] : []
        for tenant in tenants where !done.contains(tenant) {
          let isDone = try await keepingErrors(of: tenant, &known) { _ in
            guard try await hasDevices(tenant) else { return }
            _ = try await raise(
              .each(kind), at: service.now().milliseconds, service.stores.store(of: tenant), turn,
              apart: Self.partTime)
          }
          if isDone { done.insert(tenant) }
          known.compared[kind] = (definition, done)
        }
        // A tenant whose store fails is compared as soon as it answers.
        guard done.isSuperset(of: tenants) else { continue }
      }
      known.compared[kind] = nil
      if former != mark { try await own.setPosition(of: follower, to: mark) }
      known.definitions[kind] = definition
    }
    known.definitions = known.definitions.filter { definitions[$0.key] != nil }
  }

  private func hasDevices(_ tenant: Tenant) async throws -> Bool {
    var query = DeviceQuery(limit: 1)
    query.app = app.stored
    return try await !service.stores.store(of: tenant).devices(query).isEmpty
  }

  /// The devices that changes concern, each with the time of the first change.
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
    _ devices: [StoredDevice], of tenant: Tenant, _ turn: PushTurn, _ pause: inout Pause
  ) async throws {
    guard turn.isHeld, !Task.isCancelled else { return }
    let start = ContinuousClock.now
    let decisions = await decisions(devices, tenant)
    // A comparison that was cut off says nothing; the marks stay for the next program.
    try Task.checkCancellation()
    // What is sent is also noted, even if the service stops meanwhile.
    let before = pause
    let sent = await Task { await deliver(devices, decisions, before) }.value
    pause = sent.pause
    try await note(sent.results, tenant, turn)
    let rate = service.settings.pushesPerSecond
    if rate > 0 {
      let count = decisions.count { if case .send = $0 { true } else { false } }
      let least = Duration.seconds(Double(count) / Double(rate))
      try await Task.sleep(until: start + least, clock: .continuous)
    }
  }

  /// The decisions about devices, in their order; those that sources leave open are to send.
  private func decisions(_ devices: [StoredDevice], _ tenant: Tenant) async -> [Decision] {
    let comparison = DeviceComparison(service, tenant)
    let limit = ContinuousClock.now + Self.longestLook
    return await withTaskGroup(of: (Int, Decision).self) { group in
      var decisions = [Decision](repeating: .send, count: devices.count)
      for (index, device) in devices.enumerated() {
        if index >= Self.mostLooks, let (done, decision) = await group.next() {
          decisions[done] = decision
        }
        group.addTask { (index, await decision(device, comparison, until: limit)) }
      }
      for await (index, decision) in group { decisions[index] = decision }
      return decisions
    }
  }

  private func decision(
    _ device: StoredDevice, _ comparison: DeviceComparison, until limit: ContinuousClock.Instant
  ) async -> Decision {
    let now = service.now().milliseconds
    guard device.state == .active else { return .skip("silent") }
    if device.isForced { return .send }
    if let since = device.since, since < now - Self.longestWait { return .skip("expired") }
    guard device.next <= now else { return .wait }
    if .now >= limit { return .send }
    if await comparison.isChanged(device) { return .send }
    let hasFetched = device.widgets.contains { widget in
      widget.isRaised && (widget.fetched ?? 0) >= (device.since ?? .max)
    }
    return .skip(hasFetched ? "fetched" : "unchanged")
  }

  /// Sends to devices.
  ///
  /// - Returns: The outcomes by the identifiers of the devices, and the reasons to send later.
  private func deliver(
    _ devices: [StoredDevice], _ decisions: [Decision], _ pause: Pause
  ) async -> (results: Results, pause: Pause) {
    var results: Results = [:]
    var receivers: [StoredDevice] = []
    for (device, decision) in zip(devices, decisions) {
      if case .send = decision {
        receivers.append(device)
      } else {
        results[device.id] = (device, .decision(decision))
      }
    }
    var after = pause
    if !receivers.isEmpty {
      let start = service.now().milliseconds
      let outcomes = await center.sender.send(
        receivers.map { WidgetPush(token: $0.token) }, to: app)
      var until: Date?
      var failures = 0
      for (place, device) in receivers.enumerated() {
        let outcome =
          outcomes.indices.contains(place)
          ? outcomes[place] : .failed(retryAfter: nil, PushReceipt(reason: "no answer"))
        service.metrics.push(outcome)
        switch outcome {
        case .paused(let end, _):
          until = max(until ?? .distantPast, end)
          // The device is not at fault, so nothing is noted.
          continue
        case .failed: failures += 1
        default: break
        }
        results[device.id] = (device, .outcome(outcome, sentAt: start))
      }
      let isDown = failures == receivers.count
      // Where nothing arrives, the devices are not at fault: one is tried again after a pause.
      if isDown, receivers.count > 1 { for device in receivers { results[device.id] = nil } }
      after.failures = isDown ? pause.failures + 1 : 0
      after.end = nil
      if let until {
        let rest = min(max(0, until.timeIntervalSince(service.now())), 3_600)
        after.end = .now + .seconds(rest)
      } else if isDown {
        after.end = .now + .milliseconds(min(30_000, 250 << min(after.failures, 7)))
      }
    }
    return (results, after)
  }

  /// Stores the outcomes of a send before anything else is sent, so that no push is repeated while
  /// the store cannot be written.
  private func note(_ results: Results, _ tenant: Tenant, _ turn: PushTurn) async throws {
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

  private func note(_ results: Results, _ tenant: Tenant) async throws {
    let now = service.now().milliseconds
    let budget = PushBudget(service.settings)
    let noted = results
    let jitter = Double.random(in: 0.8...1.2)
    // Requests that came before their push was noted.
    let fetches = Mutex<[String: Int64]>([:])
    let other = center.apps.first { $0.bundle == app.bundle && $0 != app }?.environment.rawValue
    try await service.stores.store(of: tenant).changeDevices(Array(results.keys)) { device in
      guard let (before, result) = noted[device.id] else { return device }
      let after = Self.noted(
        result, on: device, sent: before, at: now, budget, jitter: jitter, other: other)
      if case .outcome(.accepted, let start) = result, let fetched = after?.confirmed {
        fetches.withLock { $0[device.id] = fetched - start }
      }
      return after
    }
    for time in fetches.withLock({ $0 }).values {
      service.metrics.pushFetched(Double(max(0, time)) / 1_000)
    }
    for (device, result) in results.values {
      switch result {
      case .decision(.skip(let why)): service.metrics.pushSkipped(why)
      case .outcome(.accepted, _):
        if let since = device.since { service.metrics.pushDelay(Double(now - since) / 1_000) }
        if let sent = device.sent, device.confirmed == nil, sent < now - Self.longestFetch {
          service.metrics.pushUnconfirmed()
        }
      default: break
      }
    }
  }

  /// A device after a send; nil for one that is removed.
  ///
  /// - Parameters:
  ///   - before: The device as it was when the push was sent.
  ///   - other: The other environment of the app, if pushes are sent there, too.
  private static func noted(
    _ result: Result, on device: StoredDevice, sent before: StoredDevice, at now: Int64,
    _ budget: PushBudget, jitter: Double, other: String?
  ) -> StoredDevice? {
    var device = device
    switch result {
    case .decision(.skip): device.endPush(raisedAs: before, at: now)
    case .decision: device.due = max(now, device.next)
    case .outcome where device.token != before.token || device.environment != before.environment:
      // It went to a token that the device no longer has.
      if device.due != nil { device.due = max(now, device.next) }
    case .outcome(let outcome, let start):
      let isRefusedAgain = device.answer?.reason == foreignToken
      let receipt = outcome.receipt
      device.answer = PushAnswer(
        moment: now, status: receipt.status, reason: receipt.reason?.harmless(limit: 200),
        id: receipt.id?.harmless(limit: 100))
      switch outcome {
      case .accepted:
        budget.pay(&device, at: now)
        let fetched = device.widgets.compactMap(\.fetched).filter { $0 > start }.min()
        (device.failures, device.sent, device.confirmed) = (0, now, fetched)
        device.endPush(raisedAs: before, at: now)
      case .tokenEnded(let moment, _):
        guard moment.milliseconds < device.registered else { return nil }
        device.endPush(raisedAs: before, at: now)
      case .tokenRefused:
        if receipt.reason == foreignToken, let other, !isRefusedAgain {
          // Apple says the same of a token that is of the other environment.
          device.environment = other
          device.compare(at: now)
          return device
        }
        device.state = .suspect
        device.forgetPush()
      case .deviceBusy(let wait, _):
        let pause = max(wait ?? .zero, .seconds(900))
        device.retryPush(after: pause, most: .seconds(86_400), jitter: jitter, at: now)
      case .failed(let wait?, _):
        device.retryPush(after: wait, most: .seconds(86_400), jitter: jitter, at: now)
      case .failed:
        device.retryPush(after: .seconds(5), most: .seconds(900), jitter: jitter, at: now)
      case .paused: break
      }
    }
    return device
  }
}

extension StoredDevice {
  /// Removes the mark for which a push was sent, unless there is a newer one.
  ///
  /// - Parameter before: The device as it was when the push was sent.
  fileprivate mutating func endPush(raisedAs before: StoredDevice, at now: Int64) {
    guard raises == before.raises else {
      due = max(now, next)
      since = now
      return
    }
    forgetPush()
    for place in widgets.indices { widgets[place].isRaised = false }
  }

  /// Forgets that a push is due.
  fileprivate mutating func forgetPush() { (due, since, isForced) = (nil, nil, false) }

  /// Forgets which timelines the device has fetched, and the push that was due for a change of them.
  fileprivate mutating func forgetFetches() {
    forgetPush()
    for place in widgets.indices { widgets[place].etag = nil }
  }

  /// Sends the push again after a time that doubles with each failure.
  fileprivate mutating func retryPush(
    after base: Duration, most: Duration, jitter: Double, at now: Int64
  ) {
    failures += 1
    let pause = min(most, base * Double(1 << min(failures - 1, 12))) * jitter
    next = max(next, now + Int64(pause / .milliseconds(1)))
    due = next
  }
}

extension PushOutcome {
  /// The receiver's answer.
  var receipt: PushReceipt {
    switch self {
    case .accepted(let receipt), .tokenEnded(_, let receipt), .tokenRefused(let receipt),
      .deviceBusy(_, let receipt), .failed(_, let receipt), .paused(_, let receipt):
      receipt
    }
  }

  /// The word for metrics.
  enum Word: String, CaseIterable { case accepted, ended, refused, busy, failed, paused }

  /// The word for metrics.
  var word: Word {
    switch self {
    case .accepted: .accepted
    case .tokenEnded: .ended
    case .tokenRefused: .refused
    case .deviceBusy: .busy
    case .failed: .failed
    case .paused: .paused
    }
  }
}
