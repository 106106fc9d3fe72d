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
  private enum ContextKey: String, JSONKey { case family, isPreview, now, timeZone, locale }

  /// A request for a timeline on one line, as programs get it on standard input.
  ///
  ///     { "intent": { "intent": "UpNextIntent", "family": "systemSmall", "parameters": {} },
  ///       "context": { "family": "systemSmall", "isPreview": false,
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
    circumstances.set(.now, ISO8601Date.text(of: context.now, in: zone))
    circumstances.set(.timeZone, zone.identifier)
    circumstances.set(.locale, context.locale)
    var builder = JSONBuilder<RequestKey>()
    builder.set(.intent, IntentJSON.json(of: intent, name: nil, schema: schema))
    builder.set(.context, circumstances.value)
    return try builder.value.text(.compact)
  }
}
