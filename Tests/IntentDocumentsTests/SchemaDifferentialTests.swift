import FormatTestSupport
import Foundation
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Compares this package's verdict with that of Python's `jsonschema`, which uses the generated
/// schema.
@Suite(.startsPrograms) struct SchemaDifferentialTests {
  /// A definition with its documents and this package's verdicts.
  private struct Case {
    var name: String
    var schema: JSONValue
    var documents: [JSONValue]
    var verdicts: [Bool]
    /// Whether the schema omits rules, in which case it can accept more.
    var isOpen: Bool
  }

  static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    for number, line in enumerate(sys.stdin):
        case = json.loads(line)
        # Takes a hundred times as long as a document.
        if number % 8 == 0: Draft202012Validator.check_schema(case["schema"])
        v = Draft202012Validator(case["schema"])
        print("".join("1" if v.is_valid(d) else "0" for d in case["documents"]), flush=True)
    """

  @Test(.needsJSONSchema)
  func `a foreign validator agrees on random definitions`() throws {
    var cases: [Case] = []
    for seed in PropertySeeds(
      "schema differential", count: TestDepth.count(35, thorough: 200)
    ).prefix(400) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      cases.append(makeCase("seed \(seed)", schema, &random))
    }
    try compare(cases)
  }

  @Test(.enabled(if: Corpus.isAvailable), .needsJSONSchema)
  func `a foreign validator agrees on every widget intent of the corpus`() throws {
    var cases: [Case] = []
    var random = SeededGenerator(seed: 4)
    for name in Corpus.files(endingIn: ".intentdefinition") {
      guard let reading = try? IntentDefinitionReader.read(path: Corpus.path(of: name)) else {
        continue
      }
      for intent in reading.file.intents where intent.isEligibleForWidgets {
        let schema = IntentSchema(intent, in: reading.file)
        cases.append(makeCase("\(name) \(intent.name)", schema, &random))
      }
    }
    try compare(cases)
  }

  private func makeCase(
    _ name: String, _ schema: IntentSchema, _ random: inout SeededGenerator
  ) -> Case {
    var documents: [JSONValue] = []
    for _ in 0..<6 {
      guard let document = random.document(for: schema) else { continue }
      documents.append(document)
      for _ in 0..<4 { documents.append(random.mutated(document)) }
    }
    let verdicts = documents.map { document in
      guard let text = try? JSONText.bytes(of: document, style: .compact) else { return false }
      return (try? IntentJSON.read(text, schema: schema)) != nil
    }
    return Case(
      name: name, schema: SchemaJSON.json(of: schema), documents: documents, verdicts: verdicts,
      isOpen: !SchemaJSON.limitations(of: schema).isEmpty)
  }

  private func compare(_ cases: [Case]) throws {
    let input = try cases.map { one in
      let line: JSONValue = ["schema": one.schema, "documents": .array(one.documents)]
      return try JSONText.write(line, style: .compact) + "\n"
    }.joined()
    let answer = try FinishedProgram("python3", ["-c", Self.script], input: input)
    #expect(answer.status == 0)
    let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)
    var count = 0
    for (one, line) in zip(cases, lines) {
      for (index, theirs) in line.enumerated() where index < one.verdicts.count {
        count += 1
        let ours = one.verdicts[index]
        if one.isOpen, !ours { continue }
        #expect(
          ours == (theirs == "1"),
          "\(one.name): ours \(ours)\n\((try? JSONText.write(one.documents[index], style: .compact)) ?? "")"
        )
      }
    }
    #expect(lines.count > cases.count)
    print("compared \(count) documents of \(cases.count) intents")
  }
}
