extension UInt8 {
  /// Whether the byte is a letter of ASCII.
  @inlinable package var isLetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// Whether the byte is a decimal digit of ASCII.
  @inlinable package var isDigit: Bool {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }

  /// Whether the byte is a letter or a digit of ASCII.
  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// The value of the byte as a hexadecimal digit of either case; nil if it is not one.
  @inlinable package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether the byte is a character of ASCII that is visible: not a space or a control character.
  @inlinable package var isVisible: Bool { 0x21...0x7E ~= self }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
