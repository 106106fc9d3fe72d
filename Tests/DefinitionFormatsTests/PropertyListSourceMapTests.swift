import DefinitionFormats
import FormatTestSupport
import Messages
import Testing

@Suite("Positions and paths in property lists")
struct PropertyListSourceMapTests {
  private static let text = plist(
    """
    <dict>
    \t<key>a</key>
    \t<array>
    \t\t<dict/>
    \t\t<array><true/><string>ü</string> <false/></array>
    \t\t<dict><key>é</key> <integer>1</integer></dict>
    \t</array>
    \t<key>b</key><string>x</string>
    </dict>
    """)

  private static let places: [(PropertyListPath, TextPosition, TextPosition)] = [
    ([], .init(line: 4, column: 1), .init(line: 4, column: 1)),
    ([.key("a")], .init(line: 6, column: 2), .init(line: 5, column: 2)),
    ([.key("a"), .index(0)], .init(line: 7, column: 3), .init(line: 7, column: 3)),
    ([.key("a"), .index(1), .index(0)], .init(line: 8, column: 10), .init(line: 8, column: 10)),
    ([.key("a"), .index(1), .index(2)], .init(line: 8, column: 36), .init(line: 8, column: 36)),
    ([.key("a"), .index(2), .key("é")], .init(line: 9, column: 22), .init(line: 9, column: 9)),
    ([.key("b")], .init(line: 11, column: 14), .init(line: 11, column: 2)),
  ]

  @Test("values and keys have their positions", arguments: places)
  func place(path: PropertyListPath, value: TextPosition, key: TextPosition) throws {
    let map = try PropertyListDocument(bytes: Array(Self.text.utf8)).sourceMap
    #expect(map.position(of: path) == value)
    #expect(map.position(of: path, part: .key) == key)
    #expect(map.nearestPosition(of: path, part: .key) == key)
  }

  @Test(
    "paths that lead nowhere have the position of the surrounding element",
    arguments: [
      ([.key("c")], 4), ([.key("a"), .index(3)], 6), ([.key("a"), .key("b")], 6),
      ([.key("a"), .index(-1)], 6), ([.key("b"), .index(0), .key("x")], 11), ([.index(0)], 4),
    ] as [(PropertyListPath, Int)])
  func nowhere(path: PropertyListPath, line: Int) throws {
    let document = try PropertyListDocument(bytes: Array(Self.text.utf8))
    #expect(document.sourceMap.position(of: path) == nil)
    #expect(document.value[path: path] == nil)
    #expect(document.sourceMap.nearestPosition(of: path).line == line)
  }

  @Test("lines are counted correctly after the first blocks, and after a byte-order mark")
  func longText() {
    let lines = TextLineIndex(Array(String(repeating: "0123456é\n", count: 5000).utf8))
    for line in [1, 2, 409, 410, 411, 4096, 5000] {
      let offset = (line - 1) * 10
      #expect(lines.position(of: offset) == TextPosition(line: line, column: 1))
      #expect(lines.position(of: offset + 9) == TextPosition(line: line, column: 9))
    }
    #expect(lines.position(of: .max) == TextPosition(line: 5001, column: 1))
    #expect(lines.position(of: -1) == TextPosition(line: 1, column: 1))
    #expect(TextLineIndex([]).position(of: 3) == TextPosition(line: 1, column: 1))
    #expect(TextLineIndex(Array("\u{FEFF}ab".utf8)).position(of: 4).column == 2)
  }

  @Test("the text of a path has dots and brackets")
  func words() {
    let path: PropertyListPath = [.key("INIntents"), .index(0), .key("INIntentName")]
    #expect(path.description == "INIntents[0].INIntentName")
    #expect(PropertyListPath().description == "(root)")
    #expect(PropertyListPath().appending(index: 2).appending(key: "a").description == "[2].a")
  }
}

@Suite("Property list values")
struct PropertyListValueTests {
  @Test("a value converts to its own kind, and to nil otherwise")
  func kinds() {
    let values: [(PropertyListKind, PropertyListValue)] = [
      (.boolean, true), (.integer, 1), (.real, .real(1)), (.string, "a"), (.data, .data([1])),
      (.array, [1]), (.dictionary, ["a": 1]),
    ]
    for (kind, value) in values {
      #expect(value.kind == kind)
      #expect((value.booleanValue != nil) == (kind == .boolean))
      #expect((value.integerValue != nil) == (kind == .integer))
      #expect((value.numberValue != nil) == (kind == .integer || kind == .real))
      #expect((value.stringValue != nil) == (kind == .string))
      #expect((value.arrayValue != nil) == (kind == .array))
      #expect((value.dictionaryValue != nil) == (kind == .dictionary))
    }
    let phrases = PropertyListKind.allCases.map { $0.phrase.text() }
    #expect(phrases.prefix(2) == ["a Boolean", "an integer"])
  }

  @Test(
    "a dictionary keeps its order through changes, small and large", arguments: [4, 16, 17, 40])
  func dictionary(count: Int) {
    var dictionary = PropertyListDictionary()
    for number in 0..<count { dictionary["k\(number)"] = .integer(number) }
    dictionary["k1"] = "new"
    dictionary["k2"] = nil
    dictionary["absent"] = nil
    dictionary["last"] = true
    let expected = (0..<count).filter { $0 != 2 }.map { "k\($0)" } + ["last"]
    #expect(dictionary.keys == expected)
    #expect(dictionary.count == count)
    #expect(dictionary["k1"] == "new")
    #expect(dictionary["k2"] == nil)
    #expect(dictionary["k3"] == 3)
    #expect(expected.indices.allSatisfy { dictionary.position(of: expected[$0]) == $0 })
  }

  @Test("the order of keys is part of a dictionary")
  func equality() {
    let (one, other): (PropertyListDictionary, PropertyListDictionary) = (
      ["a": 1, "b": 2], ["b": 2, "a": 1]
    )
    #expect(one != other)
    #expect(one.sortedEntries == other.sortedEntries)
    #expect(one.isSorted && !other.isSorted)
  }
}
