import IntentOptions

/// What of a collection matches a search term, in the order of its sections.
///
/// It is made from a picker's collection and takes no part in comparing pickers.
struct OptionsSearcher: Sendable, Hashable {
  private var matcher: OptionsMatcher?
  private let collection: OptionsCollection

  /// Makes a searcher; a collection that its provider has filtered is shown as it is.
  init(_ collection: OptionsCollection = OptionsCollection(sections: []), isFiltered: Bool = false)
  {
    self.collection = collection
    // A form never cancels a search: it is over before the next key.
    matcher = isFiltered ? nil : try? OptionsMatcher(collection, isCancelled: { false })
  }

  mutating func matches(of term: String) -> [OptionsPicker.Match] {
    guard let found = try? matcher?.search(term, isCancelled: { false }) else { return everything }
    return found.rows(0..<found.count).map {
      OptionsPicker.Match(section: $0.section, item: $0.place)
    }
  }

  private var everything: [OptionsPicker.Match] {
    collection.sections.enumerated().flatMap { section, content in
      content.items.indices.map { OptionsPicker.Match(section: section, item: $0) }
    }
  }

  static func == (lhs: OptionsSearcher, rhs: OptionsSearcher) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
