public import Messages

/// A problem with a value, a draft or an imported intent: the rule, the location and the remedy.
public struct IntentIssue: Error, StatedProblem, Sendable, Hashable, CustomStringConvertible {
  /// The severity of an issue.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Codable {
    /// The value cannot be used.
    case error
    /// The value can be used, but it is probably not what was meant.
    case warning
    /// The value can be used, but something about it is unknown.
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
    /// A whole number.
    case integer(Int)
    /// A finite decimal number.
    case decimal(Double)
    /// A duration in seconds, and its text in the message; without this text, the notation that
    /// users see is used.
    case duration(Double, written: String? = nil)
  }

  /// The possible problems of a value, with the values that their sentences need.
  public indirect enum Reason: Error, StatedProblem, Sendable, Hashable, Codable {
    /// A value of the wrong type; both types in words.
    case wrongType(expected: Message, found: Message)
    /// A number that is not finite.
    case notFinite
    /// A number below the minimum.
    case belowMinimum(value: Quantity, minimum: Quantity)
    /// A number above the maximum.
    case aboveMaximum(value: Quantity, maximum: Quantity)
    /// The name of a case that the enum does not have, and the existing cases.
    case unknownCase(String, choices: [String])
    /// The name of the case that means "no value".
    case caseIsNoValue(String)
    /// The name of an enum that the definition does not have.
    case danglingEnum(String)
    /// An object with an empty identifier.
    case emptyIdentifier
    /// The name of a property that the object type does not have, and its properties.
    case unknownProperty(String, type: String, choices: [String])
    /// The name of a required member that is missing.
    case missingMember(String)
    /// A date or time without any component.
    case noComponents
    /// A component that a date or time of this kind does not have.
    case componentNotAllowed(IntentDateComponent, kind: DateComponentsMetadata.Kind)
    /// A component that is out of its range.
    case componentOutOfRange(IntentDateComponent, value: Int)
    /// A day that its month does not have; the year is nil if it is not set.
    case noSuchDay(year: Int?, month: Int, day: Int)
    /// A line break in a text that must be on one line.
    case lineBreak
    /// A control character in a text, given by its code point.
    case controlCharacter(UInt32)
    /// A text that is not a URL with a scheme.
    case notAURL(String)
    /// An empty text where a text is required.
    case emptyText
    /// A latitude outside the range of latitudes.
    case latitudeOutOfRange(Double)
    /// A longitude outside the range of longitudes.
    case longitudeOutOfRange(Double)
    /// A placemark that has neither a name nor coordinates nor an address.
    case emptyPlacemark
    /// A text that is not a decimal number.
    case notADecimal(String)
    /// A text that is not the code of a currency.
    case notACurrencyCode(String)
    /// A currency that the parameter does not accept, and the accepted currencies.
    case currencyNotOffered(String, choices: [String])
    /// A unit that the quantity does not have.
    case unknownUnit(String, of: MeasurementDimension)
    /// An array for a parameter with one value.
    case arrayForSingle
    /// A single value for a parameter that has several.
    case singleForArray
    /// An array inside an array.
    case nestedArray
    /// More values than the family accepts.
    case tooManyValues(count: Int, maximum: Int, family: WidgetFamily)
    /// The name of a parameter that the intent does not have, and its parameters.
    case unknownParameter(String, intent: String, choices: [String])
    /// A value of a hidden parameter; why it is hidden, and the answer that would show the
    /// parameter, as NAME=VALUE, or nil if unknown.
    case hidden(HiddenReason, answer: String? = nil)
    /// A key that an object in a document cannot have, and the permitted keys.
    case unknownMember(String, choices: [String])
    /// The name of an intent that no definition has, and the intents that the definitions have.
    case wrongIntent(String, choices: [String])
    /// The name of an unknown widget family, or a text that cannot be the name of a family.
    case unknownFamily(String)
    /// Fewer values than App Intents require in the family; the maximum is nil if there is no
    /// limit.
    case tooFewValues(count: Int, minimum: Int, maximum: Int?, family: WidgetFamily)
    /// A choice that its source no longer offers, and the stored text of the choice.
    case notOffered(identifier: String, display: String)
    /// The source lists only part of its choices, and the chosen one is not in that part.
    case notKnownToBeOffered(identifier: String, display: String)
    /// A value whose type has no editor.
    case noEditor(type: String)
    /// No choice has the given name; `choices` are similar names, and `others` is the number of
    /// further similar names.
    case choiceNotFound(String, choices: [String], others: Int = 0)
    /// Several choices have the given name; the identifier and the text of each.
    case choiceAmbiguous(String, identifiers: [String], texts: [String])
    /// The source did not respond; its own message.
    case sourceFailed(Message, remedy: Message)
    /// The text is not JSON, or does not have the required form; the problem and the remedy.
    case malformed(Message, remedy: Message)
    /// The value is written in the form of a different kind; the required form.
    case wrongForm(expected: Message, found: Message, form: Message)
    /// The name of the intent is wrong only in its prefix or suffix.
    case misnamedIntent(String, intent: String, IntentNameMismatch)
  }

  /// The severity: an error, unless the value can be used.
  public var severity: Severity {
    switch reason {
    case .notOffered, .tooFewValues: .warning
    case .notKnownToBeOffered: .note
    case .unknownFamily(let name): WidgetFamily(rawValue: name) == nil ? .error : .note
    default: .error
    }
  }

  /// The code, the sentence and the remedy.
  public var statement: ProblemStatement { reason.statement }

  /// The whole issue on one line: path, sentence and remedy.
  public var description: String { line.text() }

  /// The whole issue on one line: path, sentence and remedy.
  public var line: Message {
    .placed(place: path.description, sentences: [message, advice])
  }
}

extension IntentIssue {
  /// Whether the issue is that a source did not respond, as opposed to an invalid response.
  public var isFailureOfSource: Bool {
    if case .sourceFailed = reason { return true }
    return false
  }
}
