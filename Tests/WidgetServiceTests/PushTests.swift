import Foundation
import IntentModel
import JSONC
import Logging
import PostgresStore
import SQLiteStore
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport

/// Pushes to devices: which devices are notified of which changes, and how often.
@Suite(.startsPrograms) struct PushTests {
  static let new = ["If-None-Match": "*"]

  static func settings() -> ServiceSettings {
    var settings = ServiceSettings()
    settings.changeInterval = .milliseconds(50)
    settings.pushWindow = .milliseconds(100)
    settings.pushDistance = .zero
    settings.pushBurst = 100
    return settings
  }

  /// A timeline whose first title is the widget's emphasis, so that an answer is visible in the
  /// timeline.
  struct EmphasisTimeline: IntentTimelineProvider {
    var name: String { "emphasis" }
    var suffix: @Sendable () -> String = { "" }
    /// Called with the title of a timeline before the timeline is returned, so that a test can
    /// delay it.
    var delay: @Sendable (_ title: String) async throws -> Void = { _ in }

    func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
      TimelineEntry(date: context.now, content: EntryContent(title: "Nothing"))
    }

    func timeline(
      for intent: Intent, in context: TimelineProviderContext
    ) async throws -> Timeline {
      let title = "\(intent["emphasis"].map { "\($0)" } ?? "none")\(suffix())"
      try await delay(title)
      let entry = TimelineEntry(date: context.now, content: EntryContent(title: title))
      return Timeline(
        entries: [entry], reload: .after(context.now.addingTimeInterval(3_600)))
    }
  }

  static func widgets(
    _ suffix: @escaping @Sendable () -> String = { "" }
  ) throws -> [ConfigurableWidget] {
    [try ServiceHost.upNext(timeline: EmphasisTimeline(suffix: suffix))]
  }

  static func draft(_ emphasis: Double) -> String {
    #"{"kind":"UpNext","family":"systemMedium","draft":{"emphasis":\#(emphasis)}}"#
  }

  /// Places or changes a widget, and returns the part of the response about pushes.
  @discardableResult
  static func save(
    _ client: HTTPClient, _ name: String, _ emphasis: Double, headers: [String: String] = [:]
  ) async throws -> JSONValue {
    let path = "/v1/placed/\(name)"
    let present = try await client.get(path)
    let condition =
      present.status == 404 ? new : ["If-Match": present.headers["etag"] ?? ""]
    let answer = try await client.send(
      "PUT", path, draft(emphasis), headers: condition.merging(headers) { $1 })
    #expect([200, 201].contains(answer.status), "\(answer.text)")
    return answer.json["push"]
  }

  /// Waits until all changes have been processed, so that a device that registers later is not
  /// notified of them.
  static func caughtUp(_ driver: any StoreDriver) async throws {
    let store = PlacedWidgetStore(driver)
    let follower = "push com.example.clock production"
    try await eventually("the changes before") {
      try await store.position(of: follower) == store.changeNumbers().upperBound
    }
  }

  static func caughtUp(_ folder: URL) async throws { try await caughtUp(driver(folder)) }

  private static func driver(_ folder: URL) throws -> SQLiteDriver {
    try SQLiteDriver(path: folder.appending(path: "store.sqlite").path)
  }

  /// A phone that shows placed widgets, and has requested their timelines.
  ///
  /// - Parameters:
  ///   - names: The names of the widgets, which are placed first.
  ///   - emphasis: The first answer for each widget.
  static func phone(
    _ client: HTTPClient, _ driver: any StoreDriver, showing names: [String] = ["A"],
    at emphasis: Double = 0
  ) async throws -> Phone {
    for name in names { try await save(client, name, emphasis) }
    try await caughtUp(driver)
    let phone = Phone("phone", client)
    try await phone.register(names)
    for name in names { _ = try await phone.timeline(name) }
    return phone
  }

  static func device(_ client: HTTPClient, _ id: String) async throws -> JSONValue {
    try await client.get("/v1/devices/\(id)").json
  }

  /// A number from the metrics.
  static func metric(_ client: HTTPClient, _ name: String) async throws -> Double? {
    let text = try await client.get("/metrics").text
    return text.split(separator: "\n").first { $0.hasPrefix("widgetconfig_\(name) ") }
      .flatMap { Double($0.split(separator: " ").last ?? "") }
  }

  @Test(arguments: ReplicaTests.Kind.present)
  func aSaveReachesThePhone(_ kind: ReplicaTests.Kind) async throws {
    let log = PushLog()
    let widgets = try Self.widgets()
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: try driver(), pushSender: log
      ) { client, _ in
        try await Self.save(client, "Kitchen", 0.25)
        try await Self.save(client, "Hall", 0.25)
        try await Self.caughtUp(try driver())
        let phone = Phone("phone", client)
        let made = try await phone.register(["Kitchen", "Nowhere"])
        #expect(made.status == 201 && made.json["missing"] == ["Nowhere"], "\(made.text)")
        #expect(try await phone.register(["Kitchen", "Nowhere"]).status == 200)
        let first = try await phone.timeline("Kitchen")
        #expect(first.headers["cache-control"] == "private, no-cache")
        // The phone is not notified of a change to a widget that it does not show, or if the same
        // answers are saved again.
        #expect(try await Self.save(client, "Hall", 0.5)["devices"] == 0)
        let push = try await Self.save(client, "Kitchen", 0.5)
        #expect(push["devices"] == 1 && push["queued"] == 1, "\(push.compact)")
        try await eventually("the push") { !log.tokens.isEmpty }
        #expect(log.tokens == [phone.token])
        let second = try await phone.timeline("Kitchen")
        #expect(second.text != first.text && second.text.contains("0.5"), "\(second.text)")
        // The request proves that the push had an effect.
        let device = try await Self.device(client, "phone")
        #expect(device["push"]["confirmedAt"] != .null, "\(device.compact)")
        #expect(device["lastResult"]["status"] == 200 && device["lastResult"]["apnsId"] == "a1")
        #expect(!device.compact.contains(phone.token))
        #expect(try await Self.metric(client, "push_fetch_seconds_count") == 1)
        let page = try await client.get("/devices").text
        #expect(page.contains("com.example.clock") && page.contains(", confirmed"), "\(page)")
        #expect(!page.contains(phone.token))
        // On a phone, each fact is labeled with the name of its column.
        #expect(page.contains(#"<td data-column="App"><bdi>com.example.clock"#), "\(page)")
        #expect(page.contains(#"<td data-column="State"><bdi>active</bdi></td>"#), "\(page)")
        #expect(
          page.contains(/<td data-column="Seen"><bdi>[\d-]{10} [\d:]{8} UTC<\/bdi><\/td>/),
          "\(page)")
        #expect(try await client.get("/").text.contains("href=\"/devices\""))
        // A device can be found by its name, its widgets and its state.
        for (query, isFound) in [
          ("q=phone", true), ("q=Kitchen&state=active", true), ("q=Kitchen&state=suspect", false),
          ("q=Hall", false), ("state=active", true), ("state=silent", false),
        ] {
          let found = try await client.get("/devices?\(query)").text
          #expect(found.contains("<table") == isFound, "\(query): \(found)")
          #expect(found.contains("No device is found.") == !isFound, "\(query): \(found)")
        }
        // Its page shows the known facts, and sends a push or removes the device.
        let own = try await client.get("/devices/phone").text
        #expect(page.contains("href=\"/devices/phone\""))
        #expect(own.contains("Kitchen") && own.contains("com.example.clock"), "\(own)")
        #expect(own.contains("value=\"push\"") && own.contains("value=\"remove\""))
        #expect(!own.contains(phone.token))
        #expect(try await client.get("/devices/nobody").status == 404)
        // The phone is notified of a removal; after that, the service knows that the phone shows no
        // widget.
        let tag = try await client.get("/v1/placed/Kitchen").headers["etag"] ?? ""
        _ = try await client.send("DELETE", "/v1/placed/Kitchen", headers: ["If-Match": tag])
        try await eventually("the push of the removal") { log.tokens.count == 2 }
        #expect(try await phone.timeline("Kitchen").status == 404)
        #expect(log.tokens.count == 2)
      }
    }
  }

  /// An operator uses the page of a device to send it a push, and to remove it.
  @Test func aDeviceHasAPage() async throws {
    let log = PushLog()
    try await ServiceHost.run(
      settings: Self.settings(), widgets: try Self.widgets(), pushSender: log
    ) { client, folder in
      let phone = try await Self.phone(client, try Self.driver(folder), showing: ["Kitchen"])
      var visitor = try await Visitor(client, at: "/devices/phone")
      try await visitor.send(["action": "push", "csrf": "0"])
      #expect(visitor.page.status == 403 && log.tokens.isEmpty)
      try await visitor.press("push")
      #expect(visitor.text.contains("A push is sent soon."), "\(visitor.text)")
      try await eventually("the push") { log.tokens == [phone.token] }
      try await visitor.press("remove")
      #expect(visitor.text.contains("No devices are registered."), "\(visitor.text)")
      #expect(try await client.get("/devices/phone").status == 404)
    }
  }

  /// If the phone's own cache answered after a push, nothing new would be shown; the header
  /// prevents this.
  @Test func aCacheAsksAgainOnlyForADeviceThatNamesItself() async throws {
    try await ServiceHost.run(
      settings: Self.settings(), widgets: try Self.widgets(), pushSender: PushLog()
    ) { client, _ in
      try await Self.save(client, "Kitchen", 0.25)
      let (silent, named) = (Phone("silent", client), Phone("named", client))
      for (phone, namesItself, expected) in [(silent, false, "0.25"), (named, true, "0.5")] {
        try await Self.save(client, "Kitchen", 0.25)
        _ = try await phone.timeline("Kitchen", namesItself: namesItself)
        try await Self.save(client, "Kitchen", 0.5)
        let shown = try await phone.timeline("Kitchen", namesItself: namesItself)
        #expect(shown.text.contains("(\(expected))"), "\(shown.text)")
      }
      // If a timeline has not changed, the response to the phone's request does not contain it.
      let before = await named.requests
      let again = try await named.timeline("Kitchen")
      #expect(again.text.contains("0.5"))
      #expect(await named.requests == before + 1)
    }
  }

  /// A device is not notified of a state that it already shows.
  @Test(arguments: ReplicaTests.Kind.present)
  func whatLooksTheSameIsNotTold(_ kind: ReplicaTests.Kind) async throws {
    let log = PushLog()
    let title = Held("")
    let widgets = try Self.widgets { title.withLock { $0 } }
    let time = Held(Date())
    var settings = Self.settings()
    settings.pushWindow = .seconds(60)
    let used = settings
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: used, widgets: widgets, driver: try driver(), now: { time.withLock { $0 } },
        pushSender: log
      ) { client, _ in
        /// Waits until the changes have been processed, and moves the clock past the window in
        /// which they are collected.
        func pass() async throws {
          try await Self.caughtUp(try driver())
          time.withLock { $0 += 61 }
        }
        let phone = try await Self.phone(
          client, try driver(), showing: ["Kitchen"], at: 0.25)
        func skipped(_ why: String) async throws -> Double {
          try await Self.metric(client, "push_skipped_total{why=\"\(why)\"}") ?? 0
        }
        // The phone could have sent its request before the change and registered after it, so the
        // service compares the timelines.
        try await pass()
        try await eventually("the look") { try await skipped("fetched") == 1 }
        // A reload whose timeline looks the same.
        let reload = try await client.post("/v1/placed/Kitchen/reload", #"{"reason":"app"}"#)
        #expect(reload.json["reloaded"] == 1 && reload.json["push"]["queued"] == 1)
        try await pass()
        try await eventually("the look") { try await skipped("unchanged") == 1 }
        // A change that is undone within the window.
        try await Self.save(client, "Kitchen", 0.5)
        try await Self.save(client, "Kitchen", 0.25)
        try await pass()
        try await eventually("the look") { try await skipped("unchanged") == 2 }
        // A change that the phone has fetched in the meantime.
        try await Self.save(client, "Kitchen", 0.75)
        _ = try await phone.timeline("Kitchen")
        try await pass()
        try await eventually("the look") { try await skipped("fetched") == 2 }
        #expect(log.tokens.isEmpty)
        // A reload whose timeline looks different.
        title.withLock { $0 = " of late" }
        _ = try await client.post("/v1/widgets/UpNext/reload", "{}")
        try await pass()
        try await eventually("the push") { log.tokens.count == 1 }
        #expect(try await phone.timeline("Kitchen").text.contains("of late"))
      }
    }
  }

  /// Consecutive changes lead to one push, and a steady stream of changes does not delay it.
  @Test func changesAreToldTogether() async throws {
    let log = PushLog()
    let time = Held(Date())
    var settings = Self.settings()
    settings.pushWindow = .seconds(60)
    try await ServiceHost.run(
      settings: settings, widgets: try Self.widgets(), now: { time.withLock { $0 } },
      pushSender: log
    ) { client, folder in
      let phone = try await Self.phone(client, Self.driver(folder), showing: ["A", "B"])
      // The phone could have sent its request before the changes and registered after them, so the
      // service compares the timelines.
      time.withLock { $0 += 61 }
      try await eventually("the look") {
        try await Self.metric(client, "push_skipped_total{why=\"fetched\"}") == 1
      }
      // The window of the first change ends eleven seconds after the third one.
      for (place, name) in ["A", "B", "A"].enumerated() {
        #expect(log.tokens.isEmpty)
        try await Self.save(client, name, Double(place + 1) / 10)
        try await Self.caughtUp(folder)
        if place < 2 { time.withLock { $0 += 25 } }
      }
      #expect(log.tokens.isEmpty)
      time.withLock { $0 += 11 }
      try await eventually("the push") { !log.tokens.isEmpty }
      #expect(log.tokens == [phone.token])
      #expect(try await phone.timeline("A").text.contains("0.3"))
    }
  }

  /// Pushes beyond the budget of a device wait; then the device is notified of the last state.
  @Test func aBudgetIsKept() async throws {
    let log = PushLog()
    let time = Held(Date())
    var settings = Self.settings()
    settings.pushBurst = 2
    settings.pushInterval = .seconds(1_000)
    settings.pushWindow = .zero
    try await ServiceHost.run(
      settings: settings, widgets: try Self.widgets(), now: { time.withLock { $0 } },
      pushSender: log
    ) { client, folder in
      let phone = try await Self.phone(client, Self.driver(folder))
      for (value, count) in [(0.1, 1), (0.2, 2)] {
        try await Self.save(client, "A", value)
        try await eventually("push \(count)") { log.tokens.count == count }
        try await eventually("its note") {
          try await Self.device(client, "phone")["push"]["waitingSince"] == .null
        }
      }
      let push = try await Self.save(client, "A", 0.3)
      #expect(push["queued"] == 0 && push["deferred"] == 1, "\(push.compact)")
      #expect(push["notBefore"].stringValue != nil, "\(push.compact)")
      #expect(try await client.post("/v1/devices/phone/push", "").status == 409)
      try await Self.save(client, "A", 0.4)
      try await eventually("both changes") {
        try await Self.metric(client, "push_deferred_total") == 2
      }
      #expect(log.tokens.count == 2)
      time.withLock { $0 += 1_001 }
      try await eventually("the push") { log.tokens.count == 3 }
      #expect(try await phone.timeline("A").text.contains("0.4"))
      time.withLock { $0 += 5_000 }
      #expect(try await client.post("/v1/devices/phone/push", "").status == 202)
      try await eventually("the push that was asked for") { log.tokens.count == 4 }
    }
  }

  /// Each outcome of a send, and its effect on the device.
  @Test(arguments: ReplicaTests.Kind.present)
  func outcomesAreFollowed(_ kind: ReplicaTests.Kind) async throws {
    let log = PushLog()
    let widgets = try Self.widgets()
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: try driver(), pushSender: log
      ) { client, _ in
        let phone = Phone("phone", client)
        var value = 0.0
        func change() async throws {
          value += 0.01
          try await Self.save(client, "A", value)
        }
        func state() async throws -> JSONValue { try await Self.device(client, "phone") }
        try await change()
        try await phone.register(["A"])
        // A token is kept if it ended before the app registered again.
        log.obey { _, _ in
          .tokenEnded(since: .now.addingTimeInterval(-3_600), PushReceipt(status: 410))
        }
        try await change()
        try await eventually("the answer") { try await state()["lastResult"]["status"] == 410 }
        #expect(try await state()["state"] == "active")
        // A refused token is not used until the app registers again.
        log.obey { _, _ in
          .tokenRefused(PushReceipt(status: 400, reason: "BadDeviceToken"))
        }
        try await change()
        try await eventually("the refusal") { try await state()["state"] == "suspect" }
        #expect(try await state()["lastResult"]["reason"] == "BadDeviceToken")
        let page = try await client.get("/devices/phone").text
        #expect(page.contains("the token was refused; 400 BadDeviceToken"), "\(page)")
        let count = log.tokens.count
        log.obey { _, _ in .accepted(PushReceipt(status: 200)) }
        #expect(try await Self.save(client, "A", 0.9)["devices"] == 0)
        #expect(try await client.post("/v1/devices/phone/push", "").status == 409)
        // After the app has registered again, the device is notified of the changes that it missed.
        try await phone.register(["A"])
        try await eventually("a push") { log.tokens.count == count + 1 }
        try await eventually("its note") {
          try await state()["push"]["waitingSince"] == .null
        }
        try await change()
        try await eventually("another push") { log.tokens.count == count + 2 }
        try await eventually("its note") {
          try await state()["push"]["waitingSince"] == .null
        }
        // A wrong setting is not the fault of the device: the device is notified once the setting
        // is corrected.
        log.obey { _, _ in
          .paused(until: .now.addingTimeInterval(0.3), PushReceipt(status: 403))
        }
        try await change()
        try await eventually("the pause") { log.tokens.count >= count + 3 }
        #expect(try await state()["push"]["failures"] == 0)
        // On a slow machine, the paused push can be the one after the registration instead of the
        // one for the change; therefore, the test waits until the change has marked the device.
        try await eventually("its mark") { try await state()["push"]["dueAt"] != .null }
        log.obey { _, _ in .accepted(PushReceipt(status: 200)) }
        try await eventually("the end of it") {
          try await state()["push"]["waitingSince"] == .null
        }
        // A receiver that fails is tried again.
        log.obey { _, _ in .failed(retryAfter: .milliseconds(100), PushReceipt(status: 503)) }
        try await change()
        try await eventually("a failure") { try await state()["push"]["failures"] != 0 }
        log.obey { _, _ in .accepted(PushReceipt(status: 200)) }
        try await eventually("the end of failures") {
          try await state()["push"]["failures"] == 0
        }
        // A token that has ended in the meantime is removed.
        log.obey { _, _ in
          .tokenEnded(since: .now.addingTimeInterval(5), PushReceipt(status: 410))
        }
        try await change()
        try await eventually("the removal") {
          try await client.get("/v1/devices/phone").status == 404
        }
      }
    }
  }

  /// A device that makes a change requests its timeline without a push.
  @Test func theDeviceThatChangesIsNotTold() async throws {
    let log = PushLog()
    try await ServiceHost.run(
      settings: Self.settings(), widgets: try Self.widgets(), pushSender: log
    ) { client, folder in
      let (own, other) = (Phone("own", client), Phone("other", client))
      try await Self.save(client, "A", 0)
      try await Self.caughtUp(folder)
      for phone in [own, other] {
        try await phone.register(["A"])
        _ = try await phone.timeline("A")
      }
      let push = try await Self.save(
        client, "A", 0.5, headers: ["Widgetconfig-Device": "own"])
      #expect(push["devices"] == 2 && push["queued"] == 1, "\(push.compact)")
      #expect(push["skipped"] == 1 && push["deferred"] == 0, "\(push.compact)")
      _ = try await own.timeline("A")
      try await eventually("the push to the other") { !log.tokens.isEmpty }
      #expect(log.tokens == [other.token])
    }
  }

  /// The callers that may see and change a device.
  @Test func devicesBelongToTheirOwners() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(
      settings: Self.settings(), access: access, widgets: try Self.widgets(),
      pushSender: PushLog()
    ) { client, _ in
      func token(
        _ subject: String, _ scopes: String = "device", _ tenant: String = "t"
      ) async throws -> [String: String] {
        try await Tokens.token(tenant, scopes, subject: subject)
      }
      let (ada, bob) = (try await token("ada"), try await token("bob"))
      let admin = try await token("root", "admin")
      let phone = Phone("phone", client)
      #expect(try await phone.register(["A"]).status == 401)
      #expect(
        try await phone.register(["A"], headers: try await token("ada", "read write")).status
          == 403)
      #expect(try await phone.register(["A"], headers: ada).status == 201)
      let path = "/v1/devices/phone"
      #expect(try await client.get(path, headers: ada).json["id"] == "phone")
      #expect(try await client.get(path, headers: ada).json["owner"] == .null)
      #expect(try await client.get(path, headers: bob).status == 404)
      #expect(try await client.get(path, headers: admin).json["owner"] == "ada")
      #expect(
        try await client.get(path, headers: try await token("root", "admin", "u")).status == 404)
      #expect(try await client.get("/v1/devices", headers: bob).json["devices"].list.isEmpty)
      #expect(try await client.get("/v1/devices", headers: admin).json["devices"].list.count == 1)
      // An identifier that another user has registered is refused with a different token; with the
      // same token, the phone now has a different user.
      #expect(try await phone.register([], token: "0a", headers: bob).status == 409)
      #expect(try await phone.register(["A"], headers: bob).status == 200)
      #expect(try await client.get(path, headers: ada).status == 404)
      // A token that is registered under another identifier moves to that identifier.
      let again = Phone("again", client)
      #expect(
        try await again.register(["B"], token: phone.token, headers: bob).status == 201)
      #expect(try await client.get(path, headers: bob).status == 404)
      #expect(try await client.send("DELETE", path, headers: bob).status == 204)
      #expect(try await client.send("DELETE", "/v1/devices/again", headers: ada).status == 204)
      #expect(try await client.get("/v1/devices/again", headers: bob).status == 200)
      #expect(try await client.send("DELETE", "/v1/devices/again", headers: bob).status == 204)
      #expect(try await client.get("/v1/devices/again", headers: bob).status == 404)
      for number in 0..<20 {
        let many = Phone("many-\(number)", client)
        #expect(try await many.register([], headers: bob).status == 201)
      }
      let extra = try await Phone("extra", client).register([], headers: bob)
      #expect(extra.status == 409 && extra.json["code"] == "too-many-devices")
      let page = try await client.get("/v1/devices?limit=15&state=silent", headers: bob).json
      #expect(page["devices"].list.count == 15)
      let next = page["next"].stringValue ?? ""
      let rest = try await client.get(
        "/v1/devices?limit=15&state=silent&after=\(next)", headers: bob
      ).json
      #expect(rest["devices"].list.count == 5 && rest["next"] == .null)
    }
  }

  @Test func registrationsAreChecked() async throws {
    try await ServiceHost.run(
      settings: Self.settings(), widgets: try Self.widgets(), pushSender: PushLog()
    ) { client, _ in
      func code(_ body: String, _ id: String = "phone") async throws -> String? {
        let answer = try await client.send("PUT", "/v1/devices/\(id)", body)
        #expect(answer.status == 422, "\(answer.text)")
        #expect(!answer.text.contains("abcdef"))
        return answer.json["code"].stringValue
      }
      func body(
        _ app: String = "com.example.clock", _ environment: String = "production",
        _ token: String = "abcdef", _ widgets: String = "[]"
      ) -> String {
        #"{"app":"\#(app)","environment":"\#(environment)","token":"\#(token)","#
          + #""widgets":\#(widgets)}"#
      }
      #expect(try await code(body("com.example.stranger")) == "unknown-app")
      #expect(try await code(body("com.example.clock", "development")) == "unknown-app")
      #expect(try await code(body("com.example.clock", "production", "abcde")) == "invalid-token")
      #expect(try await code(body("com.example.clock", "production", "xyz!")) == "invalid-token")
      let long = String(repeating: "ab", count: 257)
      #expect(try await code(body("com.example.clock", "production", long)) == "invalid-token")
      #expect(try await code(body(), String(repeating: "x", count: 65)) == "invalid-device")
      // The message about an invalid identifier is in English, even though part of it has a
      // translation.
      let longer = String(repeating: "x", count: 65)
      let german = try await client.send(
        "PUT", "/v1/devices/\(longer)", body(), headers: ["Accept-Language": "de"])
      let rule = "is not 1 to 64 visible ASCII characters."
      let title = "The identifier “\(longer)” of the device \(rule)"
      #expect(german.json["title"].stringValue == title, "\(german.text)")
      let many = Array(repeating: #"{"kind":"UpNext"}"#, count: 65).joined(separator: ",")
      _ = try await code(body("com.example.clock", "production", "abcdef", "[\(many)]"))
      _ = try await code(body("com.example.clock", "production", "abcdef", "[{}]"))
      _ = try await code(body("com.example.clock", "beta"))
    }
    // Pushes are turned off while a device is registered.
    let driver = MemoryDriver()
    try await ServiceHost.run(
      settings: Self.settings(), widgets: try Self.widgets(), driver: driver, pushSender: PushLog()
    ) { client, _ in
      let answer = try await Phone("phone", client).register(["A"])
      #expect(answer.status == 201)
    }
    try await ServiceHost.run(
      settings: Self.settings(), widgets: try Self.widgets(), driver: driver
    ) { client, _ in
      for answer in [
        try await Phone("phone", client).register(["A"]),
        try await client.post("/v1/devices/phone/push", ""),
      ] {
        #expect(answer.status == 422 && answer.json["code"] == "push-off", "\(answer.text)")
      }
      // The page of the device says so too, and keeps its actions.
      var visitor = try await Visitor(client, at: "/devices/phone")
      try await visitor.press("push")
      #expect(visitor.page.status == 422, "\(visitor.text)")
      #expect(visitor.text.contains("The service sends no pushes."), "\(visitor.text)")
      #expect(visitor.text.contains("value=\"remove\""), "\(visitor.text)")
      #expect(try await Self.save(client, "A", 0) == .null)
    }
  }

  /// A subscription to a kind covers every placed widget of the kind, and a rename is pushed under
  /// both names.
  @Test func kindsAndNewNamesAreTold() async throws {
    let log = PushLog()
    try await ServiceHost.run(
      settings: Self.settings(), widgets: try Self.widgets(), pushSender: log
    ) { client, folder in
      try await Self.save(client, "A", 0)
      try await Self.caughtUp(folder)
      let all = try await client.send(
        "PUT", "/v1/devices/all",
        #"{"app":"com.example.clock","environment":"production","token":"0A","#
          + #""widgets":[{"kind":"UpNext"}]}"#)
      #expect(all.status == 201)
      let old = Phone("old", client)
      try await old.register(["A"])
      _ = try await old.timeline("A")
      let later = Phone("later", client)
      try await later.register(["B"])
      #expect(try await later.timeline("B").status == 404)
      _ = try await client.post("/v1/placed/A/rename", #"{"to":"B"}"#)
      try await eventually("three pushes") { log.tokens.count == 3 }
      #expect(Set(log.tokens) == ["0a", old.token, later.token])
    }
  }

  /// Two replicas send each push only once, and a change is pushed even if one of the replicas ends
  /// before it has sent the push.
  @Test(.enabled(if: PostgresServer.isInstalled))
  func replicasSendOnce() async throws {
    let log = PushLog()
    let widgets = try Self.widgets()
    try await ReplicaTests.Kind.postgres.run { driver in
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: try driver(), pushSender: log
      ) { one, _ in
        try await Self.save(one, "A", 0)
        try await Self.caughtUp(try driver())
        let phone = Phone("phone", one)
        try await ServiceHost.run(
          settings: Self.settings(), widgets: widgets, driver: try driver(), pushSender: log
        ) { two, _ in
          try await phone.register(["A"])
          _ = try await phone.timeline("A")
          try await Self.save(two, "A", 0.1)
          try await eventually("a push") { log.tokens.count == 1 }
          _ = try await phone.timeline("A")
          try await Self.save(one, "A", 0.2)
          try await eventually("another push") { log.tokens.count == 2 }
          _ = try await phone.timeline("A")
        }
        try await Self.save(one, "A", 0.3)
        try await eventually("a third push") { log.tokens.count == 3 }
      }
    }
  }

  /// Many devices with the same widget are notified in parts.
  @Test(arguments: ReplicaTests.Kind.present)
  func manyDevicesAreToldInParts(_ kind: ReplicaTests.Kind) async throws {
    let log = PushLog()
    let widgets = try Self.widgets()
    var settings = Self.settings()
    settings.pushesPerSecond = 0
    let used = settings
    try await kind.run { driver in
      let store = PlacedWidgetStore(try driver())
      let count = 1_300
      var quiet = Logger(label: "many")
      quiet.logLevel = .warning
      try await ServiceHost.run(
        settings: used, widgets: widgets, driver: try driver(), logger: quiet, pushSender: log
      ) { client, _ in
        try await Self.save(client, "A", 0)
        try await Self.caughtUp(try driver())
        for number in 0..<count {
          var device = StoredDevice(
            id: "device \(number)", owner: "", app: "com.example.clock",
            environment: "production", token: String(number, radix: 16),
            registered: Int64(Date().timeIntervalSince1970 * 1_000))
          device.widgets = [DeviceWidget(kind: "UpNext", placed: "A", family: nil)]
          _ = try await store.register(device)
        }
        let push = try await Self.save(client, "A", 0.5)
        #expect(push["devices"] == 1_000 && push["isMore"] == true, "\(push.compact)")
        try await eventually("all pushes") { log.tokens.count >= count }
        #expect(Set(log.tokens).count == count && log.tokens.count == count)
        #expect(log.sizes.allSatisfy { $0 <= 500 } && log.sizes.count >= 3)
      }
    }
  }
}
