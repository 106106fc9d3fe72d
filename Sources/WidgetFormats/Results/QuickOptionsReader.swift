public import IntentOptions

extension OptionsJSON {
  /// Reads a collection of the plainest shape, many times as fast as ``read(_:source:schema:parameter:limits:)``.
  ///
  /// The shape is what `--record` writes for items without further properties: an array of texts and
  /// objects, or an object with `items` or `sections` first, no text with a control character. What is
  /// read is what the other reader reads, but that identifiers are not compared.
  ///
  /// - Parameters:
  ///   - bytes: The text, or the beginning of one.
  ///   - limit: The number of items after which the rest is not looked at.
  /// - Returns: The collection; nil for every other text, right or wrong, and for a beginning with
  ///   fewer items than the limit.
  public static func quickly(_ bytes: [UInt8], limit: Int?) -> OptionsCollection? {
    bytes.withUnsafeBufferPointer { text in
      var reader = QuickOptionsReader(text: text, limit: limit ?? .max)
      defer { reader.deallocate() }
      return reader.collection()
    }
  }

  /// Reads a collection of the plainest shape from a stream, as ``quickly(_:limit:)`` does from a text,
  /// in little more memory than the items take.
  ///
  /// - Parameters:
  ///   - limit: The number of items after which nothing more is read.
  ///   - more: Puts the next bytes of the text into memory and gives their number; 0 at the end.
  /// - Returns: The collection; nil for every other text, right or wrong.
  public static func quickly(
    limit: Int?, from more: (UnsafeMutableRawBufferPointer) -> Int
  ) -> OptionsCollection? {
    withoutActuallyEscaping(more) { more in
      let window = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: QuickOptionsReader.windowSize)
      defer { window.deallocate() }
      var reader = QuickOptionsReader(window: window, limit: limit ?? .max, more: more)
      defer { reader.deallocate() }
      return reader.collection()
    }
  }
}

/// Reads one text from its start to its end, and gives up at the first thing it does not know.
///
/// Of a stream it sees a window, which moves on between two items. An item that does not fit what is
/// left then is one of the things it does not know.
private struct QuickOptionsReader {
  /// The number of bytes of the window on a stream.
  static let windowSize = 1 << 18

  /// The number of bytes that are there for an item, unless the text ends.
  private static let roomForItem = 1 << 16

  private var text: UnsafeBufferPointer<UInt8>
  private let limit: Int
  private var place = 0
  private var count = 0

  /// Whether the last string has ASCII characters only.
  private var hasPassedOnlyASCII = true

  /// The strings of the present item that had escapes.
  private var unescaped = UnescapedTexts(capacity: roomForItem)
  private let window: UnsafeMutableBufferPointer<UInt8>?
  private var more: ((UnsafeMutableRawBufferPointer) -> Int)?

  init(text: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.text = text
    self.limit = limit
    window = nil
  }

  init(
    window: UnsafeMutableBufferPointer<UInt8>, limit: Int,
    more: @escaping (UnsafeMutableRawBufferPointer) -> Int
  ) {
    text = UnsafeBufferPointer(rebasing: window[..<0])
    self.limit = limit
    self.window = window
    self.more = more
    moveOn()
  }

  func deallocate() { unescaped.deallocate() }

  private var isFull: Bool { count >= limit }

  /// Makes room for an item to be read, where there is a stream that has more.
  private mutating func moveOn() {
    guard let more, let window, text.count - place < Self.roomForItem else { return }
    var filled = text.count - place
    // The rest moves to the front; the two may overlap.
    if let start = window.baseAddress { start.update(from: start + place, count: filled) }
    place = 0
    while filled < window.count {
      let count = more(
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: window[filled...])))
      if count <= 0 {
        self.more = nil
        break
      }
      filled += count
    }
    text = UnsafeBufferPointer(rebasing: window[..<filled])
  }

  mutating func collection() -> OptionsCollection? {
    if takes("[") { return finished(items().map(Self.collection(of:))) }
    guard takes("{"), let key = string(), takes(":"), takes("[") else { return nil }
    var found: OptionsCollection?
    if key == OptionsJSON.Key.items.rawValue {
      found = items().map(Self.collection(of:))
    } else if key == OptionsJSON.Key.sections.rawValue {
      found = sections().map { OptionsCollection(sections: $0) }
    }
    guard var collection = found else { return nil }
    if isFull { return collection }
    while takes(",") {
      moveOn()
      guard readMember(into: &collection) else { return nil }
    }
    return takes("}") ? finished(collection) : nil
  }

  private static func collection(of items: OptionItems) -> OptionsCollection {
    OptionsCollection(sections: [OptionsSection(keeping: items)])
  }

  /// The collection, where nothing follows or nothing more is wanted.
  private mutating func finished(_ collection: OptionsCollection?) -> OptionsCollection? {
    if isFull { return collection }
    skipSpace()
    return place == text.count ? collection : nil
  }

  /// A member behind the items; false for one that is not known or comes twice.
  private mutating func readMember(into collection: inout OptionsCollection) -> Bool {
    guard let key = string(), takes(":") else { return false }
    switch key {
    case OptionsJSON.Key.prompt.rawValue where collection.promptLabel == nil:
      collection.promptLabel = string()
      return collection.promptLabel != nil
    case OptionsJSON.Key.notice.rawValue where collection.notice == nil:
      collection.notice = string()
      return collection.notice != nil
    default: return false
    }
  }

  /// The sections behind an opened bracket: their title first, where they have one.
  private mutating func sections() -> [OptionsSection]? {
    var sections: [OptionsSection] = []
    if takes("]") { return sections }
    repeat {
      moveOn()
      guard takes("{"), var key = string(), takes(":") else { return nil }
      var section = OptionsSection(items: [])
      if key == OptionsJSON.SectionKey.title.rawValue {
        guard let title = string(), takes(","), let next = string(), takes(":") else { return nil }
        section.title = title
        key = next
      }
      guard key == OptionsJSON.SectionKey.items.rawValue, takes("["), let items = items() else {
        return nil
      }
      section.items = items
      sections.append(section)
      if isFull { return sections }
      guard takes("}") else { return nil }
    } while takes(",")
    return takes("]") ? sections : nil
  }

  /// The items behind an opened bracket.
  private mutating func items() -> OptionItems? {
    var items = OptionItemsBuilder()
    moveOn()
    if takes("]") { return items.items() }
    repeat {
      moveOn()
      guard readItem(into: &items) else { return nil }
      count += 1
      if isFull { return items.items() }
    } while takes(",")
    return takes("]") ? items.items() : nil
  }

  /// Adds the next item; false where there is none.
  private mutating func readItem(into items: inout OptionItemsBuilder) -> Bool {
    skipSpace()
    unescaped.clear()
    guard place < text.count, text[place] == UInt8(ascii: "{") else {
      guard let name = validBytes(), !name.isEmpty else { return false }
      items.append(identifier: name, display: nil)
      return true
    }
    place += 1
    typealias Text = UnsafeBufferPointer<UInt8>
    var parts: (identifier: Text?, display: Text?, subtitle: Text?, symbol: Text?)
    repeat {
      guard let key = key(), takes(":"), let value = validBytes() else { return false }
      switch key {
      case .identifier where parts.identifier == nil: parts.identifier = value
      case .display where parts.display == nil: parts.display = value
      case .subtitle where parts.subtitle == nil: parts.subtitle = value
      case .symbol where parts.symbol == nil: parts.symbol = value
      default: return false
      }
    } while takes(",")
    guard takes("}"), let identifier = parts.identifier, !identifier.isEmpty else { return false }
    let display = parts.display.flatMap { $0.elementsEqual(identifier) ? nil : $0 }
    items.append(
      identifier: identifier, display: display, subtitle: parts.subtitle, symbol: parts.symbol)
    return true
  }

  private mutating func key() -> OptionsJSON.ItemKey? {
    guard let bytes = stringBytes() else { return nil }
    switch bytes.count {
    case 6 where bytes.first == UInt8(ascii: "s"): return named(.symbol, bytes)
    case 7: return named(.display, bytes)
    case 8: return named(.subtitle, bytes)
    case 10: return named(.identifier, bytes)
    default: return nil
    }
  }

  private func named(
    _ key: OptionsJSON.ItemKey, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> OptionsJSON.ItemKey? {
    bytes.elementsEqual(key.rawValue.utf8) ? key : nil
  }

  private mutating func string() -> String? {
    unescaped.clear()
    return stringBytes().flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes of a string of valid UTF-8.
  private mutating func validBytes() -> UnsafeBufferPointer<UInt8>? {
    let start = place
    guard let bytes = stringBytes() else { return nil }
    // Few texts are anything but ASCII, and these are looked at once more.
    if !hasPassedOnlyASCII, String(validating: bytes, as: UTF8.self) == nil {
      place = start
      return nil
    }
    return bytes
  }

  /// The bytes between two quotes; nil for a string with control characters.
  private mutating func stringBytes() -> UnsafeBufferPointer<UInt8>? {
    guard takes("\"") else { return nil }
    let start = place
    var seen = passPlainWords()
    while place < text.count {
      let byte = text[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        hasPassedOnlyASCII = seen & 0x8080_8080_8080_8080 == 0
        return UnsafeBufferPointer(rebasing: text[start..<place - 1])
      }
      if byte < 0x20 { return nil }
      if byte == UInt8(ascii: "\\") { return unescapedBytes(from: start, seen: seen) }
      seen |= UInt64(byte)
      place += 1
    }
    return nil
  }

  /// The bytes of a string from its start on, which stands at its first escape.
  private mutating func unescapedBytes(
    from start: Int, seen: UInt64
  ) -> UnsafeBufferPointer<UInt8>? {
    let first = unescaped.count
    var plain = start
    var seen = seen
    while place < text.count {
      let byte = text[place]
      switch byte {
      case UInt8(ascii: "\""):
        guard unescaped.append(text[plain..<place]) else { return nil }
        place += 1
        hasPassedOnlyASCII = seen & 0x8080_8080_8080_8080 == 0
        return unescaped.bytes(from: first)
      case UInt8(ascii: "\\"):
        guard unescaped.append(text[plain..<place]), let escape = text.escape(at: place),
          unescaped.append(escape.scalar)
        else { return nil }
        if !escape.scalar.isASCII { seen |= 0x80 }
        place += escape.length
        plain = place
        seen |= passPlainWords()
      case ..<0x20: return nil
      default:
        seen |= UInt64(byte)
        place += 1
      }
    }
    return nil
  }

  /// Passes over bytes that are nothing special in a string, eight at a time, and gives all their bits.
  private mutating func passPlainWords() -> UInt64 {
    /// Whether one of eight bytes is 0; perhaps also where one is above such a byte.
    func hasZero(_ word: UInt64) -> Bool {
      (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0
    }
    let raw = UnsafeRawBufferPointer(text)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (quotes, backslashes) = (ones * 0x22, ones * 0x5C)
    var seen: UInt64 = 0
    while place + 8 <= text.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // A byte below 0x20 is 0 without its lower bits.
      let isSpecial =
        hasZero(word ^ quotes) || hasZero(word ^ backslashes)
        || hasZero(word & 0xE0E0_E0E0_E0E0_E0E0)
      if isSpecial { break }
      seen |= word
      place += 8
    }
    return seen
  }

  private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < text.count, text[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < text.count {
      switch text[place] {
      case 0x20, 0x0A, 0x0D, 0x09: place += 1
      default: return
      }
    }
  }
}
