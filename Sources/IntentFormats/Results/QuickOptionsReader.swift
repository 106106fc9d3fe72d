public import IntentOptions

extension OptionsJSON {
  /// Reads a collection of the plainest shape, many times as fast as ``read(_:source:schema:parameter:limits:)``.
  ///
  /// The shape is what `--record` writes for items without further properties: an array of texts and
  /// objects, or an object with `items` or `sections` first, all texts without escapes. What is read
  /// is what the other reader reads, but that identifiers are not compared.
  ///
  /// - Parameters:
  ///   - bytes: The text, or the beginning of one.
  ///   - limit: The number of items after which the rest is not looked at.
  /// - Returns: The collection; nil for every other text, right or wrong, and for a beginning with
  ///   fewer items than the limit.
  public static func quickly(_ bytes: [UInt8], limit: Int?) -> OptionsCollection? {
    bytes.withUnsafeBufferPointer { text in
      var reader = QuickOptionsReader(text: text, limit: limit ?? .max)
      return reader.collection()
    }
  }
}

/// Reads one text from its start to its end, and gives up at the first thing it does not know.
private struct QuickOptionsReader {
  let text: UnsafeBufferPointer<UInt8>
  let limit: Int
  private var place = 0
  private var count = 0

  init(text: UnsafeBufferPointer<UInt8>, limit: Int) {
    self.text = text
    self.limit = limit
  }

  private var isFull: Bool { count >= limit }

  mutating func collection() -> OptionsCollection? {
    if takes("[") { return finished(items().map { OptionsCollection(items: $0) }) }
    guard takes("{"), let key = string(), takes(":"), takes("[") else { return nil }
    var found: OptionsCollection?
    if key == OptionsJSON.Key.items.rawValue {
      found = items().map { OptionsCollection(items: $0) }
    } else if key == OptionsJSON.Key.sections.rawValue {
      found = sections().map { OptionsCollection(sections: $0) }
    }
    guard var collection = found else { return nil }
    if isFull { return collection }
    while takes(",") {
      guard readMember(into: &collection) else { return nil }
    }
    return takes("}") ? finished(collection) : nil
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
  private mutating func items() -> [OptionItem]? {
    var items: [OptionItem] = []
    if takes("]") { return items }
    repeat {
      guard let item = item() else { return nil }
      items.append(item)
      count += 1
      if isFull { return items }
    } while takes(",")
    return takes("]") ? items : nil
  }

  private mutating func item() -> OptionItem? {
    skipSpace()
    guard place < text.count, text[place] == UInt8(ascii: "{") else {
      guard let name = string(), !name.isEmpty else { return nil }
      return OptionItem(identifier: name, display: name)
    }
    place += 1
    var parts: (identifier: String?, display: String?, subtitle: String?, symbol: String?)
    repeat {
      guard let key = key(), takes(":"), let value = string() else { return nil }
      switch key {
      case .identifier where parts.identifier == nil: parts.identifier = value
      case .display where parts.display == nil: parts.display = value
      case .subtitle where parts.subtitle == nil: parts.subtitle = value
      case .symbol where parts.symbol == nil: parts.symbol = value
      default: return nil
      }
    } while takes(",")
    guard takes("}"), let identifier = parts.identifier, !identifier.isEmpty else { return nil }
    return OptionItem(
      identifier: identifier, display: parts.display ?? identifier, subtitle: parts.subtitle,
      symbol: parts.symbol)
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
    stringBytes().flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes between two quotes; nil for a string with escapes or control characters.
  private mutating func stringBytes() -> UnsafeBufferPointer<UInt8>? {
    guard takes("\"") else { return nil }
    let start = place
    while place < text.count {
      let byte = text[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        return UnsafeBufferPointer(rebasing: text[start..<place - 1])
      }
      if byte < 0x20 || byte == UInt8(ascii: "\\") { return nil }
      place += 1
    }
    return nil
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
