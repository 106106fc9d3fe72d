import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import JSONC
import Testing
import WidgetFormats

/// The remedy of each finding is followed.
///
/// Afterwards there is no finding, and no stored answer is lost.
@Suite("Following remedies")
struct RemedyTests {
  /// One way to follow the remedy of a fixture: replacements of text in its files.
  struct Way: Sendable {
    /// The file in the folder of the fixture; empty if the fixture is a file.
    var file = ""
    var edits: [(old: String, new: String)] = []
    /// A file to add, and its text.
    var added: (file: String, text: String)?
    /// A file to remove.
    var removed: String?
    /// Files or folders to rename.
    var renamed: [(from: String, to: String)] = []
    /// Why answers change nevertheless; nil if none change.
    var reason: String?

    /// Replaces texts in the fixture's only file.
    static func replacing(_ edits: (old: String, new: String)...) -> Way { Way(edits: edits) }

    /// Replaces texts in a file of the fixture.
    static func inFile(_ file: String, _ edits: (old: String, new: String)...) -> Way {
      Way(file: file, edits: edits)
    }

    /// The same way, but with a reason why answers change.
    func although(_ reason: String) -> Way {
      var copy = self
      copy.reason = reason
      return copy
    }
  }

  private static let table = "de.lproj/Sample.strings"
  private static let boolean = #"{"name":"mirror","type":"boolean"}"#
  private static let style =
    #"{"name":"Style","cases":[{"name":"agenda"},{"name":"list"}]}"#

  /// The ways to follow the remedy of each fixture; a finding with two remedies has two ways.
  ///
  /// There are no ways for a fixture whose remedy is a different file.
  static let ways: [String: [Way]] = [
    "broken-syntax": [.replacing((#""Sample" "#, #""Sample", "#))],
    "chain": [
      .replacing(
        (
          #""parent":"style","predicate":"EnumHasExactValue","value":"list""#,
          #""parent":"mirror","predicate":"BooleanHasExactValue","value":true"#
        ))
    ],
    "dangling-enum": [.replacing((#""enum":"Stile""#, #""enum":"Style""#))],
    "dangling-parent": [.replacing(("miror", "mirror"))],
    "dangling-type": [
      .replacing(("Calender", "Calendar")).although("A type that is not there has no answers.")
    ],
    "default-case": [.replacing((#""default":"lst""#, #""default":"list""#))],
    "default-of-wrong-type": [.replacing(("<string>YES</string>", "<true/>"))],
    "default-out-of-range": [.replacing((#""default":1.5"#, #""default":1"#))],
    "duplicate-case": [
      .replacing((#"{"name":"list"}]"#, #"{"name":"list2"}]"#))
    ],
    "duplicate-enum": [
      .replacing((style + "," + style, style)),
      .replacing((style + "," + style, style + "," + style.replacing("Style", with: "Style2"))),
    ],
    "duplicate-index": [
      .replacing((#"{"name":"list","index":1}"#, #"{"name":"list","index":2}"#))
        .although("A phone's index 1 meant one of two cases.")
    ],
    "duplicate-intent": [
      .replacing(
        (
          #",{"name":"Sample","eligibleForWidgets":true,"parameters":["# + boolean + "]}]",
          "]"
        )),
      .replacing((#",{"name":"Sample""#, #",{"name":"Sample2""#)),
    ],
    "duplicate-parameter": [
      .replacing((boolean + "," + boolean, boolean))
        .although("The second parameter is compared, too; its answers were those of the first."),
      .replacing((boolean + "]", boolean.replacing("mirror", with: "mirror2") + "]"))
        .although("The second parameter is compared, too; its answers were those of the first."),
    ],
    "duplicate-priority": [
      .replacing((#""type":"boolean","priority":1"#, #""type":"boolean","priority":2"#)),
      .replacing((#""type":"string","priority":1"#, #""type":"string","priority":2"#)),
    ],
    "duplicate-property-tag": [
      .replacing((#""color","type":"string","tag":100"#, #""color","type":"string","tag":101"#)),
      .replacing((#""owner","type":"string","tag":100"#, #""owner","type":"string","tag":101"#)),
    ],
    "duplicate-property": [
      .replacing((#",{"name":"color","type":"string"}"#, "")),
      .replacing((#",{"name":"color""#, #",{"name":"color2""#)),
    ],
    "duplicate-size-class": [.replacing((#",{"sizeClass":"Small","size":2}"#, ""))],
    "duplicate-tag": [
      .replacing((#""type":"boolean","tag":2"#, #""type":"boolean","tag":3"#)),
      .replacing((#""type":"string","tag":2"#, #""type":"string","tag":3"#)),
    ],
    "duplicate-text-id": [
      Way(
        file: "Sample.intentdefinition",
        edits: [
          (
            "DisplayNameID</key><string>aaaaaa</string>",
            "DisplayNameID</key><string>bbbbbb</string>"
          )
        ], added: (table, "\"aaaaaa\" = \"Muster\";\n\"bbbbbb\" = \"Größe\";\n"))
    ],
    "duplicate-type": [
      .replacing((#",{"name":"Calendar"}"#, "")),
      .replacing((#",{"name":"Calendar"}"#, #",{"name":"Calendar2"}"#)),
    ],
    "dynamic-missing": [
      .replacing((#""object":"Calendar"}"#, #""object":"Calendar","dynamic":true}"#))
    ],
    "empty-translation": [.inFile(table, ("\"\";", "\"Größe\";"))],
    "duplicate-class": [Way(removed: "Copy.intentdefinition")],
    "foreign-namespace": [
      .replacing((#"{"name":"Style","namespace":"bbbbbb"}"#, #""Style""#))
    ],
    "index-zero": [
      .replacing(
        (
          "<key>INEnumValueIndex</key><integer>0</integer>",
          "<key>INEnumValueIndex</key><integer>2</integer>"
        ),
        (
          "<key>INEnumValues</key><array>",
          "<key>INEnumValues</key><array><dict><key>INEnumValueName</key><string>unknown</string></dict>"
        )
      ).although("A phone's index 0 meant no value.")
    ],
    "merge-marker": [
      .replacing(
        ("<<<<<<< HEAD\n", ""),
        (
          "||||||| 1a2b3c4\n    { \"name\": \"Simple\", \"eligibleForWidgets\": true, \"parameters\": [\n",
          ""
        ),
        (
          "=======\n    { \"name\": \"Sampler\", \"eligibleForWidgets\": true, \"parameters\": [\n",
          ""
        ),
        (">>>>>>> other\n", ""))
    ],
    "no-such-language": [
      Way(
        file: "ge.lproj/Sample.strings",
        edits: [("\"aaaaaa\"", "\"bbbbbb\" = \"Größe\";\n\"aaaaaa\"")],
        renamed: [("ge.lproj", "de.lproj")])
    ],
    "table-and-catalog": [Way(removed: "de.lproj/Sample.strings")],
    "table-of-another-name": [
      Way(
        renamed: [
          ("de.lproj/Widget.strings", "de.lproj/Sample.strings"),
          ("fr.lproj/Widget.strings", "fr.lproj/Sample.strings"),
        ])
    ],
    "value-of-an-object": [
      .replacing((#""BooleanHasExactValue","value":true"#, #""HasAnyValue""#))
    ],
    "inobject-as-type": [.replacing((#","object":"INObject""#, ""))],
    "intent-not-chosen": [
      .inFile("widget.json", (#""kind":"k""#, #""kind":"k","intent":"One""#)),
      .inFile("widget.json", (#""kind":"k""#, #""kind":"k","intent":"TwoIntent""#)),
    ],
    "invalid-currency": [.replacing((#""usd""#, #""USD""#), (#","dollars""#, ""))],
    "last-tag-too-low": [.replacing((#""lastTag":2"#, #""lastTag":3"#))],
    "missing-tag": [.replacing((#""name":"title","#, #""name":"title","tag":2,"#))],
    // The tags are those in the definition that Xcode wrote; here, they happen to equal the tags by
    // position.
    "missing-tags": [
      .replacing(
        (#""name":"size","#, #""name":"size","tag":1,"#),
        (#""name":"title","#, #""name":"title","tag":2,"#))
    ],
    "loop-of-three": [
      .replacing(
        (#","visibleWhen":{"parent":"first","predicate":"HasAnyValue"}"#, ""),
        (#","visibleWhen":{"parent":"second","predicate":"HasAnyValue"}"#, ""))
    ],
    "minimum-above-maximum": [
      .replacing((#""minimum":10,"maximum":1"#, #""minimum":1,"maximum":10"#)),
      .replacing((#""maximum":1"#, #""maximum":11"#)),
    ],
    "missing-key": [
      .replacing(
        (
          "<key>INIntentParameterTag</key>",
          "<key>INIntentParameterName</key><string>title</string><key>INIntentParameterTag</key>"
        ))
    ],
    "missing-parent": [
      .replacing(
        (
          "<key>INIntentParameterRelationshipPredicateName</key>",
          "<key>INIntentParameterRelationshipParentName</key><string>mirror</string>"
            + "<key>INIntentParameterRelationshipPredicateName</key>"
        )),
      .replacing(
        (
          "<key>INIntentParameterRelationship</key><dict>"
            + "<key>INIntentParameterRelationshipPredicateName</key>"
            + "<string>BooleanHasExactValue</string>"
            + "<key>INIntentParameterRelationshipPredicateValue</key><true/></dict>", ""
        )),
    ],
    "missing-placeholder": [.inFile(table, ("Welche?", "Welche, ${city}?"))],
    "missing-translation": [
      Way(
        file: table, edits: [("\"cccccc\"", "\"bbbbbb\" = \"Stadt\";\n\"cccccc\"")],
        added: (
          "ja.lproj/Sample.strings",
          "\"aaaaaa\" = \"A\";\n\"bbbbbb\" = \"B\";\n\"cccccc\" = \"${city}?\";\n"
        ))
    ],
    "never-visible": [.replacing((#""value":5"#, #""value":4"#))],
    "never-visible-below-a-hidden-parent": [
      .replacing((#","configurable":false"#, "")),
      .replacing(
        (
          #","configurable":false},"#, #","configurable":false},{"name":"other","type":"boolean"},"#
        ),
        (#""parent":"mirror""#, #""parent":"other""#)),
    ],
    "no-definition": [
      Way(
        added: (
          "Trip.json",
          #"{"intents":[{"name":"Trip","eligibleForWidgets":true,"parameters":[\#(boolean)]}]}"#
        ))
    ],
    "no-intents": [
      .replacing(
        (
          #""intents":[]"#,
          #""intents":[{"name":"A","eligibleForWidgets":true,"parameters":[\#(boolean)]}]"#
        ))
    ],
    "no-parameters": [.replacing((#""parameters":[]"#, #""parameters":[\#(boolean)]"#))],
    "no-row": [.replacing((#","configurable":false"#, ""))],
    "no-widget-intent": [
      .replacing((#""configurable":true"#, #""configurable":true,"eligibleForWidgets":true"#))
    ],
    "not-a-definition": [], "not-a-property-list": [], "truncated": [], "wrong-root": [],
    "not-eligible": [
      .inFile("Sample.json", (#""eligibleForWidgets":false"#, #""eligibleForWidgets":true"#))
    ],
    "predicate-case": [.replacing(("agnda", "agenda"))],
    "predicate-type": [.replacing((#""value":"many""#, #""value":3"#))],
    "predicate-without-value": [
      .replacing((#""EnumHasExactValue""#, #""EnumHasExactValue","value":"list""#))
    ],
    "provider-missing": [
      .inFile(
        "widget.json",
        (#""intent":"Sample""#, #""intent":"Sample","options":{"calendar":{"builtin":"A"}}"#))
    ],
    "provider-not-needed": [
      .inFile("widget.json", (#","city":{"builtin":"Sample"}"#, "")),
      .inFile(
        "Sample.json",
        (#""name":"city","type":"string""#, #""name":"city","type":"string","dynamic":true"#)),
    ],
    "range-without-two-values": [.replacing((#""values":[1,2,3]"#, #""values":[1,3]"#))],
    "several-definitions": [Way(removed: "Other.json")],
    "shrinking-sizes": [
      .replacing((#""sizeClass":"Medium","size":2"#, #""sizeClass":"Medium","size":3"#))
    ],
    "size-below-one": [.replacing((#""size":0"#, #""size":1"#))],
    "sizes-missing": [
      .replacing((#","fixedSize":true"#, "")),
      .replacing(
        (
          #","fixedSize":true"#,
          #","fixedSize":true,"sizes":[{"sizeClass":"Small","size":1},"#
            + #"{"sizeClass":"Medium","size":2},{"sizeClass":"Large","size":4}]"#
        )),
    ],
    "sizes-not-in-force": [
      .replacing((#","sizes":[{"sizeClass":"Small","size":1}]"#, "")),
      .replacing((#""fixedSize":false"#, #""fixedSize":true"#))
        .although("The remedy says that values are hidden then."),
    ],
    "sizes-of-single-value": [
      .replacing((#","fixedSize":true,"sizes":[{"sizeClass":"Small","size":1}]"#, "")),
      .replacing((#""multiple":false"#, #""multiple":true"#)),
    ],
    "slider-without-bounds": [
      .replacing((#""control":"slider""#, #""control":"field""#)),
      .replacing((#""control":"slider""#, #""control":"slider","minimum":0,"maximum":1"#))
        .although("The remedy says that the bounds must hold what is stored."),
    ],
    "stale-translation": [.inFile(table, ("\"zzzzzz\" = \"Alt\";", ""))],
    "string-table": [
      .inFile(
        table, ("\"Beispiel\"", "\"Beispiel\";"), ("\"bbbbbb\" = \"Stadt\";\n", ""), ("/* open", "")
      )
    ],
    "unknown-unit": [.replacing((#""Mile""#, #""Miles""#), (#""kg""#, #""Kilometers""#))],
    "unknown-date-format": [.replacing((#""Relativ""#, #""Relative""#))],
    "unknown-date-style": [.replacing(("Meduim", "Medium"), ("Tiny", "Short"))],
    "unknown-family": [.inFile("widget.json", ("systemSmal", "systemSmall"))],
    "unknown-intent": [.inFile("widget.json", (#""Simple""#, #""SampleIntent""#))],
    // The key is kept, so there is no way to follow the remedy.
    "unknown-key": [],
    "unknown-parameter": [
      .inFile("widget.json", (#""calendar":{"builtin":"Sample"},"calender""#, #""calendar""#))
    ],
    "unknown-placeholder": [.inFile(table, ("${stadt}, ${city}", "${city}"))],
    "unknown-predicate": [.replacing(("BooleanIsSomehow", "BooleanHasExactValue"))],
    "unknown-size-class": [
      .replacing(("Medum", "Medium"))
        .although("A size class that is not known can be one of a later system.")
    ],
    "unknown-type": [
      .replacing((#""type":"other","typeName":"Stopwatch""#, #""type":"string""#))
        .although("A type without an editor has no answers.")
    ],
    "unreviewed-translation": [
      .inFile("Sample.xcstrings", (#""needs_review""#, #""translated""#))
    ],
    "unknown-word": [.replacing(("Knob", "Stepper"))],
    "unusable-name": [
      .replacing(("sensor-1", "sensor1")).although("Answers are kept by name.")
    ],
    "same-identifier": [
      .replacing(("sensor 1", "sensor2")).although("Answers are kept by name.")
    ],
    "store-word": [.replacing(("iPhone", "device"))],
  ]

  @Test("each finding has a way to follow its remedy")
  func completeness() {
    let fixtures = Set(CheckFixtureTests.names.map(CheckFixtureTests.stem))
    #expect(fixtures.subtracting(Self.ways.keys) == [])
    #expect(Set(Self.ways.keys).subtracting(fixtures) == [])
    // A code that is not in the list cannot be explained.
    let found = FileCheck.run(
      paths: CheckFixtureTests.names.map { CheckFixtureTests.folder + $0 }
    ).findings.map(\.code)
    #expect(found.filter { FindingCode.named($0) == nil } == [])
  }

  @Test("following a remedy leaves no finding and loses no answer", arguments: names)
  func following(name: String) throws {
    for (number, way) in (Self.ways[CheckFixtureTests.stem(name)] ?? []).enumerated() {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "remedy-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let copy = folder.appending(path: name)
      try FileManager.default.copyItem(
        at: URL(filePath: CheckFixtureTests.folder + name), to: copy)
      let found = Set(FileCheck.run(paths: [copy.path]).findings.map(\.code))
      let before = Self.definition(copy)
      try Self.follow(way, in: copy)
      // Only notes may be left among the file's own findings, and none of the same kind.
      let findings = FileCheck.run(paths: [copy.path]).findings
        .filter { $0.severity != .note || found.contains($0.code) }
      #expect(findings == [], "way \(number + 1): \(findings.map { $0.text() })")
      guard let before, let after = Self.definition(copy) else { continue }
      let diff = DefinitionDiff(from: before, to: after)
      let changes = diff.lines.map(\.text)
      // A corrected condition hides rows, as intended.
      let touches = diff.intents.flatMap(\.parameters).flatMap(\.verdicts).contains {
        ($0.effect.isLoss || $0.effect.isWarning) && $0.code != "hidden"
      }
      let isTouched = touches || diff.losesAnswers
      #expect(isTouched == (way.reason != nil), "way \(number + 1): \(changes)")
    }
  }

  private static let names = CheckFixtureTests.names.filter {
    ways[CheckFixtureTests.stem($0)]?.isEmpty == false
  }

  private static func follow(_ way: Way, in fixture: URL) throws {
    if !way.edits.isEmpty {
      let file = way.file.isEmpty ? fixture : fixture.appending(path: way.file)
      var text = compact(try String(contentsOf: file, encoding: .utf8))
      for (old, new) in way.edits {
        let place = try #require(text.range(of: old), "“\(old)” is not in \(text)")
        text.replaceSubrange(place, with: new)
      }
      try Data(text.utf8).write(to: file)
    }
    if let added = way.added {
      try Data(added.text.utf8).write(to: fixture.appending(path: added.file))
    }
    for (from, to) in way.renamed {
      try FileManager.default.moveItem(
        at: fixture.appending(path: from), to: fixture.appending(path: to))
    }
    if let removed = way.removed {
      try FileManager.default.removeItem(at: fixture.appending(path: removed))
    }
  }

  /// A text without the whitespace between its parts.
  private static func compact(_ text: String) -> String {
    if text.hasPrefix("<?xml") { return text.replacing("\n", with: "").replacing("\t", with: "") }
    guard let json = try? JSONText.parse(text) else { return text }
    return (try? JSONText.write(json, style: .compact)) ?? text
  }

  /// The definition of a fixture; nil if it cannot be read.
  private static func definition(_ fixture: URL) -> IntentDefinitionFile? {
    let paths = [
      fixture, fixture.appending(path: "Sample.json"),
      fixture.appending(path: "Sample.intentdefinition"),
    ]
    return paths.lazy.compactMap { try? IntentDefinitionReader.read(path: $0.path).file }.first
  }
}
