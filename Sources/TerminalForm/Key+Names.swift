extension Key {
  /// The name as help shows it, such as `^S`, `Alt+R` or `PgUp`.
  func name(_ glyphs: Glyphs) -> String {
    if modifiers == .control, case .character(let character) = code {
      return "^" + character.uppercased()
    }
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.super) { parts.append("Super") }
    if modifiers.contains(.shift) { parts.append("Shift") }
    return (parts + [code.name(isASCII: glyphs.isASCII)]).joined(separator: "+")
  }

  /// Reads a name such as `ctrl+s`, `^S`, `alt+down`, `F5`, `/`; without regard to case but for a
  /// single character.
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
      guard let modifier = Self.modifierNames[part.lowercased()] else { return nil }
      modifiers.insert(modifier)
    }
    if last.lowercased() == "tab", modifiers.contains(.shift) {
      self = Key(.backTab, modifiers.subtracting(.shift))
    } else if let code = KeyCode.names[last.lowercased()] {
      self = Key(code, modifiers)
    } else if last.count == 1, let character = last.first, character.unicodeScalars.count == 1 {
      let isHeld = !modifiers.isDisjoint(with: [.control, .alt])
      let letter = isHeld ? last.lowercased().first ?? character : character
      self = Key(.character(letter), modifiers)
    } else if let number = last.lowercased().hasPrefix("f") ? Int(last.dropFirst()) : nil,
      (1...24).contains(number)
    {
      self = Key(.function(number), modifiers)
    } else {
      return nil
    }
  }

  private static let modifierNames: [String: KeyModifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "meta": .alt, "shift": .shift,
    "super": .super,
  ]
}

extension KeyCode {
  fileprivate static let names: [String: KeyCode] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
    "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown,
    "ins": .insert, "insert": .insert, "del": .delete, "delete": .delete,
    "backspace": .backspace, "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape,
    "escape": .escape, "space": .character(" "), "begin": .begin,
  ]

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
