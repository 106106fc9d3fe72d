/// Limits the amount of simultaneous work, for each source and for all sources together; further
/// work waits in order.
///
/// As long as the limit for all sources is not reached, work for one source never delays work for
/// another.
actor WorkGate {
  /// The gate for the programs of this process.
  static let programs = WorkGate(limit: 8, total: 32, queue: 1_000)

  /// The gate for the web requests of this process; a source is a host, regardless of the port.
  static let hosts = WorkGate(limit: 2, total: 32)

  /// Why work was not admitted.
  enum Refusal: Error {
    /// Too much other work was waiting, or the time limit was reached.
    case busy
    case cancelled
  }

  private struct Waiter {
    let ticket: Int
    let source: String
    let continuation: CheckedContinuation<Result<Void, Refusal>, Never>
  }

  nonisolated let limit: Int
  nonisolated let total: Int
  private let queue: Int
  private var running: [String: Int] = [:]
  private(set) var runningInAll = 0
  private var line: [Waiter] = []
  private var lastTicket = 0

  /// - Parameters:
  ///   - limit: The maximum amount of simultaneous work for each source.
  ///   - total: The maximum amount of simultaneous work for all sources together.
  ///   - queue: The maximum amount of waiting work.
  init(limit: Int, total: Int = .max, queue: Int = .max) {
    (self.limit, self.total, self.queue) = (limit, total, queue)
  }

  /// Runs work as soon as there is room for it.
  ///
  /// - Parameters:
  ///   - source: The source that the work is for.
  ///   - timeLimit: How long to wait for room; nil for no limit.
  /// - Throws: ``Refusal`` if the work was not started; the error of the work.
  nonisolated func run<Value: Sendable>(
    for source: String, waitingAtMost timeLimit: Duration? = nil,
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await enter(source, timeLimit)
    do {
      try Task.checkCancellation()
      let value = try await work()
      await leave(source)
      return value
    } catch {
      await leave(source)
      throw error
    }
  }

  /// The number of waiting tasks.
  var waiting: Int { line.count }

  private func enter(_ source: String, _ timeLimit: Duration?) async throws(Refusal) {
    if hasRoom(for: source) { return begin(source) }
    guard line.count < queue else { throw .busy }
    lastTicket += 1
    let ticket = lastTicket
    let alarm = timeLimit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        self.giveUp(ticket, .busy)
      }
    }
    defer { alarm?.cancel() }
    let result: Result<Void, Refusal> = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<_, Never>) in
        if Task.isCancelled {
          continuation.resume(returning: .failure(.cancelled))
        } else {
          line.append(Waiter(ticket: ticket, source: source, continuation: continuation))
        }
      }
    } onCancel: {
      Task { await self.giveUp(ticket, .cancelled) }
    }
    try result.get()
  }

  private func hasRoom(for source: String) -> Bool {
    runningInAll < total && running[source, default: 0] < limit
  }

  private func begin(_ source: String) {
    running[source, default: 0] += 1
    runningInAll += 1
  }

  private func giveUp(_ ticket: Int, _ refusal: Refusal) {
    guard let place = line.firstIndex(where: { $0.ticket == ticket }) else { return }
    line.remove(at: place).continuation.resume(returning: .failure(refusal))
  }

  /// Gives the slot of finished work to the first waiting work whose source has a free slot.
  private func leave(_ source: String) {
    runningInAll -= 1
    let left = running[source, default: 1] - 1
    running[source] = left > 0 ? left : nil
    guard let place = line.firstIndex(where: { hasRoom(for: $0.source) }) else { return }
    let next = line.remove(at: place)
    begin(next.source)
    next.continuation.resume(returning: .success(()))
  }
}

extension WorkGate {
  /// Wraps a fetch so that it waits for its turn at the host in its URL.
  nonisolated func limiting(_ fetch: @escaping HTTPFetch) -> HTTPFetch {
    { request in
      do {
        return try await self.run(for: WebAddress.host(of: request.url) ?? "") {
          try await fetch(request)
        }
      } catch is Refusal {
        // If there is no time limit, only cancelled requests are refused.
        throw CancellationError()
      }
    }
  }
}
