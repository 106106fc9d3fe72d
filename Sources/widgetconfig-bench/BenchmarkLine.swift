import Foundation

/// One figure of a benchmark with the floor it has to reach.
struct BenchmarkLine {
  var name: String
  /// What has to be reached, with its unit, such as `5.0 x`; empty for none.
  var floor: String
  var figure: String
  /// The figure as a multiple of what it is measured against; nil for none.
  var ratio: Double?

  /// Prints the line in columns.
  func print() {
    let ratio = ratio.map { String(format: "%.2f", $0) } ?? "-"
    let columns = [(name, 44), (floor, 14), (figure, 14), (ratio, 8)]
    let text = columns.map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined()
    Swift.print(text)
  }

  /// Prints the names of the columns.
  static func printHeader() {
    BenchmarkLine(name: "what", floor: "floor", figure: "figure", ratio: nil).print()
  }
}

/// Times of pieces of work.
enum Stopwatch {
  /// The shortest of several runs, in seconds.
  static func best(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
      let start = ContinuousClock.now
      try work()
      best = min(best, (ContinuousClock.now - start).seconds)
    }
    return best
  }

  /// The user time of one of many runs, in seconds; the clock ticks too coarsely for a single one.
  static func userTime(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
    let start = userSeconds
    for _ in 0..<runs { try work() }
    return (userSeconds - start) / Double(runs)
  }

  /// The user time of all threads of the process so far, in seconds.
  private static var userSeconds: Double {
    var usage = rusage()
    // RUSAGE_SELF is 0 everywhere; its Swift type differs.
    getrusage(0, &usage)
    return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
