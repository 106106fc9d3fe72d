/// Rewrites a valid text whose meaning json-c would alter.
///
/// Escapes become raw UTF-8, which json-c does not change, and `-0` becomes `-0.0`. json-c cannot
/// keep a NUL in a key, however it is written, so the keys are encoded: NUL becomes `U+FDD0 0`, and
/// U+FDD0 itself becomes `U+FDD0 1`. `meaning(ofKey:)` decodes them.
struct JSONRewriter {
  private let tokens: JSONTokens
  private let findings: JSONScanFindings
  private var output: [UInt8] = []
  /// The number of bytes of the text that have been written.
  private var position = 0

  /// A code point for internal use (Unicode Standard §23.7), the first of the two characters of a
  /// code.
  private static let codeMark: [UInt8] = [0xEF, 0xB7, 0x90]

  private init(_ tokens: JSONTokens, _ findings: JSONScanFindings) {
    self.tokens = tokens
    self.findings = findings
    output.reserveCapacity(tokens.text.count + 16)
  }

  /// The text in a form that json-c reads correctly.
  static func rewrite(_ tokens: JSONTokens, findings: JSONScanFindings) -> [UInt8] {
    var rewriter = JSONRewriter(tokens, findings)
    for token in tokens.tokens { rewriter.rewrite(token) }
    rewriter.copy(upTo: tokens.text.count)
    return rewriter.output
  }

  /// The original key for a key of the rewritten text.
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

  /// Copies the part of the text that has not been written yet.
  private mutating func copy(upTo end: Int) {
    output += tokens.text[position..<end]
    position = end
  }

  private mutating func rewrite(_ token: JSONToken) {
    let source = tokens.source(of: token)
    switch token.kind {
    case .key where findings.contains(.nulInKey):
      copy(upTo: Int(token.start))
      appendInCode(Array(JSONStringBytes(source)))
      position = Int(token.start) + source.count
    case .key, .string:
      guard token.contents.contains(.escape) else { return }
      copy(upTo: Int(token.start))
      JSONStringBytes(source).forEach { appendEscaped($0) }
      position = Int(token.start) + source.count
    case .decimal where source.elementsEqual([Ascii.minus, Ascii.zero]):
      copy(upTo: Int(token.start) + source.count)
      output += [Ascii.point, Ascii.zero]
    default: break
    }
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
