import IntentModel
import Messages
import Testing

@testable import DefinitionFormats

/// A parameter that is described in a form equals the same parameter described on a command line.
@Suite struct ParameterAnswersTests {
  private static func answers(
    _ name: String, _ type: String, _ change: (inout ParameterAnswers) -> Void = { _ in }
  ) -> ParameterAnswers {
    var answers = ParameterAnswers(name: name, type: type)
    change(&answers)
    return answers
  }

  private static func definition(
    _ specs: [ParameterSpec]
  ) throws(FormatErrors) -> IntentDefinitionFile {
    try DefinitionMaking.definition(
      intent: "Made", title: "Made", description: nil, specs, families: WidgetFamily.allCases)
  }

  static let rows: [(line: String, answers: ParameterAnswers)] = [
    ("note:string", answers("note", "string")),
    (
      "note:string=Hello label=\"A note\"",
      answers("note", "string") { ($0.standard, $0.label) = ("Hello", "A note") }
    ),
    ("isOn:boolean=true", answers("isOn", "boolean") { $0.standard = "true" }),
    (
      "days:integer=3 min=1 max=7 stepper",
      answers("days", "integer") {
        ($0.standard, $0.minimum, $0.maximum, $0.control) = ("3", 1, 7, "stepper")
      }
    ),
    (
      "speed:decimal min=0.5 max=2 slider",
      answers("speed", "decimal") { ($0.minimum, $0.maximum, $0.control) = (0.5, 2, "slider") }
    ),
    (
      "color:enum(red,lightGreen=\"Light green\")=red",
      answers("color", "enum") { ($0.cases, $0.standard) = (["red", "Light green"], "red") }
    ),
    (
      "words:string[] sizes=small:1,medium:3",
      answers("words", "string") { ($0.isArray, $0.sizes) = (true, "small:1,medium:3") }
    ),
    (
      "city:object dynamic source=cities.json",
      answers("city", "object") { ($0.isDynamic, $0.source) = (true, "cities.json") }
    ),
    ("start:dateTime", answers("start", "dateTime")),
    ("wait:duration", answers("wait", "duration")),
  ]

  @Test(arguments: rows.indices)
  func `a form and a command line make the same widget`(_ index: Int) throws {
    let row = Self.rows[index]
    let written = try ParameterSpec.read(row.line, place: "")
    let answered = try ParameterSpec(row.answers)
    #expect(try Self.definition([answered]) == Self.definition([written]))
    #expect(answered.source == written.source && answered.isDynamic == written.isDynamic)
  }

  @Test(arguments: ["", "red", "=red|green", "!=red"])
  func `a condition is written as on a command line`(_ condition: String) throws {
    let parent = try ParameterSpec.read("color:enum(red,green)", place: "")
    let sign = condition.first?.isLetter == true ? "=" : ""
    let written = try ParameterSpec.read("note:string when=color\(sign)\(condition)", place: "")
    let answered = try ParameterSpec(
      Self.answers("note", "string") {
        ($0.parent, $0.condition) = ("color", condition.isEmpty ? nil : condition)
      })
    #expect(try Self.definition([parent, answered]) == Self.definition([parent, written]))
  }

  @Test(arguments: ParameterAnswers.exampleSizes)
  func `an example of sizes is read`(_ sizes: String) throws {
    let spec = try ParameterSpec(
      Self.answers("words", "string") { ($0.isArray, $0.sizes) = (true, sizes) })
    _ = try Self.definition([spec])
  }

  /// The type of the parent in each example of a condition.
  private static let parents = ["=red": "enum(red,green)", ">2": "integer"]

  @Test(arguments: ParameterAnswers.exampleConditions)
  func `an example of a condition is read`(_ condition: String) throws {
    let type = try #require(Self.parents[condition])
    let parent = try ParameterSpec.read("parent:\(type)", place: "")
    let spec = try ParameterSpec(
      Self.answers("note", "string") { ($0.parent, $0.condition) = ("parent", condition) })
    _ = try Self.definition([parent, spec])
  }

  @Test func `texts are used as they are typed`() throws {
    let text = #"5" (small), "x" = y:z"#
    let spec = try ParameterSpec(
      Self.answers("note", "string") { ($0.label, $0.standard) = (text, text) })
    let made = try #require(try Self.definition([spec]).intents.first?.parameters.first)
    #expect(made.displayName.text == text)
    #expect(made.type == .string(StringMetadata(defaultValue: LocalizedText(text))))
  }

  @Test(arguments: [
    (answers("", "string"), "empty-text"), (answers("two words", "string"), "wrong-shape"),
    (answers("a:b", "string"), "wrong-shape"), (answers("a", "strin"), "unknown-word"),
    (answers("a", "integer") { $0.minimum = 1.5 }, "wrong-type"),
    (answers("a", "integer") { $0.standard = "x" }, "wrong-type"),
    (answers("a", "enum") { $0.cases = ["b", "b"] }, "duplicate-name"),
    (answers("a", "object") { ($0.isDynamic, $0.source) = (true, " ") }, "empty-text"),
    (answers("a", "string") { ($0.parent, $0.condition) = ("b", "!x") }, "unknown-word"),
  ])
  func `problems are found`(_ answers: ParameterAnswers, code: String) throws {
    let errors = #expect(throws: FormatErrors.self) { try ParameterSpec(answers) }
    #expect(errors?.errors.map(\.code) == [code])
  }

  @Test func `The examples in the help on a line can be read`() throws {
    let examples = ParameterSpec.grammar.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(examples.count > 1)
    for example in examples { _ = try ParameterSpec.read(String(example.dropFirst(2)), place: "") }
  }

  @Test func `The help on a line contains every word that JSON does not have`() {
    let names = SpecReader.shortTypes.keys + SpecReader.shortKeys.map(\.word)
    let words = ParameterSpec.Word.allCases.map(\.rawValue) + NumberControl.definitionWords
    #expect((names + words).filter { !ParameterSpec.grammar.contains($0) } == [])
  }
}
