import IntentModel

/// What a widget without an intent shows, and when, as WidgetKit's `TimelineProvider` asks for it.
public protocol StaticTimelineProvider: Sendable {
  /// The name by which messages call the provider.
  var name: String { get }

  /// A generic entry without any data of the user; never fails.
  func placeholder(in context: TimelineProviderContext) -> TimelineEntry

  /// One entry for the moment, quickly; with a preview context from sample data.
  ///
  /// - Throws: Whatever keeps the provider from answering.
  func snapshot(in context: TimelineProviderContext) async throws -> TimelineEntry

  /// The entries from now on, and when to ask again.
  ///
  /// - Throws: Whatever keeps the provider from answering.
  func timeline(in context: TimelineProviderContext) async throws -> Timeline
}

extension StaticTimelineProvider {
  /// The first entry of the timeline, or the placeholder where it has none.
  public func snapshot(in context: TimelineProviderContext) async throws -> TimelineEntry {
    try await timeline(in: context).sorted().entries.first ?? placeholder(in: context)
  }
}

/// A provider without an intent where one with an intent is asked for; the intent is not looked at.
struct UnconfiguredProvider: IntentTimelineProvider {
  let provider: any StaticTimelineProvider

  var name: String { provider.name }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    provider.placeholder(in: context)
  }

  func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await provider.snapshot(in: context)
  }

  func timeline(for intent: Intent, in context: TimelineProviderContext) async throws -> Timeline {
    try await provider.timeline(in: context)
  }
}
