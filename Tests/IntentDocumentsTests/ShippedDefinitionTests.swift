import FormatTestSupport
import InputFiles
import IntentModel
import Testing

@testable import DefinitionFormats
@testable import IntentDocuments

@Suite("Definitions of the shipped widgets")
struct ShippedDefinitionTests {
  static let names = ["UpNext", "WorldClock"]
  static let languages = ["ar", "de", "en", "he", "ja", "zh-Hans"]

  private func path(_ name: String) -> String {
    packageFolder + "Intents/\(name)/\(name).intentdefinition"
  }

  private func schema(_ name: String) throws -> IntentSchema {
    let file = try IntentDefinitionReader.read(path: path(name)).file
    return try #require(IntentSchema(intentNamed: name + "Intent", in: file))
  }

  @Test("they are as Xcode would write them, and have no findings", arguments: names)
  func layout(name: String) throws {
    let source = try FileReading.bytes(atPath: path(name))
    let reading = try IntentDefinitionReader.read(path: path(name))
    #expect(reading.problems == [])
    #expect(try DefinitionPlist.bytes(of: reading.file) == source)
    let value = try PropertyListDocument(bytes: source).value
    #expect(try PropertyListXML.bytes(of: value) == source)
    #expect(reading.file.intents[0].isEligibleForWidgets)
  }

  @Test("every text has an identifier of six characters, and a translation", arguments: names)
  func translations(name: String) throws {
    var identifiers: [String] = []
    let file = try IntentDefinitionReader.read(path: path(name)).file
    _ = file.localized { identifier in
      // The prompts of enum parameters can also be translated for each case; the shipped tables
      // have no such entries.
      if !identifier.contains("-") { identifiers.append(identifier) }
      return nil
    }
    #expect(Set(identifiers).count == identifiers.count)
    #expect(identifiers.allSatisfy { $0.utf8.count == 6 })
    let tables = DefinitionLocalization.readAll(beside: path(name))
    #expect(tables.map(\.language) == Self.languages)
    for table in tables {
      #expect(table.problems == [])
      #expect(table.identifiers == Set(identifiers), "\(name) \(table.language)")
    }
    let english = try #require(tables.first { $0.language == "en" })
    #expect(file.localized(by: english.lookup) == file)
  }

  @Test("UpNext asks for calendars only when it does not mirror the app")
  func upNextVisibility() throws {
    let schema = try schema("UpNext")
    #expect(
      schema.displayOrder.map { schema.intent.parameters[$0].name } == [
        "mirrorCalendarApp", "calendars", "filter", "rangeStart", "rangeEnd", "lookAhead",
        "dayStart", "emphasis", "style",
      ])
    #expect(schema.loops == [])
    #expect(schema.children(of: "mirrorCalendarApp").map(\.name) == ["calendars"])
    #expect(schema.children(of: "filter").map(\.name) == ["rangeStart", "rangeEnd"])
    let relationship = try #require(schema.parameter(named: "calendars")?.relationship)
    #expect(relationship.holds(for: .boolean(false)))
    #expect(!relationship.holds(for: .boolean(true)))
  }

  @Test("UpNext has its defaults, bounds and sizes")
  func upNextValues() throws {
    let schema = try schema("UpNext")
    let calendars = try #require(schema.parameter(named: "calendars"))
    let sizes = WidgetFamily.allCases.map { calendars.maximumCount(for: $0) }
    #expect(sizes == [1, 3, 6, 10, nil, 1, 1, 1, 1])
    #expect(schema.objectType(of: calendars.type)?.ownProperties.map(\.name) == ["color"])
    guard case .timeInterval(let ahead)? = schema.parameter(named: "lookAhead")?.type,
      case .decimal(let emphasis)? = schema.parameter(named: "emphasis")?.type
    else {
      Issue.record("UpNext has parameters of other types.")
      return
    }
    #expect(ahead.defaultSeconds == 129_600.0)
    #expect([ahead.lowerLimit, ahead.upperLimit] == [900.0, 1_209_600.0])
    #expect([emphasis.lowerLimit, emphasis.upperLimit, emphasis.defaultValue] == [0, 1, 0.5])
  }

  @Test("the intent in the documentation is one for UpNext")
  func exampleIntent() throws {
    let text = """
      {
        "intent": "UpNextIntent",
        "family": "systemMedium",
        "parameters": {
          "mirrorCalendarApp": false,
          "calendars": [{ "identifier": "work", "display": "Work" }],
          "lookAhead": "PT36H",
          "dayStart": { "hour": 7, "minute": 30 },
          "emphasis": 0.75,
          "style": "agenda"
        }
      }
      """
    let schema = try schema("UpNext")
    let result = complaints {
      try IntentJSON.read(Array(text.utf8), schema: schema)
    }
    #expect(result == [])
  }

  @Test("WorldClock has searchable cities, and a date style where it shows the date")
  func worldClock() throws {
    let schema = try schema("WorldClock")
    let cities = try #require(schema.parameter(named: "cities"))
    #expect(cities.options == .dynamic(searchable: true))
    let sizes = WidgetFamily.allCases.map { cities.maximumCount(for: $0) }
    #expect(sizes == [1, 3, 6, 9, nil, 1, 1, 2, 1])
    #expect(schema.children(of: "showsDate").map(\.name) == ["dateStyle"])
    let format = try #require(schema.parameter(named: "format")?.type)
    #expect(
      schema.enumeration(of: format)?.choices.map(\.label) == ["System", "12-hour", "24-hour"])
  }
}
