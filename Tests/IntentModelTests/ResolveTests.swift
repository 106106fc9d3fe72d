import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// Making an intent from a draft.
@Suite struct ResolveTests {
  private static let upNext = IntentSchema.sample(
    [
      .boolean("mirror", default: true),
      .object("calendars", "Calendar").dynamic().several.under("mirror", "BooleanHasExactValue"),
      .enumeration("style", "Style", default: "agenda"),
      .integer("days", 1...14).under("style", "EnumHasExactValue", .string("agenda")),
    ], enums: [.of("Style", "agenda", "grid")], types: [.of("Calendar")])

  @Test("Rule 1: an intent has the effective values of visible parameters, in definition order")
  func order() throws {
    let parameters: [ParameterDefinition] = [
      .integer("third", default: 3).at(priority: 9), .integer("first").at(priority: 1),
      .integer("empty").at(priority: 3), .integer("hidden", default: 4).at(priority: nil),
      .integer("second", default: 2).at(priority: 2),
    ]
    let draft = IntentDraft.set(["first": .integer(1), "hidden": .integer(7)])
    let intent = try IntentSchema.sample(parameters).resolve(draft, family: .systemLarge).get()
    // An answer from before a parameter lost its row stays in the intent.
    #expect(intent.parameters.map(\.name) == ["third", "first", "hidden", "second"])
    #expect(intent.typeName == "TestIntent")
    #expect(intent.family == .systemLarge)
    #expect(intent["first"] == .integer(1))
    #expect(intent["hidden"] == .integer(7))
  }

  @Test("Rule 1: hiding never erases a value, and showing restores it")
  func hideThenShow() throws {
    var draft = IntentDraft.set([
      "mirror": .boolean(false), "calendars": .array([.choice("work")]), "days": .integer(3),
    ])
    let before = try Self.upNext.resolve(draft, family: .systemSmall).get()
    #expect(before.parameters.map(\.name) == ["mirror", "calendars", "style", "days"])

    draft["mirror"] = .boolean(true)
    draft["style"] = .enumeration("grid")
    let hidden = try Self.upNext.resolve(draft, family: .systemSmall).get()
    #expect(hidden.parameters.map(\.name) == ["mirror", "style"])

    draft["mirror"] = .boolean(false)
    draft["style"] = nil
    #expect(try Self.upNext.resolve(draft, family: .systemSmall).get() == before)
  }

  @Test(
    "Rule 1: changing the family and back restores the values", arguments: WidgetFamily.allCases)
  func familyAndBack(_ family: WidgetFamily) throws {
    let schema = IntentSchema.sample([
      .integer("x").sized([.systemSmall: 1, .systemMedium: 2, .systemLarge: 3]),
      .boolean("many").under("x", "IntegerHasExactValue", .integer(1), .integer(2)),
    ])
    let draft = IntentDraft.set(["x": .array((1...5).map { .integer($0) })])
    let before = try schema.resolve(draft, family: .systemMedium).get()
    #expect(before["x"] == .array([.integer(1), .integer(2)]))
    #expect(before["many"] == .boolean(false))
    let other = try schema.resolve(draft, family: family).get()
    #expect((other["many"] == nil) == (family != .systemMedium))
    #expect(try schema.resolve(draft, family: .systemMedium).get() == before)
  }

  @Test("Rule 8: every issue of every visible parameter at once, in display order")
  func allIssues() throws {
    let schema = IntentSchema.sample([
      .integer("b", 0...9).at(priority: 2), .string("a").several.at(priority: 1),
      .boolean("fine").at(priority: 3), .integer("hidden", 0...9).at(priority: nil),
      .object("c", "City").at(priority: 4),
    ])
    let draft = IntentDraft.set([
      "a": .array([.string("x\n"), .string("fine"), .integer(1)]), "b": .integer(10),
      "fine": .boolean(true), "hidden": .integer(99), "c": .choice(""),
      "nobody": .integer(5),
    ])
    let result = schema.resolve(draft, family: .systemSmall)
    let issues = try #require(result.issues)
    #expect(
      issues.map { "\($0.code) \($0.path)" } == [
        "line-break $.parameters.a[0]", "wrong-type $.parameters.a[2]",
        "above-maximum $.parameters.b", "empty-identifier $.parameters.c.identifier",
      ])
    #expect(issues.allSatisfy { $0.severity == .error })
  }

  @Test("Rule 1: an invalid value of a hidden parameter prevents nothing")
  func hiddenIssues() throws {
    let draft = IntentDraft.set(["style": .enumeration("grid"), "days": .integer(99)])
    let evaluation = Self.upNext.evaluate(draft, family: .systemSmall)
    #expect(evaluation.states[3].issues.map(\.code) == ["above-maximum"])
    #expect(evaluation.states[3].value == nil)
    let intent = try Self.upNext.resolve(draft, family: .systemSmall).get()
    #expect(intent["days"] == nil)
  }

  @Test("A parameter without a value is not an issue")
  func nothingIsRequired() throws {
    let schema = IntentSchema.sample([.string("a"), .object("b"), .integer("c").several])
    #expect(try schema.resolve(IntentDraft(), family: .systemSmall).get().parameters == [])
    let empty = IntentSchema.sample([])
    #expect(try empty.resolve(IntentDraft(), family: .systemSmall).get().parameters == [])
  }

  @Test("Of two parameters with the same name, only the first is in the intent")
  func twins() throws {
    let schema = IntentSchema.sample([.string("a"), .string("a")])
    let intent = try schema.resolve(.set(["a": .string("x")]), family: .systemSmall).get()
    #expect(intent.parameters == [Intent.Parameter(name: "a", value: .string("x"))])
  }
}

extension Result where Success == Intent, Failure == IntentIssues {
  /// The issues of a failure; nil if it succeeded.
  var issues: [IntentIssue]? {
    if case .failure(let found) = self { found.issues } else { nil }
  }
}
