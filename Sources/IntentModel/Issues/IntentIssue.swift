public import Messages

/// A problem of a value, a draft or an imported intent: the rule, the location and the remedy.
public struct IntentIssue: Error, StatedProblem, Sendable, Hashable {
  /// The severity of an issue.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Codable {
    case error
    case warning
    case note
  }

  /// The path of the value in intent JSON.
  public var path: IntentPath

  /// The problem.
  public var reason: Reason

  /// Makes an issue.
  public init(_ reason: Reason, at path: IntentPath) {
    self.reason = reason
    self.path = path
  }

  /// A number in an issue.
  public enum Quantity: Sendable, Hashable, Codable {
    case integer(Int)
    case decimal(Double)
    /// A duration in seconds, and its notation in the document; nil for the notation of users.
    case duration(Double, written: String? = nil)
  }

  /// The possible problems of a value, with the values that their sentences need.
  public enum Reason: Error, StatedProblem, Sendable, Hashable, Codable {
    case wrongType(expected: Message, found: Message)
    case notFinite
    case belowMinimum(value: Quantity, minimum: Quantity)
    case aboveMaximum(value: Quantity, maximum: Quantity)
    case unknownCase(String, choices: [String])
    case caseIsNoValue(String)
    case danglingEnum(String)
    case emptyIdentifier
    case unknownProperty(String, type: String, choices: [String])
    case missingMember(String)
    case noComponents
    case componentNotAllowed(IntentDateComponent, kind: DateComponentsMetadata.Kind)
    case componentOutOfRange(IntentDateComponent, value: Int)
    case noSuchDay(year: Int?, month: Int, day: Int)
    case lineBreak
    case controlCharacter(UInt32)
    case notAURL(String)
    case emptyText
    /// A latitude outside the range from -90 to 90 degrees.
    case latitudeOutOfRange(Double)
    /// A longitude outside the range from -180 to 180 degrees.
    case longitudeOutOfRange(Double)
    case emptyPlacemark
    case notADecimal(String)
    case notACurrencyCode(String)
    case currencyNotOffered(String, choices: [String])
    case unknownUnit(String, of: MeasurementDimension)
    case arrayForSingle
    case singleForArray
    case nestedArray
    case tooManyValues(count: Int, maximum: Int, family: WidgetFamily)
    case unknownParameter(String, intent: String, choices: [String])
    /// Why the parameter is hidden, and the answer that shows it, as NAME=VALUE; nil if unknown.
    case hidden(HiddenReason, answer: String? = nil)
    case unknownMember(String, choices: [String])
    case wrongIntent(String, choices: [String])
    case unknownFamily(String)
    case notOffered(identifier: String, display: String)
    /// The source lists only a part of its choices, and the chosen one is not in that part.
    case notKnownToBeOffered(identifier: String, display: String)
    case noEditor(type: String)
    /// No choice has the given name; with the names that may be meant, and how many more of them
    /// there are.
    case choiceNotFound(String, choices: [String], others: Int = 0)
    /// Several choices have the given name; with the identifier of each, and its text.
    case choiceAmbiguous(String, identifiers: [String], texts: [String])
    /// The source did not respond; with its own message.
    case sourceFailed(Message, remedy: Message)
    /// The text is not JSON or does not have the required form; with the problem and the remedy.
    case malformed(Message, remedy: Message)
    /// The value is written as another kind of value; with the required form.
    case wrongForm(expected: Message, found: Message, form: Message)
    /// The name of the intent differs only in its prefix or suffix.
    case misnamedIntent(String, intent: String, IntentNameMismatch)
  }

  /// The severity: a warning for a choice that is no longer offered, and a note for one whose state
  /// is unknown.
  public var severity: Severity {
    switch reason {
    case .notOffered: .warning
    case .notKnownToBeOffered: .note
    default: .error
    }
  }

  /// The code, the sentence and the remedy.
  public var statement: ProblemStatement { reason.statement }

  /// The whole issue on one line: path, sentence, remedy.
  public var description: String { line.text() }

  /// The whole issue on one line: path, sentence, remedy.
  public var line: Message {
    .placed(place: path.description, sentences: [message, advice])
  }
}

extension IntentIssue: CustomStringConvertible {}

extension IntentIssue {
  /// Whether the issue is that a source did not respond, rather than an invalid response.
  public var isFailureOfSource: Bool {
    if case .sourceFailed = reason { return true }
    return false
  }
}
