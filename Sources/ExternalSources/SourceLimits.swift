import DefinitionFormats
import IntentOptions

/// What an answer from outside may cost.
public struct SourceLimits: Sendable, Hashable {
  /// The most bytes of an answer: of a file, a standard output or a body.
  public var bytes: Int

  /// The most items of a collection, rows of a query, or entries of a timeline.
  public var items: Int

  /// For how long an answer is waited.
  public var timeout: Duration

  /// Makes limits; by default 64 MiB, 1,000,000 items and 10 seconds.
  public init(bytes: Int = 64 << 20, items: Int = 1_000_000, timeout: Duration = .seconds(10)) {
    self.bytes = bytes
    self.items = items
    self.timeout = timeout
  }

  /// The same with another time in seconds; nil leaves it.
  func waiting(_ seconds: Double?) -> SourceLimits {
    var limits = self
    if let seconds { limits.timeout = .seconds(seconds) }
    return limits
  }

  /// The same for a placeholder, which stands in for what is not there yet: 2 seconds at most.
  var forPlaceholder: SourceLimits {
    var limits = self
    limits.timeout = min(timeout, .seconds(2))
    return limits
  }

  var format: FormatLimits { FormatLimits(maximumBytes: bytes, maximumItems: items) }

  var options: OptionsLimits { OptionsLimits(itemCount: items) }
}

/// Runs something, and gives it up when its time is over.
///
/// Other than `answer(within:on:else:_:)` it waits until the work has heeded its cancellation, so that
/// no program and no connection outlives the question.
///
/// - Throws: What the work throws, and what `timedOut` gives when the time is over first.
func withTimeLimit<Value: Sendable>(
  _ limit: Duration, timedOut: OptionsError,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    guard let first = try await group.next(), let value = first else { throw timedOut }
    return value
  }
}
