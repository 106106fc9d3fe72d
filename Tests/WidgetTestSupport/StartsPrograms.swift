import Foundation
import Synchronization
public import Testing
import Threads

/// A trait for tests that start programs, databases or browsers, that run a service, that have a
/// time limit on a real clock, or that block their thread.
///
/// Only a few of these tests run at the same time, across all suites, so that they do not compete
/// for the processors. Each of them runs on separate threads; see ``OwnThreads``.
public struct StartsPrograms: TestTrait, SuiteTrait, TestScoping {
  /// If a test takes longer than this, the whole run is ended; a thorough run has no limit.
  private static let limit = Duration.seconds(900)

  /// Whether these tests run before those of other suites.
  private let isUrgent: Bool

  fileprivate init(isUrgent: Bool) { self.isUrgent = isUrgent }

  /// Whether the task belongs to a test that already has a slot.
  @TaskLocal private static var hasPlace = false

  /// The trait applies to each test of a suite.
  public var isRecursive: Bool { true }

  /// Waits for a free slot, then runs the test on separate threads.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard !Self.hasPlace else { return try await function() }
    try await Places.shared.withPlace(isUrgent: isUrgent) {
      try await Self.$hasPlace.withValue(true) {
        try await OwnThreads.run {
          await Self.limited("A test blocks the task pool.") { await Self.waitForPool() }
          let name = "The test \(test.name) at \(test.sourceLocation)"
          try await Self.limited("\(name) has not ended in \(Self.limit).") {
            try await function()
          }
        }
      }
    }
  }

  /// Waits until the task pool takes new work at once.
  ///
  /// All tests start at the same time. At first, the tests that only compute keep the pool busy. In
  /// the meantime, a task of a service or a source would wait so long that it exceeds its limits.
  private static func waitForPool() async {
    var wait = Duration.seconds(1)
    while wait > .milliseconds(100) {
      let start = ContinuousClock.now
      await Task.detached {}.value
      wait = start.duration(to: .now)
    }
  }

  /// Runs work, and ends the process with a reason if the work does not end.
  ///
  /// A test that blocks cannot be stopped. If the run did not end, the name of the test would stay
  /// unknown.
  private static func limited(
    _ reason: String, _ body: () async throws -> Void
  ) async rethrows {
    guard !TestDepth.isThorough else { return try await body() }
    let watch = Task(executorPreference: OwnThreads.shared) {
      try await Task.sleep(for: limit)
      try? FileHandle.standardError.write(contentsOf: Data("error: \(reason)\n".utf8))
      exit(1)
    }
    defer { watch.cancel() }
    try await body()
  }
}

extension Trait where Self == StartsPrograms {
  /// The test starts programs, databases or browsers, or blocks its thread.
  public static var startsPrograms: Self { Self(isUrgent: false) }

  /// The tests in a serialized suite start programs, databases or browsers, or block their thread.
  ///
  /// The tests run one after another. If the suite did not start first, it would end long after the
  /// others.
  public static var startsProgramsInTurn: Self { Self(isUrgent: true) }
}

/// Slots for tests that run at the same time: urgent tests come first, and then tests in the order
/// of arrival.
private final class Places: Sendable {
  static let shared = Places(ProcessInfo.processInfo.activeProcessorCount + 2)

  private struct State {
    var free: Int
    var urgent: [CheckedContinuation<Void, Never>] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func withPlace(isUrgent: Bool, _ body: () async throws -> Void) async throws {
    await take(isUrgent: isUrgent)
    defer { give() }
    try await body()
  }

  private func take(isUrgent: Bool) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        if isUrgent {
          state.urgent.append(continuation)
        } else {
          state.waiting.append(continuation)
        }
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the slot to the next test, or returns it.
  private func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.urgent.isEmpty { return state.urgent.removeFirst() }
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
