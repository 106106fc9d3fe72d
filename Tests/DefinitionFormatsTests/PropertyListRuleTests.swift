import FormatTestSupport
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats

/// The exact limits of the property list reader, and its rules for binary property lists.
@Suite("Rules of property lists")
struct PropertyListRuleTests {
  @Test("a long name is cut off in the message")
  func longName() {
    let name = String(repeating: "n", count: 1_000)
    let cut = String(repeating: "n", count: 40) + "…"
    #expect(
      PropertyListRule.unknownElement(name).message.text()
        == "<\(cut)> is not an element of a property list.")
  }

  @Test("a file of exactly the allowed size, depth and number of values is read")
  func limits() {
    let text = plist("<array><array><true/></array><false/></array>")
    let size = text.utf8.count
    let value = "read: "
    for (limits, expected) in [
      (PropertyListLimits(bytes: size), value), (PropertyListLimits(depth: 2), value),
      (PropertyListLimits(values: 4), value),
      (
        PropertyListLimits(bytes: size - 1),
        "byte 0: The file is larger than the limit of \(size - 1) bytes."
      ),
      (
        PropertyListLimits(depth: 1),
        "line 4, column 8: Arrays and dictionaries are nested deeper than the limit of 1 "
          + "levels."
      ),
      (
        PropertyListLimits(values: 3),
        "line 4, column 30: The file holds more values than the limit of 3."
      ),
    ] {
      #expect(FormatTestSupport.message(reading: text, limits: limits).hasPrefix(expected))
    }
  }

  /// Binary objects, and the resulting value or error.
  static let binary: [([[UInt8]], String)] = [
    ([[0x08]], "false"), ([[0x09]], "true"), ([[0x10, 0xFF]], "255"),
    ([[0x11, 0xFF, 0xFF]], "65535"), ([[0x12, 0xFF, 0xFF, 0xFF, 0xFF]], "4294967295"),
    ([[0x13] + [UInt8](repeating: 0xFF, count: 8)], "-1"),
    ([[0x14] + [UInt8](repeating: 0xFF, count: 16)], "-1"),
    ([[0x14] + [UInt8](repeating: 0, count: 15) + [5]], "5"),
    ([[0x22, 0x3F, 0x80, 0, 0]], "1.0"), ([[0x23, 0xBF, 0xE0, 0, 0, 0, 0, 0, 0]], "-0.5"),
    ([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]], "2001-01-01T00:00:00Z"), ([[0x40]], "[]"),
    ([[0x42, 1, 2]], "[1, 2]"), ([[0x50]], ""), ([[0x52, 0x61, 0x62]], "ab"),
    ([[0x60]], ""), ([[0x62, 0xD8, 0x3D, 0xDE, 0]], "😀"),
    ([[0x5F, 0x10, 0x01, 0x61]], "a"), ([[0x5F, 0x11, 0, 1, 0x61]], "a"),
    (
      [[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]],
      "byte 8: A date is inf seconds after 2001 began, which is out of range."
    ),
    ([[0x00]], "byte 8: Objects of the kind 0x00 are not supported."),
    ([[0x15]], "byte 8: Objects of the kind 0x15 are not supported."),
    ([[0x52, 0x61]], "byte 9: \(damaged)"), ([[0x5F, 0x21, 0, 1, 0x61]], "byte 8: \(damaged)"),
    ([[0x51, 0xE9]], "byte 8: This byte is not valid UTF-8. Save the file as UTF-8."),
    ([[0xA2, 0]], "byte 9: \(damaged)"), ([[0xD1, 1]], "byte 9: \(damaged)"),
    ([[0x12, 0, 0]], "byte 9: \(damaged)"),
  ]
  private static let damaged =
    "The binary property list is cut off or damaged. Restore it from version control."

  @Test("a binary object is read, or refused with the reason", arguments: binary.indices)
  func binaryObject(_ index: Int) {
    let (objects, expected) = Self.binary[index]
    let found: String
    do {
      let value = try PropertyListBinary.read(BinaryFixture.file(objects))
      found =
        switch value {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value.value)"
        case .date(let value): value.text
        case .data(let value): "\(value)"
        case .string(let value): value
        default: "a container"
        }
    } catch {
      found = error.description
    }
    #expect(found == expected)
  }
}
