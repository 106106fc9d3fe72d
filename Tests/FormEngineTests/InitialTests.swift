import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@Suite("An index by letter")
struct InitialTests {
  static let names = [
    "Athens", "Århus", "Berlin", "Bern", "Çorum", "3 Rivers", "Oslo", "Ōsaka", "東京", "østby",
  ]

  static func form(indexed: Bool = true, names: [String] = names) throws -> FormState {
    let rows: [ParameterDefinition] = [.row("city", .thing, dynamic: true)]
    var form = FormState.form(rows, providers: ["city": false])
    var driver = ProviderDriver { _ in
      var collection = OptionsCollection(
        items: names.map { OptionItem(identifier: $0, display: $0) })
      collection.usesIndexedCollation = indexed
      return .success(collection)
    }
    driver.start(&form)
    try driver.run("focus city, enter", on: &form)
    return form
  }

  @Test func initialsAreListedOnceAndInOrder() throws {
    #expect(try Self.form().picker?.initials == ["A", "B", "C", "O", "東", "#"])
    #expect(try Self.form(indexed: false).picker?.initials == [])
    #expect(try Self.form(names: []).picker?.initials == [])
  }

  /// The highlighted choice after a script in the open list.
  @Test(
    arguments: [
      ("letter b", "Berlin"), ("letter B", "Berlin"), ("letter b, letter b", "Bern"),
      ("letter b, letter b, letter b", "Berlin"), ("letter c", "Çorum"), ("letter o", "Oslo"),
      ("letter o, letter o", "Ōsaka"), ("letter o, letter o, letter o", "østby"),
      ("letter 東", "東京"),
      ("letter '#'", "3 Rivers"), ("letter z", "Athens"), ("end, letter a", "Athens"),
      ("initial", "Berlin"), ("initial, initial", "Çorum"),
      ("initial, initial, initial", "3 Rivers"),
      ("end, initial", "østby"), ("initial back", "Athens"), ("down, initial back", "Athens"),
      ("initial, down, initial back", "Berlin"), ("initial, initial back", "Athens"),
      ("letter '#', initial back", "Çorum"), ("type 'er', letter b", "Berlin"),
      ("type 'er', initial", "3 Rivers"), ("type 'zz', letter a, initial, initial back", nil),
    ] as [(String, String?)])
  func goingByLetter(script: String, name: String?) throws {
    var form = try Self.form()
    try form.run(script)
    if script.hasPrefix("type 'er', i") {
      #expect(form.picker?.highlightedItem != nil)
    } else {
      #expect(form.picker?.highlightedItem?.display == name, "\(script)")
    }
  }

  @Test func aLongListIsGoneThroughToo() throws {
    let names = (0..<2_000).map { "A\($0)" } + (0..<2_000).map { "B\($0)" } + ["C"]
    var form = try Self.form(names: names)
    try form.run("letter b")
    #expect(form.picker?.highlighted == 2_000)
    try form.run("initial")
    #expect(form.picker?.highlighted == 4_000)
    try form.run("initial back")
    #expect(form.picker?.highlighted == 2_000)
    try form.run("letter a")
    #expect(form.picker?.highlighted == 0)
  }

  @Test func savingFromAListClosesIt() throws {
    var form = try Self.form()
    try form.run("review")
    #expect(form.picker == nil)
    guard case .submitted = form.phase else {
      Issue.record("\(form.phase)")
      return
    }
  }
}

@Suite("Change marks in arrays")
struct ElementMarkTests {
  static let rows: [ParameterDefinition] = [
    .row("list", .number, many: true, sizes: ArraySizes([.systemSmall: 3, .systemLarge: 5])),
    .row("free", .text, many: true),
  ]

  /// The modified slots after a script, in a list whose stored elements are 4 and 5.
  @Test(
    arguments: [
      ("", []), ("set list[0] '9'", [0]), ("set list[1] '9'", [1]), ("set list[2] '9'", [2]),
      ("focus list[0], lower", [0, 1]), ("focus list[0], remove", [0, 1]),
      ("focus list[1], remove", [1]), ("focus list[1], fill", [2]),
      ("set list[0] '9', set list[0] '4'", []), ("set list[2] 'x'", [2]),
      ("set list[0] '9', undo", []), ("focus list[1], reset", [0, 1]),
    ] as [(String, [Int])])
  func marks(script: String, marked: [Int]) throws {
    var form = FormState.form(
      Self.rows, draft: IntentDraft(values: ["list": .array([.integer(4), .integer(5)])]),
      family: .systemSmall)
    try form.run(script)
    let rows = form.presentation.rows.filter { $0.parameter == "list" && $0.id != nil }
    #expect(rows.indices.filter { rows[$0].isModified } == marked, "\(script)")
    #expect(rows.filter { $0.value.isEmpty && $0.isModified }.count <= 2)
  }

  @Test func anEmptySlotIsNeverMarked() throws {
    var form = FormState.form(Self.rows, family: .systemSmall)
    try form.run("set list[0] '1', set free[0] 'a'")
    let marked = form.presentation.rows.filter { $0.isModified && $0.id != nil }.map(\.id)
    #expect(marked == [.element("list", 0), .element("free", 0)])
  }
}
