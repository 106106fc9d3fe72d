/// Keeps the keys of all open objects, innermost last, and finds duplicates.
///
/// In a small object, each new key is compared with the earlier ones. A large object is sorted when
/// it ends, so no choice of keys makes the search quadratic.
struct JSONKeyStack {
  private struct Entry {
    /// A signature; equal keys have equal signatures.
    let signature: UInt64
    let token: JSONToken
  }

  private var entries: [Entry] = []

  private static let largestCompared = 16

  /// The number of keys, which marks the start of the keys of the next object.
  var mark: Int { entries.count }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds a key to the object whose keys begin at the mark, and returns a failure if it is a
  /// duplicate.
  ///
  /// - Parameter filter: Bits that the keys so far have set, which save most comparisons.
  @inline(__always)
  mutating func push(
    _ token: JSONToken, _ signature: UInt64, mark: Int, filter: inout UInt64,
    in text: UnsafeBufferPointer<UInt8>
  ) -> JSONScanFailure? {
    let entry = Entry(signature: signature, token: token)
    let bit: UInt64 = 1 << (signature >> 58)
    if filter & bit != 0, entries.count - mark < Self.largestCompared,
      let failure = repetition(of: entry, from: mark, in: text)
    {
      return failure
    }
    filter |= bit
    entries.append(entry)
    return nil
  }

  private func repetition(
    of entry: Entry, from mark: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> JSONScanFailure? {
    let earlier = entries[mark...].first { Self.areEqual($0, entry, in: text) }
    return earlier.map { Self.failure($0, entry) }
  }

  /// Removes the keys of the object that ends here, after comparing them if they have not been
  /// compared yet.
  @inline(__always)
  mutating func close(_ mark: Int, in text: UnsafeBufferPointer<UInt8>) -> JSONScanFailure? {
    if entries.count - mark > Self.largestCompared, let failure = sorted(mark, in: text) {
      return failure
    }
    entries.removeLast(entries.count - mark)
    return nil
  }

  @inline(never)
  private mutating func sorted(
    _ mark: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> JSONScanFailure? {
    entries[mark...].sort { Self.precedes($0, $1, in: text) }
    var first: JSONScanFailure?
    for index in (mark + 1)..<entries.count
    where Self.areEqual(entries[index - 1], entries[index], in: text) {
      let found = Self.failure(entries[index - 1], entries[index])
      if found.offset < first?.offset ?? .max { first = found }
    }
    return first
  }

  private static func failure(_ earlier: Entry, _ later: Entry) -> JSONScanFailure {
    JSONScanFailure(
      .duplicateKey, at: Int(later.token.start) - 1, earlier: Int(earlier.token.start) - 1)
  }

  private static func areEqual(
    _ left: Entry, _ right: Entry, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.signature == right.signature else { return false }
    return meaning(left, text).elementsEqual(meaning(right, text))
  }

  /// Orders keys by signature, then by their bytes with escapes resolved, then by position.
  private static func precedes(
    _ left: Entry, _ right: Entry, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if left.signature != right.signature { return left.signature < right.signature }
    if areEqual(left, right, in: text) { return left.token.start < right.token.start }
    return meaning(left, text).lexicographicallyPrecedes(meaning(right, text))
  }

  private static func meaning(
    _ entry: Entry, _ text: UnsafeBufferPointer<UInt8>
  ) -> JSONStringBytes {
    let first = Int(entry.token.start)
    return JSONStringBytes(
      UnsafeBufferPointer(rebasing: text[first..<first + Int(entry.token.count)]))
  }
}
