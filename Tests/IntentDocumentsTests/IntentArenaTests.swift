import FormatTestSupport
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Where json-c's objects come from makes no difference to verdicts, issues and canonical bytes.
@Suite struct IntentArenaTests {
  /// What a reader says of a document, and writes of it.
  private struct Outcome: Equatable {
    var isAccepted: Bool
    var written: [UInt8]
    var issues: [String]
  }

  private func outcome(_ text: [UInt8], _ reader: inout IntentPlanReader) -> Outcome {
    text.withUnsafeBufferPointer { text in
      let isAccepted = reader.accepts(text)
      return outcome(of: text, isAccepted: isAccepted, &reader)
    }
  }

  private func outcome(
    of text: UnsafeBufferPointer<UInt8>, isAccepted: Bool, _ reader: inout IntentPlanReader
  ) -> Outcome {
    var issues: [String] = []
    if !isAccepted, case .failure(let found) = reader.read(text, number: 3) {
      issues = found.errors(file: "-").errors.map(\.description)
    }
    return Outcome(isAccepted: isAccepted, written: reader.takeOutput(), issues: issues)
  }

  private func reader(_ schema: IntentSchema, usesArena: Bool) -> IntentPlanReader {
    var reader = IntentPlanReader(schemas: [schema], defaultFamily: nil, usesArena: usesArena)
    reader.isWriting = true
    return reader
  }

  @Test func `random documents, right and wrong and broken, come out the same`() throws {
    var counts = (accepted: 0, refused: 0)
    for seed in PropertySeeds("documents in an arena", count: 200) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard let document = random.document(for: schema) else { continue }
      var inside = reader(schema, usesArena: true)
      var outside = reader(schema, usesArena: false)
      for round in 0..<6 {
        let json = round % 2 == 0 ? document : random.mutated(document)
        var text = try JSONText.bytes(of: json, style: round < 3 ? .compact : .pretty)
        if round == 5, let place = text.indices.randomElement(using: &random) {
          text[place] = UInt8.random(in: 0...255, using: &random)
        }
        let found = outcome(text, &inside)
        #expect(found == outcome(text, &outside), "seed \(seed)")
        if found.isAccepted { counts.accepted += 1 } else { counts.refused += 1 }
      }
    }
    #expect(counts.accepted > 100 && counts.refused > 100, "\(counts)")
  }

  /// Parameters of documents that need more memory than an arena has, beside one that does not.
  private static let large: [(parameters: String, isValid: Bool)] = [
    (#""count":3"#, true),
    (#""dedication":"\#(String(repeating: "東京 ", count: 330_000))""#, true),
    (#""dedication":"\#(String(repeating: "x", count: 2_200_000))\n""#, false),
    (
      #""mirrorCalendarApp":false,"calendars":[{"identifier":"a","display":"A","weeks":["#
        + String(repeating: "1,", count: 50_000) + "2]}]", false
    ),
    (
      #""mirrorCalendarApp":false,"calendars":["#
        + (0..<5_000).map { #"{"identifier":"\#($0)","display":"D"}"# }.joined(separator: ",")
        + "]", false
    ),
  ]

  @Test func `documents larger than an arena come out the same, and so do those after them`() {
    var inside = reader(.upNext, usesArena: true)
    var outside = reader(.upNext, usesArena: false)
    // The first fits, also after those that do not.
    for (parameters, isValid) in Self.large + Self.large.prefix(1) {
      let text = utf8(
        #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{\#(parameters)}}"#)
      let found = outcome(text, &inside)
      #expect(found.isAccepted == isValid, "\(parameters.prefix(60))")
      #expect(found == outcome(text, &outside), "\(parameters.prefix(60))")
    }
  }

  @Test func `two readers in one thread do not touch each other's documents`() {
    var first = IntentPlanReader(schemas: [.upNext], defaultFamily: nil)
    var second = IntentPlanReader(schemas: [.upNext], defaultFamily: nil)
    for count in 10...40 {
      let wrong = utf8(
        #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":\#(count)}}"#)
      let right = utf8(
        #"{"intent":"UpNextIntent","family":"systemLarge","parameters":{"dedication":"\#(count)"}}"#
      )
      // The first document stays loaded while the second reader has its own.
      #expect(!wrong.withUnsafeBufferPointer { first.accepts($0) })
      #expect(right.withUnsafeBufferPointer { second.accepts($0) })
      let result = wrong.withUnsafeBufferPointer { first.read($0, number: 1) }
      guard case .failure(let issues) = result else {
        Issue.record("\(count) is more than 9")
        continue
      }
      let text = issues.errors(file: "-").errors.map(\.description).joined()
      #expect(text.contains("\(count)"), "\(text)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 7], [false, true])
  func `documents judged in groups come out as one by one`(_ size: Int, _ usesArena: Bool) throws {
    for seed in PropertySeeds("groups of documents", count: 15) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard let document = random.document(for: schema) else { continue }
      let lines = try (0..<12).map { _ in
        let json = random.chance(0.5) ? document : random.mutated(document)
        return String(decoding: try JSONText.bytes(of: json, style: .compact), as: UTF8.self)
      }
      var single = reader(schema, usesArena: false)
      let expected = lines.map { outcome(utf8($0), &single) }
      var grouping = reader(schema, usesArena: usesArena)
      #expect(grouped(lines, size, &grouping) == expected, "seed \(seed)")
    }
  }

  private func grouped(
    _ lines: [String], _ size: Int, _ reader: inout IntentPlanReader
  ) -> [Outcome] {
    var outcomes: [Outcome] = []
    utf8(lines.joined(separator: "\n")).withUnsafeBufferPointer { text in
      var groups = LineGroups(text)
      while groups.next(most: size) {
        reader.load(groups.lines)
        for (place, line) in groups.lines.enumerated() {
          let isAccepted = reader.accepts(loaded: place)
          outcomes.append(outcome(of: line, isAccepted: isAccepted, &reader))
        }
      }
    }
    return outcomes
  }

  @Test func `as many readers as one likes read at once`() async {
    let wrong = await withTaskGroup(of: Int.self) { group in
      for number in 0..<90 { group.addTask { Self.wrongVerdicts(number) } }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  private static func wrongVerdicts(_ number: Int) -> Int {
    var reader = IntentPlanReader(schemas: [.upNext], defaultFamily: nil)
    return (0..<100).count { round in
      let count = (number + round) % 14
      let text = utf8(
        #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":\#(count)}}"#)
      return text.withUnsafeBufferPointer { reader.accepts($0) } != (1...9).contains(count)
    }
  }
}
