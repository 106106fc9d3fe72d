package import FormEngine
import IntentModel
package import IntentOptions

/// The same form as one question a line, without a single escape sequence.
///
/// It is for screen readers, for pipes and for terminals that can nothing else. An empty line keeps
/// the answer that is there; words such as `back` and `?` are commands, and a line that begins with
/// `=` is an answer whatever it says.
package struct LinePrompt {
  /// The form as it stands.
  package private(set) var state: FormState

  let provider: any OptionsProvider
  private let read: () -> String?
  let say: (String) -> Void

  /// The most choices a list shows at a time.
  static let pageSize = 20

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - state: The form to ask about.
  ///   - provider: What is asked for choices.
  ///   - read: Gives the next line without its end; nil at the end of input.
  ///   - say: Takes text to show; line ends are part of it.
  package init(
    state: FormState, provider: any OptionsProvider, read: @escaping () -> String?,
    say: @escaping (String) -> Void
  ) {
    self.state = state
    self.provider = provider
    self.read = read
    self.say = say
  }

  /// Asks until the form is submitted or left; an input that ends early leaves it.
  package mutating func run() async -> SessionEnding {
    await state.settle(state.start(), with: provider)
    sayLine(state.setup.title)
    if !state.setup.description.isEmpty { sayLine(state.setup.description) }
    sayLine("Enter keeps the answer in brackets, ? explains, back and undo go back, quit leaves.")
    var row = questions.first
    while let current = row {
      switch await ask(current) {
      case .next: row = following(current)
      case .again: row = questions.contains(current) ? current : questions.first
      case .back: row = preceding(current) ?? current
      case .leave: return .cancelled
      }
      if row == nil {
        switch confirm() {
        case .next:
          if await submit() { return .submitted }
          row = state.focus.parameter == nil ? questions.first : state.focus
        case .back: row = questions.last
        case .again, .leave: return .cancelled
        }
      }
    }
    return await submit() ? .submitted : .cancelled
  }

  /// Where to go after a line.
  enum Step { case next, again, back, leave }

  private var questions: [FormRowID] {
    state.focusableRows.filter { $0 != .save && $0 != .cancel }
  }

  /// The next question; the rest of an array is passed over from its first empty slot on.
  private func following(_ row: FormRowID) -> FormRowID? {
    let rows = questions
    guard let position = rows.firstIndex(of: row) else {
      return rows.first { $0.parameter == row.parameter } ?? rows.first
    }
    var rest = rows[(position + 1)...]
    if case .element(let name, _) = row, presentation(of: row)?.value.isEmpty ?? true {
      rest = rest.drop { $0.parameter == name }
    }
    return rest.first
  }

  private func preceding(_ row: FormRowID) -> FormRowID? {
    let rows = questions
    guard let position = rows.firstIndex(of: row), position > 0 else { return nil }
    return rows[position - 1]
  }

  func presentation(of row: FormRowID) -> FormRow? {
    state.presentation.rows.first { $0.id == row }
  }

  private mutating func ask(_ row: FormRowID) async -> Step {
    await send(.focus(row))
    guard let shown = presentation(of: row) else { return .next }
    if let problem = shown.problem { sayLine("! " + problem) }
    say("\(label(of: shown)) [\(shown.value.isEmpty ? shown.placeholder : visible(shown.value))]: ")
    guard let line = read() else {
      sayLine("")
      sayLine("The input ended at “\(label(of: shown))”. Nothing is saved.")
      return .leave
    }
    return await take(line, row: row, shown: shown)
  }

  private func label(of row: FormRow) -> String {
    guard case .element? = row.id, let name = row.parameter,
      let head = state.presentation.rows.first(where: { $0.parameter == name && $0.id == nil })
    else { return visible(row.label) }
    return "\(visible(head.label)) \(row.label)"
  }

  private mutating func take(_ line: String, row: FormRowID, shown: FormRow) async -> Step {
    switch line.trimmingBlanks {
    case "": return .next
    case "?":
      await explain(row, shown)
      return .again
    case "back": return .back
    case "quit": return .leave
    case "undo":
      await send(.undo)
      return .again
    case "redo":
      await send(.redo)
      return .again
    case "-":
      await send(row.isElement ? .removeElement : .resetRow)
      return .next
    default:
      return await answer(line.hasPrefix("=") ? String(line.dropFirst()) : line, row, shown)
    }
  }

  mutating func send(_ event: FormEvent) async {
    await state.settle(state.handle(event), with: provider)
  }

  func sayLine(_ text: String) { say(text + "\n") }

  private mutating func confirm() -> Step {
    say("Save? [yes]: ")
    switch (read() ?? "quit").trimmingBlanks.lowercased() {
    case "", "yes", "y": return .next
    case "back": return .back
    default: return .leave
    }
  }

  private mutating func submit() async -> Bool {
    await send(.submit)
    if let message = state.message { sayLine("! " + visible(message)) }
    if case .submitted = state.phase { return true }
    return false
  }
}

extension FormRowID {
  fileprivate var isElement: Bool { if case .element = self { true } else { false } }
}

extension String {
  /// The text without blanks and tabs at its ends.
  var trimmingBlanks: String {
    var view = self[...]
    while let first = view.first, first.isWhitespace { view.removeFirst() }
    while let last = view.last, last.isWhitespace { view.removeLast() }
    return String(view)
  }
}
