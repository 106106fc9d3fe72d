package import FormEngine
package import IntentModel
import Messages
import WidgetForm
package import WidgetTimeline

/// A size in terminal cells.
package struct CellSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of a family's box with its border, roughly proportional to the family's size in
  /// points.
  ///
  /// The inline family is one line without a border. Almost every box fits on a terminal of the
  /// usual size. An unknown family has the size that its widget specifies, or else that of the
  /// usual family.
  package static func box(of family: WidgetFamily, size: DisplaySize? = nil) -> CellSize {
    switch family {
    case .systemSmall: CellSize(columns: 22, rows: 9)
    case .systemLarge: CellSize(columns: 44, rows: 19)
    case .systemExtraLarge: CellSize(columns: 80, rows: 19)
    case .systemExtraLargePortrait: CellSize(columns: 44, rows: 29)
    case .accessoryCorner: CellSize(columns: 12, rows: 4)
    case .accessoryCircular: CellSize(columns: 12, rows: 5)
    case .accessoryRectangular: CellSize(columns: 26, rows: 5)
    case .accessoryInline: CellSize(columns: 40, rows: 1)
    case .systemMedium: CellSize(columns: 44, rows: 9)
    default: size.map { box(of: $0) } ?? box(of: .usual)
    }
  }

  /// The box of a size in points, on the scale of the known families.
  private static func box(of size: DisplaySize) -> CellSize {
    func cells(_ points: Double, each: Double, border: Double, in range: ClosedRange<Int>) -> Int {
      let count = (points / each + border).rounded()
      return Int(min(max(count, Double(range.lowerBound)), Double(range.upperBound)))
    }
    return CellSize(
      columns: cells(size.width, each: 8.2, border: 2.7, in: 12...80),
      rows: cells(size.height, each: 19.6, border: 0.9, in: 3...60))
  }
}

/// The characters that a box is drawn with.
package struct BoxGlyphs: Hashable, Sendable {
  package var corners: [String]
  package var horizontal: String
  package var vertical: String
  package var filled: String
  package var track: String

  /// For terminals whose locale is UTF-8.
  package static let unicode = BoxGlyphs(
    corners: ["╭", "╮", "╰", "╯"], .unicode)

  /// For all other terminals.
  package static let ascii = BoxGlyphs(
    corners: ["+", "+", "+", "+"], .ascii)

  private init(corners: [String], _ glyphs: Glyphs) {
    self.corners = corners
    (horizontal, vertical) = (glyphs.rule, glyphs.divider)
    (filled, track) = (glyphs.filled, glyphs.track)
  }
}

/// Draws an entry's content as lines of text in a box; all lines have the same width in cells.
///
/// The caller resolves live dates first. Control characters are made visible, and wide characters
/// are never halved.
package struct EntryDrawing: Sendable {
  package let content: EntryContent
  package let family: WidgetFamily
  package let size: CellSize
  package let glyphs: BoxGlyphs
  private let words: FormWords

  /// Prepares a drawing.
  ///
  /// - Parameters:
  ///   - content: The content of the entry.
  ///   - family: The family of the widget.
  ///   - displaySize: The size of the widget, for an unknown family.
  ///   - columns: The available columns. The box is narrowed to fit.
  ///   - rows: The available rows. The box is shortened to fit.
  ///   - glyphs: The characters of the box.
  ///   - words: The language in which the number of a gauge is written.
  package init(
    _ content: EntryContent, family: WidgetFamily, displaySize: DisplaySize? = nil,
    columns: Int = .max, rows: Int = .max, glyphs: BoxGlyphs = .unicode, words: FormWords = .english
  ) {
    let box = CellSize.box(of: family, size: displaySize)
    self.content = content
    self.family = family
    size = CellSize(
      columns: max(0, min(box.columns, columns)), rows: max(0, min(box.rows, rows)))
    self.glyphs = glyphs
    self.words = words
  }

  /// The lines from top to bottom, one for each row of the box.
  package var lines: [String] {
    guard size.columns > 0, size.rows > 0 else { return [] }
    guard size.rows >= 3, size.columns >= 6 else {
      return [content.inline.truncated(to: size.columns).padded(to: size.columns)]
        + Array(repeating: String(repeating: " ", count: size.columns), count: size.rows - 1)
    }
    return boxed(family == .accessoryCircular || family == .accessoryCorner ? centred : listed)
  }

  private var innerColumns: Int { size.columns - 4 }
  private var innerRows: Int { size.rows - 2 }
  private var title: String { content.title.description }
  private var subtitle: String { content.subtitle?.description ?? "" }

  private var centred: [String] {
    var lines = [title, subtitle].filter { !$0.isEmpty }
    if let gauge, innerRows > lines.count { lines.append(gauge) }
    let shown = lines.prefix(innerRows).map { $0.centered(in: innerColumns) }
    return Array(repeating: "", count: (innerRows - shown.count) / 2) + shown
  }

  /// The title, subtitle and body at the top, and the gauge and the links at the bottom.
  private var listed: [String] {
    let foot = Array(([gauge].compactMap { $0 } + links).prefix(max(0, innerRows - 1)))
    let room = innerRows - foot.count
    var lines = wrapped(title, atMost: innerRows > 4 ? 2 : 1)
    if !subtitle.isEmpty {
      lines += wrapped(subtitle, atMost: innerRows > 4 ? 2 : 1)
    }
    let rest = content.body.flatMap { $0.description.wrapped(to: innerColumns) }
    lines += rest
    if lines.count > room {
      // If the box is tall enough, its last line shows the number of hidden lines.
      let hidden = lines.count - room + 1
      lines = room > 3 ? lines.prefix(room - 1) + ["+\(hidden)"] : Array(lines.prefix(room))
    }
    return lines + Array(repeating: "", count: max(0, room - lines.count)) + foot
  }

  private var links: [String] {
    guard family.hasSeveralTapTargets else { return [] }
    return content.links.map { "› " + $0.label }
  }

  private var gauge: String? {
    guard let percent = content.percentage else { return nil }
    let number = words.percent(percent)
    let track = innerColumns - number.count - 1
    guard track >= 4 else { return number }
    let filled = track * percent / 100
    return String(repeating: glyphs.filled, count: filled)
      + String(repeating: glyphs.track, count: track - filled) + " " + number
  }

  /// Wraps a text to at most `count` lines, and truncates the last one.
  private func wrapped(_ text: String, atMost count: Int) -> [String] {
    let lines = text.wrapped(to: innerColumns)
    guard lines.count > count else { return lines }
    let rest = lines[(count - 1)...].joined(separator: " ")
    return lines.prefix(count - 1) + [rest.truncated(to: innerColumns)]
  }

  private func boxed(_ inner: [String]) -> [String] {
    let rule = String(repeating: glyphs.horizontal, count: size.columns - 2)
    let rows = (0..<innerRows).map { row in
      let text = row < inner.count ? inner[row].truncated(to: innerColumns) : ""
      return "\(glyphs.vertical) \(text.padded(to: innerColumns)) \(glyphs.vertical)"
    }
    return [glyphs.corners[0] + rule + glyphs.corners[1]] + rows
      + [glyphs.corners[2] + rule + glyphs.corners[3]]
  }
}
