import Messages

/// Reads a compiled file of the tz database (RFC 9636).
///
/// A version 1 file has four-byte times; later versions repeat the data with eight-byte times and
/// end with a yearly rule. The times in files of a folder named `right` count leap seconds. Clocks
/// and calendars do not include them, so the times are converted.
package struct ZoneFile {
  /// The maximum size of a database file in bytes: zone files have at most a few thousand
  /// bytes, and `tzdata.zi` and the `.tab` files a few hundred thousand.
  package static let sizeLimit = 1 << 20
  /// The range of instants that a file can contain.
  private static let instants = -1 << 60...1 << 60

  private let bytes: [UInt8]
  private var position = 0

  /// The counts in a file's header.
  private struct Header {
    var version: UInt8
    var utcCount: Int
    var standardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var characterCount: Int

    func size(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
        + standardCount + utcCount
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The rules in the bytes of a file; nil if it is not a valid file.
  package static func rules(identifier: String, bytes: [UInt8]) -> ZoneRules? {
    guard bytes.count <= sizeLimit else { return nil }
    var file = ZoneFile(bytes: bytes)
    guard let (header, timeSize) = file.takeBestHeader() else { return nil }
    return file.takeRules(identifier: identifier, header: header, timeSize: timeSize)
  }

  /// Whether the times of a file count leap seconds.
  static func countsLeapSeconds(_ bytes: [UInt8]) -> Bool {
    var file = ZoneFile(bytes: bytes)
    return file.takeBestHeader().map { $0.header.leapCount > 0 } ?? false
  }

  /// Takes the header of the data to read: the second header, if there are two.
  private mutating func takeBestHeader() -> (header: Header, timeSize: Int)? {
    guard let first = takeHeader() else { return nil }
    guard first.version >= UInt8(ascii: "2") else { return (first, 4) }
    position += first.size(timeSize: 4)
    return takeHeader().map { ($0, 8) }
  }

  private mutating func takeHeader() -> Header? {
    // Fifteen reserved bytes follow the version.
    let (magic, reserved, countOfCounts) = ("TZif".utf8, 15, 6)
    let start = position + magic.count + 1 + reserved
    guard start + countOfCounts * 4 <= bytes.count, bytes[position...].starts(with: magic) else {
      return nil
    }
    let version = bytes[position + magic.count]
    position = start
    let counts = (0..<countOfCounts).map { _ in takeInteger(size: 4) }
    // The limit on each count prevents overflow in the sums below.
    guard counts.allSatisfy({ (0...Self.sizeLimit).contains($0) }) else { return nil }
    return Header(
      version: version, utcCount: counts[0], standardCount: counts[1], leapCount: counts[2],
      timeCount: counts[3], typeCount: counts[4], characterCount: counts[5])
  }

  private mutating func takeRules(
    identifier: String, header: Header, timeSize: Int
  ) -> ZoneRules? {
    let end = position + header.size(timeSize: timeSize)
    guard end <= bytes.count, header.typeCount > 0 else { return nil }
    let transitions = (0..<header.timeCount).map { _ in takeInteger(size: timeSize) }
    let indices = (0..<header.timeCount).map { _ in takeInteger(size: 1) & 0xFF }
    let types = (0..<header.typeCount).map { _ in takeOffset() }
    guard indices.allSatisfy({ $0 < types.count }),
      transitions.allSatisfy(Self.instants.contains)
    else { return nil }
    position += header.characterCount
    let leaps = (0..<header.leapCount).map { _ in
      (instant: takeInteger(size: timeSize), sum: takeInteger(size: 4))
    }
    position = end
    let instants = transitions.map { transition in
      let passed = leaps.partitionIndex { $0.instant > transition }
      return passed == 0 ? transition : transition - leaps[passed - 1].sum
    }
    guard zip(instants, instants.dropFirst()).allSatisfy(<) else { return nil }
    return ZoneRules(
      identifier: identifier, transitions: instants, offsets: indices.map { types[$0] },
      firstOffset: types[0], tail: timeSize == 8 ? footer() : nil)
  }

  /// Takes the offset of a local time type and skips its flag and name.
  private mutating func takeOffset() -> Int {
    let offset = takeInteger(size: 4)
    position += 2
    return offset
  }

  private mutating func takeInteger(size: Int) -> Int {
    var value: UInt64 = bytes[position] & 0x80 == 0 ? 0 : .max
    for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
    position += size
    return Int(Int64(bitPattern: value))
  }

  private func footer() -> YearlyZoneRule? {
    let line = bytes[position...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    return YearlyZoneRule(parsing: String(decoding: line, as: UTF8.self))
  }
}
