import Foundation
import Testing
import WidgetTestSupport

/// Language, colors, stores and widgets that are set by variables and options, and which of them
/// take precedence.
@Suite(.startsPrograms) struct EnvironmentTests {
  /// Variables, options, and the language of the texts.
  static let languages: [(variables: [String: String], options: [String], language: String)] = [
    ([:], [], "en"), (["LANG": "de_DE.UTF-8"], [], "de"), (["LANG": "de"], [], "de"),
    (["LANG": "de_CH@euro"], [], "de"), (["LANG": "ja_JP.eucJP"], [], "ja"),
    (["LANG": "zh_CN.UTF-8"], [], "zh-Hans"), (["LANG": "zh_SG"], [], "zh-Hans"),
    (["LANG": "zh_TW.UTF-8"], [], "en"), (["LANG": "fr_FR.UTF-8"], [], "en"),
    (["LANG": ""], [], "en"), (["LANG": "C"], [], "en"), (["LANG": "POSIX"], [], "en"),
    (["LANG": "C.UTF-8"], [], "en"), (["LANG": ".UTF-8"], [], "en"),
    (["LANG": "de", "LC_MESSAGES": "ja"], [], "ja"),
    (["LANG": "de", "LC_MESSAGES": ""], [], "de"),
    (["LANG": "de", "LC_ALL": "ja", "LC_MESSAGES": "zh_CN"], [], "ja"),
    (["LANG": "de", "LC_ALL": "", "LC_MESSAGES": "ja"], [], "ja"),
    (["LANG": "de", "LC_ALL": "C"], [], "en"), (["LANG": "de", "LC_TIME": "ja"], [], "de"),
    (["LANG": "de"], ["--locale", "ja"], "ja"), (["LC_ALL": "de"], ["--locale", "ja_JP"], "ja"),
    (["LANG": "ar_AE.UTF-8"], [], "ar"), (["LANG": "he_IL"], [], "he"), (["LANG": "iw"], [], "he"),
    ([:], ["--locale", "zh-Hans-CN"], "zh-Hans"), ([:], ["--locale", "DE"], "de"),
    (["LANG": "de"], ["--locale", ""], "en"), ([:], ["--locale", "es-419"], "en"),
    (["LANG": "sr_RS@latin"], [], "en"), (["LANG": "haw"], [], "en"),
  ]

  @Test(arguments: TestDepth.part(12, of: languages.indices))
  func `variables and options decide the language of texts`(_ index: Int) throws {
    let row = Self.languages[index]
    let folder = Sandbox.repository.appending(path: "Intents/UpNext").path
    let run = try Sandbox().run(["describe", folder] + row.options, adding: row.variables)
    let file = Sandbox.repository.appending(
      path: "Fixtures/Transcripts/describe-UpNext-\(row.language).txt")
    #expect(run.output == (try String(contentsOf: file, encoding: .utf8)))
    #expect(run.errors == "")
  }

  /// A misspelled variable must be reported, although a missing one is not.
  @Test func `A misspelled variable is reported`() throws {
    let misspelt = "WIDGETCONFIG" + "_INTENT"
    let run = try Sandbox().run(["list", "-q"], adding: [misspelt: "/tmp"])
    #expect(run.status == 0 && run.output.contains("UpNext"))
    let said = "No program reads the variable “\(misspelt)”. Did you mean “\(misspelt)S”?\n"
    #expect(run.errors == said)
  }

  /// An invalid value is reported, and then treated as missing.
  @Test(
    arguments: [
      (
        ["WIDGETCONFIG_THEME": "drak"], [],
        "WIDGETCONFIG_THEME is “drak”, which is not a theme. Did you mean “dark”?\n"
      ),
      (
        ["WIDGETCONFIG_THEME": "purple"], [],
        "WIDGETCONFIG_THEME is “purple”, which is not a theme. Choose from “auto”, “dark”, “light”, "
          + "“high-contrast”, “none”.\n"
      ),
      (["WIDGETCONFIG_THEME": ""], [], ""), (["WIDGETCONFIG_THEME": "dark"], [], ""),
      (
        ["LC_ALL": "xx_YY.UTF-8"], [],
        "LC_ALL is “xx_YY.UTF-8”, which is not a known language. Texts are in English. Give a tag such as de "
          + "or zh-Hans.\n"
      ),
      (
        ["LANG": "de"], ["--locale", "nonsense"],
        "--locale is “nonsense”, which is not a known language. Texts are in English. Give a tag such as de "
          + "or zh-Hans.\n"
      ),
      (
        [:], ["--locale", "en_XX"],
        "--locale is “en_XX”, and “XX” is not a known region. Dates and numbers have the usual format of the "
          + "language.\n"
      ),
    ] as [([String: String], [String], String)])
  func `An ignored value is reported`(
    variables: [String: String], options: [String], said: String
  ) throws {
    let run = try Sandbox().run(["list", "-q"] + options, adding: variables)
    #expect(run.status == 0 && run.output.contains("UpNext"))
    #expect(run.errors == said)
  }

  /// Variables and options, and whether a report in a file has colors.
  static let colours: [(variables: [String: String], option: String?, isColoured: Bool)] = [
    ([:], nil, false), ([:], "auto", false), ([:], "never", false), ([:], "always", true),
    (["NO_COLOR": "1"], "always", true), (["CLICOLOR": "0"], "always", true),
    (["CLICOLOR_FORCE": "1"], "never", false), (["COLORTERM": "truecolor"], nil, false),
    (["TERM": "dumb"], "always", true),
  ]

  @Test(arguments: colours.indices)
  func `only an option gives a report in a file colors`(_ index: Int) throws {
    for command in TestDepth.turn(index, 1, of: ["describe", "check", "diff"]) {
      try checkColours(index, command: command)
    }
  }

  private func checkColours(_ index: Int, command: String) throws {
    let row = Self.colours[index]
    let sandbox = try Sandbox()
    let text =
      #"{"intents":[{"name":"A","parameters":[{"name":"n","type":"enum","enum":"Gone"}]}]}"#
    let file = try sandbox.write(text, to: "a.json")
    let arguments = [command, file] + (command == "diff" ? [file] : [])
    let options = row.option.map { ["--color", $0] } ?? []
    let run = try sandbox.run(arguments + options, adding: row.variables)
    #expect(run.output.contains("\u{1B}[") == row.isColoured, "\(run.output)")
    // Only the colors differ.
    let plain = try sandbox.run(arguments + ["--color", "never"]).output
    #expect(run.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
  }

  @Test
  func `a store option takes precedence over the variable, and the variable over the home folder`()
    throws
  {
    let sandbox = try Sandbox()
    func list(_ arguments: [String], _ variables: [String: String]) throws -> [String] {
      let run = try sandbox.run(
        ["edit", "Verse", "-q", "--set", "emphasis=1"] + arguments, adding: variables)
      #expect(run.status == 0, "\(run.errors)")
      return try sandbox.files(ending: ".sqlite")
    }
    let bare = ["WIDGETCONFIG_STORE": ""]
    #expect(try list(["--store", "a.sqlite"], [:]) == ["a.sqlite"])
    #expect(try list([], [:]) == ["a.sqlite", "store.sqlite"])
    #expect(
      try list([], bare.merging(["XDG_DATA_HOME": sandbox.path("data")]) { $1 }) == [
        "a.sqlite", "data/widgetconfig/widgets.sqlite", "store.sqlite",
      ])
    #expect(
      try list([], bare) == [
        ".local/share/widgetconfig/widgets.sqlite", "a.sqlite",
        "data/widgetconfig/widgets.sqlite", "store.sqlite",
      ])
  }

  /// Where widgets come from: the option, then the variable, then the folder near the program.
  @Test func `widgets from the option take precedence over those from the variable`() throws {
    let sandbox = try Sandbox()
    for (folder, name) in [("one", "First"), ("two", "Second")] {
      try sandbox.makeFolder("\(folder)/\(name)")
      _ = try sandbox.write(#"{"kind": "k"}"#, to: "\(folder)/\(name)/widget.json")
      _ = try sandbox.write("{}", to: "\(folder)/stray.json")
      try sandbox.makeFolder("\(folder)/Empty")
    }
    func widgets(_ arguments: [String], _ variables: [String: String]) throws -> [String] {
      let lines = try sandbox.run(["list"] + arguments, adding: variables).output
        .split(separator: "\n")
      return lines.dropFirst().prefix { $0 != "Placed:" }.filter { !$0.hasPrefix("    ") }.map {
        $0.dropFirst(2)
      }.map(String.init)
    }
    let one = ["WIDGETCONFIG_INTENTS": sandbox.path("one")]
    let shipped = ["UpNext", "Verse", "WorldClock"]
    #expect(try widgets([], one) == ["First"] + shipped)
    #expect(try widgets(["--intents", "two"], one) == ["Second"])
    #expect(try widgets(["--intents", "two:one"], [:]) == ["First", "Second"])
    #expect(try widgets(["--intents", "two:"], [:]) == ["Second"] + shipped)
    #expect(try widgets([], ["WIDGETCONFIG_INTENTS": ""]) == shipped)
    // The user's widgets come before the shipped ones.
    try sandbox.makeFolder("data/widgetconfig/Intents/Verse")
    _ = try sandbox.write(
      #"{"kind": "k", "displayName": "Mine"}"#, to: "data/widgetconfig/Intents/Verse/widget.json")
    let data = ["XDG_DATA_HOME": sandbox.path("data")]
    let both = data.merging(["WIDGETCONFIG_INTENTS": "two:one"]) { $1 }
    #expect(try widgets([], both) == ["First", "Second"] + shipped)
    #expect(try sandbox.run(["list"], adding: both).output.contains("  Verse\n    Mine\n"))
    #expect(try widgets(["--intents", "two"], both) == ["Second"])
    // A folder that does not exist is an error.
    for (arguments, variables, place) in [
      (["--intents", "two:three"], [:], "--intents"),
      ([], ["WIDGETCONFIG_INTENTS": "three"], "WIDGETCONFIG_INTENTS"),
    ] as [([String], [String: String], String)] {
      let run = try sandbox.run(["list"] + arguments, adding: variables)
      #expect(run.status == 2)
      #expect(
        run.errors == """
          \(place): The folder “three” does not exist. Name one that exists, or create it.

          """)
    }
    #expect(try widgets(["--intents", "two/"], [:]) == ["Second"])
    #expect(
      try widgets(["--intents", "two/Empty"], one) == [
        "none in two/Empty; name other widgets with --intents"
      ])
  }

  /// A placed widget is found in the folder in which it was placed, even if other folders contain a
  /// widget with the same name.
  @Test func `a placed widget remembers its folder`() throws {
    let sandbox = try Sandbox()
    for (folder, title) in [("one", "First"), ("two", "Second")] {
      try sandbox.makeFolder("\(folder)/Verse")
      _ = try sandbox.write(
        #"{"kind": "k", "displayName": "\#(title)", "timeline": {"fixture": "t.json"}}"#,
        to: "\(folder)/Verse/widget.json")
      _ = try sandbox.write(
        #"{"entries": [{"date": "2001-01-01T00:00:00Z", "title": "\#(title)"}], "reload": "never"}"#,
        to: "\(folder)/Verse/t.json")
    }
    let none = ["WIDGETCONFIG_INTENTS": ""]
    func shown(_ name: String, _ arguments: [String] = []) throws -> String {
      let run = try sandbox.run(
        ["timeline", name, "--format", "line"] + arguments, adding: none)
      return run.output + run.errors
    }
    let placed = try sandbox.run(
      ["import", "-", "-q"],
      input: #"{"name":"up","intent":"k","family":"systemSmall","parameters":{}}"#,
      adding: ["WIDGETCONFIG_INTENTS": "one"])
    #expect(placed.status == 0, "\(placed.errors)")
    #expect(try shown("up") == "First\n")
    #expect(try shown("Verse").hasPrefix("First") == false)
    // After a copy, a rename or a restore, a placed widget still uses the same widget; a folder
    // given to the command takes precedence.
    _ = try sandbox.run(["copy", "up", "copied"], adding: none)
    _ = try sandbox.run(["rename", "up", "renamed"], adding: none)
    _ = try sandbox.run(["remove", "copied", "--force"], adding: none)
    _ = try sandbox.run(["restore", "copied"], adding: none)
    for name in ["copied", "renamed"] {
      #expect(try shown(name) == "First\n")
      #expect(try shown(name, ["--intents", "two"]) == "Second\n")
    }
    try FileManager.default.moveItem(
      atPath: sandbox.path("one"), toPath: sandbox.path("moved"))
    #expect(
      try shown("renamed") == """
        The widget “Verse/k” is not in \(sandbox.path("one")). Put it back there, or name the folder \
        of the widgets with --intents.

        """)
    #expect(try shown("renamed", ["--intents", "moved"]) == "First\n")
  }

  /// An archive of the program has `bin` next to `share`, and works in any folder.
  @Test func `a copied program finds the widgets that ship with it`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("there/bin")
    try sandbox.makeFolder("there/share/widgetconfig/Intents")
    let program = sandbox.path("there/bin/widgetconfig")
    try FileManager.default.copyItem(
      atPath: ProgramFolder.path(of: "widgetconfig"), toPath: program)
    try makeProgram(at: program)
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/Verse"),
      to: URL(filePath: sandbox.path("there/share/widgetconfig/Intents/Verse")))
    try sandbox.link("linked", to: program)
    for name in ["there/bin/widgetconfig", "./linked"] {
      let run = try sandbox.shell("env -u WIDGETCONFIG_INTENTS \(name) list")
      #expect(run.output.hasPrefix("Widgets:\n  Verse\n"), "\(name): \(run.output)\(run.errors)")
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  /// Messages for people can be suppressed; results and errors cannot.
  static let quiet: [(arguments: String, said: String)] = [
    ("check sound.json", "Nothing found in 1 file.\n"),
    ("validate sound.json lines.jsonl", "1 intent, valid.\n"),
    ("validate sound.json /dev/null", "0 intents.\n"),
    ("import verse.jsonl", "imported Verse (VerseIntent, systemMedium)\n"),
    ("import verse.jsonl --dry-run", "would import Verse (VerseIntent, systemMedium)\n"),
    ("edit Verse --set emphasis=1 --dry-run", "Would save “Verse”; nothing is saved.\n"),
    ("options UpNext calendars --check", "UpNext passes all checks for “calendars”.\n"),
    ("describe odd.intentdefinition", "odd.intentdefinition:2:1: "),
  ]

  @Test(arguments: quiet)
  func `quiet prints only results and errors`(arguments: String, said: String) throws {
    let sandbox = try Sandbox()
    let text =
      #"{"intents":[{"name":"A","eligibleForWidgets":true,"#
      + #""parameters":[{"name":"n","type":"integer"}]}]}"#
    _ = try sandbox.write(text, to: "sound.json")
    let line = #"{"intent":"AIntent","family":"systemSmall","parameters":{"n":1}}"#
    _ = try sandbox.write(line + "\n", to: "lines.jsonl")
    _ = try sandbox.write(SampleIntents.line("\"emphasis\":1"), to: "verse.jsonl")
    _ = try sandbox.write(
      "<plist>\n<dict><key>Other</key><true/></dict></plist>", to: "odd.intentdefinition")
    let words = arguments.split(separator: " ").map(String.init)
    let spoken = try sandbox.run(words)
    let silent = try sandbox.run(words + ["--quiet"])
    #expect(spoken.status == 0)
    #expect(silent.status == 0)
    #expect(spoken.errors.hasPrefix(said), "\(spoken.errors)")
    #expect(silent.errors == "")
    #expect(silent.output == spoken.output)
  }
}

extension Sandbox {
  /// The sorted paths below the folder that have the given suffix.
  fileprivate func files(ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(ending) }.sorted()
  }
}
