import Messages

/// Explains the HTTP statuses of web services (RFC 9110 §15, RFC 6585).
enum HTTPStatus {
  /// The statuses that redirect to an address (RFC 9110, 15.4).
  static let redirects = [301, 302, 303, 307, 308]

  /// The statuses for addresses that do not exist, or no longer exist.
  static let missing = [404, 410]

  /// What a status means, in a few words; nil for a status that tells nothing beyond its class.
  static func meaning(of status: Int) -> Message? {
    switch status {
    case 204: "no content"
    case _ where redirects.contains(status): "a redirect without an address"
    case 400: "bad request"
    case 401: "unauthorized: credentials are missing or wrong"
    case 402: "payment required"
    case 403: "forbidden"
    case 404: "not found"
    case 405: "method not allowed"
    case 406: "not acceptable"
    case 407: "the proxy requires credentials"
    case 408: "request timeout"
    case 410: "gone"
    case 414: "the URL is too long"
    case 422: "unprocessable content"
    case 429: "too many requests"
    case 431: "the headers of the request are too large"
    case 451: "unavailable for legal reasons"
    case 500: "internal server error"
    case 502: "bad gateway"
    case 503: "service unavailable"
    case 504: "gateway timeout"
    default: nil
    }
  }

  /// The seconds in a `Retry-After` header; nil for a date, for a time that is too long and for any
  /// other text.
  static func seconds(_ retryAfter: String?) -> Int? {
    retryAfter.flatMap { Int($0) }.flatMap { $0 > 0 && $0 <= 86_400 ? $0 : nil }
  }

  /// The remedy for a status, as one sentence.
  ///
  /// - Parameter retryAfter: The `Retry-After` header (RFC 9110 §10.2.3).
  static func remedy(for status: Int, retryAfter: String?) -> Message {
    let seconds = seconds(retryAfter)
    switch status {
    case 401, 407: return "Correct “headers” or “environmentHeaders” in widget.json."
    case 403: return "Ask for access, or correct the headers in widget.json."
    case _ where missing.contains(status), 405, 414: return "Correct the URL in widget.json."
    case 429:
      return seconds.map { .tryAgainIn(seconds: $0) }
        ?? "Try again later, or let “cache” in widget.json keep responses."
    case 408, 500...:
      return seconds.map { .tryAgainIn(seconds: $0) } ?? "Try again later."
    default: return "Correct the URL or the headers in widget.json."
    }
  }
}
