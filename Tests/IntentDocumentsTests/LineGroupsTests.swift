import FormatTestSupport
import Testing

@testable import DefinitionFormats
@testable import IntentDocuments

/// The lines of a text in groups: all of them, in order, few at a time.
@Suite struct LineGroupsTests {
  private func groups(_ text: String, most: Int) -> [[String]] {
    utf8(text).withUnsafeBufferPointer { bytes in
      var groups = LineGroups(bytes)
      var found: [[String]] = []
      while groups.next(most: most) {
        found.append(groups.lines.map { String(decoding: $0, as: UTF8.self) })
      }
      return found
    }
  }

  static let rows: [(text: String, most: Int, groups: [[String]])] = [
    ("", 4, []),
    ("a", 4, [["a"]]),
    ("a\n", 4, [["a"]]),
    ("\n", 4, [[""]]),
    ("\n\n", 1, [[""], [""]]),
    ("a\nb", 4, [["a", "b"]]),
    ("a\nb\n", 1, [["a"], ["b"]]),
    ("a\n\nb\nc\nd\n", 2, [["a", ""], ["b", "c"], ["d"]]),
    ("é\r\n東京", 3, [["é\r", "東京"]]),
  ]

  @Test(arguments: rows.indices)
  func `each line is in one group, without its line feed`(_ row: Int) {
    let (text, most, expected) = Self.rows[row]
    #expect(groups(text, most: most) == expected)
  }

  @Test func `long lines end a group early`() {
    let long = String(repeating: "x", count: 3_000)
    let lines = [long, long, "a", "b", String(repeating: "y", count: 5_000), "c"]
    let found = groups(lines.joined(separator: "\n"), most: 4)
    #expect(found.map(\.count) == [2, 3, 1])
    #expect(found.flatMap(\.self) == lines)
  }

  @Test(arguments: 1...9)
  func `groups of any size hold the same lines`(_ most: Int) {
    let lines = (0..<100).map { String(repeating: "line \($0) ", count: $0 * $0 % 71) }
    let found = groups(lines.joined(separator: "\n") + "\n", most: most)
    #expect(found.flatMap(\.self) == lines)
    #expect(found.allSatisfy { (1...most).contains($0.count) })
  }
}
