import FormatTestSupport
import IntentModel
import Synchronization
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Every text that the fast path accepts is also valid according to the rules.
@Suite struct PlainTextTests {
  private static let urls: [(String, Bool)] = [
    ("https://example.org/1/calendar?view=day", true), ("a:b", true),
    ("mailto:me@example.org", true),
    ("a:", false), (":b", false), ("", false), ("a", false), ("HTTPS://x", false),
    ("a1:b", false), ("a: b", false), ("a:bcdefgh ijklmn", false), ("a:bcdefghijklmnop ", false),
  ]

  @Test(arguments: urls.indices)
  func `a plain URL is a scheme, a colon and printable ASCII`(_ row: Int) {
    let (text, isPlain) = Self.urls[row]
    #expect(isPlainURL(utf8(text)) == isPlain)
    if isPlain { #expect(IntentURL.isValid(text)) }
  }

  @Test(arguments: 0..<27)
  func `every byte at every position is examined`(_ place: Int) {
    for byte in UInt8.min...UInt8.max {
      var text = utf8("https://example.org/a/b.html")
      guard place + 6 < text.count else { continue }
      text[place + 6] = byte
      #expect(isPlainURL(text) == (byte > 0x20 && byte < 0x7F), "\(byte)")
    }
  }

  @Test func `two unusual bytes are both found`() {
    for first in [0x00, 0x20, 0x7F, 0x80, 0xFF] as [UInt8] {
      for second in [0x00, 0x1F, 0x20, 0x21, 0x7E, 0x7F, 0x80, 0xFF] as [UInt8] {
        for place in 2..<18 {
          var text = utf8("a:") + Array(repeating: UInt8(ascii: "x"), count: 20)
          text[place] = first
          text[place + 1] = second
          #expect(!isPlainURL(text), "\(first) \(second) \(place)")
        }
      }
    }
  }

  @Test func `batches know the numbers of their lines`() {
    for seed in PropertySeeds("batches of lines", count: 20) {
      var random = SeededGenerator(seed: seed)
      let lines = (0..<Int.random(in: 1...3_000, using: &random)).map { _ in
        String(repeating: "é", count: Int.random(in: 0...90, using: &random))
      }
      let text = utf8("{}\n" + lines.joined(separator: "\n") + (random.chance(0.5) ? "\n" : ""))
      let piece = Int.random(in: 100...90_000, using: &random)
      let place = Place()
      let batches = LineBatches(
        source: { _ in place.next(piece, of: text) }, limits: .standard)
      var bytes: [UInt8] = []
      var (number, line) = (0, 1)
      while let batch = batches.next() {
        #expect(batch.number == number, "seed \(seed)")
        #expect(batch.firstLine == line, "seed \(seed)")
        number += 1
        line += batch.bytes.count { $0 == 0x0A }
        bytes += batch.bytes
      }
      #expect(bytes == text, "seed \(seed)")
    }
  }

  private func isPlainURL(_ text: [UInt8]) -> Bool { text.span.isPlainURL }
}

/// A position in bytes that are read in pieces.
private final class Place: Sendable {
  private let start = Mutex(0)

  func next(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
    start.withLock { start in
      let end = min(bytes.count, start + count)
      defer { start = end }
      return Array(bytes[start..<end])
    }
  }
}
