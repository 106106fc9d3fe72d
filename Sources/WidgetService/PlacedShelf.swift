import Foundation
import Synchronization
import WidgetStore

/// The stores of tenants. What a store does waits for a disk, so it is done outside of the tasks.
final class PlacedShelf: Sendable {
  private let open: @Sendable (String) throws -> WidgetStore
  private let opened = Mutex<[String: WidgetStore]>([:])

  init(open: @escaping @Sendable (String) throws -> WidgetStore) { self.open = open }

  /// What a call into the store of a tenant gives.
  ///
  /// - Throws: `StoreError`; what the call throws.
  func ask<Result: Sendable>(
    _ tenant: String, _ body: @escaping @Sendable (WidgetStore) throws -> Result
  ) async throws -> Result {
    let store = try store(of: tenant)
    return try await Self.wait { try body(store) }
  }

  /// Finds out whether the store can be read.
  func look() async throws { _ = try await ask("") { try $0.widget(named: "?") } }

  func store(of tenant: String) throws -> WidgetStore {
    if let store = opened.withLock({ $0[tenant] }) { return store }
    let store = try open(tenant)
    return opened.withLock { opened in
      let first = opened[tenant] ?? store
      opened[tenant] = first
      return first
    }
  }

  /// The queue for calls that wait: no more than a few threads at a time.
  private static let queue = DispatchQueue(label: "widgetconfig.store", attributes: .concurrent)

  private static func wait<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
