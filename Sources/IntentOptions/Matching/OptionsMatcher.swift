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

  /// The number of items that the last search looked at; fewer than all where it refined a result.
  private(set) var scannedCount = 0

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
    let size = IndexSegment.itemCount
    let count = earlier?.count ?? index.count
    return try Self.found(inParts: (count + size - 1) / size, isCancelled: isCancelled) { part in
      guard let earlier else { return index.segments[part].scan(for: query) }
      return index.scan(earlier[part * size..<min((part + 1) * size, count)], for: query)
    }
  }

  /// The number of parts whose matches are kept apart for a while.
  private static let partsAtOnce = 64

  /// What is found in some parts, in order.
  private static func found(
    inParts count: Int, isCancelled: () -> Bool,
    _ part: @escaping @Sendable (Int) -> [OptionsMatches.Match]
  ) throws(CancellationError) -> [OptionsMatches.Match] {
    var all: [OptionsMatches.Match] = []
    // Room that is not used takes no memory, unlike an array that has grown.
    if count > 1 { all.reserveCapacity(count * IndexSegment.itemCount) }
    for first in stride(from: 0, to: count, by: partsAtOnce) {
      let parts = try ParallelScan.map(
        count: min(partsAtOnce, count - first), isCancelled: isCancelled
      ) { part(first + $0) }
      for part in parts { all += part }
    }
    return all
  }
}
