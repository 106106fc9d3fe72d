import ExternalSources
import HTTPTypes
import Hummingbird
import IntentModel
import Messages
import WidgetPages

/// The web page from which a browser sends a request.
///
/// The API and the pages share this rule: a page of another site cannot change anything, unless the
/// operator allows its origin.
enum RequestOrigin {
  /// The origin of a request, if the operator allows it; nil for any other origin, and for a
  /// request without an origin.
  static func allowed(of request: Request, _ settings: ServiceSettings) -> String? {
    guard let origin = request.headers[.origin] else { return nil }
    let allowed = settings.allowedOrigins
    return allowed.contains(origin) || allowed.contains("*") ? origin : nil
  }

  /// Whether a page of another site sent a request.
  ///
  /// Checks Fetch Metadata, or the `Origin` field of RFC 6454 for browsers that do not send Fetch
  /// Metadata. Programs send neither.
  static func isForeign(_ request: Request, _ settings: ServiceSettings) -> Bool {
    if let site = request.headers[.secFetchSite] { return !["same-origin", "none"].contains(site) }
    guard let origin = request.headers[.origin]?.lowercased() else { return false }
    guard let authority = request.head.authority?.lowercased() else { return true }
    return !settings.schemes(ofHost: authority).contains { origin == "\($0)://\(authority)" }
  }

  /// - Throws: `ServiceProblem` for a request from a page of another site whose origin is not
  ///   allowed.
  static func check(_ request: Request, _ settings: ServiceSettings) throws {
    guard isForeign(request, settings), allowed(of: request, settings) == nil else { return }
    throw ServiceProblem(
      .foreignOrigin, nil,
      "Open the form on this site, and send it from there.")
  }
}

/// The host to which a request is sent, and its port (RFC 9110, section 7.2; RFC 3986, section
/// 3.2).
struct RequestHost: Hashable {
  /// The name or the address in lower case; an IPv6 address keeps its brackets.
  let name: String
  let port: Int?

  /// Reads the “Host” field; nil for a text that is not a host with an optional port, such as a
  /// text with a user name.
  init?(_ text: String) {
    let isAddress = text.hasPrefix("[")
    let end =
      isAddress
      ? text.firstIndex(of: "]").map(text.index(after:))
      : text.firstIndex(of: ":") ?? text.endIndex
    guard let end else { return nil }
    let name = text[..<end].lowercased()
    let rest = text[end...]
    guard !name.isEmpty,
      name.utf8.allSatisfy({ byte in
        isAddress ? "0123456789abcdef:.[]".utf8.contains(byte) : byte.isUnreserved
      }),
      rest.isEmpty || rest.hasPrefix(":"), rest.utf8.dropFirst().allSatisfy(\.isDigit)
    else { return nil }
    let port = UInt16(rest.dropFirst())
    guard rest.count < 2 || port != nil else { return nil }
    (self.name, self.port) = (name, port.map(Int.init))
  }
}

extension ServiceSettings {
  /// Whether the host in a request is this machine, or one of the settings ``host`` and
  /// ``publicOrigin``.
  func isOwn(_ sent: RequestHost) -> Bool {
    sent.name == host.lowercased() || WebAddress.isLoopback(sent.name)
      || sent.name == publicOrigin.flatMap(WebAddress.host(of:))
  }

  /// The schemes with which browsers can reach a host of the service; the service itself uses HTTP.
  ///
  /// A host on another machine can be a proxy that uses TLS, so both schemes are possible. A host
  /// on this machine is such a proxy only if ``publicOrigin`` says so.
  func schemes(ofHost authority: String) -> [String] {
    if let publicOrigin = publicOrigin?.lowercased(), publicOrigin.hasSuffix("://" + authority) {
      return [String(publicOrigin.prefix { $0 != ":" })]
    }
    let isHere = RequestHost(authority).map { WebAddress.isLoopback($0.name) } ?? false
    return isHere ? ["http"] : ["http", "https"]
  }
}

extension HTTPField.Name {
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .accept
}
