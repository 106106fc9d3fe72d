import CMatching

/// Folded texts in consecutive bytes, with the positions where words start.
///
/// ``hasRoom(for:)`` tells which texts fit.
struct FoldedArena: Sendable {
  /// The folded texts as UTF-8.
  var bytes: [UInt8] = []

  /// One bit per byte, set where a word starts; one spare 64-bit word follows.
  var wordStarts: [UInt64] = [0]

  /// The classes of the characters since the last ``resetMask()``; see ``classMask(of:)``.
  var mask: UInt64 = 0

  /// The number of bytes after the texts; vector instructions may read these bytes.
  private(set) var padding = 0

  var previousKind = TextFolding.Kind.separator
  var lastScalar: UInt32 = 0
  var lastOffset = 0

  /// Whether a text of `count` UTF-8 bytes can be added; folding at most triples its length.
  func hasRoom(for count: Int) -> Bool {
    count < 1 << 26 && bytes.count + count * 3 < Int(Int32.max)
  }

  /// Starts a new text: a word starts here, and nothing composes with the previous text.
  mutating func beginText() {
    previousKind = .separator
    lastScalar = 0
  }

  /// Forgets the classes of the characters so far.
  mutating func resetMask() {
    mask = 0
  }

  /// Folds and appends a text, or part of one.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Folds and appends a valid UTF-8 text, or part of one.
  mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
    var index = appendPlainRun(utf8)
    while index < utf8.count {
      if utf8[index] < 0x80 {
        appendASCII(utf8[index])
        index += 1
      } else {
        let (scalar, length) = decodedScalar(utf8, at: index)
        append(scalar)
        index += length
      }
    }
  }

  /// The class of a folded scalar, as one bit: each ASCII letter and digit has its own class, and
  /// all other scalars share classes.
  @inline(__always) static func classMask(of value: UInt32) -> UInt64 {
    switch value {
    case 0x61...0x7A: 1 << UInt64(value - 0x61)
    case 0x30...0x39: 1 << UInt64(value - 0x30 + 26)
    case 0..<0x80: 1 << UInt64(36 + value % 4)
    default: 1 << UInt64(40 + value % 24)
    }
  }

  @inline(__always) private mutating func appendASCII(_ byte: UInt8) {
    guard byte != 0 else { return }
    let (folded, kind) = TextFolding.foldedASCII(UInt32(byte))
    push(folded, kind)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if TextFolding.isPlain(value) { return push(value, .uncased) }
    if value < 0x2000 { return append(TextFolding.table.entries[Int(value)]) }
    let kind = TextFolding.kind(of: scalar)
    for folded in TextFolding.computed(scalar) { push(folded, kind) }
  }

  private mutating func append(_ entry: TextFolding.Entry) {
    if !entry.isExpansion {
      if entry.payload != 0 { push(entry.payload, entry.kind) }
      return
    }
    for folded in TextFolding.table.expansions[Int(entry.payload)] { push(folded, entry.kind) }
  }

  /// Appends one folded scalar.
  @inline(__always) private mutating func push(_ value: UInt32, _ kind: TextFolding.Kind) {
    if value >= 0x1161, let whole = TextFolding.composed(lastScalar, value) {
      bytes.removeSubrange(lastOffset...)
      lastScalar = whole
      mask |= Self.classMask(of: whole)
      return encode(whole)
    }
    if kind.startsWord(after: previousKind) { markWordStart() }
    if kind != .mark { previousKind = kind }
    lastScalar = value
    lastOffset = bytes.count
    mask |= Self.classMask(of: value)
    encode(value)
  }

  @inline(__always) private mutating func markWordStart() {
    let word = bytes.count >> 6
    while wordStarts.count <= word { wordStarts.append(0) }
    wordStarts[word] |= 1 << UInt64(bytes.count & 63)
  }

  @inline(__always) private mutating func encode(_ value: UInt32) {
    if value < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Pads both lists, so that reads may go beyond the last text; call this after the last text.
  ///
  /// The bits can be read in groups of 64 that start at any byte, and the bytes in whole vectors.
  mutating func seal() {
    let wordCount = Self.wordCount(for: bytes.count)
    while wordStarts.count < wordCount { wordStarts.append(0) }
    padding = Int(CMATCHING_PADDING)
    bytes.append(contentsOf: repeatElement(0, count: padding))
  }

  /// The number of 64-bit words that are needed to read 64 bits starting at each of `byteCount`
  /// bytes.
  static func wordCount(for byteCount: Int) -> Int { byteCount >> 6 + 2 }

  /// The number of bytes of all texts.
  var count: Int { bytes.count - padding }
}

extension TextFolding.Kind {
  /// Whether a scalar of this kind starts a word if the previous scalar has a given kind.
  @inline(__always) fileprivate func startsWord(after previous: Self) -> Bool {
    switch self {
    case .separator, .mark: false
    case .symbol: true
    case .lowercase: previous == .separator || previous == .uncased || previous == .symbol
    case .uppercase, .digit, .uncased: previous != self
    }
  }
}

extension TextFolding {
  /// The folded form and the kind of an ASCII character.
  @inline(__always) static func foldedASCII(_ byte: UInt32) -> (folded: UInt32, kind: Kind) {
    switch byte {
    case 0x61...0x7A: (byte, .lowercase)
    case 0x41...0x5A: (byte | 0x20, .uppercase)
    case 0x30...0x39: (byte, .digit)
    default: (byte, .separator)
    }
  }
}

/// The scalar at a position in valid UTF-8 that is not ASCII, and its length in bytes.
@inline(__always) func decodedScalar(
  _ utf8: UnsafeBufferPointer<UInt8>, at index: Int
) -> (Unicode.Scalar, Int) {
  func tail(_ offset: Int) -> UInt32 {
    index + offset < utf8.count ? UInt32(utf8[index + offset] & 0x3F) : 0
  }
  let lead = UInt32(utf8[index])
  let (value, length): (UInt32, Int) =
    if lead < 0xE0 {
      ((lead & 0x1F) << 6 | tail(1), 2)
    } else if lead < 0xF0 {
      ((lead & 0x0F) << 12 | tail(1) << 6 | tail(2), 3)
    } else {
      ((lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4)
    }
  return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
}

/// A table with 32 bits for each ASCII character, which tell how to fold it.
///
/// The lowest byte is the folded character, and the second byte is its kind. Above them is one bit
/// for each kind: a set bit means that the character starts a word after a character of that kind.
struct ASCIIFolding: Sendable {
  let entries: [UInt32]
  let classes: [UInt64]

  private static var kindShift: UInt32 { 8 }
  private static var wordStartShift: UInt32 { 16 }

  static let table = ASCIIFolding()

  private init() {
    var entries: [UInt32] = []
    var classes: [UInt64] = []
    for byte in UInt32(0)..<0x80 {
      let (folded, kind) = TextFolding.foldedASCII(byte)
      let kindsBeforeWordStart = TextFolding.Kind.allCases.reduce(UInt32(0)) {
        kind.startsWord(after: $1) ? $0 | 1 << $1.rawValue : $0
      }
      entries.append(
        folded | kind.rawValue << Self.kindShift | kindsBeforeWordStart << Self.wordStartShift)
      classes.append(FoldedArena.classMask(of: folded))
    }
    self.entries = entries
    self.classes = classes
  }
}

extension ASCIIFolding {
  /// Iterates over the ASCII characters in an arena, and records where words start.
  ///
  /// - Parameters:
  ///   - starts: One bit per position of the arena.
  ///   - kind: The kind of the character before the range; afterwards, the kind of the last
  ///     character in it.
  ///   - mask: The mask to which the classes of the characters are added.
  ///   - byte: Returns the character at a position.
  ///   - fold: Is called with each position and its folded character.
  @inline(__always) func walk(
    _ range: Range<Int>, _ starts: UnsafeMutableBufferPointer<UInt64>, _ kind: inout UInt32,
    _ mask: inout UInt64, byte: (Int) -> Int, fold: (Int, UInt8) -> Void
  ) {
    entries.withUnsafeBufferPointer { entries in
      classes.withUnsafeBufferPointer { classes in
        var word: UInt64 = 0
        for place in range {
          let byte = byte(place)
          let entry = entries[byte]
          mask |= classes[byte]
          fold(place, UInt8(truncatingIfNeeded: entry))
          word |= UInt64(entry >> (Self.wordStartShift &+ kind) & 1) << UInt64(place & 63)
          kind = entry >> Self.kindShift & 0xFF
          if place & 63 == 63 {
            starts[place >> 6] |= word
            word = 0
          }
        }
        starts[range.upperBound >> 6] |= word
      }
    }
  }
}

extension FoldedArena {
  /// Folds and appends the ASCII characters at the start of a text, and returns their number.
  ///
  /// The result is the same as when they are folded one by one, but it is many times faster.
  mutating func appendPlainRun(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let count = utf8.plainPrefixCount
    guard count > 0 else { return 0 }
    let start = bytes.count
    while wordStarts.count <= (start + count) >> 6 { wordStarts.append(0) }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[..<count]))
    var kind = previousKind.rawValue
    var mask = mask
    bytes.withUnsafeMutableBufferPointer { bytes in
      wordStarts.withUnsafeMutableBufferPointer { starts in
        ASCIIFolding.table.walk(start..<start + count, starts, &kind, &mask) {
          Int(bytes[$0])
        } fold: {
          bytes[$0] = $1
        }
      }
    }
    self.mask = mask
    previousKind = TextFolding.Kind(rawValue: kind) ?? .separator
    lastOffset = bytes.count - 1
    lastScalar = UInt32(bytes[lastOffset])
    return count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII characters other than NUL; folding only changes their case.
  var isPlainASCII: Bool { plainPrefixCount == count }

  /// The number of ASCII characters other than NUL at the start.
  fileprivate var plainPrefixCount: Int {
    var place = 0
    let raw = UnsafeRawBufferPointer(self)
    while place + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 || word.hasByte(below: 1) { break }
      place += 8
    }
    while place < count, 1...0x7F ~= self[place] { place += 1 }
    return place
  }
}
