import DefinitionFormats
import FormatTestSupport
import Foundation
import Testing
import WidgetTestSupport

@Suite("Writing property lists")
struct PropertyListWritingTests {
  private static let bodies: [(PropertyListValue, String)] = [
    (true, "<true/>"),
    (-5, "<integer>-5</integer>"),
    ("", "<string></string>"),
    ("<&>\"'\t\n", "<string>&lt;&amp;&gt;\"'\t\n</string>"),
    ("a\rb", "<string>a&#13;b</string>"),
    ([], "<array/>"),
    ([:], "<dict/>"),
    ([[]], "<array>\n\t<array/>\n</array>"),
    (
      ["b": 1, "a": [:]],
      "<dict>\n\t<key>a</key>\n\t<dict/>\n\t<key>b</key>\n\t<integer>1</integer>\n</dict>"
    ),
    (.data([]), "<data>\n</data>"),
    ([.data([])], "<array>\n\t<data>\n\t</data>\n</array>"),
    ([.data([1, 2])], "<array>\n\t<data>\n\tAQI=\n\t</data>\n</array>"),
    (.real(0.1), "<real>0.10000000000000001</real>"),
  ]

  @Test("values are written in Xcode's layout", arguments: bodies)
  func xcode(value: PropertyListValue, body: String) throws {
    #expect(try write(value) == plist(body))
  }

  @Test("another layout is written, and detected when it is read")
  func layouts() throws {
    let value: PropertyListValue = ["b": [], "a": [1]]
    let layout = PropertyListLayout(
      indent: "  ", rootLevel: 1, keyOrder: .asGiven, emptyContainers: .startAndEndTag)
    let expected = """
        <dict>
          <key>b</key>
          <array>
          </array>
          <key>a</key>
          <array>
            <integer>1</integer>
          </array>
        </dict>
      """
    #expect(try write(value, layout) == plist(expected))
    let document = try PropertyListDocument(bytes: Array(plist(expected).utf8))
    #expect(document.layout == layout)
    #expect(document.value == value)
  }

  @Test("keys are sorted by UTF-16 code units")
  func keyOrder() throws {
    let keys = ["é", "a10", "\u{FFFD}", "Aa", "a2", "😀", "AA", "", "a,b", "A_", "a", "z", "B"]
    let value = PropertyListValue.dictionary(PropertyListDictionary(keys.map { ($0, true) }))
    let sorted = try #require(try read(try write(value)).dictionaryValue)
    #expect(
      sorted.keys == [
        "", "AA", "A_", "Aa", "B", "a", "a,b", "a10", "a2", "z", "é", "😀", "\u{FFFD}",
      ])
    #expect(sorted.isSorted)
  }

  @Test("U+FFFE and U+FFFF are neither written nor read, but their neighbours are")
  func noncharacters() throws {
    for character in ["\u{FFFE}", "\u{FFFF}"] {
      let value: PropertyListValue = ["a": .string("ok \(character)")]
      let error = try #require(throws: PropertyListWritingError.self) {
        try PropertyListXML.bytes(of: value)
      }
      #expect("\(error.character)" == character && error.path.description == "a")
      let text = "<plist><string>a &amp; \(character)</string></plist>"
      for text in [text, text.replacing(" &amp;", with: "")] {
        #expect(throws: PropertyListError.self) {
          try PropertyListDocument(bytes: Array(text.utf8))
        }
      }
    }
    for character in ["\u{FFFD}", "\u{EFFF}", "\u{1FFFE}", "\u{FFBE}", "\u{7F}"] {
      let value: PropertyListValue = ["a": .string("ok \(character)")]
      #expect(try PropertyListDocument(bytes: PropertyListXML.bytes(of: value)).value == value)
    }
  }

  /// Output of Foundation's writer, which formats reals, lines of data and the order of keys as
  /// Xcode does.
  private func foundation(_ object: Any) throws -> String {
    let data = try PropertyListSerialization.data(
      fromPropertyList: object, format: .xml, options: 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test("reals are spelled as Foundation spells them")
  func reals() throws {
    var generator = SeededGenerator(seed: 11)
    var numbers: [Double] = [
      0, -0.0, 1, -1, 0.5, 0.1, 1e15, 1e16, 1e17, 1e21, 1e-7, .infinity, -.infinity,
    ]
    numbers += [99_999_999_999_999_984, 123_456_789.125, .leastNonzeroMagnitude, .nan]
    for _ in 0..<200 { numbers.append(Double(bitPattern: generator.next())) }
    for number in numbers {
      #expect(try write(.real(number)) == foundation(number), "\(number), seed 11")
    }
  }

  @Test("data of every length at every depth is laid out as by Foundation")
  func data() throws {
    for depth in [0, 1, 2, 5, 7, 8, 9, 12] {
      for count in [0, 1, 2, 3, 27, 51, 57, 58, 120] {
        let bytes = (0..<count).map { UInt8($0) }
        var (ours, theirs): (PropertyListValue, Any) = (.data(bytes), Data(bytes))
        for _ in 0..<depth { (ours, theirs) = (.array([ours]), [theirs]) }
        #expect(try write(ours) == foundation(theirs), "depth \(depth), count \(count)")
        #expect(try read(write(ours)) == ours)
      }
    }
  }
}
