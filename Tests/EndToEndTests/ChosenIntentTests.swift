import Foundation
import Testing
import WidgetTestSupport

/// Definitions with no intent, one and several, and the intent that each command chooses.
@Suite(.startsPrograms) struct ChosenIntentTests {
  static let files = [
    "none.json": #"""
    {"intents":[]}
    """#,
    "one.json": #"""
    {"intents":[{"name":"Note","eligibleForWidgets":true,\#
    "parameters":[{"name":"text","type":"string"}]}]}
    """#,
    "two.json": #"""
    {"intents":[{"name":"North","eligibleForWidgets":true,\#
    "parameters":[{"name":"n","type":"integer"}]},{"name":"South","eligibleForWidgets":true,\#
    "parameters":[{"name":"s","type":"string"}]}]}
    """#,
  ]

  /// The output of `check` for a definition without intents.
  static let nothing = """
    none.json
      1:1  warning  The definition has no intents, so there is nothing to configure. Add an \
    intent that is eligible for widgets, or remove the file if nothing uses it. no-intents

    """

  static let reports: [CommandCase] = [
    CommandCase("describe none.json", output: "There are no intents.\n"),
    CommandCase("describe none.json --format json", output: "[]\n"),
    CommandCase(
      "describe none.json --intent X", status: 1,
      errors: "none.json: The definition has no intents.\n"),
    CommandCase(
      "describe two.json --intent Nort", status: 2,
      errors: "two.json: There is no intent “Nort”. Did you mean “North”?\n"),
    CommandCase(
      "describe two.json --intent NorthIntnt", status: 2,
      errors: "two.json: There is no intent “NorthIntnt”. Did you mean “NorthIntent”?\n"),
    CommandCase(
      "describe two.json --intent East", status: 2,
      errors: "two.json: There is no intent “East”. The intents are: North, South.\n"),
    CommandCase(
      "describe one.json --intent NoteIntent",
      output: """
        NoteIntent

          1  text  text
             text field
             default: none

        """),
    CommandCase(
      "describe one.json --intent Note --format json",
      output: """
        [
          {
            "intent": "NoteIntent",
            "eligibleForWidgets": true,
            "rows": [
              {
                "name": "text",
                "label": "text",
                "type": "string",
                "control": "field"
              }
            ]
          }
        ]

        """),
    CommandCase(
      "convert none.json --to schema", status: 1,
      errors: "none.json: The definition has no intents.\n"),
    CommandCase(
      "convert two.json --to schema", status: 2,
      errors: "two.json: There are several intents: North, South. Choose one with --intent.\n"),
    CommandCase(
      "convert two.json --to schema --intent East", status: 2,
      errors: "two.json: There is no intent “East”. The intents are: North, South.\n"),
    CommandCase(
      "convert two.json --to schema --intent Sout", status: 2,
      errors: "two.json: There is no intent “Sout”. Did you mean “South”?\n"),
    CommandCase("diff none.json none.json", output: "There are no intents.\n"),
    CommandCase(
      "diff none.json none.json --format json",
      output: """
        {
          "losesAnswers": false,
          "intents": []
        }

        """),
    CommandCase(
      "diff none.json one.json",
      output: """
        NoteIntent
          New. There are no stored configurations.

        """),
    CommandCase(
      "diff one.json none.json", status: 1,
      output: """
        NoteIntent
          Removed. Its stored configurations are lost.

        """),
    CommandCase(
      "diff two.json none.json", status: 1,
      output: """
        NorthIntent
          Removed. Its stored configurations are lost.

        SouthIntent
          Removed. Its stored configurations are lost.

        """),
  ]

  static let others: [CommandCase] = [
    CommandCase(
      "validate none.json", status: 1, errors: "none.json: The definition has no intents.\n"),
    CommandCase(
      "validate none.json --intent X", status: 1,
      errors: "none.json: The definition has no intents.\n"),
    CommandCase(
      "validate two.json --intent East", status: 2,
      errors: "two.json: There is no intent “East”. The intents are: North, South.\n"),
    CommandCase(
      "validate two.json --intent Sout", status: 2,
      errors: "two.json: There is no intent “Sout”. Did you mean “South”?\n"),
    CommandCase(
      "validate two.json --family system-Larg", status: 2,
      errors: """
        --family: There is no widget family “system-Larg”. Did you mean “systemLarge”?

        """),
    CommandCase(
      "validate two.json --family systemLarg",
      errors: """
        --family: Only the name of the widget family “systemLarg” is known. Did you mean \
        “systemLarge”?
        0 intents.

        """),
    CommandCase("validate two.json", errors: "0 intents.\n"),
    CommandCase("validate two.json --family large", errors: "0 intents.\n"),
    CommandCase(
      "edit ./none.json", status: 1, errors: "./none.json: The definition has no intents.\n"),
    CommandCase(
      "edit ./two.json", status: 2,
      errors: "./two.json: There are several intents: North, South. Choose one with --intent.\n"),
    CommandCase(
      "edit ./two.json --intent Nort", status: 2,
      errors: "./two.json: There is no intent “Nort”. Did you mean “North”?\n"),
    CommandCase(
      "options ./none.json a", status: 1, errors: "./none.json: The definition has no intents.\n"),
    CommandCase(
      "options ./two.json a", status: 2,
      errors: "./two.json: There are several intents: North, South. Choose one with --intent.\n"),
    CommandCase(
      "options ./two.json n --intent East", status: 2,
      errors: "./two.json: There is no intent “East”. The intents are: North, South.\n"),
    CommandCase(
      "options ./one.json txt", status: 2,
      errors: "NoteIntent has no parameter “txt”. Did you mean “text”?\n"),
    CommandCase(
      "options ./one.json text", status: 2,
      errors: "“text” of one has no choices; people type its value.\n"),
    CommandCase(
      "timeline ./one.json", status: 1,
      errors: """
        ./one.json:1:1: The member “intent” is missing. Add “intent”.
        ./one.json:1:1: The member “parameters” is missing. Add “parameters”.
        ./one.json:1:1: The member “family” is missing. Add “family”.
        ./one.json:1:2: $.intents: There is no member “intents” here. Did you mean “intent”?

        """),
    CommandCase("check none.json", output: nothing, errors: "1 warning in 1 file.\n"),
    CommandCase("check two.json", errors: "Nothing found in 1 file.\n"),
    CommandCase(
      "check one.json two.json none.json", output: nothing, errors: "1 warning in 3 files.\n"),
    CommandCase("check none.json -q", output: nothing),
  ]

  @Test(arguments: reports + others)
  func `the intent of a command`(_ row: CommandCase) throws {
    let sandbox = try Sandbox()
    for (name, text) in Self.files { _ = try sandbox.write(text, to: name) }
    try sandbox.check(row)
  }
}
