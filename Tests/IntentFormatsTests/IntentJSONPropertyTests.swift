import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentFormats

/// What must hold for every definition and every draft.
@Suite struct IntentJSONPropertyTests {
  @Test func `What is exported is imported as the same intent, and exported as the same bytes`()
    throws
  {
    for seed in PropertySeeds("export, import, export", count: 600) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      let family = random.family()
      let draft = random.draft(for: schema)
      guard case .success(let intent) = schema.resolve(draft, family: family) else { continue }
      let text = try IntentJSON.text(of: intent, name: "Desk", schema: schema)
      let document: IntentJSON.Document
      do {
        document = try IntentJSON.read(utf8(text), schema: schema)
      } catch {
        Issue.record("seed \(seed)\n\(text)\n\(error)")
        continue
      }
      let again = try schema.resolve(document.draft, family: document.family).get()
      #expect(again == intent, "seed \(seed)\n\(text)")
      let second = try IntentJSON.text(of: again, name: document.name, schema: schema)
      #expect(second == text, "seed \(seed)")
    }
  }

  @Test func `A line says the same as a document`() throws {
    for seed in PropertySeeds("line and document", count: 200) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      let draft = random.draft(for: schema)
      guard case .success(let intent) = schema.resolve(draft, family: random.family()) else {
        continue
      }
      let line = try IntentJSON.line(of: intent, schema: schema)
      #expect(!line.contains("\n"), "seed \(seed)")
      let document = try IntentJSON.text(of: intent, schema: schema)
      let fromLine = try IntentJSON.read(utf8(line), schema: schema)
      let fromDocument = try IntentJSON.read(utf8(document), schema: schema)
      #expect(fromLine == fromDocument, "seed \(seed)")
    }
  }

  @Test func `Every draft of a store reads back whole`() throws {
    for seed in PropertySeeds("draft round trip", count: 600) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      var draft = random.draft(for: schema, invalid: 0.2)
      draft.values = draft.values.filter { !$0.value.hasNaN }
      let text = try DraftJSON.text(of: draft)
      #expect(try DraftJSON.read(text) == draft, "seed \(seed)\n\(text)")
    }
  }

  @Test func `A wrong value is reported and never imported`() throws {
    for seed in PropertySeeds("wrong values", count: 400) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      let draft = random.draft(for: schema, invalid: 0.5)
      let arguments = draft.values.sorted { $0.key < $1.key }.filter { $0.value.isFinite }
      let intent = Intent(
        typeName: schema.intent.typeName, family: random.family(),
        arguments: arguments.map { Intent.Argument(name: $0.key, value: $0.value) })
      let text = try IntentJSON.text(of: intent, schema: schema)
      guard let document = try? IntentJSON.read(utf8(text), schema: schema) else { continue }
      let evaluation = schema.evaluate(document.draft, family: document.family)
      let issues = evaluation.states.flatMap(\.issues)
      #expect(issues.isEmpty, "seed \(seed)\n\(text)")
    }
  }

  @Test func `No mutilated text crashes the reader`() throws {
    for seed in PropertySeeds("mutilated texts", count: 400) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard
        case .success(let intent) = schema.resolve(random.draft(for: schema), family: .systemLarge)
      else { continue }
      var bytes = utf8(try IntentJSON.text(of: intent, schema: schema))
      for _ in 0..<3 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          [0x22, 0x7B, 0x5D, 0x31, 0x2C, 0x00, 0xFF][
            Int.random(in: 0..<7, using: &random)]
      }
      let lines = complaints { try IntentJSON.read(bytes, schema: schema) }
      #expect(lines.allSatisfy { !$0.isEmpty }, "seed \(seed)")
      #expect(lines.count <= 100, "seed \(seed)")
    }
  }
}

extension IntentValue {
  /// Whether there is a number in the value that differs from itself.
  var hasNaN: Bool {
    switch self {
    case .decimal(let number), .timeInterval(let number): number.isNaN
    case .array(let values): values.contains(where: \.hasNaN)
    default: false
    }
  }

  /// Whether all numbers in the value are finite, so that JSON can express them.
  var isFinite: Bool {
    switch self {
    case .decimal(let number), .timeInterval(let number): number.isFinite
    case .measurement(let measurement): measurement.value.isFinite
    case .array(let values): values.allSatisfy { $0.isFinite }
    default: true
    }
  }
}
