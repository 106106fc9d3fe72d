import Foundation
import Logging
import Messages
import Synchronization

/// One call to the sender: the pushes to one app, from the first attempt to their outcomes.
struct APNsCall {
  /// The maximum number of times that a push is repeated if its outcome is unknown.
  private static let maximumRepeats = 1
  /// The maximum number of times that a push is sent if Apple does not process it.
  private static let maximumTries = 5
  /// How long to wait after an internal error at Apple, as Apple's documentation asks.
  private static let serverPause: Duration = .seconds(900)

  private let pushes: [WidgetPush]
  private let record: APNsAppRecord
  private let options: APNsOptions
  private let rules: APNsSender.Rules
  private let logger: Logger
  private let metrics: APNsMetrics
  private var outcomes: [PushOutcome?]
  private var left: [Int] = []
  private var tries: [Int]
  private var repeats: [Int]
  /// The pushes that were refused because of their tokens or a setting; if all tokens are refused,
  /// the setting is wrong, not the tokens.
  private var refused: [Int: PushReceipt] = [:]
  private var stopped: [Int: PushReceipt] = [:]
  private var lastReason = "It was not sent in time."

  private var route: APNsRoute { record.route }

  init(
    _ pushes: [WidgetPush], _ record: APNsAppRecord, options: APNsOptions, rules: APNsSender.Rules,
    logger: Logger, metrics: APNsMetrics
  ) {
    (self.pushes, self.record, self.options, self.rules) = (pushes, record, options, rules)
    (self.logger, self.metrics) = (logger, metrics)
    outcomes = Array(repeating: nil, count: pushes.count)
    tries = Array(repeating: 0, count: pushes.count)
    repeats = tries
  }

  /// Sends the pushes.
  mutating func run() async -> [PushOutcome] {
    for (index, push) in pushes.enumerated() {
      // A token becomes part of a path, so it must consist of hexadecimal digits.
      if WidgetPush.isToken(push.token) {
        left.append(index)
      } else {
        outcomes[index] = .tokenRefused(PushReceipt(reason: "The token is not hexadecimal."))
      }
    }
    let limit = ContinuousClock.now + rules.times.start
    while !left.isEmpty, !Task.isCancelled, ContinuousClock.now < limit {
      guard await sendRound(until: limit) else { break }
    }
    return settled()
  }

  /// The outcomes of all pushes, after the last one was sent.
  private mutating func settled() -> [PushOutcome] {
    let appPause = record.state.withLock { $0.circuit.pausedUntil }
    let (keyPause, hostPause) = route.circuits.withLock {
      ($0.key.pausedUntil, $0.host.pausedUntil)
    }
    // If a pause is over, another call is trying a push whose response is not known yet.
    let soon = rules.now().addingTimeInterval(1)
    let pause = [appPause, keyPause].compactMap { $0 }.max().map { max($0, soon) }
    for (index, receipt) in stopped {
      outcomes[index] =
        pause.map { .paused(until: $0, receipt) } ?? .failed(retryAfter: nil, receipt)
    }
    for (index, receipt) in refused { outcomes[index] = .tokenRefused(receipt) }
    let (now, reason) = (rules.now(), PushReceipt(reason: lastReason))
    return outcomes.map { outcome in
      if let outcome { return outcome }
      if let pause { return .paused(until: pause, reason) }
      return .failed(
        retryAfter: hostPause.map { .seconds(max(1, $0.timeIntervalSince(now))) }, reason)
    }
  }

  /// Sends the pushes that the circuits allow.
  ///
  /// - Returns: Whether pushes remain that can be sent in another round.
  private mutating func sendRound(until limit: ContinuousClock.Instant) async -> Bool {
    let (admission, probes) = admit()
    let batch: [Int]
    switch admission {
    case .none: return false
    // A random push is tried, because a fixed one may have a token that is always refused.
    case .one: batch = left.randomElement().map { [$0] } ?? []
    case .all: batch = left
    }
    defer { release(probes) }
    guard let (connection, token) = await connected() else { return false }
    let responses = APNsResponses(record, rules: rules, logger: logger, metrics: metrics)
    let sent = rules.now()
    let found = await connection.exchange(batch.map { request($0, token) }, until: limit) {
      responses.note($1, in: $2)
    }
    var findings = RoundFindings()
    for (index, exchange) in zip(batch, found) {
      take(exchange, of: index, sentAt: sent, &findings)
    }
    if await renewToken(token, after: findings, responses) { route.drop(connection) }
    // If all tokens are refused, a setting is wrong, not the tokens. A single push that is tried
    // after a pause stays refused, so a different one is tried next.
    if responses.areAllRefused, admission == .all {
      stopped.merge(refused) { $1 }
      refused = [:]
    }
    left.removeAll { outcomes[$0] != nil || refused[$0] != nil || stopped[$0] != nil }
    return true
  }

  /// A connection, and the token that authenticates it; nil if either is missing.
  ///
  /// The outcomes of the remaining pushes then contain the reason.
  private mutating func connected() async -> (APNsConnection, ProviderTokens.Token)? {
    do {
      let token = try await route.tokens.token()
      let connection = try route.use()
      metrics.tokenAge(token.age(at: rules.now()), of: route.key)
      return (connection, token)
    } catch let error as APNsRoute.NoConnection {
      for index in left { outcomes[index] = unreachable(error.reason, until: error.until) }
      left = []
    } catch {
      lastReason = "The key cannot sign."
    }
    return nil
  }

  private func unreachable(_ reason: String, until end: Date?) -> PushOutcome {
    let wait = end.map { Duration.seconds(max(1, $0.timeIntervalSince(rules.now()))) }
    return .failed(retryAfter: wait, PushReceipt(reason: reason))
  }

  /// What the responses of a round show about the connection and the authentication token.
  private struct RoundFindings {
    var isConnectionOver = false
    /// The pushes that were refused because the token has expired.
    var expired: [Int: PushReceipt] = [:]
    /// The pushes that were refused because too many tokens were made.
    var tooMany: [Int: PushReceipt] = [:]
  }

  /// Notes the result of a push.
  private mutating func take(
    _ exchange: APNsExchange, of index: Int, sentAt sent: Date, _ findings: inout RoundFindings
  ) {
    switch exchange {
    case .withheld: break
    case .notProcessed:
      tries[index] += 1
      if tries[index] >= Self.maximumTries {
        outcomes[index] = .failed(retryAfter: nil, PushReceipt(reason: "The connection ended."))
      }
    case .unreachable(let reason):
      outcomes[index] = unreachable(reason, until: route.unreachableUntil)
    case .noResponse(let reason):
      metrics.received(record.app, status: 0, reason: nil, in: nil)
      note(again: index, PushReceipt(reason: reason))
    case .response(let response):
      switch APNsVerdict(response) {
      case .accepted: outcomes[index] = .accepted(response.receipt)
      case .tokenEnded:
        outcomes[index] = .tokenEnded(since: response.timestamp ?? sent, response.receipt)
      case .tokenRefused: refused[index] = response.receipt
      case .deviceBusy:
        outcomes[index] = .deviceBusy(retryAfter: response.retryAfter, response.receipt)
      case .serverFailed:
        outcomes[index] = .failed(
          retryAfter: max(Self.serverPause, response.retryAfter ?? .zero), response.receipt)
      case .appWrong, .keyWrong: stopped[index] = response.receipt
      case .tokenExpired: findings.expired[index] = response.receipt
      case .tooManyTokens: findings.tooMany[index] = response.receipt
      case .connectionOver:
        findings.isConnectionOver = true
        note(again: index, response.receipt)
      }
    }
  }

  /// Makes a new token if the responses require it.
  ///
  /// If Apple refuses even the new token, the key is no longer used.
  ///
  /// - Returns: Whether the connection accepts no more pushes.
  private mutating func renewToken(
    _ token: ProviderTokens.Token, after findings: RoundFindings, _ responses: APNsResponses
  ) async -> Bool {
    let (expired, tooMany) = (findings.expired, findings.tooMany)
    if !expired.isEmpty, !(await route.tokens.expired(token)) || isRepeated(expired) {
      responses.stopKey(for: APNsVerdict.expiredToken)
      stopped.merge(expired) { $1 }
    }
    if !tooMany.isEmpty, !(await route.tokens.tooMany(token)) || isRepeated(tooMany) {
      responses.stopKey(for: APNsVerdict.tooManyUpdates)
      stopped.merge(tooMany) { $1 }
    }
    for index in expired.merging(tooMany, uniquingKeysWith: { $1 }).keys { repeats[index] += 1 }
    return findings.isConnectionOver || !tooMany.isEmpty
  }

  private func isRepeated(_ found: [Int: PushReceipt]) -> Bool {
    found.keys.contains { repeats[$0] >= Self.maximumRepeats }
  }

  /// Queues a push again, or notes that it failed if it was repeated too often.
  private mutating func note(again index: Int, _ receipt: PushReceipt) {
    repeats[index] += 1
    if repeats[index] > Self.maximumRepeats { outcomes[index] = .failed(retryAfter: nil, receipt) }
  }

  private func request(_ index: Int, _ token: ProviderTokens.Token) -> APNsRequest {
    APNsRequest(
      id: pushes[index].id.uuidString.lowercased(), token: pushes[index].token,
      topic: record.app.bundle + ".push-type.widgets", authorization: token.text,
      expiration: options.expirationText(at: rules.now()),
      priority: options.priority.map { String($0) }, collapseID: options.collapseID)
  }

  /// The circuits that this call tests; other calls with the same circuits wait in the meantime.
  private struct Probes {
    var app: Bool
    var key: Bool
    var host: Bool
  }

  /// Asks the circuits of the app, the key and the host how many pushes may be sent.
  private func admit() -> (admission: PushCircuit.Admission, probes: Probes) {
    let (now, seconds) = (rules.now(), (rules.times.connect + rules.times.response) / .seconds(1))
    let app = record.state.withLock { $0.circuit.admit(at: now, limit: seconds) }
    let (key, host) = route.circuits.withLock { circuits in
      (circuits.key.admit(at: now, limit: seconds), circuits.host.admit(at: now, limit: seconds))
    }
    let all = [app, key, host]
    let probes = Probes(app: app == .one, key: key == .one, host: host == .one)
    let ends = all.compactMap { if case .none(let until) = $0 { until } else { nil } }
    if let end = ends.max() {
      release(probes)
      return (.none(until: end), probes)
    }
    return (all.contains(.one) ? .one : .all, probes)
  }

  /// Lets another push test a circuit if the response to this one did not show whether the fault is
  /// repaired.
  private func release(_ probes: Probes) {
    if probes.app { record.state.withLock { $0.circuit.releaseProbe() } }
    route.circuits.withLock { circuits in
      if probes.key { circuits.key.releaseProbe() }
      if probes.host { circuits.host.releaseProbe() }
    }
  }
}

/// Notes the effect of each response on the app, the key and the host, while other pushes are in
/// progress.
final class APNsResponses: Sendable {
  private let record: APNsAppRecord
  private let rules: APNsSender.Rules
  private let logger: Logger
  private let metrics: APNsMetrics
  private let allRefused = Mutex(false)

  init(_ record: APNsAppRecord, rules: APNsSender.Rules, logger: Logger, metrics: APNsMetrics) {
    (self.record, self.rules, self.logger, self.metrics) = (record, rules, logger, metrics)
  }

  /// Whether a pause began because not a single token was accepted.
  var areAllRefused: Bool { allRefused.withLock { $0 } }

  private var route: APNsRoute { record.route }
  private var key: APNsKey { route.key }
  private var name: String { "\(record.app.bundle) (\(record.app.environment.rawValue))" }

  /// Notes a response.
  ///
  /// - Returns: Whether the waiting pushes can be sent.
  func note(_ response: APNsResponse, in time: Duration) -> Bool {
    metrics.received(record.app, status: response.status, reason: response.reason, in: time)
    let reason = response.reason ?? "status \(response.status)"
    let verdict = APNsVerdict(response)
    switch verdict {
    case .accepted:
      works(app: true)
      return true
    case .tokenEnded, .deviceBusy:
      works(app: verdict == .tokenEnded)
      return true
    case .tokenRefused:
      works(app: false)
      return noteRefusal(reason)
    case .appWrong:
      works(app: false)
      let now = rules.now()
      let until = record.state.withLock { state in
        state.circuit.noteFault(at: now, isCertain: true) ? state.circuit.pausedUntil : nil
      }
      if let until {
        let advice = APNsVerdict.appRemedies[reason] ?? "Report this to the makers of widgetconfig."
        report(reason, of: name, "Apple refuses the pushes of \(name): \(reason). \(advice)", until)
      }
      return record.state.withLock { $0.circuit.pausedUntil == nil }
    case .keyWrong:
      let now = rules.now()
      let until = route.circuits.withLock { circuits in
        circuits.key.noteFault(at: now, isCertain: true) ? circuits.key.pausedUntil : nil
      }
      if let until { stop(key: reason, until) }
      return route.circuits.withLock { $0.key.pausedUntil == nil }
    case .serverFailed:
      let now = rules.now()
      let until = route.circuits.withLock { circuits in
        circuits.host.noteFault(at: now, isCertain: false) ? circuits.host.pausedUntil : nil
      }
      if let until {
        report(
          "server-failed", of: hostName,
          "\(route.host.address) answers with \(response.status) (\(reason)). The pushes are sent later.",
          until)
      }
      return route.circuits.withLock { $0.host.pausedUntil == nil }
    case .tokenExpired, .tooManyTokens, .connectionOver: return false
    }
  }

  /// The names of the key and the host in the log.
  private var keyName: String { "key \(key.id)" }
  private var hostName: String { "host \(route.host.name)" }

  /// Notes that the key and the host work, and if `isApp` is true, that the app works too.
  private func works(app isApp: Bool) {
    let (key, host) = route.circuits.withLock { circuits in
      (circuits.key.noteSuccess(), circuits.host.noteSuccess())
    }
    if key { resume(keyName) }
    if host { resume(hostName) }
    guard isApp else { return }
    let app = record.state.withLock { state in
      state.noteResponse()
      (state.hasAccepted, state.refusedInARow) = (true, 0)
      return state.circuit.noteSuccess()
    }
    if app { resume(name) }
  }

  private func noteRefusal(_ reason: String) -> Bool {
    let now = rules.now()
    let (finding, until) = record.state.withLock { state -> (APNsAppRecord.State.Finding, Date?) in
      let finding = state.noteRefusal()
      guard finding != .nothing else { return (finding, nil) }
      (state.responses, state.refusals, state.refusedInARow) = (0, 0, 0)
      state.circuit.open(at: now)
      return (finding, state.circuit.pausedUntil)
    }
    if finding == .allRefused { allRefused.withLock { $0 = true } }
    if let until {
      let cause =
        finding == .allRefused
        ? "Apple accepts no token of \(name): \(reason). Check its bundle identifier and environment."
        : "Apple refuses more than 1 in \(APNsAppRecord.State.tokensPerRefusal) tokens of \(name): \(reason)."
      report(reason, of: name, cause, until)
    }
    return record.state.withLock { $0.circuit.pausedUntil == nil }
  }

  /// Stops the key, because Apple refused its token although the token seems to be valid.
  func stopKey(for reason: String) {
    let now = rules.now()
    let until = route.circuits.withLock { circuits -> Date? in
      if let end = circuits.key.pausedUntil, end > now { return nil }
      let least = reason == APNsVerdict.tooManyUpdates ? ProviderTokens.minimumAge : 0
      circuits.key.open(at: now, atLeast: least)
      return circuits.key.pausedUntil
    }
    if let until { stop(key: reason, until) }
  }

  private func stop(key reason: String, _ until: Date) {
    let advice =
      switch reason {
      case APNsVerdict.expiredToken: "The clock of this machine is wrong. Set it."
      case APNsVerdict.tooManyUpdates:
        "Another program makes tokens with the same key. Give each program its own key."
      default: "Check the team, the identifier and the file of the key, and the app's environment."
      }
    report(
      reason, of: keyName,
      "Apple does not accept the key \(key.id) of the team \(key.team): \(reason). \(advice)", until
    )
  }

  /// Logs a single line for the operator.
  private func report(_ reason: String, of what: String, _ cause: String, _ until: Date) {
    metrics.circuit(what, isOpen: true)
    logger.error(
      "\(LogEventName.pushPaused.rawValue)",
      metadata: [
        "error": .string(reason), "cause": .string(cause), "of": .string(what),
        "until": .string(until.formatted(.iso8601)),
      ])
  }

  private func resume(_ what: String) {
    metrics.circuit(what, isOpen: false)
    logger.notice("\(LogEventName.pushResumed.rawValue)", metadata: ["of": .string(what)])
  }
}
