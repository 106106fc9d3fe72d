import IntentModel
import Messages

/// A colour in one of the forms that terminals accept.
public enum TerminalColor: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// One of the sixteen named colours, 0 to 15; higher numbers are taken modulo 16.
  case ansi(UInt8)
  /// One of the 256 palette colours.
  case indexed(UInt8)
  /// A colour as its red, green and blue parts, each from 0 to 255.
  case rgb(UInt8, UInt8, UInt8)
}

/// The attributes of text other than its colours.
public struct TextAttributes: OptionSet, Hashable, Sendable {
  /// The attributes as bits.
  public let rawValue: UInt8

  /// Makes a set of attributes from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Bold text.
  public static let bold = TextAttributes(rawValue: 1)
  /// Faint text.
  public static let dim = TextAttributes(rawValue: 2)
  /// Italic text.
  public static let italic = TextAttributes(rawValue: 4)
  /// Underlined text.
  public static let underline = TextAttributes(rawValue: 8)
  /// Text in the background colour on the foreground colour.
  public static let reverse = TextAttributes(rawValue: 16)
  /// Struck-out text.
  public static let strikethrough = TextAttributes(rawValue: 32)

  /// The attributes that are visible on a blank.
  static let onBlanks: TextAttributes = [.underline, .reverse, .strikethrough]
}

/// The colours and attributes of a cell.
public struct Style: Hashable, Sendable {
  /// The colour of the text.
  public var foreground: TerminalColor
  /// The colour of the background.
  public var background: TerminalColor
  /// The attributes of the text.
  public var attributes: TextAttributes

  /// Makes a style; the default is the terminal's own look.
  public init(
    foreground: TerminalColor = .default, background: TerminalColor = .default,
    attributes: TextAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own look.
  public static let plain = Style()

  /// The part of the style that is visible on a blank; the rest would make cells compare as unequal
  /// although they look the same.
  var onBlank: Style {
    let shown = attributes.intersection(.onBlanks)
    return Style(
      foreground: shown.isEmpty ? .default : foreground, background: background, attributes: shown)
  }
}

extension TerminalColor {
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

/// Styled lines of text for a terminal on which no screen is drawn.
package enum StyledText {
  /// A line of styled pieces, with control characters made visible; the style is plain at the end.
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
