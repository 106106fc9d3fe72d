import CLoadedLibraries
import Foundation
package import Messages

/// Fetches documents from the web with libcurl, which is loaded on the first request.
///
/// Nothing is stored: there are no cookies and no cache. A few redirects are followed, if they keep
/// the scheme or go from http to https. After a redirect to another origin, the only custom headers
/// that are sent are `Content-Type` and `Depth`, and only with a body. The number of simultaneous
/// requests is limited, both to one host and to all hosts.
public enum WebFetch {
  /// The reason why a document cannot be fetched.
  struct Failure: Error, CustomStringConvertible, Equatable {
    /// The cause, for use at the end of a sentence.
    var message: Message
    /// The remedy if the cause is not the network; nil if it could be the network.
    var remedy: Message?

    init(_ message: Message, remedy: Message? = nil) {
      (self.message, self.remedy) = (message, remedy)
    }

    /// The cause in English.
    var description: String { message.text() }

    /// Makes a failure from a libcurl error, in words that do not depend on its version or the
    /// system.
    init(code: Int, words: String, came: Int = 0, announced: Int? = nil) {
      let cause = cweb_cause_of(Int32(clamping: code))
      if cause == cweb_lost, let announced, came < announced {
        message = "the response broke off after \(came) of \(announced) bytes"
        return
      }
      message =
        switch cause {
        case cweb_no_host: "there is no such host"
        case cweb_not_accepted: .nothingAccepts
        case cweb_lost: .connectionLost
        case cweb_not_http: "the response is empty or not HTTP"
        case cweb_late: .noResponseInTime
        case cweb_not_secure: .connectionNotSecure
        default:
          words.isEmpty
            ? "the connection failed" : "the connection failed: \(name: words, limit: 1_000)"
        }
    }
  }

  /// The maximum number of redirects that are followed.
  static let maximumRedirects = 5

  /// Fetches a document, up to the requested maximum size; see ``WebResponse/body``.
  public static let fetch: HTTPFetch = WorkGate.hosts.limiting(fetchAtOnce)

  /// Why nothing can be fetched, and the remedy; nil if the library is available.
  ///
  /// - Parameter libraries: The names of the library to try, in order; nil for the standard names.
  package static func problem(
    with libraries: [String]? = nil
  ) -> (cause: Message, remedy: Message)? {
    let names = (libraries ?? WebExchange.libraries).map { strdup($0) }
    defer { names.forEach { free($0) } }
    guard let problem = cweb_load(names.map { UnsafePointer($0) } + [nil]) else { return nil }
    return (
      .verbatim(String(cString: problem)),
      "Install libcurl \(CWEB_OLDEST_LIBCURL) or newer, then try again."
    )
  }

  /// Fetches a document immediately, regardless of the limits on simultaneous requests.
  static let fetchAtOnce: HTTPFetch = { try await response($0, libraries: WebExchange.libraries) }

  /// Fetches a document with the first library of `libraries` that can be loaded.
  static func response(
    _ request: WebRequest, libraries: [String]
  ) async throws -> WebResponse {
    guard var url = URL(string: request.url), WebAddress.isOfTheWeb(url) else {
      throw Failure(.webNotAnAddress)
    }
    var headers = request.headers
    // The caller enforces the timeout and has its own message for it, so wait a second longer here.
    let end = ContinuousClock.now + request.timeout + .seconds(1)
    var redirects = 0
    while true {
      try Task.checkCancellation()
      let exchange = try WebExchange(
        url: url, headers: headers, maximumBytes: request.maximumBytes,
        timeout: end - ContinuousClock.now, body: request.body, method: request.method,
        libraries: libraries)
      let response = try await exchange.response()
      guard let location = location(of: response) else {
        return WebResponse(status: response.status, headers: response.headers, body: response.body)
      }
      redirects += 1
      let target = try target(location, from: url, number: redirects)
      let origins = [url, target].map { WebAddress.origin(of: $0.absoluteString) }
      if origins[0] != origins[1] {
        // Headers that describe the body are kept, because the body means something else without
        // them.
        headers =
          request.body == nil ? [:] : headers.filter { Self.ofBody.contains($0.key.lowercased()) }
      }
      url = target
    }
  }

  /// The headers, in lowercase, that describe a body and contain no secrets.
  private static let ofBody: Set = ["content-type", "depth"]

  /// The location of a redirect; nil for any other response.
  private static func location(of response: WebExchange.Response) -> String? {
    guard HTTPStatus.redirects.contains(response.status) else { return nil }
    return response.headers["location"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The address to which a redirect leads, checked against the rules for following redirects.
  static func target(_ location: String, from origin: URL, number: Int) throws(Failure) -> URL {
    if number > maximumRedirects {
      throw Failure("it redirects more than \(maximumRedirects) times")
    }
    let target = URL(string: location, relativeTo: origin)?.absoluteURL
    guard let target, WebAddress.isAsSafe(target, as: origin) else {
      let scheme = origin.scheme ?? ""
      guard let other = target?.scheme else {
        throw Failure("it redirects from \(name: scheme) without an address")
      }
      throw Failure("it redirects from \(name: scheme) to \(name: other)")
    }
    return target
  }
}

/// A request for a document from the web.
public struct WebRequest: Sendable, Hashable {
  /// The absolute URL.
  public var url: String
  /// The headers by name.
  public var headers: [String: String]
  /// The maximum size of the body in bytes.
  public var maximumBytes: Int
  /// How long to wait for the response.
  public var timeout: Duration
  /// The method, such as `REPORT`; with nil, it is GET, or POST if there is a body.
  public var method: String?
  /// The body; nil if there is none.
  public var body: [UInt8]?

  /// Makes a request.
  public init(
    url: String, headers: [String: String], maximumBytes: Int, timeout: Duration,
    method: String? = nil, body: [UInt8]? = nil
  ) {
    self.url = url
    self.headers = headers
    self.maximumBytes = maximumBytes
    self.timeout = timeout
    self.method = method
    self.body = body
  }
}

/// A response from a web service.
public struct WebResponse: Sendable, Hashable {
  /// The status, such as 200.
  public var status: Int
  /// The headers by lowercase name.
  public var headers: [String: String]
  /// The body, which may be cut off one byte after the requested maximum.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension WebResponse {
  /// How long the server asks clients to wait before the next request; nil if it does not ask.
  public var retryAfter: Duration? {
    HTTPStatus.seconds(headers["retry-after"]).map { .seconds($0) }
  }
}

/// A function that fetches a document from the web.
///
/// It throws an error if there is no response, and `CancellationError` when cancelled. A status
/// other than 200 is not an error.
public typealias HTTPFetch = @Sendable (WebRequest) async throws -> WebResponse
