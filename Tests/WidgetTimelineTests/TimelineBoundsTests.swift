import Foundation
import IntentModel
import Messages
import Testing
import WidgetTimeline

/// The findings about a timeline, at the exact limits of each rule.
@Suite struct TimelineBoundsTests {
  static let now = ExampleProviderTests.now

  /// Entries at the given seconds from now, with any content.
  static func timeline(
    _ seconds: [Double], _ policy: TimelineReloadPolicy = .never
  ) -> Timeline {
    let entries = seconds.map {
      TimelineEntry(date: now.addingTimeInterval($0), content: EntryContent(title: "\($0)"))
    }
    return Timeline(entries: entries, reload: policy)
  }

  /// Codes with the index of the entry, such as `entry-never-shown 0`.
  static func codes(_ timeline: Timeline, _ family: WidgetFamily = .systemMedium) -> [String] {
    timeline.findings(for: family, now: now).map { finding in
      finding.entry.map { "\(finding.code) \($0)" } ?? finding.code
    }
  }

  /// The times of some entries in seconds from now, and the findings.
  static let dates: [(seconds: [Double], codes: [String])] = [
    // Each entry shows something different, as a clock does at full minutes.
    ([0, 60, 120, 121], ["entries-too-close 3"]), ([0, 59, 60], ["entries-too-close 1"]),
    ([0, 299.999], ["entries-too-close 1"]), ([0, 300], []), ([0, 300.001], []),
    ([0, 0], ["entry-never-shown 0"]), ([1, 1], ["entries-too-close 1"]),
    ([-1, 0], ["entry-never-shown 0"]), ([-1, 0.001], []), ([0, 1], ["entries-too-close 1"]),
    ([-0.001, 1], []), ([-900, -600], ["entry-never-shown 0"]),
    ([600, 0, 300], ["entries-unsorted 1"]), ([300, 0], ["entries-unsorted 1"]),
    ([100, 0], ["entries-unsorted 1", "entries-too-close 0"]),
    (
      [0, 600, 500, 400],
      ["entries-unsorted 2", "entries-unsorted 3", "entries-too-close 2"]
    ),
    (
      [-60, -60, -60, 400], ["entry-never-shown 0", "entry-never-shown 1"]
    ),
    ([1_000_000_000, 1_000_000_300], []), ([.infinity], []), ([0, .infinity], []),
  ]

  @Test(arguments: dates)
  func `Dates are checked in order, at the provider's positions`(
    seconds: [Double], codes: [String]
  ) {
    #expect(Self.codes(Self.timeline(seconds)) == codes)
  }

  /// The time of the last entry in seconds from now, the reload policy, and the findings.
  static let policies: [(last: Double, policy: TimelineReloadPolicy, codes: [String])] = [
    (-1, .atEnd, ["ends-in-the-past"]), (0, .atEnd, ["ends-in-the-past"]), (0.001, .atEnd, []),
    (0, .after(now.addingTimeInterval(-1)), ["reload-in-the-past"]),
    (0, .after(now), ["reload-in-the-past"]), (0, .after(now.addingTimeInterval(0.001)), []),
    (-9_999, .never, []), (9_999, .after(now.addingTimeInterval(1)), []),
    (9_999, .after(.distantPast), ["reload-in-the-past"]), (0, .after(.distantFuture), []),
  ]

  @Test(arguments: policies.indices)
  func `A reload that is due immediately is reported`(_ row: Int) {
    let (last, policy, codes) = Self.policies[row]
    #expect(Self.codes(Self.timeline([last], policy)) == codes)
  }

  /// A fraction, and whether it is valid.
  @Test(arguments: [
    (0.0, true), (-0.0, true), (1, true), (0.5, true), (1.0.nextUp, false),
    (-Double.leastNonzeroMagnitude, false), (.nan, false), (.infinity, false), (100, false),
  ])
  func `A gauge is a fraction`(gauge: Double, isRight: Bool) {
    var timeline = Self.timeline([0])
    timeline.entries[0].content.gauge = gauge
    #expect(Self.codes(timeline) == (isRight ? [] : ["gauge-out-of-range 0"]))
  }

  /// A score, a duration, and the messages about them.
  static let relevances: [(score: Double, duration: Double, sentences: [String])] = [
    (0, 0, []), (-5, 0, []), (1e300, 1e9, []), (0, -0.0, []),
    (.infinity, 0, ["The relevance score is inf."]),
    (-.infinity, 0, ["The relevance score is -inf."]),
    (.nan, 0, ["The relevance score is nan."]),
    (1, -0.5, ["The relevance duration is -0.5."]),
    (.nan, -1, ["The relevance score is nan.", "The relevance duration is -1.0."]),
  ]

  @Test(arguments: relevances)
  func `A score is finite, and a duration is not negative`(
    score: Double, duration: Double, sentences: [String]
  ) {
    var timeline = Self.timeline([0])
    timeline.entries[0].relevance = TimelineEntryRelevance(
      score: score, duration: .seconds(duration))
    let findings = timeline.findings(for: .systemLarge, now: Self.now)
    #expect(findings.map(\.sentence) == sentences)
    #expect(findings.allSatisfy { $0.entry == 0 })
  }

  /// Families in which parts cannot have separate links.
  static let single: Set<WidgetFamily> = [
    .systemSmall, .accessoryCorner, .accessoryCircular, .accessoryRectangular, .accessoryInline,
  ]

  @Test(arguments: WidgetFamily.allCases, 0...3)
  func `Links on parts are for families with several tap targets`(
    family: WidgetFamily, count: Int
  ) {
    var timeline = Self.timeline([0])
    timeline.entries[0].content.links = (0..<count).map { EntryLink(label: "", url: "a:\($0)") }
    let isWrong = Self.single.contains(family) && count > 0
    #expect(Self.codes(timeline, family) == (isWrong ? ["links-not-for-family 0"] : []))
    #expect(family.hasSeveralTapTargets == !Self.single.contains(family))
    let (size, least) = (DisplaySize(of: family), DisplaySize(of: .smallestWithLinks))
    let isLarge = size.width * size.height >= least.width * least.height
    #expect(family.hasSeveralTapTargets == isLarge)
  }

  @Test func `Every wrong link is quoted, the whole widget before its parts`() {
    var timeline = Self.timeline([0, 600])
    timeline.entries[1].content = EntryContent(
      title: "t", link: "no", links: ["a:b", "1:b", "a:b c"].map { EntryLink(label: "", url: $0) })
    let findings = timeline.findings(for: .systemLarge, now: Self.now)
    #expect(findings.map(\.reason) == [.notAURL("no"), .notAURL("1:b"), .notAURL("a:b c")])
    #expect(findings.map(\.entry) == [1, 1, 1])
  }

  /// If several entries have the same time, the last one is shown.
  @Test func `Of entries with the same date, the last one is shown`() {
    for count in 1...5 {
      let entries = (0..<count).map {
        TimelineEntry(date: Self.now, content: EntryContent(title: "\($0)"))
      }
      let timeline = Timeline(entries: entries, reload: .atEnd).sorted()
      #expect(timeline.entry(at: Self.now)?.content.title == "\(count - 1)")
      #expect(timeline.entry(at: Self.now.addingTimeInterval(-0.001)) == nil)
      #expect(timeline.nextChange(after: Self.now) == nil)
      #expect(timeline.nextReload(now: .distantPast) == Self.now)
    }
  }

  @Test
  func
    `A timeline without entries shows nothing and is due immediately, unless its policy differs`()
  {
    let empty = Timeline(entries: [], reload: .atEnd)
    #expect(empty.entry(at: .distantFuture) == nil)
    #expect(empty.nextChange(after: .distantPast) == nil)
    #expect(empty.nextReload(now: Self.now) == Self.now)
    #expect(Timeline(entries: [], reload: .never).nextReload(now: Self.now) == nil)
    let later = Self.now.addingTimeInterval(60)
    #expect(Timeline(entries: [], reload: .after(later)).nextReload(now: Self.now) == later)
    #expect(empty.sorted() == empty)
    #expect(empty.findings(for: .systemSmall, now: Self.now).map(\.code) == ["timeline-empty"])
  }
}
