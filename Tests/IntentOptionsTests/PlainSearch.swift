@testable import IntentOptions

// The simplest implementation of the search, for comparison.

extension OptionsQuery {
  /// The query's score for an item: the mean of the scores of its terms; nil if the query does not
  /// match.
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
  /// The term's best score for three texts, ignoring inversion; nil if the term does not match.
  fileprivate func score(
    _ display: FoldedField, _ identifier: FoldedField, _ subtitle: FoldedField?,
    scratch: inout Alignment.Scratch
  ) -> Int? {
    let shown = match(in: display, scratch: &scratch).map { $0.score + MatchScore.displayBonus }
    let identity = identifier.count == 0 ? nil : match(in: identifier, scratch: &scratch)?.score
    // A sixteenth of the score: less than the score of any match in a display text.
    let below = subtitle.flatMap { match(in: $0, scratch: &scratch) }.map { $0.score / 16 }
    return [shown, identity, below].compactMap { $0 }.max()
  }
}
