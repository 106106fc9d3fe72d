#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import IntentModel

/// The circumstances under which a widget is drawn.
public struct TimelineProviderContext: Sendable, Hashable {
  /// The family of the widget.
  public var family: WidgetFamily

  /// Whether the widget is only shown as a sample, as in a gallery; sources are then not asked.
  public var isPreview: Bool

  /// The present moment; a provider never looks at a clock.
  public var now: Date

  /// The calendar, with its time zone.
  public var calendar: Calendar

  /// The language of texts, as a BCP 47 tag.
  public var locale: String

  /// Makes the circumstances of one call.
  public init(
    family: WidgetFamily, isPreview: Bool = false, now: Date, calendar: Calendar,
    locale: String = "en"
  ) {
    self.family = family
    self.isPreview = isPreview
    self.now = now
    self.calendar = calendar
    self.locale = locale
  }
}

/// What a widget shows for an intent, and when, as WidgetKit asks for it (intent-runtime §8).
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
}

extension IntentTimelineProvider {
  /// The first entry of the timeline, or the placeholder where it has none.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    let timeline = try await timeline(for: intent, in: context)
    return timeline.entries.first ?? placeholder(in: context)
  }

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
