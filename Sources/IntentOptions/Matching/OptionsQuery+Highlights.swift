extension OptionsQuery {
  /// The characters of a text that the query matches, as ascending offsets of characters.
  ///
  /// Terms that do not occur in the text, such as those found in the identifier only, and terms
  /// that must not occur contribute nothing.
  public func highlights(in text: String) -> [Int] {
    guard !isEmpty else { return [] }
    var arena = FoldedArena()
    var owners: [Int] = []
    // Of printable ASCII each character is a byte, folded or not.
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) {
      arena.append(text)
      owners = Array(0..<arena.bytes.count)
    } else {
      for (offset, character) in text.enumerated() {
        arena.append(String(character))
        owners.append(contentsOf: repeatElement(offset, count: arena.bytes.count - owners.count))
      }
    }
    arena.seal()
    let places = arena.withField { field in
      alternatives.flatMap { bestPlaces(of: $0, in: field) }
    }
    return Set(places.map { owners[$0] }).sorted()
  }

  /// The bytes of the best of several terms.
  private func bestPlaces(of terms: [Term], in field: FoldedField) -> [Int] {
    var scratch = Alignment.Scratch()
    var best: (score: Int, term: Term, place: Int)?
    for term in terms where !term.isInverse {
      guard let match = term.match(in: field, scratch: &scratch) else { continue }
      if match.score > best?.score ?? -1 { best = (match.score, term, match.place) }
    }
    guard let best else { return [] }
    return best.term.places(of: best.score, at: best.place, in: field, scratch: &scratch)
  }
}

extension OptionsQuery.Term {
  /// The bytes of a match that was found.
  fileprivate func places(
    of score: Int, at place: Int, in field: FoldedField, scratch: inout Alignment.Scratch
  ) -> [Int] {
    let tier = MatchScore.tier(of: score)
    let isInPieces = kind == .fuzzy && (tier == .scattered || tier == .wordPrefixes)
    guard isInPieces else { return Array(place..<place + text.count) }
    let alignment = Alignment.best(
      of: self, in: field, wordStartsOnly: tier == .wordPrefixes, tracing: true, scratch: &scratch)
    guard let alignment else { return [] }
    return zip(alignment.places, characterLengths).flatMap { Array($0..<$0 + $1) }
  }
}
