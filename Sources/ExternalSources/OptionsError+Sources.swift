import DefinitionFormats
import IntentModel
import IntentOptions
import Messages
import WidgetFormats

/// The errors of sources with their messages.
extension OptionsError {
  static func missingFile(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .notFound, provider: provider, message: .fileMissing(path: path),
      remedy: nearestFile(to: path).map { .didYouMean(name: $0) } ?? .correctPathOrMakeFile)
  }

  /// The file in the same folder whose name is closest to that of a missing file; nil if none is
  /// close.
  private static func nearestFile(to path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !name.isEmpty else { return nil }
    let folder = parts.dropLast().joined(separator: "/")
    return nearestName(
      to: String(name), among: FolderNames.of(folder.isEmpty ? "." : folder))
  }

  static func unreadableFile(_ path: String, cause: Message, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider, message: .sourceFileUnreadable(path: path, cause: cause),
      remedy: .correctPathOrRights)
  }

  static func tooManyBytes(_ limit: Int, provider: String) -> OptionsError {
    OptionsError(
      .tooLarge, provider: provider, message: .answerTooManyBytes(limit: limit),
      remedy: .makeAnswerSmaller)
  }

  static func tooManyItems(_ limit: Int, provider: String) -> OptionsError {
    OptionsError(
      .tooLarge, provider: provider, message: "The response has more than \(limit) items.",
      remedy: .makeAnswerSmaller)
  }

  static func tooSlow(_ limit: Duration, provider: String) -> OptionsError {
    .timedOut(provider: provider, limit: limit, remedy: .giveLongerTimeout)
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
      return [.atPlace(line: line, column: column, sentence: error.message), error.advice]
    }
    let more = errors.errors.count - shown.count
    if more > 0 { sentences += [.moreErrors(count: more), .correctAboveFirst] }
    // The last sentence is the remedy of the last problem.
    let remedy = sentences.popLast() ?? .correctAnswer
    return OptionsError(
      .malformed, provider: provider, message: .sentences(sentences), remedy: remedy)
  }

  static func malformed(
    row: Int, _ sentence: Message, _ remedy: Message, provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .inRow(row: row + 1, sentence: sentence),
      remedy: remedy)
  }

  static func unusedColumn(_ name: String, choices: [String], provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .columnNotUsed(name: name),
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
      .notFound, provider: provider, message: .noProgram(name: program),
      remedy: nearest.map { .didYouMean(name: $0) } ?? .correctCommandOrInstall)
  }

  static func notExecutable(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider, message: .programNotExecutable(name: path),
      remedy: .makeExecutable(path: path))
  }

  static func notAProgram(_ path: String, provider: String) -> OptionsError {
    OptionsError(
      .unreadable, provider: provider, message: .folderIsNoProgram(name: path),
      remedy: .correctCommand)
  }

  static func notStarted(_ program: String, cause: Message, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider, message: .programNotStarted(name: program, cause: cause),
      remedy: .makeExecutableOrCorrect)
  }

  static func programFailed(_ ending: Message, said: String, provider: String) -> OptionsError {
    let words: Message = said.isEmpty ? .saidNothing : .saidWords(words: said)
    return OptionsError(
      .failed, provider: provider, message: .programEnded(ending: ending, said: words),
      remedy: .runByHand)
  }

  static func queryFailed(_ cause: Message, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider, message: .queryFailed(cause: cause), remedy: .correctQuery)
  }

  static func lockedDatabase(provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider, message: .databaseLocked, remedy: .tryWhenDone)
  }

  static func badTemplate(_ rule: Message, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .bracesCannotBeFilled(rule: rule),
      remedy: .correctBraces)
  }

  static func dotSegment(provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .dotSegmentInURL, remedy: .giveValueWithoutDots)
  }

  static func unknownName(
    _ written: String, name: String, choices: [String], provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .nameIsNotFilled(text: written),
      remedy: .suggestion(for: name, among: choices))
  }

  static func unreachable(cause: any Error, provider: String) -> OptionsError {
    let failure = cause as? WebFetch.Failure
    return OptionsError(
      .failed, provider: provider,
      message: .serviceUnreachable(
        cause: failure?.message ?? .verbatim("\(cause)".harmless(limit: 300))),
      remedy: failure?.remedy ?? .lookAtNetwork)
  }

  static func refused(
    status: Int, said: String, retryAfter: String? = nil, provider: String
  ) -> OptionsError {
    let answer: Message =
      if let meaning = HTTPStatus.meaning(of: status) {
        .serviceStatusMeaning(status: status, meaning: meaning)
      } else {
        .serviceStatus(status: status)
      }
    var error = OptionsError(
      status == 404 || status == 410 ? .notFound : .failed, provider: provider,
      message: .sentences([answer] + (said.isEmpty ? [] : [.saidWords(words: said)])),
      remedy: HTTPStatus.remedy(for: status, retryAfter: retryAfter))
    if status == 429 || status >= 500 { error.retryAfter = HTTPStatus.seconds(retryAfter) }
    return error
  }

  static func foreignResource(_ name: String, provider: String) -> OptionsError {
    OptionsError(
      .notFound, provider: provider,
      message: .foreignResource(name: SpokenURL(name).description), remedy: .giveURLOrPath)
  }

  static func unkeptResource(_ name: String, folder: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: .resourceNotKept(name: SpokenURL(name).description, folder: folder),
      remedy: .lookAtFolder)
  }

  static func unsetVariable(_ variable: String, header: String, provider: String) -> OptionsError {
    OptionsError(
      .failed, provider: provider,
      message: .variableNotSet(name: variable, header: header), remedy: .setVariable)
  }

  static func notJSON(_ type: String, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .answeredNotJSON(type: type),
      remedy: .askForJSON)
  }

  static func circle(_ url: SpokenURL, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .pagesInCircle(url: url.description),
      remedy: .correctCursor)
  }

  static func elsewhere(_ url: SpokenURL, provider: String) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: .nextPageElsewhere(url: url.description),
      remedy: .correctCursor)
  }

  static func noBuiltin(_ name: String, provider: String) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider, message: .builtinUnknown(name: name),
      remedy: .correctName)
  }

  static func noTimelines(
    from kind: SourceDescription.Key, provider: String
  ) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider, message: .noTimelineFrom(kind: kind.rawValue),
      remedy: .useOtherTimeline)
  }
}
