import Messages

/// Time limits for the parts of a push.
struct APNsTimes: Sendable {
  /// The maximum time for opening the connection.
  var connect: Duration = .seconds(10)
  /// The maximum time from a request to the end of its response.
  var response: Duration = .seconds(15)
  /// How long one call to the sender may start requests.
  var start: Duration = .seconds(30)
  /// The idle time after which the next request is sent alone, because the connection may have
  /// broken.
  var doubt: Duration = .seconds(60)
  /// The time limit for the response to a request that is sent alone after an idle time.
  var trial: Duration = .seconds(5)
  /// How long open requests may take when the sender closes.
  var close: Duration = .seconds(10)
  /// The interval at which a connection checks these limits.
  var look: Duration = .milliseconds(500)
}

/// The result of a request on a connection.
enum APNsExchange: Sendable, Hashable {
  case response(APNsResponse)
  /// The other side has not processed the request, so the request can be sent again immediately.
  case notProcessed
  /// The request was sent, but it is unknown whether it was accepted.
  case noResponse(String)
  /// The request was not sent: its batch was stopped, or its time limit was reached.
  case withheld
  /// The request was not sent, because the host cannot be reached.
  case unreachable(String)
}

/// An event on a connection that is not a response.
enum APNsConnectionEvent: Sendable, Hashable {
  case connected
  /// No connection could be made.
  case unreachable(String)
  /// The other side accepts no more requests.
  case goAway(code: Int)
  /// The connection ended while requests had no response.
  case lost(String)
  case streamLimit(Int)
  /// An open connection ended.
  case closed
}

/// Decides which requests of a connection are sent, and records the result of each.
///
/// The schedule begins with a single request. After a request is accepted, it sends as many
/// requests as the other side allows. After a refusal, it sends only a few requests at a time until
/// one is accepted. The schedule has neither a connection nor a clock: it receives events, and
/// returns effects for its owner to carry out.
struct APNsSchedule {
  typealias Instant = ContinuousClock.Instant

  /// An action for the owner of the connection.
  enum Effect: Equatable {
    /// Gives a request to the connection, which sends it when the other side allows that.
    case start(place: Int, Request)
    /// Withdraws a request that was given to the connection.
    case stop(place: Int)
    /// Returns the results of a batch.
    case finish(batch: UInt64, [APNsExchange])
    case tell(APNsConnectionEvent)
  }

  /// A request, identified by its batch and its position in the batch.
  struct Request: Hashable {
    var batch: UInt64
    var index: Int
  }

  /// How a request failed.
  enum Failure: Equatable {
    /// The other side no longer accepted requests when this request arrived.
    case refused
    /// Only this request failed.
    case single(String)
    /// The connection has ended.
    case connection(String)
  }

  /// Requests that were accepted together, and their results.
  private struct Batch {
    let limit: Instant
    /// The first waiting request; all requests after it wait too.
    var next = 0
    var found: [APNsExchange?]
    /// The number of requests that have no result yet.
    var left: Int
  }

  /// A request that was handed to the connection.
  private struct Given {
    let request: Request
    /// When the request was sent; nil as long as the other side does not allow it to be sent.
    var sent: Instant?
  }

  /// The maximum number of requests in progress.
  static let maximumOpenRequests = 500
  /// The maximum number of requests in progress after a refusal.
  static let few = 5
  /// The maximum number of requests on a connection, well below the limit for stream numbers.
  static let maximumRequests = 1 << 29

  /// Whether the connection has ended.
  private(set) var hasEnded = false
  /// Whether a request was ever sent.
  private(set) var isConnected = false
  /// The slots of requests that were handed over but not sent.
  private(set) var unsent: Set<Int> = []

  private let times: APNsTimes
  private var effects: [Effect] = []
  private var batches: [UInt64: Batch] = [:]
  /// The batches with waiting requests, in order.
  private var waiting: [UInt64] = []
  private var given: [Given?] = Array(repeating: nil, count: maximumOpenRequests)
  private var freePlaces = Array((0..<maximumOpenRequests).reversed())
  private var requests = 0
  private var streamLimit: Int?
  private var hasAccepted = false
  private var isCareful = false
  private var isOnTrial = false
  /// Whether no more requests are sent.
  private var isEnding = false
  private var hasLost = false
  private var closeLimit: Instant?
  private var lastResponse: Instant
  private var lastLook: Instant

  init(_ times: APNsTimes, now: Instant) {
    (self.times, lastResponse, lastLook) = (times, now, now)
  }

  /// Whether the connection accepts new requests.
  var isUsable: Bool { !isEnding }

  /// Whether the connection has nothing to do except wait for new requests.
  var isIdle: Bool { batches.isEmpty && closeLimit == nil }

  private var open: Int { Self.maximumOpenRequests - freePlaces.count }

  /// The number of requests that may be in progress.
  private var window: Int {
    guard hasAccepted, !isOnTrial else { return 1 }
    return isCareful ? Self.few : Self.maximumOpenRequests
  }

  /// Returns the pending effects and removes them.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// The request in a slot, and when it was sent.
  func request(in place: Int) -> (request: Request, sent: Instant?)? {
    given[place].map { ($0.request, $0.sent) }
  }

  // MARK: Batches

  /// Accepts requests; those that are not sent before the limit are not sent at all.
  mutating func begin(_ batch: UInt64, count: Int, until limit: Instant) {
    batches[batch] = Batch(
      limit: limit, found: Array(repeating: nil, count: count), left: count)
    finishIfDone(batch)
    if isEnding { drop(batch, .notProcessed) } else { waiting.append(batch) }
  }

  /// Assigns the result `withheld` to the requests in a batch that were not sent.
  mutating func withhold(_ batch: UInt64) {
    takeBack(.withheld) { $0.batch == batch }
    drop(batch, .withheld)
  }

  private mutating func drop(_ batch: UInt64, _ exchange: APNsExchange) {
    waiting.removeAll { $0 == batch }
    guard let found = batches[batch] else { return }
    batches[batch]?.next = found.found.count
    for index in found.next..<found.found.count {
      note(exchange, of: Request(batch: batch, index: index))
    }
  }

  /// Assigns the given result to all requests that were not sent.
  private mutating func giveBack(_ exchange: APNsExchange) {
    takeBack(exchange) { _ in true }
    for batch in waiting { drop(batch, exchange) }
  }

  /// Withdraws requests that were handed over but not sent.
  private mutating func takeBack(_ exchange: APNsExchange, _ which: (Request) -> Bool) {
    for place in unsent {
      guard let request = given[place]?.request, which(request) else { continue }
      effects.append(.stop(place: place))
      free(place)
      note(exchange, of: request)
    }
  }

  private mutating func note(_ exchange: APNsExchange, of request: Request) {
    batches[request.batch]?.found[request.index] = exchange
    batches[request.batch]?.left -= 1
    finishIfDone(request.batch)
  }

  private mutating func finishIfDone(_ batch: UInt64) {
    guard let found = batches[batch], found.left == 0 else { return }
    batches[batch] = nil
    effects.append(.finish(batch: batch, found.found.map { $0 ?? .withheld }))
  }

  // MARK: Requests

  /// Checks the time limits, and sends the requests that may be sent.
  mutating func advance(now: Instant) {
    look(now)
    guard !hasEnded else { return }
    if open == 0, isConnected, lastResponse.duration(to: now) >= times.doubt { isOnTrial = true }
    while !isEnding, open < window, let number = waiting.first {
      guard let batch = batches[number], batch.next < batch.found.count, batch.limit > now
      else {
        drop(number, .withheld)
        continue
      }
      guard let place = freePlaces.popLast() else { break }
      let request = Request(batch: number, index: batch.next)
      given[place] = Given(request: request)
      unsent.insert(place)
      batches[number]?.next += 1
      effects.append(.start(place: place, request))
      requests += 1
      if requests >= Self.maximumRequests { isEnding = true }
    }
    guard isEnding else { return }
    giveBack(.notProcessed)
    if open == 0 { end(Self.closed) }
  }

  private static let closed = "the connection was closed"

  private mutating func look(_ now: Instant) {
    if let closeLimit, closeLimit <= now { return end(Self.closed) }
    guard lastLook.duration(to: now) >= times.look else { return }
    lastLook = now
    for (batch, found) in batches where found.limit <= now { withhold(batch) }
    let limit = isOnTrial ? min(times.trial, times.response) : times.response
    let isLate = given.contains { $0?.sent.map { $0.duration(to: now) >= limit } ?? false }
    if isLate { end(Message.noResponseInTime.text()) }
  }

  private mutating func free(_ place: Int) {
    given[place] = nil
    unsent.remove(place)
    freePlaces.append(place)
  }

  /// Notes that a request was sent.
  mutating func sent(_ place: Int, now: Instant) {
    guard given[place] != nil, unsent.remove(place) != nil else { return }
    given[place]?.sent = now
    if !isConnected { effects.append(.tell(.connected)) }
    isConnected = true
  }

  /// Notes that all requests that the other side allows have been sent.
  mutating func settle() {
    let count = open - unsent.count
    let isLimit = hasAccepted && !isEnding && !unsent.isEmpty && count > 0
    guard isLimit ? count != streamLimit : streamLimit.map({ $0 < count }) ?? false else { return }
    streamLimit = count
    effects.append(.tell(.streamLimit(count)))
  }

  // MARK: Responses

  /// Notes a response.
  ///
  /// - Parameter goesOn: Whether to send the requests of the batch that have not been sent yet.
  mutating func received(_ place: Int, _ response: APNsResponse, goesOn: Bool, now: Instant) {
    guard let request = given[place]?.request else { return }
    free(place)
    (lastResponse, isOnTrial) = (now, false)
    switch APNsVerdict(response) {
    case .accepted: (hasAccepted, isCareful) = (true, false)
    // An ended token does not count as an error.
    case .tokenEnded: hasAccepted = true
    default: if (400..<500).contains(response.status) { isCareful = true }
    }
    note(.response(response), of: request)
    if !goesOn { withhold(request.batch) }
  }

  /// Notes that a request failed.
  mutating func failed(_ place: Int, _ failure: Failure, now: Instant) {
    guard let given = given[place] else { return }
    let wasSent = given.sent != nil
    if case .connection(let reason) = failure {
      guard isConnected else { return end(reason) }
      isEnding = true
      if wasSent, !hasLost { effects.append(.tell(.lost(reason))) }
      hasLost = hasLost || wasSent
    }
    free(place)
    switch failure {
    case .single(let reason), .connection(let reason):
      note(wasSent ? .noResponse(reason) : .notProcessed, of: given.request)
    case .refused:
      isEnding = true
      note(.notProcessed, of: given.request)
    }
    if case .single = failure { (lastResponse, isOnTrial) = (now, false) }
  }

  // MARK: The end

  /// Notes that the other side accepts no more requests; it still answers earlier ones.
  mutating func goAway(code: Int) {
    effects.append(.tell(.goAway(code: code)))
    isEnding = true
  }

  /// Ends after the responses to the open requests, or at a time limit; no more requests are sent.
  mutating func close(until limit: Instant) {
    (isEnding, closeLimit) = (true, limit)
    giveBack(.withheld)
  }

  /// Ends the connection: requests that were not sent are reported as not processed, or as
  /// unreachable if none was ever sent, and requests that were sent get no response.
  mutating func end(_ reason: String) {
    guard !hasEnded else { return }
    (hasEnded, isEnding) = (true, true)
    giveBack(isConnected ? .notProcessed : .unreachable(reason))
    if open > 0, !hasLost { effects.append(.tell(.lost(reason))) }
    for (place, request) in given.enumerated() {
      guard let request = request?.request else { continue }
      effects.append(.stop(place: place))
      free(place)
      note(.noResponse(reason), of: request)
    }
    if isConnected {
      effects.append(.tell(.closed))
    } else if closeLimit == nil {
      effects.append(.tell(.unreachable(reason)))
    }
  }
}
