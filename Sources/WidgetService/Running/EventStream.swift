import Foundation
import HTTPTypes
import Hummingbird
import IntentOptions
import JSONC
import Logging
import Messages
import NIOCore
import ServiceLifecycle
import Synchronization
import WidgetForm

/// A queue of events for one caller; senders wait while it is full.
final class EventQueue: Sendable {
  /// The queued events and the state of the stream.
  struct State {
    var events: [[UInt8]] = []
    /// The total size of the events, in bytes.
    var size = 0
    var isEnded = false
    var isStopping = false
    var isAbandoned = false
    fileprivate var senders: [CheckedContinuation<Void, Never>] = []
  }

  /// The number of events, and the number of their bytes, at which the queue is full.
  private static let capacity = (events: 64, bytes: 16 << 10)

  private let state = Mutex(State())
  private let waker = Waker()

  /// Sends an event.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  func send(_ event: String, id: String? = nil, _ data: JSONValue) async throws {
    try await send(event, id: id, wire: data.wire)
  }

  /// Sends an event whose data is compact JSON, which contains no line feeds.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  func send(_ event: String, id: String? = nil, wire: [UInt8]) async throws {
    var text = "event: \(event)\n"
    if let id { text += "id: \(id)\n" }
    let bytes = Array((text + "data: ").utf8) + wire + Array("\n\n".utf8)
    try Task.checkCancellation()
    await withCheckedContinuation { continuation in
      let isFull = state.withLock { state in
        state.events.append(bytes)
        state.size += bytes.count
        let isFull =
          state.events.count >= Self.capacity.events || state.size >= Self.capacity.bytes
        guard isFull, !state.isEnded, !state.isStopping, !state.isAbandoned else { return false }
        state.senders.append(continuation)
        return true
      }
      waker.wake()
      if !isFull { continuation.resume() }
    }
    try Task.checkCancellation()
  }

  /// Marks the end of the events.
  func end() { finish { $0.isEnded = true } }

  /// Ends the stream because the service is stopping.
  func stop() { finish { $0.isStopping = true } }

  /// Ends the stream because the caller has disconnected.
  func abandon() { finish { $0.isAbandoned = true } }

  private func finish(_ change: (inout State) -> Void) {
    let senders = state.withLock { state in
      change(&state)
      defer { state.senders = [] }
      return state.senders
    }
    waker.wake()
    for sender in senders { sender.resume() }
  }

  /// Removes and returns the queued events.
  func take() -> State {
    let taken = state.withLock { state in
      defer { (state.events, state.size, state.senders) = ([], 0, []) }
      return state
    }
    for sender in taken.senders { sender.resume() }
    return taken
  }

  /// Waits for events, but no longer than a duration.
  func wait(atMost time: Duration) async { await waker.wait(until: .now + time) }
}

extension HTTPField.Name {
  static let xAccelBuffering = Self("X-Accel-Buffering") ?? .cacheControl
}

extension HTTPFields {
  /// The header fields of JSON Lines that are sent while they are made.
  static let jsonLines = stream(of: MediaType.jsonLines)

  /// The header fields of a response that is sent in parts.
  static func stream(of type: String) -> HTTPFields {
    var headers = HTTPFields()
    headers[.contentType] = type
    headers[.cacheControl] = "no-store"
    // Without this field, nginx keeps the parts in a buffer until the buffer is full.
    headers[.xAccelBuffering] = "no"
    return headers
  }
}

/// Responses with server-sent events (WHATWG HTML, section 9.2).
enum EventStream {
  /// Responds with events until they end, the caller disconnects or loses its permission, or the
  /// service stops.
  static func respond(
    to call: ServiceCall, _ produce: @escaping @Sendable (EventQueue) async throws -> Void
  ) throws -> Response {
    let service = call.service
    let place = try Place(in: service.streams, for: call.caller.key)
    let (heartbeat, expires) = (service.settings.heartbeat, call.caller.expires)
    return Response(
      status: .ok, headers: .stream(of: MediaType.events),
      body: ResponseBody { writer in
        defer { place.leave() }
        try await run(
          heartbeat, until: expires, presence: call.presence, on: service.handlers, to: &writer
        ) { queue in
          do {
            try await produce(queue)
          } catch  where !(error is CancellationError) {
            service.failures.report(
              .error, .streamFailed, (ServiceProblem(error)?.code ?? .serviceFailed).rawValue,
              cause: "\(error)")
          }
        }
        try await writer.finish(nil)
      })
  }

  /// Writes the events of a producer, and ends the producer when the writing ends for any reason.
  static func run(
    _ heartbeat: Duration, until end: Date?, presence: CallerPresence,
    on executor: (any TaskExecutor)? = nil, to writer: inout any ResponseBodyWriter,
    _ produce: @escaping @Sendable (EventQueue) async throws -> Void
  ) async throws {
    let queue = EventQueue()
    // The producer may be waiting for space in a queue that is no longer read.
    defer { queue.abandon() }
    // Frees the slot as soon as the caller disconnects rather than at the next heartbeat.
    presence.whenGone { queue.abandon() }
    defer { presence.whenGone(nil) }
    let producer = Task(executorPreference: executor) {
      defer { queue.end() }
      try await SharedWorkPlace.$executor.withValue(executor) { try await produce(queue) }
    }
    defer { producer.cancel() }
    try await withGracefulShutdownHandler {
      try await write(queue, heartbeat, until: end, to: &writer)
    } onGracefulShutdown: {
      queue.stop()
    }
  }

  @concurrent private static func write(
    _ queue: EventQueue, _ heartbeat: Duration, until end: Date?,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    while true {
      var wait = heartbeat
      if let rest = end?.timeIntervalSinceNow, rest < heartbeat / .seconds(1) {
        guard rest > 0 else { return }
        wait = .seconds(rest)
      }
      let batch = queue.take()
      if batch.isAbandoned { throw CancellationError() }
      if !batch.events.isEmpty {
        try await writer.write(ByteBuffer(bytes: batch.events.joined()))
      }
      if batch.isStopping {
        // Asks the caller to reconnect after a random time, so that callers do not all return at
        // once.
        let time = Int.random(in: 1_000...5_000)
        try await writer.write(ByteBuffer(string: "retry: \(time)\n\n"))
        return
      }
      if batch.isEnded { return }
      try Task.checkCancellation()
      let start = ContinuousClock.now
      await queue.wait(atMost: wait)
      // Writing a comment detects whether the caller is still connected.
      if start.duration(to: .now) >= heartbeat {
        try await writer.write(ByteBuffer(string: ":\n\n"))
      }
    }
  }
}
