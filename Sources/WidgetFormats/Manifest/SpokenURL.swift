/// A URL for messages, without its user information, the values of its query, and the keys in its
/// path.
///
/// A word in the path is a key if it is long and looks random, as in the private addresses of
/// calendars. The names in the query are kept, and so are values that are template names in braces.
/// Every message about a URL uses this type, so no secret is shown.
public struct SpokenURL: Sendable, Hashable, CustomStringConvertible {
  /// The replacement of a secret.
  package static let mask = "***"

  /// The URL without its secrets.
  public let description: String

  /// Removes the secrets from a URL, a template of a URL, or a text that is not a valid URL.
  public init(_ url: String) {
    var rest = url[...]
    var fragment = ""
    if let hash = rest.firstIndex(of: "#") {
      fragment = rest.index(after: hash) == rest.endIndex ? "#" : "#" + Self.mask
      rest = rest[..<hash]
    }
    var query = ""
    if let mark = rest.firstIndex(of: "?") {
      query = "?" + Self.masked(query: rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    description = Self.withoutKeys(Self.withoutUser(rest)) + query + fragment
  }

  /// The minimum number of characters of a secret; a shorter value could occur anywhere in a text.
  package static let shortestSecret = 4

  /// The minimum number of characters of a key in a path.
  static let shortestKey = 16

  /// The minimum number of digits with which a long part of a path is a key even without letters of
  /// both cases.
  static let digitsOfKey = 4

  /// The secrets in a URL that have at least ``shortestSecret`` characters: its user information,
  /// the values of its query, and the keys in its path, as written.
  public static func secrets(in url: String) -> [String] {
    var secrets: [String] = []
    let bare = url.prefix { $0 != "#" }
    if let mark = bare.firstIndex(of: "?") {
      for pair in bare[bare.index(after: mark)...].split(separator: "&") {
        guard let equals = pair.firstIndex(of: "=") else { continue }
        secrets.append(String(pair[pair.index(after: equals)...]))
      }
    }
    if let range = authority(of: bare), let at = bare[range].lastIndex(of: "@") {
      secrets += bare[range.lowerBound..<at].split(separator: ":").map(String.init)
    }
    secrets += path(of: bare.prefix { $0 != "?" }).split(separator: "/").flatMap(keys)
    return secrets.filter { $0.count >= shortestSecret && !$0.contains("{") }
  }

  private static func authority(of url: Substring) -> Range<Substring.Index>? {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else {
      guard url.hasPrefix("//") else { return nil }
      return end(of: url, from: url.index(url.startIndex, offsetBy: 2))
    }
    return end(of: url, from: url.index(colon, offsetBy: 3))
  }

  private static func end(
    of url: Substring, from start: Substring.Index
  ) -> Range<Substring.Index> {
    start..<(url[start...].firstIndex { "/?#\\".contains($0) } ?? url.endIndex)
  }

  private static func withoutUser(_ url: Substring) -> String {
    guard let range = authority(of: url), let at = url[range].lastIndex(of: "@") else {
      return String(url)
    }
    return url[..<range.lowerBound] + mask + url[at...]
  }

  /// The path; empty if there is no slash after the authority.
  private static func path(of url: Substring) -> Substring {
    url[(authority(of: url)?.upperBound ?? url.startIndex)...]
  }

  private static func withoutKeys(_ url: String) -> String {
    let path = path(of: url[...])
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      keys(in: part).reduce(String(part)) { $0.replacing($1, with: mask) }
    }
    return url[..<path.startIndex] + parts.joined(separator: "/")
  }

  /// The keys in a part of a path.
  private static func keys(in part: Substring) -> [String] {
    guard !part.contains("{") else { return [] }
    let words: [Substring] = part.split { character in
      !character.isASCII || !(character.isLetter || character.isNumber || "-_".contains(character))
    }
    return words.filter { word in
      guard word.count >= shortestKey else { return false }
      // Random text mixes upper and lower case; a word in a path usually has only one of the two.
      return word.count { $0.isNumber } >= digitsOfKey
        || word.contains(where: \.isUppercase) && word.contains(where: \.isLowercase)
    }.map(String.init)
  }

  private static func masked(query: Substring) -> String {
    query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
      let value = pair[pair.index(after: equals)...]
      return value.isEmpty || isName(value)
        ? String(pair) : pair[...equals] + mask
    }.joined(separator: "&")
  }

  /// Whether a value is a single template name in braces.
  private static func isName(_ value: Substring) -> Bool {
    value.hasPrefix("{") && value.firstIndex(of: "}") == value.index(before: value.endIndex)
  }
}
