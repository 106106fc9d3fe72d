import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

/// Time limits for the parts of a push.
struct APNsTimes: Sendable {
  /// The time until the connection is open and the other side has sent its settings.
  var connect: Duration = .seconds(10)
  /// The time from a request to the end of its answer.
  var answer: Duration = .seconds(15)
  /// The time in which one call of the sender starts requests.
  var start: Duration = .seconds(30)
  /// The silence after which a PING is sent.
  var silence: Duration = .seconds(3_600)
  /// The silence after which a PING goes with the next request, because the connection may be lost.
  var doubt: Duration = .seconds(60)
  /// The time limit for the answer to a PING.
  var ping: Duration = .seconds(5)
  /// The time that open requests have when the sender closes.
  var close: Duration = .seconds(10)
  /// The interval at which a connection checks these limits.
  var look: Duration = .milliseconds(500)
}

/// The address of Apple's push service, or of a stand-in for it in tests.
struct APNsHost: Sendable, Hashable {
  var name: String
  var port = 443
  /// The certificates that are trusted, in PEM; nil for those of the system.
  var roots: String?

  static func apple(_ environment: PushEnvironment) -> APNsHost {
    switch environment {
    case .development: APNsHost(name: "api.sandbox.push.apple.com")
    case .production: APNsHost(name: "api.push.apple.com")
    }
  }

  /// The name and the port, for the log.
  var address: String { "\(name):\(port)" }
}

/// Why there is no connection, without anything secret.
struct APNsConnectionError: Error, Hashable, CustomStringConvertible {
  var description: String
}

/// The parts of a request that differ from push to push.
struct APNsRequest: Sendable {
  var id: String
  var token: String
  var topic: String
  var authorization: String
  /// The values of header fields that can be absent.
  var expiration: String?
  var priority: String?
  var collapseID: String?
}

/// The result of a request on a connection.
enum APNsExchange: Sendable, Hashable {
  case answer(APNsAnswer)
  /// The other side has not processed it: it can be sent again at once.
  case notProcessed
  /// It was sent, and whether it was accepted is unknown.
  case unanswered(String)
  /// It was not sent: its batch was stopped, or its time had passed.
  case withheld
}

/// An event of a connection that is not an answer.
enum APNsConnectionEvent: Sendable, Hashable {
  /// The other side takes no more requests.
  case goAway(reason: String?, code: Int)
  /// The connection ended while requests had no answer, or did not answer a PING.
  case lost(String)
  case streamLimit(Int)
  case closed
}

/// One HTTP/2 connection over TLS.
///
/// It begins with a single request. After the first one that is accepted it sends as many as the
/// other side allows, and after a refusal only a few until the next one is accepted.
struct APNsConnection: Sendable {
  let channel: any Channel
  private let exchanges: NIOLoopBound<APNsExchanges>

  fileprivate init(_ channel: any Channel, _ exchanges: APNsExchanges) {
    self.channel = channel
    self.exchanges = NIOLoopBound(exchanges, eventLoop: channel.eventLoop)
  }

  /// Connects, with a new lookup of the host's name.
  ///
  /// - Throws: ``APNsConnectionError``.
  static func open(
    _ host: APNsHost, _ times: APNsTimes,
    onEvent: @escaping @Sendable (APNsConnectionEvent) -> Void
  ) async throws(APNsConnectionError) -> APNsConnection {
    do {
      let context = try NIOSSLContext(configuration: configuration(host))
      let ready = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(times.connect.amount)
        .channelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
        .connect(host: host.name, port: host.port) { channel in
          channel.eventLoop.makeCompletedFuture {
            let promise = channel.eventLoop.makePromise(of: APNsConnection.self)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: host.name))
            try pipeline.addHandler(APNsExchanges(host, times, ready: promise, onEvent: onEvent))
            return promise.futureResult
          }
        }
      return try await ready.get()
    } catch let error as APNsConnectionError {
      throw error
    } catch {
      throw APNsConnectionError(description: words(of: error))
    }
  }

  /// Whether new requests can be sent.
  var isUsable: Bool {
    get async {
      let exchanges = exchanges
      return (try? await channel.eventLoop.submit { exchanges.value.isUsable }.get()) ?? false
    }
  }

  /// Sends requests and returns what became of them, in their order.
  ///
  /// - Parameters:
  ///   - limit: The time until which requests are started; those that are open then have their own
  ///     limit.
  ///   - mayContinue: Decides for each answer, with the time that it took, whether the requests that
  ///     wait are sent; it is called on the thread of the connection.
  func exchange(
    _ requests: [APNsRequest], until limit: ContinuousClock.Instant,
    mayContinue: @escaping @Sendable (Int, APNsAnswer, Duration) -> Bool
  ) async -> [APNsExchange] {
    let exchanges = exchanges
    let number = UInt64.random(in: .min ... .max)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        channel.eventLoop.execute {
          exchanges.value.begin(
            APNsBatch(number, requests, until: limit, mayContinue: mayContinue) {
              continuation.resume(returning: $0)
            })
        }
      }
    } onCancel: {
      channel.eventLoop.execute { exchanges.value.withhold(number) }
    }
  }

  /// Waits for the answers to the open requests, then closes; no request is sent any more.
  func close(within limit: Duration) async {
    let exchanges = exchanges
    channel.eventLoop.execute { exchanges.value.finish() }
    let end = channel.eventLoop.scheduleTask(in: limit.amount) { exchanges.value.end("closed") }
    try? await channel.closeFuture.get()
    end.cancel()
  }

  private static func configuration(_ host: APNsHost) throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["h2"]
    configuration.shutdownTimeout = .seconds(1)
    if let roots = host.roots {
      configuration.trustRoots = .certificates(
        try NIOSSLCertificate.fromPEMBytes(Array(roots.utf8)))
    }
    return configuration
  }

  /// The cause in fixed words, because the text of a library's error can contain anything.
  fileprivate static func words(of error: any Error) -> String {
    switch error {
    case let error as APNsConnectionError: return error.description
    case let error as NIOConnectionError:
      let isUnknown = error.connectionErrors.isEmpty
      return isUnknown ? "the name cannot be resolved" : "nothing accepts connections there"
    case ChannelError.connectTimeout: return "no connection came in time"
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      return "the connection cannot be made secure"
    case is IOError: return "the connection was lost"
    default: return "the connection failed with \(type(of: error))"
    }
  }
}

extension Duration {
  fileprivate var amount: TimeAmount { .nanoseconds(Int64(self / .nanoseconds(1))) }
}

/// Requests that a connection gets together.
private final class APNsBatch {
  let number: UInt64
  let requests: [APNsRequest]
  let limit: ContinuousClock.Instant
  let mayContinue: (Int, APNsAnswer, Duration) -> Bool
  var isStopped = false
  private var found: [APNsExchange?]
  private var open: Int
  private let done: ([APNsExchange]) -> Void

  init(
    _ number: UInt64, _ requests: [APNsRequest], until limit: ContinuousClock.Instant,
    mayContinue: @escaping (Int, APNsAnswer, Duration) -> Bool,
    done: @escaping ([APNsExchange]) -> Void
  ) {
    (self.number, self.requests, self.limit) = (number, requests, limit)
    (self.mayContinue, self.done) = (mayContinue, done)
    open = requests.count
    found = Array(repeating: nil, count: requests.count)
    if requests.isEmpty { done([]) }
  }

  func note(_ exchange: APNsExchange, of index: Int) {
    guard found[index] == nil else { return }
    found[index] = exchange
    open -= 1
    if open == 0 { done(found.map { $0 ?? .withheld }) }
  }
}

/// The requests of one connection; all of it runs on the connection's event loop.
private final class APNsExchanges: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// A request without a whole answer.
  private struct Stream {
    let batch: APNsBatch
    let index: Int
    let sent = ContinuousClock.now
    var answer: APNsAnswer?
    var body: [UInt8] = []
  }

  /// The maximum number of requests under way.
  private static let most = 500
  /// The number of requests under way after a refusal.
  private static let few = 5
  /// The maximum size of an answer in bytes.
  private static let mostBytes = 4_096
  /// The number of the last stream that is used, long before the numbers run out.
  private static let lastStream = Int32.max / 2

  private let times: APNsTimes
  private let onEvent: (APNsConnectionEvent) -> Void
  private var ready: EventLoopPromise<APNsConnection>?
  private var context: ChannelHandlerContext?
  private var looks: RepeatedTask?

  private var waiting = CircularBuffer<(batch: APNsBatch, index: Int)>()
  private var streams: [Int32: Stream] = [:]
  /// The streams in the order of their requests; one with an answer is removed when it becomes the
  /// first.
  private var order = CircularBuffer<Int32>()
  private var nextStream: Int32 = 1
  private var streamLimit: Int?
  private var hasAccepted = false
  private var isCareful = false
  private var isEnding = false
  private var hasEnded = false
  private var hasSentOptions = false
  private let authority: String
  private var unread = 0
  private var lastRead = ContinuousClock.now
  private var pinged: ContinuousClock.Instant?

  init(
    _ host: APNsHost, _ times: APNsTimes, ready: EventLoopPromise<APNsConnection>,
    onEvent: @escaping (APNsConnectionEvent) -> Void
  ) {
    authority = host.name
    (self.times, self.ready, self.onEvent) = (times, ready, onEvent)
  }

  var isUsable: Bool { !isEnding && !hasEnded && nextStream < Self.lastStream }

  /// How many requests may be under way.
  private var window: Int {
    guard hasAccepted else { return min(1, streamLimit ?? 1) }
    return min(streamLimit ?? Self.most, isCareful ? Self.few : Self.most)
  }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
    looks = context.eventLoop.scheduleRepeatedTask(
      initialDelay: times.look.amount, delay: times.look.amount
    ) { _ in loopBound.value.look() }
    context.eventLoop.scheduleTask(in: times.connect.amount) {
      if loopBound.value.ready != nil { loopBound.value.end("no settings came in time") }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end("the connection was closed") }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case TLSUserEvent.handshakeCompleted(let name):
      guard name == "h2" else { return end("the other side does not speak HTTP/2") }
      var configuration = NIOHTTP2Handler.ConnectionConfiguration()
      configuration.initialSettings = [HTTP2Setting(parameter: .enablePush, value: 0)]
      // Apple changes its settings with each refusal. Nobody else sends to this connection.
      configuration.controlFrameRateLimit.maximumCount = 100_000
      var streams = NIOHTTP2Handler.StreamConfiguration()
      streams.streamResetFrameRateLimit.maximumCount = 100_000
      streams.streamErrorRateLimit.maximumCount = 100_000
      do {
        try context.pipeline.syncOperations.addHandler(
          NIOHTTP2Handler(
            mode: .client, connectionConfiguration: configuration, streamConfiguration: streams),
          position: .before(self))
      } catch {
        end(APNsConnection.words(of: error))
      }
    case let event as StreamClosedEvent:
      // The rest of these bytes can change the number of allowed requests, so they are sent after
      // all of it is read.
      finish(
        Int32(event.streamID),
        event.reason == .refusedStream ? .notProcessed : .unanswered("closed"))
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A lost connection ends without the closing message of TLS.
    end(APNsConnection.words(of: error))
  }

  func channelInactive(context: ChannelHandlerContext) { end("the connection was lost") }

  /// Ends the connection: requests that were not sent are not processed, and those that were are
  /// unanswered.
  func end(_ reason: String) {
    guard !hasEnded else { return }
    (hasEnded, isEnding) = (true, true)
    looks?.cancel()
    ready?.fail(APNsConnectionError(description: reason))
    ready = nil
    if !streams.isEmpty { onEvent(.lost(reason)) }
    giveBackWaiting()
    for number in streams.keys.sorted() { finish(number, .unanswered(reason)) }
    onEvent(.closed)
    context?.close(promise: nil)
    context = nil
  }

  /// Closes after the answers to the open requests; no request is sent any more.
  func finish() {
    isEnding = true
    let left = waiting
    waiting.removeAll()
    for (batch, index) in left { batch.note(.withheld, of: index) }
    endIfDone()
  }

  private func endIfDone() {
    if isEnding, streams.isEmpty { end("the connection was closed") }
  }

  private func giveBackWaiting() {
    let left = waiting
    waiting.removeAll()
    for (batch, index) in left { batch.note(.notProcessed, of: index) }
  }

  // MARK: Requests

  func begin(_ batch: APNsBatch) {
    guard isUsable else {
      for index in batch.requests.indices { batch.note(.notProcessed, of: index) }
      return
    }
    for index in batch.requests.indices { waiting.append((batch, index)) }
    sendMore()
  }

  /// Drops the requests of a batch that wait.
  func withhold(_ number: UInt64) {
    for (batch, _) in waiting where batch.number == number { batch.isStopped = true }
    dropStopped()
  }

  private func dropStopped() {
    let now = ContinuousClock.now
    guard waiting.contains(where: { $0.batch.isStopped || $0.batch.limit <= now }) else { return }
    let all = waiting
    waiting.removeAll()
    for (batch, index) in all {
      if batch.isStopped || batch.limit <= now {
        batch.note(.withheld, of: index)
      } else {
        waiting.append((batch, index))
      }
    }
  }

  private func sendMore() {
    guard let context, !hasEnded, streamLimit != nil else { return }
    var hasSent = false
    while !isEnding, streams.count < window, let (batch, index) = waiting.popFirst() {
      guard !batch.isStopped, batch.limit > .now else {
        batch.note(.withheld, of: index)
        continue
      }
      if streams.isEmpty, pinged == nil, lastRead.duration(to: .now) >= times.doubt {
        ping(context)
      }
      send(batch.requests[index], context)
      streams[nextStream] = Stream(batch: batch, index: index)
      order.append(nextStream)
      nextStream += 2
      hasSent = true
      if nextStream >= Self.lastStream {
        isEnding = true
        giveBackWaiting()
      }
    }
    if hasSent { context.flush() }
  }

  private func send(_ request: APNsRequest, _ context: ChannelHandlerContext) {
    var headers = HPACKHeaders()
    headers.reserveCapacity(10)
    headers.add(name: ":method", value: "POST")
    headers.add(name: ":scheme", value: "https")
    // Fields that are secret or differ each time are not indexed, so that they do not displace
    // those that stay the same.
    headers.add(name: ":path", value: "/3/device/" + request.token, indexing: .nonIndexable)
    headers.add(name: ":authority", value: authority)
    headers.add(
      name: "authorization", value: "bearer " + request.authorization, indexing: .nonIndexable)
    headers.add(name: "apns-push-type", value: "widgets")
    headers.add(name: "apns-topic", value: request.topic)
    let once: HPACKIndexing = hasSentOptions ? .nonIndexable : .indexable
    headers.add(name: "apns-id", value: request.id, indexing: once)
    if let expiration = request.expiration {
      headers.add(name: "apns-expiration", value: expiration, indexing: once)
    }
    if let priority = request.priority { headers.add(name: "apns-priority", value: priority) }
    if let collapseID = request.collapseID {
      headers.add(name: "apns-collapse-id", value: collapseID, indexing: once)
    }
    hasSentOptions = true
    let stream = HTTP2StreamID(Int(nextStream))
    let body = ByteBuffer(staticString: #"{"aps":{"content-changed":true}}"#)
    context.write(
      wrapOutboundOut(HTTP2Frame(streamID: stream, payload: .headers(.init(headers: headers)))),
      promise: nil)
    context.write(
      wrapOutboundOut(
        HTTP2Frame(
          streamID: stream, payload: .data(.init(data: .byteBuffer(body), endStream: true)))),
      promise: nil)
  }

  private func ping(_ context: ChannelHandlerContext) {
    pinged = .now
    context.writeAndFlush(
      wrapOutboundOut(
        HTTP2Frame(
          streamID: .rootStream, payload: .ping(HTTP2PingData(withInteger: 1), ack: false))),
      promise: nil)
  }

  /// Checks the time limits.
  private func look() {
    guard let context, !hasEnded else { return }
    let now = ContinuousClock.now
    dropStopped()
    while let first = order.first, streams[first] == nil { order.removeFirst() }
    if let first = order.first, let stream = streams[first],
      stream.sent.duration(to: now) >= times.answer
    {
      return end("no answer came in time")
    }
    if let pinged {
      if pinged.duration(to: now) >= times.ping { end("no answer to a PING came in time") }
    } else if ready == nil, lastRead.duration(to: now) >= times.silence {
      ping(context)
    }
  }

  // MARK: Answers

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Without the handler of HTTP/2, the bytes that come are not frames.
    guard !hasEnded else { return }
    let frame = unwrapInboundIn(data)
    (lastRead, pinged) = (.now, nil)
    let number = Int32(frame.streamID)
    switch frame.payload {
    case .headers(let headers):
      read(headers.headers, of: number)
      if headers.endStream { answered(number) }
    case .data(let data):
      if case .byteBuffer(let buffer) = data.data { read(buffer, of: number, context) }
      if data.endStream { answered(number) }
    case .rstStream(let code):
      finish(
        number,
        code == .refusedStream ? .notProcessed : .unanswered("reset with \(code.networkCode)"))
    case .settings(.settings(let settings)):
      if let limit = settings.last(where: { $0.parameter == .maxConcurrentStreams }) {
        streamLimit = limit.value
        onEvent(.streamLimit(limit.value))
      }
      streamLimit = streamLimit ?? Self.most
      ready?.succeed(APNsConnection(context.channel, self))
      ready = nil
    case .goAway(let last, let code, let data):
      isEnding = true
      var answer = APNsAnswer(status: 0)
      answer.read(body: data.map { Array($0.readableBytesView.prefix(Self.mostBytes)) } ?? [])
      onEvent(.goAway(reason: answer.reason, code: code.networkCode))
      giveBackWaiting()
      for stream in streams.keys where stream > Int32(last) { finish(stream, .notProcessed) }
      endIfDone()
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) { sendMore() }

  private func read(_ headers: HPACKHeaders, of number: Int32) {
    guard let status = headers.first(name: ":status").flatMap({ Int($0) }), status >= 200
    else { return }
    var answer = APNsAnswer(status: status)
    answer.id = headers.first(name: "apns-id").map { String($0.prefix(64)) }
    answer.uniqueID = headers.first(name: "apns-unique-id").map { String($0.prefix(64)) }
    answer.retryAfter = headers.first(name: "retry-after").flatMap { Int($0) }
      .flatMap { (0...86_400).contains($0) ? .seconds($0) : nil }
    streams[number]?.answer = answer
  }

  private func read(_ buffer: ByteBuffer, of number: Int32, _ context: ChannelHandlerContext) {
    unread += buffer.readableBytes
    if unread >= 16_384 {
      context.writeAndFlush(
        wrapOutboundOut(
          HTTP2Frame(streamID: .rootStream, payload: .windowUpdate(windowSizeIncrement: unread))),
        promise: nil)
      unread = 0
    }
    guard let stream = streams[number] else { return }
    guard stream.body.count + buffer.readableBytes <= Self.mostBytes else {
      return end("an answer is longer than \(Self.mostBytes) bytes")
    }
    streams[number]?.body += buffer.readableBytesView
  }

  private func answered(_ number: Int32) {
    guard let stream = streams[number] else { return }
    guard var answer = stream.answer else { return finish(number, .unanswered("no status came")) }
    if answer.status != 200 { answer.read(body: stream.body) }
    switch answer.status {
    case 200: (hasAccepted, isCareful) = (true, false)
    // A token that has ended is not counted as an error.
    case 410: hasAccepted = true
    case 400..<500: isCareful = true
    default: break
    }
    if !stream.batch.mayContinue(stream.index, answer, stream.sent.duration(to: .now)) {
      stream.batch.isStopped = true
    }
    finish(number, .answer(answer))
  }

  private func finish(_ number: Int32, _ exchange: APNsExchange) {
    guard let stream = streams.removeValue(forKey: number) else { return }
    stream.batch.note(exchange, of: stream.index)
    if !hasEnded { endIfDone() }
  }
}
