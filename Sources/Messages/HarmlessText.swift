/// Text from outside, in which every character that could affect a terminal is replaced by a
/// visible form.
///
/// C0 controls and DEL become control pictures (`␛`). C1 controls, line and paragraph separators,
/// and characters that control bidirectional text, shaping or annotations become the
/// notation of Swift. After ``CombiningMarks/maximumInARow`` combining marks in a row, further ones
/// become a single ellipsis. The result contains none of these characters; all other text is
/// unchanged.
package func visible(_ text: String) -> String {
  guard !VisibleText.isPlainASCII(text) else { return text }
  var marks = CombiningMarks()
  let isHarmless = text.unicodeScalars.allSatisfy { scalar in
    marks.takes(scalar) && !VisibleText.mustBeWrittenOut(scalar)
  }
  guard !isHarmless else { return text }
  marks = CombiningMarks()
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if marks.takes(scalar) {
      VisibleText.append(scalar, to: &result)
    } else if marks.isFirstLeftOut {
      result.append(CombiningMarks.ellipsis)
    }
  }
  return String(result)
}

/// A line of output, in which the characters that ``visible(_:)`` replaces are written out.
///
/// These include line feeds, because the text after a line feed could look like a separate line of
/// output. If a CI system could read the line as a command (`::error …`, `##[…]`), its first
/// character is also written out.
package func visibleLine(_ text: String) -> String {
  let line = visible(text)
  // Compares scalars, because `:` or `#` with a combining mark would be a different character.
  let rest = line.unicodeScalars.drop { $0.properties.isWhitespace }
  guard let sign = rest.first, sign == ":" || sign == "#", rest.dropFirst().first == sign else {
    return line
  }
  let lead = line.unicodeScalars[..<rest.startIndex]
  return String(Substring(lead)) + VisibleText.notation(of: sign) + Substring(rest.dropFirst())
}

/// Counts consecutive combining marks, because a long run of them would cover other lines.
package struct CombiningMarks {
  /// The maximum number of consecutive marks that are shown; written languages need fewer.
  package static let maximumInARow = 8

  /// The replacement for the marks that are left out.
  package static let ellipsis: Unicode.Scalar = "…"

  private var count = 0

  /// Makes the state before the first scalar of a text.
  package init() {}

  /// Whether the rejected mark is the first rejected one in its run.
  package var isFirstLeftOut: Bool { count == Self.maximumInARow + 1 }

  /// Moves on to the next scalar; returns false if it is a mark beyond the maximum.
  package mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    count = Self.isMark(scalar) ? count + 1 : 0
    return count <= Self.maximumInARow
  }

  /// Whether a scalar combines with the one before it.
  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // The most frequent scalars, such as Latin letters, are never marks.
    guard scalar.value >= 0x300, !scalar.isIdeographOrSyllable else { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }
}

/// The rules of ``visible(_:)``.
package enum VisibleText {
  /// Whether a scalar could affect a terminal or reorder the text around it.
  package static func mustBeWrittenOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: true
    default: scalar.isControl
    }
  }

  /// Whether every byte is printable ASCII, so nothing has to be replaced.
  package static func isPlainASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Appends the harmless form of a scalar.
  package static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: result.append("\u{2421}")
    case _ where mustBeWrittenOut(scalar):
      result.append(contentsOf: notation(of: scalar).unicodeScalars)
    default: result.append(scalar)
    }
  }

  /// Appends the form of a scalar for a message, which also shows invisible characters as notation.
  fileprivate static func appendSeen(
    _ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView
  ) {
    if isFormat(scalar) {
      result.append(contentsOf: notation(of: scalar).unicodeScalars)
    } else {
      append(scalar, to: &result)
    }
  }

  /// Whether a reader would not see a scalar, or could mistake it for another one.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    mustBeWrittenOut(scalar) || isFormat(scalar)
  }

  private static func isFormat(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .privateUse, .unassigned, .surrogate: true
    default: false
    }
  }

  /// The notation for a scalar, as in a literal of Swift.
  fileprivate static func notation(of scalar: Unicode.Scalar) -> String {
    "\\u{\(scalar.value.hexadecimal(uppercase: true))}"
  }
}

extension StringProtocol {
  /// The text for a message: on one line, and without control characters and invisible characters.
  ///
  /// All invisible characters are shown as notation, not only those that ``visible(_:)`` replaces,
  /// because two names that look alike can differ only in them. A text longer than the limit ends
  /// with an ellipsis.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars that are shown of the text.
  package func harmless(limit: Int = 200) -> String {
    var shown = String.UnicodeScalarView()
    var marks = CombiningMarks()
    for (count, scalar) in unicodeScalars.enumerated() {
      if count == limit { return String(shown) + "…" }
      guard marks.takes(scalar) else {
        if marks.isFirstLeftOut { shown.append(CombiningMarks.ellipsis) }
        continue
      }
      VisibleText.appendSeen(scalar, to: &shown)
    }
    return String(shown)
  }

  /// A name from outside for a message, up to ``Message/nameLimit``.
  package var harmlessName: String { harmless(limit: Message.nameLimit) }

  /// The path of a file or folder for a message: shown whole, up to the length of the longest Linux
  /// path.
  package var harmlessPath: String { harmless(limit: 4_096) }

  /// What another program reports about a failure, for a message.
  package var harmlessCause: String { harmless(limit: 500) }
}

/// The notation for a code point, such as `U+001B`.
package func codePoint(_ scalar: UInt32) -> String {
  "U+" + scalar.hexadecimal(digits: 4, uppercase: true)
}

extension BinaryInteger {
  /// The number in hexadecimal digits, padded with leading zeros to `digits` digits.
  package func hexadecimal(digits: Int = 1, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}

extension [UInt8] {
  /// Reads two hexadecimal digits for each byte; nil for anything else.
  ///
  /// `UInt8(_:radix:)` would also accept a plus or minus sign.
  package init?(hexadecimal digits: some Collection<UInt8>) {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    self.init()
    reserveCapacity(values.count / 2)
    for place in stride(from: 0, to: values.count, by: 2) {
      append(UInt8(values[place] << 4 | values[place + 1]))
    }
  }
}

extension String {
  /// The text with a visible sign instead of each NUL, because a database could cut the text off
  /// there.
  package var withVisibleNUL: String { replacing("\0", with: "\u{2400}") }
}
