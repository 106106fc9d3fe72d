import IntentModel
import JSONC

/// Turns types of parameters into shapes of JSON, as `IntentValueReader` and the schema read them.
///
/// A shape may refuse what they accept, never the other way round: what it refuses is read again,
/// value by value. Each bound and each list comes from the definition, each rule that is more than a
/// bound from the functions of `IntentModel`.
struct IntentShapes {
  let schema: IntentSchema
  var shape: JSONShape
  private var objects: [TypeReference: JSONShape.Kind] = [:]

  init(_ schema: IntentSchema, extending shape: JSONShape) {
    self.schema = schema
    self.shape = shape
  }

  /// The kind of one value of a type.
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

  /// The kind of a parameter or a property: of one value, or of an array of them.
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

  private func range<Number: Comparable>(_ lower: Number, _ upper: Number) -> ClosedRange<Number>? {
    lower <= upper ? lower...upper : nil
  }

  private mutating func enumeration(_ reference: TypeReference) -> JSONShape.Kind {
    guard let found = schema.enums[reference] else {
      return shape.add(reference.isSystem ? .text(JSONTextRule()) : .nothing)
    }
    return shape.add(.choice(found.choices.map(\.name)))
  }

  /// An object of a type, which may be a part of itself.
  private mutating func object(_ reference: TypeReference?) -> JSONShape.Kind {
    if let reference, let known = objects[reference] { return known }
    let kind = shape.add(.nothing)
    if let reference { objects[reference] = kind }
    var members = [
      JSONShape.Member("identifier", shape.add(.text(Self.requiredText)), isRequired: true),
      JSONShape.Member(
        "display", shape.add(.text(Self.text(isMultiline: true))), isRequired: true),
      JSONShape.Member("subtitle", shape.add(.text(Self.text(isMultiline: true)))),
    ]
    var seen = Set<String>()
    for property in reference.flatMap({ schema.types[$0] })?.ownProperties ?? []
    where seen.insert(property.name).inserted {
      members.append(
        JSONShape.Member(
          ValueKeys.key(ofProperty: property.name),
          self.kind(of: property.type, isArray: property.supportsMultipleValues)))
    }
    if members.count <= JSONShape.mostMembers {
      shape.replace(kind, by: .object(members, whole: nil))
    }
    return kind
  }
}

extension JSONShape {
  /// Adds a rule; one that nothing meets for nil.
  fileprivate mutating func add(_ rule: Rule?) -> Kind {
    add(rule ?? Rule.nothing)
  }
}
