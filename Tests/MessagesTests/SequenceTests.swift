import Messages
import Testing

/// The functions on sequences and texts that all modules share.
@Suite struct SequenceTests {
  @Test func firsts() {
    #expect(["b", "a", "b", "c", "a"].firsts == ["b", "a", "c"])
    #expect([String]().firsts == [])
    #expect(["bee", "ant", "bat", "cat"].firsts { $0.first } == ["bee", "ant", "cat"])
    #expect(["bee", "ant", "wolf"].firsts(by: \.count) == ["bee", "wolf"])
  }

  @Test(arguments: 0..<20)
  func partitionIndex(count: Int) {
    let numbers = Array(0..<count)
    for limit in -1...count {
      let expected = numbers.firstIndex { $0 > limit } ?? count
      #expect(numbers.partitionIndex { $0 > limit } == expected)
      let slice = numbers.dropFirst(3)
      #expect(
        slice.partitionIndex { $0 > limit } == slice.firstIndex { $0 > limit } ?? slice.endIndex)
    }
  }

  @Test(arguments: [
    ("", ""), (" ", ""), ("a", "a"), ("\t a b\u{A0}\r\n", "a b"), ("\u{3000}a\u{301} ", "a\u{301}"),
    ("\u{200B}a", "\u{200B}a"),
  ])
  func trimmed(text: String, trimmed: String) {
    #expect(text.trimmed == trimmed)
    #expect(text[...].trimmed == trimmed)
  }

  @Test func lettersAndDigits() {
    let all = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    #expect((UInt8.min ... .max).filter(\.isLetterOrDigit) == Array(all.utf8))
  }
}
