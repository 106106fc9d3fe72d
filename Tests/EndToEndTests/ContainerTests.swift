import Foundation
import Testing
import WidgetTestSupport

/// The folder that the programs of a widget share.
@Suite(.startsPrograms) struct ContainerTests {
  private let sandbox: Sandbox

  /// A widget whose choices are written by one program and shown by another.
  init() throws {
    sandbox = try Sandbox()
    _ = try sandbox.write(
      """
      { "intents": [ { "name": "Notes", "title": "Notes", "eligibleForWidgets": true,
        "parameters": [ { "name": "note", "label": "Note", "type": "string", "dynamic": true } ] } ] }
      """, to: "My/Notes/Notes.json")
    _ = try sandbox.write(
      """
      { "kind": "Notes", "intent": "NotesIntent", "displayName": "Notes",
        "options": { "note": { "command": ["./choices"], "environment": ["MARK"] } },
        "timeline": { "command": ["./timeline"] } }
      """, to: "My/Notes/widget.json")
    for (name, text) in [
      (
        "choices",
        #"""
        #!/bin/sh
        cat > /dev/null
        [ -e "$WIDGETCONFIG_CONTAINER/first" ] || echo "$MARK" > "$WIDGETCONFIG_CONTAINER/first"
        echo '["'"$(cat "$WIDGETCONFIG_CONTAINER/first")"'"]'
        """#
      ),
      (
        "timeline",
        #"""
        #!/bin/sh
        cat > /dev/null
        echo '{"entries":[{"date":"2026-01-01T00:00:00Z","title":"'"$(
          cat "$WIDGETCONFIG_CONTAINER/first")"'"}],"reload":"never"}'
        """#
      ),
    ] {
      let path = try sandbox.write(text + "\n", to: "My/Notes/\(name)")
      try makeProgram(at: path)
    }
  }

  private func run(_ arguments: [String], mark: String = "") throws -> FinishedProgram {
    let found = try sandbox.run(
      arguments + ["--intents", sandbox.path("My")], adding: ["MARK": mark])
    #expect(found.status == 0, "\(arguments): \(found.output)\(found.errors)")
    return found
  }

  @Test func `Choices and timelines share a folder, and each tenant has its own`() throws {
    #expect(try run(["options", "Notes", "note"], mark: "mine").output.contains("mine"))
    #expect(try run(["options", "Notes", "note"], mark: "later").output.contains("mine"))
    #expect(
      try run(["options", "Notes", "note", "--tenant", "acme"], mark: "theirs").output
        .contains("theirs"))
    let timeline = ["timeline", "Notes", "--at", "2026-01-01T00:00:00Z", "--format", "json"]
    #expect(try run(timeline).output.contains("mine"))
    #expect(try run(timeline + ["--tenant", "acme"]).output.contains("theirs"))
    // The folder is next to the store, and only its user can read it.
    let path = sandbox.path("store.sqlite.containers/local/Notes")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }
}
