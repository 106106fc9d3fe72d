import Foundation
import Testing
import WidgetTestSupport

/// The output of `widgetconfig options`, and its status.
@Suite(.startsPrograms) struct OptionsCommandTests {
  /// A widget whose sources are files and programs, with a list that depends on a parent.
  private static func widget(_ options: String, in sandbox: Sandbox) throws -> String {
    let folder = sandbox.path("Trip")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try sandbox.write(
      #"{ "kind": "org.example.trip", "options": { \#(options) } }"#, to: "Trip/widget.json")
    let definition = try String(
      contentsOf: Sandbox.repository.appending(
        path: "Intents/WorldClock/WorldClock.intentdefinition"),
      encoding: .utf8)
    _ = try sandbox.write(definition, to: "Trip/WorldClock.intentdefinition")
    return folder
  }

  private static let stations = #"""
    {"sections": [
      {"title": "North", "items": [
        {"identifier": "o", "display": "Oslo", "subtitle": "Norway"},
        {"identifier": "b", "display": "Bergen"}]},
      {"title": "South", "items": [{"identifier": "r", "display": "Rome"}]}]}
    """#

  private static let table = """
    North
      Oslo    o  Norway
      Bergen  b
    South
      Rome    r

    """

  private static func stationsWidget(in sandbox: Sandbox) throws -> String {
    let folder = try widget(#""cities": { "fixture": "stations.json" }"#, in: sandbox)
    _ = try sandbox.write(stations, to: "Trip/stations.json")
    return folder
  }

  @Test func `A table, a search, a limit`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.stationsWidget(in: sandbox)
    let cases: [(arguments: [String], output: String)] = [
      ([], Self.table),
      (["--limit", "1"], "North\n  Oslo  o  Norway\n"),
      (["--search", "ro"], "South\n  Rome  r\n"),
      (["--search", "!e", "--timeout", "600"], "North\n  Oslo  o  Norway\n"),
    ]
    for (arguments, output) in cases {
      let run = try sandbox.run(["options", folder, "cities"] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output == output, "\(arguments): \(run.output)")
    }
  }

  @Test func `An empty response and a search without results differ`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.stationsWidget(in: sandbox)
    let nothing = try sandbox.run(["options", folder, "cities", "--search", "xyz"])
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(nothing.errors == "Nothing matches.\n")
    _ = try sandbox.write("[]", to: "Trip/stations.json")
    let empty = try sandbox.run(["options", folder, "cities"])
    #expect(empty.status == 0 && empty.output.isEmpty)
    #expect(empty.errors == "There is nothing to choose from.\n")
  }

  @Test func `A recorded response is a fixture with the same content`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(#""cities": { "command": ["/bin/cat", "all.json"] }"#, in: sandbox)
    _ = try sandbox.write(Self.stations, to: "Trip/all.json")
    let record = sandbox.path("Trip/recorded.json")
    let run = try sandbox.run(
      ["options", folder, "cities", "--record", record, "--format", "json"])
    #expect(run.status == 0)
    #expect(run.output == (try sandbox.read("Trip/recorded.json")))
    #expect(run.errors == "Recorded 3 choices in \(record).\n")
    _ = try Self.widget(#""cities": { "fixture": "recorded.json" }"#, in: sandbox)
    #expect(try sandbox.run(["options", folder, "cities"]).output == Self.table)
    // The extension of the file selects its format, and standard output has only the record.
    let table = sandbox.path("Trip/recorded.csv")
    #expect(try sandbox.run(["options", folder, "cities", "--record", table]).status == 0)
    #expect(
      try sandbox.read("Trip/recorded.csv") == """
        identifier,display,subtitle,section
        o,Oslo,Norway,North
        b,Bergen,,North
        r,Rome,,South

        """)
    let printed = try sandbox.run(["options", folder, "cities", "--record", "-"])
    #expect(printed.output == (try sandbox.read("Trip/recorded.json")) && printed.errors.isEmpty)
    _ = try Self.widget(#""cities": { "fixture": "recorded.csv" }"#, in: sandbox)
    #expect(try sandbox.run(["options", folder, "cities"]).output == Self.table)
    // Columns that a table cannot represent are reported.
    _ = try sandbox.write(#"{"items": ["a"], "default": "a"}"#, to: "Trip/recorded.json")
    _ = try Self.widget(#""cities": { "fixture": "recorded.json" }"#, in: sandbox)
    let refused = try sandbox.run(["options", folder, "cities", "--record", table])
    #expect(refused.status == 2 && refused.errors.contains("cannot hold"), "\(refused.errors)")
  }

  /// A new widget whose choices depend on a parent: the programs that `new` writes read the parent,
  /// and `options` runs only the requested program, and only once.
  @Test func `A program runs once, and reads the parent`() throws {
    let sandbox = try Sandbox()
    let made = try sandbox.run(
      ["new", "./Ferry", "-q"]
        + [
          "city:enum(oslo,bergen)=oslo", "land:object(Land) choices=no:Norway|se:Sweden",
          "fast:boolean", "stop:object(Stop) source=./stops when=city",
          "pier:object(Pier) source=./piers when=land", "mode:string source=./modes when=fast",
        ].flatMap { ["--parameter", $0] })
    #expect(made.status == 0, "\(made.errors)")
    for (parameter, program, answers) in [
      ("stop", "stops", ["city=bergen"]), ("pier", "piers", ["land=Sweden"]),
      ("mode", "modes", ["fast=yes"]), ("mode", "modes", ["city=bergen", "fast=yes"]),
    ] {
      let script = try sandbox.read("Ferry/\(program)")
      let folder = sandbox.folder.path
      _ = try sandbox.write(
        script.replacing("cat <<", with: "echo \(program) \"$parent\" >> '\(folder)/log'; cat <<"),
        to: "Ferry/\(program)")
      try makeProgram(at: sandbox.path("Ferry/\(program)"))
      let run = try sandbox.run(
        ["options", "./Ferry", parameter] + answers.flatMap { ["--set", $0] })
      #expect(run.output == "One    One\nTwo    Two\nThree  Three\n", "\(run.errors)")
      let value = ["stop": "bergen", "pier": "se", "mode": "true"][parameter] ?? ""
      #expect(try sandbox.read("log") == "\(program) \(value)\n")
      _ = try sandbox.write("", to: "log")
      _ = try sandbox.write(script, to: "Ferry/\(program)")
      try makeProgram(at: sandbox.path("Ferry/\(program)"))
    }
  }

  @Test func `A parameter without a source shows its cases, or says that people type its value`()
    throws
  {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase(
        "options Verse collection", output: "Morning  morning\nSea      sea\nWork     work\n"))
    try sandbox.check(
      CommandCase(
        "options UpNext lookAhead", status: 2,
        errors: """
          “lookAhead” of UpNext has no choices; people type its value. There are sources for \
          “calendars”.

          """))
  }

  @Test func `A provider that fails ends with status 3`() throws {
    let sandbox = try Sandbox()
    let cases: [(options: String, errors: String)] = [
      (
        #""cities": { "fixture": "none.json" }"#,
        "There is no file “\(sandbox.path("Trip"))/none.json”."
          + " Correct the path in widget.json, or create the file."
      ),
      (
        #""cities": { "command": ["/bin/sh", "-c", "echo lost >&2; exit 7"] }"#,
        "The program ended with status 7. It wrote: “lost”."
          + " Run the command by hand, and give it the request that "
          + "“options … --show-request” prints."
      ),
    ]
    for (options, errors) in cases {
      let folder = try Self.widget(options, in: sandbox)
      let run = try sandbox.run(["options", folder, "cities"])
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(errors), "\(run.errors)")
    }
  }

  @Test func `The rules for providers are checked`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.stationsWidget(in: sandbox)
    let good = try sandbox.run(["options", folder, "cities", "--check", "--search", "o"])
    #expect(good.status == 0, "\(good.errors)")
    #expect(good.errors == "stations.json passes all checks for “cities”.\n")
    _ = try Self.widget(
      #""cities": { "command": ["/bin/sh", "-c", "echo \\[\\\"$$\\\"\\]"] }"#, in: sandbox)
    let bad = try sandbox.run(["options", folder, "cities", "--check"])
    #expect(bad.status == 1)
    #expect(bad.errors.contains("/bin/sh (cities): "), "\(bad.errors)")
  }

  @Test func `Wrong usage lists the valid names`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.stationsWidget(in: sandbox)
    let cases: [(arguments: [String], words: String)] = [
      (["citie"], "has no parameter “citie”. Did you mean “cities”?"),
      (["cities", "--limit=-1"], "--limit must be at least 0."),
      (
        ["cities", "--timeout", "0"],
        "--timeout must be more than 0 and at most 3600 seconds."
      ),
      (["cities", "--family", "hu-ge"], "--family: "),
      (["cities", "--family", "systemLrage"], "Did you mean “systemLarge”?"),
      (["cities", "--set", "x"], "--set x: write it as name=value."),
    ]
    for (arguments, words) in cases {
      let run = try sandbox.run(["options", folder] + arguments)
      #expect(run.status == 2, "\(arguments): \(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }
}
