/// One cell of a screen, as it is read back.
package struct Cell: Hashable, Sendable {
  /// The grapheme cluster; empty in the right half of a wide character.
  package let text: String
  /// 1 or 2 cells; 0 for the right half of a wide character.
  package let width: Int
  package let style: Style
}

/// A cell in sixteen bytes without a reference, so that frames are cheap to build and to compare.
struct PackedCell: Equatable {
  /// A scalar, or with the top bit set an index into the screen's clusters.
  var glyph: UInt32
  var foreground: UInt32
  var background: UInt32
  var attributes: UInt8
  var width: UInt8

  static let clusterBit: UInt32 = 0x8000_0000
  static let blank = PackedCell(glyph: 0x20, style: .plain)

  init(glyph: UInt32, width: UInt8 = 1, style: Style) {
    self.glyph = glyph
    self.width = width
    foreground = style.foreground.packed
    background = style.background.packed
    attributes = style.attributes.rawValue
  }

  var style: Style {
    Style(
      foreground: Color(packed: foreground), background: Color(packed: background),
      attributes: TextAttributes(rawValue: attributes))
  }

  var isCluster: Bool { glyph & Self.clusterBit != 0 }
  var isASCII: Bool { glyph < 0x80 }
  var isBlank: Bool { glyph == 0x20 }

  /// A blank that erasing leaves behind.
  var isErased: Bool { self == .blank }

  func hasSameStyle(as other: PackedCell) -> Bool {
    foreground == other.foreground && background == other.background
      && attributes == other.attributes
  }
}
