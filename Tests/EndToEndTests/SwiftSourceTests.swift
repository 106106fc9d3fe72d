import Foundation
import Testing
import WidgetTestSupport

/// Swift source with App Intents as input of the built program.
@Suite(.startsPrograms) struct SwiftSourceTests {
  private static let fixtures = Sandbox.repository.appending(path: "Fixtures")
  private static let transit = fixtures.appending(path: "AppIntents/Transit").path

  /// A single file of a project provides only its own declarations; those in other files are
  /// unknown.
  private static let alone = transit + "/Widget/DeparturesIntent.swift"

  private func json(_ run: FinishedProgram) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any])
  }

  /// All commands read source in the same way; the output of `convert` is read like the source.
  @Test func everyCommandReadsAFolder() throws {
    let sandbox = try Sandbox()
    let converted = try sandbox.run(["convert", Self.transit, "--to", "json", "--locale", "en"])
    #expect(converted.status == 0, "\(converted.errors)")
    let definition = try json(converted)
    let origin = try #require(definition["origin"] as? [String: Any])
    #expect(origin["format"] as? String == "swift")
    let unknown = try #require(origin["unknown"] as? [[String: String]])
    let heading = unknown.first { $0["subject"] == "DeparturesIntent.heading: default" }
    #expect(heading?["text"] == "Heading.standard" && heading?["reason"] == "is not a literal")
    #expect(heading?["place"]?.hasSuffix("DeparturesIntent.swift:23:47") == true)
    #expect(unknown.contains { $0["text"] == "os(iOS)" })
    let enums = try #require(definition["enums"] as? [[String: Any]])
    let cases = try #require(enums.first?["cases"] as? [[String: Any]])
    #expect(cases.map { $0["name"] as? String } == ["short", "complete"])
    let file = try sandbox.write(converted.output, to: "Transit.json")
    for command in ["describe", "edit"] {
      let arguments =
        command == "edit" ? ["-q", "--dry-run", "--set", "limit=3", "--family", "systemLarge"] : []
      let ofSource = try sandbox.run([command, Self.transit, "--locale", "en"] + arguments)
      let ofFile = try sandbox.run([command, file, "--locale", "en"] + arguments)
      #expect(ofSource.status == 0, "\(command) \(ofSource.errors)")
      #expect(ofSource.output == ofFile.output, "\(command)")
    }
    let german = try sandbox.run(["describe", Self.transit, "--locale", "de_AT"])
    #expect(german.output.contains("Haltestellen") && german.output.contains("Nur Zeiten"))
    let same = try sandbox.run(["diff", Self.transit, file, "--locale", "en"])
    #expect(same.status == 0, "\(same.output) \(same.errors)")
    let checked = try sandbox.run(["check", Self.transit])
    #expect(checked.output.contains("DeparturesIntent.swift:23:47"), "\(checked.output)")
    let refused = try sandbox.run(["edit", Self.transit, "-q", "--set", "limit=13"])
    #expect(refused.status == 1 && refused.errors.contains("above the maximum of 12"))
  }

  /// The source of an intent and the metadata that a build wrote for it give the same definition.
  @Test func sourceAndMetadataSayTheSame() throws {
    let sandbox = try Sandbox()
    let source = Self.fixtures.appending(path: "AppIntents/Tram").path
    let built = source + ".app"
    let texts = try [source, built].map { path in
      try sandbox.run(["convert", path, "--to", "json", "--locale", "en"])
    }
    #expect(texts.allSatisfy { $0.status == 0 }, "\(texts.map(\.errors))")
    // Only the source has the type of an entity's identifier.
    let stated = texts[0].output.replacing("\"swift\"", with: "\"metadata\"")
      .replacing("      \"identifierType\": \"String\",\n", with: "")
    #expect(stated == texts[1].output)
    let same = try sandbox.run(["diff", source, built])
    #expect(same.status == 0 && same.output.contains("Unchanged."), "\(same.output)")
  }

  @Test func aFileAloneDoesNotKnowTheTypesOfOthers() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["convert", Self.alone, "--to", "json"])
    #expect(run.status == 0, "\(run.errors)")
    let origin = try #require(try json(run)["origin"] as? [String: Any])
    let unknown = try #require(origin["unknown"] as? [[String: String]])
    let types = unknown.filter { $0["reason"] == "is not declared in any of the given files" }
    #expect(types.map { $0["text"] } == ["Stop", "Detail"])
  }

  /// The branches that a build selects, and files that are not Swift.
  @Test func theProgramTakesABuild() throws {
    func run(_ arguments: String...) throws -> FinishedProgram {
      try FinishedProgram(
        ProgramFolder.path(of: "widgetconfig-migration"), ["definition"] + arguments)
    }
    let mac = try run(Self.transit, "--platform", "macOS 15")
    #expect(mac.status == 0 && !mac.output.contains("board.alerts"))
    #expect(!mac.output.contains("os(iOS)"))
    let phone = try run(Self.transit, "--platform", "iOS", "--define", "DEBUG")
    #expect(phone.output.contains("board.alerts") && !phone.output.contains("os(iOS)"))
    #expect(try run(Self.transit, "--platform", "BeOS").status == 2)
    let none = try run(Self.fixtures.appending(path: "Push").path)
    #expect(none.status == 1 && none.errors.contains("The folder has no Swift files."))
  }

  /// The program is searched for next to this one, and then in PATH.
  ///
  /// Messages say how to get a missing program, and what a failing one printed.
  @Test func theProgramIsFoundOrAskedFor() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("alone")
    try sandbox.makeFolder("path")
    let copy = sandbox.path("alone/widgetconfig")
    let program = ProgramFolder.path(of: "widgetconfig")
    if link(program, copy) != 0 {
      try FileManager.default.copyItem(atPath: program, toPath: copy)
    }
    func run(_ path: String) throws -> FinishedProgram {
      var environment = sandbox.environment
      environment["PATH"] = path
      return try FinishedProgram(
        copy, ["describe", Self.transit], environment: environment, folder: sandbox.folder)
    }
    let missing = try run("/usr/bin:/bin")
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(
      missing.errors.contains("neither in the folder of widgetconfig nor in PATH")
        && missing.errors.contains("swift run widgetconfig-migration"), "\(missing.errors)")
    let own = sandbox.path("path/widgetconfig-migration")
    try FileManager.default.createSymbolicLink(
      atPath: own, withDestinationPath: ProgramFolder.path(of: "widgetconfig-migration"))
    let found = try run(sandbox.path("path") + ":/usr/bin:/bin")
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.output == (try sandbox.run(["describe", Self.transit])).output)
    try FileManager.default.removeItem(atPath: own)
    try makeProgram(
      at: try sandbox.write("#!/bin/sh\necho boom >&2\nexit 3\n", to: "path/widgetconfig-migration")
    )
    let failed = try run(sandbox.path("path") + ":/usr/bin:/bin")
    #expect(failed.status == 1 && failed.errors.contains("boom"), "\(failed.errors)")
  }

  /// An old definition, and the Swift code that replaces it: names decide, as they do for the
  /// system.
  @Test func aDiffProvesAMigration() throws {
    let sandbox = try Sandbox()
    let definition = Sandbox.repository.appending(path: "Intents/UpNext").path
    let generated = try sandbox.run(
      ["generate", definition, "--as", "app-intents", "-o", sandbox.path("New")])
    #expect(generated.status == 0, "\(generated.errors)")
    let same = try sandbox.run(["diff", definition, sandbox.path("New")])
    #expect(same.status == 0, "\(same.output) \(same.errors)")
    let swift = sandbox.path("New/UpNext.appintents.swift")
    let text = try String(contentsOfFile: swift, encoding: .utf8)
    let changes: [(from: String, to: String, said: String)] = [
      ("var emphasis:", "var weight:", "emphasis"),
      ("\"UpNextIntent\"", "\"UpNxtIntent\"", "UpNextIntent"),
      ("case dateRange", "case dateRange = \"range\"", "dateRange"),
    ]
    for change in changes {
      #expect(text.contains(change.from))
      _ = try sandbox.write(
        text.replacing(change.from, with: change.to), to: "New/UpNext.appintents.swift")
      let lost = try sandbox.run(["diff", definition, sandbox.path("New")])
      #expect(lost.status == 1 && lost.output.contains(change.said), "\(lost.output)")
    }
  }

  /// Apple does not document whether a phone reads a stored measurement as a `Duration`.
  @Test func aDurationOfSwiftIsAnotherType() throws {
    let sandbox = try Sandbox()
    func write(_ type: String, to name: String) throws -> String {
      try sandbox.write(
        """
        import AppIntents
        struct WalkIntent: WidgetConfigurationIntent {
          static let title: LocalizedStringResource = "Walk"
          @Parameter(title: "Longest walk") var walk: \(type)?
        }
        """, to: name)
    }
    let old = try write("Measurement<UnitDuration>", to: "Old/Walk.swift")
    let new = try write("Duration", to: "New/Walk.swift")
    let json = sandbox.path("Walk.json")
    let converted = try sandbox.run(["convert", new, "--to", "json", "-o", json])
    #expect(converted.status == 0, "\(converted.errors)")
    for (former, later) in [(old, new), (old, json), (new, old)] {
      let diff = try sandbox.run(["diff", former, later])
      #expect(diff.output.contains("does not document whether a phone finds it"), "\(diff.output)")
    }
    for (former, later) in [(old, old), (new, json)] {
      let diff = try sandbox.run(["diff", former, later])
      #expect(!diff.output.contains("phone"), "\(diff.output)\(diff.errors)")
    }
    let generated = try sandbox.run([
      "generate", json, "--as", "app-intents", "-o", sandbox.path(""),
    ])
    #expect(generated.errors.contains("generated as a measurement"), "\(generated.errors)")
  }
}
