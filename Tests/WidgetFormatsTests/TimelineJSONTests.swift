import FormatTestSupport
import JSONC
import Testing
import WidgetTimeline
import Zones

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct TimelineJSONTests {
  static let start = Date(timeIntervalSince1970: 1_772_354_400)

  static let full = TimelineEntry(
    date: start,
    content: EntryContent(
      title: "Stand-up", subtitle: "in 10 min", body: ["Room 4", ""], symbol: "calendar",
      gauge: 0.5, image: "room", link: "https://example.org",
      links: [EntryLink(label: "Map", url: "https://example.org/map")]),
    relevance: TimelineEntryRelevance(score: 10, duration: .seconds(600)))

  static let bare = TimelineEntry(
    date: start.addingTimeInterval(60), content: EntryContent(title: ""))

  static let oslo = ZoneRules(identifier: "own", fixedOffset: 3_600)

  /// If there are too many entries, only this is reported, and not the problems in the entries.
  @Test func `Entries are counted before they are made`() throws {
    func errors(_ count: Int) -> [FormatError] {
      let text = "{\"entries\":[\(Array(repeating: "1", count: count).joined(separator: ","))]}"
      do throws(FormatErrors) {
        _ = try TimelineJSON.read(Array(text.utf8), source: "t")
        return []
      } catch {
        return error.errors
      }
    }
    #expect(errors(TimelineJSON.maximumEntries).contains { $0.code != "too-many" })
    #expect(errors(TimelineJSON.maximumEntries + 1).map(\.code) == ["too-many"])
  }

  @Test func `A timeline has one text`() throws {
    let timeline = Timeline(
      entries: [Self.full, Self.bare], reload: .after(Self.start.addingTimeInterval(1_800)))
    #expect(
      try TimelineJSON.text(of: timeline, timeZone: Self.oslo) == """
        {
          "entries": [
            {
              "date": "2026-03-01T09:40:00+01:00",
              "title": "Stand-up",
              "subtitle": "in 10 min",
              "body": [
                "Room 4",
                ""
              ],
              "symbol": "calendar",
              "gauge": 0.5,
              "image": "room",
              "link": "https://example.org",
              "links": [
                {
                  "label": "Map",
                  "url": "https://example.org/map"
                }
              ],
              "relevance": {
                "score": 10,
                "duration": 600
              }
            },
            {
              "date": "2026-03-01T09:41:00+01:00",
              "title": ""
            }
          ],
          "reload": {
            "policy": "after",
            "date": "2026-03-01T10:10:00+01:00"
          }
        }

        """)
  }

  static let timelines: [Timeline] = [
    Timeline(entries: [], reload: .atEnd), Timeline(entries: [], reload: .never),
    Timeline(entries: [full], reload: .atEnd), Timeline(entries: [bare], reload: .after(start)),
    Timeline(entries: [full, full, bare], reload: .never),
    Timeline(
      entries: [
        TimelineEntry(
          date: start.addingTimeInterval(0.25), content: EntryContent(title: "é\n👩‍🚀", gauge: 1),
          relevance: TimelineEntryRelevance(score: -0.5))
      ], reload: .after(start.addingTimeInterval(-0.5))),
  ]

  @Test(arguments: timelines)
  func `A timeline reads back in every time zone`(timeline: Timeline) throws {
    for hours in [-12, -3, 0, 5, 14] {
      let zone = ZoneRules(identifier: "own", fixedOffset: hours * 3_600 + 1_800)
      let text = try TimelineJSON.text(of: timeline, timeZone: zone)
      #expect(try TimelineJSON.read(utf8(text), source: "a") == timeline)
    }
  }

  @Test func `A single entry reads back`() throws {
    for entry in [Self.full, Self.bare] {
      let text = try TimelineJSON.text(of: entry, timeZone: .utc)
      #expect(try TimelineJSON.readSnapshot(utf8(text), at: Self.start, source: "a") == entry)
    }
  }

  @Test func `Texts with live dates and other properties read back`() throws {
    let entry = TimelineEntry(
      date: Self.start,
      content: EntryContent(
        title: "\(Self.start, style: .timer)", subtitle: "in \(Self.start, style: .relative)!",
        body: ["", "\(Self.start, style: .date) \(Self.start, style: .time)"]),
      properties: JSONObject([
        (key: "message", value: .string("Hi")),
        (key: "nested", value: .array([.integer(1), .null, .object(JSONObject())])),
      ]))
    let text = try TimelineJSON.text(of: entry, timeZone: .utc)
    #expect(try TimelineJSON.readSnapshot(utf8(text), at: Self.start, source: "a") == entry)
    #expect(text.contains(#""message": "Hi""#))
    let date = #"{"date":"2026-03-01T08:40:00Z","style":"timer"}"#
    let written = #"{"date":"2026-03-01T08:40:00Z","title":["a ",\#(date)],"subtitle":\#(date)}"#
    let read = try TimelineJSON.readSnapshot(utf8(written), at: Self.start, source: "a")
    #expect(read?.content.title == "a \(Self.start, style: .timer)")
    #expect(read?.content.subtitle == "\(Self.start, style: .timer)")
  }

  @Test func aMistypedTimelineHasTheSameErrorsAsSnapshot() {
    let text = utf8(#"{"entrys":[]}"#)
    let errors = #expect(throws: FormatErrors.self) {
      _ = try TimelineJSON.read(text, source: "a")
    }
    let ofSnapshot = #expect(throws: FormatErrors.self) {
      _ = try TimelineJSON.readSnapshot(text, at: Self.start, source: "a")
    }
    #expect(errors == ofSnapshot)
  }

  @Test(arguments: [
    (#"{"entries":[{"date":"2026-03-01T08:40:00Z","title":"a"}]}"#, "a"),
    (
      #"{"entries":[{"date":"2026-03-01T08:50:00Z","title":"b"},{"date":"2026-03-01T08:30:00Z","title":"a"}]}"#,
      "a"
    ),
    (#"{"entries":[{"date":"2027-03-01T08:50:00Z","title":"b"}]}"#, "b"),
    (#"{"date":"2026-03-01T08:40:00Z","title":"e"}"#, "e"), (#"{"entries":[]}"#, nil),
  ])
  func `The display for one date is an entry or a timeline`(text: String, title: String?) throws {
    let entry = try TimelineJSON.readSnapshot(utf8(text), at: Self.start, source: "a")
    #expect(entry?.content.title.description == title)
  }

  /// The forms of a policy.
  static let policies: [(String, TimelineReloadPolicy)] = [
    ("", .atEnd),
    (#","reload":"atEnd""#, .atEnd),
    (#","reload":"never""#, .never),
    (#","reload":{"policy":"never"}"#, .never),
    (#","reload":{"policy":"atEnd"}"#, .atEnd),
    (#","reload":{"policy":"after","date":"2026-03-01T08:40:00Z"}"#, .after(start)),
  ]

  @Test(arguments: policies)
  func `A policy has several forms`(member: String, policy: TimelineReloadPolicy) throws {
    let timeline = try TimelineJSON.read(utf8(#"{"entries":[]\#(member)}"#), source: "a")
    #expect(timeline.reload == policy)
  }

  @Test
  func `Entries keep their order, and are sorted stably when they are shown`()
    throws
  {
    let text = """
      {"entries": [
        {"date": "2026-03-01T10:00:00Z", "title": "c"},
        {"date": "2026-03-01T10:00:00+01:00", "title": "a"},
        {"date": "2026-03-01T10:00:00Z", "title": "d"},
        {"date": "2026-03-01T09:00:00.5Z", "title": "b"}
      ]}
      """
    let timeline = try TimelineJSON.read(utf8(text), source: "a")
    #expect(timeline.entries.map(\.content.title) == ["c", "a", "d", "b"])
    #expect(timeline.sorted().entries.map(\.content.title) == ["a", "b", "c", "d"])
  }

  /// Invalid timelines.
  static let wrong: [(String, [String])] = [
    ("[]", ["x:1:1: Expected an object, found an array."]),
    ("{}", ["x:1:1: The member “entries” is missing. Add “entries”."]),
    (
      #"{"entries":[{}]}"#,
      [
        "x:1:13: The member “date” is missing. Add “date”.",
        "x:1:13: The member “title” is missing. Add “title”.",
      ]
    ),
    (
      #"{"entries":[{"date":"tomorrow","title":5,"message":"x"}]}"#,
      [
        "x:1:21: “tomorrow” is not a date. "
          + "Write the date, the time with seconds, and the offset, such as 2026-03-01T09:30:00+01:00.",
        "x:1:40: Expected a string, found a whole number.",
      ]
    ),
    (
      #"{"entries":[{"date":"2026-03-01T08:40:00Z","title":"","gauge":1.5,"body":"x"}]}"#,
      [
        "x:1:63: The gauge is not between 0 and 1. Give one that is between 0 and 1.",
        "x:1:74: Expected an array, found a string.",
      ]
    ),
    (
      #"{"entries":[{"date":"2026-03-01T08:40:00Z","title":"","relevance":{"duration":-1}}]}"#,
      [
        "x:1:67: The member “score” is missing. Add “score”.",
        "x:1:79: The duration is not 0 or more. Give one that is 0 or more.",
      ]
    ),
    (
      #"{"entries":[{"date":"2026-03-01T08:40:00Z","title":"","links":[{"label":"a"}]}]}"#,
      ["x:1:64: The member “url” is missing. Add “url”."]
    ),
    (
      #"{"entries":[],"reload":"atStart"}"#,
      ["x:1:24: There is no reload policy “atStart”. Choose from “atEnd”, “after”, “never”."]
    ),
    (
      #"{"entries":[],"reload":"after"}"#,
      ["x:1:24: The member “date” is missing. Add “date”."]
    ),
    (
      #"{"entries":[],"reload":{"policy":"after","date":5}}"#,
      ["x:1:49: Expected a string, found a whole number."]
    ),
    (
      #"{"entries":[],"reload":{"policy":"never","date":"2026-03-01T08:40:00Z"}}"#,
      ["x:1:42: There is no member “date” here. Choose from “policy”."]
    ),
    (
      #"{"entries":[],"reload":5}"#,
      ["x:1:24: Expected an object, found a whole number."]
    ),
  ]

  @Test(arguments: wrong)
  func `Problems in a timeline are reported with their position`(text: String, messages: [String]) {
    #expect(complaints { try TimelineJSON.read(utf8(text), source: "x") } == messages)
  }

  @Test func `The number of entries is limited`() {
    let entry = #"{"date":"2026-03-01T08:40:00Z","title":""}"#
    let text = #"{"entries":[\#(entry),\#(entry),\#(entry)]}"#
    let said = complaints {
      try TimelineJSON.read(utf8(text), source: "x", limits: FormatLimits(maximumItems: 2))
    }
    #expect(said == ["x:1:1: There are more than 2 entries. Give at most 2."])
  }

  @Test func `A gauge that is not finite is not written`() {
    let entry = TimelineEntry(date: Self.start, content: EntryContent(title: "", gauge: .infinity))
    let said = complaints { try TimelineJSON.text(of: entry, timeZone: .utc) }
    #expect(
      said == [
        "$.gauge: The number is not finite, which JSON cannot express. Give a finite number."
      ]
    )
  }
}
