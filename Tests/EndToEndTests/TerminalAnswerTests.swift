import Foundation
import Testing
import WidgetTestSupport

/// Responses of terminals, and the simulation of a Smart Stack.
@Suite(.startsPrograms) struct TerminalAnswerTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Makes a widget that shows the requested color scheme, and returns the path of its folder.
  private func makeWidget() throws -> String {
    _ = try sandbox.write(
      """
      read -r request
      case "$request" in
        *'"colorScheme":["light"]'*) scheme=bright;;
        *'"colorScheme":["dark"]'*) scheme=dim;;
        *) scheme=unknown;;
      esac
      echo "{\\"entries\\": [{\\"date\\": \\"2026-11-21T14:00:00Z\\", \\"title\\": \\"It is $scheme\\"}]}"
      """, to: "G/ground")
    // The shell reads the script as a file. The system does not start a script that a process has
    // open for writing, as a child process of another test can have for a moment.
    _ = try sandbox.write(
      #"{"kind": "G", "timeline": {"command": ["/bin/sh", "ground"]}}"#, to: "G/widget.json")
    return sandbox.path("G")
  }

  /// The terminal's response, the variables, the options, and the resulting color scheme.
  static let grounds:
    [(answer: String, variables: [String: String], options: [String], shows: String)] = [
      ("\u{1B}]11;rgb:ffff/ffff/e0e0\u{1B}\\\u{1B}[?62c", [:], [], "It is bright"),
      ("\u{1B}]11;rgb:1010/1010/2020\u{7}\u{1B}[?62c", [:], [], "It is dim"),
      ("\u{1B}[?62c", [:], [], "It is unknown"),
      // Variables and options take precedence over the terminal's response.
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62c", ["COLORFGBG": "15;0"], [], "It is dim"),
      (
        "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62c", [:], ["--color-scheme", "dark"],
        "It is dim"
      ),
    ]

  @Test(arguments: grounds.indices)
  func `The color scheme follows the background that the terminal reports`(_ index: Int) throws {
    let (answer, variables, options, shows) = Self.grounds[index]
    let folder = try makeWidget()
    var shown: [String] = []
    // The program does not wait for a response that is late on a busy machine.
    for _ in 0..<20 where shown.last != shows {
      let program = try sandbox.onTerminal(
        ["list", "--gallery", "--intents", URL(filePath: folder).deletingLastPathComponent().path]
          + options, adding: variables)
      if variables.isEmpty && options.isEmpty { try program.wait(forWritten: "\u{1B}]11;?") }
      program.type(answer)
      try program.wait(for: "It is ")
      shown += program.screen.textLines.compactMap { line in
        ["It is bright", "It is dim", "It is unknown"].first { line.contains($0) }
      }
      _ = try program.status()
    }
    #expect(shown.last == shows, "\(shown)")
  }

  @Test func `Days in the life of a stack`() throws {
    for (name, hours) in [("A", [8, 20]), ("B", [12])] {
      let entries = hours.map { hour in
        #"{"date": "2026-11-21T\#(hour < 10 ? "0" : "")\#(hour):00:00Z", "title": "\#(name) at \#(hour)", "relevance": {"score": 5, "duration": 3600}}"#
      }
      _ = try sandbox.write(
        #"{"entries": [\#(entries.joined(separator: ", "))], "reload": "never"}"#,
        to: "\(name)/t.json")
      _ = try sandbox.write(
        #"{"kind": "\#(name)", "timeline": {"fixture": "t.json"}}"#, to: "\(name)/widget.json")
    }
    let arguments = [
      "simulate", sandbox.path("A"), "--stack", sandbox.path("B"), "--at", "2026-11-21T10:00:00Z",
    ]
    let run = try sandbox.run(arguments)
    #expect(run.status == 0, "\(run.errors)")
    for text in ["B at 12", "A at 20", "score 5"] {
      #expect(run.output.contains(text), "\(run.output)")
    }
    let json = try sandbox.run(arguments + ["--format", "json"])
    #expect(json.output.contains("\"turns\""))
    #expect(try sandbox.run(["simulate", sandbox.path("A"), sandbox.path("B")]).status == 2)
  }
}
