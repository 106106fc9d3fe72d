import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import StoreModel

/// Unused definitions are deleted, but no others.
@Suite("Unused definitions", .startsPrograms)
struct DefinitionUpkeepTests {
  /// A widget with an answer under a definition whose parameter has the given name.
  private static func widget(_ name: String, under parameter: String) -> PlacedWidget {
    let schema = IntentSchema(
      IntentDefinition(
        name: "UpNext",
        parameters: [
          ParameterDefinition(name: "number", type: .integer(NumberMetadata())),
          ParameterDefinition(name: parameter, type: .integer(NumberMetadata())),
        ]),
      in: IntentDefinitionFile())
    var widget = sample(name)
    widget.answer(widget.draft, under: schema)
    return widget
  }

  /// Deletes unused definitions, and returns their number.
  private static func forget(_ driver: any StoreDriver) async throws -> Int {
    try await driver.write(.local) { try $0.forget(.definitions, limit: 100) }
  }

  @Test(
    "unused definitions are deleted, and the others are kept",
    arguments: StoreKind.present.filter(\.isShared))
  func upkeep(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver) = (try bed.open(), try bed.driver())
    var desk = try await store.save(Self.widget("Desk", under: "one"), expecting: nil)
    try await store.save(Self.widget("Hall", under: "two"), expecting: nil)
    let one = desk.answerSchema
    #expect(one != nil)
    // Both definitions are used, so neither is deleted.
    while try await driver.upkeep(at: noon.milliseconds) {}
    #expect(try await Self.forget(driver) == 0)
    // The definition of an earlier state is not deleted.
    let former = desk.revision
    desk = Self.widget("Desk", under: "three")
    try await store.save(desk, expecting: former)
    #expect(try await Self.forget(driver) == 0)
    #expect(try await store.history(of: "Desk").last?.widget?.answerSchema == one)
    // A definition becomes unused when its last widget is erased.
    #expect(try await store.erase("Hall"))
    #expect(try await Self.forget(driver) == 1)
    try await store.save(Self.widget("Hall", under: "two"), expecting: nil)
    #expect(try await store.erase("Hall"))
    // The upkeep looks for unused definitions once a day.
    while try await driver.upkeep(at: noon.milliseconds + 86_400_000) {}
    #expect(try await Self.forget(driver) == 0)
    #expect(try await store.history(of: "Desk").last?.widget?.answerSchema == one)
    withExtendedLifetime(bed) {}
  }

  @Test(
    "a definition that a save is about to use stays",
    arguments: StoreKind.present.filter(\.isShared))
  func namedMeanwhile(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let (store, driver, other) = (try bed.open(), try bed.driver(), try bed.driver())
    let hall = Self.widget("Hall", under: "two")
    try await store.save(hall, expecting: nil)
    while try await driver.upkeep(at: noon.milliseconds) {}
    let row = try #require(try await driver.read(.local) { try $0.row("Hall") } ?? nil)
    #expect(row.definition != nil)
    #expect(try await store.erase("Hall"))
    // The save begins before the upkeep.
    let isOpen = Held(false)
    async let save: Void = driver.write(.local) { rows in
      try rows.put(.placed(row))
      isOpen.withLock { $0 = true }
      Thread.sleep(forTimeInterval: 0.3)
    }
    try await eventually("the save") { isOpen.withLock { $0 } }
    #expect(try await Self.forget(other) == 0)
    try await save
    #expect(try await store.widget(named: "Hall")?.answerSchema == hall.answerSchema)
    // The upkeep begins before the save.
    #expect(try await store.erase("Hall"))
    isOpen.withLock { $0 = false }
    async let forgotten = driver.write(.local) { rows in
      let count = try rows.forget(.definitions, limit: 100)
      isOpen.withLock { $0 = true }
      Thread.sleep(forTimeInterval: 0.3)
      return count
    }
    try await eventually("the upkeep") { isOpen.withLock { $0 } }
    try await store.save(hall, expecting: nil)
    #expect(try await forgotten == 1)
    #expect(try await store.widget(named: "Hall")?.answerSchema == hall.answerSchema)
    withExtendedLifetime(bed) {}
  }
}
