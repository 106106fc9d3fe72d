import Foundation
import Testing
import WidgetTestSupport

/// Definitions without a `widget.json`, including those with several intents.
@Suite(.startsPrograms) struct BareDefinitionTests {
  static let several = """
    {"intents":[
    {"name":"One","eligibleForWidgets":true,"parameters":[
    {"name":"number","label":{"text":"Number"},"type":"integer","minimum":1,"maximum":9}]},
    {"name":"Two","eligibleForWidgets":true,"parameters":[
    {"name":"text","label":{"text":"Text"},"type":"string"}]}]}
    """

  static func intent(_ name: String, _ parameter: String) -> String {
    """
    {
      "intent": "\(name)Intent",
      "family": "systemMedium",
      "parameters": {
        \(parameter)
      }
    }

    """
  }

  /// Commands in a new folder with the definition, and their entire output.
  static let cases: [CommandCase] = [
    CommandCase(
      "edit ./a.json", status: 2,
      errors: "./a.json: There are several intents: One, Two. Choose one with --intent.\n"),
    CommandCase(
      "edit ./a.json --intent Three", status: 2,
      errors: "./a.json: There is no intent “Three”. The intents are: One, Two.\n"),
    CommandCase(
      "edit ./a.json --intent Twoo", status: 2,
      errors: "./a.json: There is no intent “Twoo”. Did you mean “Two”?\n"),
    CommandCase(
      "edit ./a.json --intent One -q --set number=3", output: intent("One", "\"number\": 3")),
    CommandCase(
      "edit a.json --intent OneIntent -q --set number=9", output: intent("One", "\"number\": 9")),
    CommandCase(
      "edit ./a.json --intent One -q --set number=10", status: 1,
      errors: """
        --set: $.parameters.number: 10 is above the maximum of 9. Give 9 or less.
        Nothing is saved.

        """),
    CommandCase(
      "edit ./a.json --intent One -q --set number=1.5", status: 1,
      errors: """
        --set: $.parameters.number: Expected a whole number, found “1.5”.
        Nothing is saved.

        """),
    CommandCase(
      "edit ./a.json --intent Two -q --set number=3", status: 1,
      errors: """
        --set: $.parameters.number: TwoIntent has no parameter “number”. Choose from “text”.
        Nothing is saved.

        """),
    CommandCase(
      ["edit", "./a.json", "--intent", "Two", "-q", "--set", "text=a=b, \"c\""],
      output: intent("Two", "\"text\": \"a=b, \\\"c\\\"\"")),
    CommandCase(
      "edit ./none.json", status: 1, errors: "./none.json: The definition has no intents.\n"),
  ]

  @Test(arguments: cases)
  func `commands on a definition`(_ row: CommandCase) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.several, to: "a.json")
    _ = try sandbox.write(#"{"intents":[]}"#, to: "none.json")
    try sandbox.check(row)
  }

  @Test(arguments: ["timeline", "simulate", "open"])
  func `one of several intents is chosen wherever an intent is needed`(_ command: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.several, to: "a.json")
    let file = "a.intentdefinition"
    _ = try sandbox.run(["convert", "a.json", "--to", "intentdefinition", "-o", file])
    for row in [
      CommandCase(
        [command, file], status: 2,
        errors: "\(file): There are several intents: One, Two. Choose one with --intent.\n"),
      CommandCase(
        [command, file, "--intent", "Twoo"], status: 2,
        errors: "\(file): There is no intent “Twoo”. Did you mean “Two”?\n"),
      CommandCase(
        [command, file, "--intent", "Two"], status: 1,
        errors: """
          a-Two has no timeline provider. Make a widget from it: widgetconfig new NAME --from \
          HERE/\(file) --intent Two

          """),
      CommandCase(
        ["edit", file, "--intent", "Two", "-q", "--set", "text=x", "--name", "Desk"],
        output: Self.intent("Two", "\"text\": \"x\"")),
      CommandCase(
        [command, "Desk", "--intent", "One"], status: 2,
        errors: "Desk: There is no intent “One”. The intents are: Two.\n"),
    ] { try sandbox.check(row) }
  }

  @Test func `a placed widget keeps its definition, even if the file is gone`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.several, to: "a.json")
    let text = Self.intent("Two", "\"text\": \"x\"")
    let number = Self.intent("One", "\"number\": 4")
    let verse = SampleIntents.verse(emphasis: "1")
    let gone = "HERE/a.json: The file does not exist. Check the path.\n"
    for row in [
      CommandCase("edit ./a.json --intent Two -q --set text=x --name Desk", output: text),
      CommandCase("edit ./a.json --intent One -q --set number=4", output: number),
      CommandCase("edit Verse -q --set emphasis=1", output: verse),
      CommandCase("export Desk", output: text.named("Desk")),
      CommandCase("export a-One", output: number),
      // The widget is placed, so its name is enough for `edit`.
      CommandCase("edit Desk -q --set text=x", output: text),
    ] { try sandbox.check(row) }
    try sandbox.makeFolder("nowhere")
    let list = try sandbox.run(["list", "--intents", "nowhere"])
    #expect(list.status == 0)
    #expect(list.errors.isEmpty)
    #expect(
      sandbox.timeless(sandbox.anonymous(list.output)).replacing(#/ {2,}/#, with: "  ") == """
        Widgets:
          none in nowhere; name other widgets with --intents
        Placed:
          Desk  HERE/a.json  Medium  MOMENT  current
          Verse  Verse  Medium  MOMENT  the definition cannot be read
          a-One  HERE/a.json  Medium  MOMENT  current

        """)
    try FileManager.default.removeItem(atPath: file)
    for command in ["edit Desk -q --set text=y", "timeline Desk"] {
      try sandbox.check(CommandCase(command, status: 1, errors: gone))
    }
    // An export does not need the definition: if it is missing, the export contains the stored
    // answers, and the command reports this.
    func stored(_ name: String) -> String {
      "The answers of “\(name)” are written as they are stored, hidden ones too.\n"
    }
    try sandbox.check(
      CommandCase(
        "export Desk", status: 1, output: text.named("Desk"), errors: gone + stored("Desk")))
    try sandbox.check(
      CommandCase(
        "export --all", status: 1,
        output: """
          {"name":"Desk","intent":"TwoIntent","family":"systemMedium","parameters":{"text":"x"}}
          {"name":"Verse","intent":"VerseIntent","family":"systemMedium","parameters":\
          {"collection":"morning","interval":"PT3H","emphasis":1,"isDedicated":false}}
          {"name":"a-One","intent":"OneIntent","family":"systemMedium","parameters":{"number":4}}

          """,
        errors: ["Desk", "a-One"].map { "\($0): \(gone)\($0): \(stored($0))" }.joined()))
    _ = try sandbox.write(Self.several, to: "a.json")
    try sandbox.check(CommandCase("export Desk", output: text.named("Desk")))
  }

  @Test func `an answer that the definition no longer allows is reported and kept`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.several, to: "a.json")
    try sandbox.check(
      CommandCase(
        "edit ./a.json --intent One -q --set number=8",
        output: Self.intent("One", "\"number\": 8")))
    _ = try sandbox.write(
      Self.several.replacing("\"maximum\":9", with: "\"maximum\":5"), to: "a.json")
    try sandbox.check(
      CommandCase(
        "export a-One",
        output: """
          {
            "intent": "OneIntent",
            "family": "systemMedium",
            "parameters": {}
          }

          """,
        errors: """
          a-One: The definition has changed since the answers were given.
          a-One: number: 8 is lost. 8 is above the maximum of 5.

          """))
    _ = try sandbox.write(Self.several, to: "a.json")
    try sandbox.check(
      CommandCase("export a-One", output: Self.intent("One", "\"number\": 8")))
  }
}
