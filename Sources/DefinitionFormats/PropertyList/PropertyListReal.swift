import Messages

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A real number in a property list, with its spelling if that is not canonical.
///
/// Numbers are equal if their bit patterns and spellings are equal, so NaN equals itself.
package struct PropertyListReal: Sendable {
  /// The number.
  package let value: Double

  /// The spelling in the file; nil if it is canonical.
  package let spelling: String?

  /// Makes a real with its canonical spelling.
  package init(_ value: Double) {
    self.value = value
    spelling = nil
  }

  /// Reads a real; nil if the text is not a finite number, `nan` or an infinity.
  package init?(text: String) {
    guard let value = Self.number(of: text) else { return nil }
    self.value = value
    spelling = text == Self.canonicalSpelling(of: value) ? nil : text
  }

  /// The text between `<real>` and `</real>`.
  package var text: String {
    spelling ?? Self.canonicalSpelling(of: value)
  }

  /// The spelling of Apple's writer: that of the format `%.17g`, and `0.0` for both zeros.
  package static func canonicalSpelling(of value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    if value == 0 { return "0.0" }
    if let short = Int(exactly: value), short.magnitude < 100_000_000_000_000_000 {
      return String(short)
    }
    return isShort(value) ? value.description : seventeenDigits(value)
  }

  /// Whether a number has few binary digits after the point and few decimal digits before it.
  ///
  /// Swift's shortest spelling is then exact and equals the spelling with `%.17g`.
  private static func isShort(_ value: Double) -> Bool {
    let scaled = value * 1_024
    return (0.001..<100_000).contains(value.magnitude) && scaled.rounded() == scaled
  }

  private static func seventeenDigits(_ value: Double) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let text = buffer.baseAddress else { return "" }
      _ = withVaList([value]) { vsnprintf(text, buffer.count, "%.17g", $0) }
      return String(cString: text)
    }
  }

  private static func number(of text: String) -> Double? {
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case _ where byte.isDigit: true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): true
      default: false
      }
    }
    guard isPlain, let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

extension PropertyListReal: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.value.bitPattern == right.value.bitPattern && left.spelling == right.spelling
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(value.bitPattern)
    hasher.combine(spelling)
  }
}
