package import IntentModel

extension CivilDate {
  /// The day of the week.
  package var weekday: Weekday { Weekday(dayNumber: dayNumber) }
}

/// A day of the week, in the order of ISO 8601.
package enum Weekday: Int, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a day counted from 1970-01-01, which was a Thursday.
  package init(dayNumber: Int) {
    let index = dayNumber + 3
    let offset = index - CivilDate.floorDivide(index, 7) * 7
    self = Self.allCases[offset]
  }

  /// Makes a weekday from the two letters of RFC 5545 §3.3.10, in capitals.
  package init?(code: Substring) {
    guard let index = Self.codes.firstIndex(of: String(code)) else { return nil }
    self = Self.allCases[index]
  }

  /// The two letters of RFC 5545 §3.3.10.
  package var code: String { Self.codes[rawValue] }

  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}
