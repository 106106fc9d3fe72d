/// Room for the strings of one item whose escapes are resolved, in the order they are read.
struct UnescapedTexts {
  private let room: UnsafeMutableBufferPointer<UInt8>

  /// The number of bytes that are used.
  private(set) var count = 0

  /// Makes room, which is to be deallocated.
  init(capacity: Int) {
    room = .allocate(capacity: capacity)
  }

  func deallocate() { room.deallocate() }

  /// Forgets all texts.
  mutating func clear() { count = 0 }

  /// Adds bytes; false where there is no room for them.
  mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard count + bytes.count <= room.count else { return false }
    _ = UnsafeMutableBufferPointer(rebasing: room[count...]).update(fromContentsOf: bytes)
    count += bytes.count
    return true
  }

  /// Adds a character; false where there is no room for it.
  mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    let bytes = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    guard count + bytes.count <= room.count else { return false }
    for byte in bytes {
      room[count] = byte
      count += 1
    }
    return true
  }

  /// The bytes from a place on, which stay until the texts are forgotten.
  func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: room[start..<count])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The character that an escape stands for, and the length of the escape; nil for escapes of control
  /// characters, for half a surrogate pair, and for what is not an escape.
  func escape(at place: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard place + 1 < count, self[place] == UInt8(ascii: "\\") else { return nil }
    switch self[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return (Unicode.Scalar(self[place + 1]), 2)
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(at: place + 2), unit >= 0x20 else { return nil }
      guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit).map { ($0, 6) } }
      guard place + 7 < count, self[place + 6] == UInt8(ascii: "\\"),
        self[place + 7] == UInt8(ascii: "u"), let trail = codeUnit(at: place + 8),
        UTF16.isTrailSurrogate(trail)
      else { return nil }
      let value = 0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
      return Unicode.Scalar(value).map { ($0, 12) }
    default: return nil
    }
  }

  /// The number of four hexadecimal digits.
  private func codeUnit(at place: Int) -> UInt16? {
    guard place + 4 <= count else { return nil }
    var unit: UInt16 = 0
    for byte in self[place..<place + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(byte & 0x0F)
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        unit = unit << 4 | UInt16(byte & 0x0F + 9)
      default: return nil
      }
    }
    return unit
  }
}
