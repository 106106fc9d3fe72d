/// The scanner's twin for texts that nothing is wrong with, without the words for what is wrong.
///
/// It accepts only what `JSONScanner` accepts, and finds the same in it; what is rare it leaves to
/// the scanner: escapes in keys, more than 64 keys in an object, long numbers, deep nesting.
struct JSONQuickScan: ~Copyable {
  /// Marks of the keys of all open objects, equal for equal keys.
  private let keys: UnsafeMutablePointer<UInt64>
  private let maximumBytes: Int
  private let maximumDepth: Int

  private static let mostKeys = 64

  init(limits: JSONLimits) {
    maximumBytes = limits.maximumBytes
    maximumDepth = min(limits.maximumDepth, 64)
    keys = .allocate(capacity: (maximumDepth + 1) * Self.mostKeys)
  }

  deinit {
    keys.deallocate()
  }

  /// What is in a valid text; nil for a text that the scanner has to look at.
  func scan(_ text: UnsafeBufferPointer<UInt8>) -> JSONScanFindings? {
    guard let start = text.baseAddress, text.count <= maximumBytes else { return nil }
    var cursor = Cursor(place: start, end: start + text.count)
    cursor.skipSpace()
    guard value(&cursor, depth: 0) else { return nil }
    cursor.skipSpace()
    return cursor.place == cursor.end ? cursor.findings : nil
  }

  private func value(_ cursor: inout Cursor, depth: Int) -> Bool {
    switch cursor.current {
    case Ascii.quote: return cursor.string()
    case Ascii.openBrace: return depth < maximumDepth && object(&cursor, depth: depth + 1)
    case Ascii.openBracket: return depth < maximumDepth && array(&cursor, depth: depth + 1)
    case Ascii.lowerT: return cursor.literal("true")
    case Ascii.lowerF: return cursor.literal("false")
    case Ascii.lowerN: return cursor.literal("null")
    default: return cursor.number()
    }
  }

  private func array(_ cursor: inout Cursor, depth: Int) -> Bool {
    cursor.place += 1
    cursor.skipSpace()
    if cursor.take(Ascii.closeBracket) { return true }
    while true {
      guard value(&cursor, depth: depth) else { return false }
      cursor.skipSpace()
      if cursor.take(Ascii.closeBracket) { return true }
      guard cursor.take(Ascii.comma) else { return false }
      cursor.skipSpace()
    }
  }

  private func object(_ cursor: inout Cursor, depth: Int) -> Bool {
    cursor.place += 1
    cursor.skipSpace()
    if cursor.take(Ascii.closeBrace) { return true }
    let marks = keys + (depth - 1) * Self.mostKeys
    var count = 0
    var filter: UInt64 = 0
    while true {
      guard count < Self.mostKeys, let mark = key(&cursor),
        isNew(mark, among: marks, count, &filter)
      else { return false }
      marks[count] = mark
      count += 1
      guard value(&cursor, depth: depth) else { return false }
      cursor.skipSpace()
      if cursor.take(Ascii.closeBrace) { return true }
      guard cursor.take(Ascii.comma) else { return false }
      cursor.skipSpace()
    }
  }

  /// Reads a key and its colon; nil where the scanner has to look.
  private func key(_ cursor: inout Cursor) -> UInt64? {
    guard cursor.current == Ascii.quote else { return nil }
    let start = cursor.place + 1
    let before = cursor.findings
    cursor.findings.remove(.escape)
    guard cursor.string(), !cursor.findings.contains(.escape) else { return nil }
    cursor.findings.formUnion(before)
    let mark = Self.mark(start, count: start.distance(to: cursor.place) - 1)
    cursor.skipSpace()
    guard cursor.take(Ascii.colon) else { return nil }
    cursor.skipSpace()
    return mark
  }

  /// Whether no earlier key has the mark; a filter of 64 bits saves most comparisons.
  @inline(__always)
  private func isNew(
    _ mark: UInt64, among marks: UnsafeMutablePointer<UInt64>, _ count: Int,
    _ filter: inout UInt64
  ) -> Bool {
    let bit: UInt64 = 1 << ((mark &* 0x9E37_79B9_7F4A_7C15) >> 58)
    defer { filter |= bit }
    if filter & bit == 0 { return true }
    for index in 0..<count where marks[index] == mark { return false }
    return true
  }

  /// A number that is equal for equal keys: the bytes of a short one, else of its two ends.
  @inline(__always)
  private static func mark(_ key: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(key)
    if count >= 8 {
      let first = bytes.loadUnaligned(as: UInt64.self)
      let last = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      return (first ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15 ^ last
    }
    if count >= 4 {
      let first = UInt64(bytes.loadUnaligned(as: UInt32.self))
      let last = UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      return (first << 32 | last) &+ UInt64(count)
    }
    var mark = UInt64(count)
    for index in 0..<count { mark = mark << 8 | UInt64(key[index]) }
    return mark
  }
}
