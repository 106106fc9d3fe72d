import Foundation
import GRDB
import IntentModel
import Testing

@testable import SQLiteStore
@testable import StoreModel

/// Every operation that finds damage in a file fails with an error that says where the damage is;
/// the program never crashes.
@Suite("Damaged stores")
struct DamagedStoreTests {
  /// Makes a store with rows in each table.
  private func filled(_ path: String) async throws {
    let store = try makeStore(path)
    var widget = try await store.save(sample("A"), expecting: nil)
    widget.draft["number"] = .integer(2)
    try await store.save(widget, expecting: 1)
    try await store.saveAll([sample("B"), sample("C")])
    try await store.remove(["B"])
    try await store.requestReload(["A"])
    let request = StoreRequest(key: "k", mark: "m")
    _ = try await store.make(.copy("A", to: "D"), once: request) { $0.name }
    try await store.setPosition(of: "hook", to: 1)
    try await store.record(Self.delivery(1), isNew: true)
    _ = try await store.register(Self.device)
  }

  private static var device: StoredDevice {
    var device = StoredDevice(
      id: "d", owner: "ada", app: "com.example.clock", environment: "production", token: "00",
      registered: 1)
    device.widgets = [DeviceWidget(kind: "UpNext", placed: "A", family: nil)]
    return device
  }

  private static func delivery(_ number: Int) -> StoredDelivery {
    var delivery = StoredDelivery(follower: "hook", number: number, at: .now)
    delivery.due = delivery.last
    return delivery
  }

  private typealias Work = @Sendable (PlacedWidgetStore) async throws -> Void

  private static let reading: [String: Work] = [
    "list": { _ = try await $0.contents() },
    "widget": { _ = try await $0.widget(named: "A") },
    "widgets": { _ = try await $0.widgets(named: ["A", "C"]) },
    "free": { _ = try await $0.freeName(like: "A") },
    "history": { _ = try await $0.history(of: "A") },
    "removed": { _ = try await $0.removedNames() },
    "missing": { throw try await $0.notPlaced(["X", "B"]) },
    "follow": { _ = try await $0.followedWidget(named: "A") },
    "changes": { _ = try await $0.changes(after: 0) },
    "earlier": { _ = try await $0.changes(before: nil, limit: 9) },
    "numbers": { _ = try await $0.changeNumbers() },
    "position": { _ = try await $0.position(of: "hook") },
    "deliveries": { _ = try await $0.deliveries(to: "hook", limit: 9) },
    "waiting deliveries": { _ = try await $0.waitingDeliveries(to: "hook", limit: 9) },
    "health": { _ = try await $0.health(of: "hook") },
    "devices": { _ = try await $0.devices(DeviceQuery(limit: 9)) },
    "outlook": { _ = try await $0.outlook(of: "A", kind: nil, at: .now) },
    "reloads": { _ = try await $0.reloadRequests(of: "A", after: 0) },
  ]

  private static let writing: [String: Work] = [
    "save": { _ = try await $0.save(sample("A", 3), expecting: 2) },
    "place": { _ = try await $0.save(sample("E"), expecting: nil) },
    "remove": { try await $0.remove(["A"]) },
    "rename": { try await $0.rename("A", to: "B") },
    "copy": { try await $0.copy("A", to: "B") },
    "restore": { _ = try await $0.restore("A") },
    "restore removed": { _ = try await $0.restore("B") },
    "reload": { try await $0.requestReload(["A"]) },
    "once": {
      _ = try await $0.make(.copy("A", to: "D"), once: StoreRequest(key: "k", mark: "m")) {
        $0.name
      }
    },
    "set position": { try await $0.setPosition(of: "hook", to: 2) },
    "deliver": { try await $0.record(delivery(100), isNew: true) },
    "register": { _ = try await $0.register(device) },
    "raise": {
      let app = DeviceApp(bundle: "com.example.clock", environment: "production")
      _ = try await $0.raise(PushRaise(.placed("A"), of: app, at: 1, due: 1), after: nil, limit: 9)
    },
    "tell": {
      try await $0.changeDevice("d") { device, _ in
        guard var device else { return nil }
        device.force(at: 1)
        PushBudget.standard.pay(&device, at: 1)
        _ = PushBudget.standard.left(device, at: 1)
        return device
      }
    },
    "remove device": { _ = try await $0.removeDevice("d") },
    "replay": { _ = try await $0.replay(1...9, to: "hook", at: .now) },
  ]

  /// The tables of a store, with their columns.
  private func columns(_ path: String) throws -> [(table: String, column: String)] {
    try DatabaseQueue(path: path).read { database in
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
      )
      return try tables.flatMap { table in
        try database.columns(in: table).map { (table, $0.name) }
      }
    }
  }

  /// Runs all operations (those that write use copies of the file), and returns the words of the
  /// errors.
  private func run(_ path: String) async throws -> [String: String] {
    var words: [String: String] = [:]
    for (name, work) in Self.reading.merging(Self.writing, uniquingKeysWith: { $1 }) {
      let copy = Self.reading[name] == nil ? "\(path)-\(name)" : path
      if copy != path { try FileManager.default.copyItem(atPath: path, toPath: copy) }
      defer { if copy != path { try? FileManager.default.removeItem(atPath: copy) } }
      do {
        try await work(try makeStore(copy))
      } catch let error as StoreError {
        words[name] = error.description.replacing(copy, with: "FILE")
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
    return words
  }

  @Test("a wrong column name is an error with the file and the column")
  func renamedColumns() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s")
    try await filled(path)
    let columns = try columns(path)
    #expect(columns.count > 30)
    for (table, column) in columns {
      let damaged = folder.file("\(table)-\(column)")
      try FileManager.default.copyItem(atPath: path, toPath: damaged)
      try await DatabaseQueue(path: damaged).write {
        try $0.execute(sql: "ALTER TABLE \(table) RENAME COLUMN \(column) TO other")
      }
      let words = try await run(damaged)
      let told = words.filter { $0.key != "missing" }
      #expect(!told.isEmpty, "\(table).\(column)")
      for (name, line) in told {
        #expect(
          line.hasPrefix("FILE: The store is damaged: ") && line.contains(column),
          "\(table).\(column), \(name): \(line)")
      }
    }
  }

  @Test("a table that is missing is an error with the file and the table")
  func droppedTables() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s")
    try await filled(path)
    for table in Set(try columns(path).map(\.table)) {
      let damaged = folder.file(table)
      try FileManager.default.copyItem(atPath: path, toPath: damaged)
      try await DatabaseQueue(path: damaged).write {
        try $0.execute(sql: "DROP TABLE \(table)")
      }
      let words = try await run(damaged).filter { $0.key != "missing" }
      #expect(!words.isEmpty, "\(table)")
      for (name, line) in words {
        #expect(
          line.hasPrefix("FILE: The store is damaged: no such table: ") && line.contains(table),
          "\(table), \(name): \(line)")
      }
    }
  }

  @Test(
    "a value of any type in any column does not end the program",
    arguments: [
      "NULL", "x'ff'", "'x'", "1e300", "\(Int64.max)", "\(Int64.min + 1)", "\(1 << 53)",
    ])
  func otherValues(_ value: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s")
    try await filled(path)
    for (table, column) in try columns(path) {
      let damaged = folder.file("\(table)-\(column)")
      try FileManager.default.copyItem(atPath: path, toPath: damaged)
      try await DatabaseQueue(path: damaged).write { database in
        // The checks of constraints are off, because a flipped bit can violate a constraint as
        // well.
        try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
        try? database.execute(sql: "UPDATE \(table) SET \(column) = \(value)")
      }
      for (name, line) in try await run(damaged) {
        #expect(line.hasPrefix("FILE: "), "\(table).\(column), \(name): \(line)")
      }
    }
  }

  @Test("a flipped bit anywhere does not cause a crash")
  func flippedBits() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s")
    try await filled(path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    var random = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let place = Int.random(in: bytes.indices, using: &random)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      let damaged = folder.file("\(place)-\(bit)")
      var changed = bytes
      changed[place] ^= bit
      try changed.write(to: URL(filePath: damaged))
      for (name, line) in try await run(damaged) {
        #expect(line.hasPrefix("FILE: "), "byte \(place), bit \(bit), \(name): \(line)")
      }
    }
  }

  @Test("nothing is sent in a state from a newer program, which does not count as damage")
  func newerStates() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s")
    try await filled(path)
    try await DatabaseQueue(path: path).write { database in
      for table in ["device", "webhookDelivery"] {
        try database.execute(sql: "UPDATE \(table) SET state = 'later'")
      }
    }
    let store = try makeStore(path)
    #expect(try await store.devices(DeviceQuery(limit: 9)).map(\.state) == [.suspect])
    let app = DeviceApp(bundle: Self.device.app, environment: Self.device.environment)
    let driver = try SQLiteDriver(path: path)
    #expect(try await driver.deviceCounts(of: app) == [.suspect: 1])
    #expect(try await store.deliveries(to: "hook", limit: 9).map(\.state) == [.failed])
  }

  @Test("files of tenants are closed")
  func closed() async throws {
    let folder = try TemporaryFolder()
    let driver = try SQLiteDriver(path: folder.file("s"))
    func openFiles() -> Int {
      let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return links.filter {
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\($0)")
        return target?.hasPrefix(folder.path) == true
      }.count
    }
    for number in 0..<200 {
      let tenant = try #require(Tenant("t\(number)"))
      try await PlacedWidgetStore(driver, of: tenant).save(sample("A", number), expecting: nil)
    }
    #expect(openFiles() <= OpenFiles.maximumConnections)
    for number in (0..<200).reversed() {
      let tenant = try #require(Tenant("t\(number)"))
      let found = try await PlacedWidgetStore(driver, of: tenant).widget(named: "A")
      #expect(found?.draft["number"] == .integer(number))
    }
    #expect(openFiles() <= OpenFiles.maximumConnections)
    // The devices of all tenants are counted at intervals.
    let app = DeviceApp(bundle: "com.example.clock", environment: "production")
    #expect(try await driver.deviceCounts(of: app) == [:])
    while try await driver.upkeep(at: noon.milliseconds) {}
    #expect(openFiles() <= OpenFiles.maximumConnections)
  }
}
