import Foundation
import Testing
import WidgetTestSupport

/// A team decides which findings count, with `check.json` and a baseline of known findings.
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
    // Settings above a folder also apply to that folder.
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
    // Each mistake has the position of its own key or value.
    _ = try sandbox.write(
      """
      { "severity": {
          "no-rwo": "note" },
        "ignore": [
          { "code": "stale" },
          { "path": "App/*" } ] }
      """, to: "check.json")
    let placed = try check().output
    for line in ["2:5 ", "4:15", "5:15"] {
      #expect(placed.contains("\n  \(line)  error"), "\(line): \(placed)")
    }
  }

  /// There is one finding for a text that several languages lack; a rule can leave it out for one
  /// language.
  @Test func `Findings about several languages are left out by language`() throws {
    for language in ["fr", "it"] {
      _ = try sandbox.write(
        "\"title0\" = \"X\";\n", to: "App/\(language).lproj/Rail.strings")
    }
    let all = try check("--format", "json")
    #expect(all.output.contains("in de, fr, it."), "\(all.output)")
    let list = all.output.filter { !$0.isWhitespace }
    #expect(list.contains(#""languages":["de","fr","it"]"#), "\(list)")
    func settings(_ languages: [String]) throws {
      let rules = languages.map { #"{ "code": "missing-translation", "language": "\#($0)" }"# }
      _ = try sandbox.write(
        "{ \"ignore\": [\(rules.joined(separator: ", "))] }", to: "App/check.json")
    }
    try settings(["fr"])
    let some = try check()
    #expect(some.output.contains("in de, it. Add it to their tables."), "\(some.output)")
    try settings(["fr", "de"])
    let one = try check("--format", "json")
    #expect(one.output.contains("in it.") && one.output.contains("\"language\": \"it\""))
    #expect(one.output.contains("Add it to the table."), "\(one.output)")
    try settings(["fr", "de", "it"])
    let none = try check()
    #expect(!none.output.contains("missing-translation"), "\(none.output)")
  }

  @Test func `A baseline lists the languages of a finding`() throws {
    _ = try sandbox.write("\"title0\" = \"X\";\n", to: "App/fr.lproj/Rail.strings")
    #expect(try check("--write-baseline", "known.json").status == 0)
    let written = try sandbox.read("known.json")
    #expect(written.contains("\"languages\""), "\(written)")
    #expect(try check("--baseline", "known.json").status == 0)
    // A text that is translated into one of the languages is still a known finding in the other.
    _ = try sandbox.write(
      "\"title0\" = \"X\";\n\"label0\" = \"Y\";\n", to: "App/fr.lproj/Rail.strings")
    #expect(try check("--baseline", "known.json").status == 0)
    _ = try sandbox.write("\"title0\" = \"X\";\n", to: "App/it.lproj/Rail.strings")
    let new = try check("--baseline", "known.json")
    #expect(new.status == 1)
    #expect(new.output.contains("has no translation in it."), "\(new.output)")
    // A baseline from an older program does not list the languages of a finding about several
    // languages.
    let old = """
      { "findings": [
        { "file": "App/Rail.json", "code": "missing-translation", "keys": ["label0"] } ] }
      """
    _ = try sandbox.write(old, to: "known.json")
    let known = try check("--baseline", "known.json")
    #expect(!known.output.contains("missing-translation"), "\(known.output)")
    #expect(known.output.contains("last-tag-too-low"))
  }

  /// There is one finding for a table that lacks many texts; when only a few of them are left, they
  /// count as known texts.
  @Test func `Translations add nothing to a baseline`() throws {
    let cases = (0..<6).map {
      #"{ "name": "c\#($0)", "label": { "text": "Case \#($0)", "id": "c\#($0)" } }"#
    }
    _ = try sandbox.write(
      """
      { "intents": [ { "name": "Line", "eligibleForWidgets": true, "parameters": [
          { "name": "line", "priority": 1, "type": "enum", "enum": "Line" } ] } ],
        "enums": [ { "name": "Line", "cases": [\(cases.joined(separator: ","))] } ] }
      """, to: "Lines/Line.json")
    func translate(_ count: Int) throws {
      let entries = (0..<count).map { "\"c\($0)\" = \"Fall\";" }
      _ = try sandbox.write(entries.joined(separator: "\n"), to: "Lines/de.lproj/Line.strings")
    }
    func check(_ arguments: String...) throws -> FinishedProgram {
      try sandbox.run(["check", "--strict", "Lines"] + arguments)
    }
    try translate(1)
    #expect(try check("--write-baseline", "known.json").status == 0)
    #expect(try sandbox.read("known.json").contains("\"file\": \"Lines/de.lproj/Line.strings\""))
    for count in [1, 3, 6] {
      try translate(count)
      let known = try check("--baseline", "known.json")
      #expect(known.status == 0, "\(count) \(known.output)")
    }
    try translate(0)
    #expect(try check("--baseline", "known.json").status == 1)
  }

  /// Only the new texts are reported in a finding about many texts; fixed ones can be removed.
  @Test func `A baseline lists single texts, and drops fixed ones`() throws {
    func write(_ count: Int, translated: Int) throws {
      let cases = (0..<count).map {
        #"{ "name": "c\#($0)", "label": { "text": "Case", "id": "c\#($0)" } }"#
      }
      _ = try sandbox.write(
        """
        { "intents": [ { "name": "Line", "eligibleForWidgets": true, "parameters": [
            { "name": "line", "priority": 1, "type": "enum", "enum": "Line" } ] } ],
          "enums": [ { "name": "Line", "cases": [\(cases.joined(separator: ","))] } ] }
        """, to: "Lines/Line.json")
      let entries = (0..<translated).map { "\"c\($0)\" = \"Fall\";" }
      _ = try sandbox.write(entries.joined(separator: "\n"), to: "Lines/de.lproj/Line.strings")
    }
    func check(_ arguments: String...) throws -> FinishedProgram {
      try sandbox.run(["check", "--strict", "Lines"] + arguments)
    }
    try write(18, translated: 1)
    let all = try check()
    #expect(all.output.contains("“Case” (c1), “Case” (c2)"), "\(all.output)")
    #expect(try check("--write-baseline", "known.json").status == 0)
    try write(19, translated: 1)
    let new = try check("--baseline", "known.json")
    #expect(new.status == 1)
    #expect(
      new.output.contains("1 text has no translation in de: “Case” (c18). Add it to the table."),
      "\(new.output)")
    #expect(!new.output.contains("c17") && !new.errors.contains("fixed"))
    try write(18, translated: 12)
    let some = try check("--baseline", "known.json")
    #expect(some.status == 0 && some.errors.contains("1 finding of known.json is fixed"))
    #expect(try sandbox.read("known.json").contains("\"c5\""))
    let pruned = try check("--baseline", "known.json", "--prune-baseline")
    #expect(pruned.status == 0 && pruned.errors.contains("fixed and removed"), "\(pruned)")
    let left = try sandbox.read("known.json")
    #expect(!left.contains("\"c5\"") && left.contains("\"c17\""), "\(left)")
    // A text that becomes missing again is new.
    try write(18, translated: 5)
    #expect(try check("--baseline", "known.json").status == 1)
    try write(18, translated: 18)
    #expect(try check("--baseline", "known.json", "--prune-baseline").status == 0)
    #expect(try sandbox.read("known.json").filter { !$0.isWhitespace } == #"{"findings":[]}"#)
    #expect(try sandbox.run(["check", "Lines", "--prune-baseline"]).status == 2)
  }

  @Test func `Codes that do not exist and patterns are mistakes`() throws {
    _ = try sandbox.write(
      """
      { "severity": { "stale-tranlation": "note" },
        "ignore": [ { "code": "mising-translation" }, { "path": "App/**" } ] }
      """, to: "App/check.json")
    let run = try check()
    for words in [
      "Did you mean “stale-translation”?", "Did you mean “missing-translation”?", "Write “App”.",
    ] {
      #expect(run.output.contains(words), "\(run.output)")
    }
  }

  @Test func `Only findings outside of the baseline count`() throws {
    let written = try check("--write-baseline", "known.json")
    #expect(written.status == 0 && written.output.isEmpty, "\(written.output)\(written.errors)")
    let known = try check("--baseline", "known.json")
    #expect(known.status == 0 && known.output.isEmpty, "\(known.output)")
    #expect(known.errors.contains("3 findings are in known.json."), "\(known.errors)")
    // A finding that moves within a file stays known.
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
