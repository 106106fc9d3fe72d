import FormatTestSupport
import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport
import WidgetTimeline
import Zones

@testable import DefinitionFormats
@testable import IntentDocuments
@testable import WidgetFormats

/// Results for scripts: lists, comparisons, requests to programs.
@Suite struct SmallResultTests {
  @Test func `the widgets and the placed ones`() throws {
    let placed = [
      ListJSON.Placed(
        name: "Desk", widget: "UpNext", intent: "UpNextIntent", family: .systemMedium, revision: 3,
        path: "/w/UpNext.json", savedAt: Date(timeIntervalSince1970: 1_750_000_000)),
      ListJSON.Placed(
        name: "a\"b", widget: nil, intent: "AIntent", family: .accessoryInline, revision: 1,
        state: .changed),
      ListJSON.Placed(name: "torn", state: .damaged, problem: "It is empty."),
    ]
    #expect(
      ListJSON.text(
        widgets: [
          ListJSON.Widget(
            name: "UpNext", kind: "K", displayName: "Up Next", families: [.systemSmall],
            unanswered: ["dayStart"]),
          ListJSON.Widget(name: "Torn", problem: "It is empty."),
        ], placed: placed) == """
          {
            "widgets": [
              {
                "name": "UpNext",
                "kind": "K",
                "displayName": "Up Next",
                "supportedFamilies": [
                  "systemSmall"
                ],
                "unanswered": [
                  "dayStart"
                ]
              },
              {
                "name": "Torn",
                "problem": "It is empty."
              }
            ],
            "placed": [
              {
                "name": "Desk",
                "widget": "UpNext",
                "intent": "UpNextIntent",
                "family": "systemMedium",
                "revision": 3,
                "state": "current",
                "path": "/w/UpNext.json",
                "savedAt": "2025-06-15T15:06:40Z"
              },
              {
                "name": "a\\"b",
                "intent": "AIntent",
                "family": "accessoryInline",
                "revision": 1,
                "state": "changed"
              },
              {
                "name": "torn",
                "state": "damaged",
                "problem": "It is empty."
              }
            ]
          }

          """)
    #expect(
      ListJSON.text(widgets: [], placed: []) == """
        {
          "widgets": [],
          "placed": []
        }

        """)
  }

  @Test func `a removed intent, a similar one, and one that stays`() throws {
    let parameters = [ParameterDefinition.string("a"), .boolean("b")]
    let old = IntentDefinitionFile(intents: [
      IntentDefinition(name: "Old", parameters: parameters), IntentDefinition(name: "Lost"),
      IntentDefinition(name: "Kept"),
    ])
    let new = IntentDefinitionFile(intents: [
      IntentDefinition(name: "New", parameters: parameters), IntentDefinition(name: "Kept"),
    ])
    let diff = DefinitionDiff(from: old, to: new)
    #expect(
      diff.json() == """
        {
          "losesAnswers": true,
          "intents": [
            {
              "intent": "OldIntent",
              "presence": "gone",
              "heir": "NewIntent",
              "losesAnswers": true,
              "parameters": []
            },
            {
              "intent": "LostIntent",
              "presence": "gone",
              "losesAnswers": true,
              "parameters": []
            },
            {
              "intent": "KeptIntent",
              "presence": "both",
              "losesAnswers": false,
              "parameters": []
            },
            {
              "intent": "NewIntent",
              "presence": "new",
              "losesAnswers": false,
              "parameters": []
            }
          ]
        }

        """)
    #expect(
      diff.lines.map(\.text) == [
        "OldIntent",
        "  Removed. Its stored configurations are lost: they name “OldIntent”, not “NewIntent”. "
          + "Keep the class name to keep them.",
        "", "LostIntent", "  Removed. Its stored configurations are lost.", "", "KeptIntent", "",
        "NewIntent", "  New. There are no stored configurations.",
      ])
    #expect(
      diff.lines.flatMap(\.spans).filter { $0.text.hasPrefix("  ") }.map(\.role) == [
        .error, .error, .good,
      ])
  }

  /// The symbols of verdicts, which can be distinguished without colors.
  @Test(arguments: [
    (DiffEffect.kept, "kept"), (.carriedOver, "carried-over"), (.outOfEffect, "out-of-effect"),
    (.lostForSome, "lost-for-some"), (.lost, "lost"), (.empty, "empty"),
  ])
  func `each effect has its code`(effect: DiffEffect, code: String) {
    #expect(effect.code == code)
  }

  @Test func `the changes of parameters, each with its symbol`() {
    func file(_ parameters: ParameterDefinition...) -> IntentDefinitionFile {
      IntentDefinitionFile(intents: [IntentDefinition(name: "A", parameters: parameters)])
    }
    func tagged(_ parameter: ParameterDefinition, _ tag: Int) -> ParameterDefinition {
      parameter.changed { $0.tag = tag }
    }
    let diff = DefinitionDiff(
      from: file(
        tagged(.string("same"), 1), tagged(.string("old"), 2), tagged(.string("gone"), 3),
        tagged(.integer("n", 0...9), 4), tagged(.string("row"), 5), tagged(.string("also"), 6)),
      to: file(
        tagged(.string("same"), 1), tagged(.string("new"), 2), tagged(.integer("n", 0...5), 4),
        tagged(ParameterDefinition.string("row").locked, 5), tagged(.string("also"), 6),
        tagged(.boolean("more"), 7)))
    #expect(
      diff.lines.map(\.text) == [
        "AIntent",
        """
          > new  Renamed from “old” to “new”: the tag 2 is the same. A stored answer is kept under \
        the new name.
        """,
        "  ! gone  Removed. A stored answer is lost.",
        """
          ? n  Accepted 0 to 9, now accepts 0 to 5. A stored answer out of range is lost; the \
        default, if there is one, takes its place.
        """,
        """
          = row  No longer has a row. A stored answer is kept and stays in the intent, but nobody \
        can change it.
        """,
        "  + more  New. Stored configurations get the default.", "  = same, also  Unchanged.",
      ])
  }

  @Test func `a request describes the environment of a program`() throws {
    let zone = try #require(ZoneRules(named: "Europe/Oslo"))
    let intent = try #require(
      try? IntentSchema.upNext.resolve(IntentDraft(), family: .systemSmall).get())
    let context = TimelineProviderContext(
      family: .accessoryInline, isPreview: true, displaySize: DisplaySize(width: 10.5, height: 3),
      environment: ["showsWidgetLabel": [], "colorScheme": ["light", "dark"]],
      now: Date(timeIntervalSince1970: 1_772_354_400), zone: zone, locale: "nb")
    let text = try TimelineJSON.requestText(for: intent, in: context)
    let at = try #require(text.firstRange(of: #""context":"#)?.lowerBound)
    #expect(
      text[at...] == #""context":{"family":"accessoryInline","isPreview":true,"#
        + #""displaySize":{"width":10.5,"height":3},"#
        + #""environment":{"colorScheme":["light","dark"],"showsWidgetLabel":[]},"#
        + #""now":"2026-03-01T08:40:00Z","timeZone":"Europe/Oslo","locale":"nb"}}"#)
    let bare = TimelineProviderContext(
      family: .systemSmall, now: context.now, zone: zone)
    let short = try TimelineJSON.requestText(for: intent, in: bare)
    #expect(!short.contains("environment"))
    #expect(short.contains(#""displaySize":{"width":158,"height":158}"#))
    #expect(short.hasSuffix(#""locale":"en"}}"#))
  }

  /// Invalid tagged values in a draft whose value starts in column 29.
  static let wrongValues: [(json: String, message: String)] = [
    ("3", "Expected an object, found a whole number."),
    ("{}", "Expected one value with its kind, found an object."),
    (
      #"{"integer":1,"string":"a"}"#,
      "Expected one value with its kind, found an object."
    ),
    (#"{"boolean":1}"#, "Expected true or false, found a whole number."),
    (#"{"integer":1.5}"#, "Expected a whole number, found a decimal number."),
    (#"{"integer":"1"}"#, "Expected a whole number, found a string."),
    (#"{"decimal":"1"}"#, "Expected a number, found a string."),
    (#"{"decimal":null}"#, "Expected a number, found null."),
    (#"{"string":[]}"#, "Expected a string, found an array."),
    (#"{"array":{}}"#, "Expected an array, found an object."),
    (
      #"{"dateComponents":"08:00"}"#,
      "Expected date components, found a string."
    ),
    (#"{"placemark":[]}"#, "Expected a placemark, found an array."),
    (#"{"person":"Ada"}"#, "Expected a person, found a string."),
    (
      #"{"currencyAmount":1}"#,
      "Expected a currency amount, found a whole number."
    ),
    (
      #"{"paymentMethod":true}"#,
      "Expected a payment method, found a Boolean."
    ),
    (
      #"{"speakableString":"x"}"#,
      "Expected a speakable string, found a string."
    ),
    (#"{"measurement":3}"#, "Expected a measurement, found a whole number."),
    (#"{"measurement":{"value":1}}"#, "The member “unit” is missing. Add “unit”."),
    (#"{"measurement":{"unit":"m"}}"#, "The member “value” is missing. Add “value”."),
    (#"{"object":{"display":"d"}}"#, "The member “identifier” is missing. Add “identifier”."),
    (#"{"object":{"identifier":"d"}}"#, "The member “display” is missing. Add “display”."),
    (
      #"{"object":{"identifier":"i","display":"d","properties":3}}"#,
      "Expected an object, found a whole number."
    ),
    (
      #"{"array":[{"integer":"x"}]}"#,
      "Expected a whole number, found a string."
    ),
  ]

  @Test(arguments: wrongValues)
  func `an invalid stored value is reported with its position`(json: String, message: String) {
    let text = #"{"version":1,"values":{"a":"# + json + "}}"
    let found = complaints { try DraftJSON.read(text) }
    #expect(found.count == 1)
    let words = found.first?.split(separator: " ", maxSplits: 1).last.map(String.init)
    #expect(words == message, "\(found)")
    #expect(found.first?.hasPrefix("draft:1:") == true)
  }

  @Test func `positions are in the order of the text`() {
    let places = [(1, 1), (1, 2), (2, 1), (2, 9), (10, 1)].map {
      TextPosition(line: $0.0, column: $0.1)
    }
    #expect(places.reversed().sorted() == places)
    #expect(!(places[0] < places[0]))
  }
}
