/// The choices in a section, in the order of the provider.
///
/// It is used like an array. The items of large fixtures are stored as packed bytes and created on
/// access, because a million items would otherwise need several times the memory of their texts.
/// Changing packed items unpacks them.
public struct OptionItems: Sendable {
  enum Storage: Sendable {
    case plain([OptionItem])
    case packed(PackedOptionItems)
  }

  private(set) var storage: Storage

  /// Stores the items of an array.
  public init(_ items: [OptionItem]) {
    storage = .plain(items)
  }

  init(_ items: PackedOptionItems) {
    storage = .packed(items)
  }

  /// Calls a closure with the items as a mutable array.
  private mutating func change<Result>(_ body: (inout [OptionItem]) -> Result) -> Result {
    var items: [OptionItem] =
      switch storage {
      case .plain(let items): items
      case .packed: Array(self)
      }
    // A second reference to the array would cause it to be copied.
    storage = .plain([])
    defer { storage = .plain(items) }
    return body(&items)
  }
}

extension OptionItems: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Makes an empty collection.
  public init() {
    self.init([])
  }

  /// The position of the first item.
  public var startIndex: Int { 0 }

  /// The number of items.
  public var endIndex: Int {
    switch storage {
    case .plain(let items): items.count
    case .packed(let items): items.count
    }
  }

  /// The item at a position.
  public subscript(position: Int) -> OptionItem {
    get {
      switch storage {
      case .plain(let items): items[position]
      case .packed(let items): items[position]
      }
    }
    set { change { $0[position] = newValue } }
  }

  /// Replaces some of the items with others.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with items: some Collection<OptionItem>
  ) {
    change { $0.replaceSubrange(range, with: items) }
  }

  /// Appends an item.
  public mutating func append(_ item: OptionItem) {
    change { $0.append(item) }
  }
}

extension OptionItems: Hashable, ExpressibleByArrayLiteral {
  /// Stores the items of a literal.
  public init(arrayLiteral items: OptionItem...) {
    self.init(items)
  }

  /// Whether both have equal items, regardless of how these are stored.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.plain(let left), .plain(let right)): return left == right
    case (.packed(let left), .packed(let right)) where left.isSame(as: right): return true
    default: return left.count == right.count && left.elementsEqual(right)
    }
  }

  /// Feeds the items into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for item in self { hasher.combine(item) }
  }
}

extension OptionItems {
  /// Calls a closure with the texts of an item as UTF-8.
  @inline(__always) func withTexts<Result>(
    of number: Int, _ body: (PackedOptionItems.Texts) -> Result
  ) -> Result {
    switch storage {
    case .packed(let items): items.withTexts(of: number, body)
    case .plain(let items): items[number].withTexts(body)
    }
  }
}

extension OptionItem {
  fileprivate func withTexts<Result>(_ body: (PackedOptionItems.Texts) -> Result) -> Result {
    var (identifier, display) = (identifier, display)
    return identifier.withUTF8 { identifier in
      display.withUTF8 { display in
        let shown = display.hasSameBytes(as: identifier) ? nil : display
        return subtitle.withUTF8 { subtitle in
          symbol.withUTF8 { symbol in
            body(
              PackedOptionItems.Texts(
                identifier: identifier, display: shown, subtitle: subtitle, symbol: symbol))
          }
        }
      }
    }
  }
}

extension String? {
  fileprivate func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    guard var text = self else { return body(nil) }
    return text.withUTF8 { body($0) }
  }
}

/// The index letter of a choice in a list.
package enum OptionInitial {
  /// The index letter for texts that do not begin with a letter.
  package static let other: Character = "#"

  /// The first letter of a text, in uppercase and without its marks: `É` is listed under E, and `東`
  /// under itself.
  package static func initial(of text: String) -> Character {
    guard let folded = firstFolded(of: text), folded.properties.isAlphabetic else { return other }
    let upper = folded.properties.uppercaseMapping
    return upper.count == 1 ? upper.first ?? other : Character(folded)
  }

  /// The first scalar of the folded text; nil if nothing remains of it.
  ///
  /// Marks and zero-width characters are removed; kana with their voicing marks and the parts of
  /// Hangul are composed.
  private static func firstFolded(of text: String) -> Unicode.Scalar? {
    var first: UInt32?
    for value in text.unicodeScalars.lazy.flatMap(TextFolding.computed) {
      guard let former = first else {
        first = value
        continue
      }
      guard let whole = TextFolding.composed(former, value) else { break }
      first = whole
    }
    return first.flatMap { Unicode.Scalar($0) }
  }
}
