import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

/// String Catalogs next to a definition: they are read, and none of their content is lost.
@Suite struct StringCatalogTests {
  /// A catalog in Xcode's layout, with states, a plural and a comment.
  private static let catalog = #"""
    {
      "sourceLanguage" : "en",
      "strings" : {
        "aaaaaa" : {
          "comment" : "A \"title\"",
          "extractionState" : "extracted_with_value",
          "localizations" : {
            "de" : {
              "stringUnit" : {
                "state" : "needs_review",
                "value" : "Tafel"
              }
            },
            "en" : {
              "stringUnit" : {
                "state" : "new",
                "value" : "Board"
              }
            }
          }
        },
        "bbbbbb" : {
          "extractionState" : "stale",
          "localizations" : {
            "de" : {
              "variations" : {
                "plural" : {
                  "one" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%lld Linie"
                    }
                  },
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%lld Linien"
                    }
                  }
                }
              }
            }
          }
        },
        "cccccc" : {

        }
      },
      "version" : "1.0"
    }
    """#

  private func read(_ text: String) throws -> StringCatalogFile {
    try StringCatalogFile(Array(text.utf8), file: "a.xcstrings")
  }

  @Test func theTextsOfALanguageAreRead() throws {
    let catalog = try read(Self.catalog)
    #expect(catalog.sourceLanguage == "en")
    #expect(catalog.languages == ["de", "en"])
    let german = catalog.entries(in: "de")
    #expect(german.map(\.key) == ["aaaaaa", "bbbbbb"])
    #expect(german.map(\.value) == ["Tafel", "%lld Linien"])
    #expect(german.first?.position == TextPosition(line: 8, column: 9))
    // An entry in the state `new` only repeats the text of the definition.
    #expect(catalog.entries(in: "en").isEmpty)
  }

  /// A catalog is written byte for byte as it was read, with or without a line break at the end.
  @Test func nothingChangesWithoutAnAddition() throws {
    for text in [Self.catalog, Self.catalog + "\n"] {
      #expect(String(decoding: try read(text).bytes, as: UTF8.self) == text)
    }
  }

  /// An addition changes only its own lines.
  @Test func anAdditionKeepsEverythingElse() throws {
    var catalog = try read(Self.catalog)
    catalog.add([("aaaaaa", "Board"), ("abcdef", "Stop")], language: "fr")
    let lines = String(decoding: catalog.bytes, as: UTF8.self).split(separator: "\n")
    let before = Self.catalog.split(separator: "\n")
    let added = lines.difference(from: before)
    #expect(added.removals.count <= 1, "\(added)")
    #expect(catalog.languages == ["de", "en", "fr"])
    let again = try read(String(decoding: catalog.bytes, as: UTF8.self))
    #expect(again.entries(in: "de").map(\.value) == ["Tafel", "%lld Linien"])
    #expect(again.languages.contains("fr"))
    // A translation that exists is not added again.
    catalog.add([("aaaaaa", "Other")], language: "de")
    #expect(again.bytes == catalog.bytes)
  }

  /// Slashes and other characters are written as in the file, and additions follow its style.
  @Test func escapesStayAsTheyAre() throws {
    let comment = #"https:\/\/example.org \u00e9 \n and \\ \""#
    let text = Self.catalog.replacing(#"A \"title\""#, with: comment)
    #expect(text != Self.catalog)
    var catalog = try read(text)
    #expect(String(decoding: catalog.bytes, as: UTF8.self) == text)
    catalog.add([("dddddd", "Bus/Tram")], language: "fr")
    #expect(String(decoding: catalog.bytes, as: UTF8.self).contains(#""Bus\/Tram""#))
    var plain = try read(Self.catalog.replacing(#"A \"title\""#, with: "a/b"))
    plain.add([("dddddd", "Bus/Tram")], language: "fr")
    let written = String(decoding: plain.bytes, as: UTF8.self)
    #expect(written.contains(#""Bus/Tram""#) && written.contains(#""a/b""#))
  }

  /// Catalogs in the layout of other programs, with characters that can be written in several ways.
  private static let layouts: [String] = {
    let odd = catalog.replacing(
      #""A \"title\"""#, with: #"["a\/b \u00e9 é a/b", 1.0, 1e2, true, {}, null]"#)
    let tight = odd.replacing("\" : ", with: "\": ")
    let wide = tight.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(repeating: " ", count: line.prefix { $0 == " " }.count) + line
    }.joined(separator: "\n")
    let tabs = tight.replacing(/(?m)^ +/) { String(repeating: "\t", count: $0.output.count / 2) }
    let minified = tight.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    return [odd, tight, wide, tabs, odd.replacing("\n", with: "\r\n"), minified]
  }()

  /// In a file of another program, every byte stays, and additions follow its layout.
  @Test(arguments: layouts.indices)
  func anAdditionKeepsEveryByte(index: Int) throws {
    let text = Self.layouts[index]
    var catalog = try read(text)
    #expect(catalog.bytes == Array(text.utf8))
    catalog.add(
      [("cccccc", "Hot"), ("Zz", "Z/z"), ("aaaaaa", "Board"), ("abcdef", "Stop"), ("abcdee", "S")],
      language: "fr")
    var rest = Array(text.utf8)[...]
    for byte in catalog.bytes where rest.first == byte { rest = rest.dropFirst() }
    #expect(rest.isEmpty, "\(String(decoding: catalog.bytes, as: UTF8.self))")
    let again = try read(String(decoding: catalog.bytes, as: UTF8.self))
    #expect(again.entries(in: "de").map(\.value) == ["Tafel", "%lld Linien"])
    #expect(again.languages == ["de", "en", "fr"])
    let written = String(decoding: catalog.bytes, as: UTF8.self)
    let added = written.matches(of: /"abcdef"(\s*:\s*)/)
    let colon = try #require(text.firstMatch(of: /"strings"(\s*:\s*)/)).output.1
    #expect(added.map(\.output.1) == [colon])
    #expect(written.contains("Z\\/z"))
    let order = ["aaaaaa", "abcdee", "abcdef", "bbbbbb", "cccccc", "Zz"]
    let places = try order.map { try #require(written.range(of: "\"\($0)\"")).lowerBound }
    #expect(places == places.sorted())
    #expect(written.contains("\r\n") == text.contains("\r\n"))
    #expect(written.filter(\.isNewline).isEmpty == text.filter(\.isNewline).isEmpty)
    #expect(!written.contains("}\t") && !written.contains("} \n"))
  }

  /// A text that is the same in all languages gets no translation, and none is reported as missing.
  @Test func whatShouldNotBeTranslatedLacksNothing() throws {
    let text = Self.catalog.replacing(
      "\"cccccc\" : {", with: "\"dddddd\" : {\n      \"shouldTranslate\" : false")
    var catalog = try read(text)
    #expect(catalog.untranslatable == ["dddddd"])
    catalog.add([("dddddd", "Lines")], language: "fr")
    #expect(catalog.languages == ["de", "en"])
    #expect(catalog.entries(in: "fr").isEmpty)
    #expect(!String(decoding: catalog.bytes, as: UTF8.self).contains("\"fr\""))
    let codes = { (flag: String) throws -> [String] in
      let lacking = Self.catalog.replacing("bbbbbb", with: "eeeeee").replacing(
        "\"cccccc\" : {", with: "\"bbbbbb\" : { \"shouldTranslate\" : \(flag)")
      let (root, definition) = try folder("Board.xcstrings", lacking)
      defer { try? FileManager.default.removeItem(at: root) }
      return DefinitionCheck.run(path: definition).findings.map(\.code)
    }
    #expect(try codes("true").contains("missing-translation"))
    #expect(try !codes("false").contains("missing-translation"))
    let reviewed = Self.catalog.replacing(
      "\"comment\" :", with: "\"shouldTranslate\" : false, \"comment\" :")
    #expect(try read(Self.catalog).unreviewed(in: "de").count == 1)
    #expect(try read(reviewed).unreviewed(in: "de").isEmpty)
  }

  @Test(arguments: ["", "[]", "{}", #"{"strings": 1}"#, #"{"strings": {}"#])
  func whatIsNoCatalogIsSaid(text: String) {
    #expect(throws: FormatError.self) { try read(text) }
  }

  // MARK: Beside a definition

  private func folder(_ place: String, _ text: String) throws -> (root: URL, definition: String) {
    let root = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-catalog-\(UUID().uuidString)")
    func write(_ name: String, _ text: String) throws {
      let path = root.appending(path: name)
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }
    let definition = IntentDefinitionFile(intents: [
      IntentDefinition(
        name: "Board", title: LocalizedText("Board", id: "aaaaaa"), isEligibleForWidgets: true,
        parameters: [
          ParameterDefinition(
            name: "count", type: .boolean(BooleanMetadata()), tag: 1,
            displayName: LocalizedText("Lines", id: "bbbbbb"), displayPriority: 1,
            isConfigurable: true)
        ])
    ])
    try write("Base.lproj/Board.intentdefinition", "")
    let bytes = try DefinitionConversion.bytes(of: definition, as: .propertyList, completing: true)
    let path = root.appending(path: "Base.lproj/Board.intentdefinition")
    try Data(bytes).write(to: path)
    try write(place, text)
    return (root, path.path)
  }

  @Test(arguments: ["Board.xcstrings", "mul.lproj/Board.xcstrings"])
  func aCatalogIsReadLikeTables(place: String) throws {
    let (root, definition) = try folder(place, Self.catalog)
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(DefinitionLocalization.languages(beside: definition) == ["de", "en"])
    let german = try #require(DefinitionLocalization.read(beside: definition, locale: "de_CH"))
    #expect(german.lookup("aaaaaa") == "Tafel")
    #expect(german.path.hasSuffix(place))
    // No translation into the source language is missing, and a text that needs a review is
    // reported. An entry that is marked as stale translates a text of the definition, so it counts.
    let result = DefinitionCheck.run(path: definition)
    #expect(result.files.count == 2)
    let inCatalog = result.findings.filter { $0.file.hasSuffix(".xcstrings") }
    #expect(inCatalog.map(\.code) == ["unreviewed-translation"], "\(result.findings)")
    #expect(inCatalog.map(\.language) == ["de"] && inCatalog.map(\.keys) == [["aaaaaa"]])
    let lacking = Self.catalog.replacing("bbbbbb", with: "dddddd")
    try Data(lacking.utf8).write(to: root.appending(path: place))
    let codes = DefinitionCheck.run(path: definition).findings.map(\.code)
    #expect(codes.contains("missing-translation") && codes.contains("stale-translation"))
  }

  /// If a language has a string table, the table is used; the catalog provides the other languages.
  @Test func aTableIsReadBesideACatalog() throws {
    let (root, definition) = try folder("Board.xcstrings", Self.catalog)
    defer { try? FileManager.default.removeItem(at: root) }
    let table = root.appending(path: "de.lproj/Board.strings")
    try FileManager.default.createDirectory(
      at: table.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("\"aaaaaa\" = \"Brett\";".utf8).write(to: table)
    #expect(DefinitionLocalization.languages(beside: definition) == ["de", "en"])
    let german = DefinitionLocalization.read(beside: definition, locale: "de")
    #expect(german?.lookup("aaaaaa") == "Brett")
  }

  /// A plural needs a review if one of its forms does; a translation in the state `new` counts as
  /// missing, and a stale entry is reported if the definition does not have its text.
  @Test func theStatesOfTextsAreSaid() throws {
    let plural = Self.catalog.replacing(
      #""translated""#, with: #""needs_review""#, maxReplacements: 1)
    #expect(plural != Self.catalog)
    let (root, definition) = try folder("Board.xcstrings", plural)
    defer { try? FileManager.default.removeItem(at: root) }
    let catalog = root.appending(path: "Board.xcstrings")
    var findings = DefinitionCheck.run(path: definition).findings
    #expect(findings.map(\.keys).contains(["aaaaaa", "bbbbbb"]), "\(findings)")
    #expect(findings.contains { "\($0.message)".hasPrefix("2 translations are marked for review") })
    try Data(Self.catalog.replacing("needs_review", with: "new").utf8).write(to: catalog)
    findings = DefinitionCheck.run(path: definition).findings
    #expect(findings.map(\.code) == ["missing-translation"], "\(findings)")
    let entry = #""de" : { "stringUnit" : { "state" : "translated", "value" : "X" } }"#
    let stale = Self.catalog.replacing("needs_review", with: "translated").replacing(
      "\"cccccc\" : {",
      with: "\"cccccc\" : { \"extractionState\" : \"stale\", \"localizations\" : { \(entry) }")
    try Data(stale.utf8).write(to: catalog)
    findings = DefinitionCheck.run(path: definition).findings
    #expect(findings.map(\.code) == ["stale-translation"], "\(findings)")
  }

  @Test func aDamagedCatalogIsSaid() throws {
    let (root, definition) = try folder("Board.xcstrings", "{\"strings\" : {")
    defer { try? FileManager.default.removeItem(at: root) }
    let finding = try #require(
      DefinitionCheck.run(path: definition).findings.first { $0.file.hasSuffix(".xcstrings") })
    #expect(finding.severity == .error)
    #expect(finding.line == 1)
  }
}
