import FormatTestSupport
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Properties of every definition and every draft.
@Suite struct IntentJSONPropertyTests {
  @Test func `An exported intent is imported unchanged, and exported as the same bytes`()
    throws
  {
    for var one in PropertyCases("export, import, export", count: 200) {
      let schema = one.schema
      let family = one.random.family()
      let draft = one.random.draft(for: schema)
      guard case .success(let intent) = schema.resolve(draft, family: family) else { continue }
      let text = try IntentJSON.text(of: intent, name: "Desk", schema: schema)
      let document: IntentJSON.Document
      do {
        document = try IntentJSON.read(utf8(text), schema: schema)
      } catch {
        Issue.record("\(one.name)\n\(text)\n\(error)")
        continue
      }
      let again = try schema.resolve(document.draft, family: document.family).get()
      #expect(again == intent, "\(one.name)\n\(text)")
      let second = try IntentJSON.text(of: again, name: document.name, schema: schema)
      #expect(second == text, "\(one.name)")
    }
  }

  @Test func `A line is equivalent to a document`() throws {
    for var one in PropertyCases("line and document", count: 200) {
      let schema = one.schema
      let draft = one.random.draft(for: schema)
      guard case .success(let intent) = schema.resolve(draft, family: one.random.family()) else {
        continue
      }
      let line = try IntentJSON.line(of: intent, schema: schema)
      #expect(!line.contains("\n"), "\(one.name)")
      let document = try IntentJSON.text(of: intent, schema: schema)
      let fromLine = try IntentJSON.read(utf8(line), schema: schema)
      let fromDocument = try IntentJSON.read(utf8(document), schema: schema)
      #expect(fromLine == fromDocument, "\(one.name)")
    }
  }

  @Test func `Every draft of a store reads back whole`() throws {
    for var one in PropertyCases("draft round trip", count: 200) {
      let schema = one.schema
      var draft = one.random.draft(for: schema, invalid: 0.2)
      draft.values = draft.values.filter { !$0.value.hasNaN }
      let text = try DraftJSON.text(of: draft)
      #expect(try DraftJSON.read(text) == draft, "\(one.name)\n\(text)")
    }
  }

  @Test func `A wrong value is reported and never imported`() throws {
    for var one in PropertyCases("wrong values", count: 200) {
      let schema = one.schema
      let draft = one.random.draft(for: schema, invalid: 0.5)
      let parameters = draft.values.sorted { $0.key < $1.key }.filter { $0.value.isFinite }
      let intent = Intent(
        typeName: schema.intent.typeName, family: one.random.family(),
        parameters: parameters.map { Intent.Parameter(name: $0.key, value: $0.value) })
      let text = try IntentJSON.text(of: intent, schema: schema)
      guard let document = try? IntentJSON.read(utf8(text), schema: schema) else { continue }
      let evaluation = schema.evaluate(document.draft, family: document.family)
      let issues = evaluation.states.flatMap(\.issues)
      #expect(issues.isEmpty, "\(one.name)\n\(text)")
    }
  }

  @Test func `The path of an issue leads to something in the document`() throws {
    var count = 0
    for var one in PropertyCases("paths of issues", count: 200) {
      guard let document = one.random.document(for: one.schema) else { continue }
      let mutated = one.random.mutated(document)
      let text = try JSONText.bytes(of: mutated, style: .pretty)
      let issues: [LocatedIssue]
      do throws(LocatedIssues) {
        _ = try IntentJSON.read(text, schema: one.schema)
        continue
      } catch {
        issues = error.issues
      }
      count += 1
      let map = try JSONText.parseWithPositions(text).1
      #expect(!issues.isEmpty, "\(one.name)")
      for issue in issues {
        let path = issue.issue.path.components.map(JSONPathComponent.init)
        let place = issue.issue.concernsKey ? map.keyPosition(of: path) : map.position(of: path)
        #expect(
          place.map { [$0.line, $0.column] } == [issue.line, issue.column],
          "\(one.name): \(issue)\n\(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(count > 0)
  }

  @Test func `No mutilated text crashes the reader`() throws {
    for var one in PropertyCases("mutilated texts", count: 200) {
      let schema = one.schema
      guard
        case .success(let intent) = schema.resolve(
          one.random.draft(for: schema), family: .systemLarge)
      else { continue }
      var bytes = utf8(try IntentJSON.text(of: intent, schema: schema))
      for _ in 0..<3 {
        let place = Int.random(in: 0..<bytes.count, using: &one.random)
        bytes[place] =
          [0x22, 0x7B, 0x5D, 0x31, 0x2C, 0x00, 0xFF][
            Int.random(in: 0..<7, using: &one.random)]
      }
      let lines = complaints { try IntentJSON.read(bytes, schema: schema) }
      #expect(lines.allSatisfy { !$0.isEmpty }, "\(one.name)")
      #expect(lines.count <= 100, "\(one.name)")
    }
  }
}

extension IntentValue {
  /// Whether the value contains a NaN.
  var hasNaN: Bool {
    switch self {
    case .decimal(let number), .timeInterval(let number): number.isNaN
    case .array(let values): values.contains(where: \.hasNaN)
    default: false
    }
  }

  /// Whether all numbers in the value are finite and can be represented in JSON.
  var isFinite: Bool {
    switch self {
    case .decimal(let number), .timeInterval(let number): number.isFinite
    case .measurement(let measurement): measurement.value.isFinite
    case .array(let values): values.allSatisfy { $0.isFinite }
    default: true
    }
  }
}
