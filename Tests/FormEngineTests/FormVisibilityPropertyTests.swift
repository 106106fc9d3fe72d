import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

/// Properties of the visible rows during editing, for every answer.
@Suite struct FormVisibilityPropertyTests {
  private static func form(_ one: inout PropertyCases.Case) -> FormState {
    let draft = one.random.draft(for: one.schema, invalid: 0.1)
    let setup = FormSetup(schema: one.schema, title: "Random")
    return FormState(setup, draft: draft, family: one.random.family())
  }

  /// Sets a random parameter to a random value (valid, invalid or none), or chooses a family.
  private static func event(_ one: inout PropertyCases.Case) -> FormEvent {
    guard one.random.chance(0.85),
      let parameter = one.schema.intent.parameters.randomElement(using: &one.random)
    else { return .setFamily(one.random.family()) }
    let value =
      one.random.chance(0.15)
      ? nil
      : one.random.chance(0.15)
        ? one.random.invalidValue(for: parameter)
        : one.random.validValue(for: parameter, in: one.schema)
    return .set(parameter.name, value)
  }

  @Test func `After every event, a form shows the same as a full evaluation`() {
    for var one in PropertyCases("visibility of a form", count: 200, drafts: 10) {
      var form = Self.form(&one)
      _ = form.start()
      for _ in 0..<3 {
        let event = Self.event(&one)
        _ = form.handle(event)
        let whole = one.schema.evaluate(form.draft, family: form.family)
        #expect(form.evaluation == whole, "\(one.name), after \(event)")
        let shown = form.focusableRows.compactMap(\.parameter)
        let visible = Set(whole.visible.map { one.schema.intent.parameters[$0].name })
        #expect(Set(shown) == visible, "\(one.name), after \(event)")
      }
    }
  }

  @Test func `Hiding and showing, and changing the family and back, restore every answer`() {
    for var one in PropertyCases("hide and show in a form", count: 200, drafts: 10) {
      var form = Self.form(&one)
      _ = form.start()
      let (values, family, evaluation) = (form.draft.values, form.family, form.evaluation)
      let parents = one.schema.intent.parameters.filter {
        !one.schema.children(of: $0.name).isEmpty
      }
      if let parent = parents.randomElement(using: &one.random) {
        _ = form.handle(.set(parent.name, one.random.validValue(for: parent, in: one.schema)))
        _ = form.handle(.setFamily(one.random.family()))
        _ = form.handle(.set(parent.name, values[parent.name]))
      } else {
        _ = form.handle(.setFamily(one.random.family()))
      }
      _ = form.handle(.setFamily(family))
      #expect(form.draft.values == values, "\(one.name)")
      #expect(form.evaluation == evaluation, "\(one.name)")
    }
  }

  @Test func `Setting a parameter to its value changes nothing`() {
    for var one in PropertyCases("present values in a form", count: 200, drafts: 10) {
      var form = Self.form(&one)
      _ = form.start()
      let set = form.draft.values.sorted { $0.key < $1.key }
      guard let (name, value) = set.randomElement(using: &one.random) else { continue }
      let before = (form.draft, form.evaluation, form.isModified)
      #expect(form.handle(.set(name, value)).isEmpty, "\(one.name)")
      #expect(form.draft == before.0 && form.evaluation == before.1, "\(one.name)")
      #expect(form.isModified == before.2, "\(one.name)")
    }
  }
}
