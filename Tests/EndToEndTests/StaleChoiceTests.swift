import Foundation
import Testing
import WidgetTestSupport

/// A stored choice that its source no longer offers, in `validate --resolve`, `import` and `edit`.
@Suite(.startsPrograms) struct StaleChoiceTests {
  private let sandbox: Sandbox
  private let folder: String

  init() throws {
    sandbox = try Sandbox()
    folder = sandbox.path("Trip")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let definition = Sandbox.repository.appending(
      path: "Intents/WorldClock/WorldClock.intentdefinition")
    try FileManager.default.copyItem(
      atPath: definition.path, toPath: folder + "/WorldClock.intentdefinition")
    _ = try sandbox.write(#"["oslo", "rome"]"#, to: "Trip/cities.json")
    try source(#"{ "fixture": "cities.json" }"#)
  }

  private func source(_ source: String) throws {
    _ = try sandbox.write(
      #"{ "kind": "org.example.trip", "options": { "cities": \#(source) } }"#,
      to: "Trip/widget.json")
  }

  private var definition: String { folder + "/WorldClock.intentdefinition" }

  private static func line(_ cities: String...) -> String {
    let objects = cities.map { #"{"identifier":"\#($0)","display":"\#($0.capitalized)"}"# }
    return #"{"intent":"WorldClockIntent","family":"systemMedium","parameters":{"cities":["#
      + objects.joined(separator: ",") + "]}}\n"
  }

  private static func named(_ cities: String...) -> String {
    let objects = cities.map { #"{"identifier":"\#($0)","display":"\#($0)"}"# }
    return #"{"name":"Trip","intent":"WorldClockIntent","family":"systemMedium","parameters":"#
      + #"{"cities":["# + objects.joined(separator: ",") + "]}}\n"
  }

  static let rows: [(input: String, status: Int32, output: String, errors: String)] = [
    (line("oslo"), 0, "", "1 intent, valid.\n"), (line(), 0, "", "1 intent, valid.\n"),
    (line("oslo") + "\n" + line("rome", "oslo"), 0, "", "2 intents, all valid.\n"),
    ("", 0, "", "0 intents.\n"),
    (
      line("oslo") + line("rome", "atlantis"), 1,
      """
      standard input:2:117: $.parameters.cities[1]: “Atlantis” (atlantis) is no longer offered. \
      Choose another, or keep it until it is offered again.

      """, "2 intents, 1 of them invalid.\n"
    ),
    (
      line("atlantis").replacing("systemMedium", with: "hu-e"), 1,
      """
      standard input:1:39: $.family: There is no widget family “hu-e”. Choose from “systemSmall”, \
      “systemMedium”, “systemLarge”, “systemExtraLarge”, “systemExtraLargePortrait”, \
      “accessoryCorner”, “accessoryCircular”, \
      “accessoryRectangular”, “accessoryInline”.

      """, "1 intent, 1 of them invalid.\n"
    ),
  ]

  @Test(arguments: rows.indices)
  func `Sources are asked for what was chosen`(_ index: Int) throws {
    let row = Self.rows[index]
    let run = try sandbox.run(["validate", definition, "--resolve"], input: row.input)
    #expect(run.output == row.output)
    #expect(run.errors == row.errors)
    #expect(run.status == row.status)
  }

  @Test func `By default, the choice is trusted`() throws {
    let run = try sandbox.run(["validate", definition], input: Self.line("atlantis"))
    #expect(run.status == 0)
    #expect(run.output == "")
  }

  @Test func `Findings in a document of several lines have positions`() throws {
    let text = """
      {
        "intent": "WorldClockIntent",
        "family": "systemSmall",
        "parameters": {
          "cities": [
            { "identifier": "atlantis", "display": "Atlantis" }
          ]
        }
      }
      """
    let file = try sandbox.write(text, to: "one.json")
    let run = try sandbox.run(["validate", definition, file, "--resolve", "-q"])
    #expect(
      run.output == """
        \(file):6:7: $.parameters.cities[0]: “Atlantis” (atlantis) is no longer offered. \
        Choose another, or keep it until it is offered again.

        """)
    #expect(run.status == 1)
  }

  @Test func `The folder of the widget also works`() throws {
    let run = try sandbox.run(
      ["validate", folder, "--resolve", "-q"], input: Self.line("atlantis"))
    #expect(run.output.hasPrefix("standard input:1:"))
    #expect(run.output.contains("“Atlantis” (atlantis) is no longer offered."))
    #expect(run.status == 1)
  }

  @Test func `If a source fails, no choice is reported`() throws {
    try source(#"{ "fixture": "none.json" }"#)
    let run = try sandbox.run(
      ["validate", definition, "--resolve"], input: Self.line("oslo") + Self.line("rome"))
    #expect(run.output == "")
    #expect(
      run.errors == """
        2 intents, all valid.
        none.json: There is no file “\(folder)/none.json”. \
        Correct the path in widget.json, or create the file.

        """)
    #expect(run.status == 3)
  }

  @Test func `Equal requests are sent once`() throws {
    try source(#"{ "command": ["/bin/sh", "-c", "echo x >> runs; cat cities.json"] }"#)
    let input = String(repeating: Self.line("oslo"), count: 20)
    let run = try sandbox.run(["validate", definition, "--resolve"], input: input)
    #expect(run.errors == "20 intents, all valid.\n")
    #expect(try sandbox.read("Trip/runs") == "x\n")
  }

  @Test func `Wrong usage is reported`() throws {
    let bare = sandbox.path("Bare.intentdefinition")
    try FileManager.default.copyItem(atPath: definition, toPath: bare)
    let nobody = try sandbox.run(["validate", bare, "--resolve"], input: "")
    #expect(
      nobody.errors == """
        \(bare): There are no sources of options for --resolve to ask. \
        Name them under “options” in the widget.json beside the definition.

        """)
    #expect(nobody.status == 2)
    let options = try sandbox.run(["options", bare, "cities"])
    #expect(
      options.errors == """
        “cities” of Bare has no source of options. \
        Make a widget from it: widgetconfig new NAME --from \(bare)

        """)
    // If there are no dynamic parameters, no source gets a request.
    try sandbox.check(
      CommandCase(
        "validate Verse --resolve", input: SampleIntents.line(), errors: "1 intent, valid.\n"))
    let both = try sandbox.run(["validate", definition, "--resolve", "--canonical"], input: "")
    #expect(
      both.errors.contains("--resolve cannot be used with --canonical. Run one after the other."))
    #expect(both.status == 2)
  }

  @Test func `An import keeps a stale choice, and saving the form keeps it too`() throws {
    let file = try sandbox.write(Self.named("oslo", "atlantis"), to: "in.json")
    #expect(try sandbox.run(["edit", folder, "-q", "--set", "format=system"]).status == 0)
    let imported = try sandbox.run(["import", file])
    #expect(
      imported.errors == """
        imported Trip (WorldClockIntent, systemMedium)
        \(file):1:131: $.parameters.cities[1]: “atlantis” (atlantis) is no longer offered. \
        Choose another, or keep it until it is offered again.

        """)
    let before = try sandbox.run(["export", "Trip"]).output
    #expect(before.contains(#""identifier": "atlantis""#))
    let edited = try sandbox.run(["edit", folder, "-q", "--name", "Trip", "--set", "format=system"])
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(try sandbox.run(["export", "Trip"]).output == before)
  }

  @Test func `The form shows that a choice is missing`() throws {
    let file = try sandbox.write(Self.named("oslo", "atlantis"), to: "in.json")
    #expect(try sandbox.run(["edit", folder, "-q", "--set", "format=system"]).status == 0)
    #expect(try sandbox.run(["import", file]).status == 0)
    let terminal = try sandbox.onTerminal(["edit", folder])
    try terminal.wait(for: "the mark") { screen in
      screen.textLines.contains { $0.contains("atlantis") }
        && screen.textLines.contains { $0.contains("No longer offered") }
    }
    terminal.press("^c")
    #expect(try terminal.exitCode() == 130)
  }

  /// A choice that is no longer offered is never saved without a message.
  @Test func `Every interface reports what it keeps`() throws {
    let file = try sandbox.write(Self.named("oslo", "atlantis", "oslo"), to: "in.json")
    #expect(try sandbox.run(["edit", folder, "-q", "--set", "format=system"]).status == 0)
    let imported = try sandbox.run(["import", file])
    #expect(imported.errors.contains("cities: “oslo” is chosen more than once."))
    let scripted = try sandbox.run(
      ["edit", folder, "--name", "Trip", "--family", "systemLarge", "--set", "format=system"])
    #expect(scripted.errors.contains("cities: no longer offered, and kept: atlantis."))
    #expect(scripted.errors.contains("cities: “oslo” is chosen more than once."))
    let plain = try sandbox.run(
      ["edit", folder, "--name", "Trip", "--plain"],
      input: String(repeating: "\n", count: 40))
    #expect(plain.errors.contains("! Cities: no longer offered, and kept: atlantis."))
    #expect(plain.errors.contains("! Cities: “oslo” is chosen more than once."))
    let terminal = try sandbox.onTerminal(["edit", folder, "--name", "Trip"])
    try terminal.wait(for: "No longer offered")
    try terminal.wait(for: "chosen already")
    // The answers have not changed; the review shows the kept choice, and pressing the save key
    // again saves it.
    terminal.press("^s")
    try terminal.wait(for: "the review") { screen in
      screen.textLines.contains { $0.contains("Changes to save") }
        && screen.textLines.contains { $0.contains("Cities 2") && $0.contains("atlantis") }
    }
    terminal.press("^s")
    #expect(try terminal.exitCode() == 0)
  }
}
