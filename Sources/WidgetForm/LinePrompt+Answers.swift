import FormEngine
import IntentModel
import IntentOptions
import Messages

extension LinePrompt {
  mutating func answer(_ text: String, _ row: FormRowID, _ shown: FormRow) async -> Step {
    switch shown.control {
    case .family: return await answerFamily(text.trimmed)
    case .options: return await choose(text.trimmed, row)
    case .choice: return await answerChoice(text.trimmed, row)
    case .field where isPath(row): return await answerPath(text, row)
    default: return await answerText(text, row)
    }
  }

  /// Answers with a family, given by its number or by any text that names it.
  private mutating func answerFamily(_ text: String) async -> Step {
    let families = state.setup.families
    if let number = ValueNotation.place(text), families.indices.contains(number - 1) {
      await send(.setFamily(families[number - 1]))
      return .next
    }
    return await answerText(text, .family)
  }

  /// Answers with a case of an enum, given by its number or by any text that names it.
  ///
  /// A number is a position, unless a case has that name or label.
  private mutating func answerChoice(_ text: String, _ row: FormRowID) async -> Step {
    let choices = cases(of: row)
    let isCalledSo = isName(
      text, among: choices.map { OptionItem(identifier: $0.name, display: $0.label) })
    if !isCalledSo, let number = ValueNotation.place(text), choices.indices.contains(number - 1) {
      return await answerText(choices[number - 1].name, row)
    }
    return await answerChosen(text, row)
  }

  /// Answers with a text that names a choice, and shows the choice's name if it differs from the
  /// text.
  private mutating func answerChosen(_ text: String, _ row: FormRowID) async -> Step {
    let step = await answerText(text, row)
    // The value may have moved to the first empty slot, and then the focus has moved with it.
    var rows = [state.focus]
    if case .element(let name, let slot) = row, case .element(_, let last)? = lastOfList(from: row)
    {
      rows = (slot...last).map { .element(name, $0) }
    }
    let shown = rows.compactMap { presentation(of: $0)?.value }.joined(separator: ", ")
    if step == .next, !shown.isEmpty, shown.lowercased() != text.lowercased() {
      sayLine(visible("  " + shown))
    }
    return step
  }

  /// The enum cases that a row offers; empty for any other row.
  private func cases(of row: FormRowID) -> [IntentEnum.Case] {
    row.parameter.flatMap { state.schema.parameter(named: $0)?.type }
      .flatMap { state.schema.enumeration(of: $0)?.choices } ?? []
  }

  /// Lists cases with their numbers, and marks cases that are chosen in other slots.
  private func listCases(of row: FormRowID, _ labels: [String], _ places: [Int]) {
    let cases = self.cases(of: row)
    let chosen = state.chosenElsewhere(row)
    let names = labels.enumerated().map { place, label in
      let isChosen = cases.indices.contains(place) && chosen.contains(cases[place].name)
      return isChosen ? "\(label), \(state.words(.chosenAlready))" : label
    }
    list(names, places)
  }

  /// Lists choices with their numbers.
  private func list(_ names: [String], _ places: [Int]) {
    for place in places { sayLine("  \(place + 1) \(names[place])") }
  }

  mutating func answerText(_ text: String, _ row: FormRowID) async -> Step {
    await send(.setText(row, text))
    guard let unread = state.unreadTexts[row] else { return .next }
    sayProblem(state.words.line(unread.issue))
    if case .choiceNotFound(_, let choices, let others) = unread.issue.reason,
      choices.isEmpty || others > 0
    {
      sayLine(waysToChoose)
    }
    await send(.undo)
    return .again
  }

  /// Chooses by number or by any text that names a choice; a line that begins with the search sign
  /// lists the matches.
  private mutating func choose(_ text: String, _ row: FormRowID) async -> Step {
    if let term = searchTerm(text) { return await search(term) }
    if let number = ValueNotation.place(text), number > 0 {
      await send(.openOptions)
      guard let items = state.picker?.collection?.items else {
        return await leaveList(sayingFailure: true)
      }
      if !isName(text, among: items) {
        if let found = saidList, !found.term.isEmpty {
          // The numbers refer to the results of the search that was listed last.
          await send(.insert(found.term))
          if number <= found.count { return await take(row: number - 1, text) }
        } else if let position = state.picker?.row(ofItem: number - 1) {
          return await take(row: position, text)
        }
      }
      _ = await leaveList()
    }
    let isMore = state.words.isMeant(.lineMore, by: text)
    if let saidList, isMore {
      await send(.openOptions)
      let items = state.picker?.collection?.items ?? []
      if !isName(text, among: items) { return await listMore(saidList) }
      _ = await leaveList()
    }
    return await answerChosen(text, row)
  }

  /// Whether a text names choices, in which case it is neither a command nor a position.
  private func isName(_ text: String, among items: [OptionItem]) -> Bool {
    var index = ChoiceIndex(items)
    return index.meaning(of: text) != .none
  }

  /// Lists the choices that match a term.
  private mutating func search(_ term: String) async -> Step {
    await send(.openOptions)
    guard state.picker != nil else { return .again }
    await send(.insert(term))
    guard let found = state.picker, found.collection != nil else {
      return await leaveList(sayingFailure: true)
    }
    if found.matches.isEmpty {
      sayProblem(state.words("Nothing matches “\(term)”."))
    } else {
      list(found, from: 0)
    }
    return await leaveList()
  }

  /// Chooses a match, and shows it if it differs from the typed text.
  private mutating func take(row position: Int, _ text: String) async -> Step {
    await send(.moveHighlight(.first))
    await send(.moveHighlight(.by(position)))
    let display = state.picker?.highlightedItem?.display ?? text
    let row = state.focus
    await send(.choose)
    guard state.picker != nil else {
      // The choice moved the focus to another row; without this, the next question would be about
      // that row.
      await send(.focus(row))
      if display.lowercased() != text.lowercased() { sayLine(visible("  " + display)) }
      return .next
    }
    // The list stays open if the choice is not a value of the parameter's type.
    if let message = state.message { sayProblem(state.words(message)) }
    return await leaveList()
  }

  mutating func leaveList(sayingFailure: Bool = false) async -> Step {
    if sayingFailure, case .failed(let error)? = state.picker?.content {
      let words = state.words
      let sentences = words.language.joined([words.sentence(error), words(error.remedy)])
      sayProblem("\(error.provider): \(sentences)")
    }
    if state.picker != nil { await send(.dismiss) }
    return .again
  }

  /// Shows the next page of the last list.
  private mutating func listMore(_ last: ListedChoices) async -> Step {
    if !last.term.isEmpty { await send(.insert(last.term)) }
    guard let picker = state.picker, picker.collection != nil else {
      return await leaveList(sayingFailure: true)
    }
    if last.count < picker.matches.count {
      list(picker, from: last.count)
    } else {
      sayLine(state.words("There are no more choices."))
    }
    return await leaveList()
  }

  /// Lists a page of matching choices.
  ///
  /// The number of a choice is its position in the full list or, after a search, in the results.
  private mutating func list(_ picker: OptionsPicker, from start: Int) {
    guard let collection = picker.collection else { return }
    if start == 0, let prompt = collection.promptLabel { sayLine(prompt) }
    if start == 0, let notice = collection.notice { sayProblem(notice) }
    let isFull = picker.query.text.isEmpty
    var before: [Int] = []
    for section in collection.sections {
      before.append((before.last ?? 0) + section.items.count)
    }
    // The numbers refer to the whole list, in its order.
    let matches = isFull ? OptionsMatches(all: collection) : picker.matches
    var section = -1
    for (place, match) in matches.rows(start..<start + Self.pageSize).enumerated() {
      let item = match.item
      if match.section != section {
        section = match.section
        if let title = collection.sections[section].title { sayLine(visible(title)) }
      }
      let first = match.section == 0 ? 0 : before[match.section - 1]
      let number = isFull ? first + match.place + 1 : start + place + 1
      var subtitle = item.subtitle.map { ", " + $0 } ?? ""
      if picker.chosenElsewhere.contains(item.identifier) {
        subtitle += ", " + state.words(.chosenAlready)
      }
      // Line breaks in text from outside are made visible, so each choice stays on one line.
      let name = visible(item.display).isolated
      sayLine("  \(number) \(name) (\(visible(item.identifier).isolated))\(visible(subtitle))")
    }
    let end = min(start + Self.pageSize, picker.matches.count)
    saidList = ListedChoices(row: picker.row, term: picker.query.text, count: end)
    let rest = picker.matches.count - end
    if rest > 0 {
      sayLine(
        "  "
          + state.words(
            "and \(rest) more. Type “more” to list them, or /term to search."))
    }
  }

  mutating func explain(_ row: FormRowID, _ shown: FormRow) async {
    if let help = shown.help { sayLine(help) }
    switch shown.control {
    case .family: return explainFamily()
    case .choice(let choices, _):
      listCases(of: row, choices.map(\.label), Array(choices.indices))
    case .options: await explainOptions()
    case .typedObject: sayLine(state.words("Type identifier|display."))
    default:
      guard let name = row.parameter, let type = state.schema.parameter(named: name)?.type else {
        return
      }
      if let expected = shown.expected { sayLine(expected) }
      for line in partsHelp(of: type) { sayLine(line) }
    }
    if let help = elementHelp(row, shown) { sayLine(help) }
    sayLine(
      state.words("Type - to clear the answer, or = before one that is a command or begins with =.")
    )
  }

  mutating func explainOptions() async {
    await send(.openOptions)
    let isListed = state.picker?.collection != nil
    if isListed, let picker = state.picker { list(picker, from: 0) }
    _ = await leaveList(sayingFailure: true)
    if isListed { sayLine(waysToChoose) }
  }

  private var waysToChoose: String {
    state.words("Type a number, a name, an identifier, or /term to search.")
  }

  private func explainFamily() {
    let families = state.setup.families
    list(families.map { state.words($0.title) }, Array(families.indices))
  }
}

/// The part of a list of choices that has already been shown.
struct ListedChoices {
  let row: FormRowID
  let term: String
  /// The number of matches that have been shown.
  let count: Int
}

extension LinePrompt {
  /// Moves an array element or copies it to the empty slots; nil if the line is not a command for
  /// elements.
  mutating func elementCommand(_ line: String, _ row: FormRowID, _ shown: FormRow) async -> Step? {
    guard case .element = row, !shown.value.isEmpty else { return nil }
    let commands: [(Message, FormEvent)] = [
      (.lineRaise, .moveElement(-1)), (.lineLower, .moveElement(1)), (.lineFill, .fillElements),
    ]
    let found = commands.first { word, _ in state.words.isMeant(word, by: line) }
    guard let event = found?.1 else { return nil }
    await send(event)
    return .again
  }

  /// Help for the commands of an array element; nil for an empty slot and any other row.
  func elementHelp(_ row: FormRowID, _ shown: FormRow) -> String? {
    guard case .element = row, !shown.value.isEmpty else { return nil }
    let words = state.words
    return words(
      """
      \(words(.lineRaise) + ", " + words(.lineLower)): move the element; \(words(.lineFill)): \
      copy it to the empty slots.
      """
    )
  }
}
