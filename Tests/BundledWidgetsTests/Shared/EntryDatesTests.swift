import Foundation
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct EntryDatesTests {
  /// Dates, the limit, and the result; the first date of the result is always 1000.
  @Test(arguments: [
    ([], 50, [1000]),
    ([1000], 50, [1000]),
    ([500, 999], 50, [1000]),
    ([1300], 50, [1000, 1300]),
    ([1001], 50, [1000, 1300]),
    ([1299], 50, [1000, 1300]),
    ([1301], 50, [1000, 1301]),
    ([1100, 1200, 1300], 50, [1000, 1300]),
    ([1100, 1200, 1301], 50, [1000, 1300, 1600]),
    ([2000, 1500], 50, [1000, 1500, 2000]),
    ([2000, 2000, 2000], 50, [1000, 2000]),
    ([2000, 2100, 2600], 50, [1000, 2000, 2300, 2600]),
    ([2000, 3000, 4000], 3, [1000, 2000, 3000]),
    ([2000, 3000], 1, [1000]),
  ])
  func spreading(dates: [Int], limit: Int, expected: [Int]) {
    #expect(EntryDates.spread(dates, from: 1000, limit: limit) == expected)
  }

  /// For all dates, the result is sorted, spaced and limited, and each date is at most one step
  /// late.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func everyDateIsToldOf(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let dates = (0..<random.number(0...40)).map { _ in random.number(0...20_000) }
      let kept = EntryDates.spread(dates, from: 5000, limit: 1000)
      #expect(zip(kept, kept.dropFirst()).allSatisfy { $1 - $0 >= 300 }, "\(seed) \(round)")
      for date in dates where date > 5000 {
        #expect(kept.contains { (date...date + 300).contains($0) }, "seed \(seed), round \(round)")
      }
      #expect(kept.count <= dates.count + 1, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [
    (0.0, 0), (1.9, 1), (-0.1, -1), (1_795_000_000.999, 1_795_000_000), (.nan, 0),
    (.infinity, 284_601_600_000), (-.infinity, -63_244_800_000), (1e300, 284_601_600_000),
  ])
  func wholeSeconds(seconds: Double, expected: Int) {
    #expect(Date(timeIntervalSince1970: seconds).wholeSeconds == expected)
  }

  @Test(
    arguments: [
      (.nan, 0.5), (.infinity, 1), (-.infinity, 0), (0.3, 0.3), (-1, 0), (1.1, 1),
    ] as [(Double, Double)])
  func emphasisWeights(emphasis: Double, expected: Double) {
    #expect(emphasisWeight(emphasis, standard: 0.5) == expected)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), (" two\n lines\t", "two lines"), ("1234567890", "1234567890"),
    ("12345678901", "123456789…"), (String(repeating: "x", count: 100_000), "xxxxxxxxx…"),
    (String(repeating: " ", count: 100) + "x", ""), ("日本語の長い予定の名前です", "日本語の長い予定の…"),
  ])
  func clipping(text: String, expected: String) {
    #expect(text.clipped(to: 10) == expected)
  }
}
