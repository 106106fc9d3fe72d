import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// Whether any possible value of a parent satisfies a condition, and whether the condition's values
/// fit the parent.
@Suite struct PredicateReachTests {
  /// A parent, a condition on it, and the codes of the findings.
  struct Row: Sendable, CustomTestStringConvertible {
    var parent: ParameterDefinition
    var predicate: String
    var values: [IntentValue]
    var codes: [String]

    init(
      _ parent: ParameterDefinition, _ predicate: String, _ values: [IntentValue],
      _ codes: String...
    ) {
      self.parent = parent
      self.predicate = predicate
      self.values = values
      self.codes = codes
    }

    var testDescription: String { "\(parent.type.valueKind) \(predicate) \(values)" }
  }

  private static let half = ParameterDefinition.decimal("parent", 0...1)
  private static let count = ParameterDefinition.integer("parent", 1...5)

  static let decimals: [Row] = [
    Row(half, "DecimalHasExactValue", [.decimal(0.5)]),
    Row(half, "DecimalHasExactValue", [.decimal(0)]),
    Row(half, "DecimalHasExactValue", [.integer(1)]),
    Row(half, "DecimalHasExactValue", [.string("0.25")]),
    Row(half, "DecimalHasExactValue", [.decimal(1.5)], "never-visible"),
    Row(half, "DecimalHasExactValue", [.decimal(1.5), .decimal(0.5)]),
    Row(half, "DecimalHasExactValue", [.decimal(-0.1)], "never-visible"),
    Row(half, "DecimalValueIsNotEqual", [.decimal(0)]),
    Row(half, "DecimalValueIsGreaterThan", [.decimal(0.999)]),
    Row(half, "DecimalValueIsGreaterThan", [.decimal(1)], "never-visible"),
    Row(half, "DecimalValueIsGreaterThanOrEqual", [.decimal(1)]),
    Row(half, "DecimalValueIsGreaterThanOrEqual", [.decimal(1.001)], "never-visible"),
    Row(half, "DecimalValueIsLessThan", [.decimal(0.001)]),
    Row(half, "DecimalValueIsLessThan", [.decimal(0)], "never-visible"),
    Row(half, "DecimalValueIsLessThanOrEqual", [.decimal(0)]),
    Row(half, "DecimalValueIsWithinRange", [.decimal(0.2), .decimal(0.3)]),
    Row(half, "DecimalValueIsWithinRange", [.decimal(-3), .decimal(9)]),
    Row(half, "DecimalValueIsWithinRange", [.decimal(0.3), .decimal(0.2)], "never-visible"),
    Row(half, "DecimalValueIsWithinRange", [.decimal(1.1), .decimal(2)], "never-visible"),
    Row(half, "DecimalValueIsWithinRange", [.decimal(-2), .decimal(-1)], "never-visible"),
    Row(half, "DecimalHasExactValue", [.decimal(.nan)], "predicate-type"),
    Row(half, "DecimalHasExactValue", [.string("half")], "predicate-type"),
    Row(half, "DecimalHasExactValue", [.boolean(true)], "predicate-type"),
    Row(half, "DecimalHasAnyValue", []),
    Row(.decimal("parent"), "DecimalHasExactValue", [.decimal(1e300)]),
  ]

  static let integers: [Row] = [
    Row(count, "IntegerHasExactValue", [.integer(1)]),
    Row(count, "IntegerHasExactValue", [.integer(5)]),
    Row(count, "IntegerHasExactValue", [.integer(0)], "never-visible"),
    Row(count, "IntegerHasExactValue", [.string("3")]),
    Row(count, "IntegerHasExactValue", [.decimal(3)]),
    Row(count, "IntegerHasExactValue", [.decimal(2.5)], "never-visible"),
    Row(count, "IntegerValueIsGreaterThan", [.decimal(4.5)]),
    Row(count, "IntegerValueIsLessThan", [.integer(2)]),
    Row(count, "IntegerValueIsLessThan", [.integer(1)], "never-visible"),
    Row(count, "IntegerValueIsWithinRange", [.integer(5), .integer(5)]),
    Row(count, "IntegerValueIsWithinRange", [.decimal(2.2), .decimal(2.8)], "never-visible"),
    Row(count, "IntegerValueIsNotEqual", [.integer(9)]),
    Row(count, "IntegerValueContains", [.integer(3)]),
    Row(count, "IntegerValueContains", [.integer(7)], "never-visible"),
    Row(
      .integer("parent", 3...3, default: 3), "IntegerValueIsNotEqual", [.integer(3)],
      "never-visible"),
    // Without a default, the value can be missing; a missing value is not equal to any value.
    Row(.integer("parent", 3...3), "IntegerValueIsNotEqual", [.integer(3)]),
    Row(count.several, "IntegerHasExactValue", [.integer(1), .integer(2)]),
    Row(count.several, "IntegerValueContains", [.integer(2)]),
    Row(count.several, "IntegerValueIsGreaterThan", [.integer(2)], "never-visible"),
  ]

  static let others: [Row] = [
    Row(.boolean("parent"), "BooleanHasExactValue", [.string("YES")]),
    Row(.boolean("parent"), "BooleanHasExactValue", [.string("0")]),
    Row(.boolean("parent"), "BooleanHasExactValue", [.integer(2)], "predicate-type"),
    Row(.boolean("parent"), "BooleanHasExactValue", [.decimal(1)], "predicate-type"),
    Row(.boolean("parent"), "BooleanHasExactValue", [.string("maybe")], "predicate-type"),
    Row(.string("parent"), "StringHasExactValue", [.integer(3)], "predicate-type"),
    Row(.string("parent"), "StringHasExactValue", [.decimal(3)], "predicate-type"),
    Row(.string("parent"), "StringHasExactValue", [.string("")]),
    Row(
      .of(.url(defaultValue: nil), "parent"), "URLHasExactValue", [.integer(3)], "predicate-type"),
    Row(
      .of(.url(defaultValue: nil), "parent"), "URLHasExactValue", [.boolean(true)], "predicate-type"
    ),
    Row(
      .of(.file(FileMetadata()), "parent"), "FileHasExactValue", [.boolean(true)], "predicate-type"),
    Row(.of(.file(FileMetadata()), "parent"), "FileHasExactValue", [.string("a")]),
    Row(
      ParameterDefinition.object("parent", "T").dynamic(), "ObjectIdentifierValueContains",
      [.decimal(1.5)], "predicate-type"),
    Row(
      ParameterDefinition.object("parent", "T").dynamic(), "ObjectIdentifierValueContains",
      [.integer(1)]),
    Row(
      ParameterDefinition.object("parent", "T").dynamic(), "ObjectIdentifierValueContains",
      [.string("id")]),
    Row(.duration("parent"), "TimeIntervalValueIsGreaterThan", [.integer(60)]),
    Row(.duration("parent"), "TimeIntervalValueIsGreaterThan", [.string("long")], "predicate-type"),
    Row(.measurement("parent", .mass), "MassValueIsLessThan", [.decimal(3)]),
    Row(.measurement("parent", .mass), "MassValueIsLessThan", [.boolean(true)], "predicate-type"),
    Row(.dateComponents("parent"), "DateHasExactValue", [.string("any")]),
    Row(.enumeration("parent", "Style"), "EnumHasExactValue", [.string("list")]),
    Row(
      .enumeration("parent", "Style"), "EnumValueIsLessThan", [.string("agenda")], "never-visible"),
    Row(.enumeration("parent", "Style"), "EnumValueIsGreaterThanOrEqual", [.integer(2)]),
    Row(.enumeration("parent", "Style"), "EnumHasExactValue", [.integer(0)], "never-visible"),
    Row(.enumeration("parent", "Style"), "EnumHasExactValue", [.decimal(1)], "predicate-type"),
    Row(
      .enumeration("parent", "Style", default: "list"), "EnumValueIsNotEqual",
      [.string("agenda"), .string("list")], "never-visible"),
    Row(
      .enumeration("parent", "Style"), "EnumValueIsNotEqual", [.string("agenda"), .string("list")]),
  ]

  @Test(arguments: decimals + integers + others)
  func `a condition that cannot be met has a finding`(_ row: Row) {
    let child = ParameterDefinition.string("child").at(priority: 2).changed {
      $0.relationship = ParameterRelationship(
        parentName: "parent", predicateName: row.predicate, values: row.values)
    }
    let file = IntentDefinitionFile(
      intents: [
        IntentDefinition(name: "A", isEligibleForWidgets: true, parameters: [row.parent, child])
      ], enums: [.of("Style", "agenda", "list")], types: [IntentObjectType(name: "T")])
    #expect(file.findings.map(\.code) == row.codes, "\(file.findings)")
    // A row that the checker reports as never visible is hidden for each of these values.
    guard row.codes == ["never-visible"] else { return }
    let schema = IntentSchema(file.intents[0], in: file)
    for value in Self.samples(row.parent) {
      let draft = IntentDraft(values: value.map { ["parent": $0] } ?? [:])
      for family in [WidgetFamily.systemSmall, .accessoryInline] {
        let evaluation = schema.evaluate(draft, family: family)
        #expect(!evaluation.states[1].isVisible, "\(value.map { "\($0)" } ?? "none")")
      }
    }
  }

  /// Values for a parent, including no value.
  private static func samples(_ parent: ParameterDefinition) -> [IntentValue?] {
    let single: [IntentValue] =
      switch parent.type {
      case .decimal: stride(from: 0, through: 1, by: 0.05).map { .decimal($0) }
      case .integer: (1...5).map { .integer($0) }
      case .enumeration: ["agenda", "list"].map { .enumeration($0) }
      default: []
      }
    guard parent.supportsMultipleValues else { return single + [nil] }
    return single.map { .array([$0]) } + [.array(single), .array([]), nil]
  }
}
