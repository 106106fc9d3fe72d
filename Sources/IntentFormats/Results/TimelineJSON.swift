public import WidgetTimeline
import JSONC

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Timelines as JSON: what programs answer, and what is shown to scripts.
///
///     {
///       "entries": [
///         { "date": "2026-03-01T09:30:00+01:00", "title": "Stand-up", "subtitle": "in 10 min",
///           "body": ["Room 4"], "symbol": "calendar", "gauge": 0.5, "link": "https://example.org",
///           "links": [{ "label": "Room 4", "url": "https://example.org/rooms/4" }],
///           "relevance": { "score": 10, "duration": 600 } }
///       ],
///       "reload": { "policy": "after", "date": "2026-03-01T10:00:00+01:00" }
///     }
///
/// The other policies are `"reload": "atEnd"`, which leaving out means too, and `"reload": "never"`.
/// Dates are RFC 3339 with an offset, to the microsecond.
public enum TimelineJSON {
  enum Key: String, JSONKey { case entries, reload }
  enum EntryKey: String, JSONKey {
    case date, title, subtitle, body, symbol, gauge, image, link, links, relevance
  }
  enum LinkKey: String, JSONKey { case label, url }
  enum RelevanceKey: String, JSONKey { case score, duration }
  enum PolicyKey: String, JSONKey { case policy, date }
  enum PolicyName: String, CaseIterable { case atEnd, after, never }

  /// A timeline as text, its dates in a time zone.
  ///
  /// - Throws: `FormatError` for a score, duration or gauge that is not finite.
  public static func text(
    of timeline: Timeline, timeZone: TimeZone
  ) throws(FormatError) -> String {
    try json(timeline, timeZone).text(.pretty)
  }

  static func json(_ timeline: Timeline, _ zone: TimeZone) -> JSONValue {
    var builder = JSONBuilder<Key>()
    builder.set(.entries, .array(timeline.entries.map { json($0, zone) }))
    builder.set(.reload, json(timeline.policy, zone))
    return builder.value
  }

  /// One entry as text, its date in a time zone.
  ///
  /// - Throws: `FormatError` for a score, duration or gauge that is not finite.
  public static func text(
    of entry: TimelineEntry, timeZone: TimeZone
  ) throws(FormatError) -> String {
    try json(entry, timeZone).text(.pretty)
  }

  private static func json(_ entry: TimelineEntry, _ zone: TimeZone) -> JSONValue {
    var builder = JSONBuilder<EntryKey>()
    builder.set(.date, ISO8601Date.text(of: entry.date, in: zone))
    builder.set(.title, entry.content.title)
    builder.set(.subtitle, entry.content.subtitle)
    builder.set(.body, entry.content.body.map { .string($0) })
    builder.set(.symbol, entry.content.symbol)
    builder.set(.gauge, shortest: entry.content.gauge)
    builder.set(.image, entry.content.image)
    builder.set(.link, entry.content.link)
    builder.set(.links, entry.content.links.map(json))
    builder.set(.relevance, entry.relevance.map(json))
    return builder.value
  }

  private static func json(_ link: EntryLink) -> JSONValue {
    var builder = JSONBuilder<LinkKey>()
    builder.set(.label, link.label)
    builder.set(.url, link.url)
    return builder.value
  }

  private static func json(_ relevance: TimelineEntryRelevance) -> JSONValue {
    var builder = JSONBuilder<RelevanceKey>()
    builder.set(.score, shortest: relevance.score)
    if relevance.duration != 0 { builder.set(.duration, shortest: relevance.duration) }
    return builder.value
  }

  private static func json(_ policy: TimelineReloadPolicy, _ zone: TimeZone) -> JSONValue {
    switch policy {
    case .atEnd: return .string(PolicyName.atEnd.rawValue)
    case .never: return .string(PolicyName.never.rawValue)
    case .after(let date):
      var builder = JSONBuilder<PolicyKey>()
      builder.set(.policy, PolicyName.after.rawValue)
      builder.set(.date, ISO8601Date.text(of: date, in: zone))
      return builder.value
    }
  }
}
