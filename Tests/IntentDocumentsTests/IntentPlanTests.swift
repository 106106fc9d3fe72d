import FormatTestSupport
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import IntentDocuments

/// The plan accepts only documents that the complete reader accepts, and writes the same bytes.
@Suite struct IntentPlanTests {
  private static let valid = [
    #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{}}"#,
    #"{"parameters":{"count":3},"family":"systemSmall","intent":"UpNextIntent","name":"a\"b"}"#,
    #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{"style":"agenda","mirrorCalendarApp":false,"calendars":[{"display":"Wörk","identifier":"w","weeks":4,"colour":"a\tb"}]}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"lookAhead":"PT36H"}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"lookAhead":"P1DT0.5S"}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"lookAhead":"PT90M"}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"dayStart":{"minute":5,"hour":7}}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"emphasis":0.75,"price":{"currencyCode":"EUR","amount":"-3"}}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"emphasis":1.0}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"emphasis":5e-1}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"emphasis":0.10}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"emphasis":0.0001}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"emphasis":0.12345678901234567}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"place":{"latitude":0.5,"longitude":-180}}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"link":"HTTPS://exämple.org/"}}"#,
  ]

  @Test(arguments: valid)
  func `accepts valid documents and writes the canonical line`(_ text: String) throws {
    let document = try IntentJSON.read(utf8(text), schema: .upNext)
    let intent = try IntentSchema.upNext.resolve(document.draft, family: document.family).get()
    let line = try IntentJSON.line(of: intent, name: document.name, schema: .upNext)
    #expect(canonical(utf8(text), .upNext) == line + "\n")
    #expect(canonical(utf8(line), .upNext) == line + "\n")
  }

  private static let refused = [
    "", "null", "[]", "{}", #"{"intent":"UpNextIntent","family":"systemMedium"}"#,
    #"{"intent":"UpNextIntent","family":"system Huge","parameters":{}}"#,
    #"{"intent":"Other","family":"systemSmall","parameters":{}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":null}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":0}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":1.0}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"calendars":[]}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"mirrorCalendarApp":true,"calendars":[]}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"mirrorCalendarApp":false,"calendars":[{"identifier":"a","display":"A"},{"identifier":"b","display":"B"}]}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"dedication":"a\nb"}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"dayStart":{}}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"dayStart":{"year":2026}}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"place":{"latitude":1}}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"lookAhead":"-PT1S"}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":1,"count":2}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"style":"unknown"}}"#,
  ]

  @Test(arguments: refused)
  func `refuses everything that the complete reader refuses`(_ text: String) {
    #expect(canonical(utf8(text), .upNext) == nil)
    #expect(throws: LocatedIssues.self) { try IntentJSON.read(utf8(text), schema: .upNext) }
  }

  @Test func `agrees with the complete reader on random definitions and documents`() throws {
    var counts = (sure: 0, valid: 0)
    for seed in PropertySeeds("plan and friendly path", count: 100) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard let document = random.document(for: schema) else { continue }
      for round in 0..<4 {
        let json = round == 0 ? document : random.mutated(document)
        let text = try JSONText.bytes(of: json, style: round == 1 ? .pretty : .compact)
        let fast = canonical(text, schema)
        guard let read = try? IntentJSON.read(text, schema: schema) else {
          #expect(fast == nil, "seed \(seed)\n\(String(decoding: text, as: UTF8.self))")
          continue
        }
        counts.valid += 1
        guard let fast else { continue }
        counts.sure += 1
        let intent = try schema.resolve(read.draft, family: read.family).get()
        let line = try IntentJSON.line(of: intent, name: read.name, schema: schema)
        #expect(fast == line + "\n", "seed \(seed)")
        // No accepted document is read a second time for its values.
        #expect(made(text, schema) == intent, "seed \(seed)")
      }
    }
    // The other valid documents have objects of unknown type, which only the complete reader reads.
    #expect(counts.sure * 100 >= counts.valid * 90, "\(counts)")
  }

  /// The intent that the plan makes from a document that it accepts.
  private func made(_ text: [UInt8], _ schema: IntentSchema) -> Intent? {
    var validator = IntentValidator([schema])
    return text.withUnsafeBufferPointer { text -> Intent? in
      guard case .accepted = validator.check(text, line: 1) else { return nil }
      return validator.acceptedIntent()
    }
  }

  private func canonical(_ text: [UInt8], _ schema: IntentSchema) -> String? {
    var reader = IntentValidator([schema], defaultFamily: nil)
    let verdict = reader.accepts(text)
    reader.isWriting = true
    let written = reader.accepts(text)
    #expect(verdict == written)
    return written ? String(decoding: reader.takeOutput(), as: UTF8.self) : nil
  }
}

extension IntentValidator {
  /// Whether the plan accepts a document without the complete reader.
  mutating func accepts(_ document: [UInt8]) -> Bool {
    let outcome = document.withUnsafeBufferPointer { check($0, line: 1) }
    if case .accepted = outcome { return true }
    return false
  }
}
