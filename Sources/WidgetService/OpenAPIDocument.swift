import DefinitionFormats
import HTTPTypes
import JSONC

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
            "content": .members([
              "application/json": .members(["schema": WebhookSender.schema])
            ]),
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
