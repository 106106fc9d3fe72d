import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Messages
import WidgetLoading
import WidgetStore

/// One operation of the service; the router, the OpenAPI document and the tests all use it.
struct ServiceRoute: Sendable {
  /// How the body of a request is read.
  enum Body: Sendable {
    /// No body.
    case none
    /// JSON that is read whole; the schema describes valid bodies.
    case json(schema: JSONValue = SchemaPart.anyObject, example: JSONValue)
    /// A document of a media type that is read whole.
    case document(type: String, example: String? = nil)
    /// A body of any length that the route reads itself.
    case stream(type: String, example: String? = nil)
  }

  /// A query parameter or header field that a route uses.
  struct Parameter: Sendable {
    enum Place: String { case query, header }

    var name: String
    var place = Place.query
    var summary: String
    var isRequired = false
    var schema: JSONValue = ["type": "string"]
  }

  /// The tenant that an operator can name instead of the token's tenant.
  static let tenant = Parameter(
    name: "tenant",
    summary: """
      The tenant, by default that of the token. Naming a tenant requires the scope \
      “\(ServiceScope.operator.rawValue)”.
      """,
    schema: [
      "type": "string", "minLength": 1, "maxLength": .integer(Tenant.maximumLength),
      "pattern": "^[!-~]+$",
    ])

  /// The key of a change; however many requests have the key, the change is made only once.
  static let repeatKey = Parameter(
    name: HTTPField.Name.idempotencyKey.rawName, place: .header,
    summary:
      """
      A key for the request. The same request within \(StoreRequest.memory / 3_600_000) hours \
      gets the same response again, and has no effect.
      """)

  typealias Handler = @Sendable (ServiceCall) async throws -> Response

  var method: HTTPRequest.Method
  /// The path with its parameters in braces.
  var path: String
  /// The operation's identifier in OpenAPI.
  var name: String
  /// The group of operations to which the operation belongs in OpenAPI.
  var tag = ServiceTag.pages
  /// The scope that the caller needs; nil for a route that is open to everyone.
  var scope: ServiceScope?
  /// Another scope that is sufficient; nil for none.
  var otherScope: ServiceScope?
  var summary: String
  var body = Body.none
  /// Whether the body of a request may be missing.
  var mayLackBody = false
  var parameters: [Parameter] = []
  /// Responses that several operations share.
  static let problemsAndCounts = (status: 200, summary: "The problems and the counts.")
  static let notModified = (status: 304, summary: "Not modified.")
  static let invalidQuery = (status: 400, summary: "A query item is not valid.")
  static let invalidRequest = ProblemCode.invalidRequest.response
  static let notPlaced = ProblemCode.notPlaced.response
  static let sourceFailed = (status: 502, summary: OptionsError.Code.failed.message.text())
  static let sourceLate = (status: 504, summary: OptionsError.Code.timedOut.message.text())
  static let nothingNamed = (status: 404, summary: "There is nothing with this name.")
  /// Whether a path belongs to the API rather than to the pages.
  static func isAPI(_ path: String) -> Bool { path.hasPrefix(ServicePath.api) }

  /// The possible responses, by status.
  var responses: [(status: Int, summary: String)]
  /// The media type of a successful response.
  var type = MediaType.json
  /// The schema of a successful response of that type; nil if it is not JSON or can be any JSON.
  var schema: ResponseSchema?
  /// Other media types of a successful response, with their schemas; nil if a type is not JSON or
  /// can be any JSON.
  var otherTypes: [(type: String, schema: ResponseSchema?)] = []
  /// Whether the route is a web page, which the OpenAPI document omits.
  var isPage = false
  /// Whether the route is a probe for the operator's programs, for which there are no limits.
  var isProbe = false
  /// The remedy for a request with an `Idempotency-Key` that the route does not support; nil for
  /// the remedy of the problem's code.
  var remedyForKey: Message?
  var handler: Handler

  /// The methods that change nothing (RFC 9110, section 9.2.1).
  static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options]

  /// Whether a request can change anything; such a request is always completed.
  var isChange: Bool {
    [.write, .device, .admin, .operator].contains(scope) && !Self.safeMethods.contains(method)
  }

  /// Whether a change is refused if the request has an `Idempotency-Key`, because repeating the
  /// request would repeat the change.
  var refusesKey: Bool {
    isChange && !isPage && !parameters.contains { $0.name == Self.repeatKey.name }
  }

  /// The path's parameters in order.
  var pathParameters: [PathParameter] {
    segments.filter { $0.hasPrefix("{") }
      .compactMap { PathParameter(rawValue: String($0.dropFirst().dropLast())) }
  }

  /// The segments of the path.
  var segments: [Substring] { path.split(separator: "/") }

  /// Checks that the route supports the `Idempotency-Key` of a request, so that nobody relies on a
  /// key that is ignored.
  ///
  /// - Throws: `ServiceProblem` for a change whose route does not support it.
  func checkKey(of request: Request) throws {
    guard refusesKey, request.headers[.idempotencyKey] != nil else { return }
    throw ServiceProblem(
      .keyNotTaken, "The operation does not support an “Idempotency-Key”.", remedyForKey)
  }

  /// Checks that the route supports every item in a query, so that a request with a misspelt
  /// `dry-run` does not write.
  ///
  /// Pages and the operator's probes accept any item.
  ///
  /// - Throws: `ServiceProblem` for the first unknown item.
  func check(_ query: [String: String]) throws {
    guard !query.isEmpty, !isPage, Self.isAPI(path) else { return }
    let own = parameters.filter { $0.place == .query }.map(\.name)
    let known = own.filter { $0 != WidgetRoutes.locale.name } + [WidgetRoutes.locale.name]
    guard let name = query.keys.sorted().first(where: { !known.contains($0) }) else { return }
    throw ServiceProblem(
      .unknownQueryItem,
      "There is no query item “\(name.harmlessText)” here.",
      .suggestion(for: name, among: known))
  }
}

/// A group of operations; tools sort operations by group, and client generators name files after
/// it.
enum ServiceTag: String, Sendable, CaseIterable {
  case widgets, options, placed, timelines, definitions, devices, events, webhooks, audit, tenants
  case operation
  /// The web pages, which are not in the OpenAPI document.
  case pages
  /// The requests that the service sends.
  case receiver

  var summary: String {
    switch self {
    case .widgets: "The available widgets, their forms, and the validation of intents."
    case .options: "The choices of a parameter."
    case .placed: "Placed widgets and their history."
    case .timelines: "Timelines, and requests for new ones."
    case .definitions: "Checks, describes, converts and compares definitions."
    case .devices: "The devices that get pushes."
    case .events: "The stream of changes."
    case .webhooks: "The deliveries to webhooks."
    case .audit: "Who changed what, and the erasure of a subject."
    case .tenants: "The tenants of the store."
    case .operation: "Health, metrics and this description."
    case .pages: "Web pages."
    case .receiver:
      """
      The requests of the service to the URLs of the setting \
      “\(ServiceSettingKey.webhooks.rawValue)”.
      """
    }
  }
}

extension [ServiceRoute] {
  /// The routes, with a group set on each.
  func tagged(_ tag: ServiceTag) -> [ServiceRoute] {
    map { route in
      var route = route
      route.tag = tag
      return route
    }
  }
}

extension ServiceRoute {
  /// The caller of a request, moved to the tenant in the query.
  ///
  /// - Throws: `ServiceProblem` for a caller that is not an operator, and for a text that is not a
  ///   tenant name.
  func caller(_ caller: ServiceCaller, _ query: [String: String]) throws -> ServiceCaller {
    guard let name = query[Self.tenant.name], parameters.contains(where: { $0.isTenant }) else {
      return caller
    }
    try caller.require(.operator)
    var caller = caller
    caller.tenant = try Self.tenant(named: name).name
    return caller
  }

  /// The tenant with a name.
  ///
  /// - Throws: `ServiceProblem` for a text that is not a valid name for a tenant.
  static func tenant(named name: String) throws -> Tenant {
    if let tenant = Tenant(name) { return tenant }
    throw ServiceProblem(
      .notATenant, "“\(name.harmlessText)” is not a valid name for a tenant.")
  }
}

extension ServiceRoute.Parameter {
  fileprivate var isTenant: Bool { place == .query && name == ServiceRoute.tenant.name }
}

/// Finds routes by the path of a request.
///
/// Hummingbird's router treats a path as unknown if it does not have the requested method.
/// Responses to `OPTIONS`, and responses with 405 and “Allow”, need the methods of the path.
struct RouteTable: Sendable {
  /// The name that stands for all unknown paths in the log and the metrics.
  static let unknownPath = "none"

  /// A path with its routes.
  final class Place: Sendable {
    /// The path with its parameters in braces.
    let path: String
    let routes: [ServiceRoute]
    /// Whether the path belongs to a page.
    var isPage: Bool { routes.contains(where: \.isPage) }
    /// The supported methods, in the form of the field “Allow”.
    let allowed: String
    /// Counts the responses for the path.
    let meter: PathMeter
    private let parameters: [PathParameter]

    fileprivate init(_ routes: [ServiceRoute], path: String, meter: PathMeter) {
      (self.routes, self.path, self.meter) = (routes, path, meter)
      parameters = routes.first?.pathParameters ?? []
      let methods = routes.map(\.method.rawValue)
      allowed = (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"])
        .joined(separator: ", ")
    }

    /// The route for a method; the `GET` route also handles `HEAD` (RFC 9110, section 9.3.2).
    func route(for method: HTTPRequest.Method) -> ServiceRoute? {
      let wanted = method == .head ? .get : method
      return routes.first { $0.method == wanted }
    }

    /// The decoded parameters of a path.
    ///
    /// - Throws: `ServiceProblem` for a parameter that cannot be decoded.
    func parameters(_ values: [Substring]) throws -> [PathParameter: String] {
      try Dictionary(firsts: zip(parameters, values).map { ($0, try String($1).decoded) })
    }
  }

  private struct Node {
    var children: [Substring: Int] = [:]
    /// The child node for any other segment, which is the value of a parameter.
    var parameter: Int?
    var place: Place?
  }

  private var nodes = [Node()]

  init(_ routes: [ServiceRoute], _ metrics: ServiceMetrics) {
    var paths: [String] = []
    for route in routes where !paths.contains(route.path) { paths.append(route.path) }
    for path in paths {
      let own = routes.filter { $0.path == path }
      let node = own[0].segments.reduce(0) { self.node(at: $1, below: $0) }
      nodes[node].place = Place(own, path: path, meter: metrics.meter(path: path))
    }
  }

  private mutating func node(at segment: Substring, below parent: Int) -> Int {
    let isParameter = segment.hasPrefix("{")
    let known = isParameter ? nodes[parent].parameter : nodes[parent].children[segment]
    if let known { return known }
    nodes.append(Node())
    let node = nodes.count - 1
    if isParameter {
      nodes[parent].parameter = node
    } else {
      nodes[parent].children[segment] = node
    }
    return node
  }

  /// The entry for a path, with the values of the path's parameters; nil if the path is unknown.
  ///
  /// A literal segment takes precedence over a parameter.
  func place(of path: String) -> (place: Place, values: [Substring])? {
    var values: [Substring] = []
    let segments = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    return place(of: segments[...], from: 0, &values).map { ($0, values) }
  }

  private func place(
    of segments: ArraySlice<Substring>, from node: Int, _ values: inout [Substring]
  ) -> Place? {
    guard let first = segments.first else { return nodes[node].place }
    if let child = nodes[node].children[first],
      let found = place(of: segments.dropFirst(), from: child, &values)
    {
      return found
    }
    guard let child = nodes[node].parameter else { return nil }
    values.append(first)
    if let found = place(of: segments.dropFirst(), from: child, &values) { return found }
    values.removeLast()
    return nil
  }
}

extension String {
  /// The text without percent-encoding.
  ///
  /// A text that cannot be decoded must not be used as it is, because it would name something else.
  /// The same applies to a text that contains NUL, because a database could end the text there.
  ///
  /// - Throws: `ServiceProblem` for a text that is not percent-encoded UTF-8, or that contains NUL.
  var decoded: String {
    get throws {
      guard utf8.contains(UInt8(ascii: "%")) else { return self }
      guard let text = percentDecoded else { throw ServiceProblem.notEncoded(self) }
      guard !text.utf8.contains(0) else {
        throw ServiceProblem(
          .containsNul, "“\(harmlessText)” contains NUL (%00).")
      }
      return text
    }
  }
}

extension ServiceProblem {
  /// The problem of a text in an address or a form that is not percent-encoded UTF-8.
  static func notEncoded(_ text: String) -> ServiceProblem {
    ServiceProblem(
      .notPercentEncoded,
      "“\(text.harmlessText)” is not percent-encoded UTF-8.")
  }
}
