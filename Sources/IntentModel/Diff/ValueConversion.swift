package import Messages

/// Whether values of one type can be converted to another type.
enum ValueConversion: Equatable {
  /// The type is the same; its metadata may differ.
  case same
  /// All or some of the values correspond to a value of the new type.
  case possible
  case impossible

  /// Compares two types from two definitions; the old type can be unknown.
  init(
    from before: ParameterType, to after: ParameterType, old: IntentSchema?, new: IntentSchema
  ) {
    self.init(from: before, to: after)
    switch (before, after) {
    case (.enumeration, .enumeration), (.object, .object):
      if new.replacesTypes(of: old) { self = .same }
    default: break
    }
    if self == .impossible, case (.object, .object) = (before, after),
      new.continues(before, of: old, as: after)
    {
      self = .possible
    }
  }

  /// Compares two types by name; a renamed type counts as a different one.
  init(from old: ParameterType, to new: ParameterType) {
    switch (old, new) {
    case (.enumeration(let lhs, _), .enumeration(let rhs, _)):
      self = lhs.name == rhs.name ? .same : .possible
    case (.enumeration, .string), (.string, .enumeration): self = .possible
    case (.object(let lhs), .object(let rhs)):
      // An object without a type belongs to the class that includes all objects.
      let names = [lhs, rhs].map { $0?.name ?? TypeReference.baseName }
      self = names[0] == names[1] ? .same : .impossible
    case (.integer, .integer), (.enumeration, _), (_, .enumeration):
      self = old.name == new.name && !old.isEnum && !new.isEnum ? .same : .impossible
    case (.integer, .decimal), (.decimal, .integer): self = .possible
    case (.timeInterval(let lhs), .timeInterval(let rhs)):
      self = lhs.isNative == rhs.isNative ? .same : .possible
    case (.integer, .string), (.decimal, .string), (.string, .integer), (.string, .decimal):
      self = .possible
    case (.string, .speakableString), (.speakableString, .string): self = .possible
    case (.url, .string), (.file, .string), (.string, .url): self = .possible
    default: self = old.name == new.name ? .same : .impossible
    }
  }
}

extension IntentValue {
  /// The value, converted to another type; nil if it has no corresponding value.
  func converted(to type: ParameterType) -> IntentValue? {
    switch (self, type) {
    case (.timeInterval, .timeInterval): self
    case (.integer(let number), .decimal): .decimal(Double(number))
    case (.decimal(let number), .integer): Int(exactly: number).map { .integer($0) }
    case (.integer(let number), .string): .string(String(number))
    case (.decimal(let number), .string): number.isFinite ? .string(number.shortest) : nil
    case (.string(let text), .integer): Self.integer(text)
    case (.string(let text), .decimal): Self.decimal(text)
    case (.enumeration(let text), .string), (.url(let text), .string), (.file(let text), .string):
      .string(text)
    case (.string(let text), .enumeration): .enumeration(text)
    case (.string(let text), .url): .url(text)
    case (.string(let text), .speakableString):
      .speakableString(SpeakableString(spokenPhrase: text))
    case (.speakableString(let text), .string): .string(text.spokenPhrase)
    default: type.valueKind == kindName ? self : nil
    }
  }

  /// The number in a text that is written in the program's own notation; nil for `007` and `+7`.
  private static func integer(_ text: String) -> IntentValue? {
    guard let number = Int(text), String(number) == text else { return nil }
    return .integer(number)
  }

  /// The number in a text that has digits and at most one point; nil for `1e3` and `inf`.
  private static func decimal(_ text: String) -> IntentValue? {
    guard CurrencyAmount(amount: text, currencyCode: "").hasDecimalAmount,
      let number = Double(text)
    else { return nil }
    return .decimal(number)
  }
}

/// The minimum and the maximum of a number; nil if there is no limit.
struct ValueRange: Equatable {
  var lower: Double?
  var upper: Double?
  var isInSeconds = false

  /// The range, such as "0 to 5" or "1 h 30 min or more".
  var words: Message {
    switch (lower.map(text), upper.map(text)) {
    case (let lower?, let upper?): .rangeFromTo(lower: lower, upper: upper)
    case (let lower?, nil): .rangeOrMore(lower: lower)
    case (nil, let upper?): .rangeOrLess(upper: upper)
    case (nil, nil): .anyCount
    }
  }

  private func text(_ end: Double) -> String { isInSeconds ? end.durationWords : end.shortest }
}

extension ParameterType {
  var isEnum: Bool {
    if case .enumeration = self { true } else { false }
  }

  /// The range of a number or a duration; nil for other types.
  var range: ValueRange? {
    switch self {
    case .integer(let metadata):
      ValueRange(
        lower: metadata.lowerLimit.map { Double($0) }, upper: metadata.upperLimit.map { Double($0) }
      )
    case .decimal(let metadata):
      ValueRange(lower: metadata.lowerLimit, upper: metadata.upperLimit)
    case .timeInterval(let metadata):
      ValueRange(lower: metadata.lowerLimit, upper: metadata.upperLimit, isInSeconds: true)
    default: nil
    }
  }

  /// The type, as words in a sentence, such as "the enum “Style”".
  var typeWords: Message {
    switch self {
    case .enumeration(let reference, _): "the enum “\(name: reference.name)”"
    case .object(let reference?): "the type “\(name: reference.name)”"
    case .timeInterval(let metadata) where metadata.isNative:
      "a duration of Swift's type `Duration`"
    case .measurement(let metadata): "a measurement (\(metadata.dimension.message))"
    default: kindMessage
    }
  }
}

extension IntentValue {
  /// The value in a few words, such as "on", "1 h 30 min" or a text in quotes.
  package var inSentence: Message {
    switch self {
    case .boolean(let value): value ? .on : .off
    case .integer(let number): .number(String(number))
    case .decimal(let number): .number(number.shortest)
    case .timeInterval(let seconds): .verbatim(seconds.durationWords)
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): .quoted(text)
    case .object(let object): .quoted(object.display)
    case .speakableString(let text): .quoted(text.spokenPhrase)
    case .measurement(let measurement):
      "\(number: measurement.value.shortest) \(measurement.unit)"
    case .array(let values): .list(values.map(\.inSentence))
    case .currencyAmount(let money): "\(number: money.amount) \(money.currencyCode)"
    case .dateComponents(let components):
      [components.isoDate, components.isoTime].compactMap { $0 }.joined(separator: " ").inWords
        ?? kindMessage
    case .person(let person):
      [person.name, person.handle, person.identifier].firstWords ?? kindMessage
    case .placemark(let place): place.words ?? kindMessage
    case .paymentMethod(let method):
      [method.name, method.identificationHint, method.kind].firstWords ?? kindMessage
    }
  }
}

extension String {
  /// The text in quotes; nil if it is empty.
  fileprivate var inWords: Message? { isEmpty ? nil : .quoted(self) }
}

extension [String?] {
  /// The first text that is not empty, in quotes; nil if all are empty.
  fileprivate var firstWords: Message? { lazy.compactMap { $0?.inWords }.first }
}

extension Placemark {
  /// The name, the address or the coordinates; nil for an empty place.
  fileprivate var words: Message? {
    let address = [street, postalCode, city, state, country].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: ", ")
    let point = [latitude, longitude].compactMap { $0?.shortest }.joined(separator: ", ")
    return [name, address, point].firstWords
  }
}
