import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import SQLiteStore
@testable import StoreModel

@Suite("Copies of stores", .startsPrograms)
struct StoreCopyTests {
  /// Stores widgets of several tenants, with earlier states, removed widgets and a log.
  private func fill(_ driver: any StoreDriver) async throws -> [Tenant] {
    let tenants = [.local] + ["local", "acme"].compactMap { Tenant($0) }
    let schema = IntentSchema(
      IntentDefinition(
        name: "UpNext",
        parameters: [ParameterDefinition(name: "number", type: .integer(NumberMetadata()))]),
      in: IntentDefinitionFile())
    for (place, tenant) in tenants.enumerated() {
      let store = PlacedWidgetStore(driver, of: tenant, by: "ada", now: { noon })
      for number in 0..<(place == 0 ? 1_203 : 5) {
        var widget = sample("W\(number)", number)
        if number % 2 == 0 { widget.answer(widget.draft, under: schema) }
        // An answer that no definition shows is copied as well.
        widget.draft["hidden"] = .string("kept \(place)")
        try await store.save(widget, expecting: nil)
        if number > 10 { continue }
        widget.draft["number"] = .integer(-number)
        try await store.save(widget, expecting: 1)
      }
      try await store.remove(["W1", "W2"])
      try await store.restore("W2")
      try await store.rename("W3", to: "Hall")
    }
    return tenants
  }

  private func code(of body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "nothing was thrown"
    } catch {
      return (error as? StoreError)?.problem.code ?? "\(error)"
    }
  }

  @Test(
    "a copy has all data of all tenants, there and back",
    arguments: StoreKind.present.filter { $0 != .pooled })
  func thereAndBack(_ kind: StoreKind) async throws {
    let beds = [try StoreKind.sqlite.bed(), try kind.bed(), try StoreKind.sqlite.bed()]
    let drivers = try beds.map { try $0.driver() }
    let tenants = try await fill(drivers[0])
    for place in 0..<2 {
      for tenant in tenants {
        let copied = try await StoreCopy(from: drivers[place], to: drivers[place + 1]).copy(tenant)
        #expect(copied == (try await drivers[0].contents(of: tenant)))
        #expect(copied.placed == (tenant == .local ? 1_202 : 4) && copied.removed == 1)
        #expect(copied.states > 5 && copied.changes == copied.lastChange)
      }
    }
    #expect(Set(try await drivers[2].tenants()) == Set(tenants))
    // Changes to the copy have the same results as changes to the original.
    for tenant in tenants {
      var ends: [([PlacedWidget], Int)] = []
      for driver in [drivers[0], drivers[2]] {
        let store = PlacedWidgetStore(driver, of: tenant, now: { noon })
        let restored = try await store.restore("W1")
        let placed = try await store.save(sample("New"), expecting: nil)
        let last = try await store.changeNumbers().upperBound
        ends.append(([restored, placed], last))
        #expect(restored.draft["hidden"] != nil)
      }
      #expect(ends[0] == ends[1])
    }
    // A store with data is not overwritten, and an interrupted copy starts again.
    let copy = StoreCopy(from: drivers[0], to: drivers[2])
    #expect(await code { _ = try await copy.copy(.local) } == "target-not-empty")
    try await drivers[2].write(.local) { try $0.setNote("copy progress", to: "") }
    let again = try await copy.copy(.local)
    #expect(again == (try await drivers[0].contents(of: .local)))
    withExtendedLifetime(beds) {}
  }

  @Test(
    "an interrupted copy continues, and includes later changes",
    arguments: StoreKind.present.filter { $0 != .pooled })
  func resumed(_ kind: StoreKind) async throws {
    let beds = [try kind.bed(), try StoreKind.sqlite.bed()]
    let drivers = try beds.map { try $0.driver() }
    _ = try await fill(drivers[0])
    let source = PlacedWidgetStore(drivers[0], by: "ada", now: { noon })
    try await source.setPosition(of: "webhook", to: 77)
    let failing = FailingTarget(base: drivers[1], writes: 3)
    #expect(
      await code { _ = try await StoreCopy(from: drivers[0], to: failing).copy(.local) }
        == "disk-full")
    let half = try await drivers[1].contents(of: .local)
    #expect(half.placed == 1_000 && half.states == 0)
    // Two kinds of rows are changed: rows that were already copied, and rows that were not.
    var changed = try #require(try await source.widget(named: "W100"))
    changed.draft["number"] = .integer(-5)
    try await source.save(changed, expecting: changed.revision)
    try await source.remove(["W101", "W99"])
    try await source.rename("W102", to: "Attic")
    let counted = FailingTarget(base: drivers[1], writes: .max)
    let copied = try await StoreCopy(from: drivers[0], to: counted).copy(.local)
    #expect(copied == (try await drivers[0].contents(of: .local)))
    #expect(copied.placed == 1_200 && copied.removed == 3)
    // The thousand existing rows are not copied again.
    #expect(counted.rows.withLock { $0 } < 400, "\(counted.rows.withLock { $0 })")
    let target = PlacedWidgetStore(drivers[1])
    #expect(try await target.position(of: "webhook") == 77)
    #expect(try await target.logState().epoch != source.logState().epoch)
    withExtendedLifetime(beds) {}
  }

  @Test(
    "devices and deliveries to repeat are copied, and devices are compared",
    arguments: StoreKind.present.filter { $0 != .pooled })
  func devicesAndDeliveries(_ kind: StoreKind) async throws {
    let beds = [try kind.bed(), try StoreKind.sqlite.bed()]
    let drivers = try beds.map { try $0.driver() }
    let source = PlacedWidgetStore(drivers[0], by: "ada", now: { noon })
    for name in ["A", "B", "C"] { try await source.save(sample(name), expecting: nil) }
    let devices = (0..<1_005).map { number in
      var device = StoredDevice(
        id: "device \(number)", owner: "ada", app: "com.example.clock",
        environment: "production", token: "00\(number)", registered: noon.milliseconds)
      device.widgets = [DeviceWidget(kind: "UpNext", placed: "A", family: "systemSmall")]
      return device
    }
    try await drivers[0].write(.local) { rows in
      try rows.put(.devices(devices))
      try rows.put(
        .widgets(Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0.widgets) })))
    }
    let follower = "webhook x"
    for number in 1...3 {
      var delivery = StoredDelivery(follower: follower, number: number, at: noon)
      let isWaiting = number == 2
      delivery.note(
        isWaiting ? .waiting : .accepted, at: noon, next: isWaiting ? noon : nil, status: 500,
        cause: nil)
      try await source.record(delivery, isNew: true)
    }
    let before = try await drivers[0].contents(of: .local)
    #expect(before.devices == 1_005)
    let meddled = MeddledSource(base: drivers[0])
    let copied = try await StoreCopy(from: meddled, to: drivers[1]).copy(.local)
    #expect(meddled.isDone.withLock { $0 })
    // Equal stores have equal devices.
    #expect(copied == (try await drivers[0].contents(of: .local)))
    #expect(copied.devices == 1_005 && copied.deviceSum != before.deviceSum)
    #expect(copied.sum == before.sum)
    let target = PlacedWidgetStore(drivers[1], now: { noon })
    let found = try await target.devices(DeviceQuery(limit: 2_000))
    #expect(found == (try await source.devices(DeviceQuery(limit: 2_000))))
    #expect(found.contains { $0.id == "late" } && !found.contains { $0.id == "device 7" })
    // The follower needs only the changes that must be sent again.
    let deliveries = try await target.deliveries(to: follower, limit: 10)
    #expect(deliveries.map(\.number) == [2] && deliveries.first?.dueDate == noon)
    #expect(try await target.health(of: follower).position == 3)
    // The note about the progress of the copy has been deleted.
    let progress = try await drivers[1].read(.local) { try $0.note("copy progress") }
    #expect(progress == .some(nil))
    // If a single device differs, the stores differ.
    _ = try await target.removeDevice("late")
    #expect(copied != (try await drivers[1].contents(of: .local)))
    withExtendedLifetime(beds) {}
  }

  /// A source in which one device registers and another is removed while the source is copied.
  private struct MeddledSource: StoreDriverWrapper {
    let base: any StoreDriver
    let isDone = Shared(false)

    func marks(of tenants: [Tenant]) async throws(StoreError) -> [Tenant: StoreMark] {
      let isFirst = isDone.withLock { isDone in
        defer { isDone = true }
        return !isDone
      }
      let marks = try await base.marks(of: tenants)
      if isFirst {
        let late = StoredDevice(
          id: "late", owner: "eve", app: "com.example.clock", environment: "production",
          token: "ff", registered: noon.milliseconds)
        try await base.write(.local) { try $0.put(.devices([late])) }
        _ = try await PlacedWidgetStore(base).removeDevice("device 7")
      }
      return marks
    }
  }

  /// A store that fails after some writes, and counts the written rows.
  private struct FailingTarget: StoreDriverWrapper {
    let base: any StoreDriver
    let left: Shared<Int>
    let rows = Shared(0)

    init(base: any StoreDriver, writes: Int) {
      self.base = base
      left = Shared(writes)
    }

    func carryOut<Value: Sendable>(
      _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      guard case .write(let tenant) = operation else { return try await body() }
      let isFull = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isFull { throw StoreError(.diskFull, file: place) }
      let before = try await base.contents(of: tenant).placed
      let value = try await body()
      let after = try await base.contents(of: tenant).placed
      rows.withLock { $0 += max(0, after - before) }
      return value
    }
  }

  @Test("erased data is not found anywhere", arguments: StoreKind.present.filter { $0 != .pooled })
  func erase(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let driver = try bed.driver()
    let tenants = try await fill(driver)
    let store = PlacedWidgetStore(driver, by: "eve", now: { noon })
    #expect(try await store.erase("Hall"))
    #expect(try await store.erase("W1"))
    #expect(try await store.erase("Attic") == false)
    for name in ["Hall", "W1"] { #expect(try await store.history(of: name).isEmpty) }
    #expect(try await store.removedNames().isEmpty)
    let changes = try await store.changes(after: 0, limit: 5_000)
    #expect(changes.map(\.number) == Array(1...changes.count))
    // The widget was named W3 before.
    let names = ["Hall", "W1", "W3"]
    #expect(!changes.contains { names.contains($0.name) || names.contains($0.newName ?? "") })
    #expect(changes.count { $0.name.isEmpty && $0.after == nil && $0.actor.isEmpty } == 6)
    #expect(try await store.erase(subject: "ada", pseudonym: "nobody") > 1_000)
    #expect(try await !store.changes(after: 0, limit: 5_000).contains { $0.actor == "ada" })
    try await driver.erase(tenants[2])
    #expect(try await driver.contents(of: tenants[2]) == StoreContents.nothing)
    #expect(try await driver.contents(of: tenants[1]).placed == 4)
    #expect(try await !driver.tenants().contains(tenants[2]))
    try await driver.erase(.local)
    #expect(try await store.page(PlacedQuery()).entries.isEmpty)
    if let folder = bed.folder {
      // No erased text is left in free pages of the SQLite file.
      let bytes = try Data(contentsOf: URL(filePath: folder.file("new/widgets.sqlite")))
      #expect(bytes.range(of: Data("kept 0".utf8)) == nil)
    }
  }
}

extension StoreContents {
  /// The contents of an empty tenant.
  fileprivate static let nothing: StoreContents = {
    var nothing = StoreContents()
    nothing.sum = (0 &* 1_099_511_628_211) ^ fnv1a("1:0,1:0".utf8)
    return nothing
  }()
}
