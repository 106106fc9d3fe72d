import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@Suite struct DefaultTests {
  /// A country, a city in the country, and a street in the city; and an independent line.
  static let rows: [ParameterDefinition] = [
    .row("country", .thing, dynamic: true),
    .row("city", .thing, dynamic: true, parent: .whenSet("country")),
    .row("line", .thing, dynamic: true),
    .row("street", .thing, dynamic: true, parent: .whenSet("city")),
  ]

  static func form(
    _ rows: [ParameterDefinition] = rows, draft: IntentDraft = IntentDraft()
  ) -> FormState {
    let names = rows.filter(\.options.isDynamic).map { ($0.name, false) }
    return FormState.form(rows, providers: Dictionary(firsts: names), draft: draft)
  }

  /// Every default contains the name of its parameter and its parent's default.
  static func driver() -> ProviderDriver {
    ProviderDriver(
      options: { _ in .success(["Norway"]) },
      defaults: { request in
        let parent = ["city": "country", "street": "city"][request.parameter]
        var name = request.parameter
        if let parent, case .object(let object)? = request.values[parent] {
          name += " of " + object.identifier
        }
        return .success([OptionItem(stringLiteral: name)])
      })
  }

  static func identifier(_ form: FormState, _ name: String) -> String? {
    guard case .object(let object)? = form.state(of: name)?.value else { return nil }
    return object.identifier
  }

  @Test func parentsComeFirst() {
    var form = Self.form()
    var driver = Self.driver()
    driver.isHolding = true
    driver.start(&form)
    #expect(driver.effects.map(\.words) == ["defaults country", "defaults line"])
    #expect(form.isSettled == false)
    driver.answerAll(&form)
    #expect(
      driver.effects.map(\.words)
        == ["defaults country", "defaults line", "defaults city", "defaults street"])
    #expect(Self.identifier(form, "street") == "street of city of country")
    #expect(form.isSettled && !form.isModified)
    #expect(form.presentation.rows.filter(\.isDefault).count == 4)
  }

  /// For each change, a review shows the default that applied before, unless the parent has
  /// changed: then that default is not known.
  @Test func aReviewShowsTheDefaultBefore() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    try driver.run("set line 'Norway'", on: &form)
    #expect(ReviewTests.lines(form.changes) == ["line: line -> Norway"])
    try driver.run("set country 'Norway', set city 'Norway'", on: &form)
    #expect(
      ReviewTests.lines(form.changes)
        == ["country: country -> Norway", "city:  -> Norway", "line: line -> Norway"])
  }

  /// A mark that is made before the default of an array arrives is added to the default.
  @Test func aMarkWaitsForTheDefault() throws {
    var form = Self.form([.row("stops", .thing, dynamic: true, many: true)])
    var driver = ProviderDriver(
      options: { _ in .success(["Oslo", "Paris"]) }, defaults: { _ in .success(["Oslo"]) })
    driver.isHolding = true
    driver.start(&form)
    try driver.run("focus stops[0], open", on: &form)
    for case .loadOptions(let mark, _) in driver.open {
      driver.take(form.handle(.optionsLoaded(mark, .success(["Oslo", "Paris"]))))
    }
    try driver.run("type 'par', mark", on: &form)
    #expect(form.draft["stops"] == nil && form.picker?.isAwaited == true)
    driver.answerAll(&form)
    #expect(form.draft["stops"] == .things("Oslo", "Paris"))
    #expect(form.picker?.isAwaited == false)
  }

  @Test func visibleChildWaitsToo() {
    let rows: [ParameterDefinition] = [
      .row("city", .thing, dynamic: true, parent: .whenNot("country", .thing("none"))),
      .row("country", .thing, dynamic: true),
    ]
    var form = Self.form(rows)
    var driver = Self.driver()
    driver.isHolding = true
    driver.start(&form)
    #expect(driver.effects.map(\.words) == ["defaults country"])
    #expect(form.row(.parameter("country"))?.isLoading == true)
    #expect(form.row(.parameter("city"))?.isLoading == false)
    driver.answerAll(&form)
    #expect(Self.identifier(form, "city") == "city of country")
  }

  @Test func failureLeavesOnlyItsParameterEmpty() throws {
    var form = Self.form()
    var driver = Self.driver()
    let good = driver.defaults
    driver.defaults = { $0.parameter == "country" ? .failure(.down) : good($0) }
    driver.start(&form)
    #expect(form.failures == ["country": .down])
    #expect(form.row(.parameter("country"))?.problem == "source: It is down.")
    #expect(form.row(.parameter("country"))?.value == "")
    #expect(Self.identifier(form, "line") == "line")
    #expect(form.issues.isEmpty && form.isSettled)

    driver.defaults = good
    try driver.run("focus line, retry", on: &form)
    #expect(form.failures.isEmpty == false)
    try driver.run("focus country, retry", on: &form)
    #expect(form.failures.isEmpty)
    #expect(Self.identifier(form, "street") == "street of city of country")
  }

  @Test func failureGoesAwayWithAnAnswerAndIsAskedAgainAfterReset() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.defaults = { _ in .failure(.down) }
    driver.start(&form)
    try driver.run("set country 'Norway'", on: &form)
    #expect(form.failures["country"] == nil)
    #expect(form.row(.parameter("country"))?.problem == nil)
    driver.defaults = Self.driver().defaults
    try driver.run("focus country, reset", on: &form)
    #expect(Self.identifier(form, "country") == "country")
  }

  @Test func providerThatKeepsFailingIsNotAskedForEver() throws {
    var form = Self.form(draft: IntentDraft(values: ["country": .thing("Norway")]))
    var driver = ProviderDriver(
      options: { _ in .failure(.down) }, defaults: { _ in .failure(.down) })
    driver.start(&form)
    #expect(
      driver.effects.map(\.words)
        == ["check country: Norway", "defaults city", "defaults line"])
    try driver.run("down 3, family systemLarge, undo", on: &form)
    #expect(driver.effects.count == 3)
    #expect(form.missing.isEmpty)
  }

  @Test func changedParentAsksTheChildAnew() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    driver.isHolding = true
    try driver.run("set country 'Peru'", on: &form)
    #expect(Self.identifier(form, "city") == nil)
    #expect(form.row(.parameter("city"))?.isLoading == true)
    driver.answerAll(&form)
    #expect(Self.identifier(form, "city") == "city of Peru")
    #expect(Self.identifier(form, "street") == "street of city of Peru")
    driver.isHolding = false
    try driver.run("undo", on: &form)
    #expect(Self.identifier(form, "city") == "city of country")
    #expect(form.isModified == false)
  }

  @Test func failureAfterAChangedParentLeavesNoOldDefault() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    driver.defaults = { _ in .failure(.down) }
    try driver.run("set country 'Peru'", on: &form)
    #expect(Self.identifier(form, "city") == nil)
    #expect(form.failures["city"] == .down)
    #expect(form.focusableRows.contains(.parameter("street")) == false)
  }

  @Test func questionOfAHiddenChildIsTakenBack() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.start(&form)
    driver.isHolding = true
    try driver.run("set country 'Peru'", on: &form)
    let asked = try #require(driver.open.last?.mark)
    driver.defaults = { _ in .success([]) }
    try driver.run("focus country, reset", on: &form)
    #expect(driver.effects.contains(.cancelLoad(asked)))
    driver.answerAll(&form)
    #expect(form.isSettled)
  }

  @Test func storedDefaultsAreNotAskedFor() {
    var form = Self.form(draft: IntentDraft(defaults: ["country": .thing("Norway")]))
    var driver = Self.driver()
    driver.isHolding = true
    driver.start(&form)
    #expect(
      driver.effects.map(\.words) == ["check country: Norway", "defaults city", "defaults line"])
  }

  @Test func answeredParameterNeedsNoDefault() throws {
    var form = Self.form()
    var driver = Self.driver()
    driver.isHolding = true
    driver.start(&form)
    let asked = try #require(driver.open.first?.mark)
    try driver.run("set country 'Norway'", on: &form)
    #expect(driver.effects.contains(.cancelLoad(asked)))
    driver.answerAll(&form)
    #expect(Self.identifier(form, "city") == "city of Norway")
    driver.isHolding = false
    try driver.run("reset all", on: &form)
    #expect(Self.identifier(form, "country") == "country")
    #expect(Self.identifier(form, "city") == "city of country")
    try driver.run("undo", on: &form)
    #expect(Self.identifier(form, "city") == "city of Norway")
  }

  /// Defaults that do not fit are reported.
  @Test(
    arguments: [
      (.number, 1, ["x"], "The default “x” is not a whole number."),
      (
        .integer(.init(maximum: .value(3))), 1, ["5"],
        "The default “5” does not fit: 5 is above the maximum of 3."
      ),
      (.flag, 1, ["x"], "The default “x” is not a Boolean."),
      (.thing, 2_000, ["x"], "There are 2000 defaults; a form accepts at most 1000."),
    ] as [(ParameterType, Int, [String], String)])
  func badDefaults(type: ParameterType, times: Int, names: [String], message: String) {
    var form = Self.form([.row("it", type, dynamic: true, many: true)])
    let items = Array(repeating: names, count: times).joined().map { OptionItem(stringLiteral: $0) }
    var driver = ProviderDriver(defaults: { _ in .success(items) })
    driver.start(&form)
    #expect(form.failures["it"]?.message.text() == message)
    #expect(form.state(of: "it")?.value == nil)
  }

  @Test func defaultsOfAnArrayAreCutToTheFamily() throws {
    let sizes = ArraySizes([.systemSmall: 2, .systemLarge: 3])
    var form = Self.form([.row("stops", .thing, dynamic: true, many: true, sizes: sizes)])
    var driver = ProviderDriver(defaults: { _ in .success(["a", "b", "c", "d"]) })
    driver.start(&form)
    #expect(form.state(of: "stops")?.value == .things("a", "b"))
    try driver.run("family systemLarge", on: &form)
    #expect(form.state(of: "stops")?.value == .things("a", "b", "c"))
    #expect(driver.effects.count == 1)
  }
}
