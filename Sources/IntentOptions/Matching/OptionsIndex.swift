/// A collection prepared for searching: all texts folded, and how to find an item by its number.
///
/// It takes about the size of the texts, an eighth of it, and 16 bytes per item. Items are numbered
/// through all sections.
public struct OptionsIndex: Sendable {
  /// The collection, as it was given.
  public let collection: OptionsCollection

  let arena: FoldedArena

  /// For each item, where its display text and its identifier start; and the end of the last.
  ///
  /// An identifier that says the same as the display text is kept as an empty text.
  let offsets: [UInt32]

  /// For each item, the classes of its characters.
  let masks: [UInt64]

  /// For each section, the number of its first item; and the number of items.
  let sectionStarts: [Int]

  /// The number of items.
  public var count: Int { masks.count }

  /// Prepares a collection.
  ///
  /// Where all texts together do not fit 4 GiB, those that come last cannot be found.
  ///
  /// - Throws: `CancellationError` as soon as the closure says that nobody waits any more; by
  ///   default that is when the task is cancelled.
  public init(
    _ collection: OptionsCollection, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) {
    var builder = OptionsIndexBuilder()
    var starts = [0]
    for section in collection.sections {
      for item in section.items {
        if builder.masks.count & 0xFFF == 0, isCancelled() {
          throw CancellationError()
        }
        builder.append(item)
      }
      starts.append(builder.masks.count)
    }
    builder.seal()
    self.collection = collection
    arena = builder.arena
    offsets = builder.offsets
    masks = builder.masks
    sectionStarts = starts
  }

  /// The section of an item.
  func section(of item: Int) -> Int {
    var low = 0
    var high = sectionStarts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if sectionStarts[middle] <= item { low = middle } else { high = middle }
    }
    return low
  }

  /// The items of a section, by number.
  func items(ofSection section: Int) -> Range<Int> {
    sectionStarts[section]..<sectionStarts[section + 1]
  }
}

/// The parts of an index while they grow.
private struct OptionsIndexBuilder {
  var arena = FoldedArena()
  var offsets: [UInt32] = [0]
  var masks: [UInt64] = []

  mutating func append(_ item: OptionItem) {
    arena.resetMask()
    add(item.display)
    add(item.identifier == item.display ? "" : item.identifier)
    masks.append(arena.mask)
  }

  private mutating func add(_ text: String) {
    arena.beginText()
    if arena.hasRoom(for: text.utf8.count) { arena.append(text) }
    offsets.append(UInt32(arena.bytes.count))
  }

  mutating func seal() { arena.seal() }
}
