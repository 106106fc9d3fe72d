import FormatTestSupport
import JSONC
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

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

  /// Texts that are not JSON, with their first error.
  static let syntax: [(String, String)] = [
    ("{", "f:1:2: The text ends inside a value. It may have been cut off."),
    ("{\"a\":1,}", "f:1:7: No comma may follow the last entry. Remove it."),
    ("[1 2]", "f:1:4: A comma or ] must follow the element, not 2. Correct the text there."),
    ("{\n  \"a\": nul\n}", "f:2:8: “nul” is not a JSON value. Put text in double quotes."),
    ("// x", "f:1:1: A comment is not allowed in JSON. Remove it."),
    ("\"\\q\"", "f:1:2: “\\q” is not an escape. Write \\\\ for a backslash."),
  ]

  @Test(arguments: syntax)
  func `A text that is not JSON is one error with its position`(text: String, message: String) {
    let problems = ProblemList(file: "f", bytes: utf8(text), limits: .standard)
    #expect(problems.root() == nil)
    #expect(problems.errors.map(\.description) == [message])
    #expect(problems.errors.map(\.code) == ["json-syntax"])
  }

  @Test func `A problem with a missing part is reported at the enclosing part`() {
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
