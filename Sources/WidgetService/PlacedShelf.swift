import WidgetStore

/// The stores of tenants, over one driver.
struct PlacedShelf: Sendable {
  let driver: any StoreDriver

  /// The store of a tenant; an empty name is that of callers without a token.
  ///
  /// - Parameter actor: Who makes changes, for the log of them.
  func store(of tenant: String, by actor: String) -> WidgetStore {
    WidgetStore(TracedStore(base: driver), of: Self.tenant(tenant), by: actor)
  }

  /// The store of a tenant, to be read.
  func store(of tenant: Tenant) -> WidgetStore {
    WidgetStore(TracedStore(base: driver), of: tenant)
  }

  /// The tenant of a name in a token.
  static func tenant(_ name: String) -> Tenant { Tenant(name) ?? .local }

  /// Finds out whether the store can be read.
  func look() async throws { _ = try await store(of: .local).widget(named: "?") }
}
