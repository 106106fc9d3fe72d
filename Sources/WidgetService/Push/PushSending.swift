import DevicePush
import Foundation
import IntentModel
import Synchronization
import WidgetStore

/// Sends the due pushes of an app, and stores their results.
struct PushSending: Sendable {
  /// How long one send may make timelines in order to compare them with the timelines of devices.
  private static let maximumLook: Duration = .seconds(30)
  /// The maximum number of devices whose timelines are made at the same time.
  private static let maximumLooks = 16

  let service: ServiceCore
  let center: PushCenter
  let app: PushApp

  /// The devices of a tenant to which a push is due.
  func dueDevices(of tenant: Tenant, limit: Int) async throws -> [StoredDevice] {
    var query = DeviceQuery(limit: limit)
    query.app = app.stored
    query.dueBy = service.now().milliseconds
    return try await service.stores.store(of: tenant).devices(query)
  }

  /// When the next push to a device of a tenant is due, in milliseconds since 1970; nil if none is
  /// due.
  func nextDue(of tenant: Tenant) async throws -> Int64? {
    var query = DeviceQuery(limit: 1)
    query.app = app.stored
    query.dueBy = .max
    return try await service.stores.store(of: tenant).devices(query).first?.due
  }

  /// Sends the due pushes to devices of a tenant.
  ///
  /// - Parameter hasSent: A function that is called with the outcomes before they are stored.
  func send(
    _ devices: [StoredDevice], of tenant: Tenant, _ turn: PushTurn,
    _ hasSent: ([PushOutcome]) -> Void
  ) async throws {
    guard turn.isHeld, !Task.isCancelled else { return }
    let start = ContinuousClock.now
    let decisions = await decisions(devices, tenant)
    // An interrupted comparison has no result; the marks stay until another replica or a later run
    // sends the pushes.
    try Task.checkCancellation()
    let receivers = zip(devices, decisions).filter { $1 == .send }.map(\.0)
    let sentAt = service.now().milliseconds
    // A separate task finishes the send even if the service stops in the meantime, so that the
    // pushes are recorded.
    let outcomes = await Task { await deliver(to: receivers) }.value
    for outcome in outcomes { service.metrics.push(outcome) }
    hasSent(outcomes)
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
  /// - Returns: One outcome for each device, in the same order.
  private func deliver(to devices: [StoredDevice]) async -> [PushOutcome] {
    guard !devices.isEmpty else { return [] }
    let outcomes = await center.sender.send(
      devices.map { WidgetPush(token: $0.token) }, to: app)
    let none = PushOutcome.failed(retryAfter: nil, PushReceipt(reason: "no answer"))
    return devices.indices.map { outcomes.indices.contains($0) ? outcomes[$0] : none }
  }

  /// The decisions about devices, in order; if the sources do not respond, a push is sent.
  private func decisions(_ devices: [StoredDevice], _ tenant: Tenant) async -> [PushDecision] {
    let comparison = DeviceComparison(service, tenant)
    let limit = ContinuousClock.now + Self.maximumLook
    return await withTaskGroup(of: (Int, PushDecision).self) { group in
      var decisions = [PushDecision](repeating: .send, count: devices.count)
      for (index, device) in devices.enumerated() {
        if index >= Self.maximumLooks, let (done, decision) = await group.next() {
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
        guard turn.isHeld, let pause = PushProgress.pause(afterNote: attempt) else { throw error }
        service.reportPush(error, of: app)
        try await Task.sleep(for: pause)
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
    // For each device that sent a request before its push was recorded, the time from the push to
    // the request, in milliseconds.
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
      case .skipped(let reason): service.metrics.pushSkipped(reason)
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
