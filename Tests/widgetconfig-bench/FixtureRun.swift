import ExternalSources
import Foundation
import IntentOptions
import Synchronization

/// The cost of loading and searching one fixture in a process that does nothing else; times are in
/// seconds, memory in bytes.
struct FixtureRun: Codable {
  var firstPage = 0.0
  var all = 0.0
  var preparing = 0.0
  var typing = 0.0
  var loadedPeak = 0.0
  var peak = 0.0

  /// Runs the work in this process, and prints the figures as JSON.
  @Sendable static func run(_ arguments: [String]) throws {
    let failure = Mutex<(any Error)?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await measure(arguments) } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private static func measure(_ arguments: [String]) async throws {
    var run = FixtureRun()
    let clock = ContinuousClock()
    for path in arguments {
      let provider = FixtureOptionsProvider(path: path, limits: SourceLimits(bytes: 1 << 30))
      run.firstPage =
        try await clock.measure {
          _ = try await provider.options(for: OptionsRequest(parameter: "host", limit: 200))
        } / .seconds(1)
      var loaded = OptionsCollection(sections: [])
      run.all =
        try await clock.measure {
          loaded = try await provider.options(for: OptionsRequest(parameter: "host"))
        } / .seconds(1)
      run.loadedPeak = Double(ProcessClock.peakMemory())
      var matcher: OptionsMatcher?
      run.preparing = try clock.measure { matcher = try OptionsMatcher(loaded) } / .seconds(1)
      run.typing =
        try clock.measure {
          for query in ["kelp", "aest"] {
            for end in query.indices { _ = try matcher?.search(String(query[...end])).rows(0..<40) }
          }
        } / .seconds(1)
    }
    run.peak = Double(ProcessClock.peakMemory())
    print(String(decoding: try JSONEncoder().encode(run), as: UTF8.self))
  }
}
