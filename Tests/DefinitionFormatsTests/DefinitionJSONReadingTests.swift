import FormatTestSupport
import Foundation
import IntentModel
import Testing

@testable import DefinitionFormats

/// The content of a handwritten definition.
@Suite struct DefinitionJSONReadingTests {
  static let upNext = """
    {
      "namespace": "upnext",
      "intents": [
        {
          "name": "UpNext",
          "title": "Up Next",
          "eligibleForWidgets": true,
          "parameters": [
            {
              "name": "mirrorCalendarApp",
              "label": "Mirror calendar app",
              "type": "boolean",
              "default": true
            },
            {
              "name": "calendars",
              "label": {
                "text": "Calendars",
                "id": "aB3dEf"
              },
              "type": "object",
              "object": "Calendar",
              "dynamic": true,
              "multiple": true,
              "sizes": {
                "systemSmall": 1,
                "systemMedium": 3
              },
              "visibleWhen": {
                "parent": "mirrorCalendarApp",
                "predicate": "BooleanHasExactValue",
                "value": false
              }
            },
            {
              "name": "style",
              "type": "enum",
              "enum": "Style",
              "default": "agenda"
            }
          ]
        }
      ],
      "enums": [
        {
          "name": "Style",
          "cases": [
            {
              "name": "agenda",
              "label": "Agenda"
            },
            {
              "name": "list"
            }
          ]
        }
      ],
      "types": [
        {
          "name": "Calendar",
          "properties": [
            {
              "name": "colour",
              "type": "string"
            }
          ]
        }
      ]
    }

    """

  static func parameter(_ json: String) -> (parameter: ParameterDefinition?, errors: [String]) {
    let text = #"{"intents":[{"name":"Test","parameters":[\#(json)]}]}"#
    let reading = DefinitionJSON.read(utf8(text), file: "a.json")
    return (reading.definition.intents.first?.parameters.first, reading.errors.map(\.description))
  }

  @Test func `The example round-trips with all tags and indexes`() throws {
    let reading = DefinitionJSON.read(utf8(Self.upNext), file: "UpNext.json")
    #expect(reading.errors.isEmpty)
    let text = try DefinitionJSON.text(of: reading.definition)
    let numbers = text.components(separatedBy: "\n").compactMap { line -> Substring? in
      let parts = line.trimmingCharacters(in: .whitespaces.union([","])).split(separator: ": ")
      return ["\"tag\"", "\"index\"", "\"lastTag\""].contains(parts.first ?? "") ? parts[1] : nil
    }
    #expect(numbers == ["3", "1", "2", "3", "1", "2", "100", "100"])
    let rest = text.replacing(/\n *"(tag|lastTag)": \d+,/, with: "")
      .replacing(/,\n *"index": \d+/, with: "")
    #expect(rest == Self.upNext)
    #expect(try DefinitionJSON.read(utf8(text), file: "UpNext.json").get() == reading.definition)
    #expect(try reading.get() == reading.definition)
  }

  @Test func `Parameters are editable, in order, with tags`() throws {
    let intent = try #require(
      DefinitionJSON.read(utf8(Self.upNext), file: "a").definition.intent(named: "UpNext"))
    #expect(intent.typeName == "UpNextIntent")
    #expect(intent.isEligibleForWidgets)
    #expect(intent.parameters.map(\.name) == ["mirrorCalendarApp", "calendars", "style"])
    #expect(intent.parameters.map(\.tag) == [1, 2, 3])
    #expect(intent.parameters.map(\.displayPriority) == [1, 2, 3])
    #expect(intent.parameters.allSatisfy { $0.isConfigurable })
    #expect(intent.lastParameterTag == 3)
    let calendars = intent.parameters[1]
    #expect(calendars.displayName == LocalizedText("Calendars", id: "aB3dEf"))
    #expect(calendars.type == .object(TypeReference("Calendar", namespace: "upnext")))
    #expect(calendars.options == .dynamic(searchable: false))
    #expect(calendars.hasFixedSize)
    #expect(calendars.maximumCount(for: .systemLarge) == 3)
    #expect(
      calendars.relationship
        == ParameterRelationship(
          parentName: "mirrorCalendarApp", predicateName: "BooleanHasExactValue",
          values: [.boolean(false)]))
  }

  @Test func `An enum gets its case for no value, a type its four properties`() throws {
    let file = DefinitionJSON.read(utf8(Self.upNext), file: "a").definition
    let style = try #require(file.enums.first)
    #expect(style.cases.map(\.name) == ["unknown", "agenda", "list"])
    #expect(style.cases.map(\.index) == [0, 1, 2])
    #expect(style.choices.map(\.label) == ["Agenda", "list"])
    let calendar = try #require(file.types.first)
    #expect(
      calendar.properties.map(\.name) == [
        "identifier", "displayString", "pronunciationHint", "alternativeSpeakableMatches", "colour",
      ])
    #expect(calendar.properties.map(\.tag) == [1, 2, 3, 4, 100])
    #expect(calendar.properties.map(\.displayPriority) == [1, 2, 3, 4, 5])
    #expect(calendar.lastPropertyTag == 100)
    #expect(calendar.ownProperties.map(\.name) == ["colour"])
  }

  /// Lists of cases, with their names and indexes.
  static let cases: [(String, [String], [Int])] = [
    (#"["a","b"]"#, ["unknown", "a", "b"], [0, 1, 2]),
    (#"[]"#, ["unknown"], [0]),
    (#"["unknown","a"]"#, ["unknown", "a"], [0, 1]),
    (#"["a","unknown","b"]"#, ["a", "unknown", "b"], [1, 0, 2]),
    (#"[{"name":"a","index":5},"b"]"#, ["unknown", "a", "b"], [0, 5, 6]),
    (#"["a",{"name":"b","index":0},"c"]"#, ["unknown", "a", "b", "c"], [0, 1, 0, 1]),
    (#"[{"name":"unknown","index":3},"a"]"#, ["unknown", "a"], [3, 1]),
  ]

  @Test(arguments: cases)
  func `Cases are numbered`(json: String, names: [String], indexes: [Int]) {
    let text = #"{"enums":[{"name":"E","cases":\#(json)}]}"#
    let reading = DefinitionJSON.read(utf8(text), file: "a")
    #expect(reading.errors.isEmpty)
    #expect(reading.definition.enums.first?.cases.map(\.name) == names)
    #expect(reading.definition.enums.first?.cases.map(\.index) == indexes)
  }

  @Test func `An enum can do without its case for no value`() {
    let text = #"{"enums":[{"name":"E","unknownCase":false,"cases":["a"]}]}"#
    let file = DefinitionJSON.read(utf8(text), file: "a").definition
    #expect(file.enums.first?.cases.map(\.name) == ["a"])
  }

  /// The given tags, and the resulting tags of all parameters.
  static let tags: [([String], [Int?], Int?)] = [
    (["", "", ""], [1, 2, 3], 3),
    ([#""tag":2,"#, "", ""], [2, 1, 3], 3),
    (["", #""tag":1,"#, #""tag":9,"#], [2, 1, 9], 9),
    ([#""tag":null,"#, ""], [nil, 1], 1),
    ([#""tag":null,"#], [nil], nil),
    ([#""tag":7,"#, #""tag":7,"#, ""], [7, 7, 1], 7),
  ]

  @Test(arguments: tags)
  func `Tags that are left out are the smallest free ones`(
    stated: [String], tags: [Int?], last: Int?
  ) {
    let parameters = stated.map { #"{\#($0)"name":"p","type":"url"}"# }.joined(separator: ",")
    let text = #"{"intents":[{"name":"I","parameters":[\#(parameters)]}]}"#
    let intent = DefinitionJSON.read(utf8(text), file: "a").definition.intents.first
    #expect(intent?.parameters.map(\.tag) == tags)
    #expect(intent?.lastParameterTag == last)
  }

  @Test func `Texts without rules are marked as such`() throws {
    let (parameter, errors) = Self.parameter(
      #"{"name":"p","type":"url","configurable":false,"priority":null,"searchable":true,"#
        + #""multiple":true,"fixedSize":false,"sizes":{"systemSmall":2},"resolvable":true}"#)
    #expect(errors.isEmpty)
    let found = try #require(parameter)
    #expect(!found.isConfigurable)
    #expect(found.displayPriority == nil)
    #expect(found.options == .dynamic(searchable: true))
    #expect(!found.hasFixedSize)
    #expect(found.arraySizes?.listedSize(for: .systemSmall) == 2)
    #expect(found.supportsResolution)
  }

  /// References in the namespace of the document and in other namespaces.
  static let references: [(String, TypeReference)] = [
    (#""City""#, TypeReference("City", namespace: "own")),
    (#"{"name":"City"}"#, TypeReference("City", namespace: "own")),
    (#"{"name":"City","namespace":"System"}"#, TypeReference("City", namespace: "System")),
    (#"{"name":"City","namespace":null}"#, TypeReference("City")),
  ]

  @Test(arguments: references)
  func `A reference is in the namespace of the document`(json: String, reference: TypeReference) {
    let text =
      #"{"namespace":"own","intents":[{"name":"I","parameters":["#
      + #"{"name":"p","type":"object","object":\#(json)}]}]}"#
    let file = DefinitionJSON.read(utf8(text), file: "a").definition
    #expect(file.intents.first?.parameters.first?.type == .object(reference))
  }
}
