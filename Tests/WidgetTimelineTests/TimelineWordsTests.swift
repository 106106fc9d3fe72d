import Foundation
import IntentModel
import Messages
import Testing
import WidgetTimeline

/// The findings about a timeline: code, message, and remedy.
@Suite struct TimelineWordsTests {
  /// A reason, its code and its texts.
  struct Row: Sendable, CustomTestStringConvertible {
    var reason: TimelineFinding.Reason
    var code: String
    var sentence: String
    var remedy: String

    init(
      _ reason: TimelineFinding.Reason, _ code: String, _ sentence: String, _ remedy: String
    ) {
      self.reason = reason
      self.code = code
      self.sentence = sentence
      self.remedy = remedy
    }

    var testDescription: String { code + " " + sentence }
  }

  static let dates: [Row] = [
    Row(
      .empty, "timeline-empty", "The timeline has no entries.",
      "Give at least one entry, dated now."),
    Row(
      .unsorted, "entries-unsorted", "The entry is dated before the one that precedes it.",
      "Sort the entries by date; they are shown sorted."),
    Row(
      .neverShown, "entry-never-shown", "The entry ends before now, so it is never shown.",
      "Leave it out; only the last entry up to now is shown."),
    Row(
      .endsInThePast, "ends-in-the-past",
      "The timeline reloads at its end, but its last entry is not after now.",
      "Add entries in the future, or reload after a date."),
    Row(
      .reloadInThePast, "reload-in-the-past", "The reload date is in the past.",
      "Give a date in the future, or reload at the end."),
  ]

  /// The distance between two entries in seconds, and its text.
  static let distances: [(Double, String)] = [
    (0, "0 seconds"), (0.9, "0 seconds"), (1, "1 second"), (1.5, "1 second"), (2, "2 seconds"),
    (59, "59 seconds"), (59.9, "59 seconds"), (60, "1 min"), (61, "1 min 1 s"), (90, "1 min 30 s"),
    (120, "2 min"), (299, "4 min 59 s"), (299.9, "4 min 59 s"),
  ]

  static let contents: [Row] = [
    Row(
      .relevance(part: "score", value: "nan"), "relevance-out-of-range",
      "The relevance score is nan.", "Give a number."),
    Row(
      .relevance(part: "duration", value: "-1.0"), "relevance-out-of-range",
      "The relevance duration is -1.0.", "Give 0 or more seconds."),
    Row(
      .gauge(value: "50.0"), "gauge-out-of-range",
      "The gauge is 50.0; a gauge is between 0 and 1.", "Give the value divided by the whole."),
    Row(
      .linksNotForFamily(count: 1, family: .systemSmall), "links-not-for-family",
      "The entry has a link on parts, but systemSmall has only one tap target.",
      "Use “link” for the whole widget; links on parts need systemMedium or larger."),
    Row(
      .linksNotForFamily(count: 3, family: .accessoryInline), "links-not-for-family",
      "The entry has 3 links on parts, but accessoryInline has only one tap target.",
      "Use “link” for the whole widget; links on parts need systemMedium or larger."),
    Row(
      .notAURL("a b"), "link-not-a-url", "The link “a b” is not a URL.",
      "Give a scheme and escape every part, as WidgetURL does."),
    Row(
      .notAURL("\u{1B}[2J"), "link-not-a-url", "The link “␛[2J” is not a URL.",
      "Give a scheme and escape every part, as WidgetURL does."),
    Row(
      .notAURL(String(repeating: "x", count: 81)), "link-not-a-url",
      "The link “\(String(repeating: "x", count: 80))…” is not a URL.",
      "Give a scheme and escape every part, as WidgetURL does."),
  ]

  @Test(
    arguments: dates + contents
      + distances.map { seconds, words in
        Row(
          .tooClose(seconds: seconds), "entries-too-close",
          "The entry comes \(words) after the one before it; the minimum is 5 minutes.",
          "Leave out the less important of the two.")
      })
  func `a finding`(_ row: Row) {
    for (entry, place) in [(nil, "$"), (0, "$.entries[0]"), (12, "$.entries[12]")] {
      let finding = TimelineFinding(row.reason, entry: entry)
      #expect(finding.code == row.code)
      #expect(finding.sentence == row.sentence)
      #expect(finding.remedy == row.remedy)
      #expect(finding.description == "\(place): \(row.sentence) \(row.remedy) [\(row.code)]")
    }
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
  /// The number of views on a day, and the resulting number of reloads.
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
  func `the minimum is one reload a day`(perDay: Int?, expected: Int?) {
    #expect(ReloadBudget(perDay: perDay).perDay == expected)
  }

  @Test(arguments: [
    (300.0, 300.0), (0, 0), (-1, 0), (0.5, 0.5),
  ])
  func `the spacing is not negative`(spacing: Double, expected: Double) {
    let budget = ReloadBudget(perDay: 1, spacing: .seconds(spacing), lateness: -7)
    #expect(budget.spacing == .seconds(expected))
    #expect(budget.lateness == 0)
  }

  @Test(arguments: [
    (ReloadReason.policy, true), (.app, true), (.retry, true), (.configuration, false),
    (.foreground, false), (.session, false), (.interaction, false), (.locale, false),
    (.accessibility, false),
  ])
  func `only some reasons are charged to the budget`(reason: ReloadReason, isCharged: Bool) {
    #expect(reason.isCharged == isCharged)
    #expect(ReloadReason(rawValue: "\(reason)") == reason)
  }
}
