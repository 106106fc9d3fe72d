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

  /// A character typed while the control key is held down.
  package static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
}

/// A key without its modifiers.
package enum KeyCode: Hashable, Sendable {
  /// A character that consists of one scalar, as the terminal sent it, with Shift already applied.
  case character(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case insert, delete, backspace
  case enter, tab, escape
  /// Shift+Tab; the shift modifier is not set.
  case backTab
  /// The middle key of the keypad when number lock is off.
  case begin
  /// A function key, by its number in ``functionKeys``.
  case function(Int)
}

/// The modifier keys, with the bits of the kitty and xterm protocols.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)
  package static let `super` = KeyModifiers(rawValue: 8)

  /// Makes modifiers from a protocol parameter, which is the value of the bits plus one.
  ///
  /// Meta counts as alt. Hyper and the lock keys are ignored.
  init(parameter: Int) {
    let bits = max(0, parameter - 1)
    let meta: UInt8 = bits & 32 != 0 ? KeyModifiers.alt.rawValue : 0
    self.init(rawValue: UInt8(bits & 15) | meta)
  }
}

/// One event from the terminal.
package enum KeyEvent: Hashable, Sendable {
  case key(Key)
  /// Pasted text as one event.
  ///
  /// Line ends are `\n`, and control characters other than tab are removed.
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal's window gained or lost the focus.
  case focus(Bool)
  /// The terminal has a new size.
  case resize(rows: Int, columns: Int)
  /// The response to a query; it is never read as a key.
  case reply(TerminalReply)
}

/// A mouse button, wheel or movement event.
package struct MouseEvent: Hashable, Sendable {
  /// The kind of the event.
  package enum Action: Hashable, Sendable {
    case press, release, drag, move, scrollUp, scrollDown, scrollLeft, scrollRight
  }

  /// The button that was involved.
  package enum Button: Hashable, Sendable {
    case none, left, middle, right
    /// Any other button, by its number.
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

/// A terminal's response to a query.
package enum TerminalReply: Hashable, Sendable {
  /// DA1: the class and extensions of the terminal; every terminal sends this response.
  case primaryAttributes([Int])
  /// DA2: the type, version and cartridge of the terminal.
  case secondaryAttributes([Int])
  /// CPR: the position of the cursor, counted from zero.
  case cursorPosition(row: Int, column: Int)
  /// DECRPM: the state of a private mode: 0 unknown, 1 set, 2 reset, 3 permanently set, 4
  /// permanently reset.
  case mode(Int, state: Int)
  /// OSC: the text colour.
  case foreground(TerminalColor)
  /// OSC: the background colour.
  case background(TerminalColor)
  /// The kitty keyboard flags in effect.
  case keyboardFlags(Int)
  /// XTVERSION: the name and version of the terminal.
  case version(String)
  /// Any other response, which is ignored.
  case other
}

extension Key {
  /// The name that help shows, such as `^S`, `Alt+R` or `PgUp`.
  func name(_ glyphs: Glyphs) -> String {
    if modifiers == .control, case .character(let character) = code {
      return "^" + character.uppercased()
    }
    let parts = Self.modifierNames.filter { modifiers.contains($0.modifier) }.map(\.name)
    return (parts + [code.name(isASCII: glyphs.isASCII)]).joined(separator: "+")
  }

  /// The joint name of two arrow keys with opposite effects.
  static let (upAndDown, leftAndRight) = ("↑↓", "←→")

  /// Parses a name such as `ctrl+s`, `^S`, `alt+down`, `F5` or `/`.
  ///
  /// Case matters only for a single character without control or alt.
  package init?(name: String) {
    if name.count == 2, name.first == "^", let letter = name.lowercased().last {
      self = .control(letter)
      return
    }
    var parts = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    if name == "+" { parts = ["+"] }
    if name.count > 1, name.hasSuffix("++") { parts = parts.dropLast(2) + ["+"] }
    guard let last = parts.popLast() else { return nil }
    var modifiers: KeyModifiers = []
    for part in parts {
      guard let modifier = Self.namedModifiers[part.lowercased()] else { return nil }
      modifiers.insert(modifier)
    }
    if let code = KeyCode.named[last.lowercased()] {
      let isBackTab = code == .tab && modifiers.contains(.shift)
      self = isBackTab ? Key(.backTab, modifiers.subtracting(.shift)) : Key(code, modifiers)
    } else if last.count == 1, let character = last.first, character.unicodeScalars.count == 1 {
      let isHeld = !modifiers.isDisjoint(with: [.control, .alt])
      let letter = isHeld ? last.lowercased().first ?? character : character
      self = Key(.character(letter), modifiers)
    } else if let number = last.lowercased().hasPrefix("f") ? Int(last.dropFirst()) : nil,
      KeyCode.functionKeys.contains(number)
    {
      self = Key(.function(number), modifiers)
    } else {
      return nil
    }
  }

  /// The names of the modifiers, in the order in which they appear in the name of a key.
  private static let modifierNames: [(name: String, modifier: KeyModifiers)] = [
    ("Ctrl", .control), ("Alt", .alt), ("Super", .super), ("Shift", .shift),
  ]

  /// The modifiers by their names and by other common names, in lowercase.
  private static let namedModifiers: [String: KeyModifiers] = {
    var named: [String: KeyModifiers] = ["control": .control, "meta": .alt]
    for (name, modifier) in modifierNames { named[name.lowercased()] = modifier }
    return named
  }()
}

extension KeyCode {
  /// The numbers of the function keys.
  static let functionKeys = 1...24

  /// The keys by their names and by other common names, in lowercase.
  fileprivate static let named: [String: KeyCode] = {
    let codes: [KeyCode] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace,
      .enter, .tab, .escape, .begin, .character(" "),
    ]
    var named: [String: KeyCode] = [
      "pageup": .pageUp, "pagedown": .pageDown, "insert": .insert, "delete": .delete,
      "return": .enter, "escape": .escape,
    ]
    for code in codes { named[code.name(isASCII: true).lowercased()] = code }
    return named
  }()

  fileprivate func name(isASCII: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .up: isASCII ? "Up" : "↑"
    case .down: isASCII ? "Down" : "↓"
    case .left: isASCII ? "Left" : "←"
    case .right: isASCII ? "Right" : "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Ins"
    case .delete: "Del"
    case .backspace: "Backspace"
    case .enter: "Enter"
    case .tab: "Tab"
    case .escape: "Esc"
    case .backTab: "Shift+Tab"
    case .begin: "Begin"
    case .function(let number): "F\(number)"
    }
  }
}
