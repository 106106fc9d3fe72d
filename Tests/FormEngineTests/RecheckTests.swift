import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

/// Stored choices are looked up when the form opens and when a parent changes.
@Suite struct RecheckTests {
  static let rows: [ParameterDefinition] = [
    .row("country", .thing, dynamic: true),
    .row("cities", .thing, dynamic: true, many: true, parent: .whenSet("country")),
  ]

  static func form(_ values: [String: IntentValue]) -> FormState {
    FormState.form(
      rows, providers: ["country": false, "cities": false], draft: IntentDraft(values: values))
  }

  static func driver() -> ProviderDriver {
    ProviderDriver { request in
      guard request.parameter == "cities" else { return .success(["Norway", "Japan"]) }
      let isJapan = request.values["country"] == .thing("Japan")
      return .success(isJapan ? ["Tokyo"] : ["Oslo", "Bergen"])
    }
  }

  @Test func whatIsNoLongerOfferedIsMarkedAndKept() throws {
    var form = Self.form(["country": .thing("Norway"), "cities": .things("Oslo", "Atlantis")])
    var driver = Self.driver()
    driver.start(&form)
    #expect(
      driver.effects.map(\.words) == ["check country: Norway", "check cities: Oslo Atlantis"])
    #expect(form.missing == ["cities": ["Atlantis"]])
    #expect(form.row(.element("cities", 0))?.problem == nil)
    #expect(
      form.row(.element("cities", 1))?.problem
        == "No longer offered; kept until you choose another.")
    #expect(form.state(of: "cities")?.value == .things("Oslo", "Atlantis"))
    try driver.run("submit", on: &form)
    #expect(driver.finished?["cities"] == .things("Oslo", "Atlantis"))
  }

  @Test func choosingAnotherTakesTheMarkAway() throws {
    var form = Self.form(["country": .thing("Norway"), "cities": .things("Oslo", "Atlantis")])
    var driver = Self.driver()
    driver.start(&form)
    let asked = driver.effects.count
    try driver.run("focus cities[1], open, down, enter", on: &form)
    #expect(form.draft["cities"] == .things("Oslo", "Bergen"))
    #expect(form.missing.isEmpty)
    #expect(driver.effects.dropFirst(asked).map(\.words) == ["options cities"])
    try driver.run("undo", on: &form)
    #expect(form.missing == ["cities": ["Atlantis"]])
    #expect(driver.effects.count == asked + 1)
  }

  @Test func changedParentChecksAgain() throws {
    var form = Self.form(["country": .thing("Norway"), "cities": .things("Oslo", "Tokyo")])
    var driver = Self.driver()
    driver.start(&form)
    #expect(form.missing == ["cities": ["Tokyo"]])
    try driver.run("focus country, open, down, enter", on: &form)
    #expect(form.missing == ["cities": ["Oslo"]])
    try driver.run("undo", on: &form)
    #expect(form.missing == ["cities": ["Tokyo"]])
    driver.options = { _ in .failure(.down) }
    try driver.run("redo", on: &form)
    #expect(form.missing.isEmpty)
    #expect(form.failures["cities"] == .down)
    #expect(
      form.presentation.rows.first { $0.parameter == "cities" }?.problem == "source: It is down.")
    driver.options = Self.driver().options
    try driver.run("focus cities[0], retry", on: &form)
    #expect(form.failures.isEmpty)
    #expect(form.missing == ["cities": ["Oslo"]])
  }

  @Test func hiddenChoicesAreCheckedWhenTheyAreShown() throws {
    var form = Self.form(["cities": .things("Tokyo")])
    var driver = Self.driver()
    driver.start(&form)
    #expect(driver.effects.map(\.words) == ["defaults country"])
    try driver.run("focus country, open, enter", on: &form)
    #expect(driver.effects.last?.words == "check cities: Tokyo")
    #expect(form.missing == ["cities": ["Tokyo"]])
    try driver.run("focus country, reset", on: &form)
    #expect(form.draft["cities"] == .things("Tokyo"))
  }

  @Test func renamedChoiceTakesTheNewTextEverywhere() throws {
    let renamed = OptionItem(identifier: "Oslo", display: "Oslo!", subtitle: "Capital")
    var form = Self.form([
      "country": .thing("Norway"), "cities": .array([.thing("Oslo", "Christiania")]),
    ])
    var driver = Self.driver()
    driver.resolve = { _, request in
      .success(request.parameter == "cities" ? [renamed] : ["Norway"])
    }
    driver.isHolding = true
    driver.start(&form)
    try driver.run("set cities[1] 'Bergen'", on: &form)
    driver.answerAll(&form)
    let object = IntentObject(identifier: "Oslo", display: "Oslo!")
    #expect(form.draft["cities"] == .array([.object(object), .thing("Bergen")]))
    try driver.run("undo", on: &form)
    #expect(form.draft["cities"] == .array([.object(object)]))
    #expect(form.isModified == false)
    #expect(form.row(.element("cities", 0))?.value == "Oslo!")
    try driver.run("redo", on: &form)
    #expect(form.draft["cities"] == .array([.object(object), .thing("Bergen")]))
  }

  @Test func renamedChoiceIsRenamedInWhatWasUndone() throws {
    var form = Self.form(["country": .thing("Norway"), "cities": .array([.thing("Oslo", "Old")])])
    var driver = Self.driver()
    driver.isHolding = true
    driver.start(&form)
    try driver.run("focus country, reset, undo", on: &form)
    let undone = form.handle(.setText(.element("cities", 0), "Oslo|Older"))
    driver.take(undone + form.handle(.undo))
    driver.answerAll(&form)
    try driver.run("redo", on: &form)
    #expect(form.draft["cities"] == .things("Oslo"))
  }

  @Test func renamedParentIsStillTheSameChoice() {
    var form = Self.form([
      "country": .thing("Norway", "Noreg"), "cities": .things("Oslo"),
    ])
    var driver = Self.driver()
    driver.start(&form)
    #expect(form.draft["country"] == .thing("Norway"))
    #expect(driver.effects.map(\.words) == ["check country: Norway", "check cities: Oslo"])
  }

  @Test func typedChoiceIsLookedUp() throws {
    var form = Self.form(["country": .thing("Norway")])
    var driver = Self.driver()
    driver.start(&form)
    for (slot, city) in ["oslo", "Rome"].enumerated() {
      driver.take(form.handle(.setText(.element("cities", slot), city)))
      #expect(driver.effects.last?.words == "find cities: \(city)")
      #expect(!form.isSettled)
      driver.answerAll(&form)
    }
    #expect(form.draft["cities"] == .things("Oslo"))
    let unread = try #require(form.unreadTexts[.element("cities", 1)])
    #expect(unread.text == "Rome" && unread.issue.code == "choice-not-found")
    try driver.run("undo", on: &form)
    #expect(form.unreadTexts.isEmpty)
  }

  @Test func takenBackChoiceTakesItsQuestionBack() throws {
    var form = Self.form(["country": .thing("Norway"), "cities": .things("Oslo")])
    var driver = Self.driver()
    driver.isHolding = true
    driver.start(&form)
    #expect(driver.open.count == 2)
    try driver.run("focus cities[0], remove", on: &form)
    #expect(driver.open.map(\.words) == ["check country: Norway"])
    try driver.run("undo", on: &form)
    #expect(driver.open.map(\.words) == ["check country: Norway", "check cities: Oslo"])
  }

  @Test func staleAndForeignAnswersChangeNothing() {
    var form = Self.form(["country": .thing("Norway")])
    _ = form.start()
    let before = form
    for id in [-1, 0, 3, 99, Int.max] {
      #expect(form.handle(.choicesResolved(id, .success([]))) == [])
      #expect(form.handle(.defaultsLoaded(id, .failure(.down))) == [])
      #expect(form.handle(.optionsLoaded(id, .success([]))) == [])
    }
    #expect(form.handle(.optionsLoaded(1, .success([]))) == [])
    #expect(form == before)
  }

  /// Values without an identifier from a provider are not checked, and never reported as missing.
  @Test(
    arguments: [
      (.decimal(.init()), .decimal(1.5), 0),
      (.placemark(detail: nil), .placemark(Placemark(name: "x")), 0),
      (.person(detail: nil), .person(Person(name: "x")), 0),
      (.person(detail: nil), .person(Person(name: "x", identifier: "7")), 1),
      (.number, .integer(7), 1), (.text, .string("x"), 1),
      (.paymentMethod, .paymentMethod(PaymentMethod(kind: "x")), 1),
      (.speakableString(.init()), .speakableString(SpeakableString(spokenPhrase: "x")), 0),
    ] as [(ParameterType, IntentValue, Int)])
  func checkedTypes(type: ParameterType, value: IntentValue, questions: Int) {
    var form = FormState.form(
      [.row("it", type, dynamic: true)], providers: ["it": false],
      draft: IntentDraft(values: ["it": value]))
    #expect(form.start().count == questions)
  }
}
