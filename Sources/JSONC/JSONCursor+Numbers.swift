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
