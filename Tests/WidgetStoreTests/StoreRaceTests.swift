import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import StoreModel

/// Two concurrent transactions on one widget or device: an erased widget leaves nothing behind, and
/// nothing is partly restored.
@Suite("Concurrent transactions", .startsPrograms)
struct StoreRaceTests {
  /// Holds a transaction open for a while, so that others wait for it.
  ///
  /// If the others begin later, the test passes, but proves nothing.
  private static func hold(_ isOpen: Held<Bool>) {
    isOpen.withLock { $0 = true }
    Thread.sleep(forTimeInterval: 0.3)
  }

  @Test("a save that an erasure waits for leaves nothing", arguments: StoreKind.present)
  func erasedDuringASave(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver) = (try bed.open(), try bed.driver())
    try await store.save(sample("Desk"), expecting: nil)
    let isOpen = Held(false)
    async let save: Void = driver.write(.local) { rows in
      _ = try rows.row("Desk")
      Self.hold(isOpen)
      try rows.log([
        LoggedChange(
          number: 0, moment: noon.milliseconds, actor: "ada", action: .change, name: "Desk",
          after: "a secret")
      ])
    }
    try await eventually("the save") { isOpen.withLock { $0 } }
    #expect(try await store.erase("Desk"))
    try await save
    try await driver.settleLog(of: nil)
    let log = try await driver.read(.local) { try $0.changes(.after(0, limit: 100)) } ?? []
    #expect(log.count == 2)
    #expect(log.allSatisfy { $0.name == "" && $0.actor == "" && $0.after == nil }, "\(log)")
  }

  @Test("a widget that is being deleted is not partly restored", arguments: StoreKind.present)
  func restoredWhileForgotten(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver) = (try bed.open(), try bed.driver())
    for number in 1...3 {
      let former = try await store.widget(named: "Desk")
      var widget = sample("Desk", number)
      widget.revision = former?.revision ?? 0
      try await store.save(widget, expecting: former?.revision)
    }
    try await store.remove(["Desk"])
    let isOpen = Held(false)
    async let forgotten = driver.write(.local) { rows in
      let count = try rows.forget(.removed(before: .max), limit: 10)
      Self.hold(isOpen)
      return count
    }
    try await eventually("the upkeep") { isOpen.withLock { $0 } }
    var problem: StoreProblem?
    do { try await store.restore("Desk") } catch { problem = error.problem }
    let number = try await forgotten
    #expect(number == 1)
    guard case .notPlaced = problem else {
      Issue.record("\(problem.map { $0.code } ?? "restored")")
      return
    }
    #expect(try await store.widget(named: "Desk") == nil)
    // If a widget is restored before the upkeep, the upkeep keeps it, together with its earlier
    // states.
    try await store.save(sample("Desk"), expecting: nil)
    try await store.remove(["Desk"])
    try await store.restore("Desk")
    let count = try await driver.write(.local) { try $0.forget(.removed(before: .max), limit: 10) }
    #expect(count == 0)
    #expect(try await store.history(of: "Desk").count == 2)
  }

  @Test(
    "requests at the same moment to skip changes do not overwrite each other",
    arguments: StoreKind.present)
  func skippedAtOnce(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver) = (try bed.open(), try bed.driver())
    for name in ["A", "B", "C", "D"] { try await store.save(sample(name), expecting: nil) }
    let epoch = try await store.logState().epoch
    try await store.setPosition(of: "hook", to: 4)
    let isOpen = Held(false)
    // A request that is still open when the next one arrives.
    async let open: Void = driver.write(.local) { rows in
      var skip = FollowerSkip(noted: try rows.lockedNote("hook skipped"), in: epoch)
      skip.skip(to: 4, at: noon.milliseconds)
      Self.hold(isOpen)
      try rows.setNote("hook skipped", to: skip.text)
    }
    try await eventually("the first request") { isOpen.withLock { $0 } }
    async let second: Void = store.skip(to: 2, of: "hook", at: noon)
    async let replay = store.replay(3...3, to: "hook", at: noon)
    _ = try await (open, second, replay)
    let skip = try await store.skip(of: "hook", in: epoch)
    #expect(skip.number == 4 && skip.moment == noon.milliseconds + 1)
    let replayed = try await store.deliveries(to: "hook", limit: 9)
    #expect(replayed.map(\.number) == [3])
    #expect(replayed.allSatisfy { !skip.covers($0) })
  }

  @Test("unseen devices are deleted, whatever widgets they show", arguments: StoreKind.present)
  func forgottenDevices(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver) = (try bed.open(), try bed.driver())
    for (id, count) in [("a", 0), ("b", 1), ("c", 2)] {
      var device = StoredDevice(
        id: id, owner: "ada", app: "com.example.clock", environment: "production", token: id,
        registered: 1)
      device.seen = 2
      device.widgets = (0..<count).map {
        DeviceWidget(kind: "Clock\($0)", placed: nil, family: nil)
      }
      let made = device
      try await store.changeDevice(id) { _, _ in made }
    }
    for (moment, limit, expected) in [(Int64(2), 9, 0), (3, 2, 2), (3, 9, 1)] {
      let count = try await driver.write(.local) { rows in
        try rows.forget(.devices(before: moment), limit: limit)
      }
      #expect(count == expected)
    }
    #expect(try await store.devices(DeviceQuery(limit: 9)).isEmpty)
  }
}
