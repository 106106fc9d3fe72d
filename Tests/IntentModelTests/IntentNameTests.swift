import IntentModel
import Testing
import WidgetTestSupport

/// Names of intents that differ slightly from those in a definition.
@Suite struct IntentNameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let intent: IntentDefinition
    let mismatch: IntentNameMismatch?

    init(_ name: String, _ intent: IntentDefinition, _ mismatch: IntentNameMismatch?) {
      self.name = name
      self.intent = intent
      self.mismatch = mismatch
    }

    var testDescription: String { "\(name) for \(intent.typeName)" }
  }

  private static let plain = IntentDefinition(name: "UpNext", parameters: [])
  private static let prefixed = IntentDefinition(name: "UpNext", classPrefix: "AB", parameters: [])
  private static let named = IntentDefinition(
    name: "UpNext", className: "NextConfiguration", parameters: [])

  private static let rows: [Row] = [
    Row("UpNextIntent", plain, nil), Row("ABUpNextIntent", prefixed, nil),
    Row("NextConfiguration", named, nil),
    Row("ABUpNextIntent", plain, .classPrefix(found: "AB", expected: "")),
    Row("X1UpNextIntent", plain, .classPrefix(found: "X1", expected: "")),
    Row("UpNextIntent", prefixed, .classPrefix(found: "", expected: "AB")),
    Row("XYUpNextIntent", prefixed, .classPrefix(found: "XY", expected: "AB")),
    // A prefix that does not consist of capitals and digits makes the name a different one, and so
    // does a long prefix.
    Row("WhatsUpNextIntent", plain, nil), Row("aUpNextIntent", plain, nil),
    Row("ABCDEFGHIUpNextIntent", plain, nil),
    Row("ABCDEFGHUpNextIntent", plain, .classPrefix(found: "ABCDEFGH", expected: "")),
    Row("UpNext", plain, .definitionName), Row("UpNext", prefixed, .definitionName),
    Row("ABUpNext", prefixed, .definitionName), Row("XYUpNext", prefixed, nil),
    Row("UpNext", named, .definitionName),
    Row("Calendars.UpNextIntent", plain, .qualified("Calendars")),
    Row("2hXk1p.UpNextIntent", plain, .qualified("2hXk1p")),
    Row("com.example.UpNextIntent", plain, .qualified("com.example")),
    Row("Calendars.UpNext", plain, .qualified("Calendars")),
    Row("Calendars.XYUpNextIntent", plain, .qualified("Calendars")),
    Row("Calendars.Other", plain, nil), Row(".UpNextIntent", plain, nil),
    Row("UpNextIntent.", plain, nil), Row("", plain, nil), Row("Intent", plain, nil),
    Row("UpNextIntents", plain, nil),
    Row(String(repeating: "A", count: 401) + ".UpNextIntent", plain, nil),
  ]

  @Test("§6, §1.1: a name that differs in its prefix or its namespace is reported", arguments: rows)
  func mismatch(_ row: Row) {
    #expect(IntentNameMismatch(name: row.name, intent: row.intent) == row.mismatch)
  }

  private static let words: [(String, IntentDefinition, String)] = [
    (
      "ABUpNextIntent", plain,
      "wrong-intent $: “ABUpNextIntent” has the class prefix “AB”, but “UpNextIntent” in the "
        + "definition has none. Write “UpNextIntent”, or use the definition that the document was "
        + "made for."
    ),
    (
      "UpNextIntent", prefixed,
      "wrong-intent $: “UpNextIntent” has no class prefix, but “ABUpNextIntent” in the definition "
        + "has “AB”. Write “ABUpNextIntent”, or use the definition that the document was made for."
    ),
    (
      "XYUpNextIntent", prefixed,
      "wrong-intent $: “XYUpNextIntent” has the class prefix “XY”, but “ABUpNextIntent” in the "
        + "definition has “AB”. Write “ABUpNextIntent”, or use the definition that the document "
        + "was made for."
    ),
    (
      "Agenda.UpNextIntent", plain,
      "wrong-intent $: “Agenda.UpNextIntent” has the namespace “Agenda”, but the definition's "
        + "intent “UpNextIntent” has none. Write “UpNextIntent”, or use the definition "
        + "that the document was made for."
    ),
    (
      "UpNext", plain,
      "wrong-intent $: “UpNext” is the name in the definition; a document uses the type name. "
        + "Write “UpNextIntent”."
    ),
  ]

  @Test("The difference is described, with both names and a remedy", arguments: words)
  func sentence(_ name: String, _ intent: IntentDefinition, _ line: String) throws {
    let mismatch = try #require(IntentNameMismatch(name: name, intent: intent))
    let reason = IntentIssue.Reason.misnamedIntent(name, intent: intent.typeName, mismatch)
    #expect(IntentIssue(reason, at: .root).inOneLine == line)
  }
}
