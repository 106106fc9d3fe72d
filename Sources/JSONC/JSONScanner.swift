/// Checks a text against the whole of RFC 8259 before json-c sees it.
///
/// json-c accepts much that is not JSON and alters some that is; the scanner refuses the first and
/// reports the second as findings. It allocates nothing once its two stacks have grown, and can
/// be used for any number of texts.
package struct JSONScanner {
  private let limits: JSONLimits
  private let duplicateKeys: JSONDuplicateKeys
  /// For each open object the mark of its first key, for each open array `arrayMark`.
  private var frames: [Int] = []
  private var keys = JSONKeyStack()

  private static let arrayMark = -1

  package init(limits: JSONLimits, duplicateKeys: JSONDuplicateKeys = .refused) {
    self.limits = limits
    self.duplicateKeys = duplicateKeys
  }

  /// Reads the whole text as one value, or throws the first thing that is wrong with it.
  ///
  /// Only keys repeated in an object of many members are found late, at the object's end.
  package mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanFailure) -> JSONScanFindings {
    guard text.count <= limits.maximumBytes else {
      throw JSONScanFailure(.textTooLarge, at: limits.maximumBytes)
    }
    frames.removeAll(keepingCapacity: true)
    keys.removeAll()
    var cursor = JSONCursor(text)
    var expectsValue = true
    while expectsValue || !frames.isEmpty {
      cursor.skipWhitespace()
      expectsValue =
        expectsValue ? try beginValue(&cursor) : try endMember(&cursor)
    }
    cursor.skipWhitespace()
    guard cursor.position == text.count else { throw cursor.failure(.trailingText) }
    return cursor.findings
  }

  /// Reads a scalar whole, or opens a container; says whether a value must follow.
  private mutating func beginValue(_ cursor: inout JSONCursor) throws(JSONScanFailure) -> Bool {
    switch cursor.current {
    case Ascii.quote:
      _ = try cursor.scanString(asKey: false)
    case Ascii.openBrace:
      return try openObject(&cursor)
    case Ascii.openBracket:
      return try openArray(&cursor)
    case Ascii.minus, Ascii.zero...Ascii.nine:
      try cursor.scanNumber()
    case Ascii.lowerN:
      try cursor.scanLiteral("null")
    case Ascii.lowerT:
      try cursor.scanLiteral("true")
    case Ascii.lowerF:
      try cursor.scanLiteral("false")
    default:
      throw cursor.valueFailure()
    }
    return false
  }

  private mutating func openObject(_ cursor: inout JSONCursor) throws(JSONScanFailure) -> Bool {
    try open(keys.mark, &cursor)
    guard cursor.current != Ascii.closeBrace else {
      try close(&cursor)
      return false
    }
    try scanKey(&cursor)
    return true
  }

  private mutating func openArray(_ cursor: inout JSONCursor) throws(JSONScanFailure) -> Bool {
    try open(Self.arrayMark, &cursor)
    guard cursor.current != Ascii.closeBracket else {
      try close(&cursor)
      return false
    }
    return true
  }

  private mutating func open(
    _ frame: Int, _ cursor: inout JSONCursor
  ) throws(JSONScanFailure) {
    guard frames.count < limits.maximumDepth else { throw cursor.failure(.nestingTooDeep) }
    frames.append(frame)
    cursor.position += 1
    cursor.skipWhitespace()
  }

  /// Leaves the innermost container, whose closing bracket is the current byte.
  private mutating func close(_ cursor: inout JSONCursor) throws(JSONScanFailure) {
    if let frame = frames.popLast(), frame != Self.arrayMark, duplicateKeys == .refused {
      try keys.close(frame, in: cursor.text)
    }
    cursor.position += 1
  }

  /// Reads what follows a member or an element; says whether a value must follow.
  private mutating func endMember(_ cursor: inout JSONCursor) throws(JSONScanFailure) -> Bool {
    let inObject = frames.last != Self.arrayMark
    let closing = inObject ? Ascii.closeBrace : Ascii.closeBracket
    switch cursor.current {
    case Ascii.comma:
      let comma = cursor.position
      cursor.position += 1
      cursor.skipWhitespace()
      if cursor.current == closing { throw JSONScanFailure(.trailingComma, at: comma) }
      if inObject { try scanKey(&cursor) }
      return true
    case closing:
      try close(&cursor)
      return false
    default:
      throw cursor.failure(inObject ? .expectedCommaOrBrace : .expectedCommaOrBracket)
    }
  }

  private mutating func scanKey(_ cursor: inout JSONCursor) throws(JSONScanFailure) {
    guard cursor.current == Ascii.quote else { throw cursor.failure(.expectedKey) }
    let start = cursor.position + 1
    let hasEscapes = try cursor.scanString(asKey: true)
    if duplicateKeys == .refused, let mark = frames.last {
      let key = JSONKeyRange(start: start, end: cursor.position - 1, hasEscapes: hasEscapes)
      try keys.push(key, mark: mark, in: cursor.text)
    }
    cursor.skipWhitespace()
    guard cursor.current == Ascii.colon else { throw cursor.failure(.expectedColon) }
    cursor.position += 1
  }
}

/// What a valid text contains that its readers must know of.
package struct JSONScanFindings: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// An escaped pair of surrogates whose code point ends in D800 to DFFF: json-c takes it for a
  /// lone surrogate and puts U+FFFD in its place.
  package static let destroyedPair = JSONScanFindings(rawValue: 1)
  /// `\u0000` in a key, where json-c ends the key.
  package static let nulInKey = JSONScanFindings(rawValue: 2)
  /// `-0`, which json-c reads as 0.
  package static let negativeZero = JSONScanFindings(rawValue: 4)
  /// An escape in a string or a key.
  package static let escape = JSONScanFindings(rawValue: 8)
  /// Unescaped, a control character beyond ASCII's first 32, or a line or paragraph separator.
  package static let control = JSONScanFindings(rawValue: 16)

  /// What json-c alters although it is valid.
  package static let altered: JSONScanFindings = [.destroyedPair, .nulInKey, .negativeZero]
}

/// The rule a text breaks and where, in bytes from its start.
package struct JSONScanFailure: Error, Equatable {
  package let rule: JSONSyntaxError.Rule
  package let offset: Int
  /// Where the key stands that a later one repeats.
  package let earlierOffset: Int?

  package init(_ rule: JSONSyntaxError.Rule, at offset: Int, earlier: Int? = nil) {
    self.rule = rule
    self.offset = offset
    self.earlierOffset = earlier
  }
}
