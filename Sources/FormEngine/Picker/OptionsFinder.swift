public import IntentOptions

/// Searches one long list outside of the form, which stays responsive meanwhile.
///
/// The list is prepared by the first question, whatever it is; later ones start from the last result.
public actor OptionsFinder {
  /// The list.
  public nonisolated let collection: OptionsCollection

  private var matcher: OptionsMatcher?

  /// The last results, the latest at the end, with the terms that they answer.
  private var recent: [(term: String, found: OptionsMatches)] = []
  private let mostRecent: Int

  /// The number of rows that are put in order before a form asks for them.
  private static let pageCount = 100
  /// The most matches that all recent results together have; one takes 8 bytes.
  private static let mostMatches = 2_000_000

  /// Makes a finder of a list.
  ///
  /// - Parameter mostRecent: How many results are kept for callers who go through them page by page, while
  ///   others search for something else.
  public init(_ collection: OptionsCollection, keeping mostRecent: Int = 0) {
    self.collection = collection
    self.mostRecent = mostRecent
  }

  /// The choices that match a term, its first rows in order; all for an empty one.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func matches(of term: String) throws -> OptionsMatches {
    if matcher == nil { matcher = try OptionsMatcher(collection) }
    if let known = recent.firstIndex(where: { $0.term == term }) {
      recent.append(recent.remove(at: known))
      return recent[recent.count - 1].found
    }
    guard !term.isEmpty, let found = try matcher?.search(term) else {
      return OptionsMatches(all: collection)
    }
    // What is found out here is remembered with the matches.
    _ = found.bestRow.map { found.rows($0..<$0 + Self.pageCount) }
    _ = found.rows(0..<Self.pageCount)
    keep(found, for: term)
    return found
  }

  private func keep(_ found: OptionsMatches, for term: String) {
    guard mostRecent > 0, found.count <= Self.mostMatches else { return }
    recent.append((term, found))
    while recent.count > mostRecent
      || recent.reduce(0, { $0 + $1.found.count }) > Self.mostMatches
    {
      recent.removeFirst()
    }
  }
}

/// A question to a long list: which of its choices match a term.
public struct OptionsSearch: Sendable, Hashable {
  /// Who answers.
  public let finder: OptionsFinder

  /// The term; an empty one only prepares the list.
  public let term: String

  /// Makes a question.
  public init(finder: OptionsFinder, term: String) {
    self.finder = finder
    self.term = term
  }

  /// The answer, found at once and from scratch, for programs without tasks.
  public var matches: OptionsMatches {
    let all = OptionsMatches(all: finder.collection)
    guard !term.isEmpty else { return all }
    var matcher = try? OptionsMatcher(finder.collection, isCancelled: { false })
    return (try? matcher?.search(term, isCancelled: { false })) ?? all
  }

  /// Whether both ask the same list for the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.finder === right.finder && left.term == right.term
  }

  /// Feeds the list and the term to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(finder))
    hasher.combine(term)
  }
}

/// What of a collection matches a search term, in the order of its sections.
///
/// A short list is searched at once, and prepared when the first term is typed, so that it shows without
/// delay. A long one is searched outside of the form. The searcher takes no part in comparing pickers,
/// since it follows from their content.
struct OptionsSearcher: Sendable, Hashable {
  /// The greatest number of choices of a short list: searching it takes a millisecond or two.
  static let shortCount = 10_000

  /// Who searches a long list; nil for a short one, and for what its provider has filtered.
  let finder: OptionsFinder?

  private var matcher: OptionsMatcher?
  private let collection: OptionsCollection
  private let isFiltered: Bool

  /// Makes a searcher; a collection that its provider has filtered is shown as it is.
  init(_ collection: OptionsCollection = OptionsCollection(sections: []), isFiltered: Bool = false)
  {
    self.collection = collection
    self.isFiltered = isFiltered
    finder = isFiltered || collection.count <= Self.shortCount ? nil : OptionsFinder(collection)
  }

  /// The number of choices.
  var count: Int { collection.count }

  /// The matches of a term; nil where they have to be asked for.
  mutating func matches(of term: String) -> OptionsMatches? {
    if isFiltered || term.isEmpty { return OptionsMatches(all: collection) }
    if finder != nil { return nil }
    if matcher == nil { matcher = try? OptionsMatcher(collection, isCancelled: { false }) }
    let found = try? matcher?.search(term, isCancelled: { false })
    return found ?? OptionsMatches(all: collection)
  }

  static func == (lhs: OptionsSearcher, rhs: OptionsSearcher) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
