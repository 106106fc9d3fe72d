import DefinitionFormats
import FormatTestSupport
import IntentModel
import Testing
import WidgetFormats
import WidgetTestSupport

/// Reports about the shipped widgets, stored as transcripts.
@Suite("Transcripts of the shipped widgets")
struct ReportTranscriptTests {
  static let names = ["UpNext", "Verse", "WorldClock"]
  static let languages = ["en", "ar", "de", "he", "ja", "zh-Hans"]

  private func path(_ name: String) throws -> String {
    try #require(WidgetFolder(path: packageFolder + "Intents/\(name)").definitions.first)
  }

  private func file(_ name: String, _ language: String = "en") throws -> IntentDefinitionFile {
    let path = try path(name)
    let file = try IntentDefinitionReader.read(path: path).file
    guard let texts = DefinitionLocalization.read(beside: path, locale: language) else {
      return file
    }
    return file.localized { texts.lookup($0) }
  }

  private func description(_ file: IntentDefinitionFile) -> IntentReport {
    // The shipped widgets have providers with defaults.
    IntentReport(
      IntentSchema(file.intents[0], in: file), defaults: ["calendars": .asked, "cities": .asked])
  }

  private func text(_ lines: [ReportLine]) -> String {
    lines.map(\.text).joined(separator: "\n")
  }

  /// The words are in English; the texts of the definition are in the given language.
  @Test("the output of describe", arguments: names, languages)
  func describe(name: String, language: String) throws {
    let text = text(description(try file(name, language)).lines)
    let difference = Golden.difference(
      text, fromFile: "Fixtures/Transcripts/describe-\(name)-\(language).txt")
    #expect(difference == nil)
  }

  @Test("the JSON of describe")
  func json() throws {
    let json = try IntentReport.json([description(try file("UpNext"))])
    #expect(Golden.difference(json, fromFile: "Fixtures/Transcripts/describe-UpNext.json") == nil)
  }

  /// UpNext with changes that a careless next version could make.
  private func next(_ file: IntentDefinitionFile) -> IntentDefinitionFile {
    var next = file
    var intent = next.intents[0]
    for index in intent.parameters.indices {
      switch intent.parameters[index].name {
      case "mirrorCalendarApp": intent.parameters[index].name = "mirrorsCalendarApp"
      case "calendars":
        intent.parameters[index].relationship?.parentName = "mirrorsCalendarApp"
        intent.parameters[index].arraySizes = ArraySizes([
          .systemSmall: 1, .systemMedium: 2, .systemLarge: 4,
        ])
      case "rangeEnd": intent.parameters[index].relationship = nil
      case "dayStart": intent.parameters[index].type = .integer(NumberMetadata())
      case "emphasis":
        intent.parameters[index].type = .decimal(
          NumberMetadata(control: .slider, defaultValue: 0.25, maximum: .value(0.5)))
      default: break
      }
    }
    intent.parameters.removeAll { $0.name == "lookAhead" }
    intent.parameters.append(
      ParameterDefinition(
        name: "title", type: .string(StringMetadata()), tag: 90, displayPriority: 90,
        isConfigurable: true))
    next.intents[0] = intent
    next.enums = next.enums.map { item in
      var item = item
      item.cases.removeAll { $0.name == "countdown" }
      return item
    }
    return next
  }

  @Test("the output of diff for a careless next version, and for an unchanged one")
  func diff() throws {
    let old = try file("UpNext")
    let diff = DefinitionDiff(from: old, to: next(old))
    #expect(diff.losesAnswers)
    #expect(
      Golden.difference(text(diff.lines), fromFile: "Fixtures/Transcripts/diff-UpNext.txt") == nil)
    #expect(
      Golden.difference(diff.json(), fromFile: "Fixtures/Transcripts/diff-UpNext.json") == nil)
    for name in Self.names {
      let file = try file(name)
      let same = DefinitionDiff(from: file, to: file)
      #expect(!same.losesAnswers)
      #expect(
        text(same.lines) == "\(file.intents[0].typeName)\n  = "
          + file.intents[0].parameters.map(\.name).joined(separator: ", ") + "  Unchanged.")
    }
  }

  @Test("diff reports a removed and a new intent, and that there are no intents")
  func otherWidget() throws {
    let diff = DefinitionDiff(from: try file("UpNext"), to: try file("Verse"))
    #expect(
      diff.lines.map(\.text) == [
        "UpNextIntent", "  Removed. Its stored configurations are lost.", "", "VerseIntent",
        "  New. There are no stored configurations.",
      ])
    #expect(
      DefinitionDiff(from: IntentDefinitionFile(), to: IntentDefinitionFile()).lines
        == [ReportLine("There are no intents.")])
  }
}
