import IntentModel

/// A date in a property list: a point in UTC, to the second.
package struct PropertyListDate: Sendable, Hashable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// The reference date of property lists, 2001-01-01, in days from 1970-01-01.
  private static let referenceDay = 11_323

  /// Reads a date of the form `2024-02-29T13:05:00Z`; nil for any other text or an invalid day.
  package init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    for (place, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")] {
      guard bytes[place] == mark.utf8.first else { return nil }
    }
    let spans = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19]
    let numbers = spans.compactMap { Self.number(bytes[$0]) }
    guard numbers.count == spans.count else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
    (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
    guard hour < 24, minute < 60, second < 60, (1...12).contains(month) else { return nil }
    guard (1...CivilDate.dayCount(year: year, month: month)).contains(day) else { return nil }
  }

  /// Makes a date from seconds after the start of 2001; nil if it is outside the years 0 to 9999.
  package init?(secondsSinceReferenceDate seconds: Double) {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return nil }
    let total = Int(seconds.rounded(.down))
    let days = CivilDate.floorDivide(total, 86_400)
    let rest = total - days * 86_400
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    let date = CivilDate(dayNumber: Self.referenceDay + days)
    (year, month, day) = (date.year, date.month, date.day)
    guard (0...9999).contains(year) else { return nil }
  }

  /// The text between `<date>` and `</date>`.
  package var text: String {
    let date = CivilDate(year: year, month: month, day: day)
    return "\(date)T\(padded(hour)):\(padded(minute)):\(padded(second))Z"
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
