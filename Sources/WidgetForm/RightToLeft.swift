/// Text in scripts that are written from right to left.
///
/// Some terminals reorder such text over a whole line, by the Unicode Bidirectional Algorithm (UAX
/// #9), so two texts with only spaces between them would change places. A left-to-right mark after
/// each text keeps it in position. The mark takes no cell, and other terminals ignore it.
package enum RightToLeft {
  /// The left-to-right mark.
  package static let mark = "\u{200E}"

  /// Whether a text has right-to-left letters or a right-to-left mark.
  package static func isIn(_ text: String) -> Bool {
    // In UTF-8, a right-to-left scalar can begin only with one of these bytes.
    let mayBe = text.utf8.contains { byte in
      (0xD6...0xDF).contains(byte) || byte == 0xE0 || byte == 0xE2 || byte == 0xEF || byte == 0xF0
    }
    return mayBe && text.unicodeScalars.contains(where: isRightToLeft)
  }

  /// Whether a scalar is in a block of right-to-left letters, or is the right-to-left mark
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
  /// The text, followed by a left-to-right mark if it could reorder the text after it.
  package var isolated: String { RightToLeft.isIn(self) ? self + RightToLeft.mark : self }
}
