/// The characters that conversion to the composed form (NFC) never changes.
enum ComposedScalars {
  /// Whether conversion to the composed form never changes a scalar outside ASCII, whatever its
  /// neighbors are.
  ///
  /// This is certain for scalars that are not combining marks, have no decomposition and do not
  /// compose with the previous scalar (UAX #15: the class is 0 and `NFC_Quick_Check` is yes). The
  /// result is true for the ranges that most texts consist of, and false for all other scalars.
  @inline(__always) static func isCertain(_ value: UInt32) -> Bool {
    switch value {
    // Latin, Greek, Cyrillic, Armenian; Hebrew and Arabic letters.
    case 0x80...0x2FF, 0x370...0x373, 0x375...0x377, 0x37A...0x37D, 0x37F, 0x384...0x386,
      0x388...0x482, 0x48A...0x52F, 0x531...0x556, 0x559...0x58A, 0x5D0...0x5EA, 0x61B...0x64A,
      0x660...0x66F, 0x671...0x6D5, 0x10A0...0x10FF, 0x1E00...0x1EFF:
      true
    // Punctuation, currency signs, letterlike symbols, arrows, technical symbols, boxes and
    // dingbats.
    case 0x2002...0x20C0, 0x2100...0x2125, 0x2127...0x2129, 0x212C...0x2328, 0x232B...0x2ADB,
      0x2ADD...0x2BFF, 0xFE00...0xFE0F:
      true
    // Radicals, kana, bopomofo, ideographs, Hangul, halfwidth and fullwidth forms.
    case 0x2E80...0x3029, 0x3030...0x3096, 0x309B...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFFEE:
      true
    // Emoji, and ideographs that are not compatibility forms.
    case 0x1F000...0x1FAFF, 0x20000...0x2F7FF, 0x30000...0x3FFFD: true
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a valid UTF-8 text is certain to be in the composed form (NFC).
  var isCertainlyComposed: Bool {
    var place = 0
    while place < count {
      if self[place] < 0x80 {
        place += 1
        continue
      }
      let (scalar, length) = decodedScalar(self, at: place)
      guard ComposedScalars.isCertain(scalar.value) else { return false }
      place += length
    }
    return true
  }
}
