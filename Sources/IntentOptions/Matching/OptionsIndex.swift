/// A collection prepared for searching: all texts folded, and how to find an item by its number.
///
/// It takes 8 to 16 bytes per item, an eighth of the size of the texts, and the size of those texts that
/// are not ASCII or not packed. Items are numbered through all sections.
public struct OptionsIndex: Sendable {
  /// The collection, as it was given.
  public var collection: OptionsCollection { layout.collection }

  let layout: SectionLayout

  /// The texts, those of one section in segments of a fixed number of items but the last.
  let segments: [IndexSegment]

  /// The segments in parts of about equal numbers of items.
  let parts: [Range<Int>]

  /// The number of items.
  public var count: Int { layout.count }

  /// Prepares a collection, on all processors.
  ///
  /// A text of 64 MiB or more cannot be found, nor, of 4,096 items whose texts do not fit 2 GiB, those
  /// that come last.
  ///
  /// - Throws: `CancellationError` as soon as the closure says that the result is no longer
  ///   wanted; by default that is when the task is cancelled.
  public init(
    _ collection: OptionsCollection, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) {
    let layout = SectionLayout(collection)
    let pieces = layout.pieces(of: IndexSegment.itemCount)
    let parts = pieces.gathered(to: IndexSegment.itemCount)
    segments = try ParallelScan.map(count: parts.count, isCancelled: isCancelled) { part in
      pieces[parts[part]].map { piece in
        IndexSegment(
          of: layout.collection.sections[piece.section].items, in: piece.places,
          first: layout.starts[piece.section] + piece.places.lowerBound)
      }
    }.flatMap { $0 }
    self.layout = layout
    self.parts = parts
  }
}

/// Some neighbouring items of one section.
struct SectionPiece: Sendable, Hashable {
  var section: Int

  /// The places of the items in the section.
  var places: Range<Int>
}

extension [SectionPiece] {
  /// The numbers of neighbouring pieces that together have at least a number of items, but the last.
  func gathered(to itemCount: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var first = 0
    var gathered = 0
    for number in indices {
      gathered += self[number].places.count
      guard gathered >= itemCount || number == count - 1 else { continue }
      parts.append(first..<number + 1)
      (first, gathered) = (number + 1, 0)
    }
    return parts
  }
}

/// A collection and the numbers of its items.
struct SectionLayout: Sendable {
  let collection: OptionsCollection

  /// For each section, the number of its first item; and the number of items.
  let starts: [Int]

  init(_ collection: OptionsCollection) {
    self.collection = collection
    var starts = [0]
    for section in collection.sections { starts.append((starts.last ?? 0) + section.items.count) }
    self.starts = starts
  }

  var count: Int { starts.last ?? 0 }

  /// The section of an item.
  func section(of item: Int) -> Int {
    var low = 0
    var high = starts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= item { low = middle } else { high = middle }
    }
    return low
  }

  /// The items of a section, by number.
  func items(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The items of each section, a number of them each time.
  func pieces(of itemCount: Int) -> [SectionPiece] {
    collection.sections.enumerated().flatMap { section, content in
      stride(from: 0, to: content.items.count, by: itemCount).map { start in
        SectionPiece(
          section: section, places: start..<min(start + itemCount, content.items.count))
      }
    }
  }
}
