import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import DefinitionFormats
@testable import WidgetFormats

/// Characters with a special meaning for the recipient of a text, even when they are combined with
/// others.
@Suite struct OutsideSignsTests {
  /// The texts of an entry, and their form for a status bar that reads markup.
  static let markup: [(text: String, escaped: String)] = [
    ("a", "a"), ("", ""), ("a & b", "a &amp; b"), ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
    ("&amp;", "&amp;amp;"), ("<<>>", "&lt;&lt;&gt;&gt;"), ("é < 日本", "é &lt; 日本"),
    // A combining mark, a joiner or a variation selector forms one grapheme cluster with the
    // character.
    ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("&\u{200D}x", "&amp;\u{200D}x"),
    (">\u{FE0F}", "&gt;\u{FE0F}"), ("a<\u{338}", "a&lt;\u{338}"), ("👩‍💻<", "👩‍💻&lt;"),
    // Control characters, including direction controls, are made visible as in the other bars.
    ("a\u{202E}<b", "a\\u{202E}&lt;b"), ("\u{1B}[31m", "␛[31m"),
  ]

  @Test(arguments: markup)
  func `texts are escaped for a status bar`(text: String, escaped: String) throws {
    let line = StatusBarLine.text(
      of: EntryContent(title: text, subtitle: "s" + text, body: [text]), for: .waybar,
      failure: text)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((object["text"] as? String)?.utf8.elementsEqual(escaped.utf8) == true)
    let lines = [escaped, "s" + escaped, escaped, escaped]
    let tooltip = (text.isEmpty ? Array(lines.dropFirst()) : lines).joined(separator: "\n")
    #expect((object["tooltip"] as? String)?.utf8.elementsEqual(tooltip.utf8) == true)
    #expect(object["class"] as? String == "failed")
    #expect(line.hasSuffix("}\n"))
  }

  /// Gauges, and their percentages for a status bar.
  @Test(arguments: [
    (0.0, 0), (1.0, 100), (0.5, 50), (0.004, 0), (0.005, 1), (0.995, 100), (-3.0, 0), (7.5, 100),
  ])
  func `a gauge is a percentage`(gauge: Double, percentage: Int) {
    let line = StatusBarLine.text(of: EntryContent(title: "t", gauge: gauge), for: .waybar)
    #expect(
      line == #"{"text":"t","tooltip":"t","class":"entry","percentage":\#(percentage)}"# + "\n")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a gauge that is not a number is left out`(gauge: Double) {
    #expect(
      StatusBarLine.text(
        of: EntryContent(title: "t", symbol: "s", gauge: gauge), for: .waybar)
        == #"{"text":"t","alt":"s","tooltip":"t","class":"entry"}"# + "\n")
  }

  /// Texts, and the lines for bars that have their own notation.
  ///
  /// The bars, in the versions that ``StatusBar`` lists, showed the texts unchanged.
  static let bars: [(bar: StatusBar, text: String, line: String)] = [
    (.line, "#[fg=red] %{F#f00} <fc=red>", "#[fg=red] %{F#f00} <fc=red>"),
    (.line, "## a", "## a"), (.line, "::error::x", "::error::x"), (.line, "", ""),
    (.line, "a\u{1B}[31m\nb", "a␛[31m␊b"),
    (.tmux, "#[fg=red]R #{S} #S #(x) %H", "##[fg=red]R ##{S} ##S ##(x) %H"),
    // tmux replaces a doubled sign by a single one twice, except before a bracket.
    (.tmux, "##", "###[]###[]"), (.tmux, "##[x]", "###[]##[x]"), (.tmux, "a# b", "a## b"),
    (.tmux, "C#", "C###[]"), (.tmux, "#\u{301}", "##\u{301}"),
    (.polybar, "%{A1:x:}y%{A}", "%%{O0}{A1:x:}y%%{O0}{A}"), (.polybar, "100% { }", "100% { }"),
    (.polybar, "%%{", "%%%{O0}{"), (.polybar, "{", "{"),
    (.xmobar, "<action=x>y</action>", "<raw=20:<action=x>y</action>/>"), (.xmobar, "", ""),
    (.xmobar, "é👨‍👩‍👧", "<raw=6:é👨‍👩‍👧/>"),
    (.i3bar, "a <b> \"c\"", #"{"full_text":"a <b> \"c\""}"#),
  ]

  @Test(arguments: bars.indices)
  func `a bar with its own notation`(_ index: Int) {
    let (bar, text, line) = Self.bars[index]
    #expect(StatusBarLine.text(of: EntryContent(title: text), for: bar) == line + "\n")
  }

  @Test(arguments: StatusBar.allCases)
  func `a narrow bar, and a failed entry`(bar: StatusBar) throws {
    func text(_ width: Int?, failure: String? = nil) -> String {
      StatusBarLine.text(
        of: EntryContent(title: "#é東<京", subtitle: "b"), for: bar, failure: failure, width: width)
    }
    let shown = ["#é東<京 · b", "#é東…", "…", "! #é東<京 · b"]
    let lines = [text(nil), text(5), text(1), text(nil, failure: "no network")]
    switch bar {
    case .line, .polybar: #expect(lines == shown.map { $0 + "\n" })
    case .tmux: #expect(lines == shown.map { $0.replacing("#", with: "##") + "\n" })
    case .xmobar:
      #expect(lines == shown.map { "<raw=\($0.unicodeScalars.count):\($0)/>\n" })
    case .i3bar:
      #expect(lines[0] == ##"{"full_text":"#é東<京 · b","short_text":"#é東<京"}"## + "\n")
      #expect(lines[1...2] == [##"{"full_text":"#é東…"}"## + "\n", #"{"full_text":"…"}"# + "\n"])
      #expect(lines[3].hasPrefix(##"{"full_text":"! #é東<京 · b""##))
      #expect(
        StatusBarLine.start(for: bar) + StatusBarLine.followed(lines[2], for: bar)
          == "{\"version\":1}\n[\n[{\"full_text\":\"…\"}],\n")
    case .waybar:
      #expect(lines[1].hasPrefix(##"{"text":"#é東…","##))
      #expect(lines[1].contains("&lt;京"))
      #expect(lines[3].contains(#""class":"failed""#))
    }
    if bar != .i3bar {
      #expect(StatusBarLine.start(for: bar) + StatusBarLine.followed("x\n", for: bar) == "x\n")
    }
  }

  /// Files and messages, and the annotations for the GitHub Actions runner.
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
  func `texts are escaped in an annotation`(file: String, sentence: String, annotation: String) {
    let finding = CheckFinding(
      file: file, severity: .error, code: "x", sentence: .verbatim(sentence), remedy: "")
    let found = CheckReport(files: [file], findings: [finding]).annotations
    #expect(found.count == 1)
    #expect(found.first?.utf8.elementsEqual(annotation.utf8) == true, "\(found)")
    #expect(found.first?.utf8.contains { $0 == 0x0A || $0 == 0x0D } == false)
  }
}
