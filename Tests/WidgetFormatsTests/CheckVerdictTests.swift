import DefinitionFormats
import FormatTestSupport
import Foundation
import IntentModel
import Messages
import Testing
import WidgetFormats

/// The verdict of a check on tables and other files, each together with its definition.
@Suite struct CheckVerdictTests {
  /// The files in a folder, and the codes of the findings about them.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    /// The path to check; the folder itself by default.
    var path = ""
    var codes: [String] = []
    var words = ""

    var testDescription: String { name }
  }

  /// A definition with a Boolean that is named in its title and its prompt.
  private static func plant(_ label: String = "New000", _ text: String = "Mist") -> String {
    definition(
      intent: """
        <key>INIntentEligibleForWidgets</key><true/>
        <key>INIntentManagedParameterCombinations</key>
        <dict><key>mist</key><dict>
        <key>INIntentParameterCombinationTitle</key><string>Water the plants ${mist}</string>
        <key>INIntentParameterCombinationTitleID</key><string>Sum000</string>
        </dict></dict>
        <key>INIntentParameters</key>
        <array><dict>
        <key>INIntentParameterConfigurable</key><true/>
        <key>INIntentParameterDisplayName</key><string>\(text)</string>
        <key>INIntentParameterDisplayNameID</key><string>\(label)</string>
        <key>INIntentParameterDisplayPriority</key><integer>1</integer>
        <key>INIntentParameterMetadata</key>
        <dict>
        <key>INIntentParameterMetadataFalseDisplayName</key><string>dry</string>
        <key>INIntentParameterMetadataFalseDisplayNameID</key><string>Not000</string>
        <key>INIntentParameterMetadataTrueDisplayName</key><string>wet</string>
        <key>INIntentParameterMetadataTrueDisplayNameID</key><string>Yes000</string>
        </dict>
        <key>INIntentParameterName</key><string>mist</string>
        <key>INIntentParameterPromptDialogs</key>
        <array><dict>
        <key>INIntentParameterPromptDialogCustom</key><true/>
        <key>INIntentParameterPromptDialogFormatString</key><string>Really ${mist}?</string>
        <key>INIntentParameterPromptDialogFormatStringID</key><string>Ask000</string>
        <key>INIntentParameterPromptDialogType</key><string>Confirmation</string>
        </dict></array>
        <key>INIntentParameterType</key><string>Boolean</string>
        </dict></array>
        """)
  }

  private static let values = ["Sum000", "Ask000"].flatMap { id in
    ["Yes000", "Not000"].map { "\"\(id)-\($0)\" = \"Text\";\n" }
  }

  private static let table =
    "\"New000\" = \"Nebel\";\n\"Yes000\" = \"nass\";\n\"Not000\" = \"trocken\";\n" + values.joined()

  private static let rows: [Row] = [
    Row(
      name: "keys by the values of a Boolean, in a title and in a prompt",
      files: ["Plant.intentdefinition": plant(), "de.lproj/Plant.strings": table]),
    Row(
      name: "one value without a translation",
      files: [
        "Plant.intentdefinition": plant(),
        "de.lproj/Plant.strings": table.replacing(values[0], with: ""),
      ], codes: ["missing-translation"], words: "“Sum000-Yes000”"),
    Row(
      name: "a table of the definition in Base.lproj, and a copy beside it",
      files: [
        "Plant.intentdefinition": plant("Old000"),
        "Base.lproj/Plant.intentdefinition": plant(), "de.lproj/Plant.strings": table,
      ]),
    Row(
      name: "an old copy for a language",
      files: [
        "en.lproj/Plant.intentdefinition": plant("New000", "Mist in ${pot}"),
        "Base.lproj/Plant.intentdefinition": plant(), "de.lproj/Plant.strings": table,
      ]),
    Row(
      name: "a table of another capitalisation",
      files: ["Plant.intentdefinition": plant(), "de.lproj/plant.strings": table],
      codes: ["table-of-another-name"], words: "Rename it to “Plant.strings”."),
    Row(
      name: "one language left behind",
      files: [
        "Plant.intentdefinition": plant(), "de.lproj/Plant.strings": table,
        "fr.lproj/Old.strings": table, "it.lproj/Old.strings": table,
      ], codes: ["table-of-another-name"], words: "“Old” in fr, it have the keys of"),
    Row(
      name: "a catalog of another name",
      files: [
        "Base.lproj/Plant.intentdefinition": plant(),
        "Old.xcstrings": """
        {"sourceLanguage": "en", "version": "1.0", "strings": {"New000": {"localizations":
          {"de": {"stringUnit": {"state": "translated", "value": "Nebel"}}}}}}
        """,
      ], codes: ["table-of-another-name"], words: "Rename it to “Plant.xcstrings”."),
    Row(
      name: "a table of another name by itself",
      files: ["Base.lproj/Plant.intentdefinition": plant(), "de.lproj/Old.strings": table],
      path: "/de.lproj/Old.strings", codes: ["table-of-another-name"]),
    Row(
      name: "tables of other things",
      files: [
        "Plant.intentdefinition": plant(), "de.lproj/Plant.strings": table,
        "de.lproj/Localizable.strings": "\"Mist\" = \"Nebel\";\n\"OK\" = \"OK\";\n",
      ]),
    Row(
      name: "a table by itself is compared with its definition",
      files: [
        "Base.lproj/Plant.intentdefinition": plant(),
        "fi.lproj/Plant.strings": table.replacing("\"New000\" = \"Nebel\";\n", with: ""),
        "sv.lproj/Plant.strings": "\"Gone00\" = \"X\";",
      ], path: "/fi.lproj/Plant.strings", codes: ["missing-translation"], words: "in fi."),
    Row(
      name: "a folder of no language",
      files: ["Plant.intentdefinition": plant(), "jp.lproj/Plant.strings": "\"New000\" = \"X\";"],
      codes: ["no-such-language"], words: "“ja.lproj”?"),
    Row(
      name: "a folder of a language with three letters",
      files: ["Plant.intentdefinition": plant(), "gsw-CH.lproj/Plant.strings": table]),
    Row(
      name: "a table and a catalog of one name",
      files: [
        "Plant.intentdefinition": plant(), "de.lproj/Plant.strings": "\"New000\" = \"X\";",
        "Plant.xcstrings": #"{"sourceLanguage": "en", "version": "1.0", "strings": {}}"#,
      ], codes: ["table-and-catalog"]),
    Row(
      name: "marks of a conflict in a table",
      files: [
        "Plant.intentdefinition": plant(),
        "de.lproj/Plant.strings": "<<<<<<< a\n\"x\" = \"y\";\n=======\n>>>>>>> b\n",
      ], codes: ["merge-marker", "merge-marker", "merge-marker"]),
    Row(
      name: "marks of a conflict in a catalog",
      files: [
        "Plant.intentdefinition": plant(),
        "Plant.xcstrings": "{\n<<<<<<< a\n=======\n\"x\": 1\n>>>>>>> b\n}",
      ], codes: ["merge-marker", "merge-marker", "merge-marker"]),
    Row(
      name: "marks of two conflicts in a definition",
      files: [
        "Plant.intentdefinition": "<<<<<<< a\n=======\n>>>>>>> b\n<<<<<<< a\n=======\n>>>>>>> b\n"
          + plant()
      ], codes: Array(repeating: "merge-marker", count: 6)),
    Row(
      name: "a line of signs in a text is no mark",
      files: [
        "Plant.intentdefinition": plant(),
        "de.lproj/Plant.strings": table + "/*\n=======\n*/\n",
      ]),
    Row(
      name: "a class in two files",
      files: ["A.intentdefinition": plant(), "B.intentdefinition": plant()],
      codes: ["duplicate-class"], words: "“SampleIntent” is in A.intentdefinition as well"),
    Row(
      name: "copies of a file have the same classes",
      files: [
        "Base.lproj/A.intentdefinition": plant(), "en.lproj/A.intentdefinition": plant(),
        "A.intentdefinition": plant(),
      ]),
    Row(
      name: "a condition without a parent, and without a row",
      files: [
        "A.json": """
        {"intents": [{"name": "A", "eligibleForWidgets": true, "parameters": [
          {"name": "a", "type": "boolean"},
          {"name": "b", "type": "boolean", "configurable": false,
           "visibleWhen": {"parent": "gone", "predicate": "BooleanHasExactValue", "value": true}}
        ]}]}
        """
      ]),
    Row(
      name: "a key with a wrong letter",
      files: [
        "A.intentdefinition": plant().replacing(
          "<key>INIntentParameterType</key>",
          with: "<key>INIntentParameterSuportsSearch</key><true/><key>INIntentParameterType</key>")
      ], codes: ["unknown-key"], words: "Did you mean “INIntentParameterSupportsSearch”?"),
  ]

  @Test(arguments: rows)
  func eachTableHasItsDefinition(row: Row) throws {
    let folder = try TemporaryFolder()
    for (name, text) in row.files { try folder.write(name, text) }
    let findings = FileCheck.run(paths: [folder.path + row.path]).findings
    let said = findings.map { "\($0.code): \($0.text())" }
    #expect(findings.map(\.code).sorted() == row.codes.sorted(), "\(said)")
    #expect(row.words.isEmpty || said.contains { $0.contains(row.words) }, "\(said)")
    #expect(findings.allSatisfy { FindingCode.named($0.code) != nil })
  }

  /// A translation moves with its text, even if the text has one translation for each value.
  @Test func aTranslationOfAnOldIdentifierIsKept() throws {
    let folder = try TemporaryFolder()
    try folder.write("Plant.intentdefinition", Self.plant())
    let english = Self.table.replacing("= \"Text\"", with: "= \"Water\"")
    try folder.write("en.lproj/Plant.strings", english + "\"Old000-Yes000\" = \"Mine\";")
    try folder.write(
      "de.lproj/Plant.strings",
      Self.table.replacing(Self.values[0], with: "") + "\"Old111-Yes000\" = \"Giess\";\n")
    try folder.write(
      "en.lproj/Plant.strings",
      english + "\"Old111-Yes000\" = \"Water\";")
    let stale = FileCheck.run(paths: [folder.path + "/Plant.intentdefinition"]).findings
      .filter { $0.code == "stale-translation" && $0.file.contains("de.lproj") }
    #expect(stale.map(\.remedy).allSatisfy { $0.contains("“Sum000-Yes000”") }, "\(stale)")
    #expect(stale.count == 1)
  }
}
