import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import WidgetTimeline

/// The entry on the screen at each time, compared with the simplest implementation.
@Suite struct TimelineLawTests {
  static let now = ExampleProviderTests.now

  /// Entries at a few distinct times, so that some have the same time; their titles are their
  /// indices.
  static func timeline(_ random: inout SeededGenerator) -> Timeline {
    let count = Int.random(in: 0...12, using: &random)
    let entries = (0..<count).map { place in
      TimelineEntry(
        date: now.addingTimeInterval(Double(Int.random(in: -5...5, using: &random)) * 60),
        content: EntryContent(title: "\(place)"))
    }
    return Timeline(entries: entries, reload: .atEnd)
  }

  @Test func `Sorting loses nothing, keeps the order of equal dates, and is idempotent`() {
    for seed in PropertySeeds("sorted timelines", count: 200) {
      var random = SeededGenerator(seed: seed)
      let timeline = Self.timeline(&random)
      let sorted = timeline.sorted()
      #expect(sorted.sorted() == sorted, "seed \(seed)")
      #expect(Set(sorted.entries) == Set(timeline.entries), "seed \(seed)")
      #expect(sorted.entries.count == timeline.entries.count, "seed \(seed)")
      for (former, latter) in zip(sorted.entries, sorted.entries.dropFirst()) {
        let numbers = [former, latter].map { Int($0.content.title.description) ?? -1 }
        let (first, second) = (numbers[0], numbers[1])
        let inOrder = former.date < latter.date || former.date == latter.date && first < second
        #expect(inOrder, "seed \(seed)")
      }
    }
  }

  @Test
  func
    `The current entry is the latest that has begun, and the next change is the earliest to come`()
  {
    for seed in PropertySeeds("shown entries", count: 200) {
      var random = SeededGenerator(seed: seed)
      let timeline = Self.timeline(&random).sorted()
      for half in -12...12 {
        let date = Self.now.addingTimeInterval(Double(half) * 30)
        #expect(timeline.entry(at: date) == timeline.entries.last { $0.date <= date }, "\(seed)")
        let next = timeline.entries.first { $0.date > date }?.date
        #expect(timeline.nextChange(after: date) == next, "seed \(seed)")
        #expect(timeline.firstIndex(after: date) == timeline.entries.count { $0.date <= date })
      }
    }
  }

  /// Findings depend only on the entries: once the entries that are reported as never shown are
  /// removed, no others are reported as never shown.
  @Test func `Without unseen entries there is no finding`() {
    for seed in PropertySeeds("never shown", count: 200) {
      var random = SeededGenerator(seed: seed)
      var timeline = Self.timeline(&random)
      let before = timeline.sorted().entry(at: Self.now)
      let unseen = Set(
        timeline.findings(for: .systemMedium, now: Self.now)
          .filter { $0.reason == .neverShown }.compactMap(\.entry))
      timeline.entries = timeline.entries.enumerated().filter { !unseen.contains($0.offset) }
        .map(\.element)
      let left = timeline.findings(for: .systemMedium, now: Self.now)
      #expect(!left.contains { $0.reason == .neverShown }, "seed \(seed)")
      #expect(timeline.sorted().entry(at: Self.now) == before, "seed \(seed): what is seen stays")
      #expect(timeline.entries.count { $0.date <= Self.now } <= 1, "seed \(seed)")
    }
  }

  @Test func `Findings name existing entries`() {
    for seed in PropertySeeds("places of findings", count: 200) {
      var random = SeededGenerator(seed: seed)
      let timeline = Self.timeline(&random)
      for finding in timeline.findings(for: .systemSmall, now: Self.now) {
        guard let entry = finding.entry else { continue }
        #expect(timeline.entries.indices.contains(entry), "seed \(seed)")
        #expect(finding.description.hasPrefix("$.entries[\(entry)]: "), "seed \(seed)")
      }
    }
  }

  /// Any text that is escaped as a part of a URL keeps the URL valid, and can be read back.
  @Test func `Parts of URLs keep their position with any content`() throws {
    let pieces = ["a", "/", "?", "#", "%", "&", "=", " ", "é", "東", "\u{0}", "\n", "👩‍👩‍👧", "~", "."]
    for seed in PropertySeeds("parts of URLs", count: 200) {
      var random = SeededGenerator(seed: seed)
      let part = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      let url = try #require(
        WidgetURL(scheme: "app", host: part, path: [part, part], query: [part: part]))
      #expect(WidgetURL.isURL(url.text), "seed \(seed)")
      #expect(url.text.split(separator: "/", omittingEmptySubsequences: false).count == 5)
      #expect(url.text.count { $0 == "?" } == 1 && url.text.count { $0 == "=" } == 1)
      let escaped = WidgetURL.escaped(part)
      #expect(escaped.removingPercentEncoding == part, "seed \(seed)")
      #expect(WidgetURL.escaped(escaped) == escaped.replacing("%", with: "%25"), "seed \(seed)")
    }
  }
}
