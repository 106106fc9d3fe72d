/// Where a match stands among others: the lower, the further up.
struct MatchRank: Sendable, Hashable, Comparable {
  private let bits: UInt64

  init(item: UInt32, score: Int) {
    bits = UInt64(UInt32(Int32.max) - UInt32(score)) << 32 | UInt64(item)
  }

  var item: Int { Int(bits & 0xFFFF_FFFF) }
  var score: Int { Int(Int32.max) - Int(bits >> 32) }

  /// The part that says how good the match is; smaller for better ones.
  var key: Int { Int(bits >> 32) }

  static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

/// Puts matches in order, and finds out how good they are where that was only estimated.
struct MatchRanking: Sendable {
  let query: OptionsQuery
  let index: OptionsIndex?

  /// The number of matches from which on all are ranked on all processors.
  private static let partCount = 16_384

  /// The lowest ranks in order, without putting all the others in order.
  func lowest(_ maximum: Int, of matches: ArraySlice<OptionsMatches.Match>) -> [MatchRank] {
    guard maximum > 0 else { return [] }
    guard maximum < matches.count / 4 else {
      return Array(allRanks(of: matches).sortedByRank().prefix(maximum))
    }
    var scratch = Alignment.Scratch()
    var kept: [MatchRank] = []
    var worst: MatchRank?
    // An estimate is never too low, so that what it keeps out would not have come in.
    for match in matches where worst.map({ match.rank < $0 }) ?? true {
      let rank = rank(of: match, scratch: &scratch)
      if let worst, rank >= worst { continue }
      kept.append(rank)
      if kept.count >= maximum * 2 {
        kept.sort()
        kept.removeSubrange(maximum...)
        worst = kept[maximum - 1]
      }
    }
    kept.sort()
    return Array(kept.prefix(maximum))
  }

  /// How many of some matches stand above one of them.
  func position(
    of match: OptionsMatches.Match, in matches: ArraySlice<OptionsMatches.Match>
  ) -> Int {
    var scratch = Alignment.Scratch()
    let own = rank(of: match, scratch: &scratch)
    var count = 0
    for other in matches where other.rank < own {
      if rank(of: other, scratch: &scratch) < own { count += 1 }
    }
    return count
  }

  private func rank(
    of match: OptionsMatches.Match, scratch: inout Alignment.Scratch
  ) -> MatchRank {
    guard match.isEstimate, let index else { return match.rank }
    let score = index.score(of: Int(match.item), for: query, scratch: &scratch)
    return MatchRank(item: match.item, score: score)
  }

  /// The ranks of all, in the order of the provider.
  private func allRanks(of matches: ArraySlice<OptionsMatches.Match>) -> [MatchRank] {
    let size = Self.partCount
    let parts = try? ParallelScan.map(
      count: (matches.count + size - 1) / size, isCancelled: { false }
    ) { part in
      let start = matches.startIndex + part * size
      var scratch = Alignment.Scratch()
      return matches[start..<min(start + size, matches.endIndex)].map {
        rank(of: $0, scratch: &scratch)
      }
    }
    return Array((parts ?? []).joined())
  }
}

extension [MatchRank] {
  /// The ranks in order; they have to be in the order of their items.
  ///
  /// Many are put in order by the digits of their scores, which is faster than comparing them.
  fileprivate func sortedByRank() -> [MatchRank] {
    guard count > 4_096, let least = self.min()?.key, let greatest = self.max()?.key else {
      return sorted()
    }
    var ranks = self
    var shift = 0
    while (greatest - least) >> shift > 0 {
      ranks = ranks.sortedByDigit { ($0.key - least) >> shift & 0xFFF }
      shift += 12
    }
    return ranks
  }

  /// The ranks by one digit of 12 bits; equal ones keep their order.
  private func sortedByDigit(_ digit: (MatchRank) -> Int) -> [MatchRank] {
    var places = [Int](repeating: 0, count: 0x1001)
    for rank in self { places[digit(rank) + 1] += 1 }
    for number in 1...0x1000 { places[number] += places[number - 1] }
    return [MatchRank](unsafeUninitializedCapacity: count) { buffer, initialized in
      for rank in self {
        let number = digit(rank)
        buffer.initializeElement(at: places[number], to: rank)
        places[number] += 1
      }
      initialized = count
    }
  }
}
