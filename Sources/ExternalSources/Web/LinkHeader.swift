package import Foundation
import WidgetFormats

/// The `Link` header, which lists pages that are related to a response (RFC 8288 §3).
struct LinkHeader: Sendable {
  private var targets: [(url: String, relations: [String])] = []

  /// Parses a header; unknown parts are ignored.
  init(_ text: String) {
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let url = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      var relations: [String] = []
      let parameters = Self.parameters(&rest)
      for (name, value) in parameters where name == "rel" && relations.isEmpty {
        relations = value.lowercased().split(separator: " ").map(String.init)
      }
      targets.append((url, relations))
    }
  }

  /// The first target with a relation; nil if there is none.
  func target(relation: String) -> String? {
    targets.first { $0.relations.contains(relation) }?.url
  }

  /// The parameters before the comma that precedes the next target.
  private static func parameters(_ rest: inout Substring) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    var part = ""
    var isQuoted = false
    func finish() {
      let halves = part.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if halves.count == 2 {
        parameters.append((halves[0].lowercased(), halves[1].trimmingCharacters(in: ["\""])))
      }
      part = ""
    }
    while let character = rest.first {
      if character == "," && !isQuoted { break }
      rest.removeFirst()
      if character == "\\", isQuoted, let escaped = rest.popFirst() {
        part.append(escaped)
        continue
      }
      if character == "\"" { isQuoted.toggle() }
      if character == ";" && !isQuoted { finish() } else { part.append(character) }
    }
    finish()
    return parameters
  }
}

/// The parts of a web address that determine where a request goes.
package enum WebAddress {
  /// The beginning of an address to which connections are encrypted.
  package static let https = HTTPSource.https

  /// The hosts that messages give for this machine; ``isLoopback(_:)`` accepts other hosts, too.
  package static let loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

  /// The absolute form of an address that may be relative; nil for an invalid address.
  static func resolve(_ target: String, at base: String) -> String? {
    guard let url = URL(string: target, relativeTo: URL(string: base))?.absoluteURL,
      url.host() != nil
    else { return nil }
    return url.absoluteString
  }

  /// The host in lowercase; nil for an address that has none.
  package static func host(of address: String) -> String? {
    URL(string: address)?.host()?.lowercased()
  }

  /// Whether a host is this machine: `localhost`, or a loopback address (RFC 1122, section 3.2.1.3,
  /// and RFC 4291, section 2.5.3), with or without the brackets of IPv6.
  package static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    if loopbackHosts.contains(name) || loopbackHosts.contains("[\(name)]") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { UInt8($0).map { String($0) } == String($0) }
  }

  /// Whether connections to an address are encrypted.
  package static func isSecure(_ address: String) -> Bool {
    address.lowercased().hasPrefix(https)
  }

  /// Whether an address has a host and the scheme http or https.
  package static func isOfTheWeb(_ url: URL) -> Bool {
    isOfTheWeb(scheme: url.scheme?.lowercased()) && url.host()?.isEmpty == false
  }

  private static func isOfTheWeb(scheme: String?) -> Bool { scheme == "http" || scheme == "https" }

  /// The scheme, host and port in lowercase; nil for an address without a scheme or a host.
  package static func origin(of address: String) -> String? {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
      let host = url.host()?.lowercased()
    else { return nil }
    return "\(scheme)://\(host):\(url.port ?? (scheme == "https" ? 443 : 80))"
  }

  /// Whether a redirect keeps the scheme, or goes from http to https.
  static func isAsSafe(_ target: URL?, as origin: URL?) -> Bool {
    guard let to = target?.scheme?.lowercased(), let from = origin?.scheme?.lowercased() else {
      return false
    }
    return to == from && isOfTheWeb(scheme: to) || from == "http" && to == "https"
  }
}
