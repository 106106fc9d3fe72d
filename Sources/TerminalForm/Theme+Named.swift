extension Theme {
  /// The themes a person can ask for by name.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    /// The sixteen colours of the terminal's own palette, which fit light and dark alike.
    case auto
    case dark
    case light
    case highContrast = "high-contrast"
    /// No colours; meaning shows by attributes and signs alone.
    case none
  }

  /// The theme of a name.
  package init(_ name: Name) {
    switch name {
    case .auto: self = .standard
    case .dark: self = .dark
    case .light: self = .light
    case .highContrast: self = .highContrast
    case .none: self = .monochrome
    }
  }

  /// Bright colours, for a dark background.
  private static var dark: Theme {
    var theme = Theme()
    theme.focused = Style(foreground: .ansi(14), attributes: .bold)
    theme.modified = Style(foreground: .ansi(11))
    theme.problem = Style(foreground: .ansi(9))
    theme.accent = Style(foreground: .ansi(14))
    theme.match = Style(foreground: .ansi(10), attributes: .underline)
    theme.section = Style(foreground: .ansi(12), attributes: .bold)
    return theme
  }

  /// Dark colours, for a light background.
  private static var light: Theme {
    var theme = Theme()
    theme.focused = Style(foreground: .ansi(4), attributes: .bold)
    theme.modified = Style(foreground: .ansi(5))
    theme.problem = Style(foreground: .ansi(1), attributes: .bold)
    theme.accent = Style(foreground: .ansi(4))
    theme.section = Style(foreground: .ansi(4), attributes: .bold)
    return theme
  }

  /// Nothing dim; what matters is bold, underlined or reversed as well as coloured.
  private static var highContrast: Theme {
    var theme = Theme()
    theme.secondary = .plain
    theme.focused = Style(attributes: [.bold, .reverse])
    theme.modified = Style(foreground: .ansi(11), attributes: .bold)
    theme.problem = Style(foreground: .ansi(9), attributes: [.bold, .underline])
    theme.accent = Style(attributes: .bold)
    theme.match = Style(attributes: .underline)
    theme.highlight = Style(attributes: [.bold, .reverse])
    return theme
  }
}
