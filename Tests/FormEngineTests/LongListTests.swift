import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

/// Lists that are searched outside the form, and the match that is highlighted.
@Suite struct LongListTests {
  static let rows: [ParameterDefinition] = [
    .row("city", .thing, dynamic: true), .row("line", .text, dynamic: true, searchable: true),
  ]

  static let long = OptionsCollection(sections: [
    OptionsSection(
      title: "Places",
      items: (0..<12_000).map { OptionItem(identifier: "\($0)", display: "Place \($0)") }),
    OptionsSection(title: "Towns", items: ["Oslo", "Bergen", "Place"]),
  ])

  static func form() -> FormState {
    FormState.form(rows, providers: ["city": false, "line": true])
  }

  static func opened(_ list: OptionsCollection = long) throws -> (FormState, ProviderDriver) {
    var form = form()
    var driver = ProviderDriver { _ in .success(list) }
    driver.start(&form)
    try driver.run("focus city, open", on: &form)
    return (form, driver)
  }

  @Test func aLongListIsPreparedWhenItComes() throws {
    let (form, driver) = try Self.opened()
    #expect(driver.effects.map(\.words).suffix(2) == ["options city", "prepare"])
    #expect(form.picker?.matches.count == 12_003)
    #expect(form.picker?.isReloading == false)
  }

  @Test(arguments: [(10_000, false), (10_001, true)])
  func onlyLongListsAreSearchedOutside(count: Int, isLong: Bool) throws {
    let items = (0..<count).map { OptionItem(stringLiteral: "Item \($0)") }
    var (form, driver) = try Self.opened(OptionsCollection(items: items))
    #expect(driver.effects.map(\.words).contains("prepare") == isLong)
    try driver.run("type '77'", on: &form)
    #expect(driver.effects.map(\.words).contains("search 77") == isLong)
    #expect(form.picker?.highlightedItem?.identifier == "Item 77")
  }

  @Test func whatAProviderFilteredIsNotSearchedAgain() throws {
    var form = Self.form()
    var driver = ProviderDriver { _ in .success(Self.long) }
    driver.start(&form)
    try driver.run("focus line, open, type 'x'", on: &form)
    #expect(!driver.effects.map(\.words).contains { $0.hasPrefix("search") || $0 == "prepare" })
    #expect(form.picker?.matches.count == 12_003)
  }

  @Test func untilTheAnswerComesTheLastMatchesStay() throws {
    var (form, driver) = try Self.opened()
    driver.isHolding = true
    try driver.run("type '1199'", on: &form)
    #expect(form.picker?.isReloading == true)
    #expect(form.picker?.matches.count == 12_003)
    guard case .searchOptions(_, let search)? = driver.open.first else {
      Issue.record("nothing was asked")
      return
    }
    #expect(search.term == "1199")
    driver.answerAll(&form)
    #expect(form.picker?.isReloading == false)
    #expect(form.picker?.matches == search.matches)
    #expect(search.matches.count < 100)
    #expect(form.picker?.highlightedItem?.identifier == "1199")
  }

  @Test func eachKeyCancelsTheSearchBefore() throws {
    var (form, driver) = try Self.opened()
    driver.isHolding = true
    try driver.run("type 'a', type 'b', press deleteBackward", on: &form)
    #expect(
      driver.effects.map(\.words).suffix(5) == [
        "search a", "cancel", "search ab", "cancel", "search a",
      ])
    try driver.run("press deleteBackward", on: &form)
    #expect(driver.effects.last?.words == "cancel")
    #expect(driver.open.isEmpty)
    #expect(form.picker?.matches.count == 12_003)
    #expect(form.picker?.isReloading == false)
  }

  @Test func aLateAnswerChangesNothing() throws {
    var (form, driver) = try Self.opened()
    driver.isHolding = true
    try driver.run("type 'o'", on: &form)
    guard case .searchOptions(let old, let search)? = driver.open.last else {
      Issue.record("nothing was asked")
      return
    }
    try driver.run("type 's'", on: &form)
    let before = form
    #expect(form.handle(.optionsFound(old, search.matches)) == [])
    #expect(form.handle(.optionsFound(-1, search.matches)) == [])
    #expect(form == before)
    #expect(form.picker?.isReloading == true)
  }

  @Test func aChoiceWaitsForTheMatchesOfItsTerm() throws {
    var (form, driver) = try Self.opened()
    driver.isHolding = true
    try driver.run("type 'bergen', enter", on: &form)
    #expect(form.draft["city"] == nil)
    #expect(form.picker != nil)
    driver.answerAll(&form)
    #expect(form.draft["city"] == .thing("Bergen"))
    #expect(form.picker == nil)
  }

  @Test(arguments: ["press left", "down", "up"])
  func anotherKeyTakesTheChoiceBack(key: String) throws {
    var (form, driver) = try Self.opened()
    driver.isHolding = true
    try driver.run("type 'bergen', enter, \(key)", on: &form)
    driver.answerAll(&form)
    #expect(form.draft["city"] == nil)
    #expect(form.picker?.highlightedItem?.identifier == "Bergen")
  }

  @Test func aChoiceThatMatchesNothingLeavesTheListOpen() throws {
    var (form, driver) = try Self.opened()
    driver.isHolding = true
    try driver.run("type 'xyz', enter", on: &form)
    driver.answerAll(&form)
    #expect(form.draft["city"] == nil)
    #expect(form.picker?.matches.isEmpty == true)
  }

  @Test(arguments: ["esc", "cancel", "submit", "focus save", "set city 'Rome'"])
  func closingCancelsTheSearch(script: String) throws {
    var form = Self.form()
    var driver = ProviderDriver { _ in .success(Self.long) }
    driver.start(&form)
    driver.isHolding = true
    try driver.run("focus city, open", on: &form)
    let load = try #require(driver.open.first)
    driver.isHolding = false
    driver.answerAll(&form)
    driver.isHolding = true
    _ = load
    try driver.run("type 'o', \(script)", on: &form)
    #expect(!driver.open.contains { $0.words.hasPrefix("search") })
    #expect(form.picker == nil)
  }

  @Test func thePreparationIsCancelledWithTheList() throws {
    var form = Self.form()
    _ = form.start()
    let effects = try form.run("focus city, open")
    let mark = try #require(effects.last?.mark)
    let prepared = form.handle(.optionsLoaded(mark, .success(Self.long)))
    #expect(prepared.map(\.words) == ["prepare"])
    let closed = try form.run("esc")
    #expect(closed == prepared.compactMap { $0.mark.map { .cancelLoad($0) } })
  }

  @Test func theChosenOneIsHighlightedInALongList() throws {
    var form = FormState.form(
      Self.rows, providers: ["city": false, "line": true],
      draft: IntentDraft(values: ["city": .thing("11000", "Place 11000")]))
    var driver = ProviderDriver { _ in .success(Self.long) }
    driver.start(&form)
    try driver.run("focus city, open", on: &form)
    #expect(form.picker?.highlighted == 11_000)
  }

  static let sections = OptionsCollection(sections: [
    OptionsSection(title: "Sea", items: ["Bahia Banderas", "Rio"]),
    OptionsSection(title: "Land", items: ["Aberdeen", "Berlin", "Bern"]),
    OptionsSection(title: "Air", items: ["Bern"]),
  ])

  /// The best match is highlighted at the top; the rows of each section stay together.
  @Test(
    arguments: [
      ("ber", "Bern"), ("berl", "Berlin"), ("b", "Bern"), ("bb", "Bahia Banderas"), ("r", "Rio"),
      ("e", "Bern"), ("xyz", nil), ("aber", "Aberdeen"),
    ] as [(String, String?)])
  func theBestMatchIsHighlighted(term: String, identifier: String?) throws {
    var (form, driver) = try Self.opened(Self.sections)
    try driver.run("type '\(term)'", on: &form)
    #expect(form.picker?.highlightedItem?.identifier == identifier)
    #expect(form.picker?.highlighted == 0)
    var seen: [Int] = []
    for row in form.picker?.matches.rows(0..<10) ?? [] where seen.last != row.section {
      seen.append(row.section)
    }
    #expect(Set(seen).count == seen.count, "\(seen)")
  }
}
