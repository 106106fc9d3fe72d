import Foundation
import Testing
import WidgetTestSupport

/// A definition with several intents, of which the person chooses one before its form opens.
@Suite struct IntentQuestionTests {
  static let definition = #"""
    {"intents": [
      {"name": "North", "title": "Up there", "eligibleForWidgets": true,
       "parameters": [{"name": "n", "label": "Northing", "type": "integer"}]},
      {"name": "South", "eligibleForWidgets": true,
       "parameters": [{"name": "s", "label": "Southing", "type": "string"}]},
      {"name": "1", "title": "up there", "eligibleForWidgets": true,
       "parameters": [{"name": "o", "label": "Oneness", "type": "string"}]},
      {"name": "Spoken", "parameters": [{"name": "p", "label": "Phrase", "type": "string"}]}]}
    """#

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func program(_ words: [String] = [], locale: String = "en") throws -> TerminalProgram {
    let path = try sandbox.write(Self.definition, to: "several.json")
    return try sandbox.onTerminal(["edit", path, "--dry-run", "--locale", locale] + words)
  }

  /// What is typed, and a label of the form that opens then.
  static let answers: [(lines: [String], label: String)] = [
    (["2"], "Southing"), (["South"], "Southing"), (["south"], "Southing"), ([" 2 "], "Southing"),
    (["North"], "Northing"), (["", "South"], "Southing"),
    // A number that is a name is the name; a title of two intents is neither's.
    (["1"], "Oneness"), (["3"], "Oneness"), (["Up there", "North"], "Northing"),
    (["0", "4", "-1", "Spoken", "x", "2"], "Southing"),
  ]

  @Test(arguments: answers.indices)
  func `The form of the chosen intent opens`(_ index: Int) throws {
    let (lines, label) = Self.answers[index]
    let program = try program()
    try program.wait(for: "Which one?")
    for line in lines { program.press(line + "\r") }
    try program.wait(for: label)
    program.press("\u{3}")
    #expect(try program.exitCode() == 130)
  }

  @Test func `It is said what there is, and what is none of it`() throws {
    let program = try program()
    try program.wait(for: "Which one?")
    program.press("East\r")
    try program.wait(for: "Nothing matches")
    let expected = [
      "  1 Up there (North)", "  2 South", "  3 up there (1)", "Which one? East",
      "! Nothing matches “East”.", "Which one?",
    ]
    try program.wait(for: "the question once more") { screen in
      screen.textLines.filter { !$0.isEmpty }.suffix(expected.count).elementsEqual(expected)
    }
    program.press("\u{4}")
    #expect(try program.exitCode() == 130)
  }

  /// What is said before the intents, behind or before their path, and the question.
  static let languages: [(locale: String, head: String, question: String)] = [
    ("de", " stehen mehrere Intents:", "Welcher?"),
    ("zh-Hans", "several.json 中有多个意图：", "选择哪一个？"),
    ("ja", "several.json には複数のインテントがあります:", "どれですか？"),
    ("fr", "There are several intents in ", "Which one?"),
  ]

  @Test(arguments: languages.indices)
  func `It is asked in the language of the person`(_ index: Int) throws {
    let (locale, head, question) = Self.languages[index]
    let program = try program(locale: locale)
    try program.wait(for: question)
    // The path may be longer than a line.
    #expect(program.screen.textLines.joined().contains(head))
    program.press("\u{4}")
    #expect(try program.exitCode() == 130)
  }

  @Test func `The questions of plain mode follow`() throws {
    let program = try program(["--plain"])
    try program.wait(for: "Which one?")
    program.press("2\r")
    try program.wait(for: "Family [systemMedium]:")
    program.press("\r")
    try program.wait(for: "Southing [Not set]:")
    program.press("far\r")
    try program.wait(for: "Save?")
    program.press("yes\r")
    try program.wait(for: "\"intent\": \"SouthIntent\"")
    #expect(try program.exitCode() == 0)
  }

  /// A script is not asked: it is told which option chooses.
  @Test(arguments: [["--set", "s=far"], ["--answers", "answers.json"]])
  func `Answers that are given leave nothing to ask`(_ words: [String]) throws {
    let program = try program(words)
    try program.wait(for: "Choose one with --intent.")
    #expect(try program.exitCode() == 2)
  }

  @Test func `The interrupt key ends the question`() throws {
    let program = try program()
    try program.wait(for: "Which one?")
    program.press("\u{3}")
    #expect(try program.exitCode() == 130)
  }
}
