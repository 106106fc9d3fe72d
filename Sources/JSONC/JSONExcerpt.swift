import Messages

/// The part of a line around a position, with a caret below it.
enum JSONExcerpt {
  /// The maximum number of columns before the position, and the maximum number after it, including
  /// the position itself.
  private static let reach = (before: 50, after: 28)

  /// Two lines: the text with invisible characters made visible, and the caret.
  static func text(around offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    let (before, indent) = before(offset, in: text)
    return before + after(offset, in: text) + "\n"
      + String(repeating: " ", count: indent) + "^"
  }

  /// The part of the line that is shown before the position, and its width.
  private static func before(
    _ offset: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (text: String, width: Int) {
    // A scalar has at most four bytes, so more bytes are never needed.
    let start = max(0, offset - 4 * (reach.before + 1))
    let near = text[start..<offset]
    let line = near.suffix(from: near.lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? start)
    let whole = line.startIndex > start || start == 0
    let shown = String(decoding: line, as: UTF8.self).harmless(limit: .max)
    var first = shown.endIndex
    var width = 0
    while first > shown.startIndex {
      let before = shown.index(before: first)
      let wider = width + displayWidth(shown[before])
      if wider >= reach.before { break }
      (first, width) = (before, wider)
    }
    let kept = String(shown[first...])
    return first == shown.startIndex && whole ? (kept, width) : ("…" + kept, width + 1)
  }

  /// The part of the line that is shown, starting at the position.
  private static func after(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
    let near = text[offset...].prefix(4 * (reach.after + 1))
    let line = near.first?.isLineEnd == true ? near.prefix(1) : near.prefix { !$0.isLineEnd }
    let shown = String(decoding: line, as: UTF8.self).harmless(limit: .max)
    let kept = shown.prefix(cells: reach.after)
    return kept.utf8.count < shown.utf8.count ? kept + "…" : kept
  }
}
