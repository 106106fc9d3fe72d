import DefinitionFormats
import IntentModel
import JSONC

/// Converts parameter types to JSON shapes, by the rules of `IntentValueReader` and the schema.
///
/// A shape can reject a value that they accept, but never accepts one that they reject: a rejected
/// document is read again, value by value. All bounds and lists come from the definition, and all
/// other rules are functions of `IntentModel`.
struct IntentShapes {
  let schema: IntentSchema
  var shape: JSONShape
  /// Converts values of the kinds to typed values.
  private(set) var maker: ValueMaker
  private var objects: [TypeReference: JSONShape.Kind] = [:]
  private var enums: [TypeReference: JSONShape.Kind] = [:]
  /// The types that are not defined yet; deferred, because types can refer to each other in cycles.
  private var pending: [(kind: JSONShape.Kind, type: IntentObjectType?)] = []

  init(_ schema: IntentSchema, extending shape: consuming JSONShape) {
    self.schema = schema
    maker = ValueMaker(from: shape.rules.count)
    self.shape = shape
  }

  /// Adds a rule and the form of the values that it accepts; for nil, a rule that rejects everything.
  private mutating func add(_ rule: JSONShape.Rule?, _ form: ValueMaker.Form) -> JSONShape.Kind {
    let kind = shape.add(rule ?? .nothing)
    maker.set(form, for: kind)
    return kind
  }

  /// The kind of a single value of a type.
  mutating func kind(of type: ParameterType) -> JSONShape.Kind {
    switch type {
    case .boolean: add(.boolean, .boolean)
    case .integer(let metadata):
      add(
        range(metadata.lowerLimit ?? .min, metadata.upperLimit ?? .max).map { .integer($0) },
        .integer)
    case .decimal(let metadata):
      number(metadata.lowerLimit, metadata.upperLimit)
    case .string(let metadata):
      add(.text(Self.text(isMultiline: metadata.isMultiline)), .string)
    case .enumeration(let reference, _): enumeration(reference)
    case .object(let reference): object(reference)
    case .dateComponents(let metadata): dateComponents(metadata.kind)
    case .timeInterval(let metadata): duration(metadata)
    case .url: url(type)
    case .placemark: placemark()
    case .person: person()
    case .file: add(.text(Self.requiredText), .file)
    case .currencyAmount(let metadata): currency(metadata)
    case .paymentMethod: paymentMethod()
    case .speakableString: speakable()
    case .measurement(let metadata): measurement(metadata)
    case .other: shape.add(.nothing)
    }
  }

  /// The kind of a parameter or a property: a single value or an array.
  mutating func kind(of type: ParameterType, isArray: Bool) -> JSONShape.Kind {
    let single = kind(of: type)
    return isArray ? add(.array(of: single), .array(of: single)) : single
  }

  static func text(isMultiline: Bool, allowsEmpty: Bool = true) -> JSONTextRule {
    JSONTextRule(
      allowsEmpty: allowsEmpty,
      acceptsControls: {
        IntentSchema.textIssues($0, isMultiline: isMultiline, at: .root).isEmpty
      })
  }

  static let requiredText = text(isMultiline: false, allowsEmpty: false)

  mutating func number(_ lower: Double?, _ upper: Double?) -> JSONShape.Kind {
    add(range(lower ?? -.infinity, upper ?? .infinity).map { .number($0) }, .decimal)
  }

  private mutating func degrees(_ range: ClosedRange<Int>) -> JSONShape.Kind {
    number(Double(range.lowerBound), Double(range.upperBound))
  }

  private func range<Number: Comparable>(_ lower: Number, _ upper: Number) -> ClosedRange<Number>? {
    lower <= upper ? lower...upper : nil
  }

  private mutating func enumeration(_ reference: TypeReference) -> JSONShape.Kind {
    guard let found = schema.enumeration(of: .enumeration(reference, defaultCase: nil)) else {
      return add(reference.isSystem ? .text(JSONTextRule()) : nil, .enumeration)
    }
    if let known = enums[reference] { return known }
    let names = found.choiceNames
    let kind = add(.choice(names), .choice(names.map { .enumeration($0) }))
    enums[reference] = kind
    return kind
  }

  /// The kind of an object, whose type can contain itself.
  private mutating func object(_ reference: TypeReference?) -> JSONShape.Kind {
    if let reference, let known = objects[reference] { return known }
    let kind = shape.add(.nothing)
    if let reference { objects[reference] = kind }
    pending.append((kind, reference.flatMap { schema.objectType(of: .object($0)) }))
    return kind
  }

  /// Defines the pending objects and those in their properties.
  mutating func defineObjects() {
    while let (kind, type) = pending.popLast() { define(kind, as: type) }
  }

  private mutating func define(_ kind: JSONShape.Kind, as type: IntentObjectType?) {
    var members = [
      JSONShape.Member("identifier", shape.add(.text(Self.requiredText)), isRequired: true),
      JSONShape.Member(
        "display", shape.add(.text(Self.text(isMultiline: true))), isRequired: true),
      JSONShape.Member("subtitle", shape.add(.text(Self.text(isMultiline: true)))),
    ]
    var seen = Set<String>()
    var properties: [(name: String, kind: JSONShape.Kind)] = []
    for property in type?.ownProperties ?? []
    where seen.insert(property.name).inserted {
      let kind = self.kind(of: property.type, isArray: property.supportsMultipleValues)
      members.append(JSONShape.Member(ValueKeys.key(ofProperty: property.name), kind))
      properties.append((property.name, kind))
    }
    if members.count <= JSONShape.mostMembers {
      shape.replace(kind, by: .object(members, whole: nil))
      maker.set(.object(properties), for: kind)
    }
  }
}

/// Values that are JSON objects with fixed members.
extension IntentShapes {
  /// An object with text members; the given one is required and not empty.
  private mutating func texts<Key: JSONKey>(
    _ required: Key, _ value: @escaping @Sendable ([Key: String]) -> IntentValue?
  ) -> JSONShape.Kind {
    let members = Key.allCases.map { key in
      JSONShape.Member(
        key.rawValue,
        shape.add(
          .text(
            key.rawValue == required.rawValue ? Self.requiredText : Self.text(isMultiline: true))),
        isRequired: key.rawValue == required.rawValue)
    }
    let keys = Array(Key.allCases)
    return add(
      .object(members, whole: nil),
      .texts { texts in
        value(Dictionary(uniqueKeysWithValues: texts.map { (keys[$0.member], $0.text) }))
      })
  }

  mutating func person() -> JSONShape.Kind {
    texts(ValueKeys.Person.name) { texts in
      texts[.name].map {
        .person(Person(name: $0, identifier: texts[.identifier], handle: texts[.handle]))
      }
    }
  }

  mutating func paymentMethod() -> JSONShape.Kind {
    texts(ValueKeys.PaymentMethod.kind) { texts in
      texts[.kind].map {
        .paymentMethod(
          PaymentMethod(
            kind: $0, name: texts[.name], identificationHint: texts[.identificationHint]))
      }
    }
  }

  mutating func speakable() -> JSONShape.Kind {
    texts(ValueKeys.Speakable.spokenPhrase) { texts in
      texts[.spokenPhrase].map {
        .speakableString(
          SpeakableString(
            spokenPhrase: $0, pronunciationHint: texts[.pronunciationHint],
            vocabularyIdentifier: texts[.vocabularyIdentifier]))
      }
    }
  }

  mutating func placemark() -> JSONShape.Kind {
    typealias Key = ValueKeys.Placemark
    let keys = Key.allCases
    let members = keys.map { key in
      let kind =
        switch key {
        case .latitude: degrees(Placemark.latitudes)
        case .longitude: degrees(Placemark.longitudes)
        default: shape.add(.text(Self.text(isMultiline: true)))
        }
      return JSONShape.Member(key.rawValue, kind)
    }
    let coordinates = keys.indices.filter { [.latitude, .longitude].contains(keys[$0]) }
    let places = keys.indices
    let rule = JSONMembersRule(
      certainty: .init(all: Self.bits(coordinates)),
      decides: { members in
        coordinates.allSatisfy { members.isPresent($0) }
          || places.contains { members.hasText($0) }
      })
    return add(.object(members, whole: rule), .placemark(Array(keys)))
  }

  mutating func measurement(_ metadata: MeasurementMetadata) -> JSONShape.Kind {
    typealias Key = ValueKeys.Measurement
    let isSigned = metadata.supportsNegativeNumbers || metadata.dimension.isSigned
    let members = [
      JSONShape.Member(Key.value.rawValue, number(isSigned ? nil : 0, nil), isRequired: true),
      JSONShape.Member(
        Key.unit.rawValue, shape.add(.choice(metadata.dimension.units.map(\.symbol))),
        isRequired: true),
    ]
    return add(.object(members, whole: nil), .measurement)
  }

  mutating func currency(_ metadata: CurrencyMetadata) -> JSONShape.Kind {
    typealias Key = ValueKeys.Currency
    let amount = JSONTextRule(accepts: { text in
      text.isPlainAmount || CurrencyAmount(amount: text.string, currencyCode: "").hasDecimalAmount
    })
    let known = metadata.currencyCodes.filter {
      IntentSchema.currencyIssues(.init(amount: "0", currencyCode: $0), metadata, at: .root).isEmpty
    }
    let code = JSONTextRule(accepts: { text in
      let amount = CurrencyAmount(amount: "0", currencyCode: text.string)
      return IntentSchema.currencyIssues(amount, metadata, at: .root).isEmpty
    })
    let codeRule = known.isEmpty ? JSONShape.Rule.text(code) : .choice(known)
    let members = [
      JSONShape.Member(Key.amount.rawValue, shape.add(.text(amount)), isRequired: true),
      JSONShape.Member(Key.currencyCode.rawValue, shape.add(codeRule), isRequired: true),
    ]
    return add(.object(members, whole: nil), .currencyAmount)
  }

  mutating func dateComponents(_ kind: DateComponentsMetadata.Kind) -> JSONShape.Kind {
    let components = IntentDateComponent.allCases.filter { $0.belongs(to: kind) }
    let members = components.map {
      JSONShape.Member($0.rawValue, shape.add(.integer($0.range)))
    }
    let year = components.firstIndex(of: .year)
    let month = components.firstIndex(of: .month)
    let day = components.firstIndex(of: .day)
    let rule = JSONMembersRule(
      certainty: .init(
        any: Self.bits(Array(components.indices)),
        notAll: Self.bits([month, day].compactMap(\.self))),
      decides: { values in
        guard components.indices.contains(where: { values.isPresent($0) }) else { return false }
        guard let month = month.flatMap({ values.integer($0) }),
          let day = day.flatMap({ values.integer($0) })
        else { return true }
        return IntentSchema.isDay(day, of: month, year: year.flatMap { values.integer($0) })
      })
    return add(.object(members, whole: rule), .dateComponents(components))
  }

  private static func bits(_ places: [Int]) -> UInt64 {
    places.reduce(0) { $0 | 1 << UInt64($1) }
  }

  mutating func url(_ type: ParameterType) -> JSONShape.Kind {
    let rule = JSONTextRule(accepts: { $0.isPlainURL || IntentURL.isValid($0.string) })
    return add(.text(rule), .url)
  }

  mutating func duration(_ metadata: TimeIntervalMetadata) -> JSONShape.Kind {
    let (lower, upper) = (metadata.lowerLimit, metadata.upperLimit ?? .infinity)
    let rule = JSONTextRule(
      accepts: { text in
        let seconds =
          ISO8601Duration.canonicalSeconds(of: text).map(Double.init)
          ?? ISO8601Duration.seconds(of: text.string)
        guard let seconds, seconds.isFinite else { return false }
        return seconds >= lower && seconds <= upper
      },
      canonical: { text in
        guard ISO8601Duration.canonicalSeconds(of: text) == nil else { return nil }
        return ISO8601Duration.seconds(of: text.string).flatMap {
          ISO8601Duration.text(ofSeconds: $0)
        }
      })
    return add(.text(rule), .duration)
  }
}
