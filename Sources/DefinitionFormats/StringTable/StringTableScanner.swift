import InputFiles
import JSONC
import Messages

/// Reads the text form of a string table: `"key" = "text";`, with comments in between.
///
/// It reads what Core Foundation reads: single quotation marks also enclose texts, and `\U`, not
/// `\u`, introduces the hexadecimal number of a character.
///
/// Each method moves the position past the text that it read; errors are recorded, and reading
/// continues.
struct StringTableScanner {
  private(set) var entries: [StringTable.Entry] = []
  private(set) var errors: [StringTableError] = []
  private var firstLines: [String: Int] = [:]

  let bytes: [UInt8]
  private let lines: TextLineIndex
  var position = 0

  /// Makes a scanner for valid UTF-8 text, with or without a byte-order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = TextLineIndex(bytes)
    position = FileReading.markLength(of: bytes)
  }

  /// Reads all entries; the whole table can be in braces, as in old-style property lists.
  mutating func readTable() {
    skipBlank()
    let brace = peek() == UInt8(ascii: "{") ? position : nil
    if brace != nil { position += 1 }
    while errors.count < StringTable.maximumErrors {
      skipBlank()
      guard let next = peek() else {
        if let brace { note(.unclosedBrace, at: brace) }
        return
      }
      if brace != nil, next == UInt8(ascii: "}") { return readAfterBrace() }
      guard entries.count < StringTable.maximumEntries else {
        return note(.tooManyEntries(limit: StringTable.maximumEntries), at: position)
      }
      readEntry()
    }
  }

  private mutating func readAfterBrace() {
    position += 1
    skipBlank()
    if peek() != nil { note(.unexpectedText(restOfLine()), at: position) }
  }

  private mutating func readEntry() {
    let start = position
    guard let key = readString() else { return skipEntry(from: start) }
    skipBlank()
    switch peek() {
    case UInt8(ascii: ";"):
      // A key without a value is its own value.
      position += 1
      add(key, key, at: start)
    case UInt8(ascii: "="):
      position += 1
      readValue(of: key, at: start)
    default:
      note(.missingEquals(key: key), at: position)
      skipEntry(from: position)
    }
  }

  private mutating func readValue(of key: String, at start: Int) {
    skipBlank()
    let valueStart = position
    guard let next = peek(), Self.isQuote(next) || Self.isBareCharacter(next) else {
      note(.missingValue(key: key), at: valueStart)
      return skipEntry(from: valueStart)
    }
    guard let value = readString() else { return skipEntry(from: valueStart) }
    add(key, value, at: start)
    let end = position
    skipBlank()
    if peek() == UInt8(ascii: ";") {
      position += 1
    } else if peek() != UInt8(ascii: "}") {
      note(.missingSemicolon(key: key), at: end)
    }
  }

  private mutating func add(_ key: String, _ value: String, at start: Int) {
    let place = lines.position(of: start)
    if let line = firstLines[key] {
      note(.duplicateKey(key, firstLine: line), at: start)
    } else {
      firstLines[key] = place.line
    }
    entries.append(StringTable.Entry(key: key, value: value, position: place))
  }

  /// Skips the rest of an invalid entry: past the next semicolon on the line, or to the next line.
  private mutating func skipEntry(from start: Int) {
    position = max(position, start)
    while let byte = peek() {
      if byte.isLineEnd { return }
      position += 1
      if byte == UInt8(ascii: ";") { return }
    }
  }

  // MARK: Places

  func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  mutating func note(_ rule: StringTableError.Rule, at offset: Int) {
    guard errors.count < StringTable.maximumErrors else { return }
    errors.append(StringTableError(rule: rule, position: lines.position(of: offset)))
  }

  private func restOfLine() -> String {
    String(
      decoding: bytes[position...].prefix(200).prefix { !$0.isLineEnd }, as: UTF8.self)
  }

  /// Skips whitespace and comments.
  private mutating func skipBlank() {
    while let byte = peek() {
      if PropertyListXMLReader.isWhitespace(byte) {
        position += 1
      } else if byte == UInt8(ascii: "/"), bytes[position...].starts(with: "//".utf8) {
        while let byte = peek(), !byte.isLineEnd { position += 1 }
      } else if byte == UInt8(ascii: "/"), bytes[position...].starts(with: "/*".utf8) {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    let start = position
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position...].starts(with: "*/".utf8) {
        position += 2
        return
      }
      position += 1
    }
    note(.unclosedComment, at: start)
  }

  // MARK: Strings

  /// Reads the text at the position, quoted or not; records an error and returns nil if there is
  /// none.
  private mutating func readString() -> String? {
    guard let first = peek() else { return nil }
    if Self.isQuote(first) { return readQuoted(closedBy: first) }
    guard Self.isBareCharacter(first) else {
      note(.unexpectedText(restOfLine()), at: position)
      return nil
    }
    let start = position
    while let byte = peek(), Self.isBareCharacter(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Whether a character needs no quotation marks: letters, digits and a few others.
  private static func isBareCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case _ where byte.isLetterOrDigit: true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"),
      UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension StringTableScanner {
  /// Reads the quoted string at the position; records an error and returns nil if it is unclosed.
  ///
  /// It can extend over several lines. If the closing quotation mark is missing, the text up to
  /// a semicolon on the same line or to the end of the line is skipped.
  private mutating func readQuoted(closedBy quote: UInt8) -> String? {
    let start = position
    position += 1
    var text = EscapedText()
    while let byte = peek() {
      switch byte {
      case quote:
        position += 1
        return text.finish()
      case UInt8(ascii: "\\"): readEscape(into: &text)
      default:
        text.append(byte: byte)
        position += 1
      }
    }
    note(.unclosedString, at: start)
    position = start + 1
    return nil
  }

  private mutating func readEscape(into text: inout EscapedText) {
    let start = position
    position += 1
    guard let letter = peek() else { return }
    position += 1
    switch letter {
    case UInt8(ascii: "a"): text.append(unit: 0x07)
    case UInt8(ascii: "b"): text.append(unit: 0x08)
    case UInt8(ascii: "f"): text.append(unit: 0x0C)
    case UInt8(ascii: "n"): text.append(unit: 0x0A)
    case UInt8(ascii: "r"): text.append(unit: 0x0D)
    case UInt8(ascii: "t"): text.append(unit: 0x09)
    case UInt8(ascii: "v"): text.append(unit: 0x0B)
    case UInt8(ascii: "u"):
      text.append(byte: letter)
      let digits = bytes[position...].prefix(4)
      if digits.count == 4, digits.allSatisfy({ $0.hexDigitValue != nil }) {
        note(.lowercaseEscape(String(decoding: digits, as: UTF8.self)), at: start)
      }
    case UInt8(ascii: "U"):
      appendNumber(to: &text, from: start, digits: 4, bitsPerDigit: 4)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      position -= 1
      appendNumber(to: &text, from: start, digits: 3, bitsPerDigit: 3)
    default: text.append(byte: letter)
    }
  }

  /// Appends the character whose number follows; the number has at most the given count of digits.
  ///
  /// Only an ASCII character can have an octal number.
  private mutating func appendNumber(
    to text: inout EscapedText, from start: Int, digits: Int, bitsPerDigit: Int
  ) {
    let first = position
    var value: UInt16 = 0
    while position < first + digits, let digit = peek()?.hexDigitValue,
      digit < 1 << bitsPerDigit
    {
      value = value << bitsPerDigit | UInt16(digit)
      position += 1
    }
    guard position > first, bitsPerDigit == 4 || value < 0x80 else {
      let shown = String(decoding: bytes[start..<position], as: UTF8.self)
      return note(.invalidEscape(shown), at: start)
    }
    text.append(unit: value)
  }
}

/// A text composed of bytes and of UTF-16 units from escapes.
///
/// Two escapes can form one character; half a surrogate pair becomes U+FFFD.
private struct EscapedText {
  private var bytes: [UInt8] = []
  private var units: [UInt16] = []

  mutating func append(byte: UInt8) {
    flush()
    bytes.append(byte)
  }

  mutating func append(unit: UInt16) {
    units.append(unit)
  }

  mutating func finish() -> String {
    flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func flush() {
    if units.isEmpty { return }
    bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    units.removeAll()
  }
}
