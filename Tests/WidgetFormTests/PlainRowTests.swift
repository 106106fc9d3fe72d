import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import WidgetForm

/// Forms with at most one row, in line mode: the text for every limit, every ending, and commands
/// as answers.
@Suite("Small forms by line")
struct PlainRowTests {
  private static func row(_ type: ParameterType, many: Bool = false) -> ParameterDefinition {
    ParameterDefinition(
      name: "it", type: type, displayPriority: 1, isConfigurable: true,
      supportsMultipleValues: many)
  }

  private func talk(
    _ parameters: [ParameterDefinition], _ lines: [String], locale: String = "en",
    families: [WidgetFamily] = [.systemSmall]
  ) async -> (text: String, state: FormState) {
    let style = IntentEnum(
      name: "Style",
      cases: ["unknown", "plain", "bold", "2"].enumerated().map {
        IntentEnum.Case(name: $0.element, index: $0.offset)
      })
    let intent = IntentDefinition(name: "Small", parameters: parameters)
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: [style]))
    let setup = FormSetup(schema: schema, title: "Small", families: families, locale: locale)
    return await LinePrompt.conversation(
      FormState(setup), SampleCalendars(), lines, withAnswers: false)
  }

  private static func whole(_ lower: NumberBound<Int>, _ upper: NumberBound<Int>) -> ParameterType {
    .integer(NumberMetadata(minimum: lower, maximum: upper))
  }

  private static func decimal(
    _ lower: NumberBound<Double>, _ upper: NumberBound<Double>
  ) -> ParameterType {
    .decimal(NumberMetadata(minimum: lower, maximum: upper))
  }

  /// The type of a row, a locale, and the hint for `?`.
  static let limits: [(type: ParameterType, locale: String, words: String)] = [
    (whole(.unbounded, .unbounded), "en", "Type a whole number."),
    (whole(.value(1), .value(9)), "en", "Type a whole number from 1 to 9."),
    (whole(.value(-5), .unbounded), "en", "Type a whole number, -5 or more."),
    (whole(.unbounded, .value(20_000)), "en-US", "Type a whole number, 20,000 or less."),
    (decimal(.value(0.5), .value(1.5)), "en", "Type a decimal number from 0.5 to 1.5."),
    (decimal(.value(0.5), .unbounded), "de", "0,5"),
    (decimal(.unbounded, .value(12_345.5)), "de", "12.345,5"),
    (.timeInterval(.init()), "en", "Type a duration such as 1h30m."),
    (.boolean(.init()), "en", "Type yes or no."),
    (.dateComponents(.init(kind: .time)), "en", "Type a time such as 07:30."),
  ]

  @Test(arguments: limits.indices)
  func whatToType(_ index: Int) async {
    let (type, locale, words) = Self.limits[index]
    let (text, state) = await talk([Self.row(type)], ["?", "", "no"], locale: locale)
    #expect(text.contains(words), "\(text)")
    #expect(state.draft.values.isEmpty)
  }

  /// Types, the typed lines, the resulting value, and how the conversation ends.
  static let talks: [(type: ParameterType, lines: [String], value: String?, end: String)] = [
    (whole(.value(1), .value(9)), ["9", "yes"], "9", "submitted, 0 lines left"),
    (whole(.value(1), .value(9)), ["10", "9", "yes"], "9", "submitted, 0 lines left"),
    (whole(.value(1), .value(9)), ["0", "1", "yes"], "1", "submitted, 0 lines left"),
    (whole(.value(1), .value(9)), ["10"], nil, "cancelled, 0 lines left"),
    (whole(.value(1), .value(9)), ["5", "no", "6"], "5", "cancelled, 1 lines left"),
    (whole(.value(1), .value(9)), ["5", "quit", "6"], "5", "cancelled, 1 lines left"),
    (
      whole(.value(1), .value(9)), ["5", "perhaps", "back", "6", "y"], "6",
      "submitted, 0 lines left"
    ),
    (whole(.value(1), .value(9)), ["5", ""], "5", "submitted, 0 lines left"),
    (whole(.value(1), .value(9)), ["5", "back", "-", "yes"], nil, "submitted, 0 lines left"),
    (whole(.value(1), .value(9)), ["undo", "redo", "", ""], nil, "submitted, 0 lines left"),
    (.string(.init()), ["=quit", "yes"], "quit", "submitted, 0 lines left"),
    (.string(.init()), ["=x", "yes"], "x", "submitted, 0 lines left"),
    (.string(.init()), ["==x", "yes"], "=x", "submitted, 0 lines left"),
    (.string(.init()), ["==", "yes"], "=", "submitted, 0 lines left"),
    (.string(.init()), ["=", "yes"], nil, "submitted, 0 lines left"),
    (.string(.init()), ["Quit", "yes"], "Quit", "submitted, 0 lines left"),
    (.string(.init()), ["  x  ", "yes"], "  x  ", "submitted, 0 lines left"),
    (.string(.init()), ["/x", "yes"], "/x", "submitted, 0 lines left"),
    (.string(.init()), ["？", "－", "yes"], nil, "submitted, 0 lines left"),
    (.string(.init()), ["東京 שלום", "YES"], "東京 שלום", "submitted, 0 lines left"),
    // The name of the third case is the number of the second case.
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), ["2", ""], "2",
      "submitted, 0 lines left"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), ["1", ""], "plain",
      "submitted, 0 lines left"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), ["4", "0", "-1", "3", ""], "2",
      "submitted, 0 lines left"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), ["BOLD", ""], "bold",
      "submitted, 0 lines left"
    ),
    (
      .enumeration(TypeReference("Style"), defaultCase: nil), ["l", "unknown", "quit"], nil,
      "cancelled, 0 lines left"
    ),
  ]

  @Test(arguments: talks.indices)
  func conversation(_ index: Int) async {
    let (type, lines, value, end) = Self.talks[index]
    let (text, state) = await talk([Self.row(type)], lines)
    #expect(state.draft.values["it"].map { ValueText.text(of: $0) } == value, "\(text)")
    #expect(text.hasSuffix("== " + end), "\(text)")
  }

  /// A form without questions is saved immediately, and reads no lines.
  @Test func noQuestions() async {
    let (text, state) = await talk([], ["yes"])
    #expect(text.hasSuffix("== submitted, 1 lines left"))
    guard case .submitted = state.phase else {
      Issue.record("\(text)")
      return
    }
    let asked = await talk([], [], families: [.systemSmall, .systemLarge])
    #expect(asked.text.contains("Family [Small]: "))
    #expect(asked.text.hasSuffix("== cancelled, 0 lines left"))
  }

  @Test(arguments: [
    ("systemlarge", WidgetFamily.systemLarge), ("2", .systemLarge), (" 2 ", .systemLarge),
    ("3", .systemSmall), ("0", .systemSmall), ("large", .systemLarge), ("vast", .systemSmall),
    ("２", .systemLarge),
    ("٢", .systemLarge),
  ])
  func families(line: String, family: WidgetFamily) async {
    let (text, state) = await talk(
      [Self.row(.string(.init()))], [line, "quit"], families: [.systemSmall, .systemLarge])
    #expect(state.family == family)
    #expect(text.contains("! ") == ["3", "0", "vast"].contains(line), "\(text)")
  }

  /// An empty line at an empty slot ends the list.
  @Test(
    arguments: [
      (["1", "2", "", ""], "1, 2"), (["", ""], nil), (["1", "x", "2", "", ""], "1, 2"),
      (["1", "2", "back", "-", "", ""], "1"), (["1", "2", "back", "raise", "", "", ""], "2, 1"),
      (["1", "raise", "", ""], "1"), (["1", "2", "undo", "", ""], "1"),
    ] as [([String], String?)])
  func lists(lines: [String], values: String?) async {
    let (text, state) = await talk([Self.row(.integer(.init()), many: true)], lines)
    let found = state.draft.values["it"].map { ValueText.text(of: $0) }
    #expect(found == values, "\(text)")
  }
}
