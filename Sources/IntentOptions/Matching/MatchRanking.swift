import Synchronization

/// The rank of a match among others; a lower rank means further up.
struct MatchRank: Sendable, Hashable, Comparable {
  private let bits: UInt64

  @inline(__always) init(item: UInt32, score: UInt32) {
    bits = UInt64(~score) << 32 | UInt64(item)
  }

  var item: Int { Int(bits & 0xFFFF_FFFF) }
  var score: Int { Int(~UInt32(bits >> 32)) }

  /// The part of the rank that depends on the score; smaller for better matches.
  var key: Int { Int(bits >> 32) }

  static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

extension ArraySlice<OptionsMatches.Match> {
  /// The number of matches in each of the parts that are searched in parallel.
  ///
  /// Each part returns as many ranks as are requested of all parts together, so parts are
  /// worthwhile only if they have many more matches than that.
  private static func partCount(_ maximum: Int) -> Int { Swift.max(1 << 16, 64 * maximum) }

  /// The lowest ranks, in order; a few of many ranks are found without sorting the others.
  func lowestRanks(_ maximum: Int) -> [MatchRank] {
    guard maximum > 0 else { return [] }
    guard maximum < count / 4 else {
      return Array<MatchRank>(map(\.rank).sortedByRank().prefix(maximum))
    }
    let partCount = Self.partCount(maximum)
    if count <= partCount { return lowestRanksInOneGo(maximum) }
    let parts = try? ParallelScan.map(
      count: (count + partCount - 1) / partCount, isCancelled: { false }
    ) { number in
      let start = startIndex + number * partCount
      return self[start..<Swift.min(start + partCount, endIndex)].lowestRanksInOneGo(maximum)
    }
    return Array<MatchRank>((parts ?? []).joined().sorted().prefix(maximum))
  }

  private func lowestRanksInOneGo(_ maximum: Int) -> [MatchRank] {
    var kept = LowestRanks(maximum)
    for match in self { kept.add(match.rank) }
    return kept.inOrder()
  }
}

/// The lowest of many ranks.
private struct LowestRanks {
  private let maximum: Int
  private var kept: [MatchRank] = []

  /// The highest rank that can still be among the lowest ones, given the ranks so far.
  private var mark = MatchRank(item: .max, score: 0)

  init(_ maximum: Int) {
    self.maximum = maximum
  }

  @inline(__always) mutating func add(_ rank: MatchRank) {
    if rank <= mark { keep(rank) }
  }

  private mutating func keep(_ rank: MatchRank) {
    kept.append(rank)
    if kept.count >= maximum * 2 { shorten() }
  }

  private mutating func shorten() {
    kept.sort()
    guard kept.count >= maximum else { return }
    kept.removeSubrange(maximum...)
    mark = kept[maximum - 1]
  }

  mutating func inOrder() -> [MatchRank] {
    shorten()
    return kept
  }
}

extension [MatchRank] {
  /// The ranks in ascending order; the items of the given ranks must be in order.
  ///
  /// Many ranks are sorted by the digits of their scores, which is faster than comparing them.
  fileprivate func sortedByRank() -> [MatchRank] {
    guard count > 4_096, let least = self.min()?.key, let greatest = self.max()?.key else {
      return sorted()
    }
    var ranks = self
    var shift = 0
    while (greatest - least) >> shift > 0 {
      ranks = ranks.sortedByDigit(from: least, shift: shift)
      shift += Self.digitBits
    }
    return ranks
  }

  private static var digitBits: Int { 12 }

  /// The ranks, sorted by one digit of their keys; ranks with the same digit keep their order.
  private func sortedByDigit(from least: Int, shift: Int) -> [MatchRank] {
    let digits = 1 << Self.digitBits
    var places = [Int](repeating: 0, count: digits + 1)
    for rank in self { places[(rank.key - least) >> shift & (digits - 1) + 1] += 1 }
    for number in 1...digits { places[number] += places[number - 1] }
    return [MatchRank](unsafeUninitializedCapacity: count) { buffer, initialized in
      for rank in self {
        let number = (rank.key - least) >> shift & (digits - 1)
        buffer.initializeElement(at: places[number], to: rank)
        places[number] += 1
      }
      initialized = count
    }
  }
}

/// Keeps results about the order of matches, so that they are computed only once.
final class RankCache: Sendable {
  private struct Found {
    /// The first ranks, in order, of each section for which any were requested.
    var ranks: [Int: [MatchRank]] = [:]
    var sections: FoundSections?
    var rows: [OptionsMatches.SectionRows]?
  }

  /// The minimum number of ranks to compute at once: a few pages of a list.
  private static let minimumCount = 128

  private let found = Mutex(Found())

  /// The sections; only the first call gets them from the closure.
  func sections(_ find: () -> FoundSections) -> FoundSections {
    if let sections = found.withLock({ $0.sections }) { return sections }
    let sections = find()
    found.withLock { $0.sections = sections }
    return sections
  }

  /// The rows of the sections; only the first call gets them from the closure.
  func rows(_ find: () -> [OptionsMatches.SectionRows]) -> [OptionsMatches.SectionRows] {
    if let rows = found.withLock({ $0.rows }) { return rows }
    let rows = find()
    found.withLock { $0.rows = rows }
    return rows
  }

  /// The first ranks of a section: at least `count`, if the section has that many.
  ///
  /// - Parameter find: Returns the first ranks, as many as are requested. The number grows with
  ///   each call, so that scrolling through a long list does not compute each page separately.
  func ranks(_ count: Int, ofSection section: Int, _ find: (Int) -> [MatchRank]) -> [MatchRank] {
    let known = found.withLock { $0.ranks[section] } ?? []
    if known.count >= count { return known }
    let ranks = find(max(count, known.count * 4, Self.minimumCount))
    found.withLock { $0.ranks[section] = ranks }
    return ranks
  }
}
