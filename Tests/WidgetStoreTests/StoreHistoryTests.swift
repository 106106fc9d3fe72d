import Foundation
import GRDB
import IntentModel
import Synchronization
import Testing

@testable import SQLiteStore
@testable import StoreModel

@Suite("The history of placed widgets")
struct StoreHistoryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s")
  }

  private func number(_ widget: PlacedWidget?) -> IntentValue? { widget?.draft["number"] }

  @Test("the last 20 states are kept, and a save of the same keeps none")
  func length() async throws {
    let store = try makeStore(path)
    var widget = try await store.save(sample("A", 0), expecting: nil)
    for value in 1...30 {
      widget.draft["number"] = .integer(value)
      widget = try await store.save(widget, expecting: widget.revision)
    }
    let states = try await store.history(of: "A")
    #expect(states.count == 21)
    #expect(states.map(\.isPresent) == [true] + [Bool](repeating: false, count: 20))
    #expect(states.map(\.revision) == Array((11...31).reversed()))
    #expect(number(states.last?.widget) == .integer(10))
    try await store.save(widget, expecting: widget.revision)
    #expect(try await store.history(of: "A").map(\.revision) == [32] + Array((11...30).reversed()))
    let restored = try await store.restore("A", revision: 15)
    #expect(number(restored) == .integer(14))
    #expect(restored.revision == 33)
    await #expect(throws: StoreError.self) { try await store.restore("A", revision: 3) }
  }

  @Test(
    "an older store keeps what it holds, is read where it cannot be written, and migrates by name")
  func older() async throws {
    let first = StoreSchema(steps: Array(StoreSchema.present.steps.prefix(1)))
    try await DatabaseQueue(path: path).write { database in
      try first.migrate(database)
      try database.execute(
        sql: """
          INSERT INTO placedWidget VALUES
            ('A', 'W', NULL, 'AIntent', 'systemSmall',
             '{"version":1,"values":{"number":{"integer":4},"gone":{"boolean":true}}}', 3, 0)
          """)
    }
    let reader = try makeStore(path, settings: .init(isReadOnly: true))
    #expect(try await reader.history(of: "A").map(\.revision) == [3])
    let read = try #require(try await reader.widget(named: "A"))
    let schema = IntentSchema(
      IntentDefinition(
        name: "A",
        parameters: [ParameterDefinition(name: "number", type: .string(StringMetadata()))]),
      in: IntentDefinitionFile())
    let migration = read.draft(under: schema)
    #expect(migration.draft.values == ["number": .string("4")])
    #expect(
      migration.changes.map(\.description) == [
        "gone: on is lost. The definition no longer has the parameter.",
        "number: 4 is now “4”. The parameter was a whole number and is now a string.",
      ])
    #expect(!read.isAnswered(under: schema))
    let store = try makeStore(path)
    var widget = try #require(try await store.widget(named: "A"))
    widget.answer(migration.draft, under: schema)
    let saved = try await store.save(widget, expecting: 3)
    #expect(saved.isAnswered(under: schema))
    #expect(try await store.list() == [saved])
    #expect(try await store.history(of: "A").map(\.revision) == [4, 3])
    let changes = try await store.restore("A").draft(under: schema).changes
    #expect(changes == migration.changes)
  }
}
