/// A provider with fixed default choices.
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

  /// The default choices with the source's current texts, or with the given texts if it is unknown
  /// whether the source still offers the choices.
  ///
  /// - Throws: `OptionsError` for a choice that the source does not offer; the error of the source.
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
  /// Uses the given choices of the source as the defaults of new widgets.
  ///
  /// Each call is separate and shares nothing with other callers.
  ///
  /// - Parameter items: The choices; the source's current texts replace their texts.
  public func defaulting(to items: [OptionItem]) -> DefaultingOptionsProvider<Self> {
    DefaultingOptionsProvider(self, defaults: items)
  }
}
