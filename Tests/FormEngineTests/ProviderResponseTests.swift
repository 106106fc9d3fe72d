import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

/// Provider responses about stored choices: new texts, and missing choices.
@Suite("Provider responses about choices")
struct ProviderResponseTests {
  static let rows: [ParameterDefinition] = [
    .row("thing", .thing, dynamic: true), .row("word", .text, dynamic: true),
    .row("who", .person(detail: nil), dynamic: true), .row("pay", .paymentMethod, dynamic: true),
    .row("count", .number, dynamic: true), .row("things", .thing, dynamic: true, many: true),
    .row("plain", .text),
  ]

  static func form(_ values: [String: IntentValue]) -> FormState {
    let names = rows.filter { $0.options.isDynamic }.map { ($0.name, false) }
    return .form(
      rows, providers: Dictionary(uniqueKeysWithValues: names), draft: IntentDraft(values: values))
  }

  static func item(_ identifier: String, _ display: String) -> OptionItem {
    OptionItem(identifier: identifier, display: display)
  }

  /// Opens a form whose provider knows the given items.
  static func opened(_ values: [String: IntentValue], _ items: [OptionItem]) -> FormState {
    var form = form(values)
    var driver = ProviderDriver { _ in .success(OptionsCollection(items: items)) }
    driver.resolve = { names, _ in .success(items.filter { names.contains($0.identifier) }) }
    driver.start(&form)
    return form
  }

  /// A stored value, the provider's item, and the value that is shown and saved afterwards.
  static let texts: [(name: String, stored: IntentValue, item: OptionItem, now: IntentValue)] = [
    ("thing", .thing("a", "Old"), item("a", "New"), .thing("a", "New")),
    ("thing", .thing("a", "Same"), item("a", "Same"), .thing("a", "Same")),
    ("thing", .thing("a", "Old"), item("b", "New"), .thing("a", "Old")),
    (
      "thing", .object(IntentObject(identifier: "a", display: "Old", subtitle: "s")),
      item("a", "New"), .object(IntentObject(identifier: "a", display: "New", subtitle: "s"))
    ),
    (
      "who", .person(Person(name: "Ann", identifier: "7", handle: "a@b")), item("7", "Anna"),
      .person(Person(name: "Anna", identifier: "7", handle: "a@b"))
    ),
    (
      "who", .person(Person(name: "Ann", identifier: "7")), item("8", "Bob"),
      .person(Person(name: "Ann", identifier: "7"))
    ),
    (
      "who", .person(Person(name: "Ann")), item("Ann", "Anna"), .person(Person(name: "Ann"))
    ),
    (
      "pay", .paymentMethod(PaymentMethod(kind: "card", name: "Card")), item("card", "Visa"),
      .paymentMethod(PaymentMethod(kind: "card", name: "Visa"))
    ),
    (
      "pay", .paymentMethod(PaymentMethod(kind: "card", name: "Card")), item("cash", "Cash"),
      .paymentMethod(PaymentMethod(kind: "card", name: "Card"))
    ),
    ("word", .string("a"), item("a", "Alpha"), .string("a")),
    ("count", .integer(3), item("3", "Three"), .integer(3)),
    (
      "things", .array([.thing("a", "Old"), .thing("b", "B")]), item("a", "New"),
      .array([.thing("a", "New"), .thing("b", "B")])
    ),
  ]

  @Test(arguments: texts.indices)
  func newTexts(_ index: Int) {
    let (name, stored, item, now) = Self.texts[index]
    let form = Self.opened([name: stored], [item])
    #expect(form.draft.values[name] == now)
    // A text that the provider changed is not a change that the person made.
    #expect(!form.isModified && form.changes.isEmpty)
  }

  @Test func newTextsReachWhatUndoGoesBackTo() throws {
    var form = Self.form(["thing": .thing("a", "Old")])
    var driver = ProviderDriver { _ in .success(["a"]) }
    driver.resolve = { _, _ in .success([Self.item("a", "New")]) }
    driver.isHolding = true
    driver.start(&form)
    try driver.run("set plain 'x', set plain 'y', undo", on: &form)
    driver.isHolding = false
    driver.answerAll(&form)
    try driver.run("undo 5", on: &form)
    #expect(form.draft.values["thing"] == .thing("a", "New"))
    try driver.run("redo 5", on: &form)
    #expect(form.draft.values["thing"] == .thing("a", "New"))
    #expect(form.draft.values["plain"] == .string("y"))
  }

  /// Stored values that the provider does not know, and the messages.
  static let missing: [(values: [String: IntentValue], lines: [String])] = [
    ([:], []), (["thing": .thing("known")], []),
    (
      ["thing": .thing("a", "Alpha")],
      ["$.parameters.thing: “Alpha” (a) is no longer offered."]
    ),
    (
      ["word": .string("zebra")],
      ["$.parameters.word: “zebra” (zebra) is no longer offered."]
    ),
    (
      ["count": .integer(3)],
      ["$.parameters.count: “3” (3) is no longer offered."]
    ),
    (
      ["things": .things("known", "b", "known", "c")],
      [
        "$.parameters.things[1]: “b” (b) is no longer offered.",
        "$.parameters.things[3]: “c” (c) is no longer offered.",
      ]
    ),
    (
      ["things": .things("x", "x"), "thing": .thing("y")],
      [
        "$.parameters.thing: “y” (y) is no longer offered.",
        "$.parameters.things[0]: “x” (x) is no longer offered.",
        "$.parameters.things[1]: “x” (x) is no longer offered.",
      ]
    ),
    (["who": .person(Person(name: "Nobody"))], []), (["plain": .string("a")], []),
  ]

  @Test(arguments: missing.indices)
  func whatIsNoLongerOffered(_ index: Int) {
    let (values, lines) = Self.missing[index]
    let form = Self.opened(values, [Self.item("known", "Known")])
    let found = form.missingIssues.map { "\($0.path): \($0.sentence)" }
    #expect(found == lines)
    #expect(form.missingIssues.allSatisfy { $0.code == "not-offered" && $0.severity == .warning })
    let remedy = "Choose another, or keep it until it is offered again."
    #expect(form.missingIssues.allSatisfy { $0.remedy == remedy })
    // The messages are warnings, and do not prevent saving.
    #expect(form.issues.isEmpty)
  }

  @Test func answersToNoQuestionChangeNothing() {
    var form = Self.opened(["thing": .thing("a")], [Self.item("a", "A")])
    let before = form
    let items = [Self.item("a", "Other")]
    for id in [-1, 0, 1, 2, 99] {
      #expect(form.handle(.choicesResolved(id, .success(ResolvedOptions(items)))) == [])
      #expect(form.handle(.defaultsLoaded(id, .success(items))) == [])
      #expect(form.handle(.optionsLoaded(id, .success(OptionsCollection(items: items)))) == [])
      #expect(form.handle(.folderListed(id, .success([]))) == [])
    }
    #expect(form == before)
  }

  @Test func aCheckThatFailsSaysSoAndIsRepeated() throws {
    var form = Self.form(["thing": .thing("a", "Alpha")])
    var driver = ProviderDriver { _ in .success(["a"]) }
    driver.resolve = { _, _ in .failure(.down) }
    driver.start(&form)
    #expect(form.failures["thing"] == .down)
    #expect(form.row(.parameter("thing"))?.problem?.hasPrefix("source: It is down.") == true)
    #expect(form.missingIssues.isEmpty)
    driver.resolve = { _, _ in .success([Self.item("a", "A")]) }
    try driver.run("focus thing, retry", on: &form)
    #expect(form.failures.isEmpty)
    #expect(form.draft.values["thing"] == .thing("a", "A"))
    #expect(form.row(.parameter("thing"))?.problem == nil)
  }
}
