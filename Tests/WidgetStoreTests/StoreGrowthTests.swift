import Foundation
import GRDB
import IntentModel
import Synchronization
import Testing
import WidgetTestSupport

@testable import SQLiteStore
@testable import StoreModel

#if canImport(GRDBSQLite)
  import GRDBSQLite
#else
  import SQLite3
#endif

/// A store's work for a page, a widget or a change does not grow with the store's content.
///
/// Work is counted, not timed, because the number of instructions of SQLite's virtual machine is
/// the same on every machine. One more level of an index is allowed, but a scan is not.
@Suite("The work of a store with many widgets")
struct StoreGrowthTests {
  /// Counts the virtual machine instructions of each connection.
  private final class Counter: Sendable {
    private let steps = Mutex(0)

    /// The settings of a store whose work is counted.
    var settings: StoreConnection.Settings {
      var settings = StoreConnection.Settings()
      settings.prepare = { [self] database in
        // The pointer stays valid, because the counter lives longer than the store with these
        // settings.
        let counter = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
          database.sqliteConnection, 1,
          { counter in
            guard let counter else { return 0 }
            Unmanaged<Counter>.fromOpaque(counter).takeUnretainedValue().steps.withLock { $0 += 1 }
            return 0
          }, counter)
      }
      return settings
    }

    /// The number of instructions that some work needs.
    func count(_ body: () async throws -> Void) async throws -> Int {
      steps.withLock { $0 = 0 }
      try await body()
      return steps.withLock { $0 }
    }
  }

  /// An operation of a caller or a command on a store with some widgets.
  struct Work: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var run: @Sendable (PlacedWidgetStore, _ last: String) async throws -> Void

    init(
      _ name: String, _ run: @escaping @Sendable (PlacedWidgetStore, String) async throws -> Void
    ) {
      (testDescription, self.run) = (name, run)
    }
  }

  static let works = reads + changes

  private static let reads: [Work] = [
    Work("the first page") { store, _ in
      let found = try await store.page(PlacedQuery(limit: 100)).entries.count
      #expect(found == 100)
    },
    Work("the last page") { store, last in
      _ = try await store.page(PlacedQuery(after: last, limit: 100))
    },
    Work("a thin page") { store, _ in
      let found = try await store.summaries(PlacedQuery(limit: 100)).entries.count
      #expect(found == 100)
    },
    Work("names that begin with a text") { store, last in
      let found = try await store.page(PlacedQuery(prefix: last, limit: 100)).entries.count
      #expect(found == 1)
    },
    Work("the widgets of one kind among many others") { store, _ in
      let origin = PlacedOrigin(
        intent: "RareIntent", folder: "Rare", kind: nil, definitionPath: "/rare.json")
      let found = try await store.page(PlacedQuery(origin: origin, limit: 100)).entries.count
      #expect(found == 3)
    },
    Work("the widgets of one kind among many of the same intent") { store, _ in
      let origin = PlacedOrigin(
        intent: "UpNextIntent", folder: "Rare", kind: "Rare", definitionPath: "/rare.json")
      let found = try await store.page(PlacedQuery(origin: origin, limit: 100)).entries.count
      #expect(found == 6)
    },
    Work("some widgets of an intent") { store, _ in
      let found = try await store.some(ofIntent: "UpNextIntent", limit: 50).entries.count
      #expect(found == 53)
    },
    Work("one widget") { store, last in
      let found = try await store.widget(named: last)
      #expect(found != nil)
    },
    Work("a name that is not there, with the nearest one") { store, last in
      _ = try await store.notPlaced([last + "x"])
    },
    Work("a free name") { store, last in _ = try await store.freeName(like: last) },
    Work("some widgets by name") { store, last in
      let found = try await store.known(named: [last, "W0000000", "nothing"]).count
      #expect(found == 2)
    },
    Work("the history of one") { store, last in
      let found = try await store.history(of: last).isEmpty
      #expect(found == false)
    },
    Work("removed names") { store, _ in
      let found = try await store.removedNames(limit: 100).count
      #expect(found == 100)
    },
    Work("the latest changes") { store, _ in
      let found = try await store.changes(before: nil, limit: 100).count
      #expect(found == 100)
    },
    Work("the next changes") { store, _ in
      let found = try await store.changes(after: 100, limit: 100).count
      #expect(found == 100)
    },
    Work("where the log stands") { store, _ in _ = try await store.logState() },
  ]

  private static let changes: [Work] = [
    Work("a new widget") { store, _ in
      _ = try await store.save(sample("Z new"), expecting: nil)
    },
    Work("a change") { store, last in
      let found = try await store.widget(named: last)
      let widget = try #require(found)
      var changed = sample(last, 77)
      changed.revision = widget.revision
      _ = try await store.save(changed, expecting: widget.revision)
    },
    Work("a part of an import") { store, last in
      let count = try await store.saveAll {
        var isDone = false
        return {
          defer { isDone = true }
          guard !isDone else { return nil }
          return PlacedPart(names: [last]) { present in
            present.named.compactMap(\.widget) + [sample("Z import")]
          }
        }
      }
      #expect(count == 2)
    },
    Work("a removal") { store, last in try await store.remove([last]) },
    Work("a copy") { store, last in try await store.copy(last, to: "Z copy") },
    Work("a new name") { store, last in try await store.rename(last, to: "Z name") },
    Work("a request for a reload") { store, last in try await store.requestReload([last]) },
  ]

  private static func name(_ number: Int) -> String {
    let digits = String(number)
    return "W" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
  }

  /// Fills a store with some placed widgets, some removed ones, and a few of another kind.
  private static func fill(_ store: PlacedWidgetStore, _ count: Int) async throws -> String {
    for start in stride(from: 0, to: count, by: 1_000) {
      try await store.saveAll((start..<min(start + 1_000, count)).map { sample(name($0)) })
    }
    // There are more removed names than those with which a missing name is compared.
    let removed = (0..<600).map { "R\(name($0))" }
    try await store.saveAll(removed.map { sample($0) })
    try await store.remove(removed)
    try await store.saveAll(
      (0..<3).flatMap { number in
        [
          ("", "RareIntent", nil), (" same", "UpNextIntent", nil),
          (" path", "UpNextIntent", "/rare.json"),
        ]
        .map { name, intent, path in
          PlacedWidget(
            name: "Rare \(number)\(name)", widget: "Rare", definitionPath: path, intent: intent,
            family: .systemSmall)
        }
      })
    return name(count - 1)
  }

  /// If a statement is prepared again for each read, preparing it takes longer than the read.
  @Test func `A statement that is kept is prepared once`() async throws {
    let folder = try TemporaryFolder()
    let database = Held<UInt?>(nil)
    var settings = StoreConnection.Settings()
    settings.prepare = { opened in
      let address = opened.sqliteConnection.map { UInt(bitPattern: $0) }
      database.withLock { $0 = address }
    }
    let store = try makeStore(folder.file("store"), settings: settings)
    for revision in 0..<4 {
      try await store.save(sample("Desk"), expecting: revision == 0 ? nil : revision)
      _ = try await store.widget(named: "Desk")
      _ = try await store.page(PlacedQuery(limit: 10))
    }
    // Without callers, the store does nothing, so nothing else uses the connection now.
    let address = database.withLock { $0 }
    let connection = address.flatMap { OpaquePointer(bitPattern: $0) }
    var (statement, kept) = (sqlite3_next_stmt(connection, nil), 0)
    while let next = statement {
      kept += 1
      let again = sqlite3_stmt_status(next, SQLITE_STMTSTATUS_REPREPARE, 0)
      #expect(again <= 1, "\(sqlite3_sql(next).map { String(cString: $0) } ?? "")")
      statement = sqlite3_next_stmt(connection, next)
    }
    #expect(kept > 3)
    withExtendedLifetime(store) {}
  }

  @Test("ten times as many widgets need the same work")
  func growth() async throws {
    let folder = try TemporaryFolder()
    let least = TestDepth.count(1_000, thorough: 100_000)
    var steps: [[Int]] = Array(repeating: [], count: Self.works.count)
    for count in [least, 10 * least] {
      let counter = Counter()
      let store = try makeStore(folder.file("\(count)"), settings: counter.settings)
      let last = try await Self.fill(store, count)
      for (place, work) in Self.works.enumerated() {
        steps[place].append(try await counter.count { try await work.run(store, last) })
        // The next operation needs the widget that this operation may have removed or renamed.
        if try await store.widget(named: last) == nil {
          try await store.save(sample(last), expecting: nil)
        }
      }
      withExtendedLifetime(counter) {}
    }
    for (work, counts) in zip(Self.works, steps) {
      #expect(
        counts[0] > 0 && counts[1] <= counts[0] + counts[0] / 5 + 200,
        "\(work): \(counts) instructions")
    }
  }
}
