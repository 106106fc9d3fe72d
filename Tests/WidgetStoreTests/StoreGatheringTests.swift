import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import StoreModel

/// Many callers at the same time, whose reads and saves share transactions.
@Suite("Many callers share transactions", .startsPrograms)
struct StoreGatheringTests {
  private static func name(_ number: Int) -> String { "Desk \(number)" }

  /// Stores the given number of widgets.
  private static func place(_ count: Int, in driver: any StoreDriver) async throws {
    try await PlacedWidgetStore(driver, now: { noon })
      .saveAll((0..<count).map { sample(name($0)) })
  }

  @Test("each save is complete and logged", arguments: StoreKind.present)
  func manySavers(_ kind: StoreKind) async throws {
    let (driver, gathering) = (try kind.bed().driver(), StoreGathering())
    let (callers, widgets, rounds) = (20, 8, 6)
    try await Self.place(widgets, in: driver)
    // Every caller changes every widget, so that saves of the same widget also coincide.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<callers {
        group.addTask {
          let store = PlacedWidgetStore(
            driver, of: .local, by: "caller \(caller)", through: gathering, now: { noon })
          for round in 0..<rounds {
            let name = Self.name((caller + round) % widgets)
            // Some callers have read the current state before, but it may have changed in the
            // meantime.
            let read = caller % 2 == 0 ? try await store.widget(named: name) : nil
            // No answer equals the first one: saving an equal answer would not keep an earlier
            // state.
            let number = (caller + 1) * 100 + round
            let saved = try await store.replace(sample(name, number), over: read)
            #expect(saved?.name == name)
            #expect(try await store.widget(named: name) != nil)
          }
        }
      }
      try await group.waitForAll()
    }
    let store = PlacedWidgetStore(driver, now: { noon })
    let stored = try await store.list()
    #expect(stored.reduce(0) { $0 + $1.revision } == widgets + callers * rounds)
    try await driver.settleLog(of: nil)
    let log = try await driver.read(.local) { try $0.changes(.after(0, limit: 1_000)) } ?? []
    #expect(log.map(\.number) == Array(1...(widgets + callers * rounds)))
    let actors = Dictionary(log.map { ($0.actor, 1) }, uniquingKeysWith: +)
    #expect((0..<callers).allSatisfy { actors["caller \($0)"] == rounds }, "\(actors)")
    for widget in stored {
      // In the log, the state before each change is the state after the previous change.
      let own = log.filter { $0.name == widget.name }
      for (earlier, later) in zip(own, own.dropFirst()) { #expect(earlier.after == later.before) }
      let states = try await store.history(of: widget.name)
      #expect(states.map(\.revision) == (1...widget.revision).reversed().map { $0 })
      #expect(states.first?.widget?.draft == widget.draft)
    }
  }

  @Test("an outdated save fails without affecting others", arguments: StoreKind.present)
  func outdatedSaves(_ kind: StoreKind) async throws {
    let (driver, gathering) = (try kind.bed().driver(), StoreGathering())
    let store = PlacedWidgetStore(driver, of: .local, through: gathering, now: { noon })
    try await Self.place(30, in: driver)
    let outcomes = await withTaskGroup(of: (Int, Int?, [StoreConflict]).self) { group in
      for number in 0..<40 {
        group.addTask {
          do throws(StoreError) {
            // Every third save expects a state that does not exist, and the last ten expect a free
            // name.
            let expected = number >= 30 ? nil : number % 3 == 0 ? 7 : 1
            let name = number >= 35 ? Self.name(number - 30) : Self.name(number)
            let read = try await store.widget(named: name)
            let saved = try await store.save(sample(name, 2), expecting: expected, over: read)
            return (number, saved.revision, [])
          } catch {
            guard case .conflicts(let conflicts) = error.problem else { return (number, nil, []) }
            return (number, nil, conflicts)
          }
        }
      }
      return await group.reduce(into: [(Int, Int?, [StoreConflict])]()) { $0.append($1) }
    }
    for (number, revision, conflicts) in outcomes {
      switch number {
      case 35...:
        // The name is taken, by the first state or a later one.
        #expect(conflicts.map(\.expected) == [nil], "\(number)")
      case 30...: #expect(revision == 1, "\(number)")
      case _ where number % 3 == 0:
        let found = StoreConflict(name: Self.name(number), expected: 7, found: 1)
        #expect(conflicts == [found], "\(number)")
      default: #expect(revision == 2, "\(number)")
      }
    }
    #expect(try await store.widget(named: "nobody") == nil)
  }

  @Test(
    "nobody waits for a widget that another program is changing",
    arguments: StoreKind.present.filter { $0.isShared && $0 != .sqlite })
  func lockedWidget(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (driver, other, gathering) = (try bed.driver(), try bed.driver(), StoreGathering())
    let store = PlacedWidgetStore(driver, of: .local, through: gathering, now: { noon })
    try await Self.place(20, in: driver)
    let (isOpen, areDone) = (Held(false), Held(false))
    async let change: Bool = other.write(.local) { rows in
      _ = try rows.row(Self.name(7))
      isOpen.withLock { $0 = true }
      for _ in 0..<5_000 where !areDone.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
      return areDone.withLock { $0 }
    }
    try await eventually("the other program") { isOpen.withLock { $0 } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 where number != 7 {
        group.addTask {
          let read = try await store.widget(named: Self.name(number))
          try await store.replace(sample(Self.name(number), 2), over: read)
        }
      }
      let read = try await store.widget(named: Self.name(7))
      async let locked = store.replace(sample(Self.name(7), 2), over: read)
      try await group.waitForAll()
      areDone.withLock { $0 = true }
      do {
        #expect(try await locked?.revision == 2)
      } catch let error as StoreError {
        // On a slow machine, the caller may have waited too long.
        guard case .busy = error.problem else { throw error }
      }
    }
    #expect(try await change)
    let stored = try await store.list()
    #expect(stored.allSatisfy { $0.revision == 2 || $0.name == Self.name(7) })
  }
}
