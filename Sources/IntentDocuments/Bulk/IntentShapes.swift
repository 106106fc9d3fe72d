import IntentModel
import JSONC
import JSONCodings
import Messages

/// Converts parameter types to JSON shapes, by the rules of `IntentValueReader` and the schema.
///
/// A shape can reject a value that these rules accept, but never accepts a value that they reject:
/// a rejected document is read again, value by value. All bounds and lists come from the
/// definition, and all other rules are functions of `IntentModel`.
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

  /// Adds a rule and the form of the values that it accepts.
  private mutating func add(_ rule: JSONShape.Rule, _ form: ValueMaker.Form) -> JSONShape.Kind {
    let kind = shape.add(rule)
    maker.set(form, for: kind)
    return kind
  }

  /// The kind of a single value of a type.
  mutating func kind(of type: ParameterType) -> JSONShape.Kind {
    switch type {
    case .boolean: add(.boolean, .boolean)
    case .integer(let metadata):
      add(.integer(from: metadata.lowerLimit, to: metadata.upperLimit), .integer)
    case .decimal(let metadata):
      add(.number(from: metadata.lowerLimit, to: metadata.upperLimit), .decimal)
    case .string(let metadata):
      add(.text(.text(isMultiline: metadata.isMultiline)), .text { .string($0) })
    case .enumeration(let reference, _): enumeration(reference)
    case .object(let reference): object(reference)
    case .dateComponents(let metadata): dateComponents(metadata.kind)
    case .timeInterval(let metadata): add(.text(.duration(metadata)), .duration)
    case .url:
      add(
        .text(.init(accepts: { $0.isPlainURL || IntentURL.isValid($0.string) })),
        .text { .url($0) })
    case .file: add(.text(.line), .text { .file($0) })
    default: type.coding.map { structure($0) } ?? shape.add(.nothing)
    }
  }

  /// The kind of a parameter or a property: a single value or an array.
  mutating func kind(of type: ParameterType, isArray: Bool) -> JSONShape.Kind {
    let single = kind(of: type)
    return isArray ? add(.array(of: single), .array(of: single)) : single
  }

  private mutating func enumeration(_ reference: TypeReference) -> JSONShape.Kind {
    guard let found = schema.enumeration(of: .enumeration(reference, defaultCase: nil)) else {
      return add(reference.isSystem ? .text(JSONTextRule()) : .nothing, .text { .enumeration($0) })
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

  /// Defines the pending objects and the objects in their properties.
  mutating func defineObjects() {
    while let (kind, type) = pending.popLast() { define(kind, as: type) }
  }

  private mutating func define(_ kind: JSONShape.Kind, as type: IntentObjectType?) {
    var members: [JSONShape.Member] = []
    for key in ValueKeys.Object.allCases {
      let rule = key == .identifier ? JSONTextRule.line : .text(isMultiline: true)
      members.append(
        JSONShape.Member(
          key.rawValue, shape.add(.text(rule)),
          isRequired: ValueKeys.requiredObjectKeys.contains(key.rawValue)))
    }
    var properties: [(name: String, kind: JSONShape.Kind)] = []
    for property in (type?.ownProperties ?? []).firsts(by: \.name) {
      let kind = self.kind(of: property.type, isArray: property.supportsMultipleValues)
      members.append(JSONShape.Member(ValueKeys.key(ofProperty: property.name), kind))
      properties.append((property.name, kind))
    }
    if members.count <= JSONShape.maximumMembers {
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
      JSONShape.Member($0.key, shape.add(.content($0.content)), isRequired: $0.isRequired)
    }
    return add(
      .object(members, whole: JSONMembersRule(alternativesOf: coding)), .structure(coding))
  }

  private mutating func dateComponents(_ kind: DateComponentsMetadata.Kind) -> JSONShape.Kind {
    let components = IntentDateComponent.allCases.filter { $0.belongs(to: kind) }
    let members = components.map {
      JSONShape.Member($0.rawValue, shape.add(.integer($0.range)))
    }
    return add(
      .object(members, whole: JSONMembersRule(dateOf: components)), .dateComponents(components))
  }
}

/// Rules for numbers, texts and the members of codings.
extension JSONShape.Rule {
  fileprivate static func integer(from lower: Int?, to upper: Int?) -> Self {
    let (lower, upper) = (lower ?? .min, upper ?? .max)
    return lower <= upper ? .integer(lower...upper) : .nothing
  }

  fileprivate static func number(from lower: Double?, to upper: Double?) -> Self {
    let (lower, upper) = (lower ?? -.infinity, upper ?? .infinity)
    return lower <= upper ? .number(lower...upper) : .nothing
  }

  fileprivate static func content(_ content: ValueCoding.Content) -> Self {
    let isValid: @Sendable (String) -> Bool = { content.issues(.text($0), at: .root).isEmpty }
    switch content {
    case .line: return .text(.line)
    case .text: return .text(.text(isMultiline: true))
    case .number(let lower, let upper, _): return .number(from: lower, to: upper)
    case .amount: return .text(JSONTextRule(accepts: { $0.isPlainAmount || isValid($0.string) }))
    case .currencyCode(let stated):
      let known = stated.filter(isValid)
      return known.isEmpty
        ? .text(JSONTextRule(accepts: { isValid($0.string) })) : .choice(known)
    case .unit(let dimension): return .choice(dimension.units.map(\.symbol))
    }
  }
}

extension JSONTextRule {
  /// A non-empty text on one line.
  fileprivate static var line: Self { text(isMultiline: false, allowsEmpty: false) }

  fileprivate static func text(isMultiline: Bool, allowsEmpty: Bool = true) -> Self {
    JSONTextRule(
      allowsEmpty: allowsEmpty,
      acceptsControls: {
        IntentSchema.textIssues($0, isMultiline: isMultiline, at: .root).isEmpty
      })
  }

  fileprivate static func duration(_ metadata: TimeIntervalMetadata) -> Self {
    let (lower, upper) = (metadata.lowerLimit, metadata.upperLimit ?? .infinity)
    return JSONTextRule(
      accepts: { text in
        guard let seconds = text.durationSeconds, seconds.isFinite else { return false }
        return seconds >= lower && seconds <= upper
      },
      canonical: { text in
        guard ISO8601Duration.canonicalSeconds(of: text) == nil else { return nil }
        return ISO8601Duration.seconds(of: text.string).flatMap {
          ISO8601Duration.text(ofSeconds: $0)
        }
      })
  }
}

extension JSONMembersRule {
  /// The rule that requires one of several groups of a coding's members; nil for a coding without
  /// groups.
  fileprivate init?(alternativesOf coding: ValueCoding) {
    guard !coding.alternatives.isEmpty else { return nil }
    let groups = coding.alternatives.map { keys in
      coding.members.indices.filter { keys.contains(coding.members[$0].key) }
    }
    let areNumbers = coding.members.map(\.content.isNumber)
    // A number need only be present, and a text must not be empty.
    let certain = groups.first { $0.allSatisfy { areNumbers[$0] } }
    self.init(certainty: .init(all: certain.map { Self.bits($0) } ?? .max)) { members in
      groups.contains { places in
        places.allSatisfy { areNumbers[$0] ? members.isPresent($0) : members.hasText($0) }
      }
    }
  }

  /// The rule that requires at least one component, and a day that exists in the month.
  fileprivate init(dateOf components: [IntentDateComponent]) {
    func place(_ component: IntentDateComponent) -> Int? { components.firstIndex(of: component) }
    let (year, month, day) = (place(.year), place(.month), place(.day))
    let both = [month, day].compactMap(\.self)
    let certainty = Certainty(any: Self.bits(Array(components.indices)), notAll: Self.bits(both))
    self.init(certainty: certainty) { values in
      guard components.indices.contains(where: { values.isPresent($0) }) else { return false }
      guard let month = month.flatMap({ values.integer($0) }),
        let day = day.flatMap({ values.integer($0) })
      else { return true }
      return IntentSchema.isDay(day, of: month, year: year.flatMap { values.integer($0) })
    }
  }

  private static func bits(_ places: [Int]) -> UInt64 {
    places.reduce(0) { $0 | 1 << UInt64($1) }
  }
}
