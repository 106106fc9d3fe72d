import DevicePush
import ExternalSources
import Foundation
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Logging
import Synchronization
import WidgetStore

/// Routes for operators: health, metrics and the OpenAPI document.
enum OperationRoutes {
  private static let webhooks = ServiceRoute.Parameter(
    name: "webhooks",
    summary: "“false” omits the requests that the service sends to the URLs of “webhooks”.",
    schema: SchemaPart.boolean)

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: "/healthz", name: "health", summary: "Whether the process responds.",
        responses: [(200, "The process responds.")], schema: .status, isProbe: true
      ) { $0.response(status.json((.ok, nil, nil, nil))) },
      ServiceRoute(
        method: .get, path: ServicePath.ready, name: "ready",
        summary:
          "Whether the service can take requests: its widgets are loaded and its store is there.",
        responses: [
          (200, "The service can take requests."), (503, "The service cannot take requests."),
        ], schema: .status, isProbe: true
      ) { try await ready($0) },
      ServiceRoute(
        method: .get, path: "/metrics", name: "metrics", scope: .admin,
        summary: "The metrics of the service, in the text format of Prometheus.",
        responses: [(200, "The metrics.")], type: MediaType.plainText, isProbe: true
      ) { await metrics($0) },
      ServiceRoute(
        method: .get, path: ServicePath.openAPI, name: "openAPI",
        summary: """
          This description of the service. Some client generators treat the requests that \
          the service sends as operations of the client; “webhooks” leaves these requests out.
          """,
        parameters: [webhooks],
        responses: [(200, "An OpenAPI document."), ServiceRoute.notModified],
        schema: .anyObject
      ) { call in
        let hasWebhooks = try call.flag(webhooks, else: true)
        return call.cachedResponse(call.service.openAPI(hasWebhooks: hasWebhooks), maxAge: 300)
      },
    ]
  }

  enum Health: String, CaseIterable { case ok, ready }

  enum StoreAccess: String, CaseIterable {
    case writable
    case readOnly = "read-only"
  }

  /// The response to a probe; only the readiness probe adds more members.
  static let status = ObjectCoding<
    (health: Health, store: StoreAccess?, version: String?, widgets: String?)
  >([
    .word("status") { $0.health },
    .value(optional: "store", SchemaPart.word(StoreAccess.self)) { .text($0.store?.rawValue) },
    .text(optional: "version") { $0.version },
    .text(optional: "widgets") { $0.widgets },
  ])

  private static func ready(_ call: ServiceCall) async throws -> Response {
    let service = call.service
    guard !service.isStopping.withLock({ $0 }) else {
      throw ServiceProblem(.stopping)
    }
    guard service.access.isReady else {
      throw ServiceProblem(.keysUnavailable)
    }
    let widgets: String
    do {
      widgets = try service.servedWidgets.mark
      try await service.stores.look()
    } catch {
      var problem = ServiceProblem(.notReady)
      problem.cause = "\(error)"
      throw problem
    }
    let isWritable = await service.stores.isWritable()
    return call.response(
      status.json((.ready, isWritable ? .writable : .readOnly, WidgetServer.version, widgets)))
  }

  private static func metrics(_ call: ServiceCall) async -> Response {
    let service = call.service
    typealias Gauge = ServiceMetrics.Gauge
    var gauges = [
      Gauge(metric: .requestsInProgress, value: service.requests.count),
      Gauge(metric: .eventStreams, value: service.streams.count),
      Gauge(metric: .bulkRequestsInProgress, value: service.bulks.count),
    ]
    let programs = await SourceLoad.programs
    let requests = await SourceLoad.webRequests
    let loads = [("program", programs), ("web", requests)]
    gauges += loads.map { kind, load in
      Gauge(metric: .sourceWork, labels: [("kind", kind)], value: load.running)
    }
    gauges += loads.map { kind, load in
      Gauge(metric: .sourceWorkWaiting, labels: [("kind", kind)], value: load.waiting)
    }
    if let pool = await (service.stores.driver as? any PooledStoreDriver)?.connections() {
      let counts = [(ServiceMetrics.PoolState.idle, pool.idle), (.used, pool.used)]
      gauges += counts.map { state, count in
        Gauge(metric: .poolConnections, labels: [("state", state.rawValue)], value: count)
      }
      gauges.append(Gauge(metric: .poolWaiting, value: pool.waiting))
    }
    for (cache, bytes) in [
      (ServiceMetrics.Cache.choices, service.snapshots.bytes),
      (.timelines, service.timelines.bytes),
    ] {
      gauges.append(Gauge(metric: .cacheBytes, labels: [("cache", cache.rawValue)], value: bytes))
    }
    if let backlog = try? await (service.stores.driver as? any SharedStoreDriver)?.backlog() {
      func age(_ date: Date?) -> Int {
        date.map { max(0, Int(service.now().timeIntervalSince($0))) } ?? 0
      }
      gauges += [
        Gauge(metric: .jobsDue, value: backlog.dueJobs),
        Gauge(metric: .oldestJob, value: age(backlog.oldestJob)),
        Gauge(metric: .oldestUnnumbered, value: age(backlog.oldestChange)),
      ]
    }
    let (webhooks, waiting) = (service.webhooks.summary, service.webhooks.backlog)
    gauges += [
      Gauge(metric: .webhookFailing, value: webhooks.failing),
      Gauge(metric: .webhookDisabled, value: webhooks.disabled),
      Gauge(
        metric: .webhookFailingSince, value: seconds(webhooks.since)),
      Gauge(metric: .webhookWaiting, value: waiting.count),
      Gauge(metric: .webhookWaitingSince, value: seconds(waiting.oldest)),
    ]
    gauges += pushGauges(service)
    if let fetched = service.access.issuerKeysFetched {
      gauges.append(
        Gauge(metric: .keysFetched, value: seconds(fetched)))
    }
    if let widgets = try? service.servedWidgets.mark {
      gauges.append(Gauge(metric: .widgets, labels: [("hash", widgets)], value: 1))
    }
    service.metrics.readKeys(isDone: service.access.keysAreCurrent)
    return call.response(
      Array(service.metrics.text(gauges: gauges).utf8),
      type: MediaType.plainText + "; version=0.0.4")
  }

  /// The gauges of the pushes that are waiting to be sent; empty if the service does not send any.
  private static func pushGauges(_ service: ServiceCore) -> [ServiceMetrics.Gauge] {
    guard let center = service.pushes else { return [] }
    let (apps, now) = (center.summary, service.now())
    func label(_ app: PushApp) -> String { app.bundle + " " + app.environment.rawValue }
    func gauges(
      _ metric: Metric, _ value: (PushCenter.Waiting) -> Int
    ) -> [ServiceMetrics.Gauge] {
      apps.map { app, state in
        ServiceMetrics.Gauge(metric: metric, labels: [("app", label(app))], value: value(state))
      }
    }
    let devices = apps.flatMap { app, state in
      state.devices == nil
        ? []
        : StoredDevice.State.allCases.map {
          ServiceMetrics.Gauge(
            metric: .pushDevices, labels: [("app", label(app)), ("state", $0.rawValue)],
            value: state.devices?[$0] ?? 0)
        }
    }
    return devices + gauges(.pushTenantsWaiting) { $0.tenants }
      + gauges(.pushOldest) { state in
        Int(max(0, state.oldest.map { now.timeIntervalSince($0) } ?? 0))
      } + gauges(.pushPaused) { ($0.pausedUntil ?? .distantPast) > now ? 1 : 0 }
  }

  /// The seconds since 1970; 0 for never.
  private static func seconds(_ date: Date?) -> Int {
    date.map { Int($0.timeIntervalSince1970) } ?? 0
  }
}
