import DefinitionFormats
import Foundation
import Testing
import WidgetTestSupport

/// Codes of files, settings and sources: their remedies followed through the program, and the list of
/// all codes.
@Suite(.startsPrograms) struct CheckRemedyTests {
  /// Files with a finding, and the same after its remedy was followed.
  struct Row: Sendable, CustomTestStringConvertible {
    var code: String
    var before: [String: String]
    var after: [String: String]
    /// Symbolic links that exist before, and their targets.
    var links: [String: String] = [:]
    /// The argument of the program.
    var path = "w"
    var testDescription: String { code }
  }

  private static let sound = """
    {"intents": [{"name": "A", "eligibleForWidgets": true, "parameters": [
      {"name": "a", "type": "string", "dynamic": true}]}]}
    """

  /// A widget whose source is one text, and another after the remedy.
  private static func source(
    _ code: String, _ bad: String, _ good: String, _ files: [String: String] = [:],
    _ later: [String: String] = [:]
  ) -> Row {
    func widget(_ source: String) -> String {
      #"{"kind": "a", "supportedFamilies": ["systemSmall"], "options": {"a": \#(source)}}"#
    }
    let base = ["A/A.json": sound].merging(files) { $1 }
    return Row(
      code: code, before: base.merging(["A/widget.json": widget(bad)]) { $1 },
      after: base.merging(["A/widget.json": widget(good)]) { $1 }.merging(later) { $1 })
  }

  /// A widget whose timeline has one entry, and another after the remedy.
  private static func timeline(_ code: String, _ bad: String, _ good: String) -> Row {
    let files = [
      "A/A.json": sound, "A/x.json": choices,
      "A/widget.json": """
      {"kind": "a", "supportedFamilies": ["systemSmall"], "options": {"a": {"fixture": "x.json"}},
      "timeline": {"fixture": "t.json"}}
      """,
    ]
    func entry(_ members: String) -> [String: String] {
      files.merging([
        "A/t.json": #"{"entries": [{"date": "2026-01-01T00:00:00Z", "title": "x", \#(members)}]}"#
      ]) { $1 }
    }
    return Row(code: code, before: entry(bad), after: entry(good))
  }

  /// A widget with the arguments of Up Next, and a folder with a calendar after the remedy.
  private static func calendars(
    _ code: String, _ bad: String, _ good: String, text: String? = nil, name: String = "w.ics"
  ) -> Row {
    let calendar = """
      BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261201T090000Z\nEND:VEVENT\nEND:VCALENDAR

      """
    func builtin(_ arguments: String) -> String {
      #"{"builtin": "UpNext", "arguments": {\#(arguments)}}"#
    }
    return source(
      code, builtin(bad), builtin(good), ["A/C/\(name)": text ?? calendar],
      ["A/C/w.ics": calendar])
  }

  private static func definition(_ code: String, _ bad: String, _ good: String = sound) -> Row {
    Row(code: code, before: ["A.json": bad], after: ["A.json": good])
  }

  /// A definition of App Intents with some parameters and members of the root.
  private static func builtIntent(
    _ parameter: String, _ rest: String = "", origin: String = ""
  ) -> String {
    """
    {"origin": {"format": "swift"\(origin)}, "intents": [{"name": "A", "eligibleForWidgets": true,
      "parameters": [\(parameter)]\(rest)}], "types": [{"name": "T"}], "enums": []}
    """
  }

  /// A definition of App Intents with an unread part, and the same without it.
  private static func unreadPart(_ code: String) -> Row {
    let part = #"{"subject": "A.a: size", "text": "x", "reason": "is no literal", "code": "CODE"}"#
    let parameter = #"{"name": "a", "type": "boolean"}"#
    return definition(
      code,
      builtIntent(
        parameter, origin: #", "unknown": [\#(part.replacing("CODE", with: code))]"#),
      builtIntent(parameter))
  }

  private static let ofAppIntents: [Row] = [
    unreadPart("not-read"), unreadPart("size-not-literal"), unreadPart("duplicate-query"),
    definition(
      "required-without-default",
      builtIntent(
        #"{"name": "a", "type": "object", "object": "T", "dynamic": true, "required": true}"#),
      builtIntent(#"{"name": "a", "type": "object", "object": "T", "dynamic": true}"#)),
    definition(
      "minimum-size",
      builtIntent(
        """
        {"name": "a", "type": "string", "multiple": true,
         "sizes": [{"sizeClass": "*", "size": 2, "minimum": 2}]}
        """),
      builtIntent(
        """
        {"name": "a", "type": "string", "multiple": true,
         "sizes": [{"sizeClass": "*", "size": 2, "minimum": 1}]}
        """)),
    definition(
      "short-default",
      builtIntent(
        """
        {"name": "a", "type": "string", "multiple": true, "sizes": {"systemLarge": 2},
         "defaults": ["x"]}
        """),
      builtIntent(
        """
        {"name": "a", "type": "string", "multiple": true, "sizes": {"systemLarge": 2},
         "defaults": ["x", "y"]}
        """)),
    definition(
      "shows-nothing",
      builtIntent(
        #"{"name": "a", "type": "boolean"}"#,
        #"""
        , "summary": {"switch": {"parameter": "a"},
          "cases": [{"values": [true], "then": {"rows": ["a"]}}]}
        """#),
      builtIntent(
        #"{"name": "a", "type": "boolean"}"#,
        #"""
        , "summary": {"switch": {"parameter": "a"},
          "cases": [{"values": [true], "then": {"rows": ["a"]}}], "otherwise": {"rows": ["a"]}}
        """#)),
    definition(
      "case-without-title",
      #"""
      {"origin": {"format": "swift"}, "intents": [{"name": "A", "eligibleForWidgets": true,
        "parameters": [{"name": "a", "type": "enum", "enum": "E"}]}],
        "enums": [{"name": "E", "unknownCase": false,
          "cases": [{"name": "x", "label": "X"}, {"name": "y"}]}]}
      """#,
      #"""
      {"origin": {"format": "swift"}, "intents": [{"name": "A", "eligibleForWidgets": true,
        "parameters": [{"name": "a", "type": "enum", "enum": "E"}]}],
        "enums": [{"name": "E", "unknownCase": false,
          "cases": [{"name": "x", "label": "X"}, {"name": "y", "label": "Y"}]}]}
      """#),
  ]

  private static func plist(_ code: String, _ bad: String) -> Row {
    let good = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>INEnums</key><array/>
      <key>INIntents</key><array><dict><key>INIntentEligibleForWidgets</key><true/>
      <key>INIntentName</key><string>A</string><key>INIntentParameters</key><array><dict>
      <key>INIntentParameterConfigurable</key><true/>
      <key>INIntentParameterDisplayPriority</key><integer>1</integer>
      <key>INIntentParameterName</key><string>a</string>
      <key>INIntentParameterType</key><string>Boolean</string>
      </dict></array></dict></array><key>INTypes</key><array/></dict></plist>
      """
    return Row(
      code: code, before: ["A.intentdefinition": bad.replacing("GOOD", with: good)],
      after: ["A.intentdefinition": good])
  }

  private static func settings(_ code: String, _ bad: String, _ good: String) -> Row {
    Row(
      code: code, before: ["A.json": sound, "check.json": bad],
      after: ["A.json": sound, "check.json": good])
  }

  private static let manyMistakes: String = {
    let parameters = (0..<1_500).map { #"{"name": "a\#($0)", "type": "strin"}"# }
    let list = parameters.joined(separator: ",")
    return #"{"intents": [{"name": "A", "eligibleForWidgets": true, "parameters": [\#(list)]}]}"#
  }()

  private static let choices = #"[{"identifier": "x", "display": "X"}]"#

  private static let rows: [Row] = ofAppIntents + ofOthers

  private static let ofOthers: [Row] = [
    plist("empty-file", ""), plist("not-a-property-list", "hello"),
    plist(
      "malformed-property-list", "<?xml version=\"1.0\"?><plist><dict><kye>a</kye></dict></plist>"
    ),
    plist(
      "duplicate-key",
      "<?xml version=\"1.0\"?><plist><dict><key>INEnums</key><array/><key>INEnums</key><array/></dict></plist>"
    ),
    plist(
      "entities-not-allowed",
      "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>"),
    plist(
      "too-deep",
      "<?xml version=\"1.0\"?><plist>" + String(repeating: "<array>", count: 600)
        + String(repeating: "</array>", count: 600) + "</plist>"),
    plist("truncated", "<?xml version=\"1.0\"?><plist><dict><key>INEnums</key>"),
    definition(
      "missing-member",
      #"{"intents": [{"eligibleForWidgets": true, "parameters": [{"name": "a", "type": "string", "dynamic": true}]}]}"#
    ),
    definition(
      "unknown-member", sound.replacing("\"dynamic\"", with: "\"dinamic\": true, \"dynamic\"")),
    definition("wrong-type", sound.replacing("\"A\"", with: "7")),
    settings(
      "unknown-word", #"{"severity": {"stale-tranlation": "note"}}"#,
      #"{"severity": {"stale-translation": "note"}}"#),
    settings(
      "not-a-path", #"{"ignore": [{"path": "App/**"}]}"#, #"{"ignore": [{"path": "App"}]}"#),
    settings("missing-member", #"{"ignore": [{}]}"#, #"{"ignore": [{"path": "App"}]}"#),
    Row(
      code: "string-catalog",
      before: ["A.json": sound, "A.xcstrings": #"{"version": "1.0"}"#],
      after: [
        "A.json": sound,
        "A.xcstrings": #"{"sourceLanguage": "en", "strings": {}, "version": "1.0"}"#,
      ]),
    source("unknown-builtin", #"{"builtin": "Verze"}"#, #"{"builtin": "WorldClock"}"#),
    source(
      "source-not-found", #"{"fixture": "gone.json"}"#, #"{"fixture": "x.json"}"#,
      ["A/x.json": choices]),
    source(
      "source-malformed", #"{"fixture": "x.json"}"#, #"{"fixture": "x.json"}"#,
      ["A/x.json": "[{]"],
      ["A/x.json": choices]),
    source(
      "not-offered", #"{"fixture": "x.json", "default": ["y"]}"#,
      #"{"fixture": "x.json", "default": ["x"]}"#, ["A/x.json": choices]),
    source(
      "only-one-of", #"{"fixture": "x.json", "builtin": "WorldClock"}"#,
      #"{"fixture": "x.json"}"#,
      ["A/x.json": choices]),
    source(
      "unknown-argument", #"{"builtin": "WorldClock", "arguments": {"timezone": "Asia/Tokyo"}}"#,
      #"{"builtin": "WorldClock", "arguments": {"timeZone": "Asia/Tokyo"}}"#),
    source(
      "unknown-time-zone", #"{"builtin": "WorldClock", "arguments": {"timeZone": "Asia/Tokio"}}"#,
      #"{"builtin": "WorldClock", "arguments": {"timeZone": "Asia/Tokyo"}}"#),
    calendars("calendar-folder", #""calendars": "D""#, #""calendars": "C""#),
    calendars("no-calendars", #""calendars": "C""#, #""calendars": "C""#, text: "", name: "x.txt"),
    calendars(
      "calendar-problem", #""calendars": "C""#, #""calendars": "C""#,
      text: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n"),
    calendars(
      "several-services",
      #""calendars": "https://a.example/ https://b.example/", "authorization": "A""#,
      #""calendars": "C""#),
    timeline("link-not-a-url", #""link": "::""#, #""link": "clock://berlin""#),
    timeline("mistyped-key", #""subtitel": "y""#, #""subtitle": "y""#),
    source("no-options", #"{"builtin": "Verse"}"#, #"{"builtin": "WorldClock"}"#),
    source(
      "out-of-range", #"{"fixture": "x.json", "timeout": 0}"#,
      #"{"fixture": "x.json", "timeout": 5}"#, ["A/x.json": choices]),
    Row(
      code: "dangling-link", before: [:], after: ["A.json": sound],
      links: ["A.json": "gone.json"], path: "w/A.json"),
    Row(
      code: "link-cycle", before: [:], after: ["A.json": sound], links: ["A.json": "A.json"],
      path: "w/A.json"),
    Row(
      code: "missing-file", before: ["B.json": sound], after: ["A.json": sound],
      path: "w/A.json"),
    definition("more-findings", manyMistakes),
    source("none-of", "{}", #"{"fixture": "x.json"}"#, ["A/x.json": choices]),
    source("empty-text", #"{"fixture": ""}"#, #"{"fixture": "x.json"}"#, ["A/x.json": choices]),
  ]

  private func codes(
    _ sandbox: Sandbox, _ files: [String: String], _ row: Row, links: [String: String] = [:]
  ) throws -> [String] {
    for (name, text) in files { _ = try sandbox.write(text, to: "w/" + name) }
    for (name, target) in links {
      _ = try sandbox.shell("mkdir -p w && ln -s '\(target)' 'w/\(name)'")
    }
    let run = try sandbox.run(["check", row.path, "--format", "json"])
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return (report?["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test(arguments: rows)
  func `A remedy that is followed leaves no finding`(row: Row) throws {
    let before = try codes(Sandbox(), row.before, row, links: row.links)
    #expect(before.contains(row.code), "\(before)")
    let after = try codes(Sandbox(), row.after, row)
    #expect(after.isEmpty, "\(after)")
  }

  /// Codes whose remedy no test of files follows, each with the reason.
  private static let unreached: Set<String> = [
    // The system, or an argument that no shell passes on: a zero byte, a file without read permission
    // (tests run as root), an error of a disk, a pipe that stays silent for seconds.
    "bad-path", "no-answer", "not-a-file", "not-readable", "not-writable", "system-error",
    // A folder is searched, so its path is an error only for files that `check` does not read.
    "directory",
    // Limits that take minutes or gigabytes to reach; tests of the readers have smaller ones.
    "expands-too-far", "file-too-large", "search-cut-off", "too-many-errors", "too-many-values",
    // Running sources: `check` does not run them, `options --check` and its tests do.
    "builtin-refused", "source-failed", "source-invalid-answer", "source-no-provider",
    "source-timed-out", "source-too-large", "source-unreadable",
    // A built program is not a file of texts; tests of its reader follow the remedy.
    "no-metadata",
    // Notes about what is there, with nothing to be done.
    "calendar-on-web", "calendars",
    // Codes of timelines and responses, whose own tests follow the remedy.
    "duplicate-name", "links-not-for-family", "not-a-date", "not-base64", "nothing-there",
    "too-many", "wrong-size", "wrong-version",
  ]

  /// A code of `check` without a way to follow its remedy fails here.
  @Test func `Each code is explained, and its remedy is followed`() throws {
    let sandbox = try Sandbox()
    let all = try sandbox.run(["check", "--explain", "all"]).output.split(separator: "\n")
      .compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(all.count > 100 && all == all.sorted())
    let fixtures = try sandbox.run(
      ["check", Sandbox.repository.appending(path: "Fixtures/Broken").path, "--format", "json"])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Sandbox.repository.appending(path: "Fixtures/Broken").path)
    let files = names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".intentdefinition") }
    let single = try sandbox.run(
      ["check", "--format", "json"]
        + files.map { Sandbox.repository.appending(path: "Fixtures/Broken/" + $0).path })
    var found = Set(Self.rows.map(\.code)).union(Self.unreached)
    for run in [fixtures, single] {
      let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      for finding in report?["findings"] as? [[String: Any]] ?? [] {
        if let code = finding["code"] as? String { found.insert(code) }
      }
    }
    let ofCheck = FindingCode.all.filter { $0.tools.contains(.check) }.map(\.name)
    #expect(ofCheck.filter { !found.contains($0) } == [])
    #expect(found.subtracting(all) == [])
    let one = try sandbox.run(["check", "--explain", "stale-translation"])
    #expect(one.status == 0 && one.output.hasPrefix("stale-translation: "), "\(one)")
    let wrong = try sandbox.run(["check", "--explain", "stale-tranlation"])
    #expect(
      wrong.status == 2 && wrong.errors.contains("Did you mean “stale-translation”?"), "\(wrong)")
  }

  /// The codes in the sources of the checks are those of the list.
  @Test func `The list has every code of the sources`() throws {
    let all = Set(FindingCode.all.map(\.name))
    let rooms = [
      "IntentModel/Checks", "DefinitionFormats/Checking", "WidgetFormats/Checking",
      "AppIntentsMigration", "DefinitionFormats/PropertyList", "DefinitionFormats/StringTable",
      "DefinitionFormats/DefinitionPlist", "DefinitionFormats/Errors", "InputFiles", "JSONC",
      "BundledWidgets",
    ]
    var missing: [String: String] = [:]
    for room in rooms {
      let folder = Sandbox.repository.appending(path: "Sources/" + room)
      let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
      for name in names.compactMap({ $0 as? String }) where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        let found = text.matches(
          of:
            /(?:\.init\(|ProblemStatement\(|code:|\.error,|\.warning,|\.note,)\s*"([a-z]+(?:-[a-z0-9]+)+)"/
        )
        for match in found where !all.contains(String(match.output.1)) {
          missing[String(match.output.1)] = name
        }
      }
    }
    // Errors of the programs themselves, which are not findings.
    for code in ["not-written", "no-source", "too-large"] { missing[code] = nil }
    #expect(missing.isEmpty, "\(missing)")
  }
}
