/// The bytes of a key between its quotes.
struct JSONKeyRange {
  let start: Int
  let end: Int
  let hasEscapes: Bool
}

/// The keys of all open objects, innermost last, and the search for equal ones.
///
/// Keys of a small object are compared as they come. A large object is sorted at its end, so that
/// no choice of keys makes the search quadratic.
struct JSONKeyStack {
  private struct Entry {
    /// Equal for equal keys; made of the first and last bytes and the length.
    let signature: UInt64
    let range: JSONKeyRange
  }

  private var entries: [Entry] = []
  private var scratch: [UInt8] = []

  private static let largestCompared = 16

  /// The number of keys, which marks where the keys of the next object begin.
  var mark: Int { entries.count }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds a key to the object whose keys begin at the mark.
  mutating func push(
    _ range: JSONKeyRange, mark: Int, in text: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanFailure) {
    let entry = Entry(signature: signature(of: range, in: text), range: range)
    if entries.count - mark < Self.largestCompared {
      for index in mark..<entries.count where Self.areEqual(entries[index], entry, in: text) {
        throw Self.failure(entries[index], entry)
      }
    }
    entries.append(entry)
  }

  /// Forgets the keys of the object that ends, having compared them if that is still to be done.
  mutating func close(
    _ mark: Int, in text: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanFailure) {
    if entries.count - mark > Self.largestCompared {
      entries[mark...].sort { Self.precedes($0, $1, in: text) }
      try refuseEqualNeighbours(from: mark, in: text)
    }
    entries.removeSubrange(mark...)
  }

  private func refuseEqualNeighbours(
    from mark: Int, in text: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanFailure) {
    var first: JSONScanFailure?
    for index in (mark + 1)..<entries.count
    where Self.areEqual(entries[index - 1], entries[index], in: text) {
      let found = Self.failure(entries[index - 1], entries[index])
      if found.offset < first?.offset ?? .max { first = found }
    }
    if let first { throw first }
  }

  private static func failure(_ earlier: Entry, _ later: Entry) -> JSONScanFailure {
    JSONScanFailure(.duplicateKey, at: later.range.start - 1, earlier: earlier.range.start - 1)
  }

  private static func areEqual(
    _ left: Entry, _ right: Entry, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.signature == right.signature else { return false }
    return JSONStringBytes(left.range, in: text).elementsEqual(
      JSONStringBytes(right.range, in: text))
  }

  /// Orders by signature, then by the bytes meant, then by place.
  private static func precedes(
    _ left: Entry, _ right: Entry, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if left.signature != right.signature { return left.signature < right.signature }
    if areEqual(left, right, in: text) { return left.range.start < right.range.start }
    return JSONStringBytes(left.range, in: text)
      .lexicographicallyPrecedes(JSONStringBytes(right.range, in: text))
  }

  private mutating func signature(
    of range: JSONKeyRange, in text: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    guard range.hasEscapes else {
      return Self.signature(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[range.start..<range.end]))
    }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: JSONStringBytes(range, in: text))
    return scratch.withUnsafeBytes(Self.signature)
  }

  private static func signature(_ key: UnsafeRawBufferPointer) -> UInt64 {
    guard key.count >= 8 else {
      return key.reduce(UInt64(key.count)) { $0 << 8 | UInt64($1) }
    }
    let first = key.loadUnaligned(as: UInt64.self)
    let last = key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self)
    return (first ^ UInt64(key.count)) &* 0x9E37_79B9_7F4A_7C15 ^ last
  }
}
