/// The part of a line that shows a place, with a caret below it.
enum JSONExcerpt {
  /// Columns before the place and behind its first column.
  private static let reach = (before: 50, behind: 28)

  /// Two lines: the text with invisible characters made visible, and the caret.
  static func text(around offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    let (before, indent) = before(offset, in: text)
    return before + behind(offset, in: text) + "\n"
      + String(repeating: " ", count: indent) + "^"
  }

  /// The end of the line's part before the place, and its width.
  private static func before(
    _ offset: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (text: String, width: Int) {
    // A scalar has four bytes at most, so more bytes cannot be needed.
    let start = max(0, offset - 4 * (reach.before + 1))
    let near = text[start..<offset]
    let line = near.suffix(from: near.lastIndex(where: isLineEnd).map { $0 + 1 } ?? start)
    let whole = line.startIndex > start || start == 0
    let scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
    var first = scalars.count
    var width = 0
    while first > 0, width + VisibleText.width(of: scalars[first - 1]) < reach.before {
      first -= 1
      width += VisibleText.width(of: scalars[first])
    }
    let shown = VisibleText.form(of: scalars[first...], limit: .max)
    return first == 0 && whole ? (shown, width) : ("…" + shown, width + 1)
  }

  /// The line's part from the place on, as far as it is shown.
  private static func behind(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    let near = text[offset...].prefix(4 * (reach.behind + 1))
    let line = isLineEnd(near.first ?? 0) ? near.prefix(1) : near.prefix { !isLineEnd($0) }
    var shown = ""
    var width = 0
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      width += VisibleText.width(of: scalar)
      if width > reach.behind { return shown + "…" }
      shown += VisibleText.form(of: scalar)
    }
    return shown
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == Ascii.lineFeed || byte == Ascii.carriageReturn
  }
}
