/// The choices of a section, in the order of the provider.
///
/// It is used as an array is. The items of large fixtures are kept as packed bytes and made when they
/// are asked for, since a million of them would otherwise take several times the memory of their texts;
/// changing such items unpacks them.
public struct OptionItems: Sendable {
  enum Storage: Sendable {
    case plain([OptionItem])
    case packed(PackedOptionItems)
  }

  private(set) var storage: Storage

  /// Keeps the items of an array.
  public init(_ items: [OptionItem]) {
    storage = .plain(items)
  }

  init(_ items: PackedOptionItems) {
    storage = .packed(items)
  }

  /// Gives a closure the items as an array that can be changed.
  private mutating func change<Result>(_ body: (inout [OptionItem]) -> Result) -> Result {
    var items: [OptionItem] =
      switch storage {
      case .plain(let items): items
      case .packed: Array(self)
      }
    // Held twice, the array would be copied.
    storage = .plain([])
    defer { storage = .plain(items) }
    return body(&items)
  }
}

extension OptionItems: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// No items.
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

  /// Puts other items in the place of some.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with items: some Collection<OptionItem>
  ) {
    change { $0.replaceSubrange(range, with: items) }
  }

  /// Adds an item at the end.
  public mutating func append(_ item: OptionItem) {
    change { $0.append(item) }
  }
}

extension OptionItems: Hashable, ExpressibleByArrayLiteral {
  /// Keeps the items of a literal.
  public init(arrayLiteral items: OptionItem...) {
    self.init(items)
  }

  /// Whether both have equal items, however they are kept.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.plain(let left), .plain(let right)): return left == right
    case (.packed(let left), .packed(let right)) where left.isSame(as: right): return true
    default: return left.count == right.count && left.elementsEqual(right)
    }
  }

  /// Feeds the items to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for item in self { hasher.combine(item) }
  }
}

extension OptionItems {
  /// Gives a closure the identifier, the display text and the subtitle of an item as UTF-8; the display
  /// is nil if it is the identifier.
  @inline(__always) func withTexts<Result>(
    of number: Int,
    _ body: (
      _ identifier: UnsafeBufferPointer<UInt8>, _ display: UnsafeBufferPointer<UInt8>?,
      _ subtitle: UnsafeBufferPointer<UInt8>?
    ) -> Result
  ) -> Result {
    switch storage {
    case .packed(let items):
      return items.withTexts(of: number) { body($0.identifier, $0.display, $0.subtitle) }
    case .plain(let items):
      var (identifier, display) = (items[number].identifier, items[number].display)
      let subtitle = items[number].subtitle
      return identifier.withUTF8 { identifier in
        display.withUTF8 { display in
          let shown = display.hasSameBytes(as: identifier) ? nil : display
          guard var subtitle else { return body(identifier, shown, nil) }
          return subtitle.withUTF8 { body(identifier, shown, $0) }
        }
      }
    }
  }
}

/// The letter under which a list with an index has a choice.
package enum OptionInitial {
  /// The sign under which everything stands that begins with no letter.
  package static let other: Character = "#"

  /// The first letter of a text in upper case without its marks: É stands under E, and `東` under
  /// itself.
  package static func initial(of text: String) -> Character {
    guard let folded = firstFolded(of: text), folded.properties.isAlphabetic else { return other }
    let upper = folded.properties.uppercaseMapping
    return upper.count == 1 ? upper.first ?? other : Character(folded)
  }

  /// The first scalar of the folded text; nil if nothing is left of it.
  ///
  /// Marks and what has no width of its own fold to nothing; parts of kana and Hangul are taken up.
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
