public import IntentOptions

/// An open list of choices: what it has, what is searched, what is highlighted.
public struct OptionsPicker: Sendable, Hashable {
  /// Where the choices stand.
  public enum Content: Sendable, Hashable {
    case loading
    case loaded(OptionsCollection)
    case failed(OptionsError)
  }

  /// The row the choice is for.
  public let row: FormRowID

  /// The identifiers of what is chosen already for other slots of the same array.
  public let chosenElsewhere: Set<String>

  /// Where the choices come from: a provider, or the cases of an enum.
  public let isDynamic: Bool

  /// The choices, or why there are none.
  public internal(set) var content: Content

  /// The search term being typed.
  public internal(set) var query = TextField(limit: OptionsQuery.maximumLength)

  /// The choices that match, in sections' order; rows are put in order when they are asked for.
  public var matches: OptionsMatches { found.matches }

  private var found = FoundOptions()

  /// The highlighted choice, as a position among the matches.
  public internal(set) var highlighted = 0

  /// Whether an answer to a newer search term is awaited while the last one is shown.
  public internal(set) var isReloading = false

  /// The initials to go to by letter; empty where the collection asks for no index.
  public private(set) var initials: [Character] = []

  /// Who searches the list outside of the form; nil for a short list.
  var finder: OptionsFinder? { searcher.finder }

  /// The search that the term calls for; nil where none is needed.
  var search: OptionsSearch? {
    guard let finder, !query.text.isEmpty else { return nil }
    return OptionsSearch(finder: finder, term: query.text)
  }

  private var searcher = OptionsSearcher()

  init(
    row: FormRowID, isDynamic: Bool, content: Content, chosenElsewhere: Set<String> = []
  ) {
    self.row = row
    self.chosenElsewhere = chosenElsewhere
    self.isDynamic = isDynamic
    self.content = content
    refresh()
  }

  /// The collection, where there is one.
  public var collection: OptionsCollection? {
    if case .loaded(let collection) = content { collection } else { nil }
  }

  /// The highlighted choice; nil when nothing matches.
  public var highlightedItem: OptionItem? {
    matches.rows(highlighted..<highlighted + 1).first?.item
  }

  mutating func load(_ collection: OptionsCollection, searchesItself: Bool) {
    let kept = highlightedItem?.identifier
    content = .loaded(collection)
    isReloading = false
    initials = Self.initials(of: collection)
    searcher = OptionsSearcher(collection, isFiltered: searchesItself)
    // The matches so far are of another collection.
    show(OptionsMatches(all: collection))
    refresh()
    if let kept { highlight(identifier: kept) }
  }

  /// Shows why there are no choices, in place of those that were there.
  mutating func fail(_ error: OptionsError) {
    content = .failed(error)
    isReloading = false
    searcher = OptionsSearcher()
    refresh()
  }

  /// Finds the matches of the term again, and highlights the best.
  ///
  /// Those of a long list have to be asked for; until they come, the last ones stay.
  mutating func refresh() {
    WorkSteps.add(searcher.count)
    if let matches = searcher.matches(of: query.text) {
      show(matches)
    } else {
      isReloading = true
    }
  }

  /// Shows matches, and highlights the best; the sections stay in their order.
  mutating func show(_ matches: OptionsMatches) {
    found.matches = matches
    isReloading = false
    highlighted = matches.bestRow ?? 0
  }

  mutating func highlight(identifier: String) {
    guard let place = collection?.place(ofIdentifier: identifier),
      let row = matches.row(of: place.item, inSection: place.section)
    else { return }
    highlighted = row
  }

  mutating func highlight(where isMeant: (OptionItem) -> Bool) {
    guard let collection else { return }
    for (section, content) in collection.sections.enumerated() {
      for (place, item) in content.items.enumerated() where isMeant(item) {
        guard let row = matches.row(of: place, inSection: section) else { continue }
        highlighted = row
        return
      }
    }
  }

  mutating func moveHighlight(_ move: FocusMove) {
    guard !matches.isEmpty else { return }
    let last = matches.count - 1
    switch move {
    case .next: highlighted = highlighted == last ? 0 : highlighted + 1
    case .previous: highlighted = highlighted == 0 ? last : highlighted - 1
    case .first: highlighted = 0
    case .last: highlighted = last
    case .by(let count): highlighted = FocusMove.position(count, from: highlighted, last: last)
    }
  }
}

/// What was found last; it follows from the content and the term, and is not compared.
private struct FoundOptions: Sendable, Hashable {
  var matches = OptionsMatches(all: OptionsCollection(sections: []))

  static func == (lhs: FoundOptions, rhs: FoundOptions) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension OptionsPicker {
  /// The greatest number of choices whose initials are listed; a longer list has no index.
  static let mostIndexedChoices = 100_000

  /// The initials of the choices where their collection asks for an index, each once, in order.
  static func initials(of collection: OptionsCollection) -> [Character] {
    guard collection.usesIndexedCollation, collection.count <= mostIndexedChoices else { return [] }
    var found = Set<Character>()
    for section in collection.sections {
      for item in section.items { found.insert(OptionInitial.initial(of: item.display)) }
    }
    let letters = found.subtracting([OptionInitial.other]).sorted()
    return found.contains(OptionInitial.other) ? letters + [OptionInitial.other] : letters
  }

  /// The initial of the highlighted choice; nil when nothing matches.
  public var highlightedInitial: Character? {
    highlightedItem.map { OptionInitial.initial(of: $0.display) }
  }

  /// Highlights the next choice with an initial, round at the end; where there is none, nothing moves.
  mutating func goTo(initial character: Character) {
    let wanted = OptionInitial.initial(of: String(character))
    let count = matches.count
    if let row = firstRow(in: min(highlighted + 1, count)..<count, where: { $0 == wanted })
      ?? firstRow(in: 0..<min(count, highlighted), where: { $0 == wanted })
    {
      highlighted = row
    }
  }

  /// Highlights the first choice with the next other initial, or the one before.
  mutating func moveInitial(by steps: Int) {
    guard let present = highlightedInitial else { return }
    if steps > 0 {
      if let row = firstRow(
        in: min(highlighted + 1, matches.count)..<matches.count, where: { $0 != present })
      {
        highlighted = row
      }
      return
    }
    // Back to the beginning of the choices with the initial, or of those before them.
    guard let last = lastRow(before: highlighted, where: { _ in true }) else { return }
    let initial = last.initial
    highlighted = lastRow(before: last.row, where: { $0 != initial }).map { $0.row + 1 } ?? 0
  }

  private func firstRow(
    in range: Range<Int>, where isMeant: (Character) -> Bool
  ) -> Int? {
    guard !range.isEmpty else { return nil }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + 256, range.upperBound)
      for (place, row) in matches.rows(start..<end).enumerated()
      where isMeant(OptionInitial.initial(of: row.item.display)) {
        return start + place
      }
      start = end
    }
    return nil
  }

  private func lastRow(
    before end: Int, where isMeant: (Character) -> Bool
  ) -> (row: Int, initial: Character)? {
    var end = end
    while end > 0 {
      let start = max(0, end - 256)
      for (place, row) in matches.rows(start..<end).enumerated().reversed() {
        let initial = OptionInitial.initial(of: row.item.display)
        if isMeant(initial) { return (start + place, initial) }
      }
      end = start
    }
    return nil
  }
}
