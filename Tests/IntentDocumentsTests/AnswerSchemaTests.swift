import FormatTestSupport
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// The stored part of a definition reads back unchanged, and is equivalent to the whole definition.
@Suite("The definition that is stored with a draft")
struct AnswerSchemaTests {
  private static let files: [String] = {
    ["Fixtures/Definitions", "Intents"].flatMap { folder -> [String] in
      let root = packageFolder + folder
      let walk = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      return walk.sorted().filter { $0.hasSuffix(".intentdefinition") || $0 == "Verse/Verse.json" }
        .map { "\(root)/\($0)" }
    }
  }()

  @Test("it reads back equal, keeps its tags, and agrees with the whole definition")
  func roundTrip() throws {
    #expect(Self.files.count > 10)
    for path in Self.files {
      let file = try IntentDefinitionReader.read(path: path).file
      for intent in file.intents {
        let schema = IntentSchema(intent, in: file)
        let kept = schema.answerSchema
        #expect(kept.answerSchema == kept, "\(path)")
        let again = try DraftJSON.readSchema(try DraftJSON.text(of: kept))
        #expect(again == kept, "\(path)")
        let tags = again.intent.parameters.map(\.identifyingTag)
        #expect(tags == intent.parameters.map(\.identifyingTag), "\(path)")
        // Every answer is carried over unchanged.
        for parameter in intent.parameters {
          let value = IntentValue.enumeration("a")
          let draft = IntentDraft(values: [parameter.name: value])
          #expect(
            draft.migrated(from: kept, to: schema) == draft.migrated(from: schema, to: schema))
        }
      }
    }
  }

  @Test("a definition of thousands of parameters is compared with itself")
  func manyParameters() throws {
    let parameters = (0..<4_000).map { (number: Int) in
      ParameterDefinition(
        name: "p\(number)", type: .enumeration(TypeReference("E"), defaultCase: nil), tag: number,
        displayPriority: number, isConfigurable: true)
    }
    let file = IntentDefinitionFile(
      intents: [IntentDefinition(name: "A", parameters: parameters)],
      enums: [IntentEnum(name: "E", cases: [IntentEnum.Case(name: "a", index: 1)])])
    let diff = DefinitionDiff(from: file, to: file)
    #expect(diff.intents[0].parameters.allSatisfy { $0.verdicts == [.unchanged] })
  }
}
