import CMatching

/// The quality of the match of one term in one text, as a single number.
///
/// The kind of match counts most, then whether the display text or the identifier was matched, then
/// the positions of the letters, and last the length of the text.
enum MatchScore {
  /// The kinds of matches, worst first, as in `CMatching.h`.
  enum Tier: Int, Comparable, CaseIterable {
    /// The letters in order, with other characters in between.
    case scattered
    /// In one piece inside a word.
    case inside
    /// In pieces that each start a word, such as the initials of two words.
    case wordPrefixes
    /// In one piece, from the start of a word.
    case wordStart
    /// In one piece, from the start of the text.
    case prefix
    /// The whole text.
    case whole

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The advantage of a match in a display text over the same match in an identifier.
  static let displayBonus = Int(CMATCHING_KIND) / 2

  /// The number of bits by which the score of a match in a subtitle is shifted right, so that it is
  /// below every match in a display text.
  static let subtitleShift = Int(CMATCHING_SUBTITLE_SHIFT)

  /// The maximum quality.
  static let maximumQuality = Int(CMATCHING_BEST_QUALITY)

  /// The quality of a match in pieces with 0 points.
  static let qualityOfNoPoints = Int(CMATCHING_ZERO_QUALITY)

  /// The points for a letter that starts a word, in a match in pieces.
  static let wordStartBonus: Int32 = 8
  /// The points for a letter directly after the previous one.
  static let consecutiveBonus: Int32 = 6
  /// The points that are subtracted for the first skipped byte between two letters.
  static let gapPenalty: Int32 = 3
  /// The points that are subtracted for each further skipped byte.
  static let longerGapPenalty: Int32 = 1

  /// The score of a match.
  static func value(_ tier: Tier, quality: Int, length: Int) -> Int {
    let quality = max(0, min(quality, maximumQuality))
    return Int(cmatching_score(Int32(tier.rawValue), Int32(quality), length))
  }

  /// The score of a match in one piece; matches nearer to the start of the text are better.
  static func value(_ tier: Tier, at index: Int, length: Int) -> Int {
    value(tier, quality: maximumQuality - min(index, maximumQuality), length: length)
  }

  /// The score of a match in pieces, computed from its points.
  static func value(_ tier: Tier, points: Int, length: Int) -> Int {
    value(tier, quality: points + qualityOfNoPoints, length: length)
  }

  /// The kind of match that a score stands for.
  static func tier(of value: Int) -> Tier {
    Tier(rawValue: value / Int(CMATCHING_KIND)) ?? .scattered
  }
}
