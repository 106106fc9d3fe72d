import IntentOptions
import OptionsProviderTesting
import Synchronization

/// Random numbers that are the same for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A text of some of the characters.
  mutating func text(of characters: [Character], length: ClosedRange<Int>) -> String {
    let count = Int.random(in: length, using: &self)
    return String(
      (0..<count).map { _ in characters[Int.random(in: 0..<characters.count, using: &self)] })
  }
}

/// A source that counts its questions and answers each when the test says so.
final class ScriptedProvider: OptionsProvider {
  typealias Answer = Result<OptionsCollection, any Error>

  let name: String
  let searchesItself: Bool
  private let script: Mutex<[Answer]>
  private let asked = Mutex<[OptionsRequest]>([])

  /// Answers with each result in turn; the last one again and again.
  init(_ name: String = "script", searchesItself: Bool = false, _ script: Answer...) {
    self.name = name
    self.searchesItself = searchesItself
    self.script = Mutex(script)
  }

  /// The requests so far.
  var requests: [OptionsRequest] { asked.withLock { $0 } }

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    asked.withLock { $0.append(request) }
    let answer = script.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
    return try answer?.get() ?? []
  }
}

/// A source whose answers wait at a gate, whether cancelled or not.
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

  /// How many questions came.
  var arrivals: Int { state.withLock { $0.arrivals } }

  /// How many answers left the gate in a cancelled task.
  var cancellations: Int { state.withLock { $0.cancellations } }

  /// Waits until a number of questions have come.
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

  /// Lets all that wait go on.
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

/// What an operation throws, as text; "nothing" when it does not.
func thrown(_ operation: () async throws -> Void) async -> String {
  do {
    try await operation()
    return "nothing"
  } catch {
    return "\(error)"
  }
}
