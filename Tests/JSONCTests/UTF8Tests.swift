import JSONC
import Testing

@Suite struct UTF8Tests {
  /// Sequences that are not UTF-8, grouped by the reason.
  static let invalid: [(String, [UInt8])] = [
    ("lone continuation", [0x80]), ("lone continuation, high", [0xBF]),
    ("overlong, 2 bytes, NUL", [0xC0, 0x80]), ("overlong, 2 bytes", [0xC1, 0xBF]),
    ("overlong, 3 bytes", [0xE0, 0x80, 0xAF]), ("overlong, 3 bytes, high", [0xE0, 0x9F, 0xBF]),
    ("overlong, 4 bytes", [0xF0, 0x80, 0x80, 0xAF]),
    ("overlong, 4 bytes, high", [0xF0, 0x8F, 0xBF, 0xBF]),
    ("overlong, 6 bytes", [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF]),
    ("encoded surrogate, first", [0xED, 0xA0, 0x80]),
    ("encoded surrogate, last", [0xED, 0xBF, 0xBF]),
    ("encoded pair", [0xED, 0xA0, 0xB4, 0xED, 0xB4, 0x9E]),
    ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]), ("far above", [0xF5, 0x80, 0x80, 0x80]),
    ("byte never used, FE", [0xFE]), ("byte never used, FF", [0xFF]),
    ("cut, 2 bytes", [0xC3]), ("cut, 3 bytes", [0xE2, 0x82]), ("cut, 4 bytes", [0xF0, 0x9F, 0x98]),
    ("second byte wrong", [0xE2, 0x28, 0xA1]), ("third byte wrong", [0xE2, 0x82, 0x28]),
    ("fourth byte wrong", [0xF0, 0x9F, 0x98, 0x28]), ("Latin 1", [0xE9, 0x74, 0xE9]),
  ]

  private static let opening: [UInt8] = [0x5B, 0x22, 0x61]
  private static let closing: [UInt8] = [0x22, 0x5D]

  @Test(arguments: invalid.indices)
  func `is refused in a string`(_ row: Int) throws {
    let (name, bytes) = Self.invalid[row]
    let error = failure(Self.opening + bytes + Self.closing)
    #expect(error?.rule == .invalidUTF8, "\(name)")
    #expect(error?.column == 4, "\(name)")
  }

  @Test(arguments: invalid.indices)
  func `is refused in a key, outside strings and at the end`(_ row: Int) {
    let (name, bytes) = Self.invalid[row]
    #expect(verdict(Array("{\"".utf8) + bytes + Array("\":1}".utf8)) == .invalidUTF8, "\(name)")
    #expect(verdict(Array("[".utf8) + bytes + [0x5D]) == .invalidUTF8, "\(name)")
    #expect(verdict(Array("[] ".utf8) + bytes) == .invalidUTF8, "\(name)")
    #expect(verdict([0x22] + bytes) == .invalidUTF8, "\(name)")
  }

  @Test func `agrees with Swift on every sequence of two bytes`() {
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0x20)...0xFF where second != 0x22 && second != 0x5C {
        compareWithSwift([first, second])
      }
    }
  }

  @Test func `agrees with Swift on the edges of three and four bytes`() {
    let leads: [UInt8] = [0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5]
    let edges: [UInt8] = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
    for lead in leads {
      for second in edges {
        for third in edges {
          compareWithSwift([lead, second, third])
          for fourth in edges { compareWithSwift([lead, second, third, fourth]) }
        }
      }
    }
  }

  private func compareWithSwift(_ bytes: [UInt8]) {
    let expected = String(validating: bytes, as: UTF8.self)
    let read = try? JSONText.parse([0x22] + bytes + [0x22])
    #expect(read?.stringValue == expected, "\(bytes)")
  }

  @Test(arguments: [
    UInt32(0x80), 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1D800, 0xFFFFF, 0x10FFFF,
  ])
  func `the limits of each length are kept`(_ value: UInt32) throws {
    let text = String(try #require(Unicode.Scalar(value)))
    #expect(try JSONText.parse("\"\(text)\"") == .string(text))
    #expect(try JSONText.parse("{\"\(text)\":1}") == .object([text: 1]))
  }
}
