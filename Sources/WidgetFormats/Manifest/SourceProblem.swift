public import IntentModel
public import Messages

/// A reason why a source in `widget.json` would fail, found without a request to it.
public struct SourceProblem: Sendable, Hashable {
  /// The keys from the source to the invalid value, such as `fallback` and `fixture`.
  public var keys: [String]

  /// The rule as hyphenated words, stable for scripts.
  public var code: String

  /// The severity; a problem that makes the source fail is an error.
  public var severity: IntentIssue.Severity

  /// The problem, as one sentence.
  public var sentence: Message

  /// The remedy, as one sentence.
  public var remedy: Message

  /// Makes a problem.
  public init(
    at keys: [String], code: String, severity: IntentIssue.Severity = .error, sentence: Message,
    remedy: Message
  ) {
    self.keys = keys
    self.code = code
    self.severity = severity
    self.sentence = sentence
    self.remedy = remedy
  }
}

/// The problems of a source whose compiled-in provider cannot be made.
///
/// The function that makes the provider throws this error if it does not accept the arguments, and
/// a check reports each problem at its position in `widget.json`:
///
///     throw SourceProblems([
///       SourceProblem(
///         at: ["arguments", "floor"], code: "unknown-floor",
///         sentence: "The argument “floor” is “attic”, which the house does not have.",
///         remedy: "Choose from “ground floor” and “first floor”.")
///     ])
public struct SourceProblems: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// The problems, in the order in which they are reported.
  public var problems: [SourceProblem]

  /// Makes an error.
  public init(_ problems: [SourceProblem]) {
    self.problems = problems
  }

  /// The sentences and the remedies of all problems, on one line.
  public var line: Message { .sentences(problems.flatMap { [$0.sentence, $0.remedy] }) }

  /// The sentences and the remedies of all problems, on one line in English.
  public var description: String { line.text() }
}

/// A source and its context in a check of `widget.json`.
public struct CheckedSource: Sendable {
  /// The description in `widget.json`.
  public var description: SourceDescription

  /// The use of the source.
  public var role: SourceDescription.Role

  /// The name of the parameter for which the source gives choices; nil for a timeline.
  public var parameter: String?

  /// The folder of `widget.json`.
  public var folder: String

  /// The intent of the widget; nil if it is unknown.
  public var schema: IntentSchema?
}

/// Finds the problems of a source.
public typealias SourceCheck = @Sendable (CheckedSource) -> [SourceProblem]
