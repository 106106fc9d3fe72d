extension PropertyListXMLReader {
  /// A start tag, or the single tag of an empty element.
  struct StartTag {
    let element: PropertyListElement
    let offset: Int
    let isEmpty: Bool
  }

  /// The byte at a given distance from the position; 0 beyond the end.
  func byte(after count: Int) -> UInt8 {
    position + count < bytes.count ? bytes[position + count] : 0
  }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  mutating func skipWhitespace() {
    while position < bytes.count, Self.isWhitespace(bytes[position]) { position += 1 }
  }

  /// Whether the bytes at the position begin with an ASCII text.
  func starts(with text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[position + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Reads the name at the position, and moves past it.
  mutating func readName() -> Range<Int> {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...0xFF: position += 1
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."):
        position += 1
      default: return start..<position
      }
    }
    return start..<position
  }

  /// Reads `<name>` or `<name/>`; only `<plist>` can have attributes.
  mutating func readStartTag() throws(PropertyListFault) -> StartTag {
    let start = position
    position += 1
    let name = readName()
    guard position < bytes.count else { throw truncated() }
    guard !name.isEmpty else { throw malformed(at: start) }
    guard let element = Self.element(bytes[name]) else {
      throw fault(.unknownElement(text(name)), at: start)
    }
    if bytes[position] == UInt8(ascii: ">") {
      position += 1
      return StartTag(element: element, offset: start, isEmpty: false)
    }
    try skipAttributes(of: element, at: start)
    let isEmpty = byte(after: 0) == UInt8(ascii: "/")
    if isEmpty { position += 1 }
    guard position < bytes.count else { throw truncated() }
    guard bytes[position] == UInt8(ascii: ">") else { throw malformed(at: start) }
    position += 1
    return StartTag(element: element, offset: start, isEmpty: isEmpty)
  }

  private mutating func skipAttributes(
    of element: PropertyListElement, at start: Int
  ) throws(PropertyListFault) {
    while true {
      skipWhitespace()
      guard position < bytes.count else { throw truncated() }
      let name = readName()
      if name.isEmpty { return }
      guard element == .plist else {
        throw fault(.attributeNotAllowed(element.rawValue), at: start)
      }
      _ = try skipAttributeValue(at: start)
    }
  }

  /// Skips the equals sign and the value of an attribute; returns the range of the value's text.
  mutating func skipAttributeValue(at start: Int) throws(PropertyListFault) -> Range<Int> {
    skipWhitespace()
    guard byte(after: 0) == UInt8(ascii: "=") else { throw malformed(at: start) }
    position += 1
    skipWhitespace()
    let quoted = position
    try skipQuoted(at: start)
    return quoted + 1..<position - 1
  }

  /// Skips a quoted text at the position.
  mutating func skipQuoted(at start: Int) throws(PropertyListFault) {
    let quote = byte(after: 0)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw malformed(at: start)
    }
    position += 1
    while position < bytes.count, bytes[position] != quote { position += 1 }
    guard position < bytes.count else { throw truncated() }
    position += 1
  }

  /// Reads `</name>` at the position.
  mutating func readEndTag(
    of element: PropertyListElement, openedAt opened: Int
  ) throws(PropertyListFault) {
    let start = position
    position += 2
    let name = readName()
    skipWhitespace()
    guard position < bytes.count else { throw truncated(inside: element, openedAt: opened) }
    guard Self.element(bytes[name]) == element else {
      throw fault(.mismatchedEnd(expected: element, found: text(name)), at: start)
    }
    guard bytes[position] == UInt8(ascii: ">") else { throw malformed(at: start) }
    position += 1
  }

  /// The element with a name; the first and last letters of the name select the only candidate.
  private static func element(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> PropertyListElement? {
    guard let first = name.first, let last = name.last else { return nil }
    let candidate: PropertyListElement
    switch (first, last) {
    case (UInt8(ascii: "k"), UInt8(ascii: "y")): candidate = .key
    case (UInt8(ascii: "s"), UInt8(ascii: "g")): candidate = .string
    case (UInt8(ascii: "d"), UInt8(ascii: "t")): candidate = .dict
    case (UInt8(ascii: "a"), UInt8(ascii: "y")): candidate = .array
    case (UInt8(ascii: "t"), UInt8(ascii: "e")): candidate = .true
    case (UInt8(ascii: "f"), UInt8(ascii: "e")): candidate = .false
    case (UInt8(ascii: "i"), UInt8(ascii: "r")): candidate = .integer
    case (UInt8(ascii: "r"), UInt8(ascii: "l")): candidate = .real
    case (UInt8(ascii: "d"), UInt8(ascii: "a")): candidate = .data
    case (UInt8(ascii: "d"), UInt8(ascii: "e")): candidate = .date
    case (UInt8(ascii: "p"), UInt8(ascii: "t")): candidate = .plist
    default: return nil
    }
    return name.elementsEqual(candidate.rawValue.utf8) ? candidate : nil
  }

  /// The fault for malformed markup, or for a conflict marker of version control.
  func malformed(at start: Int) -> PropertyListFault {
    let isMark = MergeMarkers.marks.contains { bytes[start...].starts(with: $0) }
    return fault(isMark ? .mergeMarker : .malformedMarkup, at: start)
  }

  /// The text of a range of bytes, for messages.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
