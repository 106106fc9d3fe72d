import WidgetStore

/// A position in the log of a tenant: an epoch, and the number of the last change before the
/// position.
struct LogPlace: Sendable, Hashable {
  /// The epoch to which the number belongs; empty before anything is stored.
  var epoch: String
  var number: Int

  /// Makes a position.
  init(epoch: String, number: Int) { (self.epoch, self.number) = (epoch, number) }

  /// Makes the position after the last change in a log.
  init(endOf log: LogState) { self.init(epoch: log.epoch, number: log.numbers.upperBound) }

  /// Makes a position from a text, such as the identifier of an event; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]) else { return nil }
    self.init(epoch: String(parts[0]), number: number)
  }

  /// The identifier of an event at the position.
  var text: String { "\(epoch).\(number)" }

  /// Where a follower that has reached the position continues in a log, and whether the log lacks
  /// changes after the position.
  ///
  /// A log lacks the changes that are no longer kept. After a restore or a fail-over, the epoch is
  /// different, and it is unknown which changes the log lacks.
  func next(in log: LogState) -> (place: LogPlace, isLost: Bool) {
    guard epoch == log.epoch || epoch.isEmpty && number == 0 else {
      return (LogPlace(endOf: log), true)
    }
    let nearest = min(max(number, log.numbers.lowerBound), log.numbers.upperBound)
    return (LogPlace(epoch: log.epoch, number: nearest), nearest != number)
  }
}

/// Follows the logs of all tenants; the stores know it by its name.
///
/// Under this name, the stores keep the number of the last change that the follower has handled.
struct LogFollower: Sendable {
  /// Where a follower continues in a tenant's log.
  struct Start: Sendable {
    fileprivate(set) var place: LogPlace
    /// Whether changes before the position were skipped.
    fileprivate(set) var isLost: Bool
    fileprivate let isEpochNoted: Bool
    private let end: Int

    fileprivate init(_ log: LogState, epoch: String?, number: Int?) {
      let former = LogPlace(epoch: epoch ?? log.epoch, number: number ?? 0)
      (place, isLost) = former.next(in: log)
      // Before anything is stored, there is no epoch.
      isEpochNoted = epoch == log.epoch || log.epoch.isEmpty
      end = log.numbers.upperBound
    }

    /// Leaves out the changes up to a number.
    mutating func skip(to number: Int) {
      guard number > place.number else { return }
      place.number = min(number, end)
      isLost = true
    }
  }

  let name: String
  let stores: TenantStores

  private var epoch: String { name + " epoch" }

  /// Sets the position of a new follower to the next change of each tenant, once for all replicas.
  ///
  /// - Returns: Whether the positions have been set; another replica may still be setting them.
  func begin() async throws -> Bool {
    let mark = name + " begun"
    let own = stores.store(of: .local)
    if try await own.note(mark) != nil { return true }
    return try await stores.alone(mark) {
      if try await own.note(mark) != nil { return true }
      for tenant in try await stores.driver.tenants() {
        let store = stores.store(of: tenant)
        guard try await store.position(of: name) == nil else { continue }
        try await store.setPosition(of: name, to: try await store.changeNumbers().upperBound)
      }
      try await own.setNote(mark, to: "")
      return true
    } ?? false
  }

  /// Where the follower continues in a tenant's log.
  ///
  /// - Parameter number: The follower's stored position; nil for a tenant that was not followed
  ///   before.
  func start(in store: PlacedWidgetStore, from number: Int?) async throws -> Start {
    Start(try await store.logState(), epoch: try await store.note(epoch), number: number)
  }

  /// Notes the position from which the follower continues, after it has handled lost changes.
  func accept(_ start: Start, in store: PlacedWidgetStore) async throws {
    if start.isLost { try await advance(to: start.place.number, in: store) }
    if !start.isEpochNoted { try await store.setNote(epoch, to: start.place.epoch) }
  }

  /// Notes that the changes up to a number have been followed.
  func advance(to number: Int, in store: PlacedWidgetStore) async throws {
    try await store.setPosition(of: name, to: number)
  }
}
