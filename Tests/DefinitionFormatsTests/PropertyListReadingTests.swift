import DefinitionFormats
import FormatTestSupport
import Testing

@Suite("Reading XML property lists")
struct PropertyListReadingTests {
  private static let scalars: [(String, PropertyListValue)] = [
    ("<string>a</string>", "a"),
    ("<string></string>", ""),
    ("<string/>", ""),
    ("<string />", ""),
    ("<string> a\n\tb </string>", " a\n\tb "),
    ("<string>&amp;&lt;&gt;&quot;&apos;</string>", "&<>\"'"),
    ("<string>&#65;&#x42;&#x1F600;&#13;</string>", "AB😀\r"),
    ("<string>a\r\nb\rc</string>", "a\nb\nc"),
    ("<string><![CDATA[<a> & ]]></string>", "<a> & "),
    ("<string>a<![CDATA[b]]>c<!-- d -->e</string>", "abce"),
    ("<string>]]></string>", "]]>"),
    ("<string>Zoë 日本 😀</string>", "Zoë 日本 😀"),
    ("<string>a</string >", "a"),
    ("<integer>0</integer>", 0),
    ("<integer>-12</integer>", -12),
    ("<integer>+7</integer>", 7),
    ("<integer>0x1F</integer>", 31),
    ("<integer>-0x10</integer>", -16),
    ("<integer>9223372036854775807</integer>", .integer(.max)),
    ("<integer>-9223372036854775808</integer>", .integer(.min)),
    ("<integer>18446744073709551615</integer>", .unsigned(.max)),
    ("<integer>0xFFFFFFFFFFFFFFFF</integer>", .unsigned(.max)),
    ("<true/>", true),
    ("<false/>", false),
    ("<true></true>", true),
    ("<true> </true>", true),
    ("<array/>", []),
    ("<array></array>", []),
    ("<dict/>", [:]),
    ("<dict><!-- nothing --></dict>", [:]),
    ("<data></data>", .data([])),
    ("<data/>", .data([])),
    ("<data>\n\tAQ ID\n</data>", .data([1, 2, 3])),
    ("<data>AQI=</data>", .data([1, 2])),
    ("<data>AQ==</data>", .data([1])),
    ("<array><integer>1</integer><string>b</string></array>", [1, "b"]),
    ("<dict><key>a</key><true/><key></key><array/></dict>", ["a": true, "": []]),
    ("<dict><key>a&amp;b</key><true/></dict>", ["a&b": true]),
  ]

  @Test("each kind of value is read", arguments: scalars)
  func values(body: String, expected: PropertyListValue) throws {
    #expect(try read(plist(body)) == expected)
  }

  @Test(
    "reals keep their number and their spelling",
    arguments: [
      ("1", 1.0, nil), ("0.5", 0.5, nil), ("0.10000000000000001", 0.1, nil), ("0.0", 0, nil),
      ("0", 0, "0"), ("-0.0", -0.0, "-0.0"), ("0.1", 0.1, "0.1"), ("1.0", 1, "1.0"),
      ("1e3", 1000, "1e3"), ("+infinity", .infinity, nil), ("-inf", -.infinity, "-inf"),
      ("100", 100, nil), ("1e+17", 1e17, nil), (".5", 0.5, ".5"),
    ] as [(String, Double, String?)])
  func reals(text: String, number: Double, spelling: String?) throws {
    guard case .real(let real) = try read(plist("<real>\(text)</real>")) else {
      Issue.record("no real")
      return
    }
    #expect(real.value == number)
    #expect(real.spelling == spelling)
    #expect(real.text == text)
  }

  @Test("not-a-number equals itself")
  func notANumber() throws {
    let value = try read(plist("<real>nan</real>"))
    #expect(value == .real(.nan))
    #expect(value.numberValue?.isNaN == true)
  }

  @Test(
    "prologues",
    arguments: [
      "<plist><true/></plist>",
      "<plist version='1.0'><true/></plist>",
      "\n <plist version=\"1.0\"><true/></plist>",
      "\u{FEFF}<?xml version=\"1.0\"?><plist><true/></plist>",
      "<?xml version='1.0' encoding='utf-8' standalone='no'?><plist><true/></plist>",
      "<!-- one --><?target two?><plist><true/></plist><!-- three -->\n",
      "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\"><plist><true/></plist>",
      "<!DOCTYPE plist><plist><true/></plist>",
    ])
  func prologues(text: String) throws {
    #expect(try read(text) == true)
  }

  @Test("UTF-16 with and without a byte-order mark", arguments: [true, false], [true, false])
  func utf16(isLittle: Bool, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + plist("<string>Zoë 😀</string>")
    let bytes = text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      return isLittle ? [low, high] : [high, low]
    }
    let document = try PropertyListDocument(bytes: bytes)
    #expect(document.value == "Zoë 😀")
  }

  @Test("keys stay in the order of the file, and are found in large dictionaries")
  func largeDictionary() throws {
    let keys = (0..<1000).map { "key\(($0 * 7919) % 1000)" }
    let body = keys.map { "<key>\($0)</key><string>\($0)</string>" }.joined()
    let dictionary = try #require(try read(plist("<dict>\(body)</dict>")).dictionaryValue)
    #expect(dictionary.keys == keys)
    #expect(keys.allSatisfy { dictionary[$0] == .string($0) })
    #expect(dictionary["key1000"] == nil)
  }

  @Test("nested dictionaries may have the same key")
  func nestedKeys() throws {
    let inner = "<dict><key>a</key><true/></dict>"
    let value = try read(plist("<dict><key>a</key>\(inner)<key>b</key>\(inner)</dict>"))
    #expect(value == ["a": ["a": true], "b": ["a": true]])
  }

  @Test("depth up to the limit is read")
  func depth() throws {
    let levels = PropertyListLimits.standard.depth
    let text =
      String(repeating: "<array>", count: levels)
      + String(repeating: "</array>", count: levels)
    var value = try read(plist(text))
    var depth = 1
    while let next = value[0] {
      value = next
      depth += 1
    }
    #expect(depth == levels)
  }
}
