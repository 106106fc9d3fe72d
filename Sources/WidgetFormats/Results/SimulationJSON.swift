package import JSONC
public import JSONCodings
public import WidgetTimeline
public import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A simulation's report as JSON, for scripts.
///
/// It is an object with the counts of the simulated time, and an array for each kind of event. The
/// service's OpenAPI document contains the JSON Schema of the report.
public enum SimulationJSON {
  private enum Key: String, JSONKey {
    case from, to, budget, views, staleViews, staleSeconds, longestWait, merged, charged
    case reloads, denied, stale, failures, shown
  }
  private enum EventKey: String, JSONKey {
    case date, until, from, to, reason, requested, charged, title
  }

  /// The JSON Schema of a report.
  package static let schema = SchemaPart.written { (key: Key) in
    switch key {
    case .from, .to: SchemaPart.moment
    case .budget, .views, .staleViews, .merged, .charged: SchemaPart.integer
    case .staleSeconds, .longestWait: SchemaPart.number
    case .reloads: events(.date, .reason, .requested, .charged)
    case .denied: events(.date, .until, .reason)
    case .stale: events(.from, .to)
    case .failures: events(.date, .reason, reason: SchemaPart.string)
    case .shown: events(.date, .title)
    }
  }

  private static func events(
    _ keys: EventKey..., reason: JSONValue = SchemaPart.word(ReloadReason.self)
  ) -> JSONValue {
    SchemaPart.list(
      SchemaPart.written(keys) { key in
        switch key {
        case .date, .until, .from, .to, .requested: SchemaPart.moment
        case .reason: reason
        case .charged: SchemaPart.boolean
        case .title: SchemaPart.string
        }
      })
  }

  /// A report as text, with dates in a time zone.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which a simulation does not produce.
  public static func text(
    of report: SimulationReport, timeZone zone: ZoneRules
  ) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.from, report.dayStarts.first.map { ISO8601Date.text(of: $0, in: zone) })
    builder.set(.to, report.dayStarts.last.map { ISO8601Date.text(of: $0, in: zone) })
    builder.set(.budget, report.budgetPerDay)
    builder.set(.views, report.views.count)
    builder.set(.staleViews, report.staleViews)
    builder.set(.staleSeconds, shortest: report.staleTime / .seconds(1))
    builder.set(.longestWait, shortest: report.longestWait / .seconds(1))
    builder.set(.merged, report.mergedRequests)
    builder.set(.charged, report.chargedReloads)
    builder.set(.reloads, .array(report.reloads.map { reload($0, zone) }))
    builder.set(.denied, .array(report.denials.map { denial($0, zone) }))
    builder.set(.stale, .array(report.staleSpans.map { span($0, zone) }))
    builder.set(.failures, .array(report.failures.map { failure($0, zone) }))
    builder.set(.shown, .array(report.shown.map { shown($0, zone) }))
    return try builder.value.text(.pretty)
  }

  private static func reload(_ reload: SimulationReport.Reload, _ zone: ZoneRules) -> JSONValue {
    var builder = JSONBuilder<EventKey>()
    builder.set(.date, ISO8601Date.text(of: reload.date, in: zone))
    builder.set(.reason, reload.reason.rawValue)
    builder.set(.requested, ISO8601Date.text(of: reload.requested, in: zone))
    builder.set(.charged, .bool(reload.reason.isCharged))
    return builder.value
  }

  private static func denial(_ denial: SimulationReport.Denial, _ zone: ZoneRules) -> JSONValue {
    var builder = JSONBuilder<EventKey>()
    builder.set(.date, ISO8601Date.text(of: denial.date, in: zone))
    builder.set(.until, ISO8601Date.text(of: denial.until, in: zone))
    builder.set(.reason, denial.reason.rawValue)
    return builder.value
  }

  private static func span(_ span: SimulationReport.Span, _ zone: ZoneRules) -> JSONValue {
    var builder = JSONBuilder<EventKey>()
    builder.set(.from, ISO8601Date.text(of: span.from, in: zone))
    builder.set(.to, ISO8601Date.text(of: span.to, in: zone))
    return builder.value
  }

  private static func failure(_ failure: SimulationReport.Failure, _ zone: ZoneRules) -> JSONValue {
    var builder = JSONBuilder<EventKey>()
    builder.set(.date, ISO8601Date.text(of: failure.date, in: zone))
    builder.set(.reason, failure.reason)
    return builder.value
  }

  private static func shown(_ shown: SimulationReport.Shown, _ zone: ZoneRules) -> JSONValue {
    var builder = JSONBuilder<EventKey>()
    builder.set(.date, ISO8601Date.text(of: shown.date, in: zone))
    builder.set(.title, shown.content.title.description)
    return builder.value
  }
}
