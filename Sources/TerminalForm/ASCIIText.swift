/// Texts for terminals whose character set is not UTF-8.
package enum ASCIIText {
  /// Whether the locale variables say that only ASCII is sure to be shown.
  ///
  /// So it is for the locales C and POSIX, for none at all, and for one that names another character
  /// set (POSIX: `LC_ALL`, `LC_CTYPE`, `LANG`, in order). A name without a character set, such as
  /// `ja_JP`, is not a sign of either.
  package static func isWanted(_ environment: [String: String]) -> Bool {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    if ["C", "POSIX"].contains(locale) { return true }
    guard let dot = locale.firstIndex(of: ".") else { return false }
    let name = locale[locale.index(after: dot)...].prefix { $0 != "@" }.lowercased()
    return name != "utf-8" && name != "utf8"
  }

  /// The text in ASCII: punctuation by its like, Latin letters without their marks, German umlauts
  /// with an e, digits of any script, and a question mark for each other character.
  package static func text(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { result, character in
      if let ascii = character.asciiValue {
        // A line feed after a carriage return is one character.
        result += character == "\r\n" ? "\r\n" : String(UnicodeScalar(ascii))
      } else {
        result += likeness(of: character)
      }
    }
  }

  private static func likeness(of character: Character) -> String {
    if let known = punctuation[character] { return known }
    guard let scalar = character.unicodeScalars.first else { return "" }
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark: return ""
    case .spaceSeparator: return " "
    default: break
    }
    if scalar.isASCII { return String(scalar) }
    if scalar.properties.numericType == .decimal, let digit = character.wholeNumberValue {
      return String(digit)
    }
    return latinLetter(scalar) ?? "?"
  }

  private static let punctuation: [Character: String] = [
    "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "「": "\"", "」": "\"", "‘": "'",
    "’": "'", "‚": "'", "‹": "<", "›": ">", "…": "...", "–": "-", "—": "-", "‐": "-", "‑": "-",
    "−": "-", "·": "-", "•": "*", "→": "->", "←": "<-", "↑": "^", "↓": "v", "×": "x", "°": "deg ",
    "€": "EUR", "£": "GBP", "¥": "JPY", "✓": "x", "─": "-", "│": "|", "，": ",", "。": ".",
    "،": ",", "؛": ";", "؟": "?", "٫": ".", "٬": ",", "׳": "'", "״": "\"", "：": ":", "？": "?",
    "！": "!", "（": "(", "）": ")", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae",
    "Ö": "Oe", "Ü": "Ue", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O",
    "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "þ": "th", "ð": "d", "ı": "i",
  ]

  /// The letter under the marks, from names such as `LATIN SMALL LETTER E WITH ACUTE`.
  private static func latinLetter(_ scalar: Unicode.Scalar) -> String? {
    guard let name = scalar.properties.name, name.hasPrefix("LATIN "), name.contains(" LETTER ")
    else { return nil }
    let words = name.split(separator: " ")
    guard let place = words.firstIndex(of: "LETTER"), words.indices.contains(place + 1),
      words[place + 1].count == 1
    else { return nil }
    return words[1] == "SMALL" ? words[place + 1].lowercased() : String(words[place + 1])
  }
}
