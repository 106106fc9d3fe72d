import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
      let letters = try readString(tag).utf8.filter { !Self.isWhitespace($0) }
      guard let data = [UInt8](base64: String(decoding: letters, as: UTF8.self)) else {
        throw fault(.invalidData, at: start)
      }
      return .data(data)
    case .integer: return try integer(try readString(tag), at: start)
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

  /// Reads the end tag of `<true>` and `<false>`, which can contain only whitespace.
  private mutating func readNothing(_ tag: StartTag) throws(PropertyListFault) {
    if tag.isEmpty { return }
    let text = try readString(tag)
    guard text.utf8.allSatisfy(Self.isWhitespace) else {
      throw fault(.notEmpty(tag.element), at: tag.offset)
    }
  }

  /// Reads an integer in decimal digits, or in hexadecimal digits after `0x`, with an optional
  /// sign.
  private func integer(
    _ text: String, at start: Int
  ) throws(PropertyListFault) -> PropertyListValue {
    if let value = Int(text) { return .integer(value) }
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" || $0 == "+" }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let body = isHexadecimal ? digits.dropFirst(2) : digits
    let radix = isHexadecimal ? 16 : 10
    guard text.utf8.count - digits.utf8.count <= 1, !body.isEmpty,
      body.utf8.allSatisfy({ $0.hexDigitValue.map { $0 < radix } ?? false })
    else { throw fault(.invalidInteger(text), at: start) }
    if let value = Int((isNegative ? "-" : "") + body, radix: radix) { return .integer(value) }
    guard !isNegative, let value = UInt64(body, radix: radix) else {
      throw fault(.integerOutOfRange(text), at: start)
    }
    return .unsigned(value)
  }
}

extension Array<UInt8> {
  /// Reads Base64 with the standard alphabet and padding (RFC 4648 §4); nil for any other text.
  init?(base64 text: String) {
    // Foundation accepts more than two characters of padding.
    guard !text.hasSuffix("==="), let data = Data(base64Encoded: text) else { return nil }
    self.init(data)
  }
}
