import FormatTestSupport
import Foundation
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

/// The keys of dictionaries; the reader stores each of them once.
@Suite("Keys of property lists")
struct PropertyListKeyTests {
  @Test(
    "keys that are nearly the same differ, in every dictionary of a file",
    arguments: [
      ["a", "b"], ["12345678", "12345679"], ["12345678", "123456780"], ["", " "],
      ["abcdefgh1", "abcdefgh2"], ["\u{E9}", "e\u{301}"], ["A", "a"],
    ])
  func alike(keys: [String]) throws {
    let entries = keys.map { "<key>\($0)</key><true/>" }
    let dictionaries = [entries, entries.reversed()].map { "<dict>\($0.joined())</dict>" }
    let value = try read(plist("<array>\(dictionaries.joined())</array>"))
    for (index, expected) in [keys, keys.reversed()].enumerated() {
      let found = try #require(value[index]?.dictionaryValue).keys
      #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
  }

  @Test("a key that is not UTF-8 is refused", arguments: [[0xFF], [0x61, 0xC3], [0xC0, 0x80]])
  func invalid(bytes: [UInt8]) {
    let (start, end) = ("<plist><dict><key>", "</key><true/></dict></plist>")
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(bytes: Array(start.utf8) + bytes + Array(end.utf8))
    }
    #expect(error?.rule == .invalidEncoding(.utf8))
  }
}

/// How texts, reals and data are written, and how the layout of a file is detected.
@Suite("Writing and layout of property lists")
struct PropertyListLayoutTests {
  /// Texts, and their form between `<string>` and `</string>`.
  static let texts: [(String, String)] = [
    ("", ""), ("a", "a"), ("&", "&amp;"), ("&amp;", "&amp;amp;"), ("<a>", "&lt;a&gt;"),
    ("\"'", "\"'"), ("]]>", "]]&gt;"), ("\r\n", "&#13;\n"), ("\t", "\t"), ("é😀", "é😀"),
    ("\u{7F}", "\u{7F}"), ("\u{85}\u{2028}", "\u{85}\u{2028}"), (" a ", " a "),
  ]

  @Test("texts are escaped, and read back", arguments: texts)
  func text(value: String, written: String) throws {
    #expect(try write(.string(value)) == plist("<string>\(written)</string>"))
    #expect(try read(write(.string(value))) == .string(value))
    #expect(try write([value: true]).contains("\t<key>\(written)</key>\n"))
  }

  @Test(
    "a character that XML does not allow is not written",
    arguments: [0, 1, 8, 0xB, 0xC, 0xE, 0x1B, 0x1F] as [UInt8])
  func unwritable(code: UInt8) {
    let text = "a" + String(Unicode.Scalar(code))
    let rule =
      "The text has the character U+00\(code < 16 ? "0" : "")"
      + "\(String(code, radix: 16, uppercase: true)), which XML does not allow. Remove it."
    for (value, place): (PropertyListValue, String) in [
      (.string(text), "(root)"), ([1, .string(text)], "[1]"), (["k": ["l": .string(text)]], "k.l"),
    ] {
      let error = #expect(throws: PropertyListWritingError.self) {
        try PropertyListXML.bytes(of: value)
      }
      #expect(error.map { FormatError($0).description } == "\(place): \(rule)")
    }
  }

  /// Numbers, and how Apple's writer spells them.
  static let reals: [(Double, String)] = [
    (0, "0.0"), (-0.0, "0.0"), (1, "1"), (-1, "-1"), (100, "100"), (0.5, "0.5"),
    (0.1, "0.10000000000000001"), (1.0 / 3, "0.33333333333333331"), (1e16, "10000000000000000"),
    (1e17, "1e+17"), (1e21, "1e+21"), (1e-7, "9.9999999999999995e-08"), (.nan, "nan"),
    (.infinity, "+infinity"), (-.infinity, "-infinity"), (1e-5, "1.0000000000000001e-05"),
  ]

  @Test("reals are spelled as by Apple's writer", arguments: reals)
  func real(number: Double, spelling: String) throws {
    #expect(PropertyListReal.canonicalSpelling(of: number) == spelling)
    #expect(try write(.real(PropertyListReal(number))) == plist("<real>\(spelling)</real>"))
  }

  @Test("short reals have the same spelling as with the format %.17g, in every magnitude")
  func shortReals() {
    for seed in PropertySeeds("short reals", count: 300) {
      var random = SeededGenerator(seed: seed)
      let parts = Double(1 << Int.random(in: 0...14, using: &random))
      let size = pow(10, Double(Int.random(in: -2...6, using: &random)))
      let number = (Double.random(in: -size...size, using: &random) * parts).rounded() / parts
      guard Int(exactly: number) == nil else { continue }
      #expect(
        PropertyListReal.canonicalSpelling(of: number) == String(format: "%.17g", number),
        "seed \(seed)")
    }
  }

  static let edges: [Double] = [
    1.0 / 1_024, 1.0 / 2_048, 0.001953125, 3.0 / 2_048, 99_999.5, 99_999.9990234375, 100_000.5,
    -0.5, -99_999.75, 65_535.00048828125, 0.0009765625, 12_345.6787109375,
  ]

  @Test(
    "reals at the limits of short notation have the same spelling as with %.17g", arguments: edges)
  func edge(number: Double) {
    #expect(PropertyListReal.canonicalSpelling(of: number) == String(format: "%.17g", number))
  }

  @Test(
    "a text that is not a real number is refused",
    arguments: ["", " ", "1 ", " 1", "0x1", "1e", "e1", "1e999", "-1e999", "1,5", "--1", "nan(1)"])
  func noReal(text: String) {
    #expect(PropertyListReal(text: text) == nil)
  }

  /// The level of nesting of some data, and how many of its characters fit on a line of 76 columns.
  @Test(
    "lines of data get shorter at each level, but not below 12 characters",
    arguments: [
      (0, 76), (1, 68), (2, 60), (3, 52), (7, 20), (8, 12), (9, 12), (20, 12),
    ])
  func data(level: Int, length: Int) throws {
    var value = PropertyListValue.data([UInt8](repeating: 0, count: 300))
    for _ in 0..<level { value = [value] }
    let lines = try write(value).split(separator: "\n").filter { $0.contains("AAAA") }
    #expect(lines.first?.filter { $0 == "A" }.count == length)
    #expect(lines.dropLast().allSatisfy { $0.count == length + min(level, 8) })
    #expect(lines.joined().filter { $0 == "A" }.count == 400)
  }

  /// Bodies of files, and their layout.
  static let layouts: [(String, PropertyListLayout)] = [
    ("<true/>", .xcode), ("<dict/>", .xcode),
    ("<dict>\n\t<key>a</key>\n\t<true/>\n</dict>", .xcode),
    ("<dict>\n  <key>a</key>\n  <true/>\n</dict>", .init(indent: "  ")),
    ("<dict>\n    <key>a</key>\n    <true/>\n</dict>", .init(indent: "    ")),
    ("\t<dict>\n\t\t<key>a</key>\n\t\t<true/>\n\t</dict>", .init(rootLevel: 1)),
    ("<dict><key>a</key><true/></dict>", .xcode),
    (
      "<dict>\n\t<key>b</key>\n\t<true/>\n\t<key>a</key>\n\t<true/>\n</dict>",
      .init(keyOrder: .asGiven)
    ),
    (
      "<dict>\n\t<key>a</key>\n\t<array>\n\t</array>\n</dict>",
      .init(emptyContainers: .startAndEndTag)
    ),
  ]

  @Test("the layout of a file is detected", arguments: layouts.indices)
  func layout(_ index: Int) throws {
    let (body, layout) = Self.layouts[index]
    let document = try PropertyListDocument(bytes: Array(plist(body).utf8))
    #expect(document.layout == layout)
  }
}
