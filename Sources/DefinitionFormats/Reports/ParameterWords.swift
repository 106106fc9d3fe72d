import IntentModel

/// Values of a parameter as people call them.
struct ValueWords {
  private let schema: IntentSchema
  private let type: ParameterType

  init(_ schema: IntentSchema, of type: ParameterType) {
    self.schema = schema
    self.type = type
  }

  /// A value in a few words: a case by its label, a duration in the unit of its parameter.
  func words(_ value: IntentValue) -> String {
    switch value {
    case .boolean(let value): value ? "on" : "off"
    case .integer(let number): caseLabel(number) ?? String(number)
    case .decimal(let number): number.shortest
    case .enumeration(let name): quoted(caseLabel(name) ?? name)
    case .string(let text): quoted(caseLabel(text) ?? text)
    case .url(let text), .file(let text): quoted(text)
    case .timeInterval(let seconds): duration(seconds)
    case .speakableString(let text): quoted(text.spokenPhrase)
    case .object(let object): quoted(object.display)
    case .measurement(let measurement): "\(measurement.value.shortest) \(measurement.unit)"
    case .array(let values): values.map(words).joined(separator: ", ")
    default: value.kindName
    }
  }

  private func caseLabel(_ name: String) -> String? {
    schema.enumeration(of: type)?.cases.first { $0.name == name }?.label
  }

  private func caseLabel(_ index: Int) -> String? {
    schema.enumeration(of: type)?.cases.first { $0.index == index }.map { quoted($0.label) }
  }

  private func duration(_ seconds: Double) -> String {
    guard case .timeInterval(let metadata) = type else { return seconds.shortest + " seconds" }
    return seconds.words(in: metadata.standardUnit)
  }
}

extension Double {
  /// Seconds in a unit, such as "36 hours".
  func words(in unit: DurationUnit) -> String {
    let count = self / unit.seconds
    let name = unit.rawValue.lowercased()
    return "\(count.shortest) \(count == 1 ? String(name.dropLast()) : name)"
  }
}

extension ParameterRelation {
  /// The relation to values, as the end of a sentence about the parent.
  func words(_ values: [String], isBoolean: Bool) -> String {
    let any = values.formattedAlternatives
    switch self {
    case .hasAnyValue: return isBoolean ? "has any value" : "has a value"
    case .hasExactValue: return "is \(any)"
    case .isNotEqual: return "is not \(any)"
    case .isGreaterThan: return "is more than \(any)"
    case .isGreaterThanOrEqual: return "is \(any) or more"
    case .isLessThan: return "is less than \(any)"
    case .isLessThanOrEqual: return "is \(any) or less"
    case .isWithinRange:
      return "is from \(values.isEmpty ? "nothing" : values.joined(separator: " to "))"
    case .contains: return "contains \(any)"
    case .doesNotContain: return "does not contain \(any)"
    }
  }
}

extension [String] {
  /// The texts as alternatives in a sentence.
  fileprivate var formattedAlternatives: String {
    guard count > 1, let last else { return first ?? "nothing" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension ParameterType {
  var isBoolean: Bool {
    if case .boolean = self { true } else { false }
  }

  /// What is chosen from a provider's list.
  var elementWords: String {
    switch self {
    case .object(let reference?): quoted(reference.name)
    case .string: "a text"
    default: valueKind
    }
  }

  /// What a row of this type is edited with, where no provider is asked.
  func controlWords(_ enumeration: IntentEnum?) -> String {
    switch self {
    case .boolean: return "switch"
    case .integer(let metadata):
      return metadata.control.words(metadata.lowerLimit, metadata.upperLimit) { String($0) }
    case .decimal(let metadata):
      return metadata.control.words(metadata.lowerLimit, metadata.upperLimit) { $0.shortest }
    case .string(let metadata):
      return metadata.isMultiline ? "text field of several lines" : "text field"
    case .enumeration:
      return "choice of \(enumeration.map { "\($0.choices.count) cases" } ?? "Apple's cases")"
    case .object: return "identifier and display text, typed in"
    case .dateComponents(let metadata):
      let kind =
        switch metadata.kind {
        case .dateTime: "date and time"
        case .date: "date"
        case .time: "time of day"
        }
      return metadata.dateFormat.words.map { "\(kind), shown \($0)" } ?? kind
    case .timeInterval(let metadata): return metadata.controlWords
    case .url: return "URL field"
    case .placemark: return "place"
    case .person: return "person"
    case .file: return "file"
    case .currencyAmount: return "amount of money"
    case .paymentMethod: return "payment method"
    case .speakableString: return "text field"
    case .measurement(let metadata):
      return "number of \(metadata.standardUnit.name.lowercased())"
    case .other(let name): return "nothing: the type \(quoted(name)) has no editor"
    }
  }
}

extension DateFormat {
  /// How dates are shown; nil for the usual way.
  var words: String? {
    switch self {
    case .usual: nil
    case .styles(let date, let time): Self.words(date, time)
    case .relative(let date, let time):
      [Self.words(date, time), "with yesterday, today and tomorrow by name"]
        .compactMap { $0 }.joined(separator: ", ")
    case .template(let template): "by the template \(quoted(template))"
    }
  }

  private static func words(_ date: DateStyle, _ time: DateStyle) -> String? {
    let styles = [("date", date), ("time", time)].filter { $0.1 != .no }
    guard !styles.isEmpty else { return nil }
    return "with its "
      + styles.map { "\($0.0) in the \($0.1.rawValue.lowercased()) style" }
      .joined(separator: ", its ")
  }
}

extension NumberControl {
  fileprivate func words<Number>(
    _ lower: Number?, _ upper: Number?, _ format: (Number) -> String
  ) -> String {
    let name =
      switch self {
      case .field: "number field"
      case .stepper: "stepper"
      case .slider: "slider"
      }
    switch (lower, upper) {
    case (let lower?, let upper?): return "\(name) from \(format(lower)) to \(format(upper))"
    case (let lower?, nil): return "\(name) from \(format(lower))"
    case (nil, let upper?): return "\(name) to \(format(upper))"
    case (nil, nil): return name
    }
  }
}

extension TimeIntervalMetadata {
  fileprivate var controlWords: String {
    var words = "duration in \(standardUnit.rawValue.lowercased())"
    if lowerLimit > 0 { words += " from " + lowerLimit.words(in: smallestUnit) }
    if let upperLimit { words += " to " + upperLimit.words(in: largestUnit) }
    return words
  }
}
