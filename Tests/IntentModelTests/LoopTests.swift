import IntentModel
import Testing
import WidgetTestSupport

/// Loops in relationships, and lookups in a schema.
@Suite struct LoopTests {
  struct Row: Sendable {
    let links: [(String, String?)]
    let loops: [[String]]
    /// The parents that are in effect.
    let parents: [String?]
  }

  private static let rows: [Row] = [
    Row(links: [("a", nil), ("b", "a")], loops: [], parents: [nil, "a"]),
    Row(links: [("a", "a")], loops: [["a"]], parents: [nil]),
    Row(links: [("a", "b"), ("b", "a")], loops: [["a", "b"]], parents: [nil, nil]),
    Row(
      links: [("a", "b"), ("b", "c"), ("c", "a")], loops: [["a", "b", "c"]],
      parents: [nil, nil, nil]),
    // A chain that leads into a loop keeps its parent.
    Row(
      links: [("t", "a"), ("a", "b"), ("b", "a"), ("u", "t")], loops: [["a", "b"]],
      parents: ["a", nil, nil, "t"]),
    Row(
      links: [("a", "b"), ("x", "y"), ("b", "a"), ("y", "x"), ("z", "z")],
      loops: [["a", "b"], ["x", "y"], ["z"]], parents: [nil, nil, nil, nil, nil]),
  ]

  private static func schema(_ row: Row) -> IntentSchema {
    .sample(
      row.links.map { name, parent in
        parent.map { .string(name).under($0, "StringHasAnyValue") } ?? .string(name)
      })
  }

  @Test("Rule 2: a loop is reported with all members, which have no parent", arguments: rows)
  func loops(_ row: Row) {
    let schema = Self.schema(row)
    #expect(schema.loops == row.loops)
    #expect(schema.parents.map { $0.map { row.links[$0].0 } } == row.parents)
    #expect(row.links.map { schema.parent(of: $0.0)?.name } == row.parents)
  }

  @Test("Rule 2: the members of a loop stay visible", arguments: rows)
  func members(_ row: Row) {
    let schema = Self.schema(row)
    let evaluation = schema.evaluate(IntentDraft(), family: .systemSmall)
    for name in row.loops.joined() {
      let position = schema.position(of: name)
      #expect(position.map { evaluation.states[$0].isVisible } == true)
    }
  }

  @Test("Rule 2: a child of a loop's member depends on the value of the member")
  func tail() {
    let schema = Self.schema(Self.rows[4])
    for (values, visible) in [
      ([:], ["a", "b"]), (["a": .string("x")], ["t", "a", "b"]),
      (["a": .string("x"), "t": .string("y")], ["t", "a", "b", "u"]),
    ] as [([String: IntentValue], [String])] {
      let found = schema.evaluate(.set(values), family: .systemSmall).visible
      #expect(found.map { schema.intent.parameters[$0].name } == visible)
    }
  }

  @Test("A loop and a chain of a thousand parameters work")
  func long() {
    let chain = (0..<1_000).map { index -> ParameterDefinition in
      .string("p\(index)", default: "x").under("p\(index + 1)", "StringHasAnyValue")
    }
    let schema = IntentSchema.sample(chain)
    #expect(schema.loops == [])
    #expect(schema.evaluate(IntentDraft(), family: .systemSmall).visible.count == 1_000)
    var loop = chain
    loop[999] = loop[999].under("p0", "StringHasAnyValue")
    let looping = IntentSchema.sample(loop)
    #expect(looping.loops.map(\.count) == [1_000])
    #expect(looping.parents.allSatisfy { $0 == nil })
  }

  @Test("A schema finds parameters, parents and children by name")
  func lookup() {
    let schema = IntentSchema.sample([
      .boolean("a"), .string("c").under("a", "BooleanHasAnyValue"),
      .string("b").under("a", "BooleanHasAnyValue"), .integer("a"),
    ])
    #expect(schema.position(of: "b") == 2)
    #expect(schema.position(of: "nobody") == nil)
    #expect(schema.parameter(named: "a")?.type.name == "Boolean")
    #expect(schema.parameter(named: "nobody") == nil)
    #expect(schema.parent(of: "c")?.name == "a")
    #expect(schema.parent(of: "a") == nil)
    #expect(schema.children(of: "a").map(\.name) == ["c", "b"])
    #expect(schema.children(of: "nobody") == [])
  }

  @Test("A schema knows the enums and types of its parameters and of their properties")
  func types() {
    let city = IntentObjectType.of(
      "City", .own("country", .object(TypeReference("Country"))),
      .own("style", .enumeration(TypeReference("Style"), defaultCase: nil)))
    let schema = IntentSchema.sample(
      [.object("a", "City"), .object("b", "Nowhere"), .object("c")],
      enums: [.of("Style", "grid"), .of("Unused", "x")],
      types: [city, .of("Country"), .of("Unused")])
    #expect(Set(schema.types.keys.map(\.name)) == ["City", "Country"])
    #expect(schema.enums.keys.map(\.name) == ["Style"])
    let parameters = schema.intent.parameters
    #expect(parameters.map { schema.objectType(of: $0.type)?.name } == ["City", nil, nil])
    #expect(schema.enumeration(of: city.ownProperties[1].type)?.name == "Style")
    #expect(schema.enumeration(of: .paymentMethod) == nil)
  }
}
