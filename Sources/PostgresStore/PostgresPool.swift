import WidgetStore

/// The connections of a program to its database: so many at once, each for one transaction at a time.
actor PostgresPool {
  /// For how many seconds a connection is waited for.
  static let patience = 10.0

  private let url: PostgresURL
  private let libraries: [String]
  private let maximum: Int
  private var idle: [PostgresConnection] = []
  private var count = 0
  private var waiting: [(number: Int, turn: CheckedContinuation<PostgresConnection?, Never>)] = []
  private var lastNumber = 0
  /// How often in a row a connection could not be made, why, and until when none is tried.
  private var outage: (times: Int, cause: PostgresFailure, end: ContinuousClock.Instant)?

  init(_ url: PostgresURL, maximum: Int, libraries: [String]) {
    self.url = url
    self.maximum = max(1, maximum)
    self.libraries = libraries
  }

  /// A connection that nobody else has; to be given back.
  ///
  /// - Throws: `StoreProblem`: `unavailable` at once while the server was gone a moment ago, `busy` where
  ///   others have all connections for too long.
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
      try await Task.sleep(for: .seconds(Self.patience))
      giveUp(number)
    }
    defer { limit.cancel() }
    let connection = await withCheckedContinuation { waiting.append((number, $0)) }
    guard let connection else { throw .busy(seconds: Self.patience) }
    return connection
  }

  private func giveUp(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).turn.resume(returning: nil)
  }

  /// Takes a connection back; one that broke is made anew when it is next needed.
  func give(_ connection: PostgresConnection) {
    if waiting.isEmpty {
      idle.append(connection)
    } else {
      waiting.removeFirst().turn.resume(returning: connection)
    }
  }

  /// Breaks the connections that nobody has.
  func closeIdle() async {
    for connection in idle { await connection.close() }
  }

  /// A connection beside those of the pool.
  nonisolated func spare() -> PostgresConnection {
    PostgresConnection(url, libraries: libraries)
  }

  /// Notes that the server could be reached.
  func noteReached() { outage = nil }

  /// Notes that the server could not be reached; nobody tries for a while, longer each time.
  func noteOutage(_ cause: PostgresFailure) -> StoreProblem {
    let times = min((outage?.times ?? 0) + 1, 6)
    // Replicas must not all come back at the same moment.
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
