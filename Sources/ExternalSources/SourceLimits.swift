public import IntentOptions
public import JSONCodings
public import WidgetFormats

/// The limits of a source's response.
public struct SourceLimits: Sendable, Hashable {
  /// The maximum size in bytes of a file, a program's output or a response body.
  public var bytes: Int

  /// The maximum number of items in a collection, or of rows from a query;
  /// `TimelineJSON.maximumEntries` also limits the entries in a timeline.
  public var items: Int

  /// How long to wait for a response.
  public var timeout: Duration

  /// Makes limits.
  public init(
    bytes: Int = FormatLimits.standard.maximumBytes, items: Int = OptionsLimits().itemCount,
    timeout: Duration = .seconds(SourceDescription.usualTimeout)
  ) {
    self.bytes = bytes
    self.items = items
    self.timeout = timeout
  }

  /// The same limits with another timeout; nil keeps the timeout.
  package func waiting(_ timeout: Duration?) -> SourceLimits {
    var limits = self
    if let timeout { limits.timeout = timeout }
    return limits
  }

  /// How long to wait at most for a placeholder, which must appear quickly.
  static let longestForPlaceholder: Duration = .seconds(2)

  /// The limits for a placeholder.
  var forPlaceholder: SourceLimits {
    var limits = self
    limits.timeout = min(timeout, Self.longestForPlaceholder)
    return limits
  }

  var format: FormatLimits { FormatLimits(maximumBytes: bytes, maximumItems: items) }

  /// The number of items after which reading can stop: one more than allowed.
  var readItems: Int { items == .max ? items : items + 1 }

  var options: OptionsLimits { OptionsLimits(itemCount: items) }
}

/// Runs work and cancels it when the time limit is reached.
///
/// Unlike `result(within:on:else:_:)`, this function waits until the cancelled work has ended, so
/// that no program or connection outlives the request.
///
/// - Throws: The error of the work; `timedOut` if the time limit is reached first.
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
