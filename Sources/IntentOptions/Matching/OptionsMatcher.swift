/// Searches a prepared collection, starting from the last result if possible.
///
/// It searches display texts, identifiers and subtitles. A match of the whole text comes first,
/// then one at the start of the text, at the start of a word, in pieces that each start a word,
/// inside a word, and last a match of scattered letters. A match in a display text comes before the
/// same match in an identifier, and before every match in a subtitle.
///
/// A matcher is a value: copies search independently.
public struct OptionsMatcher: Sendable {
  /// The prepared collection.
  public let index: OptionsIndex

  /// The last result, which a search for a longer term can narrow.
  private var last: OptionsMatches?

  /// Makes a matcher for a prepared collection.
  public init(_ index: OptionsIndex) {
    self.index = index
  }

  /// Prepares a collection and makes a matcher for it.
  ///
  /// - Throws: `CancellationError` if the closure returns true.
  public init(
    _ collection: OptionsCollection, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) {
    self.init(try OptionsIndex(collection, isCancelled: isCancelled))
  }

  /// Finds the items that match a term; see ``OptionsQuery`` for the syntax of terms.
  ///
  /// A cancelled search does not change the last result.
  ///
  /// - Throws: `CancellationError` if the closure returns true.
  public mutating func search(
    _ term: String, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) -> OptionsMatches {
    try search(OptionsQuery(term), isCancelled: isCancelled)
  }

  /// Finds the items that match a query.
  ///
  /// A cancelled search does not change the last result.
  ///
  /// - Throws: `CancellationError` if the closure returns true.
  public mutating func search(
    _ query: OptionsQuery, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) -> OptionsMatches {
    try search(query, refining: [], isCancelled: isCancelled)
  }

  /// Finds the items that match a query, within an earlier result if possible.
  ///
  /// A cancelled search does not change the last result.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - others: Earlier results of this matcher or of a copy; like the last result, they can be
  ///     narrowed by the query. Do not pass results for a different collection, in which the same
  ///     numbers mean different items.
  ///   - isCancelled: Returns whether to stop searching.
  /// - Throws: `CancellationError` if the closure returns true.
  package mutating func search(
    _ query: OptionsQuery, refining others: [OptionsMatches],
    isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) -> OptionsMatches {
    if isCancelled() { throw CancellationError() }
    let earlier = earlierMatches(for: query, refining: others)
    let found = try matches(of: query, among: earlier, isCancelled: isCancelled)
    let result = OptionsMatches(query: query, layout: index.layout, matches: found)
    last = result
    return result
  }

  /// The smallest known result that includes all matches of a query: the last result or another
  /// one; nil if all items must be examined.
  func earlierMatches(
    for query: OptionsQuery, refining others: [OptionsMatches] = []
  ) -> [OptionsMatches.Match]? {
    let known = (last.map { [$0] } ?? []) + others
    return known.filter { query.refines($0.query) }.compactMap(\.matches)
      .min { $0.count < $1.count }
  }

  private func matches(
    of query: OptionsQuery, among earlier: [OptionsMatches.Match]?, isCancelled: () -> Bool
  ) throws(CancellationError) -> [OptionsMatches.Match]? {
    if query.isEmpty { return nil }
    if let last, last.query == query { return last.matches }
    let index = index
    let query = index.rarestFirst(query, among: earlier)
    guard let earlier else {
      return try Matches.found(
        inParts: index.parts.map { index.items(of: $0) }, isCancelled: isCancelled
      ) { part, found in index.scan(index.parts[part], for: query, into: found) }
    }
    let parts = stride(from: 0, to: earlier.count, by: IndexSegment.itemCount).map {
      $0..<min($0 + IndexSegment.itemCount, earlier.count)
    }
    return try Matches.found(inParts: parts, isCancelled: isCancelled) { part, found in
      index.scan(earlier[parts[part]], for: query, into: found)
    }
  }

  private typealias Matches = [OptionsMatches.Match]
}

extension OptionsIndex {
  /// The number of items from which the frequency of a term is estimated.
  private static let sampleCount = 256

  /// The query with its terms in a faster order: the first term leaves few items for the other
  /// terms.
  ///
  /// The matches do not depend on the order of the terms.
  fileprivate func rarestFirst(
    _ query: OptionsQuery, among earlier: [OptionsMatches.Match]?
  ) -> OptionsQuery {
    let count = earlier?.count ?? count
    guard query.alternatives.count > 1, count > 16 * Self.sampleCount else { return query }
    let sample = (0..<Self.sampleCount).map { number in
      let place = number * (count / Self.sampleCount)
      return earlier.map { $0[place] } ?? OptionsMatches.Match(item: UInt32(place), score: 0)
    }
    let frequencies = query.alternatives.map { terms in
      withUnsafeTemporaryAllocation(of: OptionsMatches.Match.self, capacity: sample.count) {
        scan(sample[...], for: OptionsQuery(alternatives: [terms]), into: $0)
      }
    }
    let order = frequencies.indices.sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    return OptionsQuery(alternatives: order.map { query.alternatives[$0] })
  }
}

extension [OptionsMatches.Match] {
  /// The matches in all parts, in order.
  ///
  /// All parts are searched in parallel, and each writes to memory that has room for all its items.
  /// After that, the gaps are closed. The system provides memory only when it is written to.
  ///
  /// - Parameters:
  ///   - parts: The consecutive ranges of memory for the parts, starting at 0.
  ///   - scan: Writes the matches of a part to its memory and returns their number.
  fileprivate static func found(
    inParts parts: [Range<Int>], isCancelled: () -> Bool,
    _ scan: @escaping @Sendable (Int, UnsafeMutableBufferPointer<Element>) -> Int
  ) throws(CancellationError) -> Self {
    do {
      return try Self(unsafeUninitializedCapacity: parts.last?.upperBound ?? 0) { room, count in
        // The parts write to different ranges, and all of them have ended before this closure ends.
        nonisolated(unsafe) let shared = room
        let counts = try ParallelScan.map(count: parts.count, isCancelled: isCancelled) { part in
          scan(part, UnsafeMutableBufferPointer(rebasing: shared[parts[part]]))
        }
        for (part, found) in zip(parts, counts) {
          // The two ranges may overlap.
          if count < part.lowerBound, let start = room.baseAddress {
            (start + count).update(from: start + part.lowerBound, count: found)
          }
          count += found
        }
      }
    } catch {
      throw CancellationError()
    }
  }
}
