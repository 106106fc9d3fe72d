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
