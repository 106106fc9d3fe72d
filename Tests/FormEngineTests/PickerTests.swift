import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@Suite struct PickerTests {
  static let rows: [ParameterDefinition] = [
    .row("country", .thing, dynamic: true),
    .row("city", .thing, dynamic: true, parent: .whenSet("country")),
    .row("line", .text, dynamic: true, searchable: true), .row("style", .style),
    .row("stops", .thing, dynamic: true, many: true, sizes: ArraySizes([.systemSmall: 3])),
    .row("level", .number, dynamic: true),
  ]
  static let providers = [
    "country": false, "city": false, "line": true, "stops": false, "level": false,
  ]

  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    FormState.form(
      rows, enums: [.styles], providers: providers, draft: IntentDraft(values: values))
  }

  static func driver() -> ProviderDriver {
    ProviderDriver { request in
      switch request.parameter {
      case "country": .success(["Norway", "Japan", "Peru"])
      case "city":
        .success(request.values["country"] == .thing("Japan") ? ["Tokyo"] : ["Oslo", "Bergen"])
      case "line":
        .success(
          OptionsCollection(items: [
            OptionItem(stringLiteral: "found " + (request.searchTerm ?? "-"))
          ]))
      case "level": .success(["1", "high"])
      default: .success(["a", "b", "c"])
      }
    }
  }

  /// The chosen value; the script starts on the row.
  @Test(
    arguments: [
      ("country", "enter, enter", .thing("Norway")),
      ("country", "open, down, choose", .thing("Japan")),
      ("country", "open, up, commit", .thing("Peru")),
      ("country", "open, end, up, enter", .thing("Japan")),
      ("country", "open, page 99, page -1, enter", .thing("Japan")),
      ("country", "open, type 'pe', enter", .thing("Peru")),
      ("country", "type 'pe', enter", .thing("Peru")),
      ("country", "type ' ', enter", .thing("Norway")),
      ("country", "open, type ' '", .thing("Norway")),
      ("country", "open, down, type ' '", .thing("Japan")),
      ("country", "open, type 'pe', type ' ', enter", .thing("Peru")),
      ("country", "open, down, esc", nil), ("country", "open, type 'xyz', enter, esc", nil),
      ("country", "open, type 'x', press deleteBackward, enter", .thing("Norway")),
      ("country", "open, submit", nil), ("country", "open, tab, remove, lower, right, esc", nil),
      ("country", "open, set country 'Chad'", .thing("Chad")),
      ("country", "open, enter, undo", nil), ("country", "open, enter, open, undo", nil),
      ("country", "open, enter, open, reset", nil),
      ("style", "enter, down, enter", .enumeration("bold")),
      ("style", "type 'wi', enter", .enumeration("wide")),
      ("line", "open, enter", .string("found -")),
      ("line", "open, type '7', enter", .string("found 7")),
      ("line", "type '7', enter", .string("found 7")),
      ("stops[2]", "open, down, enter, focus stops[1], open, enter", .things("b", "a")),
      ("level", "open, enter", .integer(1)), ("level", "open, down, enter, esc", nil),
    ] as [(String, String, IntentValue?)])
  func choosing(row: String, script: String, value: IntentValue?) throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    try driver.run("focus \(row), \(script)", on: &form)
    #expect(form.draft[row.hasPrefix("stops") ? "stops" : row] == value)
    #expect(form.picker == nil)
    #expect(driver.open.isEmpty && !driver.isRunaway)
  }

  @Test func presentChoiceIsHighlighted() throws {
    var form = Self.form([
      "country": .thing("Peru"), "style": .enumeration("bold"), "level": .integer(1),
    ])
    var driver = Self.driver()
    driver.start(&form)
    for (row, identifier) in [("country", "Peru"), ("style", "bold"), ("level", "1")] {
      try driver.run("focus \(row), open", on: &form)
      #expect(form.picker?.highlightedItem?.identifier == identifier)
      try driver.run("esc", on: &form)
    }
  }

  @Test func itemThatDoesNotFitIsRefusedInWords() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    try driver.run("focus level, open, down, enter", on: &form)
    #expect(form.presentation.message == "“high” is not a whole number.")
    #expect(form.picker != nil)
    try driver.run("up", on: &form)
    #expect(form.presentation.message == nil)
  }

  @Test func failureCanBeTriedAgain() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    driver.options = { _ in .failure(.down) }
    try driver.run("focus line, open, type 'x'", on: &form)
    #expect(form.picker?.content == .failed(.down))
    #expect(form.picker?.isReloading == false)
    try driver.run("enter, down", on: &form)
    #expect(form.draft["line"] == nil)
    driver.options = Self.driver().options
    try driver.run("retry, enter", on: &form)
    #expect(form.draft["line"] == .string("found x"))
    try driver.run("open, retry", on: &form)
    #expect(form.picker?.collection != nil)
  }

  @Test func failedSearchShowsNoOldChoices() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    try driver.run("focus line, open", on: &form)
    driver.options = { _ in .failure(.down) }
    try driver.run("type 'x'", on: &form)
    #expect(form.picker?.matches.isEmpty == true)
    #expect(form.picker?.highlightedItem == nil)
  }

  @Test func supersededAnswersNeverArrive() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    driver.isHolding = true
    try driver.run("focus line, open", on: &form)
    let old = try #require(driver.open.last?.mark)
    try driver.run("type 'a'", on: &form)
    let new = try #require(driver.open.last?.mark)
    #expect(driver.effects.suffix(2).map(\.words) == ["cancel", "options line"])
    #expect(form.picker?.content == .loading)
    let late = form
    #expect(form.handle(.optionsLoaded(old, .success(["old"]))) == [])
    #expect(form.handle(.defaultsLoaded(new, .success(["old"]))) == [])
    #expect(form == late)
    for answer in ["new", "again"] {
      _ = form.handle(.optionsLoaded(new, .success([OptionItem(stringLiteral: answer)])))
      #expect(form.picker?.highlightedItem?.identifier == "new")
    }
  }

  @Test func movingTheCursorAsksNothing() throws {
    var form = Self.form()
    _ = form.start()
    try form.run("focus line, open, type 'ab'")
    #expect(try form.run("press left, press start, press end") == [])
    #expect(try form.run("press deleteBackward").count == 2)
  }

  @Test(arguments: ["esc", "cancel", "submit", "undo", "focus save", "family systemLarge"])
  func closingCancelsTheLoad(script: String) throws {
    var form = Self.form()
    _ = form.start()
    try form.run("set style 'bold', focus country")
    let opened = try form.run("open")
    guard case .loadOptions(let id, _)? = opened.last else {
      Issue.record("nothing was asked")
      return
    }
    let closed = try form.run(script)
    #expect(closed.contains(.cancelLoad(id)))
    #expect(form.picker == nil)
    let after = form
    _ = form.handle(.optionsLoaded(id, .success(["late"])))
    #expect(form == after)
  }

  /// If a key would choose something, but cannot, the form says why nothing is chosen.
  @Test func choosingWithoutAMatchIsExplained() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    try driver.run("focus country, open, type 'Atlantis', choose", on: &form)
    #expect(
      form.presentation.message == "Nothing matches “Atlantis”. Delete it to see all choices.")
    try driver.run("press deleteToStart", on: &form)
    #expect(form.presentation.message == nil && form.picker?.highlightedItem != nil)
  }

  @Test func emptyAndHugeAnswers() throws {
    var form = Self.form()
    var driver = ProviderDriver()
    driver.start(&form)
    try driver.run("focus country, open, down, up, page 7, enter, esc", on: &form)
    #expect(form.draft["country"] == nil)
    let items = (0..<5_000).map { OptionItem(identifier: "\($0)", display: "Item \($0)") }
    driver.options = { _ in .success(OptionsCollection(items: items)) }
    try driver.run("open, type '4999', enter", on: &form)
    #expect(form.draft["country"] == .thing("4999", "Item 4999"))
  }

  @Test func changedParentReasksTheOpenList() throws {
    var form = Self.form(["country": .thing("Norway", "Old name")])
    var driver = Self.driver()
    driver.isHolding = true
    driver.start(&form)
    driver.answerAll(&form)
    driver.isHolding = false
    try driver.run("focus city, open", on: &form)
    #expect(form.picker?.collection?.items.map(\.identifier) == ["Oslo", "Bergen"])
    try driver.run("esc, set country 'Japan', focus city, open", on: &form)
    #expect(form.picker?.collection?.items.map(\.identifier) == ["Tokyo"])
  }

  @Test func listClosesWithItsRow() throws {
    let rows: [ParameterDefinition] = [
      .row("country", .thing, dynamic: true),
      .row("city", .thing, dynamic: true, parent: .whenNot("country", .thing("Japan"))),
    ]
    var form = FormState.form(rows, providers: ["country": false, "city": false])
    _ = form.start()
    try form.run("focus city, open")
    let effects = form.handle(.defaultsLoaded(1, .success(["Japan"])))
    #expect(form.picker == nil)
    #expect(form.focus == .parameter("country"))
    #expect(effects == [.cancelLoad(2)])
  }

  @Test func defaultOfTheParentReasksTheOpenListOfTheChild() throws {
    let rows: [ParameterDefinition] = [
      .row("country", .thing, dynamic: true),
      .row("city", .thing, dynamic: true, parent: .whenNot("country", .thing("none"))),
    ]
    var form = FormState.form(rows, providers: ["country": false, "city": false])
    _ = form.start()
    try form.run("focus city, open")
    let effects = form.handle(.defaultsLoaded(1, .success(["Japan"])))
    #expect(effects.map(\.words) == ["defaults city", "cancel", "options city"])
    guard case .loadOptions(_, let request)? = effects.last else { return }
    #expect(request.values["country"] == .thing("Japan"))
  }
}
