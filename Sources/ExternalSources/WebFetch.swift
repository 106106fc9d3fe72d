import Foundation
import Messages

/// Fetches documents of the web with libcurl, which is loaded when the first is wanted.
///
/// Nothing is stored: no cookies, no cache. Redirects are followed five times, to the same scheme or
/// from http to https; to another host they take no headers along. At most two requests at a time
/// go to one host.
public enum WebFetch {
  /// What keeps a document from being fetched.
  struct Failure: Error, CustomStringConvertible, Equatable {
    /// The cause, as the end of a sentence.
    var message: Message
    /// What helps where it is not the network; nil for everything that may be.
    var remedy: Message?

    init(_ message: Message, remedy: Message? = nil) {
      (self.message, self.remedy) = (message, remedy)
    }

    /// The cause in English.
    var description: String { message.text() }

    /// What the library says, in words that its version and the system do not change.
    ///
    /// The numbers are those of libcurl's documentation of its errors.
    init(code: Int, words: String, came: Int = 0, announced: Int? = nil) {
      if [18, 55, 56].contains(code), let announced, came < announced {
        message = .webBrokeOff(came: came, announced: announced)
        return
      }
      message =
        switch code {
        case 5, 6: .webNoHost
        case 7: .webNothingAccepts
        case 18, 55, 56: .webConnectionLost
        case 1, 8, 52: .webNotHTTP
        case 28: .webNoAnswerInTime
        case 35, 51, 58, 59, 60, 64, 66, 77, 80, 83, 90, 91:
          .webNotSecure
        default: words.isEmpty ? .webConnectionFailed : .webConnectionFailedBecause(cause: words)
        }
    }
  }

  /// The most redirects that are followed.
  static let maximumRedirects = 5

  /// Fetches a document; stops once one byte more than wanted has come.
  public static let fetch: HTTPFetch = HostGate.shared.limiting(fetchAtOnce)

  /// Fetches a document without waiting for a turn.
  static let fetchAtOnce: HTTPFetch = { try await response($0, libraries: WebExchange.libraries) }

  /// The same with a library of one of some names.
  static func response(
    _ request: HTTPRequest, libraries: [String]
  ) async throws -> HTTPResponse {
    guard var url = URL(string: request.url), WebAddress.isOfTheWeb(url) else {
      throw Failure(.webNotAnAddress)
    }
    var headers = request.headers
    // Whoever asks gives up after the time itself, with words of its own.
    let end = ContinuousClock.now + request.timeout + .seconds(1)
    for redirects in 0... {
      try Task.checkCancellation()
      let exchange = try WebExchange(
        url: url, headers: headers, maximumBytes: request.maximumBytes,
        timeout: end - ContinuousClock.now, libraries: libraries)
      let answer = try await exchange.answer()
      guard let location = location(of: answer) else {
        return HTTPResponse(status: answer.status, headers: answer.headers, body: answer.body)
      }
      let target = try target(location, from: url, number: redirects + 1)
      let origins = [url, target].map { WebAddress.origin(of: $0.absoluteString) }
      if origins[0] != origins[1] { headers = [:] }
      url = target
    }
    throw Failure(.webRedirectsForever)
  }

  /// Where an answer sends on to (RFC 9110, 15.4); nil for one that does not.
  private static func location(of answer: WebExchange.Answer) -> String? {
    guard [301, 302, 303, 307, 308].contains(answer.status) else { return nil }
    return answer.headers["location"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The address of a redirect, which has to be one that is followed.
  static func target(_ location: String, from origin: URL, number: Int) throws(Failure) -> URL {
    if number > maximumRedirects {
      throw Failure(.webRedirectsTooOften(limit: maximumRedirects))
    }
    let target = URL(string: location, relativeTo: origin)?.absoluteURL
    guard let target, WebAddress.isAsSafe(target, as: origin) else {
      let scheme = origin.scheme ?? ""
      guard let other = target?.scheme else {
        throw Failure(.webRedirectsNowhere(from: scheme))
      }
      throw Failure(.webRedirects(from: scheme, to: other))
    }
    return target
  }
}

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
