import Foundation

/// Processor time and memory of this program.
enum ProcessClock {
  /// The processor time of this process so far, user and system, in seconds.
  static func cpuSeconds() -> Double {
    let usage = usage
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The most memory that was resident at once, in bytes.
  static func peakMemory() -> Int {
    #if os(Linux)
      // What getrusage says includes the program that started this one.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
      return (kilobytes.flatMap { Int($0) } ?? 0) << 10
    #else
      return usage.ru_maxrss
    #endif
  }

  /// The processor time of a piece of work, in seconds.
  static func measure(_ work: () -> Void) -> Double {
    let before = cpuSeconds()
    work()
    return cpuSeconds() - before
  }

  /// The time on the wall of a piece of work, in seconds.
  static func measureWall(_ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    let taken = clock.measure(work).components
    return Double(taken.seconds) + Double(taken.attoseconds) * 1e-18
  }

  /// The middle of some figures; of an even number the mean of the two in the middle.
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
