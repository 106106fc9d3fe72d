import DefinitionFormats
import Foundation
import IntentDocuments
import IntentModel
import Testing

// The Swift of the article “Validate what a server receives”, without changes.

@Test func `A document is read, checked and resolved`() throws {
  var repository = URL(filePath: #filePath)
  for _ in 0..<3 { repository.deleteLastPathComponent() }
  let definition = repository.appending(path: "Intents/UpNext/UpNext.intentdefinition").path
  let bytes = Array(#"{"intent": "UpNextIntent", "family": "systemSmall", "parameters": {}}"#.utf8)
  do {
    let file = try IntentDefinitionReader.read(path: definition).file
    guard let schema = IntentSchema(intentNamed: "UpNextIntent", in: file) else {
      throw MissingIntent()
    }
    let intent = try IntentJSON.intent(from: bytes, schema: schema)
    let validator = SharedIntentValidator([schema])
    let verdict = validator.validate(bytes)
    let received = try validator.intent(from: bytes)
    #expect(verdict == .valid && received == intent)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(validator.validate(text) == .valid)
    #expect(try validator.intent(from: text) == intent)
    var alone = IntentValidator([schema])
    #expect(try alone.intent(from: text) == intent)
    #expect(intent.family == .systemSmall)
    #expect(!intent.parameters.isEmpty)
  }
}

/// This is an error by the author of the program.
private struct MissingIntent: Error {}
