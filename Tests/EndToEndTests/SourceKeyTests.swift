import Foundation
import Testing
import WidgetTestSupport

/// The features of a source in `widget.json` apart from listing: stored choices, defaults,
/// properties, a fallback, timelines, and messages about failures.
@Suite(.startsPrograms) struct SourceKeyTests {
  private let trip: TripWidget

  init() throws { trip = try TripWidget() }

  private func line(_ city: String) -> String {
    #"{"intent":"WorldClockIntent","family":"systemMedium","parameters":{"cities":["#
      + #"{"identifier":"\#(city)","display":"\#(city)"}]}}"# + "\n"
  }

  private func validate(_ city: String) throws -> FinishedProgram {
    try trip.sandbox.run(["validate", "Trip", "--resolve"], input: line(city))
  }

  /// Places the widget, and imports an intent with a city.
  private func place(_ city: String) throws -> FinishedProgram {
    let placed = try trip.sandbox.run(["edit", trip.folder, "-q", "--set", "format=system"])
    #expect(placed.status == 0, "\(placed.errors)")
    return try trip.sandbox.run(
      ["import", "-"], input: #"{"name":"Trip","# + line(city).dropFirst())
  }

  private static let unknown = """
    cities: “bonn” (bonn) may no longer be offered, because its source lists only some \
    choices. Add “resolve” to the source in widget.json.

    """

  /// Sources that list only a first page, and how they resolve other choices.
  static let pages: [(first: String, resolve: String)] = [
    (#""command": ["./list"], "searches": true"#, #""resolve": true"#),
    (
      #""sqlite": "cities.db", "query": "SELECT id AS identifier FROM city LIMIT 1""#,
      #""resolve": "SELECT id AS identifier FROM city WHERE id = :identifier""#
    ),
    (
      #""sqlite": "cities.db", "query": "SELECT id AS identifier FROM city WHERE :search IS NULL""#,
      #""resolve": "SELECT id AS identifier FROM city WHERE id IN (SELECT value FROM json_each(:identifiers))""#
    ),
  ]

  @Test(arguments: pages.indices)
  func `A choice outside the first page is reported as unknown, not as missing`(_ index: Int) throws
  {
    let (first, resolve) = Self.pages[index]
    try trip.program(
      "list",
      #"case "$request" in *'"identifiers":["rome"]'*) echo '["rome"]';; *identifiers*) echo '[]';; "#
        + #"*) echo '["oslo"]';; esac"#)
    try trip.source("{ \(first) }")
    let open = try validate("bonn")
    #expect(open.errors == "1 intent, valid.\n" + Self.unknown)
    #expect(open.output == "")
    #expect(open.status == 0)
    let imported = try place("bonn")
    #expect(imported.errors.contains("“bonn” (bonn) may no longer be offered"))
    #expect(imported.status == 0)
    let edited = try trip.sandbox.run(["edit", trip.folder, "-q", "--set", "format=system"])
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(!edited.errors.contains("no longer offered"), "\(edited.errors)")
    #expect(edited.output.contains(#""identifier": "bonn""#), "\(edited.output)")
    try trip.source("{ \(first), \(resolve) }")
    let gone = try validate("bonn")
    #expect(gone.output.contains("“bonn” (bonn) is no longer offered."), "\(gone.errors)")
    #expect(gone.status == 1)
    let fine = try validate("rome")
    #expect(fine.errors == "1 intent, valid.\n")
    #expect(fine.status == 0)
  }

  @Test func `The form reports that a choice may no longer be offered`() throws {
    try trip.source(#"{ "command": ["./list"], "searches": true }"#)
    #expect(try place("bonn").status == 0)
    let terminal = try trip.sandbox.onTerminal(["edit", trip.folder])
    try terminal.wait(for: "the remark") { screen in
      screen.textLines.contains { $0.contains("May no longer be offered") }
    }
    terminal.press("^c")
    #expect(try terminal.exitCode() == 130)
  }

  /// Sources with a default, and the default that `describe` shows.
  static let defaults: [(source: String, described: String)] = [
    (#"{ "fixture": "cities.json", "default": "rome" }"#, "default: “rome”"),
    (#"{ "fixture": "default.json" }"#, "default: “rome”"),
    (#"{ "command": ["./default"] }"#, "default: from the provider"),
    (
      #"{ "sqlite": "cities.db", "query": "SELECT id AS identifier FROM city", "#
        + #""default": { "query": "SELECT id AS identifier FROM city WHERE id = 'rome'" } }"#,
      "default: from the provider"
    ),
  ]

  @Test(arguments: defaults.indices)
  func `A source gives a default`(_ index: Int) throws {
    let (source, described) = Self.defaults[index]
    let answer = #"{"items": ["oslo", "rome"], "default": ["rome"]}"#
    _ = try trip.sandbox.write(answer, to: "Trip/default.json")
    try trip.program("default", "echo '\(answer)'")
    try trip.source(source)
    let run = try trip.sandbox.run(["edit", "Trip", "--dry-run", "-q", "--set", "format=system"])
    #expect(run.output.contains(#""identifier": "rome""#), "\(run.output)\(run.errors)")
    let description = try trip.sandbox.run(["describe", "Trip"])
    #expect(description.output.contains(described), "\(description.output)")
  }

  @Test func `Without a default, describe mentions none`() throws {
    try trip.source(#"{ "fixture": "cities.json" }"#)
    let run = try trip.sandbox.run(["describe", "Trip"])
    #expect(!run.output.contains("from the provider"))
  }

  @Test func `A failing source is tried again, and then the fallback`() throws {
    try trip.program("list", "echo x >> runs; echo lost >&2; exit 1")
    try trip.source(
      #"{ "command": ["./list"], "retries": 2, "fallback": { "fixture": "cities.json" } }"#)
    let run = try trip.sandbox.run(["options", "Trip", "cities"])
    #expect(run.output == "oslo  oslo\nrome  rome\n")
    #expect(run.errors.contains("These choices are from “cities.json”, because “./list” failed:"))
    #expect(run.status == 0)
    #expect(try trip.sandbox.read("Trip/runs") == "x\nx\nx\n")
  }

  static let properties: [String] = [
    #"{ "sqlite": "cities.db", "query": "SELECT id AS identifier, 'Europe/Oslo' AS timeZone FROM city LIMIT 1" }"#,
    #"{ "fixture": "cities.csv" }"#,
  ]

  @Test(arguments: properties)
  func `Columns are properties of the type`(source: String) throws {
    _ = try trip.sandbox.write("identifier,timeZone\noslo,Europe/Oslo\n", to: "Trip/cities.csv")
    try trip.source(source)
    let run = try trip.sandbox.run(["options", "Trip", "cities", "--format", "json"])
    #expect(run.output.contains(#""timeZone": "Europe/Oslo""#), "\(run.output)\(run.errors)")
  }

  private static func json(_ body: String, _ headers: String...) -> LoopbackService.Answer {
    .response(
      status: "200 OK", headers: ["Content-Type: application/json"] + headers, body: body)
  }

  @Test func `A service gives properties, defaults and stored choices`() async throws {
    let sandbox = trip.sandbox
    try await withService({ _, request in
      let isResolving = request.contains("/ids?of=bonn,rome ")
      let names = isResolving ? ["rome"] : request.contains("/home ") ? ["rome"] : ["oslo"]
      let rows = names.map { #"{"id": "\#($0)", "zone": {"name": "Europe/Rome"}}"# }
      return Self.json("[\(rows.joined(separator: ","))]")
    }) { service in
      try trip.source(
        """
        { "http": "\(service.url)", "map": { "identifier": "/id", "properties": \
        { "timeZone": "/zone/name" } }, "resolve": "\(service.url)/ids?of={identifiers}", \
        "default": { "url": "\(service.url)/home" } }
        """)
      let listed = try sandbox.run(["options", "Trip", "cities", "--format", "json"])
      #expect(listed.output.contains(#""timeZone": "Europe/Rome""#), "\(listed.errors)")
      let saved = try sandbox.run(["edit", "Trip", "--dry-run", "-q", "--set", "format=system"])
      #expect(saved.output.contains(#""identifier": "rome""#), "\(saved.errors)")
      let both = line("rome").replacing(
        "]}", with: #",{"identifier":"bonn","display":"Bonn"}]}"#)
      let gone = try sandbox.run(["validate", "Trip", "--resolve"], input: both)
      #expect(gone.output.contains("“Bonn” (bonn) is no longer offered."), "\(gone.errors)")
      #expect(!gone.output.contains("“rome”"))
    }
  }

  @Test func `A page that fails keeps the pages before it`() async throws {
    let sandbox = trip.sandbox
    try await withService({ _, request in
      request.contains("/two ")
        ? .response(status: "429 Slow Down", headers: ["Retry-After: 7"], body: "\u{1B}[2J quota")
        : Self.json(#"["oslo"]"#, "Link: </two>; rel=next")
    }) { service in
      try trip.source(#"{ "http": "\#(service.url)" }"#)
      let run = try sandbox.run(["options", "Trip", "cities"])
      #expect(run.output == "oslo  oslo\n")
      #expect(
        run.errors == """
          Only the first page is shown, because the next one failed: The service answered with \
          status 429, too many requests. It wrote: “␛[2J quota”.

          """)
      #expect(run.status == 0)
      #expect(try validate("bonn").errors == "1 intent, valid.\n" + Self.unknown)
    }
  }

  @Test func `No secret of a URL is shown, and the URL is shown once`() async throws {
    let sandbox = trip.sandbox
    try await withService({ _, _ in
      .response(status: "401 No", body: "the token s3cr3t-t0ken of hunter2 is unknown")
    }) { service in
      let address = service.url.replacing("http://", with: "http://ada:hunter2@")
      try trip.source(#"{ "http": "\#(address)?token=s3cr3t-t0ken&q={search}" }"#)
      let spoken = service.url.replacing("http://", with: "http://***@")
      let run = try sandbox.run(["options", "Trip", "cities", "--search", "o"])
      #expect(
        run.errors == """
          \(spoken)?token=***&q={search}: The service answered with status 401, unauthorized: \
          credentials are missing or wrong. It wrote: “the token *** of *** is unknown”. Correct \
          “headers” or “environmentHeaders” in widget.json.

          """)
      #expect(run.status == 3)
      for arguments in [["--check"], ["--check", "--search", "o"]] {
        let check = try sandbox.run(["options", "Trip", "cities"] + arguments)
        #expect(!check.errors.contains("hunter2"))
        #expect(!check.errors.contains("s3cr3t"))
        #expect(check.errors.contains("token=***"))
      }
    }
  }

  @Test func `Headers over the limit are reported as such`() async throws {
    let sandbox = trip.sandbox
    for header in [
      "X: " + String(repeating: "a", count: 200_000),
      (0..<40).map { "X\($0): " + String(repeating: "a", count: 10_000) }
        .joined(separator: "\r\n"),
    ] {
      try await withService({ _, _ in Self.json("[]", header) }) { service in
        try trip.source(#"{ "http": "\#(service.url)" }"#)
        let run = try sandbox.run(["options", "Trip", "cities"])
        #expect(run.errors.contains("the headers of its response exceed 256 KiB"))
        #expect(run.status == 3)
      }
    }
  }

  @Test func `A timeline comes over HTTP`() async throws {
    let sandbox = trip.sandbox
    try await withService({ _, request in
      let isRight = request.contains("/options?family=systemMedium&at=2026-03-01T09%3A00%3A00Z ")
      return Self.json(
        #"{"entries": [{"date": "2026-03-01T09:00:00Z", "title": "\#(isRight ? "Right" : "Wrong")"}]}"#
      )
    }) { service in
      try trip.source(
        #"{ "fixture": "cities.json" }"#,
        timeline: #"{ "http": "\#(service.url)?family={family}&at={date}" }"#)
      let run = try sandbox.run(["timeline", "Trip", "--at", "2026-03-01T09:00:00Z"])
      #expect(run.output.contains("Right"), "\(run.output)\(run.errors)")
      #expect(try sandbox.run(["check", "Trip"]).status == 0)
    }
  }

  @Test func `A timeline over HTTP gets what a program gets`() async throws {
    let sandbox = trip.sandbox
    try await withService({ _, request in
      let query = request.split(separator: " ").dropFirst().first ?? ""
      return Self.json(#"{"entries": [{"date": "2026-03-01T09:00:00Z", "title": "\#(query)"}]}"#)
    }) { service in
      try trip.source(
        #"{ "fixture": "cities.json" }"#,
        timeline: #"""
          { "http": "\#(service.url)?r={request}&p={isPreview}&c={colorScheme}&s={width}x{height}&z={timeZone}" }
          """#)
      for (option, request, isPreview) in [
        ("--placeholder", "placeholder", false), ("--snapshot", "snapshot", false),
        ("--preview", "snapshot", true),
      ] {
        let run = try sandbox.run([
          "timeline", "Trip", option, "--color-scheme", "dark", "--family", "systemSmall",
        ])
        #expect(
          run.output.contains("?r=\(request)&p=\(isPreview)&c=dark&s=158x158&z="),
          "\(run.output)\(run.errors)")
      }
      #expect(try sandbox.run(["check", "Trip"]).status == 0)
    }
  }

  @Test func `A list as long as the limit in the URL may be incomplete`() async throws {
    try await withService({ _, _ in Self.json(#"["oslo", "rome"]"#) }) { service in
      try trip.source(#"{ "http": "\#(service.url)?limit=2" }"#)
      let full = try validate("bonn")
      #expect(full.errors == "1 intent, valid.\n" + Self.unknown)
      #expect(full.status == 0)
      try trip.source(#"{ "http": "\#(service.url)?limit=3" }"#)
      let whole = try validate("bonn")
      #expect(whole.output.contains("“bonn” (bonn) is no longer offered."), "\(whole.errors)")
      #expect(whole.status == 1)
    }
    try trip.source(
      #"{ "sqlite": "cities.db", "query": "SELECT id AS identifier FROM city LIMIT 3" }"#)
    #expect(try validate("bonn").status == 1)
  }

  /// Chooses two cities in line mode, and chooses each again after undoing the choice.
  private func chooseTwice() throws -> FinishedProgram {
    let lines = ["", "=oslo", "undo", "=oslo", "=rome", "undo", "=rome"]
    let run = try trip.sandbox.run(
      ["edit", "Trip", "--plain", "--dry-run"],
      input: lines.joined(separator: "\n") + String(repeating: "\n", count: 8))
    #expect(run.status == 0, "\(run.errors)")
    return run
  }

  @Test func `A cached response is not requested again`() throws {
    try trip.program("list", #"echo x >> runs; echo '["oslo", "rome"]'"#)
    func runs(_ keys: String) throws -> Int {
      try trip.source(#"{ "command": ["./list"]\#(keys) }"#)
      _ = try trip.sandbox.write("", to: "Trip/runs")
      let run = try chooseTwice()
      #expect(run.output.contains(#""identifier": "rome""#))
      return try trip.sandbox.read("Trip/runs").count { $0 == "x" }
    }
    let kept = try runs(#", "cache": 600"#)
    #expect(try runs("") > kept)
  }

  @Test func `A stored choice that was looked up is not looked up again`() throws {
    try trip.program("list", #"echo "$request" >> runs; echo '["oslo", "rome"]'"#)
    func lookUps(_ keys: String) throws -> [Substring] {
      try trip.source(#"{ "command": ["./list"], "resolve": true\#(keys) }"#)
      _ = try trip.sandbox.write("", to: "Trip/runs")
      _ = try chooseTwice()
      return try trip.sandbox.read("Trip/runs").split(separator: "\n")
        .filter { $0.contains("\"identifiers\":") }
        .compactMap { $0.split(separator: "\"identifiers\":").last }
    }
    #expect(try lookUps(#", "cache": 600"#) == [#"["oslo"]}"#, #"["rome"]}"#])
    #expect(try lookUps("").count > 2)
  }

  @Test func `A source that hangs is given up after its timeout, and the fallback replaces it`()
    throws
  {
    try trip.program("list", "exec sleep 600")
    try trip.source(#"{ "command": ["./list"], "timeout": 0.2 }"#)
    let run = try trip.sandbox.run(["options", "Trip", "cities"])
    #expect(run.errors.contains("The source did not answer within 0.2 seconds."), "\(run.errors)")
    #expect(run.status == 3)
    try trip.source(
      #"{ "command": ["./list"], "timeout": 0.2, "fallback": { "fixture": "cities.json" } }"#)
    let other = try trip.sandbox.run(["options", "Trip", "cities"])
    #expect(other.output == "oslo  oslo\nrome  rome\n", "\(other.errors)")
    #expect(other.status == 0)
  }

  @Test func `A source that claims to search but ignores the term is detected`() throws {
    try trip.program("list", #"echo '["oslo", "rome"]'"#)
    try trip.source(#"{ "command": ["./list"], "searches": true }"#)
    let run = try trip.sandbox.run(["options", "Trip", "cities", "--check"])
    #expect(
      run.errors.contains(
        "search: The term is ignored: the response is the same as without a term."))
    #expect(run.status == 1)
  }

  /// UpNext with a web calendar whose address contains a password and a key.
  @Test func `A web calendar stays when its service fails, and its key is never shown`()
    async throws
  {
    let sandbox = trip.sandbox
    let secrets = ["hunter2", "0123456789abcdef", "S3CRET"]
    var said = ""
    func run(_ arguments: String...) throws -> FinishedProgram {
      let finished = try sandbox.run(arguments, adding: ["WIDGETCONFIG_INTENTS": sandbox.path(".")])
      said += finished.output + finished.errors
      return finished
    }
    func show() throws -> FinishedProgram {
      try run(
        "timeline", "up", "--at", "2026-12-01T08:00:00Z", "--snapshot", "--format", "json")
    }
    let event = """
      BEGIN:VCALENDAR\nX-WR-CALNAME:Choir\nBEGIN:VEVENT\nUID:1\nDTSTART:20261201T090000Z
      DURATION:PT1H\nSUMMARY:Rehearsal\nEND:VEVENT\nEND:VCALENDAR

      """
    try await withService({ number, request in
      // Unchanged content is not sent again, and each command requests a calendar once.
      request.contains("\r\nIf-None-Match: \"1\"\r\n")
        ? .response(status: "304 Not Modified", headers: ["ETag: \"1\""])
        : .response(
          status: "200 OK", headers: ["Content-Type: text/calendar", "ETag: \"1\""], body: event)
    }) { service in
      let address =
        "webcal://ada:hunter2@127.0.0.1:\(service.port)/private-0123456789abcdef/c.ics?key=S3CRET"
      let source =
        #"{"builtin": "UpNext", "arguments": {"calendars": "\#(address)"}}"#
      let shipped = Sandbox.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition")
      try sandbox.makeFolder("Mine")
      try FileManager.default.copyItem(
        atPath: shipped.path, toPath: sandbox.path("Mine/UpNext.intentdefinition"))
      _ = try sandbox.write(
        #"{"kind": "Mine", "supportedFamilies": ["systemMedium"], "intent": "UpNextIntent","#
          + #""options": {"calendars": \#(source)}, "timeline": \#(source)}"#,
        to: "Mine/widget.json")
      let options = try run("options", "Mine", "calendars")
      #expect(options.output.hasPrefix("Choir  127.0.0.1/"), "\(options)")
      let first = try #require(service.requests.first)
      #expect(first.contains("\r\nAuthorization: Basic YWRhOmh1bnRlcjI=\r\n"), "\(first)")
      let placed = try run(
        "edit", "Mine", "--name", "up", "--family", "systemMedium", "--set", "mirrorCalendarApp=no",
        "--set", "calendars=Choir")
      #expect(placed.status == 0, "\(placed)")
      #expect(try show().output.contains("Rehearsal"))
      #expect(service.requests.dropFirst().allSatisfy { $0.contains("If-None-Match: \"1\"") })
    }
    let later = try show()
    #expect(later.output.contains("Rehearsal"), "\(later)")
    #expect(later.output.contains("shown as it was on"), "\(later)")
    let check = try run("check", "Mine")
    #expect(check.output.contains("is “Choir” with 1 event. calendar-on-web"), "\(check)")
    try FileManager.default.removeItem(atPath: sandbox.path(".cache"))
    let gone = try run("options", "Mine", "calendars")
    #expect(gone.status == 3 && gone.errors.contains("/***/c.ics?key=***: The service"), "\(gone)")
    _ = try run("export", "up")
    _ = try run("history", "up", "--format", "json")
    for secret in secrets { #expect(!said.contains(secret), "\(said)") }
  }
}
