import Foundation
import Testing
import WidgetTestSupport

/// The messages of every command follow `--locale`, and the codes do not change.
@Suite struct CommandLanguageTests {
  static let locales = ["de", "ja", "zh-Hans", "ar", "he"]

  /// A command without `--locale`, and its message in each of these locales.
  static let rows: [(command: String, texts: [String])] = [
    (
      "check none.json",
      [
        "Die Datei gibt es nicht. Den Pfad prüfen.", "ファイルがありません。パスを確かめてください。",
        "文件不存在。请检查路径。", "الملف غير موجود. تحقق من المسار.",
        "הקובץ אינו קיים. יש לבדוק את הנתיב.",
      ]
    ),
    (
      "check bad.json",
      [
        "„tru“ ist kein JSON-Wert. Text in doppelte Anführungszeichen setzen.",
        "「tru」は JSON の値ではありません。テキストは二重引用符で囲んでください。", "“tru”不是 JSON 值。文本请放在双引号中。",
        "«tru» ليست قيمة JSON. ضع النص بين علامتي اقتباس مزدوجتين.",
        "”tru” אינו ערך JSON. יש לשים טקסט במירכאות כפולות.",
      ]
    ),
    (
      "export Nobody",
      [
        "Unter dem Namen „Nobody“ ist nichts platziert.",
        "名前「Nobody」で配置されたものはありません。", "“Nobody”",
        "لا شيء موضوع بالاسم «Nobody»", "דבר לא מוצב בשם ”Nobody”",
      ]
    ),
    (
      "describe none.json",
      [
        "Die Datei gibt es nicht.", "ファイルがありません。", "文件不存在。", "الملف غير موجود.", "הקובץ אינו קיים.",
      ]
    ),
  ]

  @Test(arguments: rows.indices)
  func theLanguageOfErrors(_ index: Int) throws {
    let (command, texts) = Self.rows[index]
    let sandbox = try Sandbox()
    _ = try sandbox.write("{\"intents\": tru}", to: "bad.json")
    for (locale, text) in zip(Self.locales, texts) {
      let run = try sandbox.run(
        command.split(separator: " ").map(String.init) + ["--locale", locale])
      let said = run.output + run.errors
      #expect(run.status != 0 && said.contains(text), "\(locale): \(said)")
    }
  }

  /// Commands that fail with different messages.
  static let failing = [
    "check none.json", "check bad.json", "describe none.json", "export Nobody", "edit Nobody",
    "show Nobody", "history Nobody", "remove Nobody --force", "rename Nobody Other",
    "copy Nobody Other", "restore Nobody", "timeline Nobody", "options Trip stop",
    "list --store bad.json", "generate bad.json --as typed --output no/such/folder",
    "edit Verse --set emphasis=1 --name \(String(repeating: "x", count: 201))",
    "edit Verse --set emphasis=1 --name \u{7}",
    "edit Verse --set emphasis=1 --name e\(String(repeating: "\u{301}", count: 9))",
  ]

  /// No English line of a failing command appears in another language.
  @Test(arguments: failing.indices)
  func nothingIsSaidInEnglish(_ index: Int) throws {
    let command = Self.failing[index]
    let sandbox = try Sandbox()
    _ = try sandbox.write("{\"intents\": tru}", to: "bad.json")
    _ = try sandbox.write(Self.trip, to: "Trip/Trip.json")
    _ = try sandbox.write(
      """
      {"kind": "Trip", "options": {"stop": {"builtin": "Worldclok"}},
       "timeline": {"sqlite": "n.db", "query": "select 1"}}
      """, to: "Trip/widget.json")
    let words = command.split(separator: " ").map(String.init)
    // File names and excerpts are the same in every language.
    func sentences(_ locale: String) throws -> Set<Substring> {
      let run = try sandbox.run(words + ["--locale", locale])
      #expect(run.status != 0)
      let lines = (run.output + "\n" + run.errors).split(separator: "\n")
      return Set(lines.filter { $0.contains(" ") && !$0.contains("{") && !$0.contains("^") })
    }
    let english = try sentences("en")
    #expect(!english.isEmpty)
    for locale in TestDepth.turn(index, 2, of: Self.locales) {
      let same = try sentences(locale).intersection(english)
      #expect(same.isEmpty, "\(locale): \(same)")
    }
  }

  /// A definition with choices from a source.
  static let trip = """
    {"intents": [{"name": "Trip", "eligibleForWidgets": true, "parameters": [
      {"name": "stop", "type": "string", "priority": 1, "dynamic": true}]}]}
    """

  /// Messages about unreadable data follow the language, in tables and in JSON.
  @Test func damagedDataFollowsTheLanguage() throws {
    let sandbox = try Sandbox()
    for emphasis in ["0.25", "0.75"] {
      let run = try sandbox.run(
        ["edit", "Verse", "--name", "Torn", "-q", "--set", "emphasis=\(emphasis)"])
      #expect(run.status == 0)
    }
    try sandbox.damage(emphasis: "0.75")
    for command in [
      ["list", "--format", "json"], ["history", "Torn", "--format", "json"], ["history", "Torn"],
      ["export", "Torn"],
    ] {
      // Excerpts, dates and valid data are the same in every language.
      func problems(_ locale: String) throws -> Set<Substring> {
        let run = try sandbox.run(command + ["--locale", locale])
        let lines = (run.output + "\n" + run.errors).split(separator: "\n")
        return Set(lines.filter { $0.contains("draft:1:") })
      }
      let english = try problems("en")
      #expect(!english.isEmpty, "\(command)")
      for locale in ["de", "ja", "zh-Hans"] {
        let other = try problems(locale)
        #expect(other.count == english.count && other.isDisjoint(with: english), "\(other)")
      }
    }
  }

  /// Problems of a calendar are reported in the language of the command.
  @Test func calendarsFollowTheLanguage() throws {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/UpNext"),
      to: sandbox.folder.appending(path: "UpNext"))
    _ = try sandbox.write(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:1
      DTSTART:20260301T080000Z
      RRULE:FREQ=DAILY;BYHOUR=24
      END:VEVENT
      END:VCALENDAR
      """, to: "UpNext/Calendars/work.ics")
    let texts = [
      ("en", "“BYHOUR=24” is not allowed. BYHOUR takes a whole number from 0 to 23."),
      ("de", "„BYHOUR=24“ ist nicht erlaubt. Erlaubt für BYHOUR: eine ganze Zahl von 0 bis 23."),
      ("ja", "「BYHOUR=24」は使えません。"), ("zh-Hans", "不允许“BYHOUR=24”。"),
    ]
    for (locale, text) in texts {
      let run = try sandbox.run(
        ["options", sandbox.path("UpNext"), "calendars", "--locale", locale])
      #expect((run.output + run.errors).contains(text), "\(locale): \(run.errors)")
    }
  }

  /// Standard output on a full device.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no device that is full"))
  func outputThatFailsIsSaid() throws {
    let run = try Sandbox().shell(#""$0" list --locale de >/dev/full"#)
    #expect(run.errors.hasPrefix("Die Standardausgabe kann nicht geschrieben werden: "))
    #expect(run.status == 1)
  }

  /// Two versions of a definition with many kinds of differences.
  static let old = """
    {"intents": [{"name": "Sample", "eligibleForWidgets": true, "parameters": [
      {"name": "mode", "type": "enum", "enum": "Mode", "priority": 1, "default": "fast"},
      {"name": "count", "type": "integer", "priority": 2, "maximum": 9},
      {"name": "gone", "type": "string", "priority": 3},
      {"name": "span", "type": "timeInterval", "unit": "hours", "priority": 4}]}],
     "enums": [{"name": "Mode", "cases": [{"name": "fast"}, {"name": "slow"}]}]}
    """
  static let new = """
    {"intents": [{"name": "Sample", "parameters": [
      {"name": "mode", "type": "enum", "enum": "Mode", "priority": 1, "default": "slow"},
      {"name": "count", "type": "string", "priority": 2},
      {"name": "fresh", "type": "url", "priority": 3},
      {"name": "span", "type": "timeInterval", "unit": "hours", "priority": 4,
       "visibleWhen": {"parent": "mode", "predicate": "EnumHasExactValue", "value": "slow"}}]}],
     "enums": [{"name": "Mode", "cases": [{"name": "slow"}]}]}
    """

  /// Commands whose results have sentences for people.
  static let speaking = [
    "diff old.json new.json", "describe old.json", "describe new.json",
    "generate new.json --as app-intents --output made --dry-run", "options Trip stop --check",
    "check Trip/widget.json",
  ]

  /// No English line of a result appears in another language.
  @Test(arguments: speaking.indices)
  func resultsFollowTheLanguage(_ index: Int) throws {
    let command = Self.speaking[index]
    let sandbox = try Sandbox()
    _ = try sandbox.write(Self.old, to: "old.json")
    _ = try sandbox.write(Self.new, to: "new.json")
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Trip", "eligibleForWidgets": true, "parameters": [
        {"name": "stop", "type": "string", "priority": 1, "dynamic": true}]}]}
      """, to: "Trip/Trip.json")
    _ = try sandbox.write(
      """
      {"kind": "Trip", "displayName": "Trip", "supportedFamilies": ["systemSmall"],
       "options": {"stop": {"command": ["./stops"], "searches": true}},
       "timeline": {"builtin": "Verze"}}
      """, to: "Trip/widget.json")
    let stops = try sandbox.write("#!/bin/sh\necho '[\"oslo\", \"rome\"]'\n", to: "Trip/stops")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stops)
    let words = command.split(separator: " ").map(String.init)
    let names = /\s*(?:\d+  |• |[├└│]).*|.*[{}^].*/
    // Numbers and labels of rows, cases and branches of the tree are names, not sentences.
    func sentences(_ locale: String) throws -> Set<Substring> {
      let run = try sandbox.run(words + ["--locale", locale])
      let lines = (run.output + "\n" + run.errors).split(separator: "\n")
      return Set(lines.filter { $0.contains(" ") && $0.wholeMatch(of: names) == nil })
    }
    let english = try sentences("en")
    #expect(!english.isEmpty)
    for locale in TestDepth.turn(index, 2, of: Self.locales) {
      let same = try sentences(locale).intersection(english)
      #expect(same.isEmpty, "\(locale): \(same)")
    }
  }

  /// Amounts in documents have a decimal point, also in locales with a comma.
  @Test func amountsInDocumentsHaveAPoint() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Shop", "eligibleForWidgets": true, "parameters": [
        {"name": "fee", "type": "currencyAmount", "priority": 1}]}]}
      """, to: "Shop.json")
    _ = try sandbox.write(
      """
      {"intent": "ShopIntent", "family": "systemSmall",
       "parameters": {"fee": {"amount": "1,500", "currencyCode": "EUR"}}}
      """, to: "in.json")
    let said = try (["fr"] + Self.locales).map { locale in
      let run = try sandbox.run(["validate", "Shop.json", "in.json", "--locale", locale])
      return run.output + run.errors
    }
    #expect(said[1].contains("mit höchstens einem Punkt schreiben, etwa 12.50."), "\(said[1])")
    #expect(said.allSatisfy { $0.contains("12.50") }, "\(said)")
  }

  /// A key of an entry that is one letter away from a known key is reported and kept.
  @Test func mistypedKeysOfEntries() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      """
      {"intents": [{"name": "Shop", "eligibleForWidgets": true, "parameters": [
        {"name": "fee", "type": "integer", "priority": 1}]}]}
      """, to: "Shop/Shop.json")
    _ = try sandbox.write(
      """
      {"kind": "Shop", "displayName": "Shop", "supportedFamilies": ["systemSmall"],
       "timeline": {"fixture": "entries.json"}}
      """, to: "Shop/widget.json")
    _ = try sandbox.write(
      """
      {"entries": [
        {"date": "2026-03-01T09:30:00Z", "title": "A", "subtitel": "B", "price": 3},
        {"date": "2026-03-01T10:30:00Z", "title": "C", "subtitel": "D"}]}
      """, to: "Shop/entries.json")
    let words = "The entry has the key “subtitel”, which is never shown. Did you mean “subtitle”?"
    let check = try sandbox.run(["check", "Shop/widget.json"])
    #expect(check.output.contains(words), "\(check.output)")
    #expect(check.status == 0)
    let timeline = try sandbox.run([
      "timeline", "Shop", "--intents", ".", "--at", "2026-03-01T09:30:00Z", "--format", "json",
      "--check",
    ])
    #expect(timeline.errors.contains("$.entries[0]: \(words) [mistyped-key]"), "\(timeline.errors)")
    #expect(!timeline.errors.contains("price") && !timeline.errors.contains("[1]"))
    #expect(timeline.output.contains(#""subtitel": "B""#))
  }

  /// Codes do not change, and texts follow the language.
  @Test func machineFormats() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write("{\"intents\": tru}", to: "bad.json")
    let run = try sandbox.run(["check", "bad.json", "--format", "json", "--locale", "de"])
    #expect(run.output.contains("\"code\": \"json-syntax\""))
    #expect(run.output.contains("\"severity\": \"error\""))
    #expect(run.output.contains("ist kein JSON-Wert."))
  }
}
