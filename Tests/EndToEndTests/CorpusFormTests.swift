import DefinitionFormats
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import Testing
import WidgetTestSupport

/// Every widget intent in the corpus, with random answers in its form.
@Suite struct CorpusFormTests {
  static let corpus = URL(
    filePath: ProcessInfo.processInfo.environment["WIDGETCONFIG_CORPUS"] ?? "../shared/corpus",
    relativeTo: Sandbox.repository)

  static var definitions: [URL] {
    let files = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
    let all = files?.compactMap { $0 as? URL } ?? []
    return all.filter { $0.pathExtension == "intentdefinition" }.sorted { $0.path < $1.path }
  }

  static var isThere: Bool {
    if FileManager.default.fileExists(atPath: corpus.path) { return true }
    print("skipped: no corpus at \(corpus.path); name its folder in WIDGETCONFIG_CORPUS")
    return false
  }

  @Test(.enabled(if: isThere))
  func `Every form opens and accepts answers in every row, and its intent survives JSON`() throws {
    var files = 0
    var intents = 0
    var rows = 0
    for url in Self.definitions {
      let reading = try IntentDefinitionReader.read(path: url.path)
      files += 1
      for intent in reading.file.intents where intent.isEligibleForWidgets {
        let schema = IntentSchema(intent, in: reading.file)
        intents += 1
        for seed in 1...3 { rows += try walk(schema, seed: UInt64(seed), file: url.path) }
      }
    }
    #expect(files == 179)
    #expect(intents > 100)
    #expect(rows > 600)
  }

  /// Answers every visible row, and returns the number of answers.
  private func walk(_ schema: IntentSchema, seed: UInt64, file: String) throws -> Int {
    var random = SeededGenerator(seed: seed)
    let place = "\(file), \(schema.intent.name), seed \(seed)"
    let family = random.family()
    var state = FormState(
      FormSetup(schema: schema, title: schema.intent.name).takingJSON, family: family)
    #expect(state.start().isEmpty, "\(place): nothing is asked without a provider")
    var answered = Set<FormRowID>()
    while let row = state.focusableRows.first(where: {
      $0.parameter != nil && !answered.contains($0)
    }) {
      answered.insert(row)
      guard let parameter = schema.parameter(named: row.parameter ?? "") else { continue }
      guard let value = random.validValue(ofType: parameter.type, in: schema) else { continue }
      #expect(state.handle(.focus(row)).isEmpty)
      _ = state.handle(.setText(row, ValueText.text(of: value)))
      #expect(state.unreadTexts.isEmpty, "\(place), \(row): \(value)")
      // An unlimited array offers a new slot after each filled one; five of them are enough.
      if case .element(let name, 4) = row {
        answered.formUnion((5..<60).map { .element(name, $0) })
      }
    }
    _ = state.handle(.submit)
    guard case .submitted(let made) = state.phase else {
      Issue.record("\(place): \(state.issues)")
      return answered.count
    }
    let text = try IntentJSON.text(of: made, schema: schema)
    let document = try IntentJSON.read(Array(text.utf8), schema: schema)
    let again = try schema.resolve(document.draft, family: document.family).get()
    #expect(try IntentJSON.text(of: again, schema: schema) == text, "\(place)")
    return answered.count
  }
}
