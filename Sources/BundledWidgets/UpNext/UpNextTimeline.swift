import ICalendar
import IntentModel
import Messages
import WidgetTimeline
import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows the next events in the calendars of folders and of the web.
struct UpNextTimeline: UpNextIntentTimelineProvider, LocalFilesProvider {
  /// The maximum number of entries in a timeline, not counting the entries for the minutes of a
  /// countdown.
  static let entryLimit = 50
  /// The number of seconds during which a countdown has an entry for each change of its text.
  ///
  /// After that period, the timeline is reloaded.
  static let countdownPeriod = 7_200
  /// How many minutes before an event the countdown has entries even after the ``countdownPeriod``,
  /// in case the reload is late.
  static let countdownMinutes = [360, 180, 120, 60, 45, 30, 15, 10, 5]

  /// How soon calendars on the web are read again, in seconds.
  static let webReload = 3600
  /// The number of seconds until a calendar that could not be read is read again.
  static let retry = Int(KeptTimeline.retryDelay(afterFailures: 1) / .seconds(1))

  /// The folders of the calendars, and the addresses of those on the web.
  let folder: CalendarFolder
  /// The zone to show; nil for the zone of the context.
  let local: ZoneRules?

  var name: String { WidgetCatalog.Name.upNext.rawValue }
  var localFiles: [String] { folder.localFiles }

  func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(
      date: context.now,
      content: EntryContent(
        title: WidgetText(locale: context.locale)("Next event"), subtitle: "10:00–11:00",
        symbol: UpNextAgenda.symbol))
  }

  /// Makes an entry for the present and for every moment at which the content changes.
  ///
  /// The content changes when an event begins, ends or comes into view, and at midnight. The
  /// entries reach to the end of the range of days or, without a range, to the end of the
  /// look-ahead or the next midnight, whichever is later. A reload is due at the next midnight or
  /// at the last entry, whichever is first; calendars on the web can make it due earlier (see
  /// ``UpNextAgenda/reload``). A countdown also changes at full minutes for the
  /// ``countdownPeriod``; then a reload is due.
  ///
  /// - Throws: `OptionsError` if a folder cannot be listed or no calendar can be read from the web,
  ///   `CancellationError` if cancelled.
  func timeline(
    for intent: UpNextIntent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let now = context.now.wholeSeconds
    let midnight = (local ?? context.zone).nextMidnight(after: now)
    let agenda = try await agenda(for: intent, in: context, midnight: midnight)
    var dates = EntryDates.spread(
      dates(of: agenda, now: now, midnight: midnight), from: now, limit: Self.entryLimit)
    let counted = now + Self.countdownPeriod
    if agenda.isCounting {
      let first = CivilDate.floorDivide(now, 60) * 60 + 60
      dates = Set(dates + stride(from: first, through: counted, by: 60)).sorted()
    }
    let entries = Self.changes(of: agenda, at: dates)
    let last = entries.count > 1 ? entries.last?.date.wholeSeconds ?? midnight : midnight
    let soonest = min(
      agenda.reload.map { now + $0 } ?? midnight, agenda.isCounting ? counted : midnight)
    var timeline = Timeline(
      entries: entries, reload: .after(Date(wholeSeconds: min(midnight, last, soonest))))
    if intent.isRangeReversed {
      timeline.remarks["rangeEnd"] = .rangeReversed
    }
    return timeline
  }

  /// The entries at the given dates.
  ///
  /// Leaves out an entry that equals the previous one, or differs only in its relevance from an
  /// entry shortly before.
  private static func changes(of agenda: UpNextAgenda, at dates: [Int]) -> [TimelineEntry] {
    var entries: [TimelineEntry] = []
    for date in dates {
      let entry = TimelineEntry(
        date: Date(wholeSeconds: date), content: agenda.content(at: date),
        relevance: TimelineEntryRelevance(score: agenda.relevance(at: date)))
      if let last = entries.last, entry.content == last.content {
        let isFar = date - last.date.wholeSeconds >= Timeline.leastSpacing
        guard isFar, entry.relevance != last.relevance else { continue }
      }
      entries.append(entry)
    }
    return entries
  }

  private func agenda(
    for intent: UpNextIntent, in context: TimelineProviderContext, midnight: Int
  ) async throws -> UpNextAgenda {
    let now = context.now.wholeSeconds
    var agenda = UpNextAgenda(
      settings: context.isPreview ? UpNextIntent() : intent, now: now,
      zone: local ?? context.zone, family: context.family, locale: context.locale)
    if context.isPreview {
      agenda.occurrences = UpNextSample.occurrences(now: now, zone: agenda.zone)
      return agenda
    }
    let chosen = agenda.settings.shownCalendars
    let calendars = try await folder.calendars(only: chosen.map { Set($0.map(\.identifier)) })
    if !folder.web.isEmpty {
      let isBroken = calendars.contains { $0.failure != nil || $0.isCopy }
      agenda.reload = isBroken ? Self.retry : Self.webReload
    }
    agenda.missing = (chosen ?? []).filter { object in
      !calendars.contains { $0.identifier == object.identifier }
    }.map(\.display)
    agenda.unread = calendars.filter { $0.failure != nil || $0.file.isUnread }.map(\.file.name)
    let found = occurrences(of: calendars.map(\.file), for: agenda, midnight: midnight)
    agenda.occurrences = found.occurrences.filter { agenda.settings.shows($0.event) }
    let remarks = calendars.compactMap { calendar -> (isNote: Bool, text: String)? in
      var file = calendar.file
      file.problems += found.problems.filter { $0.file == file.file }
      let isNote = file.problems.allSatisfy { $0.code == .noEvents }
      return agenda.text.problems(of: file).map { (isNote, $0) }
    }
    // Files that contain only to-dos are mentioned after the files that have problems.
    agenda.problems =
      remarks.filter { !$0.isNote }.map(\.text) + remarks.filter(\.isNote).map(\.text)
    return agenda
  }

  /// The events that come into view before the look-ahead ends or before midnight, whichever is
  /// later.
  private func occurrences(
    of files: [CalendarFile], for agenda: UpNextAgenda, midnight: Int
  ) -> CalendarExpansion {
    let shown = files.map { file in
      var file = file
      // An event that replaces an occurrence can pass the filter although the original event does
      // not. The original event determines whether the occurrence still exists.
      let changed = Set(file.events.lazy.filter { $0.replaced != nil }.map(\.uid))
      file.events = file.events.filter {
        $0.replaced != nil || changed.contains($0.uid) || agenda.settings.shows($0)
      }
      return file
    }
    let ahead = agenda.settings.secondsAhead
    let window =
      agenda.range ?? Window(from: agenda.now, to: max(agenda.now + ahead, midnight) + ahead + 1)
    let events = CalendarEvents(files: shown, viewer: agenda.zone)
    return events.occurrences(
      from: Date(wholeSeconds: window.from), to: Date(wholeSeconds: window.to))
  }

  /// The moments at which the content changes.
  private func dates(of agenda: UpNextAgenda, now: Int, midnight: Int) -> [Int] {
    let settings = agenda.settings
    let end = agenda.range?.to ?? max(now + settings.secondsAhead, midnight)
    var dates = agenda.occurrences.flatMap { [$0.start.wholeSeconds, $0.end.wholeSeconds] }
      .filter { $0 <= end }
    // Tomorrow becomes today at midnight, and a reload can be late.
    dates += agenda.zone.midnights(
      after: now, through: min(end, now + UpNextIntent.maximumSecondsAhead))
    if agenda.range == nil {
      dates += agenda.occurrences.map { $0.start.wholeSeconds - settings.secondsAhead }
        .filter { $0 < midnight }
    }
    if settings.style == .countdown {
      dates += agenda.occurrences.flatMap { occurrence in
        Self.countdownMinutes.map { occurrence.start.wholeSeconds - $0 * 60 }
      }.filter { $0 <= end }
    }
    return dates.filter { $0 > now }
  }
}

/// The sample events of the gallery.
enum UpNextSample {
  /// Minutes after the first event, duration in minutes, title, location.
  private static let events = [
    (0, 30, "Standup", "Room Elbe"), (60, 90, "Lunch with Ada", "Mill Square"),
    (210, 45, "Piano lesson", "Lime Street"), (330, 120, "Choir", "St Anne's hall"),
    (480, 60, "Call home", ""), (600, 20, "Water the plants", ""),
  ]

  /// The sample events, beginning soon.
  static func occurrences(now: Int, zone: ZoneRules) -> [CalendarOccurrence] {
    let first = CivilDate.floorDivide(now, 1800) * 1800 + 1800
    return events.map { offset, minutes, title, location in
      let start = first + offset * 60
      let moment = CalendarMoment(wall: zone.wall(at: start), frame: .zone(zone))
      var event = CalendarEvent(start: moment, span: CalendarSpan(seconds: minutes * 60))
      event.summary = title
      event.location = location.isEmpty ? nil : location
      return CalendarOccurrence(
        event: event, calendar: "", file: "", start: Date(wholeSeconds: start),
        end: Date(wholeSeconds: start + minutes * 60), days: nil)
    }
  }
}
