extension PropertyListXMLReader {
  /// Reads the rest of an element that is neither a container nor a key.
  mutating func readScalar(
    _ tag: StartTag, at start: Int
  ) throws(PropertyListFault) -> PropertyListValue {
    switch tag.element {
    case .true, .false:
      try readNothing(tag)
      return .boolean(tag.element == .true)
    case .data:
      guard let data = PropertyListBase64.decode(try readString(tag).utf8) else {
        throw fault(.invalidData, at: start)
      }
      return .data(data)
    case .integer: return .integer(try integer(try readString(tag), at: start))
    case .real:
      let text = try readString(tag)
      guard let real = PropertyListReal(text: text) else {
        throw fault(.invalidReal(text), at: start)
      }
      return .real(real)
    case .date:
      let text = try readString(tag)
      guard let date = PropertyListDate(text: text) else {
        throw fault(.invalidDate(text), at: start)
      }
      return .date(date)
    default: return .string(try readString(tag))
    }
  }

  private mutating func readString(_ tag: StartTag) throws(PropertyListFault) -> String {
    try readText(tag) { _, bytes in String(validating: bytes, as: UTF8.self) }
  }

  /// Reads the end tag of `<true>` and `<false>`, which must be empty.
  private mutating func readNothing(_ tag: StartTag) throws(PropertyListFault) {
    if tag.isEmpty { return }
    let text = try readString(tag)
    guard text.utf8.allSatisfy(Self.isWhitespace) else {
      throw fault(.notEmpty(tag.element), at: tag.offset)
    }
  }

  /// Reads a number of decimal digits, or of hexadecimal digits after `0x`, with an optional sign.
  private func integer(_ text: String, at start: Int) throws(PropertyListFault) -> Int {
    if let value = Int(text) { return value }
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" || $0 == "+" }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let body = isHexadecimal ? digits.dropFirst(2) : digits
    let radix = isHexadecimal ? 16 : 10
    guard text.utf8.count - digits.utf8.count <= 1, !body.isEmpty,
      body.utf8.allSatisfy({ Self.isDigit($0, radix: radix) })
    else { throw fault(.invalidInteger(text), at: start) }
    guard let value = Int((isNegative ? "-" : "") + body, radix: radix) else {
      throw fault(.integerOutOfRange(text), at: start)
    }
    return value
  }

  private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
    switch byte {
    case 0x30...0x39: true
    case 0x41...0x46, 0x61...0x66: radix == 16
    default: false
    }
  }
}

/// Base64 with the standard alphabet (RFC 4648 §4), the form of data in property lists.
enum PropertyListBase64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: zip(alphabet, 0..<64))

  /// The text of the bytes, on one line with padding.
  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (group, count) = (UInt32(0), 0)
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      count += 1
      if count == 3 {
        for shift in [18, 12, 6, 0] { result.append(alphabet[Int(group >> UInt32(shift) & 63)]) }
        (group, count) = (0, 0)
      }
    }
    if count > 0 {
      group <<= UInt32(8 * (3 - count))
      for place in 0..<4 {
        let letter = alphabet[Int(group >> UInt32(18 - 6 * place) & 63)]
        result.append(place <= count ? letter : UInt8(ascii: "="))
      }
    }
    return result
  }

  /// The bytes of a text, ignoring whitespace between the letters; nil if it is not Base64.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var (group, count, padding) = (UInt32(0), 0, 0)
    for byte in text where !PropertyListXMLReader.isWhitespace(byte) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        group <<= 6
      } else {
        guard padding == 0, let value = values[byte] else { return nil }
        group = group << 6 | value
      }
      count += 1
      guard count.isMultiple(of: 4) else { continue }
      guard padding <= 2, padding == 0 || count > 0 else { return nil }
      let bytes = [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)]
      result.append(contentsOf: bytes.dropLast(padding))
      group = 0
    }
    return count.isMultiple(of: 4) && padding <= 2 ? result : nil
  }
}
