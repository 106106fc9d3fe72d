import IntentModel
import Testing
import WidgetTestSupport

/// Static and dynamic defaults.
@Suite struct DefaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let parameter: ParameterDefinition
    let value: IntentValue?

    init(_ parameter: ParameterDefinition, _ value: IntentValue?) {
      self.parameter = parameter
      self.value = value
    }

    var testDescription: String { "\(parameter.type)" }
  }

  private static func measure(
    _ unit: String?, _ defaultUnit: String? = nil, _ value: Double? = 5
  ) -> ParameterDefinition {
    let metadata = MeasurementMetadata(
      dimension: .distance, unit: unit, defaultUnit: defaultUnit, defaultValue: value)
    return .of(.measurement(metadata), "x")
  }

  private static let rows: [Row] = [
    Row(.boolean("x"), .boolean(false)),
    Row(.boolean("x", default: true), .boolean(true)),
    Row(.boolean("x").several, nil),
    Row(.boolean("x", default: true).several, .array([.boolean(true)])),
    Row(.integer("x"), nil),
    Row(.integer("x", 0...9, default: 5), .integer(5)),
    Row(.integer("x", 0...9, default: 50), nil),
    Row(.integer("x", default: 5).several, .array([.integer(5)])),
    Row(.decimal("x", 0...1, default: 0.5), .decimal(0.5)),
    Row(.decimal("x", 0...1, default: 1.5), nil),
    Row(.string("x"), nil),
    Row(.string("x", default: "Oslo"), .string("Oslo")),
    Row(.string("x", default: ""), .string("")),
    Row(.string("x", default: "a\nb"), nil),
    Row(.string("x", default: "a\nb", isMultiline: true), .string("a\nb")),
    Row(.string("x", default: "Oslo").several, .array([.string("Oslo")])),
    Row(.enumeration("x", "Style"), nil),
    Row(.enumeration("x", "Style", default: "grid"), .enumeration("grid")),
    Row(.enumeration("x", "Style", default: "unknown"), nil),
    Row(.enumeration("x", "Style", default: "nowhere"), nil),
    Row(.enumeration("x", "Nowhere", default: "grid"), nil),
    Row(.enumeration("x", "Style", default: "grid").several, .array([.enumeration("grid")])),
    Row(.duration("x", .minutes, default: 90), .timeInterval(5_400)),
    Row(.duration("x", .minutes, default: -1), nil),
    Row(.duration("x", .minutes), nil),
    Row(.of(.url(defaultValue: "https://example.org"), "x"), .url("https://example.org")),
    Row(.of(.url(defaultValue: "example"), "x"), nil),
    Row(
      .of(.speakableString(StringMetadata(defaultValue: LocalizedText("Hi"))), "x"),
      .speakableString(SpeakableString(spokenPhrase: "Hi"))),
    Row(measure(nil), .measurement(IntentMeasurement(value: 5, unit: "m"))),
    Row(measure("Kilometers"), .measurement(IntentMeasurement(value: 5, unit: "km"))),
    Row(measure("Kilometers", "Miles"), .measurement(IntentMeasurement(value: 5, unit: "mi"))),
    Row(measure("Kilometers", "Miles", -5), nil),
    Row(measure("Kilometers", "Miles", nil), nil),
    Row(.object("x", "City"), nil),
    Row(.dateComponents("x"), nil),
    Row(.of(.placemark(detail: nil), "x"), nil),
    Row(.of(.person(detail: nil), "x"), nil),
    Row(.of(.file(FileMetadata()), "x"), nil),
    Row(.of(.currencyAmount(CurrencyMetadata()), "x"), nil),
    Row(.of(.paymentMethod, "x"), nil),
    Row(.of(.other("Color"), "x"), nil),
  ]

  @Test(
    "§2.2: static defaults; the default of an array is an array, and an invalid default is ignored",
    arguments: rows)
  func staticDefault(_ row: Row) {
    let schema = IntentSchema.sample([row.parameter], enums: [.of("Style", "grid")])
    let found = schema.defaultValue(of: row.parameter, draft: IntentDraft(), family: .systemSmall)
    #expect(found == row.value)
    let state = schema.evaluate(IntentDraft(), family: .systemSmall).states[0]
    #expect(state.value == row.value)
    #expect(state.origin == (row.value == nil ? .none : .defaultValue))
    #expect(state.issues == [])
  }

  @Test("Corpus §0.14: a default with an identifier but no text is not a default")
  func defaultWithoutText() {
    let metadata = StringMetadata(defaultValue: LocalizedText(id: "aB3dE6"))
    #expect(ParameterType.string(metadata).staticDefault == nil)
    #expect(ParameterType.speakableString(metadata).staticDefault == nil)
  }

  private static let dynamic: [(String, ParameterDefinition, IntentValue?, IntentValue?)] = [
    ("the provider's", .object("x").dynamic(), .choice("work"), .choice("work")),
    ("none", .object("x").dynamic(), nil, nil),
    ("not the static one", .string("x", default: "a").dynamic(), nil, nil),
    ("instead of the static one", .string("x", default: "a").dynamic(), .string("b"), .string("b")),
    ("an invalid one is ignored", .object("x").dynamic(), .choice(""), nil),
    ("one of another kind is ignored", .object("x").dynamic(), .string("work"), nil),
    ("a static parameter has none", .string("x"), .string("b"), nil),
    ("a searchable one", .string("x").dynamic(isSearchable: true), .string("b"), .string("b")),
    ("one value for an array is ignored", .string("x").several.dynamic(), .string("b"), nil),
    (
      "an array", .string("x").several.dynamic(), .array([.string("a"), .string("b")]),
      .array([.string("a"), .string("b")])
    ),
  ]

  @Test("§3.4: a default from a provider counts if it fits a dynamic parameter", arguments: dynamic)
  func dynamicDefault(
    _ name: String, _ parameter: ParameterDefinition, _ given: IntentValue?, _ value: IntentValue?
  ) {
    let schema = IntentSchema.sample([parameter])
    var draft = IntentDraft()
    draft.defaults["x"] = given
    #expect(schema.evaluate(draft, family: .systemSmall).states[0].value == value)
    #expect(draft["x"] == nil)
  }

  @Test(
    "§4: a default that is too long is cut to the family",
    arguments: [
      (WidgetFamily.systemSmall, 1), (.systemMedium, 2), (.systemLarge, 3), (.accessoryInline, 1),
    ])
  func tooLong(_ family: WidgetFamily, _ count: Int) {
    let schema = IntentSchema.sample([
      .string("x").dynamic().sized([.systemSmall: 1, .systemMedium: 2, .systemLarge: 5])
    ])
    let all = ["a", "b", "c"].map { IntentValue.string($0) }
    let state = schema.evaluate(IntentDraft(defaults: ["x": .array(all)]), family: family).states[0]
    #expect(state.value == .array(Array(all.prefix(count))))
  }

  @Test("Rule 4: a child sees the default that its parent got from a provider")
  func childOfDynamicParent() {
    let schema = IntentSchema.sample([
      .object("calendar").dynamic(),
      .string("note", default: "n").under("calendar", "ObjectHasAnyValue"),
    ])
    let without = schema.evaluate(IntentDraft(), family: .systemSmall)
    #expect(without.states[1].hidden == .conditionNotMet(parent: "calendar"))
    let draft = IntentDraft(defaults: ["calendar": .choice("work")])
    let with = schema.evaluate(draft, family: .systemSmall)
    #expect(with.states[1].value == .string("n"))
    #expect(with.states[1].origin == .defaultValue)
  }

  @Test("Setting nil restores the default")
  func unset() {
    let schema = IntentSchema.sample([.integer("x", default: 5)])
    var draft = IntentDraft.set(["x": .integer(7)])
    #expect(schema.evaluate(draft, family: .systemSmall).states[0].value == .integer(7))
    draft["x"] = nil
    #expect(schema.evaluate(draft, family: .systemSmall).states[0].value == .integer(5))
    #expect(draft == IntentDraft())
  }
}
