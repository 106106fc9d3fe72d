import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The highlighted choice of a list, and the output for a step to the next choice.
@Suite("Highlighted choices")
struct FormHighlightTests {
  /// A text, and the part of it that is highlighted.
  static let texts: [(text: String, part: String)] = [
    ("", ""), ("Oslo", "Oslo"), ("Buenos Aires", "Buenos Aires"), ("a", "a"), ("- -", "- -"),
    ("abcdefghijklmno", "abcdefghijklmno"), ("abcdefghijklmnop", "abcdefghijklmno"),
    ("abcdefghijklmno/q", "abcdefghijklmno"), ("abcdefghijklmn/pq", "abcdefghijklmn"),
    ("kelp-search-staging/eu-west-2/krypton000000", "kelp-search"),
    ("America/Argentina/Ushuaia", "America"), ("Los Angeles, California", "Los Angeles"),
    ("New York -- North", "New York"), ("abc defghijklmnopqrst", "abc defghijklmn"),
    ("abcd efghijklmnopqrst", "abcd"), ("東京都千代田区丸の内一丁目", "東京都千代田区"),
    ("a東京都千代田区丸の内", "a東京都千代田区"), ("東京駅 (丸の内口) 一番線", "東京駅"),
    ("שלום עולם של בדיקות", "שלום עולם של"),
    ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"), ("e\u{301}t\u{E9}-printemps-automne", "e\u{301}t\u{E9}-printemps"),
    ("................................", "..............."),
    ("1234567890123456", "123456789012345"),
  ]

  @Test(arguments: texts)
  func part(text: String, part: String) {
    let cells = FormRenderer.highlighted(of: text)
    #expect(cells == displayWidth(part), "\(text)")
    #expect(text.prefix(cells: cells) == part)
    #expect(cells <= FormRenderer.highlightLimit)
  }

  /// Text that is typed into a list of long names, in order to compare the screens of successive
  /// steps.
  static let typed = ["", "k", "kelp", "web", "/eu", "dev", "!staging", "^kelp", "kry"]

  static let names = (0..<60).map { number -> String in
    let stones = ["kelp", "garnet", "slate", "cobalt"]
    let jobs = ["web", "search", "auth-proxy", "api", "cache"]
    let stages = ["dev", "staging", "prod"]
    return
      "\(stones[number / 7 % 4])-\(jobs[number % 5])-\(stages[number % 3])/eu-west-\(number % 4)/"
      + "krypton\(100_000 + number)"
  }

  private func screens(
    _ typed: String, theme: Theme, glyphs: Glyphs
  ) throws -> [Screen] {
    try (0..<9).map { steps in
      let script = "focus calendars[0], enter, type '\(typed)', down \(steps)"
      var picture = FormPicture(name: "", script: script)
      picture.glyphs = glyphs
      picture.answer = { _ in
        .success(
          OptionsCollection(items: Self.names.map { OptionItem(identifier: $0, display: $0) }))
      }
      return try picture.screen(theme: theme)
    }
  }

  @Test(arguments: TestDepth.part(4, of: typed), Theme.named.map { $0.value })
  func aStepIsShort(typed: String, theme: Theme) throws {
    for glyphs in [Glyphs.unicode, .ascii] {
      let screens = try self.screens(typed, theme: theme, glyphs: glyphs)
      for depth in [ColorDepth.none, .ansi16, .trueColor] {
        let diff = ScreenDiff(depth: depth)
        for (place, (screen, next)) in zip(screens, screens.dropFirst()).enumerated() {
          #expect(screen != next)
          // The first step leads from the typed text into the list, so the footer changes as well:
          // it shows which key marks a choice.
          let limit = place == 0 && !typed.isEmpty ? 250 : 110
          for bytes in [diff.bytes(from: screen, to: next), diff.bytes(from: next, to: screen)] {
            #expect(
              bytes.count <= limit, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
          }
        }
      }
    }
  }

  /// In the row, only the bar of the box and the highlighted choice, starting at the pointer, are
  /// reversed.
  @Test(arguments: Theme.named.map { $0.value })
  func theBarIsPlainlyVisible(theme: Theme) throws {
    for (steps, screen) in try self.screens("", theme: theme, glyphs: .unicode).enumerated() {
      let rows = (0..<screen.rows).filter { screen.cell(row: $0, column: 0)?.text == "▸" }
      let row = try #require(rows.count == 1 ? rows.first : nil)
      let reversed = (0..<screen.columns).filter {
        screen.cell(row: row, column: $0)?.style.attributes.contains(.reverse) == true
      }
      let width = FormRenderer.highlighted(of: Self.names[steps])
      #expect(reversed == Array(0..<6 + width), "\(Self.names[steps])")
      for other in 5..<screen.rows - 3 where other != row {
        #expect(screen.cell(row: other, column: 2)?.style.attributes.contains(.reverse) == false)
      }
    }
  }

  /// The marks of a search look different from the bar and from the row.
  @Test(arguments: Theme.named.map { $0.value })
  func marksCanBeTold(theme: Theme) throws {
    let screen = try #require(try self.screens("kelp", theme: theme, glyphs: .unicode).first)
    let rows = (0..<screen.rows).filter { screen.textLines[$0].dropFirst(6).hasPrefix("kelp-") }
    #expect(rows.count > 5)
    for row in rows {
      let marked = screen.cell(row: row, column: 9)?.style.attributes
      let plain = screen.cell(row: row, column: 10)?.style.attributes
      #expect(marked?.contains(.underline) == true && plain?.contains(.underline) == false)
      #expect(marked?.subtracting(.underline) == plain, "one attribute is all that differs")
    }
  }
}
