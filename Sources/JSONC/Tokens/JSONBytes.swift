import Messages

/// The bytes of a text, and functions that read the parts that do not depend on the containers
/// around them.
///
/// Each function takes a position and returns the position after the part that it has read. A
/// function returns nil for an error and describes the error in `failure`.
struct JSONBytes: ~Copyable {
  typealias Place = UnsafePointer<UInt8>

  let start: Place
  let end: Place
  var findings: JSONScanFindings = []
  var failure = JSONScanFailure(.expectedValue, at: 0)

  init(start: Place, end: Place) {
    self.start = start
    self.end = end
  }

  /// The whole text.
  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: start.distance(to: end))
  }

  /// The byte at a position, or NUL at the end; JSON never allows a raw NUL.
  @inline(__always)
  func byte(at place: Place) -> UInt8 { place < end ? place.pointee : 0 }

  @inline(__always)
  func skipSpace(_ start: Place) -> Place {
    var place = start
    while place < end, place.pointee <= Ascii.space, place.pointee.isJSONSpace { place += 1 }
    return place
  }

  mutating func literal(_ place: Place, _ text: StaticString) -> Place? {
    for index in 0..<text.utf8CodeUnitCount where byte(at: place + index) != text.utf8Start[index] {
      return place + index < end
        ? refuse(.unknownLiteral, at: place) : refuse(.unexpectedEnd, at: end)
    }
    let next = place + text.utf8CodeUnitCount
    return Ascii.isWord(byte(at: next)) ? refuse(.unknownLiteral, at: place) : next
  }
}

// MARK: - Strings and keys

extension JSONBytes {
  /// Reads a string from its opening quote to the position after its closing quote.
  @inline(__always)
  mutating func string(_ start: Place, _ contents: inout JSONToken.Contents) -> Place? {
    var place = start + 1
    while true {
      place = skipPlain(place)
      if byte(at: place) == Ascii.quote { return place + 1 }
      guard let next = beyondPlain(place, isKey: false, &contents) else { return nil }
      place = next
    }
  }

  /// Reads a key and returns a signature; equal keys have equal signatures.
  ///
  /// The signature is computed from the words of the key while they are checked.
  @inline(__always)
  mutating func key(
    _ start: Place, _ contents: inout JSONToken.Contents
  ) -> (end: Place, signature: UInt64)? {
    var place = start + 1
    var signature: UInt64 = 0
    while place.distance(to: end) >= 8 {
      let word = Self.word(at: place)
      let stops = Self.stops(in: word)
      if stops == 0 {
        signature = Self.mix(signature, word)
        place += 8
        continue
      }
      let count = stops.trailingZeroBitCount >> 3
      guard place[count] == Ascii.quote else { break }
      return (place + count + 1, Self.mix(signature, rest: word, count: count))
    }
    return rareKey(start, &contents)
  }

  /// Reads a key that has characters other than printable ASCII, or that is near the end of the
  /// text.
  @inline(never)
  private mutating func rareKey(
    _ start: Place, _ contents: inout JSONToken.Contents
  ) -> (end: Place, signature: UInt64)? {
    var place = start + 1
    while true {
      place = skipPlain(place)
      if byte(at: place) == Ascii.quote { break }
      guard let next = beyondPlain(place, isKey: true, &contents) else { return nil }
      place = next
    }
    let source = UnsafeBufferPointer(start: start + 1, count: start.distance(to: place) - 1)
    guard contents.contains(.escape) else { return (place + 1, Self.signature(of: source)) }
    return Array(JSONStringBytes(source)).withUnsafeBufferPointer {
      (place + 1, Self.signature(of: $0))
    }
  }

  /// Eight bytes as a word, with the first byte in the lowest bits.
  @inline(__always)
  private static func word(at place: Place) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// Marks the bytes of a word that are quotes, backslashes or not printable ASCII.
  ///
  /// Only a marked byte borrows from the byte above it, so the lowest mark is always correct.
  @inline(__always)
  private static func stops(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let control = word &- ones &* 0x20
    let quote = (word ^ (ones &* UInt64(Ascii.quote))) &- ones
    let backslash = (word ^ (ones &* UInt64(Ascii.backslash))) &- ones
    return (word | control | quote | backslash | (word &+ ones)) & (ones &* 0x80)
  }

  /// Skips to the next quote, backslash or byte that is not printable ASCII.
  @inline(__always)
  private func skipPlain(_ start: Place) -> Place {
    var place = start
    while place.distance(to: end) >= 8 {
      let stops = Self.stops(in: Self.word(at: place))
      if stops != 0 { return place + (stops.trailingZeroBitCount >> 3) }
      place += 8
    }
    while place < end, place.pointee >= 0x20, place.pointee < Ascii.delete,
      place.pointee != Ascii.quote, place.pointee != Ascii.backslash
    {
      place += 1
    }
    return place
  }

  /// Reads bytes that are not plain: multi-byte characters, an escape or U+007F.
  @inline(__always)
  private mutating func beyondPlain(
    _ place: Place, isKey: Bool, _ contents: inout JSONToken.Contents
  ) -> Place? {
    byte(at: place) >= 0x80
      ? multibytes(place, &contents) : rare(place, isKey: isKey, &contents)
  }

  /// Reads all sequences of two to four bytes up to the next ASCII byte.
  ///
  /// The check follows the table of well-formed UTF-8 (Unicode Standard, table 3-7), which excludes
  /// overlong forms and surrogates.
  @inline(__always)
  private mutating func multibytes(
    _ start: Place, _ contents: inout JSONToken.Contents
  ) -> Place? {
    var place = start
    while place < end, place.pointee >= 0x80 {
      let first = place.pointee
      if first >= 0xC2, first < 0xE0 {
        guard tail(place, 1) else { return refuse(.invalidUTF8, at: place) }
        if first == 0xC2, place[1] < 0xA0 { contents.insert(.control) }
        place += 2
      } else if first & 0xF0 == 0xE0 {
        guard tail(place, 2), first != 0xE0 || place[1] >= 0xA0, first != 0xED || place[1] < 0xA0
        else { return refuse(.invalidUTF8, at: place) }
        if first == 0xE2, place[1] == 0x80, place[2] & 0xFE == 0xA8 { contents.insert(.control) }
        place += 3
      } else {
        guard first >= 0xF0, first <= 0xF4, tail(place, 3), first != 0xF0 || place[1] >= 0x90,
          first != 0xF4 || place[1] < 0x90
        else { return refuse(.invalidUTF8, at: place) }
        place += 4
      }
    }
    return place
  }

  /// Whether `count` continuation bytes follow the byte at a position.
  @inline(__always)
  private func tail(_ place: Place, _ count: Int) -> Bool {
    guard place.distance(to: end) > count else { return false }
    for index in 1...count where place[index] & 0xC0 != 0x80 { return false }
    return true
  }

  @inline(never)
  private mutating func rare(
    _ place: Place, isKey: Bool, _ contents: inout JSONToken.Contents
  ) -> Place? {
    switch byte(at: place) {
    case Ascii.delete:
      contents.insert(.control)
      return place + 1
    case Ascii.backslash:
      contents.insert(.escape)
      return escape(place, isKey: isKey)
    default:
      return place < end
        ? refuse(.controlCharacter, at: place) : refuse(.unexpectedEnd, at: end)
    }
  }

  private mutating func escape(_ place: Place, isKey: Bool) -> Place? {
    let letter = byte(at: place + 1)
    if letter == Ascii.lowerU { return unicodeEscape(place, isKey: isKey) }
    if Ascii.character(ofEscape: letter) != nil { return place + 2 }
    return place + 1 < end ? refuse(.invalidEscape, at: place) : refuse(.unexpectedEnd, at: end)
  }

  private mutating func unicodeEscape(_ place: Place, isKey: Bool) -> Place? {
    guard let first = unit(place) else { return nil }
    switch first {
    case 0:
      if isKey { findings.insert(.nulInKey) }
    case _ where UTF16.isTrailSurrogate(first):
      return refuse(.loneSurrogate, at: place)
    case _ where UTF16.isLeadSurrogate(first):
      let partner = place + 6
      guard byte(at: partner) == Ascii.backslash, byte(at: partner + 1) == Ascii.lowerU else {
        let left = partner.distance(to: end)
        let isCut = left == 0 || left == 1 && byte(at: partner) == Ascii.backslash
        return isCut ? refuse(.unexpectedEnd, at: end) : refuse(.loneSurrogate, at: place)
      }
      guard let second = unit(partner) else { return nil }
      guard UTF16.isTrailSurrogate(second) else { return refuse(.loneSurrogate, at: place) }
      if JSONStringBytes.scalar(first, second) & 0xF800 == 0xD800 {
        findings.insert(.destroyedPair)
      }
      return partner + 6
    default:
      break
    }
    return place + 6
  }

  /// Reads `\u` and four hexadecimal digits.
  private mutating func unit(_ place: Place) -> UInt16? {
    var unit: UInt16 = 0
    for index in 2..<6 {
      guard let digit = byte(at: place + index).hexDigitValue else {
        _ =
          place + index < end
          ? refuse(.invalidUnicodeEscape, at: place) : refuse(.unexpectedEnd, at: end)
        return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

// MARK: - Signatures of keys

extension JSONBytes {
  @inline(__always)
  private static func mix(_ signature: UInt64, _ word: UInt64) -> UInt64 {
    let product = (signature ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }

  /// Adds the last bytes of a key to its signature; there are fewer than eight, and they are the
  /// lowest bytes of a word.
  @inline(__always)
  private static func mix(_ signature: UInt64, rest word: UInt64, count: Int) -> UInt64 {
    let rest = word & (1 << UInt64(count * 8) &- 1)
    return mix(signature, rest ^ UInt64(count) << 56)
  }

  /// The signature of a key, computed from its bytes.
  private static func signature(of key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard var place = key.baseAddress else { return mix(0, rest: 0, count: 0) }
    var signature: UInt64 = 0
    for _ in 0..<(key.count / 8) {
      signature = mix(signature, word(at: place))
      place += 8
    }
    var rest: UInt64 = 0
    for index in 0..<(key.count % 8) { rest |= UInt64(place[index]) << UInt64(index * 8) }
    return mix(signature, rest: rest, count: key.count % 8)
  }
}

// MARK: - Numbers

extension JSONBytes {
  /// Reads a number (RFC 8259 §6) and refuses an integer that does not fit into `Int` and a decimal
  /// that is not a finite `Double`.
  ///
  /// A number without a fraction or an exponent is an integer, except for `-0`.
  @inline(__always)
  mutating func number(_ start: Place) -> (end: Place, isInteger: Bool)? {
    let isNegative = byte(at: start) == Ascii.minus
    let first = isNegative ? start + 1 : start
    let place = skipDigits(first)
    let count = first.distance(to: place)
    guard count > 0, count == 1 || first.pointee != Ascii.zero else {
      _ = refuseNumber(start, first)
      return nil
    }
    let next = byte(at: place)
    if next == Ascii.point || next | 0x20 == Ascii.lowerE {
      return decimals(start, place, digits: count).map { ($0, false) }
    }
    if isNegative, first.pointee == Ascii.zero {
      findings.insert(.negativeZero)
      return (place, false)
    }
    if count > 18, Int(token(from: start, to: place)) == nil {
      _ = refuse(.integerOutOfRange, at: start)
      return nil
    }
    return (place, true)
  }

  @inline(__always)
  private mutating func decimals(_ start: Place, _ point: Place, digits: Int) -> Place? {
    var place = point
    if byte(at: place) == Ascii.point {
      place = skipDigits(point + 1)
      guard place > point + 1 else { return fail(.missingDigit, at: place) }
    }
    var exponentDigits = 0
    if byte(at: place) | 0x20 == Ascii.lowerE {
      place += 1
      if byte(at: place) == Ascii.plus || byte(at: place) == Ascii.minus { place += 1 }
      let first = place
      place = skipDigits(first)
      exponentDigits = first.distance(to: place)
      guard exponentDigits > 0 else { return fail(.missingDigit, at: place) }
    }
    // A number with fewer digits is far below the largest `Double`.
    if exponentDigits > 2 || digits > 200 {
      guard let value = Double(token(from: start, to: place)), value.isFinite else {
        return refuse(.numberOutOfRange, at: start)
      }
    }
    return place
  }

  @inline(__always)
  private func skipDigits(_ start: Place) -> Place {
    var place = start
    while place < end, place.pointee.isDigit { place += 1 }
    return place
  }

  private func token(from first: Place, to end: Place) -> String {
    String(
      decoding: UnsafeBufferPointer(start: first, count: first.distance(to: end)), as: UTF8.self)
  }

  private static var infinity: StaticString { "Infinity" }

  /// Records the error for a value that is not a string, container, literal or valid number.
  @inline(never)
  private mutating func refuseNumber(_ start: Place, _ first: Place) -> Place? {
    if first.pointee == Ascii.zero, first < end { return refuse(.leadingZero, at: first) }
    if first > start {
      return hasPrefix(Self.infinity, at: first)
        ? fail(.nonFiniteLiteral, at: first) : fail(.missingDigit, at: first)
    }
    switch byte(at: start) {
    case Ascii.plus: return fail(.leadingPlus, at: start)
    case Ascii.point: return fail(.missingDigit, at: start)
    case _ where hasPrefix("NaN", at: start) || hasPrefix(Self.infinity, at: start):
      return fail(.nonFiniteLiteral, at: start)
    case let byte where Ascii.isWord(byte): return fail(.unknownLiteral, at: start)
    default: return fail(.expectedValue, at: start)
    }
  }
}

// MARK: - Failures

extension JSONBytes {
  /// Records a broken rule.
  @inline(never)
  private mutating func refuse(_ rule: JSONSyntaxError.Rule, at place: Place) -> Place? {
    failure = JSONScanFailure(rule, at: start.distance(to: place))
    return nil
  }

  /// Records a broken rule, or a more specific one for the bytes at the position.
  @inline(never)
  mutating func fail(_ rule: JSONSyntaxError.Rule, at place: Place) -> Place? {
    if place >= end {
      return refuse(skipSpace(start) == end ? .emptyText : .unexpectedEnd, at: end)
    }
    if byte(at: place) == Ascii.apostrophe { return refuse(.singleQuotes, at: place) }
    if hasPrefix("//", at: place) || hasPrefix("/*", at: place) {
      return refuse(.comment, at: place)
    }
    if hasPrefix("\u{FEFF}", at: place) { return refuse(.byteOrderMark, at: place) }
    if byte(at: place) >= 0x80 {
      var contents: JSONToken.Contents = []
      if multibytes(place, &contents) == nil { return nil }
    }
    return refuse(rule, at: place)
  }

  private func hasPrefix(_ prefix: StaticString, at place: Place) -> Bool {
    (0..<prefix.utf8CodeUnitCount).allSatisfy { byte(at: place + $0) == prefix.utf8Start[$0] }
  }
}

/// The characters of JSON's grammar (RFC 8259 §2, §6 and §7).
enum Ascii {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let plus = UInt8(ascii: "+")
  static let comma = UInt8(ascii: ",")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let zero = UInt8(ascii: "0")
  static let colon = UInt8(ascii: ":")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let lowerE = UInt8(ascii: "e")
  static let lowerF = UInt8(ascii: "f")
  static let lowerN = UInt8(ascii: "n")
  static let lowerT = UInt8(ascii: "t")
  static let lowerU = UInt8(ascii: "u")
  static let delete: UInt8 = 0x7F

  /// The letters of single-character escapes, each with the character that it stands for.
  private static let escapes: [(letter: UInt8, character: UInt8)] = [
    (quote, quote), (backslash, backslash), (lowerN, lineFeed), (lowerT, tab),
    (UInt8(ascii: "r"), carriageReturn), (UInt8(ascii: "b"), 0x08), (lowerF, 0x0C),
    (slash, slash),
  ]

  /// The character of an escape by its letter; nil for `u` and for any other byte.
  static func character(ofEscape letter: UInt8) -> UInt8? {
    escapes.first { $0.letter == letter }?.character
  }

  /// The letter of the escape for a character; nil if there is none.
  static func letter(ofEscapeFor character: UInt8) -> UInt8? {
    escapes.first { $0.character == character }?.letter
  }

  /// Whether a string can contain a byte only as an escape.
  static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < space || byte == quote || byte == backslash
  }

  /// Whether a byte can be part of a name or a literal.
  static func isWord(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }
}
