import FormatTestSupport
import IntentModel
import IntentOptions
import Testing

@testable import WidgetFormats

@Suite struct WidgetManifestTests {
  static let text = """
    {
      "kind": "org.example.upnext",
      "displayName": "Up Next",
      "description": "The next events.",
      "supportedFamilies": [
        "systemSmall",
        "systemMedium"
      ],
      "intent": "UpNextIntent",
      "options": {
        "calendars": {
          "command": [
            "./calendars",
            "--json"
          ],
          "environment": [
            "PATH"
          ],
          "timeout": 5
        },
        "city": {
          "fixture": "cities.json"
        }
      },
      "timeline": {
        "builtin": "UpNext",
        "arguments": {
          "days": "2",
          "file": "a.ics"
        }
      }
    }

    """

  static let manifest = WidgetManifest(
    kind: "org.example.upnext", displayName: "Up Next", description: "The next events.",
    supportedFamilies: [.systemSmall, .systemMedium], intent: "UpNextIntent",
    options: [
      "calendars": .command(
        CommandSource(
          arguments: ["./calendars", "--json"], environment: ["PATH"], timeout: .seconds(5))),
      "city": .fixture(FixtureSource(path: "cities.json")),
    ],
    timeline: .builtin(BuiltinSource(name: "UpNext", arguments: ["days": "2", "file": "a.ics"])))

  @Test func `The example reads as a manifest and round-trips`() throws {
    #expect(try WidgetManifest.read(utf8(Self.text), file: "widget.json") == Self.manifest)
    #expect(try Self.manifest.text() == Self.text)
  }

  @Test func `Only the kind is needed`() throws {
    let manifest = try WidgetManifest.read(utf8(#"{"kind":"a"}"#), file: "widget.json")
    #expect(manifest == WidgetManifest(kind: "a"))
    #expect(manifest.supportedFamilies == WidgetFamily.allCases)
    #expect(try manifest.text() == "{\n  \"kind\": \"a\"\n}\n")
  }

  /// Sources, and their descriptions.
  static let sources: [(String, SourceDescription)] = [
    (#"{"builtin":"A"}"#, .builtin(BuiltinSource(name: "A"))),
    (
      #"{"builtin":"A","arguments":{"x":"1"}}"#,
      .builtin(BuiltinSource(name: "A", arguments: ["x": "1"]))
    ),
    (#"{"fixture":"a.json"}"#, .fixture(FixtureSource(path: "a.json"))),
    (#"{"command":["a"]}"#, .command(CommandSource(arguments: ["a"]))),
    (
      #"{"command":["a","","{search}"],"environment":["HOME"],"timeout":0.5}"#,
      .command(
        CommandSource(
          arguments: ["a", "", "{search}"], environment: ["HOME"], timeout: .milliseconds(500)))
    ),
    (
      #"{"command":["a"],"format":"lines","map":{"identifier":"/1"}}"#,
      .command(
        CommandSource(
          arguments: ["a"], format: .lines, mapping: OptionsMapping(identifier: "/1")))
    ),
    (
      #"{"fixture":"stops.txt","format":"table","map":{"identifier":"/stop_id"}}"#,
      .fixture(
        FixtureSource(
          path: "stops.txt", format: .table, mapping: OptionsMapping(identifier: "/stop_id")))
    ),
    (
      #"{"command":["a"],"searches":true}"#,
      .command(CommandSource(arguments: ["a"], searches: true))
    ),
    (
      #"{"http":"https://a/{cursor}","environmentHeaders":{"K":"V"},"map":{},"pages":3}"#,
      .http(
        HTTPSource(
          url: "https://a/{cursor}", environmentHeaders: ["K": "V"], mapping: OptionsMapping(),
          pages: 3))
    ),
    (
      #"{"http":"https://a","map":{"items":"/a","sections":"/b","title":"/c","section":"/d","#
        + #""identifier":"/e","display":"/f","subtitle":"/g","symbol":"/h","cursor":""}}"#,
      .http(
        HTTPSource(
          url: "https://a",
          mapping: OptionsMapping(
            items: "/a", sections: "/b", title: "/c", section: "/d", identifier: "/e",
            display: "/f", subtitle: "/g", symbol: "/h", cursor: "")))
    ),
    (#"{"http":"https://a.b/{search}"}"#, .http(HTTPSource(url: "https://a.b/{search}"))),
    (
      #"{"http":"http://localhost","headers":{"Accept":"application/json"},"timeout":3600}"#,
      .http(
        HTTPSource(
          url: "http://localhost", headers: ["Accept": "application/json"], timeout: .seconds(3_600)
        ))
    ),
    (
      #"{"sqlite":"a.db","query":"select 1"}"#,
      .sqlite(SQLiteSource(path: "a.db", query: "select 1"))
    ),
    (
      #"{"sqlite":"a.db","query":"select ?","arguments":["{search}"],"timeout":2}"#,
      .sqlite(
        SQLiteSource(path: "a.db", query: "select ?", arguments: ["{search}"], timeout: .seconds(2))
      )
    ),
    (
      #"{"command":["a"],"resolve":true,"default":["x",{"identifier":"y","display":"Y"}],"#
        + #""retries":3,"cache":0.5,"fallback":{"fixture":"a.csv","timeout":1}}"#,
      SourceDescription(
        .command(CommandSource(arguments: ["a"], resolves: true)), retries: 3,
        cache: .milliseconds(500),
        fallback: .fixture(FixtureSource(path: "a.csv", timeout: .seconds(1))),
        defaults: ["x", OptionItem(identifier: "y", display: "Y")])
    ),
    (
      #"{"http":"https://a","resolve":"https://a/{identifiers}","default":{"url":"https://b"},"#
        + #""map":{"properties":{"p":"/q"}}}"#,
      .http(
        HTTPSource(
          url: "https://a", mapping: OptionsMapping(properties: ["p": "/q"]),
          resolve: "https://a/{identifiers}", defaults: "https://b"))
    ),
    (
      #"{"sqlite":"a","query":"b","resolve":"c","default":{"query":"d"}}"#,
      .sqlite(SQLiteSource(path: "a", query: "b", resolve: "c", defaults: "d"))
    ),
  ]

  @Test func `A timeline does not have the keys of choices`() throws {
    let text = #"{"kind":"k","timeline":{"http":"https://a","cache":1}}"#
    #expect {
      try WidgetManifest.read(utf8(text), file: "w")
    } throws: { error in
      "\(error)".contains("There is no member “cache” here.")
    }
  }

  @Test(arguments: sources)
  func `A source is written as it was read`(json: String, source: SourceDescription) throws {
    let text = #"{"kind":"k","options":{"p":\#(json)}}"#
    let manifest = try WidgetManifest.read(utf8(text), file: "widget.json")
    #expect(manifest == WidgetManifest(kind: "k", options: ["p": source]))
    #expect(try WidgetManifest.read(utf8(manifest.text()), file: "widget.json") == manifest)
  }

  /// Invalid sources for a timeline, which start in column 24.
  static let wrongSources: [(String, [String])] = [
    ("3", ["w:1:24: Expected an object, found a whole number."]),
    (
      "{}",
      [
        "w:1:24: One of the members “builtin”, “fixture”, “command”, “http”, “sqlite” is needed. "
          + "Add one of them."
      ]
    ),
    (
      #"{"fixtrue":"a"}"#,
      [
        "w:1:24: One of the members “builtin”, “fixture”, “command”, “http”, “sqlite” is needed. "
          + "Add one of them.",
        "w:1:25: There is no member “fixtrue” here. Did you mean “fixture”?",
      ]
    ),
    (
      #"{"fixture":"a","http":"https://a"}"#,
      [
        "w:1:24: Only one of the members “fixture”, “http” is allowed here. Keep one of them."
      ]
    ),
    (
      #"{"fixture":"a","pages":1}"#,
      [
        "w:1:39: There is no member “pages” here. Choose from “fixture”."
      ]
    ),
    (
      #"{"http":"https://a","map":{"items":"a"},"pages":0}"#,
      [
        "w:1:44: There is no member “map” here. "
          + "Choose from “http”, “headers”, “environmentHeaders”, “timeout”, “fallback”.",
        "w:1:64: There is no member “pages” here. "
          + "Choose from “http”, “headers”, “environmentHeaders”, “timeout”, “fallback”.",
      ]
    ),
    (#"{"fixture":""}"#, ["w:1:35: The path is empty. Write something."]),
    (
      // A problem in a second source is reported together with that of the first.
      #"{"command":[],"fallback":{"command":[]}}"#,
      [
        "w:1:35: The command is empty. Write something.",
        "w:1:60: The command is empty. Write something.",
      ]
    ),
    (
      #"{"builtin":1,"arguments":{"a":1}}"#,
      [
        "w:1:35: Expected a string, found a whole number.",
        "w:1:54: Expected a string, found a whole number.",
      ]
    ),
    (
      #"{"command":"ls -l"}"#,
      ["w:1:35: Expected an array, found a string."]
    ),
    (#"{"command":[]}"#, ["w:1:35: The command is empty. Write something."]),
    (#"{"command":[""]}"#, ["w:1:35: The command is empty. Write something."]),
    (
      #"{"command":["a"],"timeout":0,"enviroment":[]}"#,
      [
        "w:1:51: The timeout is not more than 0 and at most 3600 seconds. Give one that is more than 0 and at most 3600 seconds.",
        "w:1:53: There is no member “enviroment” here. Did you mean “environment”?",
      ]
    ),
    (
      #"{"http":"ftp://a"}"#,
      [
        "w:1:32: Expected a URL that begins with https:// or http://, found “ftp://a”."
      ]
    ),
    (#"{"sqlite":"a.db"}"#, ["w:1:24: The member “query” is missing. Add “query”."]),
    (
      #"{"sqlite":"a.db","query":"","arguments":"x"}"#,
      [
        "w:1:49: The query is empty. Write something.",
        "w:1:64: Expected an array, found a string.",
      ]
    ),
  ]

  @Test(arguments: wrongSources)
  func `Problems in a source are reported with their position`(json: String, messages: [String]) {
    let text = #"{"kind":"k","timeline":\#(json)}"#
    #expect(complaints { try WidgetManifest.read(utf8(text), file: "w") } == messages)
  }

  /// Invalid manifests.
  static let wrong: [(String, [String])] = [
    ("null", ["w:1:1: Expected an object, found null."]),
    ("{}", ["w:1:1: The member “kind” is missing. Add “kind”."]),
    (#"{"kind":""}"#, ["w:1:9: The kind is empty. Write something."]),
    (
      #"{"kind":"k","displayname":"x","intent":""}"#,
      [
        "w:1:13: There is no member “displayname” here. Did you mean “displayName”?",
        "w:1:40: The name of the intent is empty. Write something.",
      ]
    ),
    (
      #"{"kind":"k","supportedFamilies":["systemSm-l","systemLarge","systemLarge",1]}"#,
      [
        "w:1:34: There is no widget family “systemSm-l”. Did you mean “systemSmall”?",
        "w:1:61: The widget family “systemLarge” occurs twice. Rename or remove one.",
        "w:1:75: Expected a string, found a whole number.",
      ]
    ),
    (
      #"{"kind":"k","familySizes":{"a b":{},"systemJumbo":{"width":0,"height":2},"x":{"width":1}}}"#,
      [
        "w:1:28: There is no widget family “a b”. Choose from “systemSmall”, “systemMedium”, "
          + "“systemLarge”, “systemExtraLarge”, “systemExtraLargePortrait”, “accessoryCorner”, "
          + "“accessoryCircular”, “accessoryRectangular”, “accessoryInline”.",
        "w:1:51: The size is not between 1 and 10000. Give one that is between 1 and 10000.",
        "w:1:78: The member “height” is missing. Add “height”.",
      ]
    ),
    (
      #"{"kind":"k","supportedFamilies":[]}"#,
      ["w:1:33: The list of families is empty. Write something."]
    ),
    (
      #"{"kind":"k","options":[],"timeline":[]}"#,
      [
        "w:1:23: Expected an object, found an array.",
        "w:1:37: Expected an object, found an array.",
      ]
    ),
  ]

  @Test(
    arguments: [
      (IntentIssue.Reason.unknownFamily("systemJumbo"), WidgetManifest.Key.familySizes.rawValue),
      (.notKnownToBeOffered(identifier: "i", display: "I"), SourceDescription.Key.resolve.rawValue),
    ])
  func `A remedy names a key of the manifest`(reason: IntentIssue.Reason, key: String) {
    #expect(reason.remedy.contains("“\(key)”") && reason.remedy.contains(WidgetFolder.manifestName))
  }

  @Test(arguments: wrong)
  func `Problems in a manifest are reported with their position`(text: String, messages: [String]) {
    #expect(complaints { try WidgetManifest.read(utf8(text), file: "w") } == messages)
  }
}
