import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import Messages
import WidgetLoading

/// Shows what happens to placed widgets when a definition changes.
struct DiffCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what happens to stored configurations when a definition changes.",
    discussion: .help(
      """
      Two widgets are compared completely, including their kinds, families, intents and sources. \
      If two folders are given, such as Intents or a whole app, all widgets and definitions in \
      them and in their subfolders are compared: widgets with the same kind, or with the same name \
      if the kind has changed, and definitions with the same path, or with an intent in common if \
      the path has changed. The exit status is \(ExitStatus.findings) when a stored configuration \
      could lose an answer. With --store, the command also counts the affected placed widgets of \
      that store: those of all tenants, or of the tenant that --tenant names.
      """,
      examples: "diff old.intentdefinition new.intentdefinition",
      "diff Intents --git origin/main", "diff released/Intents Intents --store widgets.sqlite"))

  @Argument(
    help: "The definition or widget that stored configurations were made with.",
    completion: Completions.widgets)
  var old: String

  @Argument(
    help: "The definition or widget that replaces it; not with --git.",
    completion: Completions.widgets)
  var new: String?

  @Option(
    help: """
      A branch, tag or commit: the definition, widget or folder is compared with that version.
      """)
  var git: String?

  @Option(help: ArgumentHelp(FindingHelp.format))
  var format: FindingFormat = .text

  @Option(
    help:
      """
      The changes for which the exit status is \(ExitStatus.findings): \(DiffExit.error) (an \
      answer is lost), \(DiffExit.warning) (also if an answer loses its effect) or \
      \(DiffExit.never).
      """)
  var exitCode: DiffExit = .error

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if old == InputFile.standardInput, new == InputFile.standardInput {
      throw ValidationError(.oneStandardInput)
    }
    guard git == nil else {
      guard new == nil, old != InputFile.standardInput else {
        throw ValidationError("With --git, name one file or folder of a git repository.")
      }
      return
    }
    guard new != nil else {
      throw ValidationError(
        "Name the new definition as well, or give a revision to compare with: --git REVISION.")
    }
  }

  func run() async throws {
    guard let git else { return try await compare(old, new ?? "") }
    let path =
      FileManager.default.fileExists(atPath: old)
      ? old : try WidgetLibrary(shared, for: [old]).definitionPath(of: old)
    let revision = try GitRevision(of: path, at: git, environment: shared.environment)
    defer { revision.remove() }
    shared.say(
      revision.submodules.map {
        .placed(
          place: $0,
          sentences: [
            "This is a submodule, so its definitions are shown as new.",
            "To compare it, name its folder.",
          ])
      }
        + revision.openLinks.map {
          .placed(
            place: $0,
            sentences: [
              "This symbolic link leads to nothing in the compared folder, so its definitions are shown as new.",
              "To compare them, name a folder that has the link and its target, or name the target.",
            ])
        })
    try await compare(revision.path, path)
  }

  private func compare(_ old: String, _ new: String) async throws {
    let (pairs, isFolder) = try DiffPair.pairs(old, new, shared)
    for pair in pairs { pair.input?.remarkOnTables(shared) }
    let folders = FolderDiff(pairs.map { .init(path: $0.path, diff: $0.diff) })
    switch format {
    case .text: ReportPrinting(shared).write(isFolder ? folders.lines : pairs.flatMap(\.diff.lines))
    case .json:
      Terminal.writeJSON(isFolder ? folders.json() : pairs.map { $0.diff.json() }.joined())
    case .github: Terminal.writeAnnotations(pairs.flatMap(\.annotations))
    }
    var losesPlaced = false
    if shared.store != nil {
      let impact = try await StoredImpact(pairs, shared)
      report(impact)
      losesPlaced = impact.losesWidgets
    }
    let fails =
      switch exitCode {
      case .error: pairs.contains(where: \.diff.losesAnswers)
      case .warning: pairs.contains(where: \.diff.changesAnswers)
      case .never: false
      }
    if fails || (losesPlaced && exitCode != .never) { throw CommandFailure(.findings, []) }
  }
}

extension DiffCommand {
  /// Prints how the change affects the placed widgets in the store; the text goes to standard
  /// output unless annotations are printed there.
  private func report(_ impact: StoredImpact) {
    switch format {
    case .text: Terminal.writeSentences(impact.lines.map { shared.words($0) })
    case .json: Terminal.writeJSON(impact.json)
    case .github: shared.say(impact.lines)
    }
  }
}

/// The changes for which the exit status is ``ExitStatus/findings``.
enum DiffExit: String, ExpressibleByArgument, CaseIterable {
  /// A possible loss of an answer.
  case error
  /// Also a change after which an answer no longer has an effect.
  case warning
  case never
}
