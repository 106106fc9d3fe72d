/// Elements with an index that is made on first use.
///
/// Two values are equal if their elements are equal. Every change to the elements discards the
/// index.
struct Indexed<Element: Sendable, Index: Sendable>: Sendable {
  /// The elements.
  var elements: [Element] { didSet { memo = Memo() } }

  private var memo = Memo<Index>()

  /// Stores elements; their index is made on first use.
  init(_ elements: [Element]) {
    self.elements = elements
  }

  /// The index of the elements; on first use, the closure makes it.
  func index(_ make: ([Element]) -> Index) -> Index { memo { make(elements) } }
}

extension Indexed: Equatable where Element: Equatable {
  static func == (left: Indexed, right: Indexed) -> Bool { left.elements == right.elements }
}

extension Indexed: Hashable where Element: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
