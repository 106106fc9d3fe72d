/// A set of item identifiers that finds duplicates.
///
/// It compares like `String`, but makes strings of only a few identifiers: texts that are certain
/// to be in the composed form (NFC) are equal only if their bytes are. After the first identifier
/// that may not be in this form, it makes strings of all that are not ASCII.
struct IdentifierSet {
  /// For each slot, half of a hash and the number of an item plus 1; 0 for an empty slot.
  private var slots: [UInt64]
  private let shift: UInt64
  private let seed: UInt64

  /// The numbers of the items in slots that are not ASCII, until strings are needed.
  private var composed: [UInt32] = []

  /// The identifiers that are not ASCII, as strings; nil while comparing bytes is enough.
  private var others: Set<String>?

  /// Makes a set with room for `count` identifiers.
  init(minimumCapacity count: Int) {
    var bits = 4
    while 1 << bits < count * 2 { bits += 1 }
    slots = [UInt64](repeating: 0, count: 1 << bits)
    shift = UInt64(64 - bits)
    seed = UInt64.random(in: .min ... .max) | 1
  }

  /// Adds the identifier of an item; returns false if the set contains it already.
  ///
  /// - Parameters:
  ///   - number: The number of the item, below 2³² - 1.
  ///   - identifierOf: Returns the identifier of an item that was added before.
  mutating func insert(
    _ identifier: UnsafeBufferPointer<UInt8>, number: Int, identifierOf: (_ other: Int) -> [UInt8]
  ) -> Bool {
    if identifier.isASCII { return insertBytes(identifier, number: number, identifierOf) }
    if others == nil {
      if identifier.isCertainlyComposed {
        composed.append(UInt32(number))
        return insertBytes(identifier, number: number, identifierOf)
      }
      others = Set(composed.map { String(decoding: identifierOf(Int($0)), as: UTF8.self) })
      composed = []
    }
    return insertString(identifier)
  }

  private mutating func insertBytes(
    _ identifier: UnsafeBufferPointer<UInt8>, number: Int, _ identifierOf: (_ other: Int) -> [UInt8]
  ) -> Bool {
    let hash = hash(of: identifier)
    let tag = hash << 32
    var slot = Int(truncatingIfNeeded: hash >> shift)
    while slots[slot] != 0 {
      let other = slots[slot]
      if other & ~0xFFFF_FFFF == tag,
        identifierOf(Int(other & 0xFFFF_FFFF) - 1).elementsEqual(identifier)
      {
        return false
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = tag | UInt64(number + 1)
    return true
  }

  /// The scalars outside ASCII that are canonically equivalent to one in ASCII.
  ///
  /// An identifier with one of them is reported as a duplicate, which causes a thorough check.
  private static let aliases: Set<UInt32> = [0x37E, 0x1FEF, 0x212A]

  private mutating func insertString(_ identifier: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = String(decoding: identifier, as: UTF8.self)
    if text.unicodeScalars.contains(where: { Self.aliases.contains($0.value) }) { return false }
    return others?.insert(text).inserted ?? false
  }

  private func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.hash(from: seed)
  }
}

/// A quick filter for many identifiers that leaves only a few possible duplicates.
///
/// It has 16 positions of two bits per identifier, which fit into the processor's cache better than
/// a table of all identifiers.
struct IdentifierSketch {
  private var once: [UInt64]
  private var twice: [UInt64]
  private let shift: UInt64
  private let seed = UInt64.random(in: .min ... .max) | 1

  /// The number of identifiers whose position is used more than once.
  private(set) var suspectCount = 0

  /// Makes a sketch for `count` identifiers.
  init(count: Int) {
    var bits = 6
    while 1 << bits < count * 16 { bits += 1 }
    once = [UInt64](repeating: 0, count: 1 << (bits - 6))
    twice = once
    shift = UInt64(64 - bits)
  }

  /// Adds an identifier; returns false if it could equal one with different bytes.
  mutating func add(_ identifier: UnsafeBufferPointer<UInt8>) -> Bool {
    guard identifier.isASCII || identifier.isCertainlyComposed else { return false }
    let (word, bit) = place(of: identifier)
    if once[word] & bit == 0 {
      once[word] |= bit
    } else {
      suspectCount += twice[word] & bit == 0 ? 2 : 1
      twice[word] |= bit
    }
    return true
  }

  /// Whether an identifier may have been added twice.
  func isSuspect(_ identifier: UnsafeBufferPointer<UInt8>) -> Bool {
    let (word, bit) = place(of: identifier)
    return twice[word] & bit != 0
  }

  private func place(of identifier: UnsafeBufferPointer<UInt8>) -> (word: Int, bit: UInt64) {
    let place = identifier.hash(from: seed) >> shift
    return (Int(place >> 6), 1 << (place & 63))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A hash of the bytes.
  fileprivate func hash(from seed: UInt64) -> UInt64 {
    let bytes = self
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = seed ^ UInt64(bytes.count)
    var place = 0
    while place < bytes.count {
      var word: UInt64 = 0
      if place + 8 <= bytes.count {
        word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      } else {
        for byte in bytes[place...] { word = word << 8 | UInt64(byte) }
      }
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low &+ seed
      place += 8
    }
    return hash
  }

  /// Whether another text has the same bytes.
  func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count else { return false }
    if baseAddress == other.baseAddress { return true }
    let (own, others) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var place = 0
    while place + 8 <= count {
      let word = own.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word != others.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      place += 8
    }
    return tail.elementsEqual(other.tail)
  }

  /// Whether all bytes are ASCII characters.
  var isASCII: Bool {
    allSatisfiesWords { $0 & 0x8080_8080_8080_8080 == 0 } && tail.allSatisfy { $0 < 0x80 }
  }

  /// Whether a text of valid UTF-8 has no control character and no line separator.
  var isPlain: Bool {
    // Almost no text has any of these lead bytes.
    let isCertain =
      allSatisfiesWords {
        !$0.hasByte(below: 0x20) && !$0.hasByte(0x7F) && !$0.hasByte(0xC2) && !$0.hasByte(0xE2)
      }
      && tail.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
    return isCertain || indices.allSatisfy { !isControlCharacter(at: $0) }
  }

  /// Whether one of U+0000–001F, U+007F–009F, U+2028 and U+2029 begins at a position.
  private func isControlCharacter(at place: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 { place + offset < count ? self[place + offset] : 0 }
    switch self[place] {
    case 0..<0x20, 0x7F: return true
    case 0xC2: return byte(1) < 0xA0
    case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)
    default: return false
    }
  }

  /// The bytes after the last whole word.
  private var tail: Slice<Self> { self[(count & ~7)...] }

  @inline(__always) private func allSatisfiesWords(_ holds: (UInt64) -> Bool) -> Bool {
    let raw = UnsafeRawBufferPointer(self)
    var place = 0
    while place + 8 <= count {
      if !holds(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)) { return false }
      place += 8
    }
    return true
  }
}

extension UInt64 {
  /// Whether one of the eight bytes is below a limit of at most 128; may also be true for bytes
  /// above such a byte.
  fileprivate func hasByte(below limit: UInt64) -> Bool {
    (self &- 0x0101_0101_0101_0101 &* limit) & ~self & 0x8080_8080_8080_8080 != 0
  }

  /// Whether one of the eight bytes has a value.
  fileprivate func hasByte(_ byte: UInt64) -> Bool {
    (self ^ 0x0101_0101_0101_0101 &* byte).hasByte(below: 1)
  }
}
