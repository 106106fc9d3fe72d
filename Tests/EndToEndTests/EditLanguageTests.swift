import Foundation
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The form of a shipped widget in every language, and in a terminal that shows only ASCII.
@Suite(.startsPrograms) struct EditLanguageTests {
  /// A locale, the name of its picture, and a text that is shown once the form is open.
  static let languages: [(locale: String, name: String, save: String)] = [
    ("en_US.UTF-8", "en-US", "[ Save ]"), ("de_DE.UTF-8", "de", "[ Sichern ]"),
    ("zh_CN.UTF-8", "zh-Hans", "[ 保存 ]"), ("ja_JP.UTF-8", "ja", "[ 保存 ]"),
    ("C.UTF-8", "en", "[ Save ]"),
  ]

  /// The screen after the providers have responded.
  private func picture(of program: TerminalProgram, after text: String) throws -> String {
    try program.wait(for: text)
    // A provider's defaults arrive after the first frame.
    for _ in 0..<20 { program.read(milliseconds: 10) }
    let lines = program.screen.textLines
    return lines.map { "|" + $0 + "\n" }.joined()
  }

  @Test(arguments: languages.indices)
  func `The form in the language of the environment`(_ index: Int) throws {
    let language = Self.languages[index]
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(
      ["edit", "UpNext"], adding: ["LC_ALL": language.locale])
    let picture = try picture(of: program, after: language.save)
    let difference = Golden.difference(picture, from: "Languages/up-next-\(language.name)")
    #expect(difference == nil, "\(difference ?? "")")
    program.press("^c")
    #expect(try program.exitCode() == 130)
    #expect(program.screen.unknown == [])
  }

  /// The messages around the form in each language: after saving, in a dry run, and after
  /// cancelling.
  static let sayings: [(locale: String, saved: String, dry: String, cancelled: String)] = [
    (
      "en", "Saved “Verse” in STORE.\n", "Would save “Verse”; nothing is saved.\n",
      "Cancelled. Nothing is saved.\n"
    ),
    (
      "de", "„Verse“ ist in STORE gesichert.\n", "„Verse“ würde gesichert; nichts ist gesichert.\n",
      "Abgebrochen. Nichts ist gesichert.\n"
    ),
    (
      "zh-Hans", "已将“Verse”保存到 STORE。\n", "将会保存“Verse”；未保存任何内容。\n", "已取消。未保存任何内容。\n"
    ),
    (
      "ja", "「Verse」を STORE に保存しました。\n", "「Verse」を保存するところですが、何も保存していません。\n",
      "中止しました。何も保存されていません。\n"
    ),
    (
      "ar-EG", "حُفظت «Verse» في STORE.\n", "ستُحفظ «Verse»؛ لم يُحفظ شيء.\n",
      "أُلغي. لم يُحفظ شيء.\n"
    ),
    (
      "he", "”Verse” נשמר ב-STORE.\n", "”Verse” היה נשמר; דבר לא נשמר.\n", "בוטל. דבר לא נשמר.\n"
    ),
  ]

  @Test(arguments: sayings.indices)
  func `Messages after an edit are in the chosen language`(_ index: Int) throws {
    let row = Self.sayings[index]
    let sandbox = try Sandbox()
    let edit = ["edit", "Verse", "--locale", row.locale]
    let dry = try sandbox.run(edit + ["--set", "emphasis=0.25", "--dry-run"])
    #expect(dry.status == 0)
    func plain(_ text: String) -> String { text.replacing("\u{200E}", with: "") }
    #expect(plain(dry.errors).hasPrefix(row.dry), "\(dry.errors)")
    let saved = try sandbox.run(edit + ["--set", "emphasis=0.25"])
    #expect(saved.status == 0)
    #expect(plain(sandbox.anonymous(saved.errors)).hasPrefix(row.saved), "\(saved.errors)")
    let left = try sandbox.run(edit, input: "quit\n")
    #expect(left.status == 130)
    #expect(plain(left.errors).hasSuffix(row.cancelled), "\(left.errors)")
    // The answers are the same in every language.
    #expect(saved.output == dry.output && saved.output == plain(saved.output))
  }

  /// A locale, input, and parts of the output: dates and numbers in brackets, and rejected answers.
  static let conversations: [(locale: String, input: String, said: [String])] = [
    (
      "de-DE", "\n\nbald\n2h\n8:15\n0,3\nende\n",
      [
        "! Erwartet: eine Dauer wie 1h30m; gefunden: „bald“.\n",
        "[0,5]: ", "[3 Std.]: ", "Abgebrochen. Nichts ist gesichert.\n",
      ]
    ),
    ("ja", "\n\n?\n終了\n", ["期間（例: 1h30m）を入力してください。\n", "[3時間]: ", "中止しました。"]),
    ("zh-Hans", "\n\n?\n退出\n", ["请输入时长，例如 1h30m。\n", "[3小时]: ", "已取消。"]),
    (
      "ar-EG", "\n\nغدا\n٢ س\n٨:١٥\n٠٫٣\nخروج\n",
      [
        "! المتوقع مدة مثل 1h30m، والموجود «غدا».\n", "[٠٫٥]: ", "[٣ س]: ",
        "أُلغي.",
      ]
    ),
    (
      "he", "\n\nמחר\n2 שעות\n8:15\n0.3\nיציאה\n",
      [
        "! נדרש משך זמן כגון 1h30m, נמצא ”מחר”.\n", "[0.5]: ",
        "[3 שע׳]: ", "בוטל.",
      ]
    ),
  ]

  @Test(arguments: conversations.indices)
  func `Questions and refusals in a language`(_ index: Int) throws {
    let row = Self.conversations[index]
    let run = try Sandbox().run(["edit", "Verse", "--locale", row.locale], input: row.input)
    #expect(run.status == 130)
    let said = run.errors.replacing("\u{200E}", with: "")
    for line in row.said { #expect(said.contains(line), "\(said)") }
  }

  // MARK: Terminals that show only ASCII

  /// Command lines, input and status; their output contains more than ASCII.
  static let spoken: [(arguments: [String], input: String, status: Int32)] = [
    (["edit", "Verse", "--set", "emphasis=0.25"], "", 0),
    (["edit", "Verse", "--set", "emphasis=7"], "", 1),
    (["edit", "Verse", "--set", "nothing=7"], "", 1),
    (["edit", "Nowhere"], "", 2), (["edit", "Verse", "--family", "systemTiny"], "", 2),
    (["edit", "Verse"], "\n?\nquit\n", 130),
    (["edit", "Verse", "--locale", "de"], "\n?\nx\nende\n", 130),
    (["edit", "Verse", "--locale", "ja"], "\n?\n\nquit\n", 130),
    (["edit", "Verse", "--locale", "zh-Hans"], "\n?\nquit\n", 130), (["edit", "Verse"], "", 2),
    (["edit", "Verse", "--locale", "ar-EG"], "\n?\n\nquit\n", 130),
    (["edit", "Verse", "--locale", "he"], "\n?\n\nquit\n", 130),
    (["edit", "UpNext"], "\n\n\n?\nquit\n", 130), (["validate", "nowhere.json"], "", 1),
    (["export", "None"], "", 1), (["options", "UpNext", "nothing"], "", 2),
    (["timeline", "None"], "", 2), (["check", "/nowhere"], "", 1),
    (["describe", "/nowhere.intentdefinition"], "", 1), (["import", "/nowhere.json"], "", 1),
  ]

  @Test(arguments: spoken.indices)
  func `Output is ASCII in the locale C`(_ index: Int) throws {
    let row = Self.spoken[index]
    for locale in TestDepth.turn(index, 1, of: ["C", "POSIX", "de_DE.ISO-8859-1"]) {
      let run = try Sandbox().run(row.arguments, input: row.input, adding: ["LC_ALL": locale])
      #expect(run.status == row.status, "\(row.arguments)\n\(run.errors)")
      #expect(run.errors.utf8.allSatisfy { $0 < 0x80 }, "\(locale): \(run.errors)")
      #expect(!run.errors.isEmpty)
    }
  }

  @Test func `Quotation marks and umlauts have an equivalent in ASCII`() throws {
    let sandbox = try Sandbox()
    let saved = try sandbox.run(
      ["edit", "Verse", "--locale", "de", "--set", "emphasis=0.25"], adding: ["LC_ALL": "C"])
    #expect(sandbox.anonymous(saved.errors).hasPrefix("\"Verse\" ist in STORE gesichert.\n"))
    let asked = try Sandbox().run(
      ["edit", "Verse", "--locale", "de"], input: "quit\n", adding: ["LC_ALL": "C"])
    #expect(asked.errors.contains("Groesse [Mittel]: "))
    // The form is in English if the terminal cannot show its language.
    let japanese = try Sandbox().run(
      ["edit", "Verse", "--locale", "ja"], input: "quit\n", adding: ["LC_ALL": "C"])
    #expect(japanese.errors.contains("Family [Medium]: "))
    #expect(japanese.errors.hasSuffix("Cancelled. Nothing is saved.\n"))
  }

  /// Results are UTF-8 in every locale, because programs read them.
  @Test func `Results are in UTF-8 even where the locale is C`() throws {
    let sandbox = try Sandbox()
    let arguments = ["edit", "Verse", "--set", "isDedicated=yes", "--set", "dedication=Zoë “Ω”"]
    let run = try sandbox.run(arguments, adding: ["LC_ALL": "C"])
    #expect(run.status == 0)
    #expect(run.output.contains("\"dedication\": \"Zoë “Ω”\""))
  }

  @Test(arguments: ["de", "ja", "zh-Hans", "ar-EG", "he", "en"])
  func `The form is drawn in ASCII where the locale is C`(locale: String) throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(
      ["edit", "UpNext", "--locale", locale], adding: ["LC_ALL": "C"])
    try program.wait(for: locale == "de" ? "[ Sichern ]" : "[ Save ]")
    program.press("?")
    try program.wait(for: locale == "de" ? "Tasten: " : "Keys: ")
    program.press("^c")
    #expect(try program.exitCode() == 130)
    let bytes = program.output.filter { $0 >= 0x80 }
    #expect(bytes.isEmpty)
  }

  // MARK: Colors

  /// Variables and options, and whether colors are sent.
  static let looks: [(environment: [String: String], options: [String], colours: Bool)] = [
    (["TERM": "xterm-256color"], [], true), (["TERM": "xterm"], [], true),
    (["TERM": "xterm", "COLORTERM": "truecolor"], ["--theme", "dark"], true),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], [], false),
    (["TERM": "xterm-256color", "NO_COLOR": ""], [], true),
    (["TERM": "xterm-256color", "CLICOLOR": "0"], [], false),
    (["TERM": "xterm-256color"], ["--theme", "none"], false),
    (["TERM": "xterm-256color"], ["--theme", "light"], true),
    (["TERM": "xterm-256color"], ["--theme", "high-contrast"], true),
    (["TERM": "xterm-256color", "WIDGETCONFIG_THEME": "none"], [], false),
    (["TERM": "xterm-256color", "WIDGETCONFIG_THEME": "none"], ["--theme", "dark"], true),
    (["TERM": "xterm-256color", "WIDGETCONFIG_THEME": "purple"], [], true),
    (["TERM": "xterm-256color"], ["--color", "never"], false),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], ["--color", "always"], true),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], ["--theme", "high-contrast"], false),
  ]

  @Test(arguments: looks.indices)
  func `Colors are sent where they are wanted`(_ index: Int) throws {
    let row = Self.looks[index]
    let program = try Sandbox().onTerminal(
      ["edit", "UpNext"] + row.options, adding: row.environment)
    try program.wait(for: "[ Save ]")
    // A changed answer has a color in every theme.
    program.press("right")
    try program.wait(for: "modified")
    let cells = program.screen.cells.joined()
    let isColoured = cells.contains { !$0.pen.foreground.isEmpty || !$0.pen.background.isEmpty }
    #expect(isColoured == row.colours)
    #expect(cells.contains { !$0.pen.attributes.isEmpty }, "meaning shows without colours too")
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }

  @Test func `An unknown theme is refused with the known names`() throws {
    let run = try Sandbox().run(["edit", "UpNext", "--theme", "purple"])
    #expect(run.status == 2)
    for (name, _) in Theme.named { #expect(run.errors.contains(name)) }
  }

  // MARK: Custom keys

  /// A file of keys, and the messages about it.
  static let keys: [(text: String, said: [String])] = [
    (
      "{\n  \"form\": {\n    \"fly\": [\"f9\"],\n    \"undo\": [\"f9\", \"hyper+x\"]\n  }\n}",
      [
        "HERE/keys.json:3:5: form.fly: There is no such action. Choose from “activate”, ",
        "HERE/keys.json:4:20: form.undo: “hyper+x” is not a key. "
          + "Write it as ctrl+s, alt+down, f5 or a character.\n",
      ]
    ),
    (
      "{\"form\": {\"savenow\": [\"f9\"]}, \"kitchen\": {}}",
      [
        "HERE/keys.json:1:11: form.savenow: There is no such action. Did you mean “saveNow”?\n",
        "HERE/keys.json:1:31: kitchen: The form has no such part. "
          + "Choose from “form”, “editor”, “list”, “review”, “leaving”, “panel”, “jump”, “calendar”.\n",
      ]
    ),
    (
      "{\"form\": {\"undo\": \"f9\"}}",
      [
        "HERE/keys.json:1:19: Expected an array, found a string.",
        "Write the keys file as {\"form\": {\"saveNow\": [\"ctrl+s\", \"f10\"]}}.\n",
      ]
    ),
    ("{\"form\": ", ["HERE/keys.json:1:"]),
  ]

  @Test(arguments: keys.indices)
  func `Mistakes in a keys file are reported with their position`(_ index: Int) throws {
    let row = Self.keys[index]
    let sandbox = try Sandbox()
    let path = try sandbox.write(row.text, to: "keys.json")
    let program = try sandbox.onTerminal(["edit", "UpNext", "--keys", path], columns: 400)
    #expect(try program.exitCode() == 1)
    let shown = String(decoding: program.output, as: UTF8.self).replacing("\r\n", with: "\n")
    for line in row.said {
      #expect(sandbox.anonymous(shown).contains(line), "\(sandbox.anonymous(shown))")
    }
  }

  @Test func `Keys in the configuration folder apply, and help shows them`() throws {
    let sandbox = try Sandbox()
    let folder = sandbox.folder.appending(path: "config/widgetconfig")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("{\"form\": {\"showHelp\": [\"f12\"]}}".utf8)
      .write(to: folder.appending(path: "keys.json"))
    let program = try sandbox.onTerminal(
      ["edit", "UpNext", "--locale", "de"], adding: ["XDG_CONFIG_HOME": sandbox.path("config")])
    try program.wait(for: "F12 Hilfe")
    program.type("\u{1B}[24~")
    try program.wait(for: "diese Hilfe")
    #expect(program.screen.textLines.contains { $0.contains("F12") && $0.contains("diese Hilfe") })
    program.press("^c")
    #expect(try program.exitCode() == 130)
  }
}
