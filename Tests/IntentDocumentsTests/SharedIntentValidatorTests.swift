import DefinitionFormats
import IntentDocuments
import IntentModel
import Testing
import WidgetTestSupport

/// One validator that many tasks share.
@Suite struct SharedIntentValidatorTests {
  @Test func `Many tasks get the same result as from separate validators`() async throws {
    var random = SeededGenerator(seed: 0x21)
    let schema = random.schema()
    let documents = try (0..<60).map { number -> [UInt8] in
      let draft = random.draft(for: schema, invalid: number % 3 == 0 ? 0.5 : 0)
      guard case .success(let intent) = schema.resolve(draft, family: .systemSmall) else {
        return Array(#"{"intent": "Unknown", "family": "systemSmall", "parameters": {}}"#.utf8)
      }
      return Array(try IntentJSON.text(of: intent, schema: schema).utf8)
    }
    var alone = IntentValidator([schema])
    let expected = documents.map { alone.validate($0) }
    #expect(expected.contains(.valid) && expected.contains { $0 != .valid })
    let shared = SharedIntentValidator([schema])
    let verdicts = await withTaskGroup(of: (Int, IntentValidator.Verdict).self) { group in
      for (place, document) in documents.enumerated() {
        group.addTask { (place, shared.validate(document)) }
      }
      return await group.reduce(into: [Int: IntentValidator.Verdict]()) { $0[$1.0] = $1.1 }
    }
    #expect(documents.indices.map { verdicts[$0] } == expected)
  }
}
