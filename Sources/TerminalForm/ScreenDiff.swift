/// Two screens to the escape text that turns one into the other: the cells that differ, row by row.
///
/// The text assumes what every earlier text left behind: plain style, and the cursor where the screen
/// before has it. Nothing changed means no bytes at all.
package struct ScreenDiff: Sendable {
  /// Colours beyond this depth are replaced by the nearest ones.
  package var depth: ColorDepth
  /// Whether longer texts are bracketed by mode 2026, so that a terminal shows them in one go.
  package var isSynchronized: Bool

  /// Texts of at most this many bytes are not bracketed: they arrive in one piece anyway.
  package static let bracketThreshold = 128

  package init(depth: ColorDepth = .trueColor, isSynchronized: Bool = true) {
    self.depth = depth
    self.isSynchronized = isSynchronized
  }

  /// The bytes that turn what the terminal shows into a screen.
  ///
  /// Without a screen before, or with one of another size, the terminal is cleared and painted whole.
  package func bytes(from before: Screen?, to after: Screen) -> [UInt8] {
    guard let before, before.columns == after.columns, before.rows == after.rows else {
      return bracketed(whole(after))
    }
    var painter = ScreenPainter(
      screen: after, depth: depth, position: before.cursor.map(before.inside))
    painter.paint(over: before)
    painter.finish(cursorWasVisible: before.cursor != nil)
    return bracketed(painter.output)
  }

  private func whole(_ screen: Screen) -> [UInt8] {
    var painter = ScreenPainter(screen: screen, depth: depth)
    painter.clear()
    painter.paint(over: Screen(columns: screen.columns, rows: screen.rows))
    painter.finish(cursorWasVisible: nil)
    return painter.output
  }

  private func bracketed(_ body: [UInt8]) -> [UInt8] {
    guard isSynchronized, body.count > Self.bracketThreshold else { return body }
    return Array("\u{1B}[?2026h".utf8) + body + Array("\u{1B}[?2026l".utf8)
  }
}
