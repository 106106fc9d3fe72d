/// Identifiers of items, to find one that occurs twice: as `String` compares, without making strings of
/// those in ASCII.
struct IdentifierSet {
  /// For each slot half of a hash and the number of an item from 1; 0 for an empty slot.
  private var slots: [UInt64]
  private let shift: UInt64
  private let seed: UInt64
  private var others: Set<String> = []

  /// Makes a set with room for a number of identifiers.
  init(minimumCapacity count: Int) {
    var bits = 4
    while 1 << bits < count * 2 { bits += 1 }
    slots = [UInt64](repeating: 0, count: 1 << bits)
    shift = UInt64(64 - bits)
    seed = UInt64.random(in: .min ... .max) | 1
  }

  /// Adds the identifier of an item; false where it is there already.
  ///
  /// - Parameters:
  ///   - number: The number of the item, below 2³² - 1.
  ///   - isSame: Whether an item that was added has an identifier.
  mutating func insert(
    _ identifier: UnsafeBufferPointer<UInt8>, number: Int,
    isSame: (_ other: Int, _ identifier: UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    if !identifier.isASCII { return insertOther(identifier) }
    let hash = hash(of: identifier)
    let tag = hash << 32
    var slot = Int(truncatingIfNeeded: hash >> shift)
    while slots[slot] != 0 {
      let other = slots[slot]
      if other & ~0xFFFF_FFFF == tag, isSame(Int(other & 0xFFFF_FFFF) - 1, identifier) {
        return false
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = tag | UInt64(number + 1)
    return true
  }

  /// The scalars outside ASCII that are canonically equivalent to one in it: an identifier with one of
  /// them counts as occurring twice, which calls for a closer look.
  private static let aliases: Set<UInt32> = [0x37E, 0x1FEF, 0x212A]

  private mutating func insertOther(_ identifier: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = String(decoding: identifier, as: UTF8.self)
    if text.unicodeScalars.contains(where: { Self.aliases.contains($0.value) }) { return false }
    return others.insert(text).inserted
  }

  private func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
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
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII characters.
  var isASCII: Bool {
    allSatisfiesWords { $0 & 0x8080_8080_8080_8080 == 0 } && tail.allSatisfy { $0 < 0x80 }
  }

  /// Whether no byte can be part of a control character or of a separator of lines.
  var isPlain: Bool {
    allSatisfiesWords {
      !$0.hasByte(below: 0x20) && !$0.hasByte(0x7F) && !$0.hasByte(0xC2) && !$0.hasByte(0xE2)
    }
      && tail.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
  }

  /// The bytes behind the last whole word.
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
  /// Whether one of the eight bytes is below a number of at most 128; perhaps also where one is above
  /// such a byte.
  fileprivate func hasByte(below limit: UInt64) -> Bool {
    (self &- 0x0101_0101_0101_0101 &* limit) & ~self & 0x8080_8080_8080_8080 != 0
  }

  /// Whether one of the eight bytes is a number.
  fileprivate func hasByte(_ byte: UInt64) -> Bool {
    (self ^ 0x0101_0101_0101_0101 &* byte).hasByte(below: 1)
  }
}
