import IntentModel
public import IntentOptions
import Messages

/// An open list of choices: its content, its search term and the highlighted choice.
public struct OptionsPicker: Sendable, Hashable {
  /// Whether the choices are loading, loaded or failed.
  public enum Content: Sendable, Hashable {
    /// The provider has not answered yet.
    case loading
    /// The choices.
    case loaded(OptionsCollection)
    /// The provider has failed, for this reason.
    case failed(OptionsError)
  }

  /// The row for which a choice is made.
  public private(set) var row: FormRowID

  /// The choices of the array that the list is for; nil for a single value.
  public private(set) var chosen: ChosenItems?

  /// The identifiers of the choices in the other slots of the same array.
  public private(set) var chosenElsewhere: Set<String> = []

  /// Whether the choices come from a provider, rather than from the cases of an enum.
  public let isDynamic: Bool

  /// The choices, or why there are none.
  public internal(set) var content: Content

  /// The search term being typed.
  public internal(set) var query = TextField(limit: OptionsQuery.maximumLength)

  /// The matching choices, beginning with the section of the best match; rows are sorted on demand.
  public private(set) var matches = OptionsMatches(all: OptionsCollection(sections: []))

  /// The position of the highlighted choice among the matches.
  public internal(set) var highlighted = 0

  /// Whether the list still shows the matches of an earlier term while it waits for new ones.
  public internal(set) var isReloading = false

  /// The initials for jumping to a letter; empty if the collection does not use an index.
  public private(set) var initials: [Character] = []

  /// The finder that searches the list outside of the form; nil for a short list.
  private var finder: OptionsFinder? { searcher.finder }

  /// The search that the term requires; nil if none is needed.
  private var search: OptionsSearch? {
    guard let finder, !query.text.isEmpty else { return nil }
    return OptionsSearch(finder: finder, term: query.text)
  }

  @Boxed private var searcher = OptionsSearcher()

  /// The last request to the provider.
  @Boxed private var request: OptionsRequest? = nil

  private var pending = PendingSearch()

  /// Whether the default of the array has not arrived yet; the first marked choice will be added to
  /// it.
  private var awaitsDefault = false

  /// Whether the highlight has been moved since the search term was edited.
  private var hasMoved = false

  /// Whether a choice has been marked since the search term was edited, which shows that the term
  /// was a search.
  private var hasMarked = false

  /// The choice that was marked last.
  private var marked: OptionItem?

  /// The identifiers in the array when its list was opened; these choices are listed first.
  private var first: [String] = []

  /// Whether the search began with a text from the row that matches no choice.
  private var corrects = false

  /// Opens the choices of a row; nil if the row is not answered from a list.
  init?(row: FormRowID, _ answers: FormAnswers) {
    guard let parameter = answers.parameter(of: row), answers.hasOptions(parameter) else {
      return nil
    }
    self.row = row
    isDynamic = answers.schema.enumeration(of: parameter.type) == nil
    content = .loading
    follow(answers)
    if chosen != nil, let name = row.parameter { first = answers.chosenIdentifiers(of: name) }
    refresh()
  }

  /// Puts the text of the row, which matches no choice, into the search, so the person can correct
  /// it.
  mutating func correct(_ answers: FormAnswers) {
    guard let unread = answers.unreadTexts[row] else { return }
    query.insert(unread.text)
    corrects = true
    refresh()
  }

  /// Whether the search began with the text of the row and is now empty, so the row loses this
  /// text.
  var discardsText: Bool { corrects && query.text.isEmpty }

  /// The search term, unless a choice has been marked since the term was edited; nil if there is
  /// none.
  ///
  /// A list that is closed without a choice must not lose this text.
  var unusedText: String? {
    let text = query.text.trimmed
    return text.isEmpty || hasMarked ? nil : text
  }

  /// An item as a known choice, with a distinguishing text if other choices share its title.
  func known(_ item: OptionItem) -> KnownChoices {
    KnownChoices(
      items: [item.identifier: item],
      titles: collection?.titlesToldApart(of: [item]) ?? [:])
  }

  /// Updates the chosen values; if the slot of the list no longer exists, the list then belongs to
  /// the last slot.
  mutating func follow(_ answers: FormAnswers) {
    guard case .element(let name, let slot) = row, let parameter = answers.parameter(of: row) else {
      return
    }
    row = .element(name, max(0, min(slot, answers.slotCount(of: parameter) - 1)))
    chosenElsewhere = answers.chosenElsewhere(row)
    chosen = ChosenItems(
      answers.elements(of: parameter), of: parameter.type,
      maximum: parameter.maximumCount(for: answers.family), isChanged: chosen?.isChanged ?? false)
  }

  /// The collection, if it is loaded.
  public var collection: OptionsCollection? {
    if case .loaded(let collection) = content { collection } else { nil }
  }

  /// The highlighted choice; nil if nothing matches.
  public var highlightedItem: OptionItem? {
    matches.rows(highlighted..<highlighted + 1).first?.item
  }

  private mutating func load(_ collection: OptionsCollection, searchesItself: Bool) {
    let kept = highlightedItem?.identifier
    content = .loaded(collection)
    isReloading = false
    initials = Self.initials(of: collection)
    searcher = OptionsSearcher(collection, isFiltered: searchesItself)
    // The previous matches belong to a different collection.
    show(OptionsMatches(all: collection, first: first))
    refresh()
    if let kept { highlight(identifier: kept) }
  }

  /// Replaces the choices with the reason why they cannot be loaded.
  private mutating func fail(_ error: OptionsError) {
    content = .failed(error)
    isReloading = false
    searcher = OptionsSearcher()
    refresh()
  }

  /// Finds the matches of the term again, and highlights the best one.
  ///
  /// The matches of a long list must be requested; until they arrive, the previous matches stay.
  private mutating func refresh() {
    WorkSteps.add(searcher.count)
    if query.text.isEmpty, let collection {
      show(OptionsMatches(all: collection, first: first))
    } else if let matches = searcher.matches(of: query.text) {
      show(matches)
    } else {
      isReloading = true
    }
  }

  /// Shows matches, and highlights the best one.
  private mutating func show(_ matches: OptionsMatches) {
    self.matches = matches
    isReloading = false
    highlighted = 0
  }

  private mutating func highlight(identifier: String) {
    guard let place = collection?.place(ofIdentifier: identifier),
      let row = matches.row(of: place.item, inSection: place.section)
    else { return }
    highlighted = row
  }

  private mutating func highlight(where isMeant: (OptionItem) -> Bool) {
    guard let collection else { return }
    for (section, content) in collection.sections.enumerated() {
      for (place, item) in content.items.enumerated() where isMeant(item) {
        guard let row = matches.row(of: place, inSection: section) else { continue }
        highlighted = row
        return
      }
    }
  }

  private mutating func moveHighlight(_ move: FocusMove) {
    hasMoved = true
    highlighted = move.position(from: highlighted, count: matches.count)
  }

  /// The row of a choice; the choice is given by its number in the collection.
  package func row(ofItem number: Int) -> Int? {
    var number = number
    for (section, content) in (collection?.sections ?? []).enumerated() {
      if number < content.items.count { return matches.row(of: number, inSection: section) }
      number -= content.items.count
    }
    return nil
  }

  /// The choice that was marked last, or else the highlighted one.
  var decidedItem: OptionItem? { marked ?? highlightedItem }

  /// Whether further typing begins a new search, because the current one led to a marked choice.
  package var replacesTerm: Bool { hasMarked && !query.text.isEmpty }
}

// MARK: - Events

extension OptionsPicker {
  /// Handles an event from the person.
  mutating func handle(
    _ event: FormEvent, _ answers: FormAnswers, _ ledger: inout ProviderLedger
  ) -> Outcome<PickerStep> {
    pending.event = nil
    noteDefault(answers, ledger)
    switch event {
    case .toggleChoice: return toggle(answers)
    case .toggleChoiceAndMove(let move): return toggle(answers, thenMove: move)
    case .insert(" ") where takesSpace: return toggle(answers)
    case .insert(" ") where spaceChooses: return choose(answers)
    case .insert(" ") where chosen != nil:
      var outcome = search(answers, &ledger) { $0.insert(" ") }
      outcome.remark =
        outcome.remark ?? "The space is part of the search. A second space marks the choice."
      return outcome
    case .insert(let text):
      beginSearch()
      return search(answers, &ledger) { $0.insert(text) }
    case .type(let text):
      beginSearch()
      return search(answers, &ledger) { $0.type(text) }
    // The term is drawn as if it were selected, so deleting a part of it deletes all of it.
    case .edit(let command) where replacesTerm && command.deletes:
      return search(answers, &ledger) {
        $0.clear()
        return true
      }
    case .edit(let command):
      return search(answers, &ledger) {
        $0.perform(command)
        return true
      }
    case .moveHighlight(let move), .moveFocus(let move): moveHighlight(move)
    case .goToInitial(let character): goTo(initial: character)
    case .moveInitial(let steps): moveInitial(by: steps)
    case .choose, .commit, .activate: return choose(answers)
    case .review where answers.setup.asksOnly(row), .submit where answers.setup.asksOnly(row):
      return choose(answers)
    case .dismiss: return Outcome(.close)
    case .retry:
      guard case .failed = content else { break }
      return Outcome(.stay, ask(answers, &ledger))
    case .focus, .set, .setText, .enter, .takeDay, .setFamily, .undo, .redo, .resetRow,
      .resetAll, .submit, .review:
      return Outcome(.closeAndPass)
    default: break
    }
    return Outcome(.stay)
  }

  /// Edits the search term; moving the cursor alone does not start a search.
  private mutating func search(
    _ answers: FormAnswers, _ ledger: inout ProviderLedger, _ edit: (inout TextField) -> Bool
  ) -> Outcome<PickerStep> {
    let before = query.text
    let remark: Message? = edit(&query) ? nil : .textFull(limit: query.limit)
    guard query.text != before else { return Outcome(.stay, remark: remark) }
    (hasMoved, hasMarked) = (false, false)
    if answers.isSearchedByProvider(row.parameter), isDynamic {
      return Outcome(.stay, ask(answers, &ledger), remark: remark)
    }
    refresh()
    return Outcome(.stay, find(&ledger.marks), remark: remark)
  }

  /// Empties the search term before new input if the term led to a marked choice.
  private mutating func beginSearch() {
    if replacesTerm { query.clear() }
  }

  /// Whether the choices are still being loaded or searched.
  ///
  /// Meanwhile, the highlighted choice, if any, matches an earlier term, so choosing, marking and
  /// saving wait.
  ///
  /// They also wait for the default of an array; otherwise, the speed of the person would decide
  /// whether the default is kept.
  private var isSearching: Bool {
    if case .loading = content { return true }
    return pending.search != nil || isReloading || awaitsDefault
  }

  private mutating func noteDefault(_ answers: FormAnswers, _ ledger: ProviderLedger) {
    awaitsDefault =
      chosen != nil && row.parameter.map { ledger.isAwaited(.defaults, of: $0) } ?? false
  }

  /// Whether choosing, marking or saving waits for the choices or the default.
  package var isAwaited: Bool { pending.event != nil }

  /// Whether the highlighted choice is the result of a search that the person typed.
  var choosesSearched: Bool { unusedText != nil && !isSearching && highlightedItem != nil }

  /// Makes a review wait for the choice that is being searched for; returns false if there is no
  /// such search.
  mutating func awaitReview() -> Bool {
    guard unusedText != nil, isSearching else { return false }
    pending.event = .review
    return true
  }

  /// Whether choosing only accepts the marked choices; after another search, it also adds the
  /// highlighted choice.
  package var isDone: Bool { chosen?.isChanged == true && unusedText == nil }

  private mutating func choose(_ answers: FormAnswers) -> Outcome<PickerStep> {
    if isSearching {
      pending.event = .choose
      return Outcome(.stay)
    }
    // Choices that were marked one by one are accepted unchanged.
    if isDone { return Outcome(.done) }
    guard let item = highlightedItem, let parameter = answers.parameter(of: row) else {
      return Outcome(.stay, remark: noMatch)
    }
    if let chosen, chosen.isChanged {
      if chosen.contains(item) { return Outcome(.done) }
      let marking = toggle(answers)
      guard case .set(let value?, let slot) = marking.step else { return marking }
      return Outcome(.choose(value, slot))
    }
    guard let value = item.value(for: parameter.type) else { return isNot(item, parameter) }
    return Outcome(.choose(value, row))
  }

  /// Keeps the list open, and explains that a choice is not a value of the parameter.
  private func isNot(_ item: OptionItem, _ parameter: ParameterDefinition) -> Outcome<PickerStep> {
    Outcome(.stay, remark: .isNot(text: item.identifier, kind: parameter.type.kindMessage))
  }

  /// Why nothing is chosen, if the search matches nothing.
  private var noMatch: Message? {
    guard collection != nil, !query.text.isEmpty else { return nil }
    return "Nothing matches “\(name: query.text)”. Delete it to see all choices."
  }

  /// Whether a space marks a choice of an array instead of being typed.
  ///
  /// It does if the search term is empty or ends with a space, or if the highlight has moved or a
  /// choice has been marked since the term was edited.
  package var takesSpace: Bool {
    chosen != nil && (query.text.isEmpty || hasMoved || hasMarked || query.text.hasSuffix(" "))
  }

  /// Whether a space chooses and closes the list: no search term begins with a space.
  private var spaceChooses: Bool { chosen == nil && query.text.isEmpty }

  /// The beginning of a typed text that only adds to the search term.
  func takenAtOnce(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    if spaceChooses, text.first == " " { return text.prefix(0) }
    return chosen == nil ? text : text.prefix { $0 != " " }
  }

  /// Adds the highlighted choice to the first empty slot, or removes it.
  ///
  /// In an array that accepts one choice, the new choice replaces the old one.
  ///
  /// - Parameter move: How the highlight moves afterwards. If the row is not an array, nothing
  ///   is added or removed, and only the highlight moves.
  private mutating func toggle(
    _ answers: FormAnswers, thenMove move: FocusMove? = nil
  ) -> Outcome<PickerStep> {
    if isSearching, chosen != nil {
      pending.event = move.map { .toggleChoiceAndMove($0) } ?? .toggleChoice
      return Outcome(.stay)
    }
    guard let chosen else {
      if let move { moveHighlight(move) }
      return Outcome(.stay)
    }
    guard let name = row.parameter, let item = highlightedItem,
      let parameter = answers.parameter(of: row)
    else { return Outcome(.stay, remark: noMatch) }
    if let slot = chosen.lastSlot(of: item) {
      noteMark(item, move)
      return Outcome(.set(nil, .element(name, slot)))
    }
    guard let value = item.value(for: parameter.type) else { return isNot(item, parameter) }
    var slot = chosen.count
    if let maximum = chosen.maximum, slot >= maximum {
      guard maximum == 1 else {
        return Outcome(
          .stay,
          remark: "The family accepts at most \(maximum, "choice", "choices"). Remove one first.")
      }
      slot = 0
    }
    noteMark(item, move)
    return Outcome(.set(value, .element(name, slot)))
  }

  private mutating func noteMark(_ item: OptionItem, _ move: FocusMove?) {
    hasMarked = true
    marked = item
    chosen?.isChanged = true
    if let move { moveHighlight(move) }
  }
}

// MARK: - Requests and answers

extension OptionsPicker {
  /// Requests the choices of the opened list; an enum's choices are already known.
  mutating func start(
    _ answers: FormAnswers, _ ledger: inout ProviderLedger
  ) -> [FormEffect] {
    guard let type = answers.parameter(of: row)?.type,
      let enumeration = answers.schema.enumeration(of: type)
    else { return ask(answers, &ledger) }
    let items = zip(enumeration.choices, enumeration.choiceTitles).map {
      OptionItem(identifier: $0.name, display: $1)
    }
    load(OptionsCollection(items: items), searchesItself: false)
    highlightChosen(answers)
    return prepare(&ledger.marks)
  }

  /// Requests the choices, with the search term if their provider searches.
  private mutating func ask(
    _ answers: FormAnswers, _ ledger: inout ProviderLedger
  ) -> [FormEffect] {
    guard let name = row.parameter else { return [] }
    let term = answers.isSearchedByProvider(name) ? query.text : ""
    let request = answers.request(for: name, searchTerm: term.isEmpty ? nil : term)
    self.request = request
    if collection == nil { content = .loading } else { isReloading = true }
    return ledger.ask(ProviderLedger.Question(kind: .options, request: request))
  }

  /// Requests the choices again if the value of the parent has changed.
  mutating func settle(
    _ answers: FormAnswers, _ ledger: inout ProviderLedger
  ) -> [FormEffect] {
    noteDefault(answers, ledger)
    guard isDynamic, let name = row.parameter, let request,
      !answers.schema.isSameQuestion(answers.request(for: name), request, about: name)
    else { return [] }
    return ask(answers, &ledger)
  }

  /// Handles the answer of the provider.
  mutating func take(
    _ answer: Result<OptionsCollection, OptionsError>, _ answers: FormAnswers,
    _ marks: inout QuestionMarks
  ) -> [FormEffect] {
    switch answer {
    case .failure(let error):
      fail(error)
      return withdrawSearches()
    case .success(let collection):
      let isFirst = self.collection == nil
      load(collection, searchesItself: answers.isSearchedByProvider(row.parameter))
      if isFirst { highlightChosen(answers) }
      return prepare(&marks)
    }
  }

  /// When a list opens, highlights the chosen value, or the best match if a search was already
  /// typed.
  private mutating func highlightChosen(_ answers: FormAnswers) {
    guard query.text.isEmpty else { return }
    guard let value = answers.value(of: row), let parameter = answers.parameter(of: row) else {
      // An empty slot starts with a choice that no other slot has.
      if let chosen, chosen.count > 0 { highlight { chosen.lastSlot(of: $0) == nil } }
      if let first = answers.setup.highlightedFirst { highlight(identifier: first) }
      return
    }
    if let identifier = value.choiceIdentifier {
      highlight(identifier: identifier)
    } else {
      highlight { $0.value(for: parameter.type) == value }
    }
  }

  /// Requests the matches of the term if the list is too long to be searched synchronously.
  private mutating func find(_ marks: inout QuestionMarks) -> [FormEffect] {
    let withdrawn = withdrawSearch()
    guard let search else { return withdrawn }
    let mark = marks.next()
    pending.search = mark
    return withdrawn + [.searchOptions(mark, search)]
  }

  /// Requests the preparation of a new long list, so that the first search is as fast as later
  /// ones.
  private mutating func prepare(_ marks: inout QuestionMarks) -> [FormEffect] {
    let withdrawn = withdrawPreparation()
    guard let finder else { return withdrawn + withdrawSearch() }
    let mark = marks.next()
    pending.preparation = mark
    return withdrawn + [.searchOptions(mark, OptionsSearch(finder: finder, term: ""))]
      + find(&marks)
  }

  /// Shows the matches of a term.
  mutating func take(_ mark: Int, _ matches: OptionsMatches) {
    if mark == pending.preparation { pending.preparation = nil }
    guard mark == pending.search else { return }
    pending.search = nil
    show(matches)
  }

  /// The event that waited for the choices or the default; nil if there is none, or if they have
  /// not arrived.
  mutating func takeAwaited() -> FormEvent? {
    guard !isSearching else { return nil }
    defer { pending.event = nil }
    return pending.event
  }

  private mutating func withdrawSearch() -> [FormEffect] {
    defer { pending.search = nil }
    return pending.search.map { [.cancelLoad($0)] } ?? []
  }

  private mutating func withdrawPreparation() -> [FormEffect] {
    defer { pending.preparation = nil }
    return pending.preparation.map { [.cancelLoad($0)] } ?? []
  }

  /// Withdraws the pending searches of the list.
  mutating func withdrawSearches() -> [FormEffect] { withdrawSearch() + withdrawPreparation() }
}

/// The pending searches of an open long list, by the marks of their requests.
private struct PendingSearch: Sendable, Hashable {
  /// The request that only prepares the list.
  var preparation: Int?

  /// The request for the matches of the current term.
  var search: Int?

  /// The event that waits for the choices or the default: choosing, marking or saving; nil for
  /// none.
  var event: FormEvent?
}

extension OptionsPicker {
  /// The maximum number of choices in a list with an index of initials.
  static let maximumIndexedChoices = 100_000

  /// The initials of the choices, sorted and without duplicates; empty unless the collection uses
  /// an index.
  static func initials(of collection: OptionsCollection) -> [Character] {
    guard collection.usesIndexedCollation, collection.count <= maximumIndexedChoices else {
      return []
    }
    var found = Set<Character>()
    for section in collection.sections {
      for item in section.items { found.insert(OptionInitial.initial(of: item.display)) }
    }
    let letters = found.subtracting([OptionInitial.other]).sorted()
    return found.contains(OptionInitial.other) ? letters + [OptionInitial.other] : letters
  }

  /// The initial of the highlighted choice; nil if nothing matches.
  public var highlightedInitial: Character? {
    highlightedItem.map { OptionInitial.initial(of: $0.display) }
  }

  /// Highlights the next choice with an initial and wraps around at the end, or does nothing if
  /// there is none.
  private mutating func goTo(initial character: Character) {
    hasMoved = true
    let wanted = OptionInitial.initial(of: String(character))
    let count = matches.count
    if let row = firstRow(in: min(highlighted + 1, count)..<count, where: { $0 == wanted })
      ?? firstRow(in: 0..<min(count, highlighted), where: { $0 == wanted })
    {
      highlighted = row
    }
  }

  /// Highlights the first choice with the next or the previous initial.
  private mutating func moveInitial(by steps: Int) {
    hasMoved = true
    guard let present = highlightedInitial else { return }
    if steps > 0 {
      if let row = firstRow(
        in: min(highlighted + 1, matches.count)..<matches.count, where: { $0 != present })
      {
        highlighted = row
      }
      return
    }
    // Goes to the first choice with this initial, or with the nearest initial before it.
    guard let last = lastRow(before: highlighted, where: { _ in true }) else { return }
    let initial = last.initial
    highlighted = lastRow(before: last.row, where: { $0 != initial }).map { $0.row + 1 } ?? 0
  }

  /// The number of matches that are read at a time while searching for an initial.
  private static let rowsAtOnce = 256

  private func firstRow(
    in range: Range<Int>, where isMeant: (Character) -> Bool
  ) -> Int? {
    guard !range.isEmpty else { return nil }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.rowsAtOnce, range.upperBound)
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
      let start = max(0, end - Self.rowsAtOnce)
      for (place, row) in matches.rows(start..<end).enumerated().reversed() {
        let initial = OptionInitial.initial(of: row.item.display)
        if isMeant(initial) { return (start + place, initial) }
      }
      end = start
    }
    return nil
  }
}
