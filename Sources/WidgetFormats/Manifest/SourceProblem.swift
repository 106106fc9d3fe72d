public import IntentModel
public import Messages

/// A reason for which a source in `widget.json` would fail, found without asking it.
public struct SourceProblem: Sendable, Hashable {
  /// The keys that lead from the source to the place, such as `fallback` and `fixture`.
  public var keys: [String]

  /// The rule in words with hyphens, stable for scripts.
  public var code: String

  /// How much it weighs: what would fail is an error.
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

/// A source in its place, as a check of `widget.json` meets it.
public struct CheckedSource: Sendable {
  /// What `widget.json` says.
  public var description: SourceDescription

  /// What the source is for.
  public var role: SourceDescription.Role

  /// The name of the parameter whose choices it gives; nil for a timeline.
  public var parameter: String?

  /// The folder of `widget.json`.
  public var folder: String

  /// The intent of the widget; nil if it is not known.
  public var schema: IntentSchema?
}

/// Finds what sources would fail of.
public typealias SourceCheck = @Sendable (CheckedSource) -> [SourceProblem]
