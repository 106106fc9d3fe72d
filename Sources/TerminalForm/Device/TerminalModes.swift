/// A private mode of a terminal, by its number.
enum PrivateMode: Int {
  /// Text wraps at the right edge.
  case wrapping = 7
  case visibleCursor = 25
  case mouseButtons = 1000
  case mouseDragging = 1002
  /// The positions of the mouse are decimal numbers.
  case mousePositions = 1006
  case alternateScreen = 1049
  case bracketedPaste = 2004
  case synchronizedOutput = 2026

  /// The control sequence that sets the mode.
  var set: String { "\u{1B}[?\(rawValue)h" }

  /// The control sequence that resets the mode.
  var reset: String { "\u{1B}[?\(rawValue)l" }
}

/// The terminal modes that a form sets while it runs.
package struct TerminalModes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The alternate screen; the shell's screen is restored afterwards.
  package static let alternateScreen = TerminalModes(rawValue: 1)
  /// Pasted text is marked.
  package static let bracketedPaste = TerminalModes(rawValue: 2)
  /// The terminal reports buttons, wheel and dragging; selecting text then needs Shift.
  package static let mouse = TerminalModes(rawValue: 4)
  /// Keys are unambiguous if the terminal supports the kitty protocol.
  package static let kittyKeyboard = TerminalModes(rawValue: 8)

  /// The modes that every form needs.
  package static let standard: TerminalModes = [.alternateScreen, .bracketedPaste, .kittyKeyboard]

  /// Each mode, with the text that sets it and the text that resets it, in the order in which they
  /// are set.
  ///
  /// Kitty's flags belong to one screen, so they are pushed after the switch to the alternate
  /// screen and popped before the switch back.
  private static let texts: [(mode: TerminalModes, set: String, reset: String)] = [
    entry(.alternateScreen, .alternateScreen), (.kittyKeyboard, "\u{1B}[>1u", "\u{1B}[<u"),
    entry(.bracketedPaste, .bracketedPaste),
    entry(.mouse, .mouseButtons, .mouseDragging, .mousePositions),
  ]

  private static func entry(
    _ mode: TerminalModes, _ parts: PrivateMode...
  ) -> (mode: TerminalModes, set: String, reset: String) {
    (mode, parts.map(\.set).joined(), parts.reversed().map(\.reset).joined())
  }

  /// Sets the modes, hides the cursor and turns off wrapping at the right edge.
  package var enterBytes: [UInt8] {
    let chosen = Self.texts.filter { contains($0.mode) }.map(\.set).joined()
    return Array((chosen + PrivateMode.wrapping.reset + PrivateMode.visibleCursor.reset).utf8)
  }

  /// Undoes ``enterBytes``, even if a frame was cut off.
  package var leaveBytes: [UInt8] {
    let chosen = Self.texts.reversed().filter { contains($0.mode) }
    let inner = chosen.filter { $0.mode != .alternateScreen }.map(\.reset).joined()
    // A frame that was cut off may have left a scrolling region. Resetting the region moves the
    // cursor; leaving the alternate screen moves it back. The drawing is cleared first, because
    // some terminals have no alternate screen, such as GNU screen by default and Emacs's terminal.
    let outer =
      contains(.alternateScreen)
      ? "\u{1B}[r\u{1B}[H\u{1B}[J" + PrivateMode.alternateScreen.reset : ""
    let drawing = PrivateMode.wrapping.set + PrivateMode.visibleCursor.set
    let frame = PrivateMode.synchronizedOutput.reset
    return Array("\(frame)\(inner)\u{1B}[m\(drawing)\(outer)".utf8)
  }
}

/// Whether a terminal of a given type can show a drawn screen; a terminal without a type cannot.
package func canDraw(_ type: String?) -> Bool { !["", "dumb"].contains(type ?? "") }

/// The control sequences of output that is updated in place and is not a drawn screen.
package enum TerminalErasure {
  /// Erases the line of the cursor.
  package static let line = "\r\u{1B}[K"

  /// Erases the given number of lines above the cursor, and everything below them.
  package static func lines(above count: Int) -> String { "\r\u{1B}[\(count)A\u{1B}[J" }
}

/// The query to a terminal, sent after the first frame; the form does not wait for the responses.
package enum TerminalQueries {
  /// Whether a terminal ignores unknown queries.
  ///
  /// The Linux console and dumb terminals show part of an unknown query as text, and the terminal
  /// of Emacs (`eterm-color`) erases the rest of a row and answers nothing.
  static func canBeAsked(_ term: String) -> Bool {
    canDraw(term) && term != "linux" && !term.hasPrefix("eterm")
  }

  /// The number of the background colour in an operating system command (OSC).
  static let backgroundNumber = "11"

  /// Queries the background colour, and then DA1, to which every terminal responds.
  static let background = "\u{1B}]\(backgroundNumber);?\u{1B}\\\u{1B}[c"

  /// Queries the background colour; empty for a terminal that must not be asked.
  package static func bytes(term: String) -> [UInt8] {
    canBeAsked(term) ? Array(background.utf8) : []
  }
}
