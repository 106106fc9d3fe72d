import Foundation
import Messages
import StoreModel

/// The URL of a database, and its text without secrets.
///
/// The form is that of libpq (PostgreSQL's documentation, 34.1.1), where each part is optional. A URL
/// that libpq would split differently than a person expects, such as one with an unescaped `@` in its
/// password, is refused, because the password could appear in a message.
struct PostgresURL: Sendable, Hashable {
  /// The URL in a form that libpq accepts.
  let text: String
  /// The URL in the form that messages show.
  let masked: String
  /// The URL without its passwords, otherwise complete.
  let withoutPassword: String
  /// The passwords to remove from messages, both as they are in the URL and decoded.
  ///
  /// Those of 1 or 2 characters are left out, because they also occur in other words.
  private let secrets: [String]

  /// Reads a URL.
  ///
  /// - Returns: nil for a text that is not the URL of a database, or that is refused.
  init?(_ text: String) {
    guard let scheme = StoreLocation.postgresSchemes.first(where: { text.hasPrefix($0) }),
      text.utf8.allSatisfy(\.isVisible)
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.contains("#") }),
      parts.last?.contains("?") != true || parts.count < 2
    else { return nil }
    let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let authority = path[0].split(separator: "@", omittingEmptySubsequences: false)
    let credentials = authority.count > 1 ? authority[0] : ""
    let user = credentials.split(separator: ":", omittingEmptySubsequences: false)
    guard authority.count < 3, user.count < 3,
      path.count < 2 || !path[1].contains(where: "/@:".contains)
    else { return nil }
    var shown: [Substring] = []
    var hidden = user.count > 1 ? [String(user[1])] : []
    for parameter in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = parameter.split(separator: "=", omittingEmptySubsequences: false)
      // libpq also decodes the names of parameters.
      guard pair.count == 2, let name = pair[0].removingPercentEncoding else { return nil }
      if name.hasSuffix("password") {
        hidden.append(String(pair[1]))
      } else {
        shown.append(parameter)
      }
    }
    var meant: [String] = []
    for text in hidden {
      guard let decoded = text.removingPercentEncoding else { return nil }
      meant.append(decoded)
    }
    secrets = Set(hidden + meant).filter { $0.count > 2 }.sorted { $0.count > $1.count }
    self.text = text
    masked =
      scheme + (user.first.map { $0.isEmpty ? "" : "\($0)@" } ?? "") + (authority.last ?? "")
      + (path.count > 1 ? "/\(path[1])" : "")
    withoutPassword = shown.isEmpty ? masked : "\(masked)?\(shown.joined(separator: "&"))"
  }

  /// A text on one line, without secrets.
  func harmless(_ text: String) -> String {
    // libpq puts hints on separate lines, after a tab.
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }
    var said = lines.joined(separator: " ")
    for secret in secrets { said = said.replacing(secret, with: "…") }
    while said.last == "." || said.last == " " { said.removeLast() }
    return said
  }
}
