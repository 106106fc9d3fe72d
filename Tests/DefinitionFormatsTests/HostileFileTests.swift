import DefinitionFormats
import FormatTestSupport
import Testing
import WidgetTestSupport

@Suite("Hostile property lists")
struct HostileFileTests {
  @Test("XML of ten thousand levels is refused", arguments: [10_000, 100_000])
  func depth(levels: Int) {
    let text = "<plist>" + String(repeating: "<array>", count: levels)
    #expect(
      message(reading: text)
        == """
        line 1, column 3592: Arrays and dictionaries are nested deeper than the limit of 512 \
        levels.
        """)
  }

  @Test("a billion laughs are refused before they are expanded")
  func billionLaughs() {
    var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist [\n<!ENTITY lol0 \"lol\">\n"
    for level in 1...10 {
      let mentions = String(repeating: "&lol\(level - 1);", count: 10)
      text += "<!ENTITY lol\(level) \"\(mentions)\">\n"
    }
    text += "]>\n<plist><string>&lol10;</string></plist>"
    #expect(
      message(reading: text)
        == """
        line 3, column 1: Entities are not allowed in a property list. Remove the <!ENTITY> \
        declarations.
        """)
  }

  @Test("thousands of different keys are read without a linear search for each")
  func manyKeys() throws {
    let body = (0..<30_000).map { "<key>\($0)</key><true/>" }.joined()
    let dictionary = try #require(try read(plist("<dict>\(body)</dict>")).dictionaryValue)
    #expect(dictionary.count == 30_000)
    #expect(dictionary["29999"] == true)
  }

  private static let fixtures: [[UInt8]] = [
    Array(
      plist(
        """
        <dict>
        \t<key>a</key>
        \t<array>
        \t\t<string>x &amp; ü<![CDATA[<]]></string>
        \t\t<integer>12</integer>
        \t\t<real>0.5</real>
        \t\t<data>\n\t\tAQID\n\t\t</data>
        \t\t<date>2024-02-29T13:05:00Z</date>
        \t</array>
        \t<key>b</key>
        \t<dict/>
        </dict>
        """
      ).utf8),
    BinaryFixture.sample,
    Array("/* c */ \"a\" = \"b\\U00e9\\n\"; // d\nkey = value; \"x\";\n".utf8),
  ]

  @Test("changed bytes lead to a value or an error, never to a crash", arguments: 0..<3)
  func mutations(number: Int) throws {
    let seed = UInt64(number + 1)
    var generator = SeededGenerator(seed: seed)
    let source = Self.fixtures[number]
    for round in 0..<TestDepth.count(600, thorough: 3_000) {
      var bytes = source
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        Self.mutate(&bytes, using: &generator)
      }
      let reading = StringTable.read(bytes)
      #expect(reading.errors.count <= 100, "seed \(seed), round \(round)")
      guard let document = try? PropertyListDocument(bytes: bytes),
        let written = try? PropertyListXML.bytes(of: document.value, layout: document.layout)
      else { continue }
      let again = try PropertyListDocument(bytes: written).value
      #expect(again == document.value, "seed \(seed), round \(round)")
    }
  }

  private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard let place = bytes.indices.randomElement(using: &generator) else { return }
    switch UInt8.random(in: 0..<5, using: &generator) {
    case 0: bytes[place] = .random(in: .min ... .max, using: &generator)
    case 1: bytes.remove(at: place)
    case 2:
      bytes.insert(Array("<>&\"/;=*\\]".utf8).randomElement(using: &generator) ?? 0, at: place)
    case 3: bytes.removeSubrange(place...)
    default:
      let end = min(place + 12, bytes.count)
      bytes.insert(contentsOf: bytes[place..<end], at: 0 + place)
    }
  }
}
