/// Searches a prepared collection, each time starting from the last result where that is enough.
///
/// Display texts and identifiers are searched. A match of the whole text comes before one at its
/// start, then at the start of a word, then in pieces that each start a word, then inside a word,
/// then of scattered letters; a match in the display text comes before the same in an identifier.
///
/// It is a value: a copy searches on its own.
public struct OptionsMatcher: Sendable {
  /// The prepared collection.
  public let index: OptionsIndex

  /// The last result, which a longer term refines.
  private var last: OptionsMatches?

  /// Makes a matcher for a prepared collection.
  public init(_ index: OptionsIndex) {
    self.index = index
  }

  /// Prepares a collection and makes a matcher for it.
  ///
  /// - Throws: `CancellationError` when the closure says that nobody waits any more.
  public init(
    _ collection: OptionsCollection, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) {
    self.init(try OptionsIndex(collection, isCancelled: isCancelled))
  }

  /// Finds the items that match a term; see ``OptionsQuery`` for what terms can say.
  ///
  /// A cancelled search leaves the last result as it was.
  ///
  /// - Throws: `CancellationError` when the closure says that nobody waits any more.
  public mutating func search(
    _ term: String, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) -> OptionsMatches {
    try search(OptionsQuery(term), isCancelled: isCancelled)
  }

  /// Finds the items that match a query.
  ///
  /// A cancelled search leaves the last result as it was.
  ///
  /// - Throws: `CancellationError` when the closure says that nobody waits any more.
  public mutating func search(
    _ query: OptionsQuery, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) -> OptionsMatches {
    if isCancelled() { throw CancellationError() }
    let found = try matches(of: query, isCancelled: isCancelled)
    let result = OptionsMatches(query: query, index: index, matches: found)
    last = result
    return result
  }

  private func matches(
    of query: OptionsQuery, isCancelled: () -> Bool
  ) throws(CancellationError) -> [OptionsMatches.Match]? {
    if query.isEmpty { return nil }
    if let last, last.query == query { return last.matches }
    if let earlier = last.flatMap({ query.refines($0.query) ? $0.matches : nil }) {
      let size = IndexSegment.itemCount
      return try ParallelScan.map(
        count: (earlier.count + size - 1) / size, isCancelled: isCancelled
      ) { part in
        index.scan(earlier[part * size..<min((part + 1) * size, earlier.count)], for: query)
      }.joinedInOrder()
    }
    return try ParallelScan.map(count: index.segments.count, isCancelled: isCancelled) { number in
      index.segments[number].scan(for: query)
    }.joinedInOrder()
  }
}

extension IndexSegment {
  /// The items that match, in order.
  func scan(for query: OptionsQuery) -> [OptionsMatches.Match] {
    var found: [OptionsMatches.Match] = []
    var scratch = Alignment.Scratch(estimates: true)
    withReader { reader in
      for item in first..<first + masks.count {
        if let match = query.match(item, in: reader, scratch: &scratch) { found.append(match) }
      }
    }
    return found
  }
}

extension OptionsIndex {
  /// Those of an earlier result's items that match, in order.
  func scan(
    _ earlier: ArraySlice<OptionsMatches.Match>, for query: OptionsQuery
  ) -> [OptionsMatches.Match] {
    var found: [OptionsMatches.Match] = []
    var scratch = Alignment.Scratch(estimates: true)
    var rest = earlier
    while let next = rest.first {
      let number = Int(next.item) / IndexSegment.itemCount
      segments[number].withReader { reader in
        while let item = rest.first.map({ Int($0.item) }),
          item / IndexSegment.itemCount == number
        {
          rest.removeFirst()
          if let match = query.match(item, in: reader, scratch: &scratch) { found.append(match) }
        }
      }
    }
    return found
  }

  /// How well an item that matches a query does so, without estimates.
  func score(of item: Int, for query: OptionsQuery, scratch: inout Alignment.Scratch) -> Int {
    withFields(of: item) { query.score($0, $1, scratch: &scratch) } ?? 0
  }
}

extension [[OptionsMatches.Match]] {
  fileprivate func joinedInOrder() -> [OptionsMatches.Match] {
    var all: [OptionsMatches.Match] = []
    all.reserveCapacity(reduce(0) { $0 + $1.count })
    for part in self { all += part }
    return all
  }
}

extension OptionsQuery {
  /// The match of an item, perhaps estimated; nil when it does not match.
  @inline(__always) fileprivate func match(
    _ item: Int, in reader: IndexSegment.Reader, scratch: inout Alignment.Scratch
  ) -> OptionsMatches.Match? {
    guard reader.mask(item) & mask == mask else { return nil }
    scratch.hasEstimated = false
    let score = score(reader.display(item), reader.identifier(item), scratch: &scratch)
    return score.map {
      OptionsMatches.Match(item: UInt32(item), score: $0, isEstimate: scratch.hasEstimated)
    }
  }
}

extension OptionsQuery {
  /// How well the query matches an item, as the mean of its terms; nil when it does not.
  @inline(__always) func score(
    _ display: FoldedField, _ identifier: FoldedField, scratch: inout Alignment.Scratch
  ) -> Int? {
    var total = 0
    for terms in alternatives {
      var best: Int?
      for term in terms {
        let score = term.score(display, identifier, scratch: &scratch)
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
  /// How well the term, inversion left aside, matches one of two texts; nil when it does not.
  @inline(__always) fileprivate func score(
    _ display: FoldedField, _ identifier: FoldedField, scratch: inout Alignment.Scratch
  ) -> Int? {
    let shown = match(in: display, scratch: &scratch).map { $0.score + MatchScore.displayBonus }
    if identifier.count == 0 { return shown }
    let identity = match(in: identifier, scratch: &scratch)?.score
    guard let shown, let identity else { return shown ?? identity }
    return max(shown, identity)
  }
}
