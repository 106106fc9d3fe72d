import Foundation
import Testing
import WidgetTestSupport

/// The widgets that can be placed, as `list` shows them, and the schemas of the files that people
/// write.
@Suite(.startsPrograms) struct GalleryTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `The gallery draws each widget in each of its families`() throws {
    let run = try sandbox.run(["list", "--gallery"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty, "\(run.errors)")
    for text in [
      "World Clock: The time in chosen cities.", "accessoryCircular", "╭──", "VerseIntent",
    ] {
      #expect(run.output.contains(text) == (text != "VerseIntent"), "\(text)")
    }
    // Two small boxes fit side by side.
    #expect(run.output.contains("╮  ╭"))
    let drawing = run.output.split(separator: "\n").filter { $0.contains("│") }
    #expect(drawing.allSatisfy { $0.count <= 84 })
    let refused = try sandbox.run(["list", "--gallery", "--format", "json"])
    #expect(refused.status == 2)
  }

  @Test func `A gallery asks for samples, and reports which family has none`() throws {
    _ = try sandbox.write(
      """
      #!/bin/sh
      read request
      case "$request" in
        *'"family":"systemSmall"'*) exit 3;;
        *'"isPreview":true'*) echo '{"date": "2026-11-21T14:00:00Z", "title": "Sample"}';;
      esac
      """, to: "My/A/answer")
    try makeProgram(at: sandbox.path("My/A/answer"))
    _ = try sandbox.write(
      #"""
      {"kind": "A", "supportedFamilies": ["systemSmall", "systemMedium"],
       "timeline": {"command": ["./answer"]}}
      """#, to: "My/A/widget.json")
    _ = try sandbox.write("{}", to: "My/B/widget.json")
    let run = try sandbox.run(["list", "--gallery", "--intents", sandbox.path("My")])
    #expect(run.status == 0)
    #expect(run.output.contains("Sample"), "\(run.output)")
    #expect(run.output.contains("B  [the definition cannot be read]"))
    #expect(run.errors.contains("A: systemSmall: "), "\(run.errors)")
    #expect(run.errors.contains("My/B/widget.json:1:1"))
    let json = try sandbox.run(["list", "--format", "json", "--intents", sandbox.path("My")]).output
    #expect(json.contains(#""kind": "A""#) && json.contains(#""problem": "#), "\(json)")
  }

  @Test func `A table shows seconds if minutes do not distinguish the entries`() throws {
    func timeline(_ second: String) throws -> String {
      _ = try sandbox.write(
        """
        {"entries": [{"date": "2026-11-21T14:00:07Z", "title": "a"},
                     {"date": "2026-11-21T14:0\(second)Z", "title": "b"}], "reload": "never"}
        """, to: "S/t.json")
      let folder = try sandbox.write(
        #"{"kind": "S", "timeline": {"fixture": "t.json"}}"#, to: "S/widget.json")
      return try sandbox.run(["timeline", String(folder.dropLast("/widget.json".count))]).output
    }
    #expect(try timeline("0:27").contains("15:00:07  a\n2026-11-21 15:00:27  b"))
    // Minutes are enough to distinguish these entries, whether the first one has seconds or not.
    #expect(try timeline("1:00").contains("15:00  a\n2026-11-21 15:01  b"))
    #expect(try timeline("1:07").contains("15:00  a\n2026-11-21 15:01  b"))
  }

  @Test func `Each schema is printed, and is named in the list`() throws {
    let list = try sandbox.run(["schema"])
    #expect(list.status == 0)
    for name in ["definition", "widget", "options", "timeline", "request"] {
      #expect(list.output.contains("\n\(name)") || list.output.hasPrefix(name))
      let run = try sandbox.run(["schema", name])
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\""))
    }
    #expect(try sandbox.run(["schema", "nothing"]).status == 2)
    #expect(list.output.contains("request     What a program gets on its standard input.\n"))
    #expect(
      try sandbox.run(["schema", "request", "--locale", "de"]).output
        == sandbox.run(["schema", "request"]).output)
    let path = sandbox.path("widget.schema.json")
    #expect(try sandbox.run(["schema", "widget", "-o", path]).status == 0)
    #expect(try sandbox.read("widget.schema.json").contains("supportedFamilies"))
  }

  /// The keys in a schema for which there is no description that an editor could show.
  private func undescribed(_ schema: Any) -> [String] {
    if let list = schema as? [Any] { return list.flatMap(undescribed) }
    guard let object = schema as? [String: Any] else { return [] }
    let members = object["properties"] as? [String: [String: Any]] ?? [:]
    return members.filter { $0.value["description"] == nil }.keys
      + object.values.flatMap(undescribed)
  }

  @Test func `An editor can explain each key of a widget, because JSON has no comments`() throws {
    let output = try sandbox.run(["schema", "widget"]).output
    var schema = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    var definitions = try #require(schema["$defs"] as? [String: Any])
    // A choice occurs in fixtures; its keys are those in `schema options`.
    #expect(definitions.removeValue(forKey: "item") != nil)
    schema["$defs"] = definitions
    #expect(definitions.count == 3)
    // The object for the default has only the key `url` or `query`, which needs no description of
    // its own.
    #expect(Set(undescribed(schema)).isSubset(of: ["url", "query"]), "\(undescribed(schema))")
  }
}
