public import Messages

/// The messages about problems with values, and their remedies.
extension IntentIssue.Reason {
  /// The code, the problem and the remedy.
  public var statement: ProblemStatement {
    switch self {
    case .wrongType(let expected, let found):
      .init(Self.wrongTypeCode, .wrongType(expected: expected, found: found))
    case .notFinite:
      .init("not-finite", "The number is not finite.", "Give a finite number.")
    case .belowMinimum(let value, let minimum):
      .init(
        "below-minimum",
        "\(value.words) is below the minimum of \(minimum.words).",
        "Give \(minimum.words) or more.")
    case .aboveMaximum(let value, let maximum):
      .init(
        "above-maximum",
        "\(value.words) is above the maximum of \(maximum.words).",
        "Give \(maximum.words) or less.")
    case .unknownCase(let name, let choices):
      .init(
        "unknown-case",
        "The enum has no case “\(name: name)”.",
        .suggestion(for: name, among: choices))
    case .caseIsNoValue(let name):
      .init(
        "case-is-no-value",
        "The case “\(name: name)” means that there is no value.",
        "Leave the parameter out instead.")
    case .danglingEnum(let name):
      .init(
        Self.danglingEnumCode,
        .danglingEnum(name: name),
        "Add the enum to the definition, or leave the parameter out.")
    case .emptyIdentifier:
      .init("empty-identifier", "The identifier is empty.", "Give the identifier of the object.")
    case .unknownProperty(let name, let type, let choices):
      .init(
        "unknown-property",
        "The type \(type) has no property “\(name: name)”.",
        .suggestion(for: name, among: choices))
    case .missingMember(let name):
      .init("missing-member", .missingMember(name: name), .addMember(name: name))
    case .noComponents:
      .init(
        "no-components",
        "No component is set.",
        "Set at least one component, or leave the parameter out.")
    case .componentNotAllowed(let name, let kind):
      .init(
        "component-not-allowed",
        kind == .time
          ? "The \(Message.component(name)) is not part of a time."
          : "The \(Message.component(name)) is not part of a date.",
        "Remove the \(Message.component(name)).")
    case .componentOutOfRange(let name, let value):
      .init(
        "component-out-of-range",
        """
        The \(Message.component(name)) \(value) is not between \(name.range.lowerBound) and \
        \(name.range.upperBound).
        """,
        "Give \(Message.aComponent(name)) from \(name.range.lowerBound) to \(name.range.upperBound)."
      )
    case .noSuchDay(let year, let month, let day):
      .init(
        "no-such-day",
        "The day \(Self.written(year, month, day)) does not exist.",
        "Give a day in that month.")
    case .lineBreak:
      .init(
        "line-break",
        "The text has a line break, but the parameter allows only one line.",
        "Write the text on one line.")
    case .controlCharacter(let scalar):
      .init(
        "control-character",
        "The text has the control character \(codePoint(scalar)).",
        "Remove the character.")
    case .notAURL(let text):
      .init(
        "not-a-url",
        "“\(name: text)” is not a URL.",
        "Give a scheme, a colon and the rest, such as https://example.org.")
    case .emptyText:
      .init("empty-text", "The text is empty.", "Write something, or leave the parameter out.")
    case .latitudeOutOfRange(let degrees):
      .init(
        Self.coordinateCode,
        """
        The latitude \(number: degrees.shortest) is not between \(Placemark.latitudes.lowerBound) \
        and \(Placemark.latitudes.upperBound).
        """,
        .giveDegrees(Placemark.latitudes))
    case .longitudeOutOfRange(let degrees):
      .init(
        Self.coordinateCode,
        """
        The longitude \(number: degrees.shortest) is not between \
        \(Placemark.longitudes.lowerBound) and \(Placemark.longitudes.upperBound).
        """,
        .giveDegrees(Placemark.longitudes))
    case .emptyPlacemark:
      .init(
        "empty-placemark",
        "The placemark has neither a name nor coordinates nor an address.",
        "Give at least a name.")
    case .notADecimal(let text):
      .init(
        "not-a-decimal",
        "“\(name: text)” is not a decimal number.",
        // In documents, amounts are texts with a point, whatever the language.
        "Write digits with at most one point, such as \("12.50").")
    case .notACurrencyCode(let code):
      .init(
        "not-a-currency-code",
        "“\(name: code)” is not a currency code.",
        "Give three capital letters, such as EUR.")
    case .currencyNotOffered(let name, let choices):
      .init(
        "currency-not-offered",
        "The parameter does not accept the currency \(name).",
        .suggestion(for: name, among: choices))
    case .unknownUnit(let unit, let dimension):
      .init(
        Self.unknownUnitCode,
        "\(dimension.message) has no unit “\(name: unit)”.",
        dimension.suggestion(for: unit))
    case .arrayForSingle:
      .init(
        "array-for-single",
        "Expected one value, found an array.",
        "Give the value without the array.")
    case .singleForArray:
      .init(
        "single-for-array",
        "Expected an array of values, found one value.",
        "Put the value in an array.")
    case .nestedArray:
      .init("nested-array", "An array cannot hold arrays.", "Give the values in one array.")
    case .tooManyValues(let count, let maximum, let family):
      .init(
        "too-many-values",
        "There are \(count) values, but \(family.rawValue) has room for \(maximum).",
        "Remove all but \(maximum), or choose a larger family.")
    case .unknownParameter(let name, let intent, let choices):
      .init(
        Self.unknownParameterCode,
        "\(intent) has no parameter “\(name: name)”.",
        .suggestion(for: name, among: choices))
    case .hidden(let reason, let answer):
      .init(
        "hidden-parameter",
        reason.message,
        answer.map { "Leave the parameter out, or give \($0) as well." } ?? reason.advice)
    case .unknownMember(let name, let choices):
      .init("unknown-member", .unknownMember(name: name), .suggestion(for: name, among: choices))
    case .wrongIntent(let name, let choices):
      .init(
        Self.wrongIntentCode,
        "None of the definitions has the intent “\(name: name)”.",
        .suggestion(for: name, among: choices, otherwise: "Give the definition that has it."))
    case .unknownFamily(let name):
      .init(
        Self.unknownFamilyCode,
        WidgetFamily(rawValue: name).map(\.remark)
          ?? "There is no widget family “\(name: name)”.",
        WidgetFamily(rawValue: name)?.advice() ?? familySuggestion(for: name))
    case .tooFewValues(let count, let minimum, let maximum, let family):
      .init(
        "too-few-values",
        minimum == maximum
          ? """
          \(family.rawValue) needs exactly \(minimum, "value", "values"), and has \(count). \
          Reportedly, the widget stays a placeholder until it has that many.
          """
          : """
          \(family.rawValue) needs at least \(minimum, "value", "values"), and has \(count). \
          Reportedly, the widget stays a placeholder until it has that many.
          """,
        "Add \(minimum - count, "more value", "more values").")
    case .notOffered(let identifier, let display):
      .init(
        Self.notOfferedCode,
        "“\(name: display)” (\(identifier)) is no longer offered.",
        "Choose another, or keep it until it is offered again.")
    case .notKnownToBeOffered(let identifier, let display):
      .init(
        "not-known",
        """
        “\(name: display)” (\(identifier)) may no longer be offered, because its source lists only \
        some choices.
        """,
        "Add “resolve” to the source in widget.json.")
    case .noEditor(let type):
      .init("no-editor", "Values of the type \(type) cannot be set.", .leaveOut)
    case .choiceNotFound(let name, let choices, let others):
      .init(
        "choice-not-found", "No choice is called “\(name: name)”.",
        others > 0
          ? .chooseFrom(names: choices, others: others)
          : choices.count == 1
            ? .didYouMean(name: choices[0])
            : .suggestion(
              for: name, among: choices,
              otherwise: "Search for a part of the name, and choose what is found."))
    case .choiceAmbiguous(let name, let identifiers, let texts):
      .init(
        "choice-ambiguous",
        "“\(name: name)” can mean several choices: \(Self.listed(identifiers, texts)).",
        .writeTheOneMeant)
    case .sourceFailed(let message, let remedy):
      .init("source-failed", message, remedy)
    case .malformed(let message, let remedy):
      .init("malformed", message, remedy)
    case .wrongForm(let expected, let found, let form):
      .init(Self.wrongTypeCode, .wrongType(expected: expected, found: found), "Write \(form).")
    case .misnamedIntent(let name, let intent, let mismatch):
      mismatch.statement(name: name, intent: intent)
    }
  }
}

extension IntentIssue.Reason {
  // The codes that several problems share.
  private static let coordinateCode = "coordinate-out-of-range"
  private static let wrongTypeCode = "wrong-type"
  static let danglingEnumCode = "dangling-enum"
  static let unknownUnitCode = "unknown-unit"
  package static let unknownFamilyCode = "unknown-family"
  package static let unknownParameterCode = "unknown-parameter"
  package static let notOfferedCode = "not-offered"

  /// The code for a document with an intent that no definition has.
  package static let wrongIntentCode = "wrong-intent"

  /// Identifiers, each with its distinguishing text; if the list is long, only the first ones.
  private static func listed(_ identifiers: [String], _ texts: [String]) -> Message {
    let first = zip(identifiers, texts).prefix(Message.listedNames)
    let shown: [Message] = first.map { identifier, text in
      identifier == text
        ? .quotation(text: identifier.harmlessName)
        : "“\(name: identifier)” (\(name: text))"
    }
    let rest = identifiers.count - shown.count
    return rest > 0 ? "\(list: shown) and \(rest) more" : .list(shown)
  }

  /// A day that does not exist, as in `2026-2-30`.
  private static func written(_ year: Int?, _ month: Int, _ day: Int) -> String {
    let date = "\(month)-\(day)"
    return year.map { "\($0)-\(date)" } ?? date
  }
}

extension IntentIssue.Quantity {
  /// The number, as words in a sentence.
  package var words: Message.Argument {
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
    case .noDisplayPriority:
      """
      The definition gives the parameter no display priority, so it has no row.
      """
    case .noEditor: "The type of the parameter has no editor."
    case .parentHidden(let parent):
      "The parameter is hidden because its parent \(parent) is hidden."
    case .conditionNotMet(let parent):
      """
      The parameter is hidden because the value of its parent \(parent) does not meet the \
      condition.
      """
    case .otherFamily: "The parameter is hidden because the widget has a different size."
    }
  }

  /// The reason as one sentence in English.
  public var sentence: String { message.text() }

  /// The remedy for a value of a hidden parameter.
  var advice: Message {
    switch self {
    case .notConfigurable, .noDisplayPriority, .noEditor, .otherFamily: .leaveOut
    case .parentHidden(let parent), .conditionNotMet(let parent):
      "Leave the parameter out, or change \(parent)."
    }
  }
}

extension IntentNameMismatch {
  func statement(name: String, intent: String) -> ProblemStatement {
    let rename: Message =
      "Write “\(name: intent)”, or use the definition that the document was made for."
    func wrong(_ message: Message, _ remedy: Message) -> ProblemStatement {
      ProblemStatement(IntentIssue.Reason.wrongIntentCode, message, remedy)
    }
    return switch self {
    case .qualified(let qualifier):
      wrong(
        """
        “\(name: name)” has the namespace “\(name: qualifier)”, but the definition's intent \
        “\(name: intent)” has none.
        """,
        rename)
    case .classPrefix("", let expected):
      wrong(
        """
        “\(name: name)” has no class prefix, but “\(name: intent)” in the definition has \
        “\(name: expected)”.
        """,
        rename)
    case .classPrefix(let found, ""):
      wrong(
        """
        “\(name: name)” has the class prefix “\(name: found)”, but “\(name: intent)” in the \
        definition has none.
        """,
        rename)
    case .classPrefix(let found, let expected):
      wrong(
        """
        “\(name: name)” has the class prefix “\(name: found)”, but “\(name: intent)” in the \
        definition has “\(name: expected)”.
        """,
        rename)
    case .definitionName:
      wrong(
        "“\(name: name)” is the name in the definition; a document uses the type name.",
        "Write “\(name: intent)”.")
    }
  }
}

extension WidgetFamily {
  /// A remark that only the name of the family is known.
  var remark: Message {
    "Only the name of the widget family “\(name: rawValue)” is known."
  }

  /// The name of the family that is nearest to a mistyped name; nil if none is near.
  ///
  /// Only two edits are allowed: family names have long common prefixes, so with more edits, a name
  /// could become that of a different family.
  package static func nearestName(to name: String, among names: [String]) -> String? {
    IntentModel.nearestName(to: name, among: names, atMost: 2)
  }

  /// The name of the known family that was probably meant; nil if none is near.
  package var nearKnown: String? { near(rawValue) }

  /// The remedy for an unknown family: the known family that was probably meant, or how a widget
  /// defines the family's size.
  ///
  /// - Parameter others: Families that a widget lists.
  package func advice(orOneOf others: [WidgetFamily] = []) -> Message {
    near(rawValue, among: others).map { .didYouMean(name: $0) }
      ?? "If a newer system has it, state its size under “familySizes” in widget.json."
  }
}

/// Suggests a family, even if the user wrote a size class as in definitions.
private func familySuggestion(for name: String) -> Message {
  near(name).map { .didYouMean(name: $0) }
    ?? .suggestion(for: name, among: WidgetFamily.allCases.map(\.rawValue))
}

/// The name of the family that was probably meant; nil if none is near.
private func near(_ name: String, among others: [WidgetFamily] = []) -> String? {
  let families = WidgetFamily.allCases + others.filter { !$0.isKnown && $0.rawValue != name }
  let meant = families.first { $0.sizeClass.lowercased() == name.lowercased() }
  return meant?.rawValue ?? WidgetFamily.nearestName(to: name, among: families.map(\.rawValue))
}

extension Message {
  /// The name of a component of a date or a time, such as `hour`.
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

  /// “Did you mean” with the nearest choice, or all choices if none is near.
  ///
  /// - Parameter otherwise: The message if there are no choices.
  package static func suggestion(
    for name: String, among choices: [String], otherwise: Message = .removeIt
  ) -> Message {
    if let nearest = nearestName(to: name, among: choices) { return .didYouMean(name: nearest) }
    return choices.isEmpty ? otherwise : .chooseFrom(names: choices)
  }

  /// A text from outside in quotation marks, in its harmless form.
  package static func quoted(_ text: String) -> Message {
    .quotation(text: text.harmlessName)
  }
}

extension Message.Argument {
  /// A duration; if the language has no format for it, it is written as users type it.
  package static func duration(_ seconds: Double) -> Message.Argument {
    .duration(seconds, text: seconds.durationText)
  }
}

extension MeasurementDimension {
  /// Suggests the unit that a text probably means, found by symbol or name; if there is none, all
  /// symbols.
  fileprivate func suggestion(for unit: String) -> Message {
    let symbols = units.map(\.symbol)
    let isNear = nearestName(to: unit, among: symbols) != nil
    let named = isNear ? nil : nearestName(to: unit, among: units.map(\.name))
    return named.flatMap(self.unit(named:)).map { .didYouMean(name: $0.symbol) }
      ?? .suggestion(for: unit, among: symbols)
  }

  /// The name of the quantity.
  var message: Message {
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
