extension PropertyListBinaryReader {
  /// The object at an offset, which is neither an array nor a dictionary.
  func scalar(at offset: Int) throws(PropertyListFault) -> PropertyListValue {
    let marker = self[offset]
    switch marker {
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case 0x10...0x14: return .integer(try integer(at: offset))
    case 0x22, 0x23: return .real(try real(at: offset))
    case 0x33:
      guard let date = PropertyListDate(secondsSinceReferenceDate: try real(at: offset)) else {
        throw PropertyListFault(rule: .invalidDate("byte \(offset)"), offset: offset)
      }
      return .date(date)
    case 0x40...0x4F: return .data(Array(self[try content(at: offset, each: 1)]))
    case 0x50...0x5F: return .string(try ascii(at: offset))
    case 0x60...0x6F: return .string(try utf16(at: offset))
    default:
      throw PropertyListFault(rule: .binaryUnsupportedObject(marker: marker), offset: offset)
    }
  }

  private func content(at offset: Int, each size: Int) throws(PropertyListFault) -> Range<Int> {
    let (count, start) = try length(at: offset)
    return try bytes(at: start, count: count, each: size)
  }

  /// Integers of one, two and four bytes have no sign; those of eight have one, and so have those of
  /// sixteen, whose upper half must be the sign of the lower.
  private func integer(at offset: Int) throws(PropertyListFault) -> Int {
    let size = 1 << Int(self[offset] & 0x0F)
    let content = self[try bytes(at: offset + 1, count: size, each: 1)]
    let bits = content.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let value = Int(Int64(bitPattern: bits))
    if size == 16, !content.prefix(8).allSatisfy({ $0 == (value < 0 ? 0xFF : 0) }) {
      throw PropertyListFault(rule: .integerOutOfRange("of 16 bytes"), offset: offset)
    }
    return value
  }

  private func real(at offset: Int) throws(PropertyListFault) -> Double {
    let size = 1 << Int(self[offset] & 0x0F)
    let bits = self[try bytes(at: offset + 1, count: size, each: 1)]
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if size == 4 { return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
    return Double(bitPattern: bits)
  }

  private func ascii(at offset: Int) throws(PropertyListFault) -> String {
    let content = self[try content(at: offset, each: 1)]
    guard content.allSatisfy({ $0 < 0x80 }), let text = String(validating: content, as: UTF8.self)
    else { throw PropertyListFault(rule: .invalidEncoding(.utf8), offset: offset) }
    return text
  }

  private func utf16(at offset: Int) throws(PropertyListFault) -> String {
    let content = self[try content(at: offset, each: 2)]
    let units = stride(from: content.startIndex, to: content.endIndex, by: 2)
      .map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw PropertyListFault(rule: .invalidEncoding(.utf16BigEndian), offset: offset)
    }
    return text
  }
}
