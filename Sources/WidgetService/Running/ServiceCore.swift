import CPlatform
import DevicePush
import Foundation
import IntentModel
import Logging
import Synchronization
import Threads
import WidgetStore
import WidgetTimeline

/// The state that all requests share: settings, widgets, stores and caches.
///
/// The state of forms is not kept: each request contains its draft.
final class ServiceCore: Sendable {
  let settings: ServiceSettings
  let servedWidgets: ServedWidgets
  let stores: TenantStores
  let snapshots: SnapshotCache
  let timelines = TimelineCache()
  let renewals = TimelineRenewals()
  let changes: ChangeFeed
  let webhooks = WebhookStates()
  /// The state of pushes to devices; nil if the service does not send any.
  let pushes: PushCenter?
  let shownTimelines: ShownTimelines
  let access: ServiceAccess
  let limiter: RateLimiter
  let metrics: ServiceMetrics
  let failures: FailureLog
  let logger: Logger
  let now: @Sendable () -> Date
  /// The numbers of active requests, streams and bulk requests.
  let requests: LoadGauge
  let streams: LoadGauge
  let bulks: LoadGauge
  /// The bodies that are processed at the same time; apart from small ones, their total size is at
  /// most the size of the largest allowed body.
  let bodies: BodyBudget
  /// Runs the handlers of requests, as many at a time as there are processors.
  ///
  /// So even if all handlers are busy, the threads of connections and of the default executor
  /// remain free for probes, connections and timers.
  let handlers = OwnThreads(
    working: ProcessInfo.processInfo.activeProcessorCount, isLow: true)
  /// The secrets that sign webhook requests; they can change while the service runs.
  let webhookSecret: Mutex<String>
  /// Whether the service has been asked to stop.
  let isStopping = Mutex(false)
  private let documents = (whole: Memo<TaggedResponse>(), withoutWebhooks: Memo<TaggedResponse>())

  init(
    settings: ServiceSettings, access: ServiceAccess, logger: Logger,
    metrics: ServiceMetrics, now: @escaping @Sendable () -> Date = { Date() },
    driver: any StoreDriver, push: (any PushSender)? = nil,
    widgets: @escaping @Sendable (String) throws -> [ConfigurableWidget]
  ) {
    (self.settings, self.access, self.logger, self.now) = (settings, access, logger, now)
    self.metrics = metrics
    failures = FailureLog(logger)
    snapshots = SnapshotCache(freshFor: settings.optionsFreshFor)
    webhookSecret = Mutex(settings.webhookSecret)
    servedWidgets = ServedWidgets(
      settings: settings, report: SourceReport(failures: failures, metrics: metrics),
      load: widgets)
    stores = TenantStores(driver: driver, metrics: metrics)
    pushes = push.map { PushCenter($0) }
    shownTimelines = ShownTimelines(driver)
    changes = ChangeFeed(
      stores: stores, widgets: servedWidgets, interval: settings.changeInterval, failures: failures)
    limiter = RateLimiter(perSecond: settings.requestsPerSecond, burst: settings.burst)
    let refused = { @Sendable (reason: String) in metrics.refused(reason) }
    bodies = BodyBudget(capacity: settings.maximumBodyBytes)
    requests = LoadGauge(
      limit: settings.maximumRequests, callerLimit: settings.maximumRequestsOfCaller,
      whenRefused: refused)
    streams = LoadGauge(
      limit: settings.maximumStreams, callerLimit: settings.maximumStreamsOfCaller,
      whenAllHaveLeft: Self.giveMemoryBack, whenRefused: refused)
    bulks = LoadGauge(
      limit: settings.maximumBulkRequests, callerLimit: settings.maximumBulkRequestsOfCaller,
      whenRefused: refused)
  }

  /// The minimum number of concurrent streams after which it is worthwhile to return memory.
  private static let crowd = 100

  /// Returns the memory of many closed streams to the system.
  ///
  /// glibc does not return free memory that lies between allocations still in use. For 1,000
  /// streams, that is half of their memory.
  private static func giveMemoryBack(after most: Int) {
    guard most >= crowd else { return }
    Task {
      // The buffers of the connections are freed later than the streams.
      try await Task.sleep(for: .seconds(1))
      cprocess_return_memory()
    }
  }

  /// The service as an OpenAPI document.
  ///
  /// - Parameter hasWebhooks: Whether the document also describes the requests that the service
  ///   sends.
  func openAPI(hasWebhooks: Bool) -> TaggedResponse {
    let document = hasWebhooks ? documents.whole : documents.withoutWebhooks
    return document {
      TaggedResponse(
        OpenAPIDocument(
          routes: routes.filter { !$0.isPage }, needsToken: access.needsToken,
          hasWebhooks: hasWebhooks
        ).json.wire)
    }
  }

  /// All routes of the service.
  var routes: [ServiceRoute] {
    let groups: [(ServiceTag, [ServiceRoute])] = [
      (.widgets, WidgetRoutes.routes), (.options, OptionsRoutes.routes),
      (.placed, PlacedRoutes.routes + TransferRoutes.routes),
      (.timelines, TimelineRoutes.routes + ReloadRoutes.routes),
      (.definitions, DefinitionRoutes.routes), (.devices, DeviceRoutes.routes),
      (.events, EventRoutes.routes), (.webhooks, WebhookRoutes.routes),
      (.audit, AuditRoutes.routes), (.tenants, ErasureRoutes.routes),
      (.operation, OperationRoutes.routes + ProblemRoutes.routes), (.pages, PageRoutes.routes),
    ]
    return groups.flatMap { $1.tagged($0) }
  }
}
