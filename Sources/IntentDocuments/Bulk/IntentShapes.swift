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
    case .file: add(.text(Self.requiredText), .file)
    default: type.coding.map { structure($0) } ?? shape.add(.nothing)
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
  /// An object with the members of a coding.
  private mutating func structure(_ coding: ValueCoding) -> JSONShape.Kind {
    let members = coding.members.map {
      JSONShape.Member($0.key, kind(of: $0.content), isRequired: $0.isRequired)
    }
    return add(.object(members, whole: Self.rule(coding)), .structure(coding))
  }

  private mutating func kind(of content: ValueCoding.Content) -> JSONShape.Kind {
    let isValid: @Sendable (String) -> Bool = { content.issues(.text($0), at: .root).isEmpty }
    switch content {
    case .line: return shape.add(.text(Self.requiredText))
    case .text: return shape.add(.text(Self.text(isMultiline: true)))
    case .number(let lower, let upper, _): return number(lower, upper)
    case .amount:
      return shape.add(.text(JSONTextRule(accepts: { $0.isPlainAmount || isValid($0.string) })))
    case .currencyCode(let offered):
      let known = offered.filter(isValid)
      return shape.add(
        known.isEmpty ? .text(JSONTextRule(accepts: { isValid($0.string) })) : .choice(known))
    case .unit(let dimension): return shape.add(.choice(dimension.units.map(\.symbol)))
    }
  }

  /// The rule that one group of members is given; nil for a coding without groups.
  private static func rule(_ coding: ValueCoding) -> JSONMembersRule? {
    guard !coding.alternatives.isEmpty else { return nil }
    let groups = coding.alternatives.map { keys in
      coding.members.indices.filter { keys.contains(coding.members[$0].key) }
    }
    let numbers = coding.members.map(\.content.isNumber)
    // Numbers need only be present.
    let certain = groups.first { $0.allSatisfy { numbers[$0] } }
    return JSONMembersRule(
      certainty: .init(all: certain.map { bits($0) } ?? .max),
      decides: { members in
        groups.contains { places in
          places.allSatisfy { numbers[$0] ? members.isPresent($0) : members.hasText($0) }
        }
      })
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
