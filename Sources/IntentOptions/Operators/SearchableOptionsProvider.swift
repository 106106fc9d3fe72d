import Synchronization

/// A provider whose list is searched with ``OptionsMatcher``.
public struct SearchableOptionsProvider<Base: OptionsProvider>: OptionsProviderWrapper {
  /// The source.
  public let base: Base

  private let matchers = MatcherCache()

  /// Makes a provider; ``OptionsProvider/searchable()`` is shorter.
  public init(_ base: Base) {
    self.base = base
  }

  /// Always true: this provider handles search terms.
  public var searchesItself: Bool { true }

  /// Always true: this provider cuts the list.
  public var limitsItself: Bool { true }

  /// The source's choices that match the search term, up to the limit of the request; the section
  /// with the best match comes first, and so does the best match within each section.
  ///
  /// A source that searches its list itself gets the request unchanged.
  ///
  /// - Throws: `CancellationError`, even during the search; the error of the source.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    guard let term = request.searchTerm, !term.isEmpty, !base.searchesItself else {
      return try await base.options(for: request).limited(by: request)
    }
    let whole = request.whole
    let collection = try await base.options(for: whole)
    return try await matchers.search(
      term, in: collection, for: whole, limit: request.limit)
  }
}

/// Recently used matchers, so that a longer term can narrow the last result.
private final class MatcherCache: Sendable {
  /// The number of matchers to keep: enough for the parameters of a form that are being searched.
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

  /// The matcher for a request; nil if the source's response has changed.
  private func take(for request: OptionsRequest, _ collection: OptionsCollection) -> OptionsMatcher?
  {
    let matcher = entries.withLock { entries in
      entries.first { $0.request == request }?.matcher
    }
    // Equality compares the storage first, so comparing with a cached response costs nothing.
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
  /// Searches the list of the source with ``OptionsMatcher``.
  ///
  /// A list that exceeds the limit of a request is cut. The indexes of the lists that were searched
  /// last are kept. Callers share an index only if their requests are equal and the source returned
  /// the same list for these requests.
  ///
  /// Apply this after `cached(for:)`; otherwise the source has to return its list for every search
  /// term.
  public func searchable() -> SearchableOptionsProvider<Self> {
    SearchableOptionsProvider(self)
  }
}
