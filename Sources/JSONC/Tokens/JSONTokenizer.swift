/// Reads a text by the whole of RFC 8259 in one pass, and writes what it finds to a tape.
///
/// It is strict: what json-c accepts beyond the grammar is refused, each by its rule and with its place.
/// Once its memory has grown it allocates nothing, and it reads any number of texts.
package struct JSONTokenizer: ~Copyable {
  /// An array or an object that is open.
  private struct Frame: BitwiseCopyable {
    /// The token of the container; -1 for the text itself.
    var token: Int
    /// Where the keys of an object begin among those of all open objects; -1 for an array.
    var firstKey: Int
    /// A bit for each key so far, by which most keys are seen to be new.
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

  /// The tokens of the text that was read last; empty if it was refused.
  var tokens: JSONTokens { tape.contents }

  /// Reads the whole text as one value, and gives what its readers must know of it.
  ///
  /// Only keys repeated in an object of many members are found late, at the object's end. The text has
  /// to stay in place as long as the tape is read.
  ///
  /// - Throws: The first thing that is wrong with the text.
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

  /// Reads one value that begins somewhere in a text, with the space before it, and gives the place
  /// after it; nil where something is wrong with it.
  ///
  /// - Parameter first: A place in the text.
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

  /// Reads a value and everything inside it; nil where something is wrong, as everywhere below.
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

  /// Reads a scalar, an empty container, or the beginning of another one up to its first value.
  @inline(__always)
  private mutating func beginValue(
    _ place: JSONBytes.Place, _ frame: inout Frame, _ bytes: inout JSONBytes
  ) -> (end: JSONBytes.Place, isOpen: Bool)? {
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

  /// Leaves the innermost container, whose closing bracket is at a place.
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
    // The frame of the text itself lies below all others.
    if let outer = frames.popLast() { frame = outer }
    return true
  }

  /// Reads what follows a value, up to the next one; says whether there is a next one.
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
