import Foundation
import Testing
import WidgetTestSupport

/// Syntax errors wherever the program reads JSON: the position, the rule, the remedy, and a caret
/// below the line, without terminal control sequences.
@Suite(.startsPrograms) struct SyntaxErrorTests {
  private static let verse = "INTENTS/Verse/Verse.json"

  private static func definition(_ name: String) -> String {
    Sandbox.repository.appending(path: "Intents/\(name)/\(name).intentdefinition").path
  }

  private static let comma = """
    f:3:33: No comma may follow the last entry. Remove it.
        "parameters": {"style": "list",}
                                      ^

    """

  private static let document = """
    {
      "intent": "UpNextIntent", "family": "systemSmall",
      "parameters": {"style": "list",}
    }

    """

  @Test func `validate shows the position`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.document, to: "f")
    try sandbox.check(
      CommandCase(
        ["validate", Self.definition("UpNext"), "f", "-q"], status: 1, output: Self.comma))
    // Every JSON line is checked, and the result still goes to standard output.
    let line = SampleIntents.line(intent: "UpNextIntent")
    let run = try sandbox.run(
      ["validate", Self.definition("UpNext"), "--canonical", "-q"], input: line + "{'a':1}\n" + line
    )
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(
      run.errors == """
        standard input:2:2: Single quotes are not allowed in JSON. Use double quotes.
          {'a':1}
           ^

        """)
  }

  @Test func `import shows the position`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.document, to: "f")
    try sandbox.check(
      CommandCase("import f", status: 1, errors: Self.comma + "Nothing is imported.\n"))
  }

  @Test func `answers show the position`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.document, to: "f")
    try sandbox.check(
      CommandCase(
        "edit UpNext --answers f", status: 1, errors: Self.comma + "Nothing is saved.\n"))
  }

  @Test(
    arguments: [
      ["convert", "d.json", "--to", "intentdefinition"], ["describe", "d.json"],
      ["validate", "d.json", "f"], ["diff", "d.json", "d.json"],
    ])
  func `definitions show the position`(_ arguments: [String]) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write("{\"intents\": [\n  {\"name\": Clock}]}\n", to: "d.json")
    let run = try sandbox.run(arguments)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors.hasPrefix(
        """
        d.json:2:12: “Clock” is not a JSON value. Put text in double quotes.
            {"name": Clock}]}
                     ^

        """))
  }

  @Test func `check shows the position`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write("{\"intents\": [\n  {\"name\": Clock}]}\n", to: "d.json")
    try sandbox.check(
      CommandCase(
        "check d.json -q", status: 1,
        output: """
          d.json
            2:12  error    “Clock” is not a JSON value. Put text in double quotes. json-syntax
                    {"name": Clock}]}
                             ^

          """))
  }

  @Test func `terminal control sequences are made visible`() throws {
    let sandbox = try Sandbox()
    let hostile = "{\"a\u{1B}]0;x\u{7}\": \u{202E}}"
    _ = try sandbox.write(hostile, to: "f")
    _ = try sandbox.write(hostile, to: "d.json")
    for arguments in [
      ["validate", Self.definition("UpNext"), "f"], ["import", "f"], ["check", "d.json"],
      ["describe", "d.json"], ["edit", "UpNext", "--answers", "f"],
    ] {
      let run = try sandbox.run(arguments)
      #expect(run.status == 1)
      let text = run.output + run.errors
      #expect(text.contains("␛"), "\(arguments)")
      let obeyed = text.unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
      }
      #expect(obeyed.isEmpty, "\(arguments)")
    }
  }

  /// Documents for another definition, and the messages of `validate`.
  static let others: [(intent: String, message: String)] = [
    (
      "XYUpNextIntent",
      "“XYUpNextIntent” has the class prefix “XY”, but “UpNextIntent” in the definition has none. "
        + "Write “UpNextIntent”, or use the definition that the document was made for."
    ),
    (
      "Agenda.UpNextIntent",
      "“Agenda.UpNextIntent” has the namespace “Agenda”, but the definition's intent "
        + "“UpNextIntent” has none. Write “UpNextIntent”, or use the definition that the "
        + "document was made for."
    ),
    (
      "UpNext",
      "“UpNext” is the name in the definition; a document uses the type name. Write “UpNextIntent”."
    ),
    (
      "UpNxetIntent",
      "None of the definitions has the intent “UpNxetIntent”. Did you mean “UpNextIntent”?"
    ),
  ]

  @Test(arguments: others)
  func `An intent with a different prefix or namespace is reported as such`(
    intent: String, message: String
  ) throws {
    let sandbox = try Sandbox()
    let line = SampleIntents.line("\"emphasis\":3", intent: intent)
    let column = 72 + intent.count
    let rest = "$.parameters.emphasis: 3 is above the maximum of 1. Give 1 or less.\n"
    try sandbox.check(
      CommandCase(
        ["validate", Self.definition("UpNext"), "-q"], input: line, status: 1,
        output: "standard input:1:11: $.intent: \(message)\n"
          + "standard input:1:\(column - 9): \(rest)"))
    try sandbox.check(
      CommandCase(
        "import -", input: line, status: 1,
        errors: """
          standard input:1:11: $.intent: \(message)
          standard input:1:\(column - 9): \(rest)Nothing is imported.

          """))
  }

  @Test func `Fields from newer programs are reported`() throws {
    let sandbox = try Sandbox()
    let line = """
      {"intent":"UpNextIntent","family":"systemSmall","relevance":0.5,"parameters":{"zoom":2}}

      """
    try sandbox.check(
      CommandCase(
        "import -", input: line, status: 1,
        errors: """
          standard input:1:49: $.relevance: There is no member “relevance” here. Choose from “name”, “intent”, \
          “family”, “parameters”.
          standard input:1:79: $.parameters.zoom: UpNextIntent has no parameter “zoom”. Choose from \
          “mirrorCalendarApp”, “calendars”, “filter”, “rangeStart”, “rangeEnd”, “lookAhead”, \
          “dayStart”, “emphasis”, “style”.
          Nothing is imported.

          """))
  }
}
