extension ValueNotation {
  /// A number as it was typed, written as files write it; nil where it can mean two numbers.
  ///
  /// The fraction may stand behind a point or a comma, thousands may have the other sign, an
  /// apostrophe or a narrow space between them, and digits may be full-width ones. Only a single sign
  /// that is not the notation's own and has three digits behind it is ambiguous: `1.500` where the
  /// fraction stands behind a comma. What is no number at all comes back as it is.
  func canonicalNumber(_ typed: String) -> String? {
    let text = Self.plain(typed)
    guard !isCanonical else { return Self.pointed(text) }
    let signs = text.filter { $0 == "." || $0 == "," }
    guard let first = signs.first else { return text }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard signs.count > 1 else {
      let isGroup = first != decimalSeparator && isGrouped(parts[...])
      return isGroup ? nil : text.replacing(",", with: ".")
    }
    let isUniform = signs.allSatisfy { $0 == first }
    if isUniform { return isGrouped(parts[...]) ? parts.joined() : text }
    // The last sign is that of the fraction when all before it are the other one.
    guard signs.dropLast().allSatisfy({ $0 == first }), isGrouped(parts.dropLast()) else {
      return text
    }
    return parts.dropLast().joined() + "." + (parts.last ?? "")
  }

  /// A whole number as it was typed, written as files write it: thousands may have a sign between.
  func canonicalInteger(_ typed: String) -> String {
    let text = Self.plain(typed)
    guard !isCanonical else { return text }
    let signs = text.filter { $0 == "." || $0 == "," }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard let first = signs.first, signs.allSatisfy({ $0 == first }), isGrouped(parts[...])
    else { return text }
    return parts.joined()
  }

  /// The two numbers that a text can mean.
  func meanings(of typed: String) -> String {
    let text = Self.plain(typed)
    let digits = text.filter { $0 != "." && $0 != "," }
    let fraction = String(text.map { $0 == "." || $0 == "," ? decimalSeparator : $0 })
    return "\(digits) / \(fraction)"
  }

  /// A canonical number with the sign of this notation before its fraction.
  func written(_ number: String) -> String {
    decimalSeparator == "." ? number : number.replacing(".", with: String(decimalSeparator))
  }

  /// One comma without a point stands for the point.
  private static func pointed(_ text: String) -> String {
    let commas = text.filter { $0 == "," }.count
    return commas == 1 && !text.contains(".") ? text.replacing(",", with: ".") : text
  }

  /// Whether these are thousands: one to three digits, of which the first is no nought, and then
  /// three by three; in India two by two before the last three.
  private func isGrouped(_ parts: ArraySlice<Substring>) -> Bool {
    guard let head = parts.first else { return false }
    let digits = head.drop { $0 == "-" || $0 == "+" }
    func isNumber(_ text: Substring) -> Bool { text.utf8.allSatisfy { (48...57).contains($0) } }
    guard (1...3).contains(digits.utf8.count), digits.first != "0", isNumber(digits),
      parts.dropFirst().allSatisfy(isNumber)
    else { return false }
    let sizes = parts.dropFirst().map(\.utf8.count)
    if sizes.allSatisfy({ $0 == 3 }) { return true }
    return hasGroupsOfTwo && digits.utf8.count < 3 && sizes.last == 3
      && sizes.dropLast().allSatisfy { $0 == 2 }
  }

  /// The text with ASCII digits and signs for full-width ones, and without the signs that can only
  /// stand between thousands.
  static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "'") }
    if isPlain { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x27, 0x2019, 0xA0, 0x202F, 0x2009:
        let isBetween = plain.last.map { (48...57).contains($0.value) } ?? false
        if !isBetween { plain.append(scalar) }
      case 0x2212: plain.append("-")
      case 0xFF01...0xFF5E:
        if let ascii = Unicode.Scalar(scalar.value - 0xFEE0) { plain.append(ascii) }
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }
}
