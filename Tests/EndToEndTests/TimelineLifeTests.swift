import Foundation
import Testing
import WidgetTestSupport

/// A widget whose program shows its request, with every command that uses timelines.
@Suite(.startsPrograms) struct TimelineLifeTests {
  /// Responds with one entry that shows the request, and writes every request to a file.
  private static let program = """
    #!/bin/sh
    read -r request
    echo "$request" >> requests
    kind=$(echo "$request" | sed 's/^{"request":"\\([a-z]*\\)".*/\\1/')
    scheme=$(echo "$request" | sed -n 's/.*"colorScheme":\\["\\([a-z]*\\)"\\].*/\\1/p')
    entry="\\"date\\":\\"2026-03-01T09:00:00Z\\",\\"title\\":[\\"$kind $scheme \\",\\
    {\\"date\\":\\"2026-03-01T10:01:30Z\\",\\"style\\":\\"timer\\"}],\\"message\\":{\\"a\\":[1,null]},\\
    \\"link\\":\\"app://whole?a=1%262\\",\\"links\\":[{\\"label\\":\\"One\\",\\"url\\":\\"app://one\\"}],\\
    \\"relevance\\":{\\"score\\":SCORE,\\"duration\\":3600}"
    case "$kind" in
    timeline) echo "{\\"entries\\":[{$entry}],\\"reload\\":\\"never\\"}" ;;
    *) echo "{$entry}" ;;
    esac
    """

  /// Writes the widget, and returns the path of its folder.
  private func widget(_ name: String, score: Int = 1, in sandbox: Sandbox) throws -> String {
    _ = try sandbox.write(
      #"{"intents":[{"name":"\#(name)","parameters":[{"name":"note","type":"string"}]}]}"#,
      to: "\(name)/\(name).json")
    _ = try sandbox.write(
      #"{"kind":"org.example.\#(name)","timeline":{"command":["./program"]}}"#,
      to: "\(name)/widget.json")
    let text = Self.program.replacingOccurrences(of: "SCORE", with: "\(score)")
    let program = try sandbox.write(text, to: "\(name)/program")
    try makeProgram(at: program)
    return sandbox.path(name)
  }

  private static let moment = ["--at", "2026-03-01T10:00:00Z"]

  private func requests(_ name: String, in sandbox: Sandbox) throws -> [Substring] {
    try sandbox.read("\(name)/requests").split(separator: "\n")
  }

  @Test func `Other properties and live dates round-trip`() throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    let run = try sandbox.run(["timeline", folder, "--format", "json"] + Self.moment)
    #expect(run.status == 0, "\(run.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let entry = try #require((object["entries"] as? [[String: Any]])?.first)
    #expect((entry["message"] as? [String: Any])?.keys.sorted() == ["a"])
    let parts = try #require(entry["title"] as? [Any])
    #expect((parts.last as? [String: Any])?["style"] as? String == "timer")
  }

  @Test func `A live date is drawn for the requested time`() throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    let bar = try sandbox.run(["timeline", folder, "--format", "waybar"] + Self.moment)
    #expect(bar.output.hasPrefix(#"{"text":"timeline  1:30""#), "\(bar.output)\(bar.errors)")
    #expect(bar.output.contains(#""url":"app://whole?a=1%262""#))
    let table = try sandbox.run(["timeline", folder] + Self.moment)
    #expect(table.output.contains("1:30"))
  }

  @Test(arguments: ["--snapshot", "--placeholder", "--preview"])
  func `A program is asked for each kind of entry`(flag: String) throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    let run = try sandbox.run(["timeline", folder, flag] + Self.moment)
    #expect(run.status == 0, "\(run.errors)")
    let kind = flag == "--placeholder" ? "placeholder" : "snapshot"
    #expect(run.output.contains(kind))
    let request = try #require(try requests("Tram", in: sandbox).first)
    #expect(request.contains(#""isPreview":\#(flag == "--preview")"#))
    #expect(request.contains(#""intent":{"#) == (kind == "snapshot"))
  }

  @Test func `The color scheme reaches the program`() throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    let dark = try sandbox.run(
      ["timeline", folder, "--color-scheme", "dark", "--format", "waybar"] + Self.moment)
    #expect(dark.output.contains("timeline dark 1:30"))
    let light = try sandbox.run(
      ["timeline", folder, "--format", "waybar"] + Self.moment, adding: ["COLORFGBG": "0;15"])
    #expect(light.output.contains("timeline light 1:30"))
    // Every command that uses timelines gives the same result.
    let simulated = try sandbox.run(["simulate", folder, "--color-scheme", "light"] + Self.moment)
    #expect(simulated.status == 0, "\(simulated.errors)")
    let saved = try sandbox.run(
      ["edit", folder, "--set", "note=a"], adding: ["COLORFGBG": "15;0"])
    #expect(saved.status == 0, "\(saved.errors)")
    let schemes = try requests("Tram", in: sandbox).map { request in
      ["light", "dark"].filter { request.contains(#""colorScheme":["\#($0)"]"#) }
    }
    #expect(Set(schemes.dropFirst(2).dropLast()) == [["light"]])
    #expect(schemes.last == ["dark"])
  }

  @Test func `The presentation reaches the program from every command`() throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    let presentation = [
      "--color-scheme", "dark", "--text-size", "accessibility3", "--rendering-mode", "accented",
    ]
    for command in ["timeline", "open", "simulate", "edit --set note=a"] {
      let words = command.split(separator: " ").map(String.init)
      let run = try sandbox.run([words[0], folder] + words.dropFirst() + presentation)
      #expect(run.status == 0, "\(command): \(run.errors)")
      let all = try requests("Tram", in: sandbox)
      let last = try #require(all.last)
      #expect(
        last.contains(
          #""environment":{"colorScheme":["dark"],"dynamicTypeSize":["accessibility3"],"#
            + #""widgetRenderingMode":["accented"]}"#), "\(command): \(last)")
    }
    let wrong = try sandbox.run(["timeline", folder, "--text-size", "huge"])
    #expect(wrong.status == 2)
  }

  @Test func `A tap opens the link of the widget or of a part`() throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    func open(_ arguments: String...) throws -> FinishedProgram {
      try sandbox.run(["open", folder] + arguments)
    }
    #expect(try open().output == "app://whole?a=1%262\n")
    #expect(try open("--link", "1").output == "app://one\n")
    let missing = try open("--link", "2")
    #expect(missing.status == 1 && missing.errors.contains("1"), "\(missing.errors)")
    let small = try open("--link", "1", "--family", "systemSmall")
    #expect(small.status == 1 && small.errors.contains("systemSmall"), "\(small.errors)")
    _ = try sandbox.write("#!/bin/sh\nprintf '%s' \"$1\" > \"$HOME/opened\"\n", to: "opener")
    try makeProgram(at: sandbox.path("opener"))
    #expect(try open("--run", sandbox.path("opener")).status == 0)
    #expect(try sandbox.read("opened") == "app://whole?a=1%262")
    #expect(try open("--run", "/none").status == 3)
  }

  @Test func `A link that is not a URL is not opened`() throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    _ = try sandbox.write(
      #"#!/bin/sh\#necho '{"entries":[{"date":"2026-03-01T09:00:00Z","title":"Tram","#
        + #""link":"--help"}]}'"#,
      to: "Tram/program")
    let run = try sandbox.run(["open", folder, "--run", "touch"])
    #expect(run.status == 1 && run.errors.contains("--help"), "\(run.errors)")
  }

  @Test func `A stack reports which widget is on top and why`() throws {
    let sandbox = try Sandbox()
    let tram = try widget("Tram", score: 5, in: sandbox)
    let bus = try widget("Bus", score: 0, in: sandbox)
    let at = ["--at", "2026-03-01T09:30:00Z"]
    let run = try sandbox.run(["timeline", "--stack", bus, tram] + at)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("Tram") && lines[0].contains("5"), "\(lines)")
    let json = try sandbox.run(["timeline", "--stack", bus, tram, "--format", "json"] + at)
    #expect(json.output.contains(#""reason": "greatest""#) && json.output.contains(#""share": 1"#))
    #expect(try sandbox.run(["timeline", bus, tram]).status == 2)
  }

  @Test func `A reload wakes watching programs, for its own widget and its kind`() throws {
    let sandbox = try Sandbox()
    let folder = try widget("Tram", in: sandbox)
    let placed = try sandbox.run(["edit", folder, "--name", "Stop", "--set", "note=a", "-q"])
    #expect(placed.status == 0, "\(placed.errors)")
    try? FileManager.default.removeItem(atPath: sandbox.path("Tram/requests"))
    let program = try sandbox.onTerminal(["timeline", "Stop", "--watch"])
    try program.wait(for: "timeline")
    #expect(try requests("Tram", in: sandbox).count == 1)
    let other = try sandbox.run(["reload", "Stp"])
    #expect(other.status == 1 && other.errors.contains("“Stop”"), "\(other.errors)")
    #expect(try sandbox.run(["reload", "--kind", "org.example.Tra"]).status == 1)
    let asked = try sandbox.run(["reload", "--kind", "org.example.Tram"])
    #expect(asked.status == 0 && asked.errors.contains("Stop"), "\(asked.errors)")
    try program.wait(for: "a second request") { _ in
      (try? requests("Tram", in: sandbox).count) == 2
    }
    // Local reloads are not limited; every one of them is done.
    for number in 3...6 {
      #expect(try sandbox.run(["reload", "Stop"]).status == 0)
      try program.wait(for: "request \(number)") { _ in
        (try? requests("Tram", in: sandbox).count) == number
      }
    }
    kill(program.process, SIGTERM)
    #expect(try program.exitCode() == 0)
    #expect(try sandbox.run(["reload", "--all"]).status == 0)
    #expect(try sandbox.run(["reload"]).status == 2)
  }
}
