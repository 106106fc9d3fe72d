import Foundation
import Testing
import WidgetTestSupport

/// `timeline` with a widget, a placed widget, a file and standard input, as a table and as JSON.
@Suite(.startsPrograms) struct TimelineCommandTests {
  /// `--set` affects only this run.
  @Test func `A timeline with other answers, and the request for it`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run(["edit", "Verse", "--name", "Mine", "--quiet", "--set", "emphasis=0.25"])
    func request(_ arguments: String...) throws -> [String: Any] {
      let run = try sandbox.run(
        ["timeline", "Mine", "--at", "2026-11-28T08:00:00Z", "--show-request"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      return try #require(value as? [String: Any])
    }
    func emphasis(_ request: [String: Any]) -> Double? {
      (request["parameters"] as? [String: Any])?["emphasis"] as? Double
        ?? ((request["intent"] as? [String: Any])?["parameters"] as? [String: Any])?["emphasis"]
        as? Double
    }
    let own = try request()
    #expect(own["request"] as? String == "timeline" && emphasis(own) == 0.25)
    let other = try request("--set", "emphasis=0.75", "--snapshot")
    #expect(other["request"] as? String == "snapshot" && emphasis(other) == 0.75)
    #expect(emphasis(try request()) == 0.25)
    for command in ["timeline", "simulate"] {
      let wrong = try sandbox.run([command, "Mine", "--set", "emphasis=7"])
      #expect(wrong.status == 1 && wrong.errors.contains("7 is above the maximum of 1."))
    }
    let days = try sandbox.run(["simulate", "Mine", "--set", "emphasis=0.75"])
    #expect(days.status == 0)
  }

  static let at = "--at 2026-11-23T07:00:00Z"
  static let sea = SampleIntents.line("\"collection\":\"sea\"")
  static let gull = """
    2026-11-23 08:00  A gull stands on the harbour wall
                      like something left unpaid.

    """

  @Test func `a snapshot is one entry, a placeholder comes before any data`() throws {
    let sandbox = try Sandbox()
    let placeholder = "2026-11-23 08:00  A verse\nreload: never\n"
    for row in [
      CommandCase("timeline Verse --placeholder \(Self.at)", output: placeholder),
      CommandCase("timeline Verse --placeholder \(Self.at)", output: placeholder),
      CommandCase(
        "timeline - --snapshot \(Self.at)", input: Self.sea,
        output: Self.gull + "reload: never\n"),
      CommandCase(
        "timeline - --snapshot --at 2026-11-23T08:00:00+01:00", input: Self.sea,
        output: Self.gull + "reload: never\n"),
      CommandCase(
        "timeline - --placeholder --format json \(Self.at)", input: Self.sea,
        output: """
          {
            "entries": [
              {
                "date": "2026-11-23T08:00:00+01:00",
                "title": "A verse",
                "symbol": "text.quote"
              }
            ],
            "reload": "never"
          }

          """),
    ] { try sandbox.check(row) }
  }

  /// An unusable calendar is not the same as one without events.
  @Test func `unusable parts of a calendar are reported`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/UpNext"),
      to: sandbox.folder.appending(path: "Mine"))
    for name in try FileManager.default.contentsOfDirectory(atPath: sandbox.path("Mine/Calendars"))
    { try FileManager.default.removeItem(atPath: sandbox.path("Mine/Calendars/\(name)")) }
    _ = try sandbox.write(
      """
      BEGIN:VCALENDAR\r
      BEGIN:VEVENT\r
      UID:1\r
      DTSTART:20200101T080000Z\r
      DTEND:20200101T090000Z\r
      RRULE:FREQ=SECONDLY;BYEASTER=1\r
      SUMMARY:Bell\r
      END:VEVENT\r
      END:VCALENDAR\r

      """, to: "Mine/Calendars/work.ics")
    let run = try sandbox.run(["timeline", sandbox.path("Mine"), "--at", "2026-11-23T07:00:00Z"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("1 problem in work.ics (work.ics:6: RRULE has the value"))
    #expect(!run.output.contains("Nothing coming up"))
    // The target of the link is too large, and none of it is read into memory.
    _ = try sandbox.write("", to: "large")
    #expect(truncate(sandbox.path("large"), 3 << 30) == 0)
    try FileManager.default.removeItem(atPath: sandbox.path("Mine/Calendars/work.ics"))
    try sandbox.link("Mine/Calendars/work.ics", to: sandbox.path("large"))
    let large = try sandbox.run(["timeline", sandbox.path("Mine")])
    #expect(large.status == 0, "\(large.errors)")
    #expect(large.output.contains("The file is larger than"), "\(large.output)")
  }

  @Test func `an image that cannot be fetched is named`() throws {
    let sandbox = try Sandbox()
    let images = ["http://127.0.0.1:1/a.png", "nowhere.png", "../b.png"]
    let entries = images.map {
      #"{"date":"2026-01-01T00:00:00Z","title":"t","image":"\#($0)"}"#
    }.joined(separator: ",")
    _ = try sandbox.write(#"{"entries":[\#(entries)]}"#, to: "Note/timeline.json")
    _ = try sandbox.write(
      #"{"intents":[{"name":"Note","category":"information","eligibleForWidgets":true}]}"#,
      to: "Note/Note.json")
    _ = try sandbox.write(
      #"{"kind":"note","timeline":{"fixture":"timeline.json"}}"#, to: "Note/widget.json")
    let run = try sandbox.run(
      ["timeline", sandbox.path("Note"), "--fetch-images", "--format", "json"])
    let said = run.errors.split(separator: "\n")
    for image in images { #expect(said.contains { $0.hasPrefix(image) }, "\(run.errors)") }
  }

  @Test func `a widget, a placed widget and a file give the same timeline`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.run(["timeline", "-"] + Self.arguments, input: Self.sea)
    #expect(file.status == 0)
    #expect(file.output.hasPrefix(Self.gull))
    #expect(file.output.hasSuffix("\nreload: at the end\n"))
    let moments = file.output.split(separator: "\n").filter { $0.hasPrefix("2026") }
      .map { $0.prefix(16) }
    #expect(
      moments == [
        "2026-11-23 08:00", "2026-11-23 10:00", "2026-11-23 13:00", "2026-11-23 16:00",
        "2026-11-23 19:00", "2026-11-23 22:00", "2026-11-24 01:00", "2026-11-24 04:00",
        "2026-11-24 07:00",
      ])
    _ = try sandbox.write(Self.sea, to: "sea.json")
    try sandbox.check(
      CommandCase(["timeline", "sea.json"] + Self.arguments, output: file.output))
    let defaults = try sandbox.run(["timeline", "Verse"] + Self.arguments).output
    #expect(defaults != file.output)
    try sandbox.check(CommandCase("import - -q", input: Self.sea))
    // The name of a placed widget takes precedence over that of a widget.
    try sandbox.check(CommandCase(["timeline", "Verse"] + Self.arguments, output: file.output))
    try sandbox.check(CommandCase("import - -q --name Sea", input: Self.sea))
    try sandbox.check(CommandCase(["timeline", "Sea"] + Self.arguments, output: file.output))
  }

  private static let arguments = at.split(separator: " ").map(String.init)

  @Test(arguments: [
    ("systemSmall", 4), ("systemLarge", 7), ("accessoryInline", 1), ("accessoryRectangular", 3),
  ])
  func `a different family shows its own number of rows`(family: String, atMost: Int) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      ["timeline", "UpNext", "--snapshot", "--family", family] + Self.arguments)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("2026-11-23 08:00  ") == true)
    #expect(lines.last == "reload: never")
    #expect((2...atMost + 1).contains(lines.count), "\(family): \(run.output)")
  }

  /// Files of intent JSON that do not give a timeline.
  static let refused: [(String, String)] = [
    (
      #"{"intent":"VerseIntent"}"#,
      "standard input:1:1: The member “parameters” is missing. Add “parameters”.\nstandard input:1:1: The member “family” is missing. Add “family”.\n"
    ),
    (
      SampleIntents.line("\"emphasis\":2"),
      "standard input:1:74: $.parameters.emphasis: 2 is above the maximum of 1. Give 1 or less.\n"
    ),
    (
      SampleIntents.line(intent: "Nope"),
      """
      standard input:1:11: $.intent: None of the definitions has the intent “Nope”. Choose from “UpNextIntent”, \
      “VerseIntent”, “WorldClockIntent”.

      """
    ),
  ]

  @Test(arguments: refused)
  func `files of intents that give no timeline`(text: String, errors: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["timeline", "-"], input: text)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors == errors)
  }

  @Test func `missing files and definitions without a timeline`() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase(
        "timeline nope.json", status: 1,
        errors: "nope.json: The file does not exist. Check the path.\n"))
    let bare = Sandbox.repository.appending(
      path: "Fixtures/Definitions/relationship-without-parent.intentdefinition")
    try sandbox.check(
      CommandCase(
        ["timeline", bare.path], status: 1,
        errors: """
          relationship-without-parent has no timeline provider. Make a widget from it: \
          widgetconfig new NAME --from \(bare.path)

          """))
  }

  @Test(arguments: ["table", "json"])
  func `edit prints the first entries, and the number of the others`(format: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["edit", "Verse", "--set", "collection=sea"])
    let lines = sandbox.anonymous(run.errors).split(separator: "\n")
    #expect(lines.first == "Saved “Verse” in STORE.")
    #expect(lines.dropFirst().filter { !$0.hasPrefix(" ") }.count == 4)
    #expect(lines.contains { $0.hasPrefix("  … and ") && $0.hasSuffix(" more entries") })
    #expect(lines.last == "reload: at the end")
    let timeline = try sandbox.run(["timeline", "Verse", "--format", format])
    #expect(timeline.status == 0)
    #expect(timeline.errors.isEmpty)
    #expect(timeline.output.hasPrefix("{") == (format == "json"))
  }
}
