import Messages

/// The key codes of xterm, VT, rxvt, the Linux console and the kitty protocol.
enum KeyTables {
  /// The key for a single byte below 0x80.
  static func ascii(_ byte: UInt8, _ modifiers: KeyModifiers) -> Key {
    switch byte {
    case 0x00: Key(.character(" "), modifiers.union(.control))
    case 0x08, 0x7F: Key(.backspace, modifiers)
    case 0x09: Key(.tab, modifiers)
    case 0x0D: Key(.enter, modifiers)
    case 0x1B: Key(.escape, modifiers)
    case 0x01...0x1A: Key(.character(character(byte + 0x60)), modifiers.union(.control))
    case 0x1C...0x1F: Key(.character(character(byte + 0x40)), modifiers.union(.control))
    default: Key(.character(character(byte)), modifiers)
    }
  }

  private static func character(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar(byte))
  }

  /// The key for the final byte of a `CSI` sequence that has no parameter except possibly a
  /// modifier.
  static func control(_ final: UInt8) -> Key? {
    switch final {
    case 0x41: Key(.up)
    case 0x42: Key(.down)
    case 0x43: Key(.right)
    case 0x44: Key(.left)
    case 0x45: Key(.begin)
    case 0x46: Key(.end)
    case 0x48: Key(.home)
    case 0x50...0x53: Key(.function(Int(final) - 0x4F))
    case 0x5A: Key(.backTab)
    case 0x61: Key(.up, .shift)  // rxvt
    case 0x62: Key(.down, .shift)
    case 0x63: Key(.right, .shift)
    case 0x64: Key(.left, .shift)
    default: nil
    }
  }

  /// The key for the final byte of an `SS3` sequence: application cursor keys and keypad.
  static func singleShift(_ final: UInt8) -> Key? {
    switch final {
    case 0x61...0x64:  // rxvt: arrows with control
      return control(final).map { Key($0.code, .control) }
    case 0x49: return Key(.tab)
    case 0x4D: return Key(.enter)
    case 0x58: return Key(.character("="))
    case 0x6A...0x79: return Key(.character(character(final - 0x40)))
    case 0x5A: return nil
    default: return control(final)
    }
  }

  /// The key for `CSI number ~`.
  static func tilde(_ number: Int) -> KeyCode? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    case 57427: .begin
    default: nil
    }
  }

  /// The key for a Unicode number, as kitty and modifyOtherKeys send it.
  static func unicode(_ number: Int, _ modifiers: KeyModifiers) -> Key? {
    switch number {
    case 9:
      return modifiers.contains(.shift)
        ? Key(.backTab, modifiers.subtracting(.shift)) : Key(.tab, modifiers)
    case 13: return Key(.enter, modifiers)
    case 27: return Key(.escape, modifiers)
    case 8, 127: return Key(.backspace, modifiers)
    case 57344...63743: return keypad(number).map { Key($0, modifiers) }
    default: break
    }
    guard let scalar = UInt32(exactly: number).flatMap({ Unicode.Scalar($0) }), !scalar.isControl
    else { return nil }
    return letter(Character(scalar), modifiers)
  }

  /// The key for a letter.
  ///
  /// Shift alone makes the letter upper case; control makes it lower case.
  private static func letter(_ character: Character, _ modifiers: KeyModifiers) -> Key {
    let upper = character.uppercased()
    if modifiers == .shift {
      return Key(.character(upper.count == 1 ? upper.first ?? character : character))
    }
    guard modifiers.contains(.control), character.isASCII, character.isUppercase else {
      return Key(.character(character), modifiers)
    }
    return Key(.character(character.lowercased().first ?? character), modifiers)
  }

  private static let keypadCharacters: [Character] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "/", "*", "-", "+",
  ]
  private static let keypadKeys: [KeyCode] = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete, .begin,
  ]

  /// The key for one of kitty's numbers in the private use area.
  private static func keypad(_ number: Int) -> KeyCode? {
    switch number {
    case 57376...57387: .function(number - 57363)
    case 57399...57413: .character(keypadCharacters[number - 57399])
    case 57414: .enter
    case 57415: .character("=")
    case 57416: .character(",")
    case 57417...57427: keypadKeys[number - 57417]
    default: nil
    }
  }

  /// The action and the button that the button bits of the mouse protocol stand for.
  static func mouse(
    _ code: Int, isRelease: Bool
  ) -> (MouseEvent.Action, MouseEvent.Button) {
    let low = code & 3
    if code & 64 != 0 {
      let wheel: [MouseEvent.Action] = [.scrollUp, .scrollDown, .scrollLeft, .scrollRight]
      return (wheel[low], .none)
    }
    let buttons: [MouseEvent.Button] = [.left, .middle, .right, .none]
    let button = code & 128 != 0 ? MouseEvent.Button.extra(8 + low) : buttons[low]
    if code & 32 != 0 { return (button == .none ? .move : .drag, button) }
    return (isRelease || button == .none ? .release : .press, button)
  }
}
