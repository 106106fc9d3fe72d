import Synchronization

/// A provider whose list is searched with our matcher.
public struct SearchableOptionsProvider<Base: OptionsProvider>: OptionsProviderWrapper {
  /// The source.
  public let base: Base

  private let matchers = MatcherShelf()

  /// Makes a provider; ``OptionsProvider/searchable()`` is shorter.
  public init(_ base: Base) {
    self.base = base
  }

  /// Search terms are always answered.
  public var searchesItself: Bool { true }

  /// The list is cut here.
  public var limitsItself: Bool { true }

  /// The choices of the source that match the search term, the best of each section first, and no
  /// more than the request wants.
  ///
  /// A source that searches itself is asked as it is.
  ///
  /// - Throws: What the source throws; `CancellationError`, during the search too.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    guard let term = request.searchTerm, !term.isEmpty, !base.searchesItself else {
      let collection = try await base.options(for: request)
      return request.limit.map(collection.prefix) ?? collection
    }
    var whole = request
    whole.searchTerm = nil
    whole.limit = nil
    let collection = try await base.options(for: whole)
    return try await matchers.search(
      term, in: collection, for: whole, limit: request.limit)
  }
}

/// Matchers that were used last, so that a longer term refines the last result.
private final class MatcherShelf: Sendable {
  /// The number of matchers to keep: about one for each parameter of a form that is being searched.
  private static let capacity = 4

  private let entries = Mutex<[(request: OptionsRequest, matcher: OptionsMatcher)]>([])

  @concurrent func search(
    _ term: String, in collection: OptionsCollection, for request: OptionsRequest, limit: Int?
  ) async throws -> OptionsCollection {
    var matcher = try take(for: request, collection) ?? OptionsMatcher(collection)
    let matches = try matcher.search(term)
    put(matcher, for: request)
    let result = matches.collection(limit: limit)
    try Task.checkCancellation()
    return result
  }

  /// The matcher for a request; nil when the source meanwhile answers something else.
  private func take(for request: OptionsRequest, _ collection: OptionsCollection) -> OptionsMatcher?
  {
    let matcher = entries.withLock { entries in
      entries.first { $0.request == request }?.matcher
    }
    // Compares storage first, so that a cached answer costs nothing here.
    return matcher?.index.collection == collection ? matcher : nil
  }

  private func put(_ matcher: OptionsMatcher, for request: OptionsRequest) {
    entries.withLock { entries in
      entries.removeAll { $0.request == request }
      entries.append((request, matcher))
      if entries.count > Self.capacity { entries.removeFirst() }
    }
  }
}

extension OptionsProvider {
  /// Searches the list of the source by display text and identifier; see ``OptionsMatcher``.
  ///
  /// A list that is longer than a request wants is cut.
  ///
  /// Put it behind `cached(for:)`, or the source delivers its list for every search term.
  public func searchable() -> SearchableOptionsProvider<Self> {
    SearchableOptionsProvider(self)
  }
}
