import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import Messages
import Testing
import WidgetFormats

/// The positions of findings about tables, keys and widgets, including unreadable files.
@Suite struct CheckPlacesTests {
  /// The findings in a folder, one per line, with paths relative to the folder.
  private func findings(_ folder: TemporaryFolder, _ names: String...) -> [String] {
    FileCheck.run(paths: names.map { folder.path + "/" + $0 }).findings.map { finding in
      let place = [finding.line, finding.column].compactMap { $0.map(String.init) }
      let file = finding.file.replacing(folder.path + "/", with: "")
      return ([file] + place).joined(separator: ":") + " \(finding.code): \(finding.text())"
    }
  }

  /// A definition with three texts: one that occurs twice with the same identifier, and one that
  /// has only its identifier.
  private let soup = definition(
    intent: """
      <key>INIntentDescription</key><string>Hot</string>
      <key>INIntentDescriptionID</key><string>hot001</string>
      <key>INIntentEligibleForWidgets</key><true/>
      <key>INIntentParameters</key>
      <array>
      <dict>
      <key>INIntentParameterConfigurable</key><true/>
      <key>INIntentParameterDisplayNameID</key><string>name01</string>
      <key>INIntentParameterDisplayPriority</key><integer>1</integer>
      <key>INIntentParameterMetadata</key>
      <dict>
      <key>INIntentParameterMetadataPlaceholder</key><string>Name of ${cook}</string>
      <key>INIntentParameterMetadataPlaceholderID</key><string>name01</string>
      </dict>
      <key>INIntentParameterName</key><string>sample</string>
      <key>INIntentParameterType</key><string>String</string>
      </dict>
      </array>
      """)

  @Test func `a text without a translation is reported at the text, even in a property list`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("Soup.intentdefinition", soup)
    try folder.write("de.lproj/Soup.strings", #""old" = "true";"#)
    try folder.write("it.lproj/Soup.strings", "")
    try folder.write("fr.lproj/Soup.strings", #""hot001" = "Chaud";"#)
    #expect(
      findings(folder, "Soup.intentdefinition") == [
        """
        Soup.intentdefinition:10:31 missing-translation: Intent “Sample”: The text “Hot” (hot001) has no \
        translation in de, it. Add it to their tables.
        """,
        """
        Soup.intentdefinition:21:48 missing-translation: Parameter “sample” of the intent “Sample”: The text “Name of ${cook}” (name01) has \
        no translation in de, fr, it. Add it to their tables.
        """,
      ])
  }

  /// Tables for one language, and the findings.
  static let tables: [(table: String, findings: [String])] = [
    ("\"hot001\" = \"Heiß\";\n\"name01\" = \"Name von ${cook}\";", []),
    (
      "\"hot001\" = \"Heiß\";\n\"name01\" = \"Name\";",
      [
        """
        de.lproj/Soup.strings:2:1 missing-placeholder: Parameter “sample” of the intent “Sample”: The translation lacks the placeholder \
        “${cook}”. Put it where the value belongs.
        """
      ]
    ),
    (
      "\"hot001\" = \"${heat}\";\n\"name01\" = \"${cook} ${cock} ${cook}\";",
      [
        """
        de.lproj/Soup.strings:1:1 unknown-placeholder: Intent “Sample”: The text in the definition has no \
        placeholder “${heat}”. Remove it.
        """,
        """
        de.lproj/Soup.strings:2:1 unknown-placeholder: Parameter “sample” of the intent “Sample”: The text in the definition has no \
        placeholder “${cock}”. Choose from “${cook}”.
        """,
      ]
    ),
    (
      "\"hot001\" = \"Heiß\";\n\"name01\" = \"${cook}\";\n  \"old999\" = \"Alt\";",
      [
        """
        de.lproj/Soup.strings:3:3 stale-translation: The entry “Alt” has the identifier \
        “old999”, which no text of Soup.intentdefinition has. Remove the entry, if nothing else \
        reads the table.
        """
      ]
    ),
    (
      "\"hot001\" = \"Heiß\";\n\"name01\" = \"${cook}\";\n\"hot001\" = \"Warm\";",
      [
        """
        de.lproj/Soup.strings:3:1 string-table: The key “hot001” is already in line 1. The \
        later text is used.
        """
      ]
    ),
    (
      "\"hot001\" = \"Heiß\";\n\"name01\" = ;",
      [
        """
        Soup.intentdefinition:21:48 missing-translation: Parameter “sample” of the intent “Sample”: The text “Name of ${cook}” (name01) has \
        no translation in de. Add it to the table.
        """,
        "de.lproj/Soup.strings:2:12 string-table: The key “name01” has no text after “=”.",
      ]
    ),
    // Nothing is reported as missing from a table that cannot be read at all.
    (
      "\"hot001",
      [
        """
        de.lproj/Soup.strings:1:1 string-table: The quoted text that begins here has no closing \
        quote.
        """
      ]
    ),
  ]

  @Test(arguments: tables.indices)
  func `the findings about a table`(_ index: Int) throws {
    let (table, expected) = Self.tables[index]
    let folder = try TemporaryFolder()
    try folder.write("Soup.intentdefinition", soup)
    try folder.write("de.lproj/Soup.strings", table)
    #expect(findings(folder, "Soup.intentdefinition") == expected)
  }

  /// Two texts with the same identifier are reported only as a note as long as no table translates
  /// them.
  @Test func `two texts with the same identifier are reported without a table`() throws {
    let folder = try TemporaryFolder()
    let shared = soup.replacing("<string>name01</string>", with: "<string>hot001</string>")
    try folder.write("Soup.intentdefinition", shared)
    func told() -> [CheckFinding] {
      FileCheck.run(paths: [folder.path + "/Soup.intentdefinition"]).findings
    }
    #expect(told().map(\.code) == ["duplicate-text-id"])
    #expect(told().map(\.severity) == [.note])
    #expect(told().first?.sentence.contains("both would share one translation") == true)
    try folder.write("de.lproj/Soup.strings", "")
    #expect(told().first { $0.code == "duplicate-text-id" }?.severity == .note)
    try folder.write("de.lproj/Soup.strings", #""hot001" = "Heiß ${cook}";"#)
    #expect(told().first { $0.code == "duplicate-text-id" }?.severity == .warning)
    try folder.write("Soup.intentdefinition", soup)
    #expect(!told().contains { $0.code == "duplicate-text-id" })
  }

  /// An empty table is reported once; many empty tables are reported at the texts that they lack.
  @Test func `an empty table for few texts is reported once`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Soup.intentdefinition", soup)
    try folder.write("de.lproj/Soup.strings", "")
    #expect(
      findings(folder, "Soup.intentdefinition") == [
        """
        de.lproj/Soup.strings:1:1 missing-translation: The table has none of the 2 texts of the \
        definition. Translate them, or remove the table if the language is not offered.
        """
      ])
    for language in ["fr", "it"] { try folder.write("\(language).lproj/Soup.strings", "") }
    let many = findings(folder, "Soup.intentdefinition")
    #expect(many.count == 2)
    #expect(many.allSatisfy { $0.contains("no translation in de, fr, it") }, "\(many)")
  }

  /// A language falls back to the texts of one of its regions, and a region falls back to those of
  /// its language.
  @Test(arguments: [("en-GB", "en"), ("en", "en-GB"), ("pt-BR", "pt"), ("zh-Hans", "zh")])
  func `a table in the language of the definition has no gaps`(base: String, other: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("Soup.intentdefinition", soup)
    let own = #""hot001" = "Hot";"# + "\n" + #""name01" = "Name of ${cook}";"#
    try folder.write("\(base).lproj/Soup.strings", own)
    try folder.write("\(other).lproj/Soup.strings", "")
    #expect(findings(folder, "Soup.intentdefinition") == [])
    try folder.write("de.lproj/Soup.strings", "")
    #expect(findings(folder, "Soup.intentdefinition").count == 1)
  }

  /// A definition in Japanese needs no Japanese table, whatever the project specifies.
  @Test func `texts in the script of a table's language need no translation in it`() throws {
    let folder = try TemporaryFolder()
    let texts = ["右の卵巣", "状態を教えてください", "子宮の状態", "処置", "Right Ovary"].enumerated().map {
      #"{"name":"p\#($0.offset)","type":"string","priority":\#($0.offset + 1),"#
        + #""label":{"text":"\#($0.element)","id":"t\#($0.offset)"}}"#
    }
    try folder.write(
      "Soup.json",
      #"{"intents":[{"name":"A","eligibleForWidgets":true,"parameters":["#
        + texts.joined(separator: ",") + "]}]}")
    try folder.write("ja.lproj/Soup.strings", #""t9" = "true";"#)
    try folder.write("A.xcodeproj/project.pbxproj", "\t\tdevelopmentRegion = en;\n")
    #expect(findings(folder, "Soup.json") == [])
    try folder.write("zh-Hans.lproj/Soup.strings", #""t9" = "true";"#)
    let chinese = findings(folder, "Soup.json")
    #expect(chinese.count == 1 && chinese[0].contains("none of the 5 texts"), "\(chinese)")
  }

  /// For a prompt that names a case, there is a key for each case; for a text with several
  /// placeholders, there is one finding.
  @Test func `missing texts of a table are reported with the keys`() throws {
    let folder = try TemporaryFolder()
    let labels = (0..<4).map {
      #"{"name":"c\#($0)","label":{"text":"Case \#($0)","id":"c\#($0)"}}"#
    }
    try folder.write(
      "Soup.json",
      #"{"intents":[{"name":"A","eligibleForWidgets":true,"title":{"text":"${a} to ${b}","id":"t"},"#
        + #""parameters":[{"name":"size","type":"enum","enum":"E","priority":1,"prompts":["#
        + #"{"kind":"Confirmation","text":{"text":"You wanted ${size}?","id":"p"}}]}]}],"#
        + #""enums":[{"name":"E","cases":["# + labels.joined(separator: ",") + "]}]}")
    try folder.write(
      "de.lproj/Soup.strings", "\"p-c0\" = \"Ja?\";\n\"t\" = \"Nichts\";\n\"c3\" = \"Fall\";")
    let told = FileCheck.run(paths: [folder.path + "/Soup.json"]).findings
    #expect(told.map(\.code) == ["missing-translation", "missing-placeholder"], "\(told)")
    #expect(told.first?.keys == ["p-c1", "p-c2", "p-c3", "c0", "c1", "c2"], "\(told)")
    #expect(told.first?.remedy.contains("such as “p-c1”") == true)
    #expect(told.last?.sentence.contains("the placeholders “${a}”, “${b}”") == true, "\(told)")
  }

  /// Elements whose keys lack the prefix have no names, and therefore no duplicate names.
  @Test func `keys without their prefix are reported with it`() throws {
    let folder = try TemporaryFolder()
    let intent = "<dict><key>Name</key><string>Sing</string><key>Mood</key><true/></dict>"
    try folder.write(
      "Soup.intentdefinition",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>INIntents</key><array>
      \(intent)
      \(intent)
      </array></dict></plist>
      """)
    let told = findings(folder, "Soup.intentdefinition")
    #expect(!told.contains { $0.contains("duplicate") }, "\(told)")
    #expect(told.filter { $0.contains("missing-key") }.count == 2, "\(told)")
    #expect(told.filter { $0.contains("Write “INIntentName”") }.count == 2, "\(told)")
    #expect(told.filter { $0.contains("“Mood” is unknown. It is kept") }.count == 2, "\(told)")
  }

  /// Text after the property list does not hide the findings in it.
  @Test func `text after the end hides no findings`() throws {
    let folder = try TemporaryFolder()
    let nameless = soup.replacing("<key>INIntentName</key>", with: "<key>Name</key>")
    try folder.write("Soup.intentdefinition", nameless)
    let before = findings(folder, "Soup.intentdefinition")
    #expect(before.contains { $0.contains("missing-key") }, "\(before)")
    try folder.write("Soup.intentdefinition", nameless + "\n// More\nintent Sing {}\n")
    let after = findings(folder, "Soup.intentdefinition")
    #expect(Set(before).isSubset(of: after))
    #expect(after.count == before.count + 1 && after.contains { $0.contains("more text after") })
  }

  /// A type that Xcode does not have is reported for an action as well.
  @Test func `an unknown type of an action is reported`() throws {
    let folder = try TemporaryFolder()
    let action =
      #"{"intents":[{"name":"A","kind":"Custom","parameters":[{"name":"d","type":"other","#
      + #""typeName":"DateTime","configurable":false}]}]}"#
    try folder.write("Soup.json", action)
    #expect(findings(folder, "Soup.json").contains { $0.contains("unknown-type") })
    try folder.write("Soup.json", action.replacing("Custom", with: "System"))
    #expect(!findings(folder, "Soup.json").contains { $0.contains("unknown-type") })
  }

  @Test func `an unreadable table is reported and is not a gap`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Soup.intentdefinition", soup)
    try folder.write("de.lproj/Soup.strings/inside", "")
    let told = "This is a directory, not a file. Name a file in it."
    #expect(
      findings(folder, "Soup.intentdefinition") == ["de.lproj/Soup.strings directory: \(told)"])
    #expect(
      findings(folder, "none.strings") == [
        "none.strings missing-file: The file does not exist. Check the path."
      ])
    let german = DefinitionLocalization.read(
      beside: folder.path + "/Soup.intentdefinition", locale: "de")
    #expect(german?.identifiers == [])
    #expect(german?.problems.map(\.code) == ["directory"])
  }

  @Test func `a copy of the definition serves as a table`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Soup.intentdefinition", soup)
    try folder.write(
      "de.lproj/Soup.intentdefinition", soup.replacing("<string>Hot<", with: "<string>Heiß<"))
    try folder.write("fr.lproj/Soup.intentdefinition", "<plist>")
    let path = folder.path + "/Soup.intentdefinition"
    let copy = DefinitionLocalization.read(beside: path, locale: "de_AT")
    #expect(copy?.lookup("hot001") == "Heiß")
    #expect(copy?.lookup("name01") == "Name of ${cook}")
    #expect(copy?.identifiers == ["hot001", "name01"])
    let broken = DefinitionLocalization.read(beside: path, locale: "fr")
    #expect(broken?.problems.map(\.code) == ["truncated"])
    // An entry in a string table takes precedence over a copy of the definition.
    try folder.write("de.lproj/Soup.strings", #""hot001" = "Warm";"#)
    #expect(DefinitionLocalization.read(beside: path, locale: "de")?.lookup("hot001") == "Warm")
    #expect(DefinitionLocalization.languages(beside: path) == ["de", "fr"])
  }

  /// Unknown keys of each element, and keys that are known but only preserved.
  @Test func `unknown keys are noted at the key`() throws {
    let folder = try TemporaryFolder()
    let types = """
      <key>INTypes</key><array><dict><key>INTypeName</key><string>T</string>
      <key>INTypeSemanticRoot</key><string>x</string><key>INTypeShape</key><true/>
      <key>INTypeProperties</key><array><dict><key>INTypePropertyName</key><string>p</string>
      <key>INTypePropertyType</key><string>String</string>
      <key>INTypePropertyColour</key><string>red</string></dict></array></dict></array>
      <key>INNews</key><true/>
      """
    let relationship = """
      <key>INIntentHash</key><string>x</string><key>INIntentMood</key><string>good</string>
      <key>INIntentParameters</key><array><dict>
      <key>INIntentParameterName</key><string>a</string>
      <key>INIntentParameterType</key><string>String</string>
      <key>INIntentParameterWindowSize</key><integer>6</integer>
      <key>INIntentParameterRelationship</key><dict>
      <key>INIntentParameterRelationshipParentName</key><string>a</string>
      <key>INIntentParameterRelationshipPredicateName</key><string>ObjectHasAnyValue</string>
      <key>INIntentParameterRelationshipStrength</key><integer>1</integer>
      <key>Elsewhere</key><integer>1</integer></dict>
      <key>INIntentParameterMetadata</key><dict>
      <key>INIntentParameterMetadataKeyboardType</key><string>x</string>
      <key>INIntentParameterMetadataTaste</key><string>x</string></dict>
      </dict></array>
      """
    try folder.write("X.intentdefinition", definition(intent: relationship, root: types))
    let notes = findings(folder, "X.intentdefinition").filter { $0.contains("unknown-key") }
    let parameter = "Parameter “a” of the intent “Sample”: "
    let names = [
      ("10:42", "Intent “Sample”: ", "INIntentMood"),
      ("18:1", parameter, "INIntentParameterRelationshipStrength"),
      ("19:1", parameter, "Elsewhere"), ("22:1", parameter, "INIntentParameterMetadataTaste"),
      ("27:48", "Type “T”: ", "INTypeShape"),
      ("30:1", "Property “p” of the type “T”: ", "INTypePropertyColour"), ("31:1", "", "INNews"),
    ]
    #expect(
      notes
        == names.map { place, subject, key in
          "X.intentdefinition:\(place) unknown-key: \(subject)The key “\(key)” is unknown. "
            + "It is kept as it is, and has no effect here."
        })
  }

  @Test func `a widget whose manifest cannot be read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("W/widget.json/inside", "")
    try folder.write(
      "W/W.json", #"{"intents":[{"name":"A","eligibleForWidgets":true,"parameters":[]}]}"#)
    let told = "This is a directory, not a file. Name a file in it."
    #expect(
      findings(folder, "W").filter { !$0.contains("no-row") } == [
        "W/widget.json directory: \(told)"
      ])
  }
}
