import FormatTestSupport
import IntentModel
import Messages
import Testing

@testable import DefinitionFormats

@Suite("Languages in the folder of a definition")
struct DefinitionLocalizationTests {
  static let choices: [(locale: String, languages: [String], choice: String?)] = [
    ("de", ["de", "en"], "de"),
    ("de_CH.UTF-8", ["de", "en"], "de"),
    ("de-CH", ["de", "de-CH"], "de-CH"),
    ("de_CH", ["de-AT", "en"], nil),
    ("fr", ["de", "en"], nil),
    ("zh-Hans-CN", ["zh", "zh-Hans", "zh-Hans-CN"], "zh-Hans-CN"),
    ("zh-Hans-CN", ["zh", "zh-Hans"], "zh-Hans"),
    ("zh-Hans-CN", ["zh", "zh-Hant"], "zh"),
    ("zh-Hans-CN", ["zh-CN", "zh-Hant"], "zh-CN"),
    ("zh_CN.UTF-8", ["zh-Hans", "zh-Hant"], "zh-Hans"),
    ("zh_TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
    ("zh-HK", ["zh-Hans", "zh-Hant-HK", "zh-Hant"], "zh-Hant-HK"),
    ("zh-Hant", ["zh", "zh-Hans"], nil),
    ("zh", ["zh-Hans"], "zh-Hans"),
    ("pt", ["pt-BR", "pt-PT"], "pt-BR"),
    ("pt-PT", ["pt-BR", "pt"], "pt"),
    ("es_MX", ["es", "es-419"], "es-419"),
    ("es_ES", ["es", "es-419"], "es"),
    ("no", ["nb"], "nb"),
    ("nb_NO", ["no"], "no"),
    ("he", ["iw"], "iw"),
    ("EN-us", ["en"], "en"),
    ("sr-Latn", ["sr"], nil),
    ("C", ["en", "c"], nil),
    ("POSIX", ["en"], nil),
    ("", ["en"], nil),
    ("en", [], nil),
  ]

  @Test("the language that fits best", arguments: choices)
  func choice(row: (locale: String, languages: [String], choice: String?)) {
    #expect(DefinitionLocalization.choose(row.locale, from: row.languages) == row.choice)
  }

  private let source = definition(
    intent: "<key>INIntentTitle</key><string>Soup</string><key>INIntentTitleID</key>"
      + "<string>aB3dE6</string>")

  @Test("tables are in the folder of the definition, or next to its folder Base.lproj")
  func layouts() throws {
    for place in ["X.intentdefinition", "Base.lproj/X.intentdefinition"] {
      let folder = try TemporaryFolder()
      let path = try folder.write(place, source)
      try folder.write("de.lproj/X.strings", #""aB3dE6" = "Suppe";"#)
      try folder.write("fr.lproj/Other.strings", #""aB3dE6" = "Soupe";"#)
      try folder.write("ja.lproj/X.strings", "")
      #expect(DefinitionLocalization.languages(beside: path) == ["de", "ja"])
      let german = try #require(DefinitionLocalization.read(beside: path, locale: "de_DE.UTF-8"))
      #expect(german.language == "de")
      #expect(german.lookup("aB3dE6") == "Suppe")
      #expect(german.lookup("other") == nil)
      let file = try IntentDefinitionReader.read(path: path).file
      #expect(file.localized(by: german.lookup).intents[0].title.text == "Suppe")
      let japanese = try #require(DefinitionLocalization.read(beside: path, locale: "ja"))
      #expect(file.localized(by: japanese.lookup).intents[0].title.text == "Soup")
      #expect(DefinitionLocalization.read(beside: path, locale: "fr") == nil)
    }
  }

  @Test("a full copy of the definition serves as a table if there is no table")
  func copies() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("en.lproj/X.intentdefinition", source)
    try folder.write("es.lproj/X.intentdefinition", source.replacing("Soup", with: "Sopa"))
    try folder.write("de.lproj/X.intentdefinition", source.replacing("Soup", with: "Alt"))
    try folder.write("de.lproj/X.strings", #""aB3dE6" = "Suppe";"#)
    let all = DefinitionLocalization.readAll(beside: path)
    #expect(all.map(\.language) == ["de", "es"])
    #expect(all.map { $0.lookup("aB3dE6") } == ["Suppe", "Sopa"])
  }

  @Test("problems in a table are reported, and the rest is used")
  func problems() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("X.intentdefinition", source)
    let table = try folder.write("de.lproj/X.strings", "\"a\" = \"b\"\n\"aB3dE6\" = \"Suppe\";\n")
    let german = try #require(DefinitionLocalization.read(beside: path, locale: "de"))
    #expect(german.lookup("aB3dE6") == "Suppe")
    #expect(german.problems.map(\.file) == [table])
    #expect(german.problems.map(\.code) == ["string-table"])
    try folder.write("es.lproj/X.intentdefinition", "<plist>")
    let spanish = try #require(DefinitionLocalization.read(beside: path, locale: "es"))
    #expect(spanish.problems.map(\.code) == ["truncated"])
  }

  @Test("a definition in a missing folder has no languages")
  func missingFolder() {
    #expect(DefinitionLocalization.languages(beside: "/nowhere/at/all/X.intentdefinition") == [])
    #expect(DefinitionLocalization.read(beside: "", locale: "de") == nil)
  }
}
