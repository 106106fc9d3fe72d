import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite struct JumpTests {
  static func form() throws -> FormState {
    var form = SampleForm.state()
    try form.run("set heading 'Good morning'")
    return form
  }

  /// The typed text, and the labels that were found; those of hidden rows are in brackets.
  static let searches: [(text: String, found: [String])] = [
    ("morning", ["Heading"]), ("HEADI", ["Heading"]), ("head", ["Look ahead", "Heading"]),
    ("look", ["Look ahead"]),
    ("family", ["Family"]), ("mediu", ["Family"]), ("can", ["Cancel"]),
    ("from", ["[From]"]), ("calendars", ["[Calendars]"]),
    ("hidden", ["[Calendars]", "[From]", "[Until]"]),
    ("a range", ["[From]", "[Until]"]), ("zebra", []), ("morning good", ["Heading"]),
  ]

  @Test(arguments: searches.indices)
  func search(_ index: Int) throws {
    let (text, found) = Self.searches[index]
    var form = try Self.form()
    _ = form.handle(.set("mirrorApp", .boolean(true)))
    let items = form.jumpItems(matching: text)
    #expect(items.map { $0.reason == nil ? $0.label : "[\($0.label)]" } == found)
  }

  @Test func everyRowIsThereAtFirst() throws {
    let form = try Self.form()
    #expect(form.jumpItems(matching: "").count == 14)
  }

  @Test func choosingGoesThere() throws {
    var form = try Self.form()
    try form.run("jump, type 'emph', enter")
    #expect(form.focus == .parameter("emphasis"))
    #expect(form.panel == nil)
    #expect(!form.showsHidden)
  }

  @Test func anArrayIsGoneToByItsFirstSlot() throws {
    var form = try Self.form()
    try form.run("jump, type 'calendars', enter")
    #expect(form.focus == .element("calendars", 0))
  }

  @Test func aHiddenRowIsBroughtIntoView() throws {
    var form = try Self.form()
    try form.run("jump, type 'until', enter")
    #expect(form.focus == .parameter("until"))
    #expect(form.showsHidden)
    try form.run("enter")
    #expect(form.focus == .parameter("show"))
  }

  @Test func theHighlightGoesRoundAndBeginsAnewWithTheText() throws {
    var form = try Self.form()
    try form.run("jump, up, enter")
    #expect(form.focus == .cancel)
    try form.run("jump, down 3, type 'e', enter")
    let first = form.jumpItems(matching: "e").first?.row
    #expect(form.focus == first)
  }

  @Test func nothingFoundGoesNowhere() throws {
    var form = try Self.form()
    let focus = form.focus
    try form.run("jump, type 'zebra', enter")
    #expect(form.panel != nil)
    try form.run("esc")
    #expect(form.panel == nil)
    #expect(form.focus == focus)
  }

  @Test func whatIsBeingTypedIsKept() throws {
    var form = try Self.form()
    try form.run("focus lines, type '7', jump, type 'emph', enter")
    #expect(form.draft.values["lines"] == .integer(7))
    #expect(form.focus == .parameter("emphasis"))
  }
}
