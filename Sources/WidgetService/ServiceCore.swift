import CMemory
import FormEngine
import Foundation
import HTTPTypes
import IntentModel
import IntentOptions
import Logging
import Synchronization
import WidgetStore

/// The state that all requests share: settings, widgets, stores and caches.
///
/// It keeps no forms.
final class ServiceCore: Sendable {
  let settings: ServiceSettings
  let servedWidgets: ServedWidgets
  let stores: TenantStores
  let snapshots = SnapshotCache()
  let timelines = TimelineCache()
  let renewals = TimelineRenewals()
  let changes: ChangeFeed
  let access: ServiceAccess
  let limiter: RateLimiter
  let metrics: ServiceMetrics
  let logger: Logger
  let now: @Sendable () -> Date
  /// The numbers of active requests, streams and bulk requests.
  let requests: LoadGauge
  let streams: LoadGauge
  let bulks: LoadGauge
  /// Whether the service has been asked to stop.
  let isStopping = Mutex(false)
  private let document = Memo<TaggedAnswer>()

  init(
    settings: ServiceSettings, access: ServiceAccess, logger: Logger,
    metrics: ServiceMetrics, now: @escaping @Sendable () -> Date = { Date() },
    driver: any StoreDriver,
    widgets: @escaping @Sendable (String) throws -> [ServedWidget]
  ) {
    (self.settings, self.access, self.logger, self.now) = (settings, access, logger, now)
    self.metrics = metrics
    servedWidgets = ServedWidgets(settings: settings, load: widgets)
    stores = TenantStores(driver: driver)
    changes = ChangeFeed(
      stores: stores, widgets: servedWidgets, interval: settings.changeInterval, logger: logger)
    limiter = RateLimiter(perSecond: settings.requestsPerSecond, burst: settings.burst)
    requests = LoadGauge(limit: settings.maximumRequests)
    streams = LoadGauge(limit: settings.maximumStreams, whenAllHaveLeft: Self.giveMemoryBack)
    bulks = LoadGauge(limit: settings.maximumBulkRequests)
  }

  /// The minimum number of concurrent streams after which returning memory is worth the work.
  private static let crowd = 100

  /// Returns the memory of many closed streams to the system.
  ///
  /// glibc keeps free memory between allocations in use: half of what 1,000 streams need.
  private static func giveMemoryBack(after most: Int) {
    guard most >= crowd else { return }
    Task {
      // The buffers of the connections are freed after the streams.
      try await Task.sleep(for: .seconds(1))
      cmemory_trim()
    }
  }

  /// The service as an OpenAPI document.
  var openAPI: TaggedAnswer {
    document {
      TaggedAnswer(
        OpenAPIDocument(routes: routes.filter { !$0.isPage }, needsToken: access.needsToken)
          .json.wire)
    }
  }

  /// All routes of the service.
  var routes: [ServiceRoute] {
    WidgetRoutes.routes + PlacedRoutes.routes + TimelineRoutes.routes + DefinitionRoutes.routes
      + EventRoutes.routes + AuditRoutes.routes + OperationRoutes.routes + PageRoutes.routes
  }
}

/// Counts active work and rejects work above a limit.
final class LoadGauge: Sendable {
  private struct State {
    var count = 0
    /// The largest count since the last time that it was 0.
    var most = 0
  }

  let limit: Int
  private let whenAllHaveLeft: (@Sendable (_ most: Int) -> Void)?
  private let state = Mutex(State())

  /// - Parameter whenAllHaveLeft: Called when the count returns to 0, with the largest count.
  init(limit: Int, whenAllHaveLeft: (@Sendable (_ most: Int) -> Void)? = nil) {
    (self.limit, self.whenAllHaveLeft) = (limit, whenAllHaveLeft)
  }

  var count: Int { state.withLock { $0.count } }

  /// Counts one more.
  ///
  /// - Throws: `ServiceProblem` if the limit is reached.
  func enter() throws {
    let isIn = state.withLock { state in
      guard state.count < limit else { return false }
      state.count += 1
      state.most = max(state.most, state.count)
      return true
    }
    guard !isIn else { return }
    var problem = ServiceProblem(.serviceUnavailable, "too-busy", .tooBusy, .sendAgain)
    problem.headers[.retryAfter] = "1"
    throw problem
  }

  func leave() {
    let most = state.withLock { state -> Int? in
      state.count -= 1
      guard state.count == 0 else { return nil }
      defer { state.most = 0 }
      return state.most
    }
    if let most { whenAllHaveLeft?(most) }
  }
}

/// Limits the requests per second of each caller with a token bucket.
final class RateLimiter: Sendable {
  /// The remaining allowance of a caller.
  struct Standing: Sendable {
    var isAllowed: Bool
    var remaining: Int
    /// The seconds until a token is available.
    var wait: Int
  }

  private struct Bucket {
    var tokens: Double
    var filled: ContinuousClock.Instant
  }

  /// The maximum number of callers kept; a forgotten caller starts with a full bucket.
  private static let mostCallers = 10_000

  let perSecond: Int
  let burst: Int
  private let buckets = Mutex<[String: Bucket]>([:])

  init(perSecond: Int, burst: Int) {
    (self.perSecond, self.burst) = (perSecond, max(1, burst))
  }

  /// Takes one of a caller's tokens; nil if there is no limit.
  func take(
    for caller: @autoclosure () -> String, at now: ContinuousClock.Instant = .now
  ) -> Standing? {
    guard perSecond > 0 else { return nil }
    let caller = caller()
    return buckets.withLock { buckets in
      if buckets.count >= Self.mostCallers, buckets[caller] == nil {
        let full = buckets.filter { self.tokens(in: $0.value, at: now) >= Double(burst) }.keys
        for key in full { buckets[key] = nil }
        if buckets.count >= Self.mostCallers { buckets = [:] }
      }
      let bucket = buckets[caller] ?? Bucket(tokens: Double(burst), filled: now)
      let tokens = self.tokens(in: bucket, at: now)
      let isAllowed = tokens >= 1
      let left = isAllowed ? tokens - 1 : tokens
      buckets[caller] = Bucket(tokens: left, filled: now)
      let wait = left >= 1 ? 0 : Int(((1 - left) / Double(perSecond)).rounded(.up))
      return Standing(
        isAllowed: isAllowed, remaining: Int(left), wait: max(isAllowed ? 0 : 1, wait))
    }
  }

  private func tokens(in bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    let seconds = bucket.filled.duration(to: now) / .seconds(1)
    return min(Double(burst), bucket.tokens + seconds * Double(perSecond))
  }
}

/// A cache with expiry that evicts the least recently used value first.
final class ExpiringCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var end: ContinuousClock.Instant
    var lastUse: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var uses = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) { self.capacity = capacity }

  func value(_ key: Key) -> Value? {
    state.withLock { state in
      guard var entry = state.entries[key] else { return nil }
      guard entry.end > .now else {
        state.entries[key] = nil
        return nil
      }
      state.uses += 1
      entry.lastUse = state.uses
      state.entries[key] = entry
      return entry.value
    }
  }

  func keep(_ value: Value, for key: Key, lasting duration: Duration) {
    state.withLock { state in
      state.uses += 1
      state.entries[key] = Entry(value: value, end: .now + duration, lastUse: state.uses)
      guard state.entries.count > capacity else { return }
      if let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
      }
    }
  }
}

/// A flag that is set once.
final class OnceFlag: Sendable {
  private let isSet = Mutex(false)

  /// Sets the flag and returns whether this call was the first.
  func set() -> Bool {
    isSet.withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
