import IntentOptions

/// What of a collection matches a search term, in the order of its sections.
struct OptionsSearcher: Sendable, Hashable {
  private let collection: OptionsCollection
  private let isFiltered: Bool

  /// Makes a searcher; a collection that its provider has filtered is shown as it is.
  init(_ collection: OptionsCollection = OptionsCollection(sections: []), isFiltered: Bool = false)
  {
    self.collection = collection
    self.isFiltered = isFiltered
  }

  func matches(of term: String) -> [OptionsPicker.Match] {
    let folded = term.lowercased()
    var found: [OptionsPicker.Match] = []
    for (section, content) in collection.sections.enumerated() {
      for (item, option) in content.items.enumerated()
      where isFiltered || folded.isEmpty || option.display.lowercased().contains(folded)
        || option.identifier.lowercased().contains(folded)
      {
        found.append(OptionsPicker.Match(section: section, item: item))
      }
    }
    return found
  }
}
