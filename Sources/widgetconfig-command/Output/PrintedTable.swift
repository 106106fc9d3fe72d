import DefinitionFormats
import Messages
import TerminalForm

/// Rows of a result in columns, which are as wide as their texts require.
///
/// On a terminal, a table begins with the titles of its columns, and a row that does not fit on a
/// line continues below the start of its last column. In other output, a row is a single line and
/// there are no titles, so that programs that read lines get only rows.
struct PrintedTable {
  /// A text with its role.
  typealias Cell = ReportLine.Span

  /// The width of the labels next to answers; only longer labels exceed it.
  static let widestLabel = 32

  private let titles: [String]
  /// The number of blanks before each row.
  private let indent: Int
  private let isTerminal = Terminal.isShown
  /// The width of each column so far; it never shrinks, so that later rows stay aligned with
  /// earlier ones.
  private var widths: [Int] = []

  init(titles: [String] = [], indent: Int = 0) {
    self.titles = titles
    self.indent = indent
  }

  /// The lines of further rows; the first call puts the titles before them.
  mutating func lines(of rows: [[Cell]]) -> [ReportLine] {
    guard !rows.isEmpty else { return [] }
    let isFirst = widths.isEmpty
    let head = isFirst && isTerminal && !titles.isEmpty ? [titles.map { Cell($0, .secondary) }] : []
    let all = head + rows
    for row in all {
      widths += [Int](repeating: 0, count: max(0, row.count - widths.count))
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], displayWidth(cell.text))
      }
    }
    return all.map(line)
  }

  private func line(_ row: [Cell]) -> ReportLine {
    let cells = row.reversed().drop { $0.text.isEmpty }.reversed()
    var spans: [Cell] = []
    var start = indent
    for (cell, width) in zip(cells.dropLast(), widths) {
      spans += [cell, Cell(blanks: max(0, width - displayWidth(cell.text)) + 2)]
      start += width + 2
    }
    return ReportLine([Cell(blanks: indent)] + spans + cells.suffix(1), hanging: start)
  }
}

extension String {
  /// The text without the blanks at its end.
  var withoutEndingBlanks: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension ReportLine.Span {
  fileprivate init(blanks: Int) { self.init(String(repeating: " ", count: blanks)) }
}

extension ReportLine {
  /// The line broken at blanks to fit a terminal's width.
  ///
  /// Each line except the first begins with ``hanging`` blanks, or with fewer if they would leave
  /// too little room.
  func wrapped(to width: Int) -> [ReportLine] {
    guard displayWidth(text) > width else { return [self] }
    let hanging = hanging ?? text.prefix { $0 == " " }.count + 2
    let indent = hanging + 20 <= width ? hanging : min(4, width / 2)
    var lines: [[Span]] = []
    var line: [Span] = []
    var (used, blanks) = (0, 0)
    func end() {
      lines.append(line)
      line = [Span(blanks: indent)]
      (used, blanks) = (indent, 0)
    }
    for span in spans {
      let parts = span.text.split(separator: " ", omittingEmptySubsequences: false)
      for (number, part) in parts.enumerated() {
        if number > 0 { blanks += 1 }
        guard !part.isEmpty else { continue }
        var word = visible(String(part))
        let isBeside = lines.isEmpty ? !line.isEmpty : used > indent
        if isBeside, used + blanks + displayWidth(word) > width {
          end()
        } else {
          line.append(Span(blanks: blanks))
          (used, blanks) = (used + blanks, 0)
        }
        // A word that is longer than a line, such as a path, is broken after a separator between
        // its parts if there is one, or else between characters.
        while used + displayWidth(word) > width {
          var head = word.prefix(cells: max(1, width - used))
          if let sign = head.lastIndex(where: { "/\\-_.,;:&?=".contains($0) }),
            displayWidth(String(head[...sign])) > (width - used) / 2
          {
            head = String(head[...sign])
          }
          guard !head.isEmpty else { break }
          line.append(Span(head, span.role))
          word = String(word.dropFirst(head.count))
          end()
        }
        line.append(Span(word, span.role))
        used += displayWidth(word)
      }
    }
    return (lines + [line]).map { ReportLine($0) }
  }
}
