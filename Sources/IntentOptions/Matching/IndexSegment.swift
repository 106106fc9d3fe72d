import CMatching

/// The folded texts of some neighbouring items.
struct IndexSegment: Sendable {
  /// The number of items of every segment but the last.
  static let itemCount = 4_096

  /// The number of the first item.
  let first: Int

  let arena: FoldedArena

  /// For each item, where its display text and its identifier start; and the end of the last.
  ///
  /// An identifier that says the same as the display text is kept as an empty text; where all do, there
  /// are no places for them.
  let offsets: [UInt32]

  /// The number of texts of each item.
  private let textsPerItem: Int

  /// For each item, the classes of its characters.
  let masks: [UInt64]

  init(of layout: SectionLayout, items: Range<Int>) {
    var arena = FoldedArena()
    var offsets: [UInt32] = [0]
    var masks: [UInt64] = []
    offsets.reserveCapacity(items.count * 2 + 1)
    masks.reserveCapacity(items.count)
    // Nearly every text is as long when folded, so that nothing is left over.
    var length = Int(CMATCHING_PADDING)
    layout.forEachItem(in: items) { length += $0.count + ($1?.count ?? 0) }
    arena.bytes.reserveCapacity(length)
    arena.wordStarts.reserveCapacity(length / 64 + 2)
    var hasIdentifiers = false
    layout.forEachItem(in: items) { identifier, display in
      arena.resetMask()
      offsets.append(arena.endOfText(display ?? identifier))
      offsets.append(display == nil ? UInt32(arena.bytes.count) : arena.endOfText(identifier))
      hasIdentifiers = hasIdentifiers || display != nil
      masks.append(arena.mask)
    }
    arena.seal()
    first = items.lowerBound
    self.arena = arena
    textsPerItem = hasIdentifiers ? 2 : 1
    self.offsets =
      hasIdentifiers ? offsets : stride(from: 0, to: offsets.count, by: 2).map { offsets[$0] }
    self.masks = masks
  }

  /// Borrowed memory of a segment, in which texts are found by the number of their item.
  struct Reader {
    let first: Int
    let bytes: UnsafeBufferPointer<UInt8>
    let wordStarts: UnsafeBufferPointer<UInt64>
    let offsets: UnsafeBufferPointer<UInt32>
    let masks: UnsafeBufferPointer<UInt64>
    fileprivate let textsPerItem: Int

    @inline(__always) func mask(_ item: Int) -> UInt64 { masks[item - first] }

    @inline(__always) func display(_ item: Int) -> FoldedField {
      text((item - first) * textsPerItem)
    }

    /// The identifier; empty where it is the display text.
    @inline(__always) func identifier(_ item: Int) -> FoldedField {
      let number = (item - first) * textsPerItem
      return textsPerItem == 2
        ? text(number + 1) : FoldedField(arena: bytes, wordStarts: wordStarts, range: 0..<0)
    }

    @inline(__always) private func text(_ number: Int) -> FoldedField {
      FoldedField(
        arena: bytes, wordStarts: wordStarts, range: Int(offsets[number])..<Int(offsets[number + 1])
      )
    }
  }

  /// Gives a closure the memory of the segment, which must not outlive it.
  @inline(__always) func withReader<Result>(_ body: (Reader) -> Result) -> Result {
    arena.bytes.withUnsafeBufferPointer { bytes in
      arena.wordStarts.withUnsafeBufferPointer { starts in
        offsets.withUnsafeBufferPointer { offsets in
          masks.withUnsafeBufferPointer { masks in
            body(
              Reader(
                first: first, bytes: bytes, wordStarts: starts, offsets: offsets, masks: masks,
                textsPerItem: textsPerItem))
          }
        }
      }
    }
  }
}
