extension Alignment {
  /// The points of the best way to lay a narrow term over a text of at most 64 bytes.
  ///
  /// It gives what ``best(of:in:wordStartsOnly:tracing:scratch:)`` gives, and looks only at the
  /// places where the characters occur.
  static func bestPoints(
    of text: UnsafeBufferPointer<UInt8>, in field: FoldedField, wordStartsOnly: Bool
  ) -> Int32? {
    let starts = field.wordStartBits
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * FoldedField.bitCount) {
      points in
      var row = PlacedCharacter(
        first: field.places(of: text[0]), starts: starts, wordStartsOnly: wordStartsOnly,
        points: points)
      for number in 1..<text.count {
        row = row.followed(
          by: field.places(of: text[number]), starts: starts, wordStartsOnly: wordStartsOnly,
          points: points)
      }
      return row.best(points)
    }
  }
}

/// The places that the last character so far can take, and where the points for each are kept.
private struct PlacedCharacter {
  /// The places that some way reaches.
  var places: UInt64 = 0

  /// Which half of the memory holds the points of the places.
  var half = 0

  private init() {}

  init(
    first occurrences: UInt64, starts: UInt64, wordStartsOnly: Bool,
    points: UnsafeMutableBufferPointer<Int32>
  ) {
    places = wordStartsOnly ? occurrences & starts : occurrences
    var rest = places
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      points[place] = starts >> UInt64(place) & 1 == 1 ? MatchScore.wordStartBonus : 0
    }
  }

  /// Lays one more character down.
  func followed(
    by occurrences: UInt64, starts: UInt64, wordStartsOnly: Bool,
    points: UnsafeMutableBufferPointer<Int32>
  ) -> PlacedCharacter {
    var next = PlacedCharacter()
    next.half = FoldedField.bitCount - half
    var earlier = places
    // The best points so far, as if no byte had been passed over yet.
    var gap = Int32.min / 2
    var rest = occurrences
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      while earlier != 0, earlier.trailingZeroBitCount + 2 <= place {
        let from = earlier.trailingZeroBitCount
        earlier &= earlier - 1
        gap = max(gap, points[half + from] + Int32(from) * MatchScore.longerGapPenalty)
      }
      let bit = UInt64(1) << UInt64(place)
      let isStart = starts & bit != 0
      var best = Int32.min / 2
      if places << 1 & bit != 0 {
        best = points[half + place - 1] + MatchScore.consecutiveBonus
      }
      if gap > Int32.min / 4, isStart || !wordStartsOnly {
        let passed = Int32(place - 2) * MatchScore.longerGapPenalty + MatchScore.gapPenalty
        best = max(best, gap - passed)
      }
      guard best > Int32.min / 4 else { continue }
      next.places |= bit
      points[next.half + place] = best + (isStart ? MatchScore.wordStartBonus : 0)
    }
    return next
  }

  /// The most points of all places; nil when no place is reached.
  func best(_ points: UnsafeMutableBufferPointer<Int32>) -> Int32? {
    var best: Int32?
    var rest = places
    while rest != 0 {
      best = max(best ?? Int32.min, points[half + rest.trailingZeroBitCount])
      rest &= rest - 1
    }
    return best
  }
}
