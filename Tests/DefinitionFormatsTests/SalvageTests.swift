import FormatTestSupport
import IntentModel
import Testing

@testable import DefinitionFormats

/// The readable part of a broken property list, for the checker, and the texts in it.
@Suite struct SalvageTests {
  /// Broken property lists, and the complete lists made from their readable part; nil if there is
  /// no readable part.
  static let rows: [(broken: String, part: String?)] = [
    // Valid lists are not repaired.
    ("<plist><array/></plist>", nil), ("<plist><dict></dict></plist>", nil),
    // Nothing is complete before the error.
    ("", nil), ("A letter.", nil), ("<plist>", nil), ("<plist><array>", nil),
    ("<plist><dict><key>a</key>", nil), ("<plist><array><str", nil),
    ("<plist><array><string>a</str", nil), ("<plist><array><string>a", nil),
    // Everything up to the last complete element of an array is kept.
    (
      "<plist><array><string>a</string>",
      "<plist><array><string>a</string></array></plist>"
    ),
    (
      "<plist><array><string>a</string><string>b</string><str",
      "<plist><array><string>a</string><string>b</string></array></plist>"
    ),
    (
      "<plist><array><string>a</string><string>b",
      "<plist><array><string>a</string></array></plist>"
    ),
    (
      "<plist><array><true/><false/><integer>1",
      "<plist><array><true/><false/></array></plist>"
    ),
    // An incomplete dictionary is omitted.
    (
      "<plist><array><dict><key>a</key><true/></dict><dict><key>b</key><true/>",
      "<plist><array><dict><key>a</key><true/></dict></array></plist>"
    ),
    (
      "<plist><dict><key>l</key><array><dict><key>a</key><true/></dict><dict><key>b</key>",
      "<plist><dict><key>l</key><array><dict><key>a</key><true/></dict></array></dict></plist>"
    ),
    (
      "<plist><dict><key>l</key><array><true/></array><key>m</key><string>x",
      "<plist><dict><key>l</key><array><true/></array></dict></plist>"
    ),
    (
      "<plist><dict><key>l</key><array/><key>m</key><string>x",
      "<plist><dict><key>l</key><array/></dict></plist>"
    ),
    (
      "<plist><dict><key>l</key><array><array><true/></array><array><false/>",
      "<plist><dict><key>l</key><array><array><true/></array><array><false/></array></array></dict>"
        + "</plist>"
    ),
    // Errors in the middle, followed by more text.
    (
      "<plist><array><true/><integer>x</integer><false/></array></plist>",
      "<plist><array><true/></array></plist>"
    ),
    (
      "<plist><array><true/><colour/><false/></array></plist>",
      "<plist><array><true/></array></plist>"
    ),
    (
      "<plist><array><true/></dict></array></plist>", "<plist><array><true/></array></plist>"
    ),
    (
      "<plist><array><true/>stray</array></plist>", "<plist><array><true/></array></plist>"
    ),
    (
      "<plist><array><dict><key>a</key><true/><key>a</key><true/></dict></array></plist>", nil
    ),
    (
      "<plist><array><true/>\n<<<<<<< HEAD\n<false/></array></plist>",
      "<plist><array><true/></array></plist>"
    ),
    // The prologue is kept.
    (
      "<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist version=\"1.0\">\n<array>\n<true/>\n<str",
      "<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist version=\"1.0\">\n<array>\n<true/></array>"
        + "</plist>"
    ),
    (
      "<plist><array><!-- a note --><true/><!-- <array> --><false/><str",
      "<plist><array><!-- a note --><true/><!-- <array> --><false/></array></plist>"
    ),
  ]

  @Test(arguments: rows.indices)
  func `the readable part of a broken file is found`(_ index: Int) throws {
    let (broken, part) = Self.rows[index]
    let found = PropertyListSalvage.bytes(of: Array(broken.utf8))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == part)
    if let found { _ = try PropertyListDocument(bytes: found) }
  }

  /// A cut at any position leaves a readable part, which grows with the text.
  @Test func `every prefix of a valid file`() throws {
    let text =
      "<plist><dict><key>l</key><array><dict><key>a</key><string>x</string></dict>"
      + "<dict><key>b</key><array><integer>1</integer><integer>2</integer></array></dict></array>"
      + "</dict></plist>"
    let bytes = Array(text.utf8)
    var last = 0
    for end in 0..<bytes.count {
      guard let part = PropertyListSalvage.bytes(of: Array(bytes[..<end])) else { continue }
      let value = try PropertyListDocument(bytes: part).value
      let count = PropertyListSalvage.bytes(of: part) == nil ? part.count : 0
      #expect(count > 0, "\(end)")
      let size = Self.scalars(in: value)
      #expect(size >= last, "\(end)")
      last = size
    }
    #expect(last == 3)
  }

  private static func scalars(in value: PropertyListValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(0) { $0 + scalars(in: $1) }
    case .dictionary(let dictionary): dictionary.entries.reduce(0) { $0 + scalars(in: $1.value) }
    default: 1
    }
  }

  /// Texts, and the names of their placeholders.
  static let placeholders: [(text: String, names: [String])] = [
    ("", []), ("plain", []), ("${a}", ["a"]), ("${a} ${b}", ["a", "b"]), ("${b}${a}", ["b", "a"]),
    ("${a}${a}", ["a"]), ("${a", []), ("$a}", []), ("{a}", []), ("$ {a}", []), ("$${a}", ["a"]),
    ("${}", [""]), ("${a}}", ["a"]), ("${${a}", ["${a"]), ("100 $ ${a}", ["a"]), ("${é}", ["é"]),
    ("${a b}", ["a b"]), ("${a}$", ["a"]), ("\\${a}", ["a"]), ("%@ ${a} %1$@", ["a"]),
    ("${a\n}", ["a\n"]),
  ]

  @Test(arguments: placeholders)
  func `a text has the names of its placeholders`(text: String, names: [String]) {
    #expect(TextPlaceholders.names(in: text) == names)
  }

  /// The texts of a definition by identifier: of several texts with the same identifier, the first.
  @Test func `texts by their identifiers`() {
    let value: PropertyListValue = [
      "aID": "one", "a": "First",
      "list": [
        ["bID": "two"], ["bID": "two", "b": "Second"], ["bID": "two", "b": "Third"],
        ["aID": "one", "a": "Other"], ["cID": "", "c": "Nameless"], ["dID": 7, "d": "Number"],
        ["ID": "bare"], ["eID": "five", "e": 5],
      ],
    ]
    let texts = DefinitionTexts(value)
    #expect(texts.identifiers == ["one", "two", "bare", "five"])
    let found = texts.identifiers.map { texts.entries[$0]?.text ?? "-" }
    #expect(found == ["First", "Second", "-", "-"])
    let places = texts.identifiers.map { texts.entries[$0]?.path.description ?? "" }
    #expect(
      places == [
        PropertyListPath([.key("a")]).description,
        PropertyListPath([.key("list"), .index(1), .key("b")]).description,
        PropertyListPath([.key("list"), .index(6), .key("ID")]).description,
        PropertyListPath([.key("list"), .index(7), .key("eID")]).description,
      ])
  }
}
