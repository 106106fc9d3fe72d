import DefinitionFormats
import FormatTestSupport
import Foundation
import InputFiles
import IntentModel
import Messages
import Testing
import WidgetFormats
import WidgetTestSupport

@Suite("Checks of files and folders")
struct CheckFileTests {
  private let sound = """
    { "intents": [{ "name": "Sample", "eligibleForWidgets": true,
      "parameters": [{ "name": "city", "type": "string" }] }] }
    """

  private func codes(_ paths: [String]) -> [String] {
    FileCheck.run(paths: paths).findings.map(\.code)
  }

  @Test("an unreadable file is a finding, and does not stop the check")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sound.json", sound)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/gone.intentdefinition", withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/round.intentdefinition", withDestinationPath: "round.intentdefinition"
    )
    let paths = ["gone.intentdefinition", "round.intentdefinition", "none.json"]
    let report = FileCheck.run(paths: paths.map { folder.path + "/" + $0 } + [file])
    #expect(report.findings.map(\.code) == ["dangling-link", "link-cycle", "missing-file"])
    #expect(report.files.count == 4)
    #expect(report.fails(strict: false))
  }

  @Test("a folder is searched for definitions and widgets; links to folders are not followed")
  func folders() throws {
    let folder = try TemporaryFolder()
    try folder.write("One/widget.json", "{ \"kind\": \"k\" }")
    try folder.write("One/One.json", sound)
    try folder.write("App/Base.lproj/Two.intentdefinition", plist("<dict/>"))
    try folder.write("App/other.json", "not JSON, and nobody's business")
    try folder.write(".build/Hidden.intentdefinition", "broken")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/App/back", withDestinationPath: folder.path)
    let report = FileCheck.run(paths: [folder.path + "/"])
    #expect(
      report.files.map { String($0.dropFirst(folder.path.count + 1)) } == [
        "App/Base.lproj/Two.intentdefinition", "One/One.json", "One/widget.json",
      ])
    #expect(report.findings.map(\.code) == ["not-a-definition"])
  }

  @Test("a file that is not a definition causes no finding about the tables next to it")
  func otherFilesInFolder() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write("de.lproj/P.strings", "\"aaaaaa\" = \"Stadt\";\n")
    let plurals = try folder.write("de.lproj/P.stringsdict", plist("<dict/>"))
    let list = try folder.write("de.lproj/P.plist", plist("<dict/>"))
    let definition = try folder.write(
      "P.json",
      """
      { "intents": [{ "name": "P", "eligibleForWidgets": true, "parameters": [
        { "name": "city", "type": "string", "label": { "text": "City", "id": "aaaaaa" } }] }] }
      """)
    #expect(codes([table, plurals, definition]) == ["plurals-not-read"])
    #expect(codes([list]) == ["not-a-definition"])
    #expect(codes([folder.path + "/none.stringsdict"]) == ["missing-file"])
  }

  @Test("a folder without a definition is an error, and a widget's fixture is not a definition")
  func noDefinition() throws {
    let folder = try TemporaryFolder()
    try folder.write("empty/notes.txt", "")
    #expect(codes([folder.path + "/empty"]) == ["no-definition"])
    try folder.write("w/One.json", sound)
    try folder.write("w/cities.json", "{ \"items\": [] }")
    try folder.write(
      "w/widget.json",
      "{ \"kind\": \"k\", \"options\": { \"city\": { \"fixture\": \"./cities.json\" } } }")
    #expect(codes([folder.path + "/w"]) == ["provider-not-needed"])
    #expect(codes([folder.path + "/w/widget.json"]) == ["provider-not-needed"])
  }

  @Test("a file that is named twice is checked once")
  func twice() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("broken.json", "{")
    let report = FileCheck.run(paths: [file, folder.path + "/broken.json", file])
    #expect(report.files == [file])
    #expect(report.findings.count == 1)
  }

  @Test("a table is checked by itself, in every encoding")
  func tables() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write("de.lproj/A.strings", "\"a\" = \"b\"")
    #expect(codes([table]) == ["string-table"])
    let utf16 = folder.path + "/B.strings"
    let text = "\"a\" = \"ü\";\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try Data(bytes).write(to: URL(filePath: utf16))
    #expect(codes([utf16]) == [])
  }

  @Test("the readable part of a cut file is checked, without findings about the missing part")
  func partOfFile() throws {
    let whole = String(
      decoding: try FileReading.bytes(
        atPath: packageFolder + "Fixtures/Broken/missing-parent.intentdefinition"), as: UTF8.self)
    let folder = try TemporaryFolder()
    var seen = Set<[String]>()
    for length in stride(from: 0, to: whole.utf8.count, by: 37) {
      let file = try folder.write("cut.intentdefinition", String(whole.prefix(length)))
      let findings = FileCheck.run(paths: [file]).findings
      #expect(findings.contains { $0.severity == .error })
      seen.insert(findings.map(\.code).sorted())
    }
    #expect(
      seen == [
        ["empty-file"], ["malformed-property-list"], ["truncated"],
        ["missing-parent", "truncated"],
      ])
  }

  @Test("damaged JSON is checked as far as it can be read")
  func partOfJSON() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "x.json",
      """
      { "intents": [{ "name": "A", "oops": 1, "parameters": [
        { "name": "n", "type": "integer", "minimum": 9, "maximum": 1 },
        { "name": "e", "type": "enum", "enum": "Gone" }] }] }
      """)
    let findings = FileCheck.run(paths: [file]).findings
    #expect(findings.map(\.code) == ["unknown-member", "minimum-above-maximum"])
    #expect(findings.map(\.line) == [1, 2])
  }

  @Test("a report fails for errors, for warnings in strict mode, and never for notes")
  func failing() {
    func report(_ severity: IntentIssue.Severity?) -> CheckReport {
      CheckReport(
        files: ["a"],
        findings: severity.map {
          [CheckFinding(file: "a", severity: $0, code: "c", sentence: "S.", remedy: "")]
        } ?? [])
    }
    let cases: [(IntentIssue.Severity?, lenient: Bool, strict: Bool)] = [
      (.error, true, true), (.warning, false, true), (.note, false, false), (nil, false, false),
    ]
    for (severity, lenient, strict) in cases {
      #expect(report(severity).fails(strict: false) == lenient)
      #expect(report(severity).fails(strict: true) == strict)
    }
  }
}
