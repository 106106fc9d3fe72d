/// The terminal modes that a form sets while it runs.
package struct TerminalModes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The alternate screen; the shell's screen is restored afterwards (mode 1049).
  package static let alternateScreen = TerminalModes(rawValue: 1)
  /// Pasted text is marked (mode 2004).
  package static let bracketedPaste = TerminalModes(rawValue: 2)
  /// The terminal reports when it gains and loses the focus (mode 1004).
  package static let focus = TerminalModes(rawValue: 4)
  /// The terminal reports buttons, wheel and dragging; selecting text then needs Shift (1000, 1002,
  /// 1006).
  package static let mouse = TerminalModes(rawValue: 8)
  /// Keys are unambiguous if the terminal supports the kitty protocol.
  package static let kittyKeyboard = TerminalModes(rawValue: 16)
  /// The terminal reports a new size in band (mode 2048).
  package static let inBandResize = TerminalModes(rawValue: 32)

  /// The modes that every form needs.
  package static let standard: TerminalModes = [.alternateScreen, .bracketedPaste, .kittyKeyboard]

  /// Each mode with the text that sets it and the text that resets it, in the order of setting.
  ///
  /// Kitty's flags belong to one screen, so they are pushed after the switch to the alternate
  /// screen and popped before the switch back.
  private static let texts: [(mode: TerminalModes, set: String, reset: String)] = [
    (.alternateScreen, "\u{1B}[?1049h", "\u{1B}[?1049l"),
    (.kittyKeyboard, "\u{1B}[>1u", "\u{1B}[<u"),
    (.bracketedPaste, "\u{1B}[?2004h", "\u{1B}[?2004l"),
    (.focus, "\u{1B}[?1004h", "\u{1B}[?1004l"),
    (.mouse, "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"),
    (.inBandResize, "\u{1B}[?2048h", "\u{1B}[?2048l"),
  ]

  /// Sets the modes, hides the cursor and turns off wrapping at the right edge.
  package var enterBytes: [UInt8] {
    let chosen = Self.texts.filter { contains($0.mode) }.map(\.set).joined()
    return Array("\(chosen)\u{1B}[?7l\u{1B}[?25l".utf8)
  }

  /// Undoes ``enterBytes``, even if a frame was cut off.
  package var leaveBytes: [UInt8] {
    let chosen = Self.texts.reversed().filter { contains($0.mode) }
    let inner = chosen.filter { $0.mode != .alternateScreen }.map(\.reset).joined()
    // A frame that was cut off may have left a scrolling region. Resetting it moves the cursor,
    // which leaving the alternate screen restores. The drawing is cleared first, because some
    // terminals have no alternate screen, such as GNU screen by default and Emacs's terminal.
    let outer = contains(.alternateScreen) ? "\u{1B}[r\u{1B}[H\u{1B}[J\u{1B}[?1049l" : ""
    return Array("\u{1B}[?2026l\(inner)\u{1B}[m\u{1B}[?7h\u{1B}[?25h\(outer)".utf8)
  }
}

/// Whether a terminal of a type can show a drawn screen; a terminal without a type cannot.
///
/// - Parameter term: The value of `TERM`; nil if it is not set.
package func canDraw(_ term: String?) -> Bool {
  !["", "dumb"].contains(term ?? "")
}

/// Queries to a terminal, sent after the first frame; the form does not wait for the responses.
package enum TerminalQueries {
  /// Whether a terminal ignores unknown queries.
  ///
  /// The Linux console and dumb terminals show part of them as text, and the terminal of Emacs
  /// (`eterm-color`) erases the rest of a row and answers nothing.
  ///
  /// - Parameter term: The value of `TERM`.
  static func canBeAsked(_ term: String) -> Bool {
    canDraw(term) && term != "linux" && !term.hasPrefix("eterm")
  }

  /// Queries synchronized output, grapheme clusters, in-band resize, the kitty keyboard and the
  /// background colour.
  ///
  /// The last query is DA1, to which every terminal responds.
  ///
  /// Empty for a terminal that must not be asked.
  package static func bytes(term: String) -> [UInt8] {
    guard canBeAsked(term) else { return [] }
    let modes = [2026, 2027, 2048].map { "\u{1B}[?\($0)$p" }.joined()
    return Array("\(modes)\u{1B}[?u\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  }
}
