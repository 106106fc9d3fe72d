import Foundation
import GRDB
import IntentModel
import Messages
import Testing
import Threads
import WidgetTestSupport

@testable import SQLiteStore
@testable import StoreModel

@Suite("Problems of a store")
struct StoreErrorTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s")
  }

  private func execute(_ sql: String) throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func words(_ text: String) -> String { "\(path): \(text)" }

  @Test("an impossible path is refused", arguments: ["", "a\u{0}b"])
  func invalidPath(_ path: String) async throws {
    let code = #expect(throws: StoreError.self) { try makeStore(path) }?.problem.code
    #expect(code == "invalid-path")
  }

  @Test("a file that is not a database is left unchanged")
  func notADatabase() async throws {
    let text = String(repeating: "Dear diary, this is no database. ", count: 50)
    try write(text.utf8)
    let store = try makeStore(path)
    let expected = words(
      """
      The file is not a store of placed widgets: it is not an SQLite database. \
      Name another file with --store or WIDGETCONFIG_STORE; this one was left as it is.
      """)
    #expect(
      await message { _ = try await store.list() } == expected)
    #expect(
      await message { try await store.save(sample("A"), expecting: nil) } == expected)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test("a database of another program is left unchanged")
  func foreign() async throws {
    try execute("CREATE TABLE placedWidget (name TEXT)")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let store = try makeStore(path)
    let expected = words(
      """
      The file is not a store of placed widgets: it is a database of another program. \
      Name another file with --store or WIDGETCONFIG_STORE; this one was left as it is.
      """)
    #expect(
      await message { _ = try await store.list() } == expected)
    #expect(
      await message { try await store.save(sample("A"), expecting: nil) } == expected)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(
    "a store in another format is left unchanged",
    arguments: [
      (
        13,
        """
        The store has format 13, and this program knows formats up to 12. \
        Update this program, or name another file with --store.
        """
      ),
      (
        10,
        """
        The store has format 10, and this program reads format 12. Nothing was changed. \
        Keep the store. With the program that wrote it, write the intents of each tenant with \
        “export --all”; then read them with “import FILE” into a new store, named with --store. \
        Hidden answers, earlier states and the log are only in the old store.
        """
      ),
    ])
  func otherFormat(_ format: Int, _ problem: String) async throws {
    let running = try makeStore(path)
    try await running.save(sample("A"), expecting: nil)
    try execute("PRAGMA user_version = \(format)")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    // A program that already has the file open gets the same errors.
    let reader = try makeStore(path, settings: .init(isReadOnly: true))
    for store in [running, try makeStore(path), reader] {
      #expect(await message { _ = try await store.list() } == words(problem))
      #expect(
        await message { try await store.save(sample("B"), expecting: nil) } == words(problem))
    }
    let driver = try SQLiteDriver(path: path)
    #expect(await message { _ = try await driver.inspect() } == words(problem))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("damaged pages are reported, with a way to recover")
  func damaged() async throws {
    let store = try makeStore(path)
    try await store.saveAll((0..<40).map { sample("A\($0)") })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
    try write(bytes)
    #expect(
      await message { _ = try await makeStore(path).list() }
        == words(
          """
          The store is damaged: database disk image is malformed. Copy it, then restore a \
          backup, or recover the data of a file with: sqlite3 FILE .recover
          """))
  }

  @Test("a full disk loses nothing")
  func diskFull() async throws {
    let before = try await makeStore(path).save(sample("A"), expecting: nil)
    let store = try makeStore(path, settings: .init(maximumPages: 6))
    var large = before
    large.draft["text"] = .string(String(repeating: "x", count: 100_000))
    #expect(
      await message { try await store.save(large, expecting: 1) }
        == words(
          "The disk is full; nothing was saved. Free some space on the disk and save again."))
    #expect(try await store.list() == [before])
    #expect(try await makeStore(path).save(large, expecting: 1).revision == 2)
  }

  @Test("a file that cannot be written to can be read")
  func readOnly() async throws {
    let before = try await makeStore(path).save(sample("A"), expecting: nil)
    let store = try makeStore(path, settings: .init(isReadOnly: true))
    #expect(try await store.list() == [before])
    #expect(
      await message { try await store.save(sample("B"), expecting: nil) }
        == words(
          """
          The file cannot be written to; nothing was saved. \
          Make the file and its folder writable, or name another file with --store.
          """))
  }

  @Test("a read waits for another program that holds the store, and then reports it")
  func busy() async throws {
    try await makeStore(path).save(sample("A"), expecting: nil)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: path, configuration: configuration)
    let store = try makeStore(path, settings: .init(busyTimeout: 0.1))
    try holder.unsafeReentrantWrite { try $0.beginTransaction(.exclusive) }
    #expect(
      await message { _ = try await store.list() }
        == words(
          """
          Another program is using the store and did not finish within 0.1 seconds. \
          Try again; if that does not help, close the other program.
          """))
    try holder.unsafeReentrantWrite { try $0.rollback() }
    #expect(try await store.list().count == 1)
  }

  @Test("many callers of a store that another program holds occupy one thread of their executor")
  func manyWait() async throws {
    try await makeStore(path).save(sample("A"), expecting: nil)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: path, configuration: configuration)
    let store = try makeStore(path, settings: .init(busyTimeout: 3_600))
    try holder.unsafeReentrantWrite { try $0.beginTransaction(.exclusive) }
    let threads = OwnThreads(working: 2)
    let begun = Held(0)
    // There are more callers than there can be threads.
    let callers = (0..<600).map { _ in
      Task(executorPreference: threads) {
        begun.withLock { $0 += 1 }
        return try await store.list().count
      }
    }
    try await eventually("all callers to begin") { begun.withLock { $0 } == 600 }
    #expect(await Task(executorPreference: threads) { 7 }.value == 7)
    try holder.unsafeReentrantWrite { try $0.rollback() }
    for caller in callers { #expect(try await caller.value == 1) }
  }

  @Test("a folder instead of the file")
  func folderAsFile() async throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(
      await message { try await makeStore(path).save(sample("A"), expecting: nil) }
        == words(
          """
          The file cannot be opened: unable to open database file. Name another file with --store \
          or WIDGETCONFIG_STORE, or correct the permissions of the file and of its folder.
          """))
  }

  @Test("a file instead of a folder")
  func fileAsFolder() async throws {
    try write("a file".utf8)
    let inside = path + "/below/widgets.sqlite"
    #expect(
      await message { try await makeStore(inside).save(sample("A"), expecting: nil) }
        == """
        \(inside): The folder “\(path)/below” cannot be created: Not a directory. Name another file \
        with --store or WIDGETCONFIG_STORE, or correct the permissions of the file and of its folder.
        """)
  }
}
