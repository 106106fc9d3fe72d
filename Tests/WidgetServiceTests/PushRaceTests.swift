import Foundation
import IntentModel
import JSONC
import SQLiteStore
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport

/// Changes that coincide with a registration, a send or a request: devices are notified of the last
/// state.
extension PushTests {
  /// A sender that lets something happen while a push is in flight.
  private final class MeddledSender: PushSender {
    let log = PushLog()
    let meddle = Held<(@Sendable () async throws -> Void)?>(nil)

    var apps: [PushApp] { log.apps }

    func send(_ pushes: [WidgetPush], to app: PushApp) async -> [PushOutcome] {
      let outcomes = await log.send(pushes, to: app)
      let once = meddle.withLock { meddle in
        defer { meddle = nil }
        return meddle
      }
      do { try await once?() } catch { Issue.record(error) }
      return outcomes
    }

    func close() async {}
  }

  /// Waits until no change for the device is waiting to be compared or pushed.
  private static func isQuiet(_ client: HTTPClient, _ id: String) async throws {
    try await eventually("the note") {
      try await device(client, id)["push"]["waitingSince"] == .null
    }
  }

  @Test(arguments: ReplicaTests.Kind.present)
  func aChangeBetweenTheFirstRequestAndTheRegistrationIsTold(
    _ kind: ReplicaTests.Kind
  ) async throws {
    let log = PushLog()
    let widgets = try Self.widgets()
    let time = Held(Date())
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: try driver(),
        now: { time.withLock { $0 } }, pushSender: log
      ) { client, _ in
        try await Self.save(client, "A", 0)
        let phone = Phone("phone", client)
        _ = try await phone.timeline("A")
        try await Self.save(client, "A", 0.5)
        try await Self.caughtUp(try driver())
        try await phone.register(["A"])
        // For some seconds, the phone could still send the request on its own, so the push waits.
        time.withLock { $0 += 6 }
        try await eventually("the push") { log.tokens == [phone.token] }
        #expect(try await phone.timeline("A").text.contains("0.5"))
      }
    }
  }

  @Test(arguments: ReplicaTests.Kind.present)
  func aTokenThatChangesDuringASendIsToldAgain(_ kind: ReplicaTests.Kind) async throws {
    let sender = MeddledSender()
    let widgets = try Self.widgets()
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: try driver(), pushSender: sender
      ) { client, _ in
        let phone = try await Self.phone(client, try driver())
        sender.meddle.withLock { $0 = { try await phone.register(["A"], token: "0f") } }
        try await Self.save(client, "A", 0.5)
        try await eventually("the push to the new token") {
          sender.log.tokens == [phone.token, "0f"]
        }
        // A phone that has sent a request since then is not notified again, although its token
        // changes.
        _ = try await phone.timeline("A")
        try await Self.isQuiet(client, "phone")
        try await phone.register(["A"], token: "1f")
        try await Self.isQuiet(client, "phone")
        #expect(sender.log.tokens.count == 2)
      }
    }
  }

  /// While a push to the phone is in flight, the phone drops a widget and shows it again.
  @Test(arguments: ReplicaTests.Kind.present)
  func aWidgetThatComesBackDuringASendIsToldAgain(_ kind: ReplicaTests.Kind) async throws {
    let sender = MeddledSender()
    let widgets = try Self.widgets()
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: try driver(), pushSender: sender
      ) { client, _ in
        let phone = try await Self.phone(client, try driver(), showing: ["A", "B"])
        sender.meddle.withLock {
          $0 = {
            try await phone.register(["B"])
            try await Self.save(client, "A", 0.75)
            try await phone.register(["A", "B"])
          }
        }
        try await Self.save(client, "A", 0.5)
        try await eventually("another push") { sender.log.tokens.count == 2 }
      }
    }
  }

  /// The phone requests a timeline, and the change in it is undone before the response arrives.
  @Test(arguments: ReplicaTests.Kind.present)
  func anAnswerThatIsOutdatedWhenItIsNotedIsToldAgain(_ kind: ReplicaTests.Kind) async throws {
    let log = PushLog()
    let (isAsked, isOpen) = (Held(false), Held(false))
    let timeline = EmphasisTimeline(delay: { title in
      guard title.contains("0.5") else { return }
      isAsked.withLock { $0 = true }
      try await eventually("the gate") { isOpen.withLock { $0 } }
    })
    let widgets = [try ServiceHost.upNext(timeline: timeline)]
    let time = Held(Date())
    var settings = Self.settings()
    settings.pushWindow = .seconds(60)
    let used = settings
    try await kind.run { driver in
      try await ServiceHost.run(
        settings: used, widgets: widgets, driver: try driver(), now: { time.withLock { $0 } },
        pushSender: log
      ) { client, _ in
        let phone = try await Self.phone(client, try driver(), at: 0.25)
        time.withLock { $0 += 6 }
        try await Self.isQuiet(client, "phone")
        try await Self.save(client, "A", 0.5)
        async let late = phone.timeline("A")
        // By now, the request of the phone has read the placed widget, and waits for the source.
        try await eventually("the source") { isAsked.withLock { $0 } }
        try await Self.save(client, "A", 0.25)
        try await Self.caughtUp(try driver())
        time.withLock { $0 += 61 }
        try await Self.isQuiet(client, "phone")
        #expect(log.tokens.isEmpty)
        isOpen.withLock { $0 = true }
        #expect(try await late.text.contains("0.5"))
        try await eventually("the push") { log.tokens.count == 1 }
        #expect(try await phone.timeline("A").text.contains("0.25"))
      }
    }
  }

  /// A deployment with a different definition notifies the devices whose widgets look different.
  @Test(arguments: ReplicaTests.Kind.present)
  func anotherDefinitionIsTold(_ kind: ReplicaTests.Kind) async throws {
    let log = PushLog()
    try await kind.run { driver in
      func run(
        without parameter: String?,
        _ body: @escaping @Sendable (HTTPClient) async throws -> Void
      ) async throws {
        let widgets = [
          try ServiceHost.upNext(timeline: EmphasisTimeline(), without: parameter)
        ]
        try await ServiceHost.run(
          settings: Self.settings(), widgets: widgets, driver: try driver(), pushSender: log
        ) { client, _ in try await body(client) }
      }
      try await run(without: nil) { client in
        for name in ["A", "B"] { try await Self.save(client, name, 0.5) }
        try await Self.caughtUp(try driver())
        for name in ["A", "B"] {
          let phone = Phone(name, client)
          try await phone.register([name])
          _ = try await phone.timeline(name)
          try await Self.isQuiet(client, name)
        }
        #expect(try await client.get("/metrics").text.contains("push_devices{"))
      }
      #expect(log.tokens.isEmpty)
      // The title shows the emphasis, so without it the phone shows something different.
      try await run(without: "emphasis") { client in
        try await eventually("both pushes") { log.tokens.count == 2 }
        for name in ["A", "B"] { _ = try await Phone(name, client).timeline(name) }
      }
      // Nobody is notified of the same definition again, or of a changed definition if the change
      // is invisible.
      try await run(without: "emphasis") { client in
        for name in ["A", "B"] { try await Self.isQuiet(client, name) }
      }
      #expect(log.tokens.count == 2)
    }
  }

  /// A store is restored from a backup that was made before the last change, which the phone has
  /// already fetched.
  @Test(arguments: ReplicaTests.Kind.present)
  func aRestoredStoreTellsAllDevices(_ kind: ReplicaTests.Kind) async throws {
    let log = PushLog()
    let widgets = try Self.widgets()
    @Sendable func run(
      _ driver: any StoreDriver,
      _ body: @escaping @Sendable (HTTPClient) async throws -> Void
    ) async throws {
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: driver, pushSender: log
      ) { client, _ in try await body(client) }
    }
    try await kind.run { driver in
      try await kind.run { restored in
        try await run(try driver()) { client in
          let phone = try await Self.phone(client, try driver(), at: 0.25)
          try await Self.isQuiet(client, "phone")
          _ = try await StoreCopy(from: try driver(), to: try restored()).copy(.local)
          try await Self.save(client, "A", 0.5)
          try await eventually("the push") { log.tokens.count == 1 }
          #expect(try await phone.timeline("A").text.contains("0.5"))
          try await Self.isQuiet(client, "phone")
        }
        // Changes that were due in the backup are too old to be pushed.
        try await PlacedWidgetStore(try restored()).changeDevice("phone") { device, _ in
          guard var device else { return nil }
          (device.due, device.since) = (1, 1)
          return device
        }
        try await run(try restored()) { client in
          try await eventually("the push after the restore") { log.tokens.count == 2 }
          #expect(try await Phone("phone", client).timeline("A").text.contains("0.25"))
          try await Self.isQuiet(client, "phone")
        }
        // Nobody is notified if the same store is used again.
        try await run(try restored()) { client in
          try await Self.save(client, "B", 0)
          try await Self.caughtUp(try restored())
          try await Self.isQuiet(client, "phone")
        }
        #expect(log.tokens.count == 2)
      }
    }
  }

  /// A store in which some tenants cannot be read.
  private struct HalfStore: StoreDriverWrapper {
    let base: any StoreDriver
    let broken: Held<Set<Tenant>>
    let attempts = Held(0)

    func carryOut<Value: Sendable>(
      _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      guard case .read(let tenant) = operation, broken.withLock({ $0.contains(tenant) }) else {
        return try await body()
      }
      attempts.withLock { $0 += 1 }
      throw StoreError(.inputOutput(cause: "no"), file: place)
    }
  }

  /// Each tenant in SQLite has its own file, which can fail separately.
  @Test func anotherDefinitionIsToldLaterToATenantWhoseStoreFailed() async throws {
    let log = PushLog()
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let acme = try #require(Tenant("acme"))
    let names = ["acme", "globex"]
    try await ReplicaTests.Kind.sqlite.run { driver in
      let base = try #require(try driver() as? SQLiteDriver)
      let broken = Held<Set<Tenant>>([])
      let store = HalfStore(base: base, broken: broken)
      func run(
        without parameter: String?,
        _ body: @escaping @Sendable (HTTPClient) async throws -> Void
      ) async throws {
        let widgets = [try ServiceHost.upNext(timeline: EmphasisTimeline(), without: parameter)]
        try await ServiceHost.run(
          settings: Self.settings(), access: access, widgets: widgets, driver: store,
          pushSender: log
        ) { client, _ in try await body(client) }
      }
      try await run(without: nil) { client in
        for name in names {
          let headers = try await Tokens.token(name, "read write device admin")
          let saved = try await client.send(
            "PUT", "/v1/placed/A", Self.draft(0.5), headers: Self.new.merging(headers) { $1 })
          #expect(saved.status == 201, "\(saved.text)")
          let tenant = try #require(Tenant(name))
          let stored = PlacedWidgetStore(base, of: tenant)
          try await eventually("the changes before") {
            try await stored.position(of: "push com.example.clock production")
              == stored.changeNumbers().upperBound
          }
          #expect(try await Phone(name, client).register(["A"], headers: headers).status == 201)
          let path = "/v1/placed/A/timeline?family=systemMedium&timeZone=UTC"
          _ = try await client.get(
            path, headers: headers.merging(["Widgetconfig-Device": name]) { $1 })
          try await eventually("the note") {
            try await client.get("/v1/devices/\(name)", headers: headers)
              .json["push"]["waitingSince"] == .null
          }
        }
      }
      #expect(log.tokens.isEmpty)
      broken.withLock { $0 = [acme] }
      try await run(without: "emphasis") { client in
        try await eventually("the push to the other tenant") { log.tokens.count == 1 }
        let before = store.attempts.withLock { $0 }
        try await eventually("another try") { store.attempts.withLock { $0 } > before }
        broken.withLock { $0 = [] }
        try await eventually("the push to the tenant") { log.tokens.count == 2 }
        #expect(Set(log.tokens) == Set(names.map { Phone($0, client).token }))
      }
    }
  }

  /// Skipped devices are not sent anything, so they do not count in the number of pushes per
  /// second.
  @Test func thePaceCountsOnlyWhatIsSent() async throws {
    let log = PushLog()
    var settings = Self.settings()
    settings.pushesPerSecond = 1
    let (used, widgets) = (settings, try Self.widgets())
    try await ReplicaTests.Kind.sqlite.run { driver in
      try await ServiceHost.run(
        settings: used, widgets: widgets, driver: try driver(), pushSender: log
      ) { client, _ in
        let phone = try await Self.phone(client, try driver())
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let old = (0..<500).map { number in
          var device = StoredDevice(
            id: "old \(number)", owner: "", app: "com.example.clock", environment: "production",
            token: String(format: "%04x", number), registered: now)
          // A change that waited for two days is too old to be pushed.
          (device.due, device.since, device.raises) = (1, now - 2 * 86_400_000, 1)
          return device
        }
        try await (try driver()).write(.local) { try $0.put(.devices(old)) }
        try await eventually("all of them") {
          try await Self.metric(client, "push_skipped_total{why=\"expired\"}") == 500
        }
        try await Self.save(client, "A", 0.5)
        // If skipped devices counted, the push would come after more than eight minutes.
        try await eventually("the push") { log.tokens == [phone.token] }
      }
    }
  }

  /// A store whose devices cannot be counted, and that cannot be written to while its disk is full.
  private struct FullStore: StoreDriverWrapper {
    let base: any StoreDriver
    let isFull: Held<Bool>
    let attempts = Held(0)

    func carryOut<Value: Sendable>(
      _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      guard case .write = operation, isFull.withLock({ $0 }) else { return try await body() }
      attempts.withLock { $0 += 1 }
      throw StoreError(.diskFull, file: place)
    }

    func deviceCounts(
      of app: DeviceApp
    ) async throws(StoreError) -> [StoredDevice.State: Int] {
      throw StoreError(.inputOutput(cause: "no"), file: place)
    }
  }

  /// A push that could not be recorded on a full disk is not sent again: only the attempt to record
  /// it is repeated.
  @Test func aFullDiskDoesNotRepeatPushes() async throws {
    let sender = MeddledSender()
    let widgets = try Self.widgets()
    try await ReplicaTests.Kind.sqlite.run { driver in
      let base = try #require(try driver() as? SQLiteDriver)
      let isFull = Held(false)
      let store = FullStore(base: base, isFull: isFull)
      try await ServiceHost.run(
        settings: Self.settings(), widgets: widgets, driver: store, pushSender: sender
      ) { client, _ in
        _ = try await Self.phone(client, base)
        sender.meddle.withLock { $0 = { isFull.withLock { $0 = true } } }
        try await Self.save(client, "A", 0.5)
        try await eventually("the push") { sender.log.tokens.count == 1 }
        try await eventually("attempts to note it") { store.attempts.withLock { $0 } >= 4 }
        isFull.withLock { $0 = false }
        try await Self.isQuiet(client, "phone")
        #expect(sender.log.tokens.count == 1)
      }
    }
  }
}
