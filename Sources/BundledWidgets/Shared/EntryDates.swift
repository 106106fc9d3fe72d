import WidgetTimeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The dates of a timeline's entries.
enum EntryDates {
  /// The present and the later dates of a list, in order and at least ``Timeline/leastSpacing`` apart.
  ///
  /// A date that is too close to the previous entry is delayed, and earlier dates than the delayed
  /// entry's are merged into it. An entry can be slightly late, but no change is lost within the
  /// limit.
  ///
  /// - Parameters:
  ///   - dates: The dates of the changes, in Unix seconds, in any order.
  ///   - now: The date of the first entry, in Unix seconds.
  ///   - limit: The maximum number of entries; the earliest are kept.
  static func spread(_ dates: [Int], from now: Int, limit: Int) -> [Int] {
    var kept = [now]
    for date in dates.sorted() {
      guard let last = kept.last, kept.count < limit else { break }
      if date > last { kept.append(max(date, last + Timeline.leastSpacing)) }
    }
    return kept
  }
}

/// A duration of an intent in whole seconds, clamped to a range.
func bounded(_ duration: Duration, _ range: ClosedRange<Int>) -> Int {
  min(max(Int(clamping: duration.components.seconds), range.lowerBound), range.upperBound)
}

/// A number of an intent, clamped to a range; `standard` if it is missing or NaN.
func bounded(_ number: Double?, _ range: ClosedRange<Double>, standard: Double) -> Double {
  guard let number, !number.isNaN else { return standard }
  return min(max(number, range.lowerBound), range.upperBound)
}

/// The emphasis of an intent within its range; the standard one if it is missing or NaN.
func emphasisWeight(_ emphasis: Double?) -> Double { bounded(emphasis, 0...1, standard: 0.5) }

extension String {
  /// The text on one line with a limited length, for a title or a row.
  func clipped(to limit: Int = 120) -> String {
    let start = prefix(limit * 4)
    let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}
