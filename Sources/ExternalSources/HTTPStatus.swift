/// What the statuses of web services mean (RFC 9110 §15, RFC 6585).
enum HTTPStatus {
  /// The meaning in a few words; nil for a status that says no more than its class.
  static func meaning(of status: Int) -> String? {
    switch status {
    case 204: "no content"
    case 301, 302, 303, 307, 308: "a redirect that leads nowhere"
    case 400: "bad request"
    case 401: "unauthorized: credentials are missing or wrong"
    case 402: "payment required"
    case 403: "forbidden"
    case 404: "not found"
    case 405: "method not allowed"
    case 406: "not acceptable"
    case 407: "the proxy wants credentials"
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

  /// What to do about a status, as one sentence.
  ///
  /// - Parameter retryAfter: The header that says when to ask again (RFC 9110 §10.2.3).
  static func remedy(for status: Int, retryAfter: String?) -> String {
    let seconds = retryAfter.flatMap { Int($0) }.flatMap { $0 > 0 && $0 <= 86_400 ? $0 : nil }
    switch status {
    case 401, 407: return "Correct headers or environmentHeaders in widget.json."
    case 403: return "Ask for access, or correct the headers in widget.json."
    case 404, 410, 405, 414: return "Correct the URL in widget.json."
    case 429:
      return seconds.map { "Try again in \($0) \($0 == 1 ? "second" : "seconds")." }
        ?? "Try again later, or let cache in widget.json keep answers."
    case 408, 500...:
      return seconds.map { "Try again in \($0) \($0 == 1 ? "second" : "seconds")." }
        ?? "Try again later."
    default: return "Correct the URL or the headers in widget.json."
    }
  }
}
