import FormEngine
import Messages
import Testing

@testable import TerminalForm

/// The decoder's tables, row by row, and all keys with all modifiers.
@Suite("Families of keys")
struct KeyFamiliesTests {
  private func decoded(_ text: String) -> [KeyEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(Array(text.replacing("␛", with: "\u{1B}").utf8)) + decoder.flush()
  }

  static let cursors: [(String, KeyCode)] = [
    ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("E", .begin), ("F", .end), ("H", .home),
    ("P", .function(1)), ("Q", .function(2)), ("S", .function(4)),
  ]

  @Test(arguments: cursors)
  func cursorKeysWithEveryModifier(final: String, code: KeyCode) {
    #expect(decoded("␛[\(final)") == [.key(Key(code))])
    for bits in UInt8(0)..<16 {
      let key = KeyEvent.key(Key(code, KeyModifiers(rawValue: bits)))
      #expect(decoded("␛[1;\(bits + 1)\(final)") == [key], "\(bits)")
      #expect(decoded("␛[1;\(bits + 1):1\(final)") == [key], "\(bits)")
      #expect(decoded("␛[1;\(bits + 1):3\(final)") == [], "\(bits): a release")
      // Caps Lock and Num Lock, which modern terminals report, have no effect.
      #expect(decoded("␛[1;\(Int(bits) + 193)\(final)") == [key], "\(bits)")
    }
  }

  static let tildes: [(Int, KeyCode?)] = [
    (0, nil), (1, .home), (2, .insert), (3, .delete), (4, .end), (5, .pageUp), (6, .pageDown),
    (7, .home), (8, .end), (9, nil), (10, nil), (11, .function(1)), (14, .function(4)),
    (15, .function(5)), (16, nil), (17, .function(6)), (21, .function(10)), (22, nil),
    (23, .function(11)), (24, .function(12)), (26, .function(14)), (27, nil), (28, .function(15)),
    (29, .function(16)), (30, nil), (31, .function(17)), (34, .function(20)), (35, nil),
    (57427, .begin),
  ]

  @Test(arguments: tildes)
  func numberedKeys(number: Int, code: KeyCode?) {
    #expect(decoded("␛[\(number)~") == (code.map { [.key(Key($0))] } ?? []))
    for (final, modifiers) in [
      ("$", KeyModifiers.shift), ("^", .control), ("@", [.shift, .control]),
    ] {
      #expect(decoded("␛[\(number)\(final)") == (code.map { [.key(Key($0, modifiers))] } ?? []))
    }
  }

  @Test func controlCharactersAreLettersWithControl() {
    for letter in "abcdefgklnopqrstuvwxyz" {
      let byte = (letter.asciiValue ?? 0) - 0x60
      let text = String(Unicode.Scalar(byte))
      #expect(decoded(text) == [.key(.control(letter))], "\(letter)")
      #expect(
        decoded("␛" + text) == [.key(Key(.character(letter), [.control, .alt]))], "\(letter)")
    }
  }

  @Test(arguments: Array("aZ09 ~!/é日"))
  func altIsAnEscapeBeforeACharacter(character: Character) {
    #expect(decoded("\(character)") == [.key(.character(character))])
    #expect(decoded("␛\(character)") == [.key(.character(character, .alt))])
  }

  /// Kitty's codes for the keypad.
  static let keypad: [(Int, KeyCode)] =
    (0...9).map { (57_399 + $0, .character(Character("\($0)"))) } + [
      (57_409, .character(".")), (57_410, .character("/")), (57_411, .character("*")),
      (57_412, .character("-")), (57_413, .character("+")), (57_414, .enter),
      (57_415, .character("=")), (57_416, .character(",")), (57_417, .left), (57_418, .right),
      (57_419, .up), (57_420, .down), (57_421, .pageUp), (57_422, .pageDown), (57_423, .home),
      (57_424, .end), (57_425, .insert), (57_426, .delete), (57_427, .begin),
    ]

  @Test(arguments: keypad)
  func keypadKeys(number: Int, code: KeyCode) {
    #expect(decoded("␛[\(number)u") == [.key(Key(code))])
    #expect(decoded("␛[\(number);5u") == [.key(Key(code, .control))])
  }

  /// Colour replies, and their values.
  static let colors: [(String, TerminalReply)] = [
    ("11;rgb:0000/0000/0000", .background(.rgb(0, 0, 0))),
    ("11;rgb:ffff/ffff/ffff", .background(.rgb(255, 255, 255))),
    ("10;rgb:1e1e/2020/3f3f", .foreground(.rgb(30, 32, 63))),
    ("10;rgb:fff/800/001", .foreground(.rgb(255, 128, 0))),
    ("10;rgb:F/7/0", .foreground(.rgb(255, 119, 0))), ("12;rgb:f/f/f", .other),
    ("10;rgb:f/f", .other), ("10;rgb:fffff/0/0", .other), ("10;rgb:g/0/0", .other),
    ("10;rgb:-1/0/0", .other), ("10;#ffffff", .other), ("10", .other), ("", .other),
    ("10;cmy:f/f/f", .other), ("10;?", .other),
  ]

  @Test(arguments: colors)
  func colourReplies(text: String, reply: TerminalReply) {
    #expect(StringReply.command(text) == reply)
  }

  @Test(arguments: [
    (">|xterm(390)", TerminalReply.version("xterm(390)")), (">|", .version("")),
    (">|a\u{1B}b", .version("a␛b")), ("1+r", .other), ("", .other),
  ])
  func versionReplies(text: String, reply: TerminalReply) {
    #expect(StringReply.device(text) == reply)
  }

  /// The key hints in every context.
  static let help: [(FormPart, String)] = [
    (
      .form,
      "↑↓ move, ←→ change, Enter edit, ^S save, Esc leave, ? help, / go to, F2 preview, "
        + "^U undo, Del clear, ^R ask again"
    ),
    (
      .editor,
      "Enter accept, Esc back, Tab next, ^J new line, ^S save, F1 help, F4 calendar, ^C cancel"
    ),
    (.picker, "↑↓ move, Enter choose, ^R ask again, Esc back, F1 help, ^C cancel"),
  ]

  /// Rows of the table that no other test covers.
  static let meanings: [(FormPart, Key, FormEvent)] = [
    (.form, Key(.pageUp), .moveFocus(.by(-8))), (.form, Key(.pageDown), .moveFocus(.by(8))),
    (.form, Key(.left, .shift), .adjust(-10)), (.form, .control("_"), .undo),
    (.form, Key(.function(5)), .retry), (.form, Key(.backspace, .alt), .resetRow),
    (.editor, Key(.left), .edit(.left)), (.editor, .control("b"), .edit(.left)),
    (.editor, Key(.right), .edit(.right)), (.editor, .control("f"), .edit(.right)),
    (.editor, Key(.home), .edit(.start)), (.editor, Key(.end), .edit(.end)),
    (.editor, Key(.left, .alt), .edit(.wordLeft)),
    (.editor, .character("b", .alt), .edit(.wordLeft)),
    (.editor, Key(.backspace), .edit(.deleteBackward)),
    (.editor, .control("h"), .edit(.deleteBackward)),
    (.editor, Key(.delete), .edit(.deleteForward)), (.editor, .control("d"), .edit(.deleteForward)),
    (.editor, Key(.backspace, .alt), .edit(.deleteWordBackward)),
    (.editor, .character("d", .alt), .edit(.deleteWordForward)),
    (.editor, .control("u"), .edit(.deleteToStart)), (.editor, .control("g"), .dismiss),
    (.editor, Key(.backTab), .previousPart), (.editor, Key(.enter, .alt), .insert("\n")),
    (.picker, .control("n"), .moveHighlight(.next)), (.picker, Key(.up), .moveHighlight(.previous)),
    (.picker, .control("p"), .moveHighlight(.previous)),
    (.picker, Key(.pageUp), .moveHighlight(.by(-10))),
    (.picker, Key(.home), .moveHighlight(.first)),
    (.picker, Key(.left), .edit(.left)), (.picker, .control("f"), .edit(.right)),
    (.picker, .control("w"), .edit(.deleteWordBackward)),
    (.picker, .control("u"), .edit(.deleteToStart)), (.picker, .control("g"), .dismiss),
    (.picker, .control("c"), .cancel),
  ]
}

/// Colours by meaning: a colour is never the only distinction.
@Suite("Themes")
struct ThemeTests {
  private func styles(_ theme: Theme) -> [Style] {
    [
      theme.title, theme.secondary, theme.label, theme.focused, theme.value, theme.field,
      theme.modified, theme.problem, theme.accent, theme.highlight, theme.section, theme.key,
      theme.match,
    ]
  }

  @Test func noThemeHasABackgroundThatCouldHideText() {
    for style in styles(.standard) { #expect(style.background == .default) }
    #expect(styles(.standard).count { $0.foreground != .default } == 5)
    #expect(ColorDepth.none.shown(Theme.standard.problem) == .plain)
  }

  @Test func theSignsOfAnASCIITerminalAreASCII() {
    let glyphs = Glyphs.ascii
    let signs = [
      glyphs.rule, glyphs.pointer, glyphs.on, glyphs.off, glyphs.track, glyphs.filled, glyphs.knob,
      glyphs.previous, glyphs.next, glyphs.above, glyphs.below, glyphs.modified, glyphs.problem,
      glyphs.more,
    ]
    #expect(signs.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    #expect(glyphs.keyNames.values.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } })
    #expect(glyphs.track != glyphs.filled && glyphs.on != glyphs.off)
  }
}
