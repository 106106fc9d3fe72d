import WidgetStore

/// The stores of tenants, over one driver.
struct PlacedShelf: Sendable {
  let driver: any StoreDriver

  /// The store of a tenant; an empty name is that of callers without a token.
  func store(of tenant: String) -> WidgetStore {
    WidgetStore(driver, of: Tenant(tenant) ?? .local)
  }

  /// What a call into the store of a tenant gives.
  ///
  /// - Throws: `StoreError`; what the call throws.
  func ask<Result: Sendable>(
    _ tenant: String, _ body: (WidgetStore) async throws -> Result
  ) async throws -> Result {
    try await body(store(of: tenant))
  }

  /// Finds out whether the store can be read.
  func look() async throws { _ = try await store(of: "").widget(named: "?") }
}
