import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

/// Rows are created only once, and only if they are shown.
@Suite struct ShownRowTests {
  /// A form with arrays of a few slots each, and a row with a provider.
  private func form(arrays: Int, slots: Int) -> FormState {
    let rows = (1...arrays).map {
      ParameterDefinition.row(
        "list\($0)", .number, many: true, sizes: ArraySizes([.systemLarge: slots]))
    }
    return FormState.form(
      rows + [.row("city", .thing, dynamic: true), .row("style", .style)], enums: [.styles],
      providers: ["city": false], family: .systemLarge)
  }

  @Test func eachRowOfAFormIsMadeOnce() {
    for (arrays, slots) in [(2, 3), (20, 10), (40, 20)] {
      let state = form(arrays: arrays, slots: slots)
      var rows = 0
      let steps = WorkSteps.count { rows = state.presentation.rows.count }
      #expect(steps <= rows, "\(steps) for \(rows) rows")
    }
  }

  @Test func aKeyBehindAnOpenListMakesOneRow() throws {
    var state = form(arrays: 40, slots: 20)
    var driver = ProviderDriver { _ in .success(["Oslo", "Paris"]) }
    driver.start(&state)
    driver.send(.focus(.parameter("city")), to: &state)
    driver.send(.openOptions, to: &state)
    #expect(state.picker?.collection?.count == 2)
    var drawn: FormPresentation?
    let steps = WorkSteps.count { drawn = state.drawn }
    #expect(steps == 1)
    let shown = try #require(drawn)
    #expect(shown.rows.map(\.id) == [.parameter("city")] && shown.focused == 0)
    driver.send(.dismiss, to: &state)
    #expect(state.drawn.rows.map(\.id) == state.presentation.rows.map(\.id))
  }

  @Test func aRowAloneIsThatOfTheForm() {
    var state = form(arrays: 2, slots: 3)
    _ = state.handle(.set("list1", .array([.integer(4), .integer(4)])))
    let rows = state.presentation.rows
    for row in rows { if let id = row.id { #expect(state.shownRow(id) == row) } }
    let head = rows.first { $0.parameter == "list1" }
    #expect(state.head(of: .element("list1", 1)) == head && head?.id == nil)
    #expect(state.head(of: .parameter("city")) == nil)
    #expect(state.shownRow(.parameter("nothing")) == nil)
  }

  @Test func aRowSaysWhatCanBeTyped() throws {
    let state = FormState.form(
      [
        ParameterDefinition.integer("field", 1...9), .integer("stepper", 1...9, control: .stepper),
        ParameterDefinition.integer("list", 1...9).several, .boolean("switch"),
        .row("style", .style), .row("thing", .thing),
      ], enums: [.styles])
    let expected = state.presentation.rows.compactMap { row in
      row.parameter.map { ($0, row.expected) }
    }
    let sentence = "Type a whole number from 1 to 9."
    for name in ["field", "stepper", "list"] {
      #expect(expected.filter { $0.0 == name }.allSatisfy { $0.1 == sentence }, "\(name)")
    }
    for name in ["style", "thing"] {
      #expect(expected.filter { $0.0 == name }.allSatisfy { $0.1 == nil }, "\(name)")
    }
  }

  @Test func aPickedChoiceIsFoundByItsIdentifierAlone() throws {
    var state = FormState.form(
      [.row("city", .thing, dynamic: true)], providers: ["city": false])
    // “a” is part of “Attic”, but the person did not choose that.
    var driver = ProviderDriver { _ in .success([]) }
    driver.isHolding = true
    driver.start(&state)
    let effects = state.handle(.enter([.choice(.parameter("city"), identifier: "a")]))
    guard case .findChoices(let mark, let search)? = effects.first else {
      Issue.record("nothing was asked")
      return
    }
    #expect(search.isPicked && search.texts == ["a"] && state.isLookingUp)
    _ = state.handle(.choicesFound(mark, .success(FoundChoices())))
    #expect(state.value(of: .parameter("city")) == nil && !state.isLookingUp)
    #expect(state.unreadTexts[.parameter("city")]?.text == "a")
  }
}
