/// A color drawing of a terminal's screen, as SVG.
///
/// Adjacent cells with the same pen become one text with an explicit length, so that the grid is
/// right in any monospaced font. Equal screens give equal texts.
package struct ScreenPicture {
  private let terminal: VirtualTerminal
  private let title: String

  /// The width of a cell in tenths of a pixel, and its height in pixels.
  private static let (tenthsWide, height) = (84, 18)
  /// The space around the screen, in pixels.
  private static let margin = 12
  private static let (paper, ink) = ("#1b1d23", "#d7dae0")

  /// Makes a picture of a screen; the title is for people who cannot see the picture.
  package init(_ terminal: VirtualTerminal, title: String) {
    self.terminal = terminal
    self.title = title
  }

  /// The picture.
  package var svg: String {
    let width = Self.pixels(terminal.columns * Self.tenthsWide + 20 * Self.margin)
    let height = terminal.rows * Self.height + 2 * Self.margin
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" \
      font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14">
      """,
      "<title>\(Self.escaped(title))</title>",
      "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"\(Self.paper)\"/>",
    ]
    for row in 0..<terminal.rows {
      let runs = Self.runs(of: terminal.cells[row])
      lines += runs.compactMap { background(of: $0, row: row) }
      lines += runs.compactMap { text(of: $0, row: row) }
    }
    return (lines + ["</svg>"]).joined(separator: "\n")
  }

  /// Adjacent cells with the same pen; a wide character is a separate run.
  struct Run: Equatable {
    var column: Int
    var width: Int
    var text: String
    var pen: VirtualTerminal.Pen
  }

  /// The runs of a row, from left to right.
  static func runs(of cells: [VirtualTerminal.Cell]) -> [Run] {
    var runs: [Run] = []
    var isClosed = true
    for (column, cell) in cells.enumerated() {
      if cell.text.isEmpty {
        // The right half of a wide character.
        if !runs.isEmpty { runs[runs.count - 1].width += 1 }
        isClosed = true
        continue
      }
      let isWide = column + 1 < cells.count && cells[column + 1].text.isEmpty
      if isClosed || isWide || runs.last?.pen != cell.pen {
        runs.append(Run(column: column, width: 1, text: cell.text, pen: cell.pen))
        isClosed = isWide
      } else {
        runs[runs.count - 1].width += 1
        runs[runs.count - 1].text += cell.text
      }
    }
    return runs
  }

  private func background(of run: Run, row: Int) -> String? {
    let color = Self.colors(of: run.pen).background
    guard color != Self.paper else { return nil }
    let (left, top) = (Self.left(run.column), Self.margin + row * Self.height)
    let width = Self.pixels(run.width * Self.tenthsWide)
    return """
      <rect x="\(left)" y="\(top)" width="\(width)" height="\(Self.height)" fill="\(color)"/>
      """
  }

  private func text(of run: Run, row: Int) -> String? {
    let isDecorated = !run.pen.attributes.isDisjoint(with: [4, 9])
    guard isDecorated || run.text.contains(where: { $0 != " " }) else { return nil }
    let base = Self.margin + row * Self.height + 13
    var attributes = [
      "x=\"\(Self.left(run.column))\"", "y=\"\(base)\"",
      "textLength=\"\(Self.pixels(run.width * Self.tenthsWide))\"",
      "fill=\"\(Self.colors(of: run.pen).foreground)\"",
    ]
    if run.pen.attributes.contains(1) { attributes.append("font-weight=\"bold\"") }
    if run.pen.attributes.contains(2) { attributes.append("opacity=\"0.6\"") }
    if run.pen.attributes.contains(3) { attributes.append("font-style=\"italic\"") }
    let lines = [(4, "underline"), (9, "line-through")]
      .filter { run.pen.attributes.contains($0.0) }.map(\.1)
    if !lines.isEmpty {
      attributes.append("text-decoration=\"\(lines.joined(separator: " "))\"")
    }
    return """
      <text xml:space="preserve" \(attributes.joined(separator: " "))>\(Self.escaped(run.text))</text>
      """
  }

  private static func left(_ column: Int) -> String {
    pixels(column * tenthsWide + 10 * margin)
  }

  /// Converts tenths of a pixel to pixels.
  private static func pixels(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  // MARK: Colors

  /// The colors of a pen as CSS, swapped for reverse video.
  static func colors(of pen: VirtualTerminal.Pen) -> (foreground: String, background: String) {
    let foreground = color(pen.foreground, base: 30) ?? ink
    let background = color(pen.background, base: 40) ?? paper
    return pen.attributes.contains(7) ? (background, foreground) : (foreground, background)
  }

  /// The color for the parameters of a pen; nil for the default color.
  private static func color(_ text: String, base: Int) -> String? {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    guard let first = numbers.first else { return nil }
    switch (first - base, numbers.count) {
    case (0...7, 1): return palette[first - base]
    case (60...67, 1): return palette[8 + first - base - 60]
    case (8, 3): return indexed(numbers[2])
    case (8, 5): return css(numbers[2], numbers[3], numbers[4])
    default: return nil
    }
  }

  /// One of the 256 colors: a palette of 16, a cube with 6 steps per side, and 24 grays.
  private static func indexed(_ number: Int) -> String {
    if number < 16 { return palette[max(0, number)] }
    if number >= 232 {
      let grey = 8 + 10 * (min(number, 255) - 232)
      return css(grey, grey, grey)
    }
    let steps = [0, 95, 135, 175, 215, 255]
    let place = number - 16
    return css(steps[place / 36], steps[place / 6 % 6], steps[place % 6])
  }

  private static func css(_ red: Int, _ green: Int, _ blue: Int) -> String {
    "#"
      + [red, green, blue].map { part in
        let hex = String(max(0, min(part, 255)), radix: 16)
        return hex.count == 1 ? "0" + hex : hex
      }.joined()
  }

  private static let palette = [
    "#2b2e36", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0",
    "#7f848e", "#ff7b86", "#b5e08f", "#ffd68a", "#7cc3ff", "#dd94f0", "#6fd3df", "#ffffff",
  ]
}
