/// A provider with its choices in memory.
///
///     let colours = InMemoryOptionsProvider(name: "colours", ["red", "green", "blue"])
///
/// A closure that runs before every answer can wait, to be a slow source, or throw, to be a broken
/// one.
public struct InMemoryOptionsProvider: OptionsProvider {
  /// The name by which messages call the source.
  public let name: String

  /// The choices.
  public var collection: OptionsCollection

  /// The choices a new widget starts with.
  public var defaults: [OptionItem]

  private let beforeAnswering: (@Sendable (OptionsRequest) async throws -> Void)?

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - name: The name of the provider in messages.
  ///   - collection: The choices.
  ///   - defaults: The default values.
  ///   - beforeAnswering: What runs before every answer, with its request; what it throws is the
  ///     answer.
  public init(
    name: String = "memory", _ collection: OptionsCollection, defaults: [OptionItem] = [],
    beforeAnswering: (@Sendable (OptionsRequest) async throws -> Void)? = nil
  ) {
    self.name = name
    self.collection = collection
    self.defaults = defaults
    self.beforeAnswering = beforeAnswering
  }

  /// Whether there are default choices, or a closure that may throw in their place.
  public var givesDefaults: Bool { !defaults.isEmpty || beforeAnswering != nil }

  /// The list is cut here.
  public var limitsItself: Bool { true }

  /// The choices, as many as the request wants.
  ///
  /// - Throws: What the closure of the initialiser throws.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await beforeAnswering?(request)
    return request.limit.map(collection.prefix) ?? collection
  }

  /// The choices a new widget starts with.
  ///
  /// - Throws: What the closure of the initialiser throws.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try await beforeAnswering?(request)
    return defaults
  }
}
