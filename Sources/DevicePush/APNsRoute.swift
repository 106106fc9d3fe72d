import Foundation
import Logging
import NIOCore
import Synchronization

/// The connection and the token of one key for one host, and whether pushes can be sent there now.
///
/// Each connection belongs to one key: Apple refuses a second key on it.
actor APNsRoute {
  /// The circuits of the key and of the host, from their answers.
  struct Circuits: Sendable {
    var key: PushCircuit
    var host: PushCircuit
  }

  nonisolated let host: APNsHost
  nonisolated let key: APNsKey
  nonisolated let tokens: ProviderTokens
  nonisolated let circuits: Mutex<Circuits>
  private let times: APNsTimes
  private let logger: Logger
  private let metrics: APNsMetrics
  private let now: @Sendable () -> Date
  private var connection: APNsConnection?
  private var opening: Task<Result<APNsConnection, APNsConnectionError>, Never>?
  /// New connections after one that could not be made wait 1, 2, 4 … 60 seconds.
  private var connects: PushCircuit
  private var isClosed = false

  init(
    _ host: APNsHost, _ key: APNsKey, tokens: ProviderTokens, times: APNsTimes,
    pauses: ClosedRange<Double>, connectPauses: ClosedRange<Double>, logger: Logger,
    metrics: APNsMetrics, now: @escaping @Sendable () -> Date
  ) {
    (self.host, self.key, self.tokens, self.times) = (host, key, tokens, times)
    (self.logger, self.metrics, self.now) = (logger, metrics, now)
    let circuit = PushCircuit(pauses: pauses)
    circuits = Mutex(Circuits(key: circuit, host: circuit))
    connects = PushCircuit(pauses: connectPauses)
  }

  /// A connection that takes requests.
  ///
  /// - Throws: The reason why there is none, and the time of the next attempt.
  func use() async throws(NoConnection) -> APNsConnection {
    if let connection {
      if await connection.isUsable { return connection }
      if self.connection?.channel === connection.channel { self.connection = nil }
    }
    guard !isClosed else { throw NoConnection(reason: "the sender is closed", until: nil) }
    if let opening {
      switch await opening.value {
      case .success(let connection): return connection
      case .failure(let error):
        throw NoConnection(reason: error.description, until: connects.pausedUntil)
      }
    }
    if let connection { return connection }
    if case .none(let until) = connects.admit(at: now(), limit: times.connect / .seconds(1)) {
      throw NoConnection(reason: "\(host.address) could not be reached before", until: until)
    }
    let task = Task { [host, times, metrics, logger] in
      await Self.open(host, times, metrics, logger)
    }
    opening = task
    let result = await task.value
    opening = nil
    switch result {
    case .success(let opened):
      if connects.noteSuccess() {
        logger.notice("push.reachable", metadata: ["host": .string(host.address)])
      }
      guard !isClosed else {
        await opened.close(within: .zero)
        throw NoConnection(reason: "the sender is closed", until: nil)
      }
      connection = opened
      return opened
    case .failure(let error):
      let isFirst = connects.pausedUntil == nil
      connects.open(at: now())
      if isFirst {
        logger.warning(
          "push.unreachable",
          metadata: [
            "host": .string(host.address), "error": "unreachable",
            "cause": .string("\(host.address): \(error.description)."),
          ])
      }
      throw NoConnection(reason: error.description, until: connects.pausedUntil)
    }
  }

  /// Why there is no connection.
  struct NoConnection: Error {
    var reason: String
    var until: Date?
  }

  private static func open(
    _ host: APNsHost, _ times: APNsTimes, _ metrics: APNsMetrics, _ logger: Logger
  ) async -> Result<APNsConnection, APNsConnectionError> {
    do throws(APNsConnectionError) {
      metrics.connections(by: 1, to: host)
      let connection = try await APNsConnection.open(host, times) { event in
        switch event {
        case .goAway(let reason, let code):
          metrics.goAway(reason, from: host)
          logger.notice(
            "push.goaway",
            metadata: [
              "host": .string(host.address), "reason": .string(reason ?? "none"),
              "code": .stringConvertible(code),
            ])
        case .lost(let reason):
          logger.notice(
            "push.disconnected",
            metadata: ["host": .string(host.address), "cause": .string(reason)])
        case .streamLimit(let limit): metrics.streamLimit(limit, of: host)
        case .closed: break
        }
      }
      connection.channel.closeFuture.whenComplete { _ in metrics.connections(by: -1, to: host) }
      return .success(connection)
    } catch {
      metrics.connections(by: -1, to: host)
      return .failure(error)
    }
  }

  /// Retires a connection: it gets no more requests and ends after the answers to the open ones.
  func drop(_ old: APNsConnection) {
    if connection?.channel === old.channel { connection = nil }
    let limit = times.close
    Task { await old.close(within: limit) }
  }

  /// Closes the connection after the answers to the open requests.
  func close() async {
    isClosed = true
    if let connection { await connection.close(within: times.close) }
    connection = nil
  }
}
