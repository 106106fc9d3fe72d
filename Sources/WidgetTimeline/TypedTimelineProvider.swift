public import IntentModel

/// A timeline provider that gets its intent as a type generated from the definition.
public protocol TypedTimelineProvider<Configuration>: IntentTimelineProvider {
  /// The generated type of the intent.
  associatedtype Configuration: TypedIntent

  /// One entry for the moment, quickly; with a preview context from sample data.
  ///
  /// - Throws: Whatever keeps the provider from answering.
  func snapshot(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> TimelineEntry

  /// The entries from now on, and when to ask again.
  ///
  /// - Throws: Whatever keeps the provider from answering.
  func timeline(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> Timeline
}

extension TypedTimelineProvider {
  /// The entry of the timeline for the moment, else the first to come, else the placeholder.
  public func snapshot(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await timeline(for: configuration, in: context).present(in: context)
      ?? placeholder(in: context)
  }

  /// The entry for an intent that is read first.
  ///
  /// - Throws: `TypedIntentError` for an intent that is not the provider's.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await snapshot(for: Configuration(intent), in: context)
  }

  /// The timeline for an intent that is read first.
  ///
  /// - Throws: `TypedIntentError` for an intent that is not the provider's.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    try await timeline(for: Configuration(intent), in: context)
  }
}
