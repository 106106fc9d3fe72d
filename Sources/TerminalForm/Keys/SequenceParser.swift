import IntentModel
import Messages

/// Parses the first sequence in some bytes, starting in the ground state.
struct SequenceParser {
  let bytes: ArraySlice<UInt8>

  enum Result {
    case incomplete
    /// A complete sequence; the event is nil if the sequence is ignored.
    case event(KeyEvent?, length: Int)
    case pasteBegin(length: Int)
    case controlTooLong(length: Int)
    case stringTooLong(length: Int)
  }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// The byte at an offset from the beginning; nil past the end.
  private func byte(_ offset: Int) -> UInt8? {
    offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  func parse() -> Result {
    guard let first = byte(0) else { return .incomplete }
    guard first == 0x1B else { return parseText(at: 0, modifiers: []) }
    switch byte(1) {
    case nil: return .incomplete
    case 0x1B: return parseDoubleEscape()
    case 0x5B: return parseControl(at: 2, modifiers: [])
    case 0x4F: return parseSingleShift(at: 2, modifiers: [])
    case let next? where Self.beginsString(next): return parseString()
    default: return parseText(at: 1, modifiers: .alt)
    }
  }

  /// Parses two escapes.
  ///
  /// rxvt sends an escape before the sequence of a key to indicate Alt. In any other case the first
  /// escape is the Esc key, for example if a reply from the terminal or a paste follows it.
  private func parseDoubleEscape() -> Result {
    let escape = Result.event(.key(Key(.escape)), length: 1)
    switch byte(2) {
    case nil: return .incomplete
    case 0x5B where ControlSequence.markers.contains(byte(3) ?? 0): return escape
    case 0x5B:
      switch parseControl(at: 3, modifiers: .alt) {
      case .event(.reply, _), .event(.focus, _), .event(.resize, _), .pasteBegin: return escape
      case let result: return result
      }
    case 0x4F: return parseSingleShift(at: 3, modifiers: .alt)
    default: return escape
    }
  }

  // MARK: Characters

  private func parseText(at start: Int, modifiers: KeyModifiers) -> Result {
    guard let first = byte(start) else { return .incomplete }
    if first < 0x80 {
      return .event(.key(KeyTables.ascii(first, modifiers)), length: start + 1)
    }
    switch UTF8Sequence(bytes.dropFirst(start)) {
    case .incomplete: return .incomplete
    case .invalid(let length):
      return .event(.key(.character("\u{FFFD}", modifiers)), length: start + length)
    case .scalar(let scalar, let length):
      // C1 controls have no meaning as keys and would be invisible in a text field.
      let isControl = scalar.value < 0xA0
      return .event(
        isControl ? nil : .key(.character(Character(scalar), modifiers)), length: start + length)
    }
  }

  // MARK: CSI and SS3

  /// The parameters and intermediate bytes of a control sequence.
  static let parameters: Range<UInt8> = 0x20..<0x40
  /// The bytes that end a control sequence.
  static let finals: Range<UInt8> = 0x40..<0x7F

  private func parseControl(at start: Int, modifiers: KeyModifiers) -> Result {
    if byte(start) == 0x5B {  // The Linux console: CSI [ A to CSI [ E.
      guard let final = byte(start + 1) else { return .incomplete }
      let key = (0x41...0x45).contains(final) ? Key(.function(Int(final) - 0x40), modifiers) : nil
      return .event(key.map(KeyEvent.key), length: start + 2)
    }
    var end = start
    while let next = byte(end) {
      if end - start >= KeyDecoder.controlLimit { return .controlTooLong(length: end) }
      let isFinal = Self.finals.contains(next) || next == 0x24 && isShiftedRxvt(start, end)
      if isFinal { return finish(start, end, next, modifiers) }
      guard Self.parameters.contains(next) else { return .event(nil, length: end) }
      end += 1
    }
    return .incomplete
  }

  /// Whether `$` ends a shifted key of rxvt, such as `CSI 2 $`; elsewhere it is an intermediate
  /// byte.
  private func isShiftedRxvt(_ start: Int, _ end: Int) -> Bool {
    end > start && (start..<end).allSatisfy { byte($0)?.isDigit == true }
  }

  private func finish(_ start: Int, _ end: Int, _ final: UInt8, _ alt: KeyModifiers) -> Result {
    let sequence = ControlSequence(
      bytes[(bytes.startIndex + start)..<(bytes.startIndex + end)], final: final)
    if sequence.isPasteBegin { return .pasteBegin(length: end + 1) }
    // An X10 mouse report, which is never requested, has three more bytes.
    if final == 0x4D && start == end {
      return bytes.count < end + 4 ? .incomplete : .event(nil, length: end + 4)
    }
    guard case .key(var key)? = sequence.event else {
      return .event(sequence.event, length: end + 1)
    }
    key.modifiers.formUnion(alt)
    return .event(.key(key), length: end + 1)
  }

  private func parseSingleShift(at start: Int, modifiers: KeyModifiers) -> Result {
    var end = start
    var parameter = 1
    if let digit = byte(end), (0x31...0x39).contains(digit) {
      parameter = Int(digit) - 0x30
      end += 1
    }
    guard let final = byte(end) else { return .incomplete }
    guard var key = KeyTables.singleShift(final) else {
      return .event(nil, length: (0x20..<0x7F).contains(final) ? end + 1 : end)
    }
    key.modifiers.formUnion(modifiers)
    key.modifiers.formUnion(KeyModifiers(parameter: parameter))
    return .event(.key(key), length: end + 1)
  }

  // MARK: OSC and DCS

  /// Whether a byte begins a string if it follows an escape.
  static func beginsString(_ byte: UInt8) -> Bool { byte == 0x5D || byte == 0x50 }

  private func parseString() -> Result {
    var end = 2
    while let next = byte(end) {
      if end >= KeyDecoder.stringLimit { return .stringTooLong(length: end) }
      switch StringEnd(next) {
      case .bell: return .event(reply(upTo: end), length: end + 1)
      case .cancelled: return .event(nil, length: end + 1)
      case .escape:
        guard let last = byte(end + 1) else { return .incomplete }
        return last == StringEnd.terminator
          ? .event(reply(upTo: end), length: end + 2) : .event(nil, length: end)
      case nil: end += 1
      }
    }
    return .incomplete
  }

  private func reply(upTo end: Int) -> KeyEvent {
    let text = String(decoding: bytes.prefix(end).dropFirst(2), as: UTF8.self)
    return .reply(byte(1) == 0x5D ? StringReply.command(text) : StringReply.device(text))
  }
}

/// The meaning of a byte that ends a string.
enum StringEnd {
  case bell
  /// CAN and SUB end a string without a meaning.
  case cancelled
  /// An escape ends the string, and belongs to it if the ``terminator`` follows.
  case escape

  /// The byte after an escape that ends a string.
  static let terminator: UInt8 = 0x5C

  /// The meaning of a byte in a string; nil if the string continues after it.
  init?(_ byte: UInt8) {
    switch byte {
    case 0x07: self = .bell
    case 0x18, 0x1A: self = .cancelled
    case 0x1B: self = .escape
    default: return nil
    }
  }
}

/// The first UTF-8 sequence in the given bytes, according to the Unicode Standard §3.9 (D92).
enum UTF8Sequence {
  case incomplete
  /// A maximal subpart that is not well-formed.
  case invalid(length: Int)
  case scalar(Unicode.Scalar, length: Int)

  init(_ bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first else {
      self = .incomplete
      return
    }
    let (count, second) = Self.shape(first)
    guard count > 1 else {
      self = .invalid(length: 1)
      return
    }
    var value = UInt32(first) & (0x7F >> UInt32(count))
    for offset in 1..<count {
      guard offset < bytes.count else {
        self = .incomplete
        return
      }
      let byte = bytes[bytes.startIndex + offset]
      guard (offset == 1 ? second : 0x80...0xBF).contains(byte) else {
        self = .invalid(length: offset)
        return
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    self = .scalar(Unicode.Scalar(value) ?? "\u{FFFD}", length: count)
  }

  /// The length in bytes that a first byte announces, and the second bytes that it allows.
  private static func shape(_ first: UInt8) -> (count: Int, second: ClosedRange<UInt8>) {
    switch first {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: (1, 0x80...0xBF)
    }
  }
}

/// Parses OSC and DCS replies.
enum StringReply {
  /// An OSC reply: a number and a colour, such as `10;rgb:ffff/ffff/ffff`.
  static func command(_ text: String) -> TerminalReply {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, let color = color(parts[1]) else { return .other }
    switch String(parts[0]) {
    case "10": return .foreground(color)
    case TerminalQueries.backgroundNumber: return .background(color)
    default: return .other
    }
  }

  /// A DCS reply: `>|name(version)`.
  static func device(_ text: String) -> TerminalReply {
    text.hasPrefix(">|") ? .version(visible(String(text.dropFirst(2)))) : .other
  }

  /// An X11 colour: `rgb:r/g/b`, or `rgba:r/g/b/a`, each with one to four hexadecimal digits.
  private static func color(_ text: Substring) -> TerminalColor? {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
    let channels = parts[1].split(separator: "/").prefix(3).compactMap(channel)
    return channels.count == 3 ? .rgb(channels[0], channels[1], channels[2]) : nil
  }

  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let largest = (1 << (4 * digits.count)) - 1
    return UInt8((value * 255 + largest / 2) / largest)
  }
}
