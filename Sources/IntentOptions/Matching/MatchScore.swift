import CMatching

/// How good a match of one term in one text is, as a number of 24 bits.
///
/// The kind of match counts first, then whether the display text or the identifier was matched,
/// then how well the letters stand, and last the length of the text.
enum MatchScore {
  /// The kinds of matches, the worst first.
  enum Tier: Int, Comparable, CaseIterable {
    /// The letters in order, somewhere.
    case scattered
    /// In one piece inside a word.
    case inside
    /// In pieces, each of which starts a word, such as the initials of two.
    case wordPrefixes
    /// In one piece from the start of a word.
    case wordStart
    /// In one piece from the start of the text.
    case prefix
    /// The whole text.
    case whole

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What a match in a display text has over the same match in an identifier.
  static let displayBonus = 1 << 20

  /// The bits that a match in a subtitle is worth less: it comes after every one in a display text.
  static let subtitleShift = Int(CMATCHING_SUBTITLE_SHIFT)

  /// The greatest quality.
  static let maximumQuality = Int(CMATCHING_BEST_QUALITY)

  /// The quality of a match in pieces that has no points.
  static let qualityOfNoPoints = Int(CMATCHING_ZERO_QUALITY)

  /// Points for a letter that starts a word, within a match in pieces.
  static let wordStartBonus: Int32 = 8
  /// Points for a letter right behind the one before.
  static let consecutiveBonus: Int32 = 6
  /// Points off for the first byte that is passed over between two letters.
  static let gapPenalty: Int32 = 3
  /// Points off for each further one.
  static let longerGapPenalty: Int32 = 1

  /// The number of a match.
  static func value(_ tier: Tier, quality: Int, length: Int) -> Int {
    let quality = max(0, min(quality, maximumQuality))
    return Int(cmatching_score(Int32(tier.rawValue), Int32(quality), length))
  }

  /// The number of a match in one piece: the earlier the better.
  static func value(_ tier: Tier, at index: Int, length: Int) -> Int {
    value(tier, quality: maximumQuality - min(index, maximumQuality), length: length)
  }

  /// The number of a match in pieces with a number of points.
  static func value(_ tier: Tier, points: Int, length: Int) -> Int {
    value(tier, quality: points + qualityOfNoPoints, length: length)
  }

  /// The kind of match behind a number.
  static func tier(of value: Int) -> Tier {
    Tier(rawValue: value / Int(CMATCHING_KIND)) ?? .scattered
  }
}
