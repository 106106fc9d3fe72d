import FormatTestSupport
import IntentModel
import Testing

@testable import DefinitionFormats
@testable import JSONCodings

@Suite("Metadata of every type, key by key")
struct DefinitionMetadataTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var type: String
    var metadata: String
    var expected: ParameterType

    init(_ type: String, _ metadata: String, _ expected: ParameterType) {
      self.type = type
      self.metadata = metadata
      self.expected = expected
    }

    var testDescription: String { "\(type) \(metadata)" }
  }

  private static func date(_ change: (inout DateComponentsMetadata) -> Void) -> ParameterType {
    var metadata = DateComponentsMetadata()
    change(&metadata)
    return .dateComponents(metadata)
  }

  private static func text(_ change: (inout StringMetadata) -> Void) -> StringMetadata {
    var metadata = StringMetadata()
    change(&metadata)
    return metadata
  }

  static let scalars: [Row] = [
    Row("Boolean", "", .boolean(BooleanMetadata())),
    Row("Boolean", "<key>DefaultValue</key><true/>", .boolean(.init(defaultValue: true))),
    Row("Boolean", "<key>DefaultValue</key><false/>", .boolean(.init())),
    Row(
      "Boolean",
      "<key>FalseDisplayNameID</key><string>a1</string>"
        + "<key>TrueDisplayName</key><string>On</string>",
      .boolean(.init(trueName: .init("On"), falseName: .init(nil, id: "a1")))),
    Row("Integer", "", .integer(.init())),
    Row("Integer", "<key>DefaultValue</key><integer>5</integer>", .integer(.init(defaultValue: 5))),
    Row("Integer", "<key>DefaultValue</key><real>5</real>", .integer(.init(defaultValue: 5))),
    Row("Integer", "<key>Type</key><string>Field</string>", .integer(.init())),
    Row("Integer", "<key>Type</key><string>Stepper</string>", .integer(.init(control: .stepper))),
    Row(
      "Integer", "<key>MinimumValue</key><data></data>", .integer(.init(minimum: .unbounded))),
    Row(
      "Integer", "<key>MaximumValue</key><string></string>",
      .integer(.init(maximum: .unbounded))),
    Row(
      "Integer", "<key>MaximumValue</key><integer>-3</integer>",
      .integer(.init(maximum: .value(-3)))),
    Row(
      "Decimal", "<key>SupportsNegativeNumbers</key><string>YES</string>",
      .decimal(.init(supportsNegativeNumbers: true))),
    Row(
      "Decimal", "<key>SupportsNegativeNumbers</key><string>NO</string>", .decimal(.init())),
    Row(
      "Decimal", "<key>SupportsNegativeNumbers</key><true/>",
      .decimal(.init(supportsNegativeNumbers: true))),
    Row("Decimal", "<key>DefaultValue</key><real>1</real>", .decimal(.init(defaultValue: 1))),
    Row(
      "Decimal", "<key>DefaultValue</key><real>0.50</real>", .decimal(.init(defaultValue: 0.5))),
    Row(
      "Decimal", "<key>DefaultValue</key><integer>2</integer>",
      .decimal(.init(defaultValue: 2))),
    Row(
      "Decimal",
      "<key>MaximumValue</key><real>1</real><key>Type</key><string>Slider</string>",
      .decimal(.init(control: .slider, maximum: .value(1)))),
    Row("Decimal", "<key>MinimumValue</key><data/>", .decimal(.init(minimum: .unbounded))),
  ]

  static let texts: [Row] = [
    Row("String", "", .string(StringMetadata())),
    Row(
      "String", "<key>DefaultValue</key><string></string>",
      .string(text { $0.defaultValue.text = "" })),
    Row(
      "String", "<key>DefaultValueID</key><string>a1</string>",
      .string(text { $0.defaultValue.id = "a1" })),
    Row(
      "String", "<key>Capitalization</key><string>AllCharacters</string>",
      .string(text { $0.capitalization = "AllCharacters" })),
    Row("String", "<key>Multiline</key><true/>", .string(text { $0.isMultiline = true })),
    Row("String", "<key>Multiline</key><false/>", .string(StringMetadata())),
    Row(
      "String", "<key>DisableAutocorrect</key><true/>",
      .string(text { $0.disablesAutocorrect = true })),
    Row(
      "String", "<key>DisableSmartQuotes</key><true/>",
      .string(text { $0.disablesSmartQuotes = true })),
    Row(
      "String", "<key>DisableSmartDashes</key><true/>",
      .string(text { $0.disablesSmartDashes = true })),
    Row(
      "SpeakableString", "<key>DefaultValue</key><string>x</string>",
      .speakableString(text { $0.defaultValue.text = "x" })),
    Row("URL", "<key>DefaultValue</key><string>a:b</string>", .url(defaultValue: "a:b")),
    Row("Placemark", "<key>Type</key><string>City</string>", .placemark(detail: "City")),
    Row("Person", "<key>Type</key><string>Email</string>", .person(detail: "Email")),
    Row("PaymentMethod", "", .paymentMethod),
    Row("Blob", "<key>Type</key><string>x</string>", .other("Blob")),
    Row("Object", "", .object(nil)),
  ]

  static let structures: [Row] = [
    Row("DateComponents", "", .dateComponents(DateComponentsMetadata())),
    Row("DateComponents", "<key>Type</key><string>DateTime</string>", date { _ in }),
    Row("DateComponents", "<key>Type</key><string>Time</string>", date { $0.kind = .time }),
    Row(
      "DateComponents", "<key>Format</key><string>Relative</string>",
      date { $0.format = "Relative" }),
    Row(
      "DateComponents", "<key>DateStyle</key><string>Full</string>",
      date { $0.dateStyle = "Full" }),
    Row(
      "DateComponents", "<key>TimeStyle</key><string>No</string>", date { $0.timeStyle = "No" }),
    Row(
      "DateComponents",
      "<key>Template</key><string>MMMd</string><key>TemplateID</key><string>a1</string>",
      date { $0.template = .init("MMMd", id: "a1") }),
    Row(
      "File",
      "<key>CustomUTIs</key><array><dict><key>UTI</key><string>public.data</string></dict></array>"
        + "<key>Type</key><string>Custom</string>",
      .file(.init(kind: "Custom", typeIdentifiers: ["public.data"]))),
    Row("File", "<key>CustomUTIs</key><array/>", .file(.init())),
    Row(
      "CurrencyAmount",
      "<key>CurrencyCodes</key><array><string>EUR</string><string>JPY</string></array>",
      .currencyAmount(.init(currencyCodes: ["EUR", "JPY"]))),
    Row(
      "CurrencyAmount", "<key>CurrencyCode</key><string>EUR</string>",
      .currencyAmount(.init(currencyCodes: ["EUR"]))),
    Row(
      "Mass",
      "<key>DefaultUnit</key><string>Grams</string><key>DefaultValue</key><real>2.5</real>"
        + "<key>Unit</key><string>Kilograms</string>",
      .measurement(
        .init(dimension: .mass, unit: "Kilograms", defaultUnit: "Grams", defaultValue: 2.5))),
    Row(
      "Distance", "<key>SupportsNegativeNumbers</key><string>YES</string>",
      .measurement(.init(dimension: .distance, supportsNegativeNumbers: true))),
  ]

  static let durations: [Row] = [
    Row("TimeInterval", "", .timeInterval(TimeIntervalMetadata())),
    Row(
      "TimeInterval", "<key>Unit</key><string>Minutes</string>",
      .timeInterval(.init(units: .single(.minutes)))),
    Row(
      "TimeInterval", "<key>Unit</key><string>Multiple</string>",
      .timeInterval(.init(units: .multiple(standard: nil, minimum: nil, maximum: nil)))),
    Row(
      "TimeInterval",
      "<key>DefaultUnit</key><string>Hours</string><key>MaximumUnit</key><string>Days</string>"
        + "<key>MinimumUnit</key><string>Seconds</string><key>Unit</key><string>Multiple</string>",
      .timeInterval(
        .init(units: .multiple(standard: .hours, minimum: .seconds, maximum: .days)))),
    Row(
      "TimeInterval",
      "<key>MaximumUnit</key><string>Days</string><key>Unit</key><string>Hours</string>",
      .timeInterval(
        .init(
          units: .single(.hours),
          ignoredUnits: .multiple(standard: nil, minimum: nil, maximum: .days)))),
    Row(
      "TimeInterval",
      "<key>DefaultValue</key><integer>36</integer><key>MinimumValue</key><real>1.5</real>",
      .timeInterval(.init(defaultValue: 36, minimum: .value(1.5)))),
  ]

  @Test("a snippet has its keys' values, and is written as it was", arguments: scalars + texts)
  func scalarsAndTexts(row: Row) throws {
    try check(row)
  }

  @Test(
    "a structure has its keys' values, and is written as it was", arguments: structures + durations)
  func structuresAndDurations(row: Row) throws {
    try check(row)
  }

  private func check(_ row: Row) throws {
    let text = definition(type: row.type, metadata: row.metadata)
    let result = try reading(text)
    #expect(result.problems == [])
    #expect(result.file.intents[0].parameters[0].type == row.expected)
    #expect(try DefinitionPlist.value(of: result.file).sorted() == sortedValue(text))
  }

  @Test("the keys of another type are carried, and every type has the placeholder")
  func otherKeys() throws {
    let text = definition(
      type: "Boolean",
      metadata: "<key>Capitalization</key><string>Words</string><key>Placeholder</key>"
        + "<string>Say</string><key>Spare</key><real>1e3</real>")
    let parameter = try reading(text).file.intents[0].parameters[0]
    #expect(parameter.placeholder == LocalizedText("Say"))
    #expect(
      parameter.metadataExtras.unknown == [
        CarriedMember(
          key: "INIntentParameterMetadataCapitalization", value: .string("Words")),
        CarriedMember(
          key: "INIntentParameterMetadataSpare", value: .real(1000, spelling: "1e3")),
      ])
  }

  @Test("a changed number loses its old spelling")
  func changedNumber() throws {
    let text = definition(type: "Decimal", metadata: "<key>DefaultValue</key><real>0.50</real>")
    var file = try reading(text).file
    for (value, written) in [(0.25, PropertyListValue.real(0.25)), (nil, nil)] {
      file.intents[0].parameters[0].type = .decimal(.init(defaultValue: value))
      let path: PropertyListPath = [
        .key("INIntents"), .index(0), .key("INIntentParameters"), .index(0),
        .key("INIntentParameterMetadata"), .key("INIntentParameterMetadataDefaultValue"),
      ]
      #expect(DefinitionPlist.value(of: file)[path: path] == written)
    }
  }
}

extension PropertyListValue {
  /// The value as it reads back after writing, with the keys of all dictionaries in the writer's
  /// order.
  func sorted() throws -> PropertyListValue {
    try PropertyListDocument(bytes: PropertyListXML.bytes(of: self)).value
  }
}
