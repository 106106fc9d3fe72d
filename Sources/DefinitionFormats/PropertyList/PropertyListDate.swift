import IntentModel

/// A date in a property list: a point in time in UTC, to the second.
package struct PropertyListDate: Sendable, Hashable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Reads a date in the form of ``text``; nil for any other text or an invalid day.
  package init?(text: String) {
    var fields = ISO8601Fields(text)
    guard let date = fields.date(), fields.take("T"), let time = fields.time(), fields.take("Z"),
      fields.isAtEnd
    else { return nil }
    (year, month, day) = (date.year, date.month, date.day)
    (hour, minute, second) = time
  }

  /// Makes a date from seconds after the start of 2001; nil if its year cannot be written.
  package init?(secondsSinceReferenceDate seconds: Double) {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return nil }
    let total = Int(seconds.rounded(.down))
    let days = CivilDate.floorDivide(total, 86_400)
    let rest = total - days * 86_400
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    let date = CivilDate(dayNumber: CivilDate.referenceDay + days)
    (year, month, day) = (date.year, date.month, date.day)
    guard ISO8601Fields.years.contains(year) else { return nil }
  }

  /// The text between `<date>` and `</date>`.
  package var text: String {
    let date = CivilDate(year: year, month: month, day: day)
    return "\(date)T\(padded(hour)):\(padded(minute)):\(padded(second))Z"
  }
}
