import Foundation
import Testing
import WidgetTestSupport

/// Sources with almost valid responses, and fallback sources, in the built program.
@Suite(.startsPrograms) struct SourceRulesTests {
  /// A widget with one dynamic parameter, “city”, and the keys of its sources.
  private func sandbox(options: String, timeline: String = "") throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(
      atPath: sandbox.path("Intents/Probe"), withIntermediateDirectories: true)
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Probe", "title": "Probe", "eligibleForWidgets": true, "parameters": [
        {"name": "note", "label": "Note", "type": "string"},
        {"name": "city", "label": "City", "type": "object", "object": "City", "dynamic": true}]}],
       "types": [{"name": "City"}]}
      """, to: "Intents/Probe/Probe.json")
    _ = try sandbox.write(
      """
      {"kind": "Probe", "displayName": "Probe", "intent": "ProbeIntent",
       "options": {"city": \(options)}\(timeline.isEmpty ? "" : ", \"timeline\": \(timeline)")}
      """, to: "Intents/Probe/widget.json")
    return sandbox
  }

  private func run(_ sandbox: Sandbox, _ arguments: String...) throws -> FinishedProgram {
    try sandbox.run(arguments + ["--intents", sandbox.path("Intents")])
  }

  /// The name and the text of a fixture with invalid items.
  static let bad: [(name: String, text: String)] = [
    (
      "items.json",
      #"[{"identifier":"a","display":"Aa"},{"identifier":"b","display":"Bb"},"#
        + #"{"identifier":"a","display":"Again"},{"identifier":"c","display":"C\u0007"}]"#
    ),
    ("items.csv", "identifier,display\na,Aa\nb,Bb\na,Again\nc,C\u{7}\n"),
  ]

  @Test(arguments: bad)
  func oneBadItemDoesNotHideTheOthers(name: String, text: String) throws {
    try expectTwoLeftOut(
      of: name, text,
      complaints: [
        "has the identifier “a”, which item 1 of section 1 has too",
        "has the control character U+0007",
      ])
  }

  /// Checks that a fixture or program with four items shows two of them, and that `--check` reports
  /// the problems of the others.
  private func expectTwoLeftOut(of name: String, _ text: String, complaints: [String]) throws {
    for source in [#"{"fixture":"\#(name)"}"#, #"{"command":["cat","\#(name)"]}"#] {
      if name.hasSuffix("csv"), source.contains("command") { continue }
      let sandbox = try sandbox(options: source)
      _ = try sandbox.write(text, to: "Intents/Probe/\(name)")
      let shown = try run(sandbox, "options", "Probe", "city")
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.output == "Aa  a\nBb  b\n")
      #expect(shown.errors == "2 invalid choices of the source are left out.\n")
      let checked = try run(sandbox, "options", "Probe", "city", "--check")
      #expect(checked.status == 1)
      for complaint in complaints {
        #expect(checked.errors.contains(complaint), "\(checked.errors)")
      }
    }
  }

  /// The same test with items that have no identifier; if none has an identifier, nothing can be
  /// shown.
  static let nameless: [(name: String, text: String)] = [
    (
      "items.json",
      #"[{"identifier":"a","display":"Aa"},{"display":"Nameless"},"#
        + #"{"identifier":"","display":"Empty"},{"identifier":"b","display":"Bb"}]"#
    ),
    ("items.csv", "identifier,display\na,Aa\n,Nameless\n,Empty\nb,Bb\n"),
  ]

  @Test(arguments: nameless)
  func anItemWithoutAnIdentifierDoesNotHideTheOthers(name: String, text: String) throws {
    try expectTwoLeftOut(
      of: name, text, complaints: ["Item 2 of section 1", "Item 3 of section 1"])
    let sandbox = try sandbox(options: #"{"fixture":"items.json"}"#)
    _ = try sandbox.write(#"[{"display":"Nameless"}]"#, to: "Intents/Probe/items.json")
    let none = try run(sandbox, "options", "Probe", "city")
    #expect(none.status == 3 && none.errors.contains("“identifier”"), "\(none.errors)")
  }

  @Test func aFileWithABadItemIsAFindingOfCheck() throws {
    let sandbox = try sandbox(options: #"{"fixture":"items.json"}"#)
    _ = try sandbox.write(#"["a", "b", "a"]"#, to: "Intents/Probe/items.json")
    let checked = try sandbox.run(["check", sandbox.path("Intents/Probe")])
    #expect(checked.status == 1)
    #expect(checked.output.contains("The item “a” occurs twice."))
  }

  /// A link that `open` refuses is a finding of `check` as well.
  @Test func linksAreCheckedAsTheyAreOpened() throws {
    let sandbox = try sandbox(
      options: #"{"fixture":"items.json"}"#, timeline: #"{"fixture":"timeline.json"}"#)
    _ = try sandbox.write(#"["a"]"#, to: "Intents/Probe/items.json")
    for (link, isGood) in [("music://open?a=b", true), ("music://open?a=参数a", false)] {
      _ = try sandbox.write(
        #"{"entries":[{"date":"2001-01-01T00:00:00Z","title":"a","link":"\#(link)"}],"#
          + #""reload":"never"}"#, to: "Intents/Probe/timeline.json")
      let opened = try run(sandbox, "open", "Probe")
      #expect((opened.status == 0) == isGood)
      let checked = try sandbox.run(["check", "--strict", sandbox.path("Intents/Probe")])
      #expect(checked.output.contains("link-not-a-url") == !isGood)
    }
  }

  /// A program may always print its default, even if it does not match the search.
  @Test func aDefaultIsCheckedWhereDefaultsAreAskedFor() throws {
    let sandbox = try sandbox(
      options: #"{"command":["cat","answer"],"searches":true,"resolve":true}"#)
    _ = try sandbox.write(#"{"items":["p1"],"default":["p2"]}"#, to: "Intents/Probe/answer")
    let search = try run(sandbox, "options", "Probe", "city", "--search", "p1")
    #expect(search.status == 0 && search.output == "p1  p1\n")
    let edited = try run(
      sandbox, "edit", "Probe", "--plain", "--set", "note=x", "--dry-run")
    #expect(edited.errors.contains("There is no item “p2”."))
  }

  @Test func theRequestOfAProgramIsShown() throws {
    let sandbox = try sandbox(
      options: #"{"command":["sh","-c","cat > got; echo '[]'"],"searches":true}"#)
    let arguments = ["options", "Probe", "city", "--search", "os", "--set", "note=hello"]
    let intents = ["--intents", sandbox.path("Intents")]
    let shown = try sandbox.run(arguments + ["--show-request"] + intents)
    #expect(shown.status == 0)
    #expect(shown.output.hasPrefix(#"{"parameter":"city","values":{"note":"hello"}"#))
    _ = try sandbox.run(arguments + intents)
    let got = try String(contentsOfFile: sandbox.path("Intents/Probe/got"), encoding: .utf8)
    #expect(got == shown.output)
  }

  /// Local data replaces a failing source, with a message, and is no longer used once the source
  /// responds again.
  @Test func aTimelineHasAFallback() throws {
    let sandbox = try sandbox(
      options: #"{"fixture":"items.json"}"#,
      timeline: #"{"command":["cat","answer"],"fallback":{"fixture":"local.json"}}"#)
    _ = try sandbox.write(#"["a"]"#, to: "Intents/Probe/items.json")
    func timeline(_ title: String) -> String {
      #"{"entries":[{"date":"2001-01-01T00:00:00Z","title":"\#(title)"}],"reload":"never"}"#
    }
    _ = try sandbox.write(timeline("local"), to: "Intents/Probe/local.json")
    #expect(try sandbox.run(["check", sandbox.path("Intents/Probe")]).status == 0)
    let failed = try run(sandbox, "timeline", "Probe")
    #expect(failed.status == 0)
    #expect(failed.output.contains("local") && !failed.output.contains("reload: never"))
    #expect(failed.errors.contains("”, because “cat” failed: The program"))
    _ = try sandbox.write(timeline("fresh"), to: "Intents/Probe/answer")
    let good = try run(sandbox, "timeline", "Probe")
    #expect(good.output.contains("fresh") && good.errors.isEmpty)
    _ = try sandbox.write("{", to: "Intents/Probe/local.json")
    #expect(try sandbox.run(["check", sandbox.path("Intents/Probe")]).status == 1)
  }
}
