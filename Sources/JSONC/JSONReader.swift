/// Reads any number of texts, one after another: first with the tokenizer, then with json-c.
///
/// The reader is fast because it reuses its memory; for a single text, `JSONText` is equally fast.
package struct JSONReader: ~Copyable {
  private let limits: JSONLimits
  private var tokenizer: JSONTokenizer
  /// What json-c would change in the last tokenized text.
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
    if let value = tokens.tokens.count > 2 * JSONParts.size ? valueInParts() : wholeValue() {
      return value
    }
    throw JSONSyntaxError(
      JSONScanFailure(.refusedByLibrary, at: 0), in: tokens.text, limits: limits)
  }

  private func valueInParts() -> JSONValue? {
    var parts = JSONParts(of: tokens)
    return parts.value(of: 0)
  }

  private mutating func wholeValue() -> JSONValue? {
    let keysAreInCode = findings.contains(.nulInKey)
    return findings.isEmpty
      ? parse(tokens.text, keysAreInCode: false)
      : JSONRewriter.rewrite(tokens, findings: findings).withUnsafeBufferPointer {
        parse($0, keysAreInCode: keysAreInCode)
      }
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

/// Makes the value of a large text from parts of it.
///
/// The tree of json-c takes nearly a kilobyte for an empty object, so only one part's tree is in
/// memory at a time.
private struct JSONParts: ~Copyable {
  /// The maximum number of tokens in a part.
  static let size = 4_096

  private let tokens: JSONTokens
  private var reader = JSONReader(limits: .unlimited, duplicateKeys: .lastWins)

  /// Prepares for the tokens of a text, which must stay in memory.
  init(of tokens: JSONTokens) {
    self.tokens = tokens
  }

  /// The value whose token is at an index; nil if json-c refuses a part.
  mutating func value(of node: Int) -> JSONValue? {
    let (end, kind) = (tokens.next(after: node), tokens[node].kind)
    guard end - node > Self.size, kind == .object || kind == .array else {
      return read(Array(tokens.text[tokens.extent(of: node)]))
    }
    let toValue = kind == .object ? 1 : 0
    var elements: [JSONValue] = []
    var members: [(key: String, value: JSONValue)] = []
    var entry = node + 1
    while entry < end {
      let last = lastEntry(ofPartFrom: entry, to: end, toValue)
      let next = tokens.next(after: last + toValue)
      if next - entry > Self.size {
        guard let value = value(of: entry + toValue) else { return nil }
        if kind == .array {
          elements.append(value)
        } else {
          let key = tokens.withMeaning(of: tokens[entry]) { String(decoding: $0, as: UTF8.self) }
          members.append((key, value))
        }
      } else {
        let first = tokens.firstByte(of: entry)
        let part = tokens.text[first..<tokens.extent(of: last + toValue).upperBound]
        switch read(
          kind == .array
            ? [Ascii.openBracket] + part + [Ascii.closeBracket]
            : [Ascii.openBrace] + part + [Ascii.closeBrace])
        {
        case .array(let more): elements += more
        case .object(let more): members += more
        default: return nil
        }
      }
      entry = next
    }
    return kind == .array ? .array(elements) : .object(JSONObject(members))
  }

  /// The last entry of the part that starts at the given entry; an entry that is too large becomes
  /// a separate part.
  private func lastEntry(ofPartFrom first: Int, to end: Int, _ toValue: Int) -> Int {
    var last = first
    while true {
      let next = tokens.next(after: last + toValue)
      guard next < end, tokens.next(after: next + toValue) - first <= Self.size else { return last }
      last = next
    }
  }

  private mutating func read(_ part: [UInt8]) -> JSONValue? {
    part.withUnsafeBufferPointer { try? reader.read($0) }
  }
}

/// The limits beyond which a JSON text is refused.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum size of a text, in bytes; by default the maximum size of a file.
  public let maximumBytes: Int

  /// The maximum number of arrays and objects that are open at the same time.
  ///
  /// `[]` has one level, `1` has none.
  public let maximumDepth: Int

  /// The maximum number of values and keys together.
  ///
  /// Each value or key may use a few hundred bytes of memory, even if it takes only a few bytes in
  /// the text.
  public let maximumValues: Int

  /// Limits for a file that a person may have written.
  public static let standard = JSONLimits()

  /// The widest limits, which accept every text that any other limits accept.
  static let unlimited = JSONLimits(maximumBytes: .max, maximumDepth: .max, maximumValues: .max)

  /// The highest possible maximum depth.
  ///
  /// json-c and Swift both release a tree recursively, so deep trees need stack space.
  static let deepest = 1_000

  /// Makes limits; a number outside its range becomes the nearest number in it.
  public init(
    maximumBytes: Int = 64 << 20, maximumDepth: Int = 64, maximumValues: Int = 2_000_000
  ) {
    // json-c expects the length as a 32-bit integer.
    self.maximumBytes = min(max(maximumBytes, 0), Int(Int32.max) - 1)
    self.maximumDepth = min(max(maximumDepth, 0), Self.deepest)
    self.maximumValues = max(maximumValues, 0)
  }
}

/// The handling of a key that occurs twice in one object.
public enum JSONDuplicateKeys: Sendable, Hashable {
  /// The text is refused with the rule `duplicateKey`.
  case refused
  /// The last value replaces the first one in its position, as RFC 8259 §4 allows.
  case lastWins
}
