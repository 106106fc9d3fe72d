/// Colours by meaning, so that no drawing code names a colour.
package struct Theme: Hashable, Sendable {
  /// The name of the widget.
  package var title = Style(attributes: .bold)
  /// Text that explains.
  package var secondary = Style(foreground: .ansi(8))
  /// The label of a row.
  package var label = Style.plain
  /// The label and the mark of the row with the focus.
  package var focused = Style(foreground: .ansi(6), attributes: .bold)
  /// An answer.
  package var value = Style.plain
  /// An answer that is the default.
  package var defaultValue = Style(foreground: .ansi(8))
  /// An answer that differs from how the form was opened.
  package var modified = Style(foreground: .ansi(3))
  /// Something wrong.
  package var problem = Style(foreground: .ansi(1))
  /// The part of a slider up to its knob, and a switch that is on.
  package var accent = Style(foreground: .ansi(6))
  /// The highlighted choice of a list.
  package var highlight = Style(attributes: .reverse)
  /// The title of a section of a list.
  package var section = Style(attributes: [.bold, .underline])
  /// A key in the line of keys.
  package var key = Style(attributes: .bold)

  package init() {}

  /// The theme of terminals with a light background, where bright grey would not be seen.
  package static let standard = Theme()

  /// A theme without colours; meaning shows by attributes alone.
  package static var monochrome: Theme {
    var theme = Theme()
    theme.secondary = Style(attributes: .dim)
    theme.defaultValue = Style(attributes: .dim)
    theme.focused = Style(attributes: [.bold, .underline])
    theme.modified = Style(attributes: .italic)
    theme.problem = Style(attributes: .bold)
    theme.accent = Style(attributes: .bold)
    return theme
  }
}

/// The characters the form is drawn with.
package struct Glyphs: Hashable, Sendable {
  package var rule: String
  package var pointer: String
  package var on: String
  package var off: String
  package var track: String
  package var filled: String
  package var knob: String
  package var previous: String
  package var next: String
  package var modified: String
  package var problem: String
  package var separator: String
  package var more: String

  /// For terminals whose locale is UTF-8.
  package static let unicode = Glyphs(
    rule: "─", pointer: "▸", on: "[✓]", off: "[ ]", track: "─", filled: "━", knob: "●",
    previous: "‹", next: "›", modified: "*", problem: "!", separator: " · ", more: "…")

  /// For all other terminals.
  package static let ascii = Glyphs(
    rule: "-", pointer: ">", on: "[x]", off: "[ ]", track: "-", filled: "=", knob: "O",
    previous: "<", next: ">", modified: "*", problem: "!", separator: " | ", more: "...")

  /// The characters that the locale variables allow (POSIX: `LC_ALL`, `LC_CTYPE`, `LANG`, in order).
  package init(environment: [String: String]) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let folded = locale.lowercased()
    self = folded.contains("utf-8") || folded.contains("utf8") ? .unicode : .ascii
  }

  private init(
    rule: String, pointer: String, on: String, off: String, track: String, filled: String,
    knob: String, previous: String, next: String, modified: String, problem: String,
    separator: String, more: String
  ) {
    self.rule = rule
    self.pointer = pointer
    self.on = on
    self.off = off
    self.track = track
    self.filled = filled
    self.knob = knob
    self.previous = previous
    self.next = next
    self.modified = modified
    self.problem = problem
    self.separator = separator
    self.more = more
  }
}
