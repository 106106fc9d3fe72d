import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetTimeline
import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The declarations of a timeline and its parts in JSON.
struct TimelineCodings {
  typealias Key = TimelineJSON.Key
  typealias EntryKey = TimelineJSON.EntryKey
  typealias PolicyKey = TimelineJSON.PolicyKey
  typealias PolicyName = TimelineJSON.PolicyName

  /// The time zone in which dates are written.
  let zone: ZoneRules

  init(_ zone: ZoneRules) { self.zone = zone }

  /// A timeline.
  var timeline: JSONCoding<Timeline> {
    .object(timelineObject, empty: Timeline(entries: [], reload: .atEnd))
  }

  var timelineObject: ObjectCoding<Timeline> {
    ObjectCoding([
      .forEditors,
      .required(
        Key.entries, \.entries, entries,
        "What the widget shows, starting at the date of each entry",
        isVital: false),
      .written(
        Key.reload, \.reload, policy, "When a new timeline is requested",
        absence: PolicyName.atEnd.rawValue),
    ])
  }

  /// An entry of a timeline.
  var entry: JSONCoding<TimelineEntry> {
    .object(
      entryObject,
      empty: TimelineEntry(date: .distantPast, content: EntryContent(title: EntryText([]))))
  }

  var entryObject: ObjectCoding<TimelineEntry> {
    let text = text.described(as: SchemaDefinition.text.rawValue)
    let gauges = EntryContent.gauges
    return ObjectCoding(
      [
        .required(EntryKey.date, \.date, date, "When the entry begins: RFC 3339 with an offset"),
        .required(EntryKey.title, \.content.title, text, "The first line", isVital: false),
        .optional(EntryKey.subtitle, \.content.subtitle, text, "The second line"),
        .standard(
          EntryKey.body, \.content.body, .list(of: text), default: [],
          "The other lines, a text for each"),
        .optional(EntryKey.symbol, \.content.symbol, .string, "The name of a symbol"),
        .optional(
          EntryKey.gauge, \.content.gauge, .gauge,
          "A number from \(gauges.lowerBound.shortest) to \(gauges.upperBound.shortest)"),
        .optional(
          EntryKey.image, \.content.image, .string, "A URL, or a path in the widget's folder"),
        .optional(
          EntryKey.link, \.content.link, .string, "The URL that a tap on the widget opens"),
        .standard(
          EntryKey.links, \.content.links,
          .list(of: .object(Self.link, empty: EntryLink(label: "", url: ""))), default: [],
          "The URLs of parts, for \(WidgetFamily.smallestWithLinks.rawValue) and larger"),
        .optional(
          EntryKey.relevance, \.relevance,
          .object(Self.relevance, empty: TimelineEntryRelevance(score: 0)),
          "The order in a smart stack"),
      ], others: \TimelineEntry.properties)
  }

  /// A text: a string, a live date, or an array of both.
  var text: JSONCoding<EntryText> {
    let part = part
    return JSONCoding(
      schema: SchemaPart.any([part.schema, SchemaPart.list(part.schema)]),
      read: { node in
        switch node.value {
        case .array: EntryText((node.elements ?? []).compactMap(part.read))
        case .object: part.read(node).map { EntryText([$0]) }
        default: node.string.map { EntryText($0) }
        }
      },
      write: { text in
        let parts = text.parts.map(part.write)
        return parts.count > 1 ? .array(parts) : parts.first ?? .string("")
      })
  }

  private var part: JSONCoding<EntryText.Part> {
    let live = ObjectCoding<LiveDate>([
      .required(TimelineJSON.LiveDateKey.date, \.date, date),
      .required(TimelineJSON.LiveDateKey.style, \.style, .word("date style")),
    ])
    return JSONCoding(
      schema: SchemaPart.any([SchemaPart.string, live.schema]),
      read: { node in
        guard case .object = node.value else { return node.string.map { .text($0) } }
        var date = LiveDate()
        return live.read(node, into: &date) ? .date(date.date, date.style) : nil
      },
      write: { part in
        switch part {
        case .text(let text): .string(text)
        case .date(let date, let style):
          .object(live.object(LiveDate(date: date, style: style)))
        }
      })
  }

  private struct LiveDate {
    var date = Date.distantPast
    var style = LiveDateStyle.relative
  }

  /// The entries, up to the limit.
  private var entries: JSONCoding<[TimelineEntry]> {
    let entry = entry
    return JSONCoding(
      schema: SchemaPart.list(SchemaDefinition.entry.reference),
      read: { list in
        guard let nodes = list.elements else { return nil }
        let maximum = list.problems.limits.maximumItems
        if nodes.count > maximum { list.report(.tooMany(what: "entries", maximum: maximum)) }
        return nodes.prefix(maximum).compactMap(entry.read)
      }, write: { .array($0.map(entry.write)) })
  }

  /// A date with an offset (RFC 3339).
  var date: JSONCoding<Date> {
    JSONCoding(
      schema: [
        "type": "string", "format": "date-time",
        "pattern": """
        ^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\
        (\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$
        """,
      ],
      read: { node in
        guard let text = node.string else { return nil }
        if let date = ISO8601Date.date(of: text) { return date }
        node.report(.notADate(text))
        return nil
      }, write: { [zone] in .string(ISO8601Date.text(of: $0, in: zone)) })
  }

  private static let link = ObjectCoding<EntryLink>([
    .required(TimelineJSON.LinkKey.label, \.label, .string),
    .required(TimelineJSON.LinkKey.url, \.url, .string),
  ])

  private static let relevance = ObjectCoding<TimelineEntryRelevance>([
    .required(TimelineJSON.RelevanceKey.score, \.score, .number),
    .standard(TimelineJSON.RelevanceKey.duration, \.duration, .duration, default: .zero),
  ])

  /// A policy: its name, or an object with its name and a date.
  private var policy: JSONCoding<TimelineReloadPolicy> {
    let date = date
    let names = SchemaPart.word([PolicyName.atEnd.rawValue, PolicyName.never.rawValue])
    return JSONCoding(
      schema: SchemaPart.any([
        names, SchemaPart.object([PolicyKey.policy], required: [.policy]) { _ in names },
        SchemaPart.object(PolicyKey.allCases, required: [.policy, .date]) { key in
          key == .policy ? SchemaPart.word([PolicyName.after.rawValue]) : date.schema
        },
      ]),
      read: { node in
        if case .string = node.value {
          let name: PolicyName? = node.word(.whatReloadPolicy)
          return name.flatMap { Self.policy($0, date: nil, node) }
        }
        guard let members = node.object(PolicyKey.self),
          let name: PolicyName = members.required(.policy)?.word(.whatReloadPolicy)
        else { return nil }
        if name != .after, let date = members[.date] {
          date.reportKey(
            .unknownMember(PolicyKey.date.rawValue, choices: [PolicyKey.policy.rawValue]))
        }
        return Self.policy(
          name, date: members[.date].flatMap(date.read), node, hasDate: members[.date] != nil)
      },
      write: { policy in
        switch policy {
        case .atEnd: return .string(PolicyName.atEnd.rawValue)
        case .never: return .string(PolicyName.never.rawValue)
        case .after(let moment):
          return .object(
            JSONObject([
              (key: PolicyKey.policy.rawValue, value: .string(PolicyName.after.rawValue)),
              (key: PolicyKey.date.rawValue, value: date.write(moment)),
            ]))
        }
      })
  }

  private static func policy(
    _ name: PolicyName, date: Date?, _ node: JSONNode, hasDate: Bool = false
  ) -> TimelineReloadPolicy? {
    switch name {
    case .atEnd: return .atEnd
    case .never: return .never
    case .after:
      if !hasDate { node.report(.missingMember(PolicyKey.date.rawValue)) }
      return date.map { .after($0) }
    }
  }
}

extension JSONCoding<Double> {
  /// Any number.
  fileprivate static var number: Self {
    Self(
      schema: SchemaPart.number, read: { $0.number }, write: { JSONValue(shortest: $0) })
  }

  fileprivate static var gauge: Self {
    Self(
      schema: [
        "type": "number", "minimum": .integer(Int(EntryContent.gauges.lowerBound)),
        "maximum": .integer(Int(EntryContent.gauges.upperBound)),
      ],
      read: { node in
        guard let number = node.number else { return nil }
        let gauges = EntryContent.gauges
        if gauges.contains(number) { return number }
        node.report(
          .outOfRange(
            what: "gauge",
            range: .betweenNumbers(
              lower: Int(gauges.lowerBound), upper: Int(gauges.upperBound))))
        return nil
      }, write: { JSONValue(shortest: $0) })
  }
}

extension JSONCoding<Duration> {
  /// Seconds, up to a limit that no timeline reaches.
  fileprivate static var duration: Self {
    Self(
      schema: ["type": "number", "minimum": 0],
      read: { node in
        guard let number = node.number else { return nil }
        if number < 0 { node.report(.outOfRange(what: "duration", range: "0 or more")) }
        return .seconds(min(max(0, number), 1e15))
      }, write: { JSONValue(shortest: $0 / .seconds(1)) })
  }
}
