import ExternalSources
import Foundation
import IntentModel
import JSONC
import JSONCodings
import Logging
import Messages
import Synchronization
import WidgetFormats
import WidgetStore
import WidgetTimeline

/// A URL to which changes are sent.
struct Webhook: Sendable, Hashable {
  let address: String

  /// The name of the webhook in paths, which depends only on its URL.
  var id: String { ContentMark.of(address) }
  /// The name under which the store keeps the position of the webhook.
  var follower: String { "webhook " + id }
  /// The URL without its secrets.
  var url: String { SpokenURL(address).description }

  /// The message ID of a change, which is the same for all attempts to send it (Standard Webhooks).
  ///
  /// The same number in a different epoch of the log stands for a different change.
  func message(_ number: Int, of epoch: String, _ tenant: Tenant) -> String {
    ContentMark.of("\(tenant.name) \(epoch) \(number) \(address)")
  }

  /// The message ID of several changes, which is the same for all attempts to send them together.
  func message(
    _ numbers: ClosedRange<Int>, of epoch: String, _ tenant: Tenant
  ) -> String {
    ContentMark.of(
      "\(tenant.name) \(epoch) \(numbers.lowerBound) \(numbers.upperBound) \(address)")
  }

  /// The message ID of a reset, which is the same for its retries and different from that of any
  /// change.
  ///
  /// - Parameter skip: The last request to skip changes; a reset after a different request has a
  ///   different ID.
  func resetMessage(
    _ number: Int, of epoch: String, _ tenant: Tenant, after skip: FollowerSkip
  ) -> String {
    ContentMark.of("\(tenant.name) \(epoch) \(number) \(address) reset \(skip.moment)")
  }
}

/// Sends each change of a placed widget to webhooks, according to Standard Webhooks.
///
/// The log of changes is the queue. The store keeps the position of each webhook and the result of
/// each delivery. So only one replica sends a change, sending continues after a restart, and no
/// queue grows while a webhook does not respond. If a change is not accepted, it is sent again
/// later, and later changes do not wait for it.
struct WebhookSender: Sendable {
  /// The result of checking for a tenant's changes to send.
  private enum Ending: Sendable {
    /// All changes have been sent; `next` is when the next attempt for a failed change is due.
    case done(next: Date?)
    case more
    /// Another replica does the sending.
    case elsewhere
    /// The webhook cannot be reached, or has requested a pause.
    case paused(Duration)
  }

  /// The response to one request.
  private struct Receipt: Sendable {
    var status: Int?
    /// Why the request was not accepted; nil if it was.
    var cause: String?
    /// The pause that the webhook requests.
    var retryAfter: Duration?

    var isAccepted: Bool { cause == nil }
    /// Whether the webhook wants no more changes.
    var isGone: Bool { status == SignedPost.goneStatus }
    /// Whether the webhook is overloaded, so that no other change is sent to it for now.
    var isOverloaded: Bool {
      guard let status else { return true }
      return SignedPost.overloadedStatuses.contains(status) || status == 503 && retryAfter != nil
    }
  }

  /// What is known about the delivery of a tenant's changes to a webhook.
  private struct Followed {
    var mark: StoreMark?
    var look = Date.distantPast
    /// The number of the last pause that the tenant caused, or 0; tenants with lower numbers are
    /// served first.
    var pause = 0
  }

  /// The known state of a webhook.
  private struct Known {
    var tenants: [Tenant: Followed] = [:]
    /// The number of pauses, and the end of the last one.
    ///
    /// If the webhook cannot be reached, each request takes the full timeout, so a pause applies to
    /// the changes of all tenants.
    var pauses = 0
    var end = ContinuousClock.now
  }

  /// The first and the longest pause for a webhook that cannot be reached, in seconds, unless
  /// `Retry-After` is longer.
  static let pauses = 5.0...300.0
  /// The maximum number of changes that are sent again in one check.
  private static let batch = 20
  /// The number of skipped deliveries that are ended in one transaction.
  private static let skippedPage = 200
  /// The interval in seconds between two checks for changes that another replica has not sent.
  private static let lookInterval = 300.0

  let service: ServiceCore

  private var driver: any StoreDriver { service.stores.driver }
  private var settings: ServiceSettings { service.settings }

  /// Sets the starting position of new webhooks before the service accepts its first request, so
  /// that the webhooks miss no change.
  ///
  /// A store that cannot be reached is not an error: ``run()`` tries again.
  func begin() async {
    for address in settings.webhooks {
      _ = try? await follower(of: Webhook(address: address)).begin()
    }
  }

  private func follower(of webhook: Webhook) -> LogFollower {
    LogFollower(name: webhook.follower, stores: service.stores)
  }

  /// Sends changes until the task is cancelled; no webhook waits for another.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for address in settings.webhooks {
        group.addTask { await follow(Webhook(address: address)) }
      }
    }
  }

  private func follow(_ webhook: Webhook) async {
    var isBegun = false
    var known = Known()
    while !Task.isCancelled {
      do {
        if !isBegun { isBegun = try await follower(of: webhook).begin() }
        if isBegun { try await look(for: webhook, &known) }
      } catch {
        report(error)
      }
      try? await Task.sleep(for: settings.refreshInterval.varied)
    }
  }

  /// Sends the new changes of all tenants; stops when the webhook cannot be reached.
  private func look(for webhook: Webhook, _ known: inout Known) async throws {
    let called = service.webhooks.takeCalls(of: webhook)
    let marks = try await driver.marks(of: driver.tenants())
    known.tenants = known.tenants.filter { marks[$0.key] != nil }
    // If one tenant's changes cause the pauses, the changes of the other tenants are sent first.
    let order = marks.sorted { one, other in
      (known.tenants[one.key]?.pause ?? 0) < (known.tenants[other.key]?.pause ?? 0)
    }
    for (tenant, mark) in order {
      var followed = known.tenants[tenant] ?? Followed()
      if called.contains(tenant) {
        followed.mark = nil
      } else if known.end > .now {
        continue
      }
      guard followed.mark != mark || followed.look <= service.now() else { continue }
      let ending: Ending
      do {
        ending = try await deliver(to: webhook, tenant)
      } catch  where !(driver is any SharedStoreDriver) && !(error is CancellationError) {
        // If each tenant has a separate store, a failed store does not delay the other tenants.
        report(error)
        known.pauses += 1
        known.tenants[tenant, default: followed].pause = known.pauses
        continue
      }
      switch ending {
      case .done(let next):
        followed.mark = mark
        let other = service.now().addingTimeInterval(Self.lookInterval)
        followed.look = min(next ?? other, other)
      case .more, .elsewhere: break
      case .paused(let pause):
        known.pauses += 1
        followed.pause = known.pauses
        let count = service.webhooks.noteFailure(of: webhook)
        let own = min(
          Self.pauses.upperBound, Self.pauses.lowerBound * Double(1 << min(count - 1, 6)))
        known.end = .now + max(pause, .seconds(own * Double.random(in: 0.8...1)))
      }
      known.tenants[tenant] = followed
    }
  }

  private func deliver(to webhook: Webhook, _ tenant: Tenant) async throws -> Ending {
    try await service.stores.alone(webhook.follower + " " + tenant.name) {
      try await deliverAlone(to: webhook, tenant)
    } ?? .elsewhere
  }

  private func deliverAlone(to webhook: Webhook, _ tenant: Tenant) async throws -> Ending {
    let ending = try await sendChanges(to: webhook, tenant)
    let backlog = try await service.stores.store(of: tenant).backlog(of: webhook.follower)
    service.webhooks.note(backlog, of: webhook, tenant)
    return ending
  }

  private func sendChanges(to webhook: Webhook, _ tenant: Tenant) async throws -> Ending {
    let store = service.stores.store(of: tenant)
    let health = try await store.health(of: webhook.follower)
    service.webhooks.note(health, of: webhook, tenant)
    guard health.disabledSince == nil else { return .done(next: nil) }
    let follower = follower(of: webhook)
    var start = try await follower.start(in: store, from: health.position)
    let skip = try await store.skip(of: webhook.follower, in: start.place.epoch)
    start.skip(to: skip.number)
    let leavesOut = try await hasSkipped(by: skip, of: webhook, store)
    if start.isLost || leavesOut {
      let receipt = await reset(webhook, tenant, to: start.place, after: skip)
      guard receipt.isAccepted else {
        let cause = receipt.cause ?? ""
        report(cause, webhook, tenant)
        let limit = settings.webhookTimeLimit / .seconds(1)
        // The webhook may have been enabled while the receiver was not responding.
        let failingSince = try await store.health(of: webhook.follower).failingSince
        let hasEnded =
          failingSince.map { service.now().timeIntervalSince($0) > limit } ?? false
        guard receipt.isGone || hasEnded else { return .paused(receipt.retryAfter ?? .zero) }
        try await disable(webhook, tenant, store, isGone: receipt.isGone, cause)
        return .done(next: nil)
      }
    }
    try await follower.accept(start, in: store)
    if leavesOut { try await leaveOut(by: skip, of: webhook, store) }
    let again = try await sendAgain(to: webhook, tenant, store)
    if let ending = again.ending { return ending }
    let batch = try await service.changes.load(tenant, after: start.place.number)
    var rest = batch.changes[...]
    while !rest.isEmpty {
      let part = rest.prefix(settings.webhookBatch)
      rest = rest.dropFirst(part.count)
      if try await sendTogether(part, of: batch.epoch, store, to: webhook, tenant) { continue }
      for change in part {
        try Task.checkCancellation()
        let receipt = await send(change, of: batch.epoch, tenant, to: webhook)
        // The change may have been skipped while the request was waiting for a response.
        if !receipt.isAccepted,
          try await store.skip(of: webhook.follower, in: batch.epoch).number >= change.number
        {
          return .more
        }
        let delivery = StoredDelivery(
          follower: webhook.follower, number: change.number, at: service.now())
        if let ending = try await note(
          receipt, of: delivery, isNew: true, store, webhook, tenant)
        {
          return ending
        }
      }
    }
    if batch.isFull || again.isMore { return .more }
    let next = try await store.waitingDeliveries(to: webhook.follower, limit: 1).first?.dueDate
    return .done(next: next)
  }

  /// Sends several changes in one request.
  ///
  /// - Returns: Whether the request was accepted; otherwise its changes are sent one by one, so
  ///   that one of them does not block the others. False if there is only a single change.
  private func sendTogether(
    _ changes: ArraySlice<ChangeFeed.Change>, of epoch: String, _ store: PlacedWidgetStore,
    to webhook: Webhook, _ tenant: Tenant
  ) async throws -> Bool {
    guard let first = changes.first, let last = changes.last, first.number < last.number else {
      return false
    }
    try Task.checkCancellation()
    let receipt = await send(
      Self.data.json((first.number, last.number, changes.flatMap(\.events), tenant)), .changed,
      last.date, webhook.message(first.number...last.number, of: epoch, tenant), to: webhook)
    guard receipt.isAccepted else { return false }
    let now = service.now()
    try await store.record(
      accepted: changes.map { change in
        var delivery = StoredDelivery(follower: webhook.follower, number: change.number, at: now)
        delivery.note(.accepted, at: now, status: receipt.status, cause: nil)
        return delivery
      })
    service.webhooks.note(try await store.health(of: webhook.follower), of: webhook, tenant)
    return true
  }

  /// Sends the changes again that were not accepted before and whose next attempt is due.
  ///
  /// - Returns: Whether more changes can be due, and how the check ends; nil to continue.
  private func sendAgain(
    to webhook: Webhook, _ tenant: Tenant, _ store: PlacedWidgetStore
  ) async throws -> (isMore: Bool, ending: Ending?) {
    let due = service.now()
    let again = try await store.waitingDeliveries(to: webhook.follower, limit: Self.batch)
      .filter { ($0.dueDate ?? due) <= due }
    for delivery in again {
      try Task.checkCancellation()
      let found = try await service.changes.load(tenant, after: delivery.number - 1, limit: 1)
      guard let change = found.changes.first, change.number == delivery.number else {
        var lost = delivery
        lost.end("The log no longer has the change.")
        try await store.keep([lost])
        continue
      }
      let receipt = await send(change, of: found.epoch, tenant, to: webhook)
      if !receipt.isAccepted,
        try await store.skip(of: webhook.follower, in: found.epoch).covers(delivery)
      {
        return (false, .more)
      }
      let ending = try await note(
        receipt, of: delivery, isNew: false, store, webhook, tenant)
      if let ending { return (false, ending) }
    }
    return (again.count == Self.batch, nil)
  }

  /// Whether a request to skip changes affects a delivery that would be sent again.
  private func hasSkipped(
    by skip: FollowerSkip, of webhook: Webhook, _ store: PlacedWidgetStore
  ) async throws -> Bool {
    try await eachSkipped(by: skip, of: webhook, store) { _ in false }
  }

  /// Ends the deliveries that a request skips.
  private func leaveOut(
    by skip: FollowerSkip, of webhook: Webhook, _ store: PlacedWidgetStore
  ) async throws {
    _ = try await eachSkipped(by: skip, of: webhook, store) { page in
      try await store.keep(
        page.map { delivery in
          var delivery = delivery
          delivery.end("It was skipped.")
          return delivery
        })
      return true
    }
  }

  /// Calls a body with the deliveries that a request skips, page by page, until the body returns
  /// false.
  ///
  /// - Returns: Whether there were any such deliveries.
  private func eachSkipped(
    by skip: FollowerSkip, of webhook: Webhook, _ store: PlacedWidgetStore,
    _ body: ([StoredDelivery]) async throws -> Bool
  ) async throws -> Bool {
    guard skip.number > 0 else { return false }
    var (end, isAny) = (skip.number + 1, false)
    while true {
      let page = try await store.deliveries(
        to: webhook.follower, before: end, in: .waiting, limit: Self.skippedPage)
      let skipped = page.filter(skip.covers)
      isAny = isAny || !skipped.isEmpty
      if !skipped.isEmpty, !(try await body(skipped)) { return isAny }
      guard page.count == Self.skippedPage, let last = page.last else { return isAny }
      end = last.number
    }
  }

  /// Asks the receiver of a webhook to read the list again, because changes before a position are
  /// lost.
  private func reset(
    _ webhook: Webhook, _ tenant: Tenant, to place: LogPlace, after skip: FollowerSkip
  ) async -> Receipt {
    let number = place.number
    return await send(
      Self.data.json((number, number, [ChangeFeed.Event(.reset)], tenant)), .reset, service.now(),
      webhook.resetMessage(number, of: place.epoch, tenant, after: skip), to: webhook)
  }

  /// Stores the result of an attempt.
  ///
  /// - Returns: How the check ends; nil to continue.
  private func note(
    _ receipt: Receipt, of delivery: StoredDelivery, isNew: Bool, _ store: PlacedWidgetStore,
    _ webhook: Webhook, _ tenant: Tenant
  ) async throws -> Ending? {
    var delivery = delivery
    let now = service.now()
    if receipt.isAccepted {
      delivery.note(.accepted, at: now, status: receipt.status, cause: nil)
    } else if !receipt.isGone, let next = nextAttempt(after: delivery, at: now, receipt) {
      delivery.note(
        .waiting, at: now, next: next, status: receipt.status, cause: receipt.cause)
    } else {
      delivery.note(.failed, at: now, status: receipt.status, cause: receipt.cause)
    }
    try await store.record(delivery, isNew: isNew)
    let health = try await store.health(of: webhook.follower)
    service.webhooks.note(health, of: webhook, tenant)
    guard let cause = receipt.cause else { return nil }
    report(cause, webhook, tenant)
    let hasEnded =
      delivery.state == .failed
      && (health.failingSince ?? now).milliseconds <= delivery.first
    guard receipt.isGone || hasEnded else {
      return receipt.isOverloaded ? .paused(receipt.retryAfter ?? .zero) : nil
    }
    try await disable(webhook, tenant, store, isGone: receipt.isGone, cause)
    return .done(next: nil)
  }

  /// Disables a webhook that wants no more changes, or that has not accepted any for a long time.
  private func disable(
    _ webhook: Webhook, _ tenant: Tenant, _ store: PlacedWidgetStore, isGone: Bool, _ cause: String
  ) async throws {
    try await store.setDisabled(webhook.follower, at: service.now())
    service.webhooks.note(try await store.health(of: webhook.follower), of: webhook, tenant)
    service.failures.report(
      .error, .webhookDisabled, isGone ? "gone" : SignedPost.notAccepted, cause: cause,
      Self.fields(webhook, tenant))
  }

  /// The time of the next attempt; nil if there is none.
  ///
  /// The pauses are from Standard Webhooks; the last one repeats. A random part prevents changes
  /// that failed together from being sent together again.
  private func nextAttempt(
    after delivery: StoredDelivery, at now: Date, _ receipt: Receipt
  ) -> Date? {
    let pauses = settings.webhookPauses
    guard let pause = pauses.dropFirst(delivery.attempts).first ?? pauses.last else { return nil }
    let seconds = max(
      pause / .seconds(1) * Double.random(in: 0.9...1.1),
      (receipt.retryAfter ?? .zero) / .seconds(1)
    )
    let next = now.addingTimeInterval(seconds)
    let end = Date(timeIntervalSince1970: Double(delivery.first) / 1_000)
      .addingTimeInterval(settings.webhookTimeLimit / .seconds(1))
    return next <= end ? next : nil
  }

  private static func fields(_ webhook: Webhook, _ tenant: Tenant) -> Logger.Metadata {
    ["address": .string(webhook.url), "tenant": .string(tenant.name)]
  }

  private func report(_ error: any Error) {
    service.failures.report(.webhookFailed, ofStore: error)
  }

  private func report(_ cause: String, _ webhook: Webhook, _ tenant: Tenant) {
    service.failures.report(
      .warning, .webhookFailed, SignedPost.notAccepted, cause: cause, Self.fields(webhook, tenant))
  }

  /// The subject of a request.
  enum Topic: String, CaseIterable {
    case changed = "widgets.changed"
    case reset = "widgets.reset"
  }

  /// The data in a request: a change with its events, or several changes with theirs.
  private static let data = ObjectCoding<
    (first: Int, number: Int, events: [ChangeFeed.Event], tenant: Tenant)
  >([
    .text(nullable: "tenant") { $0.tenant == .local ? nil : $0.tenant.name },
    .integer(optional: "first") { $0.first < $0.number ? $0.first : nil },
    .integer("number") { $0.number },
    .list("events", of: ChangeFeed.Event.listed) { $0.events },
  ])

  /// The JSON Schema of the body of a request.
  static var schema: JSONValue {
    SignedPost.coding(types: Topic.allCases.map(\.rawValue), data: data.schema).schema
  }

  /// Sends a change.
  private func send(
    _ change: ChangeFeed.Change, of epoch: String, _ tenant: Tenant, to webhook: Webhook
  ) async -> Receipt {
    await send(
      Self.data.json((change.number, change.number, change.events, tenant)), .changed, change.date,
      webhook.message(change.number, of: epoch, tenant), to: webhook)
  }

  /// Sends one request.
  private func send(
    _ data: JSONValue, _ topic: Topic, _ date: Date, _ id: String, to webhook: Webhook
  ) async -> Receipt {
    do {
      let request = SignedPost(id: id, type: topic.rawValue, date: date, data: data)
      let response = try await request.send(
        to: webhook.address, at: service.now(), secret: service.webhookSecret.withLock { $0 },
        settings)
      let isAccepted = (200..<300).contains(response.status)
      service.metrics.webhook(isAccepted: isAccepted)
      let receipt = Receipt(
        status: response.status,
        cause: isAccepted ? nil : response.refusal,
        retryAfter: response.retryAfter)
      if !receipt.isOverloaded { service.webhooks.noteResponse(of: webhook) }
      return receipt
    } catch {
      service.metrics.webhook(isAccepted: false)
      return Receipt(cause: "\(error)")
    }
  }
}

/// The known states of all webhooks, and the requests for immediate checks for changes.
final class WebhookStates: Sendable {
  private struct Key: Hashable {
    var webhook: Webhook
    var tenant: Tenant
  }

  private struct State {
    /// The webhooks that fail or are disabled.
    var healths: [Key: FollowerHealth] = [:]
    /// The webhooks for which changes wait.
    var backlogs: [Key: FollowerBacklog] = [:]
    var calls: [Webhook: Set<Tenant>] = [:]
    /// The number of consecutive pauses of each webhook; a response that does not report overload
    /// resets it.
    var failures: [Webhook: Int] = [:]
  }

  private let state = Mutex(State())

  func note(_ health: FollowerHealth, of webhook: Webhook, _ tenant: Tenant) {
    let isWell = health.failingSince == nil && health.disabledSince == nil
    let key = Key(webhook: webhook, tenant: tenant)
    state.withLock { $0.healths[key] = isWell ? nil : health }
  }

  /// Counts a pause of a webhook.
  ///
  /// - Returns: The number of consecutive pauses.
  func noteFailure(of webhook: Webhook) -> Int {
    state.withLock { state in
      state.failures[webhook, default: 0] += 1
      return state.failures[webhook, default: 1]
    }
  }

  /// Notes that a webhook responds, so its next pause is short.
  func noteResponse(of webhook: Webhook) { state.withLock { $0.failures[webhook] = nil } }

  func note(_ backlog: FollowerBacklog, of webhook: Webhook, _ tenant: Tenant) {
    let key = Key(webhook: webhook, tenant: tenant)
    state.withLock { $0.backlogs[key] = backlog.count == 0 ? nil : backlog }
  }

  /// The changes that wait for all webhooks and tenants, as far as this replica knows.
  var backlog: FollowerBacklog {
    state.withLock { state in
      var sum = FollowerBacklog()
      sum.count = state.backlogs.values.reduce(0) { $0 + $1.count }
      sum.oldest = state.backlogs.values.compactMap(\.oldest).min()
      return sum
    }
  }

  /// Requests an immediate check for a tenant's changes that a webhook has not received.
  func call(_ webhook: Webhook, for tenant: Tenant) {
    _ = state.withLock { $0.calls[webhook, default: []].insert(tenant) }
  }

  func takeCalls(of webhook: Webhook) -> Set<Tenant> {
    state.withLock { $0.calls.removeValue(forKey: webhook) ?? [] }
  }

  /// How many pairs of a webhook and a tenant are failing, how many are disabled, and since when
  /// the first one has been failing.
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
