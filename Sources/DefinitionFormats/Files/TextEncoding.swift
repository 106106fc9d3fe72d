import InputFiles

/// The encodings of property lists and string tables.
package enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"

  /// Detects the encoding of a file by its byte-order mark, or by its first zero byte.
  ///
  /// Without a mark, UTF-16 is detected by the ASCII character at the start, which all supported
  /// files have.
  package static func detect(_ bytes: [UInt8]) -> (encoding: TextEncoding, markLength: Int) {
    let mark = FileReading.markLength(of: bytes)
    guard mark == 0, bytes.count >= 2 else { return (.utf8, mark) }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return (.utf16LittleEndian, 2)
    case (0xFE, 0xFF): return (.utf16BigEndian, 2)
    case (0, 1...): return (.utf16BigEndian, 0)
    case (1..., 0): return (.utf16LittleEndian, 0)
    default: return (.utf8, 0)
    }
  }

  /// Converts a text to UTF-8, without the byte-order mark if it was UTF-16.
  ///
  /// Fails with the offset of the first invalid unit in UTF-16: an odd byte at the end or half a
  /// surrogate pair. UTF-8 is returned unchanged and unchecked.
  static func utf8(_ bytes: [UInt8]) -> Result<[UInt8], TextEncodingFault> {
    let (encoding, mark) = detect(bytes)
    guard encoding != .utf8 else { return .success(bytes) }
    guard bytes.count.isMultiple(of: 2) else {
      return .failure(TextEncodingFault(encoding: encoding, offset: bytes.count - 1))
    }
    let isLittle = encoding == .utf16LittleEndian
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2 + 16)
    var place = mark
    var decoder = UTF16()
    var units = Units(bytes: bytes, place: mark, isLittle: isLittle)
    while true {
      switch decoder.decode(&units) {
      case .scalarValue(let scalar):
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        place += scalar.value > 0xFFFF ? 4 : 2
      case .emptyInput: return .success(result)
      case .error: return .failure(TextEncodingFault(encoding: encoding, offset: place))
      }
    }
  }

  private struct Units: IteratorProtocol {
    let bytes: [UInt8]
    var place: Int
    let isLittle: Bool

    mutating func next() -> UInt16? {
      guard place + 1 < bytes.count else { return nil }
      defer { place += 2 }
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
  }
}

/// The offset at which a file violates its encoding.
struct TextEncodingFault: Error, Sendable, Hashable {
  let encoding: TextEncoding
  let offset: Int
}

extension UTF8 {
  /// The offset of the first invalid byte sequence; nil if there is none.
  static func firstFault(in bytes: some BidirectionalCollection<UInt8>) -> Int? {
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
