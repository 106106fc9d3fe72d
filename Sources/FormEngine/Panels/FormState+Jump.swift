import IntentModel
import Messages

extension FormState {
  /// The rows whose label, value or reason has all words of a text, hidden ones among them.
  public func jumpItems(matching text: String) -> [JumpItem] {
    let wanted = text.lowercased().split(separator: " ")
    let items = allItems
    WorkSteps.add(items.count)
    return items.filter { item in
      let folded = [item.label, item.value, item.reason ?? ""].joined(separator: " ").lowercased()
      return wanted.allSatisfy { folded.contains($0) }
    }
  }

  private var allItems: [JumpItem] {
    var items: [JumpItem] = []
    if setup.families.count > 1 {
      items.append(JumpItem(row: .family, label: words(.family), value: family.rawValue))
    }
    let hidden = Set(hiddenParameters.map(\.name))
    let visible = Set(visibleParameters.map(\.name))
    for position in schema.displayOrder {
      let parameter = schema.intent.parameters[position]
      let name = parameter.name
      guard schema.position(of: name) == position,
        visible.contains(name) || hidden.contains(name)
      else { continue }
      items.append(
        JumpItem(
          row: .parameter(name), label: parameter.label,
          value: text(of: draft.values[name] ?? state(of: name)?.value, parameter),
          reason: hiddenReason(of: name)))
    }
    return items + [
      JumpItem(row: .save, label: words(.save), value: ""),
      JumpItem(row: .cancel, label: words(.cancel), value: ""),
    ]
  }

  mutating func handle(_ event: FormEvent, in list: JumpList) -> [FormEffect]? {
    var list = list
    switch event {
    case .insert(let text):
      sayWhereFull(list.query.insert(text), limit: list.query.limit)
      list.highlighted = 0
    case .type(let text):
      sayWhereFull(list.query.type(text), limit: list.query.limit)
      list.highlighted = 0
    case .edit(let command):
      let before = list.query.text
      list.query.perform(command)
      if list.query.text != before { list.highlighted = 0 }
    case .moveHighlight(let move), .moveFocus(let move):
      let count = jumpItems(matching: list.query.text).count
      list.highlighted = move.position(from: list.highlighted, count: count)
    case .choose, .commit, .activate:
      let items = jumpItems(matching: list.query.text)
      guard items.indices.contains(list.highlighted) else { return [] }
      panel = nil
      goTo(items[list.highlighted].row)
      return []
    default:
      panel = nil
      return nil
    }
    panel = .jump(list)
    return []
  }

  /// Moves the focus to a row, or to the first slot of an array; a hidden one is brought into view.
  mutating func goTo(_ row: FormRowID) {
    if isHiddenRow(row) { showsHidden = true }
    let rows = focusableRows
    if rows.contains(row) {
      focus = row
    } else if let slot = rows.first(where: { $0.parameter == row.parameter }), row.parameter != nil
    {
      focus = slot
    }
  }
}

extension FocusMove {
  /// Where the move leads among a number of places; one step goes round at the ends.
  func position(from current: Int, count: Int) -> Int {
    guard count > 0 else { return 0 }
    switch self {
    case .next: return (current + 1) % count
    case .previous: return (current + count - 1) % count
    case .first: return 0
    case .last: return count - 1
    case .by(let steps): return Self.position(steps, from: current, last: count - 1)
    }
  }
}
