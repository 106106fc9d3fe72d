import IntentModel

/// Lines for a terminal that no screen is drawn on: the text, and the codes of its colours.
package enum StyledText {
  /// A line of pieces, each in its style, harmless to the terminal; plain again at the end.
  ///
  /// Without colours there is not a single escape, not even for bold text.
  package static func line(
    _ pieces: some Sequence<(text: String, style: Style)>, depth: ColorDepth
  ) -> String {
    var bytes: [UInt8] = []
    var pen = Style.plain
    for piece in pieces where !piece.text.isEmpty {
      let style = depth == .none ? .plain : depth.shown(piece.style)
      bytes += SelectGraphicRendition.bytes(from: pen, to: style)
      bytes += Array(visible(piece.text).utf8)
      pen = style
    }
    bytes += SelectGraphicRendition.bytes(from: pen, to: .plain)
    return String(decoding: bytes, as: UTF8.self)
  }
}
