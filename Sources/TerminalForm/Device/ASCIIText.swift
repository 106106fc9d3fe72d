/// Texts for terminals whose character set is not UTF-8.
package enum ASCIIText {
  /// Whether texts must be ASCII because the locale rules out UTF-8.
  package static func isWanted(_ environment: [String: String]) -> Bool {
    LocaleCharacters(environment: environment) == .other
  }

  /// The text in ASCII.
  ///
  /// Punctuation becomes its nearest equivalent, Latin letters lose their marks, German umlauts
  /// gain an e, digits of any script become ASCII digits, and every other character becomes a
  /// question mark.
  package static func text(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { result, character in
      if let ascii = character.asciiValue {
        // Swift treats a carriage return followed by a line feed as one character.
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

  /// The letter without its marks, taken from its Unicode name such as
  /// `LATIN SMALL LETTER E WITH ACUTE`.
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
