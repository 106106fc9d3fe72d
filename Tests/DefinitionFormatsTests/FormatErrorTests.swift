import FormatTestSupport
import JSONC
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats

@Suite struct FormatErrorTests {
  /// Positions, and how an error shows them.
  static let places: [(Int?, Int?, String)] = [
    (nil, nil, "a.json: Wrong. Right it."),
    (3, nil, "a.json:3: Wrong. Right it."),
    (3, 14, "a.json:3:14: Wrong. Right it."),
  ]

  @Test(arguments: places)
  func `An error is one line as compilers write it`(line: Int?, column: Int?, text: String) {
    let error = FormatError(
      file: "a.json", line: line, column: column, code: "wrong", sentence: "Wrong.",
      remedy: "Right it.")
    #expect(error.description == text)
  }

  @Test func `An error without a remedy ends with its sentence`() {
    let error = FormatError(file: "a", code: "c", sentence: "Wrong.", remedy: "")
    #expect(error.description == "a: Wrong.")
    #expect(FormatErrors([error, error]).description == "a: Wrong.\na: Wrong.")
  }

  /// Problems with code, message and remedy.
  static let problems: [(FormatProblem, String, String, String)] = [
    (
      .syntax(JSONFault(rule: .expectedValue, subject: "}")), "json-syntax",
      "A value is expected here, not }.", "Correct the text there."
    ),
    (
      .syntax(JSONFault(rule: .duplicateKey, subject: "a; b", firstLine: 2)), "json-syntax",
      "The key “a; b” occurs twice in one object, first in line 2.", "Remove one of them."
    ),
    (
      .wrongType(expected: "a", found: "b"), "wrong-type", "Expected a, found b.", ""
    ),
    (
      .missingMember("a"), "missing-member", "The member “a” is missing.", "Add “a”."
    ),
    (
      .unknownMember("titel", choices: ["title", "kind"]), "unknown-member",
      "There is no member “titel” here.", "Did you mean “title”?"
    ),
    (
      .unknownMember("heading", choices: ["title", "kind"]), "unknown-member",
      "There is no member “heading” here.", "Choose from “title”, “kind”."
    ),
    (
      .unknownMember("titles", choices: ["kind", "title"]), "unknown-member",
      "There is no member “titles” here.", "Did you mean “title”?"
    ),
    (
      .unknownMember("x", choices: []), "unknown-member", "There is no member “x” here.",
      "Remove it."
    ),
    (
      .unknownWord("x", what: "unit", choices: ["hours"]), "unknown-word",
      "There is no unit “x”.", "Choose from “hours”."
    ),
    (.emptyText("name"), "empty-text", "The name is empty.", "Write something."),
    (
      .outOfRange(what: "gauge", range: "between 0 and 1"), "out-of-range",
      "The gauge is not between 0 and 1.", ""
    ),
    (
      .duplicate("a", what: "item"), "duplicate-name", "The item “a” occurs twice.",
      "Rename or remove one."
    ),
    (
      .tooMany(what: "items", maximum: 3), "too-many", "There are more than 3 items.",
      "Give at most 3."
    ),
    (
      .notADate("x"), "not-a-date", "“x” is not a date.",
      "Write the date, the time with seconds, and the offset, such as 2026-03-01T09:30:00+01:00."
    ),
    (
      .wrongVersion(2), "wrong-version", "The version 2 is unknown.",
      "Use the program that wrote it, or a newer one."
    ),
    (
      .notBase64, "not-base64", "The data is not Base64.", "Encode it as in RFC 4648 §4."
    ),
    (
      .noneOf(["a", "b"]), "none-of", "One of the members “a”, “b” is needed.",
      "Add one of them."
    ),
    (
      .onlyOneOf(["a", "b"]), "only-one-of",
      "Only one of the members “a”, “b” is allowed here.", "Keep one of them."
    ),
    (
      .wrongSize(expected: 2, found: 3), "wrong-size", "Expected an array of 2, found one of 3.",
      ""
    ),
    (
      .notListed("… and 9 more problems."), "too-many-errors", "… and 9 more problems.",
      "Correct those above first."
    ),
  ]

  @Test(arguments: problems)
  func `A problem has a code, a sentence and a remedy`(
    problem: FormatProblem, code: String, sentence: String, remedy: String
  ) {
    #expect(problem.code == code)
    #expect(problem.message.text() == sentence)
    #expect(problem.advice.text() == remedy)
  }

  /// Texts that are not JSON, with their first error.
  static let syntax: [(String, String)] = [
    ("{", "f:1:2: The text ends inside a value. It may have been cut off."),
    ("{\"a\":1,}", "f:1:7: No comma may follow the last entry. Remove it."),
    ("[1 2]", "f:1:4: A comma or ] must follow the element, not 2. Correct the text there."),
    ("{\n  \"a\": nul\n}", "f:2:8: “nul” is not a JSON value. Put text in double quotes."),
    ("// x", "f:1:1: JSON has no comments. Remove it."),
    ("\"\\q\"", "f:1:2: “\\q” is not an escape. Write \\\\ for a backslash."),
  ]

  @Test(arguments: syntax)
  func `A text that is no JSON is one error with its place`(text: String, message: String) {
    let problems = ProblemList(file: "f", bytes: utf8(text), limits: .standard)
    #expect(problems.root() == nil)
    #expect(problems.errors.map(\.description) == [message])
    #expect(problems.errors.map(\.code) == ["json-syntax"])
  }

  @Test func `A problem of something that is not there stands at what is around it`() {
    let problems = ProblemList(file: "f", bytes: utf8(#"{"a": {"b": 1}}"#), limits: .standard)
    problems.report(.emptyText("x"), at: [.key("a"), .key("c"), .index(3)])
    problems.report(.emptyText("y"), at: [.key("a"), .key("b")], isKey: true)
    problems.report(.emptyText("z"), at: [.key("q")])
    #expect(
      problems.errors.map(\.description) == [
        "f:1:1: The z is empty. Write something.", "f:1:7: The x is empty. Write something.",
        "f:1:8: The y is empty. Write something.",
      ])
  }
}
