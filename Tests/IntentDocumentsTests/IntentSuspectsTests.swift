import FormatTestSupport
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Reading only what may be wrong finds exactly what reading the whole document finds.
@Suite struct IntentSuspectsTests {
  private static func document(_ parameters: String, family: String = "systemSmall") -> String {
    #"{"intent":"UpNextIntent","family":"\#(family)","parameters":{\#(parameters)}}"#
  }

  /// Parameters of a document and the keys that are left of them to be read again.
  private static let rows: [(parameters: String, left: [String])] = [
    (#""count":12,"emphasis":0.5"#, ["count"]),
    (#""emphasis":2,"count":3,"style":"agend""#, ["emphasis", "style"]),
    (#""emphasys":1,"count":3"#, ["emphasys"]),
    (#""count":null,"dedication":"x""#, ["count"]),
    (#""dedication":"a\nb","count":1"#, ["dedication"]),
    (#""lookAhead":"an hour","dayStart":{"hour":7}"#, ["lookAhead"]),
    (#""dayStart":{},"place":{"latitude":1}"#, ["dayStart", "place"]),
    (#""secret":"x","count":1"#, ["secret"]),
    (
      #""mirrorCalendarApp":true,"calendars":[{"identifier":"a","display":"A"}],"count":1"#,
      ["mirrorCalendarApp", "calendars"]
    ),
    (#""mirrorCalendarApp":3,"calendars":[],"count":1"#, ["mirrorCalendarApp", "calendars"]),
    (
      #""mirrorCalendarApp":false,"calendars":[{"identifier":"a","display":"A"},"#
        + #"{"identifier":"b","display":"B"}]"#,
      ["calendars"]
    ),
    (#""calendars":[{"identifier":"","colour":7}],"mirrorCalendarApp":false"#, ["calendars"]),
  ]

  @Test(arguments: rows.indices)
  func `what is right by itself and hides nothing is left out`(_ row: Int) throws {
    let (parameters, left) = Self.rows[row]
    let text = utf8(Self.document(parameters))
    var reader = IntentPlanReader(schemas: [.upNext], defaultFamily: nil)
    let isAccepted = accepts(text, &reader)
    #expect(!isAccepted)
    let found = reader.suspects()
    let suspects = try #require(found)
    #expect(suspects.document.objectValue?["parameters"]?.objectValue?.keys == left)
    agree(text, .upNext)
  }

  /// Documents that the plan has no say in.
  private static let unsure = [
    "", "nonsense", "[]", "null", #"{"intent":"UpNextIntent"}"#, #"{"a":1,"a":2}"#,
    document(#""count":12"#, family: "systemHuge"), document(#""count":-0"#),
    #"{"intent":"Other","family":"systemSmall","parameters":{"count":12}}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":[]}"#,
    #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{},"extra":1}"#,
  ]

  @Test(arguments: unsure)
  func `a document that the plan cannot judge is read as a whole`(_ text: String) {
    var reader = IntentPlanReader(schemas: [.upNext], defaultFamily: nil)
    let isAccepted = accepts(utf8(text), &reader)
    let suspects = reader.suspects()
    #expect(!isAccepted)
    #expect(suspects == nil)
    agree(utf8(text), .upNext)
  }

  @Test func `a name that is no text is found beside the parameters`() {
    agree(
      utf8(
        #"{"name":5,"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":0}}"#),
      .upNext)
    agree(
      utf8(#"{"name":5,"intent":"UpNextIntent","family":"systemSmall","parameters":{}}"#), .upNext)
  }

  @Test func `reading again changes nothing that is being written`() {
    var reader = IntentPlanReader(schemas: [.upNext], defaultFamily: nil)
    reader.isWriting = true
    let right = utf8(Self.document(#""count":3"#))
    let wrong = utf8(Self.document(#""dedication":"written","count":12"#))
    var verdicts = [accepts(right, &reader)]
    for _ in 0..<2 {
      verdicts.append(accepts(wrong, &reader))
      let result = wrong.withUnsafeBufferPointer { reader.read($0, number: 1) }
      #expect(throws: LocatedIssues.self) { try result.get() }
    }
    verdicts.append(accepts(right, &reader))
    #expect(verdicts == [true, false, false, true])
    let lines = String(decoding: reader.takeOutput(), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == lines.last)
    #expect(!lines.joined().contains("written"))
  }

  @Test(arguments: [1, 2, 3, 100])
  func `as many issues are told as with the whole`(_ most: Int) {
    let wrong = (0..<30).map { #""x\#($0)":\#($0)"# }.joined(separator: ",")
    var limits = FormatLimits.standard
    limits.maximumErrors = most
    agree(utf8(Self.document(#""count":12,\#(wrong),"emphasis":3"#)), .upNext, limits: limits)
  }

  @Test func `agrees with reading the whole on random definitions and documents`() throws {
    var anywhere = (invalid: 0, sure: 0)
    var inside = (invalid: 0, sure: 0)
    for seed in PropertySeeds("suspects and the whole", count: 100) {
      var random = SeededGenerator(seed: seed)
      let schema = random.schema()
      guard let document = random.document(for: schema) else { continue }
      for round in 0..<4 {
        let style: JSONStyle = random.chance(0.2) ? .pretty : .compact
        var changed = document
        if round < 2 {
          changed = random.mutated(document)
        } else if case .object(var members) = document, let values = members["parameters"] {
          members["parameters"] = random.mutated(values)
          changed = .object(members)
        }
        let text = try JSONText.bytes(of: changed, style: style)
        let (isInvalid, isSure) = agree(text, schema, "seed \(seed)")
        guard isInvalid else { continue }
        anywhere.invalid += 1
        anywhere.sure += isSure ? 1 : 0
        guard round >= 2 else { continue }
        inside.invalid += 1
        inside.sure += isSure ? 1 : 0
      }
    }
    // What is wrong among the parameters is what the plan is there to find; the rest have something
    // wrong beside them.
    #expect(inside.invalid > 100, "\(inside)")
    #expect(inside.sure * 100 >= inside.invalid * 90, "\(inside)")
    #expect(anywhere.sure < anywhere.invalid, "\(anywhere)")
  }

  /// Compares a reading of what may be wrong with a reading of the whole; says whether something
  /// was wrong, and whether the plan knew where.
  @discardableResult
  private func agree(
    _ text: [UInt8], _ schema: IntentSchema, limits: FormatLimits = .standard,
    _ comment: Comment? = nil
  ) -> (isInvalid: Bool, isSure: Bool) {
    let whole = Result { () throws(LocatedIssues) in
      try IntentJSON.read(
        text, schemas: [schema], defaultFamily: nil, firstLine: 7, limits: limits)
    }
    var reader = IntentPlanReader(schemas: [schema], defaultFamily: nil, limits: limits)
    let isAccepted = accepts(text, &reader)
    guard !isAccepted else {
      #expect((try? whole.get()) != nil, comment)
      return (false, false)
    }
    let isSure = reader.suspects() != nil
    let isAcceptedAgain = accepts(text, &reader)
    #expect(!isAcceptedAgain, comment)
    let result = text.withUnsafeBufferPointer { reader.read($0, number: 7) }
    #expect(result == whole, comment)
    if case .failure = whole { return (true, isSure) }
    return (false, isSure)
  }

  private func accepts(_ text: [UInt8], _ reader: inout IntentPlanReader) -> Bool {
    text.withUnsafeBufferPointer { reader.accepts($0) }
  }
}
