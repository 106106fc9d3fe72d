public import Messages

/// Something that stands against a value, a draft or an imported intent: what, where, and the way out.
public struct IntentIssue: Error, Sendable, Hashable {
  /// How much an issue weighs.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    case error
    case warning
    case note
  }

  /// The place of the value, as a path in intent JSON.
  public var path: IntentPath

  /// What is wrong.
  public var reason: Reason

  /// Makes an issue.
  public init(_ reason: Reason, at path: IntentPath) {
    self.reason = reason
    self.path = path
  }

  /// A number that an issue is about.
  public enum Quantity: Sendable, Hashable {
    case integer(Int)
    case decimal(Double)
    /// A duration in seconds, and how the document writes it; nil where people write it.
    case duration(Double, written: String? = nil)
  }

  /// What can be wrong with a value, each with what its sentence needs.
  public enum Reason: Error, Sendable, Hashable {
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
    /// A latitude in degrees beyond 90, north or south.
    case latitudeOutOfRange(Double)
    /// A longitude in degrees beyond 180, east or west.
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
    case hidden(HiddenReason)
    case unknownMember(String, choices: [String])
    case wrongIntent(String, choices: [String])
    case unknownFamily(String)
    case notOffered(identifier: String, display: String)
    /// A source that lists only a part of what it has does not list what was chosen.
    case notKnownToBeOffered(identifier: String, display: String)
    case noEditor(type: String)
    /// A source was asked and does not offer what was given.
    case choiceNotFound(String, source: String, choices: [String])
    /// A source was asked and did not answer, in its own words.
    case sourceFailed(Message, remedy: Message)
    /// A text that is not JSON or not of the form asked for: what is wrong, and the way out.
    case malformed(Message, remedy: Message)
    /// A value written as another kind of value, with the form that is asked for.
    case wrongForm(expected: Message, found: Message, form: Message)
    /// An intent named as this one, but for what stands before or behind its name.
    case misnamedIntent(String, intent: String, IntentNameMismatch)
  }

  /// How much the issue weighs: a choice that is no longer offered is a warning, one of which
  /// nothing is known a note.
  public var severity: Severity {
    switch reason {
    case .notOffered: .warning
    case .notKnownToBeOffered: .note
    default: .error
    }
  }

  /// The rule in one word with hyphens, stable for scripts, such as `above-maximum`.
  public var code: String { reason.code }

  /// The whole of the issue in one line: place, sentence, remedy.
  public var description: String { line.text() }

  /// The whole of the issue in one line: place, sentence, remedy.
  public var line: Message {
    .placed(place: path.description, sentences: [message, advice])
  }

  /// What is wrong, as one sentence.
  public var message: Message { reason.message }

  /// What to do about it, as one sentence.
  public var advice: Message { reason.advice }

  /// What is wrong, as one sentence in English.
  public var sentence: String { message.text() }

  /// What to do about it, as one sentence in English.
  public var remedy: String { advice.text() }
}

extension IntentIssue: CustomStringConvertible {}

extension IntentIssue {
  /// Whether the issue is that a source gave no answer, and not that the answer was wrong.
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
