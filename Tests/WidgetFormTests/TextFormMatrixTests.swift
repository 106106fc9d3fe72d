import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import WidgetForm

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The text form of every type, single and multiple, with `--set name=value` and in line mode
/// (parameter types: "Type strings", "Metadata keys"; the text form is specific to this product).
@Suite struct TextFormMatrixTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let type: ParameterType
    let text: String
    /// The value that the text represents; nil if the text is rejected.
    let value: IntentValue?

    init(_ type: ParameterType, _ text: String, _ value: IntentValue?) {
      self.type = type
      self.text = text
      self.value = value
    }

    var testDescription: String { "\(type.name) \(text)" }
  }

  private static let flag = ParameterType.boolean(BooleanMetadata())
  private static let count = ParameterType.integer(.within(1...9))
  private static let share = ParameterType.decimal(.within(0...1))
  private static let style = ParameterType.enumeration(TypeReference("Style"), defaultCase: nil)
  private static let text = ParameterType.string(StringMetadata())
  private static let minutes = ParameterType.timeInterval(
    TimeIntervalMetadata(units: .single(.minutes), minimum: .value(5), maximum: .value(90)))
  private static let hours = ParameterType.timeInterval(
    TimeIntervalMetadata(units: .multiple(standard: .hours, minimum: .minutes, maximum: .days)))
  private static func day(_ kind: DateComponentsMetadata.Kind) -> ParameterType {
    .dateComponents(DateComponentsMetadata(kind: kind))
  }
  private static let money = ParameterType.currencyAmount(
    CurrencyMetadata(currencyCodes: ["EUR", "NOK"]))
  private static func amount(_ amount: String, _ code: String) -> IntentValue {
    .currencyAmount(CurrencyAmount(amount: amount, currencyCode: code))
  }
  private static func measure(_ dimension: MeasurementDimension) -> ParameterType {
    .measurement(MeasurementMetadata(dimension: dimension))
  }

  static let rows: [Row] = [
    Row(flag, "yes", .boolean(true)), Row(flag, "off", .boolean(false)), Row(flag, "2", nil),
    Row(count, "9", .integer(9)), Row(count, "10", nil), Row(count, "1.5", nil),
    Row(count, "0", nil), Row(count, "nine", nil),
    Row(share, "0.25", .decimal(0.25)), Row(share, "1", .decimal(1)), Row(share, "1.1", nil),
    Row(share, "half", nil),
    Row(text, "Oslo", .string("Oslo")), Row(text, "a\u{7}b", nil),
    Row(style, "agenda", .enumeration("agenda")), Row(style, "LIST", .enumeration("list")),
    Row(style, "unknown", nil), Row(style, "grid", nil),
    Row(.object(nil), "work|Work", .object(IntentObject(identifier: "work", display: "Work"))),
    Row(.object(nil), "work", .choice("work")), Row(.object(nil), "|Work", nil),
    Row(day(.date), "2026-02-28", .dateComponents(DateComponents(year: 2026, month: 2, day: 28))),
    Row(day(.date), "2026-02-30", nil), Row(day(.date), "07:30", nil),
    Row(day(.time), "07:30", .dateComponents(DateComponents(hour: 7, minute: 30))),
    Row(day(.time), "24:30", nil),
    Row(
      day(.dateTime), "2026-11-21 07:30",
      .dateComponents(DateComponents(year: 2026, month: 11, day: 21, hour: 7, minute: 30))),
    Row(minutes, "5", .timeInterval(300)), Row(minutes, "1h", .timeInterval(3_600)),
    Row(minutes, "PT90M", .timeInterval(5_400)), Row(minutes, "4", nil), Row(minutes, "2h", nil),
    Row(minutes, "soon", nil),
    Row(hours, "36", .timeInterval(129_600)), Row(hours, "1d12h", .timeInterval(129_600)),
    Row(hours, "1:30", .timeInterval(5_400)), Row(hours, "-1h", nil),
    Row(.url(defaultValue: nil), "https://a.b/c", .url("https://a.b/c")),
    Row(.url(defaultValue: nil), "a.b/c", nil),
    Row(.file(FileMetadata()), "/tmp/a b", .file("/tmp/a b")),
    Row(.placemark(detail: nil), "Oslo", .placemark(Placemark(name: "Oslo"))),
    Row(
      .placemark(detail: nil), "Home @59.9,10.75",
      .placemark(Placemark(name: "Home", latitude: 59.9, longitude: 10.75))),
    Row(.placemark(detail: nil), "@91,0", nil),
    Row(.person(detail: nil), "Ann <a@b>", .person(Person(name: "Ann", handle: "a@b"))),
    Row(.person(detail: nil), "<a@b>", nil),
    Row(money, "12.50 EUR", amount("12.50", "EUR")), Row(money, "nok 3", amount("3", "NOK")),
    Row(money, "12.50", amount("12.50", "EUR")), Row(money, "1 USD", nil), Row(money, "x EUR", nil),
    Row(.paymentMethod, "credit|Visa", .paymentMethod(PaymentMethod(kind: "credit", name: "Visa"))),
    Row(.paymentMethod, "|Visa", nil),
    Row(
      .speakableString(StringMetadata()), "hello",
      .speakableString(SpeakableString(spokenPhrase: "hello"))),
    Row(measure(.distance), "5 km", .measurement(IntentMeasurement(value: 5, unit: "km"))),
    Row(measure(.distance), "5 kg", nil), Row(measure(.distance), "-5 km", nil),
    Row(measure(.temperature), "-3 °C", .measurement(IntentMeasurement(value: -3, unit: "°C"))),
    Row(measure(.mass), "2 kg", .measurement(IntentMeasurement(value: 2, unit: "kg"))),
    Row(measure(.volume), "1 L", .measurement(IntentMeasurement(value: 1, unit: "L"))),
    Row(measure(.speed), "100 km/h", .measurement(IntentMeasurement(value: 100, unit: "km/h"))),
    Row(measure(.energy), "7 kJ", .measurement(IntentMeasurement(value: 7, unit: "kJ"))),
    Row(.other("Color"), "red", nil),
  ]

  private static func form(_ parameter: ParameterDefinition) -> FormState {
    let schema = IntentSchema.sample([parameter], enums: [.of("Style", "agenda", "list")])
    let setup = FormSetup(schema: schema, title: "One", families: [.systemMedium])
    return FormState(setup.takingJSON, family: .systemMedium)
  }

  private static let nobody = RoutingOptionsProvider(name: "nobody", [:])

  private func set(
    _ text: String, _ parameter: ParameterDefinition
  ) async -> (IntentValue?, [String]) {
    var form = FormDriver(Self.form(parameter), provider: Self.nobody)
    form.start()
    let issues = await ScriptedAnswers([(name: "p", text: text)]).apply(to: &form)
    return (form.state.draft["p"], issues.map(\.path.description))
  }

  @Test("§2.1, §2.2: --set name=value, for every type", arguments: rows)
  func single(_ row: Row) async {
    let (value, issues) = await set(row.text, .of(row.type, "p"))
    #expect(value == row.value)
    #expect(issues.isEmpty == (row.value != nil))
    #expect(issues.allSatisfy { $0.hasPrefix("$.parameters.p") })
  }

  @Test("§2.1: --set name=value,value of a parameter with multiple values", arguments: rows)
  func several(_ row: Row) async {
    let part = row.text.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
    let (value, issues) = await set(
      "\(part),\(part)", ParameterDefinition.of(row.type, "p").several)
    #expect(value == row.value.map { .array([$0, $0]) })
    let places = Set(issues.map { $0.prefix("$.parameters.p[0]".count) })
    #expect(
      row.value != nil
        ? places.isEmpty : places.isSubset(of: ["$.parameters.p[0]", "$.parameters.p[1]"]))
    #expect(issues.isEmpty == (row.value != nil))
  }

  private func typed(_ lines: [String], _ parameter: ParameterDefinition) async -> FormState {
    var rest = lines[...]
    var prompt = LinePrompt(
      state: Self.form(parameter), provider: Self.nobody, read: { rest.popFirst() }, say: { _ in })
    _ = await prompt.run()
    return prompt.state
  }

  @Test("§2.1, §2.2: a line in line mode, for every type", arguments: rows)
  func plain(_ row: Row) async {
    let state = await typed(["=" + row.text], .of(row.type, "p"))
    #expect(state.draft["p"] == row.value)
  }

  @Test("§2.1: the lines in line mode for a parameter with multiple values", arguments: rows)
  func plainSeveral(_ row: Row) async {
    let state = await typed(
      ["=" + row.text, "=" + row.text], ParameterDefinition.of(row.type, "p").several)
    #expect(state.draft["p"] == row.value.map { .array([$0, $0]) })
  }

  @Test("Every type is in the table, with a value that is accepted and one that is refused")
  func coverage() {
    let all = Set(Self.rows.map(\.type.valueKind))
    let taken = Set(Self.rows.filter { $0.value != nil }.map(\.type.valueKind))
    #expect(all.count == 17)
    #expect(all.subtracting(taken) == ["Color"])
  }
}
