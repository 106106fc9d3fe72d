import IntentModel
import Testing
import WidgetTestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Typed access to intents, shortest decimals, definitions, and unknown data in files.
@Suite struct SmallTypesTests {
  @Test(
    "Rule 7: the shortest text that reads back as the same number",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (-3, "-3"), (0.1, "0.1"), (0.75, "0.75"),
      (0.1 + 0.2, "0.30000000000000004"), (1.5e-7, "1.5e-07"), (123_456_789, "123456789"),
      (999_999_999_999_999, "999999999999999"), (1e15, "1000000000000000"),
      (1_234_567_890_123_456, "1234567890123456"), (1e16, "1e+16"), (-1e15, "-1000000000000000"),
      (1e300, "1e+300"), (.infinity, "inf"),
    ])
  func shortest(_ number: Double, _ text: String) {
    #expect(number.shortest == text)
    #expect(Double(text) == number)
  }

  @Test("Rule 7: every number reads back unchanged from its shortest text")
  func shortestReadsBack() {
    for seed in PropertySeeds("shortest text reads back", count: 2_000) {
      var random = SeededGenerator(seed: seed)
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      #expect(Double(number.shortest) == number, "seed \(seed)")
      #expect(!number.shortest.hasSuffix(".0"), "seed \(seed)")
    }
  }

  private static let components = DateComponents(hour: 7, minute: 30)

  private static let intent = Intent(
    typeName: "TestIntent", family: .systemSmall,
    parameters: [
      Intent.Parameter(name: "mirror", value: .boolean(true)),
      Intent.Parameter(name: "days", value: .integer(3)),
      Intent.Parameter(name: "emphasis", value: .decimal(0.75)),
      Intent.Parameter(name: "lookAhead", value: .timeInterval(60)),
      Intent.Parameter(name: "note", value: .string("n")),
      Intent.Parameter(name: "style", value: .enumeration("grid")),
      Intent.Parameter(name: "site", value: .url("a:b")),
      Intent.Parameter(name: "picture", value: .file("/a")),
      Intent.Parameter(name: "calendar", value: .choice("work")),
      Intent.Parameter(name: "start", value: .dateComponents(components)),
      Intent.Parameter(name: "names", value: .array([.string("a"), .string("b")])),
      Intent.Parameter(name: "mixed", value: .array([.string("a"), .integer(1)])),
    ])

  private func value<Value: IntentValueRepresentable>(
    _ name: String, _ type: Value.Type = Value.self
  ) -> Value? {
    var parameters = IntentParameters(Self.intent, typeName: Self.intent.typeName)
    return parameters.take(name)
  }

  @Test("An argument is read as its Swift type")
  func keys() {
    #expect(value("mirror") == true)
    #expect(value("days") == 3)
    #expect(value("emphasis") == 0.75)
    #expect(value("lookAhead") == Duration.seconds(60))
    #expect(value("note") == "n")
    #expect(value("style") == IntentEnumCase("grid"))
    #expect(value("site") == URL(string: "a:b"))
    #expect(value("picture") == FileValue("/a"))
    #expect(value("calendar") == IntentObject(identifier: "work", display: "work"))
    #expect(value("start") == Self.components)
    #expect(value("names") == ["a", "b"])
  }

  @Test("Reading returns nil for a value of a different kind, and never guesses")
  func otherKinds() {
    #expect(value("nobody", Bool.self) == nil)
    #expect(value("days", Bool.self) == nil)
    #expect(value("days", Double.self) == nil)
    #expect(value("emphasis", Int.self) == nil)
    #expect(value("lookAhead", Double.self) == nil)
    #expect(value("style", String.self) == nil)
    #expect(value("calendar", String.self) == nil)
    #expect(value("note", IntentObject.self) == nil)
    #expect(value("note", DateComponents.self) == nil)
    #expect(value("note", [String].self) == nil)
    #expect(value("names", String.self) == nil)
    #expect(value("mixed", [String].self) == nil)
  }

  @Test(
    "§1.2: the name of the generated type",
    arguments: [
      (nil, nil, "UpNextIntent"), ("OW", nil, "OWUpNextIntent"), ("", nil, "UpNextIntent"),
      ("OW", "INPlayMediaIntent", "INPlayMediaIntent"), ("OW", "", "OWUpNextIntent"),
    ] as [(String?, String?, String)])
  func typeName(_ prefix: String?, _ className: String?, _ name: String) {
    let intent = IntentDefinition(name: "UpNext", classPrefix: prefix, className: className)
    #expect(intent.typeName == name)
    let file = IntentDefinitionFile(intents: [IntentDefinition(name: "Other"), intent])
    #expect(file.intent(named: name) == intent)
    #expect(file.intent(named: "UpNext") == intent)
    #expect(file.intent(named: "upnext") == nil)
    #expect(IntentSchema(intentNamed: name, in: file)?.intent == intent)
    #expect(IntentSchema(intentNamed: "nobody", in: file) == nil)
  }

  @Test("Of two parameters with the same name, a definition finds the first")
  func parameterLookup() {
    let intent = IntentDefinition(name: "Test", parameters: [.boolean("a"), .string("a")])
    #expect(intent.parameter(named: "a")?.type.name == "Boolean")
    #expect(intent.parameter(named: "b") == nil)
  }

  @Test("A type name takes precedence over a name")
  func typeNameFirst() {
    let twice = IntentDefinition(name: "UpNextIntent")
    let file = IntentDefinitionFile(intents: [twice, IntentDefinition(name: "UpNext")])
    #expect(file.intent(named: "UpNextIntent")?.name == "UpNext")
    #expect(file.intent(named: "UpNextIntentIntent") == twice)
  }

  @Test("A parameter is labelled by its text, or else by its name; its prompt is Configuration's")
  func parameterTexts() {
    let bare = ParameterDefinition.boolean("mirror")
    #expect(bare.label == "mirror")
    #expect(bare.changed { $0.displayName = LocalizedText("") }.label == "mirror")
    #expect(bare.changed { $0.displayName = LocalizedText("Mirror") }.label == "Mirror")
    #expect(bare.configurationPrompt() == nil)
    let prompted = bare.changed {
      $0.promptDialogs = [
        PromptDialog(kind: "Primary", formatString: LocalizedText("Primary?")),
        PromptDialog(kind: "Configuration", formatString: LocalizedText("Which?")),
      ]
    }
    #expect(prompted.configurationPrompt() == "Which?")
  }

  @Test("A prompt is translated for the chosen case if the table lists it by case")
  func promptsByCase() throws {
    let style = IntentEnum(
      name: "Style",
      cases: [
        IntentEnum.Case(name: "list", index: 1, displayName: LocalizedText("List", id: "c1")),
        IntentEnum.Case(name: "grid", index: 2, displayName: LocalizedText("Grid", id: "c2")),
      ])
    let parameter = ParameterDefinition(
      name: "style", type: .enumeration(TypeReference("Style"), defaultCase: nil),
      promptDialogs: [
        PromptDialog(kind: "Configuration", formatString: LocalizedText("As ${style}?", id: "p"))
      ])
    let file = IntentDefinitionFile(
      intents: [IntentDefinition(name: "A", parameters: [parameter])], enums: [style])
    let german = file.localized { ["p-c1": "Als Liste?", "c1": "Liste"][$0] }
    let translated = try #require(german.intents.first?.parameters.first)
    #expect(translated.configurationPrompt(for: .enumeration("list")) == "Als Liste?")
    #expect(translated.configurationPrompt(for: .enumeration("grid")) == "As ${style}?")
    #expect(translated.configurationPrompt() == "As ${style}?")
  }

  @Test("Extras carry unknown keys, and report when there is nothing to carry")
  func extras() {
    let member = CarriedMember(key: "INNew", value: .string("x"))
    let extras = DefinitionExtras(unknown: [member], writtenDefaults: ["INOld"])
    #expect(extras["INNew"] == .string("x"))
    #expect(extras["INOld"] == nil)
    #expect(!extras.isEmpty)
    #expect(!DefinitionExtras(writtenDefaults: ["INOld"]).isEmpty)
    #expect(DefinitionExtras.none.isEmpty)
  }
}
