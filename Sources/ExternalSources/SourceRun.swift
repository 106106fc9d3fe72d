import IntentOptions
import Synchronization

/// The lists that sources gave while a command looks at many intents: each source is asked once for
/// what many of them need, whatever it says about caching, and so is one that fails.
///
/// It counts for the sources that are asked in the task that ``$current`` is set for.
package final class SourceRun: Sendable {
  @TaskLocal package static var current: SourceRun?

  /// The maximum of the lists' bytes; then all are asked again.
  private static let mostBytes = 64 << 20

  /// A request as its source gets it.
  private struct Key: Hashable {
    let source: String
    let request: String
  }

  private struct State {
    var lists: [Key: Task<OptionsCollection, any Error>] = [:]
    var bytes = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The list of a source, which is asked if it was not asked before in this run.
  ///
  /// - Parameters:
  ///   - source: What tells the source apart, such as its command line.
  ///   - request: The request as the source gets it, such as a URL.
  ///   - ask: Asks the source.
  static func list(
    of source: @autoclosure () -> String, _ request: @autoclosure () -> String,
    _ ask: @escaping @Sendable () async throws -> OptionsCollection
  ) async throws -> OptionsCollection {
    guard let current else { return try await ask() }
    return try await current.list(Key(source: source(), request: request()), ask)
  }

  private func list(
    _ key: Key, _ ask: @escaping @Sendable () async throws -> OptionsCollection
  ) async throws -> OptionsCollection {
    let (task, isNew) = state.withLock { state in
      if let task = state.lists[key] { return (task, false) }
      let task = Task { try await ask() }
      state.lists[key] = task
      return (task, true)
    }
    do {
      let list = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      if isNew { note(list.byteCount) }
      return list
    } catch {
      // A request that was given up says nothing about its source.
      if task.isCancelled { state.withLock { $0.lists[key] = nil } }
      throw error
    }
  }

  private func note(_ bytes: Int) {
    state.withLock { state in
      state.bytes += bytes
      if state.bytes > Self.mostBytes { state = State() }
    }
  }
}
