/// A place in a text, and the reading of what needs no memory of the containers around it.
struct JSONCursor {
  let text: UnsafeBufferPointer<UInt8>
  var position = 0
  var findings: JSONScanFindings = []

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
  }

  /// The byte at the place; NUL, which JSON never allows raw, stands for the end as well.
  var current: UInt8 {
    byte(at: position)
  }

  func byte(at offset: Int) -> UInt8 {
    offset < text.count ? text[offset] : 0
  }

  mutating func skipWhitespace() {
    while true {
      switch current {
      case Ascii.space, Ascii.lineFeed, Ascii.tab, Ascii.carriageReturn: position += 1
      default: return
      }
    }
  }

  mutating func scanLiteral(_ literal: StaticString) throws(JSONScanFailure) {
    let start = position
    for index in 0..<literal.utf8CodeUnitCount {
      guard current == literal.utf8Start[index] else {
        throw position < text.count
          ? JSONScanFailure(.unknownLiteral, at: start) : failure(.unexpectedEnd)
      }
      position += 1
    }
    if Ascii.isWord(current) { throw JSONScanFailure(.unknownLiteral, at: start) }
  }

  /// The failure at the place: the given one, or one that says better what is there instead.
  func failure(_ rule: JSONSyntaxError.Rule) -> JSONScanFailure {
    if position >= text.count {
      return JSONScanFailure(isBlank ? .emptyText : .unexpectedEnd, at: text.count)
    }
    return JSONScanFailure(specialRule ?? rule, at: position)
  }

  /// The failure for something that begins no value.
  func valueFailure() -> JSONScanFailure {
    switch current {
    case Ascii.plus: failure(.leadingPlus)
    case Ascii.point: failure(.missingDigit)
    case _ where hasPrefix("NaN") || hasPrefix("Infinity"): failure(.nonFiniteLiteral)
    case _ where Ascii.isWord(current): failure(.unknownLiteral)
    default: failure(.expectedValue)
    }
  }

  /// A rule that holds wherever the current byte stands outside a string.
  private var specialRule: JSONSyntaxError.Rule? {
    if current == Ascii.apostrophe { return .singleQuotes }
    if hasPrefix("//") || hasPrefix("/*") { return .comment }
    if hasPrefix("\u{FEFF}") { return .byteOrderMark }
    if current >= 0x80 {
      var probe = self
      do throws(JSONScanFailure) { try probe.scanMultibyte() } catch { return error.rule }
    }
    return nil
  }

  /// Whether nothing but space stands before the place.
  private var isBlank: Bool {
    var probe = JSONCursor(text)
    probe.skipWhitespace()
    return probe.position >= position
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    (0..<prefix.utf8CodeUnitCount).allSatisfy { byte(at: position + $0) == prefix.utf8Start[$0] }
  }
}

/// The characters that JSON's grammar names (RFC 8259 §2, §6 and §7).
enum Ascii {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let colon = UInt8(ascii: ":")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let lowerB = UInt8(ascii: "b")
  static let lowerE = UInt8(ascii: "e")
  static let lowerF = UInt8(ascii: "f")
  static let lowerN = UInt8(ascii: "n")
  static let lowerR = UInt8(ascii: "r")
  static let lowerT = UInt8(ascii: "t")
  static let lowerU = UInt8(ascii: "u")
  static let upperE = UInt8(ascii: "E")
  static let delete: UInt8 = 0x7F

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= zero && byte <= nine
  }

  /// Whether the byte could stand in a name or a literal.
  static func isWord(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
      || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  /// The value of a hexadecimal digit, or nothing.
  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case zero...nine: UInt32(byte - zero)
    case UInt8(ascii: "a")...lowerF: UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension JSONCursor {
  /// Reads a number (RFC 8259 §6) and refuses what neither `Int` nor a finite `Double` holds.
  mutating func scanNumber() throws(JSONScanFailure) {
    let start = position
    let isNegative = current == Ascii.minus
    if isNegative { position += 1 }
    let integerStart = position
    try scanIntegerPart()
    let integerDigits = position - integerStart
    let isZero = text[integerStart] == Ascii.zero
    if current != Ascii.point && current | 0x20 != Ascii.lowerE {
      if isNegative && isZero { findings.insert(.negativeZero) }
      if integerDigits > 18 { try checkInteger(from: start) }
      return
    }
    try scanFraction()
    let exponentDigits = try scanExponent()
    // 200 digits and an exponent of two digits stay far below 1e308.
    if exponentDigits > 2 || integerDigits > 200 { try checkDouble(from: start) }
  }

  private mutating func scanIntegerPart() throws(JSONScanFailure) {
    if current == Ascii.zero {
      position += 1
      if Ascii.isDigit(current) { throw JSONScanFailure(.leadingZero, at: position - 1) }
      return
    }
    if hasPrefix("Infinity") { throw failure(.nonFiniteLiteral) }
    _ = try scanDigits()
  }

  private mutating func scanFraction() throws(JSONScanFailure) {
    guard current == Ascii.point else { return }
    position += 1
    _ = try scanDigits()
  }

  private mutating func scanExponent() throws(JSONScanFailure) -> Int {
    guard current | 0x20 == Ascii.lowerE else { return 0 }
    position += 1
    if current == Ascii.plus || current == Ascii.minus { position += 1 }
    return try scanDigits()
  }

  /// Reads one digit or more and returns how many there were.
  private mutating func scanDigits() throws(JSONScanFailure) -> Int {
    let start = position
    while Ascii.isDigit(current) { position += 1 }
    guard position > start else { throw failure(.missingDigit) }
    return position - start
  }

  private func checkInteger(from start: Int) throws(JSONScanFailure) {
    guard Int(token(from: start)) != nil else {
      throw JSONScanFailure(.integerOutOfRange, at: start)
    }
  }

  private func checkDouble(from start: Int) throws(JSONScanFailure) {
    guard let value = Double(token(from: start)), value.isFinite else {
      throw JSONScanFailure(.numberOutOfRange, at: start)
    }
  }

  private func token(from start: Int) -> String {
    String(decoding: text[start..<position], as: UTF8.self)
  }
}
