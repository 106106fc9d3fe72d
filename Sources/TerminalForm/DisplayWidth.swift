import IntentModel

/// The number of terminal cells a character takes: 0, 1 or 2, or more for characters that are
/// written out (see ``visible(_:)``).
///
/// Each scalar counts as `wcwidth` counts it, the sum stops at two, and an emoji made wide by
/// variation selector 16 takes two. So a letter with its marks takes one, a flag, a keycap with
/// selector and a family joined by ZWJ take two. Variation selector 15 narrows nothing, because most
/// terminals keep the wide cell.
package func displayWidth(_ character: Character) -> Int {
  if let ascii = character.asciiValue, character != "\r\n" { return ascii < 0x80 ? 1 : 0 }
  if character.unicodeScalars.contains(where: VisibleText.mustBeWrittenOut) {
    return displayWidth(String(character))
  }
  return clusterWidth(character)
}

/// The number of terminal cells a text takes when it is put on a ``Screen``.
///
/// Control characters and bidirectional overrides count with their written-out form, so a width
/// measured here is the width drawn.
package func displayWidth(_ text: String) -> Int {
  if VisibleText.isPlainASCII(text) { return text.utf8.count }
  return visible(text).reduce(0) { $0 + clusterWidth($1) }
}

/// The cells one harmless grapheme cluster takes.
func clusterWidth(_ character: Character) -> Int {
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

/// The cells a terminal that knows nothing of grapheme clusters gives to the same text.
func legacyWidth(_ character: Character) -> Int {
  character.unicodeScalars.reduce(0) { $0 + scalarWidth($1) }
}

/// The cells of one scalar as `wcwidth` counts them; control characters count 0.
func scalarWidth(_ scalar: Unicode.Scalar) -> Int {
  let value = scalar.value
  if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
  if isZeroWidth(scalar) { return 0 }
  return value >= 0x1100 && WideRanges.contain(value) ? 2 : 1
}

/// Whether a scalar joins the cell before it.
private func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB:
    return true  // Hangul vowels and finals stand inside the cell of their initial.
  case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD:
    return false  // Format characters with a glyph of their own.
  case 0x3400...0x9FFF, 0xAC00...0xD7A3:
    return false
  default:
    break
  }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return true
  default: return false
  }
}
