/// Computes the bytes that turn one screen into another: the cells that differ, row by row.
///
/// The bytes assume the state that the previous output left: plain style, and the cursor at the
/// position of the previous screen. Equal screens give no bytes.
package struct ScreenDiff: Sendable {
  /// The colour depth of the terminal; a colour that it cannot show is replaced with the nearest
  /// one.
  package var depth: ColorDepth
  /// Whether longer output is bracketed, so that the terminal shows it as one update.
  package var isSynchronized: Bool

  /// Output of up to this many bytes is not bracketed, because it arrives in one piece anyway.
  package static let bracketThreshold = 128

  package init(depth: ColorDepth = .trueColor, isSynchronized: Bool = true) {
    self.depth = depth
    self.isSynchronized = isSynchronized
  }

  /// The bytes that update the terminal from one screen to another.
  ///
  /// If there is no previous screen, or it has a different size, the terminal is cleared and
  /// repainted.
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
    let mode = PrivateMode.synchronizedOutput
    return Array(mode.set.utf8) + body + Array(mode.reset.utf8)
  }
}
