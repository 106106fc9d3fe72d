import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Whether the caller of a connection is still there.
final class CallerPresence: Sendable {
  private struct State {
    var isGone = false
    var tell: (@Sendable () -> Void)?
  }

  /// The presence of the caller whose connection the current task serves.
  @TaskLocal static var current: CallerPresence?

  private let state = Mutex(State())

  /// Sets a closure that is called when the caller disconnects, or immediately if it already has;
  /// nil for none.
  ///
  /// The requests on a connection are served one after another, so one closure is enough.
  func whenGone(_ tell: (@Sendable () -> Void)?) {
    let isGone = state.withLock { state in
      state.tell = state.isGone ? nil : tell
      return state.isGone
    }
    if isGone { tell?() }
  }

  /// Whether the caller has disconnected.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Notes that the caller has disconnected.
  func goes() {
    let tell = state.withLock { state in
      state.isGone = true
      defer { state.tell = nil }
      return state.tell
    }
    tell?()
  }

  /// Runs work that is cancelled when the caller disconnects.
  func whilePresent<Value: Sendable>(
    on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task(executorPreference: executor) { try await work() }
    whenGone { task.cancel() }
    defer { whenGone(nil) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// An HTTP/1 connection whose task can find out whether its caller is still there.
struct WatchedChannel: ServerChildChannel {
  /// A connection that is waiting for its task.
  ///
  /// A server that is stopping would drop the connections that arrive at that moment. They are
  /// closed, because NIO ends the process if a connection is dropped without being closed.
  final class Value: ServerChildChannelValue {
    private let base: HTTP1Channel.Value
    private let isTaken = Atomic(false)
    let presence: CallerPresence

    init(base: HTTP1Channel.Value, presence: CallerPresence) {
      (self.base, self.presence) = (base, presence)
    }

    var channel: any Channel { base.channel }

    /// The connection, for the task that closes it.
    func take() -> HTTP1Channel.Value {
      isTaken.store(true, ordering: .relaxed)
      return base
    }

    deinit {
      guard !isTaken.load(ordering: .relaxed) else { return }
      let base = base
      Task { try? await base.executeThenClose { _, _ in } }
    }
  }

  let base: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let watch = try value.channel.pipeline.syncOperations.handler(type: CallerWatch.self)
      return Value(base: value, presence: watch.presence)
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(ConnectionExecutor(value.channel.eventLoop)) {
      await CallerPresence.$current.withValue(value.presence) {
        await base.handle(value: value.take(), logger: logger)
      }
    }
  }
}

/// Watches a connection for late bodies, unread responses, “Expect: 100-continue” and disconnects,
/// and lets a new connection send its first request even if the server is stopping.
///
/// It runs in the channel and needs no task. Reading a late body throws ``BodyIsLate``.
final class CallerWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The error for a body that did not arrive in time.
  struct BodyIsLate: Error {}
  /// The error for a body that arrived slowly while other callers were waiting for its space.
  struct BodyGivesWay: Error {}

  /// An instruction from the current request to the watch, sent as a channel event.
  enum Instruction: Sendable {
    /// The body may take any amount of time as long as it keeps arriving.
    case bodyIsStream
    /// The service has no space for the rest of the body; the waiting time does not count.
    case bodyWaits
    /// The service has space for the rest of the body.
    case bodyContinues
    /// The rest of the body is not read, because other callers are waiting for its space.
    case bodyGivesWay
    /// The body will be read, so a caller that expects “100 Continue” receives it (RFC 9110,
    /// section 10.1.1).
    case bodyIsWanted
  }

  /// The minimum rate at which a body of unlimited length must arrive, in bytes per second.
  static let leastBytesPerSecond = 32
  /// The maximum size in bytes of a part of a body.
  private static let partBytes = 16 << 10

  /// Whether the caller is still there.
  let presence = CallerPresence()
  private let limit: TimeAmount
  /// Whether a body is arriving.
  private var isOpen = false
  /// Whether the body may have any length, in which case each part that arrives extends the time
  /// for the rest.
  private var isStream = false
  /// The time from which the body is late.
  private var deadline = NIODeadline.distantFuture
  /// Since when the service has been processing a part of a stream, or has had no space for a body;
  /// nil while the service waits for the caller.
  private var worksSince: NIODeadline?
  /// Whether the service has no space for the body.
  private var hasNoSpace = false
  /// Whether the caller is waiting for “100 Continue”.
  private var waitsForContinue = false
  private var alarm: Scheduled<Void>?
  /// How long a caller may leave a response unread.
  private let readTime: TimeAmount
  /// The timer that closes the connection if its caller has read nothing of a response for
  /// `readTime`.
  private var unread: Scheduled<Void>?
  /// How long the first request may take to arrive while the server is stopping.
  private let firstTime: TimeAmount
  /// The time from which the first request is late; nil once that request has begun to arrive.
  private var firstDeadline: NIODeadline?
  /// The timer that notifies the connection that the server is stopping, if the connection's first
  /// request has not arrived before `firstDeadline`.
  private var stop: Scheduled<Void>?

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - limit: How long a body may take.
  ///   - readTime: How long a caller may leave a response unread.
  ///   - firstTime: How long the first request may take to arrive while the server is stopping.
  init(_ limit: Duration, unread readTime: Duration, firstRequest firstTime: Duration) {
    (self.limit, self.readTime) = (TimeAmount(limit), TimeAmount(readTime))
    self.firstTime = TimeAmount(firstTime)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    firstDeadline = .now() + firstTime
    // NIO reads up to ten parts of a body before it waits for the service. With NIO's usual parts
    // of up to 64 KB, bodies that wait for space would take as much memory as if they had been
    // read.
    try? context.channel.syncOptions?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(
        minimum: 64, initial: 2_048, maximum: Self.partBytes))
    OlderCallers.join(context.pipeline)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      (isOpen, isStream) = (true, false)
      (deadline, worksSince, hasNoSpace) = (.distantFuture, nil, false)
      waitsForContinue = head.headerFields[.expect]?.lowercased() == "100-continue"
    case .body(let part):
      waitsForContinue = false
      if isStream {
        extend(by: part.readableBytes)
        worksSince = worksSince ?? .now()
      }
    case .end: close()
    }
    context.fireChannelRead(data)
    guard firstDeadline != nil else { return }
    firstDeadline = nil
    // The connection now has a request, and ends after the response to it.
    if stop != nil { passStop(context) }
  }

  /// Notifies the rest of the pipeline that the server is stopping.
  private func passStop(_ context: ChannelHandlerContext) {
    forgetStop()
    context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  private func forgetStop() {
    stop?.cancel()
    stop = nil
  }

  /// Extends the time of a stream when a part arrives; a stream never has more time left than a
  /// body that is read whole gets in total.
  private func extend(by bytes: Int) {
    let worth = Int64(bytes) * 1_000_000_000 / Int64(Self.leastBytesPerSecond)
    deadline = min(deadline + .nanoseconds(worth), .now() + limit)
  }

  /// The alarm is set only here, because most bodies arrive together with their headers and need
  /// none.
  func channelReadComplete(context: ChannelHandlerContext) {
    if isOpen, alarm == nil {
      if deadline == .distantFuture { deadline = .now() + limit }
      setAlarm(context)
    }
    context.fireChannelReadComplete()
  }

  /// The service reads more of a body; the time in which the service did not read does not count
  /// against the caller.
  func read(context: ChannelHandlerContext) {
    if !hasNoSpace { waitForCaller() }
    context.read()
  }

  private func waitForCaller() {
    if let since = worksSince, deadline != .distantFuture { deadline = deadline + (.now() - since) }
    worksSince = nil
  }

  private func setAlarm(_ context: ChannelHandlerContext, at time: NIODeadline? = nil) {
    // Handler methods run on the event loop of the channel.
    alarm = context.eventLoop.assumeIsolated().scheduleTask(deadline: time ?? deadline) { [self] in
      alarm = nil
      guard isOpen else { return }
      if worksSince != nil { return setAlarm(context, at: .now() + limit) }
      if deadline > .now() { return setAlarm(context) }
      context.fireErrorCaught(BodyIsLate())
    }
  }

  /// A response that its caller does not read would keep its memory and its slot.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    forgetUnread()
    if !context.channel.isWritable { watchUnread(context, before: nil) }
    context.fireChannelWritabilityChanged()
  }

  /// Closes the connection when its caller has read none of the waiting data for `readTime`.
  private func watchUnread(_ context: ChannelHandlerContext, before: Int?) {
    let options = context.channel.syncOptions
    let left = try? options?.getOption(ChannelOptions.bufferedWritableBytes)
    if let before, left.map({ $0 >= before }) ?? true {
      return context.channel.close(promise: nil)
    }
    unread = context.eventLoop.assumeIsolated().scheduleTask(in: readTime) { [self] in
      watchUnread(context, before: left ?? 0)
    }
  }

  private func forgetUnread() {
    unread?.cancel()
    unread = nil
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard let instruction = event as? Instruction else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    switch instruction {
    case .bodyIsStream: isStream = true
    case .bodyWaits: (hasNoSpace, worksSince) = (true, worksSince ?? .now())
    case .bodyContinues:
      hasNoSpace = false
      waitForCaller()
    case .bodyGivesWay:
      if isOpen { context.fireErrorCaught(BodyGivesWay()) }
    case .bodyIsWanted:
      guard waitsForContinue else { break }
      waitsForContinue = false
      context.writeAndFlush(
        wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
    promise?.succeed()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { goes() }
    // A proxy that has just connected is about to send a request that it may not be able to repeat
    // elsewhere.
    if event is ChannelShouldQuiesceEvent, let firstDeadline, firstDeadline > .now() {
      stop = context.eventLoop.assumeIsolated().scheduleTask(deadline: firstDeadline) { [self] in
        passStop(context)
      }
      return
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    handlerRemoved(context: context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    goes()
    forgetStop()
    forgetUnread()
  }

  private func goes() {
    close()
    presence.goes()
  }

  private func close() {
    isOpen = false
    alarm?.cancel()
    alarm = nil
  }
}
