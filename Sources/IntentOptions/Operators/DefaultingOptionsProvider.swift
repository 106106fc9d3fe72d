/// A provider whose default choices are given beside it.
public struct DefaultingOptionsProvider<Base: OptionsProvider>: OptionsProviderWrapper {
  /// The source.
  public let base: Base

  private let defaults: [OptionItem]

  /// Makes a provider; ``OptionsProvider/defaulting(to:)`` is shorter.
  public init(_ base: Base, defaults: [OptionItem]) {
    self.base = base
    self.defaults = defaults
  }

  /// Whether there are default choices.
  public var givesDefaults: Bool { !defaults.isEmpty }

  /// The default choices with the texts that the source has for them now; those of which the source
  /// knows nothing as they were given.
  ///
  /// - Throws: `OptionsError` for one that the source does not offer; what the source throws.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    guard !defaults.isEmpty else { return [] }
    let identifiers = defaults.map(\.identifier)
    let standings = try await base.resolve(identifiers: identifiers, for: request)
      .standings(of: identifiers)
    return try defaults.map { item in
      switch standings[item.identifier] {
      case .offered(let present): present
      case .gone: throw OptionsError.defaultNotOffered(item.identifier, provider: name)
      case .unknown, nil: item
      }
    }
  }
}

extension OptionsProvider {
  /// Starts new widgets with some choices of the source.
  ///
  /// - Parameter items: The choices; their texts are those that the source has at the time.
  public func defaulting(to items: [OptionItem]) -> DefaultingOptionsProvider<Self> {
    DefaultingOptionsProvider(self, defaults: items)
  }
}
