import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// The code, the severity, the message and the remedy of each rule in `check`.
@Suite struct DefinitionWordsTests {
  /// A rule with its code, severity and texts.
  struct Row: Sendable, CustomTestStringConvertible {
    var rule: DefinitionFinding.Rule
    var code: String
    var severity: DefinitionFinding.Severity
    var sentence: String
    var remedy: String

    init(
      _ rule: DefinitionFinding.Rule, _ code: String, _ severity: DefinitionFinding.Severity,
      _ sentence: String, _ remedy: String
    ) {
      self.rule = rule
      self.code = code
      self.severity = severity
      self.sentence = sentence
      self.remedy = remedy
    }

    var testDescription: String { code + " " + remedy }
  }

  static let references: [Row] = [
    Row(
      .danglingEnum("Style", choices: []), "dangling-enum", .error,
      "The definition has no enum “Style”.", "Add it, or choose another enum."),
    Row(
      .danglingEnum("Stile", choices: ["Mode", "Style"]), "dangling-enum", .error,
      "The definition has no enum “Stile”.", "Did you mean “Style”?"),
    Row(
      .danglingEnum("a\u{7}", choices: ["Zebra"]), "dangling-enum", .error,
      "The definition has no enum “a␇”.", "Add it, or choose another enum."),
    Row(
      .danglingType("City", choices: ["Calendar"]), "dangling-type", .error,
      "The definition has no type “City”.", "Add it, or choose another type."),
    Row(
      .danglingType("Calender", choices: ["Calendar"]), "dangling-type", .error,
      "The definition has no type “Calender”.", "Did you mean “Calendar”?"),
    Row(
      .objectWithoutType, "object-without-type", .warning, "The object has no type.",
      "Choose a type."),
    Row(
      .unknownType("Colour"), "unknown-type", .warning,
      "The type “Colour” has no editor, so there is no row.",
      "Choose a type from those that Xcode offers."),
    Row(
      .dynamicMissing(type: "City"), "dynamic-missing", .warning,
      "The object of the type “City” has no dynamic options, so there is nothing to choose.",
      "Let its options be provided dynamically."),
  ]

  static let parents: [Row] = [
    Row(
      .missingParent, "missing-parent", .error,
      "The condition names no parent parameter, so the row is always visible.",
      "Name the parent, or remove the condition."),
    Row(
      .danglingParent("mirror", choices: ["style"]), "dangling-parent", .error,
      "The parent “mirror” is not a parameter of the intent, so the row is always visible.",
      "Name another parameter, or remove the condition."),
    Row(
      .danglingParent("stile", choices: ["style"]), "dangling-parent", .error,
      "The parent “stile” is not a parameter of the intent, so the row is always visible.",
      "Did you mean “style”?"),
    Row(
      .loop(["a"]), "loop", .error, "The parents form a loop: “a” → “a”.",
      "Remove the parent of one of them."),
    Row(
      .loop(["a", "b", "c"]), "loop", .error,
      "The parents form a loop: “a” → “b” → “c” → “a”.", "Remove the parent of one of them."),
    Row(
      .chain(parent: "b", grandparent: "a"), "chain", .warning,
      """
      The parent “b” has the parent “a”; Apple's sheet looks only at the direct parent, so it \
      shows this row even while “b” is hidden.
      """,
      "Choose “a” as the parent, or use only one level of parents."),
    Row(
      .neverVisible(.parentHasNoRow(parent: "b")), "never-visible", .warning,
      "The row can never be shown: its parent “b” has no row.",
      "Give the parent a row, choose another parent, or remove the parameter."),
    Row(
      .neverVisible(.conditionCannotHold(parent: "b")), "never-visible", .warning,
      "The row can never be shown: no value of its parent “b” meets the condition.",
      "Change the condition, or remove the parameter."),
  ]

  static let predicates: [Row] = [
    Row(
      .unknownPredicate("IsLike"), "unknown-predicate", .warning,
      "The predicate “IsLike” does not end with a known relation, so it is not a condition.",
      "End it with one of the ten relations, such as HasExactValue."),
    Row(
      .predicateWithoutValue("EnumHasExactValue"), "predicate-without-value", .error,
      "The predicate “EnumHasExactValue” has no value to compare with.", "Give the value."),
    Row(
      .rangeWithoutTwoValues(count: 1), "range-without-two-values", .error,
      "The range of the predicate has 1 value; it needs two.", "Give the lower and the upper end."),
    Row(
      .rangeWithoutTwoValues(count: 3), "range-without-two-values", .error,
      "The range of the predicate has 3 values; it needs two.",
      "Give the lower and the upper end."),
    Row(
      .predicateType(value: "the text “x”", parent: "on", type: "a Boolean"), "predicate-type",
      .error, "The parent “on” is a Boolean, which cannot match the text “x”.",
      "Give a Boolean."),
    Row(
      .predicateCase("lst", enumeration: "Style", choices: ["agenda", "list"]), "predicate-case",
      .error, "The predicate names the case “lst”, which the parent's enum “Style” does not have.",
      "Did you mean “list”?"),
    Row(
      .predicateCase("zebra", enumeration: "Style", choices: ["agenda", "list"]),
      "predicate-case", .error,
      "The predicate names the case “zebra”, which the parent's enum “Style” does not have.",
      "Choose from “agenda”, “list”."),
    Row(
      .predicateCase("x", enumeration: "Style", choices: []), "predicate-case", .error,
      "The predicate names the case “x”, which the parent's enum “Style” does not have.",
      "Add a case, or remove the value."),
    Row(
      .predicateCase("zebra", enumeration: "E", choices: (1...9).map { "case\($0)" }),
      "predicate-case", .error,
      "The predicate names the case “zebra”, which the parent's enum “E” does not have.",
      """
      Choose from “case1”, “case2”, “case3”, “case4”, “case5”, “case6”, “case7”, “case8”, “case9”.
      """),
  ]

  static let values: [Row] = [
    Row(
      .defaultCase("grid", enumeration: "Style", choices: ["agenda"]), "default-case", .error,
      "The default “grid” is not a case of the enum “Style”.", "Choose from “agenda”."),
    Row(
      .defaultCase("agnda", enumeration: "Style", choices: ["agenda"]), "default-case", .error,
      "The default “agnda” is not a case of the enum “Style”.", "Did you mean “agenda”?"),
    Row(
      .defaultOutOfRange(.aboveMaximum(value: .integer(9), maximum: .integer(5))),
      "default-out-of-range", .error,
      "The default is not valid: 9 is above the maximum of 5.", "Give 5 or less."),
    Row(
      .defaultOutOfRange(.notFinite), "default-out-of-range", .error,
      "The default is not valid: The number is not finite.", "Give a finite number."),
    Row(
      .minimumAboveMaximum(minimum: "5", maximum: "1"), "minimum-above-maximum", .error,
      "The minimum 5 is above the maximum 1.", "Swap them, or correct one of them."),
    Row(
      .sliderWithoutBounds, "slider-without-bounds", .error,
      "The slider has no range.",
      "Give a minimum and a maximum above it, or choose a field."),
    Row(
      .noParameters, "no-row", .note,
      "The widget's intent has no parameters, so there is nothing to configure.",
      "Add parameters, or remove the definition: without one, the widget has no "
        + "configuration."),
    Row(
      .noRow, "no-row", .warning,
      "None of the widget's parameters has a row, so there is nothing to configure.",
      "Make at least one configurable, and give it a display priority."),
    Row(
      .noIntents, "no-intents", .warning,
      "The definition has no intents, so there is nothing to configure.",
      "Add an intent that is eligible for widgets."),
    Row(
      .noWidgetIntent, "no-widget-intent", .note,
      "None of the intents is eligible for widgets, so no widget can be configured with them.",
      "Make one eligible for widgets, if it is meant to configure a widget."),
    Row(
      .neverVisible(.noDisplayPriority), "never-visible", .warning,
      "The row can never be shown: the parameter has no display priority.",
      "Give it a display priority, or remove it."),
  ]

  static let sizes: [Row] = [
    Row(
      .sizesMissing, "sizes-missing", .warning,
      "The array has a fixed size but no sizes, so each family takes one value.",
      "Add a size for each family, or remove the fixed size."),
    Row(
      .sizesOfSingleValue, "sizes-of-single-value", .warning,
      "The parameter holds one value, but has sizes for an array.",
      "Remove the sizes, or let the parameter hold several values."),
    Row(
      .sizesNotInForce, "sizes-not-in-force", .warning,
      "The array has sizes but no fixed size, so it has no limit.",
      "Make the size fixed, or remove the sizes."),
    Row(
      .sizeBelowOne(-3), "size-below-one", .warning, "The size -3 counts as 1.", "Give 1 or more."),
    Row(
      .unknownDateFormat("Relativ"), "unknown-date-format", .warning,
      "There is no date format “Relativ”; Style is used instead.", "Did you mean “Relative”?"),
    Row(
      .unknownDateStyle("Tiny"), "unknown-date-style", .warning,
      "There is no date style “Tiny”; Full is used instead.",
      "Choose from “No”, “Short”, “Medium”, “Long”, “Full”."),
    Row(
      .unknownSizeClass("Smal"), "unknown-size-class", .warning,
      "There is no size class “Smal”; it is ignored.", "Did you mean “Small”?"),
    Row(
      .unknownSizeClass("Watch"), "unknown-size-class", .warning,
      "There is no size class “Watch”; it is ignored.",
      """
      Choose from “Small”, “Medium”, “Large”, “ExtraLarge”, “AccessoryCorner”, \
      “AccessoryCircular”, “AccessoryRectangular”, “AccessoryInline”.
      """),
    Row(
      .shrinkingSizes(larger: .systemMedium, size: 2, smaller: .systemSmall, than: 3),
      "shrinking-sizes", .warning,
      "systemMedium takes 2 values, fewer than the 3 of systemSmall.", "Give 3 or more."),
    Row(
      .shrinkingSizes(larger: .systemLarge, size: 1, smaller: .systemMedium, than: 2),
      "shrinking-sizes", .warning,
      "systemLarge takes 1 value, fewer than the 2 of systemMedium.", "Give 2 or more."),
  ]

  static let duplicates: [Row] = [
    Row(
      .duplicate("AIntent", what: .intent), "duplicate-intent", .error,
      "The intent “AIntent” occurs twice.", "Rename or remove one."),
    Row(
      .duplicate("a", what: .parameter), "duplicate-parameter", .error,
      "The parameter “a” occurs twice.", "Rename or remove one."),
    Row(
      .duplicate("Style", what: .enumeration), "duplicate-enum", .error,
      "The enum “Style” occurs twice.", "Rename or remove one."),
    Row(
      .duplicate("list", what: .enumCase), "duplicate-case", .error,
      "The case “list” occurs twice.", "Rename or remove one."),
    Row(
      .duplicate("City", what: .objectType), "duplicate-type", .error,
      "The type “City” occurs twice.", "Rename or remove one."),
    Row(
      .duplicate("zone", what: .property), "duplicate-property", .error,
      "The property “zone” occurs twice.", "Rename or remove one."),
    Row(
      .duplicate("7", what: .parameterTag), "duplicate-tag", .error, "The tag 7 occurs twice.",
      "Give one of them a tag that was never used."),
    Row(
      .duplicate("100", what: .propertyTag), "duplicate-property-tag", .error,
      "The tag 100 occurs twice.", "Give one of them a tag that was never used."),
    Row(
      .duplicate("2", what: .caseIndex), "duplicate-index", .error, "The index 2 occurs twice.",
      "Give one of them another index."),
    Row(
      .duplicate("1", what: .displayPriority), "duplicate-priority", .warning,
      "The display priority 1 occurs twice.",
      "Give one of them another; until then the order in the file decides."),
    Row(
      .duplicate("Small", what: .sizeClass), "duplicate-size-class", .warning,
      "The size class “Small” occurs twice.", "Keep one; until then the first one is used."),
  ]

  @Test(arguments: references + parents + predicates + values + sizes + duplicates)
  func `a rule`(_ row: Row) {
    let finding = DefinitionFinding(row.rule, at: IntentPath.root.appending("intents").appending(2))
    #expect(finding.code == row.code)
    #expect(finding.severity == row.severity)
    #expect(finding.sentence == row.sentence)
    #expect(finding.remedy == row.remedy)
    let severity = row.severity.rawValue
    #expect(finding.description == "$.intents[2]: \(severity): \(row.sentence) \(row.remedy)")
  }

  @Test func `every kind of thing that occurs twice has a row above`() {
    let told = Self.duplicates.compactMap { row -> DefinitionFinding.Duplicate? in
      if case .duplicate(_, let what) = row.rule { what } else { nil }
    }
    #expect(Set(told) == Set(DefinitionFinding.Duplicate.allCases))
  }

  /// A name, candidates, and the nearest: at most a third of the letters differ, but always one
  /// edit.
  static let nearest: [(name: String, names: [String], found: String?)] = [
    ("style", ["style"], "style"), ("Style", ["style"], "style"), ("stile", ["style"], "style"),
    ("sty", ["style"], nil), ("styles", ["style"], "style"), ("a", ["b"], "b"), ("a", ["ab"], "ab"),
    ("", ["x"], "x"), ("", [], nil), ("x", [""], ""), ("ab", ["cb"], "cb"), ("ab", ["cd"], nil),
    ("", ["xy"], nil),
    ("C", ["A", "B"], "A"), ("C", ["°C"], "°C"), ("abc", ["abd", "abc"], "abc"),
    ("calender", ["calendars", "calendar"], "calendar"),
    ("abcdef", ["ghidef", "abcxyz", "abxdeg"], "abxdeg"),
    (String(repeating: "a", count: 101), [String(repeating: "a", count: 101)], nil),
    (
      String(repeating: "a", count: 100), [String(repeating: "a", count: 99)],
      String(repeating: "a", count: 99)
    ),
    ("aaa", [String(repeating: "a", count: 401)], nil),
  ]

  @Test(arguments: nearest.indices)
  func `the nearest name`(_ index: Int) {
    let row = Self.nearest[index]
    #expect(nearestName(to: row.name, among: row.names) == row.found)
  }
}
