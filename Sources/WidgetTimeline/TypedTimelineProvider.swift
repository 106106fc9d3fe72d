public import IntentModel

/// A timeline provider that gets its intent as a type that is generated from the definition.
public protocol TypedTimelineProvider<Configuration>: IntentTimelineProvider {
  /// The generated type of the intent.
  associatedtype Configuration: TypedIntent

  /// Returns one entry for the current time, quickly; for a preview, uses sample data.
  ///
  /// - Throws: Any error that prevents an entry.
  func snapshot(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> TimelineEntry

  /// Returns the current and later entries, and the rule for the next reload.
  ///
  /// - Throws: Any error that prevents a timeline.
  func timeline(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> Timeline
}

extension TypedTimelineProvider {
  /// The timeline's entry for the current time, or else its first entry, or else the placeholder.
  public func snapshot(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await timeline(for: configuration, in: context).present(in: context)
      ?? placeholder(in: context)
  }

  /// The entry for an intent, after conversion to the generated type.
  ///
  /// - Throws: `TypedIntentError` if the intent does not belong to the provider.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await snapshot(for: Configuration(intent), in: context)
  }

  /// The timeline for an intent, after conversion to the generated type.
  ///
  /// - Throws: `TypedIntentError` if the intent does not belong to the provider.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    try await timeline(for: Configuration(intent), in: context)
  }
}
