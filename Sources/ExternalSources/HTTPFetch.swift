/// A request for a document of the web.
public struct HTTPRequest: Sendable, Hashable {
  /// The absolute URL.
  public var url: String
  /// The headers by name.
  public var headers: [String: String]
  /// The most bytes of the body that are wanted.
  public var maximumBytes: Int
  /// For how long the answer is waited.
  public var timeout: Duration

  /// Makes a request.
  public init(url: String, headers: [String: String], maximumBytes: Int, timeout: Duration) {
    self.url = url
    self.headers = headers
    self.maximumBytes = maximumBytes
    self.timeout = timeout
  }
}

/// An answer of a web service.
public struct HTTPResponse: Sendable, Hashable {
  /// The status, such as 200.
  public var status: Int
  /// The headers by name in lower case.
  public var headers: [String: String]
  /// The body, which may be cut after one byte more than was wanted.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How a document of the web is fetched.
///
/// It throws what keeps it from fetching, and `CancellationError` when cancelled; a status that is
/// not 200 is an answer.
public typealias HTTPFetch = @Sendable (HTTPRequest) async throws -> HTTPResponse
