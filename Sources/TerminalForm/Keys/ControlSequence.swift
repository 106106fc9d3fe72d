import Messages

/// A complete control sequence: its parameters and their meaning.
struct ControlSequence {
  /// The private markers.
  static let markers = UInt8(ascii: "<")...UInt8(ascii: "?")

  /// The private marker, or 0.
  private let marker: UInt8
  private let intermediate: UInt8
  /// Parameters, each a list of sub-parameters; a missing number is -1.
  private let parameters: [[Int]]
  private let final: UInt8

  private static let parameterLimit = 32

  init(_ body: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    var body = body
    var marker: UInt8 = 0
    if let first = body.first, Self.markers.contains(first) {
      marker = first
      body = body.dropFirst()
    }
    self.marker = marker
    intermediate = body.last.flatMap { $0 < 0x30 ? $0 : nil } ?? 0
    parameters = body.prefix { $0 >= 0x30 }
      .split(separator: 0x3B, maxSplits: Self.parameterLimit, omittingEmptySubsequences: false)
      .map { $0.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number) }
  }

  /// A decimal number of limited length, or -1 for anything else.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    guard (1...9).contains(digits.count), digits.allSatisfy(\.isDigit) else { return -1 }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  private func parameter(_ index: Int, _ sub: Int = 0, default value: Int = 1) -> Int {
    guard index < parameters.count, sub < parameters[index].count else { return value }
    return parameters[index][sub] < 0 ? value : parameters[index][sub]
  }

  private var numbers: [Int] {
    parameters.map { $0.first ?? -1 }.filter { $0 >= 0 }
  }

  private var modifiers: KeyModifiers { KeyModifiers(parameter: parameter(1)) }

  /// Whether the key was released (kitty's event type 3); a release does not cause an event.
  private var isRelease: Bool { parameter(1, 1) == 3 }

  var isPasteBegin: Bool {
    marker == 0 && final == 0x7E && intermediate == 0 && parameter(0) == 200
  }

  /// The event that the sequence means; nil if it is ignored.
  var event: KeyEvent? {
    switch (marker, intermediate) {
    case (0, 0): return plainEvent
    case (0x3C, 0) where final == 0x4D || final == 0x6D: return mouse
    case (0x3F, 0x24) where final == 0x79:
      return .reply(.mode(parameter(0, default: 0), state: parameter(1, default: 0)))
    case (0x3F, 0): return questionReply
    case (0x3E, 0) where final == 0x63: return .reply(.secondaryAttributes(numbers))
    case (0, _): return nil
    default: return .reply(.other)
    }
  }

  private var questionReply: KeyEvent {
    switch final {
    case 0x63: .reply(.primaryAttributes(numbers))
    case 0x75: .reply(.keyboardFlags(parameter(0, default: 0)))
    case 0x52: cursorPosition
    default: .reply(.other)
    }
  }

  private var plainEvent: KeyEvent? {
    switch final {
    case 0x75: return isRelease ? nil : kittyKey
    case 0x49 where parameters.count <= 1 && parameter(0, default: 0) == 0: return .focus(true)
    case 0x4F where parameters.count <= 1 && parameter(0, default: 0) == 0: return .focus(false)
    case 0x74 where parameter(0) == 48 && parameters.count >= 3:
      return .resize(rows: parameter(1), columns: parameter(2))
    case 0x74, 0x6E: return .reply(.other)
    case 0x52 where isCursorPosition: return cursorPosition
    default: break
    }
    if let added = tildeModifiers { return tildeKey(adding: added) }
    guard !isRelease, var key = KeyTables.control(final) else { return nil }
    key.modifiers.formUnion(modifiers)
    return .key(key)
  }

  private var cursorPosition: KeyEvent {
    .reply(.cursorPosition(row: max(0, parameter(0) - 1), column: max(0, parameter(1) - 1)))
  }

  /// Whether `CSI … R` is a cursor position rather than F3: `CSI 1 ; 2 R` is Shift+F3.
  private var isCursorPosition: Bool {
    parameters.count == 2 && (parameter(0) != 1 || parameter(1) > 16)
  }

  /// The modifiers that the last byte of `CSI number ~` adds; nil for a different sequence.
  ///
  /// For a key with modifiers, rxvt sends a different sign in place of `~`.
  private var tildeModifiers: KeyModifiers? {
    switch final {
    case 0x7E: []
    case 0x24: .shift
    case 0x5E: .control
    case 0x40: [.shift, .control]
    default: nil
    }
  }

  private func tildeKey(adding added: KeyModifiers) -> KeyEvent? {
    if isRelease { return nil }
    if parameter(0) == 27 && parameters.count >= 3 {
      return KeyTables.unicode(parameter(2), modifiers).map(KeyEvent.key)
    }
    guard let code = KeyTables.tilde(parameter(0, default: 0)) else { return nil }
    return .key(Key(code, modifiers.union(added)))
  }

  /// `CSI code : shifted : base ; modifiers : event ; text u`.
  private var kittyKey: KeyEvent? {
    let held = modifiers
    let text = parameter(2, default: 0)
    if text > 0, held.isSubset(of: .shift), let key = KeyTables.unicode(text, []) {
      return .key(key)
    }
    let shifted = parameter(0, 1, default: 0)
    if held == .shift, shifted > 0 {
      return KeyTables.unicode(shifted, []).map(KeyEvent.key)
    }
    return KeyTables.unicode(parameter(0, default: 0), held).map(KeyEvent.key)
  }

  private var mouse: KeyEvent? {
    guard parameters.count == 3 else { return nil }
    let code = parameter(0, default: 0)
    var modifiers: KeyModifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let (action, button) = KeyTables.mouse(code, isRelease: final == 0x6D)
    return .mouse(
      MouseEvent(
        action, button, row: max(0, parameter(2) - 1), column: max(0, parameter(1) - 1),
        modifiers: modifiers))
  }
}
