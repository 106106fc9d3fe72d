import Foundation
import Logging
import Messages
import Synchronization

/// The connection for one key to one host, the tokens of the key, and whether pushes can be sent
/// now.
///
/// Each connection belongs to one key: Apple refuses a second key on it.
final class APNsRoute: Sendable {
  /// The circuits of the key and of the host; the responses to pushes begin and end their pauses.
  struct Circuits: Sendable {
    var key: PushCircuit
    var host: PushCircuit
  }

  /// The connection that accepts requests.
  private struct Link {
    var connection: APNsConnection?
    /// The pauses after failed attempts to connect.
    var connects: PushCircuit
    var isClosed = false
  }

  let host: APNsHost
  let key: APNsKey
  let tokens: ProviderTokens
  let circuits: Mutex<Circuits>
  private let link: Mutex<Link>
  private let times: APNsTimes
  private let logger: Logger
  private let metrics: APNsMetrics
  private let now: @Sendable () -> Date

  init(
    _ host: APNsHost, _ key: APNsKey, tokens: ProviderTokens, times: APNsTimes,
    pauses: ClosedRange<Double>, connectPauses: ClosedRange<Double>, logger: Logger,
    metrics: APNsMetrics, now: @escaping @Sendable () -> Date
  ) {
    (self.host, self.key, self.tokens, self.times) = (host, key, tokens, times)
    (self.logger, self.metrics, self.now) = (logger, metrics, now)
    let circuit = PushCircuit(pauses: pauses)
    circuits = Mutex(Circuits(key: circuit, host: circuit))
    link = Mutex(Link(connects: PushCircuit(pauses: connectPauses)))
  }

  /// Why there is no connection.
  struct NoConnection: Error {
    var reason: String
    var until: Date?
  }

  /// A connection that accepts requests: the current one, or a new one, which connects for its
  /// first request.
  ///
  /// - Throws: The reason why there is no connection, and the time of the next attempt.
  func use() throws(NoConnection) -> APNsConnection {
    try link.withLock { link throws(NoConnection) in
      guard !link.isClosed else {
        throw NoConnection(reason: "the sender is closed", until: nil)
      }
      if let connection = link.connection, connection.isUsable { return connection }
      let limit = times.connect / .seconds(1)
      if case .none(let until) = link.connects.admit(at: now(), limit: limit) {
        throw NoConnection(reason: "\(host.address) could not be reached before", until: until)
      }
      let connection = APNsConnection(host, times) { [weak self] in self?.note($0) }
      link.connection = connection
      return connection
    }
  }

  /// The end of the pause after a failed attempt to connect; nil if there is none.
  var unreachableUntil: Date? { link.withLock { $0.connects.pausedUntil } }

  private func note(_ event: APNsConnectionEvent) {
    switch event {
    case .connected:
      metrics.connections(by: 1, to: host)
      guard link.withLock({ $0.connects.noteSuccess() }) else { return }
      logger.notice(
        "\(LogEventName.pushReachable.rawValue)", metadata: ["host": .string(host.address)])
    case .unreachable(let reason):
      let isFirst = link.withLock { link in
        defer { link.connects.open(at: now()) }
        return link.connects.pausedUntil == nil
      }
      guard isFirst else { return }
      logger.warning(
        "\(LogEventName.pushUnreachable.rawValue)",
        metadata: [
          "host": .string(host.address), "error": "unreachable",
          "cause": .string("\(host.address): \(reason)."),
        ])
    case .goAway(let code):
      metrics.goAway(from: host)
      logger.notice(
        "\(LogEventName.pushGoAway.rawValue)",
        metadata: ["host": .string(host.address), "code": .stringConvertible(code)])
    case .lost(let reason):
      logger.notice(
        "\(LogEventName.pushDisconnected.rawValue)",
        metadata: ["host": .string(host.address), "cause": .string(reason)])
    case .streamLimit(let limit): metrics.streamLimit(limit, of: host)
    case .closed: metrics.connections(by: -1, to: host)
    }
  }

  /// Retires a connection: it gets no more requests and ends after the responses to its open
  /// requests.
  func drop(_ old: APNsConnection) {
    link.withLock { if $0.connection === old { $0.connection = nil } }
    let limit = times.close
    Task { await old.close(within: limit) }
  }

  /// Closes the connection after the responses to the open requests.
  func close() async {
    let last = link.withLock { link in
      defer { (link.connection, link.isClosed) = (nil, true) }
      return link.connection
    }
    await last?.close(within: times.close)
  }
}
