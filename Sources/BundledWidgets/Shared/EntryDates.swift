#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The dates of a timeline's entries.
enum EntryDates {
  /// The least distance of two entries in seconds: what WidgetKit asks for.
  static let spacing = 300

  /// The present and every later date of a list, in order and no nearer than ``spacing``.
  ///
  /// A date too near the one before it moves to the least distance, and the dates it passes go with
  /// it: an entry may be a little late, but what changed is never left unsaid.
  ///
  /// - Parameters:
  ///   - dates: What the entries are for, in Unix seconds, in any order.
  ///   - now: The date of the first entry, in Unix seconds.
  ///   - limit: The greatest number of entries; the earliest are kept.
  static func spread(_ dates: [Int], from now: Int, limit: Int) -> [Int] {
    var kept = [now]
    for date in dates.sorted() {
      guard let last = kept.last, kept.count < limit else { break }
      if date > last { kept.append(max(date, last + spacing)) }
    }
    return kept
  }
}

/// A duration of an intent in whole seconds within a range.
func bounded(_ duration: Duration, _ range: ClosedRange<Int>) -> Int {
  min(max(Int(clamping: duration.components.seconds), range.lowerBound), range.upperBound)
}

/// A number of an intent within a range, or a standard where it is none.
func bounded(_ number: Double?, _ range: ClosedRange<Double>, standard: Double) -> Double {
  guard let number, !number.isNaN else { return standard }
  return min(max(number, range.lowerBound), range.upperBound)
}

extension String {
  /// The text on one line and of a bounded length, for a title or a row.
  func clipped(to limit: Int = 120) -> String {
    let start = prefix(limit * 4)
    let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > limit ? line.prefix(limit - 1) + "…" : line
  }
}
