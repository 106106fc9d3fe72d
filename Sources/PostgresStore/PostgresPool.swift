import StoreModel
import Synchronization

/// A program's connections to its database: a limited number, each for one transaction at a time.
///
/// A lock guards the connections; with an actor, each transaction would switch threads three more
/// times.
final class PostgresPool: Sendable {
  /// How long to wait for a connection, in seconds.
  static let timeLimit = 10.0

  private struct Waiting {
    let number: Int
    let turn: CheckedContinuation<PostgresConnection?, Never>
  }

  private struct State {
    var idle: [PostgresConnection] = []
    var count = 0
    var waiting: [Waiting] = []
    var lastNumber = 0
    /// The number of consecutive outages, the last cause, and the time before which no connection
    /// is attempted.
    var outage: (times: Int, cause: PostgresFailure, end: ContinuousClock.Instant)?
  }

  private let url: PostgresURL
  private let libraries: [String]
  private let maximum: Int
  private let state = Mutex(State())

  init(_ url: PostgresURL, maximum: Int, libraries: [String]) {
    self.url = url
    self.maximum = max(1, maximum)
    self.libraries = libraries
  }

  /// Takes a connection for exclusive use; the caller must return it.
  ///
  /// - Throws: `StoreProblem`: `unavailable`, without waiting, shortly after an outage;
  ///   `noFreeConnection` if all connections stay in use for too long.
  func take() async throws(StoreProblem) -> PostgresConnection {
    let outage = state.withLock { $0.outage }
    if let outage, outage.end > .now {
      let left = outage.end - ContinuousClock.now
      throw Self.problem(outage.cause, retryAfter: max(1, Double(left.components.seconds + 1)))
    }
    if let connection = state.withLock({ free(&$0) }) { return connection }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let limit = Task {
      try await Task.sleep(for: .seconds(Self.timeLimit))
      giveUp(number)
    }
    defer { limit.cancel() }
    let connection = await withCheckedContinuation { turn in
      // A connection may have become free in between.
      let connection = state.withLock { state in
        let connection = free(&state)
        if connection == nil { state.waiting.append(Waiting(number: number, turn: turn)) }
        return connection
      }
      if let connection { turn.resume(returning: connection) }
    }
    guard let connection else { throw .noFreeConnection(seconds: Self.timeLimit) }
    return connection
  }

  /// An idle connection, or a new one if the limit allows it; otherwise nil.
  private func free(_ state: inout State) -> PostgresConnection? {
    if let connection = state.idle.popLast() { return connection }
    guard state.count < maximum else { return nil }
    state.count += 1
    return spare()
  }

  /// The number of idle connections, of used ones, and of callers that wait for a connection.
  var load: (idle: Int, used: Int, waiting: Int) {
    state.withLock { ($0.idle.count, $0.count - $0.idle.count, $0.waiting.count) }
  }

  private func giveUp(_ number: Int) {
    let waiting = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    waiting?.turn.resume(returning: nil)
  }

  /// Takes a connection back; a broken one reconnects when it is next used.
  func give(_ connection: PostgresConnection) {
    let next = state.withLock { state -> Waiting? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.idle.append(connection)
      return nil
    }
    next?.turn.resume(returning: connection)
  }

  /// Closes the idle connections.
  func closeIdle() async {
    for connection in state.withLock({ $0.idle }) { await connection.close() }
  }

  /// A connection outside the pool.
  func spare() -> PostgresConnection {
    PostgresConnection(url, libraries: libraries)
  }

  /// Records that the server was reached.
  func noteReached() { state.withLock { $0.outage = nil } }

  /// Records that the server was not reached; the pool then refuses connections for a while, longer
  /// after each consecutive outage.
  func noteOutage(_ cause: PostgresFailure) -> StoreProblem {
    let pause = state.withLock { state in
      let times = min((state.outage?.times ?? 0) + 1, 6)
      // The random factor keeps replicas from all reconnecting at the same moment.
      let pause = 0.1 * Double(1 << times) * Double.random(in: 0.5...1)
      state.outage = (times, cause, .now + .seconds(pause))
      return pause
    }
    return Self.problem(cause, retryAfter: max(1, pause.rounded(.up)))
  }

  private static func problem(_ failure: PostgresFailure, retryAfter: Double) -> StoreProblem {
    guard case .unavailable(let cause, _) = StoreProblem(failure) else {
      return StoreProblem(failure)
    }
    return .unavailable(cause: cause, retryAfter: retryAfter)
  }
}
