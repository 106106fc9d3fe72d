/// A key with the modifiers held down.
package struct Key: Hashable, Sendable {
  package var code: KeyCode
  package var modifiers: KeyModifiers

  package init(_ code: KeyCode, _ modifiers: KeyModifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A typed character.
  package static func character(_ character: Character, _ modifiers: KeyModifiers = []) -> Key {
    Key(.character(character), modifiers)
  }

  /// A character typed with the control key.
  package static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
}

/// What a key is, apart from modifiers.
package enum KeyCode: Hashable, Sendable {
  /// A character of one scalar: what the terminal sent, with shift already applied.
  case character(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case insert, delete, backspace
  case enter, tab, escape
  /// Shift and tab; the shift modifier is not set as well.
  case backTab
  /// The middle key of the keypad without number lock.
  case begin
  /// A function key, 1 to 24.
  case function(Int)
}

/// The modifier keys, in the bits of the kitty and xterm protocols.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)
  package static let `super` = KeyModifiers(rawValue: 8)

  /// The modifiers of a protocol parameter, which is one more than the bits.
  ///
  /// Meta counts as alt; hyper and the lock keys are left out.
  init(parameter: Int) {
    let bits = max(0, parameter - 1)
    let meta: UInt8 = bits & 32 != 0 ? KeyModifiers.alt.rawValue : 0
    self.init(rawValue: UInt8(bits & 15) | meta)
  }
}

/// One thing that arrived from the terminal.
package enum KeyEvent: Hashable, Sendable {
  case key(Key)
  /// Pasted text as one event: line ends are `\n`, other control characters but tab are gone.
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal's window gained or lost the focus (mode 1004).
  case focus(Bool)
  /// The terminal has a new size (mode 2048).
  case resize(rows: Int, columns: Int)
  /// An answer to a query, never to be taken for a key.
  case reply(TerminalReply)
}

/// A mouse button, wheel or movement event (mode 1006).
package struct MouseEvent: Hashable, Sendable {
  /// What happened.
  package enum Action: Hashable, Sendable {
    case press, release, drag, move, scrollUp, scrollDown, scrollLeft, scrollRight
  }

  /// Which button it happened with.
  package enum Button: Hashable, Sendable {
    case none, left, middle, right
    /// Buttons 8 to 11 of mice that have them.
    case extra(Int)
  }

  package var action: Action
  package var button: Button
  /// The row, from zero.
  package var row: Int
  /// The column, from zero.
  package var column: Int
  package var modifiers: KeyModifiers

  package init(
    _ action: Action, _ button: Button, row: Int, column: Int, modifiers: KeyModifiers = []
  ) {
    self.action = action
    self.button = button
    self.row = row
    self.column = column
    self.modifiers = modifiers
  }
}

/// What a terminal answered to a query.
package enum TerminalReply: Hashable, Sendable {
  /// DA1: the classes and extensions of the terminal. Every terminal sends it.
  case primaryAttributes([Int])
  /// DA2: kind, version and cartridge.
  case secondaryAttributes([Int])
  /// CPR: where the cursor is, from zero.
  case cursorPosition(row: Int, column: Int)
  /// DECRPM: the state of a private mode; 0 unknown, 1 set, 2 reset, 3 and 4 for ever so.
  case mode(Int, state: Int)
  /// OSC 10: the text colour.
  case foreground(Color)
  /// OSC 11: the background colour.
  case background(Color)
  /// The kitty keyboard flags in effect.
  case keyboardFlags(Int)
  /// XTVERSION: name and version of the terminal.
  case version(String)
  /// Any other answer, which is swallowed.
  case other
}
