#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import IntentModel

extension LocaleFormat {
  /// A number, with its digits in groups from 10 000 on, so that a year stays in one piece.
  public func text(of number: Int) -> String { localized(String(number)) }

  /// A number in the shortest text that means it.
  public func text(of number: Double) -> String { localized(number.shortest) }

  /// A number that is written with digits and a point, in the way of the place.
  ///
  /// A text that is no such number, and one with an exponent, comes back as it is.
  public func localized(_ number: String) -> String {
    let isNegative = number.utf8.first == UInt8(ascii: "-")
    let parts = number.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return number }
    let fraction = parts.count == 2 ? String(decimalMark) + parts[1] : ""
    return (isNegative ? "-" : "") + grouped(parts[0]) + fraction
  }

  private func grouped(_ digits: Substring) -> String {
    guard let groupMark, digits.utf8.count >= 5 else { return String(digits) }
    var text = ""
    for (place, digit) in digits.enumerated() {
      let left = digits.utf8.count - place
      let isGroup = hasGroupsOfTwo ? left > 2 && !left.isMultiple(of: 2) : left.isMultiple(of: 3)
      if place > 0, isGroup { text.append(groupMark) }
      text.append(digit)
    }
    return text
  }

  /// A number and the unit after it, such as `5,5 km`.
  public func text(of number: Double, unit: String) -> String { "\(text(of: number)) \(unit)" }

  /// A date, a time, or both with a blank between them.
  ///
  /// Components that the place has no way to write without the missing ones, such as a year and a
  /// day without the month, are written as ``DateText`` writes them.
  public func text(of components: DateComponents) -> String {
    var date = DateComponents()
    (date.year, date.month, date.day) = (components.year, components.month, components.day)
    var time = DateComponents()
    (time.hour, time.minute, time.second) = (components.hour, components.minute, components.second)
    let parts = [
      dateText(date) ?? DateText.text(of: date), timeText(time) ?? DateText.text(of: time),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The text of a whole date, of a day of every year, or of a month of a year; nil for the rest.
  func dateText(_ date: DateComponents) -> String? {
    switch (date.year.map(String.init), date.month, date.day) {
    case (let year?, let month?, let day?): return whole(year, month, day)
    case (nil, let month?, let day?): return yearly(month, day)
    case (let year?, let month?, nil): return monthly(year, month)
    case (let year?, nil, nil):
      guard case .signs(let sign, _, _) = dates else { return nil }
      return year + sign
    default: return nil
    }
  }

  private func whole(_ year: String, _ month: Int, _ day: Int) -> String? {
    switch dates {
    case .iso: nil
    case .dayFirst(let separator):
      [DateText.padded(day), DateText.padded(month), year].joined(separator: separator)
    case .yearFirst(let separator, let end):
      // Korea and Hungary write no zeros before a number.
      end.isEmpty
        ? [year, DateText.padded(month), DateText.padded(day)].joined(separator: separator)
        : "\(year)\(separator)\(month)\(separator)\(day)\(end)"
    case .monthFirst: "\(month)/\(day)/\(year)"
    case .english(true): monthName(month).map { "\($0) \(day), \(year)" }
    case .english(false): monthName(month).map { "\(day) \($0) \(year)" }
    case .signs(let y, let m, let d): "\(year)\(y)\(month)\(m)\(day)\(d)"
    }
  }

  private func yearly(_ month: Int, _ day: Int) -> String? {
    switch dates {
    case .iso: nil
    case .dayFirst(let separator):
      [DateText.padded(day), DateText.padded(month)].joined(separator: separator)
        + (separator.first == "." ? "." : "")
    case .yearFirst(let separator, let end):
      end.isEmpty ? "\(month)\(separator)\(day)" : "\(month)\(separator)\(day)\(end)"
    case .monthFirst: "\(month)/\(day)"
    case .english(true): monthName(month).map { "\($0) \(day)" }
    case .english(false): monthName(month).map { "\(day) \($0)" }
    case .signs(_, let m, let d): "\(month)\(m)\(day)\(d)"
    }
  }

  private func monthly(_ year: String, _ month: Int) -> String? {
    switch dates {
    case .iso: nil
    case .dayFirst(let separator):
      separator.first == "."
        ? "\(DateText.padded(month))/\(year)" : DateText.padded(month) + separator + year
    case .yearFirst(let separator, let end): "\(year)\(separator)\(month)\(end)"
    case .monthFirst: "\(month)/\(year)"
    case .english: monthName(month).map { "\($0) \(year)" }
    case .signs(let y, let m, _): "\(year)\(y)\(month)\(m)"
    }
  }

  private func monthName(_ month: Int) -> String? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.indices.contains(month - 1) ? names[month - 1] : nil
  }

  /// The text of an hour and a minute, perhaps with a second; nil for the rest.
  private func timeText(_ time: DateComponents) -> String? {
    guard case .hours12 = clock, let hour = time.hour, (0...23).contains(hour),
      let minute = time.minute
    else { return nil }
    return self.time(hour: hour, minute: minute, second: time.second)
  }

  /// An amount of money with the sign of the currency, or its code where the place has no sign.
  public func text(of amount: CurrencyAmount) -> String {
    let number = localized(amount.amount)
    let code = amount.currencyCode
    switch money {
    case .code: return "\(number) \(code)"
    case .after: return "\(number) \(sign(of: code) ?? code)"
    case .before:
      guard let sign = sign(of: code) else { return "\(code) \(number)" }
      return number.hasPrefix("-") ? "-\(sign)\(number.dropFirst())" : sign + number
    }
  }
}
