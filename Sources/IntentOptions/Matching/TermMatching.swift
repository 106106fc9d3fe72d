import CMatching

/// The position and the score of the match of one term in one text.
struct TermMatch {
  /// The score; see ``MatchScore``.
  var score: Int

  /// The start of the match: the position of its first character.
  var place: Int
}

extension OptionsQuery.Term {
  /// Matches the term byte by byte, ignoring whether it is inverse; nil if the text does not match.
  func match(
    in field: FoldedField, scratch: inout Alignment.Scratch
  ) -> TermMatch? {
    guard text.count <= field.count else { return nil }
    let piece = text.withUnsafeBufferPointer { matchInOnePiece($0, in: field) }
    guard kind == .fuzzy, characterEnds.count > 1 else { return piece }
    if let piece, MatchScore.tier(of: piece.score) >= .wordStart { return piece }
    if let words = matchInPieces(in: field, .wordPrefixes, scratch: &scratch) { return words }
    return piece ?? matchInPieces(in: field, .scattered, scratch: &scratch)
  }

  private func matchInPieces(
    in field: FoldedField, _ tier: MatchScore.Tier, scratch: inout Alignment.Scratch
  ) -> TermMatch? {
    if isNarrow && field.count <= FoldedField.bitCount { return matchInPieces(in: field, tier) }
    return Alignment.best(
      of: self, in: field, wordStartsOnly: tier == .wordPrefixes, scratch: &scratch
    ).map { alignment in
      let score = MatchScore.value(tier, points: Int(alignment.points), length: field.count)
      return TermMatch(score: score, place: alignment.places.first ?? 0)
    }
  }

  /// The match of a narrow term in a short text; its place is not computed, and is 0.
  private func matchInPieces(in field: FoldedField, _ tier: MatchScore.Tier) -> TermMatch? {
    let points = text.withUnsafeBufferPointer {
      Alignment.bestPoints(of: $0, in: field, wordStartsOnly: tier == .wordPrefixes)
    }
    return points.map {
      TermMatch(
        score: MatchScore.value(tier, points: Int($0), length: field.count), place: 0)
    }
  }

  /// Matches the term in one piece, at the positions that its kind allows.
  @inline(__always) private func matchInOnePiece(
    _ text: UnsafeBufferPointer<UInt8>, in field: FoldedField
  ) -> TermMatch? {
    switch kind {
    case .fuzzy, .exact: bestOccurrence(of: text, in: field, wholeWords: false)
    case .boundary: bestOccurrence(of: text, in: field, wholeWords: true)
    case .prefix: field.has(text, at: 0) ? found(at: 0, in: field) : nil
    case .whole: text.count == field.count && field.has(text, at: 0) ? found(at: 0, in: field) : nil
    case .suffix:
      field.has(text, at: field.count - text.count)
        ? found(at: field.count - text.count, in: field) : nil
    }
  }

  /// The first occurrence that starts a word, or else the first occurrence.
  @inline(__always) private func bestOccurrence(
    of text: UnsafeBufferPointer<UInt8>, in field: FoldedField, wholeWords: Bool
  ) -> TermMatch? {
    var first: Int?
    var start = 0
    while let index = field.firstIndex(of: text, from: start) {
      start = index + 1
      if wholeWords && !(field.isWordStart(index) && field.isWordEnd(index + text.count)) {
        continue
      }
      if field.isWordStart(index) { return found(at: index, in: field) }
      if first == nil { first = index }
    }
    return first.map { found(at: $0, in: field) }
  }

  @inline(__always) func found(at index: Int, in field: FoldedField) -> TermMatch {
    let tier: MatchScore.Tier =
      if index == 0 {
        text.count == field.count ? .whole : .prefix
      } else {
        field.isWordStart(index) ? .wordStart : .inside
      }
    let score = MatchScore.value(tier, at: index, length: field.count)
    return TermMatch(score: score, place: index)
  }
}

extension FoldedField {
  /// The maximum length of a text that is matched many bytes at a time.
  static let bitCount = Int(CMATCHING_LONGEST_TEXT)

  /// The positions where words start in a text of at most ``bitCount`` bytes; the start of the text
  /// always counts.
  var wordStartBits: UInt64 {
    let word = offset >> 6
    let shift = UInt64(offset & 63)
    let low = wordStarts[word] &>> shift
    let high = (wordStarts[word + 1] << 1) &<< (63 &- shift)
    return (low | high | 1) & ~(~0 << UInt64(count))
  }

  /// The positions at which a byte occurs in a text of at most ``bitCount`` bytes.
  func places(of byte: UInt8) -> UInt64 {
    // The arena is sealed, so there are enough readable bytes after each text.
    bytes.baseAddress.map { cmatching_places($0, count, byte) } ?? 0
  }
}

extension OptionsQuery.Term {
  /// Whether the term can be matched many bytes at a time: its characters are single bytes, and
  /// they match in order or in one piece.
  static func isNarrow(_ text: [UInt8], _ ends: [Int], _ kind: OptionsQuery.Kind) -> Bool {
    text.count == ends.count && text.count <= FoldedField.bitCount
      && (kind == .fuzzy || kind == .exact)
  }
}

/// A term prepared for matching in many items.
struct ReadyTerm {
  /// The number of items that are matched together, so that their memory stays in the cache.
  private static let batchCount = 256

  private let term: OptionsQuery.Term

  /// The term for matching many bytes at a time; nil if that is not possible.
  private let narrow: cmatching_term?

  /// Prepares a term, given a pointer to its text.
  init(_ term: OptionsQuery.Term, _ text: UnsafeBufferPointer<UInt8>) {
    self.term = term
    let worth = cmatching_worth(
      word_start: UInt8(MatchScore.wordStartBonus), adjacent: UInt8(MatchScore.consecutiveBonus),
      gap: UInt8(MatchScore.gapPenalty))
    let narrow = cmatching_term(
      bytes: text.baseAddress, count: text.count, in_pieces: term.kind == .fuzzy ? 1 : 0,
      display_bonus: Int32(MatchScore.displayBonus), worth: worth)
    self.narrow = term.isNarrow ? narrow : nil
  }

  /// Matches the items that have the given classes of characters, in order.
  ///
  /// - Parameter take: Is called with each item and its score, which is below 0 if the term does
  ///   not match.
  @inline(__always) func match(
    _ items: some Sequence<UInt32>, having mask: UInt64, in reader: IndexSegment.Reader,
    _ take: (UInt32, Int) -> Void
  ) {
    guard var narrow else {
      for item in items where reader.mask(item) & mask == mask {
        take(item, inverted(scoreByBytes(of: item, in: reader)))
      }
      return
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.batchCount) { numbers in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.batchCount) { scores in
        var count = 0
        func finish() {
          reader.find(&narrow, numbers, count, scores)
          for place in 0..<count {
            let item = numbers[place] &+ reader.first
            let score =
              scores[place] == .max ? scoreByBytes(of: item, in: reader) : Int(scores[place])
            take(item, inverted(score))
          }
          count = 0
        }
        // There is no branch here, because it would often be mispredicted.
        for item in items {
          numbers[count] = item &- reader.first
          count &+= reader.mask(item) & mask == mask ? 1 : 0
          if count == Self.batchCount { finish() }
        }
        finish()
      }
    }
  }

  @inline(__always) private func inverted(_ score: Int) -> Int {
    term.isInverse ? (score >= 0 ? -1 : 0) : score
  }

  /// The score of an item, ignoring whether the term is inverse; below 0 if the item does not
  /// match.
  @inline(never) private func scoreByBytes(of item: UInt32, in reader: IndexSegment.Reader) -> Int {
    var scratch = Alignment.Scratch()
    let (display, identifier, subtitle) = reader.texts(of: item)
    let shown = term.match(in: display, scratch: &scratch).map {
      $0.score + MatchScore.displayBonus
    }
    let identity = identifier.count > 0 ? term.match(in: identifier, scratch: &scratch)?.score : nil
    let below =
      subtitle.count > 0
      ? term.match(in: subtitle, scratch: &scratch).map { $0.score >> MatchScore.subtitleShift }
      : nil
    return max(shown ?? -1, identity ?? -1, below ?? -1)
  }
}
