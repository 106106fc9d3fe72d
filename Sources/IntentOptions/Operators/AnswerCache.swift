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
  private let capacity: Int
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
      state.counter += 1
      state.entries[question] = Entry(
        collection: collection, arrival: now, lastUse: state.counter)
      guard state.entries.count > capacity else { return }
      if let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
      }
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
