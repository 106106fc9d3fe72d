import IntentModel
import Messages

/// A panel over the rows of a form, which receives the keys while it is open.
public enum FormPanel: Sendable, Hashable {
  /// The review of the changes, scrolled to a line.
  case review(line: Int)
  /// The keys that work in the current context, scrolled to a line, and the calendar that the help
  /// covers.
  case help(line: Int, over: CalendarPanel? = nil)
  /// The search over all rows, including hidden ones.
  case jump(JumpList)
  /// A calendar to choose a day from.
  case calendar(CalendarPanel)
}

/// The content of a panel, ready to be drawn.
public enum FormPanelContent: Sendable, Hashable {
  /// The review: the changes, the choices that are no longer offered, the answers without an
  /// effect, and the first line that is shown.
  case review(
    changes: [FormChange], notOffered: [FormChange], withoutEffect: [FormChange], line: Int)
  /// The help, and the first line that is shown.
  case help(line: Int)
  /// The search over all rows: the typed text, the rows found, and the position of the highlighted
  /// row.
  case jump(query: TextField, items: [JumpItem], highlighted: Int)
  /// A calendar, and the first day of its weeks, counted from 0 for Sunday.
  case calendar(CalendarPanel, firstWeekday: Int)
}

extension FormPanel {
  /// Handles an event from the person.
  mutating func handle(_ event: FormEvent, _ answers: FormAnswers) -> Outcome<PanelStep> {
    switch (event, self) {
    case (.dismiss, .help(_, let calendar?)), (.help, .help(_, let calendar?)),
      (.activate, .help(_, let calendar?)), (.commit, .help(_, let calendar?)):
      self = .calendar(calendar)
    case (.dismiss, _), (.help, .help), (.jump, .jump): return Outcome(.close)
    case (.help, .calendar(let calendar)): self = .help(line: 0, over: calendar)
    case (.help, _): return Outcome(.stay)
    case (_, .jump(var list)):
      let outcome = list.handle(event, answers)
      self = .jump(list)
      return outcome
    case (_, .calendar(var calendar)):
      let outcome = calendar.handle(event, answers)
      self = .calendar(calendar)
      return outcome
    case (.activate, .help), (.commit, .help): return Outcome(.close)
    case (.submit, .review), (.review, .review), (.activate, .review), (.commit, .review):
      return Outcome(.submit)
    case (.moveHighlight(let move), .review(let line)), (.moveFocus(let move), .review(let line)):
      self = .review(line: Self.scrolled(line, move))
    case (.moveHighlight(let move), .help(let line, let calendar)),
      (.moveFocus(let move), .help(let line, let calendar)):
      self = .help(line: Self.scrolled(line, move), over: calendar)
    case (.insert, _), (.type, _), (.edit, _), (.adjust, _): break
    default: return Outcome(.closeAndPass)
    }
    return Outcome(.stay)
  }

  /// The open calendar, even if the help covers it.
  var calendar: CalendarPanel? {
    switch self {
    case .calendar(let calendar), .help(_, let calendar?): calendar
    case .help, .jump, .review: nil
    }
  }

  /// The panel that remains after its calendar closes.
  var withoutCalendar: FormPanel? {
    switch self {
    case .calendar: nil
    case .help(let line, _): .help(line: line)
    case .jump, .review: self
    }
  }

  /// Whether typed text goes into a search.
  var takesText: Bool { if case .jump = self { true } else { false } }

  /// The maximum scroll position of a panel, in lines; the renderer scrolls no further than the
  /// text.
  private static let maximumLines = 10_000

  private static func scrolled(_ line: Int, _ move: FocusMove) -> Int {
    switch move {
    case .next: min(maximumLines, line + 1)
    case .previous: max(0, line - 1)
    case .first: 0
    case .last: maximumLines
    case .by(let count): FocusMove.position(count, from: line, last: maximumLines)
    }
  }

  /// The content of the panel.
  ///
  /// - Parameter notOffered: The chosen values that their providers no longer offer.
  func content(_ answers: FormAnswers, notOffered: () -> [FormChange]) -> FormPanelContent {
    switch self {
    case .review(let line):
      return .review(
        changes: answers.changes, notOffered: notOffered(), withoutEffect: answers.withoutEffect,
        line: line)
    case .help(let line, _): return .help(line: line)
    case .jump(let list):
      let items = answers.jumpItems(matching: list.query.text)
      return .jump(
        query: list.query, items: items, highlighted: min(list.highlighted, max(0, items.count - 1))
      )
    case .calendar(let calendar):
      return .calendar(calendar, firstWeekday: answers.setup.notation.format.firstWeekday)
    }
  }
}
