import Messages

/// A key or value of a text, as the tokenizer found it.
package struct JSONToken: BitwiseCopyable, Sendable {
  package enum Kind: UInt8, BitwiseCopyable, Sendable {
    case key, string, integer, decimal, `true`, `false`, null, array, object
  }

  /// Properties of the bytes of a key or a string.
  package struct Contents: OptionSet, BitwiseCopyable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// There is an escape, so the bytes differ from their meaning.
    package static let escape = Contents(rawValue: 1)
    /// There is an unescaped DEL, C1 control character, or line or paragraph separator.
    package static let control = Contents(rawValue: 2)
  }

  /// The position of the first byte; for a key or a string, the byte after its quote.
  let start: UInt32
  /// The number of bytes, without quotes.
  var count: UInt32
  /// The index of the token after the value and everything inside it.
  var next: UInt32
  package let kind: Kind
  package let contents: Contents
}

/// The tokens of a text in text order, each key before its value.
///
/// The memory is kept for the next text.
struct JSONTape: ~Copyable {
  private var tokens: UnsafeMutablePointer<JSONToken>
  private var capacity = 256
  private(set) var count = 0
  private var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  init() {
    tokens = .allocate(capacity: capacity)
  }

  deinit {
    tokens.deallocate()
  }

  /// The tokens and their text, valid until the tape or the text changes.
  var contents: JSONTokens {
    JSONTokens(tokens: UnsafeBufferPointer(start: tokens, count: count), text: text)
  }

  /// Removes all tokens, in preparation for another text.
  mutating func begin(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    count = 0
  }

  @inline(__always)
  mutating func append(_ token: JSONToken) {
    if count == capacity { grow() }
    tokens[count] = token
    count += 1
  }

  /// Records the end of a container whose entries have all been appended.
  @inline(__always)
  mutating func close(_ container: Int, end: Int) {
    tokens[container].count = UInt32(truncatingIfNeeded: end) &- tokens[container].start
    tokens[container].next = UInt32(truncatingIfNeeded: count)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONToken>.allocate(capacity: capacity * 2)
    larger.update(from: tokens, count: count)
    tokens.deallocate()
    tokens = larger
    capacity *= 2
  }
}

/// The tokens of a valid text, and their meanings.
///
/// A value is identified by the index of its token. The type does not own its memory and must not
/// outlive it.
package struct JSONTokens {
  let tokens: UnsafeBufferPointer<JSONToken>
  let text: UnsafeBufferPointer<UInt8>

  @inline(__always)
  package subscript(_ index: Int) -> JSONToken { tokens[index] }

  var isEmpty: Bool { tokens.isEmpty }

  /// The index of the token after a value and everything inside it.
  @inline(__always)
  package func next(after index: Int) -> Int { Int(tokens[index].next) }

  /// The bytes of a key, a string or a number as written, without quotes.
  @inline(__always)
  package func source(of token: JSONToken) -> UnsafeBufferPointer<UInt8> {
    let first = Int(token.start)
    return UnsafeBufferPointer(rebasing: text[first..<first + Int(token.count)])
  }

  /// Calls a function with the UTF-8 bytes of a key or a string, with its escapes resolved.
  @inline(__always)
  package func withMeaning<Result>(
    of token: JSONToken, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard token.contents.contains(.escape) else { return body(source(of: token)) }
    return Array(JSONStringBytes(source(of: token))).withUnsafeBufferPointer(body)
  }

  /// The elements of an array, or the keys of an object.
  func entries(of container: Int) -> [Int] {
    var entries: [Int] = []
    forEachEntry(of: container) { entries.append($0) }
    return entries
  }

  /// Calls a function with each element of an array, or each key of an object.
  @inline(__always)
  func forEachEntry(of container: Int, _ body: (Int) -> Void) {
    let toValue = tokens[container].kind == .object ? 1 : 0
    let end = next(after: container)
    var entry = container + 1
    while entry < end {
      body(entry)
      entry = next(after: entry + toValue)
    }
  }

  /// The position of the first byte of a key or a value, including its quote.
  func firstByte(of index: Int) -> Int {
    let token = tokens[index]
    return token.kind == .key || token.kind == .string ? Int(token.start) - 1 : Int(token.start)
  }

  /// The bytes of a key or a value, including its quotes.
  func extent(of index: Int) -> Range<Int> {
    let first = firstByte(of: index)
    let quotes = first < Int(tokens[index].start) ? 2 : 0
    return first..<first + Int(tokens[index].count) + quotes
  }

  /// A value, read with json-c.
  func value(of index: Int) -> JSONValue? {
    var reader = JSONReader(limits: .unlimited, duplicateKeys: .lastWins)
    return try? reader.read(UnsafeBufferPointer(rebasing: text[extent(of: index)]))
  }
}

// MARK: - Numbers

extension JSONTokens {
  /// The number of an `integer` token; the tokenizer has checked that it fits into `Int`.
  @inline(__always)
  func integer(of token: JSONToken) -> Int {
    let digits = source(of: token)
    let isNegative = digits[0] == Ascii.minus
    var negated = 0
    for place in (isNegative ? 1 : 0)..<digits.count {
      negated = negated &* 10 &- Int(digits[place] &- Ascii.zero)
    }
    return isNegative ? negated : 0 &- negated
  }

  /// The number of a `decimal` token: the nearest `Double`.
  func decimal(of token: JSONToken) -> Double {
    let source = source(of: token)
    return Self.exactDecimal(source) ?? Double(String(decoding: source, as: UTF8.self)) ?? .nan
  }

  /// The number of a plain decimal with few digits; nil for any other form.
  ///
  /// The digits and the power of ten are both exact in a `Double`, so a single division rounds
  /// correctly (W. D. Clinger, How to read floating point numbers accurately, 1990).
  private static func exactDecimal(_ source: UnsafeBufferPointer<UInt8>) -> Double? {
    let isNegative = source[0] == Ascii.minus
    var digits = 0
    var count = 0
    var divisor = 1.0
    var hasPoint = false
    for place in (isNegative ? 1 : 0)..<source.count {
      let byte = source[place]
      if byte == Ascii.point {
        hasPoint = true
        continue
      }
      guard byte.isDigit, count < 15 else { return nil }
      digits = digits &* 10 &+ Int(byte &- Ascii.zero)
      count += 1
      if hasPoint { divisor *= 10 }
    }
    let number = Double(digits) / divisor
    return isNegative ? -number : number
  }
}
