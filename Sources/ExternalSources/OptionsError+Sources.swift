import Messages
import DefinitionFormats
import WidgetFormats
import IntentModel
import IntentOptions

/// The words for what can go wrong with a source.
extension OptionsError {
  static func missingFile(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .notFound, provider: provider, message: "There is no file \(quoted(path)).",
      remedy: nearestFile(to: path).map { .didYouMean(name: $0) }
        ?? "Correct the path in widget.json, or make the file.")
  }

  /// The name of the file beside a missing one that it was probably meant to be; nil for none.
  private static func nearestFile(to path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !name.isEmpty else { return nil }
    let folder = parts.dropLast().joined(separator: "/")
    return nearestName(
      to: String(name), among: FolderNames.of(folder.isEmpty ? "." : folder))
  }

  static func unreadableFile(_ path: String, cause: String, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider,
      message: "The file \(quoted(path)) cannot be read: \(cause.harmless()).",
      remedy: "Correct the path in widget.json, or the rights of the file.")
  }

  static func tooManyBytes(_ limit: Int, provider: String) -> OptionsError {
    OptionsError(
      .tooLarge, provider: provider, message: "The answer has more than \(limit) bytes.",
      remedy: "Make the answer smaller.")
  }

  static func tooManyRows(_ limit: Int, _ remedy: Message, provider: String) -> OptionsError {
    OptionsError(
      .tooLarge, provider: provider, message: "The answer has more than \(limit) rows.",
      remedy: remedy)
  }

  static func tooSlow(_ limit: Duration, provider: String) -> OptionsError {
    OptionsError(
      .timedOut, provider: provider, message: "The source did not answer within \(limit).",
      remedy: "Try again, or give it a longer timeout in widget.json.")
  }

  static func malformed(_ errors: FormatErrors, provider: String) -> OptionsError {
    let shown = errors.errors.prefix(3).map { error -> Message in
      guard let line = error.line, let column = error.column else { return error.message }
      return .atPlace(line: line, column: column, sentence: error.message)
    }
    let more = errors.errors.count - shown.count
    return OptionsError(
      .malformed, provider: provider,
      message: .sentences(shown + (more > 0 ? [.moreErrors(count: more)] : [])),
      remedy: errors.errors.first?.advice ?? .correctAnswer)
  }

  static func malformed(
    line: Int, _ sentence: Message, _ remedy: Message, provider: String
  )
    -> OptionsError
  {
    OptionsError(
      .malformed, provider: provider, message: .atLine(line: line, sentence: sentence),
      remedy: remedy)
  }

  static func malformed(
    row: Int, _ sentence: Message, _ remedy: Message, provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: "In row \(row + 1): \(sentence)", remedy: remedy)
  }

  static func unusedColumn(_ name: String, choices: [String], provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: "The column \(quoted(name)) is not used.",
      remedy: .suggestion(for: name, among: choices))
  }

  static func unwritableRequest(_ error: FormatError, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: .requestCannotBeWritten(cause: error.message), remedy: error.advice)
  }

  static func noProgram(_ program: String, provider: String) -> OptionsError {
    let isFile = program.contains("/")
    let nearest = isFile ? nearestFile(to: program) : nil
    return OptionsError(
      .notFound, provider: provider, message: "There is no program \(quoted(program)) to run.",
      remedy: nearest.map { .didYouMean(name: $0) }
        ?? "Correct the command in widget.json, or install the program.")
  }

  static func notExecutable(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider, message: "The program \(quoted(path)) is not executable.",
      remedy: "Make it executable: chmod +x \(path.harmless(limit: 400))")
  }

  static func notAProgram(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider,
      message: "\(quoted(path)) is a folder, not a program.",
      remedy: "Correct the command in widget.json.")
  }

  static func notStarted(_ program: String, cause: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: "The program \(quoted(program)) cannot be run: \(cause.harmless()).",
      remedy: "Make it executable, or correct the command in widget.json.")
  }

  static func programFailed(_ ending: String, said: String, provider: String) -> OptionsError {
    let words = said.isEmpty ? "It said nothing on standard error." : "It said: “\(said)”"
    return OptionsError(
      .failed, provider: provider, message: "The program ended with \(ending). \(words)",
      remedy: "Run the command by hand to see what it needs.")
  }

  static func queryFailed(_ cause: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider, message: "The query failed: \(cause.harmless(limit: 500)).",
      remedy: "Correct the query in widget.json, or the database.")
  }

  static func lockedDatabase(provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider, message: "Another program has locked the database.",
      remedy: "Try again when it is done.")
  }

  static func missingColumn(_ name: String, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: "The answer has no column \(quoted(name)).",
      remedy: "Name the columns identifier, display, subtitle, section and symbol.")
  }

  static func badTemplate(_ rule: String, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: "The braces cannot be filled in: \(rule).",
      remedy: "Correct it in widget.json; names of parameters and {search} may be used.")
  }

  static func unknownName(
    _ written: String, name: String, choices: [String], provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "\(quoted(written)) is not a name that is filled in.",
      remedy: .suggestion(for: name, among: choices))
  }

  static func unreachable(cause: any Error, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: "The service cannot be reached: \("\(cause)".harmless(limit: 300)).",
      remedy: (cause as? WebFetch.Failure)?.remedy.map { Message.verbatim($0) }
        ?? "Look at the network and the URL, then try again.")
  }

  static func refused(
    status: Int, said: String, retryAfter: String? = nil, provider: String
  ) -> OptionsError {
    let meaning = HTTPStatus.meaning(of: status).map { ", \($0)" } ?? ""
    let words = said.isEmpty ? "" : " It said: “\(said)”"
    return OptionsError(
      status == 404 || status == 410 ? .notFound : .failed, provider: provider,
      message: "The service answered with status \(status)\(meaning).\(words)",
      remedy: .verbatim(HTTPStatus.remedy(for: status, retryAfter: retryAfter)))
  }

  static func foreignResource(_ name: String, provider: String) -> OptionsError {
    OptionsError(
      .notFound, provider: provider,
      message:
        "\(quoted(SpokenURL(name).description)) is neither a web address nor a file in the widget's folder.",
      remedy: "Give an http or https URL, or a path from the folder of widget.json.")
  }

  static func unkeptResource(_ name: String, folder: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message:
        "\(quoted(SpokenURL(name).description)) cannot be kept in the folder \(quoted(folder)).",
      remedy: "Look at the rights and the room of the folder, and at the size of the file.")
  }

  static func unsetVariable(_ variable: String, header: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: "The variable \(quoted(variable)) for the header \(quoted(header)) is not set.",
      remedy: "Set it in the environment, or correct environmentHeaders in widget.json.")
  }

  static func notJSON(_ type: String, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The service answered with \(quoted(type)), not with JSON.",
      remedy: "Correct the URL in widget.json, or ask for JSON with the header Accept.")
  }

  static func circle(_ url: SpokenURL, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The pages go in a circle: \(quoted(url.description)) comes again.",
      remedy: "Correct the cursor in widget.json, or the service.")
  }

  static func elsewhere(_ url: SpokenURL, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The next page, \(quoted(url.description)), is at another place than the first.",
      remedy: "Correct the cursor in widget.json, or the service.")
  }

  static func noBuiltin(_ name: String, provider: String) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider, message: "There is no built-in provider \(quoted(name)).",
      remedy: "Correct the name in widget.json.")
  }

  static func noTimelines(from kind: String, provider: String) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider, message: "A timeline cannot come from \(kind).",
      remedy: "Use builtin, fixture, command or http for the timeline in widget.json.")
  }
}

/// A text of a source in quotes, long enough for most paths.
func quoted(_ text: String) -> String { IntentModel.quoted(text, limit: 120) }
