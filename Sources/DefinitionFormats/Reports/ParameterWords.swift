import IntentModel
import Messages

/// Describes values of a parameter for people.
struct ValueWords {
  private let type: ParameterType
  private let labels: [String: String]
  private let labelsByIndex: [Int: String]

  init(_ schema: IntentSchema, of type: ParameterType) {
    self.type = type
    let cases = schema.enumeration(of: type)?.cases ?? []
    labels = Dictionary(cases.map { ($0.name, $0.label) }) { first, _ in first }
    labelsByIndex = Dictionary(cases.map { ($0.index, $0.label) }) { first, _ in first }
  }

  /// A short description of a value: a case by its label, a duration in the unit of its parameter.
  func words(_ value: IntentValue) -> Message {
    switch value {
    case .integer(let number): labelsByIndex[number].map { .quoted($0) } ?? value.inSentence
    case .enumeration(let name), .string(let name): .quoted(labels[name] ?? name)
    case .timeInterval(let seconds): duration(seconds)
    case .array(let values): .list(values.map(words))
    default: value.inSentence
    }
  }

  private func duration(_ seconds: Double) -> Message {
    guard case .timeInterval(let metadata) = type else { return seconds.words(in: .seconds) }
    return seconds.words(in: metadata.standardUnit)
  }
}

extension Double {
  /// Seconds converted to a unit, such as "36 hours".
  func words(in unit: DurationUnit) -> Message {
    let count = (self / unit.seconds).shortest
    return switch unit {
    case .seconds: .lengthSeconds(count: count)
    case .minutes: .lengthMinutes(count: count)
    case .hours: .lengthHours(count: count)
    case .days: .lengthDays(count: count)
    }
  }
}

extension ParameterRelation {
  /// A description of a parent's relation to values, such as "Mirror calendar app is off".
  func words(_ parent: String, _ values: [Message], isBoolean: Bool) -> Message {
    let any = values.alternatives
    return switch self {
    case .hasAnyValue:
      isBoolean ? .conditionAnyValue(parent: parent) : .conditionSomeValue(parent: parent)
    case .hasExactValue: .conditionIs(parent: parent, value: any)
    case .isNotEqual: .conditionIsNot(parent: parent, value: any)
    case .isGreaterThan: .conditionMore(parent: parent, value: any)
    case .isGreaterThanOrEqual: .conditionAtLeast(parent: parent, value: any)
    case .isLessThan: .conditionLess(parent: parent, value: any)
    case .isLessThanOrEqual: .conditionAtMost(parent: parent, value: any)
    case .isWithinRange: .conditionWithin(parent: parent, range: values.range)
    case .contains: .conditionContains(parent: parent, value: any)
    case .doesNotContain: .conditionLacks(parent: parent, value: any)
    }
  }
}

extension [Message] {
  /// The values as alternatives in a sentence.
  fileprivate var alternatives: Message {
    guard count > 1, let last else { return first ?? .comparedNothing }
    return .comparedOr(others: Array(dropLast()), last: last)
  }

  /// The values as the bounds of a range.
  fileprivate var range: Message {
    guard let first else { return .comparedNothing }
    return dropFirst().reduce(first) { .comparedTo(lower: $0, upper: $1) }
  }
}

extension ParameterType {
  var isBoolean: Bool {
    if case .boolean = self { true } else { false }
  }

  /// The kind of element in a provider's list.
  var elementWords: Message {
    switch self {
    case .object(let reference?): .quoted(reference.name)
    case .string: .elementText
    default: kindMessage
    }
  }

  /// The control of a row of this type without a provider.
  func controlWords(_ enumeration: IntentEnum?) -> Message {
    switch self {
    case .boolean: return .controlSwitch
    case .integer(let metadata):
      // Without both ends, a slider is a stepper.
      let control = metadata.sliderScale == nil ? metadata.control.withoutEnds : metadata.control
      return control.words(metadata.lowerLimit, metadata.upperLimit) { String($0) }
    case .decimal(let metadata):
      let control = metadata.sliderScale == nil ? metadata.control.withoutEnds : metadata.control
      return control.words(metadata.lowerLimit, metadata.upperLimit) { $0.shortest }
    case .string(let metadata): return metadata.isMultiline ? .controlLines : .controlText
    case .enumeration:
      return enumeration.map { .controlCases(count: $0.choices.count) } ?? .controlAppleCases
    case .object: return .controlTyped
    case .dateComponents(let metadata):
      let kind: Message =
        switch metadata.kind {
        case .dateTime: .controlDateTime
        case .date: .controlDate
        case .time: .controlTime
        }
      return metadata.dateFormat.words(for: metadata.kind).map {
        .controlShown(control: kind, format: $0)
      } ?? kind
    case .timeInterval(let metadata): return metadata.controlWords
    case .url: return .controlURL
    case .placemark: return .controlPlace
    case .person: return .controlPerson
    case .file: return .controlFile
    case .currencyAmount: return .controlMoney
    case .paymentMethod: return .controlPayment
    case .speakableString: return .controlText
    case .measurement(let metadata):
      return .controlMeasurement(unit: metadata.standardUnit.name.lowercased())
    case .other(let name): return .controlNone(name: name)
    }
  }
}

extension DateFormat {
  /// A description of the format of dates; nil for the standard one.
  ///
  /// - Parameter kind: The parts of the date.
  func words(for kind: DateComponentsMetadata.Kind) -> Message? {
    switch self {
    case .usual: nil
    case .styles(let date, let time): Self.words(date, time, kind)
    case .relative(let date, let time):
      .list([Self.words(date, time, kind), .shownRelative].compactMap { $0 })
    case .template(let template): .shownTemplate(template: template)
    }
  }

  private static func words(
    _ date: DateStyle, _ time: DateStyle, _ kind: DateComponentsMetadata.Kind
  ) -> Message? {
    switch kind {
    case .date: return date.word.map { .shownStyle(style: $0) }
    case .time: return time.word.map { .shownStyle(style: $0) }
    case .dateTime: break
    }
    let styles = [
      date.word.map { Message.shownDateStyle(style: $0) },
      time.word.map { Message.shownTimeStyle(style: $0) },
    ].compactMap { $0 }
    return styles.isEmpty ? nil : .shownWith(styles: styles)
  }
}

extension DateStyle {
  /// The adjective for the style; nil if there is none.
  fileprivate var word: Message? {
    switch self {
    case .no: nil
    case .short: .styleShort
    case .medium: .styleMedium
    case .long: .styleLong
    case .full: .styleFull
    }
  }
}

extension Message {
  /// A control with the bounds of its range; nil bounds are open.
  fileprivate func from(_ lower: Message?, to upper: Message?) -> Message {
    switch (lower, upper) {
    case (let lower?, let upper?): .controlFromTo(control: self, lower: lower, upper: upper)
    case (let lower?, nil): .controlFrom(control: self, lower: lower)
    case (nil, let upper?): .controlTo(control: self, upper: upper)
    case (nil, nil): self
    }
  }
}

extension NumberControl {
  /// The control of a number whose range has an open end.
  fileprivate var withoutEnds: NumberControl { self == .slider ? .stepper : self }

  fileprivate func words<Number>(
    _ lower: Number?, _ upper: Number?, _ format: (Number) -> String
  ) -> Message {
    let control: Message =
      switch self {
      case .field: .controlNumber
      case .stepper: .controlStepper
      case .slider: .controlSlider
      }
    return control.from(
      lower.map { .number(format($0)) }, to: upper.map { .number(format($0)) })
  }
}

extension TimeIntervalMetadata {
  fileprivate var controlWords: Message {
    let control: Message =
      switch standardUnit {
      case .seconds: .controlSeconds
      case .minutes: .controlMinutes
      case .hours: .controlHours
      case .days: .controlDays
      }
    return control.from(
      lowerLimit > 0 ? lowerLimit.words(in: smallestUnit) : nil,
      to: upperLimit.map { $0.words(in: largestUnit) })
  }
}
