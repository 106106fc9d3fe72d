public import IntentModel
public import Zones

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The context in which a widget is drawn.
public struct TimelineProviderContext: Sendable, Hashable {
  /// The family of the widget.
  public var family: WidgetFamily

  /// Whether the widget is shown only as a sample, as in a gallery; if so, a provider uses sample
  /// data.
  public var isPreview: Bool

  /// The size of the widget in points; by default, the size of its family.
  ///
  /// It is only an assumption if ``isSizeKnown`` is false.
  public var displaySize: DisplaySize

  /// Whether the size is known: the family is known, or the widget defines the size.
  public var isSizeKnown: Bool

  /// The environment values with which the widget may be drawn, by environment key, such as
  /// `"colorScheme": ["light", "dark"]`.
  ///
  /// If a key is missing, its value is unknown.
  public var environment: [String: [String]]

  /// The current time; providers use it and never read a clock.
  public var now: Date

  /// The time zone of the person who looks at the widget.
  ///
  /// It uses the days and hours of the system's tz database. Foundation's `TimeZone` and `Calendar`
  /// use separate data, which can be older.
  public var zone: ZoneRules

  /// The language of texts, as a BCP 47 tag.
  public var locale: String

  /// The group of callers that shares nothing with other groups, such as a tenant; nil for callers
  /// that do not belong to a group.
  ///
  /// Only a provider with ``IntentTimelineProvider/dependsOnScope`` needs it.
  public var scope: String?

  /// Makes the context for a call.
  public init(
    family: WidgetFamily, isPreview: Bool = false, displaySize: DisplaySize? = nil,
    environment: [String: [String]] = [:], now: Date, zone: ZoneRules, locale: String = "en"
  ) {
    self.family = family
    self.isPreview = isPreview
    self.displaySize = displaySize ?? DisplaySize(of: family)
    isSizeKnown = displaySize != nil || family.isKnown
    self.environment = environment
    self.now = now
    self.zone = zone
    self.locale = locale
  }
}

/// Provides the entries of a widget for an intent, as in WidgetKit.
public protocol IntentTimelineProvider: Sendable {
  /// The name of the provider in messages.
  var name: String { get }

  /// Whether the timeline may depend on ``TimelineProviderContext/scope``.
  ///
  /// If not, a service makes the timeline only once for all its tenants.
  var dependsOnScope: Bool { get }

  /// Returns a generic entry without the user's configuration or data; this never fails.
  func placeholder(in context: TimelineProviderContext) -> TimelineEntry

  /// Returns one entry for the current time, quickly; for a preview, uses sample data.
  ///
  /// - Throws: Any error that prevents an entry.
  func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry

  /// Returns the current and later entries, and the rule for the next reload.
  ///
  /// - Throws: Any error that prevents a timeline.
  func timeline(for intent: Intent, in context: TimelineProviderContext) async throws -> Timeline

  /// Returns a generic entry from a slow source, such as a program or a service.
  ///
  /// It is ``placeholder(in:)`` if the provider has no such source or the source fails. The call
  /// gives up soon, because a placeholder must appear quickly.
  func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry
}

/// A timeline provider that reads local files; `timeline --watch` reloads when one of them changes.
package protocol LocalFilesProvider: IntentTimelineProvider {
  /// The paths of the files and folders that affect the timeline when they change.
  var localFiles: [String] { get }
}

/// The kinds of request to a program or a service that makes timelines.
public enum TimelineRequest: String, Sendable, Hashable, CaseIterable {
  /// A generic entry without an intent.
  case placeholder
  /// One entry for the current time.
  case snapshot
  /// The current and later entries.
  case timeline
}

extension IntentTimelineProvider {
  /// False by default, so all scopes share the timeline.
  public var dependsOnScope: Bool { false }

  /// The timeline's entry for the current time, or else its first entry, or else the placeholder.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await timeline(for: intent, in: context).present(in: context) ?? placeholder(in: context)
  }

  /// Returns ``placeholder(in:)``: by default, a placeholder does not need a slow source.
  public func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    placeholder(in: context)
  }
}

extension Timeline {
  /// The entry for the time in a context: the current one, or else the first one.
  func present(in context: TimelineProviderContext) -> TimelineEntry? {
    let sorted = sorted()
    return sorted.present(at: context.now)
  }
}
