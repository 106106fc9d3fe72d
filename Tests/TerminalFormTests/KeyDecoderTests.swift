import Testing

@testable import TerminalForm

/// A sequence and its events; `␛` stands for the ESC byte.
struct DecoderCase: Sendable, CustomTestStringConvertible {
  let text: String
  let events: [KeyEvent]

  init(_ text: String, _ events: KeyEvent...) {
    self.text = text
    self.events = events
  }

  init(_ text: String, _ code: KeyCode, _ modifiers: KeyModifiers = []) {
    self.text = text
    events = [.key(Key(code, modifiers))]
  }

  var bytes: [UInt8] { Array(text.replacing("␛", with: "\u{1B}").utf8) }
  var testDescription: String { text.debugDescription }
}

@Suite("Key decoder")
struct KeyDecoderTests {
  static let plain: [DecoderCase] = [
    DecoderCase("a", .character("a")), DecoderCase("Z", .character("Z")),
    DecoderCase("é", .character("é")), DecoderCase("日", .character("日")),
    DecoderCase("😀", .character("😀")), DecoderCase("\r", .enter), DecoderCase("\t", .tab),
    DecoderCase("\u{7F}", .backspace), DecoderCase("\u{8}", .backspace),
    DecoderCase("\0", .character(" "), .control), DecoderCase("\u{1}", .character("a"), .control),
    DecoderCase("\n", .character("j"), .control), DecoderCase("\u{1A}", .character("z"), .control),
    DecoderCase("\u{1C}", .character("\\"), .control),
    DecoderCase("\u{1F}", .character("_"), .control), DecoderCase("␛a", .character("a"), .alt),
    DecoderCase("␛é", .character("é"), .alt), DecoderCase("␛\u{7F}", .backspace, .alt),
    DecoderCase("␛\u{1}", .character("a"), [.alt, .control]), DecoderCase("␛\r", .enter, .alt),
    DecoderCase("\u{85}"),
  ]

  static let legacy: [DecoderCase] = [
    DecoderCase("␛[A", .up), DecoderCase("␛[B", .down), DecoderCase("␛[C", .right),
    DecoderCase("␛[D", .left), DecoderCase("␛[H", .home), DecoderCase("␛[F", .end),
    DecoderCase("␛OA", .up), DecoderCase("␛OD", .left), DecoderCase("␛OH", .home),
    DecoderCase("␛OF", .end), DecoderCase("␛OP", .function(1)), DecoderCase("␛OS", .function(4)),
    DecoderCase("␛OM", .enter), DecoderCase("␛Ok", .character("+")),
    DecoderCase("␛Op", .character("0")), DecoderCase("␛Oy", .character("9")),
    DecoderCase("␛[1~", .home), DecoderCase("␛[2~", .insert), DecoderCase("␛[3~", .delete),
    DecoderCase("␛[4~", .end), DecoderCase("␛[5~", .pageUp), DecoderCase("␛[6~", .pageDown),
    DecoderCase("␛[7~", .home), DecoderCase("␛[8~", .end), DecoderCase("␛[11~", .function(1)),
    DecoderCase("␛[15~", .function(5)), DecoderCase("␛[17~", .function(6)),
    DecoderCase("␛[21~", .function(10)), DecoderCase("␛[24~", .function(12)),
    DecoderCase("␛[25~", .function(13)), DecoderCase("␛[26~", .function(14)),
    DecoderCase("␛[28~", .function(15)), DecoderCase("␛[29~", .function(16)),
    DecoderCase("␛[31~", .function(17)), DecoderCase("␛[34~", .function(20)),
    DecoderCase("␛[Z", .backTab), DecoderCase("␛[[A", .function(1)),
    DecoderCase("␛[[E", .function(5)), DecoderCase("␛[1;5A", .up, .control),
    DecoderCase("␛[1;2D", .left, .shift), DecoderCase("␛[1;8C", .right, [.shift, .alt, .control]),
    DecoderCase("␛[1;9H", .home, .super), DecoderCase("␛[3;5~", .delete, .control),
    DecoderCase("␛[1;2P", .function(1), .shift), DecoderCase("␛[1;5R", .function(3), .control),
    DecoderCase("␛[a", .up, .shift), DecoderCase("␛Od", .left, .control),
    DecoderCase("␛[3$", .delete, .shift), DecoderCase("␛[5^", .pageUp, .control),
    DecoderCase("␛[6@", .pageDown, [.shift, .control]), DecoderCase("␛␛[A", .up, .alt),
    DecoderCase("␛␛OB", .down, .alt), DecoderCase("␛O5C", .right, .control),
    DecoderCase("␛[E", .begin),
  ]

  static let modern: [DecoderCase] = [
    DecoderCase("␛[97;5u", .character("a"), .control),
    DecoderCase("␛[97;6u", .character("a"), [.shift, .control]),
    DecoderCase("␛[65;5u", .character("a"), .control), DecoderCase("␛[97;2u", .character("A")),
    DecoderCase("␛[97:65;2u", .character("A")), DecoderCase("␛[49:33;2u", .character("!")),
    DecoderCase("␛[228;3u", .character("ä"), .alt), DecoderCase("␛[27u", .escape),
    DecoderCase("␛[27;5u", .escape, .control), DecoderCase("␛[13;2u", .enter, .shift),
    DecoderCase("␛[9;2u", .backTab), DecoderCase("␛[9;6u", .backTab, .control),
    DecoderCase("␛[9;5u", .tab, .control), DecoderCase("␛[127;5u", .backspace, .control),
    DecoderCase("␛[97;1:1u", .character("a")), DecoderCase("␛[97;1:2u", .character("a")),
    DecoderCase("␛[97;1:3u"), DecoderCase("␛[1;1:3A"), DecoderCase("␛[3;1:3~"),
    DecoderCase("␛[97;1;228u", .character("ä")), DecoderCase("␛[97;65u", .character("a")),
    DecoderCase("␛[97;33u", .character("a"), .alt), DecoderCase("␛[57399u", .character("0")),
    DecoderCase("␛[57414u", .enter), DecoderCase("␛[57417u", .left),
    DecoderCase("␛[57427u", .begin), DecoderCase("␛[57376u", .function(13)),
    DecoderCase("␛[57387u", .function(24)), DecoderCase("␛[57358u"), DecoderCase("␛[55296u"),
    DecoderCase("␛[999999999u"), DecoderCase("␛[;u"), DecoderCase("␛[13~", .function(3)),
    DecoderCase("␛[27;5;105~", .character("i"), .control),
    DecoderCase("␛[27;2;13~", .enter, .shift), DecoderCase("␛[27;5;9~", .tab, .control),
  ]

  static let replies: [DecoderCase] = [
    DecoderCase("␛[?62;22c", .reply(.primaryAttributes([62, 22]))),
    DecoderCase("␛[>41;388;0c", .reply(.secondaryAttributes([41, 388, 0]))),
    DecoderCase("␛[24;80R", .reply(.cursorPosition(row: 23, column: 79))),
    DecoderCase("␛[1;80R", .reply(.cursorPosition(row: 0, column: 79))),
    DecoderCase("␛[?2026;2$y", .reply(.mode(2026, state: 2))),
    DecoderCase("␛[?1u", .reply(.keyboardFlags(1))),
    DecoderCase("␛]11;rgb:ffff/0000/8080␛\\", .reply(.background(.rgb(255, 0, 128)))),
    DecoderCase("␛]10;rgb:f/0/8\u{7}", .reply(.foreground(.rgb(255, 0, 136)))),
    DecoderCase("␛]11;rgba:00/10/ff/ff\u{7}", .reply(.background(.rgb(0, 16, 255)))),
    DecoderCase("␛]11;nonsense\u{7}", .reply(.other)),
    DecoderCase("␛]52;c;aGk=\u{7}", .reply(.other)),
    DecoderCase("␛P>|kitty(0.32)␛\\", .reply(.version("kitty(0.32)"))),
    DecoderCase("␛P1+r544e=78␛\\", .reply(.other)), DecoderCase("␛[?997;1n", .reply(.other)),
    DecoderCase("␛[0n", .reply(.other)), DecoderCase("␛[8;24;80t", .reply(.other)),
    DecoderCase("␛[48;30;100;600;1000t", .resize(rows: 30, columns: 100)),
    DecoderCase("␛[I", .focus(true)), DecoderCase("␛[O", .focus(false)),
    DecoderCase("␛[Mabc"), DecoderCase("␛[99~"), DecoderCase("␛[?5h", .reply(.other)),
    DecoderCase("␛]abc\u{18}x", .character("x")), DecoderCase("␛]abc␛[A", .up),
    DecoderCase("␛[12\r", .enter), DecoderCase("␛[1;2\u{7F}", .backspace),
    // Esc, immediately followed by what the terminal sends.
    DecoderCase("␛␛[?62;22c", .key(Key(.escape)), .reply(.primaryAttributes([62, 22]))),
    DecoderCase("␛␛[?2026;2$y", .key(Key(.escape)), .reply(.mode(2026, state: 2))),
    DecoderCase("␛␛]11;rgb:f/0/8\u{7}", .key(Key(.escape)), .reply(.background(.rgb(255, 0, 136)))),
    DecoderCase("␛␛[24;80R", .key(Key(.escape)), .reply(.cursorPosition(row: 23, column: 79))),
    DecoderCase("␛␛[I", .key(Key(.escape)), .focus(true)),
  ]

  static let mouse: [DecoderCase] = [
    DecoderCase("␛[<0;1;1M", .mouse(MouseEvent(.press, .left, row: 0, column: 0))),
    DecoderCase("␛[<0;5;9m", .mouse(MouseEvent(.release, .left, row: 8, column: 4))),
    DecoderCase("␛[<2;300;1M", .mouse(MouseEvent(.press, .right, row: 0, column: 299))),
    DecoderCase("␛[<32;2;2M", .mouse(MouseEvent(.drag, .left, row: 1, column: 1))),
    DecoderCase("␛[<35;2;2M", .mouse(MouseEvent(.move, .none, row: 1, column: 1))),
    DecoderCase("␛[<64;2;2M", .mouse(MouseEvent(.scrollUp, .none, row: 1, column: 1))),
    DecoderCase("␛[<65;2;2M", .mouse(MouseEvent(.scrollDown, .none, row: 1, column: 1))),
    DecoderCase("␛[<67;2;2M", .mouse(MouseEvent(.scrollRight, .none, row: 1, column: 1))),
    DecoderCase("␛[<128;2;2M", .mouse(MouseEvent(.press, .extra(8), row: 1, column: 1))),
    DecoderCase(
      "␛[<20;1;1M",
      .mouse(MouseEvent(.press, .left, row: 0, column: 0, modifiers: [.shift, .control]))),
    DecoderCase(
      "␛␛[<0;5;9m", .key(Key(.escape)), .mouse(MouseEvent(.release, .left, row: 8, column: 4))),
    DecoderCase("␛[<0;1M"),
    DecoderCase("␛[<0;0;0M", .mouse(MouseEvent(.press, .left, row: 0, column: 0))),
  ]

  static let pastes: [DecoderCase] = [
    DecoderCase("␛[200~hello␛[201~", .paste("hello")), DecoderCase("␛[200~␛[201~", .paste("")),
    DecoderCase("␛[200~a\rb\r\nc\nd\te␛[201~", .paste("a\nb\nc\nd\te")),
    DecoderCase("␛[200~x␛[Ay\u{0}\u{7F}\u{9B}z␛[201~", .paste("x[Ayz")),
    DecoderCase("␛[200~日本␛[201~x", .paste("日本"), .key(.character("x"))),
    DecoderCase("␛[200~a␛[20␛[201~", .paste("a[20")), DecoderCase("␛[201~"),
    DecoderCase("␛[200~␛␛[201~", .paste("")),
    DecoderCase("␛␛[200~x␛[201~", .key(Key(.escape)), .paste("x")),
  ]

  static let all = plain + legacy + modern + replies + mouse + pastes

  @Test(arguments: all)
  func sequence(_ example: DecoderCase) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(example.bytes) == example.events)
    #expect(decoder.isIdle)
    #expect(decoder.flush() == [])
  }

  @Test(arguments: all)
  func splitAnywhere(_ example: DecoderCase) {
    let bytes = example.bytes
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let events = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
      #expect(events == example.events, "cut at \(cut)")
      #expect(decoder.isIdle, "cut at \(cut)")
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.feed([$0]) } == example.events)
  }

  @Test func sequencesFollowEachOther() {
    var decoder = KeyDecoder()
    let bytes = Self.all.flatMap(\.bytes)
    #expect(decoder.feed(bytes) == Self.all.flatMap(\.events))
    var slow = KeyDecoder()
    #expect(bytes.flatMap { slow.feed([$0]) } == Self.all.flatMap(\.events))
  }
}

extension KeyDecoder {
  /// Whether every sequence and every paste is complete.
  var isIdle: Bool {
    if case .ground = mode { return pending.isEmpty }
    return false
  }
}
