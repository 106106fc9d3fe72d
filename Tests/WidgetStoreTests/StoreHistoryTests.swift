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

  @Test("the last 20 states are kept, and an unchanged save adds none")
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

  @Test("answers under an unknown definition are carried over by name")
  func withoutDefinition() async throws {
    let store = try makeStore(path)
    let read = try await store.save(
      PlacedWidget(
        name: "A", widget: "W", intent: "AIntent", family: .systemSmall,
        draft: IntentDraft(values: ["number": .integer(4), "gone": .boolean(true)])),
      expecting: nil)
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
    var widget = try #require(try await store.widget(named: "A"))
    widget.answer(migration.draft, under: schema)
    let saved = try await store.save(widget, expecting: 1)
    #expect(saved.isAnswered(under: schema))
    #expect(try await store.list() == [saved])
    #expect(try await store.history(of: "A").map(\.revision) == [2, 1])
    let changes = try await store.restore("A").draft(under: schema).changes
    #expect(changes == migration.changes)
  }
}
