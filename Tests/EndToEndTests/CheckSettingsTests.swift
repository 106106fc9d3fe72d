import Foundation
import Testing
import WidgetTestSupport

/// A team decides which findings count: `check.json`, and a baseline of known findings.
@Suite(.startsPrograms) struct CheckSettingsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    _ = try sandbox.write(Self.definition, to: "App/Rail.json")
    _ = try sandbox.write(
      "\"title0\" = \"Bahn\";\n\"gone00\" = \"Weg\";\n", to: "App/de.lproj/Rail.strings")
  }

  /// A definition with a warning, a text without a translation, and an entry that nothing uses.
  private static let definition = """
    { "intents": [ { "name": "Rail", "title": { "text": "Rail", "id": "title0" },
      "eligibleForWidgets": true, "lastTag": 1, "parameters": [
        { "name": "stop", "label": { "text": "Stop", "id": "label0" }, "tag": 2, "priority": 1,
          "type": "string" } ] } ] }
    """

  private func check(_ arguments: String...) throws -> FinishedProgram {
    try sandbox.run(["check", "--strict", "App"] + arguments)
  }

  @Test func `Settings leave findings out and change severities`() throws {
    let all = try check()
    for code in ["missing-translation", "stale-translation", "last-tag-too-low"] {
      #expect(all.output.contains(code), "\(all.output)")
    }
    _ = try sandbox.write(
      """
      { "severity": { "last-tag-too-low": "note" },
        "ignore": [ { "code": "missing-translation", "language": "de", "reason": "Later." },
          { "path": "de.lproj", "key": "gone00" } ] }
      """, to: "App/check.json")
    let some = try check()
    #expect(some.status == 0, "\(some.output)")
    #expect(some.output.contains("note") && some.output.contains("last-tag-too-low"))
    #expect(!some.output.contains("missing-translation") && !some.output.contains("stale"))
    // Settings above a folder hold for it, too.
    _ = try sandbox.shell("mv App/check.json check.json")
    let above = try check()
    #expect(above.output.contains("stale-translation"))
    #expect(!above.output.contains("missing-translation"))
    _ = try sandbox.write(
      #"{ "severity": { "no-row": "wrong" }, "ignore": [{}] }"#, to: "check.json")
    let broken = try check("--format", "json")
    #expect(broken.status == 1)
    #expect(broken.output.contains("unknown-word") && broken.output.contains("missing-member"))
    #expect(try sandbox.run(["schema", "check"]).output.contains("\"ignore\""))
  }

  @Test func `Only what is not in the baseline counts`() throws {
    let written = try check("--write-baseline", "known.json")
    #expect(written.status == 0 && written.output.isEmpty, "\(written.output)\(written.errors)")
    let known = try check("--baseline", "known.json")
    #expect(known.status == 0 && known.output.isEmpty, "\(known.output)")
    #expect(known.errors.contains("3 findings are in known.json."), "\(known.errors)")
    // What moves in a file stays known.
    _ = try sandbox.write("\n\n" + Self.definition, to: "App/Rail.json")
    #expect(try check("--baseline", "known.json").status == 0)
    _ = try sandbox.write("\"title0\" = \"\";\n", to: "App/de.lproj/Rail.strings")
    let new = try check("--baseline", "known.json")
    #expect(new.status == 1)
    #expect(new.output.contains("empty-translation"), "\(new.output)")
    #expect(!new.output.contains("last-tag-too-low") && !new.output.contains("missing"))
    _ = try sandbox.write("[]", to: "known.json")
    #expect(try check("--baseline", "known.json").status == 2)
  }
}
