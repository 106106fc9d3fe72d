import IntentModel
import Testing
import WidgetTestSupport

/// Objects with the properties of their types.
@Suite struct ObjectValueTests {
  private static let countryType = IntentObjectType.of(
    "Country", .own("code", .string(StringMetadata())))
  private static let cityType = IntentObjectType.of(
    "City", .own("population", .integer(.within(0...1_000))),
    .own("names", .string(StringMetadata()), isArray: true),
    .own("style", .enumeration(TypeReference("Style"), defaultCase: nil)),
    .own("country", .object(TypeReference("Country"))),
    .own("twin", .object(TypeReference("City"))))

  private static func cityValue(_ properties: [String: IntentValue]) -> IntentValue {
    .object(IntentObject(identifier: "oslo", display: "Oslo", properties: properties))
  }

  private static func row(_ properties: [String: IntentValue], _ issues: String...) -> ValueCase {
    ValueCase(value: cityValue(properties), issues: issues)
  }

  private static let propertyRows: [ValueCase] = [
    row([:]),
    row(["population": .integer(700)]),
    row(
      ["population": .integer(-1)],
      "below-minimum $.parameters.x.population: -1 is below the minimum of 0. Give 0 or more."),
    row(
      ["population": .string("many")],
      "wrong-type $.parameters.x.population: Expected a whole number, found a string."),
    row(
      ["population": .array([.integer(1)])],
      "array-for-single $.parameters.x.population: Expected one value, found an array. "
        + "Give the value without the array."),
    row(["names": .array([])]),
    row(["names": .array([.string("Oslo"), .string("Kristiania")])]),
    row(
      ["names": .array([.string("Oslo"), .string("a\nb")])],
      "line-break $.parameters.x.names[1]: The text has a line break, but the parameter allows "
        + "only one line. Write the text on one line."),
    row(
      ["names": .string("Oslo")],
      "single-for-array $.parameters.x.names: Expected an array of values, found one value. "
        + "Put the value in an array."),
    row(
      ["names": .array([.array([.string("Oslo")])])],
      "nested-array $.parameters.x.names[0]: An array cannot hold arrays. "
        + "Give the values in one array."),
    row(["style": .enumeration("grid")]),
    row(
      ["style": .enumeration("gird")],
      "unknown-case $.parameters.x.style: The enum has no case “gird”. "
        + "Did you mean “grid”?"),
    row(
      ["popolation": .integer(1)],
      "unknown-property $.parameters.x.popolation: The type City has no property “popolation”. "
        + "Did you mean “population”?"),
    row(
      ["identifier": .string("oslo")],
      "unknown-property $.parameters.x.identifier: The type City has no property “identifier”. "
        + "Choose from “population”, “names”, “style”, “country”, “twin”."),
    row(
      ["b": .integer(1), "a": .integer(1)],
      "unknown-property $.parameters.x.a: The type City has no property “a”. "
        + "Choose from “population”, “names”, “style”, “country”, “twin”.",
      "unknown-property $.parameters.x.b: The type City has no property “b”. "
        + "Choose from “population”, “names”, “style”, “country”, “twin”."),
  ]

  @Test("§1.4: own properties, with their own types and arrays", arguments: propertyRows)
  func property(_ row: ValueCase) { check(row) }

  private static func norway(_ code: String) -> IntentValue {
    .object(
      IntentObject(identifier: "no", display: "Norway", properties: ["code": .string(code)]))
  }

  private static let nestedRows: [ValueCase] = [
    row(["country": norway("NO")]),
    row(
      ["country": norway("N\u{7}")],
      "control-character $.parameters.x.country.code: The text has the control character U+0007. "
        + "Remove the character."),
    row(["twin": cityValue(["twin": cityValue(["country": norway("NO")])])]),
    row(
      ["twin": cityValue(["twin": cityValue(["population": .integer(5_000)])])],
      "above-maximum $.parameters.x.twin.twin.population: 5000 is above the maximum of 1000. "
        + "Give 1000 or less."),
  ]

  @Test("§1.4: a property may be an object, and of the same type", arguments: nestedRows)
  func nested(_ row: ValueCase) { check(row) }

  private func check(_ row: ValueCase) {
    row.check(enums: [.of("Style", "grid", "list")], types: [Self.cityType, Self.countryType])
  }

  private static func object(
    _ identifier: String, _ display: String = "Oslo", subtitle: String? = nil
  ) -> IntentValue {
    .object(IntentObject(identifier: identifier, display: display, subtitle: subtitle))
  }

  private static func control(_ member: String) -> String {
    "control-character $.parameters.x.\(member): The text has the control character U+001B. "
      + "Remove the character."
  }

  private static let texts: [ValueCase] = [
    ValueCase(object("oslo"), .object("x", "City")),
    ValueCase(object("oslo", ""), .object("x", "City")),
    ValueCase(object("oslo", "two\nlines"), .object("x", "City")),
    ValueCase(
      object(""), .object("x", "City"),
      "empty-identifier $.parameters.x.identifier: The identifier is empty. "
        + "Give the identifier of the object."),
    ValueCase(
      object("a\nb"), .object("x", "City"),
      "line-break $.parameters.x.identifier: The text has a line break, but the parameter allows "
        + "only one line. Write the text on one line."),
    ValueCase(object("a", "\u{1B}[2J"), .object("x", "City"), control("display")),
    ValueCase(object("a", subtitle: "\u{1B}[2J"), .object("x", "City"), control("subtitle")),
  ]

  @Test("§1.4: identifier, display string and subtitle", arguments: texts)
  func text(_ row: ValueCase) { check(row) }

  @Test(
    "§1.1: the properties of a type that no file defines are unknown",
    arguments: [
      nil, TypeReference("MediaItem", namespace: "System"), TypeReference("Nowhere"),
    ])
  func unknownType(_ reference: TypeReference?) {
    check(ValueCase(Self.cityValue(["anything": .boolean(true)]), .object(reference)))
  }
}

extension ValueCase {
  fileprivate init(value: IntentValue, issues: [String]) {
    self.value = value
    parameter = .object("x", "City")
    self.issues = issues
  }
}
