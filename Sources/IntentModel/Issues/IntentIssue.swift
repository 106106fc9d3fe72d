public import Messages

/// A problem of a value, a draft or an imported intent: the rule, the location and the remedy.
public struct IntentIssue: Error, Sendable, Hashable {
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
  public enum Reason: Error, Sendable, Hashable, Codable {
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
    /// The source does not offer the given choice.
    case choiceNotFound(String, source: String, choices: [String])
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

  /// The rule as words with hyphens, stable for scripts, such as `above-maximum`.
  public var code: String { reason.code }

  /// The whole issue on one line: path, sentence, remedy.
  public var description: String { line.text() }

  /// The whole issue on one line: path, sentence, remedy.
  public var line: Message {
    .placed(place: path.description, sentences: [message, advice])
  }

  /// The problem, as one sentence.
  public var message: Message { reason.message }

  /// The remedy, as one sentence.
  public var advice: Message { reason.advice }

  /// The problem, as one sentence in English.
  public var sentence: String { message.text() }

  /// The remedy, as one sentence in English.
  public var remedy: String { advice.text() }
}

extension IntentIssue: CustomStringConvertible {}

extension IntentIssue {
  /// Whether the issue is that a source did not respond, rather than an invalid response.
  public var isFailureOfSource: Bool {
    if case .sourceFailed = reason { return true }
    return false
  }
}

extension IntentIssue.Reason {
  var code: String {
    switch self {
    case .wrongType: "wrong-type"
    case .notFinite: "not-finite"
    case .belowMinimum: "below-minimum"
    case .aboveMaximum: "above-maximum"
    case .unknownCase: "unknown-case"
    case .caseIsNoValue: "case-is-no-value"
    case .danglingEnum: "dangling-enum"
    case .emptyIdentifier: "empty-identifier"
    case .unknownProperty: "unknown-property"
    case .missingMember: "missing-member"
    case .noComponents: "no-components"
    case .componentNotAllowed: "component-not-allowed"
    case .componentOutOfRange: "component-out-of-range"
    case .noSuchDay: "no-such-day"
    case .lineBreak: "line-break"
    case .controlCharacter: "control-character"
    case .notAURL: "not-a-url"
    case .emptyText: "empty-text"
    case .latitudeOutOfRange, .longitudeOutOfRange: "coordinate-out-of-range"
    case .emptyPlacemark: "empty-placemark"
    case .notADecimal: "not-a-decimal"
    case .notACurrencyCode: "not-a-currency-code"
    case .currencyNotOffered: "currency-not-offered"
    case .unknownUnit: "unknown-unit"
    case .arrayForSingle: "array-for-single"
    case .singleForArray: "single-for-array"
    case .nestedArray: "nested-array"
    case .tooManyValues: "too-many-values"
    case .unknownParameter: "unknown-parameter"
    case .hidden: "hidden-parameter"
    case .unknownMember: "unknown-member"
    case .wrongIntent: "wrong-intent"
    case .unknownFamily: "unknown-family"
    case .notOffered: "not-offered"
    case .notKnownToBeOffered: "not-known"
    case .noEditor: "no-editor"
    case .choiceNotFound: "choice-not-found"
    case .sourceFailed: "source-failed"
    case .malformed: "malformed"
    case .wrongForm: "wrong-type"
    case .misnamedIntent: "wrong-intent"
    }
  }
}
