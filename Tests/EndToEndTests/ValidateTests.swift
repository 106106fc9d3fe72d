import Foundation
import Testing
import WidgetTestSupport

/// `validate`, `convert --to schema` and `import --partial`, as scripts use them.
@Suite(.startsPrograms) struct ValidateTests {
  private static let definition = Sandbox.repository.appending(
    path: "Intents/UpNext/UpNext.intentdefinition"
  ).path

  private static func line(_ parameters: String, family: String = "systemMedium") -> String {
    "{\"intent\":\"UpNextIntent\",\"family\":\"\(family)\",\"parameters\":{\(parameters)}}\n"
  }

  private static let good = line("\"style\":\"list\"")
  private static let wrong = line("\"emphasis\":3,\"stlye\":\"list\"")

  static let cases: [(input: String, status: Int32, output: String)] = [
    (good, 0, ""), (good + good, 0, ""), ("", 0, ""),
    (
      good + wrong, 1,
      """
      standard input:2:75: $.parameters.emphasis: 3 is above the maximum of 1. Give 1 or less.
      standard input:2:77: $.parameters.stlye: UpNextIntent has no parameter “stlye”. Did you \
      mean “style”?

      """
    ),
    (
      line("\"calendars\":[]"), 1,
      """
      standard input:1:64: $.parameters.calendars: The parameter is hidden because the value of its \
      parent mirrorCalendarApp does not meet the condition. Leave the parameter out, or change \
      mirrorCalendarApp.

      """
    ),
  ]

  @Test(arguments: cases.indices)
  func `each invalid line of standard input is reported`(_ index: Int) throws {
    let row = Self.cases[index]
    let sandbox = try Sandbox()
    let run = try sandbox.run(["validate", Self.definition, "--quiet"], input: row.input)
    #expect(run.status == row.status)
    #expect(run.output == row.output)
  }

  @Test(arguments: [
    (
      "json",
      """
      {"file":"standard input","line":2,"column":75,"severity":"error","code":"above-maximum",\
      "sentence":"$.parameters.emphasis: 3 is above the maximum of 1.","remedy":"Give 1 or less."}
      """
    ),
    (
      "github",
      """
      ::error file=standard input,line=2,col=75,title=above-maximum::$.parameters.emphasis: 3 is \
      above the maximum of 1. Give 1 or less.
      """
    ),
  ])
  func `findings for scripts, one per line`(_ format: String, _ line: String) throws {
    let input = Self.good + Self.line("\"emphasis\":3") + Self.good
    let run = try Sandbox().run(
      ["validate", Self.definition, "-q", "--format", format], input: input)
    #expect(run.status == 1)
    #expect(run.output == line + "\n")
  }

  @Test(arguments: [1, 2, 7])
  func `Many lines keep their order on any number of threads`(jobs: Int) throws {
    let sandbox = try Sandbox()
    let text = (1...2_000).map { $0 % 100 == 0 ? Self.wrong : Self.good }.joined()
    let run = try sandbox.run(
      ["validate", Self.definition, "-", "--jobs", "\(jobs)"], input: text)
    #expect(run.status == 1)
    let numbers = run.output.split(separator: "\n").map { $0.split(separator: ":")[1] }
    let expected = (1...20).flatMap { ["\($0 * 100)", "\($0 * 100)"] }
    #expect(numbers.map(String.init) == expected)
    #expect(run.errors.contains("2000") && run.errors.contains("20"))
  }

  @Test func `The canonical form is that of export`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run(["edit", "UpNext", "-q", "--set", "style=list"]).status == 0)
    let exported = try sandbox.run(["export", "UpNext"]).output
    let run = try sandbox.run(
      ["validate", Self.definition, "--canonical", "-q"], input: exported)
    #expect(run.status == 0)
    let line = try sandbox.run(["export", "--all"]).output.replacing(
      "\"name\":\"UpNext\",", with: "")
    #expect(run.output == line)
  }

  @Test func `A missing definition is reported`() throws {
    let run = try Sandbox().run(["validate", "none.intentdefinition"], input: Self.good)
    #expect(run.status == 1)
    #expect(run.errors.contains("none.intentdefinition: The file does not exist."))
  }

  @Test func `The schema of an intent is JSON Schema 2020-12`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["convert", Self.definition, "--to", "schema"])
    #expect(run.status == 0)
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let schema = try #require(object as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let properties = try #require(schema["properties"] as? [String: Any])
    #expect(Set(properties.keys).isSuperset(of: ["intent", "family", "parameters"]))
  }

  @Test func `A partial import stores the valid intents and reports the others`() throws {
    let sandbox = try Sandbox()
    let named = Self.good.replacing("{\"intent\"", with: "{\"name\":\"Desk\",\"intent\"")
    let unnamable = named.replacing("Desk", with: " Desk")
    let file = try sandbox.write(named + Self.wrong + unnamable, to: "mixed.jsonl")
    let refused = try sandbox.run(["import", file])
    #expect(refused.status == 1)
    #expect(refused.errors.hasSuffix("Nothing is imported.\n"))
    #expect(try !sandbox.run(["list"]).output.contains("Desk"))
    let run = try sandbox.run(["import", file, "--partial"])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("imported Desk (UpNextIntent, systemMedium)\n"))
    #expect(run.errors.contains("mixed.jsonl:3:9: $.name: The name “ Desk” cannot be stored."))
    #expect(run.errors.hasSuffix("2 of 3 intents are left out.\n"))
    #expect(try sandbox.run(["list"]).output.contains("Desk"))
    let nothing = try sandbox.write(Self.wrong, to: "wrong.json")
    #expect(
      try sandbox.run(["import", nothing, "--partial"]).errors.contains("Nothing is imported."))
  }

  /// Texts that are read line by line or as one document, and the numbers of documents and of
  /// invalid ones.
  static let layouts: [(text: String, count: Int, wrong: Int)] = [
    ("nonsense\n" + upNext, 2, 1),
    ("nonsense\nnonsense\n" + upNext + upNext, 4, 2),
    (cutOff + "\n" + upNext + upNext, 3, 1),
    (cutOff + "\n" + upNext, 2, 1),
    (upNext + cutOff + "\n" + upNext, 3, 1),
    ("{\"intent\":\"UpNextIntent\",\"family\":\n" + upNext + upNext, 3, 1),
    ("\n \n" + upNext.replacing(",", with: ",\n"), 1, 0),
    ("{\n  intent: 3\n}\n", 1, 1),
    ("", 0, 0), ("\n  \r\n", 0, 0),
  ]

  private static let upNext = SampleIntents.line(intent: "UpNextIntent")
  private static let cutOff =
    #"{"intent":"UpNextIntent","family":"systemMedium","parameters":{"mirrorCalendarApp":tr"#

  /// `validate` (with and without `--resolve`), `import` and `edit --answers` find the same
  /// documents.
  @Test(arguments: layouts.indices)
  func `All commands decide alike between lines and one document`(_ index: Int) throws {
    let row = Self.layouts[index]
    let sandbox = try Sandbox()
    let intents = row.count == 1 ? "intent" : "intents"
    let summary =
      switch (row.count, row.wrong) {
      case (0, _): "0 intents."
      case (1, 0): "1 intent, valid."
      case (_, 0): "\(row.count) \(intents), all valid."
      default: "\(row.count) \(intents), \(row.wrong) of them invalid."
      }
    for arguments in [["UpNext"], ["UpNext", "-", "--resolve"]] {
      let widgets = Sandbox.repository.appending(path: "Intents").path + "/"
      let run = try sandbox.run(
        ["validate", widgets + arguments[0]] + arguments.dropFirst(), input: row.text)
      #expect(run.errors == summary + "\n", "\(arguments)")
      #expect(run.status == (row.wrong == 0 ? 0 : 1))
    }
    let file = try sandbox.write(row.text, to: "in.jsonl")
    let run = try sandbox.run(["import", file, "--partial", "--name", "A"])
    if row.count == 0 {
      #expect(run.errors == "\(file): There is no intent in the file.\nNothing is imported.\n")
    } else if row.count - row.wrong == 1, row.wrong > 0 {
      #expect(
        run.errors.hasSuffix(
          "\(row.wrong) of \(row.count) intents \(row.wrong == 1 ? "is" : "are") left out.\n"))
    }
    let edit = try sandbox.run(["edit", "UpNext", "--answers", file, "--dry-run"])
    #expect(edit.status == (row.count == 1 && row.wrong == 0 ? 0 : 1))
    if row.count != 1 {
      #expect(edit.errors.contains("The file has \(row.count) intents, but exactly one is needed."))
    }
  }

  /// At most a thousand lines are reported for a long stream of problems.
  @Test func `Import lists a thousand problems and counts the others`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["import", "-"], input: String(repeating: "{}\n", count: 2_000))
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1_002)
    #expect(
      lines.suffix(2).first
        == "standard input: … and 5000 more problems. Correct those above first.")
    #expect(lines.last == "Nothing is imported.")
  }
}
