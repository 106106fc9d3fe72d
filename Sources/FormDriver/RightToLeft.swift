/// Text in scripts that are written from right to left.
///
/// Some terminals show such text in its own order, by the Unicode Bidirectional Algorithm (UAX #9),
/// over a whole line: two of them with only blanks between would change places. A left-to-right mark
/// after each keeps it where it was put; it takes no cell, and other terminals ignore it.
package enum RightToLeft {
  /// The left-to-right mark.
  package static let mark = "\u{200E}"

  /// Whether a text has letters of such a script, or a mark that makes it one.
  package static func isIn(_ text: String) -> Bool {
    // Only these first bytes of UTF-8 can belong to them.
    let mayBe = text.utf8.contains { byte in
      (0xD6...0xDF).contains(byte) || byte == 0xE0 || byte == 0xE2 || byte == 0xEF || byte == 0xF0
    }
    return mayBe && text.unicodeScalars.contains(where: isRightToLeft)
  }

  /// Whether a scalar is in a block whose letters go from right to left, or is a mark that does
  /// (DerivedBidiClass.txt: classes R and AL).
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    case 0x200F: true
    default: false
    }
  }
}

extension String {
  /// The text with a left-to-right mark after it where it could change the order of what follows.
  package var isolated: String { RightToLeft.isIn(self) ? self + RightToLeft.mark : self }
}
