/// A provider that offers no more than a number of choices at a time.
public struct LimitedOptionsProvider<Base: OptionsProvider>: OptionsProviderWrapper {
  /// The source.
  public let base: Base

  private let limit: Int

  /// Makes a provider; ``OptionsProvider/limited(to:)`` is shorter.
  public init(_ base: Base, limit: Int) {
    self.base = base
    self.limit = max(0, limit)
  }

  /// The list is cut here.
  public var limitsItself: Bool { true }

  /// The first choices of the source, as many as the limit and the request allow.
  ///
  /// - Throws: What the source throws.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    var limited = request
    let maximum = max(0, min(request.limit ?? limit, limit))
    limited.limit = maximum
    return try await base.options(for: limited).prefix(maximum)
  }
}

extension OptionsProvider {
  /// Offers no more than a number of choices at a time; stored choices are found beyond it.
  ///
  /// - Parameter limit: The greatest number of choices; a negative one counts as 0.
  public func limited(to limit: Int) -> LimitedOptionsProvider<Self> {
    LimitedOptionsProvider(self, limit: limit)
  }
}
