import InputFiles
import IntentModel
import IntentOptions
import JSONCodings
import Messages
import WidgetFormats

/// The errors of sources with their messages.
extension OptionsError {
  static func missingFile(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .notFound, provider: provider, message: .fileMissing(path: path),
      remedy: nearestFile(to: path).map { .didYouMean(name: $0) }
        ?? "Correct the path in widget.json, or create the file.")
  }

  /// The name in the same folder that is most similar to the name of a missing file; nil if none is
  /// similar.
  private static func nearestFile(to path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !name.isEmpty else { return nil }
    let folder = parts.dropLast().joined(separator: "/")
    return nearestName(
      to: String(name), among: FolderNames.of(folder.isEmpty ? "." : folder))
  }

  static func unreadableFile(_ error: FileReadingError, provider: String) -> OptionsError {
    let cause = error.rule.statement
    return OptionsError(
      .unreadable, provider: provider,
      message: .placed(
        place: error.path.harmless(limit: Message.longNameLimit), sentences: [cause.message]),
      remedy: cause.advice.isEmpty
        ? "Correct the path in widget.json, or the permissions of the file." : cause.advice)
  }

  static func unkeptRequest(_ code: Int32, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider,
      message: "The request cannot be written to \(RequestFile.folder): \(systemWords(code)).",
      remedy: "Make room in \(RequestFile.folder), or correct its permissions.")
  }

  static func tooManyBytes(_ limit: Int, provider: String) -> OptionsError {
    OptionsError(
      .tooLarge, provider: provider, message: "The response has more than \(limit) bytes.",
      remedy: .makeResponseSmaller)
  }

  static func tooManyItems(
    _ limit: Int, _ remedy: Message = .makeResponseSmaller, provider: String
  ) -> OptionsError {
    OptionsError(
      .tooLarge, provider: provider, message: "The response has more than \(limit) items.",
      remedy: remedy)
  }

  static func tooSlow(_ limit: Duration, provider: String) -> OptionsError {
    .timedOut(
      provider: provider, limit: limit,
      remedy: "Try again, or give it a longer timeout in widget.json.")
  }

  static func busy(provider: String) -> OptionsError {
    OptionsError(
      .timedOut, provider: provider, message: "The source is busy with other requests.",
      remedy: .tryAgain)
  }

  static func malformed(_ errors: FormatErrors, provider: String) -> OptionsError {
    let shown = errors.errors.prefix(3)
    var sentences = shown.flatMap { error -> [Message] in
      guard let line = error.line, let column = error.column else {
        return [error.message, error.advice]
      }
      return ["At line \(line), column \(column): \(error.message)", error.advice]
    }
    let more = errors.errors.count - shown.count
    if more > 0 {
      sentences += [
        "There \(more, one: "is # more error", other: "are # more errors").", .correctAboveFirst,
      ]
    }
    // The last sentence is the remedy for the last problem.
    let remedy = sentences.popLast() ?? .correctResponse
    return OptionsError(
      .malformed, provider: provider, message: .sentences(sentences), remedy: remedy)
  }

  /// The error for a text that does not begin as a JSON list does, so it may have a different
  /// format.
  static func notAList(_ errors: FormatErrors, provider: String) -> OptionsError {
    var error = malformed(errors, provider: provider)
    error.remedy =
      """
      Write a list in JSON, or declare another format in widget.json: “"format": "lines"” or \
      “"format": "table"”.
      """
    return error
  }

  static func malformed(
    row: Int, _ sentence: Message, _ remedy: Message, provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: "In row \(row + 1): \(sentence)",
      remedy: remedy)
  }

  static func unusedColumn(_ name: String, choices: [String], provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The column “\(longName: name)” is not used.",
      remedy: .suggestion(for: name, among: choices))
  }

  static func unwritableRequest(_ error: FormatError, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: "The request cannot be written: \(error.message)", remedy: error.advice)
  }

  static func noProgram(_ program: String, provider: String) -> OptionsError {
    let isFile = program.contains("/")
    let nearest = isFile ? nearestFile(to: program) : nil
    return OptionsError(
      .notFound, provider: provider,
      message: "There is no program “\(longName: program)” to run.",
      remedy: nearest.map { .didYouMean(name: $0) }
        ?? "Correct the command in widget.json, or install the program.")
  }

  static func notExecutable(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider,
      message: "The program “\(longName: path)” is not executable.",
      remedy: "Make it executable: chmod +x \(name: path, limit: 400)")
  }

  static func notAProgram(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider,
      message: "“\(longName: path)” is a folder, not a program.",
      remedy: .correctCommand)
  }

  static func notStarted(
    _ program: String, cause: Message, _ remedy: Message, provider: String
  ) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: "The program “\(longName: program)” cannot be run: \(cause).",
      remedy: remedy)
  }

  static func programFailed(
    _ ending: Message, said: String, remedy: Message, provider: String
  ) -> OptionsError {
    let words: Message =
      said.isEmpty ? "It wrote nothing to standard error." : .saidWords(words: said)
    var error = OptionsError(
      .failed, provider: provider, message: "The program ended with \(ending). \(words)",
      remedy: remedy)
    // The last line that a program writes is the reason for its failure; a stack trace precedes it.
    if let reason = said.split(whereSeparator: \.isNewline).last(where: {
      !$0.allSatisfy(\.isWhitespace)
    }) {
      error.cause = "\(reason) (\(provider), \(ending.text()))"
    }
    return error
  }

  static func queryFailed(_ cause: Message, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider, message: "The query failed: \(cause).",
      remedy: "Correct the query in widget.json, or the database.")
  }

  static func missingCollation(_ collation: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: """
        The query needs the collation “\(name: collation)”, which only the program that owns the \
        database has.
        """,
      remedy:
        "Write COLLATE BINARY or COLLATE NOCASE after the column where it is compared or sorted.")
  }

  static func missingFunction(_ function: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: """
        The query needs the function “\(name: function)”, which SQLite does not have; only the \
        program that owns the database has it.
        """,
      remedy: "Query the tables without this function, and without a view that uses it.")
  }

  static func lockedDatabase(provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider, message: "Another program has locked the database.",
      remedy: "Try again when it is done.")
  }

  static func badTemplate(_ rule: Message, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: "The names in braces cannot be filled in: \(rule).",
      remedy: """
        Correct the braces in widget.json. Names of parameters and \
        \(SourceNames.inBraces(SourceNames.search)) can be used.
        """)
  }

  static func dotSegment(provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The path of the URL would contain “.” or “..” and lead elsewhere.",
      remedy: "Give another value, or put the value into the query of the URL.")
  }

  static func unknownName(
    _ written: String, name: String, choices: [String], provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "“\(longName: written)” is not a name that can be filled in.",
      remedy: .suggestion(for: name, among: choices))
  }

  static func unreachable(cause: any Error, provider: String) -> OptionsError {
    let failure = cause as? WebFetch.Failure
    return OptionsError(
      .failed, provider: provider,
      message:
        """
        The service cannot be reached: \
        \(phrase: failure?.message ?? .verbatim("\(cause)".harmless(limit: 300))).
        """,
      remedy: failure?.remedy ?? "Check the network and the URL, then try again.")
  }

  static func refused(
    status: Int, said: String, retryAfter: String? = nil, provider: String
  ) -> OptionsError {
    let refusal: Message =
      if let meaning = HTTPStatus.meaning(of: status) {
        "The service answered with status \(status), \(meaning)."
      } else {
        "The service answered with status \(status)."
      }
    var error = OptionsError(
      HTTPStatus.missing.contains(status) ? .notFound : .failed, provider: provider,
      message: .sentences([refusal] + (said.isEmpty ? [] : [.saidWords(words: said)])),
      remedy: HTTPStatus.remedy(for: status, retryAfter: retryAfter))
    if status == 429 || status >= 500 { error.retryAfter = HTTPStatus.seconds(retryAfter) }
    return error
  }

  static func foreignResource(_ name: String, provider: String) -> OptionsError {
    OptionsError(
      .notFound, provider: provider,
      message:
        """
        “\(longName: SpokenURL(name).description)” is neither a web address nor a file \
        in the widget's folder.
        """,
      remedy: "Give an http or https URL, or a path relative to the folder of widget.json.")
  }

  static func unkeptResource(_ name: String, folder: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message:
        """
        “\(longName: SpokenURL(name).description)” cannot be kept in the folder \
        “\(longName: folder)”.
        """,
      remedy: "Check the permissions and the free space of the folder, and the size of the file.")
  }

  static func unsetVariable(_ variable: String, header: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message:
        """
        The variable “\(longName: variable)” for the header \
        “\(longName: header)” is not set.
        """,
      remedy: "Set it in the environment, or correct its name in widget.json.")
  }

  static func notJSON(_ type: String, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The service answered with “\(longName: type)”, not with JSON.",
      remedy: "Correct the URL in widget.json, or ask for JSON with the header Accept.")
  }

  static func notACalendar(_ type: String?, provider: String) -> OptionsError {
    let message: Message =
      if let type {
        "The service answered with “\(longName: type)”, not with a calendar."
      } else {
        "The service did not answer with a calendar."
      }
    return OptionsError(
      .malformed, provider: provider, message: message,
      remedy: "Give the address of an .ics file, or of a CalDAV collection, which ends with “/”.")
  }

  static func circle(_ url: SpokenURL, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The pages form a loop: “\(longName: url.description)” occurs again.",
      remedy: .correctCursor)
  }

  static func elsewhere(_ url: SpokenURL, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message:
        """
        The next page, “\(longName: url.description)”, does not have the scheme, host \
        and port of the first.
        """,
      remedy: .correctCursor)
  }

  static func noBuiltin(_ name: String, provider: String) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider, message: .builtinUnknown(name: name),
      remedy: "Correct the name in widget.json.")
  }

  static func noTimelines(
    from kind: SourceDescription.Key, provider: String
  ) -> OptionsError {
    let others = SourceDescription.Key.origins.filter { $0 != kind }.map(\.rawValue)
    return OptionsError(
      .noProvider, provider: provider, message: .noTimelineFrom(kind: kind.rawValue),
      remedy: "Use \(others.listed("or")) for the timeline in widget.json.")
  }
}
