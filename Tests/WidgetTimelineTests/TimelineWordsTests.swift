import Foundation
import IntentModel
import Messages
import Testing
import WidgetTimeline

/// How a finding about a timeline names the entry and a distance.
@Suite struct TimelineWordsTests {
  /// The distance of two entries in seconds, and its text.
  static let distances: [(Double, String)] = [
    (0, "0 seconds"), (0.9, "0 seconds"), (1, "1 second"), (1.5, "1 second"), (2, "2 seconds"),
    (59, "59 seconds"), (59.9, "59 seconds"), (60, "1 min"), (61, "1 min 1 s"), (90, "1 min 30 s"),
    (120, "2 min"), (299, "4 min 59 s"), (299.9, "4 min 59 s"),
  ]

  @Test(arguments: distances)
  func `a distance is in words`(seconds: Double, words: String) {
    let finding = TimelineFinding(.tooClose(seconds: seconds))
    #expect(finding.sentence.contains(" \(words) after "), "\(finding)")
  }

  @Test(arguments: [(nil, "$"), (0, "$.entries[0]"), (12, "$.entries[12]")] as [(Int?, String)])
  func `a finding is its place, its sentences and its code`(entry: Int?, place: String) {
    let finding = TimelineFinding(.unsorted, entry: entry)
    #expect(
      finding.description
        == "\(place): \(finding.sentence) \(finding.remedy) [entries-unsorted]")
  }

  @Test func `a link from outside is shown without control characters, and not as a whole`() {
    #expect(TimelineFinding(.notAURL("\u{1B}[2J")).sentence.contains("“␛[2J”"))
    let long = String(repeating: "x", count: 81)
    #expect(TimelineFinding(.notAURL(long)).sentence.contains("“\(long.dropLast())…”"))
  }
}

/// The sizes of families.
@Suite struct DisplaySizeTests {
  @Test(arguments: [
    (WidgetFamily.systemSmall, 158.0, 158.0), (.systemMedium, 338, 158), (.systemLarge, 338, 354),
    (.systemExtraLarge, 715, 354), (.accessoryCorner, 32, 32), (.accessoryCircular, 72, 72),
    (.accessoryRectangular, 160, 72), (.accessoryInline, 234, 26),
  ])
  func `a family`(family: WidgetFamily, width: Double, height: Double) {
    #expect(DisplaySize(of: family) == DisplaySize(width: width, height: height))
  }
}

/// Budgets, and the reloads that they count.
@Suite struct ReloadBudgetTests {
  /// The views of a day and the resulting number of reloads.
  @Test(arguments: [
    (-5, 40), (0, 40), (1, 40), (3, 41), (45, 55), (60, 60), (89, 69), (90, 70), (91, 70),
    (.max, 70), (.min, 40),
  ])
  func `the views of a day`(views: Int, reloads: Int) {
    #expect(ReloadBudget(viewsPerDay: views).perDay == reloads)
  }

  @Test(
    arguments: [
      (1, 1), (0, 1), (-3, 1), (40, 40), (nil, nil),
    ] as [(Int?, Int?)])
  func `the least is one reload a day`(perDay: Int?, expected: Int?) {
    #expect(ReloadBudget(perDay: perDay).perDay == expected)
  }

  @Test(arguments: [
    (300.0, 300.0), (0, 0), (-1, 0), (.infinity, 300), (.nan, 300), (0.5, 0.5),
  ])
  func `the spacing is a number of seconds`(spacing: Double, expected: Double) {
    let budget = ReloadBudget(perDay: 1, spacing: spacing, lateness: -7)
    #expect(budget.spacing == expected)
    #expect(budget.lateness == 0)
  }

  @Test(arguments: [
    (ReloadReason.policy, true), (.app, true), (.retry, true), (.configuration, false),
    (.foreground, false), (.session, false), (.interaction, false), (.locale, false),
    (.accessibility, false),
  ])
  func `what is charged`(reason: ReloadReason, isCharged: Bool) {
    #expect(reason.isCharged == isCharged)
    #expect(ReloadReason(rawValue: "\(reason)") == reason)
  }
}
