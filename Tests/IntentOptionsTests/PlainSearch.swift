@testable import IntentOptions

// The search said as plainly as possible, for comparing with.

extension OptionsQuery {
  /// How well the query matches an item, as the mean of its terms; nil when it does not.
  func score(
    _ display: FoldedField, _ identifier: FoldedField, _ subtitle: FoldedField? = nil,
    scratch: inout Alignment.Scratch
  ) -> Int? {
    var total = 0
    for terms in alternatives {
      var best: Int?
      for term in terms {
        let score = term.score(display, identifier, subtitle, scratch: &scratch)
        if term.isInverse {
          best = score == nil ? best ?? 0 : best
        } else if let score {
          best = max(best ?? 0, score)
        }
      }
      guard let best else { return nil }
      total += best
    }
    return total / max(1, alternatives.count)
  }
}

extension OptionsQuery.Term {
  /// How well the term, inversion left aside, matches one of three texts; nil when it does not.
  fileprivate func score(
    _ display: FoldedField, _ identifier: FoldedField, _ subtitle: FoldedField?,
    scratch: inout Alignment.Scratch
  ) -> Int? {
    let shown = match(in: display, scratch: &scratch).map { $0.score + MatchScore.displayBonus }
    let identity = identifier.count == 0 ? nil : match(in: identifier, scratch: &scratch)?.score
    // Worth a sixteenth, which is less than any match in a display text.
    let below = subtitle.flatMap { match(in: $0, scratch: &scratch) }.map { $0.score / 16 }
    return [shown, identity, below].compactMap { $0 }.max()
  }
}
