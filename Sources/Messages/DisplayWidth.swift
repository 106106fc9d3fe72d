/// The number of terminal cells for a character: 0, 1 or 2, or more for a character that is written
/// out as notation (see ``visible(_:)``).
///
/// Each scalar counts as in `wcwidth`, and the sum is at most 2. An emoji with variation selector
/// 16 takes 2 cells. Therefore a letter with combining marks takes 1 cell; a flag, a keycap with
/// the selector and a family joined by ZWJ each take 2. Variation selector 15 does not make a
/// character narrower, because most terminals keep the wide cell.
package func displayWidth(_ character: Character) -> Int {
  if let ascii = character.asciiValue, character != "\r\n" { return ascii < 0x80 ? 1 : 0 }
  if character.unicodeScalars.contains(where: VisibleText.mustBeWrittenOut) {
    return displayWidth(String(character))
  }
  return clusterWidth(character)
}

/// The number of terminal cells for a text on a `Screen`.
///
/// Control characters and bidirectional overrides count in their written-out form, so this is the
/// width that is drawn.
package func displayWidth(_ text: String) -> Int {
  if VisibleText.isPlainASCII(text) { return text.utf8.count }
  return visible(text).reduce(0) { $0 + clusterWidth($1) }
}

extension String {
  /// The text, padded with blanks to a number of cells; a longer text is unchanged.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth(self)))
  }

  /// The longest prefix of a harmless text that fits into the given number of cells.
  package func prefix(cells: Int) -> String {
    var used = 0
    let end = indices.first { index in
      used += clusterWidth(self[index])
      return used > cells
    }
    return String(self[..<(end ?? endIndex)])
  }
}

/// The number of cells for a harmless grapheme cluster.
package func clusterWidth(_ character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  if scalars.count == 1 { return scalarWidth(first) }
  var sum = 0
  var previous = first
  for scalar in scalars {
    if scalar.value == 0xFE0F && previous.properties.isEmoji { return 2 }
    sum += scalarWidth(scalar)
    if sum >= 2 { return 2 }
    previous = scalar
  }
  return sum
}

/// The number of cells for a character in a terminal that does not support grapheme clusters.
package func legacyWidth(_ character: Character) -> Int {
  character.unicodeScalars.reduce(0) { $0 + scalarWidth($1) }
}

/// The number of cells for a scalar as in `wcwidth`; control characters count as 0.
func scalarWidth(_ scalar: Unicode.Scalar) -> Int {
  let value = scalar.value
  if value < 0x300 { return scalar.isControl ? 0 : 1 }
  if isZeroWidth(scalar) { return 0 }
  return value >= 0x1100 && WideRanges.contain(value) ? 2 : 1
}

/// Whether a scalar is drawn in the same cell as the previous one.
private func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB:
    return true  // Hangul vowels and finals share the cell of their initial.
  case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD:
    return false  // These format characters have a visible glyph.
  default:
    if scalar.isIdeographOrSyllable { return false }
  }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return true
  default: return false
  }
}

/// The scalars that take 2 cells, as a sorted list of closed ranges (Unicode 16, UAX #11).
///
/// These are the classes Wide and Fullwidth. To keep the list short, a few unassigned gaps inside
/// wide blocks count as wide, as UAX #11 recommends.
enum WideRanges {
  /// Alternating lower and upper bounds.
  private static let bounds: [UInt32] = [
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
    0x25FD, 0x25FE, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F,
    0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE,
    0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD,
    0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50,
    0x2B55, 0x2B55, 0x2E80, 0x2EF3, 0x2F00, 0x2FD5, 0x2FF0, 0x303E, 0x3041, 0x3247, 0x3250, 0xA4C6,
    0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60,
    0xFFE0, 0xFFE6, 0x16FE0, 0x16FF1, 0x17000, 0x18CD5, 0x18CFF, 0x18D08, 0x1AFF0, 0x1B122,
    0x1B150, 0x1B152, 0x1B164, 0x1B2FB, 0x1D300, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF,
    0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200, 0x1F202, 0x1F210, 0x1F23B, 0x1F240, 0x1F248,
    0x1F250, 0x1F251, 0x1F260, 0x1F265, 0x1F300, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C,
    0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4,
    0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E,
    0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F,
    0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF,
    0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A,
    0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FA7C, 0x1FA80, 0x1FA89, 0x1FA8F, 0x1FAC6,
    0x1FACE, 0x1FADC, 0x1FADF, 0x1FAE9, 0x1FAF0, 0x1FAF6, 0x20000, 0x2FFFD, 0x30000, 0x3FFFD,
  ]

  /// Whether a scalar is in one of the ranges.
  static func contain(_ value: UInt32) -> Bool {
    var low = 0
    var high = bounds.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > bounds[2 * middle + 1] { low = middle + 1 } else { high = middle }
    }
    return low < bounds.count / 2 && value >= bounds[2 * low]
  }
}
