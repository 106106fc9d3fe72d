import Foundation
import Testing
import WidgetTestSupport

/// Swift code that the built program generates from a definition.
@Suite(.startsPrograms) struct GenerateCommandTests {
  private static let verse = Sandbox.repository.appending(path: "Intents/Verse/Verse.json").path

  @Test func aFolderIsWrittenOnlyWhereItChanges() throws {
    let sandbox = try Sandbox()
    let arguments = ["generate", "UpNext", "--as", "sirikit", "-o", sandbox.path("made")]
    let names = ["AgendaStyle", "EventCalendar", "EventFilter", "UpNextIntent"]
    let dry = try sandbox.run(arguments + ["--dry-run"])
    #expect(dry.status == 0)
    let paths = names.map { "\(sandbox.path("made"))/\($0).swift" }
    #expect(Set(dry.output.split(separator: "\n").map(String.init)) == Set(paths))
    #expect(try sandbox.names() == [])
    let first = try sandbox.run(arguments)
    #expect(first.status == 0)
    #expect(sandbox.anonymous(first.errors) == "HERE/made: 4 of 4 files written.\n")
    let changed = try sandbox.read("made/AgendaStyle.swift") + "// changed"
    _ = try sandbox.write(changed, to: "made/AgendaStyle.swift")
    let second = try sandbox.run(arguments)
    #expect(sandbox.anonymous(second.errors) == "HERE/made: 1 of 4 files written.\n")
    #expect(
      try sandbox.read("made/AgendaStyle.swift")
        .contains("@objc nonisolated public enum AgendaStyle: Int"))
  }

  @Test func `Outdated files are listed, and nothing is written`() throws {
    let sandbox = try Sandbox()
    let arguments = ["generate", "UpNext", "--as", "sirikit", "-o", sandbox.path("made")]
    #expect(try sandbox.run(arguments).status == 0)
    let current = try sandbox.run(arguments + ["--check"])
    #expect(current.status == 0)
    #expect(sandbox.anonymous(current.errors) == "HERE/made: 4 files are current.\n")
    _ = try sandbox.write("changed", to: "made/AgendaStyle.swift")
    try FileManager.default.removeItem(atPath: sandbox.path("made/EventFilter.swift"))
    let outdated = try sandbox.run(arguments + ["--check"])
    #expect(outdated.status == 1 && outdated.output.isEmpty)
    #expect(
      sandbox.anonymous(outdated.errors) == """
        HERE/made/AgendaStyle.swift: The file is out of date. Run the \
        same command without --check.
        HERE/made/EventFilter.swift: The file is missing. Run the same command without --check.

        """)
    #expect(try sandbox.read("made/AgendaStyle.swift") == "changed")
    let piped = try sandbox.run(["generate", "UpNext", "--as", "sirikit", "--check"])
    #expect(piped.status == 2)
  }

  @Test func nothingIsLeftOfAFolderThatCannotBeWritten() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.shell(
      #"trap '' XFSZ; ulimit -f 1; "$0" generate Verse --as sirikit -o new/made 2>&1 | cat"#)
    #expect(
      run.output.contains(".swift: The file cannot be written: File too large."), "\(run.output)")
    #expect(try sandbox.names() == [])
  }

  @Test func aStringCatalogHasTheTextsOfEveryLanguage() throws {
    let sandbox = try Sandbox()
    let arguments = [
      "generate", Self.verse, "--as", "app-intents", "--texts", "catalog", "-o",
      sandbox.path("made"),
    ]
    let run = try sandbox.run(arguments)
    #expect(run.status == 0, "\(run.errors)")
    let bytes = Data(try sandbox.read("made/Verse.xcstrings").utf8)
    let catalog = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let strings = try #require(catalog["strings"] as? [String: [String: Any]])
    #expect(strings.count > 5)
    for (key, entry) in strings {
      let languages = try #require(entry["localizations"] as? [String: Any], "\(key)")
      #expect(Set(languages.keys) == ["ar", "de", "en", "he", "ja", "zh-Hans"], "\(key)")
    }
    // A catalog that cannot be read is kept.
    let broken = "{ \"strings\": {\n<<<<<<< ours\n"
    _ = try sandbox.write(broken, to: "made/Verse.xcstrings")
    let refused = try sandbox.run(arguments)
    #expect(refused.status == 1 && refused.errors.contains("Verse.xcstrings:"), "\(refused)")
    #expect(try sandbox.read("made/Verse.xcstrings") == broken)
  }

  /// A file with other content is kept unless replacing it is requested.
  @Test func whatWasNotGeneratedIsKept() throws {
    let sandbox = try Sandbox()
    let own = #"""
      {"sourceLanguage":"en","strings":{"Own":{"localizations":{"de":{"stringUnit":{
        "state":"translated","value":"Eigener"}}}}},"version":"1.0"}
      """#
    for (texts, name) in [("literal", "Localizable.xcstrings"), ("catalog", "Verse.xcstrings")] {
      let arguments = [
        "generate", Self.verse, "--as", "app-intents", "--texts", texts, "-o", sandbox.path("app"),
      ]
      _ = try sandbox.write(own, to: "app/\(name)")
      let refused = try sandbox.run(arguments)
      #expect(refused.status == 1 && refused.errors.contains("such as “Own”"), "\(refused)")
      #expect(try sandbox.read("app/\(name)") == own)
      #expect(!FileManager.default.fileExists(atPath: sandbox.path("app/Verse.appintents.swift")))
      let forced = try sandbox.run(arguments + ["--force"])
      #expect(forced.status == 0, "\(forced)")
      let again = try sandbox.run(arguments)
      #expect(again.status == 0 && again.errors.contains("0 of 2 files"), "\(again)")
      _ = try sandbox.write("// Mine", to: "app/Verse.appintents.swift")
      let code = try sandbox.run(arguments)
      #expect(code.status == 1 && code.errors.contains("was not generated"), "\(code)")
      #expect(try sandbox.read("app/Verse.appintents.swift") == "// Mine")
      try FileManager.default.removeItem(atPath: sandbox.path("app"))
    }
  }

  /// Files from an earlier run can be generated again after the definition has changed.
  @Test(arguments: ["literal", "catalog"])
  func aChangedDefinitionIsGeneratedAnew(texts: String) throws {
    let sandbox = try Sandbox()
    func definition(_ title: String, _ more: String = "") -> String {
      #"{"intents":[{"name":"Plant","title":{"text":"\#(title)","id":"T"},"eligibleForWidgets":true,"#
        + #""parameters":[{"name":"pot","type":"boolean","label":{"text":"Pot","id":"A"}}\#(more)]}]}"#
    }
    let arguments = [
      "generate", "Plant.json", "--as", "app-intents", "--texts", texts, "-o", sandbox.path("out"),
    ]
    let more = #", {"name":"bed","type":"boolean","label":{"text":"Bed","id":"B"}}"#
    for text in [definition("Plant", more), definition("Flower", more), definition("Flower")] {
      _ = try sandbox.write(text, to: "Plant.json")
      let run = try sandbox.run(arguments)
      #expect(run.status == 0, "\(run)")
      let checked = try sandbox.run(arguments + ["--check"])
      #expect(checked.status == 0, "\(checked)")
    }
  }

  /// A name is valid if it is that of the definition or of an intent's class; any other is refused.
  @Test func whatIsRenamedIsInTheDefinition() throws {
    let sandbox = try Sandbox()
    for name in ["UpNext", "UpNextIntent"] {
      let run = try sandbox.run([
        "generate", "UpNext", "--as", "typed", "--names", "\(name)=Agenda",
      ])
      #expect(run.status == 0 && run.output.contains("struct Agenda:"), "\(run.errors)")
    }
    let wrong = try sandbox.run([
      "generate", "UpNext", "--as", "typed", "--names", "UpNxt=Agenda", "--names", "Zq=Foo",
    ])
    #expect(wrong.status == 2 && wrong.output.isEmpty)
    #expect(
      wrong.errors.contains("The definition has no name “UpNxt”, so --names cannot rename it."),
      "\(wrong.errors)")
    #expect(wrong.errors.contains("Did you mean “UpNext”?"), "\(wrong.errors)")
    #expect(wrong.errors.contains("The definition has no name “Zq”"), "\(wrong.errors)")
  }

  /// If no intent of a definition is for widgets, the only remedy is `--all`.
  @Test func whatIsNotForWidgetsHasOneRemedy() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      #"{ "intents": [{ "name": "Order", "parameters": [{ "name": "a", "type": "string" }] }] }"#,
      to: "Order.json")
    let run = try sandbox.run(["generate", "Order.json", "--as", "app-intents"])
    #expect(run.status == 1)
    #expect(run.errors.contains("None of the intents is eligible for widgets"), "\(run.errors)")
    #expect(run.errors.contains("Generate with --all, which makes actions of them."))
    #expect(!run.errors.contains("make it eligible"), "\(run.errors)")
    let all = try sandbox.run(["generate", "Order.json", "--as", "app-intents", "--all"])
    #expect(all.status == 0, "\(all.errors)")
  }

  /// Definitions are not trusted: a chain of types can have any length.
  @Test func aLongChainOfTypesIsGenerated() throws {
    let sandbox = try Sandbox()
    let count = 20_000
    let types = (0..<count).map { number in
      #"{"name":"T\#(number)","properties":[{"name":"q","type":"object","object":"T\#((number + 1) % count)"}]}"#
    }.joined(separator: ",\n")
    _ = try sandbox.write(
      #"{"intents":[{"name":"A","title":"A","eligibleForWidgets":true,"parameters":"#
        + #"[{"name":"p","type":"object","object":"T0","dynamic":true}]}],"types":[\#(types)]}"#,
      to: "a.json")
    let run = try sandbox.run(["generate", "a.json", "--as", "app-intents", "--dry-run"])
    #expect(run.status == 0, "\(run.errors.prefix(300))")
    #expect(run.output == "a.appintents.swift\n")
  }

  /// A catalog has the texts that `describe` shows in a language, and the definition's own texts in
  /// its own language.
  @Test func aCatalogSaysWhatDescribeSays() throws {
    let sandbox = try Sandbox()
    func write(_ base: String, _ tables: [String: String]) throws {
      _ = try sandbox.write(
        #"{"intents":[{"name":"Plant","title":"\#(base)","eligibleForWidgets":true,"parameters":"#
          + #"[{"name":"pot","type":"boolean","label":{"text":"\#(base)","id":"A"}}]}]}"#,
        to: "Base.lproj/Plant.json")
      for (language, text) in tables {
        _ = try sandbox.write("\"A\" = \"\(text)\";\n", to: "\(language).lproj/Plant.strings")
      }
    }
    func catalog() throws -> (source: String, texts: [String: String]) {
      let run = try sandbox.run([
        "generate", "Base.lproj/Plant.json", "--as", "app-intents", "--texts", "catalog", "-o",
        sandbox.path("out"), "--force",
      ])
      #expect(run.status == 0, "\(run.errors)")
      let bytes = Data(try sandbox.read("out/Plant.xcstrings").utf8)
      let root = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      let strings = root["strings"] as? [String: [String: Any]]
      let units = strings?["A"]?["localizations"] as? [String: [String: [String: String]]]
      return (
        root["sourceLanguage"] as? String ?? "",
        (units ?? [:]).compactMapValues { $0["stringUnit"]?["value"] }
      )
    }
    try write("Topf", ["en": "Pot"])
    #expect(try catalog().texts == ["en": "Pot"])
    #expect(
      try sandbox.run(["describe", "Base.lproj/Plant.json", "--locale", "en"]).output
        .contains("Pot"))
    try write("花盆", ["en": "Pot"])
    let chinese = try catalog()
    #expect(chinese.source == "zh-Hans" && chinese.texts == ["en": "Pot", "zh-Hans": "花盆"])
    try write("Горшок", ["en": "Pot", "ru": "Горшок"])
    let russian = try catalog()
    #expect(russian.source == "ru" && russian.texts == ["en": "Pot", "ru": "Горшок"])
  }

  /// A catalog next to the definition keeps its states, variations, comments and other entries; the
  /// new one can replace it.
  @Test func aCatalogKeepsTheEntriesOfTheOldOne() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      #"""
      {"intents":[{"name":"Plant","title":{"text":"Plante","id":"T"},"eligibleForWidgets":true,
        "parameters":[{"name":"pot","type":"boolean","label":{"text":"Pot","id":"A"}},
        {"name":"bed","type":"boolean","label":{"text":"Lit","id":"B"}}]}]}
      """#, to: "X/Plant.json")
    let catalog = #"""
      {"sourceLanguage":"fr","strings":{
        "A":{"comment":"Of a plant","localizations":{"de":{"stringUnit":
          {"state":"needs_review","value":"Topf"}}}},
        "B":{"shouldTranslate":false},
        "T":{"localizations":{"de":{"variations":{"device":{
          "iphone":{"stringUnit":{"state":"translated","value":"Pfl."}},
          "other":{"stringUnit":{"state":"translated","value":"Pflanze"}}}}}}},
        "Z":{"localizations":{}}},"version":"1.1"}
      """#
    _ = try sandbox.write(catalog, to: "X/Plant.xcstrings")
    let run = try sandbox.run([
      "generate", "X/Plant.json", "--as", "app-intents", "--texts", "catalog", "-o", "X",
    ])
    #expect(run.status == 0 && !run.errors.contains("unknown"), "\(run.errors)")
    func part(_ path: String, of text: String) throws -> String {
      let root = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let part = path.split(separator: ".").reduce(root as Any?) { value, key in
        (value as? [String: Any])?[String(key)]
      }
      let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
      let bytes = try JSONSerialization.data(withJSONObject: try #require(part), options: options)
      return String(decoding: bytes, as: UTF8.self)
    }
    let made = try sandbox.read("X/Plant.xcstrings")
    for path in [
      "sourceLanguage", "version", "strings.A.comment", "strings.A.localizations.de",
      "strings.B.shouldTranslate", "strings.T.localizations.de", "strings.Z",
    ] {
      #expect(try part(path, of: made) == part(path, of: catalog), "\(path)")
    }
    #expect(made.contains("\"fr\" : {") && made.contains("\"Pot\""), "\(made)")
  }

  /// After a definition is renamed, its tables keep the old name, and nothing reads them.
  ///
  /// A catalog that Xcode rejects is reported as well.
  @Test func tablesThatNothingReadsAreSaid() throws {
    let sandbox = try Sandbox()
    let definition = """
      {"intents":[{"name":"QuickAction","title":{"text":"Quick action","id":"qTitle"},
        "eligibleForWidgets":true,"parameters":[
        {"name":"open","label":{"text":"Open","id":"qOpen"},"type":"boolean"}]}]}
      """
    for folder in ["old", "left"] {
      _ = try sandbox.write(definition, to: "\(folder)/QuickAction.json")
    }
    let table = "\"qTitle\" = \"Schnell\";\n\"qOpen\" = \"Öffnen\";\n"
    _ = try sandbox.write(table, to: "old/de.lproj/QuickAction.strings")
    _ = try sandbox.write(table, to: "left/de.lproj/WidgetIntents.strings")
    // The table of another definition is not used.
    _ = try sandbox.write(definition, to: "left/Other.json")
    _ = try sandbox.write(table, to: "left/fr.lproj/Other.strings")
    let words = """
      left/de.lproj/WidgetIntents.strings: The table “WidgetIntents” in de has the keys of \
      QuickAction.json, but a different name, so nothing is translated. Rename it to \
      “QuickAction.strings”.
      """
    for texts in ["keys", "catalog"] {
      let run = try sandbox.run([
        "generate", "left/QuickAction.json", "--as", "app-intents", "--texts", texts, "-o", "out",
      ])
      #expect(run.status == 0 && run.errors.contains(words), "\(run.errors)")
      #expect(!run.errors.contains("fr.lproj"), "\(run.errors)")
    }
    let diff = try sandbox.run(["diff", "old/QuickAction.json", "left/QuickAction.json"])
    #expect(diff.status == 0 && diff.errors.contains(words), "\(diff.errors)")
    let same = try sandbox.run(["diff", "left/QuickAction.json", "old/QuickAction.json"])
    #expect(same.errors.isEmpty, "\(same.errors)")
    _ = try sandbox.write(
      #"{"sourceLanguage":"en","strings":{}}"#, to: "old/QuickAction.xcstrings")
    let catalog = try sandbox.run([
      "generate", "old/QuickAction.json", "--as", "app-intents", "--texts", "catalog", "-o", "out",
    ])
    #expect(catalog.errors.contains("The String Catalog has no “version”"), "\(catalog.errors)")
  }

  @Test func whatCannotBeCarriedOverIsSaid() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["generate", "Verse", "--as", "app-intents"])
    #expect(run.status == 0)
    #expect(run.errors.contains("Verse.interval: A duration has no range in App Intents."))
    #expect(run.output.contains("// Not carried over: A duration has no range in App Intents."))
    #expect(run.output.contains("static let intentClassName = \"VerseIntent\""))
  }

  @Test(arguments: [
    (["--as", "sirikit", "--language", "objective-c"], "Headers and implementations"),
    (["--as", "typed", "--language", "Objective-C"], "--language Objective-C"),
    (["--as", "typed", "--all"], "--all"),
    (["--as", "typed", "--texts", "keys"], "--texts"),
    (["--as", "app-intents", "--class-prefix", "A"], "--class-prefix"),
    (["--as", "app-intents", "--language", "swift"], "--language Swift"),
    (
      ["--as", "sirikit", "--language", "objective-c", "--visibility", "project"], "--visibility"
    ),
    (["--as", "app-intents", "--texts", "literal"], "Name a folder with --output."),
    (["--as", "kotlin"], "'kotlin'"),
  ])
  func aWrongCallIsExplained(arguments: [String], words: String) throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["generate", "Verse"] + arguments)
    #expect(run.status == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.output == "")
  }
}
