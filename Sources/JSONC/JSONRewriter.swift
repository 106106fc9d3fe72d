/// Rewrites a valid text where json-c would alter its meaning.
///
/// Escapes become raw UTF-8, which json-c passes through, and `-0` becomes `-0.0`. A NUL in a key
/// cannot be written in any way that json-c keeps, so keys are put in a code of their own: NUL is
/// `U+FDD0 0`, U+FDD0 itself is `U+FDD0 1`. `meaning(ofKey:)` undoes it.
struct JSONRewriter {
  private let tokens: JSONTokens
  private let findings: JSONScanFindings
  private var output: [UInt8] = []
  /// The bytes of the text before this one have been written.
  private var position = 0

  /// A code point for internal use (Unicode Standard §23.7) that begins a code of two characters.
  private static let codeMark: [UInt8] = [0xEF, 0xB7, 0x90]

  private init(_ tokens: JSONTokens, _ findings: JSONScanFindings) {
    self.tokens = tokens
    self.findings = findings
    output.reserveCapacity(tokens.text.count + 16)
  }

  /// The text as json-c reads it rightly.
  static func rewrite(_ tokens: JSONTokens, findings: JSONScanFindings) -> [UInt8] {
    var rewriter = JSONRewriter(tokens, findings)
    for token in tokens.tokens { rewriter.rewrite(token) }
    rewriter.copy(upTo: tokens.text.count)
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

  /// Copies what has not been written yet.
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
