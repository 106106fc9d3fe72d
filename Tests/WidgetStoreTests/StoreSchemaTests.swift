import Foundation
import GRDB
import IntentModel
import Testing

@testable import SQLiteStore
@testable import StoreModel

@Suite("The file of a store")
struct StoreSchemaTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s")
  }

  @Test("writers of two tenants do not wait for each other")
  func tenants() async throws {
    let driver = try SQLiteDriver(path: path)
    let acme = try #require(Tenant("acme"))
    let isDone = DispatchSemaphore(value: 0)
    let holder = Task {
      try await driver.write(.local) { rows in
        _ = try rows.row("A")
        isDone.wait()
      }
    }
    // If this save waited for the other tenant's transaction, it would wait forever.
    try await PlacedWidgetStore(driver, of: acme).save(sample("A"), expecting: nil)
    isDone.signal()
    try await holder.value
  }

  /// The days that the clock shows, and the days that are counted; both start at day 100.
  @Test(
    "a clock that is far ahead counts after a day",
    arguments: [
      ([100, 101, 102], [100, 101, 102]), ([100, 4_000, 100, 101], [100, 100, 100, 101]),
      ([100, 4_000, 90_000, 3_000_000, 101], [100, 100, 100, 100, 101]),
      ([100, 200, 201, 202], [100, 100, 201, 202]), ([100, 200, 230, 231], [100, 100, 230, 231]),
      ([100, 50, 51, 100], [100, 50, 51, 51]),
      ([100, 200, 100, 300, 100], [100, 100, 100, 100, 100]),
      ([100, 1_000_000_000], [100, 100]),
    ])
  func purgeClock(days: [Int64], counted: [Int64]) {
    var clock = PurgeClock(noted: [:])
    #expect(clock.moment(at: 100 * 86_400_000) == 0)
    let found = days.map { day in
      clock = PurgeClock(noted: clock.noted)
      return clock.moment(at: day * 86_400_000) / 86_400_000
    }
    #expect(found == counted)
  }

  /// A file of the current format is opened as it is, so a renamed column needs a new format.
  @Test("the tables and columns are those of the format")
  func columns() throws {
    let columns = try DatabaseQueue().write { database in
      try StoreSchema.makeTables(in: database)
      return try String.fetchAll(
        database,
        sql: """
          SELECT "table".name || '.' || "column".name || ' ' || "column".type
          FROM sqlite_schema AS "table", pragma_table_info("table".name) AS "column"
          WHERE "table".type = 'table' ORDER BY 1
          """)
    }
    #expect(columns.count > 60)
    let mark = fnv1a(columns.joined(separator: "\n").utf8)
    #expect(
      (StoreSchema.format, mark) == (12, 0x1F3B_0614_F9AB_67A8),
      "Give a changed schema a new format, then state its mark here.")
  }

  @Test("records past their retention are deleted in parts")
  func retention() async throws {
    var retention = StoreRetention()
    (retention.removedDays, retention.changeDays, retention.states) = (2, 3, 1)
    let driver = try SQLiteDriver(path: path, retention: retention)
    let clock = Shared(noon)
    let store = PlacedWidgetStore(driver, now: { clock.withLock { $0 } })
    var widget = try await store.save(sample("A", 0), expecting: nil)
    for number in 1...3 {
      widget.draft["number"] = .integer(number)
      widget = try await store.save(widget, expecting: widget.revision)
    }
    #expect(try await store.history(of: "A").map(\.revision) == [4, 3])
    try await store.saveAll((0..<1_500).map { sample("W\($0)") })
    try await store.remove((0..<1_500).map { "W\($0)" })
    let later = noon.milliseconds + 2 * 86_400_000 + 1
    #expect(try await !driver.upkeep(at: later - 86_400_000))
    #expect(try await driver.upkeep(at: later))
    #expect(try await store.removedNames(limit: 5_000).count == 500)
    while try await driver.upkeep(at: later) {}
    #expect(try await store.removedNames().isEmpty)
    #expect(try await store.changes(after: 0, limit: 5_000).count == 3_004)
    while try await driver.upkeep(at: later + 86_400_000) {}
    #expect(try await store.changes(after: 0).isEmpty)
    #expect(try await store.changeNumbers() == 3_004...3_004)
    // A name that was deleted does not start again with a revision that it already had.
    #expect(try await store.save(sample("W7"), expecting: nil).revision == 2)
  }

  @Test("a save leaves no journal file, and uses no write-ahead log")
  func pragmas() async throws {
    try await makeStore(path).save(sample("A"), expecting: nil)
    #expect(folder.names == ["s"])
    let mode = try await DatabaseQueue(path: path).read {
      try String.fetchOne($0, sql: "PRAGMA journal_mode")
    }
    #expect(mode == "delete")
  }
}
