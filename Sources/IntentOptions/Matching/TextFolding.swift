/// The folding under which texts are compared: case, diacritics and width make no difference.
///
/// - *Case*: full lower case (Unicode Standard, section 3.13), and `ß` as `ss`, `ς` as `σ`.
/// - *Diacritics*: letters of the Basic Multilingual Plane lose the marks of the canonical
///   combining classes 10 to 36 (Hebrew, Arabic, Syriac points) and 200 to 240 (above and below).
///   Marks that make another letter stay: nuktas, viramas, vowel signs, and those of kana.
/// - *Width*: fullwidth and halfwidth forms become the usual ones, all spaces the ASCII space.
/// - *Composition*: conjoining jamo become Hangul syllables, kana take up a following voicing mark.
/// - *Dropped*: variation selectors, joiners that are not part of an emoji, direction marks.
enum TextFolding {
  /// What a scalar is, as far as the start of a word depends on it.
  enum Kind: UInt32 {
    /// Spaces and punctuation.
    case separator
    case lowercase
    case uppercase
    case digit
    /// A letter without case, such as an ideograph.
    case uncased
    /// A sign that stands for itself, such as an emoji.
    case symbol
    /// A sign that belongs to the one before.
    case mark
  }

  /// The folded form of one scalar in one word: the kind in bits 24 to 27; below them the scalar,
  /// 0 for none, or the place in ``expansions`` where bit 31 is set.
  struct Entry: Sendable {
    let bits: UInt32

    init(scalar: UInt32, kind: Kind) {
      bits = scalar | kind.rawValue << 24
    }

    init(expansion: Int, kind: Kind) {
      bits = UInt32(expansion) | kind.rawValue << 24 | 1 << 31
    }

    var kind: Kind { Kind(rawValue: bits >> 24 & 0xF) ?? .separator }
    var isExpansion: Bool { bits >> 31 == 1 }
    var payload: UInt32 { bits & 0xFF_FFFF }
  }

  /// The entries of the scalars below U+2000, made once.
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

  /// Whether a scalar folds to itself, is a letter without case, and needs no look at its properties.
  @inline(__always) static func isPlain(_ value: UInt32) -> Bool {
    0x3400...0x9FFF ~= value || 0xAC00...0xD7A3 ~= value || 0x20000...0x2F7FF ~= value
  }

  /// The folded form of a scalar, from its Unicode properties.
  static func computed(_ scalar: Unicode.Scalar) -> [UInt32] {
    let value = scalar.value
    // NUL marks "nothing" in an entry; like the other ignorable scalars it cannot be searched for.
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

  /// Whether a scalar is a mark that makes no difference.
  static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return 10...36 ~= combiningClass || 200...240 ~= combiningClass
  }

  /// Whether a scalar says only how its neighbours are drawn; the joiner of emoji does more.
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0x200D && scalar.properties.isDefaultIgnorableCodePoint
      && !(0xE0020...0xE007F ~= scalar.value)
  }

  /// What a scalar is for the start of words.
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
