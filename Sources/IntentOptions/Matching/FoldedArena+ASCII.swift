/// What folding needs to know of an ASCII character, in one word.
///
/// Bits 0 to 7 hold the folded byte, bits 8 to 15 the kind, bit 16 and up what the kind before has
/// to be for a word to start: one bit per kind.
struct ASCIIFolding: Sendable {
  let entries: [UInt32]
  let classes: [UInt64]

  static let table = ASCIIFolding()

  private init() {
    var entries: [UInt32] = []
    var classes: [UInt64] = []
    for byte in UInt32(0)..<0x80 {
      let kind: TextFolding.Kind =
        switch byte {
        case 0x61...0x7A: .lowercase
        case 0x41...0x5A: .uppercase
        case 0x30...0x39: .digit
        default: .separator
        }
      let folded = kind == .uppercase ? byte | 0x20 : byte
      entries.append(folded | kind.rawValue << 8 | Self.kindsBeforeWordStart(of: kind) << 16)
      classes.append(FoldedArena.classMask(of: folded))
    }
    self.entries = entries
    self.classes = classes
  }

  private static func kindsBeforeWordStart(of kind: TextFolding.Kind) -> UInt32 {
    let all: UInt32 = 0x7F
    func bit(_ kind: TextFolding.Kind) -> UInt32 { 1 << kind.rawValue }
    return switch kind {
    case .lowercase: bit(.separator) | bit(.uncased) | bit(.symbol)
    case .uppercase: all & ~bit(.uppercase)
    case .digit: all & ~bit(.digit)
    default: 0
    }
  }
}

extension FoldedArena {
  /// Folds the ASCII characters at the start of a text, and says how many there are.
  ///
  /// It does what folding them one by one does, many times as fast.
  mutating func appendPlainRun(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let count = utf8.plainPrefixCount
    guard count > 0 else { return 0 }
    let start = bytes.count
    while wordStarts.count <= (start + count) >> 6 { wordStarts.append(0) }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[..<count]))
    var kind = previousKind.rawValue
    var mask = mask
    let table = ASCIIFolding.table
    table.entries.withUnsafeBufferPointer { entries in
      table.classes.withUnsafeBufferPointer { classes in
        bytes.withUnsafeMutableBufferPointer { bytes in
          wordStarts.withUnsafeMutableBufferPointer { starts in
            var word: UInt64 = 0
            for place in start..<start + count {
              let byte = Int(bytes[place])
              let entry = entries[byte]
              mask |= classes[byte]
              bytes[place] = UInt8(truncatingIfNeeded: entry)
              word |= UInt64(entry >> (16 &+ kind) & 1) << UInt64(place & 63)
              kind = entry >> 8 & 0xFF
              if place & 63 == 63 {
                starts[place >> 6] |= word
                word = 0
              }
            }
            starts[(start + count) >> 6] |= word
          }
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
  /// The number of ASCII characters other than NUL at the start.
  fileprivate var plainPrefixCount: Int {
    var place = 0
    let raw = UnsafeRawBufferPointer(self)
    while place + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let isPlain =
        word & 0x8080_8080_8080_8080 == 0
        && (word &- 0x0101_0101_0101_0101) & 0x8080_8080_8080_8080 == 0
      if !isPlain { break }
      place += 8
    }
    while place < count, 1...0x7F ~= self[place] { place += 1 }
    return place
  }
}
