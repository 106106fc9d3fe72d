#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An entry of an author's own type, which says itself how it is drawn.
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

  /// How much it deserves to be seen; nil for no opinion.
  var relevance: TimelineEntryRelevance? { get }

  /// What it shows in a family, a size and a colour scheme.
  func content(in context: TimelineProviderContext) -> EntryContent
}

extension WidgetEntry {
  /// No opinion.
  public var relevance: TimelineEntryRelevance? { nil }

  /// The entry as surfaces draw it.
  func drawn(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: date, content: content(in: context), relevance: relevance)
  }
}

/// A timeline provider whose entries are of its author's own type.
///
/// An author writes ``placeholderEntry(in:)`` and ``entries(for:in:)``; the rest follows.
public protocol EntryTimelineProvider<Configuration, Entry>: TypedTimelineProvider {
  /// The author's type of an entry.
  associatedtype Entry: WidgetEntry

  /// A generic entry without any configuration or data of the user; never fails.
  func placeholderEntry(in context: TimelineProviderContext) -> Entry

  /// The entries from now on, and when to ask again.
  ///
  /// - Throws: Whatever keeps the provider from answering.
  func entries(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> (entries: [Entry], policy: TimelineReloadPolicy)
}

extension EntryTimelineProvider {
  /// The generic entry, drawn.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    placeholderEntry(in: context).drawn(in: context)
  }

  /// The entries, drawn for the circumstances.
  public func timeline(
    for configuration: Configuration, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let (entries, policy) = try await entries(for: configuration, in: context)
    return Timeline(entries: entries.map { $0.drawn(in: context) }, policy: policy)
  }
}
