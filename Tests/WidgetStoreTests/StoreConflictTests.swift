import IntentModel
import Testing

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

  private func words(_ text: String) -> String { "\(store.path): \(text)" }

  @Test("a name that is taken")
  func taken() throws {
    let there = try store.save(sample("A"), expecting: nil)
    #expect(
      message { try other.save(sample("A", 2), expecting: nil) }
        == words(
          """
          There already is a placed widget “A”. \
          Choose another name, or edit the one that is there.
          """))
    #expect(try store.list() == [there])
  }

  @Test("a widget that another program has changed")
  func changed() throws {
    let mine = try store.save(sample("A"), expecting: nil)
    let theirs = try other.save(sample("A", 2), expecting: 1)
    #expect(
      message { try store.save(mine, expecting: mine.revision) }
        == words(
          """
          “A” was changed elsewhere since it was read: revision 1 was expected, 2 is stored. \
          Read it again, repeat the change, and save.
          """))
    #expect(try store.list() == [theirs])
  }

  @Test("a widget that another program has removed")
  func removed() throws {
    let mine = try store.save(sample("A"), expecting: nil)
    try other.remove(named: "A")
    #expect(
      message { try store.save(mine, expecting: mine.revision) }
        == words(
          """
          “A” was removed elsewhere since it was read with revision 1. \
          Save it as a new widget, or leave it removed.
          """))
    #expect(try store.list().isEmpty)
  }

  @Test("a removal of what has changed since")
  func removalConflict() throws {
    try store.save(sample("A"), expecting: nil)
    let theirs = try other.save(sample("A", 2), expecting: 1)
    #expect(
      message { try store.remove(named: "A", expecting: 1) }
        == words(
          """
          “A” was changed elsewhere since it was read: revision 1 was expected, 2 is stored. \
          Read it again, repeat the change, and save.
          """))
    #expect(try store.list() == [theirs])
    #expect(try store.remove(named: "A", expecting: 2))
  }

  @Test("of several widgets all conflicts are told, and none is saved")
  func severalConflicts() throws {
    let stored = try store.saveAll([sample("A"), sample("B"), sample("C")])
    try other.save(stored[1], expecting: 1)
    try other.remove(named: "C")
    let before = try store.list()
    var changes = stored
    changes[0].draft["number"] = .integer(9)
    changes.append(sample("D"))
    changes.append(sample("B2"))
    #expect(
      message { try store.saveAll(changes) }
        == words(
          """
          “B” was changed elsewhere since it was read: revision 1 was expected, 2 is stored. \
          “C” was removed elsewhere since it was read with revision 1. \
          Read it again, repeat the change, and save. Save it as a new widget, or leave it removed.
          """))
    #expect(try store.list() == before)
  }

  @Test("an import is all or nothing, new and known names mixed")
  func mixedImport() throws {
    let old = try store.save(sample("A"), expecting: nil)
    var changed = old
    changed.draft["number"] = .integer(2)
    let saved = try store.saveAll([changed, sample("B")])
    #expect(saved.map(\.revision) == [2, 1])
    #expect(try store.list() == saved)
  }

  @Test("many tasks that add to one number lose no step")
  func tasks() async throws {
    try store.save(sample("A", 0), expecting: nil)
    let path = store.path
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try makeStore(path)
          for _ in 0..<10 { try addOne(to: "A", in: store) }
        }
      }
      try await group.waitForAll()
    }
    let widget = try #require(try store.widget(named: "A"))
    #expect(widget.draft["number"] == .integer(40))
    #expect(widget.revision == 41)
  }
}

/// Reads, adds one and saves, until nobody came in between.
private func addOne(to name: String, in store: WidgetStore) throws {
  while true {
    var widget = try #require(try store.widget(named: name))
    guard case .integer(let number)? = widget.draft["number"] else { return }
    widget.draft["number"] = .integer(number + 1)
    do {
      try store.save(widget, expecting: widget.revision)
      return
    } catch {
      guard error.problem.code == "conflict" else { throw error }
    }
  }
}
