import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import PostgresStore
@testable import SQLiteStore
@testable import StoreModel

/// The stores that must behave in the same way.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, memory, postgres
  /// PostgreSQL with PgBouncer, where each transaction can use a different connection.
  case pooled

  var testDescription: String { rawValue }

  /// Whether several programs can open the store.
  var isShared: Bool { self != .memory }

  /// The stores that can be tested on this machine.
  static let present: [StoreKind] =
    [.sqlite, .memory] + (PostgresServer.isInstalled ? [.postgres] : [])
    + (PgBouncer.isInstalled ? [.pooled] : [])

  /// A new, empty store.
  func bed() throws -> StoreBed {
    switch self {
    case .sqlite:
      let folder = try TemporaryFolder()
      return StoreBed(folder: folder, location: folder.file("new/widgets.sqlite"))
    case .memory: return StoreBed(folder: nil, location: "memory", records: MemoryDriver.Records())
    case .postgres:
      let server = try PostgresServer.shared()
      return StoreBed(folder: nil, location: server.url(of: try server.makeDatabase()))
    case .pooled:
      let database = try PostgresServer.shared().makeDatabase()
      return StoreBed(folder: nil, location: try PgBouncer.shared().url(of: database))
    }
  }
}

/// A location of a store that any number of programs can open.
struct StoreBed {
  let folder: TemporaryFolder?
  let location: String
  /// The data that the drivers of an in-memory store share.
  var records: MemoryDriver.Records?

  /// A new driver, as a separate program would make it.
  func driver(keeping retention: StoreRetention? = nil) throws -> any StoreDriver {
    if let records { return MemoryDriver(records, retention: retention) }
    let place = StoreLocation(path: location, origin: .flag)
    return place.isPostgres
      ? try PostgresDriver(url: location, retention: retention)
      : try SQLiteDriver(path: location, retention: retention)
  }

  func open(
    of tenant: Tenant = .local, now: @escaping @Sendable () -> Date = { noon }
  ) throws -> PlacedWidgetStore {
    PlacedWidgetStore(try driver(), of: tenant, now: now)
  }
}

/// The required behavior of every store, whatever database keeps its rows.
@Suite("The behavior of every store", .startsPrograms)
struct StoreConformanceTests {
  private func code(of body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "nothing was thrown"
    } catch {
      return (error as? StoreError)?.problem.code ?? "\(error)"
    }
  }

  private func number(_ widget: PlacedWidget?) -> IntentValue? { widget?.draft["number"] }

  @Test("reading nothing finds nothing and makes nothing", arguments: StoreKind.present)
  func nothing(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let store = try bed.open()
    #expect(try await store.list().isEmpty)
    #expect(try await store.widget(named: "Kitchen") == nil)
    #expect(try await store.remove(named: "Kitchen") == false)
    #expect(try await store.saveAll([]).isEmpty)
    #expect(try await store.history(of: "Kitchen").isEmpty)
    #expect(try await store.removedNames().isEmpty)
    #expect(try await store.lastReloadRequest(of: "Kitchen") == 0)
    #expect(await code { try await store.restore("Kitchen") } == "not-placed")
    #expect(await code { try await store.rename("Kitchen", to: "Hall") } == "not-placed")
    _ = try await store.mark()
    if let folder = bed.folder {
      #expect(folder.names.isEmpty)
    } else if kind.isShared {
      let database = try #require(bed.location.split(separator: "/").dropFirst(2).first)
      let made = try PostgresServer.shared().execute(
        "SELECT count(*) FROM pg_namespace WHERE nspname = 'widgetconfig'",
        in: String(database.prefix { $0 != "?" }))
      #expect(made == "0")
    }
  }

  @Test("saved widgets are read back, by this program and by another", arguments: StoreKind.present)
  func roundTrip(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let store = try bed.open()
    var widgets = WidgetFamily.allCases.map { family in
      PlacedWidget(
        name: "Küche 🍳 \(family)", definitionPath: "/home/ada/My 'Widget' $1 %s.intentdefinition",
        intent: "EverythingIntent", family: family, draft: Drafts.everything)
    }
    let saved = try await store.saveAll(widgets)
    for place in widgets.indices { (widgets[place].revision, widgets[place].updatedAt) = (1, noon) }
    #expect(saved == widgets)
    for widget in widgets { #expect(try await store.widget(named: widget.name) == widget) }
    #expect(Set(try await bed.open().list()) == Set(widgets))
  }

  @Test(
    "the folder of a widget is kept in its states and copies", arguments: StoreKind.present)
  func folder(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let store = try bed.open()
    var widget = sample("A")
    widget.folder = "/home/ada/Meine 'Widgets'"
    widget = try await store.save(widget, expecting: nil)
    var second = sample("B")
    second.folder = "/b"
    widget.draft["number"] = .integer(2)
    widget.folder = nil
    _ = try await store.saveAll([widget, second])
    #expect(try await store.widget(named: "A")?.folder == nil)
    _ = try await store.restore("A")
    _ = try await store.copy("A", to: "C")
    _ = try await store.rename("A", to: "D")
    _ = try await store.remove(named: "C")
    _ = try await store.restore("C")
    let folders = try await bed.open().list().map { [$0.name, $0.folder ?? "none"] }
    #expect(
      folders == [
        ["B", "/b"], ["C", "/home/ada/Meine 'Widgets'"], ["D", "/home/ada/Meine 'Widgets'"],
      ])
    let page = try await bed.open().summaries(PlacedQuery())
    #expect(page.readable.map(\.folder) == folders.map { $0[1] })
  }

  @Test("names are distinguished and sorted in the same way", arguments: StoreKind.present)
  func names(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    let names = ["b", "C", "a", "B", "Ä", "%", "'; DROP TABLE x --", "a b", "Ｏslo", "😀", "é"]
    try await store.saveAll(names.map { sample($0) })
    try await store.save(sample("Cafe\u{301}"), expecting: nil)
    #expect(try await store.widget(named: "Caf\u{E9}") != nil)
    #expect(
      try await store.list().map(\.name) == [
        "%", "'; DROP TABLE x --", "B", "C", "Café", "a", "a b", "b", "Ä", "é", "Ｏslo", "😀",
      ])
  }

  @Test(
    "only the state that was read is replaced, and numbers only grow", arguments: StoreKind.present)
  func revisions(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, other) = (try bed.open(), try bed.open())
    let first = try await store.save(sample("A"), expecting: nil)
    #expect(await code { try await other.save(sample("A", 2), expecting: nil) } == "conflict")
    let second = try await other.save(sample("A", 2), expecting: first.revision)
    #expect(await code { try await store.save(first, expecting: first.revision) } == "conflict")
    #expect(await code { try await store.remove(named: "A", expecting: 1) } == "conflict")
    #expect(try await store.list() == [second])
    #expect(try await store.remove(named: "A", expecting: second.revision))
    #expect(await code { try await other.save(second, expecting: second.revision) } == "conflict")
    let again = try await other.save(sample("A", 3), expecting: nil)
    #expect(again.revision > second.revision)
    #expect(try await store.list() == [again])
  }

  @Test("several widgets are saved or removed together, or none", arguments: StoreKind.present)
  func allOrNone(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    let stored = try await store.saveAll([sample("A"), sample("B"), sample("C")])
    try await store.save(stored[1], expecting: 1)
    let before = try await store.list()
    var changes = stored
    changes[0].draft["number"] = .integer(9)
    let words = await message { try await store.saveAll(changes + [sample("D"), sample("C")]) }
    #expect(words.contains("have the name “C”"))
    let conflict = await message { try await store.saveAll(changes + [sample("D")]) }
    #expect(conflict.contains("revision 1 was expected, 2 is stored"), "\(conflict)")
    #expect(await code { try await store.remove(["A", "X"]) } == "not-placed")
    #expect(await code { try await store.requestReload(["A", "X"]) } == "not-placed")
    #expect(try await store.list() == before)
    #expect(try await store.lastReloadRequest(of: "A") == 0)
    try await store.remove(["C", "A"])
    #expect(try await store.list().map(\.name) == ["B"])
    #expect(try await store.removedNames() == ["A", "C"])
  }

  @Test("a free name is the given one or the next number", arguments: StoreKind.present)
  func freeName(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    var names: [String] = []
    for _ in 1...9 {
      let name = try await store.freeName(like: "A")
      try await store.save(sample(name), expecting: nil)
      names.append(name)
    }
    #expect(names == ["A"] + (2...9).map { "A \($0)" })
  }

  @Test("the last 20 states are kept and can be restored", arguments: StoreKind.present)
  func history(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    var widget = try await store.save(sample("A", 0), expecting: nil)
    for value in 1...22 {
      widget.draft["number"] = .integer(value)
      widget = try await store.save(widget, expecting: widget.revision)
    }
    #expect(try await store.history(of: "A").map(\.revision) == Array((3...23).reversed()))
    widget = try await store.save(widget, expecting: widget.revision)
    #expect(
      try await store.history(of: "A").map(\.revision) == [24] + Array((3...22).reversed()))
    let restored = try await store.restore("A", revision: 10)
    #expect(number(restored) == .integer(9))
    #expect(try await store.widget(named: "A") == restored)
    #expect(restored.revision == 25)
    #expect(await code { try await store.restore("A", revision: 3) } == "no-such-revision")
    #expect(number(try await store.restore("A")) == .integer(22))
    // Restoring adds a state, and so deletes the earliest one; even the earliest state itself can
    // be restored.
    let earliest = try #require(try await store.history(of: "A").last)
    let last = try await store.restore("A", revision: earliest.revision)
    #expect(number(last) == number(earliest.widget) && last.revision == 27)
    #expect(try await store.widget(named: "A") == last)
    #expect(try await store.history(of: "A").count == 21)
  }

  @Test("a removed widget can be restored for 30 days", arguments: StoreKind.present)
  func patience(_ kind: StoreKind) async throws {
    let moment = Shared(noon)
    let store = try kind.bed().open(now: { moment.withLock { $0 } })
    try await store.saveAll([sample("A", 1), sample("B", 2), sample("C", 3)])
    try await store.remove(["A", "B"])
    #expect(try await store.history(of: "A").map(\.removedAt) == [noon])
    moment.withLock { $0 += 29 * 86_400 }
    #expect(number(try await store.restore("A")) == .integer(1))
    moment.withLock { $0 += 2 * 86_400 }
    try await store.copy("C", to: "D")
    #expect(try await store.removedNames().isEmpty)
    #expect(await code { try await store.restore("B") } == "not-placed")
    #expect(try await store.list().map(\.name) == ["A", "C", "D"])
  }

  @Test("a renamed widget keeps its history", arguments: StoreKind.present)
  func rename(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    var old = try await store.save(sample("Old", 1), expecting: nil)
    old.draft["number"] = .integer(2)
    old = try await store.save(old, expecting: old.revision)
    var gone = try await store.save(sample("New", 7), expecting: nil)
    for value in 8...9 {
      gone.draft["number"] = .integer(value)
      gone = try await store.save(gone, expecting: gone.revision)
    }
    #expect(await code { try await store.rename("Old", to: "New") } == "conflict")
    #expect(await code { try await store.copy("Old", to: " ") } == "invalid-text")
    try await store.remove(["New"])
    try await store.rename("Old", to: "New")
    let states = try await store.history(of: "New")
    #expect(states.map { number($0.widget) } == [2, 1, 9, 8, 7].map { .integer($0) })
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.revision > $1.revision })
    #expect(try await store.history(of: "Old").isEmpty)
    #expect(await code { try await store.save(old, expecting: old.revision) } == "conflict")
    #expect(try await store.save(sample("Old", 3), expecting: nil).revision > old.revision)
  }

  @Test("a revision counts states, however often names are swapped", arguments: StoreKind.present)
  func swaps(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    try await store.save(sample("main", 0), expecting: nil)
    var last = 1
    for round in 1...100 {
      try await store.save(sample("next", round), expecting: nil)
      try await store.remove(["main"])
      try await store.rename("next", to: "main")
      let revision = try #require(try await store.widget(named: "main")).revision
      #expect(revision > last && revision <= last + 2, "round \(round): \(revision)")
      last = revision
    }
    let states = try await store.history(of: "main")
    #expect(states.map { number($0.widget) } == (80...100).reversed().map { .integer($0) })
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.revision > $1.revision })
    // Two histories with equal revisions get the same name: the states of the renamed widget come
    // after those of the removed one.
    for name in ["a", "b"] {
      var widget = try await store.save(sample(name, 1), expecting: nil)
      for value in 2...4 {
        widget.draft["number"] = .integer(value)
        widget = try await store.save(widget, expecting: widget.revision)
      }
    }
    try await store.remove(["b"])
    try await store.rename("a", to: "b")
    let both = try await store.history(of: "b")
    #expect(both.map { number($0.widget) } == [4, 3, 2, 1, 4, 3, 2, 1].map { .integer($0) })
    #expect(zip(both, both.dropFirst()).allSatisfy { $0.revision > $1.revision })
  }

  @Test("a revision at the limit of JSON's numbers is an error", arguments: StoreKind.present)
  func limit(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let store = try bed.open()
    try await store.saveAll([sample("A"), sample("B")])
    try await bed.driver().write(.local) { rows in
      var row = try #require(try rows.row("A"))
      row.revision = 1 << 53 - 1
      try rows.put(.placed(row))
    }
    let widget = try #require(try await store.widget(named: "A"))
    #expect(await code { try await store.save(widget, expecting: 1 << 53 - 1) } == "damaged-file")
    #expect(await code { try await store.rename("A", to: "C") } == "damaged-file")
    try await store.remove(["A"])
    #expect(await code { try await store.rename("B", to: "A") } == "damaged-file")
    #expect(try await store.list().map(\.name) == ["B"])
  }

  @Test(
    "a requested reload is noticed, and changes the mark", arguments: StoreKind.present)
  func reloads(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, other) = (try bed.open(), try bed.open())
    let nothing = try await other.mark()
    try await store.saveAll([sample("Kitchen"), sample("Hall")])
    let saved = try await other.mark()
    #expect(saved != nothing)
    _ = try await store.list()
    #expect(try await other.mark() == saved)
    // The clock of a file system can have a low resolution, so that several requests may be needed
    // before the mark changes.
    try await eventually("another mark") {
      try await store.requestReload(["Kitchen"])
      return try await other.mark() != saved
    }
    let first = try await other.lastReloadRequest(of: "Kitchen")
    #expect(first > 0)
    #expect(try await other.lastReloadRequest(of: "Hall") == 0)
    let followed = try #require(try await other.followedWidget(named: "Kitchen"))
    #expect((followed.widget.name, followed.lastReload) == ("Kitchen", first))
    #expect(try await other.followedWidget(named: "Hall")?.lastReload == 0)
    #expect(try await other.followedWidget(named: "Attic") == nil)
    try await store.requestReload(["Hall", "Kitchen"])
    #expect(try await other.lastReloadRequest(of: "Kitchen") > first)
    let later = try bed.open(now: { noon.addingTimeInterval(90_000) })
    try await later.requestReload(["Kitchen"])
    #expect(try await store.lastReloadRequest(of: "Hall") == 0)
  }

  @Test(
    "reloading many widgets is one change, and each timeline is made again",
    arguments: StoreKind.present)
  func reloadsOfMany(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    let names = (0..<30).map { "W\($0)" }
    try await store.saveAll(names.map { sample($0) })
    let last = try await store.changeNumbers().upperBound
    try await store.requestReload(names, reason: "app", isLogged: false)
    #expect(try await store.changeNumbers().upperBound == last)
    for name in names { #expect(try await store.lastReloadRequest(of: name) > 0) }
    try await store.logReload(of: .kind("UpNext"), reason: "app", count: names.count)
    try await store.logReload(of: .all, reason: nil, count: names.count)
    try await store.requestReload(["W1", "W2", "W1"])
    _ = try await store.erase("W2")
    let changes = try await store.changes(after: last)
    #expect(changes.map(\.action) == Array(repeating: .reload, count: 5))
    #expect(changes.map(\.reloadScope) == [.kind("UpNext"), .all, nil, nil, nil])
    #expect(changes.map(\.reason) == ["app", nil, nil, nil, nil])
    #expect(changes.map(\.name) == ["", "", "W1", "", "W1"])
    #expect(await code { try await store.requestReload(names + ["X"]) } == "not-placed")
  }

  @Test("the same records are erased and counted", arguments: StoreKind.present)
  func erasedRecords(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let driver = try bed.driver()
    let store = PlacedWidgetStore(driver, by: "ada", now: { noon })
    func erase(_ data: ErasedData) async throws -> Int {
      try await driver.write(.local) { try $0.erase(data) }
    }
    try await store.save(sample("Old", 1), expecting: nil)
    try await store.save(sample("Old", 2), expecting: 1)
    try await store.rename("Old", to: "Hall")
    for _ in 0..<2 { try await store.requestReload(["Hall"]) }
    try await store.save(sample("Attic"), expecting: nil)
    try await store.requestReload(["Attic"])
    try await store.remove(["Attic"])
    try await store.changeDevice("phone") { _, _ in
      var device = StoredDevice(
        id: "phone", owner: "ada", app: "com.example.clock", environment: "production",
        token: "aa", registered: noon.milliseconds)
      device.widgets = [
        DeviceWidget(kind: "UpNext", placed: "Hall", family: nil),
        DeviceWidget(kind: "UpNext", placed: "Hall", family: "systemSmall"),
        DeviceWidget(kind: "UpNext", placed: nil, family: nil),
      ]
      return device
    }
    try await driver.settleLog(of: .local)
    for count in [5, 3, 0] {
      #expect(try await erase(.actor("ada", pseudonym: "nobody", limit: 5)) == count)
    }
    // The widget, its earlier state, its former name, 2 requested reloads, 2 widgets of the device,
    // and 5 changes: 2 under the former name, the renaming and 2 reloads.
    #expect(try await erase(.widget("Hall")) == 12)
    // The earlier state, the removed name, a requested reload and 3 changes.
    #expect(try await erase(.widget("Attic")) == 6)
    for name in ["Hall", "Old", "Attic", "Cellar"] {
      #expect(try await erase(.widget(name)) == 0)
    }
    let device = try await store.devices(.one("phone")).first
    #expect(device?.widgets == [DeviceWidget(kind: "UpNext", placed: nil, family: nil)])
    #expect(try await store.changes(after: 0).map(\.name) == Array(repeating: "", count: 8))
    withExtendedLifetime(bed) {}
  }

  @Test(
    "a program without the setting keeps what the first program keeps", arguments: StoreKind.present
  )
  func notedRetention(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    var retention = StoreRetention()
    retention.states = 40
    let service = PlacedWidgetStore(try bed.driver(keeping: retention), now: { noon })
    func change(_ store: PlacedWidgetStore, _ number: Int) async throws {
      let former = try await store.widget(named: "A")
      var widget = sample("A", number)
      widget.revision = former?.revision ?? 0
      try await store.save(widget, expecting: former?.revision)
    }
    for number in 0...30 { try await change(service, number) }
    try await change(try bed.open(), 31)
    #expect(try await service.history(of: "A").count == 32)
    // A later setting applies to all programs.
    retention.states = 5
    try await change(PlacedWidgetStore(try bed.driver(keeping: retention), now: { noon }), 32)
    try await change(try bed.open(), 33)
    #expect(try await service.history(of: "A").count == 6)
  }

  @Test("a list is read page by page, filtered by an index", arguments: StoreKind.present)
  func pages(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    #expect(try await store.page(PlacedQuery()).entries.isEmpty)
    var widgets = (0..<25).map { sample("W\($0)") } + [sample("w"), sample("W\u{10FFFF}x")]
    for place in 0..<5 {
      widgets.append(
        PlacedWidget(
          name: "V\(place)", widget: place == 0 ? "Other" : nil,
          definitionPath: place < 3 ? "/x/a.json" : nil, intent: "VIntent", family: .systemSmall))
    }
    try await store.saveAll(widgets)
    let names = widgets.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    func all(_ query: PlacedQuery) async throws -> [String] {
      var (query, found): (PlacedQuery, [String]) = (query, [])
      repeat {
        let page = try await store.page(query)
        #expect(page.entries.count <= query.limit)
        let thin = try await store.summaries(query)
        #expect(thin.readable.map(\.name) == page.readable.map(\.name))
        #expect(thin.next == page.next && page.damaged.isEmpty)
        found += page.readable.map(\.name)
        query.after = page.next
      } while query.after != nil
      return found
    }
    for limit in [1, 7, names.count, 500] {
      #expect(try await all(PlacedQuery(limit: limit)) == names)
    }
    #expect(
      try await all(PlacedQuery(prefix: "W1", limit: 3))
        == names.filter { $0.hasPrefix("W1") })
    #expect(try await all(PlacedQuery(prefix: "W\u{10FFFF}", limit: 3)) == ["W\u{10FFFF}x"])
    let some = try await store.some(ofIntent: "VIntent", limit: 9)
    #expect(some.readable.map(\.name) == (0..<5).map { "V\($0)" })
    // Some widgets that are found by name, and some others.
    let fewer = try await store.some(ofIntent: "VIntent", limit: 1).readable
    #expect(fewer.map { $0.definitionPath == nil } == [false, true])
    #expect(try await store.some(ofIntent: "WIntent", limit: 9).entries.isEmpty)
    func origin(_ folder: String?, _ kind: String?, isOnly: Bool = true) -> PlacedOrigin {
      PlacedOrigin(
        intent: "VIntent", folder: folder, kind: kind, isOnlyOfIntent: isOnly,
        definitionPath: "/x/a.json")
    }
    #expect(try await all(PlacedQuery(origin: origin(nil, nil), limit: 1)) == ["V1", "V2"])
    for limit in [1, 9] {
      for (isOnly, found) in [(true, ["V0", "V1", "V2", "V4"]), (false, ["V0"])] {
        let place = origin("V4", "Other", isOnly: isOnly)
        #expect(try await all(PlacedQuery(origin: place, limit: limit)) == found)
        #expect(widgets.filter { $0.isPlaced(from: place) }.map(\.name).sorted() == found)
      }
    }
    // A widget that is made in code and has no name is not the origin of any placed widget.
    let nowhere = PlacedOrigin(intent: "VIntent", folder: nil, kind: nil, definitionPath: "")
    #expect(try await all(PlacedQuery(origin: nowhere, limit: 9)).isEmpty)
    let prefixed = PlacedQuery(after: "V0", prefix: "V", origin: origin("V3", nil), limit: 2)
    #expect(try await all(prefixed) == ["V1", "V2", "V3"])
    #expect(try await store.missing(["W1", "X", "V0"]) == ["X"])
    #expect(try await store.names(around: "W3").count == names.count)
  }

  @Test("names of removed widgets are read page by page", arguments: StoreKind.present)
  func removedPages(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    let names = (10..<20).map { "W\($0)" }
    try await store.saveAll(names.map { sample($0) } + [sample("X")])
    try await store.remove(names)
    try await store.save(sample("W12", 5), expecting: nil)
    try await store.restore("W13")
    try await store.copy("X", to: "W14")
    try await store.rename("X", to: "W15")
    let left = names.filter { !["W12", "W13", "W14", "W15"].contains($0) }
    var (last, found): (String?, [String]) = (nil, [])
    repeat {
      let page = try await store.removedNames(after: last, limit: 4)
      found += page
      last = page.last
    } while last != nil
    #expect(found == left)
  }

  @Test("a misspelled name is found among many", arguments: StoreKind.present)
  func nearest(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    try await store.saveAll((1000..<1700).map { sample("Hall \($0)") } + [sample("kitchen")])
    for (typed, meant) in [
      ("Kitchen", "kitchen"), ("kitchn", "kitchen"), ("hall 1234", "Hall 1234"),
    ] {
      guard case .notPlaced(_, let nearest, _) = try await store.notPlaced([typed]).problem else {
        Issue.record("another problem")
        return
      }
      #expect(nearest[typed] == meant, "\(typed)")
    }
  }

  @Test("a definition is stored once, and older rows keep theirs", arguments: StoreKind.present)
  func definitions(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let store = try bed.open()
    let schemas = ["number", "other"].map { name in
      IntentSchema(
        IntentDefinition(
          name: "UpNext",
          parameters: [ParameterDefinition(name: name, type: .integer(NumberMetadata()))]),
        in: IntentDefinitionFile())
    }
    for (place, schema) in (schemas + schemas).enumerated() {
      var widget = sample("W\(place)")
      widget.answer(widget.draft, under: schema)
      try await store.save(widget, expecting: nil)
    }
    for (place, schema) in (schemas + schemas).enumerated() {
      #expect(try await store.widget(named: "W\(place)")?.answerSchema == schema.answerSchema)
    }
    #expect(
      Set(try await store.definitions(of: "UpNextIntent")) == Set(schemas.map(\.answerSchema)))
    #expect(try await store.definitions(of: "OtherIntent").isEmpty)
    let bodies = try await bed.driver().read(.local) {
      try $0.definitions(of: "UpNextIntent", limit: 9)
    }
    #expect(bodies?.count == 2)
  }

  @Test("several widgets are read at once, few or many", arguments: StoreKind.present)
  func several(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    #expect(try await store.widgets(named: ["W1"]).isEmpty)
    try await store.saveAll((0..<40).map { sample("W\($0)") })
    for count in [0, 1, 15, 16, 40] {
      let names = Set((0..<count).map { "W\($0)" })
      let found = try await store.widgets(named: names.union(count > 0 ? ["Attic"] : []))
      #expect(Set(found.map(\.name)) == names)
    }
  }

  /// The revision and the number in a logged state.
  private func logged(_ state: String?) -> String? {
    state.map { text in
      let parts = ["\"revision\":", "\"number\":{\"integer\":"].map { key in
        text.components(separatedBy: key).dropFirst().first.map { $0.prefix(while: \.isNumber) }
      }
      return parts.map { String($0 ?? "-") }.joined(separator: "/")
    }
  }

  @Test(
    "the log has who changed what, with the states before and after", arguments: StoreKind.present)
  func log(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let other = try bed.open()
    #expect(try await other.changeNumbers() == 0...0)
    let store = PlacedWidgetStore(try bed.driver(), by: "ada\u{1B}[1m", now: { noon })
    let first = try await store.save(sample("A", 1), expecting: nil)
    var second = first
    second.draft["number"] = .integer(2)
    try await store.save(second, expecting: 1)
    #expect(await code { try await store.save(first, expecting: 1) } == "conflict")
    #expect(await code { try await store.remove(["A", "X"]) } == "not-placed")
    try await store.rename("A", to: "B")
    try await store.copy("B", to: "C")
    try await store.remove(["C"])
    try await store.restore("C")
    try await store.requestReload(["B"])
    let changes = try await other.changes(after: 0)
    #expect(changes.map(\.number) == Array(1...7))
    #expect(
      changes.map(\.action) == [.place, .change, .rename, .copy, .remove, .restore, .reload])
    #expect(changes.map(\.name) == ["A", "A", "A", "B", "C", "C", "B"])
    #expect(changes.map(\.newName) == [nil, nil, "B", "C", nil, nil, nil])
    #expect(
      changes.map(\.changedNames) == [["A"], ["A"], ["A", "B"], ["C"], ["C"], ["C"], []])
    #expect(changes.allSatisfy { $0.actor == "ada␛[1m" && $0.date == noon }, "\(changes[0].actor)")
    #expect(changes.map { logged($0.before) } == [nil, "1/1", "2/2", nil, "1/2", nil, nil])
    #expect(changes.map { logged($0.after) } == ["1/1", "2/2", "3/2", "1/2", nil, "2/2", nil])
    #expect(try await other.changes(after: 4, limit: 2).map(\.number) == [5, 6])
    #expect(try await other.changes(before: nil, limit: 2).map(\.number) == [7, 6])
    #expect(try await other.changes(before: 3, limit: 5).map(\.number) == [2, 1])
    #expect(try await other.changeNumbers() == 0...7)
    let text = String(repeating: "x", count: LoggedChange.maximumDraftBytes)
    var long = sample("Long")
    long.draft["text"] = .string(text)
    try await store.save(long, expecting: nil)
    let after = try #require(try await other.changes(before: nil, limit: 1).first?.after)
    #expect(after.contains("\"draftBytes\":16") && !after.contains("xxx"), "\(after)")
  }

  @Test("the log is limited in number and in time", arguments: StoreKind.present)
  func logBounds(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    var retention = StoreRetention()
    retention.maximumChanges = 4
    let (store, driver) = (try bed.open(), try bed.driver(keeping: retention))
    let change = LoggedChange(
      number: 0, moment: noon.milliseconds, actor: "", action: .reload, name: "A")
    try await driver.write(.local) { rows in
      for _ in 0..<9 { try rows.log([change]) }
    }
    try await driver.settleLog(of: nil)
    #expect(try await store.changes(after: 0).map(\.number) == [6, 7, 8, 9])
    #expect(try await store.changeNumbers() == 5...9)
    // A clock that is far ahead does not delete anything unless it stays ahead for a day.
    let day: Int64 = 86_400_000
    while try await driver.upkeep(at: noon.milliseconds) {}
    while try await driver.upkeep(at: 2_145_916_800_000) {}
    let ahead = try bed.open(now: { Date(milliseconds: 2_145_916_800_000) })
    try await ahead.save(sample("B"), expecting: nil)
    try await ahead.remove(["B"])
    while try await driver.upkeep(at: noon.milliseconds + 91 * day) {}
    #expect(try await store.changes(after: 0).first?.number == 8)
    let later = try bed.open(now: { noon.addingTimeInterval(92 * 86_400) })
    try await later.save(sample("A"), expecting: nil)
    while try await driver.upkeep(at: noon.milliseconds + 92 * day) {}
    #expect(try await store.changes(after: 0).map(\.number) == [10, 11, 12])
    #expect(try await store.changeNumbers() == 9...12)
    #expect(try await store.position(of: "hook") == nil)
    try await store.setPosition(of: "hook", to: 9)
    try await store.setPosition(of: "hook", to: 10)
    #expect(try await later.position(of: "hook") == 10)
  }

  @Test("a repeated request is carried out once", arguments: StoreKind.present)
  func once(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let moment = Shared(noon)
    let store = try bed.open(now: { moment.withLock { $0 } })
    let request = StoreRequest(key: "k", mark: "m")
    func refusal(_ edit: StoreEdit, _ request: StoreRequest?) async -> String {
      await code { _ = try await store.make(edit, once: request) { $0.name } }
    }
    let copy = StoreEdit.copy("A", to: "Cafe\u{301}")
    #expect(
      await refusal(copy, request) == "not-placed")
    if let folder = bed.folder { #expect(folder.names.isEmpty) }
    try await store.save(sample("A"), expecting: nil)
    let failing = StoreEdit.rename("X", to: "Y")
    #expect(
      await refusal(failing, request) == "not-placed")
    let answers = try await withThrowingTaskGroup(of: String?.self) { group in
      for place in 0..<8 {
        let own = try bed.open(now: { noon })
        group.addTask {
          try await own.make(copy, once: request) { "\(place) \($0.name) \($0.revision)" }
        }
      }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(answers.first??.hasSuffix(" Café 1") == true)
    #expect(try await store.changes(after: 0).map(\.action) == [.place, .copy])
    let other = StoreRequest(key: "k", mark: "another")
    #expect(try await store.make(copy, once: other) { $0.name } == nil)
    #expect(await refusal(copy, nil) == "conflict")
    // A repeated rename is not rejected, although the old name no longer exists.
    let rename = StoreEdit.rename("A", to: "B")
    let second = StoreRequest(key: "r", mark: "m")
    #expect(try await store.make(rename, once: second) { $0.name } == "B")
    #expect(try await store.make(rename, once: second) { _ in "again" } == "B")
    moment.withLock { $0 += 86_401 }
    #expect(
      await refusal(rename, second) == "not-placed")
    let restore = StoreEdit.restore("B", revision: 9)
    #expect(
      await refusal(restore, second) == "no-such-revision")
  }

  @Test("no data of another tenant is reached", arguments: StoreKind.present)
  func tenants(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let names = ["local", "acme", "Acme", "../acme", "a'b", "%"]
    let stores = try names.map { try bed.open(of: try #require(Tenant($0))) }
    for (place, store) in stores.enumerated() {
      try await store.save(sample("Kitchen", place), expecting: nil)
    }
    for (place, store) in stores.enumerated() {
      #expect(number(try await store.widget(named: "Kitchen")) == .integer(place))
      #expect(try await store.list().count == 1)
    }
    let marks = try await stores[1].mark()
    try await stores[0].remove(["Kitchen"])
    #expect(try await stores[1].mark() == marks)
    #expect(try await stores[1].changes(after: 0).map(\.action) == [.place])
    let driver = try bed.driver()
    #expect(Set(try await driver.tenants().map(\.name)) == Set(names))
    for store in stores { #expect(try await driver.hasTenant(store.tenant)) }
    for other in [.local, try #require(Tenant("ACME"))] {
      #expect(try await !driver.hasTenant(other))
    }
    let several = try await bed.driver().marks(of: names.compactMap { Tenant($0) })
    #expect(several.count == names.count)
    #expect(Tenant("acme").flatMap { several[$0] } == marks)
    #expect(try await stores[1].removedNames().isEmpty)
    #expect(await code { try await stores[0].save(sample("Kitchen"), expecting: 1) } == "conflict")
    #expect(try await stores[1].save(sample("Kitchen", 5), expecting: 1).revision == 2)
    for name in ["", "a b", " local", "ü", String(repeating: "x", count: 101)] {
      #expect(Tenant(name) == nil)
    }
    // The store for callers without a tenant has a name that no token can contain.
    let own = try bed.open()
    #expect(try await own.list().isEmpty)
    try await own.save(sample("Own", 7), expecting: nil)
    #expect(try await stores[0].widget(named: "Own") == nil)
    #expect(try await bed.open().list().map(\.name) == ["Own"])
    #expect(try await bed.driver().tenants().contains(.local))
  }

  @Test("8 writers to one widget: every lost update is refused", arguments: StoreKind.present)
  func writers(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    try await bed.open().save(sample("A", 0), expecting: nil)
    let accepted = Shared<[Int]>([])
    let rounds = TestDepth.count(6, thorough: 40)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        let store = try bed.open()
        group.addTask {
          for _ in 0..<rounds {
            while true {
              var widget = try #require(try await store.widget(named: "A"))
              guard case .integer(let number)? = widget.draft["number"] else { return }
              widget.draft["number"] = .integer(number + 1)
              do {
                let saved = try await store.save(widget, expecting: widget.revision)
                accepted.withLock { $0.append(saved.revision) }
                break
              } catch let error as StoreError where error.problem.code == "conflict" {
                continue
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    // Each accepted save followed the previous one: none was lost, and none was counted twice.
    #expect(accepted.withLock { $0.sorted() } == Array(2...(8 * rounds + 1)))
    let widget = try #require(try await bed.open().widget(named: "A"))
    #expect(widget.draft["number"] == .integer(8 * rounds))
    #expect(widget.revision == 8 * rounds + 1)
  }
}

/// Stores of two kinds get the same random requests, and must return the same results.
@Suite("All stores return the same results", .startsPrograms)
struct StoreDifferentialTests {
  private func answer(
    _ store: PlacedWidgetStore, _ step: Int, _ random: inout SeededGenerator
  ) async -> String {
    let names = ["a", "B", "b", "c"]
    let name = names[Int.random(in: 0..<4, using: &random)]
    let other = names[Int.random(in: 0..<4, using: &random)]
    let (choice, number) = (
      Int.random(in: 0..<14, using: &random), Int.random(in: 0..<3, using: &random)
    )
    do throws(StoreError) {
      switch choice {
      case 0...4:
        let stored = try await store.widget(named: name)
        var widget = stored ?? sample(name)
        widget.draft["number"] = .integer(number)
        return "\(try await store.save(widget, expecting: stored?.revision))"
      case 5: return "\(try await store.save(sample(name, number), expecting: number))"
      case 6: return "\(try await store.saveAll([sample(name, number), sample(other, step)]))"
      case 7: try await store.remove([name, other])
      case 8: return "\(try await store.remove(named: name, expecting: number == 0 ? nil : number))"
      case 9: try await store.rename(name, to: other)
      case 10: try await store.copy(name, to: other)
      case 11: return "\(try await store.restore(name))"
      case 12: return "\(try await store.restore(name, revision: step / 2))"
      default: return "\(try await store.history(of: name))"
      }
      return "done"
    } catch {
      // A dictionary has no fixed order, so its entries are sorted.
      guard case .notPlaced(let names, let nearest, _) = error.problem else {
        return "\(error.problem)"
      }
      return "not placed \(names) \(nearest.sorted { $0.key < $1.key })"
    }
  }

  @Test(
    "after any requests", arguments: StoreKind.present.filter { ![.sqlite, .pooled].contains($0) },
    TestDepth.part(3, of: Array(0 as UInt64..<20)))
  func differential(_ kind: StoreKind, _ seed: UInt64) async throws {
    let clock = Shared(noon)
    let now: @Sendable () -> Date = { clock.withLock { $0 } }
    let one = try StoreKind.sqlite.bed()
    let file = try one.open(now: now)
    let database = try kind.bed().open(now: now)
    var random = SeededGenerator(seed: seed)
    for step in 0..<120 {
      clock.withLock { $0 += Double.random(in: 0...300_000, using: &random) }
      var twin = random
      let expected = await answer(file, step, &random)
      let found = await answer(database, step, &twin)
      #expect(found == expected, "seed \(seed), step \(step)")
      guard found == expected else { return }
      if step % 10 == 0 {
        #expect(try await database.list() == (try await file.list()), "seed \(seed), step \(step)")
        #expect(try await database.removedNames() == (try await file.removedNames()))
      }
    }
    let logged = try await file.changes(after: 0)
    #expect(try await database.changes(after: 0) == logged, "seed \(seed)")
    // Months pass: the earliest changes are deleted, without leaving a gap.
    let last = try await file.changeNumbers().upperBound
    #expect(logged.map(\.number) == Array((last + 1 - logged.count)..<(last + 1)), "seed \(seed)")
    withExtendedLifetime(one) {}
  }
}
