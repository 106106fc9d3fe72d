/// The hashes of many identifiers, used to find possible duplicates with all processors.
///
/// Equality is that of `String`, but only a few identifiers become strings: texts that are certain
/// to be in the composed form (NFC) are equal only if their bytes are equal.
struct IdentifierHashes: Sendable {
  private let seed = UInt64.random(in: .min ... .max) | 1

  /// Whether all texts that are not ASCII are compared as strings, because one of them may not be
  /// in the composed form.
  var comparesStrings = false

  /// The hash of an identifier; equal identifiers have equal hashes.
  ///
  /// - Returns: Nil for a text that may be equal to a text with a different hash; a thorough check
  ///   must then compare the texts.
  func hash(of identifier: UnsafeBufferPointer<UInt8>) -> UInt64? {
    if identifier.isASCII { return identifier.hash(from: seed) }
    guard comparesStrings else {
      return identifier.isCertainlyComposed ? identifier.hash(from: seed) : nil
    }
    let text = String(decoding: identifier, as: UTF8.self)
    if text.unicodeScalars.contains(where: { Self.aliases.contains($0.value) }) { return nil }
    return UInt64(bitPattern: Int64(text.hashValue))
  }

  /// The scalars outside ASCII that are canonically equivalent to an ASCII scalar.
  private static let aliases: Set<UInt32> = [0x37E, 0x1FEF, 0x212A]

  /// The minimum number of hashes that are worth distributing among processors.
  private static let minimumCount = 4_096

  /// How many of the last bits of a hash determine the part to which it belongs.
  ///
  /// Many hashes are divided into parts, so that the table of each part fits into a processor's
  /// cache.
  private static let partBits = 4

  /// Whether no hash occurs twice.
  ///
  /// Equal hashes belong to the same part, so each part can be checked separately.
  static func areDifferent(_ hashes: [[UInt64]]) -> Bool {
    let count = hashes.reduce(0) { $0 + $1.count }
    let bits = count < minimumCount ? 0 : partBits
    let parts = try? ParallelScan.map(count: 1 << bits, isCancelled: { false }) { part in
      areDifferent(hashes, endingWith: UInt64(part), bits: UInt64(bits))
    }
    return parts?.allSatisfy { $0 } ?? false
  }

  /// Whether all hashes that end with the given bits are different.
  private static func areDifferent(
    _ hashes: [[UInt64]], endingWith part: UInt64, bits: UInt64
  ) -> Bool {
    let mask: UInt64 = 1 << bits - 1
    let count = hashes.reduce(0) { $0 + $1.count { $0 & mask == part } }
    var size = 16
    while size < count * 2 { size *= 2 }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: size) { slots in
      slots.initialize(repeating: 0)
      for list in hashes {
        for hash in list where hash & mask == part {
          // An empty slot is 0.
          let kept = hash | 1
          var slot = Int(truncatingIfNeeded: hash &>> bits) & (size - 1)
          while slots[slot] != 0 {
            if slots[slot] == kept { return false }
            slot = (slot + 1) & (size - 1)
          }
          slots[slot] = kept
        }
      }
      return true
    }
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
  package func hasSameBytes(as other: Self) -> Bool {
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
  package var isASCII: Bool {
    allSatisfiesWords { $0 & 0x8080_8080_8080_8080 == 0 } && tail.allSatisfy { $0 < 0x80 }
  }

  /// Whether a valid UTF-8 text has no control character and no line separator.
  var isPlain: Bool {
    // Almost no text contains any of these lead bytes.
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
  /// Whether one of the eight bytes is below a limit of at most 128.
  @inline(__always) func hasByte(below limit: UInt64) -> Bool {
    (self &- 0x0101_0101_0101_0101 &* limit) & ~self & 0x8080_8080_8080_8080 != 0
  }

  /// Whether one of the eight bytes equals a given value.
  fileprivate func hasByte(_ byte: UInt64) -> Bool {
    (self ^ 0x0101_0101_0101_0101 &* byte).hasByte(below: 1)
  }
}
