/// A collection prepared for searching: all texts folded, and how to find an item by its number.
///
/// It takes about the size of the texts, an eighth of it, and 16 bytes per item. Items are numbered
/// through all sections.
public struct OptionsIndex: Sendable {
  /// The collection, as it was given.
  public var collection: OptionsCollection { layout.collection }

  let layout: SectionLayout

  /// The folded texts, a fixed number of items each but the last.
  let segments: [IndexSegment]

  /// The number of items.
  public var count: Int { layout.count }

  /// Prepares a collection, on all processors.
  ///
  /// Of a part of 4,096 items whose texts do not fit 4 GiB, those that come last cannot be found.
  ///
  /// - Throws: `CancellationError` as soon as the closure says that nobody waits any more; by
  ///   default that is when the task is cancelled.
  public init(
    _ collection: OptionsCollection, isCancelled: () -> Bool = { Task.isCancelled }
  ) throws(CancellationError) {
    let layout = SectionLayout(collection)
    let size = IndexSegment.itemCount
    segments = try ParallelScan.map(
      count: (layout.count + size - 1) / size, isCancelled: isCancelled
    ) { number in
      IndexSegment(of: layout, items: number * size..<min((number + 1) * size, layout.count))
    }
    self.layout = layout
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

  /// Gives a closure the identifier and the display text of each of some items in order, as UTF-8; the
  /// display is nil where it is the identifier.
  func forEachItem(
    in range: Range<Int>,
    _ body: (_ identifier: UnsafeBufferPointer<UInt8>, _ display: UnsafeBufferPointer<UInt8>?) ->
      Void
  ) {
    guard !range.isEmpty else { return }
    for section in section(of: range.lowerBound)..<collection.sections.count {
      let numbers = items(ofSection: section)
      guard numbers.lowerBound < range.upperBound else { return }
      let wanted = range.clamped(to: numbers)
      let items = collection.sections[section].items
      for number in wanted { items.withTexts(of: number - numbers.lowerBound, body) }
    }
  }
}
