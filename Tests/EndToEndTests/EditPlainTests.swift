import Foundation
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Line mode: the texts of every language, and the ways to end the questions.
@Suite(.startsPrograms) struct EditPlainTests {
  @Test func `A hidden parameter is not asked for, and nothing is saved`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      ["edit", "UpNext", "rangeStart", "--plain", "--name", "R"], input: "8h\nyes\n")
    #expect(run.status == 1 && run.errors.contains("“rangeStart” has no row now"), "\(run)")
    #expect(try sandbox.run(["show", "R"]).status != 0)
    // Even if the parameter has no row in the form, typed input is not dropped.
    let hidden = try sandbox.write(
      """
      {"intents": [{"name": "Hid", "eligibleForWidgets": true, "lastTag": 9, "parameters": [
        {"name": "names", "type": "string", "tag": 4, "visibleWhen":
          {"parent": "flag", "predicate": "BooleanHasExactValue", "value": true}},
        {"name": "flag", "type": "boolean", "tag": 9, "default": false, "configurable": false}]}]}
      """, to: "hid.json")
    let nothing = try sandbox.run(["edit", hidden, "names"], input: "x\n")
    #expect(nothing.status == 1 && nothing.output.isEmpty, "\(nothing)")
  }

  static let greeting = """
    Verse
    A verse that changes through the day.
    Enter keeps the answer in brackets; ? explains. Commands: back, undo, quit.

    """
  static let families = """
      1 Small
      2 Medium
      3 Large
      4 Rectangular
      5 Inline

    """

  /// The locale, the label of the first row, and the choices of that row.
  static let languages: [(locale: String, label: String, choices: [String])] = [
    ("en", "Collection", ["Morning", "Sea", "Work"]),
    ("en-GB", "Collection", ["Morning", "Sea", "Work"]),
    ("de", "Sammlung", ["Morgen", "Meer", "Arbeit"]),
    ("de-AT", "Sammlung", ["Morgen", "Meer", "Arbeit"]),
    ("zh-Hans", "诗集", ["清晨", "大海", "工作"]),
    ("zh-Hans-CN", "诗集", ["清晨", "大海", "工作"]),
    ("ja", "詩集", ["朝", "海", "仕事"]),
    ("fr", "Collection", ["Morning", "Sea", "Work"]),
    ("x", "Collection", ["Morning", "Sea", "Work"]),
    ("ar", "المجموعة", ["الصباح", "البحر", "العمل"]),
    ("ar-EG", "المجموعة", ["الصباح", "البحر", "العمل"]),
    ("he", "אוסף", ["בוקר", "ים", "עבודה"]),
  ]

  /// The texts of a language that are shown outside the rows.
  private struct Said {
    var title: String
    var description: String
    var intro: String
    var family: String
    var medium: String
    var hint: String
    var left: String
  }

  private static let english = Said(
    title: "Verse", description: "A verse that changes through the day.",
    intro: "Enter keeps the answer in brackets; ? explains. Commands: back, undo, quit.",
    family: "Family", medium: "Medium",
    hint: "Type - to clear the answer, or = before one that is a command or begins with =.",
    left: "Cancelled. Nothing is saved.")

  /// The texts by the label of the first row.
  private static let said = [
    "Sammlung": Said(
      title: "Vers", description: "Ein Vers, der sich im Lauf des Tages ändert",
      intro:
        "Enter behält das Eingeklammerte; ? erklärt; Befehle: zurück, rückgängig, ende.",
      family: "Größe", medium: "Mittel",
      hint: "- löscht die Antwort; = gehört vor eine, die ein Befehl ist oder mit = beginnt.",
      left: "Abgebrochen. Nichts ist gesichert."),
    "诗集": Said(
      title: "诗句", description: "随一天的时间变换的诗句",
      intro: "按 Enter 保留方括号中的答案，? 显示说明，返回 和 撤销 可后退，退出 则离开。", family: "尺寸", medium: "中",
      hint: "单独一个 - 去掉答案；若答案是命令或以 = 开头，请在前面再加 =。", left: "已取消。未保存任何内容。"),
    "詩集": Said(
      title: "詩", description: "一日のあいだに移り変わる詩",
      intro: "Enter で [ ] の答えのまま、? で説明、戻る・取り消す で後戻り、終了 でやめます。",
      family: "サイズ", medium: "中", hint: "- で答えを消去。コマンドや = で始まる答えは、先頭に = を付けて入力します。",
      left: "中止しました。何も保存されていません。"),
    "المجموعة": Said(
      title: "بيت شعر", description: "بيت شعر يتغير على مدار اليوم",
      intro: "يُبقي Enter ما بين القوسين؛ و? للشرح؛ والأوامر: رجوع، تراجع، خروج.", family: "الحجم",
      medium: "متوسط",
      hint: "علامة - وحدها تمسح الإجابة؛ واكتب = قبل إجابة هي أمر أو تبدأ بعلامة =.",
      left: "أُلغي. لم يُحفظ شيء."),
    "אוסף": Said(
      title: "בית שיר", description: "בית שיר שמשתנה לאורך היום",
      intro: "Enter שומר את מה שבסוגריים; ? מסביר; הפקודות: חזרה, ביטול, יציאה.", family: "גודל",
      medium: "בינוני",
      hint: "- לבדו מנקה את התשובה; יש להקליד = לפני תשובה שהיא פקודה או שמתחילה בסימן =.",
      left: "בוטל. דבר לא נשמר."),
  ]

  private static func question(
    _ language: (locale: String, label: String, choices: [String])
  ) -> String {
    let said = said[language.label] ?? english
    let prompt = "\(language.label) [\(language.choices[0])]: "
    let list = language.choices.enumerated().map { "  \($0.offset + 1) \($0.element)\n" }.joined()
    return "\(said.title)\n\(said.description)\n\(said.intro)\n"
      + "\(said.family) [\(said.medium)]: \n\(prompt)?\n\(list)\(said.hint)\n"
      + "\(prompt)quit\n\(said.left)\n"
  }

  @Test(arguments: languages.indices)
  func `questions are in the chosen language`(_ index: Int) throws {
    let language = Self.languages[index]
    let run = try Sandbox().run(
      ["edit", "Verse", "--plain", "--locale", language.locale], input: "\n?\nquit\n")
    #expect(run.status == 130 && run.output.isEmpty)
    // In right-to-left scripts, each text is followed by a direction mark.
    let said = run.errors.replacing("\u{200E}", with: "")
    let unknown =
      "which is not a known language. Texts are in English. Give a tag such as de or zh-Hans."
    let ignored = language.locale == "x" ? "--locale is “x”, \(unknown)\n" : ""
    #expect(said == ignored + Self.question(language))
    #expect((said == run.errors) == !["ar", "ar-EG", "he"].contains(language.locale))
  }

  /// Environment variables, and the index of the language that they select.
  static let environments: [([String: String], Int)] = [
    (["LANG": "de_DE.UTF-8"], 2), (["LANG": "ja_JP"], 6), (["LANG": "C.UTF-8"], 0),
    (["LANG": "POSIX"], 0), (["LANG": ""], 0), (["LANG": "de@euro"], 2),
    (["LANG": "de_DE", "LC_MESSAGES": "ja_JP.UTF-8"], 6),
    (["LANG": "de_DE", "LC_MESSAGES": "de_DE", "LC_ALL": "zh-Hans"], 4),
    (["LANG": "de_DE", "LC_ALL": ""], 2),
  ]

  @Test(arguments: environments.indices)
  func `the language of the environment`(_ index: Int) throws {
    let sandbox = try Sandbox()
    let (variables, language) = Self.environments[index]
    let run = try sandbox.run(
      ["edit", "Verse", "--plain"], input: "\n?\nquit\n", adding: variables)
    #expect(run.status == 130)
    #expect(run.errors == Self.question(Self.languages[language]), "\(variables)")
    let flag = try sandbox.run(
      ["edit", "Verse", "--plain", "--locale", "ja"], input: "\n?\nquit\n", adding: variables)
    guard !ASCIIText.isWanted(sandbox.environment.merging(variables) { $1 }) else {
      // ASCII cannot represent Japanese, so the form is in English, and the widget's texts are
      // placeholders.
      #expect(flag.errors.contains("\nFamily [Medium]: \n?? [?]: ?\n"), "\(variables)")
      return
    }
    #expect(flag.errors == Self.question(Self.languages[6]), "\(variables)")
  }

  /// Typed lines, the status, and the end of the output.
  static let endings: [(String, Int32, String)] = [
    ("quit\n", 130, "Family [Medium]: quit\nCancelled. Nothing is saved.\n"),
    (
      "?\nquit\n", 130,
      "Family [Medium]: ?\nThe size and place of the widget.\n\(families)"
        + "Family [Medium]: quit\nCancelled. Nothing is saved.\n"
    ),
    (
      "x\nquit\n", 130,
      "Family [Medium]: x\n! “x” is not a family of this widget. Give one of “systemSmall”, "
        + "“systemMedium”, “systemLarge”, “accessoryRectangular”, “accessoryInline”.\n"
        + "Family [Medium]: quit\nCancelled. Nothing is saved.\n"
    ),
    (
      "\n\n", 130,
      "Family [Medium]: \nCollection [Morning]: \nChange every [3 h]: \n"
        + "The input ended at “Change every”.\nCancelled. Nothing is saved.\n"
    ),
    (
      "\n\n\n\n\n\nno\n", 130,
      "Family [Medium]: \nCollection [Morning]: \nChange every [3 h]: \n"
        + "First verse at [Not set]: \nEmphasis [0.5]: \nDedicate [Off]: \nSave? [yes]: no\n"
        + "Cancelled. Nothing is saved.\n"
    ),
  ]

  @Test func `Missing input is reported before the first question`() throws {
    let sandbox = try Sandbox()
    for options in ["", " --plain", " --name Desk"] {
      try sandbox.check(
        CommandCase(
          "edit Verse" + options, status: 2,
          errors: """
            There is no terminal for the form, and nothing to read on standard input.
            The form asks for: collection, interval, firstVerse, emphasis, isDedicated.
            Give answers with --set name=value or --answers FILE, or answer line by line with --plain.

            """))
    }
    // An answer may be typed before its question appears.
    let run = try sandbox.shell(
      """
      mkfifo answers; exec 3<>answers
      "$0" edit Verse < answers 2> said & program=$!
      until grep -q 'Family \\[' said; do sleep 0.05; done
      echo quit >&3; wait $program; echo $?
      """)
    #expect(run.output == "130\n", "\(run.errors)")
  }

  @Test(arguments: endings)
  func `how to end the questions without saving`(
    input: String, status: Int32, said: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase("edit Verse", input: input, status: status, errors: Self.greeting + said))
    try sandbox.check(CommandCase("export --all"))
  }

  @Test(arguments: ["\u{1B}[2J", "\u{7}", "a\u{9B}b"])
  func `control characters that are typed reach no terminal`(text: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["edit", "Verse"], input: "\(text)\nquit\n")
    #expect(run.status == 130)
    #expect(!run.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!run.errors.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
  }
}
