public import IntentOptions

/// Searches one long list outside of the form, which stays responsive meanwhile.
///
/// The list is prepared by the first question, whatever it is; later ones start from the last result.
public actor OptionsFinder {
  /// The list.
  public nonisolated let collection: OptionsCollection

  private var matcher: OptionsMatcher?

  /// The number of rows that are put in order before a form asks for them.
  private static let pageCount = 100

  init(_ collection: OptionsCollection) {
    self.collection = collection
  }

  /// The choices that match a term, its first rows in order; all for an empty one.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func matches(of term: String) throws -> OptionsMatches {
    if matcher == nil { matcher = try OptionsMatcher(collection) }
    guard !term.isEmpty, let found = try matcher?.search(term) else {
      return OptionsMatches(all: collection)
    }
    // What is found out here is remembered with the matches.
    _ = found.bestRow.map { found.rows($0..<$0 + Self.pageCount) }
    _ = found.rows(0..<Self.pageCount)
    return found
  }
}

/// A question to a long list: which of its choices match a term.
public struct OptionsSearch: Sendable, Hashable {
  /// Who answers.
  public let finder: OptionsFinder

  /// The term; an empty one only prepares the list.
  public let term: String

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
