import Foundation

/// A browser without scripts: it keeps the cookie, sends the values of fields, and follows
/// redirects.
struct Visitor {
  var client: HTTPClient
  var cookie: String?
  /// Header fields for every request.
  var headers: [String: String] = [:]
  /// The page, and its path.
  private(set) var page = ServiceResponse(status: 0, headers: [:], body: [])
  private(set) var path = "/"

  init(_ client: HTTPClient, at path: String) async throws {
    self.client = client
    try await open(path)
  }

  var text: String { page.text }

  mutating func open(_ path: String) async throws {
    self.path = path
    try await take(client.get(path, headers: all))
  }

  private var all: [String: String] {
    cookie.map { headers.merging(["Cookie": $0]) { $1 } } ?? headers
  }

  private mutating func take(_ answer: ServiceResponse) async throws {
    if let field = answer.headers["set-cookie"] {
      cookie = field.components(separatedBy: ";").first
    }
    page = answer
    if answer.status == 303, let target = answer.headers["location"] { try await open(target) }
  }

  /// Fills in fields, and presses a button.
  ///
  /// - Parameter changes: The values to fill in, by the names of their fields.
  mutating func press(_ action: String, _ changes: [String: String] = [:]) async throws {
    try await send(changes.merging(["action": action]) { $1 })
  }

  /// Sends the fields of the page with some changes; nil omits a field.
  mutating func send(_ changes: [String: String?]) async throws {
    let target = action
    let body = encoded(changes)
    path = target
    try await take(
      client.post(
        target, body,
        headers: all.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }))
  }

  /// The page, starting at `main`.
  private var main: Substring {
    text.firstMatch(of: /<main[^>]*>/).map { text[$0.range.upperBound...] } ?? ""
  }

  /// The address to which the page's form is sent.
  private var action: String {
    guard let form = main.firstMatch(of: /<form((?:\s[^>]*)?)>/) else { return path }
    return Self.attributes(String(form.1))["action"] ?? path
  }

  /// Sends the fields as the script does, and returns the changes.
  func ask(_ changes: [String: String?], to more: String = "") async throws -> ServiceResponse {
    try await client.post(
      (path.components(separatedBy: "?").first ?? path) + more, encoded(changes),
      headers: all.merging([
        "Content-Type": "application/x-www-form-urlencoded", "X-Requested-With": "form.js",
      ]) { $1 })
  }

  private func encoded(_ changes: [String: String?]) -> String {
    var all: [(String, String)] = fields.filter { changes[$0.name] == nil }.map {
      ($0.name, $0.value)
    }
    all += changes.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { (name, $0) }
    }
    // On a busy machine, even in-memory sources respond late, so the script's requests wait for
    // them.
    if changes["waitMs"] == nil { all.append(("waitMs", "20000")) }
    return all.map { "\($0.0.formEncoded)=\($0.1.formEncoded)" }.joined(separator: "&")
  }

  /// The value of a field; nil if the page has no field with the name.
  func value(_ name: String) -> String? { fields.last { $0.name == name }?.value }

  /// The fields in `main` that a browser would send.
  var fields: [(name: String, value: String)] {
    let pattern = /<(input|textarea|select|option|\/select)((?:\s[^>]*)?)>/
    var found: [(name: String, value: String)] = []
    var select: (name: String, first: String?, chosen: String?)?
    for match in main.matches(of: pattern) {
      let attributes = Self.attributes(String(match.2))
      let name = attributes["name"] ?? ""
      let value = attributes["value"] ?? ""
      switch match.1 {
      case "select": select = (name, nil, nil)
      case "option":
        if select?.first == nil { select?.first = value }
        if attributes["selected"] != nil { select?.chosen = value }
      case "/select":
        if let select, let value = select.chosen ?? select.first {
          found.append((select.name, value))
        }
        select = nil
      case "textarea":
        let rest = main[match.range.upperBound...]
        let text = rest.components(separatedBy: "</textarea>").first ?? ""
        found.append((name, Self.unescaped(String(text.dropFirst()))))
      default:
        let isBox = ["checkbox", "radio"].contains(attributes["type"])
        if !isBox || attributes["checked"] != nil { found.append((name, value)) }
      }
    }
    return found.filter { !$0.name.isEmpty }
  }

  private static func attributes(_ text: String) -> [String: String] {
    var found: [String: String] = [:]
    for match in text.matches(of: /\s([\w-]+)(?:="([^"]*)")?/) {
      found[String(match.1)] = unescaped(match.2.map(String.init) ?? "")
    }
    return found
  }

  static func unescaped(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&#13;", with: "\r").replacing("&amp;", with: "&")
  }

  /// The markup of a row; empty if it is missing.
  func row(_ id: String) -> String {
    guard let place = text.range(of: "id=\"row-\(id)\""),
      let start = text[..<place.lowerBound].range(of: "<div", options: .backwards)
    else { return "" }
    let rest = text[start.lowerBound...]
    let end = rest.dropFirst().range(of: "<div class=\"row")?.lowerBound ?? rest.endIndex
    return String(rest[..<end])
  }

  /// The intent in the preview.
  var intent: String {
    let part = text.components(separatedBy: "<pre").dropFirst().first ?? ""
    let content = part.components(separatedBy: "</pre>").first ?? ""
    return Self.unescaped(content.replacing(#/</?code>/#, with: ""))
  }
}

extension String {
  var formEncoded: String {
    utf8.map { byte in
      let isPlain = byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter
      return isPlain
        ? String(Unicode.Scalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
