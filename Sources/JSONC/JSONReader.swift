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

/// What a JSON text may cost before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// The largest text that is read, in bytes: 0 to 2,147,483,646, 64 MiB unless told.
  public let maximumBytes: Int

  /// The most arrays and objects that may be open at once: 0 to 1,000, 64 unless told.
  ///
  /// `[]` is one level deep, `1` is none.
  public let maximumDepth: Int

  /// Limits for a file that a person may have written: 64 MiB and 64 levels.
  public static let standard = JSONLimits()

  /// The depth that no limits exceed.
  ///
  /// json-c and Swift both release a tree by recursion, so that depth is stack.
  static let deepest = 1_000

  /// Makes limits; a number out of its range is brought to the nearest one in it.
  public init(maximumBytes: Int = 64 << 20, maximumDepth: Int = 64) {
    // json-c takes the length as a 32-bit number.
    self.maximumBytes = min(max(maximumBytes, 0), Int(Int32.max) - 1)
    self.maximumDepth = min(max(maximumDepth, 0), Self.deepest)
  }
}

/// What is done with a key that occurs twice in one object.
public enum JSONDuplicateKeys: Sendable, Hashable {
  /// The text is refused, by the rule `duplicateKey`.
  case refused
  /// The last value counts and stands at the place of the first, as RFC 8259 §4 allows.
  case lastWins
}
