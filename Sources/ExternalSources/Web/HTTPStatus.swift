import Messages

/// Explains the HTTP statuses of web services (RFC 9110 §15, RFC 6585).
enum HTTPStatus {
  /// The meaning in a few words; nil for a status that means no more than its class.
  static func meaning(of status: Int) -> Message? {
    switch status {
    case 204: .webNoContent
    case 301, 302, 303, 307, 308: .webRedirectNowhere
    case 400: .webBadRequest
    case 401: .webUnauthorized
    case 402: .webPaymentRequired
    case 403: .webForbidden
    case 404: .webNotFound
    case 405: .webMethodNotAllowed
    case 406: .webNotAcceptable
    case 407: .webProxyCredentials
    case 408: .webRequestTimeout
    case 410: .webGone
    case 414: .webURLTooLong
    case 422: .webUnprocessable
    case 429: .webTooManyRequests
    case 431: .webHeadersTooLarge
    case 451: .webLegalReasons
    case 500: .webInternalError
    case 502: .webBadGateway
    case 503: .webServiceUnavailable
    case 504: .webGatewayTimeout
    default: nil
    }
  }

  /// The seconds of a `Retry-After` header, at most a day; nil for a date and for any other text.
  static func seconds(_ retryAfter: String?) -> Int? {
    retryAfter.flatMap { Int($0) }.flatMap { $0 > 0 && $0 <= 86_400 ? $0 : nil }
  }

  /// The remedy for a status, as one sentence.
  ///
  /// - Parameter retryAfter: The `Retry-After` header (RFC 9110 §10.2.3).
  static func remedy(for status: Int, retryAfter: String?) -> Message {
    let seconds = seconds(retryAfter)
    switch status {
    case 401, 407: return .correctHeaders
    case 403: return .askForAccess
    case 404, 410, 405, 414: return .correctURL
    case 429:
      return seconds.map { .tryAgainIn(seconds: $0) } ?? .tryLaterOrCache
    case 408, 500...:
      return seconds.map { .tryAgainIn(seconds: $0) } ?? .tryLater
    default: return .correctURLOrHeaders
    }
  }
}
