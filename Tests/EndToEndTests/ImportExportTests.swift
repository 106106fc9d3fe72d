import Foundation
import Testing
import WidgetTestSupport

/// `import`, `export` and `list`: all documents are stored or none, every problem is reported in
/// one run, and the output is identical.
@Suite(.startsPrograms) struct ImportExportTests {
  static let verse = SampleIntents.line("\"collection\":\"sea\"")
  static let upNext = SampleIntents.line(
    "\"style\":\"list\"", intent: "UpNextIntent", family: "systemSmall")

  /// Rejected documents, and the whole standard error.
  static let refused: [(String, String)] = [
    ("", "f: There is no intent in the file."),
    ("[]", "f:1:1: Expected an object, found an array."),
    (
      verse + "{\n",
      "f:2:2: The text ends inside a value. It may have been cut off.\n  {\n   ^"
    ),
    (
      verse + SampleIntents.line(intent: "Nope")
        + SampleIntents.line("\"style\":7", intent: "UpNextIntent", family: "b-g"),
      """
      f:2:11: $.intent: None of the definitions has the intent “Nope”. Choose from “UpNextIntent”, \
      “VerseIntent”, “WorldClockIntent”.
      f:3:35: $.family: There is no widget family “b-g”. Choose from “systemSmall”, “systemMedium”, \
      “systemLarge”, “systemExtraLarge”, “systemExtraLargePortrait”, \
      “accessoryCorner”, “accessoryCircular”, \
      “accessoryRectangular”, “accessoryInline”.
      f:3:63: $.parameters.style: Expected an enum case, found 7. Write one of "agenda", "list", \
      "countdown".
      """
    ),
    (
      SampleIntents.line("\"dedication\":\"Ann\"", name: "D"),
      """
      f:1:74: $.parameters.dedication: The parameter is hidden because the value of its parent \
      isDedicated does not meet the condition. Leave the parameter out, or change isDedicated.
      """
    ),
    (
      verse + verse,
      "f: Two intents would be placed as “Verse”. Give each line its own “name”."
    ),
    (
      SampleIntents.line(name: "A") + upNext + SampleIntents.line(name: "A"),
      "f: Two intents would be placed as “A”. Give each line its own “name”."
    ),
    (
      verse + SampleIntents.line(name: "") + SampleIntents.line("\"emphasis\":7", name: "..")
        + SampleIntents.line(name: #"a\u001bb"#),
      """
      f:2:9: $.name: The name “” cannot be stored. The name must have at least one character.
      f:3:9: $.name: The name “..” cannot be stored. The name must not be “.” or “..”, which \
      browsers remove from the path of a URL.
      f:3:86: $.parameters.emphasis: 7 is above the maximum of 1. Give 1 or less.
      f:4:9: $.name: The name “a␛b” cannot be stored. The name must have no control characters.
      """
    ),
  ]

  /// A save without changes does not add a state.
  @Test func `Stored content is not stored again`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.verse + Self.upNext, to: "f")
    _ = try sandbox.run(["import", "f"])
    _ = try sandbox.write(
      Self.verse + SampleIntents.line("\"style\":\"agenda\"", intent: "UpNextIntent"), to: "f")
    let again = try sandbox.run(["import", "f"])
    #expect(again.errors.contains("unchanged Verse"), "\(again.errors)")
    #expect(again.errors.contains("imported UpNext"), "\(again.errors)")
    #expect(try sandbox.run(["export", "UpNext"]).output.contains("agenda"))
    let states = try ["Verse", "UpNext"].map { name in
      try sandbox.run(["history", name, "--format", "json"]).output.matches(of: /"revision"/).count
    }
    #expect(states == [1, 2])
  }

  @Test(arguments: refused)
  func `refused documents leave the store unchanged`(
    text: String, message: String
  ) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(text, to: "f")
    try sandbox.check(
      CommandCase("import f", status: 1, errors: message + "\nNothing is imported.\n"))
    try sandbox.check(
      CommandCase("import f --dry-run", status: 1, errors: message + "\nNothing is imported.\n"))
    try sandbox.check(CommandCase("export --all"))
    try sandbox.check(
      CommandCase(
        "import -", input: text, status: 1,
        errors: message.replacing(/(?m)^f:/, with: "standard input:") + "\nNothing is imported.\n"))
  }

  @Test func `several files are one import, and a file can have several documents`() throws {
    let sandbox = try Sandbox()
    let second = SampleIntents.verse().named("B")
    _ = try sandbox.write(Self.verse, to: "a.jsonl")
    _ = try sandbox.write(second + SampleIntents.verse().named("C"), to: "b.json")
    _ = try sandbox.write(SampleIntents.line("\"emphasis\":7", name: "D"), to: "bad.jsonl")
    _ = try sandbox.write("\n", to: "empty.json")
    try sandbox.check(
      CommandCase(
        "import a.jsonl b.json bad.jsonl empty.json", status: 1,
        errors: """
          bad.jsonl:1:85: $.parameters.emphasis: 7 is above the maximum of 1. Give 1 or less.
          empty.json: There is no intent in the file.
          Nothing is imported.

          """))
    try sandbox.check(
      CommandCase(
        "import a.jsonl b.json",
        errors: """
          imported Verse (VerseIntent, systemMedium)
          imported B (VerseIntent, systemMedium)
          imported C (VerseIntent, systemMedium)

          """))
    try sandbox.check(
      CommandCase(
        "import - b.json", input: second, status: 1,
        errors: """
          b.json: Two intents would be placed as “B”. Give each line its own “name”.
          Nothing is imported.

          """))
    #expect(try sandbox.run(["import", "a.jsonl", "a.jsonl"]).status == 2)
    #expect(try sandbox.run(["import", "a.jsonl", "none.json"]).status == 1)
  }

  @Test func `a name goes to one intent only`() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase(
        "import - --name X", input: Self.verse + Self.upNext, status: 1,
        errors: """
          standard input: Two intents would be placed as “X”. Leave --name out and give each line \
          its own “name”.
          Nothing is imported.

          """))
    try sandbox.check(
      CommandCase(
        "import - --name X --dry-run", input: Self.verse,
        errors: "would import X (VerseIntent, systemMedium)\n"))
    try sandbox.check(CommandCase("export --all"))
    try sandbox.check(CommandCase("import - --name X --quiet", input: Self.verse))
    try sandbox.check(
      CommandCase("export X", output: SampleIntents.verse(collection: "sea").named("X")))
    // A document without a name refers to the only placed widget with its intent.
    try sandbox.check(
      CommandCase(
        "import -", input: Self.verse, errors: "unchanged X (VerseIntent, systemMedium)\n"))
    // The name X is used by a widget with another intent.
    for arguments in ["import - --name X", "import - --name X --dry-run"] {
      try sandbox.check(
        CommandCase(
          arguments, input: Self.upNext, status: 1,
          errors: """
            STORE: A placed widget “X” already exists. Choose another name, or edit the existing \
            one.
            Nothing is imported.

            """))
    }
    try sandbox.check(
      CommandCase(
        "import - --name .", input: Self.verse, status: 2,
        errors: """
          --name: The name “.” cannot be stored. The name must not be “.” or “..”, which browsers \
          remove from the path of a URL.
          Nothing is imported.

          """))
  }

  @Test func `answers that are hidden in the document are kept`() throws {
    let sandbox = try Sandbox()
    let leftOut = """
      D: The intent leaves out 1 hidden answer (“dedication”). A backup has everything: widgetconfig \
      store backup FOLDER

      """
    for (parameters, intent, said) in [
      ("\"isDedicated\":true,\"dedication\":\"Ann\"", SampleIntents.verse(dedication: "Ann"), ""),
      ("\"isDedicated\":false", SampleIntents.verse(), leftOut),
    ] {
      try sandbox.check(
        CommandCase("import - -q", input: SampleIntents.line(parameters, name: "D")))
      try sandbox.check(CommandCase("export D", output: intent.named("D"), errors: said))
      try sandbox.check(CommandCase("export D -q", output: intent.named("D")))
    }
    try sandbox.check(
      CommandCase(
        "edit D -q --set isDedicated=yes", output: SampleIntents.verse(dedication: "Ann")))
    // The import removes visible answers that are not in the document.
    try sandbox.check(
      CommandCase("import - -q", input: SampleIntents.line("\"isDedicated\":true", name: "D")))
    try sandbox.check(
      CommandCase("export D", output: SampleIntents.verse(isDedicated: true).named("D")))
  }

  /// An export is not a backup, so the command reports what is missing.
  @Test func `An export reports which answers it leaves out`() throws {
    let sandbox = try Sandbox()
    func edit(_ arguments: [String]) throws {
      let run = try sandbox.run(["edit"] + arguments + ["-q"])
      #expect(run.status == 0, "\(run.errors)")
    }
    for name in ["A", "B", "C", "D"] {
      try edit(["Verse", "--name", name, "--set", "isDedicated=yes", "--set", "dedication=\(name)"])
    }
    try edit(["WorldClock", "--set", "cities=Tokyo,Berlin,Oslo"])
    try edit(["Verse", "--name", "Plain", "--set", "emphasis=1"])
    try sandbox.check(CommandCase("export --all", output: sandbox.run(["export", "--all"]).output))
    for name in ["A", "B", "C", "D"] { try edit([name, "--set", "isDedicated=no"]) }
    try edit(["WorldClock", "--family", "systemSmall", "--set", "showsDate=yes"])

    let backup = "A backup has everything: widgetconfig store backup FOLDER"
    let clock = try sandbox.run(["export", "WorldClock"])
    #expect(
      clock.errors == """
        WorldClock: The intent leaves out 2 elements beyond the length of the family (“cities”). \
        \(backup)

        """)
    let all = try sandbox.run(["export", "--all"])
    #expect(all.status == 0)
    #expect(all.output.split(separator: "\n").count == 6)
    #expect(
      all.errors == """
        The intents of 5 placed widgets leave out 4 hidden answers, 2 elements beyond the length of a \
        family. Among these widgets are “A”, “B”, “C”. \(backup)

        """)
    // The remedy is followed, and the backup is complete.
    let command = try #require(all.errors.split(separator: ": widgetconfig ").last)
    #expect(try sandbox.shell("\"$0\" " + command).status == 0)
    let kept = ["--store", sandbox.path("FOLDER/widgets.sqlite")]
    try edit(["D", "--set", "isDedicated=yes"] + kept)
    #expect(try sandbox.run(["export", "D"] + kept).output.contains(#""dedication": "D""#))
    try edit(["WorldClock", "--family", "systemMedium", "--set", "showsDate=no"] + kept)
    #expect(try sandbox.run(["export", "WorldClock"] + kept).output.contains("Oslo"))
  }

  /// A source gets one request for all intents of a text, whether it caches, fails or responds; the
  /// saved names are printed before its message.
  @Test(arguments: ["http", "command"], [true, false])
  func `An import asks each source once`(kind: String, fails: Bool) throws {
    let sandbox = try Sandbox()
    let items = #"[{"identifier":"c0","display":"City 0"},{"identifier":"c1","display":"City 1"}]"#
    let service = try LoopbackService(
      .response(status: fails ? "500 Internal Server Error" : "200 OK", body: items))
    _ = service.start()
    defer { service.stop() }
    _ = try sandbox.write(
      """
      {"intents":[{"name":"Town","eligibleForWidgets":true,"parameters":[
        {"name":"city","type":"string","dynamic":true}]}]}
      """, to: "Intents/Town/Town.json")
    _ = try sandbox.write(
      """
      #!/bin/sh
      echo asked >> '\(sandbox.path("asked"))'
      \(fails ? "exit 3" : "echo '\(items)'")
      """, to: "Intents/Town/cities")
    try makeProgram(at: sandbox.path("Intents/Town/cities"))
    let source =
      kind == "http"
      ? #"{"http":"http://127.0.0.1:\#(service.port)/cities?q={search}"}"#
      : #"{"command":["./cities"]}"#
    _ = try sandbox.write(
      #"{"kind":"Town","supportedFamilies":["systemSmall"],"options":{"city":\#(source)}}"#,
      to: "Intents/Town/widget.json")
    func asked() -> Int {
      let text = try? String(contentsOfFile: sandbox.path("asked"), encoding: .utf8)
      return kind == "http" ? service.requests.count : text?.split(separator: "\n").count ?? 0
    }
    let lines = (0..<30).map { number in
      #"{"name":"T\#(number)","intent":"TownIntent","family":"systemSmall","#
        + #""parameters":{"city":"c\#(number)"}}"#
    }
    let input = lines.joined(separator: "\n")
    let without = try sandbox.run(
      ["import", "-", "--no-sources", "--intents", "Intents", "--store", "n.sqlite"], input: input)
    #expect(without.status == 0 && asked() == 0, "\(without.errors)")
    let said = try sandbox.run(
      ["import", "-", "--intents", "Intents", "--store", "s.sqlite"], input: input)
    #expect(said.status == 0 && asked() == 1, "\(asked()): \(said.errors)")
    let all = said.errors.split(separator: "\n")
    #expect(all.prefix(30).allSatisfy { $0.hasPrefix("imported T") }, "\(said.errors)")
    // A failed source is reported once, and not for each intent.
    #expect(!fails || all.count <= 32, "\(all.count): \(said.errors)")
    #expect(fails || said.errors.contains("c2"), "\(said.errors)")
  }

  @Test func `import accepts the export of all`() throws {
    let sandbox = try Sandbox()
    let lines = [
      SampleIntents.line("\"collection\":\"work\"", name: "日本"), Self.upNext,
      SampleIntents.line("\"emphasis\":0.25", name: "b", family: "accessoryInline"),
    ]
    try sandbox.check(
      CommandCase(
        "import -", input: lines.joined(),
        errors: """
          imported 日本 (VerseIntent, systemMedium)
          imported UpNext (UpNextIntent, systemSmall)
          imported b (VerseIntent, accessoryInline)

          """))
    let all = """
      {"name":"UpNext","intent":"UpNextIntent","family":"systemSmall","parameters":\
      {"mirrorCalendarApp":true,"filter":"all","lookAhead":"PT36H","emphasis":0.5,"style":"list"}}
      {"name":"b","intent":"VerseIntent","family":"accessoryInline","parameters":\
      {"collection":"morning","interval":"PT3H","emphasis":0.25,"isDedicated":false}}
      {"name":"日本","intent":"VerseIntent","family":"systemMedium","parameters":\
      {"collection":"work","interval":"PT3H","emphasis":0.5,"isDedicated":false}}

      """
    try sandbox.check(CommandCase("export --all", output: all))
    try sandbox.check(CommandCase("import - --store other.sqlite --quiet", input: all))
    try sandbox.check(CommandCase("export --all --store other.sqlite", output: all))
  }

  @Test func `a name that is not placed is reported`() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase(
        "export UpNext", status: 1,
        errors: """
          STORE: Nothing is placed under the name “UpNext”. List the names with: widgetconfig list

          """))
    try sandbox.check(CommandCase("import - -q --name Desk", input: Self.verse))
    for name in ["desk", "Dsk", "Desks"] {
      try sandbox.check(
        CommandCase(
          "export \(name)", status: 1,
          errors: """
            STORE: Nothing is placed under the name “\(name)”. Did you mean “Desk”?

            """))
    }
  }

  @Test func `list shows the widgets and what is placed`() throws {
    let sandbox = try Sandbox()
    let widgets = """
      Widgets:
        UpNext
          Up Next: The next events of your calendars.
          kind UpNext, families systemSmall, systemMedium, systemLarge, systemExtraLarge, \
      accessoryRectangular, accessoryInline
          unanswered: Day starts at
        Verse
          Verse: A verse that changes through the day.
          kind Verse, families systemSmall, systemMedium, systemLarge, accessoryRectangular, \
      accessoryInline
          unanswered: First verse at
        WorldClock
          World Clock: The time in chosen cities.
          kind WorldClock, families systemSmall, systemMedium, systemLarge, systemExtraLarge, \
      accessoryCircular, accessoryRectangular, accessoryInline

      """
    let none = "Placed:\n  none yet; place one with widgetconfig edit NAME\n"
    try sandbox.check(CommandCase("list", output: widgets + none))
    try sandbox.makeFolder("nowhere")
    let nowhere = "Widgets:\n  none in nowhere; name other widgets with --intents\n"
    try sandbox.check(CommandCase("list --intents nowhere", output: nowhere + none))
    try sandbox.check(
      CommandCase(
        "list --format json --intents nowhere",
        output: "{\n  \"widgets\": [],\n  \"placed\": []\n}\n"))
    try sandbox.check(
      CommandCase(
        "import - -q",
        input: Self.upNext + SampleIntents.line("\"emphasis\":0.25", name: "b c")))
    try sandbox.check(CommandCase("import - -q", input: SampleIntents.line(name: "b c")))
    let list = try sandbox.run(["list"])
    #expect(list.status == 0)
    #expect(list.errors.isEmpty)
    #expect(
      sandbox.timeless(sandbox.anonymous(list.output)) == widgets + """
        Placed:
          UpNext  UpNext  Small   MOMENT  current
          b c     Verse   Medium  MOMENT  current

        """)
    let json = try sandbox.run(["list", "--format", "json"])
    #expect(json.status == 0)
    #expect(json.errors.isEmpty)
    #expect(
      sandbox.timeless(sandbox.anonymous(json.output)).hasSuffix(
        """
          "placed": [
            {
              "name": "UpNext",
              "widget": "UpNext",
              "intent": "UpNextIntent",
              "family": "systemSmall",
              "revision": 1,
              "state": "current",
              "path": "INTENTS/UpNext/UpNext.intentdefinition",
              "savedAt": "MOMENT"
            },
            {
              "name": "b c",
              "widget": "Verse",
              "intent": "VerseIntent",
              "family": "systemMedium",
              "revision": 2,
              "state": "current",
              "path": "INTENTS/Verse/Verse.json",
              "savedAt": "MOMENT"
            }
          ]
        }

        """))
    let widgetNames = ["UpNext", "Verse", "WorldClock"]
    #expect(widgetNames.allSatisfy { json.output.contains("      \"name\": \"\($0)\"") })
  }
}
