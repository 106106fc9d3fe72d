package import DefinitionFormats
import IntentModel
import Messages

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Dates in RFC 3339 form, such as `2026-03-01T09:30:00+01:00`, with microseconds if there are any.
package enum ISO8601Date {
  /// The reference date of Foundation, 2001-01-01, in days from 1970-01-01.
  private static let referenceDay = 11_323
  private static let secondsPerDay = 86_400

  /// The first and the last second of the years 0 to 9999, relative to the reference date.
  private static let seconds = -63_145_526_400...252_423_993_599

  /// The text of a date in a time zone; UTC is written as `Z`.
  ///
  /// A date outside the years 0 to 9999 is written as the nearest one inside, and NaN as the
  /// reference date.
  static func text(of given: Date, in zone: TimeZone) -> String {
    let date = given.within(seconds)
    // The offsets of old local times can have seconds, which RFC 3339 does not support.
    let offset = zone.secondsFromGMT(for: date) / 60 * 60
    let interval = date.timeIntervalSinceReferenceDate
    var whole = interval.rounded(.down)
    var micros = Int(((interval - whole) * 1e6).rounded())
    if micros == 1_000_000 {
      whole += 1
      micros = 0
    }
    let local = min(max(Int(whole) + offset, seconds.lowerBound), seconds.upperBound)
    let day = CivilDate.floorDivide(local, secondsPerDay)
    let second = local - day * secondsPerDay
    let time = [second / 3_600, second / 60 % 60, second % 60].map { padded($0) }
    let fraction = micros == 0 ? "" : "." + trimmed(padded(micros, 6))
    return "\(CivilDate(dayNumber: day + referenceDay))T"
      + time.joined(separator: ":") + fraction + name(ofOffset: offset)
  }

  /// The date of a text with an offset; nil for any other text and for a day that does not exist.
  package static func date(of text: String) -> Date? {
    var parser = Parser(rest: Array(text.utf8)[...])
    return parser.read()
  }

  /// The years in which a timeline can begin.
  ///
  /// In these years the calendars of Foundation and of ISO 8601 agree, and the dates that follow
  /// still have years of four digits.
  private static let years = 1_583...9_998

  /// The date of a text at which a timeline can begin.
  ///
  /// - Throws: `FormatProblem` for any other text.
  package static func moment(of text: String) throws(FormatProblem) -> Date {
    guard let date = date(of: text) else { throw .notADate(text.harmless(limit: 60)) }
    guard let year = Int(Self.text(of: date, in: .gmt).prefix(4)), years.contains(year) else {
      let range = Message.betweenNumbers(lower: years.lowerBound, upper: years.upperBound)
      throw .outOfRange(what: .verbatim("year"), range: range)
    }
    return date
  }

  private static func name(ofOffset offset: Int) -> String {
    if offset == 0 { return "Z" }
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60) + ":" + padded(minutes % 60)
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  private static func trimmed(_ digits: String) -> String {
    var digits = digits[...]
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return String(digits)
  }

  fileprivate static func date(day: Int, second: Int, micros: Int) -> Date {
    let seconds = (day - referenceDay) * secondsPerDay + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(micros) / 1e6)
  }
}

extension ISO8601Date {
  /// Reads the fields from left to right.
  private struct Parser {
    var rest: ArraySlice<UInt8>

    init(rest: ArraySlice<UInt8>) {
      self.rest = rest
    }

    mutating func read() -> Date? {
      guard let year = number(4, 0...9999), take("-"), let month = number(2, 1...12), take("-"),
        let day = number(2, 1...CivilDate.dayCount(year: year, month: month)), take("T"),
        let hour = number(2, 0...23), take(":"), let minute = number(2, 0...59), take(":"),
        let second = number(2, 0...59), let micros = fraction(), let offset = offset(),
        rest.isEmpty
      else { return nil }
      let seconds = hour * 3_600 + minute * 60 + second - offset
      return ISO8601Date.date(
        day: CivilDate(year: year, month: month, day: day).dayNumber, second: seconds,
        micros: micros)
    }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: letter) else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func number(_ width: Int, _ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(width)
      guard digits.count == width, digits.allSatisfy({ (48...57).contains($0) }) else {
        return nil
      }
      rest = rest.dropFirst(width)
      let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
      return range.contains(number) ? number : nil
    }

    /// Reads microseconds and ignores further digits.
    private mutating func fraction() -> Int? {
      guard take(".") else { return 0 }
      let digits = rest.prefix { (48...57).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest[digits.endIndex...]
      let six = Array(digits.prefix(6)) + Array(repeating: 48, count: max(0, 6 - digits.count))
      return six.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    private mutating func offset() -> Int? {
      if take("Z") { return 0 }
      let isNegative = take("-")
      guard isNegative || take("+"), let hours = number(2, 0...23), take(":"),
        let minutes = number(2, 0...59)
      else { return nil }
      let seconds = hours * 3_600 + minutes * 60
      return isNegative ? -seconds : seconds
    }
  }
}

extension Date {
  /// The date, limited to a range of seconds from the reference date plus a day on each side.
  fileprivate func within(_ range: ClosedRange<Int>) -> Date {
    let seconds = timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return Date(timeIntervalSinceReferenceDate: 0) }
    let (first, last) = (Double(range.lowerBound) - 86_400, Double(range.upperBound) + 86_400)
    return Date(timeIntervalSinceReferenceDate: min(max(seconds, first), last))
  }
}
