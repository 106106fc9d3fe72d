/// The items that match a query, ready to be shown from any row on.
///
/// Sections keep the order of the provider; within a section the best match comes first, and equally
/// good ones keep the order of the provider. Only the rows that are asked for are put in order.
public struct OptionsMatches: Sendable {
  /// One matching item as a row of a list.
  public struct Row: Sendable, Hashable {
    /// The number of the section in the collection.
    public var section: Int

    /// The number of the item in its section.
    public var place: Int

    /// The item.
    public var item: OptionItem

    /// How good the match is, from 0; 0 for every item of an empty query.
    public var score: Int
  }

  /// One matching item by number.
  struct Match: Sendable, Hashable {
    var item: UInt32
    var score: Int32

    /// A number that is smaller for a row further up.
    var rank: UInt64 { UInt64(UInt32(Int32.max - score)) << 32 | UInt64(item) }
  }

  /// The query that the items match.
  public let query: OptionsQuery

  /// The index that was searched.
  public let index: OptionsIndex

  /// The matches in the order of the provider; nil for all items.
  let matches: [Match]?

  /// The number of matching items.
  public var count: Int { matches?.count ?? index.count }

  /// The rows of a list, from its top on; fewer at its end.
  ///
  /// - Parameter range: Rows counted through all sections, from 0.
  public func rows(_ range: Range<Int>) -> [Row] {
    guard let matches else { return unfilteredRows(range) }
    var rows: [Row] = []
    var first = 0
    forEachSection(of: matches) { section, found in
      let wanted = range.clamped(to: first..<first + found.count)
      if !wanted.isEmpty {
        let ranks = found.lowestRanks(wanted.upperBound - first).dropFirst(
          wanted.lowerBound - first)
        rows += ranks.map { row(rank: $0, section: section) }
      }
      first += found.count
      return first < range.upperBound
    }
    return rows
  }

  /// The best matches of all sections together, the best first.
  ///
  /// - Parameter maximum: The greatest number of rows.
  public func best(_ maximum: Int) -> [Row] {
    guard let matches else { return rows(0..<max(0, maximum)) }
    return matches[...].lowestRanks(maximum).map { rank in
      row(rank: rank, section: index.section(of: Int(rank & 0xFFFF_FFFF)))
    }
  }

  /// The matches as a collection; sections without a match vanish.
  ///
  /// - Parameter limit: The greatest number of items; nil for all.
  public func collection(limit: Int? = nil) -> OptionsCollection {
    var result = index.collection
    if matches == nil { return limit.map(result.prefix) ?? result }
    var current = -1
    result.sections = []
    for row in rows(0..<max(0, limit ?? count)) {
      if row.section != current {
        current = row.section
        result.sections.append(
          OptionsSection(title: index.collection.sections[current].title, items: []))
      }
      result.sections[result.sections.count - 1].items.append(row.item)
    }
    return result
  }

  private func unfilteredRows(_ range: Range<Int>) -> [Row] {
    range.clamped(to: 0..<count).map { row(item: $0, section: index.section(of: $0), score: 0) }
  }

  private func row(rank: UInt64, section: Int) -> Row {
    let score = Int(Int32.max) - Int(rank >> 32)
    return row(item: Int(rank & 0xFFFF_FFFF), section: section, score: score)
  }

  private func row(item: Int, section: Int, score: Int) -> Row {
    let place = item - index.items(ofSection: section).lowerBound
    let section = (number: section, items: index.collection.sections[section].items)
    return Row(
      section: section.number, place: place, item: section.items[place], score: score)
  }

  /// Walks through the sections that have matches, until the closure says false.
  private func forEachSection(
    of matches: [Match], _ body: (_ section: Int, _ found: ArraySlice<Match>) -> Bool
  ) {
    var start = 0
    while start < matches.count {
      let section = index.section(of: Int(matches[start].item))
      let end = matches.partitionPoint(from: start, before: index.sectionStarts[section + 1])
      guard body(section, matches[start..<end]) else { return }
      start = end
    }
  }
}

extension [OptionsMatches.Match] {
  /// The first place from a start on whose item is not before a number.
  fileprivate func partitionPoint(from start: Int, before item: Int) -> Int {
    var low = start
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].item < item { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ArraySlice<OptionsMatches.Match> {
  /// The lowest ranks in order, without putting all the others in order.
  func lowestRanks(_ maximum: Int) -> [UInt64] {
    guard maximum > 0 else { return [] }
    guard maximum < count / 4 else { return Array(map(\.rank).sorted().prefix(maximum)) }
    var kept: [UInt64] = []
    var worst = UInt64.max
    for match in self where match.rank < worst {
      kept.append(match.rank)
      if kept.count == maximum * 2 {
        kept.sort()
        kept.removeSubrange(maximum...)
        worst = kept[maximum - 1]
      }
    }
    kept.sort()
    return Array(kept.prefix(maximum))
  }
}
