import WidgetStore

/// The stores of tenants, over one driver.
struct PlacedShelf: Sendable {
  let driver: any StoreDriver

  /// The store of a tenant; an empty name is that of callers without a token.
  func store(of tenant: String) -> WidgetStore {
    WidgetStore(driver, of: Tenant(tenant) ?? .local)
  }

  /// Finds out whether the store can be read.
  func look() async throws { _ = try await store(of: "").widget(named: "?") }
}
