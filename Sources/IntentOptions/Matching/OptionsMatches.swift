import Messages

/// The items that match a query, ready to be shown starting at any row.
///
/// The section with the best match comes first, and the best match comes first within each section;
/// equally good matches keep the order of the provider. Without a query, all items are in the order
/// of the provider, after the preferred items. Only the requested rows are sorted.
public struct OptionsMatches: Sendable {
  /// A matching item, as a row in a list.
  public struct Row: Sendable, Hashable {
    /// The index of the section in the collection.
    public var section: Int

    /// The index of the item in its section.
    public var place: Int

    /// The item.
    public var item: OptionItem

    /// The score of the match, at least 0; 0 for every item if the query is empty.
    public var score: Int
  }

  /// The rows of one section.
  public struct SectionRows: Sendable, Hashable {
    /// The index of the section in the collection; nil for the preferred choices, which come before
    /// all sections.
    public var section: Int?

    /// The rows, numbered across all sections; never empty.
    public var rows: Range<Int>
  }

  /// A section of the matches.
  struct Section: Sendable, Hashable {
    /// The index of the section in the collection.
    var section: Int

    /// The range of its matches within all matches.
    var places: Range<Int>

    /// The number of its first row.
    var firstRow: Int

    var rows: Range<Int> { firstRow..<firstRow + places.count }
  }

  /// A matching item, given by its number.
  struct Match: Sendable, Hashable {
    var item: UInt32

    /// The score of the match, at least 0.
    var score: UInt32

    /// The rank, which is lower for rows further up.
    @inline(__always) var rank: MatchRank { MatchRank(item: item, score: score) }
  }

  /// The query that the items match.
  public let query: OptionsQuery

  let layout: SectionLayout

  /// The matches in the order of the provider; nil if all items match.
  let matches: [Match]?

  /// The numbers of the items that come first in a list of all items: `first` is in the order in
  /// which they are shown, and `sortedFirst` in ascending order.
  private let first: [Int]
  private let sortedFirst: [Int]

  /// The maximum number of items to examine in order to find the preferred ones.
  private static let maximumFirstWork = 20_000_000

  /// Results about the order, derived from the other properties and shared by copies.
  private let cache: RankCache

  init(query: OptionsQuery, layout: SectionLayout, matches: [Match]?) {
    self.query = query
    self.matches = matches
    self.layout = layout
    (first, sortedFirst) = ([], [])
    cache = RankCache()
  }

  /// Shows all items of a collection that is not prepared for searching.
  ///
  /// - Parameters:
  ///   - collection: The collection.
  ///   - first: The identifiers of the items that come before all sections, in this order. Unknown
  ///     identifiers are left out, and so are the last identifiers if the collection and this
  ///     list are very long.
  public init(all collection: OptionsCollection, first: [String] = []) {
    query = OptionsQuery("")
    let layout = SectionLayout(collection)
    self.layout = layout
    matches = nil
    var seen = Set<Int>()
    self.first = first.prefix(Self.maximumFirstWork / max(1, layout.count)).compactMap {
      identifier in
      guard let place = collection.place(ofIdentifier: identifier) else { return nil }
      let item = layout.starts[place.section] + place.item
      return seen.insert(item).inserted ? item : nil
    }
    sortedFirst = self.first.sorted()
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
    cache.rows {
      matches == nil
        ? sectionsOfAll
        : found.sections.map { SectionRows(section: $0.section, rows: $0.rows) }
    }
  }

  /// The sections of all items, preceded by the preferred items.
  private var sectionsOfAll: [SectionRows] {
    var rows = first.isEmpty ? [] : [SectionRows(rows: 0..<first.count)]
    var (next, taken) = (first.count, sortedFirst[...])
    for section in layout.collection.sections.indices {
      let items = layout.items(ofSection: section)
      let own = taken.prefix { items.contains($0) }
      taken = taken[own.endIndex...]
      let count = items.count - own.count
      guard count > 0 else { continue }
      rows.append(SectionRows(section: section, rows: next..<next + count))
      next += count
    }
    return rows
  }

  /// The sections of the matches; the section with the best match comes first.
  private var found: FoundSections {
    cache.sections { FoundSections(matches.map(sections(of:)) ?? []) }
  }

  private func sections(of matches: [Match]) -> [Section] {
    var sections: [(best: MatchRank, section: Section)] = []
    var rest = matches[...]
    while let first = rest.first {
      let section = layout.section(of: Int(first.item))
      let end = rest.partitionIndex { $0.item >= layout.starts[section + 1] }
      let places = rest.startIndex..<end
      let best = matches[places].reduce(first.rank) { min($0, $1.rank) }
      sections.append((best, Section(section: section, places: places, firstRow: 0)))
      rest = rest[end...]
    }
    sections.sort { $0.best < $1.best }
    var next = 0
    return sections.map { found in
      var section = found.section
      section.firstRow = next
      next += section.places.count
      return section
    }
  }

  /// The rows in a range; fewer if the list ends before that.
  ///
  /// - Parameter range: The range of rows, which are numbered across all sections from 0.
  public func rows(_ range: Range<Int>) -> [Row] {
    guard let matches else {
      return range.clamped(to: 0..<count).map {
        let item = item(atRow: $0)
        return row(item: item, section: layout.section(of: item), score: 0)
      }
    }
    var rows: [Row] = []
    let sections = found.sections
    let first = sections.partitionIndex { $0.rows.upperBound > range.lowerBound }
    for number in first..<sections.count {
      let (section, own) = (sections[number].section, sections[number].rows)
      guard own.lowerBound < range.upperBound else { break }
      let wanted = range.clamped(to: own)
      let ranks = ranks(
        wanted.upperBound - own.lowerBound, of: matches[sections[number].places], section: section)
      rows += ranks[(wanted.lowerBound - own.lowerBound)..<(wanted.upperBound - own.lowerBound)]
        .map { row(item: $0.item, section: section, score: $0.score) }
    }
    return rows
  }

  /// The item in a row of a list of all items.
  private func item(atRow row: Int) -> Int {
    if row < first.count { return first[row] }
    return sortedFirst.reduce(row - first.count) { $1 <= $0 ? $0 + 1 : $0 }
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
    guard let matches else {
      return first.firstIndex(of: item) ?? item + first.count { $0 > item }
    }
    guard let number = found.numbers[section] else { return nil }
    let place = found.sections[number]
    let own = matches[place.places]
    let match = own.partitionIndex { $0.item >= item }
    guard match < own.endIndex, matches[match].item == item else { return nil }
    let rank = matches[match].rank
    return place.firstRow + own.count { $0.rank < rank }
  }

  /// The best matches of all sections together, best first.
  ///
  /// - Parameter maximum: The maximum number of rows.
  public func best(_ maximum: Int) -> [Row] {
    guard let matches else { return rows(0..<max(0, maximum)) }
    return matches[...].lowestRanks(maximum).map { rank in
      row(item: rank.item, section: layout.section(of: rank.item), score: rank.score)
    }
  }

  /// The matches as a collection, without sections that have no matches.
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
  /// Whether both have equal queries, matching items and collections.
  public static func == (left: Self, right: Self) -> Bool {
    left.query == right.query && left.matches == right.matches && left.first == right.first
      && left.collection == right.collection
  }

  /// Feeds the query and the number of matches into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(count)
  }
}

/// The sections of the matches in order, and their positions, by the index of the section in the
/// collection.
struct FoundSections: Sendable {
  let sections: [OptionsMatches.Section]
  let numbers: [Int: Int]

  init(_ sections: [OptionsMatches.Section]) {
    self.sections = sections
    numbers = Dictionary(
      sections.enumerated().map { ($0.element.section, $0.offset) }, uniquingKeysWith: { $1 })
  }
}
