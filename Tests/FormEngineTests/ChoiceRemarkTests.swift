import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import FormEngine

/// Remarks about choices that are duplicates or no longer offered.
@Suite("Remarks about choices") struct ChoiceRemarkTests {
  static func form(_ cities: String..., styles: IntentValue? = nil) -> FormState {
    FormState.form(
      [
        .row("cities", .thing, dynamic: true, many: true), .row("styles", .style, many: true),
        .row("texts", .text, many: true),
      ], enums: [.styles], providers: ["cities": false],
      draft: IntentDraft(values: [
        "cities": .array(cities.map { .thing($0) }), "styles": styles ?? .array([]),
        "texts": .texts("a", "a"),
      ]))
  }

  /// Choices in an array, and the indices of duplicates.
  @Test(arguments: [
    ([], []), (["Oslo"], []), (["Oslo", "Rome"], []), (["Oslo", "Rome", "Oslo"], [2]),
    (["Oslo", "Oslo", "Oslo"], [1, 2]), (["A", "B", "A", "B"], [2, 3]),
  ])
  func repeatedPlaces(cities: [String], places: [Int]) throws {
    let parameter = try #require(Self.form().schema.parameter(named: "cities"))
    #expect(parameter.repeatedPlaces(in: cities.map { .thing($0) }) == Set(places))
    // The identifier determines the choice, whatever its text was when it was chosen.
    let renamed = cities.enumerated().map { IntentValue.thing($1, "city \($0)") }
    #expect(parameter.repeatedPlaces(in: renamed) == Set(places))
  }

  @Test func aRowSaysThatItIsThereAlready() {
    let form = Self.form(
      "Oslo", "Oslo", styles: .array([.enumeration("bold"), .enumeration("bold")]))
    #expect(form.row(.element("cities", 0))?.problem == nil)
    #expect(form.row(.element("cities", 1))?.problem == "chosen already")
    #expect(form.row(.element("styles", 1))?.problem == "chosen already")
    // Typed text is not a choice.
    #expect(form.row(.element("texts", 1))?.problem == nil)
    #expect(form.issues.isEmpty)
    #expect(
      form.remarks(name: \.name).map { $0.text() } == [
        "cities: “Oslo” is chosen more than once.", "styles: “Bold” is chosen more than once.",
      ])
  }

  @Test func aListKnowsWhatIsChosenInOtherSlots() throws {
    var form = Self.form("Oslo", "Rome", styles: .array([.enumeration("bold")]))
    try form.run("focus cities[1], open")
    #expect(form.picker?.chosenElsewhere == ["Oslo"])
    try form.run("esc, focus cities[2], open")
    #expect(form.picker?.chosenElsewhere == ["Oslo", "Rome"])
    try form.run("esc, focus styles[1], open")
    #expect(form.picker?.chosenElsewhere == ["bold"])
  }

  /// Even without changes, the review opens if a choice is no longer offered.
  @Test func whatIsNoLongerOfferedIsReviewed() throws {
    var form = Self.form("Oslo", "Atlantis")
    var driver = ProviderDriver { _ in .success(["Oslo"]) }
    driver.start(&form)
    try driver.run("review", on: &form)
    guard case .review(let changes, let notOffered, _, _)? = form.presentation.panel else {
      Issue.record("no review")
      return
    }
    #expect(changes.isEmpty)
    #expect(notOffered.map(\.label) == ["cities 2"])
    #expect(notOffered.map(\.new) == ["Atlantis"])
    #expect(
      form.remarks(name: \.label).map { $0.text() } == [
        "cities: no longer offered, and kept: Atlantis."
      ])
    try driver.run("review", on: &form)
    #expect(driver.finished?["cities"] == .things("Oslo", "Atlantis"))
  }

  /// A form with a single question ends when a choice is made, and when its list is left.
  @Test(arguments: [
    ("down, choose", "Rome"), ("type 'rom', submit", "Rome"), ("review", "Oslo"), ("esc", nil),
    ("cancel", nil),
  ])
  func aSingleChoice(script: String, chosen: String?) throws {
    var setup = FormSetup(
      schema: .of([.row("city", .thing, dynamic: true)]), title: "Test",
      families: [.systemSmall], providers: .stubs(["city": false]))
    setup.isSingleChoice = true
    var form = FormState(setup)
    var driver = ProviderDriver { _ in .success(["Oslo", "Rome"]) }
    driver.start(&form)
    #expect(form.picker?.collection?.count == 2)
    try driver.run(script, on: &form)
    guard let chosen else {
      #expect(form.phase == .cancelled)
      return
    }
    #expect(driver.finished?["city"] == .thing(chosen))
  }

  /// Saving from an open list accepts the result of the search, as Enter does, and shows it in the
  /// review.
  @Test(arguments: [
    ("city", "type 'rom', review", "Rome"),
    ("cities", "type 'rom', mark, type 'osl', review", "Rome, Oslo"),
    ("city", "down, review", nil), ("city", "type 'zzz', review", nil),
  ])
  func savingFromAList(name: String, script: String, new: String?) throws {
    let setup = FormSetup(
      schema: .of([
        .row("city", .thing, dynamic: true), .row("cities", .thing, dynamic: true, many: true),
      ]), title: "Test", families: [.systemSmall],
      providers: .stubs(["city": false, "cities": false]))
    var form = FormState(setup)
    var driver = ProviderDriver { _ in .success(["Oslo", "Rome"]) }
    driver.start(&form)
    let row = name == "city" ? name : "cities[0]"
    try driver.run("focus \(row), open, \(script)", on: &form)
    #expect(form.picker == nil)
    guard let new else {
      #expect(form.panel == nil)
      return
    }
    guard case .review(let changes, _, _, _)? = form.presentation.panel else {
      Issue.record("no review")
      return
    }
    #expect(changes.map(\.new) == [new])
  }

  /// Saving while the choices load waits for the choice that was searched for, however slow they
  /// are.
  @Test(arguments: [("type 'rom', review", "Rome"), ("type 'zzz', review", nil)])
  func savingFromAListThatLoads(script: String, new: String?) throws {
    let setup = FormSetup(
      schema: .of([.row("city", .thing, dynamic: true)]), title: "Test", families: [.systemSmall],
      providers: .stubs(["city": false]))
    var form = FormState(setup)
    var driver = ProviderDriver { _ in .success(["Oslo", "Rome"]) }
    driver.start(&form)
    driver.isHolding = true
    try driver.run("focus city, open, \(script)", on: &form)
    #expect(form.picker?.isAwaited == true)
    driver.answerAll(&form)
    #expect(form.picker == nil)
    guard let new else {
      #expect(form.panel == nil)
      #expect(form.unreadTexts[.parameter("city")]?.text == "zzz")
      return
    }
    guard case .review(let changes, _, _, _)? = form.presentation.panel else {
      Issue.record("no review")
      return
    }
    #expect(changes.map(\.new) == [new])
  }

  /// The best match is highlighted, and Enter chooses it, even if the term was typed before the
  /// choices arrived.
  @Test(arguments: [false, true], ["cities[1]", "city"])
  func theBestMatchIsHighlighted(isTypedAhead: Bool, row: String) throws {
    let setup = FormSetup(
      schema: .of([
        .row("city", .thing, dynamic: true), .row("cities", .thing, dynamic: true, many: true),
      ]), title: "Test", families: [.systemSmall],
      providers: .stubs(["city": false, "cities": false]))
    var form = FormState(
      setup, draft: IntentDraft(values: ["city": .thing("Rome"), "cities": .things("Oslo")]))
    var driver = ProviderDriver { _ in .success(["Rome", "Oslo", "Bonn"]) }
    driver.start(&form)
    driver.isHolding = isTypedAhead
    try driver.run("focus \(row), type 'o'", on: &form)
    driver.answerAll(&form)
    #expect(form.picker?.highlightedItem?.identifier == "Oslo")
  }

  /// The form for a single parameter starts in its editor, ends when the parameter is answered, and
  /// is left together with the editor.
  @Test(arguments: [
    ("city", "down, choose", "Rome"), ("city", "type 'rom', review", "Rome"), ("city", "esc", nil),
    ("cities", "type 'rom', mark, type 'osl', choose", "Rome, Oslo"), ("cities", "esc", nil),
    ("wait", "type '90', commit", "1 min 30 s"), ("wait", "review", "15 h"), ("wait", "esc", nil),
    // Text that is refused stays in the editor.
    ("wait", "type 'soon', commit, press deleteToStart, type '2h', commit", "2 h"),
    ("flag", "right, submit", "On"), ("hidden", "submit", ""),
  ])
  func oneParameter(name: String, script: String, answer: String?) throws {
    let schema = IntentSchema.of([
      .row("other", .text), .row("flag", .flag),
      .row("hidden", .text, parent: .when("flag", is: .boolean(true))),
      .row("city", .thing, dynamic: true), .row("cities", .thing, dynamic: true, many: true),
      .row("wait", .timeInterval(TimeIntervalMetadata(defaultValue: 54_000))),
    ])
    var setup = FormSetup(
      schema: schema, title: "Test", families: [.systemSmall, .systemMedium],
      providers: .stubs(["city": false, "cities": false]))
    setup.onlyParameter = name
    var form = FormState(setup)
    var driver = ProviderDriver { _ in .success(["Oslo", "Rome"]) }
    driver.start(&form)
    #expect(form.focus.parameter == name)
    #expect(
      (form.picker != nil || form.editing != nil) == ["city", "cities", "wait"].contains(name))
    try driver.run(script, on: &form)
    guard let answer else {
      #expect(form.phase == .cancelled)
      return
    }
    let intent = try #require(driver.finished)
    let text = intent[name].map {
      ValueText.display(
        of: $0, type: schema.parameter(named: name)?.type ?? .text, schema: schema,
        words: form.words)
    }
    #expect(text ?? "" == answer)
  }
}
