import FormatTestSupport
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct OptionsJSONTests {
  /// All forms of collections, and what they mean.
  static let forms: [(String, OptionsCollection)] = [
    ("[]", OptionsCollection(items: [])),
    (#"["U1","U2"]"#, ["U1", "U2"]),
    (
      #"[{"identifier":"a","display":"A"},"b"]"#,
      OptionsCollection(items: [OptionItem(identifier: "a", display: "A"), "b"])
    ),
    (#"{"items":[]}"#, OptionsCollection(items: [])),
    (#"{"items":["a"]}"#, ["a"]),
    (#"{"sections":[]}"#, OptionsCollection(sections: [])),
    (
      #"{"sections":[{"title":"One","items":["a"]},{"items":[{"identifier":"b"}]}]}"#,
      OptionsCollection(sections: [
        OptionsSection(title: "One", items: ["a"]), OptionsSection(items: ["b"]),
      ])
    ),
    (
      #"{"items":["a"],"indexed":true,"prompt":"Which?","notice":"From yesterday."}"#,
      OptionsCollection(
        sections: [OptionsSection(items: ["a"])], usesIndexedCollation: true,
        promptLabel: "Which?", notice: "From yesterday.")
    ),
    (
      #"{"items":[{"identifier":"a","display":null,"subtitle":null,"symbol":null,"x":null}],"#
        + #""indexed":null,"prompt":null,"notice":null}"#,
      ["a"]
    ),
    (
      #"[{"identifier":"a","display":"","subtitle":"S","symbol":"tram"}]"#,
      OptionsCollection(items: [
        OptionItem(identifier: "a", display: "", subtitle: "S", symbol: "tram")
      ])
    ),
    (
      #"[{"identifier":"a","n":1,"d":0.5,"b":true,"t":"x","l":[1,"y"],"symbol_":"own"}]"#,
      OptionsCollection(items: [
        OptionItem(
          identifier: "a", display: "a",
          properties: [
            "n": .integer(1), "d": .decimal(0.5), "b": .boolean(true), "t": .string("x"),
            "l": .array([.integer(1), .string("y")]), "symbol": .string("own"),
          ])
      ])
    ),
    (
      #"[{"identifier":"a","m":{"value":1,"unit":"km"},"c":{"amount":"1","currencyCode":"EUR"},"#
        + #""o":{"identifier":"i","display":"d"},"p":{"name":"Ann"},"g":{"latitude":1,"longitude":2},"#
        + #""h":{"hour":7},"s":{"spokenPhrase":"x"},"k":{"kind":"credit"}}]"#,
      OptionsCollection(items: [
        OptionItem(
          identifier: "a", display: "a",
          properties: [
            "m": .measurement(.init(value: 1, unit: "km")),
            "c": .currencyAmount(CurrencyAmount(amount: "1", currencyCode: "EUR")),
            "o": .object(IntentObject(identifier: "i", display: "d")),
            "p": .person(Person(name: "Ann")),
            "g": .placemark(Placemark(latitude: 1, longitude: 2)),
            "h": .dateComponents(.init(hour: 7)),
            "s": .speakableString(SpeakableString(spokenPhrase: "x")),
            "k": .paymentMethod(PaymentMethod(kind: "credit")),
          ])
      ])
    ),
  ]

  @Test(arguments: forms)
  func `Every form represents a collection`(text: String, collection: OptionsCollection) throws {
    #expect(try OptionsJSON.read(utf8(text), source: "a.json") == collection)
  }

  @Test(arguments: forms)
  func `Written text keeps its meaning`(text: String, collection: OptionsCollection) throws {
    let written = try OptionsJSON.text(of: collection)
    #expect(try OptionsJSON.read(utf8(written), source: "a.json") == collection)
    let again = try OptionsJSON.text(of: OptionsJSON.read(utf8(written), source: "a.json"))
    #expect(again == written)
  }

  @Test func `A collection has one text`() throws {
    let collection = OptionsCollection(
      sections: [
        OptionsSection(title: "Red Line", items: ["Alewife"]),
        OptionsSection(items: [
          OptionItem(identifier: "b", display: "B", subtitle: "North", symbol: "tram")
        ]),
      ], usesIndexedCollation: true, promptLabel: "Where?")
    #expect(
      try OptionsJSON.text(of: collection) == """
        {
          "sections": [
            {
              "title": "Red Line",
              "items": [
                {
                  "identifier": "Alewife",
                  "display": "Alewife"
                }
              ]
            },
            {
              "items": [
                {
                  "identifier": "b",
                  "display": "B",
                  "subtitle": "North",
                  "symbol": "tram"
                }
              ]
            }
          ],
          "indexed": true,
          "prompt": "Where?"
        }

        """)
  }

  static let typed: IntentSchema = .sample(
    [.object("city", "City"), .integer("count")],
    types: [
      .of(
        "City", .own("walk", .timeInterval(TimeIntervalMetadata())),
        .own("people", .integer(.within(0...10))),
        .own("tags", .string(StringMetadata()), isArray: true))
    ])

  @Test func `The type of the parameter determines the properties`() throws {
    let text = #"[{"identifier":"o","tags":["a"],"walk":"PT5M","people":3}]"#
    let collection = try OptionsJSON.read(
      utf8(text), source: "a.json", schema: Self.typed, parameter: "city")
    #expect(
      collection.items.first?.properties == [
        "walk": .timeInterval(300), "people": .integer(3), "tags": .array([.string("a")]),
      ])
    let written = try OptionsJSON.text(of: collection, schema: Self.typed, parameter: "city")
    #expect(
      written == """
        {
          "items": [
            {
              "identifier": "o",
              "display": "o",
              "walk": "PT5M",
              "people": 3,
              "tags": [
                "a"
              ]
            }
          ]
        }

        """)
  }

  /// Invalid collections for the parameter `city`.
  static let wrong: [(String, [String])] = [
    ("", ["web:1:1: The text is empty. A JSON text holds one value."]),
    (
      "3",
      [
        "web:1:1: Expected an object with “items” or “sections”, or an array, found a whole "
          + "number."
      ]
    ),
    (
      "{}",
      ["web:1:1: One of the members “items”, “sections” is needed. Add one of them."]
    ),
    (
      #"{"items":[],"sections":[]}"#,
      ["web:1:13: Only one of the members “items”, “sections” is allowed here. Keep one of them."]
    ),
    (
      #"{"itms":[]}"#,
      [
        "web:1:1: One of the members “items”, “sections” is needed. Add one of them.",
        "web:1:2: There is no member “itms” here. Did you mean “items”?",
      ]
    ),
    (
      #"{"items":{},"indexed":1,"prompt":2}"#,
      [
        "web:1:10: Expected an array, found an object.",
        "web:1:23: Expected true or false, found a whole number.",
        "web:1:34: Expected a string, found a whole number.",
      ]
    ),
    (
      #"{"sections":[{"title":"A"},["x"]]}"#,
      [
        "web:1:14: The member “items” is missing. Add “items”.",
        "web:1:28: Expected an object, found an array.",
      ]
    ),
    (
      "[\n  1,\n  \"\",\n  {\"display\": \"A\"},\n  {\"identifier\": 5}]",
      [
        "web:2:3: Expected a string, or an object with “identifier” and “display”, found a whole "
          + "number.",
        "web:3:3: The identifier is empty. Write something.",
        "web:4:3: The member “identifier” is missing. Add “identifier”.",
        "web:5:18: Expected a string, found a whole number.",
      ]
    ),
    (
      #"["a","b","a"]"#,
      ["web:1:10: The item “a” occurs twice. Rename or remove one."]
    ),
    (
      #"[{"identifier":"o","people":11,"walk":"5m","poeple":1}]"#,
      [
        "web:1:29: 11 is above the maximum of 10. Give 10 or less.",
        "web:1:39: Expected a duration, found the string “5m”. "
          + "Write an ISO 8601 duration such as \"PT1H30M\".",
        "web:1:44: The type City has no property “poeple”. Did you mean “people”?",
      ]
    ),
    (
      #"[{"identifier":"o","tags":"a"}]"#,
      ["web:1:27: Expected an array of values, found one value. Put the value in an array."]
    ),
  ]

  @Test(arguments: wrong)
  func `Problems in a response are reported with their position`(text: String, messages: [String]) {
    let said = complaints {
      try OptionsJSON.read(utf8(text), source: "web", schema: Self.typed, parameter: "city")
    }
    #expect(said == messages)
  }

  @Test func `An object of an unknown form is not a property`() {
    let said = complaints {
      try OptionsJSON.read(utf8(#"[{"identifier":"a","x":{"y":1}}]"#), source: "web")
    }
    #expect(said == ["web:1:24: Expected a value, found an object."])
  }

  @Test func `The number of items is limited over all sections`() {
    let limits = FormatLimits(maximumItems: 3)
    let text = #"{"sections":[{"items":["a","b"]},{"items":["c","d"]}]}"#
    let said = complaints { try OptionsJSON.read(utf8(text), source: "web", limits: limits) }
    #expect(said == ["web:1:1: There are more than 3 items. Give at most 3."])
    let fewer = utf8(#"["a","b","c"]"#)
    #expect(complaints { try OptionsJSON.read(fewer, source: "web", limits: limits) } == [])
  }

  @Test func `A request is one line with the values as in intent JSON`() throws {
    let request = OptionsRequest(
      parameter: "city",
      values: ["count": .integer(3), "ahead": .timeInterval(3_600), "city": .choice("o")],
      family: .systemSmall, locale: "nb", searchTerm: "os", limit: 20)
    #expect(
      try OptionsJSON.text(of: request, schema: Self.typed)
        == #"{"parameter":"city","values":{"ahead":"PT1H","city":{"identifier":"o","display":"o"},"#
        + #""count":3},"family":"systemSmall","locale":"nb","searchTerm":"os","limit":20}"#)
  }

  @Test func `A minimal request has the values that are always known`() throws {
    #expect(
      try OptionsJSON.text(of: OptionsRequest(parameter: "p"))
        == #"{"parameter":"p","values":{},"family":"systemMedium","locale":"en"}"#)
  }
}
