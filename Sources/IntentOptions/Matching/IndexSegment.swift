import CMatching

/// The texts of consecutive items in one section, prepared for searching.
///
/// The texts of a packed item are searched in place if all of them are ASCII. All other texts are
/// folded into a copy.
struct IndexSegment: Sendable {
  /// The number of items in each segment of a section except the last.
  static let itemCount = PackedOptionItems.chunkCount

  /// The number of the first item.
  let first: Int

  /// The texts as the collection stores them; empty if the collection does not pack its items.
  private let shared: PackedOptionItems.Chunk

  /// The positions where words start in the shared texts, one bit per byte.
  private let sharedWordStarts: [UInt64]

  /// The texts of the other items, in packed form.
  let own: FoldedArena

  /// For each item, the start of its texts; the highest bit is set if the texts are in ``own``.
  private let starts: [UInt32]

  /// For each item, the classes of its characters.
  let masks: [UInt64]

  /// The number of items.
  var count: Int { masks.count }

  /// Prepares some of the items of a section.
  ///
  /// - Parameters:
  ///   - range: The indices of the items in the section; for packed items, those of a whole chunk.
  ///   - first: The number of the first item.
  init(of items: OptionItems, in range: Range<Int>, first: Int) {
    var texts = SegmentTexts(itemCount: range.count)
    switch items.storage {
    case .packed(let packed):
      shared = packed.chunk(of: range.lowerBound)
      texts.add(shared)
    case .plain:
      shared = PackedOptionItems.Chunk()
      for place in range {
        items.withTexts(of: place) { texts.add($0.identifier, $0.display, $0.subtitle) }
      }
    }
    texts.own.seal()
    self.first = first
    own = texts.own
    starts = texts.starts
    masks = texts.masks
    sharedWordStarts = texts.sharedWordStarts
  }

  /// Borrowed memory of a segment, from which the texts of an item are read by the item's number.
  struct Reader {
    let first: UInt32
    let masks: UnsafeBufferPointer<UInt64>
    fileprivate let starts: UnsafeBufferPointer<UInt32>
    fileprivate let shared: Area
    fileprivate let own: Area

    @inline(__always) func mask(_ item: UInt32) -> UInt64 { masks[Int(item &- first)] }

    /// Writes how well a term matches some items, which are given by their numbers in the segment.
    func find(
      _ term: inout cmatching_term, _ numbers: UnsafeMutableBufferPointer<UInt32>, _ count: Int,
      _ scores: UnsafeMutableBufferPointer<Int32>
    ) {
      var segment = cmatching_segment(
        items: (shared.items, own.items), starts: starts.baseAddress)
      cmatching_find(&term, &segment, numbers.baseAddress, count, scores.baseAddress)
    }

    /// The display text; the identifier, which is empty if it equals the display text; and the
    /// subtitle, which is empty if the item has none.
    func texts(of item: UInt32) -> ItemFields {
      let start = starts[Int(item &- first)]
      let area = start & SegmentTexts.ownBit == 0 ? shared : own
      return area.texts(at: Int(start & ~SegmentTexts.ownBit))
    }
  }

  /// The texts of an item that are searched.
  typealias ItemFields = (display: FoldedField, identifier: FoldedField, subtitle: FoldedField)

  /// Texts in packed form, and the positions where words start in them.
  fileprivate struct Area {
    let bytes: UnsafeBufferPointer<UInt8>
    let wordStarts: UnsafeBufferPointer<UInt64>

    var items: cmatching_items {
      cmatching_items(bytes: bytes.baseAddress, word_starts: wordStarts.baseAddress)
    }

    func texts(at start: Int) -> ItemFields {
      var reader = PackedOptionItems.Reader(bytes: bytes, place: start)
      let identifier = reader.text()
      let display = reader.has(PackedOptionItems.Has.display) ? reader.text() : nil
      let subtitle = reader.has(PackedOptionItems.Has.subtitle) ? reader.text() : 0..<0
      return (
        field(display ?? identifier), field(display == nil ? 0..<0 : identifier), field(subtitle)
      )
    }

    private func field(_ range: Range<Int>) -> FoldedField {
      FoldedField(arena: bytes, wordStarts: wordStarts, range: range)
    }
  }

  /// Calls a closure with the memory of the segment, which must not escape from the closure.
  @inline(__always) func withReader<Result>(_ body: (Reader) -> Result) -> Result {
    own.bytes.withUnsafeBufferPointer { ownBytes in
      own.wordStarts.withUnsafeBufferPointer { ownStarts in
        shared.bytes.withUnsafeBufferPointer { sharedBytes in
          sharedWordStarts.withUnsafeBufferPointer { sharedStarts in
            starts.withUnsafeBufferPointer { starts in
              masks.withUnsafeBufferPointer { masks in
                body(
                  Reader(
                    first: UInt32(first), masks: masks, starts: starts,
                    shared: Area(bytes: sharedBytes, wordStarts: sharedStarts),
                    own: Area(bytes: ownBytes, wordStarts: ownStarts)))
              }
            }
          }
        }
      }
    }
  }
}

/// The texts of a segment while they are being collected.
private struct SegmentTexts {
  /// The bit in a start that is set for texts in `own`.
  static let ownBit: UInt32 = 1 << 31

  var own = FoldedArena()
  var sharedWordStarts: [UInt64] = []
  var starts: [UInt32] = []
  var masks: [UInt64] = []

  init(itemCount: Int) {
    masks.reserveCapacity(itemCount)
  }

  /// Adds the items of a chunk without copying the ASCII texts.
  mutating func add(_ chunk: PackedOptionItems.Chunk) {
    starts = chunk.starts
    sharedWordStarts = [UInt64](repeating: 0, count: FoldedArena.wordCount(for: chunk.bytes.count))
    chunk.bytes.withUnsafeBufferPointer { bytes in
      for number in chunk.starts.indices {
        var reader = PackedOptionItems.Reader(bytes: bytes, place: Int(chunk.starts[number]))
        let identifier = reader.text()
        let display = reader.has(PackedOptionItems.Has.display) ? reader.text() : nil
        let subtitle = reader.has(PackedOptionItems.Has.subtitle) ? reader.text() : nil
        func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
          UnsafeBufferPointer(rebasing: bytes[range])
        }
        let isPlain =
          text(identifier).isPlainASCII && display.map { text($0).isPlainASCII } ?? true
          && subtitle.map { text($0).isPlainASCII } ?? true
        if isPlain {
          var mask = markWordStarts(in: bytes, identifier)
          if let display { mask |= markWordStarts(in: bytes, display) }
          if let subtitle { mask |= markWordStarts(in: bytes, subtitle) }
          masks.append(mask)
        } else {
          starts[number] = addOwn(text(identifier), display.map(text), subtitle.map(text))
        }
      }
    }
  }

  /// Adds an item whose texts are copied.
  mutating func add(
    _ identifier: UnsafeBufferPointer<UInt8>, _ display: UnsafeBufferPointer<UInt8>?,
    _ subtitle: UnsafeBufferPointer<UInt8>?
  ) {
    starts.append(addOwn(identifier, display, subtitle))
  }

  /// Folds an item, appends it to the segment's own texts, and returns its start.
  private mutating func addOwn(
    _ identifier: UnsafeBufferPointer<UInt8>, _ display: UnsafeBufferPointer<UInt8>?,
    _ subtitle: UnsafeBufferPointer<UInt8>?
  ) -> UInt32 {
    let start = UInt32(own.bytes.count)
    own.resetMask()
    own.bytes.append(
      (display == nil ? 0 : PackedOptionItems.Has.display)
        | (subtitle == nil ? 0 : PackedOptionItems.Has.subtitle))
    own.appendPacked(identifier)
    if let display { own.appendPacked(display) }
    if let subtitle { own.appendPacked(subtitle) }
    masks.append(own.mask)
    return start | Self.ownBit
  }

  /// Records where words start in an ASCII text, and returns the classes of its characters.
  private mutating func markWordStarts(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> UInt64 {
    var mask: UInt64 = 0
    var kind = TextFolding.Kind.separator.rawValue
    sharedWordStarts.withUnsafeMutableBufferPointer { starts in
      ASCIIFolding.table.walk(range, starts, &kind, &mask) {
        Int(bytes[$0])
      } fold: { _, _ in
      }
    }
    return mask
  }
}

extension FoldedArena {
  /// Appends a text in its folded form, preceded by the length of that form.
  ///
  /// The length has one byte for short plain ASCII text, and otherwise several.
  /// If there is no room for a text, an empty one is appended.
  fileprivate mutating func appendPacked(_ text: UnsafeBufferPointer<UInt8>) {
    if text.count < 0x80, hasRoom(for: text.count), text.isPlainASCII {
      bytes.append(UInt8(text.count))
      beginText()
      return append(text)
    }
    let place = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 4))
    beginText()
    if hasRoom(for: text.count) { append(text) }
    var length = bytes.count - place - 4
    for index in place..<place + 3 {
      bytes[index] = UInt8(length & 0x7F) | 0x80
      length >>= 7
    }
    bytes[place + 3] = UInt8(length)
  }
}
