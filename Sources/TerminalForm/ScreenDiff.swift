/// Two screens to the shortest escape text that turns one into the other.
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
  /// No other order is looked for when a text is at most this long.
  private static let shortText = 16
  /// Nothing is gained by moving rows when a text is at most this long.
  private static let longText = 100

  package init(depth: ColorDepth = .trueColor, isSynchronized: Bool = true) {
    self.depth = depth
    self.isSynchronized = isSynchronized
  }

  /// The bytes that turn what the terminal shows into a screen.
  ///
  /// Without a screen before, or with one of another size, the terminal is cleared and painted whole.
  package func bytes(from before: Screen?, to after: Screen) -> [UInt8] {
    let painter = ScreenPainter(screen: after, depth: depth)
    guard let before, before.columns == after.columns, before.rows == after.rows else {
      return bracketed(whole(painter))
    }
    return bracketed(changes(painter, from: before))
  }

  private func whole(_ painter: ScreenPainter) -> [UInt8] {
    var painter = painter
    painter.clear()
    painter.paint(over: Screen(columns: painter.screen.columns, rows: painter.screen.rows))
    painter.finish(cursorWasVisible: nil)
    return painter.output
  }

  /// The shortest text: with all rows where they are, or with some of them moved first.
  private func changes(_ painter: ScreenPainter, from before: Screen) -> [UInt8] {
    var start = painter
    start.position = before.cursor.map(before.inside)
    let inPlace = shortest(start, from: before, cursorWasVisible: before.cursor != nil)
    guard inPlace.count > Self.longText,
      let scroll = ScreenScroll(from: before, to: painter.screen)
    else { return inPlace }
    start.scroll(scroll)
    let moved = shortest(
      start, from: scroll.moved(before), cursorWasVisible: before.cursor != nil)
    return moved.count < inPlace.count ? moved : inPlace
  }

  /// The shorter of two texts: row by row, or in the order in which what comes next is nearest.
  private func shortest(
    _ start: ScreenPainter, from before: Screen, cursorWasVisible: Bool
  ) -> [UInt8] {
    var inRows = start
    inRows.paint(over: before)
    inRows.finish(cursorWasVisible: cursorWasVisible)
    guard inRows.output.count > Self.shortText,
      let patches = ScreenPatches(of: start, over: before)
    else { return inRows.output }
    var nearest = start
    nearest.paint(patches, over: before)
    nearest.finish(cursorWasVisible: cursorWasVisible)
    return nearest.output.count < inRows.output.count ? nearest.output : inRows.output
  }

  private func bracketed(_ body: [UInt8]) -> [UInt8] {
    guard isSynchronized, body.count > Self.bracketThreshold else { return body }
    return Array("\u{1B}[?2026h".utf8) + body + Array("\u{1B}[?2026l".utf8)
  }
}
