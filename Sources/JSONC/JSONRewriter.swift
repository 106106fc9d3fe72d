/// Writes a valid text anew where json-c would alter what it means.
///
/// Escapes become raw UTF-8, which json-c passes through, and `-0` becomes `-0.0`. A NUL in a key
/// cannot be written in any way that json-c keeps, so keys are put in a code of their own: NUL is
/// `U+FDD0 0`, U+FDD0 itself is `U+FDD0 1`. `meaning(ofKey:)` undoes it.
struct JSONRewriter {
  private var cursor: JSONCursor
  private let findings: JSONScanFindings
  private var output: [UInt8] = []

  /// A code point for internal use (Unicode Standard §23.7) that begins a code of two characters.
  private static let codeMark: [UInt8] = [0xEF, 0xB7, 0x90]

  private init(_ text: UnsafeBufferPointer<UInt8>, _ findings: JSONScanFindings) {
    cursor = JSONCursor(text)
    self.findings = findings
    output.reserveCapacity(text.count + 16)
  }

  /// The text as json-c reads it rightly.
  static func rewrite(
    _ text: UnsafeBufferPointer<UInt8>, findings: JSONScanFindings
  ) -> [UInt8] {
    var rewriter = JSONRewriter(text, findings)
    while rewriter.cursor.position < text.count { rewriter.rewriteToken() }
    return rewriter.output
  }

  /// The key that a key of the rewritten text stands for.
  static func meaning(ofKey key: UnsafeBufferPointer<UInt8>) -> String {
    var bytes: [UInt8] = []
    var index = 0
    while index < key.count {
      if key[index...].starts(with: codeMark), index + 3 < key.count {
        if key[index + 3] == Ascii.zero { bytes.append(0) } else { bytes += codeMark }
        index += 4
      } else {
        bytes.append(key[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func rewriteToken() {
    switch cursor.current {
    case Ascii.quote:
      rewriteString()
    case Ascii.minus, Ascii.zero...Ascii.nine:
      rewriteNumber()
    default:
      output.append(cursor.current)
      cursor.position += 1
    }
  }

  private mutating func rewriteNumber() {
    let start = cursor.position
    while isPartOfNumber(cursor.current) { cursor.position += 1 }
    let token = cursor.text[start..<cursor.position]
    output += token
    if token.elementsEqual([Ascii.minus, Ascii.zero]) { output += [Ascii.point, Ascii.zero] }
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    Ascii.isDigit(byte) || byte == Ascii.minus || byte == Ascii.plus || byte == Ascii.point
      || byte | 0x20 == Ascii.lowerE
  }

  private mutating func rewriteString() {
    let start = cursor.position
    let hasEscapes = (try? cursor.scanString(asKey: false)) ?? false
    let inCode = findings.contains(.nulInKey) && isKey
    guard hasEscapes || inCode else {
      output += cursor.text[start..<cursor.position]
      return
    }
    let range = JSONKeyRange(start: start + 1, end: cursor.position - 1, hasEscapes: hasEscapes)
    let bytes = JSONStringBytes(range, in: cursor.text)
    output.append(Ascii.quote)
    if inCode { appendInCode(Array(bytes)) } else { bytes.forEach { appendEscaped($0) } }
    output.append(Ascii.quote)
  }

  /// Whether the string just read is a key, since only a key is followed by a colon.
  private var isKey: Bool {
    var ahead = cursor
    ahead.skipWhitespace()
    return ahead.current == Ascii.colon
  }

  private mutating func appendInCode(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      if byte == 0 {
        output += Self.codeMark + [Ascii.zero]
      } else {
        appendEscaped(byte)
        if byte == 0x90, index >= 2, bytes[(index - 2)...index].elementsEqual(Self.codeMark) {
          output.append(Ascii.zero + 1)
        }
      }
    }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    JSONTextWriter.appendEscaped(byte, to: &output)
  }
}
