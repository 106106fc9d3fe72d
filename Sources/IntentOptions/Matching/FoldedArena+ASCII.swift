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

extension ASCIIFolding {
  /// Goes through the places of ASCII characters in an arena, and notes where words start.
  ///
  /// - Parameters:
  ///   - starts: One bit per place of the arena.
  ///   - kind: The kind of the character before; that of the last one afterwards.
  ///   - mask: The classes of the characters are added to it.
  ///   - byte: Gives the character at a place.
  ///   - fold: Is given each place with its folded character.
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
          word |= UInt64(entry >> (16 &+ kind) & 1) << UInt64(place & 63)
          kind = entry >> 8 & 0xFF
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
  /// Whether all bytes are ASCII characters other than NUL, which folding only changes the case of.
  var isPlainASCII: Bool { plainPrefixCount == count }

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
