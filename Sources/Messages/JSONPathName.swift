/// The name of a member in JSONPath (RFC 9535).
package enum JSONPathName {
  /// A step to a member: `.days`, or `['first name']` if the name cannot follow a dot.
  ///
  /// Control characters and invisible characters are written as escapes, so that names that differ
  /// only in these characters can be told apart.
  package static func text(_ key: String) -> String {
    guard let first = key.utf8.first, !first.isDigit, key.unicodeScalars.allSatisfy(isPlain) else {
      return "['" + key.unicodeScalars.map(escaped).joined() + "']"
    }
    return "." + key
  }

  /// Whether a character can follow a dot.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = UInt8(exactly: scalar.value), byte < 0x80 else {
      return !VisibleText.isInvisible(scalar)
    }
    return byte.isLetterOrDigit || byte == UInt8(ascii: "_")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "'", "\\": "\\\(scalar)"
    case "\u{8}": "\\b"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\u{C}": "\\f"
    case "\r": "\\r"
    case _ where VisibleText.isInvisible(scalar):
      String(scalar).utf16.map { "\\u" + $0.hexadecimal(digits: 4) }.joined()
    default: String(scalar)
    }
  }
}
