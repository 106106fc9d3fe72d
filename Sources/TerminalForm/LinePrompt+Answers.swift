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
      sayLine("! There is no family “\(visible(text))” here.")
      await explainFamily()
      return .again
    }
    await send(.setFamily(family))
    return .next
  }

  private mutating func answerChoice(
    _ text: String, _ row: FormRowID, _ names: [String]
  ) async -> Step {
    if let number = Int(text), names.indices.contains(number - 1) {
      return await answerText(names[number - 1], row)
    }
    return await answerText(text, row)
  }

  private mutating func answerText(_ text: String, _ row: FormRowID) async -> Step {
    await send(.setText(row, text))
    guard let unread = state.unreadTexts[row] else { return .next }
    sayLine("! \(visible(unread.issue.sentence)) \(visible(unread.issue.remedy))")
    await send(.undo)
    return .again
  }

  /// Takes a choice by number, identifier or text; else shows what matches and asks again.
  private mutating func choose(_ text: String) async -> Step {
    await send(.openOptions)
    guard let picker = state.picker, case .loaded(let collection) = picker.content else {
      await sayFailure()
      return .again
    }
    let isSearch = text.hasPrefix("/")
    let term = isSearch ? String(text.dropFirst()) : text
    if !isSearch, let found = position(of: text, in: picker, collection) {
      return await take(found)
    }
    await send(.insert(term))
    guard let matches = state.picker?.matches else { return .again }
    if !isSearch, matches.count == 1 { return await take(0) }
    if matches.isEmpty {
      sayLine("! Nothing matches “\(visible(term))”.")
    } else {
      list(from: 0)
    }
    await send(.dismiss)
    return .again
  }

  private mutating func take(_ position: Int) async -> Step {
    await send(.moveHighlight(.first))
    await send(.moveHighlight(.by(position)))
    await send(.choose)
    return .next
  }

  /// The place of the choice that a number of the full list, an identifier or a text means.
  private func position(
    of text: String, in picker: OptionsPicker, _ collection: OptionsCollection
  ) -> Int? {
    let folded = text.lowercased()
    let items = picker.matches.map { picker.item(at: $0) }
    if let exact = items.firstIndex(where: { $0?.identifier == text }) { return exact }
    let named = items.indices.filter { items[$0]?.display.lowercased() == folded }
    if named.count == 1 { return named[0] }
    guard let number = Int(text), items.indices.contains(number - 1) else { return nil }
    return number - 1
  }

  private mutating func sayFailure() async {
    if case .failed(let error)? = state.picker?.content {
      sayLine("! \(visible(error.description))")
    }
    await send(.dismiss)
  }

  /// Says the choices that match, a page of them, with the numbers they have in the full list.
  private func list(from start: Int) {
    guard let picker = state.picker, let collection = picker.collection else { return }
    var section = -1
    let isWhole = picker.query.text.isEmpty
    for (offset, match) in picker.matches.enumerated().dropFirst(start).prefix(Self.pageSize) {
      guard let item = picker.item(at: match) else { continue }
      if match.section != section {
        section = match.section
        if let title = collection.sections[section].title { sayLine(visible(title)) }
      }
      let mark = isWhole ? "\(offset + 1)" : "-"
      let subtitle = item.subtitle.map { ", " + visible($0) } ?? ""
      sayLine("  \(mark) \(visible(item.display)) (\(visible(item.identifier)))\(subtitle)")
    }
    let rest = picker.matches.count - start - Self.pageSize
    if rest > 0 { sayLine("  and \(rest) more: type a part of the name to search") }
  }

  mutating func explain(_ row: FormRowID, _ shown: FormRow) async {
    if let help = shown.help { sayLine(visible(help)) }
    switch shown.control {
    case .family: await explainFamily()
    case .choice(let names, _):
      for (index, name) in names.enumerated() { sayLine("  \(index + 1) \(visible(name))") }
    case .options:
      await send(.openOptions)
      if state.picker?.collection == nil {
        await sayFailure()
      } else {
        list(from: 0)
        await send(.dismiss)
      }
      sayLine("Type a number, an identifier, a part of the name, or /term to search.")
    case .typedObject: sayLine("Type identifier|display.")
    default:
      guard let name = row.parameter, let type = state.schema.parameter(named: name)?.type else {
        return
      }
      sayLine("Type \(ValueText.expectation(of: type)).")
    }
    sayLine("A lone - takes the answer away; = before a line takes it as it is.")
  }

  private mutating func explainFamily() async {
    for (index, family) in state.setup.families.enumerated() {
      sayLine("  \(index + 1) \(family.rawValue)")
    }
  }
}
