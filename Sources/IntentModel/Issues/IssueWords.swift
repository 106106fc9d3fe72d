package import Messages

/// The messages for the problems of values, and their remedies.
extension IntentIssue.Reason {
  var message: Message {
    switch self {
    case .wrongType(let expected, let found): .wrongType(expected: expected, found: found)
    case .notFinite: "The number is not finite."
    case .belowMinimum(let value, let minimum):
      "\(value.words) is below the minimum of \(minimum.words)."
    case .aboveMaximum(let value, let maximum):
      "\(value.words) is above the maximum of \(maximum.words)."
    case .unknownCase(let name, _): "The enum has no case “\(name: name)”."
    case .caseIsNoValue(let name): "The case “\(name: name)” means that there is no value."
    case .danglingEnum(let name): .danglingEnum(name: name)
    case .emptyIdentifier: "The identifier is empty."
    case .unknownProperty(let name, let type, _):
      "The type \(type) has no property “\(name: name)”."
    case .missingMember(let name): .missingMember(name: name)
    case .noComponents: "No component is set."
    case .componentNotAllowed(let name, let kind):
      kind == .time
        ? "A time has no \(Message.component(name))."
        : "A date has no \(Message.component(name))."
    case .componentOutOfRange(let name, let value):
      """
      The \(Message.component(name)) \(value) is not between \(name.range.lowerBound) and \
      \(name.range.upperBound).
      """
    case .noSuchDay(let year, let month, let day):
      // exist.
      """
      The day \([year, month, day].compactMap { $0.map(String.init) }.joined(separator: "-")) \
      does not exist.
      """
    case .lineBreak: "The text has a line break, but the parameter takes one line."
    case .controlCharacter(let scalar): "The text has the control character \(codePoint(scalar))."
    case .notAURL(let text): "“\(name: text)” is not a URL."
    case .emptyText: "The text is empty."
    case .latitudeOutOfRange(let degrees):
      """
      The latitude \(number: degrees.shortest) is not between \(Placemark.latitudes.lowerBound) \
      and \(Placemark.latitudes.upperBound).
      """
    case .longitudeOutOfRange(let degrees):
      """
      The longitude \(number: degrees.shortest) is not between \
      \(Placemark.longitudes.lowerBound) and \(Placemark.longitudes.upperBound).
      """
    case .emptyPlacemark: "The placemark has neither a name nor coordinates nor an address."
    case .notADecimal(let text): "“\(name: text)” is not a decimal number."
    case .notACurrencyCode(let code): "“\(name: code)” is not a currency code."
    case .currencyNotOffered(let code, _): "The parameter does not take the currency \(code)."
    case .unknownUnit(let unit, let dimension):
      "\(dimension.message) has no unit “\(name: unit)”."
    case .arrayForSingle: "Expected one value, found an array."
    case .singleForArray: "Expected an array of values, found one value."
    case .nestedArray: "An array cannot hold arrays."
    case .tooManyValues(let count, let maximum, let family):
      "There are \(count) values, but \(family.rawValue) takes \(maximum)."
    case .unknownParameter(let name, let intent, _): "\(intent) has no parameter “\(name: name)”."
    case .hidden(let reason, _): reason.message
    case .unknownMember(let name, _): .unknownMember(name: name)
    case .wrongIntent(let name, _): "None of the definitions has the intent “\(name: name)”."
    case .unknownFamily(let name): "There is no widget family “\(name: name)”."
    case .notOffered(let identifier, let display):
      "“\(name: display)” (\(identifier)) is no longer offered."
    case .notKnownToBeOffered(let identifier, let display):
      """
      “\(name: display)” (\(identifier)) may no longer be offered, because its source lists only \
      some choices.
      """
    case .noEditor(let type): "Values of the type \(type) cannot be set."
    case .choiceNotFound(let text, let source, _):
      "“\(name: text)” is not among the choices of \(source)."
    case .sourceFailed(let message, _), .malformed(let message, _): message
    case .wrongForm(let expected, let found, _): .wrongType(expected: expected, found: found)
    case .misnamedIntent(let name, let intent, let mismatch):
      mismatch.message(name: name, intent: intent)
    }
  }

  var advice: Message {
    switch self {
    case .wrongType(let expected, _): .giveExpected(expected: expected)
    case .notFinite: .giveFiniteNumber
    case .belowMinimum(_, let minimum): "Give \(minimum.words) or more."
    case .aboveMaximum(_, let maximum): "Give \(maximum.words) or less."
    case .unknownCase(let name, let choices), .unknownProperty(let name, _, let choices),
      .currencyNotOffered(let name, let choices), .unknownParameter(let name, _, let choices),
      .unknownMember(let name, let choices),
      .wrongIntent(let name, let choices), .choiceNotFound(let name, _, let choices):
      .suggestion(for: name, among: choices)
    case .unknownUnit(let unit, let dimension):
      .suggestion(for: unit, among: dimension.units.map(\.symbol))
    case .caseIsNoValue: "Leave the parameter out instead."
    case .danglingEnum: "Add the enum to the definition, or leave the parameter out."
    case .emptyIdentifier: "Give the identifier of the object."
    case .missingMember(let name): .addMember(name: name)
    case .noComponents: "Set at least one component, or leave the parameter out."
    case .componentNotAllowed(let name, _): "Remove the \(Message.component(name))."
    case .componentOutOfRange(let name, _):
      "Give \(Message.aComponent(name)) from \(name.range.lowerBound) to \(name.range.upperBound)."
    case .noSuchDay: "Give a day in that month."
    case .lineBreak: "Write the text on one line."
    case .controlCharacter: "Remove the character."
    case .notAURL: "Give a scheme, a colon and the rest, such as https://example.org."
    case .emptyText: "Write something, or leave the parameter out."
    case .latitudeOutOfRange: .giveDegrees(Placemark.latitudes)
    case .longitudeOutOfRange: .giveDegrees(Placemark.longitudes)
    case .emptyPlacemark: "Give at least a name."
    // Amounts in documents are texts with a point, in every language.
    case .notADecimal: "Write digits with at most one point, such as \("12.50")."
    case .notACurrencyCode: "Give three capital letters, such as EUR."
    case .arrayForSingle: "Give the value without the array."
    case .singleForArray: "Put the value in an array."
    case .nestedArray: "Give the values in one array."
    case .tooManyValues(_, let maximum, _): "Remove all but \(maximum), or choose a larger family."
    case .hidden(_, let answer?): "Leave the parameter out, or give \(answer) as well."
    case .hidden(let reason, nil): reason.advice
    case .unknownFamily(let name): familySuggestion(for: name)
    case .notOffered: "Choose another, or keep it until it is offered again."
    case .notKnownToBeOffered: "Add “resolve” to the source in widget.json."
    case .noEditor: .leaveOut
    case .sourceFailed(_, let remedy), .malformed(_, let remedy): remedy
    case .wrongForm(_, _, let form): "Write \(form)."
    case .misnamedIntent(_, let intent, let mismatch): mismatch.advice(intent: intent)
    }
  }
}

extension IntentIssue.Quantity {
  /// The number in a sentence.
  fileprivate var words: Message.Argument {
    switch self {
    case .integer(let number): .decimal("\(number)")
    case .decimal(let number): .decimal(number.shortest)
    case .duration(let seconds, nil): .duration(seconds)
    case .duration(_, let written?): .text(written)
    }
  }
}

extension Message {
  fileprivate static func giveDegrees(_ range: ClosedRange<Int>) -> Message {
    .giveDegrees(lower: range.lowerBound, upper: range.upperBound)
  }
}

extension HiddenReason {
  /// The reason as one sentence.
  package var message: Message {
    switch self {
    case .notConfigurable: "The definition does not let people edit the parameter."
    case .noDisplayPriority: "The definition gives the parameter no place among the rows."
    case .noEditor: "The type of the parameter has no editor."
    case .parentHidden(let parent):
      "The parameter is hidden because its parent \(parent) is hidden."
    case .conditionNotMet(let parent):
      """
      The parameter is hidden because the value of its parent \(parent) does not meet the \
      condition.
      """
    }
  }

  /// The reason as one sentence in English.
  public var sentence: String { message.text() }

  /// The remedy for a value of a hidden parameter.
  var advice: Message {
    switch self {
    case .notConfigurable, .noDisplayPriority, .noEditor: .leaveOut
    case .parentHidden(let parent), .conditionNotMet(let parent):
      "Leave the parameter out, or change \(parent)."
    }
  }
}

extension IntentNameMismatch {
  func message(name: String, intent: String) -> Message {
    switch self {
    case .qualified(let qualifier):
      """
      “\(name: name)” has the namespace “\(name: qualifier)”, but the definition's intent \
      “\(name: intent)” has none.
      """
    case .classPrefix("", let expected):
      """
      “\(name: name)” has no class prefix, but “\(name: intent)” in the definition has \
      “\(name: expected)”.
      """
    case .classPrefix(let found, ""):
      """
      “\(name: name)” has the class prefix “\(name: found)”, but “\(name: intent)” in the \
      definition has none.
      """
    case .classPrefix(let found, let expected):
      """
      “\(name: name)” has the class prefix “\(name: found)”, but “\(name: intent)” in the \
      definition has “\(name: expected)”.
      """
    case .definitionName:
      "“\(name: name)” is the name in the definition; a document uses the type name."
    }
  }

  func advice(intent: String) -> Message {
    switch self {
    case .definitionName: "Write “\(name: intent)”."
    case .qualified, .classPrefix:
      "Write “\(name: intent)”, or use the definition that the document was made for."
    }
  }
}

/// Suggests a family, even if its size class was written, as in definitions.
private func familySuggestion(for name: String) -> Message {
  let meant = WidgetFamily.allCases.first { $0.sizeClass.lowercased() == name.lowercased() }
  if let meant { return .didYouMean(name: meant.rawValue) }
  return .suggestion(for: name, among: WidgetFamily.allCases.map(\.rawValue))
}

extension Message {
  /// The name of a component of dates and times, such as `hour`.
  package static func component(_ component: IntentDateComponent) -> Message {
    switch component {
    case .year: .year
    case .month: .month
    case .day: .day
    case .hour: "hour"
    case .minute: "minute"
    case .second: .second
    }
  }

  fileprivate static func aComponent(_ component: IntentDateComponent) -> Message {
    switch component {
    case .year: "a year"
    case .month: "a month"
    case .day: "a day"
    case .hour: "an hour"
    case .minute: "a minute"
    case .second: "a second"
    }
  }

  /// “Did you mean”, or all choices if none is near.
  ///
  /// - Parameter otherwise: The message if there are no choices.
  package static func suggestion(
    for name: String, among choices: [String], otherwise: Message = .removeIt
  ) -> Message {
    if let nearest = nearestName(to: name, among: choices) { return .didYouMean(name: nearest) }
    return choices.isEmpty ? otherwise : .chooseFrom(names: choices)
  }

  // Intents that a generated type cannot take.

  /// A text from outside in quotation marks, in its harmless form.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars of the text to show.
  package static func quoted(_ text: String, limit: Int = 60) -> Message {
    .quotation(text: text.harmless(limit: limit))
  }
}

extension Message.Argument {
  /// A duration, which is written as users type it if the language has no form for it.
  package static func duration(_ seconds: Double) -> Message.Argument {
    .duration(seconds, text: seconds.durationText)
  }
}

extension MeasurementDimension {
  /// The name of the quantity.
  fileprivate var message: Message {
    switch self {
    case .distance: .distance
    case .mass: "Mass"
    case .volume: "Volume"
    case .temperature: "Temperature"
    case .speed: "Speed"
    case .energy: "Energy"
    case .area: "Area"
    case .power: "Power"
    case .pressure: "Pressure"
    case .angle: "Angle"
    case .frequency: .frequency
    case .informationStorage: "Information storage"
    }
  }
}
