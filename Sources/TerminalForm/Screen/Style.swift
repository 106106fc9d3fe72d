import IntentModel
import Messages

/// A colour in one of the forms that terminals accept.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// One of the sixteen named colours, 0 to 15; higher numbers are taken modulo 16.
  case ansi(UInt8)
  /// One of the 256 palette colours.
  case indexed(UInt8)
  /// A colour by red, green and blue, each 0 to 255.
  case rgb(UInt8, UInt8, UInt8)
}

/// The attributes of text other than its colours.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = TextAttributes(rawValue: 1)
  package static let dim = TextAttributes(rawValue: 2)
  package static let italic = TextAttributes(rawValue: 4)
  package static let underline = TextAttributes(rawValue: 8)
  package static let reverse = TextAttributes(rawValue: 16)
  package static let strikethrough = TextAttributes(rawValue: 32)

  /// The attributes that are visible on a blank.
  static let onBlanks: TextAttributes = [.underline, .reverse, .strikethrough]
}

/// The colours and attributes of a cell.
package struct Style: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  package var attributes: TextAttributes

  package init(
    foreground: Color = .default, background: Color = .default, attributes: TextAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own look.
  package static let plain = Style()

  /// The part of the style that is visible on a blank; the rest would make cells that look the same
  /// compare unequal.
  var onBlank: Style {
    let shown = attributes.intersection(.onBlanks)
    return Style(
      foreground: shown.isEmpty ? .default : foreground, background: background, attributes: shown)
  }
}

extension Color {
  /// The colour in one word, with its kind in the top byte.
  var packed: UInt32 {
    switch self {
    case .default: 0
    case .ansi(let number): 1 << 24 | UInt32(number & 15)
    case .indexed(let number): 2 << 24 | UInt32(number)
    case .rgb(let red, let green, let blue):
      3 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  init(packed: UInt32) {
    let low = UInt8(truncatingIfNeeded: packed)
    switch packed >> 24 {
    case 1: self = .ansi(low)
    case 2: self = .indexed(low)
    case 3:
      self = .rgb(
        UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8), low)
    default: self = .default
    }
  }
}

/// Styled lines for a terminal without a screen drawn on it.
package enum StyledText {
  /// A line of styled pieces with control characters made visible; the style is plain at the end.
  ///
  /// Without colours there are no escape sequences at all, not even for bold text.
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
