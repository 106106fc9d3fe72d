/// Checks a text against all of RFC 8259 in one pass, and writes the tokens to a tape.
///
/// It is strict: it rejects what json-c accepts beyond the grammar, and reports the broken rule and
/// its position. It reuses its memory for any number of texts and allocates only to grow.
package struct JSONTokenizer: ~Copyable {
  /// An open array or object.
  private struct Frame: BitwiseCopyable {
    /// The index of the container's token; -1 for the text itself.
    var token: Int
    /// The index of the object's first key among the keys of all open objects; -1 for an array.
    var firstKey: Int
    /// Bits set by the keys so far: a key whose bit is not set is new, and needs no comparison.
    var filter: UInt64 = 0

    var isObject: Bool { firstKey >= 0 }
  }

  private let limits: JSONLimits
  private let duplicateKeys: JSONDuplicateKeys
  private var tape = JSONTape()
  /// The containers around the innermost one.
  private var frames: [Frame] = []
  private var keys = JSONKeyStack()

  package init(limits: JSONLimits, duplicateKeys: JSONDuplicateKeys = .refused) {
    self.limits = limits
    self.duplicateKeys = duplicateKeys
  }

  /// The tokens of the last text; empty if it was refused.
  var tokens: JSONTokens { tape.contents }

  /// Reads the whole text as one value, and returns the findings that readers need.
  ///
  /// Duplicate keys in an object with many members are found only at the object's end. The text
  /// must stay in memory while the tape is in use.
  ///
  /// - Throws: The first error in the text.
  package mutating func read(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanFailure) -> JSONScanFindings {
    guard text.count <= limits.maximumBytes else {
      throw JSONScanFailure(.textTooLarge, at: limits.maximumBytes)
    }
    begin(text)
    guard let start = text.baseAddress, !text.isEmpty else {
      throw JSONScanFailure(.emptyText, at: 0)
    }
    var bytes = JSONBytes(start: start, end: start + text.count)
    if let last = value(from: start, &bytes) {
      let rest = bytes.skipSpace(last)
      if rest == bytes.end { return bytes.findings }
      _ = bytes.fail(.trailingText, at: rest)
    }
    tape.begin(text)
    throw bytes.failure
  }

  /// Reads the value that begins at a position, after optional space, and returns the position
  /// after it; nil if it is not valid.
  ///
  /// - Parameter first: A position in the text.
  mutating func readValue(in text: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
    begin(text)
    guard let start = text.baseAddress, text.count <= limits.maximumBytes else { return nil }
    var bytes = JSONBytes(start: start, end: start + text.count)
    return value(from: start + first, &bytes).map { start.distance(to: $0) }
  }

  private mutating func begin(_ text: UnsafeBufferPointer<UInt8>) {
    tape.begin(text)
    frames.removeAll(keepingCapacity: true)
    keys.removeAll()
  }

  /// Reads a value and everything inside it; here and below, nil means an error.
  private mutating func value(
    from start: JSONBytes.Place, _ bytes: inout JSONBytes
  ) -> JSONBytes.Place? {
    var frame = Frame(token: -1, firstKey: -1)
    var place = bytes.skipSpace(start)
    while true {
      guard let value = beginValue(place, &frame, &bytes) else { return nil }
      place = value.end
      if value.isOpen { continue }
      guard let next = endValues(&place, &frame, &bytes) else { return nil }
      if !next { return place }
    }
  }

  /// Reads a scalar, an empty container, or the start of another container up to its first value.
  @inline(__always)
  private mutating func beginValue(
    _ place: JSONBytes.Place, _ frame: inout Frame, _ bytes: inout JSONBytes
  ) -> (end: JSONBytes.Place, isOpen: Bool)? {
    guard tape.count < limits.maximumValues else {
      _ = bytes.fail(.tooManyValues, at: place)
      return nil
    }
    switch bytes.byte(at: place) {
    case Ascii.quote:
      var contents: JSONToken.Contents = []
      guard let end = bytes.string(place, &contents) else { return nil }
      tape.append(token(.string, from: place + 1, to: end - 1, bytes, contents))
      return (end, false)
    case Ascii.openBrace: return openObject(place, &frame, &bytes)
    case Ascii.openBracket: return openArray(place, &frame, &bytes)
    case Ascii.lowerT: return literal(place, "true", .true, &bytes)
    case Ascii.lowerF: return literal(place, "false", .false, &bytes)
    case Ascii.lowerN: return literal(place, "null", .null, &bytes)
    default:
      guard let (end, isInteger) = bytes.number(place) else { return nil }
      tape.append(token(isInteger ? .integer : .decimal, from: place, to: end, bytes))
      return (end, false)
    }
  }

  @inline(__always)
  private func token(
    _ kind: JSONToken.Kind, from first: JSONBytes.Place, to end: JSONBytes.Place,
    _ bytes: borrowing JSONBytes, _ contents: JSONToken.Contents = []
  ) -> JSONToken {
    JSONToken(
      start: UInt32(truncatingIfNeeded: bytes.start.distance(to: first)),
      count: UInt32(truncatingIfNeeded: first.distance(to: end)),
      next: UInt32(truncatingIfNeeded: tape.count + 1), kind: kind, contents: contents)
  }

  private mutating func literal(
    _ place: JSONBytes.Place, _ text: StaticString, _ kind: JSONToken.Kind,
    _ bytes: inout JSONBytes
  ) -> (end: JSONBytes.Place, isOpen: Bool)? {
    guard let end = bytes.literal(place, text) else { return nil }
    tape.append(token(kind, from: place, to: end, bytes))
    return (end, false)
  }

  @inline(__always)
  private mutating func openObject(
    _ place: JSONBytes.Place, _ frame: inout Frame, _ bytes: inout JSONBytes
  ) -> (end: JSONBytes.Place, isOpen: Bool)? {
    guard open(.object, place, &frame, firstKey: keys.mark, &bytes) else { return nil }
    let first = bytes.skipSpace(place + 1)
    if bytes.byte(at: first) == Ascii.closeBrace {
      return close(&frame, at: first, &bytes) ? (first + 1, false) : nil
    }
    return key(first, &frame, &bytes).map { ($0, true) }
  }

  @inline(__always)
  private mutating func openArray(
    _ place: JSONBytes.Place, _ frame: inout Frame, _ bytes: inout JSONBytes
  ) -> (end: JSONBytes.Place, isOpen: Bool)? {
    guard open(.array, place, &frame, firstKey: -1, &bytes) else { return nil }
    let first = bytes.skipSpace(place + 1)
    if bytes.byte(at: first) == Ascii.closeBracket {
      return close(&frame, at: first, &bytes) ? (first + 1, false) : nil
    }
    return (first, true)
  }

  @inline(__always)
  private mutating func open(
    _ kind: JSONToken.Kind, _ place: JSONBytes.Place, _ frame: inout Frame, firstKey: Int,
    _ bytes: inout JSONBytes
  ) -> Bool {
    guard frames.count < limits.maximumDepth else {
      return bytes.fail(.nestingTooDeep, at: place) != nil
    }
    frames.append(frame)
    frame = Frame(token: tape.count, firstKey: firstKey)
    tape.append(token(kind, from: place, to: place, bytes))
    return true
  }

  /// Closes the innermost container, whose closing bracket is at a position.
  @inline(__always)
  private mutating func close(
    _ frame: inout Frame, at place: JSONBytes.Place, _ bytes: inout JSONBytes
  ) -> Bool {
    if frame.isObject, duplicateKeys == .refused,
      let repeated = keys.close(frame.firstKey, in: bytes.text)
    {
      bytes.failure = repeated
      return false
    }
    tape.close(frame.token, end: bytes.start.distance(to: place) + 1)
    // The frame of the text itself is below all other frames.
    if let outer = frames.popLast() { frame = outer }
    return true
  }

  /// Skips from a value to the next one; returns whether there is a next one.
  @inline(__always)
  private mutating func endValues(
    _ place: inout JSONBytes.Place, _ frame: inout Frame, _ bytes: inout JSONBytes
  ) -> Bool? {
    while frame.token >= 0 {
      place = bytes.skipSpace(place)
      let byte = bytes.byte(at: place)
      let closing = frame.isObject ? Ascii.closeBrace : Ascii.closeBracket
      if byte == Ascii.comma {
        let comma = place
        place = bytes.skipSpace(place + 1)
        if bytes.byte(at: place) == closing {
          _ = bytes.fail(.trailingComma, at: comma)
          return nil
        }
        guard frame.isObject else { return true }
        guard let value = key(place, &frame, &bytes) else { return nil }
        place = value
        return true
      }
      guard byte == closing else {
        _ = bytes.fail(frame.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: place)
        return nil
      }
      guard close(&frame, at: place, &bytes) else { return nil }
      place += 1
    }
    return false
  }

  /// Reads a key and its colon, up to the value.
  @inline(__always)
  private mutating func key(
    _ place: JSONBytes.Place, _ frame: inout Frame, _ bytes: inout JSONBytes
  ) -> JSONBytes.Place? {
    var contents: JSONToken.Contents = []
    guard bytes.byte(at: place) == Ascii.quote else { return bytes.fail(.expectedKey, at: place) }
    guard let (end, signature) = bytes.key(place, &contents) else { return nil }
    let token = token(.key, from: place + 1, to: end - 1, bytes, contents)
    tape.append(token)
    if duplicateKeys == .refused,
      let repeated = keys.push(
        token, signature, mark: frame.firstKey, filter: &frame.filter, in: bytes.text)
    {
      bytes.failure = repeated
      return nil
    }
    let colon = bytes.skipSpace(end)
    guard bytes.byte(at: colon) == Ascii.colon else {
      return bytes.fail(.expectedColon, at: colon)
    }
    return bytes.skipSpace(colon + 1)
  }
}

/// Properties of a valid text that its readers need to know.
package struct JSONScanFindings: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// An escaped pair of surrogates whose code point ends in D800 to DFFF; json-c mistakes it for a
  /// lone surrogate and replaces it with U+FFFD.
  package static let destroyedPair = JSONScanFindings(rawValue: 1)
  /// `\u0000` in a key; json-c ends the key there.
  package static let nulInKey = JSONScanFindings(rawValue: 2)
  /// `-0`, which json-c reads as 0.
  package static let negativeZero = JSONScanFindings(rawValue: 4)
}

/// The rule that a text breaks, and the position in bytes from its start.
package struct JSONScanFailure: Error, Equatable {
  package let rule: JSONSyntaxError.Rule
  package let offset: Int
  /// The position of the first of two equal keys; nil for all other rules.
  package let earlierOffset: Int?

  package init(_ rule: JSONSyntaxError.Rule, at offset: Int, earlier: Int? = nil) {
    self.rule = rule
    self.offset = offset
    self.earlierOffset = earlier
  }
}
