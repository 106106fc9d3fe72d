import FormatTestSupport
import InputFiles
import IntentModel
import Testing

@testable import DefinitionFormats
@testable import JSONCodings

@Suite("Definitions that each demonstrate a rule")
struct DefinitionFixtureTests {
  private func file(_ name: String) throws -> IntentDefinitionFile {
    try IntentDefinitionReader.read(path: fixture(name)).file
  }

  private func parameters(_ name: String) throws -> [ParameterDefinition] {
    try file(name).intents[0].parameters
  }

  @Test("every file round-trips byte for byte, including through JSON")
  func roundTrip() throws {
    let names = try fixtureNames()
    #expect(names.count == 11)
    for name in names {
      let source = try FileReading.bytes(atPath: fixture(name))
      let file = try file(name)
      #expect(try DefinitionPlist.bytes(of: file) == source, "\(name)")
      if name == "wrong-types-are-carried" { continue }
      let json = try Array(DefinitionJSON.text(of: file).utf8)
      let back = try IntentDefinitionReader.read(json, file: "x.json").file
      #expect(try DefinitionPlist.bytes(of: back) == source, "\(name)")
    }
  }

  @Test("only the definition with wrong types has problems")
  func soundness() throws {
    let odd = try fixtureNames().filter {
      try !IntentDefinitionReader.read(path: fixture($0)).problems.isEmpty
    }
    #expect(odd == ["wrong-types-are-carried"])
  }

  @Test("a condition is read with its parent, its predicate and its values")
  func relationships() throws {
    func relationship(_ name: String) throws -> ParameterRelationship? {
      try parameters(name).last?.relationship
    }
    let anyValue = ParameterRelationship(parentName: "city", predicateName: "HasAnyValue")
    #expect(try relationship("child-hidden-until-parent-is-set") == anyValue)
    let off = ParameterRelationship(parentName: "mirror", predicateName: "BooleanHasExactValue")
    #expect(try relationship("boolean-condition-without-value-means-off") == off)
    #expect(off.holds(for: .boolean(false)) && !off.holds(for: .boolean(true)))
    let several = ParameterRelationship(
      parentName: "kind", predicateName: "EnumHasExactValue",
      values: [.string("first"), .string("second")], isList: true)
    #expect(try relationship("several-values-are-alternatives") == several)
    let orphan = ParameterRelationship(
      parentName: nil, predicateName: "EnumHasExactValue", values: [.string("first")])
    #expect(try relationship("relationship-without-parent") == orphan)
  }

  @Test("the limits of numbers and durations, and the sizes of an array, are read")
  func numbers() throws {
    let numbers = try parameters("empty-data-means-no-bound")
    #expect(
      numbers[0].type
        == .integer(
          .init(control: .stepper, defaultValue: 3, minimum: .unbounded, maximum: .value(10))))
    #expect(
      numbers[1].type
        == .decimal(.init(control: .slider, defaultValue: 0.5, maximum: .value(1))))
    let durations = try parameters("three-units-of-a-duration")
    #expect(
      durations[0].type
        == .timeInterval(
          .init(
            units: .multiple(standard: .hours, minimum: .minutes, maximum: .days),
            defaultValue: 36, minimum: .value(15), maximum: .value(14))))
    let sizes = try parameters("sizes-by-family")[0]
    #expect(
      WidgetFamily.allCases.map { sizes.maximumCount(for: $0) } == [1, 3, 6, 6, nil, 1, 1, 1, 1])
    #expect(sizes.arraySizes?.entries.last == .init(sizeClass: "Unheard", size: 9))
  }

  @Test("an index of 0 that is written stays written")
  func indexZero() throws {
    let cases = try file("index-zero-without-unknown").enums[0].cases
    #expect(cases.map(\.index) == [0, 1])
    #expect(cases[0].extras.writtenDefaults == ["INEnumValueIndex"])
    #expect(try file("several-values-are-alternatives").enums[0].cases[0].extras == .none)
  }

  @Test("description and summary of an old file are title and description")
  func oldFile() throws {
    var file = try file("summary-of-an-old-file")
    #expect(file.intents[0].title == LocalizedText("Order soup", id: "dEsCr1"))
    #expect(file.intents[0].description == LocalizedText("Orders a soup", id: "sUmMa1"))
    file.intents[0].description.text = "Brings soup"
    let intent = DefinitionPlist.value(of: file)["INIntents"]?[0]
    #expect(intent?["INIntentSummary"] == "Brings soup")
    #expect(intent?["INIntentDescription"] == "Order soup")
    #expect(intent?["INIntentTitle"] == nil)
  }

  @Test("unknown content is carried at its position")
  func carried() throws {
    let file = try file("keys-beyond-the-model-are-carried")
    #expect(
      file.extras.unknown == [
        CarriedMember(
          key: "INSpare",
          value: .dictionary([
            CarriedMember(key: "a", value: .array([])),
            CarriedMember(key: "b", value: .integer(1)),
          ]))
      ])
    let intent = file.intents[0]
    #expect(
      intent.extras.unknown.map(\.key) == ["INIntentParameterCombinations", "INIntentResponse"])
    #expect(
      intent.parameters[0].promptDialogs[0].extras["INIntentParameterPromptDialogSpare"]
        == .array([.integer(1), .real(2.5, spelling: nil), .boolean(true), .data([0, 1])]))
    #expect(
      intent.parameters[0].metadataExtras["INIntentParameterMetadataKeyboardType"]
        == .string("ASCIICapable"))
  }

  @Test("a new definition reads back unchanged")
  func fromNothing() throws {
    let file = IntentDefinitionFile(
      intents: [
        IntentDefinition(
          name: "Made",
          parameters: [
            ParameterDefinition(
              name: "kind", type: .enumeration(TypeReference("Kind"), defaultCase: "first"),
              options: .dynamic(searchable: true), supportsMultipleValues: true,
              hasFixedSize: true, arraySizes: ArraySizes([.systemSmall: 2]))
          ])
      ],
      enums: [IntentEnum(name: "Kind", cases: [.init(name: "first", index: 1)])],
      types: [
        IntentObjectType(
          name: "Thing", properties: [.init(name: "size", type: .boolean(.init()))])
      ])
    let bytes = try DefinitionPlist.bytes(of: file)
    #expect(try IntentDefinitionReader.read(bytes, file: "x").file == file)
  }

  @Test("a foreign definition can be given what Xcode always writes")
  func completed() throws {
    let made = IntentDefinitionFile(intents: [IntentDefinition(name: "Made")])
    #expect(DefinitionPlist.value(of: made).dictionaryValue?.keys == ["INIntents"])
    let whole = DefinitionPlist.value(of: DefinitionPlist.completed(made))
    #expect(whole["INEnums"] == [] && whole["INTypes"] == [])
    #expect(whole["INIntentDefinitionModelVersion"] == "1.2")
    var old = made
    old.modelVersion = "1.0"
    #expect(DefinitionPlist.completed(old).modelVersion == "1.0")
  }

  @Test("a text that XML does not allow is an error")
  func controlCharacter() {
    let file = IntentDefinitionFile(intents: [IntentDefinition(name: "a\u{1}")])
    #expect(throws: FormatError.self) { try DefinitionPlist.bytes(of: file) }
  }
}
