import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import IntentDocuments

/// The verdict of a validator equals the result of reading the document, with the same problems.
@Suite struct IntentValidatorTests {
  private static func document(_ parameters: String, family: String = "systemSmall") -> String {
    #"{"intent":"UpNextIntent","family":"\#(family)","parameters":{\#(parameters)}}"#
  }

  /// Documents, and whether they are valid.
  private static let documents: [(text: String, isValid: Bool)] = [
    (document(#""count":1"#), true), (document(#""dayStart":{"hour":7}"#), true),
    (document(#""count":12,"emphasis":0.5"#), false),
    (document(#""emphasis":2,"count":3,"style":"agend""#), false),
    (document(#""emphasys":1,"count":3"#), false),
    (document(#""count":null,"dedication":"x""#), false),
    (document(#""dedication":"a\nb","count":1"#), false),
    (document(#""lookAhead":"an hour","dayStart":{"hour":7}"#), false),
    (document(#""dayStart":{},"place":{"latitude":1}"#), false),
    (document(#""secret":"x","count":1"#), true),
    (document(#""mirrorCalendarApp":true,"calendars":[{"identifier":"a","display":"A"}]"#), false),
    (document(#""mirrorCalendarApp":3,"calendars":[],"count":1"#), false),
    (document(#""calendars":[{"identifier":"","colour":7}],"mirrorCalendarApp":false"#), false),
    (document(#""count":12"#, family: "systemHuge"), false), (document(#""count":-0"#), false),
    ("", false), ("nonsense", false), ("[]", false), ("null", false), ("1", false),
    (#"{"a":1,"a":2}"#, false), ("{\n  \"intent\": \"UpNextIntent\",\n  \"family\": 1\n}", false),
    (#"{"intent":"UpNextIntent"}"#, false),
    (#"{"intent":"Other","family":"systemSmall","parameters":{"count":12}}"#, false),
    (#"{"intent":"UpNextIntent","family":"systemSmall","parameters":[]}"#, false),
    (#"{"intent":"UpNextIntent","family":"systemSmall","parameters":{},"extra":1}"#, false),
    (#"{"name":5,"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":0}}"#, false),
    (#"{"na\u0000me":5,"intent":"UpNextIntent","family":"systemSmall","parameters":{}}"#, false),
  ]

  @Test(arguments: documents.indices)
  func `the result and the issues equal those of reading`(_ row: Int) {
    let (text, isValid) = Self.documents[row]
    #expect(agree(utf8(text), .upNext) == isValid)
  }

  @Test func `bytes come in any form`() {
    let right = Self.document(#""count":1"#)
    let wrong = Self.document(#""count":12"#)
    var validator = IntentValidator([.upNext])
    var verdicts = [validator.validate(utf8(right)), validator.validate(right.utf8)]
    verdicts.append(validator.validate(ContiguousArray(right.utf8)))
    let bytes = utf8(right)
    verdicts.append(validator.validate(bytes.span))
    #expect(verdicts.allSatisfy { $0 == .valid })
    let refused = [validator.validate(utf8(wrong)), validator.validate(Data(wrong.utf8))]
    guard case .invalid(let issues) = refused[0] else {
      Issue.record("a document with a count of 12 is valid")
      return
    }
    #expect(refused[1] == refused[0])
    #expect(issues.issues.map(\.issue.path) == [.parameter("count")])
  }

  @Test func `no part of a refused document is written`() {
    var validator = IntentValidator([.upNext])
    validator.isWriting = true
    let right = utf8(Self.document(#""count":3"#))
    let wrong = utf8(Self.document(#""dedication":"written","count":12"#))
    let verdicts = [right, wrong, wrong, right].map { document in
      validator.validate(document) == .valid
    }
    #expect(verdicts == [true, false, false, true])
    let lines = String(decoding: validator.takeOutput(), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == lines.last)
    #expect(!lines.joined().contains("written"))
  }

  @Test(arguments: [1, 2, 3, 100])
  func `the same number of issues is reported as for the whole`(_ most: Int) {
    let wrong = (0..<30).map { #""x\#($0)":\#($0)"# }.joined(separator: ",")
    var limits = FormatLimits.standard
    limits.maximumErrors = most
    agree(utf8(Self.document(#""count":12,\#(wrong),"emphasis":3"#)), .upNext, limits: limits)
  }

  @Test func `agrees with reading on random definitions and documents`() throws {
    var counts = (valid: 0, invalid: 0)
    for seed in PropertySeeds("validator and reading", count: 100) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard let document = random.document(for: schema) else { continue }
      for round in 0..<4 {
        let style: JSONStyle = random.chance(0.2) ? .pretty : .compact
        var changed = document
        if round == 1 {
          changed = random.mutated(document)
        } else if round > 1, case .object(var members) = document,
          let values = members["parameters"]
        {
          members["parameters"] = random.mutated(values)
          changed = .object(members)
        }
        let text = try JSONText.bytes(of: changed, style: style)
        if agree(text, schema, "seed \(seed)") { counts.valid += 1 } else { counts.invalid += 1 }
      }
    }
    #expect(counts.valid > 100 && counts.invalid > 100, "\(counts)")
  }

  /// Compares a verdict with a reading; returns whether the document is valid.
  @discardableResult
  private func agree(
    _ text: [UInt8], _ schema: IntentSchema, limits: FormatLimits = .standard,
    _ comment: Comment? = nil
  ) -> Bool {
    var validator = IntentValidator([schema], limits: limits)
    let verdict = validator.validate(text, line: 7)
    do throws(LocatedIssues) {
      _ = try IntentJSON.read(
        text, schemas: [schema], defaultFamily: nil, firstLine: 7, limits: limits)
      #expect(verdict == .valid, comment)
    } catch {
      #expect(verdict == .invalid(error), comment)
    }
    let (validated, read) = (
      Result { () throws(LocatedIssues) in try validator.intent(from: text) },
      Result { () throws(LocatedIssues) in
        try IntentJSON.intent(from: text, schema: schema, limits: limits)
      }
    )
    #expect(validated == read, comment)
    return verdict == .valid
  }
}
