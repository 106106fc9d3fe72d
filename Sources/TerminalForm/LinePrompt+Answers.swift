import FormEngine
import IntentModel
import IntentOptions

extension LinePrompt {
  mutating func answer(_ text: String, _ row: FormRowID, _ shown: FormRow) async -> Step {
    switch shown.control {
    case .family: return await answerFamily(text.trimmingBlanks)
    case .options: return await choose(text.trimmingBlanks)
    case .choice(let names, _): return await answerChoice(text.trimmingBlanks, row, names)
    default: return await answerText(text, row)
    }
  }

  private mutating func answerFamily(_ text: String) async -> Step {
    let families = state.setup.families
    let folded = text.lowercased()
    let numbered = Int(text).flatMap { families.indices.contains($0 - 1) ? families[$0 - 1] : nil }
    guard let family = numbered ?? families.first(where: { $0.rawValue.lowercased() == folded })
    else {
      sayLine("! There is no family “\(text)” here.")
      explainFamily()
      return .again
    }
    await send(.setFamily(family))
    return .next
  }

  /// A number means the choice at that place, unless a choice is called so.
  private mutating func answerChoice(
    _ text: String, _ row: FormRowID, _ names: [String]
  ) async -> Step {
    let choices =
      (row.parameter.flatMap { state.schema.parameter(named: $0)?.type })
      .flatMap { state.schema.enumeration(of: $0)?.choices } ?? []
    let isCalledSo = choices.contains { $0.name == text || $0.label == text }
    if !isCalledSo, let number = Int(text), choices.indices.contains(number - 1) {
      return await answerText(choices[number - 1].name, row)
    }
    return await answerText(text, row)
  }

  private mutating func answerText(_ text: String, _ row: FormRowID) async -> Step {
    await send(.setText(row, text))
    guard let unread = state.unreadTexts[row] else { return .next }
    sayLine("! \(unread.issue.sentence) \(unread.issue.remedy)")
    await send(.undo)
    return .again
  }

  /// Takes a choice by number, identifier or text; else shows what matches and asks again.
  private mutating func choose(_ text: String) async -> Step {
    await send(.openOptions)
    guard let picker = state.picker else { return .again }
    guard picker.collection != nil else { return await leaveList(sayingFailure: true) }
    let isSearch = text.hasPrefix("/")
    let term = isSearch ? String(text.dropFirst()) : text
    if !isSearch, let found = position(of: text, in: picker) { return await take(found, text) }
    await send(.insert(term))
    guard let found = state.picker, found.collection != nil else {
      return await leaveList(sayingFailure: true)
    }
    if !isSearch, found.matches.count == 1 { return await take(0, text) }
    if found.matches.isEmpty {
      sayLine("! Nothing matches “\(term)”.")
    } else {
      list(found)
    }
    return await leaveList()
  }

  /// Takes a choice, and says which it is where that was not typed.
  private mutating func take(_ position: Int, _ text: String) async -> Step {
    await send(.moveHighlight(.first))
    await send(.moveHighlight(.by(position)))
    let display = state.picker?.highlightedItem?.display ?? text
    await send(.choose)
    guard state.picker != nil else {
      if display.lowercased() != text.lowercased() { sayLine(visible("  " + display)) }
      return .next
    }
    // The list stays open when the choice is no value of the parameter's type.
    if let message = state.message { sayLine("! " + message) }
    return await leaveList()
  }

  private mutating func leaveList(sayingFailure: Bool = false) async -> Step {
    if sayingFailure, case .failed(let error)? = state.picker?.content {
      sayLine("! \(error)")
    }
    if state.picker != nil { await send(.dismiss) }
    return .again
  }

  /// The place of the choice that an identifier, a text or a number of the full list means.
  private func position(of text: String, in picker: OptionsPicker) -> Int? {
    let folded = text.lowercased()
    var named: [Int] = []
    var row = 0
    for section in picker.matches.collection.sections {
      for item in section.items {
        if item.identifier == text { return row }
        if item.display.lowercased() == folded { named.append(row) }
        row += 1
      }
    }
    if named.count == 1 { return named[0] }
    guard let number = Int(text), 0..<row ~= number - 1 else { return nil }
    return number - 1
  }

  /// Says the choices that match, a page of them, with the numbers they have in the full list.
  private func list(_ picker: OptionsPicker) {
    guard let collection = picker.collection else { return }
    if let notice = collection.notice { sayLine("! " + notice) }
    let isFull = picker.query.text.isEmpty || !searchesItself(picker)
    var before: [Int] = []
    for section in collection.sections {
      before.append((before.last ?? 0) + section.items.count)
    }
    var section = -1
    for match in picker.matches.rows(0..<Self.pageSize) {
      let item = match.item
      if match.section != section {
        section = match.section
        if let title = collection.sections[section].title { sayLine(visible(title)) }
      }
      let first = match.section == 0 ? 0 : before[match.section - 1]
      let mark = isFull ? "\(first + match.place + 1)" : "-"
      let subtitle = item.subtitle.map { ", " + $0 } ?? ""
      // A line break in a text from outside is written out, so that a choice is one line.
      sayLine(visible("  \(mark) \(item.display) (\(item.identifier))\(subtitle)"))
    }
    let rest = picker.matches.count - Self.pageSize
    if rest > 0 { sayLine("  and \(rest) more: type a part of the name to search") }
  }

  /// Whether the list is what the provider found, whose places mean nothing in the full list.
  private func searchesItself(_ picker: OptionsPicker) -> Bool {
    picker.isDynamic && state.setup.providers[picker.row.parameter ?? ""] == true
  }

  mutating func explain(_ row: FormRowID, _ shown: FormRow) async {
    if let help = shown.help { sayLine(help) }
    switch shown.control {
    case .family: return explainFamily()
    case .choice(let names, _):
      for (index, name) in names.enumerated() { sayLine("  \(index + 1) \(name)") }
    case .options: await explainOptions()
    case .typedObject: sayLine("Type identifier|display.")
    default:
      guard let name = row.parameter, let type = state.schema.parameter(named: name)?.type else {
        return
      }
      sayLine("Type \(ValueText.expectation(of: type))\(type.limits).")
    }
    sayLine("A lone - takes the answer away; = before a line takes it as it is.")
  }

  private mutating func explainOptions() async {
    await send(.openOptions)
    let isListed = state.picker?.collection != nil
    if isListed, let picker = state.picker { list(picker) }
    _ = await leaveList(sayingFailure: true)
    if isListed {
      sayLine("Type a number, an identifier, a part of the name, or /term to search.")
    }
  }

  private func explainFamily() {
    for (index, family) in state.setup.families.enumerated() {
      sayLine("  \(index + 1) \(family.rawValue)")
    }
  }
}

extension ParameterType {
  /// The ends between which a number lies, as words that follow the name of its kind.
  fileprivate var limits: String {
    let ends: (IntentValue?, IntentValue?) =
      switch self {
      case .integer(let metadata):
        (metadata.lowerLimit.map { .integer($0) }, metadata.upperLimit.map { .integer($0) })
      case .decimal(let metadata):
        (metadata.lowerLimit.map { .decimal($0) }, metadata.upperLimit.map { .decimal($0) })
      default: (nil, nil)
      }
    switch ends {
    case (let lower?, let upper?):
      return " from \(ValueText.text(of: lower)) to \(ValueText.text(of: upper))"
    case (let lower?, nil): return ", \(ValueText.text(of: lower)) or more"
    case (nil, let upper?): return ", \(ValueText.text(of: upper)) or less"
    case (nil, nil): return ""
    }
  }
}
