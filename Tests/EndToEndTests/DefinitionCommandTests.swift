import Foundation
import Testing
import WidgetTestSupport

/// `describe`, `convert` and `diff` in the built program.
@Suite(.startsPrograms) struct DefinitionCommandTests {
  private static let upNext = Sandbox.repository.appending(path: "Intents/UpNext").path
  private static let definition = upNext + "/UpNext.intentdefinition"

  private func transcript(_ name: String) throws -> String {
    let file = Sandbox.repository.appending(path: "Fixtures/Transcripts/" + name)
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// The words are in English; the texts of the definition are in the given language.
  @Test func `Describe shows the texts of the language asked for`() throws {
    let sandbox = try Sandbox()
    for (locale, language) in [
      ("en", "en"), ("de_AT", "de"), ("zh-Hans", "zh-Hans"), ("ar-AE", "ar"), ("he", "he"),
      ("fr", "en"),
    ] {
      let run = try sandbox.run(["describe", Self.upNext, "--locale", locale])
      #expect(run.status == 0)
      #expect(run.output == (try transcript("describe-UpNext-\(language).txt")), "\(locale)")
    }
    let variable = try sandbox.run(["describe", Self.definition], adding: ["LANG": "ja_JP.UTF-8"])
    #expect(variable.output == (try transcript("describe-UpNext-ja.txt")))
  }

  static let named: [[String]] = [
    ["check", "NAME"], ["describe", "NAME"], ["convert", "NAME", "--to", "schema"],
    ["validate", "NAME"], ["diff", "NAME", upNext], ["diff", upNext, "NAME"],
  ]

  @Test(arguments: named)
  func `The name of a widget also names its folder`(_ arguments: [String]) throws {
    let sandbox = try Sandbox()
    let input = #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"emphasis":7}}"#
    func run(_ name: String) throws -> FinishedProgram {
      try sandbox.run(arguments.map { $0 == "NAME" ? name : $0 }, input: input)
    }
    let (named, whole) = (try run("UpNext"), try run(Self.upNext))
    #expect(named.status == (arguments[0] == "validate" ? 1 : 0))
    #expect(named.status == whole.status && named.output == whole.output)
    #expect(named.errors == whole.errors)
  }

  @Test func `A file takes precedence over the widget with the same name`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write("{ \"intents\": 3 }", to: "UpNext")
    let run = try sandbox.run(["describe", "UpNext"])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("UpNext:1:14: "))
  }

  @Test func `Describe finds its intents and prints JSON`() throws {
    let sandbox = try Sandbox()
    let json = try sandbox.run(["describe", Self.upNext, "--format", "json", "--intent", "UpNext"])
    #expect(json.output == (try transcript("describe-UpNext.json")))
    let wrong = try sandbox.run(["describe", Self.upNext, "--intent", "UpNxtIntent"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("Did you mean “UpNextIntent”?"))
  }

  @Test func `Convert to JSON and back gives the same bytes`() throws {
    let sandbox = try Sandbox()
    let source = try Data(contentsOf: URL(filePath: Self.definition))
    let json = try sandbox.run(
      ["convert", Self.definition, "--to", "json", "-o", sandbox.path("x.json")])
    #expect(json.status == 0)
    #expect(json.output == "")
    let back = try sandbox.run(["convert", "x.json", "--to", "intentdefinition"])
    #expect(Data(back.output.utf8) == source)
    let piped = try sandbox.run(
      ["convert", Self.definition, "--to", "intentdefinition", "--output", "same.intentdefinition"])
    #expect(piped.status == 0)
    #expect(try sandbox.read("same.intentdefinition") == String(decoding: source, as: UTF8.self))
  }

  /// A directional control character stays in the text, and is visible in the file.
  @Test func `JSON from a definition shows possible reorderings`() throws {
    let sandbox = try Sandbox()
    let label = "a\u{202E}b\u{2066}c\u{9B}d ع e\u{301}"
    let definition =
      #"{"intents": [{"name": "X", "parameters": [{"name": "x", "type": "boolean","#
      + #" "label": "\#(label)"}]}]}"#
    let file = try sandbox.write(definition, to: "x.json")
    for target in ["json", "schema"] {
      let run = try sandbox.run(["convert", file, "--to", target])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains(#"a\u202eb\u2066c\u009bd ع e\#u{301}"#), "\(run.output)")
    }
    let written = try sandbox.run(["convert", file, "--to", "json", "-o", "y.json"])
    #expect(written.status == 0)
    let again = try sandbox.run(["convert", "y.json", "--to", "json"])
    #expect(try again.output == sandbox.read("y.json"))
    #expect(try sandbox.run(["diff", file, "y.json"]).output.contains("= x"))
  }

  @Test func `Convert refuses a file that is not a definition, and writes nothing`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("{ \"intents\": 3 }", to: "x.json")
    let run = try sandbox.run(["convert", file, "--to", "intentdefinition", "-o", "y"])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.contains("x.json:1:14: "))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("y")))
    #expect(try sandbox.run(["convert", file, "--to", "plist"]).status == 2)
  }

  /// Values that cannot be read back from JSON are not written as JSON.
  @Test func `Convert refuses to write JSON that it could not read`() throws {
    let sandbox = try Sandbox()
    let nameless = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>INEnums</key><array/><key>INIntents</key><array><dict>
      <key>INIntentEligibleForWidgets</key><true/><key>INIntentParameters</key><array/>
      </dict></array><key>INTypes</key><array/></dict></plist>
      """
    let file = try sandbox.write(nameless, to: "x.intentdefinition")
    let run = try sandbox.run(["convert", file, "--to", "json", "-o", "y.json"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("It cannot be written as JSON."), "\(run.errors)")
    #expect(run.errors.contains("name"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("y.json")))
  }

  @Test func `Diff ends with status 1 when an answer would be lost`() throws {
    let sandbox = try Sandbox()
    let same = try sandbox.run(["diff", Self.upNext, Self.definition])
    #expect(same.status == 0)
    #expect(same.output.hasPrefix("UpNextIntent\n  = mirrorCalendarApp, calendars, "))
    let json = try sandbox.run(["convert", Self.definition, "--to", "json"]).output
    _ = try sandbox.write(
      json.replacing("\"name\": \"countdown\"", with: "\"name\": \"timer\""), to: "r.json")
    let renamed = try sandbox.run(["diff", Self.definition, "r.json"])
    #expect(renamed.status == 0)
    #expect(renamed.output.contains("  > style  Renamed: “countdown” to “timer”; "))
    _ = try sandbox.write(json.replacing("\"timeInterval\"", with: "\"integer\""), to: "t.json")
    let broken = try sandbox.run(["diff", Self.definition, "t.json"])
    #expect(broken.status == 1)
    let asJSON = try sandbox.run(["diff", Self.definition, Self.upNext, "--format", "json"])
    #expect(asJSON.output.hasPrefix("{\n  \"losesAnswers\": false,\n"))
  }
}
