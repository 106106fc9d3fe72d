import Foundation
import Testing
import WidgetTestSupport

/// The messages of `check` and `diff` about files that are correct, wrong or changed, and the
/// effect of following the messages.
@Suite(.startsPrograms) struct DefinitionTruthTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let definition = """
    {
      "intents": [
        { "name": "Rail", "eligibleForWidgets": true, "parameters": [
          { "name": "line", "tag": 1, "priority": 1, "type": "enum", "enum": "Line" },
          { "name": "stop", "tag": 2, "priority": 2, "type": "string", "dynamic": true } ] },
        { "name": "Tram", "eligibleForWidgets": true, "parameters": [
          { "name": "stop", "tag": 1, "priority": 1, "type": "string", "dynamic": true } ] }
      ],
      "enums": [ { "name": "Line", "cases": [
        { "name": "red", "index": 1 }, { "name": "blue", "index": 2 } ] } ]
    }
    """

  private static func manifest(
    kind: String = "Rail", families: String = #""systemSmall", "systemMedium""#,
    intent: String = "Rail", source: String = "stops.json"
  ) -> String {
    """
    { "kind": "\(kind)", "supportedFamilies": [\(families)], "intent": "\(intent)",
      "options": { "stop": { "fixture": "\(source)" } } }
    """
  }

  private func widget(
    _ folder: String, _ manifest: String, definition: String = Self.definition
  ) throws {
    _ = try sandbox.write(definition, to: folder + "/Rail.json")
    _ = try sandbox.write(manifest, to: folder + "/widget.json")
    for name in ["stops.json", "others.json"] {
      _ = try sandbox.write(#"{"items": [{"identifier": "a"}]}"#, to: folder + "/" + name)
    }
  }

  @Test func `diff counts the placed widgets of a store that a change affects`() throws {
    try widget("Rail", Self.manifest())
    _ = try sandbox.write(
      #"{"items":[{"identifier":"s1","display":"Stop 1"}]}"#, to: "Rail/stops.json")
    for (name, line) in [("A", "red"), ("B", "blue"), ("C", "red")] {
      let placed = try sandbox.run([
        "edit", "Rail", "--name", name, "--set", "line=\(line)", "--store", "s.sqlite", "-q",
      ])
      #expect(placed.status == 0, "\(placed.errors)")
    }
    // “red” no longer exists, so two of three widgets lose their answer.
    try widget(
      "New", Self.manifest(),
      definition: Self.definition.replacing(#"{ "name": "red", "index": 1 }, "#, with: ""))
    let said = try sandbox.run(["diff", "Rail", "New", "--store", "s.sqlite"])
    #expect(
      said.output.contains(
        "3 placed widgets have the intent “RailIntent”: 2 with changed answers, 2 with lost ones."),
      "\(said.output)\(said.errors)")
    #expect(said.output.contains("  line: 2 answers are lost."), "\(said.output)")
    let json = try sandbox.run(["diff", "Rail", "New", "--store", "s.sqlite", "--format", "json"])
    #expect(json.output.contains("\"losing\": 2"), "\(json.output)")
    let without = try sandbox.run(["diff", "Rail", "New"])
    #expect(!without.output.contains("placed widget"), "\(without.output)")
  }

  /// Two widgets whose intents have the same name are separate widgets, and all tenants are
  /// counted.
  @Test func `Diff judges each placed widget by its own widget, in each tenant and family`() throws
  {
    let short = Self.definition.replacing(#"{ "name": "red", "index": 1 }, "#, with: "")
    for (folder, kind) in [("W/Aa", "Aa"), ("W/Bb", "Bb")] {
      try widget(folder, Self.manifest(kind: kind))
      _ = try sandbox.write(
        #"{"items":[{"identifier":"s1","display":"Stop 1"}]}"#, to: folder + "/stops.json")
    }
    for (name, widget, tenant) in [("A", "Aa", "acme"), ("B", "Bb", "beta"), ("C", "Bb", "beta")] {
      let placed = try sandbox.run([
        "edit", widget, "--name", name, "--set", "line=red", "--family", "systemMedium",
        "--store", "s.sqlite", "--tenant", tenant, "--intents", sandbox.path("W"), "-q",
      ])
      #expect(placed.status == 0, "\(placed.errors)")
    }
    // Only Bb loses a case, and only Aa loses a family.
    try widget("N/Aa", Self.manifest(kind: "Aa", families: #""systemSmall""#))
    try widget("N/Bb", Self.manifest(kind: "Bb"), definition: short)
    let all = try sandbox.run(["diff", "W", "N", "--store", "s.sqlite"])
    #expect(all.output.contains("1 placed widget has the intent"), "\(all.output)")
    #expect(all.output.contains("0 with changed answers, 0 with lost ones"), "\(all.output)")
    #expect(all.output.contains("1 of them is in a family that the widget no longer offers"))
    #expect(all.output.contains("2 with changed answers, 2 with lost ones"), "\(all.output)")
    #expect(all.output.contains("to 2 tenants, of 2 in the store"), "\(all.output)")
    let one = try sandbox.run(["diff", "W", "N", "--store", "s.sqlite", "--tenant", "acme"])
    #expect(!one.output.contains("2 with lost ones"), "\(one.output)")
    // One widget alone is not compared with the placed widgets of another.
    let single = try sandbox.run([
      "diff", "W/Aa", "N/Aa", "--store", "s.sqlite", "--format", "json",
    ])
    #expect(single.output.contains(#""losing": 0"#), "\(single.output)")
    #expect(single.output.contains(#""familyDropped": 1"#), "\(single.output)")
    #expect(single.output.contains(#""RailIntent": 2"#), "\(single.output)")
  }

  @Test func `A source without a parameter is not a new source, and a folder has one widget`()
    throws
  {
    try widget("old", Self.manifest())
    let more = Self.manifest().replacing(
      #""options": {"#, with: #""options": { "former": { "fixture": "others.json" },"#)
    try widget("new", more)
    #expect(try sandbox.run(["diff", "old", "new"]).output.contains("= stop, line") == false)
    #expect(!(try sandbox.run(["diff", "old", "new"]).output.contains("former")))
    try widget("all/A", Self.manifest())
    try widget("all/B", Self.manifest(kind: "Other"))
    let gone = try sandbox.run(["diff", "all", "new"])
    #expect(gone.status == 1 && gone.output.contains("The kind is gone"), "\(gone.errors)")
    let added = try sandbox.run(["diff", "new", "all"])
    #expect(added.status == 0 && added.output.contains("The kind is new"), "\(added.errors)")
  }

  @Test(arguments: [
    (manifest(), "", 0), (manifest(kind: "Train"), "kind-gone", 1),
    (manifest(families: #""systemSmall""#), "families-gone", 0),
    (manifest(intent: "Tram"), "intent-changed", 1),
    (manifest(source: "others.json"), "sources-changed", 0),
  ])
  func `Two folders are compared completely`(changed: String, code: String, status: Int) throws {
    try widget("old", Self.manifest())
    try widget("new", changed)
    let run = try sandbox.run(["diff", "old", "new", "--format", "json"])
    #expect(Int(run.status) == status, "\(run.errors)")
    #expect(run.output.contains("\"widgets\"") == !code.isEmpty)
    #expect(code.isEmpty || run.output.contains("\"verdict\": \"\(code)\""), "\(run.output)")
    let never = try sandbox.run(["diff", "old", "new", "--exit-code", "never"])
    #expect(never.status == 0)
    #expect(never.output.contains("The widget “Rail”") == !code.isEmpty, "\(never.output)")
    let strict = try sandbox.run(["diff", "old", "new", "--exit-code", "warning"])
    #expect((strict.status == 1) == (status == 1 || code == "families-gone"))
  }

  @Test func `The widgets of two folders are compared by their kinds`() throws {
    // One widget stays, one moves to a folder with a different name, one gets a different kind, one
    // is removed, and one is new.
    for (name, kind) in [("Rail", "Rail"), ("Old", "moved"), ("Tram", "tram"), ("Bus", "bus")] {
      try widget("old/\(name)", Self.manifest(kind: kind))
    }
    for (name, kind) in [("Rail", "Rail"), ("New", "moved"), ("Tram", "train"), ("Ship", "ship")] {
      try widget("new/\(name)", Self.manifest(kind: kind))
    }
    let text = try sandbox.run(["diff", "old", "new"])
    #expect(text.status == 1 && text.errors.isEmpty, "\(text.errors)")
    #expect(
      text.output == """
        old/Bus
        The widget “bus”
          ! The kind is gone. Placed widgets of the kind are no longer found, and lose everything.

        RailIntent
          Removed. Its stored configurations are lost.

        TramIntent
          Removed. Its stored configurations are lost.

        new/Tram
        The widget “tram”
          ! The kind is gone; “train” may be its new name. Placed widgets of the kind are no longer \
        found, and lose everything.

        The widget “train”
          + The kind is new. No widget of the kind is placed yet.

        RailIntent
          = line, stop  Unchanged.

        TramIntent
          = stop  Unchanged.

        new/Ship
        The widget “ship”
          + The kind is new. No widget of the kind is placed yet.

        RailIntent
          New. There are no stored configurations.

        TramIntent
          New. There are no stored configurations.

        = new/New, new/Rail  Unchanged.

        """)
    let json = try sandbox.run(["diff", "old/", "new", "--format", "json"])
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(root["losesAnswers"] as? Bool == true)
    let folders = try #require(root["folders"] as? [[String: Any]])
    #expect(
      folders.map { $0["folder"] as? String } == [
        "old/Bus", "new/New", "new/Rail", "new/Tram", "new/Ship",
      ])
    #expect(folders.map { $0["losesAnswers"] as? Bool } == [true, false, false, true, false])
    let github = try sandbox.run(["diff", "old", "new", "--format", "github"])
    #expect(github.output.contains("::error file=new/Bus/widget.json,title=kind-gone::"))
    #expect(github.output.contains("::error file=new/Tram/widget.json,title=kind-gone::"))
    #expect(!github.output.contains("new/Ship"), "\(github.output)")
    #expect(try sandbox.run(["diff", "old", "new", "--exit-code", "never"]).status == 0)
    let same = try sandbox.run(["diff", "old", "old", "--exit-code", "warning"])
    #expect(same.status == 0)
    #expect(same.output == "= old/Bus, old/Old, old/Rail, old/Tram  Unchanged.\n")
  }

  @Test func `Definitions anywhere in two projects are compared`() throws {
    func write(_ path: String, _ intent: String, _ parameter: String = "stop", tag: Int = 1) throws
    {
      let json = try sandbox.write(
        """
        { "intents": [ { "name": "\(intent)", "eligibleForWidgets": true, "parameters": [
          { "name": "\(parameter)", "tag": \(tag), "priority": 1, "type": "string" } ] } ] }
        """, to: "made.json")
      try FileManager.default.createDirectory(
        at: URL(filePath: sandbox.path(path)).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      let run = try sandbox.run(["convert", json, "--to", "intentdefinition", "-o", path])
      #expect(run.status == 0, "\(run.errors)")
    }
    // Project layouts: a definition in a language folder, two definitions in one folder, and a
    // definition next to other JSON.
    for side in ["old", "new"] {
      try write("\(side)/App/Two/A.intentdefinition", "First")
      try write("\(side)/App/Two/B.intentdefinition", "Second")
      _ = try sandbox.write(#"{ "info": { "version": 1 } }"#, to: "\(side)/Assets/Contents.json")
    }
    let home = "App/Home/Resources/Base.lproj/Home.intentdefinition"
    try write("old/\(home)", "Home")
    try write("new/\(home)", "Home", "halt", tag: 2)
    try write("old/Moved/M.intentdefinition", "Moved")
    try write("new/Elsewhere/Renamed.intentdefinition", "Moved")
    let text = try sandbox.run(["diff", "old", "new"])
    #expect(text.status == 1 && text.errors.isEmpty, "\(text.errors)")
    #expect(
      text.output == """
        new/App/Home/Resources
        HomeIntent
          ! stop  Removed. A stored answer is lost.
          + halt  New, without a default. Stored configurations have no value for it.

        = new/App/Two/A.intentdefinition, new/App/Two/B.intentdefinition, new/Elsewhere  Unchanged.

        """)
    let github = try sandbox.run(["diff", "old", "new", "--format", "github"])
    #expect(github.output.contains("::error file=new/\(home),line="), "\(github.output)")
    // The remaining one of two definitions in a folder is compared with itself.
    try FileManager.default.removeItem(atPath: sandbox.path("new/App/Two/A.intentdefinition"))
    let gone = try sandbox.run(["diff", "old", "new", "--format", "github"])
    #expect(
      gone.output.contains("::error file=new/App/Two/A.intentdefinition,title=intent-gone::"),
      "\(gone.output)")
    #expect(!gone.output.contains("SecondIntent"), "\(gone.output)")
  }

  @Test(arguments: [
    (#""timeline": { "fixture": "stops.json" }"#, "", "timeline-gone", true),
    ("", #""timeline": { "fixture": "stops.json" }"#, "timeline-new", false),
    (
      #""timeline": { "fixture": "stops.json" }"#, #""timeline": { "fixture": "others.json" }"#,
      "timeline-changed", false
    ),
    (#""options": { "stop": { "fixture": "stops.json" } }"#, "", "sources-gone", true),
    ("", #""options": { "stop": { "fixture": "stops.json" } }"#, "sources-new", false),
  ])
  func `Changed, removed and new sources are reported`(
    old: String, new: String, code: String, isWarning: Bool
  ) throws {
    for (folder, source) in [("old", old), ("new", new)] {
      let member = source.isEmpty ? "" : ", " + source
      try widget(folder, #"{ "kind": "Rail", "intent": "Rail"\#(member) }"#)
    }
    let run = try sandbox.run(["diff", "old", "new", "--format", "json"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"verdict\": \"\(code)\""), "\(run.output)")
    let strict = try sandbox.run(["diff", "old", "new", "--exit-code", "warning"])
    #expect((strict.status == 1) == isWarning)
    let github = try sandbox.run(["diff", "old", "new", "--format", "github"])
    #expect(github.output.contains("::warning file=new/widget.json,title=\(code)::") == isWarning)
  }

  @Test func `Swapped indexes of cases change what a phone has stored`() throws {
    try widget("old", Self.manifest())
    let swapped = Self.definition.replacing(
      #"{ "name": "red", "index": 1 }, { "name": "blue", "index": 2 }"#,
      with: #"{ "name": "red", "index": 2 }, { "name": "blue", "index": 1 }"#)
    try widget("new", Self.manifest(), definition: swapped)
    let run = try sandbox.run(["diff", "old", "new", "--format", "github"])
    #expect(run.status == 1)
    #expect(
      run.output.contains("::error file=new/Rail.json,line=4,col="), "\(run.output)\(run.errors)")
    #expect(run.output.contains("title=indexes-changed::"), "\(run.output)")
    #expect(run.output.contains("“red” 2 instead of 1"), "\(run.output)")
  }

  @Test func `A schema is that of the intent of widget.json`() throws {
    try widget("Rail", Self.manifest(intent: "Tram"))
    let schema = try sandbox.run(["convert", "Rail", "--to", "schema"])
    #expect(schema.status == 0, "\(schema.errors)")
    #expect(schema.output.contains("TramIntent"))
    let other = try sandbox.run(["convert", "Rail", "--to", "schema", "--intent", "Rail"])
    #expect(other.output.contains("RailIntent"))
  }

  @Test func `All mistakes in a widget.json are reported in one run`() throws {
    try widget(
      "Rail",
      """
      { "kind": "", "supportedFamilies": ["system Small"], "intent": "Rail",
        "options": { "stopp": { "fixture": "stops.json" }, "line": { "fixture": 3 } } }
      """)
    let run = try sandbox.run(["check", "Rail", "--format", "json"])
    #expect(run.status == 1)
    for code in [
      "unknown-word", "empty-text", "wrong-type", "unknown-parameter", "provider-missing",
      "provider-not-needed",
    ] {
      #expect(
        run.output.contains("\"code\": \"\(code)\"") == (code != "provider-not-needed"),
        "\(code) \(run.output)")
    }
  }

  @Test func `A compiled definition and currencies in dictionaries are right and stay as they are`()
    throws
  {
    let compiled = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>INIntents</key>
      \t<array>
      \t\t<dict>
      \t\t\t<key>INIntentEligibleForWidgets</key>
      \t\t\t<true/>
      \t\t\t<key>INIntentHash</key>
      \t\t\t<integer>17293822569102704640</integer>
      \t\t\t<key>INIntentName</key>
      \t\t\t<string>Price</string>
      \t\t\t<key>INIntentParameters</key>
      \t\t\t<array>
      \t\t\t\t<dict>
      \t\t\t\t\t<key>INIntentParameterConfigurable</key>
      \t\t\t\t\t<true/>
      \t\t\t\t\t<key>INIntentParameterDisplayPriority</key>
      \t\t\t\t\t<integer>1</integer>
      \t\t\t\t\t<key>INIntentParameterMetadata</key>
      \t\t\t\t\t<dict>
      \t\t\t\t\t\t<key>INIntentParameterMetadataCurrencyCodes</key>
      \t\t\t\t\t\t<array>
      \t\t\t\t\t\t\t<dict>
      \t\t\t\t\t\t\t\t<key>INIntentParameterMetadataCurrencyCode</key>
      \t\t\t\t\t\t\t\t<string>EUR</string>
      \t\t\t\t\t\t\t</dict>
      \t\t\t\t\t\t</array>
      \t\t\t\t\t</dict>
      \t\t\t\t\t<key>INIntentParameterName</key>
      \t\t\t\t\t<string>price</string>
      \t\t\t\t\t<key>INIntentParameterType</key>
      \t\t\t\t\t<string>CurrencyAmount</string>
      \t\t\t\t</dict>
      \t\t\t</array>
      \t\t</dict>
      \t</array>
      </dict>
      </plist>

      """
    _ = try sandbox.write(compiled, to: "Price.intentdefinition")
    let check = try sandbox.run(["check", "--strict", "Price.intentdefinition"])
    #expect(check.status == 0, "\(check.output)")
    let json = try sandbox.run(["convert", "Price.intentdefinition", "--to", "json"])
    _ = try sandbox.write(json.output, to: "Price.json")
    let back = try sandbox.run(["convert", "Price.json", "--to", "intentdefinition"])
    #expect(json.output.contains("\"currencies\""), "\(json.output)")
    for line in [
      "<integer>17293822569102704640</integer>",
      "<key>INIntentParameterMetadataCurrencyCode</key>", "<string>EUR</string>",
    ] {
      #expect(back.output.contains(line), "\(line) \(json.output)\(back.errors)")
    }
  }

  /// A definition with two texts for which tables can be wrong.
  private static let texts = """
    {
      "intents": [
        { "name": "Rail", "title": { "text": "Rail", "id": "title0" }, "eligibleForWidgets": true,
          "lastTag": 1, "parameters": [
          { "name": "stop", "label": { "text": "Stop", "id": "title0" }, "tag": 2, "priority": 1,
            "type": "string", "prompts": [ { "kind": "Configuration", "custom": true,
              "text": { "text": "Which ${stopp}?", "id": "prompt" } } ] } ] }
      ]
    }
    """

  @Test func `Each remedy can be followed, and leaves no finding`() throws {
    _ = try sandbox.write(Self.texts, to: "Rail.json")
    let table = "\"title0\" = \"Bahn\";\n\"label0\" = \"Halt\";\n\"prompt\" = \"\";\n"
    _ = try sandbox.write(table, to: "de.lproj/Rail.strings")
    let before = try sandbox.run(["check", "Rail.json", "--format", "json"])
    for code in [
      "duplicate-text-id", "last-tag-too-low", "unknown-placeholder", "empty-translation",
      "stale-translation",
    ] {
      #expect(before.output.contains("\"code\": \"\(code)\""), "\(code) \(before.output)")
    }
    // The remedies must not include removing the translation of the text whose identifier is wrong.
    #expect(!before.output.contains("Remove the entry"), "\(before.output)")
    #expect(before.output.contains("\"language\": \"de\""))
    #expect(before.output.contains("Set it to 2."))
    _ = try sandbox.write(
      Self.texts.replacing("\"Stop\", \"id\": \"title0\"", with: "\"Stop\", \"id\": \"label0\"")
        .replacing("\"lastTag\": 1", with: "\"lastTag\": 2").replacing("stopp", with: "stop"),
      to: "Rail.json")
    _ = try sandbox.write(
      table.replacing("\"prompt\" = \"\"", with: "\"prompt\" = \"Welcher ${stop}?\""),
      to: "de.lproj/Rail.strings")
    let after = try sandbox.run(["check", "--strict", "Rail.json"])
    #expect(after.output.isEmpty && after.status == 0, "\(after.output)")
  }

  @Test func `The development region needs no translation, and many gaps are one finding`() throws {
    let cases = (0..<9).map { number in
      "{ \"name\": \"c\(number)\", \"label\": { \"text\": \"Case \(number)\", \"id\": \"c\(number)\" } }"
    }
    _ = try sandbox.write(
      """
      { "intents": [ { "name": "Rail", "eligibleForWidgets": true, "parameters": [
          { "name": "line", "priority": 1, "type": "enum", "enum": "Line" } ] } ],
        "enums": [ { "name": "Line", "cases": [\(cases.joined(separator: ","))] } ] }
      """, to: "App/Rail.json")
    _ = try sandbox.write("", to: "App/en.lproj/Rail.strings")
    _ = try sandbox.write("\"old\" = \"true\";\n", to: "App/de.lproj/Rail.strings")
    _ = try sandbox.write("\"c0\" = \"Fall\";\n", to: "App/fr.lproj/Rail.strings")
    let plain = try sandbox.run(["check", "App/Rail.json"])
    #expect(plain.output.contains("The table has none of the 9 texts"), "\(plain.output)")
    #expect(plain.output.contains("8 texts have no translation in fr"), "\(plain.output)")
    #expect(!plain.output.contains("en.lproj") && !plain.output.contains("stale"))
    #expect(plain.errors.contains("2 warnings"), "\(plain.errors)")
    _ = try sandbox.write("\t\tdevelopmentRegion = de;\n", to: "A.xcodeproj/project.pbxproj")
    let german = try sandbox.run(["check", "App/Rail.json"])
    #expect(!german.output.contains("de.lproj"), "\(german.output)")
    #expect(german.output.contains("en.lproj"), "\(german.output)")
  }

  /// A translation under an identifier that Xcode has replaced is not lost when the entry is
  /// removed.
  @Test func `A translation is kept when the identifier of its text changes`() throws {
    _ = try sandbox.write(
      """
      { "intents": [ { "name": "Rail", "eligibleForWidgets": true,
          "title": { "text": "Error", "id": "new" },
          "parameters": [ { "name": "line", "type": "string", "priority": 1 } ] } ] }
      """, to: "App/Rail.json")
    _ = try sandbox.write(#""old" = "Error";"#, to: "App/en.lproj/Rail.strings")
    _ = try sandbox.write(#""old" = "Fehler";"#, to: "App/de.lproj/Rail.strings")
    let before = try sandbox.run(["check", "App/Rail.json"])
    #expect(
      before.output.contains(
        "Give it the identifier “new”, which has the same text and no translation."),
      "\(before.output)")
    let many = (0..<4).map { #""old\#($0)" = "Alt";"# }.joined(separator: "\n")
    _ = try sandbox.write(#""old" = "Fehler";"# + many, to: "App/de.lproj/Rail.strings")
    let grouped = try sandbox.run(["check", "App/Rail.json"])
    #expect(
      grouped.output.contains(
        "Keep the translations of texts whose identifiers have changed: “old” → “new”. "
          + "Remove the other entries"), "\(grouped.output)")
    _ = try sandbox.write(#""new" = "Fehler";"#, to: "App/de.lproj/Rail.strings")
    _ = try sandbox.write("", to: "App/en.lproj/Rail.strings")
    let after = try sandbox.run(["check", "--strict", "App/Rail.json"])
    #expect(after.output.isEmpty && after.status == 0, "\(after.output)")
  }

  /// Untranslated tables also repeat the texts, but the definition is still in English.
  @Test func `An English table for an English definition has no gaps`() throws {
    let cases = (0..<9).map { number in
      "{ \"name\": \"c\(number)\", \"label\": { \"text\": \"Case \(number)\", \"id\": \"c\(number)\" } }"
    }
    _ = try sandbox.write(
      """
      { "intents": [ { "name": "Rail", "eligibleForWidgets": true, "parameters": [
          { "name": "line", "priority": 1, "type": "enum", "enum": "Line" } ] } ],
        "enums": [ { "name": "Line", "cases": [\(cases.joined(separator: ","))] } ] }
      """, to: "App/Rail.json")
    let same = (0..<5).map { "\"c\($0)\" = \"Case \($0)\";" }.joined(separator: "\n")
    for language in ["cy", "en", "en-GB"] {
      _ = try sandbox.write(same, to: "App/\(language).lproj/Rail.strings")
    }
    let run = try sandbox.run(["check", "App/Rail.json"])
    #expect(run.output.contains("4 texts have no translation in cy"), "\(run.output)")
    #expect(!run.output.contains("en.lproj") && !run.output.contains("en-GB"), "\(run.output)")
  }

  /// A String Catalog accepts a new language and a new parameter, and keeps its content.
  @Test func `A String Catalog is kept and extended`() throws {
    _ = try sandbox.write(
      """
      { "intents": [ { "name": "Rail", "eligibleForWidgets": true, "parameters": [
          { "name": "line", "tag": 1, "priority": 1, "type": "string",
            "label": { "text": "Line", "id": "aaaaaa" } } ] } ] }
      """, to: "Mine/Rail/Rail.json")
    _ = try sandbox.write(
      #"{ "kind": "Rail", "supportedFamilies": ["systemSmall"], "intent": "Rail" }"#,
      to: "Mine/Rail/widget.json")
    let catalog = #"""
      {
        "sourceLanguage" : "en",
        "strings" : {
          "aaaaaa" : {
            "extractionState" : "extracted_with_value",
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "needs_review",
                  "value" : "Linie"
                }
              }
            }
          }
        },
        "version" : "1.0"
      }
      """#
    _ = try sandbox.write(catalog, to: "Mine/Rail/Rail.xcstrings")
    let shared = ["--intents", sandbox.path("Mine")]
    let german = try sandbox.run(["describe", "Rail", "--locale", "de"] + shared)
    #expect(german.output.contains("Linie"), "\(german)")
    let folder = sandbox.path("Mine/Rail")
    let language = try sandbox.run(["add", "language", folder, "fr"])
    #expect(language.status == 0, "\(language)")
    let more = try sandbox.run(["add", "parameter", folder, "stop:string"])
    #expect(more.status == 0, "\(more)")
    let text = try sandbox.read("Mine/Rail/Rail.xcstrings")
    #expect(text.contains("\"needs_review\"") && text.contains("\"Linie\""), "\(text)")
    #expect(text.contains("\"fr\" : {") && text.contains("\"Stop\""), "\(text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasSuffix(".lproj") }, "\(names)")
    let copied = try sandbox.run(
      ["new", "Copy", "--from", folder, "--intents", sandbox.path("My")])
    #expect(copied.status == 0, "\(copied)")
    #expect(try sandbox.read("My/Copy/Copy.xcstrings") == text)
    let again = try sandbox.run(["add", "language", folder, "fr"])
    #expect(again.status == 2 && again.errors.contains("already has texts"), "\(again)")
  }

  /// Xcode puts a definition into `Base.lproj`, and its tables next to that folder.
  @Test func `A definition in the folder of its language gets parameters and languages`() throws {
    let definition = try String(
      contentsOf: Sandbox.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition"),
      encoding: .utf8)
    _ = try sandbox.write(definition, to: "App/Base.lproj/UpNext.intentdefinition")
    _ = try sandbox.write("\"5URYX4\" = \"Plan\";\n", to: "App/de.lproj/UpNext.strings")
    for (number, path) in ["App/Base.lproj", "./App/Base.lproj", sandbox.path("App/Base.lproj")]
      .enumerated()
    {
      let file = path + "/UpNext.intentdefinition"
      let more = try sandbox.run([
        "add", "parameter", file, ["compact", "wide", "tall"][number] + ":boolean",
      ])
      #expect(more.status == 0, "\(more)")
      let language = try sandbox.run(["add", "language", file, ["fr", "ja", "he"][number]])
      #expect(language.status == 0, "\(language)")
    }
    let table = try sandbox.read("App/de.lproj/UpNext.strings")
    #expect(table.contains("\"5URYX4\" = \"Plan\";") && table.contains("\"Tall\""), "\(table)")
    for language in ["fr", "ja", "he"] {
      #expect(try sandbox.read("App/\(language).lproj/UpNext.strings").contains("\"5URYX4\""))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.path("App/Base.lproj"))
        == ["UpNext.intentdefinition"])
  }
}
