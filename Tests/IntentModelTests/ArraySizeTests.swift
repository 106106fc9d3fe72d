import IntentModel
import Testing
import WidgetTestSupport

/// The sizes of arrays in each family.
@Suite struct ArraySizeTests {
  struct Row: Sendable {
    let entries: [(String, Int)]
    /// The maximums in the order of the families.
    let maxima: [Int]
  }

  /// Small, Medium, Large, ExtraLarge, ExtraLargePortrait, Corner, Circular, Rectangular, Inline.
  private static let rows: [Row] = [
    Row(entries: [], maxima: [1, 1, 1, 1, .max, 1, 1, 1, 1]),
    Row(entries: [("Small", 3)], maxima: [3, 3, 3, 3, .max, 3, 3, 3, 3]),
    Row(entries: [("Medium", 6)], maxima: [1, 6, 6, 6, .max, 1, 1, 1, 1]),
    Row(entries: [("Large", 6)], maxima: [1, 1, 6, 6, .max, 1, 1, 1, 1]),
    Row(entries: [("ExtraLarge", 6)], maxima: [1, 1, 1, 6, .max, 1, 1, 1, 1]),
    Row(entries: [("ExtraLargePortrait", 6)], maxima: [1, 1, 1, 1, 6, 1, 1, 1, 1]),
    Row(entries: [("AccessoryCorner", 2)], maxima: [1, 1, 1, 1, .max, 2, 2, 2, 2]),
    Row(entries: [("AccessoryCircular", 2)], maxima: [1, 1, 1, 1, .max, 1, 2, 2, 2]),
    Row(entries: [("AccessoryRectangular", 2)], maxima: [1, 1, 1, 1, .max, 1, 1, 2, 1]),
    Row(entries: [("AccessoryInline", 2)], maxima: [1, 1, 1, 1, .max, 1, 1, 1, 2]),
    // Settings from two real definitions.
    Row(
      entries: [("Small", 3), ("Medium", 6), ("Large", 12), ("ExtraLarge", 20)],
      maxima: [3, 6, 12, 20, .max, 3, 3, 3, 3]),
    Row(
      entries: [
        ("Small", 1), ("Medium", 8), ("Large", 16), ("ExtraLarge", 32), ("AccessoryCorner", 4),
        ("AccessoryCircular", 5), ("AccessoryRectangular", 6), ("AccessoryInline", 7),
      ], maxima: [1, 8, 16, 32, .max, 4, 5, 6, 7]),
    Row(entries: [("Small", 0), ("Medium", -4)], maxima: [1, 1, 1, 1, .max, 1, 1, 1, 1]),
    Row(entries: [("Gigantic", 9), ("medium", 9)], maxima: [1, 1, 1, 1, .max, 1, 1, 1, 1]),
    Row(entries: [("Small", 2), ("Small", 9)], maxima: [2, 2, 2, 2, .max, 2, 2, 2, 2]),
  ]

  @Test("§4: a family has its own size or one from its chain, at least 1", arguments: rows)
  func maximum(_ row: Row) {
    let sizes = ArraySizes(
      entries: row.entries.map { ArraySizes.Entry(sizeClass: $0.0, size: $0.1) })
    #expect(WidgetFamily.allCases.map { sizes.maximum(for: $0) } == row.maxima)
    let parameter = ParameterDefinition.string("x").sized([:]).changed { $0.arraySizes = sizes }
    #expect(
      WidgetFamily.allCases.map { parameter.maximumCount(for: $0) }
        == row.maxima.map { $0 == .max ? nil : $0 })
  }

  /// A size for all families applies to each family without its own size.
  @Test func `An App Intent has no chain of families`() {
    var sizes = ArraySizes(
      entries: [
        .init(sizeClass: ArraySizes.everyFamily, size: 5), .init(sizeClass: "Small", size: 2),
      ])
    sizes.isOfAppIntents = true
    #expect(sizes.maximum(for: .systemSmall) == 2 && sizes.maximum(for: .systemMedium) == 5)
  }

  /// The size for a family that the list does not mention is unknown; if the list says that there
  /// is no limit, the size is known.
  @Test func `Only a known size counts as reduced`() {
    func verdicts(_ old: [(String, Int)], _ new: [(String, Int)]) -> [DiffVerdict] {
      let files = [old, new].map { entries in
        var sizes = ArraySizes(entries: entries.map { .init(sizeClass: $0.0, size: $0.1) })
        sizes.isOfAppIntents = true
        let list = ParameterDefinition.string("x").sized([:]).changed { $0.arraySizes = sizes }
        return IntentDefinitionFile(intents: [IntentDefinition(name: "A", parameters: [list])])
      }
      return DefinitionDiff(from: files[0], to: files[1]).intents
        .flatMap(\.parameters).flatMap(\.verdicts)
    }
    #expect(verdicts([("Small", 1)], [("Small", 1), ("Jumbo", 9)]) == [.unchanged])
    #expect(verdicts([("Small", .max)], [("Small", 2)]) != [.unchanged])
  }

  @Test(
    "§4: without FixedSizeArray there is no limit; the limit of a single value is one",
    arguments: WidgetFamily.allCases)
  func noFixedSize(_ family: WidgetFamily) {
    let sized = ParameterDefinition.string("x").sized([.systemSmall: 2])
    #expect(sized.changed { $0.hasFixedSize = false }.maximumCount(for: family) == nil)
    #expect(sized.changed { $0.supportsMultipleValues = false }.maximumCount(for: family) == 1)
    let isKnown = family != .systemExtraLargePortrait
    #expect(sized.changed { $0.arraySizes = nil }.maximumCount(for: family) == (isKnown ? 1 : nil))
    #expect(ParameterDefinition.string("x").several.maximumCount(for: family) == nil)
  }

  private static let letters = IntentValue.array(["a", "b", "c", "d"].map { .string($0) })

  @Test(
    "Rule 3: values beyond the maximum stay in the draft and are not in the intent",
    arguments: WidgetFamily.allCases)
  func beyond(_ family: WidgetFamily) throws {
    let parameter = ParameterDefinition.string("x").sized([
      .systemSmall: 1, .systemMedium: 2, .systemLarge: 4, .accessoryInline: 3,
    ])
    let schema = IntentSchema.sample([parameter])
    let draft = IntentDraft.set(["x": Self.letters])
    let maximum = parameter.maximumCount(for: family) ?? .max
    #expect((maximum == .max) == (family == .systemExtraLargePortrait))
    let intent = try schema.resolve(draft, family: family).get()
    #expect(intent["x"] == .array(Array(Self.letters.elements.prefix(maximum))))
    #expect(intent.family == family)
    #expect(draft["x"] == Self.letters)
  }

  @Test("Rule 3: an invalid value beyond the maximum matters only when it fits")
  func invalidBeyond() {
    let schema = IntentSchema.sample([
      .string("x").sized([.systemSmall: 1, .systemMedium: 2])
    ])
    let draft = IntentDraft.set(["x": .array([.string("a"), .string("b\n")])])
    #expect(throws: Never.self) { try schema.resolve(draft, family: .systemSmall).get() }
    #expect(throws: IntentIssues.self) { try schema.resolve(draft, family: .systemMedium).get() }
  }

  /// Names, their size classes, and whether they are known.
  @Test(
    "Every name that a family can have is kept, and has its own size class",
    arguments: [
      ("systemSmall", "Small", true), ("systemExtraLargePortrait", "ExtraLargePortrait", true),
      ("accessoryInline", "AccessoryInline", true), ("systemJumbo", "Jumbo", false),
      ("accessoryTall", "AccessoryTall", false), ("immersiveWide", "immersiveWide", false),
      ("system", "system", false), ("systemjumbo", "systemjumbo", false),
      ("systemAccessoryX", "systemAccessoryX", false), ("Large", "Large", false),
      ("x_1", "x_1", false),
    ])
  func names(_ name: String, _ sizeClass: String, _ isKnown: Bool) throws {
    let family = try #require(WidgetFamily(rawValue: name))
    #expect(family.rawValue == name && family.isKnown == isKnown)
    #expect(family.sizeClass == sizeClass)
    // A name without a prefix can have the size class of another family.
    if name != "Large" { #expect(WidgetFamily(sizeClass: sizeClass) == family) }
    #expect(WidgetFamily.allCases.contains(family) == isKnown)
    #expect(isKnown || family > .accessoryInline)
    let sized = ParameterDefinition.string("x").sized([family: 3, .systemSmall: 2])
    #expect(sized.maximumCount(for: family) == 3)
    let unsized = ParameterDefinition.string("x").sized([.systemMedium: 2])
    #expect(isKnown || unsized.maximumCount(for: family) == nil)
  }

  @Test(
    "A text that is not valid as a name is not a family",
    arguments: [
      "", " ", "a b", "1a", "_a", "é", "größe", "system-small", "system.small", "a\u{0}", "*",
      String(repeating: "a", count: 65),
    ])
  func noNames(_ text: String) {
    #expect(WidgetFamily(rawValue: text) == nil && WidgetFamily(written: text) == nil)
    #expect(WidgetFamily(sizeClass: text) == nil)
  }

  @Test("A short name refers to a family of the widget, even an unknown one")
  func shortNames() throws {
    let jumbo = try #require(WidgetFamily(rawValue: "systemJumbo"))
    let families = [WidgetFamily.systemSmall, jumbo]
    for (written, meant) in [
      ("jumbo", jumbo), ("systemJumbo", jumbo), ("small", .systemSmall), ("large", .systemLarge),
    ] {
      #expect(WidgetFamily(written: written).map(families.named) == meant)
    }
    let other = try #require(WidgetFamily(written: "giant"))
    #expect(families.named(other) == other)
  }

  @Test("Too few values are a warning for a visible list, and prevent nothing")
  func tooFew() throws {
    var parameter = ParameterDefinition.string("x").several
    parameter.arraySizes = ArraySizes(entries: [
      .init(sizeClass: "Medium", size: 2, minimum: 2),
      .init(sizeClass: "Large", size: 4, minimum: 1),
    ])
    parameter.hasFixedSize = true
    let schema = IntentSchema.sample([parameter])
    for (family, count, says) in [
      (WidgetFamily.systemMedium, 0, "exactly 2 values, and has 0"),
      (.systemMedium, 1, "exactly 2 values, and has 1"), (.systemMedium, 2, nil),
      (.systemLarge, 0, "at least 1 value, and has 0"), (.systemLarge, 1, nil),
      (.systemSmall, 0, nil),
    ] {
      let texts = (0..<count).map { IntentValue.string("\($0)") }
      let draft = IntentDraft.set(["x": .array(texts)])
      let remarks = schema.remarks(on: draft, family: family)
      #expect(remarks.map(\.severity) == (says == nil ? [] : [.warning]))
      if let says { #expect(remarks.first?.description.contains(says) == true, "\(remarks)") }
      _ = try schema.resolve(draft, family: family).get()
    }
  }

  @Test("Rule 3: an import reports too many values")
  func countIssue() {
    let parameter = ParameterDefinition.string("x").sized([.systemSmall: 3])
    let schema = IntentSchema.sample([parameter])
    let issue = schema.countIssue(with: Self.letters, for: parameter, family: .systemMedium)
    #expect(
      issue?.inOneLine == "too-many-values $.parameters.x: There are 4 values, but systemMedium "
        + "has room for 3. Remove all but 3, or choose a larger family.")
    for fitting in [IntentValue.array([]), .array([.string("a")]), .string("a")] {
      #expect(schema.countIssue(with: fitting, for: parameter, family: .systemMedium) == nil)
    }
    let single = ParameterDefinition.string("x")
    #expect(schema.countIssue(with: Self.letters, for: single, family: .systemSmall) == nil)
  }
}
