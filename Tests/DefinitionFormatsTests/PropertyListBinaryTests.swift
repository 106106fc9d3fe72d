import DefinitionFormats
import FormatTestSupport
import Foundation
import Testing

/// Binary property lists from handwritten objects, valid and invalid.
enum BinaryFixture {
  /// A file of objects, with one-byte references and two-byte offsets.
  static func file(_ objects: [[UInt8]], root: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 2, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
    bytes += [0, 0, 0, 0, 0, 0, 0, root]
    return bytes + [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 255)]
  }

  /// A dictionary with one key, `{"a": [true, 5, "ü"]}`.
  static let sample = file([
    [0xD1, 1, 2], [0x51, 0x61], [0xA3, 3, 4, 5], [0x09], [0x10, 5], [0x61, 0, 0xFC],
  ])
}

@Suite("Binary property lists")
struct PropertyListBinaryTests {
  @Test("handwritten objects are read")
  func sample() throws {
    let document = try PropertyListDocument(bytes: BinaryFixture.sample)
    #expect(document.value == ["a": [true, 5, "ü"]])
    #expect(document.form == .binary)
    #expect(document.sourceMap.position(of: []) == nil)
  }

  @Test("the output of Foundation is read, with booleans and integers distinguished")
  func foundation() throws {
    let object: [String: Any] = [
      "true": true, "false": false, "one": 1, "zero": 0, "least": Int.min, "most": Int.max,
      "byte": 200, "real": 0.25, "float": Float(0.5), "text": "a", "wide": "日本 😀",
      "data": Data([1, 2]), "long": String(repeating: "x", count: 300),
      "date": Date(timeIntervalSinceReferenceDate: 730_904_700.5), "array": [1, [2]] as [Any],
      "dictionary": ["a": ["b": "c"]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: object, format: .binary, options: 0)
    let dictionary = try #require(
      try PropertyListDocument(bytes: Array(data)).value.dictionaryValue)
    let date = try #require(PropertyListDate(text: "2024-02-29T13:05:00Z"))
    let expected: [String: PropertyListValue] = [
      "true": true, "false": false, "one": 1, "zero": 0, "least": .integer(.min),
      "most": .integer(.max), "byte": 200, "real": .real(0.25), "float": .real(0.5),
      "text": "a", "wide": "日本 😀", "data": .data([1, 2]),
      "long": .string(String(repeating: "x", count: 300)), "date": .date(date),
      "array": [1, [2]], "dictionary": ["a": ["b": "c"]],
    ]
    #expect(dictionary.count == expected.count)
    for (key, value) in expected { #expect(dictionary[key] == value, "\(key)") }
  }

  private static let broken: [([UInt8], String)] = [
    (
      Array("bplist00".utf8),
      "byte 0: The binary property list is cut off or damaged. Restore it from version control."
    ),
    (
      Array(BinaryFixture.sample.dropLast()),
      "byte 34: The binary property list is cut off or damaged. Restore it from version control."
    ),
    (
      BinaryFixture.file([[0xA1, 0]]),
      "byte 8: An object of the binary property list contains itself."
    ),
    (
      BinaryFixture.file([[0xA1, 1], [0xA1, 0]]),
      "byte 8: An object of the binary property list contains itself."
    ),
    (
      BinaryFixture.file([[0xA1, 9]]),
      "byte 9: The binary property list refers to an object that it does not hold."
    ),
    (
      BinaryFixture.file([[0xD1, 1, 1], [0x09]]),
      "byte 9: A key of the binary property list is not a string."
    ),
    (
      BinaryFixture.file([[0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09]]),
      "byte 10: The key “a” occurs twice in this <dict>. Remove one of the two."
    ),
    (BinaryFixture.file([[0x80, 1]]), "byte 8: Objects of the kind 0x80 are not supported."),
    (
      BinaryFixture.file([[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      "byte 18: The binary property list is cut off or damaged. Restore it from version control."
    ),
    (
      BinaryFixture.file([[0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]]),
      "byte 8: The integer “0x00000000000000010000000000000000” does not fit in 64 bits."
    ),
    (
      BinaryFixture.file([[0x61, 0xD8, 0]]),
      "byte 8: This byte is not valid UTF-16BE. Save the file as UTF-8."
    ),
  ]

  @Test("a broken file is refused with the reason", arguments: broken)
  func brokenFile(bytes: [UInt8], expected: String) {
    #expect(message(reading: bytes) == expected)
  }

  @Test("nested shared arrays count at every reference")
  func sharedObjects() {
    var objects = (1...20).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) }
    objects.append([0x09])
    #expect(
      message(reading: BinaryFixture.file(objects)).hasSuffix(
        "The file holds more values than the limit of 2000000."))
  }

  @Test("deep nesting is refused")
  func depth() {
    let objects = (1...200).map { [0xA1, UInt8($0)] } + [[0x09]]
    #expect(
      message(reading: BinaryFixture.file(objects), limits: PropertyListLimits(depth: 100))
        == """
        byte 208: Arrays and dictionaries are nested deeper than the limit of 100 levels.
        """)
  }
}
