public import IntentModel
import JSONC
public import WidgetTimeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TimelineJSON {
  private enum RequestKey: String, JSONKey { case intent, context }
  private enum ContextKey: String, JSONKey {
    case family, isPreview, displaySize, environment, now, timeZone, locale
  }
  private enum SizeKey: String, JSONKey { case width, height }

  /// A request for a timeline on one line, as programs get it on standard input.
  ///
  ///     { "intent": { "intent": "UpNextIntent", "family": "systemSmall", "parameters": {} },
  ///       "context": { "family": "systemSmall", "isPreview": false,
  ///                    "displaySize": { "width": 158, "height": 158 },
  ///                    "environment": { "colorScheme": ["light", "dark"] },
  ///                    "now": "2026-03-01T09:30:00+01:00", "timeZone": "Europe/Oslo",
  ///                    "locale": "en" } }
  ///
  /// - Throws: `FormatError` for a value that is a number and not finite.
  public static func requestText(
    for intent: Intent, in context: TimelineProviderContext, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    let zone = context.calendar.timeZone
    var circumstances = JSONBuilder<ContextKey>()
    circumstances.set(.family, context.family.rawValue)
    circumstances.set(.isPreview, .bool(context.isPreview))
    circumstances.set(.displaySize, json(of: context.displaySize))
    circumstances.set(.environment, json(of: context.environment))
    circumstances.set(.now, ISO8601Date.text(of: context.now, in: zone))
    circumstances.set(.timeZone, zone.identifier)
    circumstances.set(.locale, context.locale)
    var builder = JSONBuilder<RequestKey>()
    builder.set(.intent, IntentJSON.json(of: intent, name: nil, schema: schema))
    builder.set(.context, circumstances.value)
    return try builder.value.text(.compact)
  }
  private static func json(of size: DisplaySize) -> JSONValue {
    var builder = JSONBuilder<SizeKey>()
    builder.set(.width, shortest: size.width)
    builder.set(.height, shortest: size.height)
    return builder.value
  }

  /// The values by key, keys in order; nothing for none.
  private static func json(of environment: [String: [String]]) -> JSONValue? {
    guard !environment.isEmpty else { return nil }
    var builder = JSONBuilder<ContextKey>()
    for (key, values) in environment.sorted(by: { $0.key < $1.key }) {
      builder.append(key: key, .array(values.map { .string($0) }))
    }
    return builder.value
  }
}
