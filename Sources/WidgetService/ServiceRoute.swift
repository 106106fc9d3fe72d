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
  /// Further types that a good answer can have.
  var otherTypes: [String] = []
  /// Whether it is a page for people, which the OpenAPI document leaves out.
  var isPage = false
  var handler: Handler

  /// The names of the parameters of the path.
  var pathParameters: [String] {
    segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  /// The segments of the path.
  var segments: [Substring] { path.split(separator: "/") }

  /// Whether the segments of a path are those of a route.
  static func matches(_ own: [Substring], _ parts: [Substring]) -> Bool {
    own.count == parts.count && zip(own, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }
}
