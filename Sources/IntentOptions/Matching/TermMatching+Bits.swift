/// Where the characters of a term occur in a text of at most 64 bytes, one bit per place.
///
/// It finds what the search byte by byte finds, with a few steps per eight bytes.
struct BitMatch {
  /// Where the term starts in one piece.
  var pieces: UInt64

  /// Where a word starts; the start of the text always counts as one.
  var wordStarts: UInt64

  /// Whether pieces that each start a word make up the term.
  var isMadeOfWords: Bool

  /// Finds a term of ASCII characters; nil when they do not occur in order.
  @inline(__always) init?(_ term: UnsafeBufferPointer<UInt8>, in field: FoldedField) {
    let starts = field.wordStartBits
    let first = field.places(of: term[0])
    guard first != 0 else { return nil }
    var pieces = first
    var words = first & starts
    var behind = Self.bits(behind: first.trailingZeroBitCount)
    var number = 1
    while number < term.count {
      let occurrences = field.places(of: term[number])
      let next = occurrences & behind
      guard next != 0 else { return nil }
      behind = Self.bits(behind: next.trailingZeroBitCount)
      pieces &= occurrences >> UInt64(number)
      words = Self.extended(words, by: occurrences, starts)
      number += 1
    }
    self.pieces = pieces
    wordStarts = starts
    isMadeOfWords = words != 0
  }

  /// The bits above a place.
  @inline(__always) private static func bits(behind place: Int) -> UInt64 {
    ~0 << UInt64(place + 1)
  }

  /// Where ways to lay a term down can end once one more character is laid.
  @inline(__always) private static func extended(
    _ words: UInt64, by occurrences: UInt64, _ starts: UInt64
  ) -> UInt64 {
    guard words != 0 else { return 0 }
    let fresh = bits(behind: words.trailingZeroBitCount + 1) & starts
    return (words << 1 | fresh) & occurrences
  }
}

extension FoldedField {
  /// The longest text that a word of bits describes.
  static let bitCount = 64

  /// Where words start, for a text of at most 64 bytes.
  @inline(__always) var wordStartBits: UInt64 {
    let word = offset >> 6
    let shift = UInt64(offset & 63)
    let low = wordStarts[word] >> shift
    let high = shift == 0 ? 0 : wordStarts[word + 1] << (64 - shift)
    return (low | high | 1) & ~(~0 << UInt64(count))
  }

  /// Where a byte stands in a text of at most 64 bytes.
  @inline(__always) func places(of byte: UInt8) -> UInt64 {
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(bytes)
    var places: UInt64 = 0
    var place = 0
    while place + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      places |= Self.zeroBytes(of: word ^ pattern) << UInt64(place)
      place += 8
    }
    while place < count {
      if bytes[place] == byte { places |= 1 << UInt64(place) }
      place += 1
    }
    return places
  }

  /// One bit for each byte of a word that is zero.
  @inline(__always) private static func zeroBytes(of word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let marks = ~(((word & low) &+ low) | word | low) >> 7
    return (marks &* 0x0102_0408_1020_4080) >> 56
  }
}

extension OptionsQuery.Term {
  /// Whether the term can be matched by bits: one byte per character, in order or in one piece.
  static func isNarrow(_ text: [UInt8], _ ends: [Int], _ kind: OptionsQuery.Kind) -> Bool {
    text.count == ends.count && text.count <= FoldedField.bitCount
      && (kind == .fuzzy || kind == .exact)
  }

  /// Matches a narrow term in a text of at most 64 bytes.
  @inline(__always) func matchByBits(
    _ text: UnsafeBufferPointer<UInt8>, in field: FoldedField, scratch: inout Alignment.Scratch
  ) -> TermMatch? {
    guard let bits = BitMatch(text, in: field) else { return nil }
    let starting = bits.pieces & bits.wordStarts
    if starting != 0 { return found(at: starting.trailingZeroBitCount, in: field) }
    let isFuzzy = kind == .fuzzy && text.count > 1
    if isFuzzy && bits.isMadeOfWords {
      return matchInPieces(in: field, .wordPrefixes, scratch: &scratch)
    }
    if bits.pieces != 0 { return found(at: bits.pieces.trailingZeroBitCount, in: field) }
    return isFuzzy ? matchInPieces(in: field, .scattered, scratch: &scratch) : nil
  }
}
