import FormatTestSupport
import Foundation
import IntentModel
import IntentOptions
import JSONC
import Messages
import Testing
import WidgetTestSupport
import WidgetTimeline
import Zones

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

/// Compares the schemas for handwritten files with the readers: both accept the same documents.
@Suite(.startsPrograms) struct DocumentSchemaTests {
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    for line in sys.stdin:
        case = json.loads(line)
        Draft202012Validator.check_schema(case["schema"])
        v = Draft202012Validator(case["schema"])
        print("".join("1" if v.is_valid(d) else "0" for d in case["documents"]), flush=True)
    """

  /// Documents with every key that their reader accepts, and real documents.
  private static func documents(_ kind: DocumentSchema) throws -> [JSONValue] {
    switch kind {
    case .definition:
      let folder = packageFolder + "Fixtures/Broken/"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      let broken = names.filter { $0.hasSuffix(".json") }.compactMap { name in
        try? JSONText.parse([UInt8](Data(contentsOf: URL(filePath: folder + name))))
      }
      let plists = try ["UpNext", "WorldClock"].map { name in
        let path = packageFolder + "Intents/\(name)/\(name).intentdefinition"
        let file = try IntentDefinitionReader.read(path: path).file
        return try JSONText.parse(Array(DefinitionJSON.text(of: file).utf8))
      }
      let verse = URL(filePath: packageFolder + "Intents/Verse/Verse.json")
      return try broken + plists + [JSONText.parse([UInt8](Data(contentsOf: verse)))] + [whole]
    case .widget:
      let shipped = try ["UpNext", "WorldClock", "Verse"].map { name in
        let path = packageFolder + "Intents/\(name)/widget.json"
        return try JSONText.parse([UInt8](Data(contentsOf: URL(filePath: path))))
      }
      return shipped + widgets
    case .options: return options
    case .timeline: return timelines
    case .check:
      return [
        [
          "$schema": "s", "severity": ["no-row": "ignore", "loop": "note"],
          "ignore": [["code": "no-row", "path": "a", "language": "de", "key": "k", "reason": "r"]],
        ]
      ]
    case .request: return []
    }
  }

  /// A definition with most of the keys.
  private static let whole: JSONValue = [
    "$schema": "definition.schema.json", "namespace": "abcdef", "modelVersion": "1.2",
    "intents": [
      [
        "name": "A", "title": ["text": "A", "id": "aaaaaa"], "eligibleForWidgets": true,
        "restrictions": 1, "lastTag": nil,
        "parameters": [
          ["name": "b", "type": "boolean", "default": true, "trueName": "On", "tag": 4],
          [
            "name": "i", "type": "integer", "control": "slider", "minimum": 0, "maximum": "none",
            "priority": nil,
          ],
          ["name": "d", "type": "decimal", "default": 0.5, "negative": true],
          ["name": "e", "type": "enum", "enum": ["name": "E", "namespace": nil], "default": "x"],
          [
            "name": "o", "type": "object", "object": "T", "dynamic": true, "multiple": true,
            "sizes": ["systemSmall": 1],
            "visibleWhen": ["parent": "b", "predicate": "BooleanHasExactValue", "value": false],
          ],
          [
            "name": "p", "type": "string", "multiple": true,
            "sizes": [["family": "systemSmall", "size": 1], ["sizeClass": "Odd", "size": 2]],
            "visibleWhen": [
              "parent": "e", "predicate": "EnumHasExactValue", "values": ["x", ["integer": 1]],
            ],
            "prompts": [["kind": "Primary", "custom": true, "text": "Which?"]],
          ],
          [
            "name": "t", "type": "timeInterval", "unit": ["default": "hours", "maximum": "days"],
            "minimum": 1, "ignoredUnits": nil, "native": true,
          ],
          ["name": "l", "type": "distance", "unit": "km", "default": 1.5],
          ["name": "w", "type": "dateComponents", "components": "time", "format": "Style"],
          ["name": "m", "type": "currencyAmount", "currencies": ["EUR"]],
          ["name": "f", "type": "file", "fileKind": "Custom", "fileTypes": ["public.image"]],
          ["name": "z", "type": "other", "typeName": "Odd"],
        ],
      ]
    ],
    "enums": [["name": "E", "unknownCase": false, "cases": ["x", ["name": "y", "index": 7]]]],
    "types": [
      [
        "name": "T", "lastTag": 100, "standardProperties": true,
        "properties": [["name": "lat", "type": "decimal", "standard": false]],
      ]
    ],
    "carried": ["unknown": ["k": [1, "x"]], "writtenDefaults": ["k"]],
  ]

  private static let widgets: [JSONValue] = [
    [
      "$schema": "s",
      "widgets": [
        ["kind": "a", "intent": nil, "timeline": ["command": ["./a", "b"], "timeout": 2.5]],
        ["kind": "b", "intent": "B", "timeline": ["fixture": "t.json"]],
      ],
    ],
    [
      "kind": "c",
      "options": [
        "p": [
          "http": "https://example.org/{search}", "headers": ["A": "b"],
          "environmentHeaders": ["B": "C"], "pages": 3, "timeout": 4, "resolve": "http://x/",
          "map": ["items": "/a~1b/0", "identifier": "/id", "properties": ["lat": "/lat"]],
          "default": ["url": "https://example.org/first"], "retries": 2, "cache": 60,
          "fallback": ["fixture": "p.json", "default": "x", "fallback": ["command": ["x"]]],
        ],
        "l": ["command": ["git", "branch"], "format": "lines"],
        "t": ["fixture": "stops.txt", "format": "table", "map": ["identifier": "/stop_id"]],
        "q": [
          "sqlite": "q.db", "query": "SELECT 1", "arguments": ["{search}"], "resolve": "SELECT 2",
          "default": ["query": "SELECT 3"],
        ],
        "r": [
          "command": ["r"], "environment": ["HOME"], "searches": true, "resolve": false,
          "default": ["a", ["identifier": "b", "display": nil, "more": 1]],
        ],
        "s": ["builtin": "S", "arguments": ["k": "v"], "timeout": 1],
      ],
      "timeline": ["http": "http://localhost/", "headers": ["A": "b"]],
    ],
    ["kind": "d", "timeline": ["sqlite": "t.db", "query": "SELECT 1", "timeout": 3600]],
  ]

  private static let options: [JSONValue] = [
    ["a", "b", ["identifier": "c", "display": "C", "subtitle": nil, "symbol": "s", "lat": 1.5]],
    ["$schema": "s", "items": ["a"], "indexed": true, "prompt": "?", "default": "a"],
    [
      "sections": [["title": "T", "items": ["a"]], ["title": nil, "items": []]], "partial": nil,
      "notice": "n", "default": ["a", ["identifier": "z"]],
    ],
  ]

  private static let timelines: [JSONValue] = [
    [
      "$schema": "s",
      "entries": [
        [
          "date": "2026-03-01T09:30:00+01:00", "title": "Stand-up",
          "subtitle": ["in ", ["date": "2026-03-01T10:00:00Z", "style": "timer"]],
          "body": ["Room 4", ["date": "2026-03-01T10:00:00.25Z", "style": "relative"]],
          "symbol": "calendar", "gauge": 0.5, "image": "a.png", "link": "https://example.org",
          "links": [["label": "R", "url": "u"]], "relevance": ["score": 10, "duration": 600],
          "message": ["own": true],
        ]
      ],
      "reload": ["policy": "after", "date": "2026-03-01T10:00:00Z"],
    ],
    ["entries": [], "reload": "never"], ["entries": [], "reload": ["policy": "atEnd"]],
  ]

  /// Values of other types.
  ///
  /// Whole numbers with a decimal point are omitted, because JSON Schema treats 1.0 as an integer,
  /// but the readers do not.
  private static let others: [JSONValue] = [
    nil, true, -3, 0, 5_000, 0.25, "", "x", "none", "~2", [], ["x"], [1], [:], ["x": 1],
    ["name": "x"],
  ]

  /// The document with each value replaced, and with each member removed, renamed or added.
  private static func mutations(of value: JSONValue) -> [JSONValue] {
    var found = others
    switch value {
    case .object(let object):
      for member in object {
        var without = object
        without[member.key] = nil
        found.append(.object(without))
        var renamed = without
        renamed.append(key: member.key + "s", value: member.value)
        found.append(.object(renamed))
        for other in mutations(of: member.value) {
          var changed = object
          changed[member.key] = other
          found.append(.object(changed))
        }
      }
      var longer = object
      longer.append(key: "other", value: 1)
      found.append(.object(longer))
    case .array(let elements):
      for index in elements.indices.prefix(6) {
        var shorter = elements
        shorter.remove(at: index)
        found.append(.array(shorter))
        for other in mutations(of: elements[index]) {
          var changed = elements
          changed[index] = other
          found.append(.array(changed))
        }
      }
    default: break
    }
    return found
  }

  /// Whether JSON Schema cannot express the reader's errors for a document.
  private static func isBeyondSchemas(_ errors: [FormatError]) -> Bool {
    let codes: Set = ["duplicate", "unknown-word", "wrong-size", "not-base64", "too-many"]
    return !errors.isEmpty
      && errors.allSatisfy {
        // The properties of an item depend on the type of the parameter, and a property list cannot
        // contain null.
        codes.contains($0.code) || $0.sentence.hasPrefix("Expected a value, found")
      }
  }

  private static func errors(_ kind: DocumentSchema, _ bytes: [UInt8]) -> [FormatError] {
    do throws(FormatErrors) {
      switch kind {
      case .definition: return DefinitionJSON.read(bytes, file: "f").errors
      case .widget: _ = try WidgetManifestFile.read(bytes, file: "f")
      case .options: _ = try OptionsJSON.read(bytes, source: "f")
      case .timeline: _ = try TimelineJSON.read(bytes, source: "f")
      case .check: _ = try CheckSettings.read(bytes, file: "f")
      case .request: break
      }
      return []
    } catch {
      return error.errors
    }
  }

  @Test(
    .needsJSONSchema,
    arguments: [
      DocumentSchema.definition, .widget, .options, .timeline,
    ])
  func `a foreign validator and the reader accept the same documents`(_ kind: DocumentSchema) throws
  {
    let originals = try Self.documents(kind)
    var documents = originals
    var random = SeededGenerator(seed: 7)
    let most =
      kind == .definition
      ? TestDepth.count(12, thorough: 60) : TestDepth.count(200, thorough: 800)
    for document in originals {
      let all = Self.mutations(of: document)
      documents += all.count <= most ? all : Array(all.shuffled(using: &random).prefix(most))
    }
    let line = try JSONText.write(
      ["schema": kind.json, "documents": .array(documents)], style: .compact)
    let verdicts = try FinishedProgram("python3", ["-c", Self.script], input: line + "\n").output
      .filter {
        "01".contains($0)
      }
    #expect(verdicts.count == documents.count)
    var accepted = 0
    for (document, verdict) in zip(documents, verdicts) {
      let text = try JSONText.write(document, style: .compact)
      let errors = Self.errors(kind, Array(text.utf8))
      if errors.isEmpty { accepted += 1 }
      if verdict == "1", Self.isBeyondSchemas(errors) { continue }
      #expect(
        errors.isEmpty == (verdict == "1"),
        "\(kind) \(text.prefix(4_000))\n\(errors.first.map { "\($0)" } ?? "accepted")")
    }
    // Some documents are accepted and some are rejected, so the comparison is meaningful.
    #expect(accepted > 20 && accepted < documents.count - 20)
  }

  @Test(.needsJSONSchema) func `programs get requests that match the schema`()
    throws
  {
    let requests = try [
      OptionsJSON.text(of: OptionsRequest(parameter: "p", family: .systemSmall)),
      OptionsJSON.text(
        of: OptionsRequest(parameter: "p", family: .systemSmall), resolving: ["a", "b"]),
      TimelineJSON.requestText(
        .placeholder, for: nil,
        in: TimelineProviderContext(
          family: .systemSmall, isPreview: true, environment: ["colorScheme": ["dark"]],
          now: Date(), zone: .utc)),
    ].map { try JSONText.parse(Array($0.utf8)) }
    let wrong: [JSONValue] = [[:], ["parameter": "p"], ["request": "timeline"], "x"]
    let line = try JSONText.write(
      ["schema": DocumentSchema.request.json, "documents": .array(requests + wrong)],
      style: .compact)
    let verdicts = try FinishedProgram("python3", ["-c", Self.script], input: line + "\n").output
    #expect(verdicts.hasPrefix("1110000"), "\(verdicts)")
  }

  @Test func `the description of a schema is its line in lists, in English`() {
    for kind in DocumentSchema.allCases where kind != .definition {
      #expect(kind.json.objectValue?["description"]?.stringValue == kind.summary.text())
    }
    #expect(DocumentSchema.request.summary.text() == "What a program gets on its standard input.")
  }

  @Test func `a schema that a definition names stays on every conversion`() throws {
    let text =
      "{\n  \"$schema\": \"d.json\",\n  \"intents\": [\n    {\n      \"name\": \"A\"\n    }\n  ]\n}\n"
    let file = try DefinitionJSON.read(Array(text.utf8), file: "f").get()
    #expect(try DefinitionJSON.text(of: file) == text)
    let plist = try DefinitionPlist.bytes(of: file)
    let back = try IntentDefinitionReader.read(plist, file: "f.intentdefinition").file
    #expect(try DefinitionJSON.text(of: back) == text)
  }
}
