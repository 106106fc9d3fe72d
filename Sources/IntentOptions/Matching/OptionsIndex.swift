import Messages

/// A collection prepared for searching: all texts folded, and the items numbered.
///
/// It needs 8 to 16 bytes per item, plus an eighth of the size of the texts, plus the full size of
/// the texts that are not ASCII or not packed. The items are numbered across all sections.
public struct OptionsIndex: Sendable {
  /// The original collection.
  public var collection: OptionsCollection { layout.collection }

  let layout: SectionLayout

  /// The texts in segments; all but the last segment of a section have a fixed number of items.
  let segments: [IndexSegment]

  /// The segments, in parts with about the same number of items.
  let parts: [Range<Int>]

  /// The number of items.
  public var count: Int { layout.count }

  /// Prepares a collection, using all processors.
  ///
  /// A text for which the index has no room cannot be found: either a very long text, or one of the
  /// last texts in a chunk whose texts are very long in total.
  ///
  /// - Throws: `CancellationError` as soon as the closure returns true; by default, when the task
  ///   is cancelled.
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

/// Consecutive items in one section.
struct SectionPiece: Sendable, Hashable {
  var section: Int

  /// The indices of the items in the section.
  var places: Range<Int>
}

extension [SectionPiece] {
  /// Groups consecutive pieces, so that each group except the last has at least `itemCount` items.
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
final class SectionLayout: Sendable {
  let collection: OptionsCollection

  /// For each section, the number of its first item; then the number of all items.
  let starts: [Int]

  init(_ collection: OptionsCollection) {
    self.collection = collection
    var starts = [0]
    for section in collection.sections { starts.append((starts.last ?? 0) + section.items.count) }
    self.starts = starts
  }

  var count: Int { starts.last ?? 0 }

  /// The section of an item.
  func section(of item: Int) -> Int { starts.partitionIndex { $0 > item } - 1 }

  /// The numbers of the items of a section.
  func items(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The items of each section, in pieces of `itemCount` items.
  func pieces(of itemCount: Int) -> [SectionPiece] {
    collection.sections.enumerated().flatMap { section, content in
      stride(from: 0, to: content.items.count, by: itemCount).map { start in
        SectionPiece(
          section: section, places: start..<min(start + itemCount, content.items.count))
      }
    }
  }
}
