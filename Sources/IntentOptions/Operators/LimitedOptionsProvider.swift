/// A provider that limits the number of choices in a response.
public struct LimitedOptionsProvider<Base: OptionsProvider>: OptionsProviderWrapper {
  /// The source.
  public let base: Base

  private let limit: Int

  /// Makes a provider; ``OptionsProvider/limited(to:)`` is shorter.
  public init(_ base: Base, limit: Int) {
    self.base = base
    self.limit = max(0, limit)
  }

  /// Always true: this provider cuts the list.
  public var limitsItself: Bool { true }

  /// The source's first choices, up to this provider's limit and the limit of the request.
  ///
  /// - Throws: The error of the source.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    var limited = request
    let maximum = max(0, min(request.limit ?? limit, limit))
    limited.limit = maximum
    return try await base.options(for: limited).prefix(maximum)
  }
}

extension OptionsProvider {
  /// Limits the number of choices in a response; stored choices beyond the limit can still be
  /// found.
  ///
  /// Each call is separate and shares nothing with other callers.
  ///
  /// - Parameter limit: The maximum number of choices; a negative number counts as 0.
  public func limited(to limit: Int) -> LimitedOptionsProvider<Self> {
    LimitedOptionsProvider(self, limit: limit)
  }
}
