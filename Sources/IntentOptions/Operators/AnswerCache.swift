import Synchronization

/// Answers by question, with their age, and the questions that are being asked.
final class AnswerCache<TimeSource: Clock<Duration>>: Sendable {
  typealias Fetch = @Sendable () async throws -> OptionsCollection

  /// A question that is being asked.
  private struct Flight {
    let number: Int
    let answer: PendingAnswer<OptionsCollection>
    /// The number of callers that wait; a refresh in the background waits for itself.
    var waiting: Int
    var task: Task<Void, Never>?
  }

  private struct Entry {
    let collection: OptionsCollection
    let arrival: TimeSource.Instant
    var lastUse: Int
  }

  private struct State {
    var entries: [OptionsQuestion: Entry] = [:]
    var flights: [OptionsQuestion: Flight] = [:]
    /// Counts uses and flights.
    var counter = 0
  }

  private enum Age { case fresh, stale }

  private let freshFor: Duration
  private let staleFor: Duration
  let capacity: Int
  private let clock: TimeSource
  private let state = Mutex(State())

  init(freshFor: Duration, staleFor: Duration, capacity: Int, clock: TimeSource) {
    self.freshFor = freshFor
    self.staleFor = staleFor
    self.capacity = capacity
    self.clock = clock
  }

  /// The kept answer, or a new one.
  func answer(
    to question: OptionsQuestion, fetch: @escaping Fetch
  ) async throws -> OptionsCollection {
    try Task.checkCancellation()
    if let (collection, age) = kept(question) {
      // Nobody leaves a refresh in the background, so nobody cancels it.
      if age == .stale { _ = board(question, fetch: fetch) }
      return collection
    }
    let flight = board(question, fetch: fetch)
    defer { leave(question, number: flight.number) }
    return try await flight.answer.value()
  }

  /// Whether there is an answer to a question that still counts.
  func hasAnswer(to question: OptionsQuestion) -> Bool { kept(question) != nil }

  /// Keeps an answer that came as a part of another one.
  func keep(_ collection: OptionsCollection, for question: OptionsQuestion) {
    let now = clock.now
    state.withLock { store(collection, for: question, at: now, in: &$0) }
  }

  /// How many callers wait for the answer to a question that is being asked.
  func waiting(for question: OptionsQuestion) -> Int {
    state.withLock { $0.flights[question]?.waiting ?? 0 }
  }

  private func kept(_ question: OptionsQuestion) -> (OptionsCollection, Age)? {
    let now = clock.now
    return state.withLock { state in
      guard let entry = state.entries[question] else { return nil }
      let age = entry.arrival.duration(to: now)
      guard age < freshFor + staleFor else {
        state.entries[question] = nil
        return nil
      }
      state.counter += 1
      state.entries[question]?.lastUse = state.counter
      return (entry.collection, age < freshFor ? .fresh : .stale)
    }
  }

  /// Joins the flight of a question or starts one.
  private func board(
    _ question: OptionsQuestion, fetch: @escaping Fetch
  ) -> Flight {
    state.withLock { state in
      if var flight = state.flights[question] {
        flight.waiting += 1
        state.flights[question] = flight
        return flight
      }
      state.counter += 1
      var flight = Flight(number: state.counter, answer: PendingAnswer(), waiting: 1)
      let number = flight.number
      flight.task = flight.answer.work { [weak self] in
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

  /// Ends a flight and keeps its answer, unless it was given up meanwhile.
  private func land(_ question: OptionsQuestion, number: Int, with collection: OptionsCollection?) {
    let now = clock.now
    state.withLock { state in
      guard state.flights[question]?.number == number else { return }
      state.flights[question] = nil
      guard let collection, collection.notice == nil else { return }
      store(collection, for: question, at: now, in: &state)
    }
  }

  private func store(
    _ collection: OptionsCollection, for question: OptionsQuestion, at now: TimeSource.Instant,
    in state: inout State
  ) {
    state.counter += 1
    state.entries[question] = Entry(
      collection: collection, arrival: now, lastUse: state.counter)
    guard state.entries.count > capacity else { return }
    if let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      state.entries[oldest.key] = nil
    }
  }

  /// Stops waiting; the last to leave ends the work.
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

/// A provider that keeps answers for a while.
public struct CachedOptionsProvider<Base: OptionsProvider, TimeSource: Clock<Duration>>:
  OptionsProviderWrapper
{
  /// The source.
  public let base: Base

  let cache: AnswerCache<TimeSource>

  /// Makes a provider; ``OptionsProvider/cached(for:staleFor:capacity:clock:)`` is shorter.
  public init(
    _ base: Base, freshFor: Duration, staleFor: Duration, capacity: Int, clock: TimeSource
  ) {
    self.base = base
    cache = AnswerCache(
      freshFor: freshFor, staleFor: staleFor, capacity: max(1, capacity), clock: clock)
  }

  /// The answer of the source, perhaps an earlier one.
  ///
  /// - Throws: What the source throws; errors are not kept.
  public func answer(to question: OptionsQuestion) async throws -> OptionsCollection {
    let base = base
    return try await cache.answer(to: question) { try await question.ask(base) }
  }

  /// The present items of stored identifiers.
  ///
  /// Each is kept by itself, and the source is asked only for those that are not.
  ///
  /// - Throws: What the source throws; errors are not kept.
  public func resolve(
    identifiers: [String], for request: OptionsRequest
  ) async throws -> ResolvedOptions {
    var seen = Set<String>()
    let wanted = identifiers.filter { seen.insert($0).inserted }
    // So many would drive everything else out.
    guard wanted.count <= cache.capacity / 2 else {
      let answer = try await answer(to: .resolve(identifiers, request))
      return ResolvedOptions(answer.items, isConclusive: !answer.isPartial)
    }
    var parts: [OptionsCollection] = []
    var others: [String] = []
    for identifier in wanted {
      let question = OptionsQuestion.resolve([identifier], request)
      if cache.hasAnswer(to: question) {
        parts.append(try await answer(to: question))
      } else {
        others.append(identifier)
      }
    }
    if !others.isEmpty {
      let answer = try await answer(to: .resolve(others, request))
      parts.append(answer)
      if others.count > 1 { keep(answer, of: others, request) }
    }
    // What one part says to be gone is gone only if no part leaves it open.
    let isConclusive = parts.allSatisfy { !$0.isPartial }
    return OptionsCollection(items: parts.flatMap(\.items))
      .resolving(identifiers, isWhole: isConclusive)
  }

  /// Keeps an answer about several identifiers as one about each.
  private func keep(
    _ answer: OptionsCollection, of identifiers: [String], _ request: OptionsRequest
  ) {
    let found = Dictionary(
      answer.items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    for identifier in identifiers {
      var part = OptionsCollection(items: found[identifier].map { [$0] } ?? [])
      // An item that is there is known, whatever the answer says of the others.
      part.isPartial = answer.isPartial && part.isEmpty
      cache.keep(part, for: .resolve([identifier], request))
    }
  }
}

extension OptionsProvider {
  /// Keeps answers for a while, and asks only once for equal questions at the same time.
  ///
  /// An answer that has become stale is still given at once, for a further while, and a new one is
  /// fetched meanwhile. Errors are not kept, nor are answers with a notice, which stand in for
  /// better ones. The work for a question stops when nobody waits for it any more.
  ///
  /// - Parameters:
  ///   - duration: How long an answer is fresh.
  ///   - staleFor: How long it is still given afterwards; nil for the same time once more.
  ///   - capacity: The greatest number of answers to keep; the one used longest ago goes first.
  ///   - clock: What measures the time.
  public func cached<TimeSource: Clock<Duration>>(
    for duration: Duration, staleFor: Duration? = nil, capacity: Int = 64,
    clock: TimeSource = ContinuousClock()
  ) -> CachedOptionsProvider<Self, TimeSource> {
    CachedOptionsProvider(
      self, freshFor: duration, staleFor: staleFor ?? duration, capacity: capacity, clock: clock)
  }
}
