import Foundation
import Testing
import WidgetTestSupport

/// `edit --set`: accepted and rejected answers, and the messages.
@Suite(.startsPrograms) struct EditScriptedTests {
  /// Answers to UpNext, and all lines of standard error except the last.
  static let refused: [([String], [String])] = [
    (
      ["mirrorCalendarApp=maybe"],
      ["mirrorCalendarApp: No choice is called “maybe”. Choose from “On”, “Off”."]
    ),
    (
      ["mirrorCalendarApp=no", "calendars=wrok"],
      [
        "calendars[0]: No choice is called “wrok”. "
          + "Did you mean “Work”?"
      ]
    ),
    (
      ["mirrorCalendarApp=no", "calendars=garden"],
      [
        "calendars[0]: No choice is called “garden”. "
          + "Choose from “Holidays”, “Home”, “Work”."
      ]
    ),
    (
      ["calendars=work"],
      [
        "calendars: The parameter is hidden because the value of its parent mirrorCalendarApp "
          + "does not meet the condition. Leave the parameter out, or give mirrorCalendarApp=Off as "
          + "well."
      ]
    ),
    (["filter=alll"], ["filter: No choice is called “alll”. Did you mean “All”?"]),
    (
      ["rangeStart=2026-12-01"],
      [
        "rangeStart: The parameter is hidden because the value of its parent filter does not meet "
          + "the condition. Leave the parameter out, or give filter=dateRange as well."
      ]
    ),
    (
      ["filter=dateRange", "rangeStart=soon", "rangeEnd=2026-02-30"],
      [
        "rangeStart: Expected a date such as 2026-11-21, found “soon”.",
        "rangeEnd.day: The day 2026-2-30 does not exist. Give a day in that month.",
      ]
    ),
    (
      ["lookAhead=8x"],
      [
        "lookAhead: Expected a duration such as 1h30m, found “8x”."
      ]
    ),
    (["lookAhead=0h"], ["lookAhead: 0h is below the minimum of 15 min. Give 15 min or more."]),
    (
      ["lookAhead=9999d"],
      ["lookAhead: 9999d is above the maximum of 14 d. Give 14 d or less."]
    ),
    (
      ["dayStart=25:00"],
      ["dayStart.hour: The hour 25 is not between 0 and 23. Give an hour from 0 to 23."]
    ),
    (
      ["dayStart=7"],
      ["dayStart: Expected a time such as 07:30, found “7”."]
    ),
    (["emphasis=2"], ["emphasis: 2 is above the maximum of 1. Give 1 or less."]),
    (["emphasis=-1"], ["emphasis: -1 is below the minimum of 0. Give 0 or more."]),
    (
      ["emphasis=abc"],
      ["emphasis: Expected a decimal number, found “abc”."]
    ),
    (
      ["emphasis=1e400"],
      ["emphasis: Expected a decimal number, found “1e400”."]
    ),
    (
      ["emphasis=NaN"],
      ["emphasis: Expected a decimal number, found “NaN”."]
    ),
    (
      ["style=grid"],
      ["style: No choice is called “grid”. Choose from “Agenda”, “List”, “Countdown”."]
    ),
    (
      ["emphassis=1"],
      [
        "emphassis: UpNextIntent has no parameter “emphassis”. "
          + "Did you mean “emphasis”?"
      ]
    ),
    (
      ["emphasis=9", "style=grid", "bogus=1"],
      [
        "emphasis: 9 is above the maximum of 1. Give 1 or less.",
        "style: No choice is called “grid”. Choose from “Agenda”, “List”, “Countdown”.",
        "bogus: UpNextIntent has no parameter “bogus”. Choose from “mirrorCalendarApp”, "
          + "“calendars”, “filter”, “rangeStart”, “rangeEnd”, “lookAhead”, “dayStart”, "
          + "“emphasis”, “style”.",
      ]
    ),
  ]

  /// A folder with one definition is accepted, as by `check`, `describe`, `diff` and `generate`.
  @Test func `A folder with one definition is edited like the definition`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      #"""
      {"intents": [{"name": "Trip", "eligibleForWidgets": true,
        "parameters": [{"name": "stops", "priority": 1, "type": "integer"}]}]}
      """#, to: "App/Trip.json")
    for folder in ["App", "./App", "App/"] {
      let run = try sandbox.run(["edit", folder, "--set", "stops=3", "--dry-run"])
      #expect(run.status == 0 && run.output.contains(#""stops": 3"#), "\(run.errors)")
    }
    _ = try sandbox.write(#"{"intents": []}"#, to: "App/Other.json")
    let run = try sandbox.run(["edit", "App", "--dry-run"])
    #expect(run.status == 2 && run.errors.contains("Name one definition"), "\(run.errors)")
  }

  @Test(arguments: refused)
  func `answers that are refused`(answers: [String], lines: [String]) throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase(
        ["edit", "UpNext"] + answers.flatMap { ["--set", $0] }, status: 1,
        errors: lines.map { "--set: $.parameters.\($0)\n" }.joined() + "Nothing is saved.\n"))
    try sandbox.check(CommandCase("export --all"))
  }

  /// Answers to UpNext, and the resulting lines of the intent.
  static let taken: [([String], [String])] = [
    (["mirrorCalendarApp=yes"], ["\"mirrorCalendarApp\": true,"]),
    (["mirrorCalendarApp=off"], ["\"mirrorCalendarApp\": false,"]),
    (["mirrorCalendarApp="], ["\"mirrorCalendarApp\": true,"]),
    (["filter="], ["\"filter\": \"all\","]),
    (["lookAhead=90m"], ["\"lookAhead\": \"PT1H30M\","]),
    (["lookAhead=2d6h"], ["\"lookAhead\": \"PT54H\","]),
    (["dayStart=7:30"], ["\"dayStart\": {", "\"hour\": 7,", "\"minute\": 30"]),
    (["emphasis=0.1"], ["\"emphasis\": 0.1,"]),
    (["emphasis=0.3", "emphasis=0.6"], ["\"emphasis\": 0.6,"]),
    (["style=List"], ["\"style\": \"list\""]),
    (["style=countdown"], ["\"style\": \"countdown\""]),
    (
      ["mirrorCalendarApp=no", "calendars=home"],
      ["\"identifier\": \"home\",", "\"display\": \"Home\","]
    ),
    (
      ["filter=dateRange", "rangeStart=2026-12-01"],
      ["\"rangeStart\": {", "\"year\": 2026,", "\"month\": 12,", "\"day\": 1"]
    ),
  ]

  @Test(arguments: taken)
  func `answers that are accepted`(answers: [String], lines: [String]) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      ["edit", "UpNext", "--quiet"] + answers.flatMap { ["--set", $0] })
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    let found = run.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in lines { #expect(found.contains(Substring(line)), "\(line) in\n\(run.output)") }
    #expect(try sandbox.run(["export", "UpNext"]).output == run.output)
  }

  /// The messages about files with answers to a Verse.
  static let answers: [(String, String)] = [
    ("{", "HERE/a:1:2: The text ends inside a value. "),
    ("", "HERE/a: The file has 0 intents, but exactly one is needed."),
    (
      SampleIntents.line("\"emphasis\":4,\"bogus\":1,\"collection\":\"see\""),
      """
      HERE/a:1:74: $.parameters.emphasis: 4 is above the maximum of 1. Give 1 or less.
      HERE/a:1:76: $.parameters.bogus: VerseIntent has no parameter “bogus”. Choose from \
      “collection”, “interval”, “firstVerse”, “emphasis”, “isDedicated”, “dedication”.
      HERE/a:1:99: $.parameters.collection: The enum has no case “see”. Did you mean “sea”?
      """
    ),
    (
      SampleIntents.line(intent: "UpNextIntent"),
      """
      HERE/a:1:11: $.intent: None of the definitions has the intent “UpNextIntent”. Choose from \
      “VerseIntent”.
      """
    ),
    (
      SampleIntents.line("\"dedication\":\"Ann\""),
      """
      HERE/a:1:63: $.parameters.dedication: The parameter is hidden because the value of its \
      parent isDedicated does not meet the condition. Leave the parameter out, or change isDedicated.
      """
    ),
  ]

  @Test(arguments: answers)
  func `files of answers that are refused`(text: String, message: String) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(text, to: "a")
    let run = try sandbox.run(["edit", "Verse", "--answers", file])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    let errors = sandbox.anonymous(run.errors)
    #expect(errors.hasPrefix(message), "\(errors)")
    #expect(errors.hasSuffix("\nNothing is saved.\n"))
    let piped = try sandbox.run(["edit", "Verse", "--answers", "-"], input: text)
    #expect(piped.status == 1)
    #expect(sandbox.anonymous(piped.errors) == errors.replacing("HERE/a:", with: "standard input:"))
  }

  @Test func `files of answers, families and single answers together`() throws {
    let sandbox = try Sandbox()
    let sea = #"{"intent":"VerseIntent","parameters":{"collection":"sea"}}"#
    let file = try sandbox.write(sea, to: "sea.json")
    for row in [
      CommandCase(
        ["edit", "Verse", "--answers", "nope"], status: 1,
        errors: "nope: The file does not exist. Check the path.\n"),
      CommandCase(
        ["edit", "Verse", "-q", "--answers", file], output: SampleIntents.verse(collection: "sea")),
      CommandCase(
        ["edit", "Verse", "-q", "--answers", file, "--set", "emphasis=0.2"],
        output: SampleIntents.verse(collection: "sea", emphasis: "0.2")),
      CommandCase(
        ["edit", "Verse", "-q", "--answers", file, "--family", "systemSmall"],
        output: SampleIntents.verse(family: "systemSmall", collection: "sea")),
      // The stored family stays the same if the file has none.
      CommandCase(
        ["edit", "Verse", "-q", "--answers", file],
        output: SampleIntents.verse(family: "systemSmall", collection: "sea")),
    ] { try sandbox.check(row) }
  }

  @Test func `a dry run saves nothing, and uses an unlisted family`() throws {
    let sandbox = try Sandbox()
    let dry = try sandbox.run(["edit", "Verse", "--dry-run", "--name", "X", "--set", "emphasis=1"])
    #expect(dry.output == SampleIntents.verse(emphasis: "1"))
    #expect(dry.errors.hasPrefix("Would save “X”; nothing is saved.\n"))
    try sandbox.check(CommandCase("export --all"))
    let other = try sandbox.run([
      "edit", "Verse", "--family", "systemExtraLarge", "--set", "emphasis=1",
    ])
    #expect(other.output == SampleIntents.verse(family: "systemExtraLarge", emphasis: "1"))
    #expect(
      sandbox.anonymous(other.errors).hasPrefix(
        """
        Verse does not list systemExtraLarge among its families; it is used anyway.
        Saved “Verse” in STORE.

        """))
  }

  @Test func `answers that are hidden now come back`() throws {
    let sandbox = try Sandbox()
    for (answers, intent) in [
      (["isDedicated=yes", "dedication=Ann"], SampleIntents.verse(dedication: "Ann")),
      (["isDedicated=no"], SampleIntents.verse()),
      (["isDedicated=yes"], SampleIntents.verse(dedication: "Ann")),
      (["dedication="], SampleIntents.verse(isDedicated: true)),
    ] {
      let texts = answers.flatMap { ["--set", $0] }
      try sandbox.check(CommandCase(["edit", "Verse", "-q"] + texts, output: intent))
    }
  }

  /// A widget with one parameter of each kind whose text depends on the locale or on the
  /// parameter's choices.
  private static let shop = """
    { "intents": [{ "name": "Shop", "eligibleForWidgets": true, "parameters": [
        { "name": "weight", "type": "decimal" },
        { "name": "fee", "type": "currencyAmount" },
        { "name": "face", "type": "enum", "enum": "Face" },
        { "name": "account", "type": "object", "object": "Account" }] }],
      "types": [{ "name": "Account" }],
      "enums": [{ "name": "Face", "cases": [
        { "name": "round", "label": "Round as a coin" }, { "name": "square", "label": "Square" }] }] }
    """

  /// Two dynamic choices; the second is shown if the first has any value.
  private static let trip = """
    { "intents": [{ "name": "Trip", "title": "Trip", "eligibleForWidgets": true, "parameters": [
      { "name": "line", "label": "Line", "type": "object", "object": "Line", "dynamic": true },
      { "name": "stop", "label": "Stop", "type": "object", "object": "Stop", "dynamic": true,
        "visibleWhen": { "parent": "line", "predicate": "ObjectHasAnyValue" } }] }],
      "types": [{ "name": "Line" }, { "name": "Stop" }] }
    """

  @Test func `The same answers twice change nothing the second time`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.trip, to: "Trip/Trip.json")
    _ = try sandbox.write(
      #"{"kind":"org.example.trip","options":{"line":{"fixture":"l.json"},"stop":{"fixture":"s.json"}}}"#,
      to: "Trip/widget.json")
    _ = try sandbox.write(#"{"items":[{"identifier":"u1","display":"U1"}]}"#, to: "Trip/l.json")
    _ = try sandbox.write(
      #"{"items":[{"identifier":"h","display":"Harbour"},{"identifier":"m","display":"Market"}]}"#,
      to: "Trip/s.json")
    func edit(_ answers: String...) throws -> FinishedProgram {
      try sandbox.run(
        ["edit", sandbox.path("Trip"), "--name", "Y"] + answers.flatMap { ["--set", $0] })
    }
    let first = try edit("line=u1", "stop=Harbour")
    #expect(first.status == 0 && first.errors.contains("Saved “Y”"), "\(first.errors)")
    for answers in [["line=u1", "stop=Harbour"], ["stop=Harbour", "line=u1"], ["line=U1"]] {
      let again = try sandbox.run(
        ["edit", sandbox.path("Trip"), "--name", "Y"] + answers.flatMap { ["--set", $0] })
      #expect(again.status == 0, "\(again.errors)")
      #expect(again.errors.contains("Nothing has changed in “Y”"), "\(again.errors)")
    }
    let other = try edit("line=u1", "stop=Market")
    #expect(other.status == 0 && other.errors.contains("Saved “Y”"), "\(other.errors)")
    // If no line is chosen, the person is not asked for the line's stop.
    let alone = try sandbox.run(
      ["edit", sandbox.path("Trip"), "--name", "Z", "-q", "--set", "stop=Harbour"])
    #expect(alone.status == 1)
    #expect(alone.errors.contains("“Line” is not set. Set it first."), "\(alone.errors)")
    let listed = try sandbox.run(["options", sandbox.path("Trip"), "stop"])
    #expect(listed.status == 1)
    #expect(listed.errors.contains("stop: “Line” is not set. Give its value with --set line=…."))
  }

  /// Two choices with the same title are distinguished wherever they are named.
  @Test func `Choices with one title`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      """
      { "intents": [{ "name": "Lunch", "title": "Lunch", "eligibleForWidgets": true, "parameters": [
        { "name": "place", "label": "Place", "type": "object", "object": "Place", "dynamic": true },
        { "name": "sink", "label": "Sink", "type": "string", "dynamic": true }] }],
        "types": [{ "name": "Place" }] }
      """, to: "Lunch/Lunch.json")
    _ = try sandbox.write(
      #"{"kind":"org.example.lunch","options":{"place":{"fixture":"p.json"},"sink":{"fixture":"s.json"}}}"#,
      to: "Lunch/widget.json")
    _ = try sandbox.write(
      """
      {"items":[{"identifier":"m1","display":"Burger","subtitle":"0.9 mi"},
        {"identifier":"m2","display":"Burger","subtitle":"1.7 mi"}]}
      """, to: "Lunch/p.json")
    _ = try sandbox.write(
      #"{"items":[{"identifier":"bluez.AA","display":"Headphones"}]}"#, to: "Lunch/s.json")
    func run(_ arguments: [String], _ input: String = "") throws -> FinishedProgram {
      try sandbox.run(arguments, input: input)
    }
    let edit = ["edit", sandbox.path("Lunch"), "--name", "L", "-q", "--set"]
    let refused = try run(edit + ["place=Burger"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("“m1” (Burger, 0.9 mi), “m2” (Burger, 1.7 mi)"))
    for choice in ["m1", "m2"] {
      #expect(try run(edit + ["place=\(choice)", "--set", "sink=headphones"]).status == 0)
    }
    let shown = try run(["show", "L"]).output
    #expect(shown.contains("Burger (1.7 mi)") && shown.contains("Headphones"), "\(shown)")
    let history = try run(["history", "L"]).output
    #expect(history.contains("Place: Burger (1.7 mi) · Sink: Headphones"), "\(history)")
    #expect(history.contains("Place: Burger (0.9 mi) · Sink: Headphones"), "\(history)")
    let plain = try run(["edit", sandbox.path("Lunch"), "--name", "L", "--plain"], "\n\n\nno\n")
    #expect(plain.errors.contains("Place [Burger (1.7 mi)]: "), "\(plain.errors)")
    #expect(plain.errors.contains("Sink [Headphones]: "), "\(plain.errors)")
  }

  /// A hidden row, which line mode does not ask about, is mentioned before it is saved.
  @Test func `In line mode, kept hidden answers are reported`() throws {
    let sandbox = try Sandbox()
    let dates = ["filter=dateRange", "rangeStart=2026-12-01", "rangeEnd=2026-12-05"]
    let placed = try sandbox.run(
      ["edit", "UpNext", "-q", "--name", "Desk"] + dates.flatMap { ["--set", $0] })
    #expect(placed.status == 0, "\(placed.errors)")
    let plain = try sandbox.run(
      ["edit", "UpNext", "--plain", "--name", "Desk"], input: "\n\nAll\n\n\n\n\nyes\n")
    #expect(plain.status == 0, "\(plain.errors)")
    let lines = plain.errors.split(separator: "\n")
    let head = lines.firstIndex { $0.hasSuffix("Set, but not in effect:") }
    #expect(head != nil, "\(plain.errors)")
    for line in lines[(head ?? 0)...].dropFirst().prefix(2) {
      #expect(line.hasPrefix("  ") && line.contains("(hidden because "), "\(line)")
    }
  }

  @Test func `Set values are read in the locale's notation, and refused if ambiguous`()
    throws
  {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.shop, to: "Shop.json")
    func run(_ locale: String, _ answer: String) throws -> FinishedProgram {
      try sandbox.run(["edit", file, "-q", "--dry-run", "--locale", locale, "--set", answer])
    }
    for (locale, answer, readings) in [
      ("en_US", "weight=1,500", "1500 or 1.500"), ("de_DE", "weight=1.500", "1500 oder 1,500"),
      ("en_US", "fee=1,500 USD", "1500 or 1.500"),
    ] {
      let run = try run(locale, answer)
      #expect(run.status == 1, "\(answer)")
      #expect(run.errors.contains(readings), "\(answer) \(run.errors)")
    }
    for (locale, answer, json) in [
      ("en_US", "weight=1,234.5", "\"weight\": 1234.5"), ("de_DE", "weight=1,5", "\"weight\": 1.5"),
      ("en_US", "fee=$12.50", "\"amount\": \"12.50\""),
      ("de_DE", "fee=12,50 €", "\"currencyCode\": \"EUR\""),
      ("en_US", "face=round AS a coin", "\"face\": \"round\""),
      (
        "en_US", #"account={"identifier":"a1","display":"Main"}"#,
        "\"identifier\": \"a1\""
      ),
    ] {
      let run = try run(locale, answer)
      #expect(run.status == 0, "\(answer) \(run.errors)")
      #expect(run.output.contains(json), "\(answer) \(run.output)")
    }
    let wrong = try run("en_US", #"account={"identifier":7}"#)
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("$.parameters.account"), "\(wrong.errors)")
  }
}
