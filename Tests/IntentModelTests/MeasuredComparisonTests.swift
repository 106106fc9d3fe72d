import IntentModel
import Testing

/// Parents that are compared by more than a number: measurements, money, people, places.
@Suite struct MeasuredComparisonTests {
  private static func measured(_ value: Double, _ unit: String) -> IntentValue {
    .measurement(IntentMeasurement(value: value, unit: unit))
  }

  private static func money(_ amount: String) -> IntentValue {
    .currencyAmount(CurrencyAmount(amount: amount, currencyCode: "EUR"))
  }

  /// A parent's value, the predicate, the predicate's values, and whether the condition holds.
  static let rows: [(IntentValue, String, [IntentValue], Bool)] = [
    // Measurements are compared in the base unit of their quantity.
    (measured(1, "km"), "DistanceHasExactValue", [.integer(1_000)], true),
    (measured(1, "km"), "DistanceHasExactValue", [.integer(1)], false),
    (measured(1, "km"), "DistanceHasExactValue", [measured(1_000, "m")], true),
    (measured(1, "km"), "DistanceValueIsGreaterThan", [measured(0.5, "mi")], true),
    (measured(1, "km"), "DistanceValueIsGreaterThan", [measured(1, "mi")], false),
    (measured(2, "lb"), "MassValueIsLessThan", [.decimal(1)], true),
    (measured(0, "°C"), "TemperatureHasExactValue", [measured(32, "°F")], true),
    (measured(0, "°C"), "TemperatureValueIsGreaterThan", [.integer(273)], true),
    (measured(1, "km"), "DistanceValueIsWithinRange", [.integer(999), .integer(1_001)], true),
    (measured(1, "km"), "DistanceValueIsWithinRange", [.integer(0), .integer(999)], false),
    // An unknown unit is ignored, and the plain number is compared.
    (measured(3, "furlong"), "DistanceHasExactValue", [.integer(3)], true),
    (measured(3, "furlong"), "DistanceValueIsLessThan", [.integer(3)], false),
    (measured(3, ""), "DistanceValueIsLessThanOrEqual", [.string("3")], true),
    (money("2.50"), "AmountHasExactValue", [.decimal(2.5)], true),
    (money("2.50"), "AmountValueIsGreaterThan", [.integer(2)], true),
    (money("much"), "AmountHasExactValue", [.string("much")], false),
    (money("much"), "AmountValueIsGreaterThan", [.integer(0)], false),
    (money("2.50"), "AmountHasExactValue", [money("2.50")], true),
    (.timeInterval(90), "TimeIntervalValueIsGreaterThanOrEqual", [.integer(90)], true),
    (.timeInterval(90), "TimeIntervalHasExactValue", [.string("90")], true),
    (.timeInterval(90), "TimeIntervalHasExactValue", [.string("90 s")], false),
    (.person(Person(name: "Ada", identifier: "p1")), "PersonHasExactValue", [.string("p1")], true),
    (
      .person(Person(name: "Ada", identifier: "p1")), "PersonHasExactValue", [.string("Ada")], false
    ),
    (.person(Person(name: "Ada")), "PersonHasExactValue", [.string("Ada")], true),
    (.placemark(Placemark(name: "Oslo")), "PlaceValueContains", [.string("sl")], true),
    (.placemark(Placemark(city: "Oslo")), "PlaceValueContains", [.string("sl")], false),
    (.placemark(Placemark(city: "Oslo")), "PlaceValueDoesNotContain", [.string("sl")], true),
    (.placemark(Placemark(city: "Oslo")), "PlaceHasAnyValue", [], true),
    (.paymentMethod(PaymentMethod(kind: "cash")), "PaymentHasExactValue", [.string("cash")], true),
    (
      .speakableString(SpeakableString(spokenPhrase: "soup")), "SpeakableValueContains",
      [.string("ou")], true
    ),
    (
      .object(IntentObject(identifier: "id-7", display: "Seven")), "ObjectIdentifierValueContains",
      [.string("-7")], true
    ),
    (
      .object(IntentObject(identifier: "id-7", display: "Seven")), "ObjectIdentifierValueContains",
      [.string("Sev")], false
    ),
    // Texts are compared by their bytes, so a text that only looks the same is different.
    (.string("cafe\u{301}"), "StringValueContains", [.string("é")], false),
    (.string("café"), "StringValueContains", [.string("fé")], true),
    (.string("abc"), "StringValueContains", [.string("")], false),
    (.string("abc"), "StringValueContains", [.string("abcd")], false),
    (.string("abc"), "StringValueContains", [.string("x"), .string("c")], true),
    (.string("abc"), "StringValueDoesNotContain", [.string("x"), .string("c")], false),
    (.string("abc"), "StringValueDoesNotContain", [], false),
    (.string("abc"), "StringValueContains", [.integer(1)], false),
    (.integer(3), "IntegerValueContains", [.integer(3)], true),
    (.string("b"), "StringValueIsGreaterThan", [.string("a")], true),
    (.string("b"), "StringValueIsGreaterThan", [.integer(1)], false),
    (.boolean(true), "BooleanHasExactValue", [.string("Yes")], true),
    (.boolean(true), "BooleanHasExactValue", [.string("1")], true),
    (.boolean(false), "BooleanHasExactValue", [.string("NO")], true),
    (.boolean(false), "BooleanHasExactValue", [.string("none")], false),
    (.boolean(true), "BooleanHasExactValue", [.integer(1)], true),
    (.boolean(true), "BooleanHasExactValue", [.integer(2)], false),
    (.boolean(true), "BooleanValueIsGreaterThan", [.boolean(false)], false),
  ]

  @Test(arguments: rows.indices)
  func `a condition on a parent's value`(_ index: Int) {
    let (parent, predicate, values, holds) = Self.rows[index]
    let relationship = ParameterRelationship(
      parentName: "parent", predicateName: predicate, values: values)
    #expect(relationship.holds(for: parent) == holds)
    // A list with one value is equivalent to the value.
    var list = relationship
    list.isList = true
    #expect(list.holds(for: parent) == holds)
  }
}
