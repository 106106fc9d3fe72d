import Foundation
import Testing

@testable import SQLiteStore
@testable import WidgetStore

@Suite("Reloads that are asked for")
struct StoreReloadTests {
  private let folder: TemporaryFolder
  private let store: WidgetStore

  init() throws {
    folder = try TemporaryFolder()
    store = try makeStore(folder.file("widgets.sqlite"))
  }

  @Test("a request is seen by another store, for its own widget only, each time anew")
  func requests() async throws {
    try await store.saveAll([sample("Kitchen"), sample("Hall")])
    let other = try makeStore(store.place)
    #expect(try await other.lastReloadRequest(of: "Kitchen") == 0)
    try await store.requestReload(["Kitchen"])
    let first = try await other.lastReloadRequest(of: "Kitchen")
    #expect(first > 0)
    #expect(try await other.lastReloadRequest(of: "Hall") == 0)
    try await store.requestReload(["Hall", "Kitchen"])
    #expect(try await other.lastReloadRequest(of: "Kitchen") > first)
    #expect(try await other.lastReloadRequest(of: "Hall") > first)
  }

  @Test("of several names one that is not placed keeps all from being asked")
  func missing() async throws {
    try await store.save(sample("Kitchen"), expecting: nil)
    await #expect(throws: StoreError.self) { try await store.requestReload(["Kitchen", "Kitchn"]) }
    #expect(try await store.lastReloadRequest(of: "Kitchen") == 0)
  }

  @Test("the mark of a store is another one after a request, and the same after a read")
  func mark() async throws {
    let nothing = try await store.mark()
    try await store.save(sample("Kitchen"), expecting: nil)
    let saved = try await store.mark()
    #expect(saved != nothing)
    _ = try await store.list()
    #expect(try await store.mark() == saved)
    // The clock of a file system can have a lower resolution than the time of a save.
    while try await store.mark() == saved { try await store.requestReload(["Kitchen"]) }
    #expect(try await store.mark() != saved)
  }

  @Test("requests of more than a day ago are forgotten with the next one")
  func forgetting() async throws {
    try await store.saveAll([sample("Kitchen"), sample("Hall")])
    try await store.requestReload(["Hall"])
    let later = try WidgetStore(path: store.place, now: { noon.addingTimeInterval(90_000) })
    try await later.requestReload(["Kitchen"])
    #expect(try await store.lastReloadRequest(of: "Hall") == 0)
    #expect(try await store.lastReloadRequest(of: "Kitchen") > 0)
  }
}
