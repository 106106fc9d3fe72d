/// Reads any number of texts, one after another: first with the tokenizer, then with json-c.
///
/// Reusing the memory makes it fast; for a single text, `JSONText` does as well.
package struct JSONReader: ~Copyable {
  private let limits: JSONLimits
  private var tokenizer: JSONTokenizer
  /// What json-c would alter in the last tokenized text.
  private var findings: JSONScanFindings = []
  /// The tokener, made when the first value is requested.
  private var tokener: JSONTokener?

  package init(limits: JSONLimits, duplicateKeys: JSONDuplicateKeys = .refused) {
    tokenizer = JSONTokenizer(limits: limits, duplicateKeys: duplicateKeys)
    self.limits = limits
  }

  /// The tokens of the last text; empty if it was refused.
  var tokens: JSONTokens { tokenizer.tokens }

  /// Reads a text as one value.
  package mutating func read(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(JSONSyntaxError) -> JSONValue {
    try tokenize(text)
    return try value()
  }

  /// Finds the tokens of a text.
  ///
  /// The text must stay in memory until its value and its positions are no longer needed.
  package mutating func tokenize(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
    do throws(JSONScanFailure) {
      findings = try tokenizer.read(text)
    } catch {
      throw JSONSyntaxError(error, in: text, limits: limits)
    }
  }

  /// The value of the last tokenized text.
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

  /// The positions in the last tokenized text.
  package var sourceMap: JSONSourceMap {
    JSONSourceMap(of: Array(tokens.tokens), in: Array(tokens.text))
  }

  private mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, keysAreInCode: Bool
  ) -> JSONValue? {
    if tokener == nil { tokener = JSONTokener(maximumDepth: limits.maximumDepth) }
    return tokener?.parse(text)?.value(keysAreInCode: keysAreInCode)
  }
}

/// The limits beyond which a JSON text is refused.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum size of a text, in bytes: 0 to 2,147,483,646, by default 64 MiB.
  public let maximumBytes: Int

  /// The maximum number of arrays and objects that are open at the same time: 0 to 1,000, by
  /// default 64.
  ///
  /// `[]` has one level, `1` has none.
  public let maximumDepth: Int

  /// Limits for a file that a person may have written: 64 MiB and 64 levels.
  public static let standard = JSONLimits()

  /// Limits that accept every text that any other limits accept.
  static let greatest = JSONLimits(maximumBytes: .max, maximumDepth: .max)

  /// The highest possible maximum depth.
  ///
  /// json-c and Swift both release a tree recursively, so the depth costs stack.
  static let deepest = 1_000

  /// Makes limits; a number outside its range becomes the nearest number in it.
  public init(maximumBytes: Int = 64 << 20, maximumDepth: Int = 64) {
    // json-c takes the length as a 32-bit integer.
    self.maximumBytes = min(max(maximumBytes, 0), Int(Int32.max) - 1)
    self.maximumDepth = min(max(maximumDepth, 0), Self.deepest)
  }
}

/// What to do with a key that occurs twice in one object.
public enum JSONDuplicateKeys: Sendable, Hashable {
  /// The text is refused with the rule `duplicateKey`.
  case refused
  /// The last value replaces the first one in its position, as RFC 8259 §4 allows.
  case lastWins
}
