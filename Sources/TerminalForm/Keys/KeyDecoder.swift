import Messages

/// Decodes a terminal's bytes into events, incrementally and for any input.
///
/// Feed it the bytes that were read; incomplete sequences are kept for the next call. If
/// ``isPending`` is true and nothing arrives for a moment, call ``flush()``, which reads a
/// lone ESC byte as the Esc key.
package struct KeyDecoder: Sendable {
  var pending: [UInt8] = []
  var mode = Mode.ground
  private var timeouts = 0

  /// How the next bytes are interpreted.
  enum Mode: Sendable {
    case ground
    case paste(PasteCollector)
    /// An overlong control sequence is skipped up to its end.
    case skippingControl
    /// An overlong string reply is skipped up to its end.
    case skippingString
  }

  /// The maximum length of a control sequence in bytes.
  static let controlLimit = 256
  /// The maximum length of a string reply in bytes.
  static let stringLimit = 4096
  /// The number of timeouts before an incomplete reply is dropped; slow connections split replies
  /// anywhere.
  static let replyTimeouts = 4

  package init() {}

  /// Whether a timeout must resolve incomplete bytes; false inside a paste.
  package var isPending: Bool {
    switch mode {
    case .ground: !pending.isEmpty
    case .paste: false
    case .skippingControl, .skippingString: true
    }
  }

  /// Decodes bytes and returns the completed events in order.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [KeyEvent] {
    timeouts = 0
    pending.append(contentsOf: bytes)
    var events: [KeyEvent] = []
    var start = 0
    while start < pending.count, let step = step(from: start) {
      if let event = step.event { events.append(event) }
      start += step.length
    }
    pending.removeFirst(start)
    return events
  }

  /// Resolves an incomplete sequence when nothing followed in time.
  ///
  /// A paste in progress continues.
  package mutating func flush() -> [KeyEvent] {
    switch mode {
    case .paste: return []
    case .skippingControl, .skippingString:
      mode = .ground
      pending = []
      return []
    case .ground: break
    }
    timeouts += 1
    if isReply && timeouts < Self.replyTimeouts { return [] }
    let bytes = pending
    pending = []
    return bytes.isEmpty ? [] : Self.resolve(bytes)
  }

  /// Whether the pending bytes begin a reply: a string, or a control sequence with a private
  /// marker; no key begins with either.
  private var isReply: Bool {
    guard pending.count > 2, pending[0] == 0x1B else { return false }
    return SequenceParser.beginsString(pending[1])
      || pending[1] == 0x5B && ControlSequence.markers.contains(pending[2])
  }

  /// The events that an incomplete sequence means if nothing follows it.
  private static func resolve(_ bytes: [UInt8]) -> [KeyEvent] {
    guard bytes[0] == 0x1B else { return [.key(.character("\u{FFFD}"))] }
    switch (bytes.count, bytes.dropFirst().first) {
    case (1, _): return [.key(Key(.escape))]
    case (2, 0x1B): return [.key(Key(.escape)), .key(Key(.escape))]
    case (2, let byte?) where byte < 0x80:
      return [.key(.character(Character(Unicode.Scalar(byte)), .alt))]
    case (3, 0x1B):
      return [.key(Key(.escape)), .key(.character(Character(Unicode.Scalar(bytes[2])), .alt))]
    default:
      return bytes[1] >= 0x80 ? [.key(.character("\u{FFFD}", .alt))] : []
    }
  }

  /// Decodes one step; nil if more bytes are needed.
  private mutating func step(from start: Int) -> DecodedStep? {
    switch mode {
    case .ground: return groundStep(from: start)
    case .paste(var collector):
      // Releases the mode's reference while the collector changes, so that its bytes are not
      // copied.
      mode = .ground
      let step = collector.take(pending[start...])
      if step?.event == nil { mode = .paste(collector) }
      return step
    case .skippingControl: return skipControl(from: start)
    case .skippingString: return skipString(from: start)
    }
  }

  private mutating func groundStep(from start: Int) -> DecodedStep? {
    switch SequenceParser(pending[start...]).parse() {
    case .incomplete: return nil
    case .event(let event, let length): return DecodedStep(length: length, event: event)
    case .pasteBegin(let length):
      mode = .paste(PasteCollector())
      return DecodedStep(length: length, event: nil)
    case .controlTooLong(let length):
      mode = .skippingControl
      return DecodedStep(length: length, event: nil)
    case .stringTooLong(let length):
      mode = .skippingString
      return DecodedStep(length: length, event: nil)
    }
  }

  private mutating func skipControl(from start: Int) -> DecodedStep? {
    let byte = pending[start]
    if SequenceParser.parameters.contains(byte) { return DecodedStep(length: 1, event: nil) }
    mode = .ground
    return DecodedStep(length: SequenceParser.finals.contains(byte) ? 1 : 0, event: nil)
  }

  private mutating func skipString(from start: Int) -> DecodedStep? {
    switch StringEnd(pending[start]) {
    case .bell, .cancelled:
      mode = .ground
      return DecodedStep(length: 1, event: nil)
    case .escape:
      guard start + 1 < pending.count else { return nil }
      mode = .ground
      return DecodedStep(length: pending[start + 1] == StringEnd.terminator ? 2 : 0, event: nil)
    case nil: return DecodedStep(length: 1, event: nil)
    }
  }
}

/// The result of one decoding step: the bytes consumed, and the event if there is one.
struct DecodedStep {
  let length: Int
  let event: KeyEvent?
}

/// Collects the text between the marks of a bracketed paste.
struct PasteCollector: Sendable {
  private var bytes: [UInt8] = []

  /// The maximum number of bytes kept from one paste; the rest is dropped.
  static let limit = 1 << 20
  private static let endMark = Array("\u{1B}[201~".utf8)

  /// Takes as many bytes as possible; nil if the bytes may be the beginning of the end mark.
  mutating func take(_ slice: ArraySlice<UInt8>) -> DecodedStep? {
    guard slice.first == 0x1B else {
      let text = slice.prefix { $0 != 0x1B }
      keep(text)
      return DecodedStep(length: text.count, event: nil)
    }
    if slice.starts(with: Self.endMark) {
      return DecodedStep(length: Self.endMark.count, event: .paste(Self.cleaned(bytes)))
    }
    if Self.endMark.starts(with: slice) { return nil }
    keep(slice.prefix(1))
    return DecodedStep(length: 1, event: nil)
  }

  private mutating func keep(_ text: ArraySlice<UInt8>) {
    bytes.append(contentsOf: text.prefix(Self.limit - bytes.count))
  }

  /// The pasted text without control characters except tab, with `\n` for every kind of line end.
  private static func cleaned(_ bytes: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r": break
      case 0x0D: result.append("\n")
      case 0x09, 0x0A: result.append(scalar)
      case _ where scalar.isControl: break
      default: result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }
}
