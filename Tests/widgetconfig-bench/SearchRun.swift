import Foundation
import IntentOptions

/// The time to search a large collection, in seconds: for single keys while filtering, and for
/// whole filters.
struct SearchRun: Codable {
  /// The figures for one query: medians of all rounds.
  struct Query: Codable {
    /// The fraction of the items that match.
    var share = 0.0
    /// The slowest key, from the key press to the rows of the first page: median and maximum of all
    /// rounds.
    var slowestKey = 0.0
    var slowestOfAll = 0.0
    var pasted = 0.0
    /// The time to sort all matches, and the time to read the texts of all matches.
    var ordered = 0.0
    var read = 0.0
  }

  /// The size of the texts, in megabytes.
  var text = 0.0
  var preparing = 0.0
  var queries: [String: Query] = [:]

  private static let firstPage = 0..<40

  /// Searches texts for each query.
  init(_ texts: [String], queries names: [String], rounds: Int) {
    text = Double(texts.reduce(0) { $0 + $1.utf8.count }) / 1e6
    let collection = OptionsCollection(items: texts.map { OptionItem(stringLiteral: $0) })
    var made: OptionsIndex?
    preparing = Self.middle(of: rounds) { made = try? OptionsIndex(collection) }
    guard let index = made else { return }
    for name in names { queries[name] = Self.query(name, index, rounds) }
  }

  private static func query(_ text: String, _ index: OptionsIndex, _ rounds: Int) -> Query {
    var query = Query()
    let slowest = (0..<rounds).map { _ in
      var matcher = OptionsMatcher(index)
      let times = text.indices.map { end in
        ProcessClock.measureWall {
          let found = try? matcher.search(String(text[...end]))
          query.share = Double(found?.count ?? 0) / Double(max(1, index.count))
          consume(found?.rows(firstPage).count)
        }
      }
      return times.max() ?? 0
    }
    query.slowestKey = ProcessClock.median(slowest)
    query.slowestOfAll = slowest.max() ?? 0
    query.pasted = middle(of: rounds) {
      var matcher = OptionsMatcher(index)
      consume((try? matcher.search(text))?.rows(firstPage).count)
    }
    query.ordered = middle(of: rounds) {
      var matcher = OptionsMatcher(index)
      let found = try? matcher.search(text)
      consume(found?.rows((found?.count ?? 1) - 1..<(found?.count ?? 0)).count)
    }
    query.read = middle(of: rounds) {
      var matcher = OptionsMatcher(index)
      guard let found = try? matcher.search(text) else { return }
      var bytes = 0
      for start in stride(from: 0, to: found.count, by: 1_000) {
        for row in found.rows(start..<start + 1_000) { bytes += row.item.display.utf8.count }
      }
      consume(bytes)
    }
    return query
  }

  /// Prevents the compiler from removing the work.
  @inline(never) private static func consume(_ rows: Int?) {
    if rows == -1 { print("") }
  }

  /// The median time of some work, in seconds.
  private static func middle(of rounds: Int, _ work: () -> Void) -> Double {
    ProcessClock.median((0..<rounds).map { _ in ProcessClock.measureWall(work) })
  }
}
