/// The different keys of a file, each made a string once.
///
/// A definition says the same forty keys thousands of times. The table also tells at no cost whether a
/// key is already in the dictionary being read: each key remembers the dictionary that has it.
struct PropertyListKeyTable {
  private(set) var strings: [String] = []

  /// The serial number of the innermost open dictionary that holds the key, by key.
  var holders: [Int] = []

  private var spans: [(start: Int, length: Int, hash: UInt64)] = []
  private var arena: [UInt8] = []
  private var slots = [Int32](repeating: -1, count: 256)

  /// Differs in every reading, so that a file can't be made whose keys all collide.
  private let seed = UInt64.random(in: .min ... .max)

  /// The number of a key, or nil where its bytes are not UTF-8.
  mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = hash(bytes)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let candidate = Int(slots[slot])
      if isEqual(candidate, bytes, hash) { return candidate }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard let string = String(validating: bytes, as: UTF8.self) else { return nil }
    let number = strings.count
    strings.append(string)
    holders.append(-1)
    spans.append((arena.count, bytes.count, hash))
    arena.append(contentsOf: bytes)
    slots[slot] = Int32(number)
    if strings.count * 2 > slots.count { grow() }
    return number
  }

  private func isEqual(_ number: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Bool {
    let span = spans[number]
    guard span.hash == hash, span.length == bytes.count else { return false }
    for offset in 0..<span.length where arena[span.start + offset] != bytes[offset] { return false }
    return true
  }

  private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* factor
      hash ^= hash >> 29
      offset += 8
    }
    while offset < bytes.count {
      hash = (hash ^ UInt64(bytes[offset])) &* factor
      hash ^= hash >> 29
      offset += 1
    }
    return hash
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for (number, span) in spans.enumerated() {
      var slot = Int(truncatingIfNeeded: span.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
