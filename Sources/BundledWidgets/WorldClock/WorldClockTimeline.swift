import ICalendar
import IntentModel
import Messages
import WidgetTimeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows the time in the chosen cities, with an entry every quarter of an hour.
///
/// The viewer's zone is a parameter, because the context's calendar may not support named zones.
struct WorldClockTimeline: WorldClockIntentTimelineProvider {
  /// The period that the entries cover, in seconds.
  static let horizon = 6 * 3600
  /// The interval between entries in seconds; all current zone offsets are multiples of it.
  static let quarter = 900
  /// The maximum number of entries in a timeline: the quarters, and the changes between them.
  static let entryLimit = 50

  /// The system's zones.
  let zones: ZoneFolder
  /// The viewer's zone.
  let local: ZoneRules

  var name: String { "WorldClock" }

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
    let end = now + Self.horizon
    let first = CivilDate.floorDivide(now, Self.quarter) * Self.quarter + Self.quarter
    var dates = Array(stride(from: first, through: end, by: Self.quarter))
    for zone in face.shownZones {
      dates += zone.changes(after: now, through: end) + zone.midnights(after: now, through: end)
    }
    let entries = EntryDates.spread(dates, from: now, limit: Self.entryLimit)
    return Timeline(entries: entries.map { entry(face, at: $0) }, reload: .atEnd)
  }

  private func entry(_ face: WorldClockFace, at instant: Int) -> TimelineEntry {
    TimelineEntry(date: Date(wholeSeconds: instant), content: face.content(at: instant))
  }

  private func face(
    for intent: WorldClockIntent, in context: TimelineProviderContext
  ) -> WorldClockFace {
    let settings = context.isPreview ? WorldClockIntent.sample : intent
    let shown = settings.shownCities(local: local).prefix(
      WorldClockFace.cityCount(in: context.family))
    // The sample does not depend on the system's files, so it uses Foundation's zones.
    let clocks = shown.map { city in
      let zone =
        context.isPreview
        ? ZoneFolder.foundationZone(named: city.zone) : clockZone(named: city.zone)
      return WorldClockFace.Clock(city: city.name, zone: zone)
    }
    return WorldClockFace(
      clocks: clocks, local: local, settings: settings, family: context.family,
      locale: context.locale)
  }

  private func clockZone(named name: String) -> ZoneRules? {
    name == local.identifier ? local : zones.zone(named: name)
  }
}
