import Foundation
import Testing
import WidgetTestSupport

/// A definition with several intents, one of which the person chooses before its form opens.
@Suite(.startsPrograms) struct ChoiceQuestionTests {
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

  /// Text typed into the list, and a label of the form that then opens.
  static let searches: [(keys: String, label: String)] = [
    ("\r", "Northing"), ("sou\r", "Southing"), ("\u{1B}[B\r", "Southing"), ("^1$\r", "Oneness"),
    // The name of an intent is shown below its title, and is searched as well.
    ("north\r", "Northing"), ("sou\u{13}", "Southing"),
  ]

  @Test(arguments: searches.indices)
  func `The question is a list as in the form`(_ index: Int) throws {
    let (keys, label) = Self.searches[index]
    let program = try program()
    try program.wait(for: "Which one?")
    try program.wait(for: "the intents") { screen in
      let lines = screen.textLines.map { $0.split(separator: " ").joined(separator: " ") }
      return ["▸ Up there North", "South", "up there 1"].allSatisfy { lines.contains($0) }
    }
    program.press(keys)
    try program.wait(for: label)
    program.press("\u{3}")
    #expect(try program.exitCode() == 130)
  }

  /// Input after the choice goes to the form, however fast it is typed.
  @Test func `Keys typed ahead reach the form`() throws {
    let program = try program()
    try program.wait(for: "Which one?")
    program.press("sou\r\u{1B}[BHi\r")
    try program.wait(for: "*Southing    Hi")
    program.press("\u{3}")
    #expect(try program.exitCode() == 130)
  }

  @Test func `Leaving the list cancels the command`() throws {
    let program = try program()
    try program.wait(for: "Which one?")
    program.press("\u{1B}")
    #expect(try program.exitCode() == 130)
  }

  /// Lines typed at the prompt, and a label of the form that then opens.
  static let answers: [(lines: [String], label: String)] = [
    (["2"], "Southing"), (["South"], "Southing"), (["south"], "Southing"), ([" 2 "], "Southing"),
    (["North"], "Northing"), (["", "South"], "Southing"), (["SOUTH"], "Southing"),
    // A number that is also a name selects the name; a title that two intents share selects
    // neither.
    (["1"], "Oneness"), (["3"], "Oneness"), (["Up there", "North"], "Northing"),
    (["0", "4", "Spoken", "x", "2"], "Southing"),
  ]

  @Test(arguments: answers.indices)
  func `In line mode, the question is asked like every choice`(_ index: Int) throws {
    let (lines, label) = Self.answers[index]
    let program = try program(["--plain"])
    try program.wait(for: "Which one? [Choose]:")
    for line in lines { program.press(line + "\r") }
    try program.wait(for: "Family [Medium]:")
    program.press("\r")
    try program.wait(for: label + " [")
    program.press("\u{4}")
    #expect(try program.exitCode() == 130)
  }

  @Test func `The message lists the choices and names the wrong one`() throws {
    let program = try program(["--plain"])
    try program.wait(for: "Which one?")
    program.press("East\r")
    try program.wait(for: "No choice is called “East”")
    for line in [
      "  1 Up there (North)", "  2 South (South)", "  3 up there (1)",
      "Which one? [Choose]: East",
    ] {
      #expect(program.screen.textLines.contains(line), "\(line)")
    }
    program.press("\u{4}")
    #expect(try program.exitCode() == 130)
  }

  /// The locale, a part of the sentence above the list of intents, and the question.
  static let languages: [(locale: String, head: String, question: String)] = [
    ("de", " stehen mehrere Intents:", "Welcher?"),
    ("zh-Hans", "several.json 中有多个意图：", "选择哪一个？"),
    ("ja", "several.json には複数のインテントがあります:", "どれですか？"),
    ("fr", "There are several intents in ", "Which one?"),
  ]

  @Test(arguments: languages.indices, [true, false])
  func `The question is in the language of the person`(_ index: Int, isPlain: Bool) throws {
    let (locale, head, question) = Self.languages[index]
    let program = try program(isPlain ? ["--plain"] : [], locale: locale)
    try program.wait(for: question)
    // The path can be longer than a line, and the screen can break it anywhere.
    if isPlain {
      let screen = program.screen.textLines.joined().filter { $0 != " " }
      #expect(screen.contains(head.filter { $0 != " " }))
    }
    program.press(isPlain ? "\u{4}" : "\u{1B}")
    #expect(try program.exitCode() == 130)
  }

  @Test func `The questions of plain mode follow`() throws {
    let program = try program(["--plain"])
    try program.wait(for: "Which one?")
    program.press("2\r")
    try program.wait(for: "Family [Medium]:")
    program.press("\r")
    try program.wait(for: "Southing [Not set]:")
    program.press("far\r")
    try program.wait(for: "Save?")
    program.press("yes\r")
    try program.wait(for: "Southing  far")
    #expect(try program.exitCode() == 0)
  }

  /// A script is not asked; the message names the option.
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
