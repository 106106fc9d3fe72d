package import IntentModel
import Messages

/// Reads the fixed-width fields of a date and time, such as `2026-03-01T09:30:00`, from left to
/// right.
package struct ISO8601Fields {
  private var rest: ArraySlice<UInt8>

  /// Begins at the start of a text.
  package init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  /// Whether all of the text has been read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// The years that can be written: those of ``CivilDate``, and the year 0.
  package static let years = 0...CivilDate.years.upperBound

  /// Reads a day; nil if there is no such day.
  package mutating func date() -> CivilDate? {
    guard let year = number(4, Self.years), take("-"), let month = number(2, 1...12), take("-"),
      let day = number(2, 1...CivilDate.dayCount(year: year, month: month))
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads a time of day to the second.
  package mutating func time() -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = number(2, 0...23), take(":"), let minute = number(2, 0...59), take(":"),
      let second = number(2, 0...59)
    else { return nil }
    return (hour, minute, second)
  }

  /// Reads a letter; false if a different one is next.
  package mutating func take(_ letter: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: letter) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number with a fixed count of digits; nil if it is outside the range.
  package mutating func number(_ width: Int, _ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(width)
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(number) ? number : nil
  }

  /// Reads all digits up to the next character that is not a digit.
  package mutating func digits() -> ArraySlice<UInt8> {
    let digits = rest.prefix(while: \.isDigit)
    rest = rest[digits.endIndex...]
    return digits
  }
}
