import IntentOptions
import OptionsProviderTesting
import Synchronization
import WidgetTestSupport

extension SeededGenerator {
  /// A text that consists of some of the characters.
  mutating func text(of characters: [Character], length: ClosedRange<Int>) -> String {
    let count = Int.random(in: length, using: &self)
    return String(
      (0..<count).map { _ in characters[Int.random(in: 0..<characters.count, using: &self)] })
  }
}

/// A source that counts its requests, and has a prepared response for each.
final class ScriptedProvider: OptionsProvider {
  typealias Answer = Result<OptionsCollection, any Error>

  let name: String
  let searchesItself: Bool
  private let script: Mutex<[Answer]>
  private let asked = Mutex<[OptionsRequest]>([])

  /// Responds with each result in turn; the last one repeats.
  init(_ name: String = "script", searchesItself: Bool = false, _ script: Answer...) {
    self.name = name
    self.searchesItself = searchesItself
    self.script = Mutex(script)
  }

  /// The requests up to now.
  var requests: [OptionsRequest] { asked.withLock { $0 } }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    asked.withLock { $0.append(request) }
    let answer = script.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
    return try answer?.get() ?? []
  }
}

/// A source whose responses wait at a gate, even after a cancellation.
final class GatedProvider: OptionsProvider {
  private struct State {
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var arrivals = 0
    var cancellations = 0
  }

  let name = "gated"
  private let collection: OptionsCollection
  private let state = Mutex(State())

  init(_ collection: OptionsCollection) { self.collection = collection }

  /// The number of requests.
  var arrivals: Int { state.withLock { $0.arrivals } }

  /// The number of responses that left the gate in a cancelled task.
  var cancellations: Int { state.withLock { $0.cancellations } }

  /// Waits until the given number of requests have arrived.
  func arrived(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.arrivals >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  /// Releases all waiting responses.
  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    await withCheckedContinuation { continuation in
      let reached = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        state.waiting.append(continuation)
        state.arrivals += 1
        let reached = state.watchers.filter { $0.count <= state.arrivals }
        state.watchers.removeAll { $0.count <= state.arrivals }
        return reached.map(\.continuation)
      }
      for watcher in reached { watcher.resume() }
    }
    if Task.isCancelled { state.withLock { $0.cancellations += 1 } }
    return collection
  }
}

struct Broken: Error, CustomStringConvertible {
  let description = "the line is dead"
}

extension OptionsCollection {
  /// The display texts by section.
  var texts: [[String]] { sections.map { $0.items.map(\.display) } }
}

extension OptionsRequest {
  static let city = OptionsRequest(parameter: "city")

  static func search(_ term: String) -> OptionsRequest {
    OptionsRequest(parameter: "city", searchTerm: term)
  }
}

/// The error that an operation throws, as text; "nothing" if there is none.
func thrown(_ operation: () async throws -> Void) async -> String {
  do {
    try await operation()
    return "nothing"
  } catch {
    return "\(error)"
  }
}
