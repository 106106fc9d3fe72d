import Messages

/// Durations in ISO 8601 form (ISO 8601-1 §5.5.2), converted from seconds and back without loss.
///
/// The canonical form has hours, minutes and seconds but no days, because a day can have 23 hours:
/// `PT36H`, `PT1H30M`, `PT0.5S`, `PT0S`.
package enum ISO8601Duration {
  /// The canonical form; nil if the number is not finite.
  package static func text(ofSeconds seconds: Double) -> String? {
    guard seconds.isFinite else { return nil }
    let sign = seconds < 0 ? "-" : ""
    let (whole, fraction) = plainDigits(of: seconds.magnitude)
    guard let count = Int(whole) else { return sign + "PT" + whole + "S" }
    let (hours, rest) = count.quotientAndRemainder(dividingBy: hour)
    let (minutes, left) = rest.quotientAndRemainder(dividingBy: minute)
    var text = sign + "PT"
    if hours > 0 { text += "\(hours)H" }
    if minutes > 0 { text += "\(minutes)M" }
    let isZero = hours == 0 && minutes == 0
    if left > 0 || !fraction.isEmpty || isZero {
      text += "\(left)" + (fraction.isEmpty ? "" : "." + fraction) + "S"
    }
    return text
  }

  /// The seconds of a duration in weeks, days, hours, minutes and seconds; nil for any other text.
  ///
  /// A day has 24 hours. Years and months have no fixed length and are rejected. The last number
  /// can have a fraction, and a minus sign can precede the duration.
  package static func seconds(of text: String) -> Double? {
    guard text.utf8.count <= 400 else { return nil }
    var parser = Parser(rest: text.utf8[...])
    return parser.read()
  }

  /// The decimal digits before and after the point, without an exponent.
  private static func plainDigits(of number: Double) -> (whole: String, fraction: String) {
    let text = number.description
    let parts = text.split(separator: "e")
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var whole = String(mantissa[0])
    var fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
    guard parts.count > 1, let exponent = Int(parts[1]) else { return (whole, fraction) }
    if exponent < 0 {
      fraction = String(repeating: "0", count: -exponent - 1) + whole + fraction
      return ("0", fraction)
    }
    let padded = fraction + String(repeating: "0", count: max(0, exponent - fraction.count))
    whole += padded.prefix(exponent)
    fraction = String(padded.dropFirst(exponent))
    return (whole, fraction)
  }
}

extension ISO8601Duration {
  /// Reads numbers with their designators from left to right.
  private struct Parser {
    var rest: Substring.UTF8View
    private var wholeSeconds = 0
    private var fraction = ""
    /// Whether the last number had a fraction; no other number can follow it.
    private var hasFraction = false

    init(rest: Substring.UTF8View) {
      self.rest = rest
    }

    mutating func read() -> Double? {
      let isNegative = take("-")
      guard take("P") else { return nil }
      guard let dates = readParts("WD") else { return nil }
      var times = 0
      if take("T") {
        guard !hasFraction, let count = readParts("HMS"), count > 0 else { return nil }
        times = count
      }
      guard rest.isEmpty, dates + times > 0 else { return nil }
      guard let seconds = Double("\(wholeSeconds)" + (fraction.isEmpty ? "" : "." + fraction))
      else { return nil }
      return isNegative ? -seconds : seconds
    }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
      guard let first = rest.first, first == UInt8(ascii: letter) else { return false }
      rest.removeFirst()
      return true
    }

    /// Reads parts with the given letters, in this order, and returns the number of parts.
    private mutating func readParts(_ letters: String) -> Int? {
      var remaining = letters.utf8[...]
      var count = 0
      while rest.first?.isDigit == true {
        guard !hasFraction, readNumber(letters: &remaining) else { return nil }
        count += 1
      }
      return count
    }

    private mutating func readNumber(letters: inout Substring.UTF8View) -> Bool {
      let digits = readDigits()
      var decimals = ""
      if take(".") || take(",") {
        decimals = readDigits()
        guard !decimals.isEmpty else { return false }
        hasFraction = true
      }
      guard let letter = rest.first, let place = letters.firstIndex(of: letter),
        let length = ISO8601Duration.length(ofUnit: letter)
      else { return false }
      letters = letters[letters.index(after: place)...]
      rest.removeFirst()
      return add(digits, decimals, length: length)
    }

    private mutating func readDigits() -> String {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest[digits.endIndex...]
      return String(Substring(digits))
    }

    private mutating func add(_ digits: String, _ decimals: String, length: Int) -> Bool {
      guard let number = Int(digits) else { return false }
      let (product, isTooLong) = number.multipliedReportingOverflow(by: length)
      let (sum, isTooMuch) = wholeSeconds.addingReportingOverflow(product)
      guard !isTooLong, !isTooMuch else { return false }
      wholeSeconds = sum
      guard !decimals.isEmpty else { return true }
      if length == 1 {
        fraction = decimals
        return true
      }
      return addFraction(decimals, of: length)
    }

    /// Adds a fraction of a longer unit, such as the half hour in `PT0.5H`.
    private mutating func addFraction(_ decimals: String, of length: Int) -> Bool {
      guard let part = Double("0." + decimals) else { return false }
      let seconds = part * Double(length)
      let whole = seconds.rounded(.down)
      let (sum, isTooMuch) = wholeSeconds.addingReportingOverflow(Int(whole))
      guard !isTooMuch else { return false }
      wholeSeconds = sum
      if seconds > whole { fraction = ISO8601Duration.plainDigits(of: seconds - whole).fraction }
      return true
    }
  }
}

extension ISO8601Duration {
  /// The seconds of a duration in canonical form without a fraction; nil for any other text.
  ///
  /// Nearly all durations have this form, and reading it does not allocate: hours, minutes below 60
  /// and seconds below 60, none of them zero, or `PT0S`.
  package static func canonicalSeconds(of text: Span<UInt8>) -> Int? {
    guard (4...24).contains(text.count), text[0] == UInt8(ascii: "P"), text[1] == UInt8(ascii: "T")
    else { return nil }
    if text.count == 4, text[2] == UInt8(ascii: "0"), text[3] == UInt8(ascii: "S") { return 0 }
    var seconds = 0
    var place = 2
    // The canonical form has no days, so its first unit is shorter than a day.
    var longest = day
    while place < text.count {
      guard let number = digits(of: text, at: &place), place < text.count,
        let unit = length(ofUnit: text[place]), unit < longest,
        unit == hour || number < 60
      else { return nil }
      longest = unit
      seconds += number * unit
      place += 1
    }
    return seconds
  }

  /// A number of one to nine digits that does not begin with a zero.
  private static func digits(of text: Span<UInt8>, at place: inout Int) -> Int? {
    let start = place
    var number = 0
    while place < text.count, place - start < 9, text[place].isDigit {
      number = number * 10 + Int(text[place] - UInt8(ascii: "0"))
      place += 1
    }
    return place > start && text[start] != UInt8(ascii: "0") ? number : nil
  }

  /// The seconds of a unit by its letter; nil for any other letter.
  private static func length(ofUnit letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "W"): 7 * day
    case UInt8(ascii: "D"): day
    case UInt8(ascii: "H"): hour
    case UInt8(ascii: "M"): minute
    case UInt8(ascii: "S"): 1
    default: nil
    }
  }

  private static var minute: Int { 60 }
  private static var hour: Int { 60 * minute }
  private static var day: Int { 24 * hour }
}
