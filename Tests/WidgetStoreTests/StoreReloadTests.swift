import Foundation
import Testing

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
  func requests() throws {
    try store.saveAll([sample("Kitchen"), sample("Hall")])
    let other = try makeStore(store.path)
    #expect(try other.lastReloadRequest(of: "Kitchen") == 0)
    try store.requestReload(["Kitchen"])
    let first = try other.lastReloadRequest(of: "Kitchen")
    #expect(first > 0)
    #expect(try other.lastReloadRequest(of: "Hall") == 0)
    try store.requestReload(["Hall", "Kitchen"])
    #expect(try other.lastReloadRequest(of: "Kitchen") > first)
    #expect(try other.lastReloadRequest(of: "Hall") > first)
  }

  @Test("of several names one that is not placed keeps all from being asked")
  func missing() throws {
    try store.save(sample("Kitchen"), expecting: nil)
    #expect(throws: StoreError.self) { try store.requestReload(["Kitchen", "Kitchn"]) }
    #expect(try store.lastReloadRequest(of: "Kitchen") == 0)
  }

  @Test("the mark of a store is another one after a request, and the same after a read")
  func mark() throws {
    let nothing = store.mark
    try store.save(sample("Kitchen"), expecting: nil)
    let saved = store.mark
    #expect(saved != nothing)
    _ = try store.list()
    #expect(store.mark == saved)
    // The clock of a file system may tick slower than a save takes.
    while store.mark == saved { try store.requestReload(["Kitchen"]) }
    #expect(store.mark != saved)
  }

  @Test("requests of more than a day ago are forgotten with the next one")
  func forgetting() throws {
    try store.saveAll([sample("Kitchen"), sample("Hall")])
    try store.requestReload(["Hall"])
    let later = try WidgetStore(path: store.path, now: { noon.addingTimeInterval(90_000) })
    try later.requestReload(["Kitchen"])
    #expect(try store.lastReloadRequest(of: "Hall") == 0)
    #expect(try store.lastReloadRequest(of: "Kitchen") > 0)
  }
}
