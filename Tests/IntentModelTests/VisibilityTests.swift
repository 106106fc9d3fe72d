import IntentModel
import Testing
import WidgetTestSupport

/// Visible rows, and the reasons why others are hidden.
@Suite struct VisibilityTests {
  struct Row: Sendable {
    let parameters: [ParameterDefinition]
    let values: [String: IntentValue]
    let visible: [String]
    let hidden: [String: HiddenReason]

    init(
      _ parameters: [ParameterDefinition], _ values: [String: IntentValue] = [:], visible: [String],
      hidden: [String: HiddenReason] = [:]
    ) {
      self.parameters = parameters
      self.values = values
      self.visible = visible
      self.hidden = hidden
    }
  }

  private static let other = ParameterDefinition.of(.other("Color"), "color")

  private static let reasons: [Row] = [
    Row([.boolean("a")], visible: ["a"]),
    Row([.boolean("a").locked], visible: [], hidden: ["a": .notConfigurable]),
    Row([.boolean("a").at(priority: nil)], visible: [], hidden: ["a": .noDisplayPriority]),
    Row([other], visible: [], hidden: ["color": .noEditor]),
    Row([other.locked.at(priority: nil)], visible: [], hidden: ["color": .notConfigurable]),
    Row(
      [.boolean("a").locked, .string("b").under("a", "BooleanHasAnyValue")], visible: [],
      hidden: ["a": .notConfigurable, "b": .parentHidden(parent: "a")]),
    Row(
      [.boolean("a"), .string("b").under("a", "BooleanHasExactValue", .boolean(true))],
      visible: ["a"], hidden: ["b": .conditionNotMet(parent: "a")]),
    Row(
      [.boolean("a"), .string("b").under("a", "BooleanHasExactValue", .boolean(true))],
      ["a": .boolean(true)], visible: ["a", "b"]),
    Row(
      [.boolean("a"), .string("b").under("a", "BooleanHasExactValue")], visible: ["a", "b"]),
    Row(
      [.boolean("a", default: true), .string("b").under("a", "BooleanHasExactValue")],
      visible: ["a"], hidden: ["b": .conditionNotMet(parent: "a")]),
  ]

  @Test("Rule 2: a parameter is shown, or hidden for a reason", arguments: reasons)
  func reason(_ row: Row) { check(row) }

  private static let chain: [ParameterDefinition] = [
    .boolean("a", default: true),
    .enumeration("b", "Style", default: "grid").under(
      "a", "BooleanHasExactValue", .boolean(true)),
    .string("c", default: "x").under("b", "EnumHasExactValue", .string("grid")),
    .integer("d").under("c", "StringHasAnyValue"),
  ]

  private static let chains: [Row] = [
    Row(chain, visible: ["a", "b", "c", "d"]),
    Row(
      chain, ["a": .boolean(false)], visible: ["a"],
      hidden: [
        "b": .conditionNotMet(parent: "a"), "c": .parentHidden(parent: "b"),
        "d": .parentHidden(parent: "c"),
      ]),
    Row(
      chain, ["b": .enumeration("list")], visible: ["a", "b"],
      hidden: ["c": .conditionNotMet(parent: "b"), "d": .parentHidden(parent: "c")]),
    Row(
      chain, ["c": .string("")], visible: ["a", "b", "c"],
      hidden: ["d": .conditionNotMet(parent: "c")]),
    // The value of a hidden parent is ignored.
    Row(
      chain, ["a": .boolean(false), "b": .enumeration("grid"), "c": .string("y")],
      visible: ["a"],
      hidden: [
        "b": .conditionNotMet(parent: "a"), "c": .parentHidden(parent: "b"),
        "d": .parentHidden(parent: "c"),
      ]),
    // The default replaces an invalid value.
    Row(chain, ["b": .enumeration("nowhere")], visible: ["a", "b", "c", "d"]),
    // The order in the file does not matter.
    Row(Array(chain.reversed()), visible: ["d", "c", "b", "a"]),
  ]

  @Test("Rule 2: a child is hidden together with its parent, all the way down", arguments: chains)
  func chain(_ row: Row) { check(row) }

  private static let parents: [Row] = [
    Row([.boolean("b").under("nobody", "BooleanHasAnyValue")], visible: ["b"]),
    Row([.boolean("b").under(nil, "BooleanHasExactValue", .boolean(true))], visible: ["b"]),
    Row(
      [.string("City"), .boolean("b").under("city", "StringHasAnyValue")], visible: ["City"],
      hidden: ["b": .conditionNotMet(parent: "City")]),
    Row(
      [.string("city"), .boolean("b").under("City", "StringHasAnyValue")],
      ["city": .string("Oslo")], visible: ["city", "b"]),
    Row(
      [.string("city"), .string("City"), .boolean("b").under("City", "StringHasAnyValue")],
      ["City": .string("Oslo")], visible: ["city", "City", "b"]),
    Row(
      [.string("a"), .boolean("b").under("a", "StringIsOdd", .string("z"))], visible: ["a", "b"]),
  ]

  @Test(
    "Rule 2, §3.1: missing and unknown parents, and parents given by property name",
    arguments: parents)
  func parent(_ row: Row) { check(row) }

  @Test("§1.3: rows are in ascending display priority; equal ones are in file order")
  func order() {
    let parameters: [ParameterDefinition] = [
      .boolean("c").at(priority: 3), .boolean("x").at(priority: nil),
      .boolean("a").at(priority: -1), .boolean("d").at(priority: 3), .boolean("b").at(priority: 2),
    ]
    check(Row(parameters, visible: ["a", "b", "c", "d"], hidden: ["x": .noDisplayPriority]))
    #expect(IntentSchema.sample(parameters).displayOrder == [2, 4, 0, 3])
  }

  @Test("Rule 2: an effective value is the user's, or else the default, or else nothing")
  func origins() {
    let schema = IntentSchema.sample([
      .integer("a", 0...9, default: 5), .integer("b", 0...9), .integer("c", 0...9, default: 5),
      .integer("d", 0...9), .integer("e").under("b", "IntegerHasAnyValue"),
    ])
    let draft = IntentDraft.set([
      "a": .integer(7), "c": .integer(70), "d": .integer(70), "e": .integer(1),
    ])
    let states = schema.evaluate(draft, family: .systemSmall).states
    #expect(states.map(\.origin) == [.user, .none, .defaultValue, .none, .none])
    #expect(states.map(\.value) == [.integer(7), nil, .integer(5), nil, nil])
    #expect(states.map(\.issues.count) == [0, 0, 1, 1, 0])
    #expect(states.map(\.isVisible) == [true, true, true, true, false])
  }

  private func check(_ row: Row, sourceLocation: SourceLocation = #_sourceLocation) {
    let schema = IntentSchema.sample(row.parameters, enums: [.of("Style", "grid", "list")])
    for family in WidgetFamily.allCases {
      let found = schema.evaluate(.set(row.values), family: family)
      let names = schema.intent.parameters.map(\.name)
      #expect(found.family == family)
      #expect(found.visible.map { names[$0] } == row.visible, sourceLocation: sourceLocation)
      let hidden = zip(names, found.states).compactMap { name, state in
        state.hidden.map { (name, $0) }
      }
      #expect(
        Dictionary(hidden) { first, _ in first } == row.hidden, sourceLocation: sourceLocation)
    }
  }

  /// The order is built step by step: each step places the first row that need not come after an
  /// unplaced row.
  @Test func theOrderOfRowsFollowsEachBranch() {
    var random = SeededGenerator(seed: 48)
    for _ in 0..<200 {
      let names = (0..<Int.random(in: 1...9, using: &random)).map { "p\($0)" }
      let lists = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Array(
          names.shuffled(using: &random).prefix(Int.random(in: 1...names.count, using: &random)))
      }
      let order = Self.summary(lists).order(declared: names)
      let (expected, isWhole) = Self.slowOrder(lists)
      #expect(order.names == expected && order.isThatOfEachBranch == isWhole, "\(lists)")
    }
    // A quadratic algorithm would take minutes for this many rows.
    let many = (0..<60_000).map { "p\($0)" }
    #expect(Self.summary([many.reversed(), many]).order(declared: many).names.count == many.count)
  }

  private static func summary(_ lists: [[String]]) -> RowSummary {
    let cases = lists.enumerated().map { number, names in
      RowSummary.Case(
        values: [.integer(number)], summary: .rows(RowSummary.Rows(others: names)))
    }
    return .cases(.parameter("p0"), cases, otherwise: nil)
  }

  private static func slowOrder(_ lists: [[String]]) -> ([String], Bool) {
    var seen = Set<String>()
    var left = lists.joined().filter { seen.insert($0).inserted }
    var (found, isWhole): ([String], Bool) = ([], true)
    while !left.isEmpty {
      let place = left.firstIndex { name in
        lists.allSatisfy { list in
          guard let at = list.firstIndex(of: name), at > 0 else { return true }
          return found.contains(list[at - 1])
        }
      }
      if place == nil { isWhole = false }
      found.append(left.remove(at: place ?? 0))
    }
    return (found, isWhole)
  }
}
