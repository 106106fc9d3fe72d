package import IntentModel
import Messages
package import Zones

extension CivilDate {
  /// Reads `YYYYMMDD`.
  package init?(compact text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 8, let year = Self.number(digits[0..<4]),
      let month = Self.number(digits[4..<6]), let day = Self.number(digits[6..<8])
    else { return nil }
    self.init(checkedYear: year, month: month, day: day)
  }

  /// A number that consists of ASCII digits only.
  fileprivate static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}

extension CivilDateTime {
  /// Reads `YYYYMMDDTHHMMSS`; a leap second is read as the second before it.
  package init?(compact text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 15, bytes[8] == UInt8(ascii: "T"),
      let date = CivilDate(compact: text.prefix(8)),
      let hour = CivilDate.number(bytes[9..<11]), let minute = CivilDate.number(bytes[11..<13]),
      let second = CivilDate.number(bytes[13..<15]), hour < 24, minute < 60, second <= 60
    else { return nil }
    self.init(date, hour: hour, minute: minute, second: min(second, 59))
  }
}

/// A date, a local time or a UTC time, as far as the text alone shows it (RFC 5545 §3.3.4, §3.3.5).
package enum CompactMoment: Hashable, Sendable {
  case date(CivilDate)
  case local(CivilDateTime)
  case utc(CivilDateTime)

  /// Reads any of the three forms, and variants: blanks around the text, the separators of ISO
  /// 8601's extended form, no seconds, or an offset.
  package init?(_ text: some StringProtocol) {
    if let moment = CompactMoment(strict: text) {
      self = moment
    } else if let (plain, offset) = Self.compact(text.trimmed),
      let moment = CompactMoment(strict: plain)
    {
      guard let offset else {
        self = moment
        return
      }
      guard case .local(let wall) = moment else { return nil }
      self = .utc(CivilDateTime(wallSeconds: wall.wallSeconds - offset))
    } else {
      return nil
    }
  }

  /// The compact form of a time in ISO 8601's extended form, and its offset in seconds.
  private static func compact(_ text: String) -> (text: String, offset: Int?)? {
    let parts = text.uppercased().split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "T" || $0 == " " })
    guard let first = parts.first, text.utf8.count <= 40 else { return nil }
    let date = first.split(separator: "-", omittingEmptySubsequences: false)
    let isExtended = date.map(\.count) == [4, 2, 2]
    guard isExtended || date.count == 1 else { return nil }
    guard parts.count == 2 else { return (date.joined(), nil) }
    var time = parts[1].filter { $0 != ":" && $0 != " " }
    var offset: Int?
    if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = time[time.index(after: sign)...]
      guard let number = Int(digits), [2, 4].contains(digits.count) else { return nil }
      let minutes = digits.count == 2 ? number * 60 : number / 100 * 60 + number % 100
      offset = minutes * (time[sign] == "-" ? -60 : 60)
      time = String(time[..<sign])
    }
    let isUTC = time.hasSuffix("Z")
    if isUTC { time.removeLast() }
    if let fraction = time.firstIndex(where: { $0 == "." || $0 == "," }) {
      guard time[time.index(after: fraction)...].allSatisfy(\.isNumber) else { return nil }
      time = String(time[..<fraction])
    }
    guard time.count == 4 || time.count == 6, !(isUTC && offset != nil) else { return nil }
    return ("\(date.joined())T\(time)\(time.count == 4 ? "00" : "")\(isUTC ? "Z" : "")", offset)
  }

  private init?(strict text: some StringProtocol) {
    if let date = CivilDate(compact: text) {
      self = .date(date)
    } else if text.hasSuffix("Z"), let wall = CivilDateTime(compact: text.dropLast()) {
      self = .utc(wall)
    } else if let wall = CivilDateTime(compact: text) {
      self = .local(wall)
    } else {
      return nil
    }
  }
}

extension CalendarSpan {
  /// Reads a duration (RFC 5545 §3.3.6) that is not negative, for example `P1DT2H` or `P2W`.
  ///
  /// The length of each number is bounded.
  package init?(duration text: some StringProtocol) {
    var rest = Substring(text)
    if rest.first == "+" { rest = rest.dropFirst() }
    guard rest.first == "P", rest.count > 1, rest.last != "T" else { return nil }
    rest = rest.dropFirst()
    var units: [(Character, WritableKeyPath<CalendarSpan, Int>, Int)] = [
      ("W", \.days, 7), ("D", \.days, 1), ("T", \.seconds, 0), ("H", \.seconds, 3600),
      ("M", \.seconds, 60), ("S", \.seconds, 1),
    ]
    var isTime = false
    while let first = rest.first {
      let digits = rest.prefix(while: \.isDigit)
      let letter = first == "T" ? first : rest.dropFirst(digits.count).first
      guard let place = units.firstIndex(where: { $0.0 == letter }) else { return nil }
      let (name, path, factor) = units[place]
      units.removeFirst(place + 1)
      if name == "T" {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      guard digits.count <= 6, let number = Int(digits), isTime == (path == \.seconds) else {
        return nil
      }
      self[keyPath: path] += number * factor
      rest = rest.dropFirst(digits.count + 1)
    }
  }
}
