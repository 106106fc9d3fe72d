package import IntentModel
public import JSONC
public import Messages

/// An error in a file: its position, its rule, the problem and the remedy.
///
/// All readers of this module use it. Its messages come from one table for each source of errors:
/// `FormatProblem` for the structure of files, `IntentIssue` for values, and the rules of JSON.
public struct FormatError: Error, StatedProblem, Sendable, Hashable {
  /// The file or the source, under the name that was given to its reader.
  public var file: String

  /// The line, from 1; nil if the error concerns the whole file.
  public var line: Int?

  /// The column, from 1, in Unicode scalars; nil if the line is nil.
  public var column: Int?

  /// The rule in lowercase words with hyphens, stable for scripts, such as `unknown-member`.
  public var code: String

  /// The problem, as one sentence.
  public var message: Message

  /// The remedy, as one sentence; empty if the message already contains it.
  public var advice: Message

  /// For a text that is not JSON, an excerpt: the line, a line feed, and a caret below the
  /// position.
  ///
  /// It is safe for terminals and no wider than a narrow terminal.
  public var excerpt: String?

  /// The location of the value in a JSON text, as a JSON Pointer (RFC 6901); nil for other texts
  /// and for a text that is not JSON.
  public var pointer: String?

  /// The message without the JSON path before it, for a report that shows the ``pointer``
  /// separately; nil if the message has no path.
  package var messageWithoutPath: Message?

  /// Whether the contents of the file are complete despite the error, as with a repeated key.
  package var isLossless = false

  /// Makes an error from its parts.
  public init(
    file: String, line: Int? = nil, column: Int? = nil, code: String, sentence: Message,
    remedy: Message, excerpt: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.code = code
    message = sentence
    advice = remedy
    self.excerpt = excerpt
  }

  /// Makes an error from the statement of a problem.
  package init(
    file: String, line: Int? = nil, column: Int? = nil, statement: ProblemStatement
  ) {
    self.init(
      file: file, line: line, column: column, code: statement.code, sentence: statement.message,
      remedy: statement.advice)
  }

  /// The code, the sentence and the remedy.
  public var statement: ProblemStatement { .init(code, message, advice) }

  /// The error for people: position, message and remedy, followed by the excerpt, indented by two
  /// spaces.
  public var lines: [Message] {
    [whole] + FormatError.indented(excerpt).map { .verbatim($0) }
  }

  /// The file, the line and the column, in the form of compiler messages.
  private var place: String {
    var place = file
    for number in [line, column] {
      if let number { place += ":\(number)" }
    }
    return place
  }

  package static func indented(_ excerpt: String?) -> [String] {
    (excerpt ?? "").split(separator: "\n").map { "  " + $0 }
  }
}

extension FormatError: CustomStringConvertible {
  /// The complete error on one line, in the form of compiler messages:
  /// `file:line:column: sentence remedy`.
  public var description: String { whole.text() }

  /// The complete error on one line.
  fileprivate var whole: Message { .placed(place: place, sentences: [message, advice]) }
}

/// All errors in a file, in the order of the file.
public struct FormatErrors: MessageError, Sendable, Hashable {
  /// The errors; never empty when thrown.
  public var errors: [FormatError]

  /// Makes a collection of errors.
  public init(_ errors: [FormatError]) {
    self.errors = errors
  }

  /// The errors for people, each with its excerpt.
  public var lines: [Message] { errors.flatMap(\.lines) }

  /// The first error on one line.
  public var line: Message { errors.first?.whole ?? .none }
}

extension FormatErrors: CustomStringConvertible {
  /// One line for each error.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension LimitedProblems<FormatError> {
  /// The errors, followed by an error with the number of omitted errors if there are any.
  package func listed(file: String) -> [FormatError] {
    kept + [remark].compactMap { $0 }.map { FormatError(.notListed($0), file: file) }
  }
}

extension LimitedProblems<IntentIssue> {
  /// The issues, followed by an issue with the number of omitted issues if there are any.
  package var listed: [IntentIssue] {
    kept
      + [remark].compactMap { $0 }.map { remark in
        let problem = FormatProblem.notListed(remark)
        return IntentIssue(.malformed(problem.message, remedy: problem.advice), at: .root)
      }
  }
}

/// The limits for a text from outside; a text that exceeds them is rejected.
public struct FormatLimits: Sendable, Hashable {
  /// The maximum size of the text in bytes.
  public var maximumBytes: Int

  /// The maximum nesting depth of arrays and objects.
  public var maximumDepth: Int

  /// The maximum number of choices in a collection, entries in a timeline or lines in a document.
  public var maximumItems: Int

  /// The maximum number of reported errors; an additional error gives the number of omitted errors.
  public var maximumErrors: Int

  /// The limits for files that people write.
  public static let standard = FormatLimits()

  /// Makes limits.
  ///
  /// - Parameter maximumErrors: The maximum number of reported errors; nil for the limit that
  ///   applies to checks in general.
  public init(
    maximumBytes: Int = JSONLimits.standard.maximumBytes,
    maximumDepth: Int = JSONLimits.standard.maximumDepth, maximumItems: Int = 100_000,
    maximumErrors: Int? = nil
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumItems = maximumItems
    self.maximumErrors = maximumErrors ?? LimitedProblems<FormatError>.standardLimit
  }
}
