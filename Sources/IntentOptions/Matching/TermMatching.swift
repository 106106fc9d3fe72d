/// Where and how well one term matches one text.
struct TermMatch {
  /// The number of ``MatchScore``.
  var score: Int

  /// Where the match starts; that of the first character.
  var place: Int
}

extension OptionsQuery.Term {
  /// Matches the term byte by byte, inversion left aside; nil when the text does not match.
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

  /// The same for a narrow term in a short text; where the match starts is left open.
  private func matchInPieces(in field: FoldedField, _ tier: MatchScore.Tier) -> TermMatch? {
    let points = text.withUnsafeBufferPointer {
      Alignment.bestPoints(of: $0, in: field, wordStartsOnly: tier == .wordPrefixes)
    }
    return points.map {
      TermMatch(
        score: MatchScore.value(tier, points: Int($0), length: field.count), place: 0)
    }
  }

  /// Matches the text in one piece, where the kind of term allows it to be.
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

  /// The first occurrence that starts a word, or else the first one.
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
