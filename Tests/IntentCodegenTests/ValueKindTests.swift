import DefinitionFormats
import FormEngine
import Foundation
import IntentCodegen
import IntentDocuments
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

/// Each kind of value, in every format that can represent it.
///
/// A kind without a complete entry in the table of kinds fails here, and so does one that a reader
/// or a generator does not handle.
@Suite struct ValueKindTests {
  private static let reference = TypeReference("Stop")

  /// A type of the kind in a sample definition, and a value of the type.
  private static func sample(of kind: ValueKind) throws -> (type: ParameterType, value: IntentValue)
  {
    switch kind {
    case .enumeration:
      return (.enumeration(TypeReference("Style"), defaultCase: nil), .enumeration("list"))
    case .object:
      return (.object(reference), .object(IntentObject(identifier: "a", display: "A")))
    default: break
    }
    let type = try #require(kind.plain)
    if let example = type.coding?.example { return (type, example) }
    let values: [IntentValue] = [
      .boolean(true), .integer(3), .decimal(0.5), .string("Oslo"), .timeInterval(5_400),
      .dateComponents(DateComponents(year: 2026, month: 11, day: 28, hour: 7, minute: 30)),
      .url("https://example.org"), .file("/home/ann/picture.png"),
    ]
    return (type, try #require(values.first { $0.kind == kind }))
  }

  /// A definition with one parameter of the given type, as it is read from JSON.
  private static func definition(_ type: ParameterType) throws -> IntentDefinitionFile {
    let file = IntentDefinitionFile.sample(
      [ParameterDefinition(name: "answer", type: type)], enums: [.of("Style", "agenda", "list")],
      types: [.of("Stop", .own("line", .string(StringMetadata())))])
    let text = try DefinitionJSON.text(of: file)
    return try IntentDefinitionReader.read(Array(text.utf8), file: "a.json").file
  }

  @Test(arguments: ValueKind.allCases)
  func `A kind survives every format of definitions and of answers`(_ kind: ValueKind) throws {
    let (type, value) = try Self.sample(of: kind)
    #expect(type.kind == kind && value.kind == kind)
    #expect(kind.facts.type.init(intentValue: value)?.intentValue == value)
    let file = try Self.definition(type)
    let schema = IntentSchema(try #require(file.intents.first), in: file)
    #expect(schema.intent.parameters.first?.type == type)
    let propertyList = try IntentDefinitionReader.read(
      try DefinitionPlist.bytes(of: file), file: "a.intentdefinition")
    #expect(propertyList.file.intents.first?.parameters.first?.type == type)
    let draft = IntentDraft.set(["answer": value])
    let text = try IntentJSON.text(
      of: try schema.resolve(draft, family: .systemSmall).get(), schema: schema)
    let document = try IntentJSON.read(Array(text.utf8), schema: schema)
    #expect(document.draft == draft)
    var validator = IntentValidator([schema])
    #expect(validator.validate(Array(text.utf8)) == .valid)
    #expect(try DraftJSON.read(try DraftJSON.text(of: draft)) == draft)
    let coded = try JSONEncoder().encode(draft)
    #expect(try JSONDecoder().decode(IntentDraft.self, from: coded) == draft)
    let typed = ValueText.text(of: value)
    #expect(ValueText.value(of: typed, type: type, schema: schema) == .success(value))
  }

  @Test(arguments: ValueKind.allCases)
  func `A kind has a type in all generated code`(_ kind: ValueKind) throws {
    let file = try Self.definition(try Self.sample(of: kind).type)
    let expected: (typed: String, siriKit: String, appIntents: String) =
      switch kind {
      case .enumeration: ("Style", "Style", "StyleAppEnum")
      case .object: ("Stop", "Stop", "StopAppEntity")
      case .measurement:
        ("IntentMeasurement", "Measurement<UnitLength>", "Measurement<UnitLength>")
      default:
        ("\(kind.facts.type)", kind.facts.siriKit, try #require(kind.facts.appIntents))
      }
    let typed = TypedSwift(file, stem: "Sample").file.text
    #expect(typed.contains("answer: \(expected.typed)"))
    let classes = SiriKitClasses(file).files.map(\.text).joined()
    #expect(classes.contains("var answer: \(expected.siriKit)"))
    let appIntents = AppIntentsSwift(file, stem: "Sample").output.file.text
    #expect(appIntents.contains("var answer: \(expected.appIntents)"))
  }

  @Test
  func `A person, a card and an object of a source keep their identity, and a place its name`() {
    func chosen(_ kind: ValueKind) -> IntentValue? {
      kind.plain.flatMap { OptionItem(identifier: "id", display: "Title").value(for: $0) }
    }
    let known = ValueKind.allCases.filter { chosen($0)?.choiceIdentifier == "id" }
    #expect(known == [.string, .object, .url, .person, .file, .paymentMethod])
    #expect(chosen(.placemark) == .placemark(Placemark(name: "Title")))
    #expect(chosen(.person) == .person(Person(name: "Title", identifier: "id")))
    #expect(chosen(.speakableString) == .speakableString(SpeakableString(spokenPhrase: "Title")))
    #expect(chosen(.currencyAmount) == nil && chosen(.measurement) == nil)
  }
}
