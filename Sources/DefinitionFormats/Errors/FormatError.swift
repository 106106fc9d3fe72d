package import InputFiles
public import IntentModel
public import Messages

/// Something wrong in a file: where, which rule, what, and the way out.
///
/// All readers of this module report with it. Its words come from one table for each source of
/// errors: `FormatProblem` for the shapes of files, `IntentIssue` for values, and the rules of JSON.
public struct FormatError: Error, Sendable, Hashable {
  /// The file or the source, by the name its reader was given.
  public var file: String

  /// The line, from 1; nil if the error is about the file as a whole.
  public var line: Int?

  /// The column, from 1, in Unicode scalars; nil together with the line.
  public var column: Int?

  /// The rule in lower-case words with hyphens, stable for scripts, such as `unknown-member`.
  public var code: String

  /// What is wrong, as one sentence.
  public var message: Message

  /// What to do about it, as one sentence; empty if the sentence says it already.
  public var advice: Message

  /// For a text that is not JSON, a look at the place: the line, a line feed, and a caret below it.
  ///
  /// It is harmless to a terminal and at most 80 columns wide.
  public var excerpt: String?

  /// The value in a JSON text that the error is about, as a JSON Pointer (RFC 6901); nil for other texts
  /// and for a text that is not JSON.
  public var pointer: String?

  /// Whether everything that the file says still counts, as where a key occurs twice.
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

  /// What is wrong, as one sentence in English.
  public var sentence: String { message.text() }

  /// What to do about it, as one sentence in English.
  public var remedy: String { advice.text() }

  /// The error for people: place, sentence and remedy, and below them the excerpt with two spaces
  /// before it.
  public var lines: [Message] {
    [whole]
      + FormatError.indented(excerpt).map { .verbatim($0) }
  }

  /// The file, the line and the column, as compilers write them.
  private var place: String {
    ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  static func indented(_ excerpt: String?) -> [String] {
    (excerpt ?? "").split(separator: "\n").map { "  " + $0 }
  }
}

extension FormatError: CustomStringConvertible {
  /// The whole in one line, as compilers write it: `file:line:column: sentence remedy`.
  public var description: String { whole.text() }

  /// The whole in one line.
  fileprivate var whole: Message { .placed(place: place, sentences: [message, advice]) }
}

/// All that is wrong with a file, in the order of the file.
public struct FormatErrors: MessageError, Sendable, Hashable {
  /// The errors; never empty when thrown.
  public var errors: [FormatError]

  /// Makes a collection of errors.
  public init(_ errors: [FormatError]) {
    self.errors = errors
  }

  /// The errors for people, each with its excerpt.
  public var lines: [Message] { errors.flatMap(\.lines) }

  /// The first of the errors in one line.
  public var line: Message { errors.first?.whole ?? .none }
}

extension FormatErrors: CustomStringConvertible {
  /// One line for each error.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension LimitedProblems<FormatError> {
  /// The errors; the last one says how many others there are, if there are some.
  package func listed(file: String) -> [FormatError] {
    kept + [remark].compactMap { $0 }.map { FormatError(.notListed($0), file: file) }
  }
}

/// What a text from outside may cost before it is refused.
public struct FormatLimits: Sendable, Hashable {
  /// The largest text in bytes.
  public var maximumBytes: Int

  /// The most arrays and objects inside each other.
  public var maximumDepth: Int

  /// The most choices of a collection, entries of a timeline or lines of a document.
  public var maximumItems: Int

  /// The most errors reported; one more says how many others there are.
  public var maximumErrors: Int

  /// 64 MiB, 64 levels, 100,000 items, 1,000 errors.
  public static let standard = FormatLimits()

  /// Makes limits.
  public init(
    maximumBytes: Int = 64 << 20, maximumDepth: Int = 64, maximumItems: Int = 100_000,
    maximumErrors: Int = LimitedProblems<FormatError>.standardLimit
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumItems = maximumItems
    self.maximumErrors = maximumErrors
  }
}

/// How files that cannot be read become errors of formats.
extension FormatError {
  /// A file that cannot be read.
  package init(_ error: FileReadingError) {
    self.init(
      file: TextExcerpt.printable(error.path.utf8), code: error.rule.code,
      sentence: error.rule.message, remedy: .none)
  }

  /// A file that is not a property list.
  ///
  /// A binary one has no lines: the sentence names the byte.
  package init(_ error: PropertyListError, file: String) {
    let message = error.rule.message
    self.init(
      file: file, line: error.position?.line, column: error.position?.column,
      code: error.rule.code,
      sentence: error.position == nil
        ? .positionByte(byte: error.byteOffset, sentence: message) : message, remedy: .none)
  }

  /// Something wrong in a string table.
  package init(_ error: StringTableError, file: String) {
    self.init(
      file: file, line: error.position?.line, column: error.position?.column,
      code: "string-table", sentence: error.rule.message, remedy: .none)
    if case .duplicateKey = error.rule { isLossless = true }
  }
}

extension FileReadingError.Rule {
  /// The rule in lower-case words with hyphens.
  var code: String {
    switch self {
    case .missing: "missing-file"
    case .danglingLink: "dangling-link"
    case .linkCycle: "link-cycle"
    case .directory: "directory"
    case .notReadable: "not-readable"
    case .notAFile: "not-a-file"
    case .nameNotAllowed: "bad-path"
    case .tooLarge: "file-too-large"
    case .noAnswer: "no-answer"
    case .system: "system-error"
    }
  }
}

extension PropertyListRule {
  /// The rule in lower-case words with hyphens; those of markup and scalars have one in common.
  var code: String {
    switch self {
    case .emptyFile: "empty-file"
    case .notAPropertyList: "not-a-property-list"
    case .fileTooLarge: "file-too-large"
    case .tooDeep: "too-deep"
    case .tooManyValues: "too-many-values"
    case .expandsTooFar: "expands-too-far"
    case .truncated, .binaryTruncated: "truncated"
    case .mergeMarker: "merge-marker"
    case .duplicateKey: "duplicate-key"
    case .entitiesNotAllowed: "entities-not-allowed"
    default: "malformed-property-list"
    }
  }
}
