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

  /// The number of items between two looks at whether the search is cancelled.
  private static let itemsPerCheck = 2048

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
    let earlier = last.flatMap { query.refines($0.query) ? $0.matches : nil }
    let total = earlier?.count ?? index.count
    var found: [OptionsMatches.Match] = []
    var scratch = Alignment.Scratch()
    for start in stride(from: 0, to: total, by: Self.itemsPerCheck) {
      if isCancelled() { throw CancellationError() }
      let range = start..<min(start + Self.itemsPerCheck, total)
      index.scan(range, of: earlier, for: query, into: &found, scratch: &scratch)
    }
    return found
  }
}

extension OptionsIndex {
  /// Matches some items, all of them or those of an earlier result, in order.
  ///
  /// Ranges can be scanned apart from one another and put together in order.
  func scan(
    _ range: Range<Int>, of earlier: [OptionsMatches.Match]?, for query: OptionsQuery,
    into found: inout [OptionsMatches.Match], scratch: inout Alignment.Scratch
  ) {
    arena.bytes.withUnsafeBufferPointer { bytes in
      arena.wordStarts.withUnsafeBufferPointer { starts in
        for position in range {
          let item = earlier.map { Int($0[position].item) } ?? position
          guard masks[item] & query.mask == query.mask else { continue }
          let fields = fields(of: item, bytes: bytes, starts: starts)
          guard let score = query.score(fields.0, fields.1, scratch: &scratch) else { continue }
          found.append(OptionsMatches.Match(item: UInt32(item), score: Int32(score)))
        }
      }
    }
  }

  @inline(__always) private func fields(
    of item: Int, bytes: UnsafeBufferPointer<UInt8>, starts: UnsafeBufferPointer<UInt64>
  ) -> (FoldedField, FoldedField) {
    let display = Int(offsets[item * 2])
    let identifier = Int(offsets[item * 2 + 1])
    let end = Int(offsets[item * 2 + 2])
    return (
      FoldedField(arena: bytes, wordStarts: starts, range: display..<identifier),
      FoldedField(arena: bytes, wordStarts: starts, range: identifier..<end)
    )
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
