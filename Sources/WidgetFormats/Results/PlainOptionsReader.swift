package import IntentOptions
import JSONC

extension OptionsJSON {
  /// Reads a collection of the simplest form, many times as fast as
  /// ``read(_:source:schema:parameter:limits:checks:)``.
  ///
  /// This is the form that `--record` writes for items without other properties: an array of texts
  /// and objects, or an object that begins with `items` or `sections`, without control characters
  /// in texts. The result is the same as with the complete reader, except that duplicate
  /// identifiers are accepted.
  ///
  /// - Parameters:
  ///   - bytes: The text, or its beginning.
  ///   - limit: The number of items after which the rest is ignored.
  /// - Returns: The collection; nil for any other text, whether valid or invalid, and for the
  ///   beginning of a text with fewer items than the limit.
  package static func quickly(_ bytes: [UInt8], limit: Int?) -> OptionsCollection? {
    bytes.withUnsafeBufferPointer { text in
      var reader = PlainOptionsReader(JSONWindow(text), limit: limit ?? .max)
      return reader.collection()
    }
  }

  /// Reads a collection of the simplest form from a stream, as ``quickly(_:limit:)`` does from a
  /// text.
  ///
  /// Reading uses little more memory than the items.
  ///
  /// - Parameters:
  ///   - limit: The number of items after which reading stops.
  ///   - more: Copies the next bytes of the text into memory and returns their number; 0 at the
  ///     end.
  /// - Returns: The collection; nil for any other text, whether valid or invalid.
  package static func quickly(
    limit: Int?, from more: (UnsafeMutableRawBufferPointer) -> Int
  ) -> OptionsCollection? {
    withoutActuallyEscaping(more) { more in
      var reader = PlainOptionsReader(JSONWindow(from: more), limit: limit ?? .max)
      return reader.collection()
    }
  }
}

extension OptionsJSON {
  /// Whether a text from a stream is a plain list of items, according to its first character.
  ///
  /// - Parameter more: Copies the next bytes of the text into memory and returns their number; 0 at
  ///   the end.
  package static func isList(from more: (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
    withoutActuallyEscaping(more) { more in
      var window = JSONWindow(from: more)
      return window.takes("[")
    }
  }
}

/// Reads a text from start to end, and gives up at the first unexpected token.
private struct PlainOptionsReader: ~Copyable {
  private var window: JSONWindow
  private let limit: Int
  private var count = 0

  init(_ window: consuming JSONWindow, limit: Int) {
    self.window = window
    self.limit = limit
  }

  private var isFull: Bool { count >= limit }

  mutating func collection() -> OptionsCollection? {
    if window.takes("[") { return finished(items().map(Self.collection(of:))) }
    guard window.takes("{"), let key = window.string(), window.takes(":"), window.takes("[") else {
      return nil
    }
    var found: OptionsCollection?
    if key == OptionsJSON.Key.items.rawValue {
      found = items().map(Self.collection(of:))
    } else if key == OptionsJSON.Key.sections.rawValue {
      found = sections().map { OptionsCollection(sections: $0) }
    }
    guard var collection = found else { return nil }
    if isFull { return collection }
    while window.takes(",") {
      guard readMember(into: &collection) else { return nil }
    }
    return window.takes("}") ? finished(collection) : nil
  }

  private static func collection(of items: OptionItems) -> OptionsCollection {
    OptionsCollection(sections: [OptionsSection(keeping: items)])
  }

  /// The collection, if nothing follows it or the limit is reached.
  private mutating func finished(_ collection: OptionsCollection?) -> OptionsCollection? {
    if isFull { return collection }
    return window.isAtEnd() ? collection : nil
  }

  /// Reads a member after the items; false if it is unknown or repeated.
  private mutating func readMember(into collection: inout OptionsCollection) -> Bool {
    guard let key = window.string(), window.takes(":") else { return false }
    switch key {
    case OptionsJSON.Key.prompt.rawValue where collection.promptLabel == nil:
      collection.promptLabel = window.string()
      return collection.promptLabel != nil
    case OptionsJSON.Key.notice.rawValue where collection.notice == nil:
      collection.notice = window.string()
      return collection.notice != nil
    default: return false
    }
  }

  /// Reads the sections after an opening bracket; in each, the title comes before the items.
  private mutating func sections() -> [OptionsSection]? {
    var sections: [OptionsSection] = []
    if window.takes("]") { return sections }
    repeat {
      guard window.takes("{"), var key = window.string(), window.takes(":") else { return nil }
      var section = OptionsSection(items: [])
      if key == OptionsJSON.SectionKey.title.rawValue {
        guard let title = window.string(), window.takes(","), let next = window.string(),
          window.takes(":")
        else { return nil }
        section.title = title
        key = next
      }
      guard key == OptionsJSON.SectionKey.items.rawValue, window.takes("["), let items = items()
      else {
        return nil
      }
      section.items = items
      sections.append(section)
      if isFull { return sections }
      guard window.takes("}") else { return nil }
    } while window.takes(",")
    return window.takes("]") ? sections : nil
  }

  /// Reads the items after an opening bracket.
  private mutating func items() -> OptionItems? {
    var items = OptionItemsBuilder()
    if window.takes("]") { return items.items() }
    repeat {
      guard readItem(into: &items) else { return nil }
      count += 1
      if isFull { return items.items() }
    } while window.takes(",")
    return window.takes("]") ? items.items() : nil
  }

  /// Reads an item; false if it does not have the simplest form.
  private mutating func readItem(into items: inout OptionItemsBuilder) -> Bool {
    guard let tokens = window.value() else { return false }
    switch tokens[0].kind {
    case .string:
      return Self.withText(tokens, 0) { name in
        guard !name.isEmpty else { return false }
        items.append(identifier: name, display: nil)
        return true
      }
    case .object: return Self.readItem(tokens, into: &items)
    default: return false
    }
  }

  private static func readItem(
    _ tokens: JSONTokens, into items: inout OptionItemsBuilder
  ) -> Bool {
    var parts: (identifier: Int?, display: Int?, subtitle: Int?, symbol: Int?)
    var key = 1
    while key < tokens.next(after: 0) {
      guard tokens[key + 1].kind == .string else { return false }
      switch itemKey(tokens, key) {
      case .identifier: parts.identifier = key + 1
      case .display: parts.display = key + 1
      case .subtitle: parts.subtitle = key + 1
      case .symbol: parts.symbol = key + 1
      default: return false
      }
      key += 2
    }
    guard let identifier = parts.identifier else { return false }
    return withText(tokens, identifier) { identifier in
      guard !identifier.isEmpty else { return false }
      return withText(tokens, parts.display) { display in
        let display = display.elementsEqual(identifier) ? nil : display
        return withText(tokens, parts.subtitle) { subtitle in
          withText(tokens, parts.symbol) { symbol in
            items.append(
              identifier: identifier, display: parts.display == nil ? nil : display,
              subtitle: parts.subtitle == nil ? nil : subtitle,
              symbol: parts.symbol == nil ? nil : symbol)
            return true
          }
        }
      }
    }
  }

  /// Calls a function with the text of a string, or with an empty text if there is no string.
  ///
  /// Returns false for a text with escaped control characters, which only the complete reader
  /// handles.
  @inline(__always)
  private static func withText(
    _ tokens: JSONTokens, _ index: Int?, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    guard let index else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let token = tokens[index]
    return tokens.withMeaning(of: token) { text in
      if token.contents.contains(.escape), text.contains(where: { $0 < 0x20 }) { return false }
      return body(text)
    }
  }

  @inline(__always)
  private static func itemKey(_ tokens: JSONTokens, _ index: Int) -> OptionsJSON.ItemKey? {
    tokens.withMeaning(of: tokens[index]) { bytes in
      let key: OptionsJSON.ItemKey? =
        switch bytes.count {
        case 6: .symbol
        case 7: .display
        case 8: .subtitle
        case 10: .identifier
        default: nil
        }
      return key.flatMap { bytes.elementsEqual($0.rawValue.utf8) ? $0 : nil }
    }
  }
}
