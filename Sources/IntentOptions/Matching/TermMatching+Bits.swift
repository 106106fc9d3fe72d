import CMatching

/// Where the characters of a term occur in a text of at most 64 bytes, one bit per place.
///
/// It finds what the search byte by byte finds, with a few steps per 16 bytes.
struct BitMatch {
  /// Where the term starts in one piece.
  var pieces: UInt64

  /// Where a word starts; the start of the text always counts as one.
  var wordStarts: UInt64

  /// Whether pieces that each start a word make up the term.
  var isMadeOfWords: Bool

  /// From the first place of the first character to the last one of the last.
  var span: Range<Int>

  /// Finds a term of ASCII characters; nil when they do not occur in order.
  @inline(__always) init?(_ term: UnsafeBufferPointer<UInt8>, in field: FoldedField) {
    let starts = field.wordStartBits
    let first = field.places(of: term[0])
    guard first != 0 else { return nil }
    var earliest = first.trailingZeroBitCount
    var pieces = first
    var words = first & starts
    var occurrences = first
    var number = 1
    while number < term.count {
      occurrences = field.places(of: term[number])
      let next = occurrences & Self.bits(behind: earliest)
      guard next != 0 else { return nil }
      earliest = next.trailingZeroBitCount
      pieces &= occurrences &>> UInt64(number)
      words = Self.extended(words, by: occurrences, starts)
      number += 1
    }
    self.pieces = pieces
    wordStarts = starts
    isMadeOfWords = words != 0
    span = first.trailingZeroBitCount..<UInt64.bitWidth - occurrences.leadingZeroBitCount
  }

  /// The bits above a place.
  @inline(__always) private static func bits(behind place: Int) -> UInt64 {
    ~1 &<< UInt64(place)
  }

  /// Where ways to lay a term down can end once one more character is laid.
  @inline(__always) private static func extended(
    _ words: UInt64, by occurrences: UInt64, _ starts: UInt64
  ) -> UInt64 {
    guard words != 0 else { return 0 }
    let fresh = bits(behind: words.trailingZeroBitCount) << 1 & starts
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
    let low = wordStarts[word] &>> shift
    let high = (wordStarts[word + 1] << 1) &<< (63 &- shift)
    return (low | high | 1) & ~(~0 << UInt64(count))
  }

  /// Where a byte stands in a text of at most 64 bytes.
  @inline(__always) func places(of byte: UInt8) -> UInt64 {
    // The arena is sealed: behind each text there are as many bytes as may be read.
    bytes.baseAddress.map { cmatching_places($0, count, byte) } ?? 0
  }
}

extension OptionsQuery.Term {
  /// Whether the term can be matched by bits: one byte per character, in order or in one piece.
  static func isNarrow(_ text: [UInt8], _ ends: [Int], _ kind: OptionsQuery.Kind) -> Bool {
    text.count == ends.count && text.count <= FoldedField.bitCount
      && (kind == .fuzzy || kind == .exact)
  }
}

/// A term ready to be matched in many texts.
struct ReadyTerm {
  private let term: OptionsQuery.Term
  private let text: UnsafeBufferPointer<UInt8>
  private let isInverse: Bool
  private let isNarrow: Bool

  /// Whether the term may match in pieces.
  private let isInPieces: Bool

  /// Makes a term ready; the pointer is to its text.
  init(_ term: OptionsQuery.Term, _ text: UnsafeBufferPointer<UInt8>) {
    self.term = term
    self.text = text
    isInverse = term.isInverse
    isNarrow = term.isNarrow
    isInPieces = term.kind == .fuzzy && text.count > 1
  }

  /// How well an item does what the term asks for; below 0 where it does not.
  @inline(__always) func score(of item: Int, in reader: IndexSegment.Reader) -> Int {
    let (display, identifier) = reader.texts(of: item)
    var score = score(in: display)
    if score >= 0 { score += MatchScore.displayBonus }
    if identifier.count > 0 { score = max(score, self.score(in: identifier)) }
    return isInverse ? (score >= 0 ? -1 : 0) : score
  }

  /// How well the term matches a text, inversion left aside; below 0 where it does not.
  @inline(__always) func score(in field: FoldedField) -> Int {
    if text.count > field.count { return -1 }
    if isNarrow && field.count <= FoldedField.bitCount { return scoreByBits(in: field) }
    return scoreByBytes(in: field)
  }

  @inline(__always) private func scoreByBits(in field: FoldedField) -> Int {
    guard let bits = BitMatch(text, in: field) else { return -1 }
    let starting = bits.pieces & bits.wordStarts
    if starting != 0 {
      let place = starting.trailingZeroBitCount
      let tier: MatchScore.Tier =
        place > 0 ? .wordStart : text.count == field.count ? .whole : .prefix
      return MatchScore.value(tier, at: place, length: field.count)
    }
    if isInPieces && bits.isMadeOfWords { return scoreInPieces(.wordPrefixes, bits, in: field) }
    if bits.pieces != 0 {
      let place = bits.pieces.trailingZeroBitCount
      return MatchScore.value(.inside, at: place, length: field.count)
    }
    return isInPieces ? scoreInPieces(.scattered, bits, in: field) : -1
  }

  @inline(__always) private func scoreInPieces(
    _ tier: MatchScore.Tier, _ bits: BitMatch, in field: FoldedField
  ) -> Int {
    let points = Alignment.bestPoints(
      of: text, in: field, wordStarts: bits.wordStarts, wordStartsOnly: tier == .wordPrefixes,
      span: bits.span)
    return points.map { MatchScore.value(tier, points: $0, length: field.count) } ?? -1
  }

  @inline(never) private func scoreByBytes(in field: FoldedField) -> Int {
    var scratch = Alignment.Scratch()
    return term.match(in: field, scratch: &scratch)?.score ?? -1
  }
}
