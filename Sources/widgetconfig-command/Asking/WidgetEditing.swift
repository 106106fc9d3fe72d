import ExternalSources
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import IntentOptions
import JSONCodings
import Messages
import TerminalForm
import WidgetForm
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

/// One run of `edit`: the widget, its stored answers, and the way to ask for new ones.
struct WidgetEditing {
  let widget: ConfigurableWidget
  let placedName: String
  private(set) var stored: PlacedWidget?

  /// The placed widget with the name in the argument; a new placed widget starts from its answers.
  private let template: PlacedWidget?
  @Boxed private var command: EditCommand

  /// - Parameters:
  ///   - command: The command with its options.
  ///   - placed: The placed widgets of the store.
  ///   - entry: The kind that the user has chosen among the widgets of a folder.
  init(_ command: EditCommand, _ placed: PlacedWidgets, entry: String? = nil) async throws {
    self.command = command
    let named = try await Self.placedSource(command, placed)
    widget =
      try named.map { try placed.widget(of: $0) }
      ?? placed.library.widget(command.widget, entry: entry, intent: command.intent)
    if let name = command.name ?? named?.name {
      placedName = name
    } else {
      placedName = try await Self.freeName(of: widget, placed)
    }
    // An invalid name is refused before the user fills in a form that could not be saved.
    let invalid = widget.placed(
      as: placedName, family: widget.firstFamily, draft: IntentDraft(), revision: 0
    ).invalidTexts
    guard invalid.isEmpty else {
      throw CommandFailure(
        .usage, invalid.map { .placed(place: "--\($0.what)", sentences: [$0.line]) })
    }
    template = named
    try await read(placed)
  }

  /// Reads the stored answers, which another program may have changed in the meantime.
  ///
  /// - Throws: `CommandFailure` if the name belongs to another widget.
  mutating func read(_ placed: PlacedWidgets) async throws {
    let found = try await placed.find(placedName)
    if let found, !placed.isPlaced(found, of: widget) {
      throw CommandFailure(
        .usage,
        """
        “\(name: placedName)” is already placed, with \(found.intent) of \(found.origin). Choose \
        another name with --name.
        """
      )
    }
    stored = found
  }

  /// The first name for the widget that no other widget uses; the widget's default name if none is
  /// free.
  private static func freeName(
    of widget: ConfigurableWidget, _ placed: PlacedWidgets
  ) async throws -> String {
    let names = [widget.placedName, widget.kind, widget.schema.intent.name]
    for name in names {
      guard let found = try await placed.find(name) else { return name }
      if placed.isPlaced(found, of: widget) { return name }
    }
    return widget.placedName
  }

  /// The placed widget with the name in the argument, unless the argument means a widget or a file.
  private static func placedSource(
    _ command: EditCommand, _ placed: PlacedWidgets
  ) async throws -> PlacedWidget? {
    let isPath =
      command.widget.contains("/") && FileManager.default.fileExists(atPath: command.widget)
    guard placed.library.place(of: command.widget)?.isFromLibrary != true, !isPath else {
      return nil
    }
    return try await placed.find(command.widget)
  }

  /// The final state of the form, and whether a user answered it rather than a script.
  ///
  /// - Parameter changes: The user's changes in a form that could not be saved, because the widget
  ///   had been changed in the meantime; the new form starts with them.
  func finishedForm(
    after changes: DraftChanges? = nil
  ) async throws -> (state: FormState, isTyped: Bool) {
    var state = try opened()
    let scripted = try ScriptedAnswers(set: command.answers)
    guard scripted.answers.isEmpty, command.answersFile == nil, asks(in: state) else {
      return (try await answered(state, by: scripted), false)
    }
    if let changes {
      state.make(changes)
      // Keys that were typed after the save were meant for the old form, not for this one.
      KeysTypedAhead.forget()
      state.tell(
        """
        “\(name: placedName)” was changed elsewhere meanwhile. Your changes are applied to what is \
        stored now: review them, then save again.
        """)
    }
    let offers = changes == nil
    return try await command.asking.isDrawn
      ? (askOnTerminal(state, offers: offers), true) : askByLine(state, offers: offers)
  }

  /// Whether anything is left to ask.
  ///
  /// A widget without configuration asks only for its family, which has a default, so a script does
  /// not have to answer.
  private func asks(in state: FormState) -> Bool {
    command.asking.isDrawn || command.plain || command.parameter != nil
      || !parameters(in: state).isEmpty
  }

  /// The names of the parameters for which the form asks.
  private func parameters(in state: FormState) -> [String] {
    state.schema.visibleParameters(in: state.evaluation).map(\.name)
  }

  private func opened() throws -> FormState {
    if let remark = widget.loopRemark { command.shared.remark(remark) }
    let start = (stored ?? template).map { PresentWidget(placed: $0, widget: widget) }
    for line in start?.changeRemarks ?? [] { command.shared.remark(line) }
    var draft = start?.migration.draft ?? IntentDraft()
    var family =
      try WidgetFamily.chosen(command.family, among: widget.families) ?? start?.placed.family
    if let file = command.answersFile {
      let document = try answers(in: file, family: family ?? widget.firstFamily)
      draft = document.draft.keepingHidden(
        of: draft, schema: widget.schema, family: document.family)
      family = try WidgetFamily.chosen(command.family, among: widget.families) ?? document.family
    }
    var setup = command.shared.setup(
      of: widget, families: families(with: family), isASCII: command.asking.showsASCII)
    let onlyParameter = try onlyParameter()
    if command.asking.isDrawn { setup.onlyParameter = onlyParameter }
    // A copy of another placed widget does not lose anything that is stored.
    let losses = stored == nil || command.acceptLosses ? [] : start?.migration.losses ?? []
    var state = FormState(
      setup, draft: draft, family: family ?? widget.firstFamily, losses: losses)
    // The remarks are shown in the form, because the screen hides earlier messages.
    if command.asking.isDrawn, let changes = start?.labelledChangeRemarks, !changes.isEmpty {
      state.tell(.sentences(changes))
    }
    return state
  }

  /// The parameter with the name in the argument; nil to ask for all parameters.
  ///
  /// - Throws: `CommandFailure` if the intent has no parameter with that name, or if people cannot
  ///   answer it.
  private func onlyParameter() throws -> String? {
    guard let name = command.parameter else { return nil }
    let names = widget.schema.ownParameters.map(\.parameter.name)
    guard names.contains(name) else {
      throw CommandFailure(
        .usage,
        .sentences([
          "The form of “\(name: widget.kind)” has no parameter “\(name: name)”.",
          .suggestion(for: name, among: names),
        ]))
    }
    return name
  }

  /// The supported families, together with the requested one even if it is not supported.
  private func families(with asked: WidgetFamily?) -> [WidgetFamily] {
    guard let asked, let remark = widget.remark(onFamily: asked) else { return widget.families }
    command.shared.remark(remark)
    return widget.families.including(asked)
  }

  private func answers(in file: String, family: WidgetFamily) throws -> IntentJSON.Document {
    let bytes = try InputFile.bytes(file)
    let lines = IntentJSON.readAll(bytes, schemas: [widget.schema], defaultFamily: family)
    do {
      if let line = lines.first, lines.count == 1 { return try line.result.get() }
    } catch {
      throw CommandFailure(
        .findings, error.errors(file: InputFile.name(file)).lines + [.nothingIsSaved])
    }
    throw CommandFailure(
      .findings,
      [
        .placed(
          place: InputFile.name(file), sentences: [.severalIntentsInFile(count: lines.count)]),
        .nothingIsSaved,
      ])
  }

  /// The form after a script has answered and submitted it.
  private func answered(
    _ state: FormState, by scripted: ScriptedAnswers
  ) async throws -> FormState {
    var form = FormDriver(state, provider: widget.router, folders: folders)
    try await scripted.open(&form, adding: [.nothingIsSaved])
    reportProviders(form.state)
    let losses = form.state.losses
    guard losses.isEmpty else {
      throw CommandFailure(
        .findings,
        losses.map { .placed(place: placedName, sentences: [$0.line]) } + [
          """
          Give these parameters other answers with --set, or accept the loss with --accept-losses.
          """,
          .nothingIsSaved,
        ])
    }
    form.handle(.submit)
    await form.settle()
    guard case .submitted = form.state.phase else {
      let issues = form.state.issues.map(\.line)
      let reasons = issues.isEmpty ? [form.state.message].compactMap { $0 } : issues
      throw CommandFailure(.findings, reasons + [.nothingIsSaved])
    }
    return form.state
  }

  /// Prints the remarks about the answers and about the providers that failed.
  private func reportProviders(_ state: FormState) {
    for remark in state.remarks(name: \.name) { command.shared.remark(remark) }
    for (parameter, failure) in state.failures.sorted(by: { $0.key < $1.key }) {
      Terminal.say("\(parameter): \(command.shared.words(failure.line))")
    }
  }

  private var folders: LocalFolders { LocalFolders(home: command.shared.home) }

  /// The unsaved changes of the placed widget.
  private var unsaved: UnsavedChanges? {
    (try? PlacedWidgets(command.shared))?.unsaved(of: placedName, widget.schema)
  }

  /// The failure for a form that the user left; its message tells whether the changes are kept.
  func cancelled(_ state: FormState) -> CommandFailure {
    let isKept =
      unsaved != nil && FormAsking.isPossible && !state.isDiscarded && state.unsaved != nil
    return CommandFailure(.cancelled, isKept ? .cancelledAndKept : .cancelled)
  }

  /// Forgets the unsaved changes, because the widget has been saved.
  func forgetUnsaved() { unsaved?.forget() }

  /// Removes the changes that were kept while the form was open, because it has ended.
  func endMeanwhile() { unsaved?.endMeanwhile() }

  /// The form with the unsaved changes of the last session, which redo restores.
  ///
  /// - Parameter key: The key or the word that restores them; nil if there is none.
  private func offering(_ state: FormState, key: String?) -> FormState {
    var state = state
    guard let (changes, date) = unsaved?.kept() else { return state }
    // A form for one parameter keeps these changes for the next full form.
    state.offer(changes, canRestore: command.parameter == nil)
    guard command.parameter == nil, let key else { return state }
    let printing = TimelinePrinting(zone: .current, words: command.shared.words)
    let remark: Message =
      "Changes that were not saved (\(printing.ago(date))) are kept: \(key) brings them back."
    state.tell(state.message.map { .sentences([$0, remark]) } ?? remark)
    return state
  }

  private func askOnTerminal(_ state: FormState, offers: Bool) async throws -> FormState {
    let (keeper, name) = (try? PlacedWidgets(command.shared).keeper, placedName)
    let preview = WidgetPreview(
      widget, language: command.shared.language, environment: command.shared.environment,
      presentation: command.presentation.value
    ) { keeper?.kept(of: name, for: $0) ?? KeptTimeline() }
    let (unsaved, asksOne) = (unsaved, command.parameter != nil)
    defer { unsaved?.finish() }
    return try await command.asking.drawn(
      state, widget.router, folders: folders, preview: preview,
      meanwhile: { unsaved?.keepMeanwhile($0) },
      left: { state in
        // Discarding a single answer does not discard the changes of an earlier form.
        if asksOne, state.isDiscarded {
          unsaved?.endMeanwhile()
        } else {
          unsaved?.keep(state)
        }
        unsaved?.finish()
      },
      offering: { offers ? offering($0, key: $1) : $0 })
  }

  private func askByLine(
    _ state: FormState, offers: Bool
  ) async throws -> (state: FormState, isTyped: Bool) {
    let lines = AnswerLines()
    // An empty input is reported before the first question.
    if try lines.isEmpty() { throw nothingToRead(state) }
    let words = state.words
    let offered =
      lines.isTyped && offers
      ? offering(state, key: words.names(.sayRedo).first) : state
    if lines.isTyped, let message = offered.message { Terminal.say(words(message)) }
    let unsaved = lines.isTyped ? unsaved : nil
    defer { unsaved?.finish() }
    var prompt = lines.prompt(offered, widget.router, folders: folders)
    prompt.onlyParameter = command.parameter
    prompt.meanwhile = { unsaved?.keepMeanwhile($0) }
    let ending = await prompt.run()
    // The answer to a parameter can hide that same parameter; the answer is then saved.
    if let name = command.parameter, ending == .cancelled, !lines.hasRead,
      !prompt.state.focusableRows.contains(where: { $0.parameter == name })
    {
      unsaved?.endMeanwhile()
      let reason = prompt.state.hiddenReason(of: name).map { " (\($0))" } ?? ""
      throw CommandFailure(
        .findings,
        "“\(name: name)” has no row now\(reason). Answer the parameter that hides it first.")
    }
    if ending == .cancelled { unsaved?.keep(prompt.state) }
    try lines.check()
    // At a terminal, the end of the input is the user's answer.
    if !lines.hasRead, !lines.isTyped, prompt.state.phase == .editing {
      throw nothingToRead(prompt.state)
    }
    return (prompt.state, lines.isTyped)
  }

  /// The failure for an empty input, with the questions and the options that answer them.
  private func nothingToRead(_ state: FormState) -> CommandFailure {
    let problem: Message =
      "There is no terminal for the form, and nothing to read on standard input."
    if let name = command.parameter {
      return CommandFailure(
        .usage,
        [
          problem,
          "Leave “\(name: name)” out and give --set \(name: name)=value, or pipe an answer.",
        ])
    }
    let names = parameters(in: state)
    guard !names.isEmpty else {
      return CommandFailure(
        .usage,
        [problem, "Give the family with --family, or answer line by line with --plain."])
    }
    return CommandFailure(
      .usage,
      [
        problem,
        "The form asks for: \(names.joined(separator: ", ")).",
        """
        Give answers with --set name=value or --answers FILE, or answer line by line with --plain.
        """,
      ])
  }

  /// The answers in effect, each with its label, for a user at a terminal.
  func summary(of state: FormState, _ intent: Intent) -> [String] {
    let words = state.words
    let titles = state.draft.titles
    let rows = intent.parameters.compactMap { answer -> (label: String, value: String)? in
      guard let parameter = state.schema.parameter(named: answer.name) else { return nil }
      let text = ValueText.display(
        of: answer.value, type: parameter.type, schema: state.schema, words: words,
        titles: titles[answer.name])
      return (parameter.label, text)
    }
    let all = [(label: words(.family), value: words(intent.family.title))] + rows
    let widest = all.map { displayWidth(visible($0.label)) }.max() ?? 0
    let width = min(PrintedTable.widestLabel, widest)
    let room = max(20, Terminal.size.columns - width - 5)
    return all.flatMap { label, value in
      value.wrapped(to: room).enumerated().map { place, line in
        "  " + (place == 0 ? visible(label) : "").padded(to: width) + "  " + line
      }
    }
  }

  func placedWidget(draft: IntentDraft, family: WidgetFamily) -> PlacedWidget {
    widget.placed(as: placedName, family: family, draft: draft, revision: stored?.revision ?? 0)
  }

  /// Prints the first entries of the intent's timeline; reports a failure as `timeline` does.
  func showTimeline(for intent: Intent, in placed: PlacedWidgets) async throws {
    guard !command.shared.quiet, let provider = widget.timeline else { return }
    let context = TimelineProviderContext(
      family: intent.family, of: widget, now: Date(), language: command.shared.language,
      variables: command.shared.environment, presentation: command.presentation.value)
    let result = try await placed.timeline(
      of: command.dryRun ? nil : placedName, from: provider, for: intent, in: context)
    if let failure = result.failure {
      command.shared.say([.timelineFailedWith(cause: .words(of: failure))])
    }
    let printing = TimelinePrinting(zone: .current, words: command.shared.words)
    Terminal.say(printing.table(result.timeline.sorted(), limit: 3))
  }
}
