import Foundation
import Testing
import WidgetTestSupport

/// Sources in `widget.json`, from the file to the messages: without running the sources, `check`
/// finds the problems that would make `options` fail.
@Suite(.startsPrograms) struct SourceCheckTests {
  private let trip: TripWidget

  init() throws { trip = try TripWidget() }

  private func check() throws -> (lines: [String], status: Int32) {
    let run = try trip.sandbox.run(["check", "Trip", "--strict"])
    let lines = run.output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return (lines.filter { $0.contains(":") && !$0.hasSuffix(".json") }, run.status)
  }

  /// A source, the findings of `check`, and whether `options` reports the same problems.
  static let broken: [(source: String, found: [String], isSaidByOptions: Bool)] = [
    (
      #"{ "builtin": "WorldClok" }"#,
      ["There is no built-in source “WorldClok”. Did you mean “WorldClock”?"], true
    ),
    (#"{ "fixture": "citis.json" }"#, ["“Trip/citis.json”. Did you mean “cities.json”?"], true),
    (#"{ "fixture": "widget.json" }"#, ["widget.json: At line "], true),
    (
      #"{ "sqlite": "citis.db", "query": "SELECT 1 AS identifier" }"#,
      ["“Trip/citis.db”. Did you mean “cities.db”?"], true
    ),
    (#"{ "command": ["./lst"] }"#, ["/Trip/lst” to run. Did you mean “list”?"], true),
    (
      #"{ "command": ["no-such-program-anywhere"] }"#,
      ["There is no program “no-such-program-anywhere” to run."], true
    ),
    (
      #"{ "command": ["./locked"] }"#,
      ["locked” is not executable. Make it executable: chmod +x /"], true
    ),
    (#"{ "command": ["./sub"] }"#, ["/sub” is a folder, not a program."], true),
    (
      #"{ "http": "http://127.0.0.1:9/{formt}?q={search}" }"#,
      ["“{formt}” is not a name that can be filled in. Did you mean “format”?"], true
    ),
    (
      #"{ "http": "http://127.0.0.1:9/", "resolve": "http://127.0.0.1:9/{identifer}" }"#,
      ["“{identifer}” is not a name that can be filled in. Did you mean “identifiers”?"], false
    ),
    (
      #"{ "sqlite": "cities.db", "query": "SELECT id AS identifier FROM city WHERE id = :formt" }"#,
      ["“:formt” is not a name that can be filled in. Did you mean “format”?"], true
    ),
    (
      #"{ "sqlite": "cities.db", "query": "SELECT ? AS identifier", "arguments": ["{formt}"] }"#,
      ["“{formt}” is not a name that can be filled in. Did you mean “format”?"], true
    ),
    (
      #"{ "sqlite": "cities.db", "query": "SELECT id FROM city" }"#,
      ["The response has no column “identifier”."], true
    ),
    (
      #"{ "sqlite": "cities.db", "query": "SELECT id AS identifier, id AS displya FROM city" }"#,
      ["The column “displya” is not used. Did you mean “display”?"], false
    ),
    (
      #"{ "sqlite": "cities.db", "query": "SELECT id AS identifier FROM cities" }"#,
      ["The query failed: no such table: cities."], true
    ),
    (
      #"{ "fixture": "cities.json", "default": "olso" }"#,
      ["The default “olso” is not among the choices. Did you mean “oslo”?"], false
    ),
    (
      #"{ "fixture": "cities.json", "fallback": { "command": ["./lst"] } }"#,
      ["/Trip/lst” to run. Did you mean “list”?"], false
    ),
  ]

  @Test(arguments: broken.indices)
  func `Causes of later source failures are found`(_ index: Int) throws {
    let (source, found, isSaidByOptions) = Self.broken[index]
    try trip.source(source)
    let check = try check()
    for words in found {
      let isFound = check.lines.contains { $0.contains(words) }
      #expect(isFound, "\(check.lines)")
    }
    #expect(check.lines.count == found.count, "\(check.lines)")
    #expect(check.status == 1)
    #expect(check.lines.allSatisfy { $0.hasPrefix("2:") || $0.hasPrefix("3:") }, "a place")
    guard isSaidByOptions else { return }
    let run = try trip.sandbox.run(["options", "Trip", "cities"])
    #expect(run.status != 0)
    for words in found { #expect(run.errors.contains(words), "\(run.errors)") }
  }

  @Test func `All sources are checked in one run, including the timeline`() throws {
    try trip.source(
      #"{ "fixture": "citis.json" }"#, timeline: #"{ "command": ["./timelin"] }"#)
    let check = try check()
    #expect(check.lines.count == 2, "\(check.lines)")
    #expect(check.lines.last?.contains("/Trip/timelin” to run. Did you mean “timeline”?") == true)
  }

  @Test(arguments: [
    #"{ "fixture": "cities.json", "default": ["oslo"], "cache": 60, "retries": 2, "timeout": 5 }"#,
    #"{ "command": ["./list"], "fallback": { "fixture": "cities.json" } }"#,
    #"{ "http": "http://127.0.0.1:9/{format}?q={search}&l={limit}&f={family}&o={locale}" }"#,
    #"{ "sqlite": "cities.db", "query": "SELECT id AS identifier, 'at 12:30' AS display FROM city" }"#,
  ])
  func `Valid input has no findings`(source: String) throws {
    try trip.source(source, timeline: #"{ "command": ["./timeline"] }"#)
    let check = try check()
    #expect(check.lines == [])
    #expect(check.status == 0)
  }

  @Test(arguments: [["Trip"], ["./Trip/"], ["Trip", "--intents", "."]])
  func `A relative command runs, however the folder is given`(arguments: [String]) throws {
    try trip.source(#"{ "command": ["./list"] }"#, timeline: #"{ "command": ["./timeline"] }"#)
    let rest = Array(arguments.dropFirst())
    let options = try trip.sandbox.run(["options", arguments[0], "cities"] + rest)
    #expect(options.output == "oslo  oslo\nrome  rome\n", "\(options.errors)")
    let timeline = try trip.sandbox.run(
      ["timeline", arguments[0], "--at", "2026-03-01T09:00:00Z"] + rest)
    #expect(timeline.output.contains("From a program"), "\(timeline.errors)")
    #expect(timeline.status == 0)
  }
}

/// A widget named `Trip` in a sandbox, with files for every kind of source.
final class TripWidget {
  let sandbox: Sandbox
  let folder: String

  init() throws {
    sandbox = try Sandbox()
    folder = sandbox.path("Trip")
    try sandbox.makeFolder("Trip/sub")
    let definition = Sandbox.repository.appending(
      path: "Intents/WorldClock/WorldClock.intentdefinition")
    try FileManager.default.copyItem(
      atPath: definition.path, toPath: folder + "/WorldClock.intentdefinition")
    _ = try sandbox.write(#"["oslo", "rome"]"#, to: "Trip/cities.json")
    _ = try sandbox.write("#!/bin/sh\n", to: "Trip/locked")
    try program("list", #"echo '["oslo", "rome"]'"#)
    try program(
      "timeline",
      #"echo '{"entries": [{"date": "2026-03-01T09:00:00Z", "title": "From a program"}]}'"#)
    let made = try sandbox.shell(
      """
      command -v sqlite3 >/dev/null && sqlite3 Trip/cities.db "CREATE TABLE city (id, name); \
      INSERT INTO city VALUES ('oslo', 'Oslo'), ('rome', 'Rome');" || python3 -c "import sqlite3; \
      d = sqlite3.connect('Trip/cities.db'); d.executescript('CREATE TABLE city (id, name); \
      INSERT INTO city VALUES (\\'oslo\\', \\'Oslo\\'), (\\'rome\\', \\'Rome\\');')"
      """)
    guard made.status == 0 else { throw TripWidgetError(words: made.errors) }
  }

  /// Writes `widget.json` with a source for the cities.
  func source(_ source: String, timeline: String? = nil) throws {
    let timeline = timeline.map { #","# + "\n\"timeline\": \($0)" } ?? ""
    _ = try sandbox.write(
      #"{ "kind": "trip", "intent": "WorldClockIntent","# + "\n"
        + #""options": { "cities": \#(source) }\#(timeline) }"#, to: "Trip/widget.json")
  }

  /// Writes a shell script next to `widget.json`; `$request` is the request that the script gets.
  func program(_ name: String, _ script: String) throws {
    let path = try sandbox.write("#!/bin/sh\nrequest=$(cat)\n\(script)\n", to: "Trip/\(name)")
    try makeProgram(at: path)
  }
}

private struct TripWidgetError: Error { var words: String }
