extension LocaleFormat {
  /// The text of a number, with digit groups from 10 000 on so that a year has none.
  public func text(of number: Int) -> String { localized(String(number)) }

  /// The shortest text of a number that reads back as the same number.
  public func text(of number: Double) -> String { localized(number.shortest) }

  /// Localizes a number that is written with digits and a point.
  ///
  /// A text that is not such a number, or that has an exponent, is returned unchanged.
  public func localized(_ number: String) -> String {
    let isNegative = number.utf8.first == UInt8(ascii: "-")
    let parts = number.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return number }
    let fraction = parts.count == 2 ? String(decimalMark) + parts[1] : ""
    return inDigits((isNegative ? "-" : "") + grouped(parts[0]) + fraction)
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
}
