import Foundation
import Testing
import WidgetTestSupport

/// The commands with a built program of App Intents.
@Suite(.startsPrograms) struct AppIntentsCommandTests {
  private static let app = Sandbox.repository.appending(path: "Fixtures/AppIntents/Tram.app").path
  private static let file = app + "/Metadata.appintents/extract.actionsdata"

  @Test func `Describe shows the rows of a program and their conditions`() throws {
    let sandbox = try Sandbox()
    for path in [Self.app, Self.file, Self.app + "/Metadata.appintents"] {
      let run = try sandbox.run(["describe", path, "--locale", "en"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("DepartureBoardIntent  Departure board\n"))
      #expect(run.output.contains("exactly 2 in systemMedium"))
      #expect(
        run.output.contains(
          "Note  when the family is systemMedium or systemLarge and Look is not “List”"))
    }
    let german = try sandbox.run(["describe", Self.app, "--locale", "de"])
    #expect(german.output.contains("Haltestellen") && german.output.contains("• Liste  list"))
  }

  @Test func `A form saves the answers, also those of rows that are hidden now`() throws {
    let sandbox = try Sandbox()
    let edit = ["edit", Self.app, "--store", sandbox.path("store.sqlite")]
    let saved = try sandbox.run(
      edit + ["--family", "systemLarge", "--set", "look=map", "--set", "note=Platform 2"])
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(saved.output.contains(#""note": "Platform 2""#))
    #expect(saved.output.contains(#""rows": 3"#))
    let hidden = try sandbox.run(edit + ["--family", "systemLarge", "--set", "look=list"])
    #expect(hidden.status == 0 && hidden.output.contains(#""note": "Platform 2""#))
  }

  @Test func `A definition becomes JSON and stays the same`() throws {
    let sandbox = try Sandbox()
    let json = sandbox.path("Tram.json")
    let first = try sandbox.run(["convert", Self.app, "--to", "json", "-o", json])
    #expect(first.status == 0, "\(first.errors)")
    let again = try sandbox.run(["convert", json, "--to", "json"])
    #expect(again.output == (try String(contentsOfFile: json, encoding: .utf8)))
    let same = try sandbox.run(["diff", Self.app, json])
    #expect(same.status == 0 && same.output.contains("Unchanged."), "\(same.output)")
    let list = try sandbox.run(["convert", Self.app, "--to", "intentdefinition"])
    #expect(list.status == 1 && list.errors.contains("App Intents"), "\(list)")
    let schema = try sandbox.run(["convert", Self.app, "--to", "schema"])
    #expect(schema.status == 0 && schema.output.contains("DepartureBoardIntent"))
  }

  /// `--intents` takes what holds one widget, too: source, an app, its metadata, a definition, and a
  /// folder with `widget.json`.
  @Test(
    "An intent is stored for the widget of a source, an app, metadata or a definition",
    arguments: [
      "Tram.app", "Tram.app/Metadata.appintents", "Tram", "Tram/DepartureBoardIntent.swift",
    ])
  func intents(_ name: String) throws {
    let sandbox = try Sandbox()
    let path = Sandbox.repository.appending(path: "Fixtures/AppIntents/\(name)").path
    let document =
      #"{"intent":"DepartureBoardIntent","family":"systemMedium","parameters":{}}"#
    let run = try sandbox.run(["import", "-", "--intents", path, "--name", "T"], input: document)
    #expect(run.status == 0 && run.errors.contains("imported T"), "\(name) \(run.errors)")
    let listed = try sandbox.run(["list", "--intents", path])
    #expect(listed.output.contains(path) && listed.output.contains("T  "), "\(listed.output)")
    for arguments in [["export", "T"], ["show", "T"], ["validate", path, "-"]] {
      let other = try sandbox.run(arguments, input: document)
      #expect(other.status == 0, "\(name) \(arguments) \(other.errors)")
    }
    // Without its widget, the remedy names what helps.
    let lost = try sandbox.run(
      ["import", "-", "--intents", sandbox.path("empty"), "--name", "U"], input: document)
    #expect(lost.status == 2, "\(lost.errors)")
    try FileManager.default.createDirectory(
      atPath: sandbox.path("bare"), withIntermediateDirectories: true)
    let empty = try sandbox.run(
      ["import", "-", "--intents", "bare", "--name", "U"], input: document)
    #expect(empty.errors.contains("a definition or its source with --intents"), "\(empty.errors)")
  }

  @Test func `Check finds what breaks a widget, with nothing false`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["check", Self.app])
    #expect(run.output.contains("minimum-size"), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("error"))
  }

  /// The generated protocol of a query is what a test of ours implements and compiles.
  @Test func `The typed code of a source has a protocol for each query`() throws {
    let source = Sandbox.repository.appending(path: "Fixtures/AppIntents/Transit").path
    let kept = Sandbox.repository.appending(
      path: "Tests/IntentOptionsTests/Transit.intents.swift")
    let run = try Sandbox().run(["generate", source, "--as", "typed"])
    #expect(run.output == (try String(contentsOf: kept, encoding: .utf8)), "\(run.errors)")
  }

  @Test func `A changed raw value is another case, whatever its title is`() throws {
    let sandbox = try Sandbox()
    let text = try String(contentsOfFile: Self.file, encoding: .utf8)
    let path = try sandbox.write(
      text.replacing("\"identifier\": \"map\"", with: "\"identifier\": \"chart\""),
      to: "extract.actionsdata")
    let run = try sandbox.run(["diff", Self.file, path])
    #expect(run.output.contains("map") && !run.output.contains("Renamed"), "\(run.output)")
  }

  @Test func `A widget is made from a program, and its code is generated`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("Intents")
    let made = try sandbox.run(
      ["new", "Tram", "--from", Self.app], adding: ["WIDGETCONFIG_INTENTS": sandbox.path("Intents")]
    )
    #expect(made.status == 0, "\(made.errors)")
    let typed = try sandbox.run(["generate", Self.app, "--as", "typed", "-o", sandbox.path("code")])
    #expect(typed.status == 0, "\(typed.errors)")
  }
}
