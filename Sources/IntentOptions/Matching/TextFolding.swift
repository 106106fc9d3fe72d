/// The folding of texts for comparison, which removes differences in case, diacritics and width.
///
/// - *Case*: letters get their full lowercase mapping (Unicode Standard, section 3.13). In addition,
///   `ß` becomes `ss`, and `ς` becomes `σ`.
/// - *Diacritics*: letters in the Basic Multilingual Plane lose Hebrew, Arabic and Syriac points,
///   and the marks above and below them (see ``isDiacritic(_:)``). Marks that form a different
///   letter are kept: nuktas, viramas, vowel signs, and the marks of kana.
/// - *Width*: fullwidth and halfwidth forms become the usual forms, and all spaces become the ASCII
///   space.
/// - *Composition*: conjoining jamo become Hangul syllables, and kana are combined with a voicing
///   mark that follows.
/// - *Dropped*: variation selectors, direction marks and other invisible characters, except the
///   joiner and the tags of emoji.
enum TextFolding {
  /// The kind of a scalar, which determines where words start.
  enum Kind: UInt32, CaseIterable {
    /// Spaces and punctuation.
    case separator
    case lowercase
    case uppercase
    case digit
    /// A letter without case, such as an ideograph.
    case uncased
    /// A character that forms a word by itself, such as an emoji.
    case symbol
    /// A character that is combined with the previous one.
    case mark
  }

  /// The kind and the folded form of one scalar, in 32 bits.
  ///
  /// The high bits hold the kind. The low bits hold the folded scalar, or 0 if nothing remains. For a
  /// scalar that folds to several scalars, they hold an index in the expansions of ``table``.
  struct Entry: Sendable {
    let bits: UInt32

    private static var kindShift: UInt32 { 24 }
    private static var expansionBit: UInt32 { 1 << 31 }

    init(scalar: UInt32, kind: Kind) {
      bits = scalar | kind.rawValue << Self.kindShift
    }

    init(expansion: Int, kind: Kind) {
      bits = UInt32(expansion) | kind.rawValue << Self.kindShift | Self.expansionBit
    }

    var kind: Kind { Kind(rawValue: bits >> Self.kindShift & 0xF) ?? .separator }
    var isExpansion: Bool { bits & Self.expansionBit != 0 }
    var payload: UInt32 { bits & (1 << Self.kindShift - 1) }
  }

  /// The entries for the scalars below U+2000, computed once.
  static let table: (entries: [Entry], expansions: [[UInt32]]) = {
    var expansions: [[UInt32]] = []
    let entries = (0..<UInt32(0x2000)).map { value -> Entry in
      guard let scalar = Unicode.Scalar(value) else { return Entry(scalar: 0, kind: .separator) }
      let folded = computed(scalar)
      let kind = kind(of: scalar)
      if folded.count < 2 { return Entry(scalar: folded.first ?? 0, kind: kind) }
      expansions.append(folded)
      return Entry(expansion: expansions.count - 1, kind: kind)
    }
    return (entries, expansions)
  }()

  /// Whether a scalar folds to itself and is known to be a letter without case.
  @inline(__always) static func isPlain(_ value: UInt32) -> Bool {
    0x3400...0x9FFF ~= value || 0xAC00...0xD7A3 ~= value || 0x20000...0x2F7FF ~= value
  }

  /// The folded form of a scalar, from its Unicode properties.
  static func computed(_ scalar: Unicode.Scalar) -> [UInt32] {
    let value = scalar.value
    // NUL means "none" in an entry; like the other scalars that are ignored, it cannot be searched
    // for.
    if value == 0 || isPlain(value) { return value == 0 ? [] : [value] }
    if let usual = usualWidth(of: value) { return usual == value ? [] : computedScalar(usual) }
    return scalar.properties.lowercaseMapping.unicodeScalars.flatMap(withoutMarks)
  }

  private static func computedScalar(_ value: UInt32) -> [UInt32] {
    Unicode.Scalar(value).map(computed) ?? []
  }

  private static func withoutMarks(_ scalar: Unicode.Scalar) -> [UInt32] {
    if let letters = lettersWithoutMarks[scalar.value] { return letters }
    if scalar.properties.generalCategory == .spaceSeparator { return [0x20] }
    return isDiacritic(scalar) || isIgnorable(scalar) ? [] : [scalar.value]
  }

  /// Whether a scalar is a mark that folding removes, by its canonical combining class.
  static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return 10...36 ~= combiningClass || 200...240 ~= combiningClass
  }

  /// Whether a scalar only affects the display of its neighbors, unlike the emoji joiner.
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0x200D && scalar.properties.isDefaultIgnorableCodePoint
      && !(0xE0020...0xE007F ~= scalar.value)
  }

  /// The kind of a scalar, which determines where words start.
  static func kind(of scalar: Unicode.Scalar) -> Kind {
    if isPlain(scalar.value) { return .uncased }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .lowercaseLetter: return .lowercase
    case .uppercaseLetter, .titlecaseLetter: return .uppercase
    case .otherLetter, .modifierLetter: return .uncased
    case .decimalNumber, .letterNumber, .otherNumber: return .digit
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .modifierSymbol: return .mark
    case .otherSymbol: return .symbol
    default: return .separator
    }
  }
}

extension TextFolding {
  /// The letters with marks, all in lowercase, in rows that begin with the text to which the letters
  /// fold.
  ///
  /// A comma or the end of a line ends a row. Most rows are the canonical decompositions in the
  /// Basic Multilingual Plane, without the marks of ``isDiacritic(_:)`` (Unicode Character Database,
  /// `UnicodeData.txt`). Other rows are for letters that have no decomposition but are often typed
  /// without their stroke or as two letters, such as `ø` and `ß`. Hangul and kana are composed by
  /// rules; compatibility ideographs are unchanged.
  static let markedLetters = """
    a àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ
    e èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ
    o òóôõöōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợø
    u ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự
    \u{A8} \u{385}\u{1FC1}\u{1FED}\u{1FEE}
    ι ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ
    α άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ
    η ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ
    υ ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ
    ω ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ
    \u{627} \u{622}\u{623}\u{625}
    \u{1FBF} \u{1FCD}\u{1FCE}\u{1FCF}
    \u{1FFE} \u{1FDD}\u{1FDE}\u{1FDF}
    \u{5D9} \u{FB1D}\u{FB39}
    \u{5E9} \u{FB2A}\u{FB2B}\u{FB2C}\u{FB2D}\u{FB49}
    \u{5D0} \u{FB2E}\u{FB2F}\u{FB30}
    \u{5D1} \u{FB31}\u{FB4C}
    \u{5D5} \u{FB35}\u{FB4B}
    \u{5DB} \u{FB3B}\u{FB4D}
    \u{5E4} \u{FB44}\u{FB4E}
    c çćĉċčḉ, i ìíîïĩīĭįǐȉȋḭḯỉịı, n ñńņňǹṅṇṉṋ, y ýÿŷȳẏẙỳỵỷỹ, d ďḋḍḏḑḓđð, g ĝğġģǧǵḡ, h ĥȟḣḥḧḩḫẖħ
    j ĵǰ, k ķǩḱḳḵ, l ĺļľḷḹḻḽł, r ŕŗřȑȓṙṛṝṟ, s śŝşšșṡṣṥṧṩẛſ, t ţťțṫṭṯṱẗŧ, w ŵẁẃẅẇẉẘ, z źżžẑẓẕ
    ae ǣǽæ, ʒ ǯ, ʹ ʹ, ; \u{37E}, \u{B7} \u{387}, ε έἐἑἒἓἔἕὲέ, ο όὀὁὂὃὄὅὸό, ϒ ϓϔ, и йѝӣӥ, е ѐёӗ
    г ѓ, і ї, к ќ, у ўӯӱӳ, ѵ ѷ, ж ӂӝ, а ӑӓ, ә ӛ, з ӟ, о ӧ, ө ӫ, э ӭ, ч ӵ, ы ӹ, \u{648} \u{624}
    \u{64A} \u{626}, \u{6D5} \u{6C0}, \u{6C1} \u{6C2}, \u{6D2} \u{6D3}, \u{928}\u{93C} \u{929}
    \u{930}\u{93C} \u{931}, \u{933}\u{93C} \u{934}, \u{915}\u{93C} \u{958}
    \u{916}\u{93C} \u{959}, \u{917}\u{93C} \u{95A}, \u{91C}\u{93C} \u{95B}
    \u{921}\u{93C} \u{95C}, \u{922}\u{93C} \u{95D}, \u{92B}\u{93C} \u{95E}
    \u{92F}\u{93C} \u{95F}, \u{9C7}\u{9BE} \u{9CB}, \u{9C7}\u{9D7} \u{9CC}
    \u{9A1}\u{9BC} \u{9DC}, \u{9A2}\u{9BC} \u{9DD}, \u{9AF}\u{9BC} \u{9DF}
    \u{A32}\u{A3C} \u{A33}, \u{A38}\u{A3C} \u{A36}, \u{A16}\u{A3C} \u{A59}
    \u{A17}\u{A3C} \u{A5A}, \u{A1C}\u{A3C} \u{A5B}, \u{A2B}\u{A3C} \u{A5E}
    \u{B47}\u{B56} \u{B48}, \u{B47}\u{B3E} \u{B4B}, \u{B47}\u{B57} \u{B4C}
    \u{B21}\u{B3C} \u{B5C}, \u{B22}\u{B3C} \u{B5D}, \u{B92}\u{BD7} \u{B94}
    \u{BC6}\u{BBE} \u{BCA}, \u{BC7}\u{BBE} \u{BCB}, \u{BC6}\u{BD7} \u{BCC}
    \u{C46}\u{C56} \u{C48}, \u{CBF}\u{CD5} \u{CC0}, \u{CC6}\u{CD5} \u{CC7}
    \u{CC6}\u{CD6} \u{CC8}, \u{CC6}\u{CC2} \u{CCA}, \u{CC6}\u{CC2}\u{CD5} \u{CCB}
    \u{D46}\u{D3E} \u{D4A}, \u{D47}\u{D3E} \u{D4B}, \u{D46}\u{D57} \u{D4C}
    \u{DD9}\u{DCA} \u{DDA}, \u{DD9}\u{DCF} \u{DDC}, \u{DD9}\u{DCF}\u{DCA} \u{DDD}
    \u{DD9}\u{DDF} \u{DDE}, \u{F42}\u{FB7} \u{F43}, \u{F4C}\u{FB7} \u{F4D}
    \u{F51}\u{FB7} \u{F52}, \u{F56}\u{FB7} \u{F57}, \u{F5B}\u{FB7} \u{F5C}
    \u{F40}\u{FB5} \u{F69}, \u{F71}\u{F72} \u{F73}, \u{F71}\u{F74} \u{F75}
    \u{FB2}\u{F80} \u{F76}, \u{FB3}\u{F80} \u{F78}, \u{F71}\u{F80} \u{F81}
    \u{F92}\u{FB7} \u{F93}, \u{F9C}\u{FB7} \u{F9D}, \u{FA1}\u{FB7} \u{FA2}
    \u{FA6}\u{FB7} \u{FA7}, \u{FAB}\u{FB7} \u{FAC}, \u{F90}\u{FB5} \u{FB9}
    \u{1025}\u{102E} \u{1026}, \u{1B05}\u{1B35} \u{1B06}, \u{1B07}\u{1B35} \u{1B08}
    \u{1B09}\u{1B35} \u{1B0A}, \u{1B0B}\u{1B35} \u{1B0C}, \u{1B0D}\u{1B35} \u{1B0E}
    \u{1B11}\u{1B35} \u{1B12}, \u{1B3A}\u{1B35} \u{1B3B}, \u{1B3C}\u{1B35} \u{1B3D}
    \u{1B3E}\u{1B35} \u{1B40}, \u{1B3F}\u{1B35} \u{1B41}, \u{1B42}\u{1B35} \u{1B43}, b ḃḅḇ, f ḟ
    m ḿṁṃ, p ṕṗ, v ṽṿ, x ẋẍ, ρ ῤῥ, ` \u{1FEF}, \u{B4} \u{1FFD}, \u{3008} \u{2329}
    \u{3009} \u{232A}, \u{5F2} \u{FB1F}, \u{5D2} \u{FB32}, \u{5D3} \u{FB33}, \u{5D4} \u{FB34}
    \u{5D6} \u{FB36}, \u{5D8} \u{FB38}, \u{5DA} \u{FB3A}, \u{5DC} \u{FB3C}, \u{5DE} \u{FB3E}
    \u{5E0} \u{FB40}, \u{5E1} \u{FB41}, \u{5E3} \u{FB43}, \u{5E6} \u{FB46}, \u{5E7} \u{FB47}
    \u{5E8} \u{FB48}, \u{5EA} \u{FB4A}, oe œ, th þ, ss ß, σ ς, μ µ, ff \u{FB00}, fi \u{FB01}
    fl \u{FB02}, ffi \u{FB03}, ffl \u{FB04}, st \u{FB05}\u{FB06}
    """

  /// The folded texts of letters, parsed from ``markedLetters``.
  static let lettersWithoutMarks: [UInt32: [UInt32]] = {
    var letters: [UInt32: [UInt32]] = [:]
    var target: [UInt32] = []
    var isTarget = true
    for scalar in markedLetters.unicodeScalars where scalar != "," {
      switch (scalar, isTarget) {
      case ("\n", _), (" ", false):
        (target, isTarget) = ([], true)
      case (" ", true): isTarget = target.isEmpty
      case (_, true): target.append(scalar.value)
      case (_, false): letters[scalar.value] = target
      }
    }
    return letters
  }()
}

extension TextFolding {
  /// The standard form of a fullwidth or halfwidth scalar; nil for every other scalar.
  ///
  /// The source is the `<wide>` and `<narrow>` decompositions in the block Halfwidth and Fullwidth
  /// Forms.
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

  /// The scalar into which two neighboring scalars are composed; nil if they do not compose.
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

  /// A kana, combined with a voicing mark.
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
