import IntentModel
import Testing
import WidgetTestSupport

/// Parents that are enums or arrays, and the suffixes of predicate names.
@Suite struct EnumRelationTests {
  typealias Row = RelationTests.Row

  /// The cases are not in alphabetical order.
  private static let size = IntentEnum.of("Size", "small", "medium", "large")

  private static func size(_ name: String) -> IntentValue { .enumeration(name) }

  private static let enums: [Row] = [
    Row("EnumHasExactValue", [.string("small")], size("small"), true),
    Row("EnumHasExactValue", [.enumeration("small")], size("small"), true),
    Row("EnumHasExactValue", [.string("large")], size("small"), false),
    Row("EnumHasExactValue", [.string("large"), .string("small")], size("small"), true),
    Row("EnumHasExactValue", [.integer(1)], size("small"), true),
    Row("EnumHasExactValue", [.integer(2)], size("small"), false),
    Row("EnumHasExactValue", [.integer(9)], size("small"), false),
    Row("EnumHasExactValue", [.string("small")], nil, false),
    Row("EnumValueIsNotEqual", [.integer(1)], size("small"), false),
    Row("EnumValueIsNotEqual", [.integer(1), .string("large")], size("medium"), true),
    Row("EnumValueIsNotEqual", [.string("small")], nil, true),
    Row("EnumHasAnyValue", [], size("small"), true),
    Row("EnumHasAnyValue", [], nil, false),
    Row("EnumValueIsGreaterThan", [.string("small")], size("large"), true),
    Row("EnumValueIsGreaterThan", [.string("medium")], size("small"), false),
    Row("EnumValueIsGreaterThanOrEqual", [.integer(2)], size("medium"), true),
    Row("EnumValueIsLessThan", [.string("large")], size("medium"), true),
    Row("EnumValueIsLessThan", [.string("medium")], size("large"), false),
    Row("EnumValueIsLessThanOrEqual", [.integer(1)], size("medium"), false),
    Row("EnumValueIsWithinRange", [.string("small"), .string("medium")], size("medium"), true),
    Row("EnumValueIsWithinRange", [.integer(1), .integer(2)], size("large"), false),
    Row("EnumValueIsGreaterThan", [.string("nowhere")], size("large"), false),
  ]

  @Test(
    "§3.2, §3.3: for enum parents, a number is the index of a case, and the index is the order",
    arguments: enums)
  func enumeration(_ row: Row) { row.check(enumeration: Self.size) }

  private static func array(_ names: String...) -> IntentValue {
    .array(names.map { .enumeration($0) })
  }

  private static let arrays: [Row] = [
    Row("EnumHasAnyValue", [], array("small"), true),
    Row("EnumHasAnyValue", [], array(), false),
    Row("EnumHasExactValue", [.string("small"), .integer(3)], array("small", "large"), true),
    Row("EnumHasExactValue", [.string("large"), .string("small")], array("small", "large"), false),
    Row("EnumHasExactValue", [.string("small")], array("small", "large"), false),
    Row("EnumValueIsNotEqual", [.string("small")], array("small", "large"), true),
    Row("EnumValueIsNotEqual", [.string("small")], array("small"), false),
    Row("EnumValueIsNotEqual", [.string("small")], array(), true),
    Row("EnumValueContains", [.string("small"), .string("large")], array("large"), true),
    Row("EnumValueContains", [.string("small")], array("small", "large"), false),
    Row("EnumValueContains", [.string("small")], array(), false),
    Row("EnumValueDoesNotContain", [.string("small")], array("small", "large"), true),
    Row("EnumValueDoesNotContain", [.string("small")], array("small"), false),
    Row("EnumValueIsGreaterThan", [.string("small")], array("large"), false),
    Row("EnumValueIsGreaterThanOrEqual", [.string("small")], array("large"), false),
    Row("EnumValueIsLessThan", [.string("large")], array("small"), false),
    Row("EnumValueIsLessThanOrEqual", [.string("large")], array("small"), false),
    Row("EnumValueIsWithinRange", [.integer(1), .integer(3)], array("medium"), false),
  ]

  @Test(
    "§3.3 A: array parents compare as a whole, and order relations never hold", arguments: arrays)
  func array(_ row: Row) { row.check(enumeration: Self.size) }

  private static let endings: [(String, ParameterRelation?)] = [
    ("HasAnyValue", .hasAnyValue), ("BooleanHasAnyValue", .hasAnyValue),
    ("EnumHasExactValue", .hasExactValue), ("StringValueIsNotEqual", .isNotEqual),
    ("IntegerValueIsGreaterThan", .isGreaterThan),
    ("IntegerValueIsGreaterThanOrEqual", .isGreaterThanOrEqual),
    ("IntegerValueIsLessThan", .isLessThan), ("IntegerValueIsLessThanOrEqual", .isLessThanOrEqual),
    ("DecimalValueIsWithinRange", .isWithinRange),
    ("ObjectIdentifierValueContains", .contains), ("StringValueDoesNotContain", .doesNotContain),
    ("SomethingNewHasExactValue", .hasExactValue), ("", nil), ("HasExactValues", nil),
    ("hasAnyValue", nil), ("IntegerIsEven", nil), ("HasAnyValue ", nil),
  ]

  @Test("§3.2: a predicate is recognized by the suffix of its name", arguments: endings)
  func ending(_ name: String, _ relation: ParameterRelation?) {
    #expect(ParameterRelation(predicateName: name) == relation)
    #expect(ParameterRelationship(parentName: "p", predicateName: name).relation == relation)
  }

  @Test(
    "§3.2: an unknown suffix is not a condition",
    arguments: [
      nil, IntentValue.string("a"), .array([]), .boolean(false),
    ])
  func noCondition(_ parent: IntentValue?) {
    Row("StringIsPalindrome", [.string("b")], parent, true).check()
  }
}
