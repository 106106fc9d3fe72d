import IntentModel
import Testing

@testable import SQLiteStore
@testable import StoreModel

@Suite("Conflicting saves")
struct StoreConflictTests {
  private let folder: TemporaryFolder
  private let store: PlacedWidgetStore
  private let other: PlacedWidgetStore

  init() throws {
    folder = try TemporaryFolder()
    store = try makeStore(folder.file("s"))
    other = try makeStore(folder.file("s"))
  }

  private func words(_ text: String) -> String { "\(store.place): \(text)" }

  @Test("all conflicts of several widgets are reported, and none is saved")
  func severalConflicts() async throws {
    let stored = try await store.saveAll([sample("A"), sample("B"), sample("C")])
    try await other.save(stored[1], expecting: 1)
    try await other.remove(named: "C")
    let before = try await store.list()
    var changes = stored
    changes[0].draft["number"] = .integer(9)
    changes.append(sample("D"))
    changes.append(sample("B2"))
    #expect(
      await message { try await store.saveAll(changes) }
        == words(
          """
          “B” has been changed elsewhere since it was read: revision 1 was expected, 2 is \
          stored. \
          “C” has been removed elsewhere since it was read at revision 1. \
          Read it again, repeat the change, and save. Save it as a new widget, or leave it removed.
          """))
    #expect(try await store.list() == before)
  }

  @Test("an import is all or nothing, new and known names mixed")
  func mixedImport() async throws {
    let old = try await store.save(sample("A"), expecting: nil)
    var changed = old
    changed.draft["number"] = .integer(2)
    let saved = try await store.saveAll([changed, sample("B")])
    #expect(saved.map(\.revision) == [2, 1])
    #expect(try await store.list() == saved)
  }
}
