import IntentOptions

/// What is awaited from the search of an open long list, by the marks of the questions.
struct PendingSearch: Sendable, Hashable {
  /// The question that only prepares the list.
  var preparation: Int?

  /// The question about the term that is shown.
  var search: Int?

  /// Whether the best match is to be chosen when it is known.
  var chooses = false
}

extension FormState {
  /// Asks for the matches of the term, where the open list is too long to be searched at once.
  mutating func findOptions() -> [FormEffect] {
    let cancelled = cancelSearch()
    guard let search = picker?.search else { return cancelled }
    lastLoad += 1
    pendingSearch.search = lastLoad
    return cancelled + [.searchOptions(lastLoad, search)]
  }

  /// Asks for a new long list to be prepared, so that the first key is answered as soon as later ones.
  mutating func prepareOptions() -> [FormEffect] {
    let cancelled = cancelPreparation()
    guard let finder = picker?.finder else { return cancelled + cancelSearch() }
    lastLoad += 1
    pendingSearch.preparation = lastLoad
    return cancelled + [.searchOptions(lastLoad, OptionsSearch(finder: finder, term: ""))]
      + findOptions()
  }

  private mutating func cancelSearch() -> [FormEffect] {
    defer { (pendingSearch.search, pendingSearch.chooses) = (nil, false) }
    return pendingSearch.search.map { [.cancelLoad($0)] } ?? []
  }

  private mutating func cancelPreparation() -> [FormEffect] {
    defer { pendingSearch.preparation = nil }
    return pendingSearch.preparation.map { [.cancelLoad($0)] } ?? []
  }

  /// Forgets what is awaited from the search of a list that is closed.
  mutating func cancelSearches() -> [FormEffect] { cancelSearch() + cancelPreparation() }

  mutating func optionsFound(_ id: Int, _ matches: OptionsMatches) -> [FormEffect] {
    if id == pendingSearch.preparation { pendingSearch.preparation = nil }
    guard id == pendingSearch.search else { return [] }
    let chooses = pendingSearch.chooses
    (pendingSearch.search, pendingSearch.chooses) = (nil, false)
    picker?.show(matches)
    return chooses ? handleInPicker(.choose) ?? [] : []
  }
}
