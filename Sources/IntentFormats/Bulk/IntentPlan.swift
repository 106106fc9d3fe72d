import IntentModel
import JSONC

/// What a definition says about one parameter, in the form that the bulk path looks at.
struct ParameterPlan: Sendable {
  /// The kind of its value.
  var kind: JSONShape.Kind
  /// The key and the colon, as they are written.
  var key: [UInt8]
  /// Whether it has a row as far as its own keys say.
  var canBeVisible: Bool
  /// The place of the parent among the plans; nil for none that counts.
  var parent: Int?
  /// When the parent's value shows it.
  var condition: ParentCondition?
  /// The most elements by family; nil without a limit.
  var maximumCounts: [Int]?
  /// The default as it is written, by family; nil where there is none.
  var defaults: [[UInt8]?]
}

/// Whether a relationship holds, asked once for each value that a parent can have.
struct ParentCondition: Sendable {
  /// For a Boolean parent false and true, for an enum its choices; nil for other parents.
  var byValue: [Bool]?
  /// For the parent's default, by family.
  var byFamily: [Bool]
  /// For any other value.
  var holds: @Sendable (IntentValue?) -> Bool
}

/// A definition compiled for one intent, so that documents are judged without making values.
///
/// A plan says only whether a document is valid, and only where it is sure; what is wrong with the
/// others is for `IntentJSON.read` to say. The rules are those of `IntentSchema`: conditions and
/// defaults are asked of it when the plan is made, bounds and choices are taken from it.
final class IntentPlan: Sendable {
  let schema: IntentSchema
  /// The kind of the object that holds the parameters.
  let kind: JSONShape.Kind
  let parameters: [ParameterPlan]
  /// The places of the plans, each after its parent.
  let order: [Int]
  /// The families' documents up to the first parameter, by family.
  let beginnings: [[UInt8]]
  /// The positions of the parameters of the plans in the intent.
  let positions: [Int]

  /// The most parameters a plan can have: one for each bit of a word.
  static let mostParameters = 64

  /// Compiles a definition; nil for one with more than 64 parameters.
  init?(_ schema: IntentSchema, shape: inout JSONShape) {
    let all = schema.intent.parameters
    // Of two parameters with one name only the first can be set.
    let positions = all.indices.filter { schema.position(of: all[$0].name) == $0 }
    guard positions.count <= Self.mostParameters else { return nil }
    var shapes = IntentShapes(schema, extending: shape)
    let kinds = positions.map {
      shapes.kind(of: all[$0].type, isArray: all[$0].supportsMultipleValues)
    }
    let members = zip(positions, kinds).map { JSONShape.Member(all[$0].name, $1) }
    kind = shapes.shape.add(.object(members, whole: nil))
    shape = shapes.shape
    self.schema = schema
    self.positions = positions
    parameters = zip(positions, kinds).map {
      Self.plan(at: $0, kind: $1, positions: positions, schema: schema)
    }
    order = schema.evaluationOrder.compactMap { positions.firstIndex(of: $0) }
    beginnings = WidgetFamily.allCases.map { Self.beginning(schema, family: $0) }
  }

  private static func plan(
    at position: Int, kind: JSONShape.Kind, positions: [Int], schema: IntentSchema
  ) -> ParameterPlan {
    let parameter = schema.intent.parameters[position]
    let families = WidgetFamily.allCases
    let parent = schema.parents[position]
    let maxima = families.compactMap { parameter.maximumCount(for: $0) }
    return ParameterPlan(
      kind: kind, key: Self.bytes(.string(parameter.name)) + [UInt8(ascii: ":")],
      canBeVisible: schema.canBeVisible(parameter),
      parent: parent.flatMap { positions.firstIndex(of: $0) },
      condition: parent.flatMap {
        condition(of: parameter, parent: schema.intent.parameters[$0], schema: schema)
      },
      maximumCounts: parameter.supportsMultipleValues && parameter.hasFixedSize ? maxima : nil,
      defaults: families.map { defaultBytes(of: parameter, family: $0, schema: schema) })
  }

  private static func condition(
    of parameter: IntentParameter, parent: IntentParameter, schema: IntentSchema
  ) -> ParentCondition? {
    guard let relationship = parameter.relationship else { return nil }
    let enumeration = schema.enumeration(of: parent.type)
    let holds: @Sendable (IntentValue?) -> Bool = {
      relationship.holds(for: $0, enumeration: enumeration)
    }
    var byValue: [Bool]?
    if !parent.supportsMultipleValues {
      switch parent.type {
      case .boolean: byValue = [false, true].map { holds(.boolean($0)) }
      case .enumeration: byValue = enumeration?.choices.map { holds(.enumeration($0.name)) }
      default: break
      }
    }
    let byFamily = WidgetFamily.allCases.map {
      holds(schema.defaultValue(of: parent, draft: IntentDraft(), family: $0))
    }
    return ParentCondition(byValue: byValue, byFamily: byFamily, holds: holds)
  }

  private static func defaultBytes(
    of parameter: IntentParameter, family: WidgetFamily, schema: IntentSchema
  ) -> [UInt8]? {
    let value = schema.defaultValue(of: parameter, draft: IntentDraft(), family: family)
    return value.map { bytes(IntentValueWriter(schema: schema).json($0, type: parameter.type)) }
  }

  private static func beginning(_ schema: IntentSchema, family: WidgetFamily) -> [UInt8] {
    var builder = JSONBuilder<IntentJSON.Key>()
    builder.set(.intent, schema.intent.typeName)
    builder.set(.family, family.rawValue)
    builder.set(.parameters, .object(JSONObject()))
    // Without the two closing braces.
    return Array(bytes(builder.value).dropLast(2))
  }

  /// The compact text of a value; what a definition holds can always be written.
  private static func bytes(_ value: JSONValue) -> [UInt8] {
    (try? JSONText.bytes(of: value, style: .compact)) ?? []
  }
}
