import Messages
import Synchronization

/// Cached responses and their ages by request, and the requests in progress.
final class ResponseCache<TimeSource: Clock<Duration>>: Sendable {
  typealias Fetch = @Sendable () async throws -> OptionsCollection

  /// A request in progress.
  private struct Flight {
    let number: Int
    let response: PendingResponse<OptionsCollection>
    /// The number of waiting callers; a refresh in the background counts as one.
    var waiting: Int
    var task: Task<Void, Never>?
  }

  private struct Entry {
    let collection: OptionsCollection
    let arrival: TimeSource.Instant
  }

  private struct State {
    var flights: [OptionsQuestion: Flight] = [:]
    var lastFlight = 0
  }

  private enum Age { case fresh, stale }

  private let freshFor: Duration
  private let staleFor: Duration
  private let clock: TimeSource
  private let entries: ExpiringCache<OptionsQuestion, Entry, TimeSource>
  private let state = Mutex(State())

  init(freshFor: Duration, staleFor: Duration, capacity: Int, clock: TimeSource) {
    self.freshFor = freshFor
    self.staleFor = staleFor
    self.clock = clock
    entries = ExpiringCache(capacity: capacity, bytes: Self.maximumBytes, clock: clock)
  }

  /// The maximum number of bytes of all responses together.
  static var maximumBytes: Int { 64 << 20 }

  var capacity: Int { entries.capacity }

  /// The cached response, or a new one.
  func response(
    to question: OptionsQuestion, fetch: @escaping Fetch
  ) async throws -> OptionsCollection {
    try Task.checkCancellation()
    if let (collection, age) = kept(question) {
      // A background refresh counts as a caller that never leaves, so its request is not cancelled.
      if age == .stale { _ = board(question, fetch: fetch) }
      return collection
    }
    let flight = board(question, fetch: fetch)
    defer { leave(question, number: flight.number) }
    return try await flight.response.value()
  }

  /// Whether there is a cached response that has not expired.
  func hasResponse(to question: OptionsQuestion) -> Bool { kept(question) != nil }

  /// Caches a response, which may be part of another response.
  func keep(_ collection: OptionsCollection, for question: OptionsQuestion) {
    entries.keep(
      Entry(collection: collection, arrival: clock.now), for: question,
      lasting: freshFor + staleFor, bytes: collection.byteCount)
  }

  /// The number of callers that wait for the response to a request in progress.
  func waiting(for question: OptionsQuestion) -> Int {
    state.withLock { $0.flights[question]?.waiting ?? 0 }
  }

  private func kept(_ question: OptionsQuestion) -> (OptionsCollection, Age)? {
    guard let entry = entries.value(question) else { return nil }
    let age = entry.arrival.duration(to: clock.now)
    return (entry.collection, age < freshFor ? .fresh : .stale)
  }

  /// Joins the request in progress, or starts one.
  private func board(
    _ question: OptionsQuestion, fetch: @escaping Fetch
  ) -> Flight {
    state.withLock { state in
      if var flight = state.flights[question] {
        flight.waiting += 1
        state.flights[question] = flight
        return flight
      }
      state.lastFlight += 1
      var flight = Flight(number: state.lastFlight, response: PendingResponse(), waiting: 1)
      let number = flight.number
      flight.task = flight.response.work { [weak self] in
        do {
          let collection = try await fetch()
          self?.land(question, number: number, with: collection)
          return collection
        } catch {
          self?.land(question, number: number, with: nil)
          throw error
        }
      }
      state.flights[question] = flight
      return flight
    }
  }

  /// Ends a request and caches its response, unless it was abandoned in the meantime.
  private func land(_ question: OptionsQuestion, number: Int, with collection: OptionsCollection?) {
    state.withLock { state in
      guard state.flights[question]?.number == number else { return }
      // A response is cached before its request ends, so a caller always finds one of the two.
      if let collection, collection.notice == nil || !collection.leftOut.isEmpty {
        keep(collection, for: question)
      }
      state.flights[question] = nil
    }
  }

  /// Stops waiting; the last caller to leave cancels the work.
  private func leave(_ question: OptionsQuestion, number: Int) {
    let abandoned = state.withLock { state -> Flight? in
      guard var flight = state.flights[question], flight.number == number else { return nil }
      flight.waiting -= 1
      state.flights[question] = flight.waiting == 0 ? nil : flight
      return flight.waiting == 0 ? flight : nil
    }
    abandoned?.task?.cancel()
  }
}

/// A provider that caches responses.
public struct CachedOptionsProvider<Base: OptionsProvider, TimeSource: Clock<Duration>>:
  OptionsProviderWrapper
{
  /// The source.
  public let base: Base

  let cache: ResponseCache<TimeSource>

  /// Makes a provider; ``OptionsProvider/cached(for:staleFor:capacity:clock:)`` is shorter.
  public init(
    _ base: Base, freshFor: Duration, staleFor: Duration, capacity: Int, clock: TimeSource
  ) {
    self.base = base
    cache = ResponseCache(
      freshFor: freshFor, staleFor: staleFor, capacity: max(1, capacity), clock: clock)
  }

  /// The source's response, possibly a cached one.
  ///
  /// - Throws: The error of the source; errors are not cached.
  public func response(to question: OptionsQuestion) async throws -> OptionsCollection {
    let base = base
    // The request may be shared, so it must not be superseded by its first caller.
    let shared = question.withoutCaller
    return try await cache.response(to: question) { try await shared.ask(base) }
  }

  /// The current items of stored identifiers.
  ///
  /// Each item is cached separately, and only identifiers that are not cached are requested.
  ///
  /// - Throws: The error of the source; errors are not cached.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    let wanted = identifiers.firsts
    // More identifiers would evict everything else from the cache.
    guard wanted.count <= cache.capacity / 2 else {
      return ResolvedOptions(try await response(to: .resolve(identifiers, request)))
    }
    var parts: [OptionsCollection] = []
    var others: [String] = []
    for identifier in wanted {
      let question = OptionsQuestion.resolve([identifier], request)
      if cache.hasResponse(to: question) {
        parts.append(try await response(to: question))
      } else {
        others.append(identifier)
      }
    }
    if !others.isEmpty {
      let response = try await response(to: .resolve(others, request))
      parts.append(response)
      if others.count > 1 { keep(response, of: others, request) }
    }
    // A missing identifier is known to be gone only if all parts are conclusive.
    let isConclusive = parts.allSatisfy { !$0.isPartial }
    var resolved = OptionsCollection(items: parts.flatMap(\.items))
      .resolving(identifiers, isWhole: isConclusive)
    resolved.titles = parts.reduce(into: [:] as [String: String]?) { titles, part in
      titles = part.knowledge.titles.flatMap { titles?.merging($0) { $1 } }
    }
    return resolved
  }

  /// Caches a response for several identifiers as one response for each identifier.
  private func keep(
    _ response: OptionsCollection, of identifiers: [String], _ request: OptionsRequest
  ) {
    let found = Dictionary(firsts: response.items.map { ($0.identifier, $0) })
    for identifier in identifiers {
      var part = OptionsCollection(items: found[identifier].map { [$0] } ?? [])
      // An item in the response is certain, even if the response is not conclusive.
      part.isPartial = response.isPartial && part.isEmpty
      part.knowledge.titles = response.knowledge.titles?.filter { $0.key == identifier }
      cache.keep(part, for: .resolve([identifier], request))
    }
  }
}

extension OptionsProvider {
  /// Caches responses, and makes only one request for concurrent equal requests.
  ///
  /// Callers share a response if their requests are equal, even if the callers are different forms.
  /// The source gets a shared request without its caller. For some time, a stale response is still
  /// returned immediately while a new one is fetched. Errors are not cached, but all callers that
  /// wait receive them. Responses with a notice are not cached either, because they only replace
  /// better responses; but if choices were left out, the response is cached. A request is cancelled
  /// when no caller waits for it any longer; a caller that stops waiting does not affect the other
  /// callers.
  ///
  /// - Parameters:
  ///   - duration: How long a response is fresh.
  ///   - staleFor: How long a response can still be returned after it has become stale; nil for as
  ///     long as it was fresh.
  ///   - capacity: The maximum number of cached responses; the least recently used one is removed
  ///     first.
  ///   - clock: The clock that measures the time.
  public func cached<TimeSource: Clock<Duration>>(
    for duration: Duration, staleFor: Duration? = nil, capacity: Int = 64,
    clock: TimeSource = ContinuousClock()
  ) -> CachedOptionsProvider<Self, TimeSource> {
    CachedOptionsProvider(
      self, freshFor: duration, staleFor: staleFor ?? duration, capacity: capacity, clock: clock)
  }
}
