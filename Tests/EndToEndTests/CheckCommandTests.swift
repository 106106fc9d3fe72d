import Foundation
import Testing
import WidgetTestSupport

/// The output and the status of the built program for definitions.
@Suite(.startsPrograms) struct CheckCommandTests {
  private static let broken = Sandbox.repository.appending(path: "Fixtures/Broken").path
  private static let intents = Sandbox.repository.appending(path: "Intents").path

  private func run(
    _ arguments: String..., variables: [String: String] = [:]
  ) throws -> FinishedProgram {
    try Sandbox().run(arguments, adding: variables)
  }

  @Test func `Valid files end with success and no output`() throws {
    let run = try run("check", Self.intents)
    #expect(run.status == 0)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Nothing found in "))
    let quiet = try self.run("check", Self.intents, "--quiet")
    #expect(quiet.errors == "")
  }

  @Test func `Findings are grouped by file and lead to status 1`() throws {
    let sandbox = try Sandbox()
    let text = try String(
      contentsOfFile: Self.broken + "/chain.json", encoding: .utf8)
    let changed = text.replacing("\"default\": \"list\"", with: "\"default\": \"lst\"")
    _ = try sandbox.write(changed, to: "chain.json")
    let run = try sandbox.run(["check", "chain.json"])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first == "chain.json")
    #expect(
      lines.dropFirst().first == """
          15:22  error    Parameter “style” of the intent “Sample”: The default “lst” is not a \
        case of the enum “Style”. Did you mean “list”? \
        default-case
        """)
    let chain = "  26:23  warning  Parameter “child” of the intent “Sample”: The parent “style” has"
    #expect(lines.last?.hasPrefix(chain) == true)
    #expect(run.errors == "1 error and 1 warning in 1 file.\n")
  }

  @Test func `Warnings count only in strict mode, notes never`() throws {
    let cases: [(file: String, lenient: Int32, strict: Int32)] = [
      ("chain.json", 0, 1), ("no-parameters.json", 0, 0), ("loop-of-three.json", 1, 1),
      ("missing-translation", 0, 1),
    ]
    for item in cases {
      let path = Self.broken + "/" + item.file
      #expect(try run("check", path).status == item.lenient, "\(item.file)")
      #expect(try run("check", path, "--strict").status == item.strict, "\(item.file)")
    }
  }

  @Test func `GitHub gets annotations and scripts get JSON`() throws {
    let path = Self.broken + "/duplicate-tag.json"
    let github = try run("check", path, "--format", "github")
    #expect(
      github.output
        == "::error file=\(path),line=15,col=18,title=duplicate-tag::Parameter “title” of the intent "
        + "“Sample”: The tag 2 occurs twice. Give one of them a tag that was never used.\n")
    let json = try run("check", path, "--format", "json")
    #expect(json.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["errors"] as? Int == 1)
    let findings = try #require(object?["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["duplicate-tag"])
    #expect(findings.map { $0["line"] as? Int } == [15])
  }

  @Test func `Colours are used only on request`() throws {
    let path = Self.broken + "/duplicate-tag.json"
    let escape = "\u{1B}["
    #expect(try !run("check", path).output.contains(escape))
    #expect(try !run("check", path, "--color", "never").output.contains(escape))
    #expect(try run("check", path, "--color", "always").output.contains("1;31merror"))
  }

  @Test func `Control characters of a file never reach the terminal`() throws {
    let sandbox = try Sandbox()
    let text =
      #"{ "intents": [{ "name": "A", "parameters": [{ "name": "a\u001b[2Jb", "#
      + #""type": "enum", "enum": "x\u001b]0;y\u0007" }] }] }"#
    let file = try sandbox.write(text, to: "a\u{1B}b.json")
    for arguments in [["check", file], ["describe", file], ["diff", file, file]] {
      let run = try sandbox.run(arguments)
      #expect(!(run.output + run.errors).contains("\u{1B}"), "\(arguments)")
    }
  }

  @Test func `Unreadable input is reported within a second`() throws {
    let sandbox = try Sandbox()
    let large = sandbox.path("large.intentdefinition")
    _ = FileManager.default.createFile(atPath: large, contents: Data("<?xml".utf8))
    try FileHandle(forWritingTo: URL(filePath: large)).truncate(atOffset: 1 << 30)
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.path("gone.intentdefinition"), withDestinationPath: "nowhere")
    let deep = "<plist>" + String(repeating: "<array>", count: 10_000)
    _ = try sandbox.write(deep, to: "deep.intentdefinition")
    let cases = [
      ("large", "larger than the limit of 67108864 bytes"), ("gone", "points to “nowhere”"),
      ("deep", "deeper than the limit of 512 levels"), ("missing", "does not exist"),
    ]
    for (name, words) in cases {
      let run = try sandbox.run(["check", name + ".intentdefinition"])
      #expect(run.status == 1)
      #expect(run.output.contains(words), "\(run.output)")
    }
    let folder = try sandbox.run(["check", "."])
    #expect(folder.status == 1)
    #expect(folder.errors == "3 errors in 3 files.\n")
  }

  /// A widget with an enum parameter whose prompts contain its value, as in files from Xcode.
  private static let clock = """
    { "intents": [{ "name": "Clock", "eligibleForWidgets": true,
        "title": { "text": "Clock", "id": "title1" },
        "parameters": [{ "name": "face", "type": "enum", "enum": "Face",
          "label": { "text": "Face", "id": "label1" },
          "prompts": [
            { "kind": "DisambiguationIntroduction", "custom": true,
              "text": { "text": "There are ${count} options matching ‘${face}’.", "id": "count1" } },
            { "kind": "Confirmation", "custom": true,
              "text": { "text": "Just to confirm, you wanted ‘${face}’?", "id": "sure01" } },
            { "kind": "Primary", "custom": true,
              "text": { "text": "${face}", "id": "bare01" } }] }] }],
      "enums": [{ "name": "Face", "cases": [
        { "name": "round", "label": { "text": "Round", "id": "case01" } },
        { "name": "square", "label": { "text": "Square", "id": "case02" } }] }] }
    """

  /// Xcode's table for this definition: it has prompts for each case, but none for the enum as a
  /// whole.
  private static let german = """
    "title1" = "Uhr";
    "label1" = "Zifferblatt";
    "case01" = "Rund";
    "case02" = "Eckig";
    "count1-case01" = "Es gibt ${count} Möglichkeiten für ‚Rund‘.";
    "count1-case02" = "Es gibt ${count} Möglichkeiten für ‚Eckig‘.";
    "sure01-case01" = "Also ‚Rund‘?";
    "sure01-case02" = "Also ‚Eckig‘?";

    """

  @Test func `Prompts with a translation for each case are translated and used`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.clock, to: "Clock.json")
    _ = try sandbox.write(Self.german, to: "de.lproj/Clock.strings")
    let run = try sandbox.run(["check", "Clock.json", "--strict"])
    #expect(run.status == 0)
    #expect(run.output == "", "\(run.output)")
  }

  @Test func `A missing case names the prompt, the parameter and the keys`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.clock, to: "Clock.json")
    let lines = Self.german.split(separator: "\n").filter { !$0.hasPrefix("\"sure01-case02\"") }
    let broken = lines.filter { !$0.hasPrefix("\"count1") } + ["\"sure01-case09\" = \"Alt\";"]
    _ = try sandbox.write(broken.joined(separator: "\n"), to: "de.lproj/Clock.strings")
    let run = try sandbox.run(["check", "Clock.json"])
    #expect(
      run.output == """
        Clock.json
          7:19  warning  Prompt “DisambiguationIntroduction” of the parameter “face” of the intent \
        “Clock”: The text “There are ${count} options matching ‘${face}’.” (count1) has no \
        translation in de. Add “count1-case01”, “count1-case02” to the table, as Xcode does. \
        missing-translation
          9:19  warning  Prompt “Confirmation” of the parameter “face” of the intent “Clock”: The \
        text “Just to confirm, you wanted ‘${face}’?” (sure01) has no translation for the case \
        “square” in de. Add “sure01-case02” to the table, as Xcode does. missing-translation

        de.lproj/Clock.strings
          6:1   warning  The entry “Alt” has the identifier “sure01-case09”, which no text of \
        Clock.json has. Remove the entry, if nothing else reads the table. stale-translation

        """)
    // Following the remedies removes the findings.
    _ = try sandbox.write(Self.german, to: "de.lproj/Clock.strings")
    #expect(try sandbox.run(["check", "Clock.json", "--strict"]).status == 0)
  }

  @Test func `A hopeless file is refused immediately`() throws {
    let none = try run("check", Self.broken + "/no-intents.json", "--strict")
    #expect(none.status == 1)
    #expect(
      none.output.contains("The definition has no intents, so there is nothing to configure."))
    let other = try run("check", Self.broken + "/no-widget-intent.json", "--strict")
    #expect(other.status == 0)
    #expect(other.output.contains("None of the intents is eligible for widgets"))
  }
}
