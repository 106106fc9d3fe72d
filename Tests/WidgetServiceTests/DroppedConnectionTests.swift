import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing
import WidgetTestSupport

@testable import WidgetService

/// A connection that a stopping server drops before any task receives it.
///
/// NIO ends the process if a connection is dropped without being closed.
@Suite(.startsPrograms) struct DroppedConnectionTests {
  /// Drops each connection, as a server does if it stops when the connection arrives.
  private struct DroppingChannel: ServerChildChannel {
    struct Value: ServerChildChannelValue {
      let channel: any Channel
    }

    let base: WatchedChannel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
      base.setup(channel: channel, logger: logger).map { Value(channel: $0.channel) }
    }

    func handle(value: Value, logger: Logger) async { try? await value.channel.closeFuture.get() }
  }

  @Test func `It is closed, and the process continues`() async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let connections = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        CallerWatch(.seconds(300), unread: .seconds(300), firstRequest: .seconds(300))
      ])
    let channel = DroppingChannel(
      base: WatchedChannel(
        base: HTTP1Channel(
          responder: { _, writer, _ in try await writer.writeResponse(HTTPResponse(status: .ok)) },
          configuration: connections)))
    var logger = Logger(label: "dropped")
    logger.logLevel = .critical
    let server = channel.server(
      configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [server], logger: logger))
    let running = Task<Void, any Error> { try await blocking { try await group.run() } }
    var iterator = ports.makeAsyncIterator()
    let number = try #require(await iterator.next())
    let said = try await HTTPClient.waiting {
      try (0..<20).map { _ in try HTTPConnection(port: number).rest() }
    }
    #expect(said == Array(repeating: [], count: 20))
    await group.triggerGracefulShutdown()
    try await running.value
  }
}
