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

  /// What is wrong, as one sentence.
  public var sentence: Message

  /// What to do about it, as one sentence.
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

/// A source and its context in a check of `widget.json`.
public struct CheckedSource: Sendable {
  /// The description in `widget.json`.
  public var description: SourceDescription

  /// The use of the source.
  public var role: SourceDescription.Role

  /// The name of the parameter that it gives choices for; nil for a timeline.
  public var parameter: String?

  /// The folder of `widget.json`.
  public var folder: String

  /// The intent of the widget; nil if it is unknown.
  public var schema: IntentSchema?
}

/// Finds the problems of a source.
public typealias SourceCheck = @Sendable (CheckedSource) -> [SourceProblem]
