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
    #expect(words.contains("The store has format 7, and this program knows formats up to 6."))
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
