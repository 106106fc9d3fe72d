import Messages

/// A source's response about stored identifiers: the items that it still offers, and whether all
/// other identifiers are gone.
public struct ResolvedOptions: Sendable, Hashable {
  /// The state of a stored identifier.
  public enum Standing: Sendable, Hashable {
    /// The source offers it, as this item.
    case offered(OptionItem)
    /// The source no longer offers it.
    case gone
    /// The source lists only part of its choices, and the identifier is not in that part.
    case unknown
  }

  /// The current items, in the order of the identifiers.
  public var items: [OptionItem]

  /// Whether an identifier without an item is certainly no longer offered; otherwise its state is
  /// unknown.
  public var isConclusive: Bool

  /// The titles that items share with other choices, by identifier, each with its distinguishing
  /// text; nil if the source has not checked its other choices.
  public var titles: [String: String]?

  /// Makes a response.
  public init(_ items: [OptionItem], isConclusive: Bool = true) {
    self.items = items
    self.isConclusive = isConclusive
  }

  /// Whether two responses have the same items and conclusiveness, ignoring what they know about
  /// other choices.
  public static func == (left: Self, right: Self) -> Bool {
    left.items == right.items && left.isConclusive == right.isConclusive
  }

  /// Feeds the items into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(items)
    hasher.combine(isConclusive)
  }

  /// The states of stored identifiers; only this method decides which of them are still offered.
  public func standings(of identifiers: some Sequence<String>) -> [String: Standing] {
    let offered = Dictionary(firsts: items.map { ($0.identifier, $0) })
    let otherwise = isConclusive ? Standing.gone : .unknown
    return Dictionary(
      firsts: identifiers.map { ($0, offered[$0].map { .offered($0) } ?? otherwise) })
  }
}

extension ResolvedOptions: ExpressibleByArrayLiteral {
  /// Makes a conclusive response.
  public init(arrayLiteral items: OptionItem...) {
    self.init(items)
  }
}

extension OptionsCollection {
  /// Finds stored identifiers in a list, in the requested order.
  ///
  /// If the list is complete, identifiers that are not in it are no longer offered.
  ///
  /// - Parameters:
  ///   - identifiers: The identifiers to find.
  ///   - isWhole: Whether the source returns its whole list without a search term.
  public func resolving(_ identifiers: [String], isWhole: Bool) -> ResolvedOptions {
    let known = known(identifiers)
    var resolved = ResolvedOptions(
      identifiers.compactMap { known[$0] }, isConclusive: isWhole && !isPartial)
    resolved.titles = titlesToldApart(of: resolved.items)
    return resolved
  }

  /// The first items with the given identifiers.
  private func known(_ identifiers: [String]) -> [String: OptionItem] {
    let wanted = Set(identifiers.map { Array($0.utf8) })
    let lengths = Set(wanted.map(\.count))
    // Equal texts can have different bytes, unless they are ASCII.
    let areASCII = wanted.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
    var known: [String: OptionItem] = [:]
    for section in sections where !wanted.isEmpty {
      for place in section.items.indices {
        // Most items do not match, so they are compared without being created.
        let isWanted = section.items.withTexts(of: place) { texts in
          !areASCII
            || lengths.contains(texts.identifier.count)
              && wanted.contains(Array(texts.identifier))
        }
        guard isWanted else { continue }
        let item = section.items[place]
        if known[item.identifier] == nil { known[item.identifier] = item }
      }
    }
    return known
  }
}
