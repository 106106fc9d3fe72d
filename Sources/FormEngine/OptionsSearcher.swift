import IntentOptions

/// What of a collection matches a search term, in the order of its sections.
///
/// The collection is prepared when the first term is typed, so that a list shows at once. It takes no
/// part in comparing pickers, since it follows from their content.
struct OptionsSearcher: Sendable, Hashable {
  private var matcher: OptionsMatcher?
  private let collection: OptionsCollection
  private let isFiltered: Bool

  /// Makes a searcher; a collection that its provider has filtered is shown as it is.
  init(_ collection: OptionsCollection = OptionsCollection(sections: []), isFiltered: Bool = false)
  {
    self.collection = collection
    self.isFiltered = isFiltered
  }

  mutating func matches(of term: String) -> OptionsMatches {
    if isFiltered || term.isEmpty { return OptionsMatches(all: collection) }
    // A form never cancels a search: it is over before the next key.
    if matcher == nil { matcher = try? OptionsMatcher(collection, isCancelled: { false }) }
    let found = try? matcher?.search(term, isCancelled: { false })
    return found ?? OptionsMatches(all: collection)
  }

  static func == (lhs: OptionsSearcher, rhs: OptionsSearcher) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
