import DefinitionFormats
import IntentDocuments
import IntentModel
import Messages
import Testing

/// Each verdict of a comparison is tested by importing a stored configuration with the new
/// definition.
@Suite("Verdicts verified by import")
struct DiffImportTests {
  struct Case: CustomTestStringConvertible {
    var verdict: String
    /// Parameters and the rest of the document, before and after the change.
    var old: String
    var new: String
    var oldRoot = ""
    var newRoot = ""
    /// The stored parameters, and the effective parameters after the import.
    var stored: String
    var result: String
    /// The names of the parameters that lose a value.
    var losses: [String] = []
    /// The values that stay stored although they have no effect, or only a partial effect.
    var keptStored: [String] = []

    var testDescription: String { "\(verdict): \(stored)" }
  }

  private static let object = #"{ "name": "p", "tag": 1, "type": "object", "object": "T" }"#
  private static let choice =
    #"{ "name": "p", "tag": 1, "type": "enum", "enum": "E", "default": "a" }"#
  private static func cases(_ names: String...) -> String {
    let list = names.enumerated().map { #"{ "name": "\#($1)", "index": \#($0 + 1) }"# }
    return #", "enums": [{ "name": "E", "cases": [\#(list.joined(separator: ", "))] }]"#
  }
  /// The enum with the case `a`, and another case with the given index and title.
  private static func titled(
    _ name: String, _ index: Int, _ title: String, _ enumeration: String = "E"
  ) -> String {
    #"""
    , "enums": [{ "name": "\#(enumeration)", "cases": [{ "name": "a", "index": 1, "label": "A" },
      { "name": "\#(name)", "index": \#(index), "label": "\#(title)" }] }]
    """#
  }
  /// Cases without explicit indexes.
  private static func named(_ names: String...) -> String {
    #", "enums": [{ "name": "E", "cases": ["\#(names.joined(separator: "\", \""))"] }]"#
  }
  private static func type(_ properties: String, _ name: String = "T") -> String {
    #", "types": [{ "name": "\#(name)", "properties": [\#(properties)] }]"#
  }
  private static func p(_ type: String, _ more: String = "") -> String {
    #"{ "name": "p", "tag": 1, "type": "\#(type)"\#(more.isEmpty ? "" : ", " + more) }"#
  }
  private static func sized(_ medium: Int) -> String {
    p(
      "string",
      #""multiple": true, "fixedSize": true, "sizes": { "systemSmall": 1, "systemMedium": \#(medium) }"#
    )
  }
  private static func shown(when value: Bool? = nil) -> String {
    let condition = value.map {
      #""visibleWhen": { "parent": "q", "predicate": "BooleanHasExactValue", "value": \#($0) }"#
    }
    return #"{ "name": "q", "tag": 2, "type": "boolean" }, "# + p("string", condition ?? "")
  }

  static let all: [Case] = [
    Case(
      verdict: "unchanged", old: p("string"), new: p("string"), stored: #""p":"x""#,
      result: #""p":"x""#),
    Case(
      verdict: "renamed", old: p("string"), new: #"{ "name": "r", "tag": 1, "type": "string" }"#,
      stored: #""p":"x""#, result: #""r":"x""#),
    Case(
      verdict: "retyped", old: p("string"), new: p("boolean"), stored: #""p":"3""#,
      result: #""p":false"#, losses: ["p"]),
    Case(
      verdict: "converted", old: p("integer"), new: p("string"), stored: #""p":3"#,
      result: #""p":"3""#),
    Case(
      verdict: "converted", old: p("string"), new: p("integer"), stored: #""p":"x""#, result: "",
      losses: ["p"]),
    Case(
      verdict: "values-refused", old: p("string", #""multiline": true"#), new: p("string"),
      stored: #""p":"a\nb""#, result: "", losses: ["p"]),
    Case(
      verdict: "values-refused", old: p("dateComponents"),
      new: p("dateComponents", #""components": "date""#),
      stored: #""p":{"year":2026,"month":2,"day":3}"#,
      result: #""p":{"year":2026,"month":2,"day":3}"#),
    Case(
      verdict: "converted", old: p("integer"), new: p("decimal"), stored: #""p":3"#,
      result: #""p":3"#),
    Case(
      verdict: "converted", old: p("decimal"), new: p("integer"), stored: #""p":2.5"#, result: "",
      losses: ["p"]),
    Case(
      verdict: "converted", old: p("decimal"), new: p("integer"), stored: #""p":2"#,
      result: #""p":2"#),
    Case(
      verdict: "removed", old: p("string"), new: #"{ "name": "z", "tag": 9, "type": "string" }"#,
      stored: #""p":"x""#, result: "", losses: ["p"]),
    Case(
      verdict: "new", old: p("string"),
      new: p("string") + #", { "name": "n", "tag": 3, "type": "boolean", "default": true }"#,
      stored: #""p":"x""#, result: #""p":"x","n":true"#),
    Case(
      verdict: "new-without-default", old: p("string"),
      new: p("string") + #", { "name": "n", "tag": 3, "type": "string" }"#,
      stored: #""p":"x""#, result: #""p":"x""#),
    Case(
      verdict: "cases-gone", old: choice, new: choice, oldRoot: cases("a", "b", "c"),
      newRoot: cases("a", "b"), stored: #""p":"c""#, result: #""p":"a""#, losses: ["p"]),
    Case(
      verdict: "cases-gone", old: choice, new: choice, oldRoot: cases("a", "b", "c"),
      newRoot: cases("a", "b"), stored: #""p":"b""#, result: #""p":"b""#),
    Case(
      verdict: "cases-renamed", old: choice, new: choice, oldRoot: cases("a", "b"),
      newRoot: cases("a", "bee"), stored: #""p":"b""#, result: #""p":"bee""#),
    Case(
      verdict: "properties-gone", old: object, new: object,
      oldRoot: type(
        #"{ "name": "color", "type": "string" }, { "name": "size", "type": "integer" }"#),
      newRoot: type(#"{ "name": "size", "type": "integer" }"#),
      stored: #""p":{"identifier":"i","display":"I","color":"red","size":4}"#,
      result: #""p":{"identifier":"i","display":"I","size":4}"#, losses: ["p"]),
    // A property is identified by its tag, as a parameter is.
    Case(
      verdict: "properties-renamed", old: object, new: object,
      oldRoot: type(#"{ "name": "color", "tag": 101, "type": "string" }"#),
      newRoot: type(#"{ "name": "tone", "tag": 101, "type": "string" }"#),
      stored: #""p":{"identifier":"i","display":"I","color":"red"}"#,
      result: #""p":{"identifier":"i","display":"I","tone":"red"}"#),
    Case(
      verdict: "properties-gone", old: object, new: object,
      oldRoot: type(#"{ "name": "color", "tag": 101, "type": "string" }"#),
      newRoot: type(#"{ "name": "color", "tag": 102, "type": "string" }"#),
      stored: #""p":{"identifier":"i","display":"I","color":"red"}"#,
      result: #""p":{"identifier":"i","display":"I"}"#, losses: ["p"]),
    Case(
      verdict: "unchanged", old: object, new: object,
      oldRoot: type(#"{ "name": "color", "tag": 101, "type": "string" }"#),
      newRoot: type(#"{ "name": "color", "type": "string" }"#),
      stored: #""p":{"identifier":"i","display":"I","color":"red"}"#,
      result: #""p":{"identifier":"i","display":"I","color":"red"}"#),
    Case(
      verdict: "properties-converted", old: object, new: object,
      oldRoot: type(#"{ "name": "size", "type": "integer" }"#),
      newRoot: type(#"{ "name": "size", "type": "string" }"#),
      stored: #""p":{"identifier":"i","display":"I","size":4}"#,
      result: #""p":{"identifier":"i","display":"I","size":"4"}"#),
    Case(
      verdict: "properties-reduced", old: object, new: object,
      oldRoot: type(#"{ "name": "size", "type": "decimal" }"#),
      newRoot: type(#"{ "name": "size", "type": "integer" }"#),
      stored: #""p":{"identifier":"i","display":"I","size":2.5}"#,
      result: #""p":{"identifier":"i","display":"I"}"#, losses: ["p"]),
    Case(
      verdict: "properties-reduced", old: object, new: object,
      oldRoot: type(#"{ "name": "names", "type": "string", "multiple": true }"#),
      newRoot: type(#"{ "name": "names", "type": "string" }"#),
      stored: #""p":{"identifier":"i","display":"I","names":["a","b"]}"#,
      result: #""p":{"identifier":"i","display":"I","names":"a"}"#, losses: ["p"]),
    Case(
      verdict: "became-array", old: p("string"), new: p("string", #""multiple": true"#),
      stored: #""p":"x""#, result: #""p":["x"]"#),
    Case(
      verdict: "became-single", old: p("string", #""multiple": true"#), new: p("string"),
      stored: #""p":["x","y"]"#, result: #""p":"x""#, losses: ["p"]),
    Case(
      verdict: "became-single", old: p("string", #""multiple": true"#), new: p("string"),
      stored: #""p":["x"]"#, result: #""p":"x""#),
    Case(
      verdict: "sizes-reduced", old: sized(3), new: sized(2), stored: #""p":["x","y","z"]"#,
      result: #""p":["x","y"]"#, keptStored: ["p"]),
    Case(
      verdict: "bounds-narrowed", old: p("integer", #""minimum": 0, "maximum": 10"#),
      new: p("integer", #""minimum": 0, "maximum": 5"#), stored: #""p":7"#, result: "",
      losses: ["p"]),
    Case(
      verdict: "bounds-narrowed", old: p("integer", #""minimum": 0, "maximum": 10"#),
      new: p("integer", #""minimum": 0, "maximum": 5"#), stored: #""p":3"#, result: #""p":3"#),
    Case(
      verdict: "bounds-widened", old: p("integer", #""minimum": 0, "maximum": 5"#),
      new: p("integer", #""minimum": 0, "maximum": 10"#), stored: #""p":3"#, result: #""p":3"#),
    Case(
      verdict: "sizes-raised", old: sized(2), new: sized(3), stored: #""p":["x","y"]"#,
      result: #""p":["x","y"]"#),
    Case(
      verdict: "control-changed",
      old: p("decimal", #""control": "slider", "minimum": 0, "maximum": 1"#),
      new: p("decimal", #""control": "field", "minimum": 0, "maximum": 1"#), stored: #""p":0.5"#,
      result: #""p":0.5"#),
    Case(
      verdict: "date-kind-changed", old: p("dateComponents", #""components": "time""#),
      new: p("dateComponents"), stored: #""p":{"hour":7,"minute":30}"#,
      result: #""p":{"hour":7,"minute":30}"#),
    Case(
      verdict: "currencies-changed", old: p("currencyAmount", #""currencies": ["EUR"]"#),
      new: p("currencyAmount", #""currencies": ["EUR", "USD"]"#),
      stored: #""p":{"amount":"1.50","currencyCode":"EUR"}"#,
      result: #""p":{"amount":"1.50","currencyCode":"EUR"}"#),
    Case(
      verdict: "hidden", old: shown(when: false), new: shown(when: true),
      stored: #""q":false,"p":"x""#, result: #""q":false"#, keptStored: ["p"]),
    Case(
      verdict: "visibility-changed", old: shown(when: true), new: shown(),
      stored: #""q":true,"p":"x""#, result: #""q":true,"p":"x""#),
    Case(
      verdict: "lost-its-row", old: p("string"), new: p("string", #""configurable": false"#),
      stored: #""p":"x""#, result: #""p":"x""#),
    Case(
      verdict: "lost-its-row", old: p("string", #""multiple": true"#),
      new: p("string", #""multiple": true, "priority": null"#),
      stored: #""p":["x","y"]"#, result: #""p":["x","y"]"#),
    Case(
      verdict: "retitled", old: p("string", #""label": "A""#), new: p("string", #""label": "B""#),
      stored: #""p":"x""#, result: #""p":"x""#),
    Case(
      verdict: "replaced", old: p("string"), new: #"{ "name": "p", "tag": 2, "type": "string" }"#,
      stored: #""p":"x""#, result: "", losses: ["p"]),
    Case(
      verdict: "replaced", old: p("string", #""label": "A""#),
      new: #"{ "name": "r", "label": "R", "tag": 1, "type": "string" }"#,
      stored: #""p":"x""#, result: "", losses: ["p"]),
    Case(
      verdict: "renamed", old: p("string", #""label": "A""#),
      new: #"{ "name": "r", "label": "A", "tag": 1, "type": "string" }"#,
      stored: #""p":"x""#, result: #""r":"x""#),
    Case(
      verdict: "renamed", old: p("string", #""label": { "text": "A", "id": "i" }"#),
      new: #"{ "name": "r", "label": { "text": "R", "id": "i" }, "tag": 1, "type": "string" }"#,
      stored: #""p":"x""#, result: #""r":"x""#),
    Case(
      verdict: "not-judged", old: p("string", #""label": "A""#),
      new: #"{ "name": "r", "tag": 1, "type": "string" }"#,
      stored: #""p":"x""#, result: #""r":"x""#),
    Case(
      verdict: "not-judged", old: p("string"), new: #"{ "name": "p", "type": "string" }"#,
      stored: #""p":"x""#, result: #""p":"x""#),
    Case(
      verdict: "cases-replaced", old: choice, new: choice, oldRoot: titled("b", 2, "Bee"),
      newRoot: titled("c", 2, "Sea"), stored: #""p":"b""#, result: #""p":"a""#, losses: ["p"]),
    Case(
      verdict: "cases-replaced", old: choice, new: choice, oldRoot: titled("b", 2, "Bee"),
      newRoot: titled("c", 2, "Sea"), stored: #""p":"a""#, result: #""p":"a""#),
    Case(
      verdict: "cases-renamed", old: choice, new: choice, oldRoot: titled("b", 2, "Bee"),
      newRoot: titled("c", 2, "Bee"), stored: #""p":"b""#, result: #""p":"c""#),
    Case(
      verdict: "cases-retitled", old: choice, new: choice, oldRoot: titled("b", 2, "Bee"),
      newRoot: titled("b", 2, "Sea"), stored: #""p":"b""#, result: #""p":"b""#),
    Case(
      verdict: "cases-new", old: choice, new: choice, oldRoot: cases("a", "b"),
      newRoot: cases("a", "b", "c"), stored: #""p":"b""#, result: #""p":"b""#),
    // Without an explicit index, only the name decides.
    Case(
      verdict: "cases-gone", old: choice, new: choice, oldRoot: named("a", "b"),
      newRoot: named("a", "c"), stored: #""p":"b""#, result: #""p":"a""#, losses: ["p"]),
    Case(
      verdict: "indexes-not-stated", old: choice, new: choice, oldRoot: named("a", "b"),
      newRoot: named("a", "x", "b"), stored: #""p":"b""#, result: #""p":"b""#),
    // A renamed type is kept, together with its properties.
    Case(
      verdict: "converted", old: object, new: object.replacing("\"T\"", with: "\"U\""),
      oldRoot: type(#"{ "name": "size", "type": "integer" }"#),
      newRoot: type(#"{ "name": "size", "type": "integer" }"#, "U"),
      stored: #""p":{"identifier":"i","display":"I","size":4}"#,
      result: #""p":{"identifier":"i","display":"I","size":4}"#),
    Case(
      verdict: "retyped", old: object, new: object.replacing("\"T\"", with: "\"U\""),
      oldRoot: type(#"{ "name": "size", "type": "integer" }"#),
      newRoot: type(#"{ "name": "tone", "type": "integer" }"#, "U"),
      stored: #""p":{"identifier":"i","display":"I"}"#, result: "", losses: ["p"]),
    Case(
      verdict: "converted", old: choice, new: choice.replacing("\"E\"", with: "\"F\""),
      oldRoot: titled("b", 2, "Bee"), newRoot: titled("c", 2, "Bee", "F"),
      stored: #""p":"b""#, result: #""p":"c""#),
    Case(
      verdict: "default-changed", old: p("string", #""default": "x""#),
      new: p("string", #""default": "y""#), stored: "", result: #""p":"y""#),
    Case(
      verdict: "default-changed", old: p("string", #""default": "x""#),
      new: p("string", #""default": "y""#), stored: #""p":"x""#, result: #""p":"x""#),
  ]

  private func file(_ parameters: String, _ root: String) throws -> IntentDefinitionFile {
    let text = #"{ "intents": [{ "name": "S", "parameters": [\#(parameters)] }]\#(root) }"#
    return try DefinitionJSON.read(Array(text.utf8), file: "s.json").get()
  }

  private func schema(_ file: IntentDefinitionFile) throws -> IntentSchema {
    try #require(IntentSchema(intentNamed: "S", in: file))
  }

  private func document(_ parameters: String) -> [UInt8] {
    Array(#"{"intent":"SIntent","family":"systemMedium","parameters":{\#(parameters)}}"#.utf8)
  }

  @Test("a stored configuration changes as the verdict says", arguments: all)
  func verdict(_ item: Case) throws {
    let (before, after) = (
      try file(item.old, item.oldRoot), try file(item.new, item.newRoot)
    )
    let (old, new) = (try schema(before), try schema(after))
    let change = try verdict(named: item.verdict, DefinitionDiff(from: before, to: after))

    let stored = try IntentJSON.read(document(item.stored), schema: old).draft
    let migration = stored.migrated(from: old, to: new)
    let intent = try new.resolve(migration.draft, family: .systemMedium).get()
    let line = try IntentJSON.line(of: intent, schema: new)
    #expect(line == String(decoding: document(item.result), as: UTF8.self))
    let imported = try IntentJSON.read(Array(line.utf8), schema: new)
    #expect(try new.resolve(imported.draft, family: .systemMedium).get() == intent)

    #expect(migration.losses.map(\.parameter) == item.losses)
    if !item.losses.isEmpty { #expect(change.effect.isLoss) }
    if change.effect == .lost { #expect(!item.losses.isEmpty) }
    for name in item.keptStored {
      #expect(migration.draft[name] == stored[name])
      #expect(intent[name] != stored[name])
    }
    if change.effect == .outOfEffect { #expect(!item.keptStored.isEmpty) }
  }

  /// Changes that can occur together with any other verdict: a new parameter or case, a moved one,
  /// and a case of a renamed enum.
  private static let companions = [
    "new-without-default", "cases-new", "cases-renamed", "cases-gone",
  ]

  private func verdict(named code: String, _ diff: DefinitionDiff) throws -> DiffVerdict {
    let verdicts = diff.intents.flatMap(\.parameters).flatMap(\.verdicts)
    #expect(
      Set(verdicts.map(\.code)).subtracting(Self.companions + ["unchanged", code]) == [])
    return try #require(verdicts.first { $0.code == code })
  }

  @Test("every verdict is verified, and every partial loss has a value that survives")
  func completeness() {
    let codes = Set(Self.all.map(\.verdict))
    #expect(codes.count == 34)
    for code in [
      "cases-gone", "cases-replaced", "bounds-narrowed", "became-single", "values-refused",
    ] {
      let cases = Self.all.filter { $0.verdict == code }
      #expect(Set(cases.map(\.losses.isEmpty)) == [true, false])
    }
  }

  @Test("a removed intent loses its configurations")
  func goneIntent() throws {
    let before = try file(Self.p("string"), "")
    let text = #"{ "intents": [{ "name": "R", "parameters": [\#(Self.p("string"))] }] }"#
    let after = try DefinitionJSON.read(Array(text.utf8), file: "s.json").get()
    let diff = DefinitionDiff(from: before, to: after)
    #expect(diff.intents.map(\.presence) == [.gone(heir: "RIntent"), .new])
    #expect(diff.losesAnswers)
    let new = try #require(IntentSchema(intentNamed: "R", in: after))
    #expect(throws: LocatedIssues.self) {
      try IntentJSON.read(document(#""p":"x""#), schema: new)
    }
  }

  @Test("invalid answers and a provider's defaults are carried over; unknown ones are reported")
  func oddDrafts() throws {
    let schema = try schema(try file(Self.p("integer", #""maximum": 5"#), ""))
    let draft = IntentDraft(values: ["p": .integer(9), "stray": .boolean(true)])
    let migration = draft.migrated(from: schema, to: schema)
    #expect(migration.draft.values == ["p": .integer(9)])
    #expect(migration.losses.map(\.parameter) == ["stray"])
    let renamed = try self.schema(
      try file(#"{ "name": "r", "tag": 1, "type": "integer" }"#, ""))
    let defaults = IntentDraft(defaults: ["p": .integer(4)])
    #expect(
      defaults.migrated(from: schema, to: renamed).draft
        == IntentDraft(defaults: ["r": .integer(4)]))
  }
}
