extension TextFolding {
  /// The usual form of a fullwidth or halfwidth scalar; nil for every other scalar.
  ///
  /// Source: the `<wide>` and `<narrow>` decompositions of the block Halfwidth and Fullwidth Forms.
  static func usualWidth(of value: UInt32) -> UInt32? {
    switch value {
    case 0x3000: 0x20
    case 0xFF01...0xFF5E: value - 0xFEE0
    case 0xFF5F...0xFF60: value - 0xFF5F + 0x2985
    case 0xFF61...0xFF9F: halfwidthKatakana[Int(value - 0xFF61)]
    case 0xFFA0: 0x3164
    case 0xFFA1...0xFFBE: value - 0xFFA1 + 0x3131
    case 0xFFC2...0xFFC7: value - 0xFFC2 + 0x314F
    case 0xFFCA...0xFFCF: value - 0xFFCA + 0x3155
    case 0xFFD2...0xFFD7: value - 0xFFD2 + 0x315B
    case 0xFFDA...0xFFDC: value - 0xFFDA + 0x3161
    case 0xFFE0...0xFFE6: fullwidthSigns[Int(value - 0xFFE0)]
    case 0xFFE8...0xFFEE: halfwidthSigns[Int(value - 0xFFE8)]
    default: nil
    }
  }

  private static let halfwidthKatakana = scalars(
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテト"
      + "ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}")

  private static let fullwidthSigns = scalars("\u{A2}\u{A3}\u{AC}\u{AF}\u{A6}\u{A5}\u{20A9}")
  private static let halfwidthSigns = scalars("│←↑→↓■○")

  private static func scalars(_ text: String) -> [UInt32] {
    text.unicodeScalars.map(\.value)
  }

  /// The scalar that two neighbours make together; nil where they stay two.
  ///
  /// Hangul is composed as in the Unicode Standard, section 3.12.
  @inline(__always) static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    switch second {
    case 0x1161...0x1175 where 0x1100...0x1112 ~= first:
      0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
    case 0x11A8...0x11C2 where 0xAC00...0xD7A3 ~= first && (first - 0xAC00) % 28 == 0:
      first + second - 0x11A7
    case 0x3099, 0x309A: voiced(first, semi: second == 0x309A)
    default: nil
    }
  }

  /// A kana with a voicing mark taken up.
  private static func voiced(_ kana: UInt32, semi: Bool) -> UInt32? {
    let isKatakana = kana >= 0x30A0
    let hiragana = isKatakana ? kana &- 0x60 : kana
    let offset: UInt32 = isKatakana ? 0x60 : 0
    switch hiragana {
    case 0x306F, 0x3072, 0x3075, 0x3078, 0x307B: return kana + (semi ? 2 : 1)
    case _ where semi: return nil
    case 0x3046: return 0x3094 + offset
    case 0x304B...0x3062 where hiragana % 2 == 1: return kana + 1
    case 0x3064, 0x3066, 0x3068: return kana + 1
    case 0x309D: return kana + 1
    case 0x308F...0x3092 where isKatakana: return kana + 8
    default: return nil
    }
  }
}
