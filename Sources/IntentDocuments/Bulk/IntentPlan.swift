import IntentModel
import JSONC
import JSONCodings

/// A definition compiled for one intent, which checks documents without making values.
///
/// A plan accepts a document only if the document is certainly valid; `IntentJSON.read` decides
/// about all others. The rules are those of `IntentSchema`: when a plan is made, the conditions and
/// defaults of the schema are evaluated, and its bounds and choices are copied.
final class IntentPlan: Sendable {
  let schema: IntentSchema
  /// The kind of the JSON object that holds the parameters.
  let kind: JSONShape.Kind
  let parameters: [ParameterPlan]
  /// The parameters that are visible regardless of the values, as bits.
  let alwaysVisible: UInt64
  /// The parameters that can have a value without a row, as bits.
  private let withoutRow: UInt64
  /// The other parameters that can be visible, each after its parent.
  let steps: [VisibilityStep]
  /// The parameters whose number of elements is limited, as bits.
  let limited: UInt64
  /// The parameters with a default, by family, as bits.
  let defaulted: [UInt64]
  /// The text of a document up to the first parameter, by family.
  let beginnings: [[UInt8]]
  /// The intent without parameters, by family.
  let emptyIntents: [Intent]
  /// The positions of the plan's parameters in the intent.
  let positions: [Int]
  /// Makes the values of accepted documents.
  let maker: ValueMaker

  /// The maximum number of parameters in a plan: one for each bit of a word.
  static let maximumParameters = UInt64.bitWidth

  /// A shape above this size is not extended further, which limits the cost of many intents with
  /// many types, or with an enum of many cases.
  static let maximumSize = 100_000

  /// Compiles a definition; nil if it has more than ``maximumParameters``, if the shape is too
  /// large, or if a list has a minimum.
  ///
  /// Only a complete reading can report that a list has too few values.
  init?(_ schema: IntentSchema, shape: inout JSONShape) {
    guard shape.size <= Self.maximumSize else { return nil }
    let all = schema.intent.parameters
    // If two parameters have the same name, only the first can be set.
    let positions = all.indices.filter { schema.position(of: all[$0].name) == $0 }
    guard positions.count <= Self.maximumParameters,
      !all.contains(where: { $0.arraySizes?.entries.contains { $0.minimum != nil } == true })
    else { return nil }
    // Moving the shape out avoids a copy for each intent, which would make the cost quadratic.
    var taken = JSONShape()
    swap(&taken, &shape)
    var shapes = IntentShapes(schema, extending: consume taken)
    let kinds = positions.map {
      shapes.kind(of: all[$0].type, isArray: all[$0].supportsMultipleValues)
    }
    shapes.defineObjects()
    let members = zip(positions, kinds).map { JSONShape.Member(all[$0].name, $1) }
    kind = shapes.shape.add(.object(members, whole: nil))
    shape = shapes.shape
    maker = shapes.maker
    self.schema = schema
    self.positions = positions
    let plans = zip(positions, kinds).map {
      Self.plan(at: $0, kind: $1, positions: positions, schema: schema)
    }
    parameters = plans
    alwaysVisible = UInt64(flags: plans.map(\.isAlwaysVisible))
    withoutRow = UInt64(flags: plans.map(\.keepsValueWithoutRow))
    steps = schema.evaluationOrder.compactMap { positions.firstIndex(of: $0) }.compactMap { place in
      let parent = plans[place].parent.map { all[positions[$0]].type }
      var isBoolean = false
      if case .boolean? = parent { isBoolean = true }
      return VisibilityStep(plans[place], at: place, parentIsBoolean: isBoolean)
    }
    limited = UInt64(flags: plans.map { $0.maximumCounts != nil })
    defaulted = WidgetFamily.allCases.indices.map { family in
      UInt64(flags: plans.map { $0.defaults[family] != nil })
    }
    beginnings = WidgetFamily.allCases.map { Self.beginning(schema, family: $0) }
    let typeName = schema.intent.typeName
    emptyIntents = WidgetFamily.allCases.map { Intent(typeName: typeName, family: $0) }
  }

  private static func plan(
    at position: Int, kind: JSONShape.Kind, positions: [Int], schema: IntentSchema
  ) -> ParameterPlan {
    let parameter = schema.intent.parameters[position]
    let families = WidgetFamily.allCases
    let parent = schema.parents[position]
    let maxima = families.map { parameter.maximumCount(for: $0) ?? .max }
    let values = families.map {
      schema.defaultValue(of: parameter, draft: IntentDraft(), family: $0)
    }
    return ParameterPlan(
      name: parameter.name, kind: kind,
      key: Self.bytes(.string(parameter.name)) + [UInt8(ascii: ":")],
      canHaveRow: parameter.canHaveRow, keepsValueWithoutRow: parameter.keepsValueWithoutRow,
      parent: parent.flatMap { positions.firstIndex(of: $0) },
      condition: parent.flatMap {
        condition(of: parameter, parent: schema.intent.parameters[$0], schema: schema)
      },
      maximumCounts: parameter.supportsMultipleValues && parameter.hasFixedSize ? maxima : nil,
      defaults: values.map { value in
        value.map { bytes(IntentValueWriter(schema: schema).json($0, type: parameter.type)) }
      }, defaultValues: values)
  }

  private static func condition(
    of parameter: ParameterDefinition, parent: ParameterDefinition, schema: IntentSchema
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

  private static func beginning(_ schema: IntentSchema, family: WidgetFamily) -> [UInt8] {
    var builder = JSONBuilder<IntentJSON.Key>()
    builder.set(.intent, schema.intent.typeName)
    builder.set(.family, family.rawValue)
    builder.set(.parameters, .object(JSONObject()))
    // Without the two closing braces.
    return Array(bytes(builder.value).dropLast(2))
  }

  /// The compact text of a value; the values in a definition can always be written.
  private static func bytes(_ value: JSONValue) -> [UInt8] {
    (try? JSONText.bytes(of: value, style: .compact)) ?? []
  }
}

extension IntentPlan {
  /// The slots of a document's root, which precede its parameters' slots.
  enum RootSlot: Int, CaseIterable {
    case name, intent, family, parameters
  }

  static let firstParameterSlot = RootSlot.allCases.count

  /// The visible parameters as bits; below a Boolean or an enum with an invalid value, a parameter
  /// counts as hidden.
  private func visible(in reader: borrowing JSONShapeReader, family: Int, present: UInt64) -> UInt64
  {
    var visible = alwaysVisible
    for step in steps where visible & (1 << UInt64(step.parent)) != 0 {
      if shows(step, in: reader, family: family, present: present) {
        visible |= 1 << UInt64(step.place)
      }
    }
    return visible
  }

  private func shows(
    _ step: VisibilityStep, in reader: borrowing JSONShapeReader, family: Int, present: UInt64
  ) -> Bool {
    guard present & (1 << UInt64(step.parent)) != 0 else {
      return step.families & (1 << UInt64(family)) != 0
    }
    let slot = Self.firstParameterSlot + step.parent
    switch step.look {
    case .boolean:
      guard let value = reader.boolean(slot: slot) else { return false }
      return step.values & (value ? 2 : 1) != 0
    case .choice:
      guard let choice = reader.choice(slot: slot, of: parameters[step.parent].kind) else {
        return false
      }
      return step.values & (1 << UInt64(choice)) != 0
    case .value: return holds(step, for: reader.value(slot: slot))
    }
  }

  private func holds(_ step: VisibilityStep, for json: JSONValue?) -> Bool {
    var values = IntentValueReader(schema: schema)
    let parameter = schema.intent.parameters[positions[step.parent]]
    let value = json.flatMap { values.value($0, for: parameter) }
    return parameters[step.place].condition?.holds(value) ?? true
  }

  /// Whether every value of a document is valid and visible, and no array has too many elements.
  ///
  /// If the reader also writes the document, this appends the parameters, and the defaults of
  /// missing parameters.
  ///
  /// - Parameter present: The parameters that have a value, as bits.
  func acceptsParameters(
    in reader: inout JSONShapeReader, family: Int, present: UInt64
  ) -> Bool {
    let defaulted = reader.isWriting ? defaulted[family] & ~present : 0
    var visible = alwaysVisible
    if (present | defaulted) & ~alwaysVisible != 0 {
      visible = self.visible(in: reader, family: family, present: present)
    }
    guard present & ~(visible | withoutRow) == 0,
      fits(present & limited, in: reader, family: family)
    else {
      return false
    }
    return accept(present, writing: defaulted & visible, in: &reader, family: family)
  }

  /// Accepts the parameters of the document in order, and writes the defaults of missing parameters
  /// in their places.
  private func accept(
    _ present: UInt64, writing defaulted: UInt64, in reader: inout JSONShapeReader, family: Int
  ) -> Bool {
    let slot = Self.firstParameterSlot
    var isFirst = true
    var rest = present
    for place in parameters.indices where defaulted & (1 << UInt64(place)) != 0 {
      let before = rest & ((1 << UInt64(place)) - 1)
      guard reader.acceptMembers(before, of: kind, from: slot, isFirst: isFirst) else {
        return false
      }
      rest ^= before
      isFirst = isFirst && before == 0
      write(defaultOf: place, isFirst: isFirst, to: &reader, family: family)
      isFirst = false
    }
    return reader.acceptMembers(rest, of: kind, from: slot, isFirst: isFirst)
  }

  private func write(
    defaultOf place: Int, isFirst: Bool, to reader: inout JSONShapeReader, family: Int
  ) {
    if !isFirst { reader.append(UInt8(ascii: ",")) }
    reader.append(parameters[place].key)
    reader.append(parameters[place].defaults[family] ?? [])
  }

  /// The intent of a document whose parameters were accepted; nil if the value of a parameter needs
  /// a complete reading.
  ///
  /// - Parameter present: The parameters that have a value, as bits.
  func intent(in reader: borrowing JSONShapeReader, family: Int, present: UInt64) -> Intent? {
    let missing = defaulted[family] & ~present
    var defaulted = missing & alwaysVisible
    if missing & ~alwaysVisible != 0 {
      defaulted = missing & visible(in: reader, family: family, present: present)
    }
    var intent = emptyIntents[family]
    intent.parameters.reserveCapacity((present | defaulted).nonzeroBitCount)
    for place in parameters.indices where (present | defaulted) & (1 << UInt64(place)) != 0 {
      let value =
        present & (1 << UInt64(place)) != 0
        ? value(of: place, in: reader) : parameters[place].defaultValues[family]
      guard let value else { return nil }
      intent.parameters.append(Intent.Parameter(name: parameters[place].name, value: value))
    }
    return intent
  }

  /// The value of a parameter that was accepted.
  private func value(of place: Int, in reader: borrowing JSONShapeReader) -> IntentValue? {
    guard let value = reader.acceptedValue(slot: Self.firstParameterSlot + place) else {
      return nil
    }
    return maker.value(value, parameters[place].kind, in: reader)
  }

  /// The parameters whose values are valid independently of other problems, by their positions in
  /// the intent.
  ///
  /// Returns an empty set if a value may be hidden, because that depends on other values.
  ///
  /// - Parameter present: The parameters that have a value, as bits.
  func rightParameters(
    in reader: inout JSONShapeReader, family: Int, present: UInt64
  ) -> Set<Int> {
    let visible = visible(in: reader, family: family, present: present)
    guard present & ~(visible | withoutRow) == 0 else { return [] }
    var right: Set<Int> = []
    for place in parameters.indices where present & (1 << UInt64(place)) != 0 {
      let bit: UInt64 = 1 << UInt64(place)
      if reader.acceptMembers(bit, of: kind, from: Self.firstParameterSlot, isFirst: true),
        fits(bit & limited, in: reader, family: family)
      {
        right.insert(positions[place])
      }
    }
    return right
  }

  /// Whether every array among the given parameters has at most as many elements as the family
  /// allows.
  private func fits(_ places: UInt64, in reader: borrowing JSONShapeReader, family: Int) -> Bool {
    var rest = places
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let most = parameters[place].maximumCounts?[family] ?? .max
      if reader.count(slot: Self.firstParameterSlot + place) ?? 0 > most { return false }
    }
    return true
  }
}
