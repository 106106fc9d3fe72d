import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes XML property lists.
package enum PropertyListXML {
  /// The bytes of a value in XML, by default in Xcode's layout.
  ///
  /// In text, `&`, `<` and `>` are escaped; quotation marks and non-ASCII characters are written
  /// unchanged. A carriage return becomes `&#13;`, because a reader would convert it to a line
  /// feed.
  ///
  /// - Throws: `PropertyListWritingError` for a character that XML does not allow (XML 1.0 §2.2):
  ///   U+FFFE, U+FFFF, or a control character other than tab, line feed and carriage return.
  package static func bytes(
    of value: PropertyListValue, layout: PropertyListLayout = .xcode
  ) throws(PropertyListWritingError) -> [UInt8] {
    var writer = PropertyListXMLWriter(layout: layout)
    writer.write(header)
    try writer.write(value, level: layout.rootLevel)
    writer.close(.plist)
    return writer.bytes
  }

  private static let header: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
}

/// Why a value cannot be written as XML.
package struct PropertyListWritingError: Error, Sendable, Hashable {
  /// The path of the text.
  package let path: PropertyListPath

  /// The character that XML 1.0 does not allow (§2.2).
  package let character: Unicode.Scalar
}

/// Builds the bytes of an XML property list.
struct PropertyListXMLWriter {
  private(set) var bytes: [UInt8] = []
  private var path = PropertyListPath()
  private let layout: PropertyListLayout
  private let indent: [UInt8]

  init(layout: PropertyListLayout) {
    self.layout = layout
    indent = Array(layout.indent.utf8)
  }

  mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a value on separate lines.
  mutating func write(
    _ value: PropertyListValue, level: Int
  ) throws(PropertyListWritingError) {
    writeIndent(level)
    switch value {
    case .boolean(let value): open(value ? .true : .false, end: "/>\n")
    case .integer(let value): try writeElement(.integer, String(value))
    case .unsigned(let value): try writeElement(.integer, String(value))
    case .real(let value): try writeElement(.real, value.text)
    case .string(let value): try writeElement(.string, value)
    case .date(let value): try writeElement(.date, value.text)
    case .data(let value): writeData(value, level: level)
    case .array(let elements): try writeArray(elements, level: level)
    case .dictionary(let dictionary): try writeDictionary(dictionary, level: level)
    }
  }

  private mutating func writeArray(
    _ elements: [PropertyListValue], level: Int
  ) throws(PropertyListWritingError) {
    if elements.isEmpty, layout.emptyContainers == .oneTag { return open(.array, end: "/>\n") }
    open(.array)
    for (index, element) in elements.enumerated() {
      path.steps.append(.index(index))
      try write(element, level: level + 1)
      path.steps.removeLast()
    }
    writeIndent(level)
    close(.array)
  }

  private mutating func writeDictionary(
    _ dictionary: PropertyListDictionary, level: Int
  ) throws(PropertyListWritingError) {
    if dictionary.isEmpty, layout.emptyContainers == .oneTag { return open(.dict, end: "/>\n") }
    open(.dict)
    for entry in layout.keyOrder == .sorted ? dictionary.sortedEntries : dictionary.entries {
      path.steps.append(.key(entry.key))
      writeIndent(level + 1)
      try writeElement(.key, entry.key)
      try write(entry.value, level: level + 1)
      path.steps.removeLast()
    }
    writeIndent(level)
    close(.dict)
  }

  private mutating func writeIndent(_ level: Int) {
    for _ in 0..<level { bytes.append(contentsOf: indent) }
  }

  private mutating func open(_ element: PropertyListElement, end: StaticString = ">\n") {
    write("<")
    bytes.append(contentsOf: element.rawValue.utf8)
    write(end)
  }

  mutating func close(_ element: PropertyListElement) {
    write("</")
    bytes.append(contentsOf: element.rawValue.utf8)
    write(">\n")
  }

  private mutating func writeElement(
    _ element: PropertyListElement, _ text: String
  ) throws(PropertyListWritingError) {
    open(element, end: ">")
    try writeEscaped(text)
    close(element)
  }

  private mutating func writeEscaped(_ text: String) throws(PropertyListWritingError) {
    // In UTF-8, U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    var last: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      defer { last = (last.1, byte) }
      switch byte {
      case 0xBE...0xBF where last == (0xEF, 0xBF):
        let scalar: Unicode.Scalar = byte == 0xBE ? "\u{FFFE}" : "\u{FFFF}"
        throw PropertyListWritingError(path: path, character: scalar)
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case 0x0D: write("&#13;")
      case 0x20..., 0x09, 0x0A: bytes.append(byte)
      default:
        throw PropertyListWritingError(path: path, character: Unicode.Scalar(byte))
      }
    }
  }

  /// Writes data like Apple's writer: each line fills a fixed width, including the tabs.
  ///
  /// Beyond a certain level, the lines of data are indented no further, but the tags are.
  private mutating func writeData(_ data: [UInt8], level: Int) {
    open(.data)
    let lineLevel = min(level, 8)
    let text = Array(Data(data).base64EncodedString().utf8)
    let length = 76 - 8 * lineLevel
    for start in stride(from: 0, to: text.count, by: length) {
      writeIndent(lineLevel)
      bytes.append(contentsOf: text[start..<min(start + length, text.count)])
      bytes.append(0x0A)
    }
    writeIndent(level)
    close(.data)
  }
}

/// The elements of an XML property list.
package enum PropertyListElement: String, Sendable, Hashable, CaseIterable {
  case plist, dict, array, key, string, integer, real, data, date
  case `true`, `false`

  /// Whether the element holds other elements.
  var isContainer: Bool { [.plist, .dict, .array].contains(self) }
}
