import Foundation

/// Processor time and memory of this process.
enum ProcessClock {
  /// The processor time that this process has used up to now, user and system, in seconds.
  static func cpuSeconds() -> Double {
    let usage = usage
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The peak resident memory, in bytes.
  static func peakMemory() -> Int {
    #if os(Linux)
      // The result of `getrusage` would include the peak of the program that started this one.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
      return (kilobytes.flatMap { Int($0) } ?? 0) << 10
    #else
      return usage.ru_maxrss
    #endif
  }

  /// The processor time of some work, in seconds.
  static func measure(_ work: () -> Void) -> Double {
    let before = cpuSeconds()
    work()
    return cpuSeconds() - before
  }

  /// The elapsed time of some work, in seconds.
  static func measureWall(_ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    let taken = clock.measure(work).components
    return Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
  }

  /// The median of some figures; if their number is even, the mean of the middle two.
  static func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    let middle = sorted.count / 2
    guard !sorted.isEmpty else { return .nan }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static var usage: rusage {
    #if os(Linux)
      let own = Int32(RUSAGE_SELF.rawValue)
    #else
      let own = RUSAGE_SELF
    #endif
    var usage = rusage()
    getrusage(own, &usage)
    return usage
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }
}
