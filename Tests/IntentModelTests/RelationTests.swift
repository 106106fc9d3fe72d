import IntentModel
import Testing
import WidgetTestSupport

/// Conditions on single parents of every type except enums.
@Suite struct RelationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let predicate: String
    let values: [IntentValue]
    let parent: IntentValue?
    let holds: Bool

    init(_ predicate: String, _ values: [IntentValue], _ parent: IntentValue?, _ holds: Bool) {
      self.predicate = predicate
      self.values = values
      self.parent = parent
      self.holds = holds
    }

    var testDescription: String {
      "\(predicate) \(values) for \(String(describing: parent))"
    }

    func check(
      enumeration: IntentEnum? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let relationship = ParameterRelationship(
        parentName: "p", predicateName: predicate, values: values)
      let found = relationship.holds(for: parent, enumeration: enumeration)
      #expect(found == holds, sourceLocation: sourceLocation)
    }
  }

  private static let on = IntentValue.boolean(true)
  private static let off = IntentValue.boolean(false)

  private static let booleans: [Row] = [
    Row("BooleanHasExactValue", [on], on, true),
    Row("BooleanHasExactValue", [on], off, false),
    Row("BooleanHasExactValue", [], off, true),
    Row("BooleanHasExactValue", [], on, false),
    Row("BooleanHasExactValue", [on, off], off, true),
    Row("BooleanHasExactValue", [.integer(1)], on, true),
    Row("BooleanHasExactValue", [.integer(0)], on, false),
    Row("BooleanHasExactValue", [.string("YES")], on, true),
    Row("BooleanHasExactValue", [.string("false")], off, true),
    Row("BooleanHasExactValue", [.string("maybe")], off, false),
    Row("BooleanHasExactValue", [on], nil, false),
    Row("BooleanValueIsNotEqual", [on], off, true),
    Row("BooleanValueIsNotEqual", [on], on, false),
    Row("BooleanValueIsNotEqual", [], on, true),
    Row("BooleanValueIsNotEqual", [], off, false),
    Row("BooleanHasAnyValue", [], off, true),
    Row("BooleanHasAnyValue", [], nil, false),
    Row("BooleanValueContains", [on], on, true),
    Row("BooleanValueDoesNotContain", [on], on, false),
    Row("BooleanValueIsGreaterThan", [off], on, false),
  ]

  @Test("§3.2, rule 2: for Boolean parents, no value means false", arguments: booleans)
  func boolean(_ row: Row) { row.check() }

  private static func number(_ relation: String, _ values: Int...) -> [Row] {
    (1...4).map { parent in
      let holds =
        switch relation {
        case "HasExactValue", "ValueContains": values.contains(parent)
        case "ValueIsNotEqual", "ValueDoesNotContain": !values.contains(parent)
        case "ValueIsGreaterThan": values.contains { parent > $0 }
        case "ValueIsGreaterThanOrEqual": values.contains { parent >= $0 }
        case "ValueIsLessThan": values.contains { parent < $0 }
        case "ValueIsLessThanOrEqual": values.contains { parent <= $0 }
        case "ValueIsWithinRange": values.count == 2 && parent >= values[0] && parent <= values[1]
        default: true
        }
      return Row("Integer" + relation, values.map { .integer($0) }, .integer(parent), holds)
    }
  }

  private static let numbers: [Row] =
    ParameterRelation.allCases.flatMap {
      number($0.rawValue, 2) + number($0.rawValue, 2, 3) + number($0.rawValue, 3, 2)
    } + number("ValueIsWithinRange", 1, 2, 3) + [
      Row("DecimalHasExactValue", [.integer(1)], .decimal(1), true),
      Row("DecimalHasExactValue", [.string("0.5")], .decimal(0.5), true),
      Row("DecimalHasExactValue", [.string("half")], .decimal(0.5), false),
      Row("DecimalValueIsGreaterThan", [.string("0.25")], .decimal(0.5), true),
      Row("DecimalValueIsGreaterThan", [.string("x")], .decimal(0.5), false),
      Row("DecimalValueIsWithinRange", [.decimal(0), .decimal(0.5)], .decimal(0.5), true),
      Row("DecimalValueIsWithinRange", [.decimal(0), .decimal(0.5)], .decimal(0.75), false),
      Row("TimeIntervalValueIsLessThan", [.integer(60)], .timeInterval(59), true),
      // Adjacent integers that convert to the same floating-point number.
      Row("IntegerHasExactValue", [.integer(.max - 1)], .integer(.max), false),
      Row("IntegerHasExactValue", [.integer(.max)], .integer(.max), true),
      Row("IntegerValueIsGreaterThan", [.integer(.max - 1)], .integer(.max), true),
      Row(
        "IntegerValueIsWithinRange", [.integer(.min), .integer(.max - 1)], .integer(.max), false),
      Row("IntegerHasExactValue", [.decimal(0.5)], .integer(0), false),
      Row("IntegerValueIsGreaterThan", [.decimal(0.5)], .integer(1), true),
      Row("IntegerValueIsGreaterThan", [], .integer(5), false),
      Row("IntegerHasExactValue", [], .integer(5), false),
      Row("IntegerValueIsNotEqual", [], .integer(5), true),
      Row("IntegerValueDoesNotContain", [], .integer(5), false),
    ]

  @Test("§3.3: numeric parents; several values are alternatives", arguments: numbers)
  func number(_ row: Row) { row.check() }

  private static let texts: [Row] = [
    Row("StringHasExactValue", [.string("a")], .string("a"), true),
    Row("StringHasExactValue", [.string("A")], .string("a"), false),
    Row("StringHasExactValue", [.string("b"), .string("a")], .string("a"), true),
    Row("StringValueIsNotEqual", [.string("b"), .string("a")], .string("a"), false),
    Row("StringValueIsNotEqual", [.string("b")], .string("a"), true),
    Row("StringValueIsGreaterThan", [.string("a")], .string("b"), true),
    Row("StringValueIsGreaterThan", [.string("b")], .string("b"), false),
    Row("StringValueIsGreaterThanOrEqual", [.string("b")], .string("b"), true),
    Row("StringValueIsLessThan", [.string("b")], .string("a"), true),
    Row("StringValueIsLessThanOrEqual", [.string("a")], .string("b"), false),
    Row("StringValueIsWithinRange", [.string("a"), .string("c")], .string("b"), false),
    Row("StringValueIsWithinRange", [.string("a"), .string("c")], .string("c"), true),
    Row("StringValueIsWithinRange", [.string("a")], .string("a"), true),
    Row("StringValueIsWithinRange", [], .string("a"), false),
    Row("StringValueContains", [.string("sl")], .string("Oslo"), true),
    Row("StringValueContains", [.string("")], .string("Oslo"), false),
    Row("StringValueContains", [.string("Oslo!")], .string("Oslo"), false),
    Row("StringValueContains", [.string("x"), .string("lo")], .string("Oslo"), true),
    Row("StringValueDoesNotContain", [.string("sl")], .string("Oslo"), false),
    Row("StringValueDoesNotContain", [.string("x")], .string("Oslo"), true),
    Row("StringHasAnyValue", [], .string("a"), true),
    Row("StringHasAnyValue", [], .string(""), false),
    Row("StringValueIsNotEqual", [.string("")], .string(""), true),
    Row("URLValueContains", [.string("example")], .url("https://example.org"), true),
    Row("FileHasExactValue", [.string("/a")], .file("/a"), true),
  ]

  @Test("§3.3: text parents; an empty text means no value", arguments: texts)
  func text(_ row: Row) { row.check() }

  private static let others: [Row] = [
    Row("ObjectHasAnyValue", [], .choice("work"), true),
    Row("ObjectHasAnyValue", [], nil, false),
    Row("ObjectIdentifierValueContains", [.string("or")], .choice("work"), true),
    Row("ObjectIdentifierValueContains", [.string("home")], .choice("work"), false),
    Row(
      "ObjectHasExactValue", [.string("work")],
      .object(IntentObject(identifier: "work", display: "Arbeit")), true),
    Row("PersonHasExactValue", [.string("7")], .person(Person(name: "A", identifier: "7")), true),
    Row("PersonHasExactValue", [.string("A")], .person(Person(name: "A")), true),
    Row("PlacemarkHasAnyValue", [], .placemark(Placemark(latitude: 1, longitude: 2)), true),
    Row("PlacemarkHasExactValue", [.string("Oslo")], .placemark(Placemark(name: "Oslo")), true),
    Row(
      "DistanceHasExactValue", [.measurement(IntentMeasurement(value: 1_000, unit: "m"))],
      .measurement(IntentMeasurement(value: 1, unit: "km")), true),
    Row(
      "DistanceValueIsGreaterThan", [.measurement(IntentMeasurement(value: 999, unit: "m"))],
      .measurement(IntentMeasurement(value: 1, unit: "km")), true),
    Row(
      "CurrencyAmountValueIsLessThan",
      [.currencyAmount(CurrencyAmount(amount: "10", currencyCode: "EUR"))],
      .currencyAmount(CurrencyAmount(amount: "9.5", currencyCode: "EUR")), true),
    Row(
      "SpeakableStringValueContains", [.string("lo")],
      .speakableString(SpeakableString(spokenPhrase: "Oslo")), true),
    Row(
      "PaymentMethodHasExactValue", [.string("a")], .paymentMethod(PaymentMethod(kind: "a")), true),
    Row("StringHasExactValue", [.integer(1)], .string("1"), false),
  ]

  @Test("§3.3: objects by identifier, measurements in one unit, and the rest", arguments: others)
  func other(_ row: Row) { row.check() }

  @Test(
    "§3.3: a parent without a value meets only “is not equal”",
    arguments: ParameterRelation.allCases)
  func withoutValue(_ relation: ParameterRelation) {
    let values: [IntentValue] = [.string("a"), .string("b")]
    for parent in [nil, .string(""), IntentValue.array([])] {
      Row("String" + relation.rawValue, values, parent, relation == .isNotEqual).check()
    }
  }
}
