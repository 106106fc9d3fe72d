extension UInt8 {
  /// Whether the byte is an ASCII letter.
  @inlinable package var isLetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// Whether the byte is an ASCII capital letter.
  @inlinable package var isCapital: Bool { isLetter && self & 0x20 == 0 }

  /// Whether the byte is an ASCII decimal digit.
  @inlinable package var isDigit: Bool {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }

  /// Whether the byte is an ASCII letter or digit.
  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// The value of an ASCII hexadecimal digit; nil for anything else.
  @inlinable package var hexDigitValue: Int? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Whether the byte is a visible ASCII character: not a space or a control character.
  @inlinable package var isVisible: Bool { 0x21...0x7E ~= self }
}

extension Character {
  /// Whether the character is an ASCII decimal digit.
  package var isDigit: Bool { isASCII && isNumber }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character: a C0 or C1 control, or DEL.
  package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  /// Whether the scalar is an ideograph or a Hangul syllable.
  ///
  /// Such scalars are frequent, so functions that look for rarer ones rule them out first.
  var isIdeographOrSyllable: Bool {
    switch value {
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text without white space at either end.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
