import WidgetStore

/// The stores of all tenants on one driver.
struct TenantStores: Sendable {
  let driver: any StoreDriver

  /// The store of a tenant; the name is empty for callers without a token.
  ///
  /// - Parameter actor: Who makes changes, for the change log.
  func store(of tenant: String, by actor: String) -> WidgetStore {
    WidgetStore(TracedStore(base: driver), of: Self.tenant(tenant), by: actor)
  }

  /// The store of a tenant for reading.
  func store(of tenant: Tenant) -> WidgetStore {
    WidgetStore(TracedStore(base: driver), of: tenant)
  }

  /// The tenant with a name from a token; the local tenant if the name is invalid.
  static func tenant(_ name: String) -> Tenant { Tenant(name) ?? .local }

  /// Checks that the store can be read.
  func look() async throws { _ = try await store(of: .local).widget(named: "?") }
}
