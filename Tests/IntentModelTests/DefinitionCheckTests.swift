import IntentModel
import Messages
import Testing

/// A document with one widget intent that has the given parameters.
private func document(
  _ parameters: [ParameterDefinition], enums: [IntentEnum] = [], types: [IntentObjectType] = []
) -> IntentDefinitionFile {
  let intent = IntentDefinition(name: "A", isEligibleForWidgets: true, parameters: parameters)
  return IntentDefinitionFile(intents: [intent], enums: enums, types: types)
}

/// A parameter with a row.
private func row(
  _ name: String, _ type: ParameterType, _ priority: Int = 1, multiple: Bool = false,
  when relationship: ParameterRelationship? = nil
) -> ParameterDefinition {
  ParameterDefinition(
    name: name, type: type, displayPriority: priority, isConfigurable: true,
    supportsMultipleValues: multiple, relationship: relationship)
}

private let style = IntentEnum(
  name: "Style",
  cases: [
    .init(name: "unknown", index: 0), .init(name: "agenda", index: 1),
    .init(name: "list", index: 2),
  ])

private func codes(_ file: IntentDefinitionFile) -> [String] { file.findings.map(\.code) }

@Suite("Checks of definitions")
struct DefinitionCheckTests {
  /// The findings about a child that has a condition on its parent.
  private func found(
    _ parent: ParameterType, _ predicate: String, _ values: [IntentValue] = [],
    multiple: Bool = false
  ) -> [String] {
    let relationship = ParameterRelationship(
      parentName: "parent", predicateName: predicate, values: values)
    return codes(
      document(
        [
          row("parent", parent, 1, multiple: multiple),
          row("child", .string(StringMetadata()), 2, when: relationship),
        ], enums: [style]))
  }

  private let enumeration = ParameterType.enumeration(TypeReference("Style"), defaultCase: nil)
  private let whole = ParameterType.integer(
    NumberMetadata(control: .stepper, minimum: .value(0), maximum: .value(5)))

  @Test("a remedy names another parent only if there is one")
  func parentsToName() {
    for name in [nil, "gone"] {
      let when = ParameterRelationship(parentName: name, predicateName: "HasAnyValue")
      let child = row("child", .string(StringMetadata()), 2, when: when)
      let alone = document([child]).findings.map { $0.remedy }
      let together = document([child, row("other", whole)]).findings.map { $0.remedy }
      #expect(alone == ["Remove the condition."])
      #expect(together.count == 1 && together[0].hasSuffix("or remove the condition."))
    }
  }

  @Test("shrinking sizes are reported for a widget, and not for an action")
  func sizesOfActions() {
    var list = row("list", whole, multiple: true)
    list.hasFixedSize = true
    list.arraySizes = ArraySizes([.systemSmall: 1, .systemMedium: 4, .systemLarge: 3])
    var file = document([list])
    #expect(codes(file) == ["shrinking-sizes"])
    file.intents[0].isEligibleForWidgets = false
    #expect(codes(file) == ["no-widget-intent"])
  }

  @Test("satisfiable conditions have no finding")
  func soundConditions() {
    let cases: [(ParameterType, String, [IntentValue])] = [
      (.boolean(BooleanMetadata()), "BooleanHasExactValue", []),
      (.boolean(BooleanMetadata()), "BooleanHasExactValue", [.boolean(true)]),
      (.boolean(BooleanMetadata()), "BooleanHasExactValue", [.integer(1)]),
      (enumeration, "EnumHasExactValue", [.string("list")]),
      (enumeration, "EnumHasExactValue", [.integer(2)]),
      (enumeration, "EnumHasExactValue", [.string("agenda"), .string("list")]),
      (enumeration, "EnumValueIsNotEqual", [.string("list")]),
      (enumeration, "EnumHasAnyValue", []),
      (enumeration, "EnumValueIsGreaterThan", [.string("agenda")]),
      (whole, "IntegerHasExactValue", [.integer(5)]),
      (whole, "IntegerValueIsGreaterThan", [.integer(4)]),
      (whole, "IntegerValueIsWithinRange", [.integer(5), .integer(9)]),
      (whole, "IntegerValueIsLessThanOrEqual", [.string("3")]),
      (.string(StringMetadata()), "StringValueContains", [.string("x")]),
      (.object(TypeReference("MediaItem", namespace: "System")), "ObjectHasAnyValue", []),
      (.url(defaultValue: nil), "URLHasExactValue", [.string("https://a.b")]),
    ]
    for (parent, predicate, values) in cases {
      #expect(found(parent, predicate, values) == [], "\(predicate) \(values)")
    }
  }

  @Test("unsatisfiable conditions are reported, once each")
  func unsoundConditions() {
    let cases: [(ParameterType, String, [IntentValue], String)] = [
      (whole, "IntegerValueIsGreaterThan", [.integer(5)], "never-visible"),
      (whole, "IntegerValueIsLessThan", [.integer(0)], "never-visible"),
      (whole, "IntegerHasExactValue", [.integer(6)], "never-visible"),
      (whole, "IntegerValueIsWithinRange", [.integer(6), .integer(9)], "never-visible"),
      (whole, "IntegerValueIsWithinRange", [.integer(4), .integer(2)], "never-visible"),
      (whole, "IntegerValueIsWithinRange", [.integer(4)], "range-without-two-values"),
      (whole, "IntegerHasExactValue", [.boolean(true)], "predicate-type"),
      (whole, "IntegerHasExactValue", [.string("many")], "predicate-type"),
      (whole, "IntegerHasExactValue", [], "predicate-without-value"),
      (.boolean(BooleanMetadata()), "BooleanHasExactValue", [.string("list")], "predicate-type"),
      (.boolean(BooleanMetadata()), "BooleanValueIsGreaterThan", [.boolean(true)], "never-visible"),
      (enumeration, "EnumHasExactValue", [.string("lst")], "predicate-case"),
      (enumeration, "EnumHasExactValue", [.integer(9)], "predicate-case"),
      (enumeration, "EnumHasExactValue", [.boolean(true)], "predicate-type"),
      (enumeration, "EnumHasExactValue", [.string("unknown")], "never-visible"),
      (enumeration, "EnumIsLike", [.string("list")], "unknown-predicate"),
      (.string(StringMetadata()), "StringHasExactValue", [.boolean(true)], "predicate-type"),
    ]
    for (parent, predicate, values, code) in cases {
      #expect(found(parent, predicate, values) == [code], "\(predicate) \(values)")
    }
  }

  @Test("the elements of an array parent are compared")
  func arrays() {
    #expect(found(enumeration, "EnumValueContains", [.string("list")], multiple: true) == [])
    #expect(found(enumeration, "EnumHasAnyValue", multiple: true) == [])
    #expect(
      found(enumeration, "EnumValueIsGreaterThan", [.string("list")], multiple: true)
        == ["never-visible"])
  }

  @Test("a loop is reported once with all its members, in file order", arguments: 1...6)
  func loops(length: Int) {
    let names = (0..<length).map { "p\($0)" }
    let parameters = names.indices.map { index in
      row(
        names[index], .string(StringMetadata()), index + 1,
        when: ParameterRelationship(
          parentName: names[(index + 1) % length], predicateName: "HasAnyValue"))
    }
    let findings = document(parameters).findings
    #expect(findings.map(\.rule) == [.loop(names)])
    #expect(
      findings.map(\.path.description) == ["$.intents[0].parameters[0].visibleWhen.parent"])
  }

  @Test("a path into a loop is not part of the loop")
  func tail() {
    func child(_ name: String, of parent: String, _ priority: Int) -> ParameterDefinition {
      row(
        name, .string(StringMetadata()), priority,
        when: ParameterRelationship(parentName: parent, predicateName: "HasAnyValue"))
    }
    let file = document([child("a", of: "b", 1), child("b", of: "c", 2), child("c", of: "b", 3)])
    #expect(file.findings.map(\.rule) == [.loop(["b", "c"])])
  }

  @Test("a system namespace is not dangling, but others are")
  func namespaces() {
    let cases: [(String?, [String])] = [
      ("System", []), ("88xZPY", ["dangling-enum"]), (nil, ["dangling-enum"]),
    ]
    for (namespace, expected) in cases {
      let reference = TypeReference("Gone", namespace: namespace)
      let file = document([row("e", .enumeration(reference, defaultCase: nil))])
      #expect(codes(file) == expected)
    }
    let object = row("o", .object(TypeReference("MediaItem", namespace: "System")))
    #expect(codes(document([object])) == [])
  }

  @Test("defaults must be within their own bounds")
  func defaults() {
    func number(_ value: Int, _ control: NumberControl) -> ParameterType {
      .integer(
        NumberMetadata(
          control: control, defaultValue: value, minimum: .value(1), maximum: .value(9)))
    }
    let unbounded = NumberMetadata<Int>(
      control: .slider, minimum: .unbounded, maximum: .unbounded)
    let cases: [(ParameterType, [String])] = [
      (number(5, .slider), []), (number(0, .slider), ["default-out-of-range"]),
      (number(10, .field), ["default-out-of-range"]),
      (.integer(unbounded), ["slider-without-bounds"]),
      (.url(defaultValue: "nowhere"), ["default-out-of-range"]),
      (.url(defaultValue: "https://example.org"), []),
      (.decimal(NumberMetadata(control: .slider, defaultValue: 0.5, maximum: .value(1))), []),
      (
        .timeInterval(
          TimeIntervalMetadata(units: .single(.hours), defaultValue: 3, maximum: .value(2))),
        ["default-out-of-range"]
      ),
      (.string(StringMetadata(defaultValue: LocalizedText("a\nb"))), ["default-out-of-range"]),
      (.string(StringMetadata(defaultValue: LocalizedText(""))), []),
      (.enumeration(TypeReference("Style"), defaultCase: "unknown"), []),
      (.enumeration(TypeReference("Style"), defaultCase: "grid"), ["default-case"]),
    ]
    for (type, expected) in cases {
      #expect(codes(document([row("p", type)], enums: [style])) == expected, "\(type)")
    }
  }

  @Test("findings come in the order of the document")
  func order() {
    let file = IntentDefinitionFile(
      intents: [
        IntentDefinition(name: "A", isEligibleForWidgets: true),
        IntentDefinition(
          name: "B",
          parameters: [row("x", enumeration, 1), row("x", .object(nil), 1)]),
      ], enums: [style, style])
    let paths = file.findings.map { "\($0.path) \($0.code)" }
    #expect(
      paths == [
        "$.intents[0].parameters no-row",
        "$.intents[1].parameters[1].name duplicate-parameter",
        "$.intents[1].parameters[1].priority duplicate-priority", "$.enums[1].name duplicate-enum",
      ])
    #expect(IntentDefinitionFile().findings.map(\.code) == ["no-intents"])
  }

  @Test("a finding is one line with all its parts")
  func description() throws {
    let file = document(
      [row("e", .enumeration(TypeReference("Stile"), defaultCase: nil))], enums: [style])
    let finding = try #require(file.findings.first)
    #expect(
      finding.description == """
        $.intents[0].parameters[0].enum: error: The definition has no enum “Stile”. \
        Did you mean “Style”?
        """)
  }
}
