import Foundation
import IntentModel
import IntentOptions
import JSONC
import Logging
import Messages
import Synchronization
import WidgetFormats
import WidgetStore
import WidgetTimeline
import Zones

/// The job that keeps one timeline of a placed widget fresh; the name of the job identifies it in a
/// store.
struct TimelineJob: Sendable, Hashable {
  /// The kind of these jobs in the store.
  static let kind = "timeline"

  var widget: String
  var family: WidgetFamily
  var zone: String
  var locale: String

  init(widget: String, family: WidgetFamily, zone: String, locale: String) {
    (self.widget, self.family, self.zone, self.locale) = (widget, family, zone, locale)
  }

  /// Parses a name; nil for the name of another job.
  init?(_ name: String) {
    let parts = (try? JSONText.parse(name))?.arrayValue?.compactMap(\.stringValue) ?? []
    guard parts.count == 4, let family = WidgetFamily(rawValue: parts[1]) else { return nil }
    self.init(widget: parts[0], family: family, zone: parts[2], locale: parts[3])
  }

  var name: String {
    let parts: [JSONValue] = [
      .string(widget), .string(family.rawValue), .string(zone), .string(locale),
    ]
    return String(decoding: JSONValue.array(parts).wire, as: UTF8.self)
  }
}

/// A timeline that replicas share: one replica requests it from the source, and the others reuse
/// it.
struct SharedTimelines: Sendable {
  /// How long a timeline is still served after its end while a new one is made, in seconds.
  static let staleTime = 600.0
  /// How long a timeline is kept fresh after it was last requested, in seconds.
  static let freshTime = 86_400.0
  /// The minimum interval between refreshes, in seconds.
  static let shortestLife = 1.0
  /// The maximum random delay of a refresh after the end of a timeline, in seconds, so that
  /// refreshes are spread out.
  static let maximumJitter = 30.0

  let driver: any SharedStoreDriver
  let tenant: Tenant
  /// The name of the timeline in the store.
  let key: String
  let job: TimelineJob
  let now: @Sendable () -> Date

  /// The stored timeline, and the time when it was last requested; nil if there is none.
  func stored(asked: Date?) async throws -> (kept: TimelineCache.Kept, asked: Date)? {
    guard let found = try await driver.timeline(key, of: tenant, asked: asked) else { return nil }
    return TimelineCache.Kept(found).map { ($0, found.asked) }
  }

  /// The timeline for a caller.
  ///
  /// A fresh timeline is returned unchanged. A slightly stale timeline is returned while a new one
  /// is made. Otherwise one replica makes a new timeline now.
  func timeline(
    timeLimit: Duration, flights: TimelineRenewals,
    _ make: @escaping @Sendable () async throws -> TimelineCache.Kept
  ) async throws -> TimelineCache.Kept {
    let deadline = ContinuousClock.now + timeLimit
    var asked: Date? = now()
    while true {
      let found = try await stored(asked: asked)?.kept
      asked = nil
      if let found {
        if now() < found.end { return found }
        if now() < found.end.addingTimeInterval(Self.staleTime) {
          flights.once(tenant.name + " " + key) { _ = try? await renewed(make) }
          return found
        }
      }
      if let made = try await renewed(make) { return made }
      guard ContinuousClock.now < deadline else {
        throw OptionsError.timedOut(provider: job.widget, limit: timeLimit)
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 50...150)))
    }
  }

  /// Makes a new timeline unless another replica has just made one.
  ///
  /// - Returns: The timeline; nil if another replica is making it.
  func renewed(
    _ make: @escaping @Sendable () async throws -> TimelineCache.Kept
  ) async throws -> TimelineCache.Kept? {
    do {
      return try await driver.alone("timeline \(tenant.name) \(key)") {
        let before = try await stored(asked: nil)
        if let before, now() < before.kept.end { return before.kept }
        let made = try await make()
        try await driver.keep(made.shared(asked: before?.asked ?? now()), key, of: tenant)
        try await driver.schedule(
          job.name, kind: TimelineJob.kind, of: tenant, due: due(after: made))
        return made
      }
    } catch let error as StoreError {
      // If slow sources hold all locks, the timeline is made without a lock instead of waiting for
      // one.
      switch error.problem {
      case .busy, .noFreeConnection: return try await make()
      default: throw error
      }
    }
  }

  /// The date of the next refresh: soon after the end of the timeline, with a random delay.
  func due(after kept: TimelineCache.Kept) -> Date {
    let life = max(Self.shortestLife, kept.end.timeIntervalSince(kept.made))
    let jitter = Double.random(in: 0...min(Self.maximumJitter, life / 10))
    return max(kept.end, now().addingTimeInterval(Self.shortestLife)).addingTimeInterval(jitter)
  }
}

/// The refreshes in progress in this process, each running once.
final class TimelineRenewals: Sendable {
  private let keys = Mutex<Set<String>>([])

  /// Starts a task unless one with the same key is in progress.
  func once(_ key: String, _ body: @escaping @Sendable () async -> Void) {
    guard keys.withLock({ $0.insert(key).inserted }) else { return }
    Task {
      await body()
      _ = keys.withLock { $0.remove(key) }
    }
  }
}

/// Keeps timelines of placed widgets fresh until nobody has requested them for
/// ``SharedTimelines/freshTime``.
struct TimelineRefresher: Sendable {
  /// The number of jobs that are claimed together.
  private static let batch = 8
  /// The longest pause before a failing source is retried, in seconds.
  private static let maximumPause = 600.0

  let service: ServiceCore

  /// Runs until the task is cancelled; returns immediately if the store is not shared.
  func run() async {
    guard let driver = service.stores.driver as? any SharedStoreDriver else { return }
    let lease = service.settings.sourceTimeLimit + .seconds(30)
    while !Task.isCancelled {
      var jobs: [StoreJob] = []
      do {
        jobs = try await driver.claimJobs(
          [TimelineJob.kind], limit: Self.batch, lease: lease)
        await withTaskGroup(of: Void.self) { group in
          for job in jobs { group.addTask { await work(on: job, driver) } }
        }
      } catch {
        service.failures.report(.refreshFailed, ofStore: error)
      }
      guard jobs.count < Self.batch else { continue }
      try? await Task.sleep(for: service.settings.refreshInterval * Double.random(in: 0.5...1.5))
    }
  }

  private func work(on job: StoreJob, _ driver: any SharedStoreDriver) async {
    do {
      do {
        let next = try await refresh(job, driver)
        try await driver.finish(job, next: next, hasFailed: false)
      } catch let error as StoreError {
        throw error
      } catch {
        // The failure of the source has already been logged.
        if !(error is ReportedFailure) {
          service.failures.report(
            .warning, .refreshFailed, ProblemCode.serviceFailed.rawValue, cause: "\(error)",
            ["job": .string(job.name.harmless()), "tenant": .string(job.tenant.name)])
        }
        let pause = min(Self.maximumPause, 5 * Double(1 << min(job.attempt, 7)))
        let next = service.now().addingTimeInterval(pause * Double.random(in: 0.5...1))
        try await driver.finish(job, next: next, hasFailed: true)
      }
    } catch {
      // The lease will expire, and a replica will then claim the job again.
      service.failures.report(.refreshFailed, ofStore: error, ["tenant": .string(job.tenant.name)])
    }
  }

  /// Refreshes a timeline.
  ///
  /// - Returns: The date when the refresh is due again; nil if it is no longer needed.
  private func refresh(
    _ job: StoreJob, _ driver: any SharedStoreDriver
  ) async throws -> Date? {
    guard let wanted = TimelineJob(job.name), let zone = ZoneRules(named: wanted.zone),
      let subject = try await TimelineSubject(
        placed: wanted.widget, family: wanted.family, zone: zone, locale: wanted.locale,
        of: job.tenant, service),
      let shared = subject.shared(by: job.tenant, service)
    else { return nil }
    guard let before = try await shared.stored(asked: nil),
      service.now().timeIntervalSince(before.asked) < SharedTimelines.freshTime
    else { return nil }
    if service.now() < before.kept.end { return shared.due(after: before.kept) }
    let made = try await shared.renewed { try await subject.made() }
    guard let made else { return service.now().addingTimeInterval(Double.random(in: 3...6)) }
    return shared.due(after: made)
  }
}
