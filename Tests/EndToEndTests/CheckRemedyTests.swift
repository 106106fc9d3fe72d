import DefinitionFormats
import Foundation
import Testing
import WidgetTestSupport

/// Codes of files, settings and sources: the program confirms that their remedies work, and all
/// codes are listed.
@Suite(.startsPrograms) struct CheckRemedyTests {
  /// Files with a finding, and the same files after following its remedy.
  struct Row: Sendable, CustomTestStringConvertible {
    var code: String
    var before: [String: String]
    var after: [String: String]
    /// Symbolic links that exist before the remedy, and their targets.
    var links: [String: String] = [:]
    /// What a shell does in the folder before the remedy, and after it.
    var shell = ""
    var shellAfter = ""
    /// The path that is given to the program before the remedy, and after it.
    var path = "w"
    var pathAfter: String?
    /// Other codes that may remain after the remedy, because it does not concern them.
    var leaves: Set<String> = []
    var testDescription: String { code }
  }

  private static let sound = """
    {"intents": [{"name": "A", "eligibleForWidgets": true, "parameters": [
      {"name": "a", "type": "string", "dynamic": true}]}]}
    """

  /// A widget with a source for its choices, which is a different one after the remedy.
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

  /// A widget whose timeline has one entry, and its timeline after the remedy.
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

  /// A widget with the builtin source UpNext and the given arguments; after the remedy, the folder
  /// has a valid calendar.
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

  /// An App Intents definition with some parameters, and members of the root.
  private static func builtIntent(
    _ parameter: String, _ rest: String = "", origin: String = ""
  ) -> String {
    """
    {"origin": {"format": "swift"\(origin)}, "intents": [{"name": "A", "eligibleForWidgets": true,
      "parameters": [\(parameter)]\(rest)}], "types": [{"name": "T"}], "enums": []}
    """
  }

  /// An App Intents parameter that is limited to two values, of which the second is given.
  private static func supported(_ value: String) -> String {
    let parameter =
      #"{"name": "a", "type": "enum", "enum": "M", "supportedValues": ["x", "\#(value)"]}"#
    return builtIntent(parameter).replacing(
      #""enums": []"#, with: #""enums": [{"name": "M", "cases": [{"name": "x"}, {"name": "y"}]}]"#)
  }

  /// An App Intents definition with an unread part, and the same definition without it.
  private static func unreadPart(_ code: String) -> Row {
    let part = #"{"subject": "A.a: size", "text": "x", "reason": "is no literal", "code": "CODE"}"#
    let parameter = #"{"name": "a", "type": "boolean"}"#
    return definition(
      code,
      builtIntent(
        parameter, origin: #", "unknown": [\#(part.replacing("CODE", with: code))]"#),
      builtIntent(parameter))
  }

  /// A definition with an enum and a type.
  private static func oneClass(enumeration: String, type: String) -> String {
    sound.replacing(
      "]}]}",
      with: """
        ]}],
        "enums": [{"name": "\(enumeration)", "cases": [{"name": "x"}]}], "types": [{"name": "\(type)"}]}
        """)
  }

  private static let ofAppIntents: [Row] = [
    definition(
      "unknown-parameter",
      builtIntent(#"{"name": "a", "type": "boolean"}"#, #", "summary": {"rows": ["a", "b"]}"#),
      builtIntent(#"{"name": "a", "type": "boolean"}"#, #", "summary": {"rows": ["a"]}"#)),
    definition(
      "same-identifier", oneClass(enumeration: "Line", type: "Line"),
      oneClass(enumeration: "Line", type: "Track")),
    definition(
      "same-identifier", oneClass(enumeration: "AIntent", type: "Line"),
      oneClass(enumeration: "Line", type: "Track")),
    definition(
      "same-identifier", oneClass(enumeration: "Line", type: "AIntentResponse"),
      oneClass(enumeration: "Line", type: "Track")),
    unreadPart("not-read"), unreadPart("size-not-literal"), unreadPart("duplicate-query"),
    unreadPart("name-not-literal"),
    definition("supported-value", supported("z"), supported("y")),
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

  /// A definition, and App Intents that replace one of its classes.
  private static func replacing(_ name: String) -> [String: String] {
    func intent(_ more: String) -> String {
      #""intents": [{"eligibleForWidgets": true, "parameters": [{"name": "a", "type": "string"}], \#(more)}]"#
    }
    return [
      "A/widget.json": #"{"kind": "a"}"#, "B/widget.json": #"{"kind": "b"}"#,
      "A/A.json": "{" + intent(#""name": "A""#) + "}",
      "B/B.json": #"{"origin": {"format": "swift"}, "#
        + intent(#""name": "B", "replaces": "\#(name)""#) + "}",
    ]
  }

  private static func families(_ list: String) -> String {
    #"""
    {"kind": "a", "supportedFamilies": [\#(list)], "options": {"a": {"fixture": "x.json"}}}
    """#
  }

  /// A source with the given number of nested fallbacks.
  private static func fallbacks(_ count: Int) -> String {
    (0..<count).reduce(#"{"fixture": "x.json"}"#) { inner, _ in
      #"{"fixture": "x.json", "fallback": \#(inner)}"#
    }
  }

  /// A definition that carries the value of an unknown key.
  private static func carried(_ code: String, _ bad: String, _ good: String) -> Row {
    func text(_ value: String) -> String {
      sound.replacing(
        #""name": "A""#, with: #""name": "A", "carried": {"unknown": {"INFoo": \#(value)}}"#)
    }
    var row = definition(code, text(bad), text(good))
    row.leaves = ["unknown-key"]
    return row
  }

  private static let choices = #"[{"identifier": "x", "display": "X"}]"#

  /// Files that a shell makes: folders, pipes, and files larger than a limit.
  private static let ofShell: [Row] = [
    Row(
      code: "directory", before: [:], after: ["A.json/A.json": sound],
      shell: "mkdir -p w/A.json/B", pathAfter: "w/A.json"),
    Row(code: "no-answer", before: [:], after: ["A.json": sound], shell: "mkfifo w/A.json"),
    Row(
      code: "not-a-file", before: [:], after: ["A.json": sound],
      shell: "perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => q(w/A.json), Listen => 1)'"
    ),
    Row(
      code: "file-too-large", before: [:], after: ["A.json": sound],
      shell: "truncate -s 5G w/A.json"),
    Row(
      // A list refers a hundred times to the same megabyte.
      code: "expands-too-far", before: [:], after: ["A.json": sound],
      shell: #"""
        { printf 'bplist00\257\020\144'; head -c 100 /dev/zero | tr '\0' '\1'
        printf '\117\022\0\020\0\0'; head -c 1048576 /dev/zero
        printf '\0\0\0\010\0\0\0\157\0\0\0\0\0\0\004\001\0\0\0\0\0\0\0\002'
        printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\020\0\165'; } > w/A.intentdefinition
        """#),
    Row(
      code: "search-cut-off", before: ["A/A.json": sound], after: ["A/A.json": sound],
      shell: "cd w && seq 100001 | xargs touch", shellAfter: "cd w && seq 100001 | xargs touch",
      pathAfter: "w/A"),
    Row(
      code: "no-metadata", before: [:], after: [:], shell: "mkdir w/Tram.app",
      shellAfter: "cp -R '\(Sandbox.repository.path)/Fixtures/AppIntents/Tram.app' w/",
      path: "w/Tram.app", leaves: ["minimum-size"]),
    Row(code: "bad-path", before: [:], after: ["A.json": sound], path: "", pathAfter: "w/A.json"),
    shell(
      "source-unreadable", #"{"fixture": "x.json"}"#, "mkdir w/A/x.json",
      #"{"fixture": "x.json/y.json"}"#, ["A/x.json/y.json": choices]),
    shell(
      "source-too-large", #"{"fixture": "x.json"}"#, "truncate -s 5G w/A/x.json",
      #"{"fixture": "x.json"}"#, ["A/x.json": choices]),
  ]

  /// A widget whose source needs something that a shell makes.
  private static func shell(
    _ code: String, _ bad: String, _ line: String, _ good: String, _ later: [String: String]
  ) -> Row {
    var row = source(code, bad, good, [:], later)
    row.shell = line
    return row
  }

  private static let rows: [Row] = ofAppIntents + ofOthers + ofShell

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
      code: "unknown-replaced-class", before: replacing("AIntnt"), after: replacing("AIntent")),
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
    Row(
      code: "duplicate-name",
      before: [
        "A/A.json": sound, "A/x.json": choices,
        "A/widget.json": families(#""systemSmall", "systemSmall""#),
      ],
      after: [
        "A/A.json": sound, "A/x.json": choices, "A/widget.json": families(#""systemSmall""#),
      ]),
    source(
      "too-many", fallbacks(12), fallbacks(8), ["A/x.json": choices]),
    carried("not-base64", #"{"$data": "%%"}"#, #"{"$data": "AAA="}"#),
    carried("wrong-size", #"{"$members": [["a", 1, 2]]}"#, #"{"$members": [["a", 1]]}"#),
    source("none-of", "{}", #"{"fixture": "x.json"}"#, ["A/x.json": choices]),
    source("empty-text", #"{"fixture": ""}"#, #"{"fixture": "x.json"}"#, ["A/x.json": choices]),
  ]

  private func codes(
    _ sandbox: Sandbox, _ files: [String: String], path: String, links: [String: String] = [:],
    shell: String
  ) throws -> [String] {
    _ = try sandbox.shell("mkdir -p w")
    for (name, text) in files { _ = try sandbox.write(text, to: "w/" + name) }
    for (name, target) in links {
      _ = try sandbox.shell("ln -s '\(target)' 'w/\(name)'")
    }
    if !shell.isEmpty {
      let made = try sandbox.shell(shell)
      #expect(made.status == 0, "\(made.errors)")
    }
    let run = try sandbox.run(["check", path, "--format", "json"])
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return (report?["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test(arguments: rows)
  func `Following a remedy leaves no finding`(row: Row) throws {
    let before = try codes(
      Sandbox(), row.before, path: row.path, links: row.links, shell: row.shell)
    #expect(before.contains(row.code), "\(before)")
    let after = try codes(
      Sandbox(), row.after, path: row.pathAfter ?? row.path, shell: row.shellAfter)
    #expect(after.filter { !row.leaves.contains($0) } == [], "\(after)")
  }

  /// Codes whose remedies cannot be tested with files, each with the reason.
  private static let unreached: Set<String> = [
    // System errors: a file without read permission (tests run as root), a disk error.
    "not-readable", "system-error",
    // A debug build takes half a minute to read this much; the reader's tests have a smaller limit.
    "too-many-values",
    // Errors when a source is run: `check` does not run sources, but `options --check` and its
    // tests do.
    "builtin-refused", "source-failed", "source-invalid-answer", "source-no-provider",
    "source-timed-out",
    // Errors of other commands, which `check` reports under the source's code.
    "links-not-for-family", "not-a-date", "not-writable", "nothing-there", "too-many-errors",
    "wrong-version",
    // Notes about facts that require no action.
    "calendar-on-web", "calendars", "plurals-not-read",
  ]

  /// This test fails if a `check` code has no way to follow its remedy.
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

  /// The codes in the sources of the checks are the ones in the list.
  @Test func `The list has every code of the sources`() throws {
    let all = Set(FindingCode.all.map(\.name))
    let rooms = [
      "IntentModel/Checks", "DefinitionFormats/Checking", "WidgetFormats/Checking",
      "AppIntentsMigration", "DefinitionFormats/PropertyList", "DefinitionFormats/StringTable",
      "DefinitionFormats/DefinitionPlist", "DefinitionFormats/Errors", "InputFiles", "JSONC",
      "JSONCodings",
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
