import WidgetStore

/// The stores of all tenants on one driver.
struct TenantStores: Sendable {
  let driver: any StoreDriver
  let metrics: ServiceMetrics

  /// The store of a tenant; the name is empty for callers without a token.
  ///
  /// - Parameter actor: Who makes changes, for the change log.
  func store(of tenant: String, by actor: String) -> PlacedWidgetStore {
    PlacedWidgetStore(
      TracedStore(base: driver, metrics: metrics), of: Self.tenant(tenant), by: actor)
  }

  /// The store of a tenant for reading.
  func store(of tenant: Tenant) -> PlacedWidgetStore {
    PlacedWidgetStore(TracedStore(base: driver, metrics: metrics), of: tenant)
  }

  /// The tenant with a name from a token; the local tenant if the name is invalid.
  static func tenant(_ name: String) -> Tenant { Tenant(name) ?? .local }

  /// Checks that the store can be read.
  func look() async throws { _ = try await store(of: .local).widget(named: "?") }

  /// Tries a write if the last one was refused, so that a store that can be written again is known.
  ///
  /// - Returns: Whether the store can be written, as far as is known.
  func isWritable() async -> Bool {
    guard !metrics.isStoreWritable else { return true }
    try? await store(of: .local).setPosition(of: "probe", to: 1)
    return metrics.isStoreWritable
  }
}
