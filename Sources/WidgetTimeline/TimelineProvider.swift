public import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The circumstances under which a widget is drawn.
public struct TimelineProviderContext: Sendable, Hashable {
  /// The family of the widget.
  public var family: WidgetFamily

  /// Whether the widget is only shown as a sample, as in a gallery; sources are then not asked.
  public var isPreview: Bool

  /// The size of the widget in points; by default that of its family.
  public var displaySize: DisplaySize

  /// The values under which the widget may be drawn, by the name of the environment key, such as
  /// `"colorScheme": ["light", "dark"]`; a key that is missing says nothing.
  public var environment: [String: [String]]

  /// The present moment; a provider never looks at a clock.
  public var now: Date

  /// The calendar, with its time zone.
  public var calendar: Calendar

  /// The language of texts, as a BCP 47 tag.
  public var locale: String

  /// Makes the circumstances of one call.
  public init(
    family: WidgetFamily, isPreview: Bool = false, displaySize: DisplaySize? = nil,
    environment: [String: [String]] = [:], now: Date, calendar: Calendar, locale: String = "en"
  ) {
    self.family = family
    self.isPreview = isPreview
    self.displaySize = displaySize ?? DisplaySize(of: family)
    self.environment = environment
    self.now = now
    self.calendar = calendar
    self.locale = locale
  }
}

/// What a widget shows for an intent, and when, as WidgetKit asks for it.
public protocol IntentTimelineProvider: Sendable {
  /// The name by which messages call the provider.
  var name: String { get }

  /// A generic entry without any configuration or data of the user; never fails.
  func placeholder(in context: TimelineProviderContext) -> TimelineEntry

  /// One entry for the moment, quickly; with a preview context from sample data.
  ///
  /// - Throws: Whatever keeps the provider from answering.
  func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry

  /// The entries from now on, and when to ask again.
  ///
  /// - Throws: Whatever keeps the provider from answering.
  func timeline(for intent: Intent, in context: TimelineProviderContext) async throws -> Timeline

  /// A generic entry from whoever can make one, where that takes time: another program, or a service.
  ///
  /// It is ``placeholder(in:)`` unless the provider has a way, and where the way fails. It takes two
  /// seconds at most.
  func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry

  /// Ready-made intents to choose from where there is no form; none unless the provider has some.
  func recommendations() -> [IntentRecommendation]
}

/// What is asked of a program or a service that makes timelines.
public enum TimelineRequest: String, Sendable, Hashable, CaseIterable {
  /// A generic entry without an intent.
  case placeholder
  /// One entry for the moment.
  case snapshot
  /// The entries from now on.
  case timeline
}

/// A ready-made intent with the words by which a person chooses it.
public struct IntentRecommendation: Sendable, Hashable {
  /// The intent.
  public var intent: Intent

  /// What a person reads, as plain text.
  public var description: String

  /// Makes a recommendation.
  public init(intent: Intent, description: String) {
    self.intent = intent
    self.description = description
  }
}

extension IntentTimelineProvider {
  /// The entry of the timeline for the moment, else the first to come, else the placeholder.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await timeline(for: intent, in: context).present(in: context) ?? placeholder(in: context)
  }

  /// The placeholder, which needs no one else.
  public func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    placeholder(in: context)
  }

  /// None.
  public func recommendations() -> [IntentRecommendation] { [] }

  /// The timeline, or where the provider fails the placeholder with a retry and the reason.
  ///
  /// - Parameters:
  ///   - intent: The intent of the placed widget.
  ///   - context: The circumstances.
  ///   - retryDelay: The seconds until the next try after a failure.
  public func timelineOrPlaceholder(
    for intent: Intent, in context: TimelineProviderContext, retryDelay: Double = 900
  ) async -> (timeline: Timeline, failure: (any Error)?) {
    do {
      return (try await timeline(for: intent, in: context), nil)
    } catch {
      var entry = placeholder(in: context)
      entry.date = context.now
      let retry = context.now.addingTimeInterval(retryDelay)
      return (Timeline(entries: [entry], policy: .after(retry)), error)
    }
  }
}

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
  /// The entry of the timeline for the moment, else the first to come, else the placeholder.
  public func snapshot(in context: TimelineProviderContext) async throws -> TimelineEntry {
    try await timeline(in: context).present(in: context) ?? placeholder(in: context)
  }
}

extension Timeline {
  /// The entry for the moment of a context: the present one, else the first to come.
  func present(in context: TimelineProviderContext) -> TimelineEntry? {
    let sorted = sorted()
    return sorted.present(at: context.now)
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
