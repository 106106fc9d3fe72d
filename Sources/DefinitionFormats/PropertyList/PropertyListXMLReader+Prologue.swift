import InputFiles
import JSONC

extension PropertyListXMLReader {
  /// Reads the byte-order mark, the XML declaration and the document type.
  mutating func readPrologue() throws(PropertyListFault) {
    position = FileReading.markLength(of: bytes)
    skipWhitespace()
    guard position < bytes.count else { throw fault(.emptyFile, at: 0) }
    guard bytes[position] == UInt8(ascii: "<") else { throw fault(.notAPropertyList, at: position) }
    if starts(with: "<?xml"), Self.isWhitespace(byte(after: 5)) { try readDeclaration() }
    try skipMiscellaneous()
    if starts(with: "<!DOCTYPE") {
      try readDocumentType()
      try skipMiscellaneous()
    }
  }

  /// Reads `<plist>`; the error for another root contains its name.
  mutating func readRoot() throws(PropertyListFault) {
    guard position < bytes.count else { throw truncated() }
    guard bytes[position] == UInt8(ascii: "<") else { throw fault(.notAPropertyList, at: position) }
    let start = position
    position += 1
    let name = readName()
    guard !name.isEmpty else { throw malformed(at: start) }
    guard Self.isPlist(text(name)) else { throw fault(.wrongRoot(text(name)), at: start) }
    position = start
    let tag = try readStartTag()
    guard !tag.isEmpty else { throw fault(.noValue, at: start) }
    isRootOpen = true
    frame = Frame(element: .plist, node: -1, offset: start, firstValue: 0, firstKey: 0, serial: 0)
  }

  private static func isPlist(_ name: String) -> Bool {
    PropertyListElement(rawValue: name) == .plist
  }

  /// Checks that only comments and whitespace follow.
  mutating func readEnd() throws(PropertyListFault) {
    try skipMiscellaneous()
    guard position == bytes.count else { throw fault(.contentAfterEnd, at: position) }
  }

  /// Skips whitespace, comments and processing instructions.
  mutating func skipMiscellaneous() throws(PropertyListFault) {
    while true {
      skipWhitespace()
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<") else { return }
      switch bytes[position + 1] {
      case UInt8(ascii: "!") where starts(with: "<!--"): try skipComment()
      case UInt8(ascii: "?"): try skip(past: "?>")
      default: return
      }
    }
  }

  /// Skips a comment; two hyphens inside it are accepted, as by all readers of property lists.
  mutating func skipComment() throws(PropertyListFault) {
    position += 4
    try skip(past: "-->")
  }

  /// Moves past the next occurrence of an ASCII text.
  mutating func skip(past text: StaticString) throws(PropertyListFault) {
    while position < bytes.count {
      if starts(with: text) {
        position += text.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw truncated()
  }

  private mutating func readDeclaration() throws(PropertyListFault) {
    let start = position
    position += 5
    var encoding: Range<Int>?
    while true {
      skipWhitespace()
      let name = readName()
      if name.isEmpty { break }
      let value = try skipAttributeValue(at: start)
      if text(name) == "encoding" { encoding = value }
    }
    guard starts(with: "?>") else {
      throw position < bytes.count ? malformed(at: start) : truncated()
    }
    position += 2
    guard let encoding else { return }
    let name = text(encoding)
    guard ["UTF-8", "UTF8", "US-ASCII", "UTF-16"].contains(name.uppercased()) else {
      throw fault(.unsupportedEncoding(name), at: encoding.lowerBound)
    }
  }

  /// Reads a document type.
  ///
  /// Only the name of the type matters; internal declarations are rejected without being read.
  private mutating func readDocumentType() throws(PropertyListFault) {
    let start = position
    position += 9
    skipWhitespace()
    let name = readName()
    guard Self.isPlist(text(name)) else { throw fault(.wrongRoot(text(name)), at: start) }
    while true {
      skipWhitespace()
      guard position < bytes.count else { throw truncated() }
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return
      case UInt8(ascii: "["): throw declarationFault()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted(at: start)
      default:
        guard !readName().isEmpty else { throw malformed(at: start) }
      }
    }
  }

  /// The fault for a document type with declarations, which are searched for entities up to a
  /// limit.
  private func declarationFault() -> PropertyListFault {
    var there = self
    let end = min(bytes.count, position + 65_536)
    while there.position < end {
      if there.starts(with: "<!ENTITY") { return fault(.entitiesNotAllowed, at: there.position) }
      there.position += 1
    }
    return fault(.declarationsNotAllowed, at: position)
  }

  /// The whitespace before a tag; nil if other text is before it on the line.
  func indent(before start: Int) -> String? {
    var begin = start
    while begin > 0, bytes[begin - 1] == 0x20 || bytes[begin - 1] == 0x09 { begin -= 1 }
    guard begin > 0, bytes[begin - 1].isLineEnd else { return nil }
    return text(begin..<start)
  }
}
