import Foundation
import HTTPTypes
import Hummingbird
import JSONC

/// One thing that the service does: the router, the OpenAPI document and the tests are made of these.
struct ServiceRoute: Sendable {
  /// How the body of a request is taken.
  enum Body: Sendable {
    /// There is none.
    case none
    /// JSON that is read whole; the schema is that of good bodies.
    case json(schema: JSONValue = ["type": "object"], example: JSONValue)
    /// A document that is read whole, of a type.
    case document(type: String, example: String? = nil)
    /// A body of any length, which the route reads itself.
    case stream(type: String, example: String? = nil)
  }

  /// A parameter of the query or a header field that a route heeds.
  struct Parameter: Sendable {
    var name: String
    var place = "query"
    var summary: String
    var isRequired = false
    var schema: JSONValue = ["type": "string"]
  }

  typealias Handler = @Sendable (ServiceCall) async throws -> Response

  var method: HTTPRequest.Method
  /// The path with its parameters in braces.
  var path: String
  /// The name of the operation, in OpenAPI.
  var name: String
  /// What the caller needs; nil for a route that is open to all.
  var scope: ServiceScope?
  var summary: String
  var body = Body.none
  var parameters: [Parameter] = []
  /// What is answered, by status.
  var answers: [(status: Int, summary: String)]
  /// The type of the good answer.
  var type = "application/json"
  /// The schema of the good answer of that type; nil where it is not JSON, or any.
  var schema: AnswerSchema?
  /// Further types that a good answer can have, each with its schema; nil where it is not JSON, or any.
  var otherTypes: [(type: String, schema: AnswerSchema?)] = []
  /// Whether it is a page for people, which the OpenAPI document leaves out.
  var isPage = false
  var handler: Handler

  /// The names of the parameters of the path.
  var pathParameters: [String] {
    segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  /// The segments of the path.
  var segments: [Substring] { path.split(separator: "/") }
}

/// The routes, found by the path of a request.
///
/// It is not Hummingbird's router, which takes a path that lacks the wanted method for an unknown one: 405 with
/// “Allow” and the answers to `OPTIONS` need the methods of the path.
struct RouteTable: Sendable {
  /// A path with what can be done there.
  final class Place: Sendable {
    /// The path with its parameters in braces.
    let path: String
    let routes: [ServiceRoute]
    /// The methods that are answered, as the field “Allow” names them.
    let allowed: String
    /// Where its answers are counted.
    let meter: PathMeter
    private let parameters: [String]

    fileprivate init(_ routes: [ServiceRoute], path: String, meter: PathMeter) {
      (self.routes, self.path, self.meter) = (routes, path, meter)
      parameters = routes.first?.pathParameters ?? []
      let methods = routes.map(\.method.rawValue)
      allowed = (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"])
        .joined(separator: ", ")
    }

    /// The route of a method; that of `GET` answers `HEAD` as well (RFC 9110, section 9.3.2).
    func route(for method: HTTPRequest.Method) -> ServiceRoute? {
      let wanted = method == .head ? .get : method
      return routes.first { $0.method == wanted }
    }

    /// The parameters of a path, decoded.
    func parameters(_ values: [Substring]) -> [String: String] {
      Dictionary(
        zip(parameters, values).map { name, value in
          let text = String(value)
          let isPlain = !text.utf8.contains(UInt8(ascii: "%"))
          return (name, isPlain ? text : text.removingPercentEncoding ?? text)
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  private struct Node {
    var children: [Substring: Int] = [:]
    /// The node that any segment leads to.
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

  /// The place of a path and what stands there for its parameters; nil where there is none.
  ///
  /// A segment that is named goes before one that is a parameter.
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
