/// A provider whose choices are in memory.
///
///     let colours = InMemoryOptionsProvider(name: "colours", ["red", "green", "blue"])
///
/// An optional closure runs before every response. It can wait, to simulate a slow source, or
/// throw, to simulate a broken one.
public struct InMemoryOptionsProvider: OptionsProvider {
  /// The name of the source in messages.
  public let name: String

  /// The choices.
  public var collection: OptionsCollection

  /// The default choices of a new widget.
  public var defaults: [OptionItem]

  private let beforeResponding: (@Sendable (OptionsRequest) async throws -> Void)?

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - name: The name of the provider in messages.
  ///   - collection: The choices.
  ///   - defaults: The default values.
  ///   - beforeResponding: A closure that is called with the request before every response; if it
  ///     throws an error, the error replaces the response.
  public init(
    name: String = "memory", _ collection: OptionsCollection, defaults: [OptionItem] = [],
    beforeResponding: (@Sendable (OptionsRequest) async throws -> Void)? = nil
  ) {
    self.name = name
    self.collection = collection
    self.defaults = defaults
    self.beforeResponding = beforeResponding
  }

  /// Whether there are default choices, or a closure that may throw an error instead.
  public var givesDefaults: Bool { !defaults.isEmpty || beforeResponding != nil }

  /// Always true: this provider cuts the list to the limit of a request.
  public var limitsItself: Bool { true }

  /// The choices, up to the limit of the request.
  ///
  /// - Throws: The error that the closure throws.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await beforeResponding?(request)
    return collection.limited(by: request)
  }

  /// The default choices of a new widget.
  ///
  /// - Throws: The error that the closure throws.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await beforeResponding?(request)
    return defaults
  }
}
