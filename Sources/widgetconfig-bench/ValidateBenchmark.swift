import Foundation
import DefinitionFormats
import IntentDocuments

/// Checks documents against a definition, and writes them back: processor time as a multiple of what
/// json-c takes to parse the same lines.
///
/// Each piece of work is a process of its own. They take turns, so that a noisy machine disturbs all of
/// them alike, and the median of the rounds counts.
enum ValidateBenchmark {
  /// A piece of work, what it is called and what it has to reach, times the floor.
  private static let rows: [(part: ValidatePart, name: String, goal: String)] = [
    (.validate, "validate", "0.5"), (.write, "validate and write", "0.7"),
    (.stream, "validate as a stream, one thread", "0.5"),
    (.streamWriting, "validate and write as a stream", "0.7"),
  ]

  private static let standardCount = 200_000

  @Sendable static func run(_ options: BenchmarkOptions) {
    let count = options.count ?? standardCount
    print("validate: \(count) documents, seed \(options.seed), \(options.rounds) rounds")
    var documents = SampleDocuments(seed: options.seed)
    let lines = documents.lines(count)
    let floor = ratios(options, lines: lines)
    runOnCores(options, count: count)
    runForMemory(options, count: count)
    if options.withPeers { ValidatePeers.run(lines, floor: floor) }
  }

  /// Prints each piece as a multiple of the floor of its round; gives the middle floor in seconds.
  private static func ratios(_ options: BenchmarkOptions, lines: [UInt8]) -> Double {
    let count = options.count ?? standardCount
    guard let file = PlainFloor.file(of: lines) else {
      print("  ParseFloor is not built (swift build -c release), so there is no floor.")
      return .nan
    }
    defer { try? FileManager.default.removeItem(at: file) }
    var floors: [Double] = []
    var ratios: [String: [Double]] = [:]
    var invalid = 0
    for _ in 0..<options.rounds {
      guard let floor = PlainFloor.seconds(for: file) else { continue }
      floors.append(floor)
      for row in rows {
        guard let figures = row.part.measured(options, count: count) else { continue }
        ratios[row.name, default: []].append(figures.processor / floor)
        invalid = max(invalid, figures.invalid)
      }
    }
    let floor = ProcessClock.median(floors)
    print("  floor, one json-c tokener: \(figure(floor)) s; \(invalid) documents are invalid")
    line("times the floor", "goal", "median", "best")
    for row in rows {
      let found = ratios[row.name] ?? []
      line(
        row.name, row.goal, figure(ProcessClock.median(found)), figure(found.min() ?? .nan))
    }
    return floor
  }

  /// The stream on one thread and on two, by the time on the wall.
  private static func runOnCores(_ options: BenchmarkOptions, count: Int) {
    for part in [ValidatePart.stream, .streamWriting] {
      var ratios: [Double] = []
      for _ in 0..<options.rounds {
        guard let one = part.measured(options, count: count),
          let two = part.measured(options, count: count, jobs: 2)
        else { continue }
        ratios.append(one.wall / two.wall)
      }
      line(
        "\(part == .stream ? "validate" : "validate and write"), two threads", "1.8",
        figure(ProcessClock.median(ratios)), figure(ratios.max() ?? .nan), "times one thread")
    }
  }

  private static func runForMemory(_ options: BenchmarkOptions, count: Int) {
    for jobs in [1, 2] {
      let peak = ValidatePart.memory.measured(options, count: count, jobs: jobs)?.peak ?? 0
      line(
        "peak memory of a stream, \(jobs == 1 ? "one thread" : "two threads")", "32 MB",
        String(format: "%.1f MB", Double(peak) / 1_048_576), "", "")
    }
  }

  private static func line(_ texts: String...) {
    let widths = [40, 8, 10, 8, 0]
    let columns = zip(texts, widths).map { text, width in
      text.count < width ? text.padding(toLength: width, withPad: " ", startingAt: 0) : text + " "
    }
    print("  " + columns.joined())
  }

  static func figure(_ number: Double) -> String { String(format: "%.3f", number) }
}
