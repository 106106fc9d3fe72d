import WidgetTimeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The dates of a timeline's entries.
enum EntryDates {
  /// The present and the later dates in a list, sorted and at least ``Timeline/leastSpacing``
  /// apart.
  ///
  /// A date that is too close to the previous entry is delayed, and dates before the delayed entry
  /// are merged into it. An entry can be slightly late, but no change is lost within the limit.
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

/// The emphasis of an intent, clamped to 0 to 1; `standard` for NaN.
func emphasisWeight(_ emphasis: Double, standard: @autoclosure () -> Double) -> Double {
  emphasis.isNaN ? standard() : min(max(emphasis, 0), 1)
}

extension String {
  /// The maximum length of the name of a city, a person, a place or a calendar in a title or a row.
  static let nameLimit = 60

  /// The text on one line with a limited length, for a title or a row.
  func clipped(to limit: Int = nameLimit) -> String {
    let start = prefix(limit * 4)
    let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}
