public import FormEngine
import IntentModel
public import IntentOptions
import Messages

/// Presents a form as one question per line, without escape sequences.
///
/// Use it for screen readers, for pipes, and for terminals that do not support control sequences.
/// An empty line keeps the current answer. Words such as `back` are commands; a line that begins
/// with `=` is always an answer.
public struct LinePrompt: ~Copyable {
  private var driver: FormDriver

  /// The current state of the form.
  public var state: FormState { driver.state }

  /// Receives the state after each line, to keep it in case the program is killed.
  public var meanwhile: ((FormState) -> Void)?

  /// The only parameter to ask for; nil for all parameters.
  public var onlyParameter: String?

  let folders: (any FolderReading)?
  /// The paths that were listed last, and the row they are for.
  var listed: (row: FormRowID, paths: [String])?

  /// The list of choices that was shown last; the command for “more” shows its next part.
  var saidList: ListedChoices?
  private let read: () -> String?
  private let write: (String) -> Void

  /// The maximum number of choices that a list shows per page.
  static let pageSize = 20

  /// Makes a prompt.
  ///
  /// - Parameters:
  ///   - state: The form to ask about.
  ///   - provider: The source of choices.
  ///   - folders: Lists folders; nil if paths are not completed.
  ///   - read: Returns the next line without its line break; nil at the end of input.
  ///   - say: Writes text, including its line breaks.
  public init(
    state: FormState, provider: any OptionsProvider, folders: (any FolderReading)? = nil,
    read: @escaping () -> String?, say: @escaping (String) -> Void
  ) {
    driver = FormDriver(state, provider: provider, folders: folders)
    self.folders = folders
    self.read = read
    write = say
  }

  /// How a prompt ended.
  public enum Ending: Sendable, Hashable {
    /// The form was submitted.
    case submitted
    /// The person left the form, or the input ended before it was submitted.
    case cancelled
  }

  /// Asks questions until the form is submitted or left; the end of input leaves it.
  public mutating func run() async -> Ending {
    driver.start()
    await driver.settle()
    // The parameter is hidden, so there is no question to ask and nothing to save.
    if onlyParameter != nil, questions.isEmpty { return .cancelled }
    sayLine(state.setup.title)
    if !state.setup.description.isEmpty { sayLine(state.setup.description) }
    sayLine(
      state.words(
        .lineIntroduction(back: shown(.sayBack), undo: shown(.sayUndo), quit: shown(.sayQuit))))
    var row = questions.first
    while true {
      let step: Step =
        if let current = row { await ask(current) } else { await finish() }
      meanwhile?(state)
      switch (step, row) {
      case (.leave, _): return .cancelled
      case (.done, _): return .submitted
      case (.next, let current?): row = following(current)
      case (.next, nil): row = focusedQuestion
      case (.again, let current?): row = questions.contains(current) ? current : focusedQuestion
      case (.again, nil): continue
      case (.back, let current?): row = preceding(current) ?? current
      case (.back, nil): row = questions.last
      case (.question(let changed), _): row = changed
      }
    }
  }

  /// Lists the choices and asks only the first question; returns whether it was answered.
  public mutating func askOne() async -> Bool {
    driver.start()
    await driver.settle()
    if !state.setup.description.isEmpty { sayLine(state.setup.description) }
    guard let row = questions.first else { return false }
    await explainOptions()
    while true {
      switch await ask(row) {
      case .leave: return false
      case .next where state.value(of: row) != nil: return true
      default: continue
      }
    }
  }

  /// The next step after a line.
  enum Step: Equatable {
    case next, again, back, leave, done
    /// Asks another question; nil for the question of whether to save.
    case question(FormRowID?)
  }

  var questions: [FormRowID] {
    state.focusableRows.filter { row in
      row != .save && row != .cancel
        && (onlyParameter == nil || row.parameter == onlyParameter)
    }
  }

  private var focusedQuestion: FormRowID? {
    questions.contains(state.focus) ? state.focus : questions.first
  }

  /// The next question; after an empty slot, the rest of the array is skipped.
  private func following(_ row: FormRowID) -> FormRowID? {
    let rows = questions
    guard let position = rows.firstIndex(of: row) else { return focusedQuestion }
    var rest = rows[(position + 1)...]
    if case .element(let name, _) = row, presentation(of: row)?.value.isEmpty ?? true {
      rest = rest.drop { $0.parameter == name }
    }
    return rest.first
  }

  /// The last slot filled by a list that was typed in one slot; nil if the answer was a single
  /// element.
  func lastOfList(from row: FormRowID) -> FormRowID? {
    guard case .element(let name, let slot) = row, case .element(name, let last) = state.focus,
      last > slot
    else { return nil }
    return state.focus
  }

  private func preceding(_ row: FormRowID) -> FormRowID? {
    let rows = questions
    guard let position = rows.firstIndex(of: row), position > 0 else { return nil }
    return rows[position - 1]
  }

  func presentation(of row: FormRowID) -> FormRow? {
    state.shownRow(row)
  }

  private mutating func ask(_ row: FormRowID) async -> Step {
    await send(.focus(row))
    if saidList?.row != row { saidList = nil }
    guard let shown = presentation(of: row) else { return .next }
    let head = state.head(of: row)
    let isFirst = if case .element(_, 0) = row { true } else { false }
    for problem in [isFirst ? head?.problem : nil, shown.problem].compactMap({ $0 }) {
      sayProblem(problem)
    }
    if shown.isBeyondFamily {
      sayLine(state.words("Not in this family, but kept for larger families:"))
    }
    let label = head.map { shown.label(under: $0) } ?? shown.label
    guard let line = answer("\(label.isolated) [\(shown.shownText.isolated)]: ") else {
      sayLine(state.words(.inputEnded(question: label.isolated)))
      return .leave
    }
    let step = await take(line, row: row, shown: shown)
    // A list also answers the rest of the array.
    if step == .next, let last = lastOfList(from: row) {
      return .question(questions.drop { $0 != last }.first { $0.parameter != last.parameter })
    }
    // The value may have moved to the first empty slot, and then the focus has moved with it.
    if step == .next, !line.trimmed.isEmpty, state.isRepeated(state.focus),
      let chosen = presentation(of: state.focus)
    {
      sayProblem(state.words(.chosenTwice(choice: chosen.value)))
    }
    if step == .next, !line.trimmed.isEmpty, state.hasMissingFile(row),
      let problem = presentation(of: row)?.problem
    {
      sayProblem(problem)
    }
    return step
  }

  /// The line that answers a question.
  ///
  /// At the end of input, this ends the line that shows the question, and returns nil.
  private func answer(_ question: String) -> String? {
    write(visibleLine(question))
    if let line = read() { return line }
    write("\n")
    return nil
  }

  private mutating func take(_ line: String, row: FormRowID, shown: FormRow) async -> Step {
    guard !line.trimmed.isEmpty else { return .next }
    switch command(line.trimmed) {
    case .help?:
      await explain(row, shown)
      return .again
    case .back?: return .back
    case .quit?: return .leave
    case .undo?: return await takeBack(.undo, orSay: "There is nothing to undo.")
    case .redo?: return await takeBack(.redo, orSay: "There is nothing to redo.")
    case .takeAway?: return await takeAway(row, shown)
    case nil:
      if let step = await elementCommand(line.trimmed, row, shown) { return step }
      if isPath(row), plainAnswer(line) != line {
        return await answerText(plainAnswer(line), row)
      }
      return await answer(plainAnswer(line), row, shown)
    }
  }

  /// Removes an answer.
  ///
  /// After removing an element, asks for the same slot again, because the next element has moved
  /// there.
  private mutating func takeAway(_ row: FormRowID, _ shown: FormRow) async -> Step {
    guard case .element = row else {
      await send(.resetRow)
      return .next
    }
    guard !shown.value.isEmpty else { return .next }
    await send(.removeElement)
    return .again
  }

  mutating func send(_ event: FormEvent) async {
    driver.handle(event)
    await driver.settle()
  }

  func sayLine(_ text: String) { write(harmless(text) + "\n") }

  /// Writes a problem or a warning.
  func sayProblem(_ text: String) { sayLine("! " + text) }

  /// The text, line by line, with every character that could control a terminal or the log of a CI
  /// system made visible.
  private func harmless(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { visibleLine(String($0)) }.joined(separator: "\n")
  }

  private mutating func finish() async -> Step {
    guard onlyParameter != nil || !questions.isEmpty else {
      return await submit() ? .done : .leave
    }
    let words = state.words
    for remark in state.remarks(name: \.label) { sayProblem(words(remark)) }
    let kept = state.withoutEffect
    if !kept.isEmpty { sayLine(words(.withoutEffect) + ":") }
    for answer in kept {
      let reason = answer.reason.map { " (\($0))" } ?? ""
      sayLine("  \(answer.label.isolated): \(answer.new.isolated)\(reason)")
    }
    let losses = state.losses
    for loss in losses { sayProblem(words(loss.labelled(by: state.schema).line)) }
    let question = words(.saveQuestion(yes: shown(.sayYes)))
    guard let line = answer(question + ": ") else {
      sayLine(words(.inputEnded(question: question)))
      return .leave
    }
    let said = line.trimmed
    // An empty line does not accept the loss of an answer.
    if said.isEmpty && losses.isEmpty || words.isMeant(.sayYes, by: said) {
      return await submit() ? .done : .next
    }
    if words.isMeant(.sayNo, by: said) || words.isMeant(.sayQuit, by: said) { return .leave }
    if words.isMeant(.sayBack, by: said) { return .back }
    sayLine(words("Type \(shown(.sayYes)), \(shown(.sayNo)) or \(shown(.sayBack))."))
    return .again
  }

  private mutating func submit() async -> Bool {
    await send(.submit)
    // The losses were listed before the question.
    if case .review? = state.panel { await send(.submit) }
    if let message = state.message { sayProblem(state.words(message)) }
    return if case .submitted = state.phase { true } else { false }
  }
}
