import IntentModel
import Testing

@testable import SQLiteStore
@testable import WidgetStore

@Suite("Saves that are in each other's way")
struct StoreConflictTests {
  private let folder: TemporaryFolder
  private let store: WidgetStore
  private let other: WidgetStore

  init() throws {
    folder = try TemporaryFolder()
    store = try makeStore(folder.file("s"))
    other = try makeStore(folder.file("s"))
  }

  private func words(_ text: String) -> String { "\(store.place): \(text)" }

  @Test("a name that is taken")
  func taken() async throws {
    let there = try await store.save(sample("A"), expecting: nil)
    #expect(
      await message { try await other.save(sample("A", 2), expecting: nil) }
        == words(
          """
          A placed widget “A” already exists. \
          Choose another name, or edit the existing one.
          """))
    #expect(try await store.list() == [there])
  }

  @Test("a widget that another program has changed")
  func changed() async throws {
    let mine = try await store.save(sample("A"), expecting: nil)
    let theirs = try await other.save(sample("A", 2), expecting: 1)
    #expect(
      await message { try await store.save(mine, expecting: mine.revision) }
        == words(
          """
          “A” was changed elsewhere since it was read: revision 1 was expected, 2 is stored. \
          Read it again, repeat the change, and save.
          """))
    #expect(try await store.list() == [theirs])
  }

  @Test("a widget that another program has removed")
  func removed() async throws {
    let mine = try await store.save(sample("A"), expecting: nil)
    try await other.remove(named: "A")
    #expect(
      await message { try await store.save(mine, expecting: mine.revision) }
        == words(
          """
          “A” was removed elsewhere since it was read with revision 1. \
          Save it as a new widget, or leave it removed.
          """))
    #expect(try await store.list().isEmpty)
  }

  @Test("a removal of what has changed since")
  func removalConflict() async throws {
    try await store.save(sample("A"), expecting: nil)
    let theirs = try await other.save(sample("A", 2), expecting: 1)
    #expect(
      await message { try await store.remove(named: "A", expecting: 1) }
        == words(
          """
          “A” was changed elsewhere since it was read: revision 1 was expected, 2 is stored. \
          Read it again, repeat the change, and save.
          """))
    #expect(try await store.list() == [theirs])
    #expect(try await store.remove(named: "A", expecting: 2))
  }

  @Test("of several widgets all conflicts are told, and none is saved")
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
          “B” was changed elsewhere since it was read: revision 1 was expected, 2 is stored. \
          “C” was removed elsewhere since it was read with revision 1. \
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

  @Test("many tasks that add to one number lose no step")
  func tasks() async throws {
    try await store.save(sample("A", 0), expecting: nil)
    let path = store.place
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try makeStore(path)
          for _ in 0..<10 { try await addOne(to: "A", in: store) }
        }
      }
      try await group.waitForAll()
    }
    let widget = try #require(try await store.widget(named: "A"))
    #expect(widget.draft["number"] == .integer(40))
    #expect(widget.revision == 41)
  }
}

/// Reads, adds one and saves, until there is no conflict.
private func addOne(to name: String, in store: WidgetStore) async throws {
  while true {
    var widget = try #require(try await store.widget(named: name))
    guard case .integer(let number)? = widget.draft["number"] else { return }
    widget.draft["number"] = .integer(number + 1)
    do {
      try await store.save(widget, expecting: widget.revision)
      return
    } catch {
      guard error.problem.code == "conflict" else { throw error }
    }
  }
}
