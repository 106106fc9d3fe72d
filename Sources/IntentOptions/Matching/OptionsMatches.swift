/// The items that match a query, ready to be shown from any row on.
///
/// Sections keep the order of the provider; within a section the best match comes first, and equally
/// good ones keep the order of the provider. Only the rows that are asked for are put in order, and
/// only as far as needed it is found out how good each match is.
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

  /// The rows of one section.
  public struct SectionRows: Sendable, Hashable {
    /// The number of the section in the collection.
    public var section: Int

    /// The rows, counted through all sections; never empty.
    public var rows: Range<Int>
  }

  /// One matching item by number.
  struct Match: Sendable, Hashable {
    var item: UInt32

    /// How good the match is, and in the lowest bit whether that is only the most it could be.
    private var bits: UInt32

    init(item: UInt32, score: Int, isEstimate: Bool) {
      self.item = item
      bits = UInt32(score) << 1 | (isEstimate ? 1 : 0)
    }

    var score: Int { Int(bits >> 1) }
    var isEstimate: Bool { bits & 1 == 1 }

    /// A number that is smaller for a row further up.
    var rank: MatchRank { MatchRank(item: item, score: score) }
  }

  /// The query that the items match.
  public let query: OptionsQuery

  let layout: SectionLayout

  /// What was searched; nil where nothing was.
  let index: OptionsIndex?

  /// The matches in the order of the provider; nil for all items.
  let matches: [Match]?

  init(query: OptionsQuery, index: OptionsIndex, matches: [Match]?) {
    self.query = query
    self.index = index
    self.matches = matches
    layout = index.layout
  }

  /// All items of a collection, which is not prepared for searching.
  public init(all collection: OptionsCollection) {
    query = OptionsQuery("")
    layout = SectionLayout(collection)
    (index, matches) = (nil, nil)
  }

  /// The collection that was searched.
  public var collection: OptionsCollection { layout.collection }

  /// The number of matching items.
  public var count: Int { matches?.count ?? layout.count }

  /// Whether nothing matches.
  public var isEmpty: Bool { count == 0 }

  /// The sections that have matches, with their rows.
  public var sections: [SectionRows] {
    if let matches {
      var sections: [SectionRows] = []
      forEachSection(of: matches) { section, found in
        sections.append(SectionRows(section: section, rows: found.startIndex..<found.endIndex))
        return true
      }
      return sections
    }
    return layout.collection.sections.indices.compactMap { section in
      let rows = layout.items(ofSection: section)
      return rows.isEmpty ? nil : SectionRows(section: section, rows: rows)
    }
  }

  /// The rows of a list, from its top on; fewer at its end.
  ///
  /// - Parameter range: Rows counted through all sections, from 0.
  public func rows(_ range: Range<Int>) -> [Row] {
    guard let matches else {
      return range.clamped(to: 0..<count).map {
        row(item: $0, section: layout.section(of: $0), score: 0)
      }
    }
    var rows: [Row] = []
    forEachSection(of: matches) { section, found in
      let wanted = range.clamped(to: found.startIndex..<found.endIndex)
      if !wanted.isEmpty {
        let first = found.startIndex
        let ranks = ranking.lowest(wanted.upperBound - first, of: found)
          .dropFirst(wanted.lowerBound - first)
        rows += ranks.map { row(item: $0.item, section: section, score: $0.score) }
      }
      return found.endIndex < range.upperBound
    }
    return rows
  }

  /// The row of an item; nil when it does not match.
  ///
  /// - Parameters:
  ///   - place: The number of the item in its section.
  ///   - section: The number of the section in the collection.
  public func row(of place: Int, inSection section: Int) -> Int? {
    guard layout.collection.sections.indices.contains(section) else { return nil }
    let item = layout.starts[section] + place
    guard layout.items(ofSection: section).contains(item) else { return nil }
    guard let matches else { return item }
    let start = matches.partitionPoint(from: 0, before: layout.starts[section])
    let end = matches.partitionPoint(from: start, before: layout.starts[section + 1])
    let own = matches.partitionPoint(from: start, before: item)
    guard own < end, matches[own].item == item else { return nil }
    return start + ranking.position(of: matches[own], in: matches[start..<end])
  }

  /// The best matches of all sections together, the best first.
  ///
  /// - Parameter maximum: The greatest number of rows.
  public func best(_ maximum: Int) -> [Row] {
    guard let matches else { return rows(0..<max(0, maximum)) }
    return ranking.lowest(maximum, of: matches[...]).map { rank in
      row(item: rank.item, section: layout.section(of: rank.item), score: rank.score)
    }
  }

  /// The matches as a collection; sections without a match vanish.
  ///
  /// - Parameter limit: The greatest number of items; nil for all.
  public func collection(limit: Int? = nil) -> OptionsCollection {
    var result = layout.collection
    if matches == nil { return limit.map(result.prefix) ?? result }
    var current = -1
    result.sections = []
    for row in rows(0..<max(0, limit ?? count)) {
      if row.section != current {
        current = row.section
        result.sections.append(
          OptionsSection(title: layout.collection.sections[current].title, items: []))
      }
      result.sections[result.sections.count - 1].items.append(row.item)
    }
    return result
  }

  private var ranking: MatchRanking { MatchRanking(query: query, index: index) }

  private func row(item: Int, section: Int, score: Int) -> Row {
    let place = item - layout.starts[section]
    return Row(
      section: section, place: place, item: layout.collection.sections[section].items[place],
      score: score)
  }

  /// Walks through the sections that have matches, until the closure says false.
  private func forEachSection(
    of matches: [Match], _ body: (_ section: Int, _ found: ArraySlice<Match>) -> Bool
  ) {
    var start = 0
    while start < matches.count {
      let section = layout.section(of: Int(matches[start].item))
      let end = matches.partitionPoint(from: start, before: layout.starts[section + 1])
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
