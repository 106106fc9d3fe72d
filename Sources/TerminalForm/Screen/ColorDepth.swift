/// The names of the environment variables that describe a terminal.
package enum TerminalVariable {
  /// The type of the terminal.
  package static let term = "TERM"
  /// Any value except an empty one turns colours off.
  package static let noColor = "NO_COLOR"
  /// One of its values turns colours off: see ``ColorDepth/init(environment:)``.
  package static let color = "CLICOLOR"
}

/// The number of colours that a terminal shows.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// No colours; attributes such as bold and reverse still show.
  case none
  case ansi16
  case indexed256
  case trueColor

  /// The depth that the environment variables announce: none if a variable turns colours off or the
  /// terminal cannot draw, and sixteen colours for an unknown terminal.
  package init(environment: [String: String]) {
    let term = environment[TerminalVariable.term] ?? ""
    let colorTerm = environment["COLORTERM"] ?? ""
    if environment[TerminalVariable.noColor, default: ""] != ""
      || environment[TerminalVariable.color] == "0" || !canDraw(term)
    {
      self = .none
    } else if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      self = .trueColor
    } else if term.hasSuffix("-256color") {
      self = .indexed256
    } else {
      self = .ansi16
    }
  }
}

extension ColorDepth {
  /// The style, with each colour replaced with the nearest one that this depth can show.
  func shown(_ style: Style) -> Style {
    if self == .trueColor { return style }
    return Style(
      foreground: shown(style.foreground), background: shown(style.background),
      attributes: style.attributes)
  }

  /// The nearest colour that this depth can show.
  func shown(_ color: TerminalColor) -> TerminalColor {
    switch (self, color) {
    case (_, .default), (.trueColor, _), (.ansi16, .ansi), (.indexed256, .ansi),
      (.indexed256, .indexed):
      return color
    case (.none, _): return .default
    case (.indexed256, .rgb(let red, let green, let blue)):
      return .indexed(Palette.nearestIndex(Palette.RGB(red, green, blue)))
    case (.ansi16, .indexed(let number)):
      return number < Palette.named.count
        ? .ansi(number) : .ansi(Palette.nearestNamed(Palette.color(number)))
    case (.ansi16, .rgb(let red, let green, let blue)):
      return .ansi(Palette.nearestNamed(Palette.RGB(red, green, blue)))
    }
  }
}

/// The colours of xterm's palette: named colours, a cube with some levels of each channel, and
/// greys.
enum Palette {
  struct RGB: Equatable {
    let red: Int
    let green: Int
    let blue: Int

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      (self.red, self.green, self.blue) = (Int(red), Int(green), Int(blue))
    }

    /// The squared distance, with green weighted most because the eye is most sensitive to it.
    func distance(to other: RGB) -> Int {
      let (dr, dg, db) = (red - other.red, green - other.green, blue - other.blue)
      return 2 * dr * dr + 4 * dg * dg + 3 * db * db
    }
  }

  static let named: [RGB] = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
    RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
    RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
    RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
  /// The numbers of the greys; the colours of the cube are between the named colours and the greys.
  private static let greys = 232...255

  static func color(_ index: UInt8) -> RGB {
    let index = Int(index)
    if index < named.count { return named[index] }
    if greys.contains(index) {
      let grey = UInt8(8 + (index - greys.lowerBound) * 10)
      return RGB(grey, grey, grey)
    }
    let (cube, count) = (index - named.count, levels.count)
    return RGB(
      levels[cube / count / count], levels[cube / count % count], levels[cube % count])
  }

  /// The nearest colour among the cube and the greys, whose values are the same on all terminals.
  static func nearestIndex(_ color: RGB) -> UInt8 {
    let cube =
      (level(color.red) * levels.count + level(color.green)) * levels.count + level(color.blue)
    // The nearest grey is the one nearest to the mean of the channels, with the same weights as in
    // the distance.
    let ninefold = 2 * color.red + 4 * color.green + 3 * color.blue
    let grey = min(greys.upperBound, greys.lowerBound + max(0, (ninefold - 27) / 90))
    let candidates = [UInt8(named.count + cube), UInt8(grey)]
    return nearest(to: color, among: candidates)
  }

  static func nearestNamed(_ color: RGB) -> UInt8 {
    nearest(to: color, among: Array(0..<UInt8(named.count)))
  }

  private static func level(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }

  private static func nearest(to color: RGB, among candidates: [UInt8]) -> UInt8 {
    candidates.min { Self.color($0).distance(to: color) < Self.color($1).distance(to: color) } ?? 0
  }
}
