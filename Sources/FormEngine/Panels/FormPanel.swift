import IntentModel
import IntentOptions

/// Something laid over the rows of a form, which takes the keys while it is open.
public enum FormPanel: Sendable, Hashable {
  /// What would be saved, against how the form was opened; scrolled to a line.
  case review(line: Int)
  /// The keys of the place one is in; scrolled to a line.
  case help(line: Int)
  /// All rows, also hidden ones, searched by typing.
  case jump(JumpList)
  /// A month to choose a day from.
  case calendar(CalendarPanel)
}

/// The search over all rows of a form.
public struct JumpList: Sendable, Hashable {
  /// What is searched for.
  public internal(set) var query = TextField(limit: OptionsQuery.maximumLength)
  /// The highlighted row, as a position among those that match.
  public internal(set) var highlighted = 0
}

/// A row that the search over all rows can go to.
public struct JumpItem: Sendable, Hashable {
  /// The row to go to.
  public var row: FormRowID
  /// What the row asks for.
  public var label: String
  /// The answer as people see it.
  public var value: String
  /// Why the row is hidden; nil when it is not.
  public var reason: String?
}

/// One answer that differs from how the form was opened, or that is set without being in effect.
public struct FormChange: Sendable, Hashable {
  /// What the row asks for.
  public var label: String
  /// The answer before; empty when there was none.
  public var old: String
  /// The answer now; empty when there is none.
  public var new: String
  /// Why the answer is not in effect; nil when it is.
  public var reason: String?
}

/// What a panel shows, ready to be drawn.
public enum FormPanelContent: Sendable, Hashable {
  case review(
    changes: [FormChange], notOffered: [FormChange], withoutEffect: [FormChange], line: Int)
  case help(line: Int)
  case jump(query: TextField, items: [JumpItem], highlighted: Int)
  case calendar(CalendarPanel, firstWeekday: Int)
}

extension FormState {
  /// What the open panel shows; nil when none is open.
  var panelContent: FormPanelContent? {
    switch panel {
    case nil: return nil
    case .review(let line)?:
      return .review(
        changes: changes, notOffered: notOffered, withoutEffect: withoutEffect, line: line)
    case .help(let line)?: return .help(line: line)
    case .jump(let list)?:
      let items = jumpItems(matching: list.query.text)
      let highlighted = min(list.highlighted, max(0, items.count - 1))
      return .jump(query: list.query, items: items, highlighted: highlighted)
    case .calendar(let calendar)?:
      return .calendar(calendar, firstWeekday: setup.notation.format.firstWeekday)
    }
  }

  /// The events that mean something else while a panel is open; nil closes it and leaves the event
  /// to what lies under it.
  mutating func handleInPanel(_ event: FormEvent) -> [FormEffect]? {
    switch (event, panel) {
    case (.dismiss, _), (.help, .help?), (.jump, .jump?), (.activate, .help?), (.commit, .help?):
      panel = nil
      return []
    case (.help, _): return []
    case (.submit, .review?), (.review, .review?), (.activate, .review?), (.commit, .review?):
      panel = nil
      return submit()
    case (.moveHighlight(let move), .review(let line)?), (.moveFocus(let move), .review(let line)?):
      panel = .review(line: Self.scrolled(line, move))
      return []
    case (.moveHighlight(let move), .help(let line)?), (.moveFocus(let move), .help(let line)?):
      panel = .help(line: Self.scrolled(line, move))
      return []
    case (_, .jump(let list)?): return handle(event, in: list)
    case (_, .calendar(let calendar)?): return handle(event, in: calendar)
    case (.insert, _), (.type, _), (.edit, _), (.adjust, _): return []
    default:
      panel = nil
      return nil
    }
  }

  /// The greatest number of lines that a panel scrolls to; what it draws has an end before.
  static let mostLines = 10_000

  private static func scrolled(_ line: Int, _ move: FocusMove) -> Int {
    switch move {
    case .next: min(mostLines, line + 1)
    case .previous: max(0, line - 1)
    case .first: 0
    case .last: mostLines
    case .by(let count): FocusMove.position(count, from: line, last: mostLines)
    }
  }

  /// Opens the review of changes; saves at once where nothing has changed and everything chosen is
  /// still offered, and says so where something stands against saving.
  mutating func review() -> [FormEffect] {
    guard isModified || !notOffered.isEmpty, issues.isEmpty else { return submit() }
    panel = .review(line: 0)
    return []
  }
}
