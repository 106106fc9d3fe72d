import Foundation
import GRDB
import IntentModel
import Testing

@testable import SQLiteStore
@testable import StoreModel

@Suite("Older and newer stores")
struct StoreSchemaTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s")
  }

  /// The current schema with one more step.
  private static let next = StoreSchema(
    steps: StoreSchema.present.steps + [
      { try $0.execute(sql: "ALTER TABLE placedWidget ADD COLUMN note TEXT") }
    ])

  private func version() throws -> Int? {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
  }

  @Test("the version of a store is the number of steps")
  func version1() async throws {
    try await makeStore(path).save(sample("A"), expecting: nil)
    #expect(try version() == StoreSchema.present.steps.count)
  }

  @Test("an older store is brought up by reading it, and keeps what it holds")
  func upgradeByReading() async throws {
    let before = try await makeStore(path).save(sample("A"), expecting: nil)
    let newer = try makeStore(path, settings: .init(schema: Self.next))
    #expect(try await newer.list() == [before])
    #expect(try version() == Self.next.steps.count)
  }

  @Test("an older store is brought up by saving to it")
  func upgradeBySaving() async throws {
    let before = try await makeStore(path).save(sample("A"), expecting: nil)
    let newer = try makeStore(path, settings: .init(schema: Self.next))
    let after = try await newer.save(sample("B"), expecting: nil)
    #expect(try await newer.list() == [before, after])
    #expect(try version() == Self.next.steps.count)
  }

  @Test("a program that runs on while a newer one brings the store up is told so")
  func upgradeUnderneath() async throws {
    let old = try makeStore(path)
    try await old.save(sample("A"), expecting: nil)
    _ = try await makeStore(path, settings: .init(schema: Self.next)).list()
    let words = await message { try await old.save(sample("B"), expecting: nil) }
    #expect(words.contains("The store has format 11, and this program knows formats up to 10."))
  }

  @Test("a step that fails leaves the store as it was")
  func failingStep() async throws {
    let before = try await makeStore(path).save(sample("A"), expecting: nil)
    let broken = StoreSchema(
      steps: Self.next.steps + [{ try $0.execute(sql: "DROP TABLE missing") }])
    let words = await message {
      _ = try await makeStore(path, settings: .init(schema: broken)).list()
    }
    #expect(
      words == """
        \(path): The file is damaged: no such table: missing. \
        Make a copy, then restore a backup, or recover what is left with: sqlite3 FILE .recover
        """)
    #expect(try version() == StoreSchema.present.steps.count)
    #expect(try await makeStore(path).list() == [before])
  }

  @Test("a large store of the fifth version is brought up in parts while it is used")
  func upkeep() async throws {
    let former = StoreSchema(steps: Array(StoreSchema.present.steps.prefix(5)))
    try await DatabaseQueue(path: path).write { database in
      try former.migrate(database)
      try database.execute(
        sql: """
          WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 25000)
          INSERT INTO placedWidget (name, widget, intent, family, draft, revision, updatedAt, definition)
          SELECT 'W' || n, 'UpNext', 'UpNextIntent', 'systemSmall', '{"version":1,"values":{}}', 1, 0,
            '{"version":1}' FROM numbers;
          INSERT INTO widgetRevision (name, intent, family, draft, revision, updatedAt, removedAt)
          VALUES ('R', 'UpNextIntent', 'systemSmall', '{"version":1,"values":{}}', 4, 0, 5)
          """)
    }
    func left() async throws -> Int? {
      try await DatabaseQueue(path: path).read {
        try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM placedWidget WHERE definition IS NOT NULL")
      }
    }
    let driver = try SQLiteDriver(path: path)
    let store = PlacedWidgetStore(driver, now: { noon })
    #expect(try await store.save(sample("R"), expecting: nil).revision == 5)
    #expect(try await left() ?? 0 > 0)
    var parts = 0
    while try await driver.upkeep(at: noon.milliseconds), parts < 100 { parts += 1 }
    #expect((1..<100).contains(parts), "\(parts)")
    #expect(try await left() == 0)
    let bodies = try await DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM storedDefinition")
    }
    #expect(bodies == 1)
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
    // It would wait for ever behind the other tenant.
    try await PlacedWidgetStore(driver, of: acme).save(sample("A"), expecting: nil)
    isDone.signal()
    try await holder.value
  }

  /// Days of the clock, and the day that counts, from day 100 on.
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

  @Test("what is older than the retention allows goes in parts")
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
    // Forgotten names do not begin again with old numbers.
    #expect(try await store.save(sample("W7"), expecting: nil).revision == 2)
  }

  @Test("a save is durable and no journal stays")
  func pragmas() async throws {
    try await makeStore(path).save(sample("A"), expecting: nil)
    #expect(folder.names == ["s"])
    let mode = try await DatabaseQueue(path: path).read {
      try String.fetchOne($0, sql: "PRAGMA journal_mode")
    }
    #expect(mode == "delete")
  }
}
