public import IntentOptions

/// Searches one long list outside of the form, so that the form stays responsive.
///
/// The first search prepares the list, whatever the term. Later searches refine the last result
/// where possible.
public actor OptionsFinder {
  /// The list.
  public nonisolated let collection: OptionsCollection

  private var matcher: OptionsMatcher?

  /// The most recent results with their terms, the newest last.
  private var recent: [(term: String, found: OptionsMatches)] = []
  private let maximumRecent: Int

  /// The number of rows that are sorted before a form asks for them.
  private static let pageCount = 100
  /// The maximum number of matches in all recent results combined, which limits their memory.
  private static let maximumMatches = 2_000_000

  /// Makes a finder of a list.
  ///
  /// - Parameters:
  ///   - collection: The list.
  ///   - maximumRecent: The number of results to keep, for callers that page through them while
  ///     other callers search for other terms.
  public init(_ collection: OptionsCollection, keeping maximumRecent: Int = 0) {
    self.collection = collection
    self.maximumRecent = maximumRecent
  }

  /// The choices that match a term, with the requested rows already sorted; all choices for an
  /// empty term.
  ///
  /// - Parameters:
  ///   - term: The term to search for.
  ///   - rows: The requested rows; nil for the rows that a form shows first.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func matches(of term: String, rows: Range<Int>? = nil) throws -> OptionsMatches {
    if matcher == nil { matcher = try OptionsMatcher(collection) }
    if let known = recent.firstIndex(where: { $0.term == term }) {
      recent.append(recent.remove(at: known))
      return recent[recent.count - 1].found
    }
    guard !term.isEmpty,
      let found = try matcher?.search(OptionsQuery(term), refining: recent.map(\.found))
    else {
      return OptionsMatches(all: collection)
    }
    // The matches cache the rows that are computed here.
    _ = found.rows(rows ?? 0..<Self.pageCount)
    keep(found, for: term)
    return found
  }

  private func keep(_ found: OptionsMatches, for term: String) {
    guard maximumRecent > 0, found.count <= Self.maximumMatches else { return }
    recent.append((term, found))
    while recent.count > maximumRecent
      || recent.reduce(0, { $0 + $1.found.count }) > Self.maximumMatches
    {
      recent.removeFirst()
    }
  }
}

/// A search of a long list: which of its choices match a term.
public struct OptionsSearch: Sendable, Hashable {
  /// The finder that performs the search.
  public let finder: OptionsFinder

  /// The term; an empty term only prepares the list.
  public let term: String

  /// Makes a search.
  public init(finder: OptionsFinder, term: String) {
    self.finder = finder
    self.term = term
  }

  /// The matches, computed synchronously and from scratch, for programs without tasks.
  public var matches: OptionsMatches {
    let all = OptionsMatches(all: finder.collection)
    guard !term.isEmpty else { return all }
    var matcher = try? OptionsMatcher(finder.collection, isCancelled: { false })
    return (try? matcher?.search(term, isCancelled: { false })) ?? all
  }

  /// Whether both search the same list for the same term.
  public static func == (left: Self, right: Self) -> Bool {
    left.finder === right.finder && left.term == right.term
  }

  /// Hashes the identity of the finder and the term.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(finder))
    hasher.combine(term)
  }
}

/// Searches a collection for a term.
///
/// A short list is searched synchronously. The list is prepared when the first term is typed, so it
/// opens without delay. A long list is searched outside of the form.
struct OptionsSearcher: Sendable, Hashable {
  /// The maximum number of choices of a short list, which is searched without a noticeable delay.
  static let shortCount = 10_000

  /// The finder for a long list; nil if the list is short or its provider filters it.
  let finder: OptionsFinder?

  private var matcher: OptionsMatcher?
  private let collection: OptionsCollection
  private let isFiltered: Bool

  /// Makes a searcher; a collection that its provider has filtered is shown unchanged.
  init(_ collection: OptionsCollection = OptionsCollection(sections: []), isFiltered: Bool = false)
  {
    self.collection = collection
    self.isFiltered = isFiltered
    finder = isFiltered || collection.count <= Self.shortCount ? nil : OptionsFinder(collection)
  }

  /// The number of choices.
  var count: Int { collection.count }

  /// The matches of a term; nil if they must be requested.
  mutating func matches(of term: String) -> OptionsMatches? {
    if isFiltered || term.isEmpty { return OptionsMatches(all: collection) }
    if finder != nil { return nil }
    if matcher == nil { matcher = try? OptionsMatcher(collection, isCancelled: { false }) }
    let found = try? matcher?.search(term, isCancelled: { false })
    return found ?? OptionsMatches(all: collection)
  }

  /// Whether both search the same list in the same way, regardless of how far each is prepared.
  static func == (lhs: OptionsSearcher, rhs: OptionsSearcher) -> Bool {
    lhs.isFiltered == rhs.isFiltered && lhs.collection == rhs.collection
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(isFiltered)
    hasher.combine(collection)
  }
}
