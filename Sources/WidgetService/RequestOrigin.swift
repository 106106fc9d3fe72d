import HTTPTypes
import Hummingbird
import Messages
import WidgetPages

/// The web page that a browser sends a request from.
///
/// The API and the pages have the same rule: a page of another site changes nothing, unless the
/// operator allows its origin.
enum RequestOrigin {
  /// The origin of a request, if the operator allows it; nil for any other, and for none.
  static func allowed(of request: Request, _ settings: ServiceSettings) -> String? {
    guard let origin = request.headers[.origin] else { return nil }
    let allowed = settings.allowedOrigins
    return allowed.contains(origin) || allowed.contains("*") ? origin : nil
  }

  /// Whether a page of another site sent a request.
  ///
  /// Checks Fetch Metadata, and the `Origin` of RFC 6454 for browsers without it. Programs send
  /// neither.
  static func isForeign(_ request: Request) -> Bool {
    if let site = request.headers[.secFetchSite] { return !["same-origin", "none"].contains(site) }
    guard let origin = request.headers[.origin] else { return false }
    let host = origin.split(separator: "/").last.map(String.init)
    return host == nil || host != request.head.authority
  }

  /// - Throws: `ServiceProblem` with 403 for a request of another site's page that may not call.
  static func check(_ request: Request, _ settings: ServiceSettings) throws {
    guard isForeign(request), allowed(of: request, settings) == nil else { return }
    throw ServiceProblem(
      .forbidden, "foreign-origin", "The request came from the page of another site.",
      "Open the form on this site, and send it from there.")
  }
}

extension HTTPField.Name {
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .accept
}
