import ExternalSources
import Foundation
import IntentModel
import JSONC
import Logging
import Messages
import Synchronization
import WidgetFormats
import WidgetStore
import WidgetTimeline

/// A URL that changes are sent to.
struct Webhook: Sendable, Hashable {
  let address: String

  /// The name of the webhook in paths, which depends only on its URL.
  var id: String { ContentMark.of(address) }
  /// The name under which the store keeps the position of the webhook.
  var follower: String { "webhook " + id }
  /// The URL without its secrets.
  var url: String { SpokenURL(address).description }

  /// The same for all attempts to send a change (Standard Webhooks).
  ///
  /// The same number in another epoch of the log is another change.
  func message(_ number: Int, of epoch: String, _ tenant: Tenant) -> String {
    ContentMark.of("\(tenant.name) \(epoch) \(number) \(address)")
  }
}

/// Sends each change of a placed widget to webhooks, according to Standard Webhooks.
///
/// The log of changes is the queue. The store keeps the position of each webhook and the result of
/// each delivery, so that only one replica sends a change, sending continues after a restart, and
/// nothing grows while a webhook does not respond. A change that is not accepted is sent again
/// later, and later changes do not wait for it.
struct WebhookSender: Sendable {
  /// The result of looking for a tenant's changes to send.
  private enum Ending: Sendable {
    /// All changes are sent; the next attempt of a failed one is due at a time.
    case done(next: Date?)
    case more
    /// Another replica sends.
    case elsewhere
    /// The webhook cannot be reached, or asks for fewer requests.
    case paused(Duration)
  }

  /// The response to one request.
  private struct Answer: Sendable {
    var status: Int?
    /// Why it was not accepted; nil if it was.
    var cause: String?
    /// How long the webhook asks to wait.
    var retryAfter: Duration?

    var isAccepted: Bool { cause == nil }
    /// Whether the webhook wants no more changes.
    var isGone: Bool { status == 410 }
    /// Whether the webhook is overloaded, so that no other change is sent to it now.
    var isOverloaded: Bool {
      guard let status else { return true }
      return [429, 502, 504].contains(status) || status == 503 && retryAfter != nil
    }
  }

  /// What is known of the delivery of a tenant's changes to a webhook.
  private struct Followed {
    var mark: StoreMark?
    var look = Date.distantPast
    var pauses = 0
    var end: ContinuousClock.Instant?
  }

  /// The time limit for a response.
  private static let timeout: Duration = .seconds(20)
  /// The longest pause of a webhook that cannot be reached, unless `Retry-After` is longer.
  private static let longestPause = 300.0
  /// The maximum number of changes that are sent again in one look.
  private static let batch = 20
  /// The seconds between two looks for changes that another replica has left.
  private static let lookInterval = 300.0

  let service: ServiceCore

  private var driver: any StoreDriver { service.stores.driver }
  private var settings: ServiceSettings { service.settings }

  /// Sets the position of new webhooks before the service accepts its first request, so that none
  /// of its changes are missed.
  ///
  /// A store that cannot be reached is not an error: ``run()`` tries again.
  func begin() async {
    for address in settings.webhooks { try? await begin(Webhook(address: address)) }
  }

  /// Sends changes until it is cancelled; no webhook waits for another one.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for address in settings.webhooks {
        group.addTask { await follow(Webhook(address: address)) }
      }
    }
  }

  private func follow(_ webhook: Webhook) async {
    var isBegun = false
    var known: [Tenant: Followed] = [:]
    while !Task.isCancelled {
      do {
        if !isBegun {
          try await begin(webhook)
          isBegun = true
        }
        let called = service.webhooks.takeCalls(of: webhook)
        for (tenant, mark) in try await driver.marks(of: driver.tenants()) {
          var followed = known[tenant] ?? Followed()
          if called.contains(tenant) { (followed.mark, followed.end) = (nil, nil) }
          guard followed.mark != mark || followed.look <= service.now() else { continue }
          if let end = followed.end, end > .now { continue }
          followed.end = nil
          switch try await deliver(to: webhook, tenant) {
          case .done(let next):
            followed.mark = mark
            let other = service.now().addingTimeInterval(Self.lookInterval)
            followed.look = min(next ?? other, other)
            followed.pauses = 0
          case .more: followed.pauses = 0
          case .elsewhere: break
          case .paused(let pause):
            followed.pauses += 1
            let own = min(Self.longestPause, 5 * Double(1 << min(followed.pauses - 1, 6)))
            followed.end = .now + max(pause, .seconds(own * Double.random(in: 0.8...1)))
          }
          known[tenant] = followed
        }
      } catch {
        service.failures.report(
          .warning, "webhook.failed", "store-unavailable", cause: "\(error)")
      }
      try? await Task.sleep(for: settings.refreshInterval * Double.random(in: 0.8...1.2))
    }
  }

  /// Sets the position of a new webhook to the next change.
  private func begin(_ webhook: Webhook) async throws {
    let follower = webhook.follower
    let mark = follower + " begun"
    let own = service.stores.store(of: .local)
    guard try await own.position(of: mark) == nil else { return }
    _ = try await alone(mark) {
      guard try await own.position(of: mark) == nil else { return }
      for tenant in try await driver.tenants() {
        let store = service.stores.store(of: tenant)
        guard try await store.position(of: follower) == nil else { continue }
        try await store.setPosition(of: follower, to: try await store.changeNumbers().upperBound)
      }
      try await own.setPosition(of: mark, to: 1)
    }
  }

  /// Runs work that only one replica may do at a time; nil if another is doing it.
  private func alone<Value: Sendable>(
    _ key: String, _ body: () async throws -> Value
  ) async throws -> Value? {
    guard let shared = driver as? any SharedStoreDriver else { return try await body() }
    return try await shared.alone(key, body)
  }

  private func deliver(to webhook: Webhook, _ tenant: Tenant) async throws -> Ending {
    try await alone(webhook.follower + " " + tenant.name) {
      try await deliverAlone(to: webhook, tenant)
    } ?? .elsewhere
  }

  private func deliverAlone(to webhook: Webhook, _ tenant: Tenant) async throws -> Ending {
    let store = service.stores.store(of: tenant)
    let health = try await store.health(of: webhook.follower)
    service.webhooks.note(health, of: webhook, tenant)
    guard health.disabledSince == nil else { return .done(next: nil) }
    let log = try await store.logState()
    let due = service.now()
    let again = try await store.waitingDeliveries(to: webhook.follower, limit: Self.batch)
      .filter { ($0.dueDate ?? due) <= due }
    for delivery in again {
      try Task.checkCancellation()
      let found = try await service.changes.load(tenant, after: delivery.number - 1, limit: 1)
      let answer =
        if let change = found.changes.first, change.number == delivery.number {
          await send(
            Self.data(change, tenant), "widgets.changed", change.date, change.number, found.epoch,
            tenant, to: webhook)
        } else {
          Answer(cause: "The log no longer has the change.")
        }
      let isLost = found.changes.first?.number != delivery.number
      if let ending = try await note(
        answer, of: delivery, isNew: false, isLost: isLost, store, webhook, tenant)
      {
        return ending
      }
    }
    let known = log.numbers
    var position = health.position ?? 0
    if !known.contains(position) {
      // The log no longer has the changes, or the database was restored from a backup.
      position = position > known.upperBound ? known.upperBound : known.lowerBound
      let answer = await send(
        Self.data(position, [.members(["event": "reset"])], tenant), "widgets.reset", service.now(),
        position, log.epoch, tenant, to: webhook)
      guard answer.isAccepted else {
        report(answer.cause ?? "", webhook, tenant)
        return .paused(answer.retryAfter ?? .zero)
      }
      try await store.setPosition(of: webhook.follower, to: position)
    }
    let batch = try await service.changes.load(tenant, after: position)
    for change in batch.changes {
      try Task.checkCancellation()
      let answer = await send(
        Self.data(change, tenant), "widgets.changed", change.date, change.number, batch.epoch,
        tenant, to: webhook)
      let delivery = StoredDelivery(
        follower: webhook.follower, number: change.number, at: service.now())
      if let ending = try await note(
        answer, of: delivery, isNew: true, isLost: false, store, webhook, tenant)
      {
        return ending
      }
    }
    if batch.isFull || again.count == Self.batch { return .more }
    let next = try await store.waitingDeliveries(to: webhook.follower, limit: 1).first?.dueDate
    return .done(next: next)
  }

  /// Stores the result of an attempt.
  ///
  /// - Returns: How the look ends; nil to go on.
  private func note(
    _ answer: Answer, of delivery: StoredDelivery, isNew: Bool, isLost: Bool,
    _ store: PlacedWidgetStore,
    _ webhook: Webhook, _ tenant: Tenant
  ) async throws -> Ending? {
    var delivery = delivery
    let now = service.now()
    if answer.isAccepted {
      delivery.note(.accepted, at: now, status: answer.status, cause: nil)
    } else if !isLost, !answer.isGone, let next = nextAttempt(after: delivery, at: now, answer) {
      delivery.note(
        .waiting, at: now, next: next, status: answer.status, cause: answer.cause)
    } else {
      delivery.note(
        .failed, at: now, status: isLost ? nil : answer.status, cause: answer.cause)
    }
    try await store.record(delivery, isNew: isNew)
    let health = try await store.health(of: webhook.follower)
    service.webhooks.note(health, of: webhook, tenant)
    guard let cause = answer.cause, !isLost else { return nil }
    report(cause, webhook, tenant)
    let hasEnded =
      delivery.state == .failed
      && (health.failingSince ?? now).milliseconds <= delivery.first
    guard answer.isGone || hasEnded else {
      return answer.isOverloaded ? .paused(answer.retryAfter ?? .zero) : nil
    }
    try await store.setDisabled(webhook.follower, at: now)
    service.webhooks.note(try await store.health(of: webhook.follower), of: webhook, tenant)
    service.failures.report(
      .error, "webhook.disabled", answer.isGone ? "gone" : "not-accepted", cause: cause,
      Self.fields(webhook, tenant))
    return .done(next: nil)
  }

  /// The time of the next attempt; nil if there is none.
  ///
  /// The pauses are those of Standard Webhooks; after the last one, it stays. A random part keeps
  /// changes that failed together from being sent together.
  private func nextAttempt(
    after delivery: StoredDelivery, at now: Date, _ answer: Answer
  ) -> Date? {
    let pauses = settings.webhookPauses
    guard let pause = pauses.dropFirst(delivery.attempts).first ?? pauses.last else { return nil }
    let seconds = max(
      pause / .seconds(1) * Double.random(in: 0.9...1.1), (answer.retryAfter ?? .zero) / .seconds(1)
    )
    let next = now.addingTimeInterval(seconds)
    let end = Date(timeIntervalSince1970: Double(delivery.first) / 1_000)
      .addingTimeInterval(settings.webhookTimeLimit / .seconds(1))
    return next <= end ? next : nil
  }

  private static func fields(_ webhook: Webhook, _ tenant: Tenant) -> Logger.Metadata {
    ["address": .string(webhook.url), "tenant": .string(tenant.name)]
  }

  private func report(_ cause: String, _ webhook: Webhook, _ tenant: Tenant) {
    service.failures.report(
      .warning, "webhook.failed", "not-accepted", cause: cause, Self.fields(webhook, tenant))
  }

  private static func data(_ change: ChangeFeed.Change, _ tenant: Tenant) -> JSONValue {
    let events = change.events.map { event -> JSONValue in
      var members = JSONObject([(key: "event", value: .string(event.name))])
      for member in event.json.objectValue ?? JSONObject() {
        members.append(key: member.key, value: member.value)
      }
      return .object(members)
    }
    return data(change.number, events, tenant)
  }

  private static func data(_ number: Int, _ events: [JSONValue], _ tenant: Tenant) -> JSONValue {
    .members([
      "tenant": tenant == .local ? .null : .string(tenant.name), "number": .integer(number),
      "events": .array(events),
    ])
  }

  /// Sends one request.
  private func send(
    _ data: JSONValue, _ type: String, _ date: Date, _ number: Int, _ epoch: String,
    _ tenant: Tenant, to webhook: Webhook
  ) async -> Answer {
    let body = JSONValue.members([
      "type": .string(type), "timestamp": .string(TimelineJSON.text(of: date)), "data": data,
    ]).wire
    let id = webhook.message(number, of: epoch, tenant)
    let time = Int(service.now().timeIntervalSince1970)
    let headers = [
      "Content-Type": "application/json", "Webhook-Id": id, "Webhook-Timestamp": String(time),
      "Webhook-Signature": WebhookSettings.signature(
        of: body, id: id, time: time, secret: service.webhookSecret.withLock { $0 }),
    ]
    do {
      let response = try await WebFetch.post(
        body, to: webhook.address, headers: headers, timeout: Self.timeout,
        allowsPrivate: WebhookSettings.isPrivate(webhook.address, settings))
      let isAccepted = (200..<300).contains(response.status)
      service.metrics.webhook(isAccepted: isAccepted)
      return Answer(
        status: response.status,
        cause: isAccepted ? nil : "It answered with \(response.status).",
        retryAfter: response.retryAfter)
    } catch {
      service.metrics.webhook(isAccepted: false)
      return Answer(cause: "\(error)")
    }
  }
}

/// What is known of all webhooks, and which of them are to look for changes at once.
final class WebhookStates: Sendable {
  private struct Key: Hashable {
    var webhook: Webhook
    var tenant: Tenant
  }

  private struct State {
    /// The webhooks that fail or are disabled.
    var healths: [Key: FollowerHealth] = [:]
    var calls: [Webhook: Set<Tenant>] = [:]
  }

  private let state = Mutex(State())

  func note(_ health: FollowerHealth, of webhook: Webhook, _ tenant: Tenant) {
    let isWell = health.failingSince == nil && health.disabledSince == nil
    let key = Key(webhook: webhook, tenant: tenant)
    state.withLock { $0.healths[key] = isWell ? nil : health }
  }

  /// Makes a webhook look for a tenant's changes at once.
  func call(_ webhook: Webhook, for tenant: Tenant) {
    _ = state.withLock { $0.calls[webhook, default: []].insert(tenant) }
  }

  func takeCalls(of webhook: Webhook) -> Set<Tenant> {
    state.withLock { $0.calls.removeValue(forKey: webhook) ?? [] }
  }

  /// The numbers of pairs of a webhook and a tenant that fail and that are disabled, and since when
  /// the first one fails.
  var summary: (failing: Int, disabled: Int, since: Date?) {
    state.withLock { state in
      let disabled = state.healths.values.count { $0.disabledSince != nil }
      return (
        state.healths.count - disabled, disabled,
        state.healths.values.compactMap(\.failingSince).min()
      )
    }
  }
}
