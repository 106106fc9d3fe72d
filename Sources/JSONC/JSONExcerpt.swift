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

  /// The visible part of the line, from the place on.
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

/// Text from outside, in a form that a terminal shows and does not obey.
enum VisibleText {
  /// The scalar itself, or a picture or a name of it if it is invisible.
  static func form(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0..<0x20: picture(0x2400 + scalar.value)
    case 0x7F: picture(0x2421)
    default:
      isInvisible(scalar)
        ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : String(scalar)
    }
  }

  /// The text with every invisible scalar made visible, cut with an ellipsis when it is longer
  /// than the limit in scalars.
  static func form(of text: some Sequence<Unicode.Scalar>, limit: Int) -> String {
    var result = ""
    for (index, scalar) in text.enumerated() {
      if index == limit { return result + "…" }
      result += form(of: scalar)
    }
    return result
  }

  /// How many columns of a terminal the scalar's visible form takes.
  static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return 1 }
    if isInvisible(scalar) && scalar.value != 0x7F { return form(of: scalar).count }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  private static func picture(_ value: UInt32) -> String {
    Unicode.Scalar(value).map(String.init) ?? "?"
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      true
    default: false
    }
  }

  /// The blocks whose characters take two columns (Unicode Standard Annex 11, roughly).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
