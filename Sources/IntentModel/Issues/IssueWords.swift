package import Messages

/// The messages for the problems of values, and their remedies.
extension IntentIssue.Reason {
  var message: Message {
    switch self {
    case .wrongType(let expected, let found): .wrongType(expected: expected, found: found)
    case .notFinite: .notFinite
    case .belowMinimum(let value, let minimum):
      .belowMinimum(value: value.words, minimum: minimum.words)
    case .aboveMaximum(let value, let maximum):
      .aboveMaximum(value: value.words, maximum: maximum.words)
    case .unknownCase(let name, _): .unknownCase(name: name)
    case .caseIsNoValue(let name): .caseIsNoValue(name: name)
    case .danglingEnum(let name): .danglingEnum(name: name)
    case .emptyIdentifier: .emptyIdentifier
    case .unknownProperty(let name, let type, _): .unknownProperty(type: type, name: name)
    case .missingMember(let name): .missingMember(name: name)
    case .noComponents: .noComponents
    case .componentNotAllowed(let name, let kind):
      kind == .time
        ? .notAllowedInTime(component: .component(name))
        : .notAllowedInDate(component: .component(name))
    case .componentOutOfRange(let name, let value):
      .componentOutOfRange(
        component: .component(name), value: value, lower: name.range.lowerBound,
        upper: name.range.upperBound)
    case .noSuchDay(let year, let month, let day):
      // The day is written as it was given, because locales cannot format a day that does not
      // exist.
      .noSuchDay(day: [year, month, day].compactMap { $0.map(String.init) }.joined(separator: "-"))
    case .lineBreak: .lineBreak
    case .controlCharacter(let scalar): .controlCharacter(character: codePoint(scalar))
    case .notAURL(let text): .notAURL(text: text)
    case .emptyText: .emptyText
    case .latitudeOutOfRange(let degrees):
      .latitudeOutOfRange(
        value: .decimal(degrees.shortest), lower: Placemark.latitudes.lowerBound,
        upper: Placemark.latitudes.upperBound)
    case .longitudeOutOfRange(let degrees):
      .longitudeOutOfRange(
        value: .decimal(degrees.shortest), lower: Placemark.longitudes.lowerBound,
        upper: Placemark.longitudes.upperBound)
    case .emptyPlacemark: .emptyPlacemark
    case .notADecimal(let text): .notADecimal(text: text)
    case .notACurrencyCode(let code): .notACurrencyCode(code: code)
    case .currencyNotOffered(let code, _): .currencyNotOffered(code: code)
    case .unknownUnit(let unit, let dimension):
      .unknownUnit(quantity: dimension.message, unit: unit)
    case .arrayForSingle: .arrayForSingle
    case .singleForArray: .singleForArray
    case .nestedArray: .nestedArray
    case .tooManyValues(let count, let maximum, let family):
      .tooManyValues(count: count, maximum: maximum, family: family.rawValue)
    case .unknownParameter(let name, let intent, _): .unknownParameter(intent: intent, name: name)
    case .hidden(let reason, _): reason.message
    case .unknownMember(let name, _): .unknownMember(name: name)
    case .wrongIntent(let name, _): .wrongIntent(name: name)
    case .unknownFamily(let name): .unknownFamily(name: name)
    case .notOffered(let identifier, let display):
      .notOffered(name: display, identifier: identifier)
    case .notKnownToBeOffered(let identifier, let display):
      .notKnownToBeOffered(name: display, identifier: identifier)
    case .noEditor(let type): .noEditorForType(type: type)
    case .choiceNotFound(let text, let source, _): .choiceNotFound(text: text, source: source)
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
    case .belowMinimum(_, let minimum): .giveAtLeast(minimum: minimum.words)
    case .aboveMaximum(_, let maximum): .giveAtMost(maximum: maximum.words)
    case .unknownCase(let name, let choices), .unknownProperty(let name, _, let choices),
      .currencyNotOffered(let name, let choices), .unknownParameter(let name, _, let choices),
      .unknownMember(let name, let choices),
      .wrongIntent(let name, let choices), .choiceNotFound(let name, _, let choices):
      .suggestion(for: name, among: choices)
    case .unknownUnit(let unit, let dimension):
      .suggestion(for: unit, among: dimension.units.map(\.symbol))
    case .caseIsNoValue: .leaveOutInstead
    case .danglingEnum: .addEnumOrLeaveOut
    case .emptyIdentifier: .giveIdentifier
    case .missingMember(let name): .addMember(name: name)
    case .noComponents: .setOneComponent
    case .componentNotAllowed(let name, _): .removeComponent(component: .component(name))
    case .componentOutOfRange(let name, _):
      .giveComponent(
        component: .aComponent(name), lower: name.range.lowerBound, upper: name.range.upperBound)
    case .noSuchDay: .giveDayOfMonth
    case .lineBreak: .writeOneLine
    case .controlCharacter: .removeCharacter
    case .notAURL: .giveURL
    case .emptyText: .writeSomethingOrLeaveOut
    case .latitudeOutOfRange: .giveDegrees(Placemark.latitudes)
    case .longitudeOutOfRange: .giveDegrees(Placemark.longitudes)
    case .emptyPlacemark: .giveName
    // Amounts in documents are texts with a point, in every language.
    case .notADecimal: .writeDigits(example: "12.50")
    case .notACurrencyCode: .giveThreeLetters
    case .arrayForSingle: .giveWithoutArray
    case .singleForArray: .putInArray
    case .nestedArray: .giveOneArray
    case .tooManyValues(_, let maximum, _): .removeAllBut(maximum: maximum)
    case .hidden(_, let answer?): .leaveOutOrAnswer(answer: answer)
    case .hidden(let reason, nil): reason.advice
    case .unknownFamily(let name): familySuggestion(for: name)
    case .notOffered: .chooseAnotherOrKeep
    case .notKnownToBeOffered: .giveResolve
    case .noEditor: .leaveOut
    case .sourceFailed(_, let remedy), .malformed(_, let remedy): remedy
    case .wrongForm(_, _, let form): .writeForm(form: form)
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
    case .notConfigurable: .notConfigurable
    case .noDisplayPriority: .noDisplayPriority
    case .noEditor: .hiddenNoEditor
    case .parentHidden(let parent): .parentHidden(parent: parent)
    case .conditionNotMet(let parent): .conditionNotMet(parent: parent)
    }
  }

  /// The reason as one sentence in English.
  public var sentence: String { message.text() }

  /// The remedy for a value of a hidden parameter.
  var advice: Message {
    switch self {
    case .notConfigurable, .noDisplayPriority, .noEditor: .leaveOut
    case .parentHidden(let parent), .conditionNotMet(let parent): .leaveOutOrChange(parent: parent)
    }
  }
}

extension IntentNameMismatch {
  func message(name: String, intent: String) -> Message {
    switch self {
    case .qualified(let qualifier):
      .nameIsQualified(name: name, qualifier: qualifier, intent: intent)
    case .classPrefix("", let expected):
      .nameLacksPrefix(name: name, intent: intent, expected: expected)
    case .classPrefix(let found, ""):
      .nameHasPrefix(name: name, found: found, intent: intent)
    case .classPrefix(let found, let expected):
      .nameHasOtherPrefix(name: name, found: found, intent: intent, expected: expected)
    case .definitionName: .nameOfDefinition(name: name)
    }
  }

  func advice(intent: String) -> Message {
    switch self {
    case .definitionName: .writeName(name: intent)
    case .qualified, .classPrefix: .writeNameOrUseDefinition(name: intent)
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
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  fileprivate static func aComponent(_ component: IntentDateComponent) -> Message {
    switch component {
    case .year: .aYear
    case .month: .aMonth
    case .day: .aDay
    case .hour: .anHour
    case .minute: .aMinute
    case .second: .aSecond
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
  package static func typedIntentIsOther(found: String, expected: String) -> Message {
    "The intent is “\(name: found)”, not “\(name: expected)”."
  }
  package static func typedIntentWithout(intent: String, parameter: String) -> Message {
    "“\(name: intent)” does not have a parameter “\(name: parameter)”."
  }
  package static func typedParameterCannotHold(parameter: String, kind: Message) -> Message {
    "The parameter “\(name: parameter)” cannot hold \(kind)."
  }
  package static var generateAgain: Message {
    "Generate the Swift code again from the definition that the intent was made with."
  }

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
    case .mass: .mass
    case .volume: .volume
    case .temperature: .temperature
    case .speed: .speed
    case .energy: .energy
    case .area: .area
    case .power: .power
    case .pressure: .pressure
    case .angle: .angle
    case .frequency: .frequency
    case .informationStorage: .informationStorage
    }
  }
}
