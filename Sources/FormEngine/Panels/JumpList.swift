import IntentModel
import IntentOptions
import Messages

/// The search over all rows of a form.
public struct JumpList: Sendable, Hashable {
  /// The search text.
  public private(set) var query = TextField(limit: OptionsQuery.maximumLength)
  /// The position of the highlighted row among the matches.
  public private(set) var highlighted = 0

  /// Handles an event from the person.
  mutating func handle(_ event: FormEvent, _ answers: FormAnswers) -> Outcome<PanelStep> {
    switch event {
    case .insert(let text): return search(answers) { $0.insert(text) }
    case .type(let text): return search(answers) { $0.type(text) }
    case .edit(let command):
      return search(answers) {
        let before = $0.text
        $0.perform(command)
        return $0.text == before ? nil : true
      }
    case .moveHighlight(let move), .moveFocus(let move):
      let count = answers.jumpItems(matching: query.text).count
      highlighted = move.position(from: highlighted, count: count)
    case .choose, .commit, .activate:
      let items = answers.jumpItems(matching: query.text)
      guard items.indices.contains(highlighted) else { break }
      return Outcome(.go(items[highlighted].row))
    default: return Outcome(.closeAndPass)
    }
    return Outcome(.stay)
  }

  /// Edits the search text.
  ///
  /// - Parameter edit: Returns whether all of the new text fitted; nil if the text is unchanged.
  private mutating func search(
    _ answers: FormAnswers, _ edit: (inout TextField) -> Bool?
  ) -> Outcome<PanelStep> {
    guard let hasRoom = edit(&query) else { return Outcome(.stay) }
    highlighted = 0
    return Outcome(.stay, remark: hasRoom ? nil : .textFull(limit: query.limit))
  }
}

/// A row that the search can go to.
public struct JumpItem: Sendable, Hashable {
  /// The row to go to.
  public var row: FormRowID
  /// The label of the row.
  public var label: String
  /// The answer as people see it.
  public var value: String
  /// Why the row is hidden; nil if it is visible.
  public var reason: String?
}

extension FormAnswers {
  func jumpItems(matching text: String) -> [JumpItem] {
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
    if setup.hasFamilyRow {
      items.append(JumpItem(row: .family, label: words(.family), value: words(family.title)))
    }
    let parameters = schema.parameters
    for parameter in reachablePositions.map({ parameters[$0] }) {
      let name = parameter.name
      items.append(
        JumpItem(
          row: .parameter(name), label: parameter.label,
          value: text(of: value(of: .parameter(name)), parameter),
          reason: hiddenReason(of: name)))
    }
    return items + [
      JumpItem(row: .save, label: words(setup.saveLabel), value: ""),
      JumpItem(row: .cancel, label: words(.cancel), value: ""),
    ]
  }
}
