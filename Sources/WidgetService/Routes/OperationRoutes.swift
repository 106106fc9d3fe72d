import DefinitionFormats
import DevicePush
import ExternalSources
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import Logging
import Messages
import Synchronization
import WidgetStore

/// Routes for operators: health, metrics and the OpenAPI document.
enum OperationRoutes {
  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: "/healthz", name: "health", summary: "Whether the process answers.",
        answers: [(200, "It does.")], schema: .status, isProbe: true
      ) { $0.answer(.members(["status": "ok"])) },
      ServiceRoute(
        method: .get, path: "/readyz", name: "ready",
        summary:
          "Whether the service can take requests: its widgets are loaded and its store is there.",
        answers: [(200, "It can."), (503, "It cannot.")], schema: .status, isProbe: true
      ) { try await ready($0) },
      ServiceRoute(
        method: .get, path: "/metrics", name: "metrics", scope: .admin,
        summary: "The numbers of the service, in the text format of Prometheus.",
        answers: [(200, "The numbers.")], type: "text/plain", isProbe: true
      ) { await metrics($0) },
      ServiceRoute(
        method: .get, path: "/v1/openapi.json", name: "openAPI",
        summary: "This description of the service.",
        answers: [(200, "An OpenAPI document."), (304, "Not modified.")],
        schema: .anyObject
      ) { $0.cachedAnswer($0.service.openAPI, maxAge: 300) },
    ]
  }

  private static func ready(_ call: ServiceCall) async throws -> Response {
    let service = call.service
    guard !service.isStopping.withLock({ $0 }) else {
      throw ServiceProblem.stopping
    }
    guard service.access.isReady else {
      throw ServiceProblem.keysUnavailable("See the log of the service for the reason.")
    }
    do {
      _ = try service.servedWidgets.items(in: AcceptedLanguage.standard)
      try await service.stores.look()
    } catch {
      var problem = ServiceProblem(
        .serviceUnavailable, "not-ready",
        "The service cannot read its widgets or its store at present.",
        "See the log of the service for the reason.")
      problem.cause = "\(error)"
      throw problem
    }
    let isWritable = await service.stores.isWritable()
    return call.answer(
      .members(["status": "ready", "store": isWritable ? "writable" : "read-only"]))
  }

  private static func metrics(_ call: ServiceCall) async -> Response {
    let service = call.service
    typealias Gauge = ServiceMetrics.Gauge
    var gauges = [
      Gauge(name: "requests_in_progress", value: service.requests.count),
      Gauge(name: "event_streams", value: service.streams.count),
      Gauge(name: "bulk_requests_in_progress", value: service.bulks.count),
    ]
    let programs = await SourceLoad.programs
    let requests = await SourceLoad.webRequests
    for (kind, load) in [("program", programs), ("web", requests)] {
      gauges.append(Gauge(name: "source_work", labels: [("kind", kind)], value: load.running))
    }
    for (kind, load) in [("program", programs), ("web", requests)] {
      gauges.append(
        Gauge(name: "source_work_waiting", labels: [("kind", kind)], value: load.waiting))
    }
    if let pool = await (service.stores.driver as? any PooledStoreDriver)?.connections() {
      for (state, count) in [("idle", pool.idle), ("used", pool.used)] {
        gauges.append(
          Gauge(name: "store_pool_connections", labels: [("state", state)], value: count))
      }
      gauges.append(Gauge(name: "store_pool_waiting", value: pool.waiting))
    }
    for (cache, bytes) in [
      (ServiceMetrics.Cache.choices, service.snapshots.bytes),
      (.timelines, service.timelines.bytes),
    ] {
      gauges.append(Gauge(name: "cache_bytes", labels: [("cache", cache.rawValue)], value: bytes))
    }
    if let backlog = try? await (service.stores.driver as? any SharedStoreDriver)?.backlog() {
      func age(_ date: Date?) -> Int {
        date.map { max(0, Int(service.now().timeIntervalSince($0))) } ?? 0
      }
      gauges += [
        Gauge(name: "jobs_due", value: backlog.dueJobs),
        Gauge(name: "jobs_oldest_due_seconds", value: age(backlog.oldestJob)),
        Gauge(name: "feed_unnumbered_oldest_seconds", value: age(backlog.oldestChange)),
      ]
    }
    let (webhooks, waiting) = (service.webhooks.summary, service.webhooks.backlog)
    gauges += [
      Gauge(name: "webhook_failing", value: webhooks.failing),
      Gauge(name: "webhook_disabled", value: webhooks.disabled),
      Gauge(
        name: "webhook_failing_since_timestamp_seconds", value: seconds(webhooks.since)),
      Gauge(name: "webhook_waiting", value: waiting.count),
      Gauge(name: "webhook_waiting_since_timestamp_seconds", value: seconds(waiting.oldest)),
    ]
    gauges += pushGauges(service)
    if let fetched = service.access.issuerKeysFetched {
      gauges.append(
        Gauge(name: "jwks_last_success_timestamp_seconds", value: seconds(fetched)))
    }
    return call.answer(
      Array(service.metrics.text(gauges: gauges).utf8), type: "text/plain; version=0.0.4")
  }

  /// The gauges of the pushes that wait to be sent; empty if the service sends none.
  private static func pushGauges(_ service: ServiceCore) -> [ServiceMetrics.Gauge] {
    guard let center = service.pushes else { return [] }
    let (apps, now) = (center.summary, service.now())
    func label(_ app: PushApp) -> String { app.bundle + " " + app.environment.rawValue }
    func gauges(
      _ name: String, _ value: (PushCenter.Waiting) -> Int
    ) -> [ServiceMetrics.Gauge] {
      apps.map { app, state in
        ServiceMetrics.Gauge(name: name, labels: [("app", label(app))], value: value(state))
      }
    }
    let devices = apps.flatMap { app, state in
      state.devices == nil
        ? []
        : StoredDevice.State.allCases.map {
          ServiceMetrics.Gauge(
            name: "push_devices", labels: [("app", label(app)), ("state", $0.rawValue)],
            value: state.devices?[$0] ?? 0)
        }
    }
    return devices + gauges("push_tenants_waiting") { $0.tenants }
      + gauges("push_oldest_seconds") { state in
        Int(max(0, state.oldest.map { now.timeIntervalSince($0) } ?? 0))
      } + gauges("push_paused") { ($0.pausedUntil ?? .distantPast) > now ? 1 : 0 }
  }

  /// The seconds since 1970; 0 for never.
  private static func seconds(_ date: Date?) -> Int {
    date.map { Int($0.timeIntervalSince1970) } ?? 0
  }
}

/// The service as an OpenAPI 3.1 document, generated from its routes.
struct OpenAPIDocument {
  let routes: [ServiceRoute]
  /// Whether callers need a token.
  let needsToken: Bool

  var json: JSONValue {
    var paths = JSONObject()
    for path in unique(routes.map(\.path)) {
      let operations = routes.filter { $0.path == path }.map {
        (key: $0.method.rawValue.lowercased(), value: operation($0))
      }
      paths.append(key: path, value: .object(JSONObject(operations)))
    }
    return .members([
      "openapi": "3.1.0",
      "info": .members([
        "title": "widgetconfig",
        "summary": "Configures widgets from intent definitions.", "version": "1",
      ]),
      "paths": .object(paths),
      "webhooks": webhooks,
      "components": .members([
        "schemas": ResponseSchema.components,
        "securitySchemes": needsToken
          ? .members([
            "token": .members(["type": "http", "scheme": "bearer", "bearerFormat": "JWT"])
          ]) : nil,
      ]),
    ])
  }

  private func unique(_ paths: [String]) -> [String] {
    var seen = Set<String>()
    return paths.filter { seen.insert($0).inserted }
  }

  private func operation(_ route: ServiceRoute) -> JSONValue {
    let inPath = route.pathParameters.map { name -> JSONValue in
      .members([
        "name": .string(name), "in": "path", "required": true,
        "schema": SchemaPart.string,
      ])
    }
    let others =
      route.parameters.map { parameter -> JSONValue in
        .members([
          "name": .string(parameter.name), "in": .string(parameter.place),
          "description": .string(parameter.summary), "required": .flag(parameter.isRequired),
          "schema": parameter.schema,
        ])
      } + condition(route)
    return .members([
      "operationId": .string(route.name), "summary": .string(route.summary),
      "parameters": inPath.isEmpty && others.isEmpty ? nil : .array(inPath + others),
      "requestBody": body(route.body, isRequired: !route.mayLackBody),
      "responses": responses(route),
      "security": security(route),
    ])
  }

  /// The header field of a caller that already has a response with an ETag.
  private func condition(_ route: ServiceRoute) -> [JSONValue] {
    guard route.answers.contains(where: { $0.status == 304 }),
      !route.parameters.contains(where: { $0.name == "If-None-Match" })
    else { return [] }
    return [
      .members([
        "name": "If-None-Match", "in": "header",
        "description": "The ETag of the response that the caller has.", "required": false,
        "schema": SchemaPart.string,
      ])
    ]
  }

  /// What the service sends to the URLs of the setting `webhooks` (Standard Webhooks).
  private var webhooks: JSONValue {
    let headers: [(name: String, summary: String)] = [
      ("webhook-id", "The same for all attempts of a request, to know duplicates by."),
      ("webhook-timestamp", "The time of the attempt in seconds since 1970."),
      (
        "webhook-signature",
        "“v1,” and the Base64 of the HMAC-SHA256 of the ID, the time and the body, with full stops "
          + "between; several during a rotation, with spaces between."
      ),
    ]
    let event = SchemaPart.object(
      ["event": ["type": "string", "enum": ["placed", "removed", "reload", "reset"]]],
      optional: [
        "name": SchemaPart.string, "kind": SchemaPart.string, "revision": SchemaPart.integer,
        "etag": SchemaPart.string, "reason": SchemaPart.string, "all": SchemaPart.boolean,
      ])
    let schema = SchemaPart.object([
      "type": SchemaPart.word(["widgets.changed", "widgets.reset"]),
      "timestamp": SchemaPart.moment,
      "data": SchemaPart.object([
        "tenant": SchemaPart.optional(SchemaPart.string), "number": SchemaPart.integer,
        "events": SchemaPart.list(event),
      ]),
    ])
    return .members([
      "change": .members([
        "post": .members([
          "operationId": "changeWebhook", "summary": "A placed widget has changed.",
          "parameters": .array(
            headers.map { header in
              .members([
                "name": .string(header.name), "in": "header",
                "description": .string(header.summary), "required": true,
                "schema": SchemaPart.string,
              ])
            }),
          "requestBody": .members([
            "required": true,
            "content": .members(["application/json": .members(["schema": schema])]),
          ]),
          "responses": .members([
            "2XX": .members(["description": "Accepted."]),
            "410": .members(["description": "Nothing more is sent, until the webhook is enabled."]),
            "429": .members(["description": "Nothing is sent for a while, or for “Retry-After”."]),
            "default": .members(["description": "It is sent again later."]),
          ]),
          "security": .array([]),
        ])
      ])
    ])
  }

  private func security(_ route: ServiceRoute) -> JSONValue {
    guard needsToken, let scope = route.scope else { return .array([]) }
    let scopes = [scope] + [route.otherScope].compactMap { $0 }
    return .array(scopes.map { .members(["token": .array([.string($0.rawValue)])]) })
  }

  private func body(_ body: ServiceRoute.Body, isRequired: Bool) -> JSONValue? {
    let type: String
    let content: JSONValue
    switch body {
    case .none: return nil
    case .json(let schema, let example):
      type = "application/json"
      content = .members(["schema": schema, "example": example])
    case .document(let name, let text):
      type = name
      // Show a JSON document as a value, not as text.
      let value = text.flatMap { type == "application/json" ? try? JSONText.parse($0) : nil }
      let schema: JSONValue =
        type == "application/json" ? ["type": "object"] : ["type": "string", "format": "binary"]
      content = .members(["schema": schema, "example": value ?? .text(text)])
    case .stream(let name, let text):
      type = name
      content = .members(["schema": ["type": "string"], "example": .text(text)])
      // Tools that know no other type send it as bytes.
      return .members([
        "required": true,
        "content": .object(
          JSONObject([
            (key: type, value: content),
            (
              key: "application/octet-stream",
              value: .members(["schema": ["type": "string", "format": "binary"]])
            ),
          ])),
      ])
    }
    return .members([
      "required": .bool(isRequired), "content": .object(JSONObject([(key: type, value: content)])),
    ])
  }

  private func content(of answer: ResponseSchema?, as type: String) -> JSONValue {
    let isJSON = type == "application/json" || type.hasSuffix("+json")
    return .members(["schema": answer?.reference ?? (isJSON ? nil : ["type": "string"])])
  }

  private func responses(_ route: ServiceRoute) -> JSONValue {
    var responses = JSONObject()
    for (status, summary) in route.answers {
      let isProblem = status >= 400
      let types: [(type: String, schema: ResponseSchema?)] =
        isProblem
        ? [("application/problem+json", .problem)]
        : [(route.type, route.schema)] + route.otherTypes
      let hasContent = status != 304 && status != 204
      responses.append(
        key: String(status),
        value: .members([
          "description": .string(summary),
          "content": hasContent
            ? .object(
              JSONObject(types.map { (key: $0.type, value: content(of: $0.schema, as: $0.type)) }))
            : nil,
        ]))
    }
    responses.append(
      key: "default",
      value: .members([
        "description": "What is wrong, as a problem of RFC 9457.",
        "content": .object(
          JSONObject([
            (
              key: "application/problem+json",
              value: content(of: .problem, as: "application/problem+json")
            )
          ])),
      ]))
    return .object(responses)
  }
}
