/// The scanner's twin for texts that nothing is wrong with, without the words for what is wrong.
///
/// It accepts only what `JSONScanner` accepts, and finds the same in it; what is rare it leaves to
/// the scanner: escapes in keys, more than 64 keys in an object, long numbers, deep nesting.
struct JSONQuickScan: ~Copyable {
  typealias Place = UnsafePointer<UInt8>

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
    let reading = Reading(end: start + text.count)
    var findings: JSONScanFindings = []
    let first = reading.skipSpace(start)
    guard let last = value(first, reading, depth: 0, &findings) else { return nil }
    return reading.skipSpace(last) == reading.end ? findings : nil
  }

  // Places are handed from call to call, not kept in memory: this is the inner loop of it all.

  /// Reads a value; nil where the scanner has to look, as everywhere below.
  private func value(
    _ place: Place, _ reading: Reading, depth: Int, _ findings: inout JSONScanFindings
  ) -> Place? {
    switch reading.byte(at: place) {
    case Ascii.quote: return reading.string(place, &findings)
    case Ascii.openBrace:
      return depth < maximumDepth ? object(place, reading, depth: depth + 1, &findings) : nil
    case Ascii.openBracket:
      return depth < maximumDepth ? array(place, reading, depth: depth + 1, &findings) : nil
    case Ascii.lowerT: return reading.literal(place, "true")
    case Ascii.lowerF: return reading.literal(place, "false")
    case Ascii.lowerN: return reading.literal(place, "null")
    default: return reading.number(place)
    }
  }

  private func array(
    _ start: Place, _ reading: Reading, depth: Int, _ findings: inout JSONScanFindings
  ) -> Place? {
    var place = reading.skipSpace(start + 1)
    if reading.byte(at: place) == Ascii.closeBracket { return place + 1 }
    while true {
      guard let end = value(place, reading, depth: depth, &findings) else { return nil }
      place = reading.skipSpace(end)
      let byte = reading.byte(at: place)
      if byte == Ascii.closeBracket { return place + 1 }
      guard byte == Ascii.comma else { return nil }
      place = reading.skipSpace(place + 1)
    }
  }

  private func object(
    _ start: Place, _ reading: Reading, depth: Int, _ findings: inout JSONScanFindings
  ) -> Place? {
    var place = reading.skipSpace(start + 1)
    if reading.byte(at: place) == Ascii.closeBrace { return place + 1 }
    let marks = keys + (depth - 1) * Self.mostKeys
    var count = 0
    var filter: UInt64 = 0
    while true {
      guard count < Self.mostKeys, let key = key(place, reading, &findings),
        isNew(key.mark, among: marks, count, &filter)
      else { return nil }
      marks[count] = key.mark
      count += 1
      guard let first = reading.colon(key.end),
        let end = value(first, reading, depth: depth, &findings)
      else { return nil }
      place = reading.skipSpace(end)
      let byte = reading.byte(at: place)
      if byte == Ascii.closeBrace { return place + 1 }
      guard byte == Ascii.comma else { return nil }
      place = reading.skipSpace(place + 1)
    }
  }

  /// Reads a key, and gives a mark that is equal for equal keys.
  ///
  /// The mark is made of the words of the key while they are looked at.
  @inline(__always)
  private func key(
    _ start: Place, _ reading: Reading, _ findings: inout JSONScanFindings
  ) -> (mark: UInt64, end: Place)? {
    guard reading.byte(at: start) == Ascii.quote else { return nil }
    var place = start + 1
    var mark: UInt64 = 0
    while place.distance(to: reading.end) >= 8 {
      let word = Reading.word(at: place)
      let stops = Reading.stops(in: word)
      if stops == 0 {
        mark = Self.mix(mark, word)
        place += 8
        continue
      }
      let count = stops.trailingZeroBitCount >> 3
      guard place[count] == Ascii.quote else { break }
      return (Self.mark(mark, rest: word, count: count), place + count + 1)
    }
    return rareKey(start, reading, &findings)
  }

  /// Reads a key that is not all printable ASCII or stands near the end of the text.
  @inline(never)
  private func rareKey(
    _ start: Place, _ reading: Reading, _ findings: inout JSONScanFindings
  ) -> (mark: UInt64, end: Place)? {
    var found: JSONScanFindings = []
    guard let end = reading.string(start, &found), !found.contains(.escape) else { return nil }
    findings.formUnion(found)
    return (Self.mark(start + 1, count: start.distance(to: end) - 2), end)
  }

  /// Whether no earlier key has the mark; a filter of 64 bits saves most comparisons.
  @inline(__always)
  private func isNew(
    _ mark: UInt64, among marks: UnsafeMutablePointer<UInt64>, _ count: Int,
    _ filter: inout UInt64
  ) -> Bool {
    let bit: UInt64 = 1 << (mark >> 58)
    defer { filter |= bit }
    if filter & bit == 0 { return true }
    for index in 0..<count where marks[index] == mark { return false }
    return true
  }

  @inline(__always)
  private static func mix(_ mark: UInt64, _ word: UInt64) -> UInt64 {
    let product = (mark ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }

  /// The mark of a key whose last bytes, fewer than eight, are the first ones of a word.
  @inline(__always)
  private static func mark(_ mark: UInt64, rest word: UInt64, count: Int) -> UInt64 {
    let rest = word & (1 << UInt64(count * 8) &- 1)
    return mix(mark, rest ^ UInt64(count) << 56)
  }

  /// The mark of a key, from its bytes.
  private static func mark(_ key: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var mark: UInt64 = 0
    var place = key
    for _ in 0..<(count / 8) {
      mark = mix(mark, Reading.word(at: place))
      place += 8
    }
    var rest: UInt64 = 0
    for index in 0..<(count % 8) { rest |= UInt64(place[index]) << UInt64(index * 8) }
    return Self.mark(mark, rest: rest, count: count % 8)
  }
}
