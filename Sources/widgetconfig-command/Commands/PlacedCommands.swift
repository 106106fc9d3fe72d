import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

// An example that appears in the help of two commands.
private let restoringState = "restore UpNext --revision 1"

/// Shows a placed widget: its answers, and whether they fit its definition.
struct ShowCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a placed widget: its answers, its definition, and outdated parts.",
    discussion: .help(
      """
      Also shows the arrays of which fewer elements are in effect than before. \
      \(String.earlierProgramsInHelp)
      """,
      examples: "show UpNext", "show UpNext --format json", "show UpNext --color always"))

  @Argument(help: .placedName, completion: Completions.placed)
  var name: String

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let stored = try await placed.placed(name)
    var reader = PlacedReader(placed, shared.words)
    let entry = reader.entry(of: stored)
    guard entry.state != .unreadable else {
      let given = stored.answersAsGiven(present: nil)
      switch format {
      case .json:
        Terminal.writeJSON(
          try ListJSON.text(of: entry, intent: stored.storedIntent, schema: given.schema))
      case .table:
        let answers = shared.words.summary(
          of: given.parameters, under: given.schema, titles: given.draft.titles)
        ReportPrinting(shared).write(
          head(entry, intent: entry.intent) + (answers.isEmpty ? [] : [ReportLine("  " + answers)]))
      }
      throw CommandFailure(.findings, reader.problem(of: stored).map { [$0] } ?? [])
    }
    let present = try placed.present(stored)
    let intent = present.intent()
    switch format {
    case .json:
      Terminal.writeJSON(
        try ListJSON.text(
          of: entry, intent: try? intent.get(), schema: present.widget.schema,
          hidden: hiddenAnswers(of: present).filter { !$0.reason.isWithoutRow }.map(\.answer),
          language: shared.words.language))
    case .table:
      let intent = present.widget.schema.intent
      let title = intent.title.text.map { "\($0) (\(intent.typeName))" } ?? intent.typeName
      ReportPrinting(shared).write(head(entry, intent: title) + answers(of: present))
    }
    for line in present.remarks { shared.remark(line) }
    if case .failure(let problem) = intent {
      throw CommandFailure(.findings, problem.lines(of: stored.name))
    }
  }

  private func head(_ entry: ListJSON.Placed, intent: String?) -> [ReportLine] {
    let words = shared.words
    let printing = TimelinePrinting(zone: .current, words: words)
    let rows: [(Message, String?, ReportLine.Role)] = [
      ("widget", entry.widget.map { shared.shortened($0) }, .plain),
      ("definition", entry.path.map { shared.shortened($0) }, .plain),
      ("intent", intent, .plain),
      ("family", entry.family.map { words($0.title) }, .plain),
      ("revision", entry.revision.map { String($0) }, .plain),
      ("saved", entry.savedAt.map { printing.ago($0) }, .plain),
      ("state", entry.mark(words), entry.state.role),
    ]
    var table = PrintedTable(indent: 2)
    let lines = table.lines(
      of: rows.compactMap { label, value, role in
        value.map { [.init(words(label), .secondary), .init($0, role)] }
      })
    return [ReportLine(entry.name, .heading)] + lines
  }

  /// The rows of the form with their answers, as users see them.
  private func answers(of present: PresentWidget) -> [ReportLine] {
    let setup = shared.setup(of: present.widget, families: [present.placed.family])
    let form = FormState(
      setup, draft: present.migration.draft, family: present.placed.family)
    let rows = form.presentation.rows.filter { $0.parameter != nil }
    var table = rows.map { row in
      Answer(
        label: String(repeating: "  ", count: row.depth + 1) + row.label,
        value: row.value.split(separator: "\n").joined(separator: " "),
        unset: shared.words.unset(row.parameter.flatMap { form.schema.parameter(named: $0) }),
        note: row.isDefault && !row.value.isEmpty ? shared.words(.byDefault) : nil)
    }
    table += keptAnswers(of: present, in: form)
    guard !table.isEmpty else { return [] }
    let width = min(PrintedTable.widestLabel, table.map { displayWidth($0.label) }.max() ?? 0)
    return [ReportLine(shared.words("answers"), .heading)]
      + table.map { answer in
        let text = answer.value.isEmpty ? answer.unset : answer.value
        return ReportLine(
          [
            .init(answer.label.padded(to: width) + "  ", .secondary),
            .init(text, answer.value.isEmpty ? .secondary : .plain),
            .init(answer.note.map { "  (\($0))" } ?? "", .secondary),
          ], hanging: width + 2)
      }
  }

  /// An answer in the table.
  private struct Answer {
    var label: String
    var value: String
    /// The text that is shown if there is no value.
    var unset: String
    var note: String?
  }

  /// The answers that are kept although their row is hidden or no longer exists, each with the
  /// reason.
  private func hiddenAnswers(
    of present: PresentWidget
  ) -> [(answer: Intent.Parameter, reason: HiddenReason)] {
    let (schema, draft) = (present.widget.schema, present.migration.draft)
    let evaluation = schema.evaluate(draft, family: present.placed.family)
    return schema.intent.parameterNames.compactMap { name in
      guard let value = draft.values[name],
        let reason = schema.state(of: name, in: evaluation)?.hidden
      else { return nil }
      return (Intent.Parameter(name: name, value: value), reason)
    }
  }

  private func keptAnswers(of present: PresentWidget, in form: FormState) -> [Answer] {
    hiddenAnswers(of: present).map { answer, reason in
      let (label, text) = shared.words.answer(
        answer, under: present.widget.schema,
        titles: present.migration.draft.titles[answer.name])
      let note: String? =
        switch reason {
        case .conditionNotMet, .parentHidden, .otherFamily:
          form.hiddenReason(of: answer.name)
        case .notConfigurable, .noDisplayPriority: shared.words("in effect, but without a row")
        case .noEditor: nil
        }
      return Answer(
        label: "  " + label, value: text, unset: shared.words(.notSet), note: note)
    }
  }
}

/// Removes placed widgets.
struct RemoveCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes placed widgets, all or none; restore brings them back.",
    discussion: .help(
      """
      A removed widget can be restored for \(StoreRetention().removedDays) days, unless a service \
      on the same store is configured otherwise.
      """,
      examples: "remove Desk", "remove UpNext Verse", "list --removed"))

  @Argument(
    help: "The names of the placed widgets.", completion: Completions.placed)
  var names: [String]

  @Flag(help: "Remove without confirmation; required without a terminal.")
  var force = false

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let names = names.firsts
    let missing = try await PlacedWidgets.asked { () async throws(StoreError) in
      try await placed.store.missing(names)
    }
    guard missing.isEmpty else {
      let error = try await placed.notPlaced(missing)
      throw CommandFailure(.findings, [error.line, .nothingIsRemoved])
    }
    if !force { try ask(about: names) }
    try await PlacedWidgets.asked { () async throws(StoreError) in
      try await placed.store.remove(names)
    }
    if format == .json { Terminal.writeJSON(ListJSON.text(removed: names)) }
    for name in names {
      shared.remark(
        "removed \(name); restore it with: \(command: "restore \(shellWord(name))")")
    }
  }

  /// The first few names in a list, and the number of the others.
  private static func listed(_ names: [String]) -> Message {
    let most = 10
    let first = names.prefix(most).joined(separator: ", ")
    return names.count > most ? "\(first) and \(names.count - most) more" : "\(first)"
  }

  /// Asks for confirmation before anything is removed.
  ///
  /// - Throws: `CommandFailure` if the user declines, or cannot be asked.
  private func ask(about names: [String]) throws {
    guard FormAsking.isPossible else {
      throw CommandFailure(
        .usage,
        """
        There is no terminal to confirm the removal of \(Self.listed(names)). Use --force.
        """
      )
    }
    let words = shared.words
    let choices = [words.names(.sayYes), words.names(.sayNo)].compactMap(\.first)
    let listed = Self.listed(names.map { visible($0) })
    let question = Message("Remove \(listed)? (\(choices.joined(separator: "/")))")
    Terminal.ask(words(question) + " ")
    let said = (try InputFile.line() ?? "").trimmingCharacters(in: .whitespaces)
    guard words.isMeant(.sayYes, by: said) else {
      throw CommandFailure(.cancelled, .nothingIsRemoved)
    }
  }
}

/// The arguments of `rename` and `copy`.
struct OldAndNewName: ParsableArguments {
  @Argument(help: .placedName, completion: Completions.placed)
  var old: String

  @Argument(help: "The new name.")
  var new: String

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  /// Changes the store, and then reports or prints the widget with the new name.
  func place(
    done: Message, _ body: (PlacedWidgetStore, String, String) async throws(StoreError) -> Void
  ) async throws {
    let placed = try PlacedWidgets(shared)
    try await PlacedWidgets.asked { () async throws(StoreError) in
      try await body(placed.store, old, new)
    }
    try await placed.say(new, done: done, format, shared)
  }
}

/// Renames a placed widget.
struct RenameCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Renames a placed widget and keeps its history.",
    discussion: .help(
      examples: "rename UpNext Today", "rename Verse \"Verse of the day\"", "history Today"))

  @OptionGroup var names: OldAndNewName

  var shared: SharedOptions { names.shared }

  func run() async throws {
    try await names.place(done: "renamed \(names.old) to \(names.new)") {
      (store, old, new) async throws(StoreError) in try await store.rename(old, to: new)
    }
    try PlacedWidgets(shared).renameUnsaved(of: names.old, to: names.new)
  }
}

/// Places a copy of a placed widget under another name.
struct CopyCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Places a widget with the same answers under another name.",
    discussion: .help(examples: "copy UpNext Desk", "copy UpNext Hall --quiet", "show Desk"))

  @OptionGroup var names: OldAndNewName

  var shared: SharedOptions { names.shared }

  func run() async throws {
    try await names.place(done: "copied \(names.old) to \(names.new)") {
      (store, old, new) async throws(StoreError) in try await store.copy(old, to: new)
    }
  }
}

/// Lists the states of a placed or removed widget.
struct HistoryCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Lists the states that a placed or removed widget has had.",
    discussion: .help(
      """
      Each state has its number, its date, its intent, its family and its answers, as they were \
      given. A state is marked if its answers no longer fit its definition. The last \
      \(StoreRetention().states) earlier states are kept, and the states of a removed widget for \
      \(StoreRetention().removedDays) days, unless a service on the same store is configured \
      otherwise. The latest state comes first. \(String.limitInHelp)
      """,
      examples: "history UpNext", "history UpNext --limit 5 --format json",
      restoringState))

  @Argument(
    help: .placedOrRemovedName,
    completion: Completions.placedOrRemoved)
  var name: String

  @Option(help: "The maximum number of states to list; all by default.")
  var limit: Int?

  @Option(help: "Only states with a lower number than this revision.")
  var before: Int?

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try ValidationError.check("--limit", limit, from: 1)
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let all = try await PlacedWidgets.asked { () async throws(StoreError) in
      try await placed.store.history(of: name)
    }
    guard !all.isEmpty else {
      let error = try await placed.notPlaced([name])
      throw CommandFailure(.findings, error.line)
    }
    let chosen = all.filter { $0.revision < before ?? .max }
    let states = Array(chosen.prefix(limit ?? .max))
    defer {
      if let limit, chosen.count > limit, let last = states.last {
        let left = chosen.count - limit
        let command = "history \(shellWord(name)) --before \(last.revision)"
        shared.remark(
          """
          \(left, "earlier state is", "earlier states are") left out. List them with: \(command: command)
          """)
      }
    }
    var reader = PlacedReader(placed, shared.words)
    let answers = states.map { state in state.widget.map { reader.answers(of: $0) } }
    switch format {
    case .json:
      let revisions = zip(states, answers).map { state, answers in
        ListJSON.Revision(
          revision: state.revision, isPresent: state.isPresent, savedAt: state.savedAt,
          removedAt: state.removedAt, intent: state.widget?.intent, family: state.widget?.family,
          state: answers?.state ?? .damaged, answers: answers?.given.values,
          schema: answers?.given.schema, problem: state.damage.map { shared.words($0) })
      }
      Terminal.writeJSON(try ListJSON.text(name: name, states: revisions))
    case .table:
      let width = states.compactMap(\.savedAt).map { displayWidth(moment($0)) }.max() ?? 0
      let lines = zip(states, answers).map { state, answers in
        let text = answers.map {
          shared.words.summary(
            of: $0.given.parameters, under: $0.given.schema, titles: $0.given.draft.titles)
        }
        let title = state.widget.map { Terminal.isShown ? reader.title(of: $0) : $0.intent }
        return line(state, title, text ?? "", answers?.state, dates: width)
      }
      ReportPrinting(shared).write(lines)
    }
  }

  /// How long ago a state was saved, for a person; otherwise the date, with seconds to distinguish
  /// states within the same minute.
  private func moment(_ date: Date) -> String {
    guard Terminal.isShown else {
      return TimelinePrinting(zone: .current).moment(date, hasSeconds: true)
    }
    return TimelinePrinting(zone: .current, words: shared.words).ago(date)
  }

  private func line(
    _ state: WidgetRevision, _ title: String?, _ answers: String, _ present: ListJSON.State?,
    dates width: Int
  ) -> ReportLine {
    let marks: [(Message, ReportLine.Role)?] = [
      state.isPresent ? ("present", .good) : nil,
      present.flatMap { present in present.mark.map { ($0, present.role) } },
      state.removedAt.map { ("removed \(moment($0))", .warning) },
      state.damage.map { ("damaged: \($0)", .error) },
    ]
    let texts: [ReportLine.Span?] = [
      .init(String(state.revision), .heading),
      state.savedAt.map { .init(moment($0).padded(to: width), .secondary) },
      title.map { .init($0) },
      state.widget.map { .init(shared.words($0.family.title)) },
      answers.isEmpty ? nil : .init(answers),
    ]
    let marked = marks.compactMap { $0 }.map { mark, role in
      ReportLine.Span("[\(shared.words(mark))]", role)
    }
    let spans = (texts.compactMap { $0 } + marked).map { [$0] }.joined(separator: [.init("  ")])
    return ReportLine(Array(spans), hanging: 4)
  }
}

/// Restores an earlier state of a widget.
struct RestoreCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restores an earlier state of a placed or removed widget.",
    discussion: .help(
      examples: "restore UpNext", restoringState, "restore Desk --quiet"))

  @Argument(
    help: .placedOrRemovedName,
    completion: Completions.placedOrRemoved)
  var name: String

  @Option(help: "The number of the state, as history lists it; by default the last one.")
  var revision: Int?

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let restored = try await PlacedWidgets.asked { () async throws(StoreError) in
      try await placed.store.restore(name, revision: revision)
    }
    try await placed.say(
      restored.name,
      done: "restored \(restored.name) (revision \(restored.revision))", format, shared)
  }
}

extension PlacedWidgets {
  /// The error for names under which no widget is placed.
  fileprivate func notPlaced(_ names: [String]) async throws -> StoreError {
    try await Self.asked { () async throws(StoreError) in try await store.notPlaced(names) }
  }

  /// Reports the result, and prints the changed widget as JSON if requested.
  fileprivate func say(
    _ name: String, done: Message, _ format: ListFormat, _ shared: SharedOptions
  ) async throws {
    if format == .json, let stored = try await find(name) {
      var reader = PlacedReader(self, shared.words)
      Terminal.writeJSON(
        try ListJSON.text(of: reader.entry(of: stored), language: shared.words.language))
    }
    shared.remark(done)
  }
}
