import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

@Suite("Key decoder: broken input")
struct KeyDecoderRobustnessTests {
  /// An incomplete sequence, and what it means if nothing follows.
  static let halves: [DecoderCase] = [
    DecoderCase("␛", .escape), DecoderCase("␛␛", .key(Key(.escape)), .key(Key(.escape))),
    DecoderCase("␛[", .character("["), .alt), DecoderCase("␛O", .character("O"), .alt),
    DecoderCase("␛]", .character("]"), .alt), DecoderCase("␛P", .character("P"), .alt),
    DecoderCase("␛␛[", .key(Key(.escape)), .key(.character("[", .alt))), DecoderCase("␛[1;"),
    DecoderCase("␛O5"), DecoderCase("␛[Ma"),
  ]

  @Test(arguments: halves)
  func timeoutResolves(_ example: DecoderCase) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(example.bytes) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == example.events)
    #expect(decoder.isIdle && !decoder.isPending)
  }

  @Test func slowRepliesArePatientlyAwaited() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}]11;rgb:00/".utf8)) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.feed(Array("00/00\u{7}".utf8)) == [.reply(.background(.rgb(0, 0, 0)))])
    #expect(decoder.feed(Array("\u{1B}]11;rgb".utf8)) == [])
    for _ in 1..<KeyDecoder.replyTimeouts {
      #expect(decoder.flush() == [])
      #expect(decoder.isPending)
    }
    #expect(decoder.flush() == [])
    #expect(decoder.isIdle)
  }

  /// Terminal replies, requested or not.
  static let replies = [
    "[?62;22c", "[>41;390;0c", "[?1u", "[?2026;2$y", "[?2027;0$y", "[?997;1n", "[<0;12;4m",
    "]11;rgb:0000/1111/ffff\u{7}", "]11;rgb:0000/1111/ffff\u{1B}\\", "]4;1;rgb:00/11/22\u{7}",
    "]52;c;aGk=\u{1B}\\", "P>|xterm(390)\u{1B}\\", "P!|00000000\u{1B}\\", "P1+r5463\u{1B}\\",
  ].map { [0x1B] + Array($0.utf8) }

  @Test("a late reply in two pieces is not read as text", arguments: replies)
  func lateReplies(_ reply: [UInt8]) {
    // The first piece has at least three bytes, because a shorter piece could be Esc, or Alt with a
    // key.
    for cut in 3..<reply.count {
      for timeouts in 1..<KeyDecoder.replyTimeouts {
        var decoder = KeyDecoder()
        var events = decoder.feed(reply[..<cut])
        for _ in 0..<timeouts { events += decoder.flush() }
        events += decoder.feed(reply[cut...])
        let keys = events.filter { if case .key = $0 { true } else { false } }
        #expect(keys.isEmpty, "cut at \(cut) with \(timeouts) timeouts")
        #expect(decoder.isIdle)
      }
    }
  }

  @Test("a reply between two letters does not affect the letters", arguments: replies)
  func repliesWhileTyping(_ reply: [UInt8]) {
    var decoder = KeyDecoder()
    let events = ([0x61] + reply + [0x62]).flatMap { decoder.feed([$0]) }
    let keys = events.filter { if case .key = $0 { true } else { false } }
    #expect(keys == [.key(.character("a")), .key(.character("b"))])
  }

  @Test("half a reply does not wait forever")
  func abandonedReply() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[?62".utf8)) == [])
    for _ in 1..<KeyDecoder.replyTimeouts { #expect(decoder.flush() == [] && decoder.isPending) }
    #expect(decoder.flush() == [] && decoder.isIdle)
    #expect(decoder.feed([0x61]) == [.key(.character("a"))])
  }

  /// Invalid UTF-8, and the number of replacement characters (Unicode §3.9, maximal subparts).
  static let invalid: [(bytes: [UInt8], count: Int)] = [
    ([0x80], 1), ([0xFF], 1), ([0xC0, 0x80], 2), ([0xC3, 0x61], 1), ([0xE4, 0xB8, 0x61], 1),
    ([0xE0, 0x80, 0x80], 3), ([0xED, 0xA0, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 4),
    ([0xF0, 0x9F, 0x98, 0x61], 1), ([0xF5], 1), ([0x9B, 0x9B], 2), ([0xE4, 0xE4, 0xB8, 0x96], 1),
  ]

  @Test(arguments: invalid)
  func invalidUTF8IsReplaced(bytes: [UInt8], count: Int) {
    var decoder = KeyDecoder()
    let events = decoder.feed(bytes) + decoder.flush()
    #expect(events.filter { $0 == .key(.character("\u{FFFD}")) }.count == count)
    #expect(decoder.isIdle)
  }

  @Test(arguments: [[0xE4], [0xE4, 0xB8], [0xF0, 0x9F, 0x98]] as [[UInt8]])
  func unfinishedUTF8IsReplacedAfterTheTimeout(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(bytes) == [])
    #expect(decoder.flush() == [.key(.character("\u{FFFD}"))])
    #expect(decoder.feed([0x1B] + bytes) == [])
    #expect(decoder.flush() == [.key(.character("\u{FFFD}", .alt))])
  }

  @Test func endlessSequencesAreSkipped() {
    var decoder = KeyDecoder()
    let digits = [UInt8](repeating: 0x31, count: 100_000)
    #expect(
      decoder.feed(Array("\u{1B}[".utf8) + digits + Array("mx".utf8)) == [.key(.character("x"))])
    #expect(
      decoder.feed(Array("\u{1B}]".utf8) + digits + Array("\u{7}y".utf8)) == [.key(.character("y"))]
    )
    #expect(
      decoder.feed(Array("\u{1B}P".utf8) + digits + Array("\u{1B}\\z".utf8)) == [
        .key(.character("z"))
      ])
    #expect(
      decoder.feed(Array("\u{1B}]".utf8) + digits + Array("\u{1B}[A".utf8)) == [.key(Key(.up))])
    #expect(decoder.feed(Array("\u{1B}[".utf8) + digits + [0x0D]) == [.key(Key(.enter))])
    #expect(decoder.feed(Array("\u{1B}]".utf8) + digits) == [])
    #expect(decoder.pending.count <= KeyDecoder.stringLimit && decoder.isPending)
    #expect(decoder.flush() == [] && decoder.isIdle)
  }

  @Test func pastesAreBounded() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~".utf8)) == [])
    for _ in 0..<40 {
      #expect(decoder.feed([UInt8](repeating: 0x61, count: 65_536)) == [])
      #expect(decoder.flush() == [])
    }
    let events = decoder.feed(Array("\u{1B}[201~b".utf8))
    #expect(events == [.paste(String(repeating: "a", count: 1 << 20)), .key(.character("b"))])
  }

  @Test func invalidUTF8InAPasteIsReplaced() {
    var decoder = KeyDecoder()
    let bytes = Array("\u{1B}[200~a".utf8) + [0xFF, 0xE4] + Array("b\u{1B}[201~".utf8)
    #expect(decoder.feed(bytes) == [.paste("a\u{FFFD}\u{FFFD}b")])
  }

  /// Bytes that are likely to form sequences.
  private func noise(_ random: inout SeededGenerator, count: Int) -> [UInt8] {
    let spice = Array("\u{1B}\u{1B}\u{1B}[[[]]OP?<>;;:0123456789ABM~umt$^@\\\u{7}\r".utf8)
    return (0..<count).map { _ in
      let number = random.next()
      return number & 0x300 == 0
        ? UInt8(truncatingIfNeeded: number) : spice[Int(number >> 32) % spice.count]
    }
  }

  @Test(arguments: 0..<10)
  func randomBytesNeverHang(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var decoder = KeyDecoder()
    var left = TestDepth.count(20_000, thorough: 100_000)
    while left > 0 {
      let bytes = noise(&random, count: Int.random(in: 1...200, using: &random))
      left -= bytes.count
      for case .key(let key) in decoder.feed(bytes) {
        guard case .character(let character) = key.code else { continue }
        #expect(!character.unicodeScalars.contains(where: VisibleText.isControl), "\(random)")
      }
      #expect(decoder.pending.count <= KeyDecoder.stringLimit + 1, "\(random)")
    }
    _ = decoder.feed(Array("\u{1B}[201~".utf8))
    for _ in 0..<KeyDecoder.replyTimeouts { _ = decoder.flush() }
    #expect(decoder.isIdle, "\(random)")
    #expect(decoder.feed([0x61]) == [.key(.character("a"))], "\(random)")
  }

  @Test(arguments: 100..<110)
  func randomBytesMeanTheSameHoweverCut(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = noise(&random, count: 5_000)
    var whole = KeyDecoder()
    let expected = whole.feed(bytes)
    var cut = KeyDecoder()
    #expect(bytes.flatMap { cut.feed([$0]) } == expected, "\(random)")
  }
}

extension VisibleText {
  fileprivate static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
