#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An entry with a custom type that returns its own content.
///
///     struct Departure: WidgetEntry {
///       var date: Date
///       var line: String
///       func content(in context: TimelineProviderContext) -> EntryContent {
///         EntryContent(title: "\(line)  \(date, style: .timer)")
///       }
///     }
public protocol WidgetEntry: Sendable {
  /// The date from which the entry is shown.
  var date: Date { get }

  /// Its relevance in a smart stack; nil if unspecified.
  var relevance: TimelineEntryRelevance? { get }

  /// The content for a family, a size and a colour scheme.
  func content(in context: TimelineProviderContext) -> EntryContent
}

extension WidgetEntry {
  /// Nil by default: the relevance is unspecified.
  public var relevance: TimelineEntryRelevance? { nil }

  /// The entry in the form that surfaces draw.
  func drawn(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: date, content: content(in: context), relevance: relevance)
  }
}

/// A timeline provider whose entries have a custom type.
///
/// Implement ``placeholderEntry(in:)`` and ``entries(for:in:)``; everything else has a default.
public protocol EntryTimelineProvider<Configuration, Entry>: TypedTimelineProvider {
  /// The custom type of the entries.
  associatedtype Entry: WidgetEntry

  /// Returns a generic entry without the user's configuration or data; this never fails.
  func placeholderEntry(in context: TimelineProviderContext) -> Entry

  /// Returns the current and later entries, and the rule for the next reload.
  ///
  /// - Throws: Any error that prevents a timeline.
  func entries(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> (entries: [Entry], reload: TimelineReloadPolicy)
}

extension EntryTimelineProvider {
  /// The generic entry, in the form that surfaces draw.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    placeholderEntry(in: context).drawn(in: context)
  }

  /// The entries, in the form that surfaces draw in the context.
  public func timeline(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let (entries, reload) = try await entries(for: configuration, in: context)
    return Timeline(entries: entries.map { $0.drawn(in: context) }, reload: reload)
  }
}
