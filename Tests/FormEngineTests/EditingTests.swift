import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@Suite struct EditingTests {
  static let rows: [ParameterDefinition] = [
    .row("title", .text), .row("count", .number), .row("thing", .thing),
    .row("place", .placemark(detail: nil)), .row("on", .flag),
    .row("note", .string(StringMetadata(defaultValue: LocalizedText("Dear")))),
    .row("child", .text, parent: .when("on", is: .boolean(false))),
  ]

  static func form(_ values: [String: IntentValue] = [:]) -> FormState {
    FormState.form(rows, draft: IntentDraft(values: values))
  }

  /// The effect of typing; the script starts on the row, and nil means no answer.
  @Test(
    arguments: [
      ("title", nil, "type 'a', type 'b', enter", .string("ab")),
      ("title", .string("old"), "type '!', enter", .string("old!")),
      ("title", .string("old"), "enter, press deleteToStart, enter", nil),
      ("title", .string("old"), "enter, type 'x', esc", .string("old")),
      ("title", nil, "type 'a', down", .string("a")),
      ("title", nil, "type 'a', focus count", .string("a")),
      ("title", nil, "type 'a', undo", nil), ("title", nil, "type 'a', undo, redo", .string("a")),
      ("title", nil, "type 'a', reset", nil), ("title", nil, "type 'a', reset, undo", .string("a")),
      ("title", nil, "type 'a', family systemLarge", .string("a")),
      ("title", nil, "type 'a', set count '5'", .string("a")),
      ("title", nil, "type 'a', set title 'b'", .string("b")),
      ("title", nil, "type 'a', submit", .string("a")), ("title", nil, "type 'a', cancel", nil),
      ("title", nil, "type 'ab', press left, type 'x', commit", .string("axb")),
      ("title", nil, "type 'a', right 5, remove, open, raise, retry, choose, commit", .string("a")),
      ("count", .integer(7), "type '12', enter", .integer(12)),
      ("count", .integer(7), "enter, type '2', enter", .integer(72)),
      ("count", .integer(7), "enter, enter", .integer(7)),
      ("count", .integer(7), "type 'x', down", .integer(7)),
      ("thing", nil, "type 'a', enter, type 'Ann', enter", .thing("a", "Ann")),
      (
        "thing", nil, "type 'a', tab, type 'Ann', tab, type '1', commit, commit",
        .thing("a1", "Ann")
      ),
      ("thing", nil, "type 'a', enter, enter", .thing("a")),
      ("thing", nil, "enter, enter, type 'Ann', enter", .thing("Ann")),
      (
        "thing", .thing("a", "A"), "enter, press deleteToStart, tab, press deleteToStart, commit",
        nil
      ),
      ("on", nil, "type ' '", .boolean(true)), ("on", nil, "type 'x'", nil),
      ("on", nil, "enter", .boolean(true)), ("on", nil, "enter, enter", .boolean(false)),
      ("note", nil, "enter, press deleteToStart, enter", .string("")),
      ("note", nil, "enter, enter", nil), ("note", nil, "enter, down", nil),
      ("note", nil, "enter, undo", nil), ("note", .string("x"), "enter, submit", .string("x")),
      ("note", nil, "type '!', enter", .string("Dear!")),
    ] as [(String, IntentValue?, String, IntentValue?)])
  func typing(row: String, before: IntentValue?, script: String, after: IntentValue?) throws {
    var form = Self.form(before.map { [row: $0] } ?? [:])
    try form.run("focus \(row), \(script)")
    #expect(form.draft[row] == after)
    #expect(form.editing == nil)
  }

  @Test func partsOfAnObject() throws {
    var form = Self.form(["thing": .thing("a", "A")])
    try form.run("focus thing, enter")
    let editing = try #require(form.editing)
    #expect(editing.labels == ["identifier", "display"])
    #expect(editing.fields.map(\.text) == ["a", "A"])
    #expect(editing.active == 0)
    try form.run("tab")
    #expect(form.editing?.active == 1)
    try form.run("tab")
    #expect(form.editing?.active == 0)
  }

  @Test func refusedTextStaysOpenWithItsReason() throws {
    var form = Self.form(["count": .integer(7)])
    try form.run("focus count, type 'x', enter")
    #expect(form.editing?.issue?.sentence == "Expected a whole number, found “x”.")
    #expect(form.editing?.fields.map(\.text) == ["x"])
    try form.run("press deleteBackward")
    #expect(form.editing?.issue == nil)
    try form.run("type '8', enter")
    #expect(form.draft["count"] == .integer(8))
  }

  @Test func unreadTextIsKeptAndEditedAgain() throws {
    var form = Self.form(["count": .integer(7)])
    try form.run("focus count, type '1x', down")
    #expect(form.unreadTexts[.parameter("count")]?.text == "1x")
    #expect(form.row(.parameter("count"))?.value == "1x")
    #expect(form.row(.parameter("count"))?.problem == "Expected a whole number, found “1x”.")
    #expect(form.isModified && form.isModified("count"))
    try form.run("focus count, enter, down")
    #expect(form.unreadTexts[.parameter("count")]?.text == "1x")
    try form.run("focus count, type '0', press deleteBackward, press deleteBackward, enter")
    #expect(form.unreadTexts.isEmpty)
    #expect(form.draft["count"] == .integer(1))
    try form.run("undo")
    #expect(form.unreadTexts[.parameter("count")]?.text == "1x")
    try form.run("undo")
    #expect(form.unreadTexts.isEmpty)
    #expect(form.draft["count"] == .integer(7))
  }

  @Test func unreadObjectKeepsItsParts() throws {
    var form = Self.form()
    _ = form.handle(.focus(.parameter("thing")))
    _ = form.handle(.insert("a|b\u{7}"))
    try form.run("tab, type 'A', down")
    #expect(form.unreadTexts[.parameter("thing")]?.text == "a|b\u{7}|A")
    try form.run("focus thing, enter")
    #expect(form.editing?.fields.map(\.text) == ["a|b\u{7}", "A"])
    try form.run("press deleteBackward, commit, commit")
    #expect(form.draft["thing"] == .thing("a|b", "A"))
  }

  @Test(
    arguments: [
      ("enter, enter", "Home", true), ("enter, down", "Home", true),
      ("type 'x', enter", "Homex", false),
      ("enter, press deleteBackward, type 'e', enter", "Home", true),
    ])
  func anAddressIsNotLost(script: String, name: String, isKept: Bool) throws {
    let place = Placemark(name: "Home", street: "Road 1", city: "Oslo")
    var form = Self.form(["place": .placemark(place)])
    try form.run("focus place, " + script)
    let after = isKept ? place : Placemark(name: name)
    #expect(form.draft["place"] == .placemark(after))
    try form.run("undo")
    #expect(form.draft["place"] == .placemark(place))
  }

  /// Details that the text does not show are kept if the text still refers to the same thing.
  @Test(
    arguments: [
      (
        "place", .placemark(Placemark(name: "A", latitude: 1, longitude: 2, city: "Oslo")),
        "B @1,2", .placemark(Placemark(name: "B", latitude: 1, longitude: 2, city: "Oslo"))
      ),
      (
        "place", .placemark(Placemark(name: "A", latitude: 1, longitude: 2, city: "Oslo")),
        "A @1,3", .placemark(Placemark(name: "A", latitude: 1, longitude: 3))
      ),
      (
        "thing", .object(IntentObject(identifier: "a", display: "A", subtitle: "s")), "a|B",
        .object(IntentObject(identifier: "a", display: "B", subtitle: "s"))
      ),
      (
        "thing", .object(IntentObject(identifier: "a", display: "A", subtitle: "s")), "b|A",
        .thing("b", "A")
      ),
      (
        "who", .person(Person(name: "Ann", identifier: "7", handle: "a@b")), "Anna <a@b>",
        .person(Person(name: "Anna", identifier: "7", handle: "a@b"))
      ),
      (
        "who", .person(Person(name: "Ann", identifier: "7", handle: "a@b")), "Bob",
        .person(Person(name: "Bob"))
      ),
      (
        "pay", .paymentMethod(PaymentMethod(kind: "c", name: "C", identificationHint: "42")), "c|D",
        .paymentMethod(PaymentMethod(kind: "c", name: "D", identificationHint: "42"))
      ),
      (
        "say", .speakableString(SpeakableString(spokenPhrase: "a", pronunciationHint: "ah")), "a",
        .speakableString(SpeakableString(spokenPhrase: "a", pronunciationHint: "ah"))
      ),
      (
        "say", .speakableString(SpeakableString(spokenPhrase: "a", pronunciationHint: "ah")), "b",
        .speakableString(SpeakableString(spokenPhrase: "b"))
      ),
    ] as [(String, IntentValue, String, IntentValue)])
  func unseenParts(row: String, before: IntentValue, text: String, after: IntentValue) {
    let more: [ParameterDefinition] = [
      .row("who", .person(detail: nil)), .row("pay", .paymentMethod),
      .row("say", .speakableString(.init())),
    ]
    var form = FormState.form(Self.rows + more, draft: IntentDraft(values: [row: before]))
    _ = form.handle(.setText(.parameter(row), text))
    #expect(form.draft[row] == after)
  }

  @Test func rowThatVanishesKeepsWhatWasTyped() throws {
    let rows: [ParameterDefinition] = [
      .row("city", .thing, dynamic: true),
      .row("street", .text, parent: .whenNot("city", .thing("b"))),
    ]
    var form = FormState.form(rows, providers: ["city": false])
    _ = form.start()
    try form.run("focus street, type 'Road'")
    _ = form.handle(.defaultsLoaded(1, .success(["b"])))
    #expect(form.focusableRows.contains(.parameter("street")) == false)
    #expect(form.editing == nil)
    #expect(form.focus == .parameter("city"))
    #expect(form.draft["street"] == .string("Road"))
  }
}
