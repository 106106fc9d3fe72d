import FormatTestSupport
import IntentModel
import JSONC
import Testing

@testable import DefinitionFormats
@testable import JSONCodings

/// Every type with its metadata: the members after the name, and what they mean.
@Suite struct DefinitionJSONTypeTests {
  static let types: [(String, ParameterType)] = [
    (#""type":"boolean""#, .boolean(BooleanMetadata())),
    (
      #""type":"boolean","default":true,"trueName":"On","falseName":{"id":"x"}"#,
      .boolean(
        BooleanMetadata(
          defaultValue: true, trueName: LocalizedText("On"), falseName: LocalizedText(id: "x")))
    ),
    (#""type":"integer""#, .integer(NumberMetadata())),
    (
      #""type":"integer","control":"slider","default":3,"minimum":1,"maximum":9"#,
      .integer(
        NumberMetadata(
          control: .slider, defaultValue: 3, minimum: .value(1), maximum: .value(9)))
    ),
    (
      #""type":"integer","control":"stepper","minimum":"none","maximum":"none","negative":true"#,
      .integer(
        NumberMetadata(
          control: .stepper, minimum: .unbounded, maximum: .unbounded,
          supportsNegativeNumbers: true))
    ),
    (
      #""type":"decimal","default":0.5,"minimum":0,"maximum":1"#,
      .decimal(NumberMetadata(defaultValue: 0.5, minimum: .value(0), maximum: .value(1)))
    ),
    (#""type":"string""#, .string(StringMetadata())),
    (
      #""type":"string","default":{"text":"Oslo","id":"k"},"capitalization":"Words","#
        + #""multiline":true,"disablesAutocorrect":true,"disablesSmartQuotes":true,"#
        + #""disablesSmartDashes":true"#,
      .string(
        StringMetadata(
          defaultValue: LocalizedText("Oslo", id: "k"), capitalization: "Words", isMultiline: true,
          disablesAutocorrect: true, disablesSmartQuotes: true, disablesSmartDashes: true))
    ),
    (
      #""type":"speakableString","default":"Hei""#,
      .speakableString(StringMetadata(defaultValue: LocalizedText("Hei")))
    ),
    (#""type":"enum","enum":"Style""#, .enumeration(TypeReference("Style"), defaultCase: nil)),
    (
      #""type":"enum","enum":{"name":"Repeat","namespace":"System"},"default":"all""#,
      .enumeration(TypeReference("Repeat", namespace: "System"), defaultCase: "all")
    ),
    (#""type":"object""#, .object(nil)),
    (#""type":"object","object":"City""#, .object(TypeReference("City"))),
    (#""type":"dateComponents""#, .dateComponents(DateComponentsMetadata())),
    (
      #""type":"dateComponents","components":"time","format":"Style","dateStyle":"No","#
        + #""timeStyle":"Short","template":"HH""#,
      .dateComponents(
        DateComponentsMetadata(
          kind: .time, format: "Style", dateStyle: "No", timeStyle: "Short",
          template: LocalizedText("HH")))
    ),
    (
      #""type":"dateComponents","components":"date""#,
      .dateComponents(DateComponentsMetadata(kind: .date))
    ),
    (#""type":"timeInterval""#, .timeInterval(TimeIntervalMetadata())),
    (
      #""type":"timeInterval","unit":"hours","default":1.5,"minimum":1,"maximum":48"#,
      .timeInterval(
        TimeIntervalMetadata(
          units: .single(.hours), defaultValue: 1.5, minimum: .value(1), maximum: .value(48)))
    ),
    (
      #""type":"timeInterval","unit":{"default":"minutes","minimum":"seconds","maximum":"days"},"#
        + #""ignoredUnits":null,"maximum":"none""#,
      .timeInterval(
        TimeIntervalMetadata(
          units: .multiple(standard: .minutes, minimum: .seconds, maximum: .days),
          ignoredUnits: .single(nil), maximum: .unbounded))
    ),
    (
      #""type":"timeInterval","unit":{},"ignoredUnits":"days""#,
      .timeInterval(
        TimeIntervalMetadata(
          units: .multiple(standard: nil, minimum: nil, maximum: nil),
          ignoredUnits: .single(.days)))
    ),
    (#""type":"url""#, .url(defaultValue: nil)),
    (#""type":"url","default":"https://a.b""#, .url(defaultValue: "https://a.b")),
    (#""type":"placemark","detail":"City""#, .placemark(detail: "City")),
    (#""type":"person","detail":"Contact""#, .person(detail: "Contact")),
    (#""type":"person""#, .person(detail: nil)),
    (#""type":"file""#, .file(FileMetadata())),
    (
      #""type":"file","fileKind":"Custom","fileTypes":["public.png","public.data"]"#,
      .file(FileMetadata(kind: "Custom", typeIdentifiers: ["public.png", "public.data"]))
    ),
    (#""type":"currencyAmount""#, .currencyAmount(CurrencyMetadata())),
    (
      #""type":"currencyAmount","currencies":["EUR","NOK"]"#,
      .currencyAmount(CurrencyMetadata(currencyCodes: ["EUR", "NOK"]))
    ),
    (#""type":"paymentMethod""#, .paymentMethod),
    (#""type":"distance""#, .measurement(MeasurementMetadata(dimension: .distance))),
    (
      #""type":"temperature","unit":"Celsius","defaultUnit":"Kelvin","default":20.5,"#
        + #""negative":true"#,
      .measurement(
        MeasurementMetadata(
          dimension: .temperature, unit: "Celsius", defaultUnit: "Kelvin", defaultValue: 20.5,
          supportsNegativeNumbers: true))
    ),
    (#""type":"other","typeName":"Energy2""#, .other("Energy2")),
  ]

  @Test(arguments: types)
  func `The members of a type hold all its metadata, both ways`(
    members: String, type: ParameterType
  ) throws {
    let text =
      #"{"intents":[{"name":"I","lastTag":1,"parameters":[{"name":"p","tag":1,\#(members)}]}]}"#
    let reading = DefinitionJSON.read(utf8(text), file: "a.json")
    #expect(reading.errors.isEmpty)
    #expect(reading.definition.intents.first?.parameters.first?.type == type)
    let compact = DefinitionJSON.value(of: reading.definition)
    #expect(try compact.text(.compact) == text)
  }

  @Test(arguments: MeasurementDimension.allCases)
  func `Every quantity has a different word`(dimension: MeasurementDimension) {
    let word = DefinitionTypeName.measurement(dimension).rawValue
    #expect(DefinitionTypeName(rawValue: word) == .measurement(dimension))
    #expect(word.lowercased() == dimension.rawValue.lowercased())
  }

  /// Values in comparisons, and what they mean.
  static let comparisons: [(String, [IntentValue], Bool)] = [
    (#""value":true"#, [.boolean(true)], false),
    (#""value":3"#, [.integer(3)], false),
    (#""value":3.0"#, [.decimal(3)], false),
    (#""value":"a""#, [.string("a")], false),
    (#""value":{"enumeration":"a"}"#, [.enumeration("a")], false),
    (#""values":[1,2]"#, [.integer(1), .integer(2)], true),
    (#""values":[1]"#, [.integer(1)], true),
    (#""values":[]"#, [], true),
    (#""values":[1,2],"list":false"#, [.integer(1), .integer(2)], false),
  ]

  @Test(arguments: comparisons)
  func `A condition keeps its values and whether they were a list`(
    members: String, values: [IntentValue], isList: Bool
  ) throws {
    let text =
      #"{"intents":[{"name":"I","lastTag":1,"parameters":[{"name":"p","tag":1,"type":"url","#
      + #""visibleWhen":"#
      + #"{"parent":"q","predicate":"IntegerHasExactValue",\#(members)}}]}]}"#
    let reading = DefinitionJSON.read(utf8(text), file: "a.json")
    #expect(reading.errors.isEmpty)
    let relationship = reading.definition.intents.first?.parameters.first?.relationship
    #expect(relationship?.values == values)
    #expect(relationship?.isList == isList)
    let json = DefinitionJSON.value(of: reading.definition)
    #expect(try json.text(.compact) == text)
  }

  /// Carried values with their forms.
  static let carried: [(CarriedValue, String)] = [
    (.boolean(true), "true"),
    (.integer(7), "7"),
    (.real(1, spelling: nil), "1.0"),
    (.real(1.5, spelling: "1.50"), #"{"$real":1.5,"spelling":"1.50"}"#),
    (.real(.infinity, spelling: nil), #"{"$real":"inf"}"#),
    (.string("x"), #""x""#),
    (.data([1, 2, 255]), #"{"$data":"AQL/"}"#),
    (.date("2026-03-01T00:00:00Z"), #"{"$date":"2026-03-01T00:00:00Z"}"#),
    (.array([.integer(1), .array([])]), "[1,[]]"),
    (.dictionary([]), "{}"),
    (
      .dictionary([.init(key: "b", value: .integer(1)), .init(key: "a", value: .integer(2))]),
      #"{"b":1,"a":2}"#
    ),
    (
      .dictionary([.init(key: "a", value: .integer(1)), .init(key: "a", value: .integer(2))]),
      #"{"$members":[["a",1],["a",2]]}"#
    ),
    (
      .dictionary([.init(key: "$data", value: .string("x"))]),
      #"{"$members":[["$data","x"]]}"#
    ),
  ]

  @Test(arguments: carried)
  func `A carried value is plain if JSON has a form for it`(
    value: CarriedValue, json: String
  ) throws {
    #expect(try CarriedJSON.json(value).text(.compact) == json)
    let problems = ProblemList(file: "a", bytes: utf8(json), limits: .standard)
    #expect(problems.root().flatMap(CarriedJSON.value) == value)
    #expect(problems.isEmpty)
  }

  @Test func `Carried content is in a reserved member`() throws {
    let extras = DefinitionExtras(
      unknown: [CarriedMember(key: "INPrivate", value: .integer(1))], writtenDefaults: ["B", "A"])
    let file = IntentDefinitionFile(extras: extras)
    let text = try DefinitionJSON.value(of: file).text(.compact)
    #expect(text == #"{"carried":{"unknown":{"INPrivate":1},"writtenDefaults":["A","B"]}}"#)
    #expect(DefinitionJSON.read(utf8(text), file: "a").definition == file)
  }
}
