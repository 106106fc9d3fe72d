import Foundation
import Logging
import Synchronization

/// One call of the sender: the pushes of one app, from the first attempt to their outcomes.
struct APNsCall {
  /// The maximum number of repetitions of a push that was sent and whose outcome is unknown.
  private static let mostRepeats = 1
  /// The maximum number of repetitions of a push that Apple has not processed.
  private static let mostTries = 5
  /// The time to wait after an error of Apple's own, as its documentation asks.
  private static let serverPause: Duration = .seconds(900)

  private let pushes: [WidgetPush]
  private let lane: AppLane
  private let options: APNsOptions
  private let rules: APNsSender.Rules
  private let logger: Logger
  private let metrics: APNsMetrics
  private var outcomes: [PushOutcome?]
  private var left: [Int] = []
  private var tries: [Int]
  private var repeats: [Int]
  /// The pushes that were refused because of the token or of a setting: if a pause begins, the
  /// setting is wrong and no token is at fault.
  private var refused: [Int: PushReceipt] = [:]
  private var stopped: [Int: PushReceipt] = [:]
  private var lastReason = "It was not sent in time."

  private var road: APNsRoad { lane.road }

  init(
    _ pushes: [WidgetPush], _ lane: AppLane, options: APNsOptions, rules: APNsSender.Rules,
    logger: Logger, metrics: APNsMetrics
  ) {
    (self.pushes, self.lane, self.options, self.rules) = (pushes, lane, options, rules)
    (self.logger, self.metrics) = (logger, metrics)
    outcomes = Array(repeating: nil, count: pushes.count)
    tries = Array(repeating: 0, count: pushes.count)
    repeats = tries
  }

  /// Sends the pushes.
  mutating func run() async -> [PushOutcome] {
    for (index, push) in pushes.enumerated() {
      // A token becomes part of a path, where nothing else is allowed.
      if WidgetPush.isToken(push.token) {
        left.append(index)
      } else {
        outcomes[index] = .tokenRefused(PushReceipt(reason: "The token is not hexadecimal."))
      }
    }
    let limit = ContinuousClock.now + rules.times.start
    while !left.isEmpty, !Task.isCancelled, ContinuousClock.now < limit {
      guard await goOn(until: limit) else { break }
    }
    return settled()
  }

  /// The outcomes of all pushes, after the last one was sent.
  private mutating func settled() -> [PushOutcome] {
    let appPause = lane.state.withLock { $0.circuit.pausedUntil }
    let (keyPause, hostPause) = road.circuits.withLock {
      ($0.key.pausedUntil, $0.host.pausedUntil)
    }
    // The pause has ended and another call tries a push, whose answer is not known yet.
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

  /// Sends the pushes that the circuits let through.
  ///
  /// - Returns: Whether some pushes are left that can be sent in another round.
  private mutating func goOn(until limit: ContinuousClock.Instant) async -> Bool {
    let (admission, probes) = admit()
    let batch: [Int]
    switch admission {
    case .none: return false
    // The push that tries is not always the same: its token may be one that is refused each time.
    case .one: batch = left.randomElement().map { [$0] } ?? []
    case .all: batch = left
    }
    let connection: APNsConnection
    let token: ProviderTokens.Token
    do {
      token = try await road.tokens.token()
      connection = try await road.use()
    } catch let error as APNsRoad.NoConnection {
      giveBack(probes)
      let wait = error.until.map { Duration.seconds(max(1, $0.timeIntervalSince(rules.now()))) }
      for index in left {
        outcomes[index] = .failed(retryAfter: wait, PushReceipt(reason: error.reason))
      }
      left = []
      return false
    } catch {
      giveBack(probes)
      lastReason = "The key cannot sign."
      return false
    }
    metrics.tokenAge(token.age(at: rules.now()), of: road.key)
    let judge = APNsJudge(lane, rules: rules, logger: logger, metrics: metrics)
    let sent = rules.now()
    let found = await connection.exchange(batch.map { request($0, token) }, until: limit) {
      judge.goesOn(after: $1, in: $2)
    }
    var isOver = false
    var expired: [Int: PushReceipt] = [:]
    var tooMany: [Int: PushReceipt] = [:]
    for (index, exchange) in zip(batch, found) {
      switch exchange {
      case .withheld: break
      case .notProcessed:
        tries[index] += 1
        if tries[index] >= Self.mostTries {
          outcomes[index] = .failed(retryAfter: nil, PushReceipt(reason: "The stream was refused."))
        }
      case .unanswered(let reason):
        metrics.answered(lane.app, status: 0, reason: nil, in: nil)
        note(again: index, PushReceipt(reason: reason))
      case .answer(let answer):
        switch APNsVerdict(answer) {
        case .accepted: outcomes[index] = .accepted(answer.receipt)
        case .tokenEnded:
          outcomes[index] = .tokenEnded(since: answer.timestamp ?? sent, answer.receipt)
        case .tokenRefused: refused[index] = answer.receipt
        case .deviceBusy:
          outcomes[index] = .deviceBusy(retryAfter: answer.retryAfter, answer.receipt)
        case .serverFailed:
          outcomes[index] = .failed(
            retryAfter: max(Self.serverPause, answer.retryAfter ?? .zero), answer.receipt)
        case .appWrong, .keyWrong: stopped[index] = answer.receipt
        case .tokenExpired: expired[index] = answer.receipt
        case .tooManyTokens: tooMany[index] = answer.receipt
        case .connectionOver:
          isOver = true
          note(again: index, answer.receipt)
        }
      }
    }
    if !expired.isEmpty, !(await road.tokens.expired(token)) || isRepeated(expired) {
      judge.stopKey(for: .tokenExpired, "ExpiredProviderToken")
      stopped.merge(expired) { $1 }
    }
    if !tooMany.isEmpty {
      isOver = true
      if !(await road.tokens.tooMany(token)) || isRepeated(tooMany) {
        judge.stopKey(for: .tooManyTokens, "TooManyProviderTokenUpdates")
        stopped.merge(tooMany) { $1 }
      }
    }
    if isOver { await road.drop(connection) }
    for index in expired.merging(tooMany, uniquingKeysWith: { $1 }).keys { repeats[index] += 1 }
    giveBack(probes)
    // If all tokens are refused, a setting is wrong and no token is at fault. The one that tried
    // counts as refused, so that another one tries next.
    if judge.areAllRefused {
      if admission == .all {
        stopped.merge(refused) { $1 }
        refused = [:]
      }
    }
    left.removeAll { outcomes[$0] != nil || refused[$0] != nil || stopped[$0] != nil }
    return true
  }

  private func isRepeated(_ found: [Int: PushReceipt]) -> Bool {
    found.keys.contains { repeats[$0] >= Self.mostRepeats }
  }

  /// Queues a push again, or notes that it failed if it was repeated too often.
  private mutating func note(again index: Int, _ receipt: PushReceipt) {
    repeats[index] += 1
    if repeats[index] > Self.mostRepeats { outcomes[index] = .failed(retryAfter: nil, receipt) }
  }

  private func request(_ index: Int, _ token: ProviderTokens.Token) -> APNsRequest {
    APNsRequest(
      id: pushes[index].id.uuidString.lowercased(), token: pushes[index].token,
      topic: lane.app.bundle + ".push-type.widgets", authorization: token.text,
      expiration: options.expirationText(at: rules.now()),
      priority: options.priority.map { String($0) }, collapseID: options.collapseID)
  }

  /// The circuits that this call tries; others that share them wait meanwhile.
  private struct Probes {
    var app: Bool
    var key: Bool
    var host: Bool
  }

  /// Asks the circuits of the app, the key and the host how many pushes may be sent.
  private func admit() -> (admission: PushCircuit.Admission, probes: Probes) {
    let (now, seconds) = (rules.now(), (rules.times.connect + rules.times.answer) / .seconds(1))
    let app = lane.state.withLock { $0.circuit.admit(at: now, limit: seconds) }
    let (key, host) = road.circuits.withLock { circuits in
      (circuits.key.admit(at: now, limit: seconds), circuits.host.admit(at: now, limit: seconds))
    }
    let all = [app, key, host]
    let probes = Probes(app: app == .one, key: key == .one, host: host == .one)
    let ends = all.compactMap { if case .none(let until) = $0 { until } else { nil } }
    if let end = ends.max() {
      giveBack(probes)
      return (.none(until: end), probes)
    }
    return (all.contains(.one) ? .one : .all, probes)
  }

  /// Lets another push try if the answer to this one did not show whether the fault is mended.
  private func giveBack(_ probes: Probes) {
    if probes.app { lane.state.withLock { $0.circuit.giveBack() } }
    road.circuits.withLock { circuits in
      if probes.key { circuits.key.giveBack() }
      if probes.host { circuits.host.giveBack() }
    }
  }
}

/// Notes what each answer says about the app, the key and the host, while other pushes are under
/// way.
final class APNsJudge: Sendable {
  private let lane: AppLane
  private let rules: APNsSender.Rules
  private let logger: Logger
  private let metrics: APNsMetrics
  private let allRefused = Mutex(false)

  init(_ lane: AppLane, rules: APNsSender.Rules, logger: Logger, metrics: APNsMetrics) {
    (self.lane, self.rules, self.logger, self.metrics) = (lane, rules, logger, metrics)
  }

  /// Whether a pause began because no token at all was accepted.
  var areAllRefused: Bool { allRefused.withLock { $0 } }

  private var road: APNsRoad { lane.road }
  private var key: APNsKey { road.key }
  private var name: String { "\(lane.app.bundle) (\(lane.app.environment.rawValue))" }

  /// Notes an answer.
  ///
  /// - Returns: Whether the pushes that wait can be sent.
  func goesOn(after answer: APNsAnswer, in time: Duration) -> Bool {
    metrics.answered(lane.app, status: answer.status, reason: answer.reason, in: time)
    let reason = answer.reason ?? "status \(answer.status)"
    let verdict = APNsVerdict(answer)
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
      let until = lane.state.withLock { state in
        state.circuit.noteFault(at: now, isCertain: true) ? state.circuit.pausedUntil : nil
      }
      if let until { stop(app: reason, Self.advice(onApp: reason), until) }
      return lane.state.withLock { $0.circuit.pausedUntil == nil }
    case .keyWrong:
      let now = rules.now()
      let until = road.circuits.withLock { circuits in
        circuits.key.noteFault(at: now, isCertain: true) ? circuits.key.pausedUntil : nil
      }
      if let until { stop(key: reason, until) }
      return road.circuits.withLock { $0.key.pausedUntil == nil }
    case .serverFailed:
      let now = rules.now()
      let until = road.circuits.withLock { circuits in
        circuits.host.noteFault(at: now, isCertain: false) ? circuits.host.pausedUntil : nil
      }
      if let until {
        report(
          "server-failed", of: "host \(road.host.name)",
          "\(road.host.address) answers with \(answer.status) (\(reason)). The pushes are sent later.",
          until)
      }
      return road.circuits.withLock { $0.host.pausedUntil == nil }
    case .tokenExpired, .tooManyTokens, .connectionOver: return false
    }
  }

  /// Notes that the key and the host work, and perhaps the app.
  private func works(app isApp: Bool) {
    let (key, host) = road.circuits.withLock { circuits in
      (circuits.key.noteSuccess(), circuits.host.noteSuccess())
    }
    if key { resume("key \(self.key.id)") }
    if host { resume("host \(road.host.name)") }
    guard isApp else { return }
    let app = lane.state.withLock { state in
      state.noteAnswer()
      (state.hasAccepted, state.refusedInARow) = (true, 0)
      return state.circuit.noteSuccess()
    }
    if app { resume(name) }
  }

  private func noteRefusal(_ reason: String) -> Bool {
    let now = rules.now()
    let (finding, until) = lane.state.withLock { state -> (AppLane.State.Finding, Date?) in
      let finding = state.noteRefusal()
      guard finding != .nothing else { return (finding, nil) }
      (state.answers, state.refusals, state.refusedInARow) = (0, 0, 0)
      state.circuit.open(at: now)
      return (finding, state.circuit.pausedUntil)
    }
    if finding == .allRefused { allRefused.withLock { $0 = true } }
    if let until {
      let cause =
        finding == .allRefused
        ? "Apple accepts no token of \(name): \(reason). Check its “bundle” and “environment”."
        : "Apple refuses more than one in a hundred tokens of \(name): \(reason)."
      report(reason, of: name, cause, until)
    }
    return lane.state.withLock { $0.circuit.pausedUntil == nil }
  }

  /// Stops the key after Apple refused its token although the token seems to be valid.
  func stopKey(for verdict: APNsVerdict, _ reason: String) {
    let now = rules.now()
    let until = road.circuits.withLock { circuits -> Date? in
      if let end = circuits.key.pausedUntil, end > now { return nil }
      let least = verdict == .tooManyTokens ? ProviderTokens.leastAge : 0
      circuits.key.open(at: now, atLeast: least)
      return circuits.key.pausedUntil
    }
    if let until { stop(key: reason, until) }
  }

  private func stop(key reason: String, _ until: Date) {
    let advice =
      switch reason {
      case "ExpiredProviderToken": "The clock of this machine is wrong. Set it."
      case "TooManyProviderTokenUpdates":
        "Something else makes tokens of the same key. Give each of them a key of its own."
      default: "Check “team”, “keyId”, “keyFile” and “environment”."
      }
    report(
      reason, of: "key \(key.id)",
      "Apple does not accept the key \(key.id) of the team \(key.team): \(reason). \(advice)", until
    )
  }

  private func stop(app reason: String, _ advice: String, _ until: Date) {
    report(reason, of: name, "Apple refuses the pushes of \(name): \(reason). \(advice)", until)
  }

  private static func advice(onApp reason: String) -> String {
    switch reason {
    case "BadTopic", "MissingTopic", "TopicDisallowed":
      "Check its “bundle”, and what the key is for."
    case "BadPriority": "Check “pushPriority”."
    case "BadExpirationDate": "Check “pushExpiration”."
    case "BadCollapseId": "Check “pushCollapseId”."
    default: "Report this to the makers of widgetconfig."
    }
  }

  /// Logs the one line for the operator.
  private func report(_ reason: String, of what: String, _ cause: String, _ until: Date) {
    metrics.circuit(what, isOpen: true)
    logger.error(
      "push.paused",
      metadata: [
        "error": .string(reason), "cause": .string(cause), "of": .string(what),
        "until": .string(until.formatted(.iso8601)),
      ])
  }

  private func resume(_ what: String) {
    metrics.circuit(what, isOpen: false)
    logger.notice("push.resumed", metadata: ["of": .string(what)])
  }
}
