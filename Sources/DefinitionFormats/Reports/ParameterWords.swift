import IntentModel
import Messages

/// Describes values of a parameter for people.
struct ValueWords {
  private let type: ParameterType
  private let enumeration: IntentEnum?

  init(_ schema: IntentSchema, of type: ParameterType) {
    self.type = type
    enumeration = schema.enumeration(of: type)
  }

  /// A short description of a value: an enum case by its label, a duration in the unit of its
  /// parameter.
  ///
  /// A plain number is described with a unit if values of the type have units.
  func words(_ value: IntentValue) -> Message {
    let value = value.compared(with: type)
    return switch value {
    case .integer(let number):
      enumeration?.item(numbered: number).map { .quoted($0.label) } ?? value.inSentence
    case .enumeration(let name), .string(let name):
      .quoted(enumeration?.item(named: name)?.label ?? name)
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
    case .seconds: "\(number: count, "second", "seconds")"
    case .minutes: "\(number: count, "minute", "minutes")"
    case .hours: "\(number: count, "hour", "hours")"
    case .days: "\(number: count, "day", "days")"
    }
  }
}

extension ConditionOperator {
  /// A description of a subject's relation to values, such as "Mirror calendar app is off".
  func words(_ subject: String, _ values: [Message], isBoolean: Bool) -> Message {
    let any = values.alternatives
    return switch self {
    case .hasValue:
      isBoolean ? "\(subject) has any value" : "\(subject) has a value"
    case .hasNoValue: "\(subject) has no value"
    case .equal, .oneOf: "\(subject) is \(any)"
    case .notEqual: "\(subject) is not \(any)"
    case .greater: "\(subject) is more than \(any)"
    case .greaterOrEqual: "\(subject) is \(any) or more"
    case .less: "\(subject) is less than \(any)"
    case .lessOrEqual: "\(subject) is \(any) or less"
    case .withinRange: "\(subject) is from \(values.range)"
    case .contains: "\(subject) contains \(any)"
    case .doesNotContain: "\(subject) does not contain \(any)"
    case .hasPrefix: "\(subject) begins with \(any)"
    case .hasSuffix: "\(subject) ends with \(any)"
    }
  }
}

extension IntentSchema {
  /// A condition for people; nil if the condition always holds.
  func words(_ condition: Condition) -> Message? {
    if case .all([]) = condition { return nil }
    return words(condition, isInside: false)
  }

  private func words(_ condition: Condition, isInside: Bool) -> Message {
    switch condition {
    case .comparison(let comparison): return words(comparison)
    case .not(let condition): return "not (\(words(condition, isInside: false)))"
    case .all(let conditions):
      return joined(conditions, isInside: isInside) { "\($0) and \($1)" }
    case .any([]): return "never"
    case .any(let conditions):
      return joined(conditions, isInside: isInside) { "\($0) or \($1)" }
    }
  }

  private func joined(
    _ conditions: [Condition], isInside: Bool, _ join: (Message, Message) -> Message
  ) -> Message {
    let parts = conditions.map { words($0, isInside: true) }
    guard !parts.isEmpty else { return "always" }
    let all = parts.foldedInPairs(join)
    return isInside && parts.count > 1 ? "(\(all))" : all
  }

  private func words(_ comparison: Condition.Comparison) -> Message {
    var subject: String
    var values = comparison.comparison.takesValues ? comparison.values : []
    var words: ((IntentValue) -> Message)?
    var isBoolean = false
    switch comparison.subject {
    case .parameter(let name):
      let parameter = parameter(named: name)
      subject = parameter?.label ?? name
      isBoolean = parameter?.type.isBoolean ?? false
      words = parameter.map { ValueWords(self, of: $0.type).words }
    case .family:
      subject = "the family"
      words = { value in
        if case .string(let name) = value { .verbatim(name) } else { value.inSentence }
      }
    // A condition on the build or on the system, which either holds or does not.
    case .other(let name) where name.hasPrefix("#"):
      return comparison.comparison == .hasNoValue
        ? "not (\(.verbatim(name)))" : .verbatim(name)
    case .other(let name): subject = name
    }
    if values.count == 1, case .array(let listed) = values[0] { values = listed }
    return comparison.comparison.words(
      subject, values.map { words?($0) ?? $0.inSentence }, isBoolean: isBoolean)
  }
}

extension [Message] {
  /// The values as alternatives in a sentence.
  fileprivate var alternatives: Message {
    guard count > 1, let last else { return first ?? .comparedNothing }
    return "\(list: Array(dropLast())) or \(last)"
  }

  /// The values as the bounds of a range.
  fileprivate var range: Message {
    isEmpty ? .comparedNothing : foldedInPairs { "\($0) to \($1)" }
  }

  /// Joins messages into one, pair by pair to avoid deep nesting; there must be at least one
  /// message.
  fileprivate func foldedInPairs(_ join: (Message, Message) -> Message) -> Message {
    var folded = self
    while folded.count > 1 {
      folded = stride(from: 0, to: folded.count, by: 2).map {
        $0 + 1 < folded.count ? join(folded[$0], folded[$0 + 1]) : folded[$0]
      }
    }
    return folded[0]
  }
}

extension ParameterType {
  var isBoolean: Bool {
    if case .boolean = self { true } else { false }
  }

  /// The kind of element in a provider's list.
  fileprivate var elementWords: Message {
    switch self {
    case .object(let reference?): .quoted(reference.name)
    case .string: "a text"
    default: kindMessage
    }
  }

  /// The field for a value, in words; nil for a number.
  fileprivate var fieldWords: Message? {
    switch self {
    case .string(let metadata):
      return metadata.isMultiline ? "text field with several lines" : .controlText
    // An enum that the definition does not contain.
    case .enumeration: return "choice of Apple's cases"
    case .dateComponents(let metadata):
      let kind: Message =
        switch metadata.kind {
        case .dateTime: "date and time"
        case .date: "date"
        case .time: "time of day"
        }
      // If a definition does not specify a format, no format is described.
      let isSilent =
        metadata.format == nil && metadata.dateStyle == nil && metadata.timeStyle == nil
      let format = isSilent ? nil : metadata.dateFormat.words(for: metadata.kind)
      return format.map { "\(kind), shown \($0)" } ?? kind
    case .timeInterval(let metadata): return metadata.controlWords
    case .speakableString: return .controlText
    case .measurement(let metadata):
      let control: Message = "number of \(metadata.standardUnit.name.lowercased())"
      let unknown = metadata.unknownUnits.map(\.name)
      return unknown.isEmpty
        ? control : "\(control), instead of an unknown unit (\(choices: unknown))"
    default: return kind?.facts.field
    }
  }
}

extension RowDescription {
  /// The control of a value for people, such as "slider from 0 to 1".
  var words: Message {
    switch control {
    case .toggle: "switch"
    case .slider: bounded("slider")
    case .stepper: bounded("stepper")
    case .choice(let enumeration): "choice of \(enumeration.choices.count, "case", "cases")"
    case .options: "choice of \(parameter.type.elementWords) from a provider"
    case .typedObject: "identifier and display text, typed in"
    case .field: parameter.type.fieldWords ?? bounded("number field")
    }
  }

  /// The control of a number with its bounds.
  private func bounded(_ control: Message) -> Message {
    control.from(minimum.flatMap(Self.number), to: maximum.flatMap(Self.number))
  }

  private static func number(_ value: IntentValue) -> Message? {
    switch value {
    case .integer(let number): .number(String(number))
    case .decimal(let number): .number(number.shortest)
    default: nil
    }
  }
}

extension DateFormat {
  /// A description of the date format; nil for the standard format.
  ///
  /// - Parameter kind: The parts of the date.
  func words(for kind: DateComponentsMetadata.Kind) -> Message? {
    switch self {
    case .usual: nil
    case .styles(let date, let time): Self.words(date, time, kind)
    case .relative(let date, let time):
      .list(
        [Self.words(date, time, kind), "with yesterday, today and tomorrow by name"].compactMap {
          $0
        })
    case .template(let template): "by the template “\(name: template)”"
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
      date.word.map { Message("its date in the \($0) style") },
      time.word.map { Message("its time in the \($0) style") },
    ].compactMap { $0 }
    return styles.isEmpty ? nil : "with \(list: styles)"
  }
}

extension DateStyle {
  /// The adjective for the style; nil if there is none.
  fileprivate var word: Message? {
    switch self {
    case .no: nil
    case .short: "short"
    case .medium: "medium"
    case .long: "long"
    case .full: "full"
    }
  }
}

extension Message {
  /// A control with the bounds of its range; nil bounds are open.
  fileprivate func from(_ lower: Message?, to upper: Message?) -> Message {
    switch (lower, upper) {
    case (let lower?, let upper?): "\(self) from \(lower) to \(upper)"
    case (let lower?, nil): "\(self) from \(lower)"
    case (nil, let upper?): "\(self) to \(upper)"
    case (nil, nil): self
    }
  }
}

extension TimeIntervalMetadata {
  fileprivate var controlWords: Message {
    let control: Message =
      switch standardUnit {
      case .seconds: "duration in seconds"
      case .minutes: "duration in minutes"
      case .hours: "duration in hours"
      case .days: "duration in days"
      }
    return control.from(
      lowerLimit > 0 ? lowerLimit.words(in: smallestUnit) : nil,
      to: upperLimit.map { $0.words(in: largestUnit) })
  }
}
