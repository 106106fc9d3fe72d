import Foundation
import IntentOptions

/// Searching large collections: keys while filtering, and a whole filter, beside fzf.
enum SearchBenchmark {
  /// The rows of a first page.
  private static let pageRows = 40

  @Sendable static func run(_ options: BenchmarkOptions) {
    let counts = options.count.map { [$0] } ?? [10_000, 100_000, 1_000_000]
    for isMixed in [false, true] {
      for count in counts {
        let texts = SampleOptions(seed: options.seed, isMixed: isMixed).texts(count)
        measure(texts, isMixed: isMixed, options)
      }
    }
    let peak = Double(ProcessClock.peakMemory()) / 1e6
    print("search: peak memory of the whole run \(figure(peak)) MB")
  }

  private static func measure(_ texts: [String], isMixed: Bool, _ options: BenchmarkOptions) {
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    let name = "\(texts.count) items, \(isMixed ? "a fifth not ASCII" : "ASCII")"
    print("search: \(name), \(figure(Double(bytes) / 1e6)) MB of text")
    let collection = OptionsCollection(items: texts.map { OptionItem(stringLiteral: $0) })
    var made: OptionsIndex?
    let preparing = middle(of: options.rounds) { made = try? OptionsIndex(collection) }
    guard let index = made else { return }
    print("  preparing: \(figure(preparing * 1e3)) ms")
    for query in ["kelp", "aest"] {
      keys(query, index, options)
      batch(query, index, options)
      if options.withPeers { FzfPeer.batch(query, texts, rounds: options.rounds) }
    }
  }

  /// Each key of a query, from the press to the rows of the first page.
  private static func keys(_ query: String, _ index: OptionsIndex, _ options: BenchmarkOptions) {
    var slowest: [Double] = []
    var matches = 0
    for _ in 0..<options.rounds {
      var matcher = OptionsMatcher(index)
      let times = query.indices.map { end in
        ProcessClock.measureWall {
          let found = try? matcher.search(String(query[...end]))
          matches = found?.count ?? 0
          consume(found?.rows(0..<pageRows).count)
        }
      }
      slowest.append(times.max() ?? 0)
    }
    var whole: [Double] = []
    for _ in 0..<options.rounds {
      var matcher = OptionsMatcher(index)
      whole.append(
        ProcessClock.measureWall {
          consume((try? matcher.search(query))?.rows(0..<pageRows).count)
        })
    }
    let share = Double(matches) / Double(max(1, index.count)) * 100
    print(
      "  “\(query)” (\(figure(share)) %): slowest key \(figure(ProcessClock.median(slowest) * 1e3)) ms,"
        + " worst \(figure((slowest.max() ?? 0) * 1e3)) ms;"
        + " whole term at once \(figure(ProcessClock.median(whole) * 1e3)) ms")
  }

  /// All matches in order.
  private static func batch(_ query: String, _ index: OptionsIndex, _ options: BenchmarkOptions) {
    let time = middle(of: options.rounds) {
      var matcher = OptionsMatcher(index)
      guard let found = try? matcher.search(query) else { return }
      consume(found.rows(0..<found.count).count)
    }
    print("  “\(query)” all matches in order: \(figure(time * 1e3)) ms")
  }

  /// Keeps the work from being left out.
  @inline(never) private static func consume(_ rows: Int?) {
    if rows == -1 { print("") }
  }

  /// The middle of the times that some work takes, in seconds.
  static func middle(of rounds: Int, _ work: () -> Void) -> Double {
    ProcessClock.median((0..<rounds).map { _ in ProcessClock.measureWall(work) })
  }
}

/// A number with one digit behind the point.
func figure(_ number: Double) -> String { String(format: "%.1f", number) }
