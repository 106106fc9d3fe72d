import IntentDocuments
public import IntentModel
import JSONC
public import JSONCodings
public import WidgetTimeline
public import Zones

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Timelines as JSON, for the responses of programs and for the output to scripts.
///
///     {
///       "entries": [
///         { "date": "2026-03-01T09:30:00+01:00", "title": "Stand-up", "subtitle": "in 10 min" }
///       ],
///       "reload": { "policy": "after", "date": "2026-03-01T10:00:00+01:00" }
///     }
///
/// The other policies are `"reload": "atEnd"`, which is the default, and `"reload": "never"`. Dates
/// are in RFC 3339 form with an offset, to the microsecond.
///
/// Each of `title`, `subtitle` and the lines of `body` is a string, a live date of a
/// ``LiveDateStyle``, or an array of both:
///
///     "subtitle": ["in ", { "date": "2026-03-01T10:00:00+01:00", "style": "timer" }]
///
/// Every other key of an entry is a custom property and is kept unchanged.
public enum TimelineJSON {
  /// The maximum number of entries of a timeline, which is enough for an entry every five seconds
  /// of a day.
  public static let maximumEntries = 20_000

  package enum Key: String, JSONKey {
    case schema = "$schema"
    case entries, reload
  }
  package enum EntryKey: String, JSONKey, CaseIterable {
    case date, title, subtitle, body, symbol, gauge, image, link, links, relevance
  }
  enum LinkKey: String, JSONKey { case label, url }
  enum LiveDateKey: String, JSONKey { case date, style }
  enum RelevanceKey: String, JSONKey { case score, duration }
  package enum PolicyKey: String, JSONKey { case policy, date }
  package enum PolicyName: String, CaseIterable { case atEnd, after, never }

  /// A date as text, in Coordinated Universal Time.
  public static func text(of date: Date) -> String { ISO8601Date.text(of: date, in: .utc) }

  /// A timeline as text, with dates in a time zone.
  ///
  /// - Throws: `FormatError` for a score, duration or gauge that is not finite.
  public static func text(
    of timeline: Timeline, timeZone zone: ZoneRules
  ) throws(FormatError) -> String {
    try TimelineCodings(zone).timeline.write(timeline).text(.pretty)
  }

  /// An entry as text, with dates in a time zone.
  ///
  /// - Throws: `FormatError` for a score, duration or gauge that is not finite.
  public static func text(
    of entry: TimelineEntry, timeZone zone: ZoneRules
  ) throws(FormatError) -> String {
    try TimelineCodings(zone).entry.write(entry).text(.pretty)
  }
}

extension TimelineProviderContext {
  /// The current time as sources receive it, in whole seconds.
  ///
  /// Not every source reads a fraction of a second. The time is rounded down; otherwise, an entry
  /// that a source dates with this moment would be in the future.
  package var statedNow: Date {
    Date(timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded(.down))
  }
}

extension TimelineJSON {
  package enum RequestKey: String, JSONKey { case request, intent, context }
  package enum ContextKey: String, JSONKey {
    case family, isPreview, displaySize, environment, now, timeZone, locale
  }
  /// The keys of a size in points.
  package enum SizeKey: String, JSONKey { case width, height }

  /// A request on one line, for a program's standard input.
  ///
  ///     { "request": "timeline",
  ///       "intent": { "intent": "UpNextIntent", "family": "systemSmall", "parameters": {} },
  ///       "context": { "family": "systemSmall", "now": "2026-03-01T08:30:00Z", … } }
  ///
  /// The other requests are named after the cases of ``TimelineRequest``. `isPreview` is true for
  /// sample data, as in a gallery.
  ///
  /// - Parameters:
  ///   - request: The kind of request.
  ///   - intent: The intent of the placed widget; nil for a placeholder.
  ///   - context: The context.
  ///   - schema: Gives the types of the intent's values.
  /// - Throws: `FormatError` for a numeric value that is not finite.
  public static func requestText(
    _ request: TimelineRequest = .timeline, for intent: Intent?,
    in context: TimelineProviderContext, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    let zone = context.zone
    var circumstances = JSONBuilder<ContextKey>()
    circumstances.set(.family, context.family.rawValue)
    circumstances.set(.isPreview, .bool(context.isPreview))
    circumstances.set(
      .displaySize, context.isSizeKnown ? context.displaySize.json : JSONValue?.none)
    circumstances.set(.environment, json(of: context.environment))
    circumstances.set(.now, ISO8601Date.text(of: context.statedNow, in: .utc))
    circumstances.set(.timeZone, zone.identifier)
    circumstances.set(.locale, context.locale)
    var builder = JSONBuilder<RequestKey>()
    builder.set(.request, request.rawValue)
    builder.set(.intent, intent.map { IntentJSON.json(of: $0, name: nil, schema: schema) })
    builder.set(.context, circumstances.value)
    return try builder.value.text(.compact)
  }

  /// The values by key, in key order; nil if there are none.
  private static func json(of environment: [String: [String]]) -> JSONValue? {
    guard !environment.isEmpty else { return nil }
    var builder = JSONBuilder<ContextKey>()
    for (key, values) in environment.sorted(by: { $0.key < $1.key }) {
      builder.append(key: key, .array(values.map { .string($0) }))
    }
    return builder.value
  }
}

extension DisplaySize {
  /// The size as JSON.
  var json: JSONValue {
    var builder = JSONBuilder<TimelineJSON.SizeKey>()
    builder.set(.width, shortest: width)
    builder.set(.height, shortest: height)
    return builder.value
  }
}

/// A widget's last valid timeline as JSON, for the program's next run.
///
///     { "failures": 2, "timeline": { "entries": [ … ], "reload": "atEnd" } }
public enum KeptTimelineJSON {
  private enum Key: String, JSONKey { case failures, timeline, earlier }

  /// The kept timeline as text.
  ///
  /// - Throws: `FormatError` for a score, duration or gauge that is not finite.
  public static func text(of kept: KeptTimeline) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.failures, kept.failures)
    let coding = TimelineCodings(.utc).timeline
    builder.set(.timeline, kept.last.map(coding.write))
    builder.set(.earlier, kept.earlier.map(coding.write))
    return try builder.value.text(.compact)
  }

  /// Reads a kept timeline.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], source: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> KeptTimeline {
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    let members = problems.root()?.object(Key.self)
    let coding = TimelineCodings(.utc).timeline
    let last = members?[.timeline].flatMap(coding.read)
    let earlier = members?[.earlier].flatMap(coding.read)
    let failures = members?.number(.failures) ?? 0
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return KeptTimeline(
      last: last, earlier: earlier, failures: Int(min(max(failures, 0), 1_000)))
  }
}
