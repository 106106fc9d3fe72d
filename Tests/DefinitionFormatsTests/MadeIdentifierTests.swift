import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import Testing

/// Identifiers that a handwritten definition omits are generated; they are the same each time.
@Suite struct MadeIdentifierTests {
  private static let text = """
    {
      "intents": [{
        "name": "Clock", "title": "Clock", "eligibleForWidgets": true,
        "parameters": [
          { "name": "isOn", "label": "On", "type": "boolean" },
          { "name": "style", "label": "Style", "type": "enum", "enum": "Style" }
        ]
      }],
      "enums": [{ "name": "Style", "cases": [{ "name": "a", "label": "A" }] }]
    }
    """

  private static func file(_ text: String) throws -> IntentDefinitionFile {
    try DefinitionJSON.read(Array(text.utf8), file: "f.json").get()
  }

  private static func identifiers(_ file: IntentDefinitionFile) -> [String?] {
    let intent = file.intents[0]
    return [intent.title.id] + intent.parameters.map(\.displayName.id)
      + file.enums[0].cases.filter { $0.displayName.text != nil }.map(\.displayName.id)
  }

  @Test func `Every text gets a unique identifier of six characters`() throws {
    let made = Self.identifiers(try Self.file(Self.text).withMadeIdentifiers()).compactMap { $0 }
    #expect(made.count >= 4)
    #expect(Set(made).count == made.count)
    #expect(made.allSatisfy { $0.count == 6 && $0.allSatisfy { $0.isLetter || $0.isNumber } })
  }

  @Test func `Identifiers stay when a text is changed or another text is inserted before it`()
    throws
  {
    let before = try Self.file(Self.text).withMadeIdentifiers()
    let renamed = Self.text.replacing("\"Style\", \"type\"", with: "\"Look\", \"type\"")
      .replacing(
        "\"parameters\": [",
        with: "\"parameters\": [{ \"name\": \"x\", \"label\": \"X\", \"type\": \"string\" },")
    let after = try Self.file(renamed).withMadeIdentifiers()
    let old = before.intents[0].parameters[1].displayName
    let new = after.intents[0].parameters[2].displayName
    #expect(old.text == "Style" && new.text == "Look")
    #expect(old.id == new.id)
  }

  @Test func `Existing identifiers stay the same`() throws {
    var file = try Self.file(Self.text)
    file.intents[0].title.id = "own123"
    #expect(file.withMadeIdentifiers().intents[0].title.id == "own123")
    #expect(file.withMadeIdentifiers().withMadeIdentifiers() == file.withMadeIdentifiers())
  }

  @Test func `A handwritten definition becomes the same property list with identifiers each time`()
    throws
  {
    let file = try Self.file(Self.text)
    let bytes = try DefinitionConversion.bytes(of: file, as: .propertyList, completing: true)
    #expect(
      try DefinitionConversion.bytes(of: file, as: .propertyList, completing: true) == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    for key in ["INIntentTitleID", "INIntentParameterDisplayNameID", "INEnumValueDisplayNameID"] {
      #expect(text.contains("<key>\(key)</key>"))
    }
    let again = try IntentDefinitionReader.read(bytes, file: "x.intentdefinition").file
    let json = try DefinitionConversion.bytes(of: again, as: .json)
    let back = try IntentDefinitionReader.read(json, file: "x.json").file
    #expect(try DefinitionConversion.bytes(of: back, as: .propertyList) == bytes)
  }
}
