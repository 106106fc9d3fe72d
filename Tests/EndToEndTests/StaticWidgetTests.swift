import Foundation
import Testing
import WidgetTestSupport

/// Widgets without configuration, and folders with several widgets.
@Suite(.startsPrograms) struct StaticWidgetTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let timeline = #"""
    {"entries": [{"date": "2026-11-21T14:00:00Z", "title": "Noon"}], "reload": "never"}
    """#

  private func makeClock() throws -> String {
    _ = try sandbox.write(Self.timeline, to: "Clock/noon.json")
    _ = try sandbox.write(
      #"""
      {"kind": "Clock", "displayName": "Big clock", "supportedFamilies": ["systemSmall", "systemLarge"],
       "timeline": {"fixture": "noon.json"}}
      """#, to: "Clock/widget.json")
    return sandbox.path("Clock")
  }

  /// A file with intent JSON without parameters.
  private func answers(_ intent: String) throws -> String {
    try sandbox.write(
      #"{"intent": "\#(intent)", "family": "systemLarge", "parameters": {}}"#, to: "answers.json")
  }

  private func succeed(_ arguments: String...) throws -> FinishedProgram {
    let run = try sandbox.run(arguments)
    #expect(run.status == 0, "\(arguments): \(run.errors)")
    return run
  }

  /// A widget becomes configurable under the same kind, and then static again.
  @Test func `A kind that becomes configurable keeps its placed widgets`() throws {
    let folder = try makeClock()
    try FileManager.default.copyItem(atPath: folder, toPath: sandbox.path("Old"))
    _ = try succeed("edit", folder, "--quiet", "--name", "Hall")
    let before = try sandbox.write(try succeed("export", "Hall").output, to: "before.json")
    _ = try succeed("validate", folder, before)
    _ = try sandbox.write(
      #"""
      {"intents": [{"name": "Clock", "title": "Clock", "eligibleForWidgets": true, "parameters": [
        {"name": "city", "tag": 1, "type": "object", "object": "City", "dynamic": true},
        {"name": "hand", "tag": 2, "type": "enum", "enum": "Hand", "default": "long"},
        {"name": "note", "tag": 3, "type": "string"}]}],
       "enums": [{"name": "Hand", "cases": ["long", "short"]}], "types": [{"name": "City"}]}
      """#, to: "Clock/Clock.json")
    let diff = try succeed("diff", "Old", folder, "--exit-code", "warning")
    #expect(
      diff.output.contains(
        """
        Placed widgets stay, and nothing is lost. Until somebody edits them, they show the \
        defaults: “city” has the default of its source, if any, “hand” is “long”, “note” is not set.
        """), "\(diff.output)")
    #expect(try succeed("export", "Hall").output.contains(#""hand": "long""#))
    // An earlier intent is valid for both versions, and has the name of the widget's own intent
    // when it is stored.
    _ = try succeed("validate", folder, before)
    _ = try succeed("import", before)
    #expect(try succeed("export", "Hall").output.contains("ClockIntent"))
    let back = try sandbox.run(["diff", folder, "Old"])
    #expect(back.status == 1 && back.output.contains("No longer has a configuration"))
    #expect(!back.output.contains("no longer has a source"))
    #expect(!back.output.contains("no longer have a source"))
  }

  /// Makes a widget whose program uses the time of the request as the date of its entry, and counts
  /// down from it.
  private func makeTimer() throws -> String {
    _ = try sandbox.write(
      #"""
      {"kind": "Timer", "displayName": "Timer", "supportedFamilies": ["systemSmall"],
       "timeline": {"command": ["./timer"]}}
      """#, to: "Timer/widget.json")
    let program = try sandbox.write(
      #"""
      #!/bin/sh
      read -r request
      now=$(printf '%s' "$request" | sed 's/.*"now": *"\([^"]*\)".*/\1/')
      later() { date -u -d "$now $1 seconds" +%FT%TZ; }
      echo '{"entries": [{"date": "'$now'", "title": "Runs", "relevance": {"score": 5, "duration": 30},
        "subtitle": [{"date": "'$(later 600)'", "style": "timer"}]}],
        "reload": {"policy": "after", "date": "'$(later 90)'"}}'

      """#, to: "Timer/timer")
    try makeProgram(at: program)
    return sandbox.path("Timer")
  }

  @Test func `An entry for now counts immediately, and relevant seconds are shown`() throws {
    let timer = try makeTimer()
    // Rounded to microseconds, as in the request, this time would be slightly later, so the entry
    // would not have started.
    let at = ["--at", "2026-11-21T14:00:00.1234567Z"]
    let stack = try sandbox.run(["timeline", "--stack", timer] + at)
    #expect(stack.output.contains("15:00:00  "), "\(stack.output)\(stack.errors)")
    #expect(stack.output.contains("until 2026-11-21 15:00:30"), "\(stack.output)")
    let timeline = try sandbox.run(["timeline", timer] + at)
    #expect(timeline.output.contains("15:00:00  Runs"), "\(timeline.output)\(timeline.errors)")
    #expect(timeline.output.contains("reload: after 2026-11-21 15:01:30"), "\(timeline.output)")
  }

  @Test func `Live dates are drawn in place`() throws {
    let program = try sandbox.onTerminal(["timeline", try makeTimer(), "--watch"])
    try program.wait(for: "reload ")
    func ticking() -> String? { program.screen.textLines.first { $0.contains(":") } }
    let first = try #require(ticking())
    try program.wait(for: "another second") { screen in
      screen.textLines.contains { $0.contains("reload ") } && ticking() != first
    }
    #expect(program.screen.textLines.count { $0.contains("╭") } == 1, "\(program.screen.textLines)")
    #expect(program.screen.textLines.first?.contains("╭") == true)
    kill(program.process, SIGTERM)
    #expect(try program.exitCode() == 0)
  }

  @Test func `A mistake in widget.json does not turn its fixtures into definitions`() throws {
    let folder = try makeClock()
    _ = try sandbox.write(
      #"{"intents": [{"name": "Face", "eligibleForWidgets": true, "parameters": [{"name": "a", "type": "string"}]}]}"#,
      to: "Clock/Face.json")
    _ = try sandbox.write(
      #"{"displayNam": "Big", "kind": "Clock", "timeline": {"fixture": "noon.json"}}"#,
      to: "Clock/widget.json")
    let check = try sandbox.run(["check", folder])
    #expect(check.output.contains("displayNam"), "\(check.output)")
    #expect(!check.output.contains("several-definitions"), "\(check.output)")
    #expect(check.errors.hasPrefix("1 error in "), "\(check.errors)")
  }

  @Test func `A folder without a definition is placed, shown, drawn, simulated and removed`() throws
  {
    let folder = try makeClock()
    let check = try succeed("check", "--strict", folder)
    #expect(
      check.output.isEmpty && check.errors.contains("1 file"), "\(check.output)\(check.errors)")
    // Only the family is asked for.
    let plain = try sandbox.run(["edit", folder, "--plain"], input: "systemLarge\nyes\n")
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(plain.errors.contains("Family [Small]:"))
    #expect(plain.errors.components(separatedBy: "]:").count == 3, "\(plain.errors)")
    #expect(plain.output.contains(#""intent": "Clock""#))
    #expect(plain.output.contains(#""family": "systemLarge""#))
    #expect(plain.errors.contains("Noon"))
    let list = try succeed("list", "--format", "json").output
    #expect(list.contains(#""path": "\#(folder)/widget.json""#), "\(list)")
    #expect(list.contains(#""state": "current""#))
    #expect(try succeed("show", "Clock").output.contains("family      Large"))
    #expect(try succeed("timeline", "Clock").output.contains("Noon"))
    #expect(try succeed("simulate", "Clock", "--at", "2026-11-21T00:00:00Z").status == 0)
    let exported = try succeed("export", "Clock").output
    let file = try sandbox.write(exported, to: "clock.json")
    #expect(try succeed("import", file).errors.contains("unchanged Clock"))
    // The path of the file refers to the widget as well.
    #expect(try succeed("edit", folder + "/widget.json", "--answers", file).status == 0)
    #expect(try succeed("remove", "Clock", "--force").status == 0)
    for command in ["describe", "convert"] {
      let extra = command == "convert" ? ["--to", "json"] : []
      let run = try sandbox.run([command, folder] + extra)
      #expect(run.status == 2)
      #expect(
        run.errors
          == "\(folder): The widget has no definition: it is a widget without configuration. "
          + "Name a definition.\n")
    }
  }

  @Test func `A script places a static widget with or without a family`() throws {
    let folder = try makeClock()
    let none = try succeed("edit", folder, "--quiet")
    #expect(none.output.contains(#""family": "systemSmall""#))
    #expect(try succeed("show", "Clock").output.contains("family      Small"))
    let placed = try succeed("edit", folder, "--family", "systemLarge", "--quiet")
    #expect(placed.output.contains(#""family": "systemLarge""#))
    #expect(!placed.errors.contains("Family"), "\(placed.errors)")
    #expect(try succeed("show", "Clock").output.contains("family      Large"))
  }

  @Test func `The form of a static widget has only the family`() throws {
    let form = try sandbox.onTerminal(["edit", try makeClock()])
    try form.wait(forFocusOn: "Family")
    form.press("^s")
    #expect(try form.status() == 0)
    #expect(try succeed("show", "Clock").output.contains("family      Small"))
  }

  @Test func `The remedy for an intent without parameters works`() throws {
    let folder = try makeClock()
    _ = try sandbox.write(
      #"{"intents": [{"name": "Clock", "eligibleForWidgets": true}]}"#, to: "Clock/Clock.json")
    let noted = try sandbox.run(["check", folder])
    #expect(
      noted.output.contains(
        "Add parameters if people are to choose something; a new widget without configuration needs "
          + "no intent."
      ))
    #expect(try succeed("edit", folder, "-q", "--answers", try answers("ClockIntent")).status == 0)
    try FileManager.default.removeItem(atPath: folder + "/Clock.json")
    #expect(try succeed("check", "--strict", folder).output.isEmpty)
  }

  @Test func `A missing definition is still an error if the widget needs one`() throws {
    _ = try sandbox.write(
      #"{"kind": "k", "options": {"city": {"fixture": "x.json"}}}"#, to: "A/widget.json")
    _ = try sandbox.write(#"{"kind": "k", "intent": "Trip"}"#, to: "B/widget.json")
    #expect(try sandbox.run(["check", sandbox.path("A")]).status == 1)
    let check = try sandbox.run(["check", sandbox.path("B")])
    #expect(check.status == 1)
    #expect(check.output.contains("There is no definition in the folder."))
    #expect(try sandbox.run(["edit", sandbox.path("B"), "--dry-run"]).status == 1)
  }

  // MARK: - Several widgets

  private func makeBundle() throws -> String {
    _ = try sandbox.write(Self.timeline, to: "My/Pair/noon.json")
    _ = try sandbox.write(
      #"""
      {"intents": [{"name": "Pair", "title": "Pair", "eligibleForWidgets": true,
        "parameters": [{"name": "n", "label": "Number", "type": "integer", "default": 3}]}]}
      """#, to: "My/Pair/Pair.json")
    _ = try sandbox.write(
      #"""
      {"widgets": [
        {"kind": "org.Left", "displayName": "To the left", "intent": "Pair",
         "timeline": {"fixture": "noon.json"}},
        {"kind": "Right", "supportedFamilies": ["systemSmall"], "timeline": {"fixture": "noon.json"}},
        {"kind": "Plain", "intent": null, "timeline": {"fixture": "noon.json"}}]}
      """#, to: "My/Pair/widget.json")
    return sandbox.path("My/Pair")
  }

  @Test func `Each of several widgets is listed, placed and found again`() throws {
    let folder = try makeBundle()
    #expect(try succeed("check", "--strict", folder).output.isEmpty)
    let library = ["--intents", sandbox.path("My")]
    let list = try sandbox.run(["list"] + library).output
    #expect(["Pair/Plain", "Pair/Right", "Pair/org.Left"].allSatisfy(list.contains), "\(list)")
    let unclear = try sandbox.run(["edit", "Pair", "--dry-run"] + library)
    #expect(unclear.status == 2)
    #expect(
      unclear.errors.hasSuffix(
        "Pair: There are several widgets: org.Left, Right, Plain. Name one, such as "
          + "Pair/org.Left.\n"), "\(unclear.errors)")
    for (name, values) in [("Pair/org.Left", "n=4"), ("Pair/Right", "n=5")] {
      let run = try sandbox.run(["edit", name, "--set", values] + library)
      #expect(run.status == 0, "\(run.errors)")
    }
    // Outside the library, the folder and the kind together form a path.
    #expect(
      try succeed("edit", folder + "/Plain", "-q", "--answers", try answers("Plain")).status == 0)
    let other = try succeed("edit", folder + "/Right", "-q", "--name", "Mine", "--set", "n=6")
    #expect(other.output.contains(#""family": "systemSmall""#))
    for (name, value) in [("org.Left", 4), ("Right", 5), ("Mine", 6)] {
      let run = try sandbox.run(["export", name] + library)
      #expect(run.output.contains(#""n": \#(value)"#), "\(run.errors)")
    }
    #expect(try succeed("export", "Plain").output.contains(#""intent": "Plain""#))
    // Two widgets in the same folder are distinguished by their kinds.
    _ = try succeed("edit", folder + "/org.Left", "-q", "--name", "Far", "--set", "n=7")
    for (kind, name) in [("org.Left", "Far"), ("Right", "Mine")] {
      let run = try succeed("reload", "--kind", kind)
      #expect(run.errors.contains(name), "\(run.errors)")
    }
    let placed = try sandbox.run(["list", "--format", "json"] + library).output
    #expect(!placed.contains("unreadable"), "\(placed)")
    let generated = try succeed("generate", folder, "--as", "typed").output
    #expect(generated.contains("PairIntent"))
    let wrong = try sandbox.run(["edit", "Pair/Rigt", "--dry-run"] + library)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.hasSuffix("There is no widget of the kind “Rigt”. Did you mean “Right”?\n"),
      "\(wrong.errors)")
  }

  @Test func `A person is asked which of several widgets is meant`() throws {
    let folder = try makeBundle()
    let form = try sandbox.onTerminal(["edit", folder, "--dry-run"])
    try form.wait(for: "Which one?")
    try form.wait(for: "To the left")
    form.press("right", "enter")
    try form.wait(for: "Number")
    form.press("^c")
    #expect(try form.exitCode() == 130)
    let plain = try sandbox.onTerminal(["edit", folder, "--dry-run", "--plain"])
    try plain.wait(for: "There are several widgets in")
    plain.press("Plain", "enter")
    try plain.wait(for: "Family [Medium]:")
    plain.press("^c")
    _ = try plain.status()
  }

  @Test func `Every problem in a list of widgets is reported with its position`() throws {
    let path = try sandbox.write(
      """
      {"widgets": [
        {"kind": "A", "intent": "Nobody"},
        {"kind": "A"},
        {"famly": []}]}
      """, to: "Bad/widget.json")
    let run = try sandbox.run(["check", path])
    #expect(run.status == 1)
    for line in ["3:3", "4:3", "4:4"] { #expect(run.output.contains(line), "\(run.output)") }
    _ = try sandbox.write(
      #"{"widgets": [{"kind": "A"}, {"kind": "B", "intent": "Nobody"}]}"#, to: "Bad/widget.json")
    _ = try sandbox.write(
      #"{"intents": [{"name": "X", "eligibleForWidgets": true, "parameters": [{"name": "n", "type": "integer"}]}]}"#,
      to: "Bad/Bad.json")
    let other = try sandbox.run(["check", sandbox.path("Bad")])
    #expect(other.output.contains("1:43"), "\(other.output)")
    #expect(other.output.contains("has no intent “Nobody”"))
  }

  /// A family of a later system is kept in every file and on every face, drawn by its size, and
  /// reported.
  @Test func `An unknown family is kept, drawn by its size, and reported`() throws {
    _ = try sandbox.write(
      #"""
      {"kind": "org.example.poster", "displayName": "Poster",
       "supportedFamilies": ["systemSmall", "systemJumbo"],
       "familySizes": {"systemJumbo": {"width": 240, "height": 590}},
       "timeline": {"command": ["/bin/sh", "-c",
         "cat > asked; echo '{\"entries\":[{\"date\":\"2026-11-28T00:00:00Z\",\"title\":\"Up\"}]}'"]}}
      """#, to: "Poster/widget.json")
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Poster", "title": "Poster", "eligibleForWidgets": true, "parameters": [
        {"name": "lines", "label": "Lines", "type": "string", "multiple": true,
         "sizes": {"systemSmall": 1, "systemJumbo": 2}}]}]}
      """, to: "Poster/Poster.json")
    let run = try sandbox.shell(
      """
      "$0" check Poster
      "$0" convert Poster/Poster.json --to intentdefinition --output x.intentdefinition
      "$0" convert x.intentdefinition --to json
      "$0" edit ./Poster --family jumbo --set lines=a,b --name P
      "$0" edit ./Poster --family systemJumbo --set lines=a,b,c --dry-run
      "$0" export P > kept && "$0" validate Poster/Poster.json kept && "$0" import kept
      "$0" timeline P --snapshot --format box && cat Poster/asked
      "$0" convert Poster/Poster.json --to schema
      "$0" generate Poster/Poster.json --as typed
      "$0" generate Poster/Poster.json --as app-intents -o .
      """)
    for text in [
      "drawn at the stated size", "Nothing is known of the size class “Jumbo”",
      #""systemJumbo": 2"#, #""family": "systemJumbo""#,
      #""displaySize":{"width":240,"height":590}"#,
      #"ArraySizes.Entry(sizeClass: "Jumbo", size: 2)"#, #""const": "systemJumbo""#,
    ] {
      #expect(run.output.contains(text), "\(text) \(run.output)\(run.errors)")
    }
    #expect(run.errors.contains("3 values, but systemJumbo has room for 2"), "\(run.errors)")
    let known = "family `systemJumbo` is known, so its size is left out"
    #expect(run.errors.contains(known), "\(run.errors)")
    // 240 by 590 points are 32 by 31 cells.
    let box = run.output.split(separator: "\n").drop { !$0.hasPrefix("╭") && !$0.hasPrefix("+--") }
    #expect(box.first?.count == 32, "\(run.output)")
    // A misspelled family is refused, because the widget would be stored for a family that does not
    // exist.
    for (name, meant) in [("systemLrage", "systemLarge"), ("systemJumbp", "systemJumbo")] {
      let near = try sandbox.run([
        "edit", "./Poster", "--family", name, "--set", "lines=a", "--dry-run",
      ])
      #expect(
        near.status == 2 && near.errors.contains("Did you mean “\(meant)”?"), "\(near.errors)")
    }
  }

  /// “Exactly two” is mentioned wherever values are given, and prevents nothing.
  @Test func `A list with too few values is reported by every command that stores it`() throws {
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Pair", "title": "Pair", "eligibleForWidgets": true, "parameters": [
        {"name": "two", "label": "Two", "type": "string", "multiple": true,
         "sizes": [{"family": "systemMedium", "size": 2, "minimum": 2}]}]}]}
      """, to: "Pair.json")
    let says = "systemMedium needs exactly 2 values, and has 1."
    let one = #"{"intent":"PairIntent","family":"systemMedium","parameters":{"two":["a"]}}"#
    for (arguments, input, status) in [
      (["edit", "./Pair.json", "--set", "two=a", "--name", "A"], "", 0),
      (["edit", "./Pair.json", "--plain", "--name", "B"], "\na\n\n\n\n", 0),
      (["validate", "Pair.json"], one, 0),
      (["import", "-", "--name", "C", "--intents", "Pair.json"], one, 0),
      (["edit", "./Pair.json", "--set", "two=a,b", "--name", "D"], "", 0),
      (["validate", "Pair.json"], one.replacing(#"["a"]"#, with: #"["a","b"]"#), 0),
    ] as [([String], String, Int32)] {
      let run = try sandbox.run(arguments, input: input)
      #expect(run.status == status, "\(arguments) \(run.errors)")
      let isShort = !"\(arguments)\(input)".contains("b") || arguments.contains("--plain")
      #expect(
        (run.output + run.errors).contains(says) == isShort,
        "\(arguments) \(run.output) \(run.errors)")
    }
  }

  /// Six lines fit into the portrait family, which is newer than the definition formats.
  @Test func `A widget of the extra large portrait family is configured like others`() throws {
    _ = try sandbox.write(
      #"{"kind": "org.example.poster", "supportedFamilies": ["systemSmall", "systemExtraLargePortrait"]}"#,
      to: "Poster/widget.json")
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Poster", "title": "Poster", "eligibleForWidgets": true, "parameters": [
        {"name": "lines", "label": "Lines", "type": "string", "multiple": true,
         "sizes": {"systemSmall": 1, "systemExtraLargePortrait": 6}}]}]}
      """, to: "Poster/Poster.json")
    let run = try sandbox.shell(
      """
      "$0" check Poster
      "$0" describe Poster
      "$0" edit Poster --family extraLargePortrait --set lines=a,b,c,d,e,f --output kept
      "$0" edit Poster --family extraLargePortrait --set lines=a,b,c,d,e,f,g --dry-run
      "$0" validate kept --intents . && cat kept
      "$0" generate Poster/Poster.json --as app-intents -o .
      """)
    #expect(run.output.contains("1 in systemSmall"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("6 in systemExtraLargePortrait"), "\(run.output)")
    #expect(run.output.contains(#""family": "systemExtraLargePortrait""#), "\(run.output)")
    #expect(
      run.errors.contains("7 values, but systemExtraLargePortrait has room for 6"), "\(run.errors)")
    #expect(run.errors.contains("needs iOS 27, so its size is left out"), "\(run.errors)")
  }
}
