import IntentModel
import Messages
import WidgetTimeline
import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows the time in the chosen cities, with an entry for each change of the text.
///
/// These entries are followed by others at longer intervals, in case the reload is late.
struct WorldClockTimeline: WorldClockIntentTimelineProvider {
  /// The interval in seconds between the first entries.
  static let minute = 60
  /// The period of the first entries, in seconds.
  ///
  /// After that period, the timeline is reloaded.
  static let minutes = 2 * 3600
  /// The interval between the later entries in seconds; every current zone offset is a multiple of
  /// it.
  static let quarter = 900
  /// The period that all entries cover, in seconds.
  static let horizon = 6 * 3600

  /// The system's zones.
  let zones: ZoneFolder
  /// The viewer's zone; nil for the zone of the context.
  let local: ZoneRules?

  var name: String { WidgetCatalog.Name.worldClock.rawValue }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    let city = WidgetText(locale: context.locale)(.clockCity)
    return TimelineEntry(
      date: context.now,
      content: EntryContent(title: "\(city) 10:09", symbol: WorldClockFace.symbol))
  }

  func snapshot(
    for intent: WorldClockIntent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    let now = context.now.wholeSeconds
    return entry(face(for: intent, in: context), at: now)
  }

  func timeline(
    for intent: WorldClockIntent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let now = context.now.wholeSeconds
    let face = face(for: intent, in: context)
    let (reload, end) = (now + Self.minutes, now + Self.horizon)
    let quarters =
      Self.multiples(of: Self.quarter, after: reload, through: end)
      + face.shownZones.flatMap { $0.changes(after: reload, through: end) }
    let dates =
      [now] + Self.multiples(of: Self.minute, after: now, through: reload)
      + Set(quarters).sorted()
    return Timeline(
      entries: dates.map { entry(face, at: $0) }, reload: .after(Date(wholeSeconds: reload)))
  }

  /// The instants in a period at which clocks show a multiple of an interval.
  private static func multiples(of interval: Int, after start: Int, through end: Int) -> [Int] {
    let first = CivilDate.floorDivide(start, interval) * interval + interval
    return Array(stride(from: first, through: end, by: interval))
  }

  private func entry(_ face: WorldClockFace, at instant: Int) -> TimelineEntry {
    TimelineEntry(date: Date(wholeSeconds: instant), content: face.content(at: instant))
  }

  private func face(
    for intent: WorldClockIntent, in context: TimelineProviderContext
  ) -> WorldClockFace {
    let settings = context.isPreview ? WorldClockIntent.sample : intent
    let local = local ?? context.zone
    let shown = settings.shownCities(local: local).prefix(
      WorldClockFace.cityCount(in: context.family))
    let clocks = shown.map { city in
      let zone = city.zone == local.identifier ? local : zones.zone(named: city.zone)
      return WorldClockFace.Clock(city: city.name, zone: zone)
    }
    return WorldClockFace(
      clocks: clocks, local: local, settings: settings, family: context.family,
      locale: context.locale)
  }
}
