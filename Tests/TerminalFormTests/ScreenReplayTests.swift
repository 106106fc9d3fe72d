import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Tests diffs by replaying them in an emulator.
@Suite("Screen replay")
struct ScreenReplayTests {
  private static let texts = [
    "hello", "a", "  ", "          ", "日本語", "naïve", "👨‍👩‍👧", "🇳🇴", "e\u{301}", "│", "────",
    "x日y", "\u{1B}[2J", "option 17 of many", "❤\u{FE0F}",
  ]
  private static let styles = [
    Style.plain, .plain, Style(attributes: .bold), Style(attributes: [.reverse]),
    Style(foreground: .ansi(2)), Style(background: .ansi(12)), Style(attributes: [.dim, .italic]),
    Style(foreground: .rgb(10, 200, 30), background: .indexed(99), attributes: .underline),
    Style(attributes: .strikethrough),
  ]

  private func scribble(_ screen: inout Screen, _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let style = Self.styles.randomElement(using: &random) ?? .plain
      let row = Int.random(in: 0..<screen.rows, using: &random)
      let column = Int.random(in: -3..<screen.columns, using: &random)
      if Int.random(in: 0..<5, using: &random) == 0 {
        let size = Int.random(in: 1...20, using: &random)
        screen.fill(ScreenRect(row: row, column: column, rows: 2, columns: size), style: style)
      } else {
        let text = Self.texts.randomElement(using: &random) ?? ""
        screen.put(text, row: row, column: column, style: style)
      }
    }
    let isVisible = Bool.random(using: &random)
    screen.cursor =
      isVisible
      ? ScreenPosition(
        row: Int.random(in: 0..<screen.rows, using: &random),
        column: Int.random(in: 0..<screen.columns, using: &random)) : nil
  }

  private func check(
    _ terminal: VirtualTerminal, _ screen: Screen, _ random: SeededGenerator, _ step: Int
  ) {
    #expect(screen.firstDifference(on: terminal) == nil, "\(random), step \(step)")
    #expect(terminal.unknown == [], "\(random), step \(step)")
    #expect(terminal.pen == VirtualTerminal.Pen(), "\(random), step \(step)")
    #expect(terminal.isCursorVisible == (screen.cursor != nil), "\(random), step \(step)")
    #expect(!terminal.modes.contains(2026), "\(random), step \(step)")
    guard let cursor = screen.cursor else { return }
    #expect(terminal.row == cursor.row && terminal.column == cursor.column, "\(random) \(step)")
  }

  @Test func aDiffIsNeverLongerThanAWholeFrame() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var before = Screen(columns: 30, rows: 5)
      scribble(&before, &random)
      var after = before
      scribble(&after, &random)
      let diff = ScreenDiff(isSynchronized: false)
      let change = diff.bytes(from: before, to: after).count
      #expect(change <= diff.bytes(from: nil, to: after).count + 60, "\(random)")
    }
  }
}

extension Screen {
  /// The cells that an emulator must show.
  var expectedCells: [[VirtualTerminal.Cell]] {
    (0..<rows).map { row in
      (0..<columns).compactMap { column in
        cell(row: row, column: column).map {
          VirtualTerminal.Cell(text: $0.text, pen: VirtualTerminal.Pen($0.style))
        }
      }
    }
  }
}

extension Screen {
  /// A description of the first cell that an emulator shows differently.
  func firstDifference(on terminal: VirtualTerminal) -> String? {
    for (row, (shown, expected)) in zip(terminal.shown, expectedCells).enumerated()
    where shown != expected {
      for (column, (cell, other)) in zip(shown, expected).enumerated() where cell != other {
        return "row \(row), column \(column): \(cell), not \(other)"
      }
    }
    return nil
  }
}

extension VirtualTerminal {
  /// The visible cells; blanks have only the visible part of their pen.
  var shown: [[Cell]] {
    cells.map { row in
      row.map { cell in
        var cell = cell
        guard cell.text == " " else { return cell }
        cell.pen.attributes.formIntersection([4, 7, 9])
        if cell.pen.attributes.isEmpty { cell.pen.foreground = "" }
        return cell
      }
    }
  }
}

extension VirtualTerminal.Pen {
  /// The pen that SGR sets for a style, reimplemented from the standard.
  init(_ style: Style) {
    self.init()
    let codes: [(TextAttributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]
    attributes = Set(codes.filter { style.attributes.contains($0.0) }.map(\.1))
    foreground = Self.code(style.foreground, 30)
    background = Self.code(style.background, 40)
  }

  private static func code(_ color: TerminalColor, _ base: Int) -> String {
    switch color {
    case .default: ""
    case .ansi(let number): "\(number < 8 ? base + Int(number) : base + 52 + Int(number))"
    case .indexed(let number): "\(base + 8);5;\(number)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
