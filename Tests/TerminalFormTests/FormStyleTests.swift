import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// The styles of cells, by what they mean.
@Suite("Styles of the form")
struct FormStyleTests {
  let theme = Theme.standard

  /// The style of a text at its first position in a row; nil if the text is missing.
  private func style(of text: String, row: Int, on screen: Screen) -> Style? {
    let cells = (0..<screen.columns).compactMap { screen.cell(row: row, column: $0) }
    for start in cells.indices {
      let rest = cells[start...].map(\.text).joined()
      if rest.hasPrefix(text) { return cells[start].style }
    }
    return nil
  }

  private func line(with text: String, on screen: Screen) -> Int? {
    screen.textLines.firstIndex { $0.contains(text) }
  }

  /// A script, a text on the screen, and its style.
  static let cases: [(script: String, text: String, style: @Sendable (Theme) -> Style)] = [
    ("", "Up Next", \.title), ("", "The next events", \.secondary), ("", "───", \.secondary),
    ("", "Family", \.focused), ("", "▸", \.focused), ("", "‹", \.focused),
    ("", "Medium", \.value), ("", "Mirror", \.label), ("", "[ ] Off", \.value),
    ("", "Choose…", \.secondary), ("", "0 of 2", \.secondary), ("", "Not set", \.secondary),
    ("", "All events", \.value), ("", "1 d 12 h", \.value), ("", "━", \.accent),
    ("", "●", \.accent), ("", "0.5", \.value), ("", "[ Save ]", \.label),
    ("", "The size and place", \.secondary), ("", "↑↓", \.key), ("", "move", \.secondary),
    ("end", "[ Cancel ]", \.highlight), ("focus lines", "default", \.secondary),
    ("down, enter", "[✓]", \.accent), ("down, enter", "*", \.modified),
    ("down, enter", "modified", \.modified),
    ("focus heading, type 'Soon'", "Soon", \.field),
    ("focus lookAhead, type 'soon', commit", "Expected a duration", \.problem),
    ("focus lookAhead, type 'soon', down", "! Expected", \.problem),
    ("focus lines, right, esc", "1 change is not", \.problem),
    ("focus lines, right, esc", "discard", \.secondary),
    ("focus calendars[0], enter", "Calendars", \.focused),
    ("focus calendars[0], enter", "On this computer", \.section),
    ("focus calendars[0], enter", "Work", \.highlight),
    ("focus calendars[0], enter", "Home", \.value),
    ("focus calendars[0], enter", "42 events", \.secondary),
    ("focus calendars[0], enter, type 'zebra'", "Nothing matches", \.secondary),
    ("focus calendars[0], enter, type 'zebra'", "zebra", \.field),
    ("focus calendars[0], enter, type 'team'", "1 of 5", \.secondary),
  ]

  @Test(arguments: cases)
  func style(script: String, text: String, expected: @Sendable (Theme) -> Style) throws {
    let screen = try FormPicture(name: "", script: script).screen()
    let row = try #require(line(with: text, on: screen), "no “\(text)”")
    #expect(style(of: text, row: row, on: screen) == expected(theme), "\(text)")
  }

  /// The text that is typed into a list, and a choice with its matched characters in brackets.
  static let matches: [(typed: String, item: String, shown: String)] = [
    ("wor", "Work", "[Wor]k"), ("wk", "Work", "[W]or[k]"), ("RK", "Work", "Wo[rk]"),
    ("zur", "Zürich HB", "[Zür]ich HB"), ("h$", "Zürich", "Züric[h]"),
    ("東 駅", "東京駅", "[東]京[駅]"), ("stop", "Family 👩‍👩‍👧 stop", "Family 👩‍👩‍👧 [stop]"),
    ("👧", "Family 👩‍👩‍👧 stop", "Family [👩‍👩‍👧] stop"), ("!x", "Work", "Work"),
    ("work-id", "Work", "Work"), ("a | w", "Work", "[W]ork"),
    (
      "xz", "x" + String(repeating: "-", count: 90) + "z", "[x]" + String(repeating: "-", count: 70)
    ),
    ("カ", "カラス 東京", "[カ]ラス"),
    ("x", "Work x" + String(repeating: "-", count: 1_018), "Work [x]"),
    ("x", "Work x" + String(repeating: "-", count: 1_019), "Work x-"),
  ]

  @Test(arguments: matches)
  func matchedCharactersAreMarked(typed: String, item: String, shown: String) throws {
    var picture = FormPicture(name: "", script: "focus calendars[0], enter, type '\(typed)'")
    picture.answer = { _ in
      .success([
        OptionItem(identifier: "work-id", display: item),
        OptionItem(identifier: "x2", display: "zz"),
      ])
    }
    let screen = try picture.screen()
    let row = try #require(line(with: String(item.prefix(4)), on: screen))
    var found = ""
    var isMatch = false
    for column in 6..<screen.columns {
      guard let cell = screen.cell(row: row, column: column), cell.width > 0 else { continue }
      let isMarked = cell.style.attributes.isSuperset(of: theme.match.attributes)
      if isMarked != isMatch { found += isMarked ? "[" : "]" }
      isMatch = isMarked
      found += cell.text
    }
    #expect(found.hasPrefix(shown), "\(found)")
    #expect(found.contains("[") == shown.contains("["), "\(found)")
  }

  @Test func aMatchKeepsTheLookOfItsChoice() throws {
    let screen = try FormPicture(name: "", script: "focus calendars[0], enter, type 'o'").screen()
    let row = try #require(line(with: "Work", on: screen))
    let marked = try #require(style(of: "o", row: row, on: screen))
    #expect(marked.attributes == theme.highlight.attributes.union(theme.match.attributes))
    // The colour of a match is omitted, because reverse video would make it the background colour.
    #expect(marked.foreground == .default)
    #expect(style(of: "W", row: row, on: screen) == theme.highlight)
  }

  @Test func whatLiesBeyondTheFamilyIsDim() throws {
    let picture = FormPicture(name: "", family: .systemSmall, draft: FormPictureTests.both)
    let screen = try picture.screen()
    let row = try #require(line(with: "not in this family", on: screen))
    #expect(style(of: "Home", row: row, on: screen) == theme.secondary)
    #expect(style(of: "2", row: row, on: screen) == theme.secondary)
    #expect(style(of: "Work", row: row - 1, on: screen) == theme.value)
  }

  @Test func aChoiceThatFailedIsAProblem() throws {
    var picture = FormPicture(name: "", script: "focus calendars[0], enter")
    picture.answer = { _ in .failure(FormPictureTests.failure) }
    let screen = try picture.screen()
    let row = try #require(line(with: "did not answer", on: screen))
    #expect(style(of: "calendars: The source", row: row, on: screen) == theme.problem)
    #expect(style(of: "Look at", row: row + 2, on: screen) == theme.secondary)
  }

  @Test func theSignsOfACutTextAreDim() throws {
    let script = "focus heading, type '\(FormPictureTests.long)', press wordLeft"
    let screen = try FormPicture(name: "", script: script).screen()
    let row = try #require(line(with: "Heading", on: screen))
    #expect(screen.cell(row: row, column: 25)?.text == "…")
    #expect(screen.cell(row: row, column: 25)?.style == theme.secondary)
  }

  @Test func withoutColoursThereAreNone() throws {
    let pictures = FormPictureTests.forms + FormPictureTests.edits + FormPictureTests.lists
    for picture in pictures {
      let screen = try picture.screen(theme: .monochrome)
      for row in 0..<screen.rows {
        for column in 0..<screen.columns {
          let style = screen.cell(row: row, column: column)?.style
          #expect(style?.foreground == .default && style?.background == .default)
        }
      }
    }
  }

  @Test func withoutColoursTheFocusIsBoldAndTheChoiceReversed() throws {
    let form = try FormPicture(name: "", script: "focus lines").screen(theme: .monochrome)
    let row = try #require(line(with: "Lines", on: form))
    #expect(style(of: "Lines", row: row, on: form)?.attributes == .bold)
    #expect(style(of: "Emphasis", row: row - 1, on: form)?.attributes == [])
    let list = try FormPicture(name: "", script: "focus show, enter").screen(theme: .monochrome)
    let choice = try #require(line(with: "All events", on: list))
    #expect(style(of: "All events", row: choice, on: list)?.attributes == .reverse)
  }
}
