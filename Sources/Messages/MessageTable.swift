/// The translations into one language, keyed by the English texts.
///
/// A table is a strings file. Each translation is a line `"English" = "text";`, with `\"`, `\\` and
/// `\n` as escapes in both texts; all other lines are comments. `{0}` in a text is replaced by the
/// first value of the message. In `{0, plural, one {# row} other {# rows}}`, a number selects the
/// form, as in ICU messages; the forms are those of ``PluralForm``. An apostrophe before a brace
/// makes the text literal up to the next apostrophe.
package struct MessageTable: Sendable {
  /// The texts by their keys, both with their escapes as in the file.
  let texts: [Substring: Substring]

  /// Reads a table.
  init(_ file: String) {
    var texts: [Substring: Substring] = [:]
    texts.reserveCapacity(1_024)
    let quote = UInt8(ascii: "\"")
    for line in file.utf8.split(separator: UInt8(ascii: "\n")) {
      guard line.first == quote, let keyEnd = Self.end(ofKey: line.dropFirst()),
        let start = line[line.index(after: keyEnd)...].firstIndex(of: quote),
        let end = line.lastIndex(of: quote), start < end
      else { continue }
      let key = Substring(line[line.index(after: line.startIndex)..<keyEnd])
      texts[key] = Substring(line[line.index(after: start)..<end])
    }
    self.texts = texts
  }

  /// The index of the first quotation mark that is not escaped.
  private static func end(ofKey line: Substring.UTF8View.SubSequence) -> String.Index? {
    var isEscaped = false
    return line.firstIndex { byte in
      if !isEscaped && byte == UInt8(ascii: "\"") { return true }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      return false
    }
  }

  /// The text for a key, without escapes but with its placeholders; nil for an unknown key.
  func text(_ key: String) -> String? {
    guard let text = texts[Self.escaped(key)[...]] else { return nil }
    return Self.plain(text)
  }

  /// A text as the file contains it, with escapes.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x5C, 0x0A].contains($0) }) else { return text }
    return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
  }

  /// A text from the file, without escapes.
  private static func plain(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var plain = ""
    var rest = text
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        plain.append(character)
        continue
      }
      plain.append(escaped == "n" ? "\n" : escaped)
    }
    return plain
  }
}
