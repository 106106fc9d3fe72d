import IntentModel
package import JSONCodings
import Messages
package import Zones

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Dates in RFC 3339 form, such as `2026-03-01T09:30:00+01:00`, with microseconds if there are any.
package enum ISO8601Date {
  /// The first and the last second of ``ISO8601Fields/years``, relative to the reference date.
  private static let seconds: ClosedRange<Int> = {
    func start(ofYear year: Int) -> Int {
      let days = CivilDate(year: year, month: 1, day: 1).dayNumber - CivilDate.referenceDay
      return days * CivilDateTime.secondsPerDay
    }
    return start(ofYear: ISO8601Fields.years.lowerBound)...start(
      ofYear: ISO8601Fields.years.upperBound + 1) - 1
  }()

  /// The text of a date in a time zone; UTC is written as `Z`.
  ///
  /// A date whose year cannot be written becomes the nearest date that can be written, and NaN
  /// becomes the reference date.
  package static func text(of given: Date, in zone: ZoneRules) -> String {
    let date = given.within(seconds)
    // The offsets of old local times can have seconds, which RFC 3339 does not support.
    let offset = zone.offset(at: date) / 60 * 60
    let interval = date.timeIntervalSinceReferenceDate
    var whole = interval.rounded(.down)
    var micros = Int(((interval - whole) * Double(microseconds)).rounded())
    if micros == microseconds {
      whole += 1
      micros = 0
    }
    let local = min(max(Int(whole) + offset, seconds.lowerBound), seconds.upperBound)
    let wall = CivilDateTime(
      wallSeconds: local + CivilDate.referenceDay * CivilDateTime.secondsPerDay)
    let fraction = micros == 0 ? "" : "." + trimmed(padded(micros, ISO8601Fields.fractionDigits))
    return "\(wall)\(fraction)\(offset == 0 ? "Z" : ZoneRules.text(ofOffset: offset))"
  }

  /// The date in a text with an offset; nil for any other text and for a day that does not exist.
  package static func date(of text: String) -> Date? {
    var fields = ISO8601Fields(text)
    guard let day = fields.date(), fields.take("T"), let time = fields.time(),
      let micros = fields.microseconds(), let offset = fields.offset(), fields.isAtEnd
    else { return nil }
    let days = day.dayNumber - CivilDate.referenceDay
    let second = time.hour * 3_600 + time.minute * 60 + time.second - offset
    return Date(
      timeIntervalSinceReferenceDate: Double(days * CivilDateTime.secondsPerDay + second)
        + Double(micros) / Double(microseconds))
  }

  /// The number of microseconds in a second.
  private static let microseconds = 1_000_000

  /// The years in which a timeline can begin.
  ///
  /// In these years the calendars of Foundation and of ISO 8601 agree, and the dates of the next
  /// year can still be written.
  private static let years = CivilDate.firstSharedYear...(ISO8601Fields.years.upperBound - 1)

  /// The date in a text; a timeline must be able to begin at that date.
  ///
  /// - Throws: `FormatProblem` for any other text or date.
  package static func moment(of text: String) throws(FormatProblem) -> Date {
    guard let date = date(of: text) else { throw .notADate(text.harmlessName) }
    try requireUsable(date)
    return date
  }

  /// Refuses a date at which no timeline can begin.
  package static func requireUsable(_ date: Date) throws(FormatProblem) {
    guard let year = Int(Self.text(of: date, in: .utc).prefix(4)), years.contains(year) else {
      let range = Message.betweenNumbers(lower: years.lowerBound, upper: years.upperBound)
      throw .outOfRange(what: .verbatim("year"), range: range)
    }
  }

  private static func trimmed(_ digits: String) -> String {
    var digits = digits[...]
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return String(digits)
  }
}

extension ISO8601Fields {
  /// The number of digits that are read from a fraction of a second, for microseconds.
  fileprivate static let fractionDigits = 6

  /// Reads a fraction of a second, if there is one, as microseconds, and ignores further digits.
  fileprivate mutating func microseconds() -> Int? {
    guard take(".") else { return 0 }
    let digits = digits()
    guard !digits.isEmpty else { return nil }
    let zeros = Array(repeating: UInt8(ascii: "0"), count: Self.fractionDigits)
    return (digits + zeros).prefix(Self.fractionDigits)
      .reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Reads `Z` or an offset from UTC, and returns it in seconds.
  fileprivate mutating func offset() -> Int? {
    if take("Z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = number(2, 0...23), take(":"),
      let minutes = number(2, 0...59)
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isNegative ? -seconds : seconds
  }
}

extension Date {
  /// The date, limited to a range of seconds from the reference date, with a day added at each end
  /// of the range.
  fileprivate func within(_ range: ClosedRange<Int>) -> Date {
    let seconds = timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return Date(timeIntervalSinceReferenceDate: 0) }
    let day = CivilDateTime.secondsPerDay
    let (first, last) = (Double(range.lowerBound - day), Double(range.upperBound + day))
    return Date(timeIntervalSinceReferenceDate: min(max(seconds, first), last))
  }
}
