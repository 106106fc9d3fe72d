import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import DefinitionFormats
@testable import WidgetFormats

/// Characters with a special meaning for the recipient of a text, even when combined with others.
@Suite struct OutsideSignsTests {
  /// The texts of an entry and their form for a status bar, which reads markup.
  static let markup: [(text: String, escaped: String)] = [
    ("a", "a"), ("", ""), ("a & b", "a &amp; b"), ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
    ("&amp;", "&amp;amp;"), ("<<>>", "&lt;&lt;&gt;&gt;"), ("é < 日本", "é &lt; 日本"),
    // A combining mark, a joiner or a variation selector forms one grapheme cluster with the
    // character.
    ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("&\u{200D}x", "&amp;\u{200D}x"),
    (">\u{FE0F}", "&gt;\u{FE0F}"), ("a<\u{338}", "a&lt;\u{338}"), ("👩‍💻<", "👩‍💻&lt;"),
  ]

  @Test(arguments: markup)
  func `a status bar`(text: String, escaped: String) throws {
    let line = WaybarJSON.line(
      of: EntryContent(title: text, subtitle: "s" + text, body: [text]), failure: text)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((object["text"] as? String)?.utf8.elementsEqual(escaped.utf8) == true)
    let lines = [escaped, "s" + escaped, escaped, escaped]
    let tooltip = (text.isEmpty ? Array(lines.dropFirst()) : lines).joined(separator: "\n")
    #expect((object["tooltip"] as? String)?.utf8.elementsEqual(tooltip.utf8) == true)
    #expect(object["class"] as? String == "failed")
    #expect(line.hasSuffix("}\n"))
  }

  /// Gauges and their percentage for a status bar.
  @Test(arguments: [
    (0.0, 0), (1.0, 100), (0.5, 50), (0.004, 0), (0.005, 1), (0.995, 100), (-3.0, 0), (7.5, 100),
  ])
  func `a gauge is a percentage`(gauge: Double, percentage: Int) {
    let line = WaybarJSON.line(of: EntryContent(title: "t", gauge: gauge))
    #expect(
      line == #"{"text":"t","tooltip":"t","class":"entry","percentage":\#(percentage)}"# + "\n")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a gauge that is no number is left out`(gauge: Double) {
    #expect(
      WaybarJSON.line(of: EntryContent(title: "t", symbol: "s", gauge: gauge))
        == #"{"text":"t","alt":"s","tooltip":"t","class":"entry"}"# + "\n")
  }

  /// Files and messages, and the annotation for the GitHub Actions runner.
  static let annotations: [(file: String, sentence: String, annotation: String)] = [
    ("a.json", "S.", "::error file=a.json,title=x::S."),
    ("a,b.json", "a, b: c.", "::error file=a%2Cb.json,title=x::a, b: c."),
    ("C:\\a", "100 %.", "::error file=C%3A\\a,title=x::100 %25."),
    ("a\nb", "a\nb.", "::error file=a%0Ab,title=x::a%0Ab."),
    ("a\rb", "a\rb.", "::error file=a%0Db,title=x::a%0Db."),
    // A carriage return and a line feed are one grapheme cluster.
    ("a\r\n::error::b", "S.", "::error file=a%0D%0A%3A%3Aerror%3A%3Ab,title=x::S."),
    ("a", "S.\r\n::error::b", "::error file=a,title=x::S.%0D%0A::error::b"),
    ("a%\u{301}", "%\u{301}0A", "::error file=a%25\u{301},title=x::%25\u{301}0A"),
    (":\u{301},\u{200D}", "S.", "::error file=%3A\u{301}%2C\u{200D},title=x::S."),
    ("日本.json", "é.", "::error file=日本.json,title=x::é."),
  ]

  @Test(arguments: annotations)
  func `an annotation`(file: String, sentence: String, annotation: String) {
    let finding = CheckFinding(
      file: file, severity: .error, code: "x", sentence: .verbatim(sentence), remedy: "")
    let found = CheckReport(files: [file], findings: [finding]).annotations
    #expect(found.count == 1)
    #expect(found.first?.utf8.elementsEqual(annotation.utf8) == true, "\(found)")
    #expect(found.first?.utf8.contains { $0 == 0x0A || $0 == 0x0D } == false)
  }
}
