import Foundation
import Testing
import WidgetFormats
import WidgetTestSupport

/// The life of a placed widget: it is shown, copied, renamed, removed and restored.
@Suite(.startsPrograms) struct PlacedLifeTests {
  private func place(_ name: String, _ emphasis: String, in sandbox: Sandbox) throws {
    let run = try sandbox.run([
      "edit", "Verse", "--name", name, "-q", "--set", "emphasis=\(emphasis)",
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `A widget is placed, shown, renamed, copied, removed and restored`() async throws {
    let sandbox = try Sandbox()
    try place("Desk", "0.25", in: sandbox)
    try place("Desk", "0.75", in: sandbox)
    let shown = try sandbox.run(["show", "Desk"])
    #expect(shown.status == 0)
    for text in [
      "Desk\n", "definition  ", "Intents/Verse/Verse.json", "VerseIntent", "Medium",
      "revision    2", "state       current", "0.75",
    ] {
      #expect(shown.output.contains(text), "\(text)")
    }
    let object = try json(try sandbox.run(["show", "Desk", "--format", "json"]).output)
    #expect(object["state"] as? String == "current")
    #expect((object["parameters"] as? [String: Any])?["emphasis"] as? Double == 0.75)

    try sandbox.check(CommandCase("rename Desk Shelf", errors: "renamed Desk to Shelf\n"))
    try sandbox.check(CommandCase("copy Shelf Wall", errors: "copied Shelf to Wall\n"))
    #expect(try sandbox.run(["export", "Wall"]).output.contains("0.75"))
    let history = try sandbox.run(["history", "Shelf"]).output.split(separator: "\n")
    try #require(history.count == 2)
    #expect(history.first?.hasSuffix("  Emphasis: 0.75  [present]") == true, "\(history)")
    // Saving the same answers changes nothing.
    let same = try sandbox.run(["edit", "Verse", "--name", "Shelf", "--set", "emphasis=0.75"])
    #expect(same.status == 0)
    #expect(same.errors.contains("Nothing has changed in “Shelf”, so nothing was saved.\n"))
    #expect(try sandbox.run(["history", "Shelf"]).output.split(separator: "\n") == history)
    // A partial list of states reports how many are left out, and how to list them.
    let number = try #require(history.first?.prefix { $0.isNumber })
    let latest = try sandbox.run(["history", "Shelf", "--limit", "1"])
    #expect(latest.output == "\(history[0])\n")
    #expect(
      latest.errors
        == "1 earlier state is left out. List them with: widgetconfig history Shelf --before \(number)\n"
    )
    let earlier = try sandbox.run(["history", "Shelf", "--before", "\(number)", "--limit", "1"])
    #expect(earlier.output == "\(history[1])\n")
    #expect(earlier.errors.isEmpty)
    #expect(try sandbox.run(["history", "Shelf", "--limit", "0"]).status == 2)
    // States saved in the same minute are distinguished by their seconds.
    try place("Desk", "0.1", in: sandbox)
    try await Task.sleep(for: .seconds(1.1))
    try place("Desk", "0.2", in: sandbox)
    let moments = try sandbox.run(["history", "Desk"]).output.split(separator: "\n").map {
      $0.split(separator: "  ")[1]
    }
    #expect(moments.count == 2 && Set(moments).count == 2, "\(moments)")
    try sandbox.check(
      CommandCase(
        "remove Desk --force", errors: "removed Desk; restore it with: widgetconfig restore Desk\n")
    )

    try sandbox.check(
      CommandCase(
        "remove Wall Shelf", status: 2,
        errors: "There is no terminal to confirm the removal of Wall, Shelf. Use --force.\n"))
    try sandbox.check(
      CommandCase(
        "remove Shelf Wal --force", status: 1,
        errors: """
          STORE: Nothing is placed under the name “Wal”. Did you mean “Wall”?
          Nothing is removed.

          """))
    try sandbox.check(
      CommandCase(
        "remove Wall Shelf --force",
        errors: """
          removed Wall; restore it with: widgetconfig restore Wall
          removed Shelf; restore it with: widgetconfig restore Shelf

          """))
    try sandbox.check(
      CommandCase(
        "restore Shelv", status: 1,
        errors: "STORE: Nothing is placed under the name “Shelv”. Did you mean “Shelf”?\n"))
    try sandbox.check(CommandCase("list --removed", output: "Desk\nShelf\nWall\n"))
    try sandbox.check(
      CommandCase(
        "list --removed --format json", output: ListJSON.text(removed: ["Desk", "Shelf", "Wall"])))
    #expect(
      try sandbox.run(["list"]).output.hasSuffix(
        "none yet; place one with widgetconfig edit NAME\n"))
    let gone = try sandbox.run(["export", "Shelf"])
    #expect(gone.status == 1)
    #expect(gone.errors.contains("restore it with: widgetconfig restore Shelf"))
    #expect(try sandbox.run(["restore", "Shelf"]).status == 0)
    #expect(try sandbox.run(["export", "Shelf"]).output.contains("0.75"))

    // Restores an earlier state by its number, and then the later one.
    let states = try json(try sandbox.run(["history", "Shelf", "--format", "json"]).output)
    let revisions = (states["states"] as? [[String: Any]])?.compactMap { $0["revision"] as? Int }
    let drafts = (states["states"] as? [[String: Any]])?.compactMap {
      ($0["draft"] as? [String: Any])?["emphasis"] as? Double
    }
    #expect(drafts?.contains(0.25) == true && drafts?.contains(0.75) == true)
    let first = try #require(revisions?.min())
    #expect(try sandbox.run(["restore", "Shelf", "--revision", "\(first)"]).status == 0)
    #expect(try sandbox.run(["export", "Shelf"]).output.contains("0.25"))
    #expect(try sandbox.run(["restore", "Shelf"]).status == 0)
    #expect(try sandbox.run(["export", "Shelf"]).output.contains("0.75"))
    let unknown = try sandbox.run(["restore", "Shelf", "--revision", "99"])
    #expect(unknown.status == 1)
    #expect(
      unknown.errors.contains(
        "does not have an earlier state with revision 99. The revisions are: "))
  }

  @Test func `A used or invalid name is refused, and nothing changes`() throws {
    let sandbox = try Sandbox()
    try place("A", "0.25", in: sandbox)
    try place("B", "0.75", in: sandbox)
    let before = try sandbox.run(["list"]).output
    for command in ["rename", "copy"] {
      try sandbox.check(
        CommandCase(
          [command, "A", "B"], status: 1,
          errors: """
            STORE: A placed widget “B” already exists. Choose another name, or edit the existing \
            one.

            """))
      try sandbox.check(
        CommandCase(
          [command, "A", "\u{200B}"], status: 1,
          errors: """
            STORE: The name “\\u{200B}” cannot be stored. The name must have at least one visible \
            character.

            """))
      #expect(try sandbox.run([command, "Nobody", "C"]).status == 1)
    }
    #expect(try sandbox.run(["list"]).output == before)
  }

  @Test func `A person is asked before anything is removed`() throws {
    let sandbox = try Sandbox()
    try place("A", "0.25", in: sandbox)
    for (answer, status) in [("n", Int32(130)), ("y", 0)] {
      let program = try sandbox.onTerminal(["remove", "A"])
      try program.wait(for: "Remove A?")
      program.press(answer, "enter")
      #expect(try program.status() == status << 8)
    }
    #expect(try sandbox.run(["restore", "A", "-q"]).status == 0)
  }

  @Test func `The names of placed widgets complete`() throws {
    let sandbox = try Sandbox()
    try place("Desk", "0.25", in: sandbox)
    try place("Shelf", "0.25", in: sandbox)
    #expect(try sandbox.run(["remove", "Shelf", "--force", "-q"]).status == 0)
    for shell in ["bash", "zsh", "fish"] {
      let script = try sandbox.run(["--generate-completion-script", shell])
      #expect(script.status == 0)
      #expect(script.output.contains("---completion"))
    }
    func complete(_ command: String) throws -> String {
      try sandbox.run(
        ["---completion", command, "--", "positional@0", "2", "0", "widgetconfig", command, ""],
        adding: ["SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5"]
      ).output
    }
    #expect(try complete("show").contains("Desk"))
    #expect(try !complete("show").contains("Shelf"))
    #expect(try complete("restore").contains("Shelf"))
  }

  /// A row that cannot be read does not affect the other rows.
  @Test func `A damaged widget blocks nothing`() throws {
    let sandbox = try Sandbox()
    try place("Good", "0.25", in: sandbox)
    try place("Torn", "0.25", in: sandbox)
    try place("Torn", "0.75", in: sandbox)
    try sandbox.damage(emphasis: "0.75")
    let list = try sandbox.run(["list"])
    #expect(list.status == 0)
    #expect(list.output.contains(/\n {2}Torn +damaged\n/), "\(list.output)")
    #expect(list.output.contains("\n  Good  Verse  Medium  "), "\(list.output)")
    #expect(list.errors.contains("Restore its last good state with: widgetconfig restore Torn"))
    let all = try sandbox.run(["export", "--all"])
    #expect(all.status == 1)
    #expect(all.output.contains("\"Good\""))
    let lines = try sandbox.write(all.output, to: "all.jsonl")
    let imported = try sandbox.run(["import", lines])
    #expect(imported.status == 0)
    #expect(imported.errors.contains("imported Good"))
    #expect(try sandbox.run(["edit", "Good", "-q", "--set", "emphasis=0.5"]).status == 0)
    let edited = try sandbox.run(["edit", "Torn", "-q", "--set", "emphasis=0.5"])
    #expect(edited.status == 1)
    #expect(edited.errors.contains("widgetconfig restore Torn"))
    // Following the remedy repairs the widget.
    #expect(try sandbox.run(["restore", "Torn"]).status == 0)
    #expect(try sandbox.run(["export", "Torn"]).output.contains("0.25"))
    let history = try sandbox.run(["history", "Torn"]).output
    #expect(history.contains("[damaged: draft:1:"))

    try sandbox.damage(emphasis: "0.5")
    #expect(try sandbox.run(["remove", "Good", "--force", "-q"]).status == 0)
    #expect(try sandbox.run(["list"]).errors.isEmpty)
  }

  @Test func `A suggested command uses the same store and tenant`() throws {
    let sandbox = try Sandbox()
    let place = ["--store", "other one.sqlite", "--tenant", "acme"]
    for (name, emphasis) in [("A", "0.1"), ("A", "0.2"), ("B", "0.3")] {
      let answer = "emphasis=\(emphasis)"
      let run = try sandbox.run(
        ["edit", "Verse", "--name", name, "--set", answer, "-q"] + place)
      #expect(run.status == 0, "\(run.errors)")
    }
    /// The output of a command that another command recommends.
    func following(_ arguments: [String]) throws -> FinishedProgram {
      let run = try sandbox.run(arguments + place)
      let command = try #require(run.errors.split(separator: "with: widgetconfig ").last)
      return try sandbox.shell("\"$0\" " + command)
    }
    #expect(try following(["list", "--limit", "1"]).output.contains("  B  "))
    #expect(try following(["history", "A", "--limit", "1"]).output.contains("Emphasis: 0.1"))
    #expect(try following(["remove", "A", "--force"]).errors.contains("restored A"))
    // Remedies in errors of the store can also be followed, although the store does not know the
    // command.
    #expect(try following(["export", "Nobody"]).output.contains("  B  "))
    #expect(try sandbox.run(["remove", "A", "--force", "-q"] + place).status == 0)
    #expect(try following(["export", "A"]).errors.contains("restored A"))
    #expect(try following(["devices", "show", "none"]).errors == "No devices are registered.\n")
  }

  @Test func `An empty list mentions the data of other tenants`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run(["list"]).errors.isEmpty)
    let edit = ["edit", "Verse", "-q", "--set", "emphasis=1"]
    #expect(try sandbox.run(edit + ["--tenant", "acme"]).status == 0)
    for tenant in [[], ["--tenant", "other"]] {
      let list = try sandbox.run(["list"] + tenant)
      #expect(list.output.contains("none yet"))
      let command = try #require(list.errors.split(separator: "with: widgetconfig ").last)
      #expect(try sandbox.shell("\"$0\" " + command).output == "acme\n")
    }
    #expect(try sandbox.run(["list", "--tenant", "acme"]).errors.isEmpty)
  }

  @Test func `A missing widget is a finding, and its placed widget is not lost`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run(["edit", "Verse", "-q", "--set", "emphasis=1"]).status == 0)
    try sandbox.makeFolder("empty")
    let gone = """
      The widget “Verse” is not in empty. Put it back there, or name the folder of the widgets \
      with --intents.

      """
    for command in ["show Verse", "timeline Verse", "export Verse", "export --all"] {
      let run = try sandbox.run(
        command.split(separator: " ").map(String.init) + ["--intents", "empty"])
      #expect(run.status == 1, "\(command)")
      #expect(run.errors.contains(gone), "\(command): \(run.errors)")
      if command.hasPrefix("export") { #expect(run.output.contains("emphasis")) }
    }
    #expect(try sandbox.run(["timeline", "Verse", "--snapshot"]).status == 0)
  }
}

extension Sandbox {
  /// Damages the stored drafts by changing an emphasis directly in the file.
  func damage(emphasis: String) throws {
    let file = folder.appending(path: "store.sqlite")
    var bytes = try Data(contentsOf: file)
    let text = Data("\"emphasis\":{\"decimal\":\(emphasis)}".utf8)
    var start = bytes.startIndex
    var count = 0
    while let found = bytes.range(of: text, in: start..<bytes.endIndex) {
      bytes[found.lowerBound + 11] = UInt8(ascii: "[")
      (start, count) = (found.upperBound, count + 1)
    }
    #expect(count > 0)
    try bytes.write(to: file)
  }
}
