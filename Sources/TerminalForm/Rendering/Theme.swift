/// Styles by meaning, so that drawing code never names a colour.
///
/// To make your own theme, change one of these themes:
/// `var theme = Theme.dark; theme.title = .plain`.
///
/// Explanations are dim rather than grey: some palettes use the background colour for bright black,
/// whereas dim text is readable on light and dark backgrounds.
public struct Theme: Hashable, Sendable {
  /// The name of the widget.
  public var title = Style(attributes: .bold)
  /// Explanatory text.
  public var secondary = Style(attributes: .dim)
  /// The label of a row.
  public var label = Style.plain
  /// The label and the mark of the row with the focus.
  public var focused = Style(foreground: .ansi(6), attributes: .bold)
  /// An answer.
  public var value = Style.plain
  /// A text being edited, over the whole width of its field.
  public var field = Style(attributes: .underline)
  /// The mark of a row that has changed since the form was opened, and its new answer in the
  /// review.
  public var modified = Style(foreground: .ansi(3))
  /// A problem.
  public var problem = Style(foreground: .ansi(1))
  /// The part of a slider up to its knob, and a switch that is on.
  public var accent = Style(foreground: .ansi(6))
  /// The highlighted choice of a list, its pointer, and a button with the focus.
  public var highlight = Style(attributes: .reverse)
  /// The characters of a choice that match a search, on top of the choice's style.
  public var match = Style(foreground: .ansi(2), attributes: .underline)
  /// The title of a section of a list.
  public var section = Style(attributes: .bold)
  /// A key in the line of keys.
  public var key = Style(attributes: .bold)

  /// Makes the theme for terminals with colours, light or dark.
  public init() {}

  private init(_ change: (inout Theme) -> Void) {
    self.init()
    change(&self)
  }
}

extension Theme {
  /// The sixteen colours of the terminal's own palette, which suit light and dark backgrounds.
  public static let standard = Theme()

  /// Bright colours, for a dark background.
  public static let dark = Theme { theme in
    theme.focused = Style(foreground: .ansi(14), attributes: .bold)
    theme.modified = Style(foreground: .ansi(11))
    theme.problem = Style(foreground: .ansi(9))
    theme.accent = Style(foreground: .ansi(14))
    theme.match = Style(foreground: .ansi(10), attributes: .underline)
    theme.section = Style(foreground: .ansi(12), attributes: .bold)
  }

  /// Dark colours, for a light background.
  public static let light = Theme { theme in
    theme.focused = Style(foreground: .ansi(4), attributes: .bold)
    theme.modified = Style(foreground: .ansi(5))
    theme.problem = Style(foreground: .ansi(1), attributes: .bold)
    theme.accent = Style(foreground: .ansi(4))
    theme.section = Style(foreground: .ansi(4), attributes: .bold)
  }

  /// A theme without dim text.
  ///
  /// Important text is bold, underlined or reversed as well as coloured.
  public static let highContrast = Theme { theme in
    theme.secondary = .plain
    theme.focused = Style(attributes: [.bold, .reverse])
    theme.modified = Style(foreground: .ansi(11), attributes: .bold)
    theme.problem = Style(foreground: .ansi(9), attributes: [.bold, .underline])
    theme.accent = Style(attributes: .bold)
    theme.match = Style(attributes: .underline)
    theme.highlight = Style(attributes: [.bold, .reverse])
  }

  /// A theme without colours; meaning is conveyed only by attributes and signs.
  public static let monochrome = Theme { theme in
    theme.focused = Style(attributes: .bold)
    theme.modified = Style(attributes: .bold)
    theme.problem = Style(attributes: .bold)
    theme.accent = Style(attributes: .bold)
    theme.match = Style(attributes: .underline)
  }

  /// The themes that a user can select by name, and their names.
  public static let named: KeyValuePairs<String, Theme> = [
    "auto": .standard, "dark": .dark, "light": .light, "high-contrast": .highContrast,
    "none": .monochrome,
  ]

  /// The theme with a name; nil if there is none.
  public init?(named name: String) {
    guard let theme = Self.named.first(where: { $0.key == name })?.value else { return nil }
    self = theme
  }

  /// The theme to use on a terminal without colours: ``monochrome`` in place of a theme that
  /// distinguishes texts only by colour.
  var withoutColors: Theme { [.standard, .dark, .light].contains(self) ? .monochrome : self }
}

/// The characters that the form is drawn with.
package struct Glyphs: Hashable, Sendable {
  package var rule = "─"
  package var pointer = "▸"
  package var on = "[✓]"
  package var off = "[ ]"
  package var track = "─"
  package var filled = "━"
  package var knob = "●"
  package var previous = "‹"
  package var next = "›"
  package var above = "↑"
  package var below = "↓"
  package var modified = "*"
  package var problem = "!"
  package var more = "…"
  /// The mark of a choice that has a colour.
  package var color = "●"
  package var divider = "│"
  /// The sign between an old and a new answer.
  package var becomes = "→"
  /// The sign for an empty answer.
  package var nothing = "—"
  /// Replacements for the names of keys that are not ASCII.
  package var keyNames: [String: String] = [:]
  /// Whether the terminal accepts only ASCII; all other characters of a frame are then replaced.
  package var isASCII = false

  /// For terminals whose locale is UTF-8.
  package static let unicode = Glyphs()

  /// For all other terminals.
  package static let ascii = Glyphs(
    rule: "-", pointer: ">", on: "[x]", track: "-", filled: "=", knob: "O", previous: "<",
    next: ">", above: "^", below: "v", more: "...", color: "*", divider: "|", becomes: "->",
    nothing: "-",
    keyNames: [Key.upAndDown: "Up/Dn", Key.leftAndRight: "Lt/Rt"], isASCII: true)
}

extension Glyphs {
  /// The characters for a locale: more than ASCII only if the locale names UTF-8.
  package init(environment: [String: String]) {
    self = LocaleCharacters(environment: environment) == .utf8 ? .unicode : .ascii
  }
}
