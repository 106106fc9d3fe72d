import Foundation
import IntentOptions

/// Searching large collections: keys while filtering, and a whole filter, beside fzf.
enum SearchBenchmark {
  /// The rows of a first page.
  private static let pageRows = 40

  /// A query with what it has to reach, in milliseconds, among 1,000,000 items.
  private struct Query {
    var text: String
    var batchGoal: Double
  }

  private static let queries = [
    Query(text: "kelp", batchGoal: 150), Query(text: "aest", batchGoal: 300),
  ]

  @Sendable static func run(_ options: BenchmarkOptions) {
    BenchmarkLine.printHeader()
    let counts = options.count.map { [$0] } ?? [10_000, 100_000, 1_000_000]
    for isMixed in [false, true] {
      for count in counts {
        let texts = SampleOptions(seed: options.seed, isMixed: isMixed).texts(count)
        measure(texts, isMixed: isMixed, options)
      }
    }
  }

  private static func measure(_ texts: [String], isMixed: Bool, _ options: BenchmarkOptions) {
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    let name = "\(texts.count) items, \(isMixed ? "a fifth not ASCII" : "ASCII")"
    print("\(name), \(figure(Double(bytes) / 1e6)) MB of text, medians of \(options.rounds):")
    let collection = OptionsCollection(items: texts.map { OptionItem(stringLiteral: $0) })
    var made: OptionsIndex?
    let preparing = middle(of: options.rounds) { made = try? OptionsIndex(collection) }
    guard let index = made else { return }
    report("  preparing", preparing)
    for query in queries {
      keys(query.text, index, options)
      batch(query, index, options)
      if options.withPeers { FzfPeer.batch(query.text, texts, rounds: options.rounds) }
    }
  }

  /// Each key of a query, from the press to the rows of the first page.
  private static func keys(_ query: String, _ index: OptionsIndex, _ options: BenchmarkOptions) {
    var matches = 0
    let slowest = (0..<options.rounds).map { _ in
      var matcher = OptionsMatcher(index)
      let times = query.indices.map { end in
        ProcessClock.measureWall {
          let found = try? matcher.search(String(query[...end]))
          matches = found?.count ?? 0
          consume(found?.rows(0..<pageRows).count)
        }
      }
      return times.max() ?? 0
    }
    let whole = middle(of: options.rounds) {
      var matcher = OptionsMatcher(index)
      consume((try? matcher.search(query))?.rows(0..<pageRows).count)
    }
    let share = Double(matches) / Double(max(1, index.count)) * 100
    let goal: Double? = [10_000: 2, 100_000: 10, 1_000_000: 50][index.count]
    report("  “\(query)” (\(figure(share)) %), slowest key", ProcessClock.median(slowest), goal)
    report("  “\(query)”, slowest key of all rounds", slowest.max() ?? 0, goal)
    report("  “\(query)” pasted", whole, goal)
  }

  /// All matches in order, and going through their texts.
  private static func batch(_ query: Query, _ index: OptionsIndex, _ options: BenchmarkOptions) {
    let goal = index.count == 1_000_000 ? query.batchGoal : nil
    let ordered = middle(of: options.rounds) {
      var matcher = OptionsMatcher(index)
      let found = try? matcher.search(query.text)
      consume(found?.rows((found?.count ?? 1) - 1..<(found?.count ?? 0)).count)
    }
    report("  “\(query.text)” all matches in order", ordered, goal)
    let read = middle(of: options.rounds) {
      var matcher = OptionsMatcher(index)
      guard let found = try? matcher.search(query.text) else { return }
      var bytes = 0
      for start in stride(from: 0, to: found.count, by: 1_000) {
        for row in found.rows(start..<start + 1_000) { bytes += row.item.display.utf8.count }
      }
      consume(bytes)
    }
    report("  “\(query.text)” the same, and every row read", read)
  }

  /// Prints a time and, where there is a goal in milliseconds, how much of it was taken.
  static func report(_ name: String, _ seconds: Double, _ goal: Double? = nil) {
    BenchmarkLine(
      name: name, floor: goal.map { "\(figure($0)) ms" } ?? "",
      figure: "\(figure(seconds * 1e3)) ms",
      ratio: goal.map { seconds * 1e3 / $0 }
    ).print()
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

/// The program fzf, measured beside ours where it is installed or named by `FZF`.
enum FzfPeer {
  private static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    return ([environment["FZF"]].compactMap { $0 } + folders.map { "\($0)/fzf" })
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The time to filter texts by a query, reading them from a file included.
  static func batch(_ query: String, _ texts: [String], rounds: Int) {
    guard let path else { return print("  fzf is not installed") }
    let file = FileManager.default.temporaryDirectory.appending(path: "fzf-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? Data(texts.joined(separator: "\n").utf8).write(to: file)) != nil else { return }
    let whole = SearchBenchmark.middle(of: rounds) { filter(path, query, file) }
    let reading = SearchBenchmark.middle(of: rounds) {
      filter(path, "'no-such-text-anywhere", file)
    }
    SearchBenchmark.report("  “\(query)” fzf --filter, reading included", whole)
    SearchBenchmark.report("  fzf --filter, reading and finding nothing", reading)
  }

  private static func filter(_ path: String, _ query: String, _ file: URL) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["--filter", query]
    process.standardInput = try? FileHandle(forReadingFrom: file)
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
  }
}
