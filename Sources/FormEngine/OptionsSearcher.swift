import IntentOptions

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
