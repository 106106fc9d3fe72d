/// Searches a prepared collection, starting from the last result if possible.
///
/// Display texts, identifiers and subtitles are searched. A match of the whole text comes before
/// one at its start, then at the start of a word, then in pieces that each start a word, then
/// inside a word, then of scattered letters. A match in the display text comes before the same
/// match in an identifier, and before every match in a subtitle.
///
/// It is a value: copies search independently.
public struct OptionsMatcher: Sendable {
  /// The prepared collection.
  public let index: OptionsIndex

  /// The last result, which a longer term can refine.
  private var last: OptionsMatches?

  /// The number of items that the last search examined; fewer than all if it refined a result.
  private(set) var scannedCount = 0

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
    if isCancelled() { throw CancellationError() }
    let earlier = last.flatMap { query.refines($0.query) ? $0.matches : nil }
    let found = try matches(of: query, among: earlier, isCancelled: isCancelled)
    scannedCount = query.isEmpty || query == last?.query ? 0 : earlier?.count ?? index.count
    let result = OptionsMatches(query: query, layout: index.layout, matches: found)
    last = result
    return result
  }

  private func matches(
    of query: OptionsQuery, among earlier: [OptionsMatches.Match]?, isCancelled: () -> Bool
  ) throws(CancellationError) -> [OptionsMatches.Match]? {
    if query.isEmpty { return nil }
    if let last, last.query == query { return last.matches }
    let index = index
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

extension [OptionsMatches.Match] {
  /// The matches in all parts, in order.
  ///
  /// All parts are searched in parallel, and each writes to the room for all its items. Then the
  /// gaps are closed. Room that is not written to takes no memory.
  ///
  /// - Parameters:
  ///   - parts: The consecutive ranges of the room of each part, from 0.
  ///   - scan: Writes the matches of a part to its room and returns their number.
  fileprivate static func found(
    inParts parts: [Range<Int>], isCancelled: () -> Bool,
    _ scan: @escaping @Sendable (Int, UnsafeMutableBufferPointer<Element>) -> Int
  ) throws(CancellationError) -> Self {
    do {
      return try Self(unsafeUninitializedCapacity: parts.last?.upperBound ?? 0) { room, count in
        // Parts write to different ranges, and all have ended before this closure ends.
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
