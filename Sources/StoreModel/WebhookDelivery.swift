import Messages

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The delivery of a logged change to a follower, such as a webhook.
package struct StoredDelivery: Sendable, Hashable {
  /// The state of the delivery.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// The change is sent again later.
    case waiting
    /// The change was accepted.
    case accepted
    /// The change was not accepted, and is not sent again.
    case failed

    /// The state as the store records it.
    ///
    /// If a newer program recorded a state that this program does not know, nothing is sent again.
    package init(noted text: String) { self = Self(rawValue: text) ?? .failed }
  }

  /// How long a delivery is kept after its last attempt, in milliseconds.
  package static let maximumAge: Int64 = 30 * StoreRetention.day

  /// The name of the follower.
  package var follower: String
  /// The number of the change.
  package var number: Int
  /// The state of the delivery.
  package var state = State.waiting
  /// The number of attempts.
  package var attempts = 0
  /// The time of the first attempt.
  package var first: Int64
  /// The time of the last attempt.
  package var last: Int64
  /// The time of the next attempt; nil if there is none.
  package var due: Int64?
  /// The HTTP status of the last response; nil without a response.
  package var status: Int?
  /// Why the change was not accepted; nil if it was.
  package var cause: String?

  /// Makes a delivery without attempts.
  package init(follower: String, number: Int, at date: Date) {
    self.follower = follower
    self.number = number
    first = date.milliseconds
    last = first
  }

  /// The time of the last attempt.
  package var lastDate: Date { Date(milliseconds: last) }
  /// The time of the next attempt; nil if there is none.
  package var dueDate: Date? { due.map(Date.init(milliseconds:)) }

  /// Gives up the delivery without another attempt.
  ///
  /// - Parameter cause: Why the change is not sent again.
  package mutating func end(_ cause: String) {
    (state, due, self.cause) = (.failed, nil, Self.kept(cause))
  }

  /// Notes an attempt.
  ///
  /// - Parameters:
  ///   - state: The new state of the delivery.
  ///   - date: The time of the attempt.
  ///   - next: The time of the next attempt, if the change is sent again.
  ///   - status: The HTTP status; nil without a response.
  ///   - cause: Why the change was not accepted.
  package mutating func note(
    _ state: State, at date: Date, next: Date? = nil, status: Int?, cause: String?
  ) {
    self.state = state
    if attempts == 0 { first = date.milliseconds }
    attempts += 1
    last = date.milliseconds
    due = state == .waiting ? next?.milliseconds : nil
    self.status = status
    self.cause = cause.map(Self.kept)
  }

  private static func kept(_ cause: String) -> String { cause.harmless(limit: 300) }
}

/// The requests to skip changes up to a number, for one follower.
package struct FollowerSkip: Sendable, Hashable {
  /// A single request: the number of the last change to skip, and its time in milliseconds since
  /// 1970.
  private struct Request: Hashable {
    var number: Int
    var moment: Int64
  }

  /// The epoch of the log that the numbers belong to.
  private let epoch: String

  /// The requests in their order.
  ///
  /// Each request has a smaller number than the previous one, because a later request with a
  /// greater number also skips everything that the earlier one skips.
  private var requests: [Request] = []

  /// The maximum number of requests that are kept separate.
  private static let maximumRequests = 16

  /// Reads the requests that a store has recorded for an epoch of its log.
  ///
  /// If there are none, or they belong to a different epoch, nothing is skipped.
  ///
  /// Earlier programs recorded only the requests in the current epoch, without naming it.
  package init(noted text: String?, in epoch: String) {
    self.epoch = epoch
    var notes = (text ?? "").split(separator: ",", omittingEmptySubsequences: false)[...]
    let isWithoutEpoch = notes.first?.contains(" ") ?? false
    guard isWithoutEpoch || notes.popFirst().map(String.init) == epoch else { return }
    for note in notes {
      let parts = note.split(separator: " ")
      guard parts.count == 2, let number = Int(parts[0]), let moment = Int64(parts[1]) else {
        continue
      }
      skip(to: number, at: moment)
    }
  }

  /// Adds a request; earlier requests stay in effect.
  package mutating func skip(to number: Int, at moment: Int64) {
    // Two requests at the same moment get different times.
    let moment = max(moment, self.moment + 1)
    requests.removeAll { $0.number <= number }
    requests.append(Request(number: number, moment: moment))
    guard requests.count > Self.maximumRequests else { return }
    // The first two are merged into one, which skips everything that either of them skips.
    requests[1].number = requests[0].number
    requests.removeFirst()
  }

  /// The requests in the form that a store records.
  package var text: String {
    ([epoch] + requests.map { "\($0.number) \($0.moment)" }).joined(separator: ",")
  }

  /// The number of the last change to skip; 0 if nothing is skipped.
  package var number: Int { requests.first?.number ?? 0 }

  /// The time of the last request; 0 if there is none.
  package var moment: Int64 { requests.last?.moment ?? 0 }

  /// Whether a request to skip applies to a delivery; it does not if the delivery was replayed
  /// after the request.
  package func covers(_ delivery: StoredDelivery) -> Bool {
    requests.contains { delivery.number <= $0.number && delivery.last <= $0.moment }
  }
}

/// The state of a follower to which changes are sent.
package struct FollowerHealth: Sendable, Hashable {
  /// The number of the last change that was sent for the first time; nil if the follower has not
  /// begun.
  package var position: Int?
  /// The time since which the follower has accepted nothing; nil if it accepted the last change.
  package var failingSince: Date?
  /// The time since which nothing is sent to the follower; nil if changes are sent.
  package var disabledSince: Date?
}

/// The changes that wait to be sent to a follower.
package struct FollowerBacklog: Sendable, Hashable {
  /// The number of changes; those that were sent before are counted up to ``maximumSent``.
  package var count = 0
  /// The time since which the oldest change has been waiting: the time of its first attempt, or of
  /// the change itself; nil if no change waits.
  package var oldest: Date?

  /// Makes a backlog; by default, nothing waits.
  package init(count: Int = 0, oldest: Date? = nil) { (self.count, self.oldest) = (count, oldest) }

  /// The maximum number of changes to count among those that were sent before.
  package static let maximumSent = 1_000
}

extension PlacedWidgetStore {
  /// The changes that wait to be sent to a follower; empty for a follower that has not begun or is
  /// disabled.
  package func backlog(of follower: String) async throws(StoreError) -> FollowerBacklog {
    try await driver.read(tenant) { rows in
      guard let position = try rows.position(of: follower),
        try rows.note(Self.disabled(follower)) == nil
      else { return FollowerBacklog() }
      let again = try rows.deliveries(
        DeliveryQuery(follower: follower, isDue: true, limit: FollowerBacklog.maximumSent))
      let next = try rows.changes(.after(position, limit: 1)).first
      let new = next == nil ? 0 : max(0, try rows.logHead().last - position)
      return FollowerBacklog(
        count: again.count + new,
        oldest: (again.map(\.first) + [next?.moment].compactMap { $0 }).min()
          .map(Date.init(milliseconds:)))
    } ?? FollowerBacklog()
  }

  /// The name of the note with the time since which a follower has accepted nothing.
  private static func failing(_ follower: String) -> String { follower + " failing" }
  /// The name of the note with the time since which nothing is sent to a follower.
  private static func disabled(_ follower: String) -> String { follower + " disabled" }
  /// The name of the note with the requests to skip changes for a follower.
  private static func skipped(_ follower: String) -> String { follower + " skipped" }

  /// The position of a follower, and whether it accepts changes.
  package func health(of follower: String) async throws(StoreError) -> FollowerHealth {
    try await driver.read(tenant) { rows in
      func date(_ name: String) throws -> Date? {
        try rows.note(name).flatMap { Int64($0) }.map(Date.init(milliseconds:))
      }
      return FollowerHealth(
        position: try rows.position(of: follower),
        failingSince: try date(Self.failing(follower)),
        disabledSince: try date(Self.disabled(follower)))
    } ?? FollowerHealth()
  }

  /// A page of deliveries to a follower, latest change first.
  ///
  /// - Parameters:
  ///   - follower: The name of the follower.
  ///   - number: The changes have numbers below this one; nil for the latest.
  ///   - state: The state that the deliveries have; nil for any.
  ///   - limit: The maximum number of deliveries.
  package func deliveries(
    to follower: String, before number: Int? = nil, in state: StoredDelivery.State? = nil,
    limit: Int
  ) async throws(StoreError) -> [StoredDelivery] {
    try await driver.read(tenant) {
      try $0.deliveries(
        DeliveryQuery(follower: follower, before: number ?? .max, state: state, limit: limit))
    } ?? []
  }

  /// The deliveries that are sent to a follower again, earliest due date first.
  package func waitingDeliveries(
    to follower: String, limit: Int
  ) async throws(StoreError) -> [StoredDelivery] {
    try await driver.read(tenant) {
      try $0.deliveries(DeliveryQuery(follower: follower, isDue: true, limit: limit))
    } ?? []
  }

  /// Stores a delivery after an attempt.
  ///
  /// - Parameters:
  ///   - delivery: The delivery.
  ///   - isNew: Whether it was the first attempt for the change; if so, the follower moves on to
  ///     the next change.
  package func record(
    _ delivery: StoredDelivery, isNew: Bool
  ) async throws(StoreError) {
    let failing = Self.failing(delivery.follower)
    try await driver.write(tenant) { rows in
      try rows.put(.delivery(delivery))
      if isNew { try rows.setPosition(of: delivery.follower, to: delivery.number) }
      if delivery.state == .accepted {
        try rows.setNote(failing, to: nil)
      } else if try rows.note(failing) == nil {
        try rows.setNote(failing, to: String(delivery.last))
      }
    }
  }

  /// Stores deliveries, and leaves the position of their follower unchanged.
  package func keep(_ deliveries: [StoredDelivery]) async throws(StoreError) {
    try await driver.write(tenant) { rows in
      for delivery in deliveries { try rows.put(.delivery(delivery)) }
    }
  }

  /// Stores deliveries that were accepted together; the follower moves on to the change after the
  /// last one.
  package func record(accepted deliveries: [StoredDelivery]) async throws(StoreError) {
    guard let last = deliveries.last else { return }
    try await driver.write(tenant) { rows in
      for delivery in deliveries { try rows.put(.delivery(delivery)) }
      try rows.setPosition(of: last.follower, to: last.number)
      try rows.setNote(Self.failing(last.follower), to: nil)
    }
  }

  /// Stops sending changes to a follower at a given time; with nil, continues after the last change
  /// that was sent.
  package func setDisabled(
    _ follower: String, at date: Date?
  ) async throws(StoreError) {
    try await driver.write(tenant) { rows in
      try rows.setNote(Self.disabled(follower), to: date.map { String($0.milliseconds) })
      if date == nil { try rows.setNote(Self.failing(follower), to: nil) }
    }
  }

  /// The requests to skip changes for a follower, in an epoch of the log.
  package func skip(
    of follower: String, in epoch: String
  ) async throws(StoreError) -> FollowerSkip {
    FollowerSkip(noted: try await note(Self.skipped(follower)), in: epoch)
  }

  /// Skips the changes up to a number for a follower; other requests to skip stay in effect, even
  /// those from the same moment.
  ///
  /// - Parameters:
  ///   - number: The number of the last change to skip; nil for the latest change.
  ///   - follower: The name of the follower.
  ///   - date: The current time.
  package func skip(
    to number: Int?, of follower: String, at date: Date
  ) async throws(StoreError) {
    try await driver.settleLog(of: tenant)
    let name = Self.skipped(follower)
    try await driver.write(tenant) { rows in
      let noted = try rows.lockedNote(name)
      let (epoch, last) = try rows.logHead()
      var skip = FollowerSkip(noted: noted, in: epoch)
      skip.skip(to: min(number ?? last, last), at: date.milliseconds)
      try rows.setNote(name, to: skip.text)
    }
  }

  /// Sends changes again that were sent before, even if they were skipped by an earlier request.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the changes.
  ///   - follower: The name of the follower.
  ///   - date: The current time.
  /// - Returns: The number of changes that are sent again: those that are in the log and were sent
  ///   before.
  package func replay(
    _ numbers: ClosedRange<Int>, to follower: String, at date: Date
  ) async throws(StoreError) -> Int {
    let name = Self.skipped(follower)
    return try await driver.write(tenant) { rows in
      // This replay counts as later than all previous requests to skip, even those of the same
      // moment.
      let skip = FollowerSkip(noted: try rows.lockedNote(name), in: try rows.logHead().epoch)
      let date = max(date, Date(milliseconds: skip.moment + 1))
      let known = min(numbers.upperBound, try rows.position(of: follower) ?? 0)
      let changes = try rows.changes(.after(numbers.lowerBound - 1, limit: numbers.count))
      var count = 0
      for change in changes where change.number <= known {
        var delivery = StoredDelivery(follower: follower, number: change.number, at: date)
        delivery.due = date.milliseconds
        try rows.put(.delivery(delivery))
        count += 1
      }
      return count
    }
  }
}
