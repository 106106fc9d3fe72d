import IntentModel
import Messages
import WidgetTimeline
import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows verses that change during the day; the verses of a day are always the same.
///
/// A day of verses lasts from its first verse until the next day's first verse, regardless of clock
/// changes.
struct VerseTimeline: VerseIntentTimelineProvider {
  /// The period that the entries cover, in seconds.
  static let horizon = CivilDateTime.secondsPerDay
  /// The maximum number of entries in a timeline.
  static let entryLimit = 100

  /// The zone to show; nil for the zone of the context.
  let local: ZoneRules?

  var name: String { WidgetCatalog.Name.verse.rawValue }

  /// A slot in a day of verses.
  struct Slot: Hashable {
    /// The number of the day.
    var day: Int
    /// The index in the day, from 0.
    var index: Int
    /// The start in Unix seconds.
    var start: Int
  }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    let verse = WidgetText(locale: context.locale)("A verse")
    let content = EntryContent(title: verse, symbol: VerseIntent().symbol)
    return TimelineEntry(date: context.now, content: content)
  }

  func timeline(
    for intent: VerseIntent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let now = context.now.wholeSeconds
    let settings = context.isPreview ? VerseIntent() : intent
    let slots = slots(
      from: now, through: now + Self.horizon, settings: settings, in: local ?? context.zone)
    let dates = EntryDates.spread(slots.map(\.start), from: now, limit: Self.entryLimit)
    let entries = dates.map { date in
      let slot = slots.last { $0.start <= date }
      let verse = settings.collection.verse(day: slot?.day ?? 0, slot: slot?.index ?? 0)
      return TimelineEntry(
        date: Date(wholeSeconds: date),
        content: content(verse, settings: settings, in: context),
        relevance: TimelineEntryRelevance(
          score: settings.weight, duration: .seconds(settings.intervalSeconds)))
    }
    return Timeline(entries: entries, reload: .atEnd)
  }

  /// The current slot at an instant, and the later slots up to another instant.
  func slots(
    from start: Int, through end: Int, settings: VerseIntent, in zone: ZoneRules
  ) -> [Slot] {
    func first(of day: Int) -> Int {
      zone.instant(of: CivilDateTime(dayNumber: day, secondOfDay: settings.firstSecond))
    }
    let days = [start, end].map { zone.wall(at: $0).dayNumber }
    let all = (days[0] - 1...days[1]).flatMap { day in
      let (first, next) = (first(of: day), first(of: day + 1))
      return stride(from: first, to: next, by: settings.intervalSeconds).enumerated().map {
        Slot(day: day, index: $0.offset, start: $0.element)
      }
    }.filter { $0.start <= end }
    let current = all.lastIndex { $0.start <= start } ?? all.startIndex
    return Array(all[current...])
  }

  private func content(
    _ verse: [String], settings: VerseIntent, in context: TimelineProviderContext
  ) -> EntryContent {
    let text = WidgetText(locale: context.locale)
    var content = EntryContent(title: verse.first ?? "", symbol: settings.symbol)
    if context.family != .accessoryInline, context.family != .accessoryCircular {
      content.body = verse.dropFirst().map { EntryText($0) }
      content.subtitle = settings.dedicatee.map { EntryText(text("for \($0)")) }
    }
    return content
  }
}
