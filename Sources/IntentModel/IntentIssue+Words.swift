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
