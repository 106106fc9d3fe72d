import Synchronization

/// What was found out about the order of matches, so that it is found out once.
final class RankShelf: Sendable {
  private struct Found {
    /// The first ranks of each section that was asked for, in order.
    var ranks: [Int: [MatchRank]] = [:]
    var sections: [OptionsMatches.SectionRows]?
  }

  /// The least number of ranks to find at once: a few pages of a list.
  private static let leastCount = 128

  private let found = Mutex(Found())

  /// The sections, from a closure the first time.
  func sections(_ find: () -> [OptionsMatches.SectionRows]) -> [OptionsMatches.SectionRows] {
    if let sections = found.withLock({ $0.sections }) { return sections }
    let sections = find()
    found.withLock { $0.sections = sections }
    return sections
  }

  /// At least a number of the first ranks of a section, where it has so many.
  ///
  /// - Parameter find: Gives the first ranks; it is asked for more each time, so that going through a
  ///   long list page by page does not find each page anew.
  func ranks(_ count: Int, ofSection section: Int, _ find: (Int) -> [MatchRank]) -> [MatchRank] {
    let known = found.withLock { $0.ranks[section] } ?? []
    if known.count >= count { return known }
    let ranks = find(max(count, known.count * 4, Self.leastCount))
    found.withLock { $0.ranks[section] = ranks }
    return ranks
  }
}
