/// Placeholders in a text that stand for values: `${name}`.
package enum TextPlaceholders {
  /// The placeholder for a value.
  package static func placeholder(_ name: String) -> String { "${\(name)}" }

  /// The names in a text, in order and without repetitions; an unclosed placeholder does not count.
  package static func names(in text: String) -> [String] { parts(of: text).names }

  /// Whether a text has a letter outside its placeholders.
  package static func hasWords(in text: String) -> Bool {
    parts(of: text).rest.contains(where: \.isLetter)
  }

  private static func parts(of text: String) -> (names: [String], rest: String) {
    var names: [String] = []
    var left: [UInt8] = []
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      left += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}"))
      else { continue }
      let name = String(decoding: rest[rest.index(after: rest.startIndex)..<end], as: UTF8.self)
      if !names.contains(name) { names.append(name) }
      rest = rest[rest.index(after: end)...]
    }
    return (names, String(decoding: left + rest, as: UTF8.self))
  }
}
