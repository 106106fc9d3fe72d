/// What a source says about stored identifiers: which it still offers, and whether the others are gone.
public struct ResolvedOptions: Sendable, Hashable {
  /// How things stand with one stored identifier.
  public enum Standing: Sendable, Hashable {
    /// The source offers it, as this item.
    case offered(OptionItem)
    /// The source no longer offers it.
    case gone
    /// The source lists only a part of what it has, and the identifier is not in that part.
    case unknown
  }

  /// The present items, in the order of the identifiers.
  public var items: [OptionItem]

  /// Whether an identifier without an item is no longer offered; otherwise nothing is known of it.
  public var isConclusive: Bool

  /// Makes an answer.
  public init(_ items: [OptionItem], isConclusive: Bool = true) {
    self.items = items
    self.isConclusive = isConclusive
  }

  /// How things stand with identifiers: the one place that decides what is still offered.
  public func standings(of identifiers: some Sequence<String>) -> [String: Standing] {
    let offered = Dictionary(
      items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let otherwise = isConclusive ? Standing.gone : .unknown
    return Dictionary(
      identifiers.map { ($0, offered[$0].map { .offered($0) } ?? otherwise) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension ResolvedOptions: ExpressibleByArrayLiteral {
  /// Makes an answer that knows of all identifiers.
  public init(arrayLiteral items: OptionItem...) {
    self.init(items)
  }
}

extension OptionsCollection {
  /// Looks stored identifiers up in a list, in the order asked for.
  ///
  /// What is not in the list is gone where the list is whole.
  ///
  /// - Parameters:
  ///   - identifiers: The identifiers to look up.
  ///   - isWhole: Whether the source gives its whole list without a search term.
  public func resolving(_ identifiers: [String], isWhole: Bool) -> ResolvedOptions {
    let known = Dictionary(
      items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    return ResolvedOptions(
      identifiers.compactMap { known[$0] }, isConclusive: isWhole && !isPartial)
  }
}
