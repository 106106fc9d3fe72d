import IntentModel
import StoreModel
import Testing

// The Swift on the page of `WidgetStore`, without changes.

@Test func `A widget is placed in memory, and changed`() async throws {
  let lunch = IntentSchema("Lunch", parameters: [.integer("guests", 1...12, default: 2)])
  let store = PlacedWidgetStore(.memory(), by: "ann")
  var draft = IntentDraft()
  draft["guests"] = .integer(4)
  var monday = PlacedWidget(
    name: "Monday", widget: "Lunch", intent: lunch.intent.typeName, family: .systemSmall,
    draft: draft, under: lunch)
  monday = try await store.save(monday, expecting: nil)

  draft["guests"] = .integer(5)
  monday.answer(draft, under: lunch)
  monday = try await store.save(monday, expecting: monday.revision)
  let states = try await store.history(of: "Monday")
  let answers = monday.draft(under: lunch).draft
  let intent = try lunch.resolve(answers, family: monday.family).get()
  #expect(states.map(\.revision) == [2, 1])
  #expect(intent["guests"] == .integer(5))
  let outdated = monday
  draft["guests"] = .integer(6)
  monday.answer(draft, under: lunch)
  _ = try await store.save(monday, expecting: 2)
  await #expect(throws: StoreError.self) { try await store.save(outdated, expecting: 2) }
}
