import CLoadedLibraries
import Foundation
import Messages
import Synchronization

/// The address of Apple's push service, or of a test server that replaces it.
struct APNsHost: Sendable, Hashable {
  var name: String
  var port = APNsStandIn.standardPort
  /// The trusted certificates in PEM; nil for the system's.
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

  fileprivate static let body: StaticString = #"{"aps":{"content-changed":true}}"#

  fileprivate var path: String { "/3/device/" + token }

  /// The header fields in the form that libcurl accepts.
  fileprivate var lines: [String] {
    var lines = [
      "authorization: bearer " + authorization, "apns-push-type: widgets", "apns-topic: " + topic,
      "apns-id: " + id,
    ]
    if let expiration { lines.append("apns-expiration: " + expiration) }
    if let priority { lines.append("apns-priority: " + priority) }
    if let collapseID { lines.append("apns-collapse-id: " + collapseID) }
    return lines
  }
}

/// One HTTP/2 connection over TLS, through libcurl.
///
/// The first request opens the connection. The connection has its own thread until it ends, at the
/// latest when this object is freed.
final class APNsConnection: Sendable {
  /// Requests that are sent together.
  fileprivate struct Batch: Sendable {
    var requests: [APNsRequest]
    var limit: ContinuousClock.Instant
    var mayContinue: @Sendable (Int, APNsResponse, Duration) -> Bool
    var done: CheckedContinuation<[APNsExchange], Never>
  }

  private let mailbox = Mailbox()

  /// The reason why libcurl cannot be used, with the remedy; nil if it can be used.
  ///
  /// - Parameter libraries: The names of the library; nil for the standard names.
  static func problem(with libraries: [String]? = nil) -> (cause: Message, remedy: Message)? {
    let names = libraries.map { $0.map { strdup($0) } }
    defer { names?.forEach { free($0) } }
    let problem = names.map { ch2_load($0.map { UnsafePointer($0) } + [nil]) } ?? ch2_load(nil)
    guard let problem else { return nil }
    return (
      .verbatim(String(cString: problem)),
      "Install libcurl \(CWEB_OLDEST_LIBCURL) or newer, with HTTP/2, then try again."
    )
  }

  init(
    _ host: APNsHost, _ times: APNsTimes,
    onEvent: @escaping @Sendable (APNsConnectionEvent) -> Void
  ) {
    let thread = Thread { [mailbox] in
      APNsExchanges(host, times, mailbox, onEvent: onEvent).run()
    }
    thread.stackSize = Int(CLIB_TRANSFER_STACK)
    thread.start()
  }

  deinit { mailbox.post(.close(until: .now)) }

  /// Whether new requests can be sent.
  var isUsable: Bool { mailbox.isUsable }

  /// Sends requests and returns their results, in order.
  ///
  /// - Parameters:
  ///   - limit: The time after which no more requests are started; open requests then have their
  ///     own limit.
  ///   - mayContinue: Decides after each response, from the response and its duration, whether the
  ///     waiting requests are sent; called on the thread of the connection.
  func exchange(
    _ requests: [APNsRequest], until limit: ContinuousClock.Instant,
    mayContinue: @escaping @Sendable (Int, APNsResponse, Duration) -> Bool
  ) async -> [APNsExchange] {
    let number = UInt64.random(in: .min ... .max)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        let isTaken = mailbox.post(
          .begin(
            number,
            Batch(requests: requests, limit: limit, mayContinue: mayContinue, done: done)))
        if !isTaken {
          done.resume(returning: Array(repeating: .notProcessed, count: requests.count))
        }
        // If the task was cancelled before this point, the cancellation handler ran before the
        // batch existed and withheld nothing.
        if Task.isCancelled { mailbox.post(.withhold(number)) }
      }
    } onCancel: {
      mailbox.post(.withhold(number))
    }
  }

  /// Waits for the responses to the open requests, then closes; no more requests are sent.
  func close(within limit: Duration) async {
    mailbox.post(.close(until: .now + limit))
    await mailbox.end()
  }
}

/// Messages from other threads to the thread of a connection.
private final class Mailbox: Sendable {
  enum Command: Sendable {
    case begin(UInt64, APNsConnection.Batch)
    case withhold(UInt64)
    case close(until: ContinuousClock.Instant)
  }

  private struct State {
    var commands: [Command] = []
    /// The connection to wake after a command.
    var pointer: ConnectionPointer?
    var isUsable = true
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var isUsable: Bool { state.withLock { $0.isUsable } }

  /// Posts a command.
  ///
  /// - Returns: Whether the command will be read; false after the connection has ended.
  @discardableResult
  func post(_ command: Command) -> Bool {
    state.withLock { state in
      guard !state.hasEnded else { return false }
      state.commands.append(command)
      if case .close = command { state.isUsable = false }
      state.pointer?.wake()
      return true
    }
  }

  /// Waits until the connection has ended.
  func end() async {
    await withCheckedContinuation { waiting in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiting.append(waiting) }
        return state.hasEnded
      }
      if hasEnded { waiting.resume() }
    }
  }

  // MARK: For the thread of the connection

  func open(_ pointer: ConnectionPointer) { state.withLock { $0.pointer = pointer } }

  func take() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Records that no new requests are accepted.
  func refuse() { state.withLock { $0.isUsable = false } }

  /// Notes the end of the connection; its pointer is no longer used.
  ///
  /// - Returns: The remaining commands, which arrived too late.
  func finish() -> [Command] {
    let (left, waiting) = state.withLock { state in
      defer {
        state = State(isUsable: false, hasEnded: true)
      }
      return (state.commands, state.waiting)
    }
    for waiting in waiting { waiting.resume() }
    return left
  }
}

/// A connection of the C library.
///
/// This class is Sendable because its pointer never changes, and because other threads only call
/// `wake`. They do so under the lock of the mailbox, and the mailbox drops its reference to this
/// object before the connection is freed.
private final class ConnectionPointer: @unchecked Sendable {
  let pointer: OpaquePointer

  init?(_ host: APNsHost, _ times: APNsTimes) {
    let milliseconds = max(1, Int(clamping: Int64(times.connect / .milliseconds(1))))
    let made = ch2_make(
      "https://\(host.address)", host.roots, milliseconds, APNsSchedule.maximumOpenRequests,
      APNsExchanges.maximumBytes)
    guard let made else { return nil }
    pointer = made
  }

  func wake() { ch2_wake(pointer) }
}

/// The requests of one connection; everything here runs on the connection's thread.
private final class APNsExchanges {
  /// The maximum size of a response in bytes.
  static let maximumBytes = 4_096
  /// The maximum time to wait for an event, in milliseconds.
  private static let maximumWait: Int32 = 3_600_000

  private let host: APNsHost
  private let times: APNsTimes
  private let mailbox: Mailbox
  private let onEvent: (APNsConnectionEvent) -> Void
  private var schedule: APNsSchedule
  private var batches: [UInt64: APNsConnection.Batch] = [:]
  private var hasGoneAway = false

  init(
    _ host: APNsHost, _ times: APNsTimes, _ mailbox: Mailbox,
    onEvent: @escaping (APNsConnectionEvent) -> Void
  ) {
    (self.host, self.times, self.mailbox, self.onEvent) = (host, times, mailbox, onEvent)
    schedule = APNsSchedule(times, now: .now)
  }

  func run() {
    if let connection = ConnectionPointer(host, times) {
      mailbox.open(connection)
      exchange(over: connection.pointer)
      finish()
      ch2_free(connection.pointer)
    } else {
      schedule.end("there is not enough memory")
      finish()
    }
  }

  private func exchange(over connection: OpaquePointer) {
    ch2_enter()
    while true {
      for command in mailbox.take() { obey(command) }
      schedule.advance(now: .now)
      var hasActed = act(connection)
      if schedule.hasEnded { return }
      ch2_perform(connection)
      if noteProgress(connection) { hasActed = true }
      guard !hasActed else { continue }
      schedule.settle()
      act(connection)
      let look = Int32(clamping: Int64(times.look / .milliseconds(1)))
      ch2_wait(connection, schedule.isIdle ? Self.maximumWait : max(1, look))
    }
  }

  private func obey(_ command: Mailbox.Command) {
    switch command {
    case .begin(let number, let batch):
      batches[number] = batch
      schedule.begin(number, count: batch.requests.count, until: batch.limit)
    case .withhold(let number): schedule.withhold(number)
    case .close(let limit): schedule.close(until: limit)
    }
  }

  /// Carries out the effects of the schedule.
  ///
  /// - Returns: Whether there were any effects.
  @discardableResult
  private func act(_ connection: OpaquePointer?) -> Bool {
    let effects = schedule.takeEffects()
    // A caller that gets its result below may use the connection again, so it must already see that
    // the connection accepts no more requests.
    if !schedule.isUsable { mailbox.refuse() }
    for effect in effects {
      switch effect {
      case .start(let place, let request):
        guard let connection, let batch = batches[request.batch] else { break }
        if !start(batch.requests[request.index], in: place, connection) {
          schedule.failed(place, .connection("libcurl accepts no request"), now: .now)
        }
      case .stop(let place): connection.map { ch2_stop($0, place) }
      case .tell(let event): onEvent(event)
      case .finish: break
      }
    }
    // A caller that gets a result expects that all earlier events were delivered.
    for case .finish(let number, let found) in effects {
      batches.removeValue(forKey: number)?.done.resume(returning: found)
    }
    return !effects.isEmpty
  }

  private func start(
    _ request: APNsRequest, in place: Int, _ connection: OpaquePointer
  ) -> Bool {
    var lines = request.lines.map { UnsafePointer<CChar>(strdup($0)) }
    defer { lines.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    lines.append(nil)
    // A static string ends with a zero byte, and its address does not change.
    let body = UnsafeRawPointer(APNsRequest.body.utf8Start).assumingMemoryBound(to: CChar.self)
    return ch2_start(connection, place, request.path, lines, body)
  }

  /// Reports events to the schedule.
  ///
  /// - Returns: Whether there were any events.
  private func noteProgress(_ connection: OpaquePointer) -> Bool {
    let now = ContinuousClock.now
    var hasProgress = false
    for place in schedule.unsent where ch2_was_sent(connection, place) {
      schedule.sent(place, now: now)
      hasProgress = true
    }
    if !hasGoneAway, ch2_go_away(connection) >= 0 {
      (hasGoneAway, hasProgress) = (true, true)
      schedule.goAway(code: ch2_go_away(connection))
    }
    var end = ch2_end()
    while ch2_next_end(connection, &end) {
      note(end, now)
      hasProgress = true
    }
    return hasProgress
  }

  private func note(_ end: ch2_end, _ now: ContinuousClock.Instant) {
    guard let (request, sent) = schedule.request(in: end.place) else { return }
    if let failure = failure(of: end) { return schedule.failed(end.place, failure, now: now) }
    let response = APNsResponse(
      status: end.status,
      fields: UnsafeBufferPointer(start: end.headers, count: end.header_count),
      body: UnsafeBufferPointer(start: end.body, count: end.body_count))
    let time = sent.map { $0.duration(to: now) } ?? .zero
    let goesOn = batches[request.batch]?.mayContinue(request.index, response, time) ?? false
    schedule.received(end.place, response, goesOn: goesOn, now: now)
  }

  /// Why a request has no response, in fixed words.
  private func failure(of end: ch2_end) -> APNsSchedule.Failure? {
    if end.is_foreign { return .connection("the other side does not speak HTTP/2") }
    if end.is_cut { return .single("a response is longer than \(Self.maximumBytes) bytes") }
    if end.is_alone { return .single("the stream was reset") }
    if end.was_refused { return .refused }
    guard end.code != 0 else { return nil }
    guard !schedule.isConnected else { return .connection(Message.connectionLost.text()) }
    let reason: Message =
      switch cweb_cause_of(end.code) {
      case cweb_no_host: "the name cannot be resolved"
      case cweb_not_accepted: .nothingAccepts
      case cweb_late: "the connection took too long"
      case cweb_not_secure: .connectionNotSecure
      default: .connectionLost
      }
    return .connection(reason.text())
  }

  /// Returns the results of all batches.
  private func finish() {
    // From now on, a request finds that the connection has ended.
    for command in mailbox.finish() { obey(command) }
    act(nil)
  }
}
