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

  /// What can be wrong with a value, each with what its sentence needs.
  public enum Reason: Error, Sendable, Hashable {
    case wrongType(expected: String, found: String)
    case notFinite
    case belowMinimum(value: String, minimum: String)
    case aboveMaximum(value: String, maximum: String)
    case unknownCase(String, choices: [String])
    case caseIsNoValue(String)
    case danglingEnum(String)
    case emptyIdentifier
    case unknownProperty(String, type: String, choices: [String])
    case missingMember(String)
    case noComponents
    case componentNotAllowed(String, kind: String)
    case componentOutOfRange(String, value: Int, range: ClosedRange<Int>)
    case noSuchDay(year: Int?, month: Int, day: Int)
    case lineBreak
    case controlCharacter(UInt32)
    case notAURL(String)
    case emptyText
    case coordinateOutOfRange(String, value: String, limit: Int)
    case emptyPlacemark
    case notADecimal(String)
    case notACurrencyCode(String)
    case currencyNotOffered(String, choices: [String])
    case unknownUnit(String, quantity: String, choices: [String])
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
    case noEditor(type: String)
    /// A source was asked and does not offer what was given.
    case choiceNotFound(String, source: String, choices: [String])
    /// A source was asked and did not answer, in its own words.
    case sourceFailed(String, remedy: String)
    /// A text that is no JSON or not of the form asked for: what is wrong, and the way out.
    case malformed(String, remedy: String)
    /// A value written as another kind of value, with the form that is asked for.
    case wrongForm(expected: String, found: String, form: String)
    /// A duration in seconds below the least one.
    case durationBelow(Double, minimum: Double)
    /// A duration in seconds above the greatest one.
    case durationAbove(Double, maximum: Double)
    /// An intent named as this one, but for what stands before or behind its name.
    case misnamedIntent(String, intent: String, IntentNameMismatch)
  }

  /// How much the issue weighs: a choice that is no longer offered is a warning.
  public var severity: Severity {
    switch reason {
    case .notOffered: .warning
    default: .error
    }
  }

  /// The rule in one word with hyphens, stable for scripts, such as `above-maximum`.
  public var code: String { reason.code }

  /// The whole of the issue in one line: place, sentence, remedy.
  public var description: String { "\(path): \(reason.sentence) \(reason.remedy)" }

  /// What is wrong, as one sentence.
  public var sentence: String { reason.sentence }

  /// What to do about it, as one sentence.
  public var remedy: String { reason.remedy }
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
    case .coordinateOutOfRange: "coordinate-out-of-range"
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
    case .noEditor: "no-editor"
    case .choiceNotFound: "choice-not-found"
    case .sourceFailed: "source-failed"
    case .malformed: "malformed"
    case .wrongForm: "wrong-type"
    case .durationBelow: "below-minimum"
    case .durationAbove: "above-maximum"
    case .misnamedIntent: "wrong-intent"
    }
  }

  var sentence: String {
    switch self {
    case .wrongType(let expected, let found): "Expected \(expected), found \(found)."
    case .notFinite: "The number is not finite."
    case .belowMinimum(let value, let minimum): "\(value) is below the minimum of \(minimum)."
    case .aboveMaximum(let value, let maximum): "\(value) is above the maximum of \(maximum)."
    case .unknownCase(let name, _): "The enum has no case \(quoted(name))."
    case .caseIsNoValue(let name): "The case \(quoted(name)) means that there is no value."
    case .danglingEnum(let name): "The definition has no enum \(quoted(name))."
    case .emptyIdentifier: "The identifier is empty."
    case .unknownProperty(let name, let type, _):
      "The type \(type) has no property \(quoted(name))."
    case .missingMember(let name): "The member \(quoted(name)) is missing."
    case .noComponents: "No component is set."
    case .componentNotAllowed(let name, let kind): "A \(kind) has no \(name)."
    case .componentOutOfRange(let name, let value, let range):
      "The \(name) \(value) is not between \(range.lowerBound) and \(range.upperBound)."
    case .noSuchDay(let year, let month, let day):
      "There is no day \(year.map { "\($0)-" } ?? "")\(month)-\(day)."
    case .lineBreak: "The text has a line break and the parameter takes one line."
    case .controlCharacter(let scalar): "The text has the control character \(codePoint(scalar))."
    case .notAURL(let text): "\(quoted(text)) is not a URL."
    case .emptyText: "The text is empty."
    case .coordinateOutOfRange(let name, let value, let limit):
      "The \(name) \(value) is not between -\(limit) and \(limit)."
    case .emptyPlacemark: "The placemark has neither a name nor coordinates nor an address."
    case .notADecimal(let text): "\(quoted(text)) is not a decimal number."
    case .notACurrencyCode(let code): "\(quoted(code)) is not a currency code."
    case .currencyNotOffered(let code, _): "The parameter does not take the currency \(code)."
    case .unknownUnit(let unit, let quantity, _): "\(quantity) has no unit \(quoted(unit))."
    case .arrayForSingle: "Expected one value, found an array."
    case .singleForArray: "Expected an array of values, found one value."
    case .nestedArray: "An array cannot hold arrays."
    case .tooManyValues(let count, let maximum, let family):
      "There are \(count) values, and \(family.rawValue) takes \(maximum)."
    case .unknownParameter(let name, let intent, _):
      "\(intent) has no parameter \(quoted(name))."
    case .hidden(let reason): reason.sentence
    case .unknownMember(let name, _): "There is no member \(quoted(name)) here."
    case .wrongIntent(let name, _): "No definition at hand has the intent \(quoted(name))."
    case .unknownFamily(let name): "There is no widget family \(quoted(name))."
    case .notOffered(let identifier, let display):
      "\(quoted(display)) (\(identifier)) is no longer offered."
    case .noEditor(let type): "Values of the type \(type) cannot be given."
    case .choiceNotFound(let text, let source, _):
      "\(quoted(text)) is not among the choices of \(source)."
    case .sourceFailed(let text, _): text
    case .malformed(let text, _): text
    case .wrongForm(let expected, let found, _): "Expected \(expected), found \(found)."
    case .durationBelow(let seconds, let minimum):
      "\(seconds.durationText) is below the minimum of \(minimum.durationText)."
    case .durationAbove(let seconds, let maximum):
      "\(seconds.durationText) is above the maximum of \(maximum.durationText)."
    case .misnamedIntent(let name, let intent, let mismatch):
      mismatch.sentence(name: name, intent: intent)
    }
  }
}

extension HiddenReason {
  /// The reason as one sentence.
  public var sentence: String {
    switch self {
    case .notConfigurable: "The definition does not let people edit the parameter."
    case .noDisplayPriority: "The definition gives the parameter no place among the rows."
    case .noEditor: "The type of the parameter has no editor."
    case .parentHidden(let parent):
      "The parameter is hidden because its parent \(parent) is hidden."
    case .conditionNotMet(let parent):
      "The parameter is hidden because the value of its parent \(parent) does not meet the condition."
    }
  }
}

func codePoint(_ scalar: UInt32) -> String {
  let hex = String(scalar, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
}

extension IntentIssue.Reason {
  var remedy: String {
    switch self {
    case .wrongType(let expected, _): "Give \(expected)."
    case .notFinite: "Give a finite number."
    case .belowMinimum(_, let minimum): "Give \(minimum) or more."
    case .aboveMaximum(_, let maximum): "Give \(maximum) or less."
    case .unknownCase(let name, let choices): suggestion(for: name, among: choices)
    case .caseIsNoValue: "Leave the parameter out instead."
    case .danglingEnum: "Add the enum to the definition, or leave the parameter out."
    case .emptyIdentifier: "Give the identifier of the object."
    case .unknownProperty(let name, _, let choices): suggestion(for: name, among: choices)
    case .missingMember(let name): "Add \(quoted(name))."
    case .noComponents: "Set at least one component, or leave the parameter out."
    case .componentNotAllowed(let name, _): "Remove the \(name)."
    case .componentOutOfRange(let name, _, let range):
      "Give \(name == "hour" ? "an" : "a") \(name) from \(range.lowerBound) to \(range.upperBound)."
    case .noSuchDay: "Give a day that the month has."
    case .lineBreak: "Write the text on one line."
    case .controlCharacter: "Remove the character."
    case .notAURL: "Give a scheme, a colon and the rest, such as https://example.org."
    case .emptyText: "Write something, or leave the parameter out."
    case .coordinateOutOfRange(_, _, let limit): "Give degrees from -\(limit) to \(limit)."
    case .emptyPlacemark: "Give at least a name."
    case .notADecimal: "Write digits with at most one point, such as 12.50."
    case .notACurrencyCode: "Give three capital letters, such as EUR."
    case .currencyNotOffered(let code, let choices): suggestion(for: code, among: choices)
    case .unknownUnit(let unit, _, let choices): suggestion(for: unit, among: choices)
    case .arrayForSingle: "Give the value without the array."
    case .singleForArray: "Put the value in an array."
    case .nestedArray: "Give the values in one array."
    case .tooManyValues(_, let maximum, _): "Remove all but \(maximum), or choose a larger family."
    case .unknownParameter(let name, _, let choices): suggestion(for: name, among: choices)
    case .hidden(let reason): reason.remedy
    case .unknownMember(let name, let choices): suggestion(for: name, among: choices)
    case .wrongIntent(let name, let choices): suggestion(for: name, among: choices)
    case .unknownFamily(let name): familySuggestion(for: name)
    case .notOffered: "Choose another, or keep it until it is offered again."
    case .noEditor: "Leave the parameter out."
    case .choiceNotFound(let text, _, let choices): suggestion(for: text, among: choices)
    case .sourceFailed(_, let remedy): remedy
    case .malformed(_, let remedy): remedy
    case .wrongForm(_, _, let form): "Write \(form)."
    case .durationBelow(_, let minimum): "Give \(minimum.durationText) or more."
    case .durationAbove(_, let maximum): "Give \(maximum.durationText) or less."
    case .misnamedIntent(_, let intent, let mismatch): mismatch.remedy(intent: intent)
    }
  }
}

/// The family that was meant, also where its size class was written, as in definitions.
private func familySuggestion(for name: String) -> String {
  let meant = WidgetFamily.allCases.first { $0.sizeClass.lowercased() == name.lowercased() }
  if let meant { return "Did you mean \(quoted(meant.rawValue))?" }
  return suggestion(for: name, among: WidgetFamily.allCases.map(\.rawValue))
}

extension HiddenReason {
  /// What to do with a value of a hidden parameter.
  var remedy: String {
    switch self {
    case .notConfigurable, .noDisplayPriority, .noEditor: "Leave the parameter out."
    case .parentHidden(let parent), .conditionNotMet(let parent):
      "Leave the parameter out, or change \(parent)."
    }
  }
}
