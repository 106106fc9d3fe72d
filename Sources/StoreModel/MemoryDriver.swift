import Synchronization

/// Keeps placed widgets in memory, for as long as the driver or its ``Records`` exist.
///
/// Transactions run one at a time, even those of different tenants. In a large store, reading a
/// page or changing widgets takes only a little longer than in a small one. Erasing, upkeep, and
/// queries by anything but the name read all rows of a tenant.
package final class MemoryDriver: StoreDriver {
  /// The data that drivers of the same storage share.
  package final class Records: Sendable {
    fileprivate let state = Mutex(State())

    /// Makes empty storage.
    package init() {}
  }

  fileprivate struct State {
    var tenants: [Tenant: MemoryTransaction] = [:]
    /// The number of writes by all tenants; a tenant's mark is this number at its last write.
    var writes: Int64 = 0
    var marks: [Tenant: Int64] = [:]

    mutating func change(_ tenant: Tenant) {
      writes += 1
      marks[tenant] = writes
    }
  }

  package var place: String { Self.name }
  private static let name = "memory"

  /// A short interval, because checking the mark is only a lookup in a dictionary.
  package var lookInterval: Duration { .milliseconds(50) }

  private let records: Records
  private let retention: StoreRetention?

  /// Makes a driver.
  ///
  /// - Parameters:
  ///   - records: The storage, which several drivers can share.
  ///   - retention: How long earlier states, removed widgets and the log are kept. The storage
  ///     records this retention; nil means the retention that the storage has recorded, initially
  ///     ``StoreRetention/init()``.
  package init(_ records: Records = Records(), retention: StoreRetention? = nil) {
    self.records = records
    self.retention = retention
  }

  package func read<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value? {
    try records.state.withLock { state throws(StoreError) -> Value? in
      guard let transaction = state.tenants[tenant] else { return nil }
      return try Self.carryOut { try body(transaction) }
    }
  }

  package func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    let retention = retention
    return try records.state.withLock { state throws(StoreError) -> Value in
      let transaction = state.tenants[tenant] ?? MemoryTransaction()
      transaction.begin(keeping: retention)
      do throws(StoreError) {
        let value = try Self.carryOut { try body(transaction) }
        let isNew = state.tenants.updateValue(transaction, forKey: tenant) == nil
        if transaction.commit() || isNew { state.change(tenant) }
        return value
      } catch {
        transaction.undo()
        throw error
      }
    }
  }

  private static func carryOut<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let problem as StoreProblem {
      throw StoreError(problem, file: name)
    } catch {
      throw StoreError(.database(cause: String(describing: error)), file: name)
    }
  }

  package func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark] {
    records.state.withLock { state in
      Dictionary(
        tenants.map { ($0, StoreMark([state.marks[$0] ?? 0])) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  package func tenants() async throws(StoreError) -> [Tenant] {
    records.state.withLock { Array($0.tenants.keys) }
  }

  package func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool {
    records.state.withLock { $0.tenants[tenant] != nil }
  }

  /// Does nothing, because each save numbers its own change.
  package func settleLog(of tenant: Tenant?) async throws(StoreError) {}

  /// Deletes data older than the retention allows, one tenant at a time.
  package func upkeep(at moment: Int64) async throws(StoreError) -> Bool {
    for tenant in try await tenants() {
      try await write(tenant) { ($0 as? MemoryTransaction)?.forgetOld(at: moment) }
    }
    return false
  }

  package func deviceCounts(
    of app: DeviceApp
  ) async throws(StoreError) -> [StoredDevice.State: Int] {
    records.state.withLock { state in
      state.tenants.values.reduce(into: [StoredDevice.State: Int]()) { counts, tenant in
        counts.merge(tenant.deviceCounts(of: app), uniquingKeysWith: +)
      }
    }
  }

  package func erase(_ tenant: Tenant) async throws(StoreError) {
    records.state.withLock { state in
      guard state.tenants.removeValue(forKey: tenant) != nil else { return }
      state.change(tenant)
    }
  }

  /// Returns an empty list: memory has no format that can be damaged.
  package func integrityProblems(of tenant: Tenant) async throws(StoreError) -> [String] { [] }
}

extension WidgetStorage {
  /// Storage in memory, which lasts as long as this value or a store made with it.
  ///
  /// It has no size limit and needs no trait, and is meant for tests, previews and programs that
  /// keep nothing.
  ///
  ///     let store = PlacedWidgetStore(.memory())
  ///
  /// - Parameter retention: How long earlier states, removed widgets and the log are kept.
  public static func memory(retention: StoreRetention = StoreRetention()) -> WidgetStorage {
    WidgetStorage(MemoryDriver(retention: retention))
  }
}
