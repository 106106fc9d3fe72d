import StoreModel

/// The connections of a program to its database: a limited number, each for one transaction at a
/// time.
actor PostgresPool {
  /// How long to wait for a connection, in seconds.
  static let timeLimit = 10.0

  private let url: PostgresURL
  private let libraries: [String]
  private let maximum: Int
  private var idle: [PostgresConnection] = []
  private var count = 0
  private var waiting: [(number: Int, turn: CheckedContinuation<PostgresConnection?, Never>)] = []
  private var lastNumber = 0
  /// The number of outages in a row, the last cause, and the time until which no connection is
  /// tried.
  private var outage: (times: Int, cause: PostgresFailure, end: ContinuousClock.Instant)?

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
    if let outage, outage.end > .now {
      let left = outage.end - ContinuousClock.now
      throw Self.problem(outage.cause, retryAfter: max(1, Double(left.components.seconds + 1)))
    }
    if let connection = idle.popLast() { return connection }
    if count < maximum {
      count += 1
      return PostgresConnection(url, libraries: libraries)
    }
    lastNumber += 1
    let number = lastNumber
    let limit = Task {
      try await Task.sleep(for: .seconds(Self.timeLimit))
      giveUp(number)
    }
    defer { limit.cancel() }
    let connection = await withCheckedContinuation { waiting.append((number, $0)) }
    guard let connection else { throw .noFreeConnection(seconds: Self.timeLimit) }
    return connection
  }

  /// The numbers of idle and used connections, and of callers that wait for one.
  var load: (idle: Int, used: Int, waiting: Int) {
    (idle.count, count - idle.count, waiting.count)
  }

  private func giveUp(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).turn.resume(returning: nil)
  }

  /// Takes a connection back; a broken one reconnects at its next use.
  func give(_ connection: PostgresConnection) {
    if waiting.isEmpty {
      idle.append(connection)
    } else {
      waiting.removeFirst().turn.resume(returning: connection)
    }
  }

  /// Closes the idle connections.
  func closeIdle() async {
    for connection in idle { await connection.close() }
  }

  /// A connection outside of the pool.
  nonisolated func spare() -> PostgresConnection {
    PostgresConnection(url, libraries: libraries)
  }

  /// Records that the server was reached.
  func noteReached() { outage = nil }

  /// Records that the server was not reached; the pool then refuses connections for a while, longer
  /// each time.
  func noteOutage(_ cause: PostgresFailure) -> StoreProblem {
    let times = min((outage?.times ?? 0) + 1, 6)
    // The random factor keeps replicas from reconnecting at the same moment.
    let pause = 0.1 * Double(1 << times) * Double.random(in: 0.5...1)
    outage = (times, cause, .now + .seconds(pause))
    return Self.problem(cause, retryAfter: max(1, pause.rounded(.up)))
  }

  private static func problem(_ failure: PostgresFailure, retryAfter: Double) -> StoreProblem {
    guard case .unavailable(let cause, _) = StoreProblem(failure) else {
      return StoreProblem(failure)
    }
    return .unavailable(cause: cause, retryAfter: retryAfter)
  }
}
