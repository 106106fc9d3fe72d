/// The items that match a query, ready to be shown from any row on.
///
/// Sections keep the order of the provider. Within a section, the best match comes first, and
/// equally good matches keep the order of the provider. Only the requested rows are sorted.
public struct OptionsMatches: Sendable {
  /// One matching item as a row of a list.
  public struct Row: Sendable, Hashable {
    /// The index of the section in the collection.
    public var section: Int

    /// The index of the item in its section.
    public var place: Int

    /// The item.
    public var item: OptionItem

    /// The score of the match, from 0; 0 for every item of an empty query.
    public var score: Int
  }

  /// The rows of one section.
  public struct SectionRows: Sendable, Hashable {
    /// The index of the section in the collection.
    public var section: Int

    /// The rows, numbered through all sections; never empty.
    public var rows: Range<Int>
  }

  /// A matching item by its number.
  struct Match: Sendable, Hashable {
    var item: UInt32

    /// The score of the match, from 0.
    var score: UInt32

    /// The rank, which is lower for rows further up.
    @inline(__always) var rank: MatchRank { MatchRank(item: item, score: score) }
  }

  /// The query that the items match.
  public let query: OptionsQuery

  let layout: SectionLayout

  /// The matches in the order of the provider; nil for all items.
  let matches: [Match]?

  /// Results about the order, derived from the other properties and shared by copies.
  private let cache: RankCache

  init(query: OptionsQuery, layout: SectionLayout, matches: [Match]?) {
    self.query = query
    self.matches = matches
    self.layout = layout
    cache = RankCache()
  }

  /// Shows all items of a collection, which is not prepared for searching.
  public init(all collection: OptionsCollection) {
    query = OptionsQuery("")
    layout = SectionLayout(collection)
    matches = nil
    cache = RankCache()
  }

  /// The collection that was searched.
  public var collection: OptionsCollection { layout.collection }

  /// The number of matching items.
  public var count: Int { matches?.count ?? layout.count }

  /// Whether nothing matches.
  public var isEmpty: Bool { count == 0 }

  /// The sections that have matches, with their rows.
  public var sections: [SectionRows] {
    cache.sections {
      matches.map(sections(of:))
        ?? layout.collection.sections.indices.compactMap { section in
          let rows = layout.items(ofSection: section)
          return rows.isEmpty ? nil : SectionRows(section: section, rows: rows)
        }
    }
  }

  private func sections(of matches: [Match]) -> [SectionRows] {
    var sections: [SectionRows] = []
    var rest = matches[...]
    while let first = rest.first {
      let section = layout.section(of: Int(first.item))
      let end = rest.partitionPoint(before: layout.starts[section + 1])
      sections.append(SectionRows(section: section, rows: rest.startIndex..<end))
      rest = rest[end...]
    }
    return sections
  }

  /// The rows in a range; fewer at the end of the list.
  ///
  /// - Parameter range: Rows numbered through all sections, from 0.
  public func rows(_ range: Range<Int>) -> [Row] {
    guard let matches else {
      return range.clamped(to: 0..<count).map {
        row(item: $0, section: layout.section(of: $0), score: 0)
      }
    }
    var rows: [Row] = []
    let sections = sections
    for number in sections.firstNumber(endingBehind: range.lowerBound)..<sections.count {
      let (section, own) = (sections[number].section, sections[number].rows)
      guard own.lowerBound < range.upperBound else { break }
      let wanted = range.clamped(to: own)
      let ranks = ranks(wanted.upperBound - own.lowerBound, of: matches[own], section: section)
      rows += ranks[(wanted.lowerBound - own.lowerBound)..<(wanted.upperBound - own.lowerBound)]
        .map { row(item: $0.item, section: section, score: $0.score) }
    }
    return rows
  }

  /// The rows in a range of the list whose sections are sorted by their best matches, so that the
  /// best match of all comes first: the order for a list that is read from its beginning.
  ///
  /// Without a query, and with very many sections, they keep the order of the provider.
  ///
  /// - Parameter range: Rows numbered through all sections in that order, from 0.
  package func ranked(_ range: Range<Int>) -> [Row] {
    let sections = sections
    guard !query.isEmpty, !range.isEmpty, (2...1_000).contains(sections.count) else {
      return rows(range)
    }
    let scores = sections.map { rows($0.rows.lowerBound..<$0.rows.lowerBound + 1)[0].score }
    let order = sections.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
    var found: [Row] = []
    var start = 0
    for place in order {
      let own = sections[place].rows
      let wanted = range.clamped(to: start..<start + own.count)
      let shift = own.lowerBound - start
      if !wanted.isEmpty {
        found += rows(wanted.lowerBound + shift..<wanted.upperBound + shift)
      }
      start += own.count
    }
    return found
  }

  /// The lowest ranks of a section, in order: at least `count` of them.
  private func ranks(_ count: Int, of found: ArraySlice<Match>, section: Int) -> [MatchRank] {
    cache.ranks(count, ofSection: section) { found.lowestRanks($0) }
  }

  /// The row of an item; nil if it does not match.
  ///
  /// - Parameters:
  ///   - place: The index of the item in its section.
  ///   - section: The index of the section in the collection.
  public func row(of place: Int, inSection section: Int) -> Int? {
    guard layout.collection.sections.indices.contains(section) else { return nil }
    let item = layout.starts[section] + place
    guard layout.items(ofSection: section).contains(item) else { return nil }
    guard let matches else { return item }
    let sections = sections
    let number = sections.firstNumber(ofSection: section)
    guard number < sections.count, sections[number].section == section else { return nil }
    let found = matches[sections[number].rows]
    let own = found.partitionPoint(before: item)
    guard own < found.endIndex, matches[own].item == item else { return nil }
    let rank = matches[own].rank
    return found.startIndex + found.count { $0.rank < rank }
  }

  /// The row of the best match in all sections.
  ///
  /// Of equally good matches it is the first; nil if nothing matches.
  public var bestRow: Int? {
    guard matches != nil else { return isEmpty ? nil : 0 }
    let sections = sections
    if sections.count == 1 { return 0 }
    // The best match of all is also the best, and so the first, in its section.
    return best(1).first.map {
      sections[sections.firstNumber(ofSection: $0.section)].rows.lowerBound
    }
  }

  /// The best matches of all sections together, the best first.
  ///
  /// - Parameter maximum: The maximum number of rows.
  public func best(_ maximum: Int) -> [Row] {
    guard let matches else { return rows(0..<max(0, maximum)) }
    return matches[...].lowestRanks(maximum).map { rank in
      row(item: rank.item, section: layout.section(of: rank.item), score: rank.score)
    }
  }

  /// The matches as a collection, without sections that have no match.
  ///
  /// - Parameter limit: The maximum number of items; nil for all.
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

  private func row(item: Int, section: Int, score: Int) -> Row {
    let place = item - layout.starts[section]
    return Row(
      section: section, place: place, item: layout.collection.sections[section].items[place],
      score: score)
  }
}

extension OptionsMatches: Hashable {
  /// Whether both have the same items of equal collections for the same query.
  public static func == (left: Self, right: Self) -> Bool {
    left.query == right.query && left.matches == right.matches
      && left.collection == right.collection
  }

  /// Feeds the query and the number of matches to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(count)
  }
}

extension [OptionsMatches.SectionRows] {
  /// The number of the first section whose rows end after a row.
  fileprivate func firstNumber(endingBehind row: Int) -> Int {
    firstNumber { $0.rows.upperBound > row }
  }

  /// The number of the first section that is not before another one.
  fileprivate func firstNumber(ofSection section: Int) -> Int {
    firstNumber { $0.section >= section }
  }

  /// The first number for which a condition holds that holds for all later ones.
  private func firstNumber(where holds: (OptionsMatches.SectionRows) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
