import Foundation
import IntentModel
import Messages
import Testing
import WidgetTimeline

@Suite struct TimelineCheckTests {
  static let now = ExampleProviderTests.now

  static func entry(
    _ minutes: Double, _ content: EntryContent = EntryContent(title: "t"),
    _ relevance: TimelineEntryRelevance? = nil
  ) -> TimelineEntry {
    TimelineEntry(
      date: now.addingTimeInterval(minutes * 60), content: content, relevance: relevance)
  }

  struct Case: Sendable {
    var name: String
    var entries: [TimelineEntry]
    var policy = TimelineReloadPolicy.never
    var family = WidgetFamily.systemMedium
    var found: [String]
  }

  static let cases: [Case] = [
    Case(name: "good", entries: [entry(0), entry(5), entry(60)], policy: .atEnd, found: []),
    Case(name: "one entry and never", entries: [entry(-600)], found: []),
    Case(
      name: "the present one may end soon", entries: [entry(-10), entry(1), entry(6)], found: []),
    Case(
      name: "empty", entries: [],
      found: [
        "$: The timeline has no entries. Give at least one entry, dated now. [timeline-empty]"
      ]),
    Case(
      name: "unsorted", entries: [entry(60), entry(0), entry(30)],
      found: [
        "$.entries[1]: The entry is dated before the one that precedes it. Sort the entries by date; "
          + "they are shown sorted. [entries-unsorted]"
      ]),
    Case(
      name: "two before now", entries: [entry(-20), entry(-10), entry(0)],
      found: [0, 1].map {
        "$.entries[\($0)]: The entry ends before now, so it is never shown. Leave it out; only the "
          + "last entry up to now is shown. [entry-never-shown]"
      }),
    Case(
      name: "too close", entries: [entry(0), entry(4), entry(4.5), entry(10)],
      found: [("4 min", 1), ("30 seconds", 2)].map {
        "$.entries[\($0.1)]: The entry comes \($0.0) after the one before it; the minimum "
          + "is 5 minutes. Leave out the less important of the two. [entries-too-close]"
      }),
    Case(
      name: "at the end, which is past", entries: [entry(-1)], policy: .atEnd,
      found: [
        "$: The timeline reloads at its end, but its last entry is not after now. Add entries in "
          + "the future, or reload after a date. [ends-in-the-past]"
      ]),
    Case(
      name: "after what is past", entries: [entry(0)], policy: .after(now),
      found: [
        "$: The reload date is in the past. Give a date in the future, or reload at the end. "
          + "[reload-in-the-past]"
      ]),
    Case(
      name: "relevance",
      entries: [
        entry(
          0, EntryContent(title: "t"), TimelineEntryRelevance(score: .nan, duration: .seconds(-1)))
      ],
      found: [
        "$.entries[0]: The relevance score is nan. Give a number. [relevance-out-of-range]",
        "$.entries[0]: The relevance duration is -1.0. Give 0 or more seconds. "
          + "[relevance-out-of-range]",
      ]),
    Case(
      name: "gauge", entries: [entry(0, EntryContent(title: "t", gauge: 50))],
      found: [
        "$.entries[0]: The gauge is 50.0; a gauge is between 0 and 1. Give the value divided by "
          + "the whole. [gauge-out-of-range]"
      ]),
    Case(
      name: "links of a family that has none",
      entries: [
        entry(0, EntryContent(title: "t", links: [EntryLink(label: "l", url: "a:b")]))
      ], family: .systemSmall,
      found: [
        "$.entries[0]: The entry has a link on parts, but systemSmall has only one tap target. "
          + "Use “link” for the whole widget; links on parts need systemMedium or larger. "
          + "[links-not-for-family]"
      ]),
    Case(
      name: "no URL",
      entries: [
        entry(0, EntryContent(title: "t", link: "a b", links: [EntryLink(label: "l", url: "")]))
      ],
      found: ["a b", ""].map {
        "$.entries[0]: The link “\($0)” is not a URL. Give a scheme and escape every "
          + "part, as WidgetURL does. [link-not-a-url]"
      }),
  ]

  @Test(arguments: cases.indices)
  func `Findings have a position and a remedy`(_ index: Int) {
    let sample = Self.cases[index]
    let timeline = Timeline(entries: sample.entries, reload: sample.policy)
    let findings = timeline.findings(for: sample.family, now: Self.now)
    #expect(findings.map(\.description) == sample.found, "\(sample.name)")
  }

  @Test func `All findings come in one run`() {
    let timeline = Timeline(
      entries: [
        Self.entry(-5, EntryContent(title: "t", gauge: -1)), Self.entry(-10), Self.entry(-1),
      ], reload: .atEnd)
    let codes = timeline.findings(for: .systemSmall, now: Self.now).map(\.code)
    #expect(
      codes == [
        "entries-unsorted", "entry-never-shown", "entry-never-shown", "gauge-out-of-range",
        "ends-in-the-past",
      ])
  }
}
