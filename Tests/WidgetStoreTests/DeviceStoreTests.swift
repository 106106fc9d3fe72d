import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import SQLiteStore
@testable import StoreModel

@Suite("Devices in stores", .startsPrograms)
struct DeviceStoreTests {
  private static let app = DeviceApp(bundle: "com.example.clock", environment: "production")

  /// A device with a value in each column.
  private static func full(_ id: String = "full", owner: String = "ada") -> StoredDevice {
    var device = StoredDevice(
      id: id, owner: owner, app: app.bundle, environment: app.environment, token: "00\(id)",
      registered: 1)
    (device.zone, device.locale, device.seen) = ("Europe/Berlin", "de", 2)
    (device.raises, device.isForced, device.due, device.since) = (3, true, 4, 5)
    (device.next, device.paid, device.failures) = (6, 7, 8)
    (device.sent, device.confirmed) = (9, 10)
    device.response = PushResponse(moment: 11, status: 410, reason: "Unregistered", id: "a")
    var widget = DeviceWidget(kind: "UpNext", placed: "Küche", family: "systemSmall")
    (widget.etag, widget.fetched, widget.isRaised) = ("\"e\"", 12, true)
    device.widgets = [widget, DeviceWidget(kind: "Clock", placed: nil, family: nil)]
    return device
  }

  private static func shows(
    _ name: String?, _ id: String, app: DeviceApp = app
  ) -> StoredDevice {
    var device = StoredDevice(
      id: id, owner: "", app: app.bundle, environment: app.environment, token: "aa\(id)",
      registered: noon.milliseconds)
    device.widgets = [DeviceWidget(kind: "UpNext", placed: name, family: nil)]
    return device
  }

  @Test("every column is read back", arguments: StoreKind.present)
  func columns(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, other) = (try bed.open(), try bed.open())
    #expect(try await store.devices(.one("full")).isEmpty)
    #expect(try await store.removeDevice("full") == false)
    #expect(try await store.outlook(of: "A", kind: nil, at: noon) == PushOutlook())
    let (full, bare) = (Self.full(), Self.shows("A", "bare"))
    for device in [full, bare] {
      try await store.changeDevice(device.id) { _, _ in device }
      #expect(try await other.devices(.one(device.id)) == [device])
    }
    for state in StoredDevice.State.allCases {
      try await store.changeDevice("bare") { device, _ in
        var device = device
        device?.state = state
        device?.response = nil
        device?.widgets = []
        return device
      }
      #expect(try await other.devices(.one("bare")).first?.state == state)
      #expect(try await other.devices(.one("bare")).first?.widgets == [])
    }
    #expect(try await other.removeDevice("full"))
    #expect(try await store.devices(DeviceQuery(limit: 9)).map(\.id) == ["bare"])
    // Another tenant sees none of these devices. The store lists that tenant once it has a device.
    let acme = try #require(Tenant("acme"))
    let others = PlacedWidgetStore(try bed.driver(), of: acme)
    #expect(try await others.devices(DeviceQuery(limit: 9)).isEmpty)
    try await others.changeDevice("bare") { _, _ in bare }
    #expect(try await bed.driver().tenants().contains(acme))
  }

  @Test("devices are found by each filter", arguments: StoreKind.present)
  func queries(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    let beta = DeviceApp(bundle: "com.example.clock", environment: "development")
    var all = ["d", "B", "a"].map { Self.shows("A", $0) }
    all.append(Self.shows("B", "c", app: beta))
    all[0].owner = "ada"
    (all[1].due, all[2].due) = (20, 10)
    for device in all { try await store.changeDevice(device.id) { _, _ in device } }
    func ids(_ change: (inout DeviceQuery) -> Void) async throws -> [String] {
      var query = DeviceQuery(limit: 10)
      change(&query)
      return try await store.devices(query).map(\.id)
    }
    #expect(try await ids { _ in } == ["B", "a", "c", "d"])
    #expect(try await ids { $0.limit = 2 } == ["B", "a"])
    #expect(try await ids { $0.after = "a" } == ["c", "d"])
    #expect(try await ids { $0.ids = ["d", "x", "a"] } == ["a", "d"])
    #expect(try await ids { $0.owner = "ada" } == ["d"])
    #expect(try await ids { $0.placed = "A" } == ["B", "a", "d"])
    #expect(try await ids { $0.app = beta } == ["c"])
    #expect(try await ids { $0.token = "aac" } == ["c"])
    #expect(try await ids { $0.state = .suspect } == [])
    #expect(try await ids { $0.dueBy = 20 } == ["a", "B"])
    #expect(try await ids { $0.dueBy = 15 } == ["a"])
  }

  @Test("a change marks the devices that it affects", arguments: StoreKind.present)
  func raises(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver) = (try bed.open(), try bed.driver())
    let beta = DeviceApp(bundle: "com.example.clock", environment: "development")
    var devices = (0..<7).map { Self.shows("A", "d\($0)") }
    devices[1].state = .suspect
    devices[2] = Self.shows("B", "d2")
    devices[3] = Self.shows(nil, "d3")
    devices[4] = Self.shows("A", "d4", app: beta)
    (devices[5].due, devices[5].since, devices[5].raises) = (100, 50, 1)
    devices[6].next = 900
    for device in devices { try await store.changeDevice(device.id) { _, _ in device } }
    let raise = PushRaise(.placed("A"), of: Self.app, at: 150, due: 200)
    let first = try await store.raise(raise, after: nil, limit: 3)
    #expect(first == PushRaised(last: "d4", count: 1, deferred: 0))
    let second = try await store.raise(raise, after: "d4", limit: 3)
    #expect(second == PushRaised(last: nil, count: 2, deferred: 1))
    var now = try await store.devices(DeviceQuery(limit: 10))
    // The time of the first change is kept, and a device that must wait continues to wait.
    #expect(now.map(\.due) == [200, nil, nil, nil, nil, 100, 900])
    #expect(now.map(\.since) == [150, nil, nil, nil, nil, 50, 150])
    #expect(now.map(\.raises) == [1, 0, 0, 0, 0, 2, 1])
    #expect(
      now.map { $0.widgets[0].isRaised } == [true, false, false, false, false, true, true])
    let kinds = PushRaise(.kind("UpNext"), of: Self.app, at: 300, due: 300)
    #expect(
      try await store.raise(kinds, after: nil, limit: 9)
        == PushRaised(last: nil, count: 1, deferred: 0))
    now = try await store.devices(DeviceQuery(limit: 10))
    #expect(now[3].due == 300 && now[3].widgets[0].isRaised && !now[2].widgets[0].isRaised)
    let outlook = try await store.outlook(
      of: "A", kind: "UpNext", at: Date(milliseconds: 500))
    #expect(outlook.devices == 5 && outlook.ready == 4 && outlook.soonest == 900, "\(outlook)")
    let tenants = try await driver.tenantsWithPushes(of: Self.app, dueBy: 150)
    #expect(tenants == nil || tenants == [.local])
    #expect(try await driver.tenantsWithPushes(of: Self.app, dueBy: 99) ?? [] == [])
    #expect(try await driver.tenantsWithPushes(of: beta, dueBy: 9_999) ?? [] == [])
  }

  /// If a change is pushed while a device records a fetch, the device must still be notified.
  @Test("a change during a request marks the widget", arguments: StoreKind.present)
  func raiseDuringAFetch(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    var device = Self.full()
    (device.due, device.since, device.isForced) = (nil, nil, false)
    device.widgets = [DeviceWidget(kind: "UpNext", placed: "A", family: nil)]
    let before = device
    try await store.changeDevice("full") { _, _ in before }
    let raise = PushRaise(.placed("A"), of: Self.app, at: 150, due: 200)
    for etag in ["first", "second"] {
      let isChanging = Held(false)
      async let fetch = store.changeDevice("full") { device, _ in
        isChanging.withLock { $0 = true }
        // During this pause, the change begins to wait for the transaction. If the change begins
        // later, the test passes, but proves nothing.
        Thread.sleep(forTimeInterval: 0.3)
        var device = device
        device?.widgets[0].etag = etag
        return device
      }
      try await eventually("the request") { isChanging.withLock { $0 } }
      let part = try await store.raise(raise, after: nil, limit: 9)
      #expect(part.count == 1)
      _ = try await fetch
      let after = try #require(await store.devices(DeviceQuery(limit: 1)).first)
      #expect(after.due == 200 && after.widgets[0].isRaised && after.widgets[0].etag == etag)
    }
  }

  @Test("a repeated registration keeps known facts", arguments: StoreKind.present)
  func registration(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    var device = Self.full()
    (device.due, device.since, device.isForced) = (nil, nil, false)
    let kept = device
    try await store.changeDevice("full") { _, _ in kept }
    var again = StoredDevice(
      id: "full", owner: "ada", app: Self.app.bundle, environment: Self.app.environment,
      token: "00full", registered: 100)
    again.widgets = [
      DeviceWidget(kind: "UpNext", placed: "Ku\u{308}che", family: "systemSmall"),
      DeviceWidget(kind: "UpNext", placed: "New", family: nil),
    ]
    guard case .known(let known) = try await store.register(again) else {
      Issue.record("It is known.")
      return
    }
    #expect(known.widgets[0] == kept.widgets[0] && known.widgets[1].etag == nil)
    #expect(known.sent == 9 && known.paid == 7 && known.registered == 100 && known.failures == 0)
    #expect(try await store.devices(.one("full")) == [known])
    again.widgets = []
    guard case .known(let silent) = try await store.register(again) else {
      Issue.record("It is known.")
      return
    }
    #expect(silent.state == .silent && silent.widgets.isEmpty)
  }

  /// A push to another token, or one that was held back, has not reached the device.
  @Test("a device that comes back is compared", arguments: StoreKind.present)
  func comparison(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    let ways: [(id: String, way: @Sendable (inout StoredDevice, inout StoredDevice) -> Void)] = [
      ("token", { _, again in again.token = "0f" }),
      ("environment", { _, again in again.environment = "development" }),
      ("suspect", { before, _ in before.state = .suspect }),
      ("moved", { before, _ in before.id = "former" }),
    ]
    for (id, way) in ways {
      var (before, again) = (Self.shows("A", id), Self.shows("A", id))
      before.widgets.append(DeviceWidget(kind: "UpNext", placed: "B", family: nil))
      before.widgets[1].etag = "e"
      again.widgets = before.widgets
      again.widgets[1].etag = nil
      (before.next, before.paid, again.registered) = (50, 60, 70)
      if id == "moved" { (before.due, before.since, before.raises) = (40, 30, 2) }
      way(&before, &again)
      let known = before
      try await store.changeDevice(known.id) { _, _ in known }
      _ = try await store.register(again)
      let after = try #require(await store.devices(.one(id)).first)
      #expect(after.paid == 60 && after.widgets[1].etag == "e", "\(id)")
      guard id != "moved" else {
        #expect(try await store.devices(.one("former")).isEmpty)
        #expect(after.due == 40 && after.since == 30 && after.raises == 2)
        continue
      }
      #expect(after.due == 70 && after.since == 70 && after.raises == 1, "\(id)")
      #expect(after.widgets.map(\.isRaised) == [true, true], "\(id)")
    }
  }

  @Test("many devices change, and are counted, at once", arguments: StoreKind.present)
  func batch(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver) = (try bed.open(), try bed.driver())
    let beta = DeviceApp(bundle: "com.example.clock", environment: "development")
    #expect(try await driver.deviceCounts(of: Self.app) == [:])
    var all = (0..<40).map { Self.shows("A", "d\($0)") }
    for place in all.indices {
      all[place].widgets += [DeviceWidget(kind: "UpNext", placed: "B", family: "systemSmall")]
      all[place].widgets[0].isRaised = true
      (all[place].due, all[place].since) = (1, 1)
      if place % 4 == 0 { all[place].environment = "development" }
    }
    for device in all { try await store.changeDevice(device.id) { _, _ in device } }
    try await store.changeDevices(all.map(\.id) + ["absent"]) { device in
      var device = device
      guard let number = Int(device.id.dropFirst()), number % 2 == 0 else { return nil }
      guard number < 30 else { return device }
      (device.due, device.since, device.state) = (nil, nil, number < 10 ? .suspect : .active)
      device.widgets[0].isRaised = false
      device.response = PushResponse(moment: 3, status: nil, reason: "“{\"é\\\", }”", id: nil)
      return device
    }
    let left = try await store.devices(DeviceQuery(limit: 99))
    #expect(left.count == 20)
    for device in left {
      let number = try #require(Int(device.id.dropFirst()))
      #expect((device.due == nil) == (number < 30) && device.widgets.count == 2)
      #expect(device.widgets[0].isRaised == (number >= 30) && !device.widgets[1].isRaised)
      #expect(device.response?.reason == (number < 30 ? "“{\"é\\\", }”" : nil))
      #expect(device.widgets[1].family == "systemSmall")
    }
    #expect(try await driver.deviceCounts(of: beta) == [.suspect: 3, .active: 7])
    #expect(try await driver.deviceCounts(of: Self.app) == [.suspect: 2, .active: 8])
    let raise = PushRaise(.each("UpNext"), of: Self.app, at: 9, due: 9)
    #expect(try await store.raise(raise, after: nil, limit: 99).count == 8)
    let whole = PushRaise(.all, of: Self.app, at: 9, due: 9)
    #expect(try await store.raise(whole, after: nil, limit: 99).count == 8)
    let told = try await store.devices(DeviceQuery(limit: 99)).filter { $0.state == .active }
    #expect(told.count { $0.widgets.allSatisfy(\.isRaised) } >= 8)
  }

  @Test("a reload has its reason", arguments: StoreKind.present)
  func reasons(_ kind: StoreKind) async throws {
    let store = try kind.bed().open()
    try await store.save(sample("A"), expecting: nil)
    try await store.requestReload(["A"])
    try await store.requestReload(["A"], reason: "foreground")
    let requests = try await store.reloadRequests(of: "A", after: 0)
    #expect(requests.map(\.reason) == [nil, "foreground"])
    #expect(try await store.lastReloadRequest(of: "A") == requests[1].number)
    #expect(
      try await store.reloadRequests(of: "A", after: requests[0].number) == [requests[1]])
    let changes = try await store.changes(after: 0)
    #expect(changes.map(\.reason) == [nil, nil, "foreground"])
    #expect(changes.allSatisfy { $0.action == .place || $0.placed == nil })
  }

  @Test("a refused registration removes no device", arguments: StoreKind.present)
  func refused(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let store = try bed.open()
    func device(_ id: String, of owner: String, token: String) -> StoredDevice {
      var device = Self.shows("A", id)
      (device.owner, device.token) = (owner, token)
      return device
    }
    _ = try await store.register(device("foreign", of: "eve", token: "ee"))
    for number in 0..<StoredDevice.maximumOfOwner {
      _ = try await store.register(device("own\(number)", of: "ada", token: "aa\(number)"))
    }
    #expect(try await store.register(device("more", of: "ada", token: "ee")) == .tooMany)
    #expect(try await store.devices(.one("foreign")).map(\.token) == ["ee"])
    // If a device registers under another identifier, it replaces its earlier registration.
    let again = device("again", of: "ada", token: "aa0")
    guard case .made = try await store.register(again) else {
      Issue.record("The device was not registered.")
      return
    }
    #expect(try await store.devices(.one("own0")).isEmpty)
    withExtendedLifetime(bed) {}
  }

  @Test("a text with NUL is not a name", arguments: StoreKind.present)
  func nul(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let store = try bed.open()
    try await store.save(sample("vic"), expecting: nil)
    let name = "vic\0other"
    #expect(try await store.widget(named: name) == nil)
    #expect(try await store.history(of: name).isEmpty)
    await #expect(throws: StoreError.self) { try await store.remove([name]) }
    await #expect(throws: StoreError.self) { try await store.rename(name, to: "moved") }
    #expect(try await store.erase(name) == false)
    _ = try await store.register(Self.shows(name, "x"))
    #expect(try await store.outlook(of: "vic", kind: nil, at: noon).devices == 0)
    #expect(try await store.widget(named: "vic") != nil)
    withExtendedLifetime(bed) {}
  }

  @Test("a subject is erased however the log shortens it", arguments: StoreKind.present)
  func longSubject(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let driver = try bed.driver()
    let subject = "ada\n" + String(repeating: "a", count: 300)
    let store = PlacedWidgetStore(driver, by: subject, now: { noon })
    try await store.save(sample("A"), expecting: nil)
    #expect(try await store.erase(subject: subject, pseudonym: "nobody") == 1)
    #expect(try await store.changes(after: 0).map(\.actor) == ["nobody"])
    withExtendedLifetime(bed) {}
  }

  @Test(
    "devices that are not seen are forgotten, as are old deliveries", arguments: StoreKind.present)
  func forgotten(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    var retention = StoreRetention()
    retention.deviceDays = 2
    let (store, driver) = (try bed.open(), try bed.driver(keeping: retention))
    try await store.save(sample("A"), expecting: nil)
    for (id, days) in [("old", 3.0), ("new", 1.0)] {
      var device = Self.shows("A", id)
      device.seen = noon.addingTimeInterval(-days * 86_400).milliseconds
      let seen = device
      try await store.changeDevice(id) { _, _ in seen }
    }
    for (number, days) in [(1, 31.0), (2, 29.0)] {
      let moment = noon.addingTimeInterval(-days * 86_400)
      try await store.record(
        StoredDelivery(follower: "webhook", number: number, at: moment), isNew: true)
    }
    for _ in 0..<2 { while try await driver.upkeep(at: noon.milliseconds) {} }
    #expect(try await store.devices(DeviceQuery(limit: 9)).map(\.id) == ["new"])
    #expect(try await store.deliveries(to: "webhook", limit: 9).map(\.number) == [2])
  }

  @Test(
    "erasing removes devices as well, and a copy contains them",
    arguments: StoreKind.present.filter { $0 != .pooled })
  func erased(_ kind: StoreKind) async throws {
    let beds = [try kind.bed(), try StoreKind.sqlite.bed()]
    let drivers = try beds.map { try $0.driver() }
    let store = PlacedWidgetStore(drivers[0], by: "ada", now: { noon })
    try await store.save(sample("Küche"), expecting: nil)
    for device in [Self.full(), Self.full("eve", owner: "eve"), Self.shows("A", "x")] {
      try await store.changeDevice(device.id) { _, _ in device }
    }
    _ = try await StoreCopy(from: drivers[0], to: drivers[1]).copy(.local)
    let copy = PlacedWidgetStore(drivers[1])
    #expect(
      try await copy.devices(DeviceQuery(limit: 9))
        == (try await store.devices(DeviceQuery(limit: 9))))
    #expect(try await store.erase("Küche"))
    #expect(try await store.devices(.one("eve")).first?.widgets.map(\.placed) == [nil])
    _ = try await store.erase(subject: "ada", pseudonym: "nobody")
    #expect(try await store.devices(DeviceQuery(limit: 9)).map(\.id) == ["eve", "x"])
    try await drivers[0].erase(.local)
    #expect(try await store.devices(DeviceQuery(limit: 9)).isEmpty)
    withExtendedLifetime(beds) {}
  }

  @Test("a budget allows a burst, and then one push in each interval")
  func budget() {
    let budget = PushBudget(burst: 3, interval: .seconds(100), distance: .seconds(1))
    var device = Self.shows("A", "x")
    var (now, sent) = (Int64(0), [Int64]())
    while now < 1_000_000 {
      // The minimum time between two pushes is not part of the budget, so the budget can allow a
      // push earlier.
      if device.next <= now { #expect(budget.left(device, at: now) > 0) }
      if device.next <= now {
        budget.pay(&device, at: now)
        sent.append(now)
      }
      now += 500
    }
    #expect(sent.prefix(4) == [0, 1_000, 2_000, 100_000])
    // In every period, there are at most as many pushes as the burst allows, plus one for each
    // interval.
    for (place, start) in sent.enumerated() {
      for end in sent[place...] {
        let count = sent.count { (start...end).contains($0) }
        #expect(count <= 3 + Int((end - start) / 100_000))
      }
    }
  }
}
