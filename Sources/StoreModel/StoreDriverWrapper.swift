/// A store driver that modifies the behaviour of another one.
///
/// All operations are forwarded, so a wrapper implements only what it modifies: a single operation,
/// or all of them through ``carryOut(_:_:)``.
package protocol StoreDriverWrapper: StoreDriver {
  /// The wrapped driver.
  var base: any StoreDriver { get }

  /// Carries out an operation with the wrapped driver.
  ///
  /// - Throws: The error of the operation, or an error that replaces it.
  func carryOut<Value: Sendable>(
    _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value
}

/// An operation of a store driver.
package enum StoreOperation: Sendable, Hashable {
  /// A transaction that reads a tenant's data.
  case read(Tenant)
  /// A transaction that writes a tenant's data.
  case write(Tenant)
  /// The removal of all data of a tenant.
  case erase(Tenant)
  /// A read across all tenants, or upkeep of their data.
  case other
}

extension StoreDriverWrapper {
  package var place: String { base.place }
  package var lookInterval: Duration { base.lookInterval }
  package var hasChange: Bool { base.hasChange }

  package func carryOut<Value: Sendable>(
    _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value { try await body() }

  package func read<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value? {
    try await carryOut(.read(tenant)) { () async throws(StoreError) -> Value? in
      try await base.read(tenant, body)
    }
  }

  package func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await carryOut(.write(tenant)) { () async throws(StoreError) -> Value in
      try await base.write(tenant, body)
    }
  }

  package func rows(
    named names: [String], of tenant: Tenant
  ) async throws(StoreError) -> [StoredRow] {
    try await carryOut(.read(tenant)) { () async throws(StoreError) -> [StoredRow] in
      try await base.rows(named: names, of: tenant)
    }
  }

  package func change(
    _ saves: [RowSave], of tenant: Tenant
  ) async throws(StoreError) -> Bool {
    try await carryOut(.write(tenant)) { () async throws(StoreError) -> Bool in
      try await base.change(saves, of: tenant)
    }
  }

  package func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark] {
    try await carryOut(.other) { () async throws(StoreError) -> [Tenant: StoreMark] in
      try await base.marks(of: tenants)
    }
  }

  package func tenants() async throws(StoreError) -> [Tenant] {
    try await carryOut(.other) { () async throws(StoreError) -> [Tenant] in
      try await base.tenants()
    }
  }

  package func tenants(after tenant: Tenant?, limit: Int) async throws(StoreError) -> [Tenant] {
    try await carryOut(.other) { () async throws(StoreError) -> [Tenant] in
      try await base.tenants(after: tenant, limit: limit)
    }
  }

  package func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool {
    try await carryOut(.other) { () async throws(StoreError) -> Bool in
      try await base.hasTenant(tenant)
    }
  }

  package func settleLog(of tenant: Tenant?) async throws(StoreError) {
    try await carryOut(.other) { () async throws(StoreError) in
      try await base.settleLog(of: tenant)
    }
  }

  package func upkeep(at moment: Int64) async throws(StoreError) -> Bool {
    try await carryOut(.other) { () async throws(StoreError) -> Bool in
      try await base.upkeep(at: moment)
    }
  }

  package func tenantsWithPushes(
    of app: DeviceApp, dueBy moment: Int64
  ) async throws(StoreError) -> [Tenant]? {
    try await carryOut(.other) { () async throws(StoreError) -> [Tenant]? in
      try await base.tenantsWithPushes(of: app, dueBy: moment)
    }
  }

  package func deviceCounts(
    of app: DeviceApp
  ) async throws(StoreError) -> [StoredDevice.State: Int] {
    try await carryOut(.other) { () async throws(StoreError) -> [StoredDevice.State: Int] in
      try await base.deviceCounts(of: app)
    }
  }

  package func erase(_ tenant: Tenant) async throws(StoreError) {
    try await carryOut(.erase(tenant)) { () async throws(StoreError) in
      try await base.erase(tenant)
    }
  }

  package func integrityProblems(of tenant: Tenant) async throws(StoreError) -> [String] {
    try await carryOut(.other) { () async throws(StoreError) -> [String] in
      try await base.integrityProblems(of: tenant)
    }
  }
}
