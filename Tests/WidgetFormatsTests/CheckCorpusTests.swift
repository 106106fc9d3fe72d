import DefinitionFormats
import FormatTestSupport
import InputFiles
import IntentModel
import Messages
import Testing
import WidgetFormats

@Suite("Findings in real definitions", .enabled(if: Corpus.isAvailable))
struct CheckCorpusTests {
  private static let checked = FileCheck.run(
    paths: Corpus.files(endingIn: ".intentdefinition").map(Corpus.path))

  private var report: CheckReport { Self.checked }

  private func count(_ code: String) -> [String: Int] {
    let found = report.findings.filter { $0.code == code }
    return Dictionary(
      found.map { (String($0.file.dropFirst(Corpus.path(of: "").count)), 1) },
      uniquingKeysWith: +)
  }

  @Test("all are checked, and only Pyto's conditions without a parent are errors")
  func errors() {
    #expect(report.files.count == 179)
    let errors = report.findings.filter { $0.severity == .error }
    #expect(Set(errors.map(\.code)) == ["missing-parent"])
    #expect(
      count("missing-parent") == ["ColdGrub1384+Pyto/Widget/Base.lproj/Widget.intentdefinition": 2])
    #expect(errors.map(\.line) == [140, 239])
  }

  @Test("the warnings are the known ones")
  func warnings() {
    // The sizes of arrays in a Shortcuts action do not belong to a widget.
    #expect(
      Set(report.findings.filter { $0.severity == .warning }.map(\.code))
        == ["duplicate-class", "index-zero", "no-intents"])
    #expect(count("index-zero") == ["UberJason+SiriIntentsEnumBug/Intents.intentdefinition": 1])
    // Here, the files of several targets of a repository are in one folder.
    #expect(count("duplicate-class").count == 13)
  }

  @Test("widgets without parameters are notes, as are files without a widget's intent")
  func notes() {
    let notes = report.findings.filter { $0.severity == .note }
    #expect(
      Set(notes.map(\.code)) == ["duplicate-text-id", "no-row", "no-widget-intent", "store-word"])
    #expect(notes.count { $0.code == "duplicate-text-id" } == 13)
    #expect(notes.count { $0.code == "no-widget-intent" } == 65)
    #expect(notes.count { $0.code == "no-row" } == 33)
  }

  @Test("every finding is at a line of its file")
  func places() throws {
    for finding in report.findings {
      let line = try #require(finding.line)
      let bytes = try FileReading.bytes(atPath: finding.file)
      #expect((1...bytes.count { $0 == 0x0A }).contains(line), "\(finding)")
    }
  }

  @Test("every definition can be described and compared with itself")
  func descriptions() throws {
    var rows = 0
    for name in Corpus.files(endingIn: ".intentdefinition") {
      let file = try IntentDefinitionReader.read(path: Corpus.path(of: name)).file
      for intent in file.intents {
        let description = IntentReport(IntentSchema(intent, in: file))
        rows += description.rows.count
        #expect(description.rows.count + description.hidden.count == intent.parameters.count)
        #expect(!description.lines.isEmpty)
      }
      let diff = DefinitionDiff(from: file, to: file)
      #expect(!diff.losesAnswers, "\(name)")
      #expect(diff.intents.allSatisfy { $0.parameters.allSatisfy { $0.verdicts == [.unchanged] } })
    }
    #expect(rows > 500)
  }
}
