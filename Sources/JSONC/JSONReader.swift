/// Reads any number of texts, one after the other: the tokenizer first, then json-c.
///
/// Reuse is what makes it fast; a single text is read as well by `JSONText`.
package struct JSONReader: ~Copyable {
  private let limits: JSONLimits
  private let ledger: ReleaseLedger?
  private var tokenizer: JSONTokenizer
  /// What json-c would alter in the text that was tokenized last.
  private var findings: JSONScanFindings = []
  /// Made when the first value is wanted.
  private var tokener: JSONTokener?

  package init(limits: JSONLimits, duplicateKeys: JSONDuplicateKeys = .refused) {
    self.init(limits: limits, duplicateKeys: duplicateKeys, ledger: nil)
  }

  init(limits: JSONLimits, duplicateKeys: JSONDuplicateKeys = .refused, ledger: ReleaseLedger?) {
    tokenizer = JSONTokenizer(limits: limits, duplicateKeys: duplicateKeys)
    self.limits = limits
    self.ledger = ledger
  }

  /// The tokens of the text that was tokenized last; empty if it was refused.
  var tokens: JSONTokens { tokenizer.tokens }

  /// Reads the text as one value.
  package mutating func read(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(JSONSyntaxError) -> JSONValue {
    try tokenize(text)
    return try value()
  }

  /// Finds the tokens of a text, which has to stay in place as long as its value or its places are
  /// asked for.
  package mutating func tokenize(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
    do throws(JSONScanFailure) {
      findings = try tokenizer.read(text)
    } catch {
      throw JSONSyntaxError(error, in: text, limits: limits)
    }
  }

  /// The value of the text that was tokenized last.
  package mutating func value() throws(JSONSyntaxError) -> JSONValue {
    let keysAreInCode = findings.contains(.nulInKey)
    let value =
      findings.isEmpty
      ? parse(tokens.text, keysAreInCode: false)
      : JSONRewriter.rewrite(tokens, findings: findings).withUnsafeBufferPointer {
        parse($0, keysAreInCode: keysAreInCode)
      }
    if let value { return value }
    throw JSONSyntaxError(
      JSONScanFailure(.refusedByLibrary, at: 0), in: tokens.text, limits: limits)
  }

  /// The places in the text that was tokenized last.
  package var sourceMap: JSONSourceMap {
    JSONSourceMap(of: Array(tokens.tokens), in: Array(tokens.text))
  }

  private mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, keysAreInCode: Bool
  ) -> JSONValue? {
    if tokener == nil { tokener = JSONTokener(maximumDepth: limits.maximumDepth, ledger: ledger) }
    return tokener?.parse(text)?.value(keysAreInCode: keysAreInCode)
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

  /// Limits that every text meets which other limits let pass.
  static let greatest = JSONLimits(maximumBytes: .max, maximumDepth: .max)

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
