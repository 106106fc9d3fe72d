import Dispatch
import Messages
public import StoreModel
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Keeps placed widgets in SQLite files: the local tenant has the file at the given path, and every
/// other tenant has its own file in a folder next to it.
///
/// A file is opened by the first read and created by the first save. Each file has its own queue of
/// work, which runs on threads that may block, so tenants do not wait for each other, and waiting
/// for another program's save does not block a thread of Swift's task pool.
package final class SQLiteDriver: StoreDriver {
  /// The path of the file.
  package let place: String

  /// A short interval, because checking the mark takes a single system call.
  package var lookInterval: Duration { .milliseconds(50) }

  /// The folder with the files of all tenants except the local one.
  private var folder: String { place + StoreLocation.tenantsEnding }

  private static let ending = ".sqlite"

  private let settings: StoreConnection.Settings
  private let connections = Mutex(OpenFiles())
  private let upkeepRound = Mutex(UpkeepRound())

  /// Makes a driver without opening its file.
  ///
  /// The parameters and the errors are those of ``StoreModel/WidgetStorage/file(_:retention:)``.
  package convenience init(
    path: String, retention: StoreRetention? = nil
  ) throws(StoreError) {
    var settings = StoreConnection.Settings()
    settings.retention = retention
    try self.init(path: path, settings: settings)
  }

  init(path: String, settings: StoreConnection.Settings) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw StoreError(.invalidPath, file: path) }
    place = path
    self.settings = settings
  }

  private func connection(of tenant: Tenant) -> StoreConnection {
    connections.withLock { files in
      files.connection(of: tenant) {
        StoreConnection(path: path(of: tenant), settings: settings)
      }
    }
  }

  /// The path of a tenant's file; the file name consists of hexadecimal digits, which every file
  /// system accepts.
  func path(of tenant: Tenant) -> String {
    guard tenant != .local else { return place }
    let digits = tenant.name.utf8.map { $0.hexadecimal(digits: 2) }
    return "\(folder)/\(digits.joined())\(Self.ending)"
  }

  /// The tenant that a file in the folder belongs to; nil for any other file.
  private static func tenant(ofFile name: String) -> Tenant? {
    guard name.hasSuffix(ending),
      let bytes = [UInt8](hexadecimal: name.dropLast(ending.count).utf8)
    else { return nil }
    return Tenant(String(decoding: bytes, as: UTF8.self))
  }

  package func read<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value? {
    let connection = connection(of: tenant)
    return try await connection.perform { () throws(StoreError) in
      try connection.read(body)
    }
  }

  /// Writes in one transaction, all or nothing; writes of the same tenant run one at a time.
  package func write<Value: Sendable>(
    _ tenant: Tenant, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    let connection = connection(of: tenant)
    return try await connection.perform { () throws(StoreError) in
      try connection.write(body)
    }
  }

  /// The marks of tenants' files, read without locking the files.
  package func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark] {
    Dictionary(firsts: tenants.map { ($0, StoreMark(path: path(of: $0))) })
  }

  /// The tenants that have a file.
  package func tenants() async throws(StoreError) -> [Tenant] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let others = files.compactMap { Self.tenant(ofFile: $0) }
    return FileManager.default.fileExists(atPath: place) ? [.local] + others : others
  }

  /// Whether a tenant has a file.
  package func hasTenant(_ tenant: Tenant) async throws(StoreError) -> Bool {
    FileManager.default.fileExists(atPath: path(of: tenant))
  }

  /// Does nothing, because each save numbers its own change.
  package func settleLog(of tenant: Tenant?) async throws(StoreError) {}

  /// Removes the data from a tenant's file, and then the file, unless it belongs to the local
  /// tenant.
  package func erase(_ tenant: Tenant) async throws(StoreError) {
    let path = path(of: tenant)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let connection = connection(of: tenant)
    try await connection.perform { () throws(StoreError) in try connection.erase() }
    guard tenant != .local else { return }
    connections.withLock { $0.close(tenant) }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw StoreError(.inputOutput(cause: "\(error)"), file: path)
    }
  }

  /// Counts the devices, tenant by tenant.
  package func deviceCounts(
    of app: DeviceApp
  ) async throws(StoreError) -> [StoredDevice.State: Int] {
    var counts: [StoredDevice.State: Int] = [:]
    for tenant in try await tenants() {
      let connection = connection(of: tenant)
      let part = try await connection.perform { () throws(StoreError) in
        try connection.read { try $0.deviceCounts(of: app) }
      }
      counts.merge(part ?? [:], uniquingKeysWith: +)
    }
    return counts
  }

  /// The result of SQLite's own check of a tenant's file.
  package func integrityProblems(of tenant: Tenant) async throws(StoreError) -> [String] {
    let path = path(of: tenant)
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    if StoreConnection.isEmpty(path) { return [Self.emptyFile] }
    let connection = connection(of: tenant)
    return try await connection.perform { () throws(StoreError) in
      try connection.integrityProblems()
    }
  }

  /// The message about an empty file.
  static let emptyFile = """
    The file has 0 bytes. If the store had data, a copy of it was interrupted: restore a backup. If \
    the store is new, remove the file.
    """

  /// Opens the file for reading only.
  ///
  /// - Throws: `StoreError` for a file that is not a store in the current format.
  func checkFormat() async throws(StoreError) {
    var settings = settings
    settings.isReadOnly = true
    let connection = StoreConnection(path: place, settings: settings)
    try await connection.perform { () throws(StoreError) in _ = try connection.read { _ in true } }
  }

  /// Does part of the upkeep for the next tenant.
  package func upkeep(at moment: Int64) async throws(StoreError) -> Bool {
    let round = upkeepRound.withLock { round in
      round.begin(at: moment)
      return round
    }
    let (start, looksAtDefinitions) = (round.place, round.looksAtDefinitions)
    let all = try await tenants().map(\.key).sorted()
    for key in all where key > start {
      guard let tenant = Tenant(key: key) else { continue }
      let connection = connection(of: tenant)
      let isLeft = try await connection.perform { () throws(StoreError) -> Bool in
        if try connection.write({ try $0.forgetPart(at: moment) }) { return true }
        // This reads all rows, which is slow, so not every round does it.
        guard looksAtDefinitions,
          try connection.read({ try $0.unusedDefinitions(limit: 1) })?.isEmpty == false
        else { return false }
        let limit = UpkeepRound.partSize
        return try connection.write { try $0.forget(.definitions, limit: limit) } >= limit
      }
      if isLeft { return true }
      upkeepRound.withLock { $0.place = key }
      // The next tenant belongs to the next part.
      if key != all.last { return true }
    }
    upkeepRound.withLock { $0.end(at: moment) }
    return false
  }
}

/// The connections to the files of the tenants that were used most recently.
///
/// A file is closed once its connection is released and no longer in use.
struct OpenFiles {
  /// The maximum number of connections.
  static let maximumConnections = 64

  private var connections: [Tenant: (connection: StoreConnection, use: Int)] = [:]
  private var uses = 0

  /// Releases the connection of a tenant.
  mutating func close(_ tenant: Tenant) { connections[tenant] = nil }

  /// The connection of a tenant, cached or new.
  mutating func connection(of tenant: Tenant, make: () -> StoreConnection) -> StoreConnection {
    uses += 1
    let connection = connections[tenant]?.connection ?? make()
    connections[tenant] = (connection, uses)
    if connections.count > Self.maximumConnections,
      let oldest = connections.min(by: { $0.value.use < $1.value.use })
    {
      connections[oldest.key] = nil
    }
    return connection
  }
}

extension WidgetStorage {
  /// A file, which is opened on first use and created by the first save.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist yet.
  ///   - retention: How long earlier states, removed widgets and the log are kept. The store
  ///     records this retention; nil means the retention that the store has recorded, initially
  ///     ``StoreRetention/init()``.
  /// - Throws: `StoreError` for a path that cannot be the path of a file.
  public static func file(
    _ path: String, retention: StoreRetention? = nil
  ) throws(StoreError) -> WidgetStorage {
    WidgetStorage(try SQLiteDriver(path: path, retention: retention))
  }
}

extension PlacedWidgetStore {
  /// Makes a store in an SQLite file without opening the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not exist yet.
  ///   - actor: Who makes changes, for the log; empty if unknown.
  ///   - now: Returns the current time, which is stored with each save.
  /// - Throws: `StoreError` for a path that cannot be the path of a file.
  public init(
    path: String, by actor: String = "", now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StoreError) {
    self.init(try SQLiteDriver(path: path), by: actor, now: now)
  }
}
