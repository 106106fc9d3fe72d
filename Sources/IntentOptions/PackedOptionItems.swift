import CMatching

/// Items without properties, stored as consecutive packed texts.
final class PackedOptionItems: Sendable {
  /// A chunk of consecutive items.
  struct Chunk: Sendable {
    /// For each item, a byte that shows which texts follow its identifier, and then each text,
    /// preceded by its length.
    ///
    /// Padding follows the last text, because a search may read beyond it.
    var bytes: [UInt8] = []

    /// The start of each item.
    var starts: [UInt32] = []
  }

  /// The texts of one item as UTF-8.
  struct Texts {
    var identifier: UnsafeBufferPointer<UInt8>

    /// The display text; nil if it equals the identifier.
    var display: UnsafeBufferPointer<UInt8>?
    var subtitle: UnsafeBufferPointer<UInt8>?
    var symbol: UnsafeBufferPointer<UInt8>?
  }

  /// The number of items in each chunk except the last.
  static let chunkCount = 4_096

  /// The number of items.
  let count: Int

  private let chunks: [Chunk]

  init(_ chunks: [Chunk]) {
    self.chunks = chunks
    count = chunks.reduce(0) { $0 + $1.starts.count }
  }

  /// The number of bytes of all items.
  var byteCount: Int { chunks.reduce(0) { $0 + $1.bytes.count + 4 * $1.starts.count } }

  subscript(number: Int) -> OptionItem {
    withTexts(of: number) { texts in
      func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
      }
      let identifier = text(texts.identifier)
      return OptionItem(
        identifier: identifier, display: texts.display.map(text) ?? identifier,
        subtitle: texts.subtitle.map(text), symbol: texts.symbol.map(text))
    }
  }

  /// Whether the bytes are equal; equal items can have different bytes.
  func isSame(as other: PackedOptionItems) -> Bool {
    self === other
      || count == other.count && zip(chunks, other.chunks).allSatisfy { $0.bytes == $1.bytes }
  }

  /// The chunk of an item.
  func chunk(of number: Int) -> Chunk { chunks[number / Self.chunkCount] }

  /// Calls a closure with the texts of an item.
  @inline(__always) func withTexts<Result>(of number: Int, _ body: (Texts) -> Result) -> Result {
    chunks[number / Self.chunkCount].withTexts(of: number % Self.chunkCount, body)
  }
}

extension PackedOptionItems {
  /// The bits that show which texts an item has.
  enum Has {
    static let display = UInt8(CMATCHING_HAS_DISPLAY)
    static let subtitle = UInt8(CMATCHING_HAS_SUBTITLE)
    static let symbol: UInt8 = 4
  }

  /// Reads one item from its start: first which texts it has, then each of them.
  struct Reader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place: Int
    private let texts: UInt8

    @inline(__always) init(bytes: UnsafeBufferPointer<UInt8>, place: Int) {
      self.bytes = bytes
      self.place = place + 1
      texts = bytes[place]
    }

    /// Whether the item has a given text in addition to its identifier.
    @inline(__always) func has(_ text: UInt8) -> Bool { texts & text != 0 }

    /// Reads the range of the next text.
    @inline(__always) mutating func text() -> Range<Int> {
      let length = cmatching_length(bytes.baseAddress, &place)
      defer { place += length }
      return place..<place + length
    }
  }
}

extension PackedOptionItems.Chunk {
  private typealias Has = PackedOptionItems.Has

  /// Adds an item.
  mutating func append(_ texts: PackedOptionItems.Texts) {
    starts.append(UInt32(bytes.count))
    bytes.append(
      (texts.display == nil ? 0 : Has.display) | (texts.subtitle == nil ? 0 : Has.subtitle)
        | (texts.symbol == nil ? 0 : Has.symbol))
    append(texts.identifier)
    if let display = texts.display { append(display) }
    if let subtitle = texts.subtitle { append(subtitle) }
    if let symbol = texts.symbol { append(symbol) }
  }

  /// Appends the length of a text, with seven bits per byte, and then the text.
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var rest = text.count
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    bytes.append(contentsOf: text)
  }

  @inline(__always) fileprivate func withTexts<Result>(
    of number: Int, _ body: (PackedOptionItems.Texts) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { body(PackedOptionItems.Texts(in: $0, at: starts[number])) }
  }
}

extension PackedOptionItems.Texts {
  /// Reads the texts of the item that starts at a position.
  @inline(__always) fileprivate init(in bytes: UnsafeBufferPointer<UInt8>, at start: UInt32) {
    var reader = PackedOptionItems.Reader(bytes: bytes, place: Int(start))
    func text() -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: bytes[reader.text()])
    }
    identifier = text()
    if reader.has(PackedOptionItems.Has.display) { display = text() }
    if reader.has(PackedOptionItems.Has.subtitle) { subtitle = text() }
    if reader.has(PackedOptionItems.Has.symbol) { symbol = text() }
  }
}

/// Collects the texts of many items as packed bytes.
package struct OptionItemsBuilder {
  private var chunks: [PackedOptionItems.Chunk] = []
  private var current = PackedOptionItems.Chunk()

  package init() {}

  /// Adds an item; the texts must be valid UTF-8.
  ///
  /// - Parameter display: The display text; nil if it equals the identifier.
  package mutating func append(
    identifier: UnsafeBufferPointer<UInt8>, display: UnsafeBufferPointer<UInt8>?,
    subtitle: UnsafeBufferPointer<UInt8>? = nil, symbol: UnsafeBufferPointer<UInt8>? = nil
  ) {
    current.append(
      PackedOptionItems.Texts(
        identifier: identifier, display: display, subtitle: subtitle, symbol: symbol))
    if current.starts.count == PackedOptionItems.chunkCount { seal() }
  }

  /// Copies the current chunk to release unused memory.
  private mutating func seal() {
    current.bytes.append(contentsOf: repeatElement(0, count: Int(CMATCHING_PADDING)))
    chunks.append(
      PackedOptionItems.Chunk(
        bytes: current.bytes.withUnsafeBufferPointer { Array($0) },
        starts: current.starts.withUnsafeBufferPointer { Array($0) }))
    current.bytes.removeAll(keepingCapacity: true)
    current.starts.removeAll(keepingCapacity: true)
  }

  /// The items that were added so far.
  package mutating func items() -> OptionItems {
    if !current.starts.isEmpty { seal() }
    defer { self = OptionItemsBuilder() }
    return OptionItems(PackedOptionItems(chunks))
  }
}
