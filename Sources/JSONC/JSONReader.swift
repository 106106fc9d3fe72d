/// Reads any number of texts, one after the other, with one scanner and one tokener.
///
/// Reuse is what makes it fast; a single text is read as well by `JSONText`.
package struct JSONReader: ~Copyable {
  private var scanner: JSONScanner
  private var tokener: JSONTokener?

  package init(limits: JSONLimits, duplicateKeys: JSONDuplicateKeys = .refused) {
    self.init(limits: limits, duplicateKeys: duplicateKeys, ledger: nil)
  }

  init(limits: JSONLimits, duplicateKeys: JSONDuplicateKeys = .refused, ledger: ReleaseLedger?) {
    scanner = JSONScanner(limits: limits, duplicateKeys: duplicateKeys)
    tokener = JSONTokener(maximumDepth: limits.maximumDepth, ledger: ledger)
    self.limits = limits
  }

  private let limits: JSONLimits

  /// Reads the text as one value.
  package mutating func read(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(JSONSyntaxError) -> JSONValue {
    do throws(JSONScanFailure) {
      let findings = try scanner.scan(text)
      guard findings.isDisjoint(with: .altered) else {
        return try rewritten(JSONRewriter.rewrite(text, findings: findings), findings)
      }
      return try value(of: text, keysAreInCode: false)
    } catch {
      throw JSONSyntaxError(error, in: text, limits: limits)
    }
  }

  private mutating func rewritten(
    _ text: [UInt8], _ findings: JSONScanFindings
  ) throws(JSONScanFailure) -> JSONValue {
    try text.withUnsafeBufferPointer { (buffer) throws(JSONScanFailure) in
      try value(of: buffer, keysAreInCode: findings.contains(.nulInKey))
    }
  }

  private mutating func value(
    of text: UnsafeBufferPointer<UInt8>, keysAreInCode: Bool
  ) throws(JSONScanFailure) -> JSONValue {
    guard let value = tokener?.parse(text)?.value(keysAreInCode: keysAreInCode) else {
      throw JSONScanFailure(.refusedByLibrary, at: 0)
    }
    return value
  }
}
