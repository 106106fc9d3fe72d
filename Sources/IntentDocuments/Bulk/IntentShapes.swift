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
  private var objects: [TypeReference: JSONShape.Kind] = [:]
  private var enums: [TypeReference: JSONShape.Kind] = [:]
  /// The types that are not defined yet; deferred, because types can refer to each other in cycles.
  private var pending: [(kind: JSONShape.Kind, type: IntentObjectType?)] = []

  init(_ schema: IntentSchema, extending shape: consuming JSONShape) {
    self.schema = schema
    self.shape = shape
  }

  /// The kind of a single value of a type.
  mutating func kind(of type: ParameterType) -> JSONShape.Kind {
    switch type {
    case .boolean: shape.add(.boolean)
    case .integer(let metadata):
      shape.add(
        range(metadata.lowerLimit ?? .min, metadata.upperLimit ?? .max).map { .integer($0) })
    case .decimal(let metadata):
      number(metadata.lowerLimit, metadata.upperLimit)
    case .string(let metadata): shape.add(.text(Self.text(isMultiline: metadata.isMultiline)))
    case .enumeration(let reference, _): enumeration(reference)
    case .object(let reference): object(reference)
    case .dateComponents(let metadata): dateComponents(metadata.kind)
    case .timeInterval(let metadata): duration(metadata)
    case .url: url(type)
    case .placemark: placemark()
    case .person: person()
    case .file: shape.add(.text(Self.requiredText))
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
    return isArray ? shape.add(.array(of: single)) : single
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
    shape.add(range(lower ?? -.infinity, upper ?? .infinity).map { .number($0) })
  }

  private mutating func degrees(_ range: ClosedRange<Int>) -> JSONShape.Kind {
    number(Double(range.lowerBound), Double(range.upperBound))
  }

  private func range<Number: Comparable>(_ lower: Number, _ upper: Number) -> ClosedRange<Number>? {
    lower <= upper ? lower...upper : nil
  }

  private mutating func enumeration(_ reference: TypeReference) -> JSONShape.Kind {
    guard let found = schema.enumeration(of: .enumeration(reference, defaultCase: nil)) else {
      return shape.add(reference.isSystem ? .text(JSONTextRule()) : .nothing)
    }
    if let known = enums[reference] { return known }
    let kind = shape.add(.choice(found.choiceNames))
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
    for property in type?.ownProperties ?? []
    where seen.insert(property.name).inserted {
      members.append(
        JSONShape.Member(
          ValueKeys.key(ofProperty: property.name),
          self.kind(of: property.type, isArray: property.supportsMultipleValues)))
    }
    if members.count <= JSONShape.mostMembers {
      shape.replace(kind, by: .object(members, whole: nil))
    }
  }
}

extension JSONShape {
  /// Adds a rule; for nil, a rule that rejects everything.
  fileprivate mutating func add(_ rule: Rule?) -> Kind {
    add(rule ?? Rule.nothing)
  }
}

/// Values that are JSON objects with fixed members.
extension IntentShapes {
  /// An object with text members; the given one is required and not empty.
  private mutating func texts<Key: JSONKey>(_ required: Key) -> JSONShape.Kind {
    let members = Key.allCases.map { key in
      JSONShape.Member(
        key.rawValue,
        shape.add(
          .text(
            key.rawValue == required.rawValue ? Self.requiredText : Self.text(isMultiline: true))),
        isRequired: key.rawValue == required.rawValue)
    }
    return shape.add(.object(members, whole: nil))
  }

  mutating func person() -> JSONShape.Kind { texts(ValueKeys.Person.name) }

  mutating func paymentMethod() -> JSONShape.Kind { texts(ValueKeys.PaymentMethod.kind) }

  mutating func speakable() -> JSONShape.Kind { texts(ValueKeys.Speakable.spokenPhrase) }

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
    return shape.add(.object(members, whole: rule))
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
    return shape.add(.object(members, whole: nil))
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
    return shape.add(.object(members, whole: nil))
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
    return shape.add(.object(members, whole: rule))
  }

  private static func bits(_ places: [Int]) -> UInt64 {
    places.reduce(0) { $0 | 1 << UInt64($1) }
  }

  mutating func url(_ type: ParameterType) -> JSONShape.Kind {
    let rule = JSONTextRule(accepts: { $0.isPlainURL || IntentURL.isValid($0.string) })
    return shape.add(.text(rule))
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
    return shape.add(.text(rule))
  }
}
