import IntentModel

/// Documents for an intent with a dozen parameters, generated from a seed: about 0.65 KB each, with
/// nested arrays of objects and non-ASCII texts; 2 percent of them are invalid.
struct SampleDocuments {
  private var random: SampleRandom

  init(seed: UInt64) {
    random = SampleRandom(state: seed)
  }

  /// The documents as JSON Lines.
  mutating func lines(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 680)
    for _ in 0..<count {
      bytes += document().utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private mutating func document() -> String {
    let isInvalid = random.below(50) == 0
    var parameters = [
      #""mirrorCalendarApp":false"#, #""calendars":[\#(calendars())]"#,
      #""lookAhead":"PT\#(1 + random.below(47))H""#,
      #""dayStart":{"hour":\#(random.below(24)),"minute":\#(random.below(60))}"#,
      #""emphasis":0.\#(1 + random.below(9))\#(1 + random.below(9))"#,
      #""count":\#(1 + random.below(9))"#,
      #""style":"\#(random.pick(["agenda", "list", "week", "compact"]))""#,
      #""dedication":"\#(text(3))""#,
      #""link":"https://example.org/\#(random.below(1_000_000))/calendar?view=day""#,
      #""budget":{"amount":"\#(random.below(9_999)).50","currencyCode":"EUR"}"#,
      #""radius":{"value":\#(1 + random.below(40)).5,"unit":"km"}"#,
      #""place":{"name":"\#(text(1))","latitude":\#(random.below(90)).25,"longitude":\#(random.below(180)).75}"#,
    ]
    if isInvalid { spoil(&parameters) }
    let family = random.pick(["systemMedium", "systemLarge"])
    return #"{"intent":"UpNextIntent","family":"\#(family)","parameters":{"#
      + parameters.joined(separator: ",") + "}}"
  }

  private mutating func calendars() -> String {
    (0..<2).map { _ in
      #"{"identifier":"calendar-\#(random.below(100_000))","display":"\#(text(2))","#
        + #""colour":"\#(random.pick(["red", "blue", "green"]))","weeks":["#
        + "\(1 + random.below(52)),\(1 + random.below(52))]}"
    }.joined(separator: ",")
  }

  private mutating func text(_ words: Int) -> String {
    (0..<words).map { _ in
      random.pick(["Zürich", "Kalender", "東京都", "Москва", "fête", "work", "Ærø", "family"])
    }.joined(separator: " ")
  }

  private mutating func spoil(_ parameters: inout [String]) {
    switch random.below(6) {
    case 0: parameters[5] = #""count":12"#
    case 1: parameters[6] = #""style":"agend""#
    case 2: parameters[0] = #""mirrorCalendarApp":true"#
    case 3: parameters[2] = #""lookAhead":"an hour""#
    case 4: parameters.append(#""emphasys":0.5"#)
    default: parameters[7] = #""dedication":"line\nbreak""#
    }
  }
}

/// A random number generator with a seed (SplitMix64).
struct SampleRandom {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }
}

extension SampleDocuments {
  /// The schema of the documents.
  static let schema: IntentSchema = {
    IntentSchema(definition.intents[0], in: definition)
  }()

  /// The definition of the documents.
  static let definition: IntentDefinitionFile = {
    let calendar = IntentObjectType(
      name: "Calendar",
      properties: [
        .init(name: "colour", type: .string(StringMetadata())),
        .init(
          name: "weeks", type: .integer(NumberMetadata(minimum: .value(1), maximum: .value(53))),
          supportsMultipleValues: true),
      ])
    let style = IntentEnum(
      name: "Style",
      cases: ["unknown", "agenda", "list", "week", "compact"].enumerated().map {
        .init(name: $1, index: $0)
      })
    let intent = IntentDefinition(
      name: "UpNext", isEligibleForWidgets: true, parameters: parameters)
    return IntentDefinitionFile(intents: [intent], enums: [style], types: [calendar])
  }()

  private static let parameters: [ParameterDefinition] = {
    var parameters = [
      parameter("mirrorCalendarApp", .boolean(BooleanMetadata())),
      parameter("calendars", .object(TypeReference("Calendar"))),
      parameter("lookAhead", .timeInterval(TimeIntervalMetadata(units: .single(.hours)))),
      parameter("dayStart", .dateComponents(DateComponentsMetadata(kind: .time))),
      parameter(
        "emphasis", .decimal(NumberMetadata(minimum: .value(0), maximum: .value(1)))),
      parameter("count", .integer(NumberMetadata(minimum: .value(1), maximum: .value(9)))),
      parameter("style", .enumeration(TypeReference("Style"), defaultCase: "list")),
      parameter("dedication", .string(StringMetadata())),
      parameter("link", .url(defaultValue: nil)),
      parameter("budget", .currencyAmount(CurrencyMetadata(currencyCodes: ["EUR", "NOK"]))),
      parameter("radius", .measurement(MeasurementMetadata(dimension: .distance))),
      parameter("place", .placemark(detail: nil)),
    ]
    parameters[1].supportsMultipleValues = true
    parameters[1].hasFixedSize = true
    parameters[1].arraySizes = ArraySizes([.systemSmall: 1, .systemMedium: 3, .systemLarge: 5])
    parameters[1].relationship = ParameterRelationship(
      parentName: "mirrorCalendarApp", predicateName: "BooleanHasExactValue",
      values: [.boolean(false)])
    return parameters
  }()

  private static func parameter(_ name: String, _ type: ParameterType) -> ParameterDefinition {
    ParameterDefinition(name: name, type: type, displayPriority: 1, isConfigurable: true)
  }
}
