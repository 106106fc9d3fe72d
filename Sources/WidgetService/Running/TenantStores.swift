import Messages
import WidgetStore

/// The stores of all tenants on one driver.
struct TenantStores: Sendable {
  let driver: any StoreDriver
  let metrics: ServiceMetrics
  private let gathering = StoreGathering()

  init(driver: any StoreDriver, metrics: ServiceMetrics) {
    (self.driver, self.metrics) = (driver, metrics)
  }

  /// The store of a tenant; the name is empty for callers without a token.
  ///
  /// - Parameter actor: Who makes the changes, for the change log.
  func store(of tenant: String, by actor: String) -> PlacedWidgetStore {
    PlacedWidgetStore(
      TracedStore(base: driver, metrics: metrics), of: Self.tenant(tenant), by: actor,
      through: gathering)
  }

  /// The store of a tenant for work of the service itself, which has no actor.
  func store(of tenant: Tenant) -> PlacedWidgetStore {
    PlacedWidgetStore(TracedStore(base: driver, metrics: metrics), of: tenant)
  }

  /// The tenant with the name from a token; the local tenant if the name is invalid.
  static func tenant(_ name: String) -> Tenant { Tenant(name) ?? .local }

  /// Checks that the store can be read.
  func look() async throws { _ = try await store(of: .local).widget(named: "?") }

  /// The size of a test write in bytes: more than a save needs, so that a successful test means
  /// more than a few free bytes on the disk.
  private static let probeBytes = 64 << 10

  /// If the last write was refused, tries a write to find out whether the store is writable again.
  ///
  /// - Returns: Whether the store is believed to be writable.
  func isWritable() async -> Bool {
    guard !metrics.isStoreWritable else { return true }
    let store = store(of: .local)
    // The content is random, because a database could compress repeated text.
    let words = (0...Self.probeBytes / 16).map { _ in UInt64.random(in: .min ... .max) }
    let text = words.map { $0.hexadecimal(digits: 16) }.joined()
    for note in ["", text, ""] {
      guard (try? await store.setNote("probe", to: note)) != nil else { break }
    }
    return metrics.isStoreWritable
  }

  /// Runs work that only one replica may do at a time; returns nil if another replica is doing it.
  func alone<Value: Sendable>(
    _ key: String, _ body: () async throws -> Value
  ) async throws -> Value? {
    guard let shared = driver as? any SharedStoreDriver else { return try await body() }
    return try await shared.alone(key, body)
  }
}
