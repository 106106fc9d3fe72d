import IntentModel
import Messages
import Testing
import WidgetTestSupport
import WidgetTimeline

@testable import TerminalForm

@Suite struct EntryDrawingTests {
  static let contents: [(name: String, content: EntryContent)] = [
    (
      "full",
      EntryContent(
        title: "Stand-up", subtitle: "in 10 min",
        body: ["Room 4", "A line that is longer than the box of a small widget is broken."],
        symbol: "calendar", gauge: 0.25, image: "room",
        links: [EntryLink(label: "Map", url: "a:map"), EntryLink(label: "Call", url: "a:call")])
    ),
    ("title", EntryContent(title: "10:09", subtitle: "Berlin")),
    (
      "wide",
      EntryContent(
        title: "東京の予定はこちらです、どうぞよろしくお願いします", subtitle: "会議室四",
        body: ["資料を用意してください。", "👩‍🚀 宇宙飛行士", "e\u{301}té"], gauge: 1)
    ),
    (
      "hostile",
      EntryContent(
        title: "\u{1B}[31mred\u{7}", subtitle: "a\u{202E}b", body: ["tab\there", "two\nlines"])
    ),
    ("empty", EntryContent(title: "")),
    (
      "many", EntryContent(title: "Cities", body: (1...30).map { "City \($0)" }, gauge: .nan)
    ),
  ]

  @Test(arguments: contents.indices)
  func `Every family has its picture`(_ index: Int) {
    let (name, content) = Self.contents[index]
    let pictures = WidgetFamily.allCases.map { family in
      "\(family.rawValue)\n" + EntryDrawing(content, family: family).lines.joined(separator: "\n")
    }
    let text = pictures.joined(separator: "\n\n")
    if let difference = Golden.difference(text, fromFile: "Fixtures/Timelines/entry-\(name).txt") {
      Issue.record("\(difference)")
    }
  }

  @Test(arguments: WidgetFamily.allCases)
  func `All lines have the width of the box, with any content`(family: WidgetFamily) {
    let box = CellSize.box(of: family)
    for (name, content) in Self.contents {
      for columns in 0...box.columns + 1 {
        for rows in [0, 1, 2, 3, 4, box.rows] {
          let drawing = EntryDrawing(content, family: family, columns: columns, rows: rows)
          let lines = drawing.lines
          let height = columns == 0 ? 0 : min(rows, box.rows)
          #expect(lines.count == height, "\(name) \(columns)x\(rows)")
          let widths = Set(lines.map { displayWidth($0) })
          #expect(
            widths.isSubset(of: [min(columns, box.columns)]), "\(name) \(columns)x\(rows)")
        }
      }
    }
  }

  @Test func `No terminal control sequence gets through`() throws {
    for family in WidgetFamily.allCases {
      for (_, content) in Self.contents {
        let text = EntryDrawing(content, family: family).lines.joined()
        let bad = text.unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x202E }
        #expect(bad.isEmpty, "\(family)")
      }
    }
  }

  @Test func `The box on a terminal without UTF-8 is ASCII`() {
    let content = EntryContent(title: "Verse", body: ["a"], gauge: 0.5)
    let lines = EntryDrawing(content, family: .systemSmall, glyphs: .ascii).lines
    let isASCII = lines.joined().allSatisfy { $0.isASCII }
    #expect(isASCII)
    #expect(lines.first == "+--------------------+")
    #expect(lines[lines.count - 2] == "| =======------- 50% |")
  }

  /// A fraction, and the bar for it in a small widget.
  static let gauges: [(share: Double, bar: String)] = [
    (0, "─────────────── 0%"), (0.5, "━━━━━━━─────── 50%"), (1, "━━━━━━━━━━━━━ 100%"),
    (-3, "─────────────── 0%"), (7, "━━━━━━━━━━━━━ 100%"), (0.004, "─────────────── 0%"),
  ]

  @Test(arguments: gauges)
  func `A gauge is a bar and a number`(share: Double, bar: String) {
    let lines = EntryDrawing(EntryContent(title: "t", gauge: share), family: .systemSmall).lines
    #expect(lines[lines.count - 2] == "│ \(bar) │")
  }

  @Test func `The number of a gauge has the digits of the language, as on a page`() {
    let content = EntryContent(title: "t", gauge: 0.75)
    for (locale, number) in [("de", " 75%"), ("ar-EG", " ٧٥%")] {
      let lines = EntryDrawing(
        content, family: .systemSmall, words: FormWords(locale: locale)
      ).lines
      #expect(lines[lines.count - 2].contains(number), "\(lines)")
    }
    for share in [Double.nan, .infinity] {
      let odd = EntryDrawing(EntryContent(title: "t", gauge: share), family: .systemSmall).lines
      #expect(!odd.joined().contains("%"), "\(odd)")
    }
  }

  @Test func `Parts with links are shown where the family allows them`() {
    let content = EntryContent(title: "t", links: [EntryLink(label: "Map", url: "a:b")])
    for family in WidgetFamily.allCases {
      let shows = EntryDrawing(content, family: family).lines.contains { $0.contains("Map") }
      #expect(shows == family.hasSeveralTapTargets, "\(family)")
    }
  }
}
