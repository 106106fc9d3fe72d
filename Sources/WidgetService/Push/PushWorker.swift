import DevicePush
import Foundation
import IntentModel
import Logging
import Messages
import WidgetStore

/// Sends pushes to devices when the placed widgets that they show change.
///
/// The log of changes is the queue. Each change marks the affected devices in the store; the mark
/// is the time at which their push is due. For each app, one replica at a time follows the log and
/// sends. A mark stays until the result of its push is stored, so if the replica ends in between,
/// the push is sent twice rather than not at all.
struct PushWorker: Sendable {
  let service: ServiceCore

  /// Sets the starting position of new apps before the service accepts its first request, so that
  /// no change for these apps is missed.
  ///
  /// A store that cannot be reached is not an error: ``run()`` tries again.
  func begin() async {
    for worker in workers { _ = try? await worker.marking.follower.begin() }
  }

  /// Sends pushes until the task is cancelled; no app waits for another.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for worker in workers { group.addTask { await worker.run() } }
    }
    guard let sender = service.pushes?.sender else { return }
    // The task has already been cancelled, but the pushes in progress must be completed.
    await Task { await sender.close() }.value
  }

  private var workers: [AppPushWorker] {
    guard let center = service.pushes else { return [] }
    return center.apps.map { AppPushWorker(service: service, center: center, app: $0) }
  }
}

/// Looks for the changes and the due pushes of one app, and does what ``PushProgress`` decides.
private struct AppPushWorker: Sendable {
  let service: ServiceCore
  let center: PushCenter
  let app: PushApp
  let marking: PushMarking
  let sending: PushSending

  init(service: ServiceCore, center: PushCenter, app: PushApp) {
    (self.service, self.center, self.app) = (service, center, app)
    marking = PushMarking(service: service, app: app)
    sending = PushSending(service: service, center: center, app: app)
  }

  private var driver: any StoreDriver { service.stores.driver }

  func run() async {
    let turn = PushTurn(marking.follower.name, in: driver)
    async let keeping: Void = turn.keep { service.reportPush($0, of: app) }
    var isBegun = false
    var progress = PushProgress()
    while !Task.isCancelled {
      progress.begin()
      if turn.isHeld {
        do {
          if !isBegun { isBegun = try await marking.follower.begin() }
          if isBegun { try await look(turn, &progress) }
        } catch is CancellationError {
        } catch {
          service.reportPush(error, of: app)
          progress.fail()
        }
      } else {
        progress = PushProgress()
        center.note(PushCenter.Waiting(), for: app)
      }
      let interval = service.settings.changeInterval.varied
      guard let rest = progress.rest(atMost: interval, at: service.now().milliseconds)
      else { continue }
      await center.wait(for: app, atMost: rest)
    }
    await keeping
  }

  /// Marks the devices affected by all new changes, and sends some of the due pushes of each
  /// tenant.
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
        progress.expect(tenant, at: try await sending.nextDue(of: tenant))
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
      service.reportPush(error, of: app)
    }
  }

  /// Compares the devices of widgets whose definition has changed since the last comparison, or
  /// since the service last ran.
  private func followDefinitions(
    _ tenants: [Tenant], _ turn: PushTurn, _ progress: inout PushProgress
  ) async throws {
    let definitions = try marking.definitions()
    for (kind, definition) in progress.changes(to: definitions) {
      let former = try await marking.notedDefinition(of: kind)
      // If the service did not have the widget before, no device shows it.
      if former != nil, former != definition {
        for tenant in progress.left(of: tenants, comparing: kind, with: definition) {
          try await keepingErrors(of: tenant, &progress) { progress in
            try await marking.compareDevices(ofKind: kind, tenant, turn)
            progress.compare(tenant, kind, with: definition)
          }
        }
        // A tenant whose store fails is compared as soon as the store works again.
        guard progress.left(of: tenants, comparing: kind, with: definition).isEmpty
        else { continue }
      }
      if former != definition { try await marking.note(definition, of: kind) }
      progress.finish(kind, with: definition)
    }
    progress.keep(definitions)
  }

  /// Marks the devices affected by new changes.
  ///
  /// - Returns: Whether all tenants were followed; false if the turn was lost in the meantime.
  private func followChanges(
    _ tenants: [Tenant], _ turn: PushTurn, _ progress: inout PushProgress
  ) async throws -> Bool {
    for (tenant, mark) in try await driver.marks(of: tenants)
    where progress.isNew(mark, of: tenant) {
      guard turn.isHeld else { return false }
      try await keepingErrors(of: tenant, &progress) { progress in
        let hasRaised = try await marking.follow(tenant, turn)
        progress.follow(
          tenant, to: mark,
          windowEnd: hasRaised ? service.now().milliseconds + marking.window : nil)
      }
    }
    return true
  }

  /// Sends some of the due pushes of a tenant, unless pushes are paused.
  private func sendDue(
    of tenant: Tenant, _ turn: PushTurn, _ progress: inout PushProgress
  ) async throws {
    let (limit, isPaused) = (progress.limit(at: .now), progress.isPaused(at: .now))
    let devices = try await sending.dueDevices(of: tenant, limit: limit)
    guard let first = devices.first else { return }
    progress.find(first)
    guard !isPaused else { return }
    center.note(progress.waiting, for: app)
    try await sending.send(devices, of: tenant, turn) { outcomes in
      progress.send(outcomes, at: .now, on: service.now())
    }
    if devices.count == limit { progress.expectMore() }
  }

  /// Does the work for one tenant; if each tenant has a separate store, the failure of one does not
  /// affect the others.
  private func keepingErrors(
    of tenant: Tenant, _ progress: inout PushProgress,
    _ body: (inout PushProgress) async throws -> Void
  ) async throws {
    guard progress.mayAsk(tenant, at: .now) else { return }
    do {
      try await body(&progress)
    } catch  where !(driver is any SharedStoreDriver) && !(error is CancellationError) {
      service.reportPush(error, of: app)
      progress.fail(tenant, at: .now)
    }
  }
}

extension ServiceCore {
  /// Reports a store error that delays the pushes of an app.
  func reportPush(_ error: any Error, of app: PushApp) {
    failures.report(.pushFailed, ofStore: error, ["app": .string(app.bundle)])
  }
}
