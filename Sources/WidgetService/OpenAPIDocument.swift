import HTTPTypes
import JSONC
import JSONCodings
import Messages
import WidgetLoading

/// The service as an OpenAPI document, generated from its routes.
struct OpenAPIDocument {
  let routes: [ServiceRoute]
  /// Whether callers need a token.
  let needsToken: Bool
  /// Whether the document describes the requests to webhooks.
  var hasWebhooks = true

  var json: JSONValue {
    var paths = JSONObject()
    for path in routes.map(\.path).firsts {
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
      "tags": .array(
        tags.map { .members(["name": .string($0.rawValue), "description": .string($0.summary)]) }),
      "paths": .object(paths),
      // A literal nil of this type would become a null, which readers of OpenAPI documents reject.
      "webhooks": hasWebhooks ? webhooks : JSONValue?.none,
      "components": .members([
        "schemas": ResponseSchema.components,
        "headers": ResponseHeader.components,
        "securitySchemes": needsToken
          ? .members([
            "token": .members([
              "type": "http", "scheme": .string(ServiceAccess.scheme.lowercased()),
              "bearerFormat": "JWT",
            ])
          ]) : nil,
      ]),
    ])
  }

  private var tags: [ServiceTag] {
    let used = Set(routes.map(\.tag))
    return ServiceTag.allCases.filter { used.contains($0) || hasWebhooks && $0 == .receiver }
  }

  private func operation(_ route: ServiceRoute) -> JSONValue {
    let inPath = route.pathParameters.map { parameter -> JSONValue in
      .members([
        "name": .string(parameter.rawValue), "in": "path", "required": true,
        "schema": SchemaPart.string,
      ])
    }
    let others =
      route.parameters.map { parameter -> JSONValue in
        .members([
          "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
          "description": .string(parameter.summary), "required": .flag(parameter.isRequired),
          "schema": parameter.schema,
        ])
      } + condition(route)
    return .members([
      "operationId": .string(route.name), "summary": .string(route.summary),
      "tags": .array([.string(route.tag.rawValue)]),
      "parameters": inPath.isEmpty && others.isEmpty ? nil : .array(inPath + others),
      "requestBody": body(route.body, isRequired: !route.mayLackBody),
      "responses": responses(route),
      "security": security(route),
    ])
  }

  /// The header field in which a caller sends the ETag of a response that it already has.
  private func condition(_ route: ServiceRoute) -> [JSONValue] {
    let name = HTTPField.Name.ifNoneMatch.rawName
    guard route.responses.contains(where: { $0.status == 304 }),
      !route.parameters.contains(where: { $0.name == name })
    else { return [] }
    return [
      .members([
        "name": .string(name), "in": "header",
        "description": "The ETag of the response that the caller already has.", "required": false,
        "schema": SchemaPart.string,
      ])
    ]
  }

  /// The requests that the service sends to the URLs in the setting `webhooks` (Standard Webhooks).
  private var webhooks: JSONValue {
    .members([
      "change": .members([
        "post": .members([
          "operationId": "changeWebhook", "summary": "A placed widget has changed.",
          "tags": .array([.string(ServiceTag.receiver.rawValue)]),
          "parameters": .array(
            SignedPost.Field.allCases.map { field in
              .members([
                "name": .string(field.rawValue.lowercased()), "in": "header",
                "description": .string(field.summary), "required": true,
                "schema": SchemaPart.string,
              ])
            }),
          "requestBody": .members([
            "required": true,
            "content": .members([
              MediaType.json: .members(["schema": ResponseSchema.webhookRequest.reference])
            ]),
          ]),
          "responses": .members([
            "2XX": .members(["description": "Accepted."]),
            String(SignedPost.goneStatus): .members([
              "description": "Nothing more is sent, until the webhook is enabled."
            ]),
            "429": .members(["description": "Nothing is sent for a while, or for “Retry-After”."]),
            "default": .members(["description": "The request is sent again later."]),
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
      type = MediaType.json
      content = .members(["schema": schema, "example": example])
    case .document(let name, let text):
      type = name
      // A JSON document is shown as a value rather than as text.
      let value = text.flatMap { type == MediaType.json ? try? JSONText.parse($0) : nil }
      let schema: JSONValue =
        type == MediaType.json ? SchemaPart.anyObject : ["type": "string", "format": "binary"]
      content = .members(["schema": schema, "example": value ?? .text(text)])
    case .stream(let name, let text):
      type = name
      content = .members(["schema": ["type": "string"], "example": .text(text)])
      // Tools that do not support the type of the stream send the body as bytes.
      return .members([
        "required": true,
        "content": .object(
          JSONObject([
            (key: type, value: content),
            (
              key: MediaType.bytes,
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
    let isJSON = type == MediaType.json || type.hasSuffix("+json")
    return .members(["schema": answer?.reference ?? (isJSON ? nil : ["type": "string"])])
  }

  private func content(_ types: [(type: String, content: JSONValue)]) -> JSONValue {
    .object(JSONObject(types.map { (key: $0.type, value: $0.content) }))
  }

  private func problem(_ schema: JSONValue) -> JSONValue {
    content([(MediaType.problem, .members(["schema": schema]))])
  }

  /// The responses that all operations have in addition to their own.
  private func commonResponses(_ route: ServiceRoute) -> [(status: Int, summary: String)] {
    var responses: [(status: Int, summary: String)] = []
    if ServiceRoute.isAPI(route.path) {
      responses.append((400, "A part of the address or of the header is not valid."))
    }
    if needsToken, route.scope != nil {
      responses += [(401, "There is no valid token."), (403, "The token lacks the scope.")]
    }
    if !route.pathParameters.isEmpty { responses.append(ServiceRoute.nothingNamed) }
    let tooLarge = (status: 413, summary: "The body is too large.")
    let untyped = (status: 415, summary: "The body has no type.")
    switch route.body {
    case .none: break
    case .json:
      responses += [
        tooLarge, (415, "The body has the wrong type."),
        ServiceRoute.invalidRequest,
      ]
    case .document: responses += [tooLarge, untyped]
    case .stream: responses.append(untyped)
    }
    if route.responses.contains(where: { $0.status == 304 }) {
      responses.append((412, "“If-Match” does not name the ETag of the response."))
    }
    if !route.isProbe { responses.append((429, "There are too many requests.")) }
    responses.append((503, "The service or its store cannot answer at present."))
    return responses
  }

  private func responses(_ route: ServiceRoute) -> JSONValue {
    let own = Set(route.responses.map(\.status))
    let all = route.responses + commonResponses(route).filter { !own.contains($0.status) }
    var responses = JSONObject()
    for (status, summary) in all.sorted(by: { $0.status < $1.status }) {
      let more =
        status == 400 && route.refusesKey
        ? " Or the request has an “Idempotency-Key”, which the operation does not support." : ""
      let types = [(type: route.type, schema: route.schema)] + route.otherTypes
      let content: JSONValue? =
        switch status {
        case 204, 304: nil
        case 400...: problem(ResponseSchema.problem(of: status))
        default: content(types.map { ($0.type, self.content(of: $0.schema, as: $0.type)) })
        }
      responses.append(
        key: String(status),
        value: .members([
          "description": .string(summary + more),
          "headers": ResponseHeader.references(ResponseHeader.all(of: route, status)),
          "content": content,
        ]))
    }
    responses.append(
      key: "default",
      value: .members([
        "description": "The error, as a problem of RFC 9457.",
        "headers": ResponseHeader.references([.requestID, .cacheControl, .retryAfter, .allow]),
        "content": problem(ResponseSchema.problem.reference),
      ]))
    return .object(responses)
  }
}

/// A header field of responses.
enum ResponseHeader: String, CaseIterable {
  case etag = "ETag"
  case location = "Location"
  case link = "Link"
  case cacheControl = "Cache-Control"
  case retryAfter = "Retry-After"
  case rateLimit = "RateLimit"
  case rateLimitPolicy = "RateLimit-Policy"
  case authenticate = "WWW-Authenticate"
  case acceptEncoding = "Accept-Encoding"
  case allow = "Allow"
  case requestID = "X-Request-Id"

  private static let onlyWithRate =
    "only with the setting “\(ServiceSettingKey.requestsPerSecond.rawValue)”."

  private var summary: String {
    switch self {
    case .etag: "The tag of the representation, for “If-Match” and “If-None-Match” (RFC 9110)."
    case .location: "The path of the widget."
    case .link: "The next page with “rel=next” (RFC 8288); none on the last page."
    case .cacheControl: "How long the response may be cached (RFC 9111)."
    case .retryAfter: "The seconds to wait before the request is sent again."
    case .rateLimit: "The caller's remaining requests; \(Self.onlyWithRate)"
    case .rateLimitPolicy: "The limit of the caller; \(Self.onlyWithRate)"
    case .authenticate: "The error of the token, or the missing scope (RFC 6750)."
    case .acceptEncoding: "The content codings that the service decodes."
    case .allow: "The methods that the path supports."
    case .requestID: "The ID of the request in the log: the ID that the caller sent, or a new one."
    }
  }

  /// All header fields by name.
  static var components: JSONValue {
    .object(
      JSONObject(
        allCases.map { header in
          let schema = header == .retryAfter ? SchemaPart.integer : SchemaPart.string
          return (
            key: header.rawValue,
            value: .members(["description": .string(header.summary), "schema": schema])
          )
        }))
  }

  static func references(_ headers: [ResponseHeader]) -> JSONValue {
    .object(
      JSONObject(
        headers.map { header in
          let reference: JSONValue = ["$ref": .string("#/components/headers/" + header.rawValue)]
          return (key: header.rawValue, value: reference)
        }))
  }

  /// The header fields that a response of a route can have.
  static func all(of route: ServiceRoute, _ status: Int) -> [ResponseHeader] {
    var headers: [ResponseHeader] = [.requestID]
    if status != 204 { headers.append(.cacheControl) }
    if !route.isProbe, status < 400 || status == 429 { headers += [.rateLimit, .rateLimitPolicy] }
    let isChange = route.method != .get
    switch status {
    case 200..<300:
      let hasTag = route.responses.contains { $0.status == 304 }
      let tagged: [ResponseSchema?] = [.placed, .timeline, .entry]
      if hasTag || isChange && tagged.contains(route.schema) { headers.append(.etag) }
      if isChange, route.schema == .placed || route.method == .put { headers.append(.location) }
      if route.parameters.contains(where: { $0.name == ListPage.position.name }) {
        headers.append(.link)
      }
    case 304: headers += [.etag, .link]
    case 401, 403: headers.append(.authenticate)
    case 412: headers.append(.etag)
    case 415: headers.append(.acceptEncoding)
    case 429, 502, 503, 504: headers.append(.retryAfter)
    default: break
    }
    return headers
  }
}
