import IntentOptions
import Synchronization

/// The lists that sources returned while a command reads many intents.
///
/// Each source is asked for a list only once, whatever its cache settings are, even if it fails.
///
/// This applies to sources that are asked in a task in which ``$current`` has a value.
package final class SourceRun: Sendable {
  @TaskLocal package static var current: SourceRun?

  /// The maximum size of all lists in bytes; if it is exceeded, the lists are discarded and
  /// requested again when needed.
  private static let maximumBytes = 64 << 20

  /// A request in the form that its source gets.
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

  /// The list of a source; the source is asked unless it was already asked in this run.
  ///
  /// - Parameters:
  ///   - source: Identifies the source, such as its command line.
  ///   - request: The request in the form that the source gets, such as a URL.
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
      // A cancelled request does not show whether its source works.
      if task.isCancelled { state.withLock { $0.lists[key] = nil } }
      throw error
    }
  }

  private func note(_ bytes: Int) {
    state.withLock { state in
      state.bytes += bytes
      if state.bytes > Self.maximumBytes { state = State() }
    }
  }
}
