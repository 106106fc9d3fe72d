import ICalendar
import IntentModel
import WidgetTimeline

/// The next events, and what is shown of them at an instant.
struct UpNextAgenda {
  /// The symbol of every entry.
  static let symbol = "calendar"

  /// What the intent says.
  let settings: UpNextIntent
  /// The zone of the viewer.
  let zone: ZoneRules
  /// The family of the widget.
  let family: WidgetFamily
  /// How times are written.
  let text: WallText
  /// The moment of the first entry, in Unix seconds.
  let now: Int
  /// The range of days, where the settings name one.
  let range: Window?
  /// The events in order.
  var occurrences: [CalendarOccurrence] = []
  /// The names of chosen calendars that are not there.
  var missing: [String] = []
  /// What could not be used of the calendars, a sentence for each file.
  var problems: [String] = []

  /// Makes an agenda without events.
  init(
    settings: UpNextIntent, now: Int, zone: ZoneRules, family: WidgetFamily, locale: String
  ) {
    self.settings = settings
    self.zone = zone
    self.family = family
    self.now = now
    text = WallText(locale: locale)
    range = settings.rangeWindow(now: now, zone: zone)
  }

  /// How many events a family has room for.
  static func eventCount(in family: WidgetFamily) -> Int {
    switch family {
    case .systemMedium: 3
    case .systemLarge: 6
    case .systemExtraLarge: 12
    case .systemSmall, .accessoryCorner, .accessoryCircular, .accessoryRectangular,
      .accessoryInline:
      1
    }
  }

  /// What is not over at an instant, and in view: within the look-ahead, or the range of days.
  func visible(at instant: Int) -> [CalendarOccurrence] {
    let view = range ?? Window(from: instant, to: instant + settings.secondsAhead + 1)
    return occurrences.filter { occurrence in
      let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
      return Window(from: instant, to: .max).meets(start: start, end: end)
        && view.meets(start: start, end: end)
    }
  }

  /// The event of the title: the first one today that is at a time, else the first one.
  func lead(of visible: [CalendarOccurrence], at instant: Int) -> CalendarOccurrence? {
    let midnight = zone.nextMidnight(after: instant)
    return visible.first { !$0.isAllDay && $0.start.wholeSeconds < midnight } ?? visible.first
  }

  /// What is shown at an instant.
  func content(at instant: Int) -> EntryContent {
    let visible = visible(at: instant)
    guard let lead = lead(of: visible, at: instant) else { return empty }
    let others = visible.filter { $0 != lead }
    var content = EntryContent(
      title: title(of: lead), subtitle: subtitle(of: lead, at: instant), symbol: Self.symbol,
      gauge: share(of: lead, passedAt: instant), link: lead.event.link)
    switch family {
    case .accessoryInline:
      content.title = "\(when(lead, at: instant)) \(content.title)"
      content.subtitle = nil
    case .accessoryCircular, .accessoryCorner:
      (content.title, content.subtitle) = (EntryText(when(lead, at: instant)), content.title)
    case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge, .accessoryRectangular:
      content.body = (rows(others, at: instant) + remarkRows).map { EntryText($0) }
    }
    return content
  }

  /// How near the lead is, from 0 to 1, times the emphasis; to two decimals.
  ///
  /// What goes on now is nearest, what only just came into view is farthest; an event of whole days
  /// is never nearer than a tenth, or it would outdo all others from midnight to midnight.
  func relevance(at instant: Int) -> Double {
    guard let lead = lead(of: visible(at: instant), at: instant) else { return 0 }
    let wait = Double(max(0, lead.start.wholeSeconds - instant))
    let nearness = lead.isAllDay ? 0.1 : max(0, 1 - wait / Double(settings.secondsAhead))
    return (nearness * settings.weight * 100).rounded() / 100
  }

  /// What stands against the agenda, in families with room for it.
  private var remarkRows: [String] {
    guard Self.eventCount(in: family) > 1 else { return [] }
    return remarks
  }

  private var remarks: [String] {
    missing.prefix(3).map { text.language.missing($0.clipped(to: 60)) }
      + problems.prefix(3).map { $0.clipped(to: 200) }
  }

  private var empty: EntryContent {
    let isUnset = settings.shownCalendars?.isEmpty ?? false
    let title = isUnset ? text.language.noneChosen : text.language.nothing
    let hasSubtitle = range == nil && !isUnset && family != .accessoryInline
    let subtitle = text.language.within(text.language.duration(settings.secondsAhead))
    // Where something could not be read, it is not known that nothing is coming up.
    if let problem = problems.first {
      return EntryContent(
        title: problem.clipped(to: 200), subtitle: hasSubtitle ? subtitle : nil,
        body: Array(remarks.filter { $0 != problem.clipped(to: 200) }), symbol: Self.symbol)
    }
    return EntryContent(
      title: title, subtitle: hasSubtitle ? subtitle : nil, body: remarkRows, symbol: Self.symbol)
  }

  /// The share of an event that has passed; nil for one that does not go on, or goes on all day.
  private func share(of occurrence: CalendarOccurrence, passedAt instant: Int) -> Double? {
    let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
    guard !occurrence.isAllDay, start <= instant, instant < end else { return nil }
    return (Double(instant - start) / Double(end - start) * 1000).rounded() / 1000
  }
}

extension CalendarEvent {
  /// Where a tap leads: the page of the event, when it is of a kind that only shows something.
  var link: String? {
    guard let url, url.utf8.count <= 2048, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let scheme = url.split(separator: ":").first?.lowercased(),
      ["http", "https", "mailto", "tel"].contains(scheme), url.count > scheme.count + 1
    else { return nil }
    return url
  }
}

/// How the events of an agenda are written.
extension UpNextAgenda {
  /// One row below the title.
  private enum Row {
    case event(CalendarOccurrence)
    /// Several events of one day before it starts, with the first of them.
    case early(count: Int, first: CalendarOccurrence)

    var occurrence: CalendarOccurrence {
      switch self {
      case .event(let occurrence), .early(_, let occurrence): occurrence
      }
    }
  }

  /// The title of an event.
  func title(of occurrence: CalendarOccurrence) -> String {
    let title = occurrence.event.summary.clipped(to: 80)
    return title.isEmpty ? text.language.untitled : title
  }

  /// The line below the title: when and where.
  func subtitle(of occurrence: CalendarOccurrence, at instant: Int) -> String {
    let place = occurrence.event.location?.clipped(to: 60)
    let time = range(of: occurrence, at: instant)
    let parts = settings.style == .countdown ? [countdown(occurrence, at: instant), time] : [time]
    return (parts + [place].compactMap { $0 }).uniqued().joined(separator: " · ")
  }

  /// The shortest word on when an event is: its time, and its day when that is another one.
  func when(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    if settings.style == .countdown { return countdown(occurrence, at: instant) }
    let day = dayPrefix(occurrence, at: instant)
    return day + (occurrence.isAllDay ? text.language.allDay : time(occurrence.start.wholeSeconds))
  }

  /// The rows of further events, as many as the family has room for.
  func rows(_ others: [CalendarOccurrence], at instant: Int) -> [String] {
    var heading = zone.wall(at: instant).date
    return folded(others, at: instant).prefix(Self.eventCount(in: family) - 1).flatMap { row in
      let day = day(of: row.occurrence, at: instant)
      guard settings.style == .agenda, day != heading else { return [line(row, at: instant)] }
      heading = day
      return [text.shortDate(day), line(row, at: instant)]
    }
  }

  /// The events with those before the start of their day in one row, where a day has several.
  private func folded(_ others: [CalendarOccurrence], at instant: Int) -> [Row] {
    let early = Dictionary(grouping: others.filter { isEarly($0, at: instant) }) {
      day(of: $0, at: instant)
    }.filter { $0.value.count > 1 }
    return others.compactMap { occurrence in
      guard isEarly(occurrence, at: instant),
        let group = early[day(of: occurrence, at: instant)]
      else { return .event(occurrence) }
      return group.first == occurrence ? .early(count: group.count, first: occurrence) : nil
    }
  }

  private func isEarly(_ occurrence: CalendarOccurrence, at instant: Int) -> Bool {
    let start = occurrence.start.wholeSeconds
    return !occurrence.isAllDay && start > instant
      && zone.wall(at: start).secondOfDay < settings.dayStartSecond
  }

  private func line(_ row: Row, at instant: Int) -> String {
    switch row {
    case .early(let count, let first):
      return "\(rowTime(first, at: instant))  \(text.language.early(count))"
    case .event(let occurrence):
      return "\(rowTime(occurrence, at: instant))  \(title(of: occurrence))"
    }
  }

  private func rowTime(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    switch settings.style {
    case .agenda:
      occurrence.isAllDay ? text.language.allDay : time(occurrence.start.wholeSeconds)
    case .list: range(of: occurrence, at: instant)
    case .countdown: countdown(occurrence, at: instant)
    }
  }

  /// When an event is, from start to end, with its day when that is another one.
  private func range(of occurrence: CalendarOccurrence, at instant: Int) -> String {
    let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
    let prefix = dayPrefix(occurrence, at: instant)
    if occurrence.isAllDay { return prefix + text.language.allDay }
    if start <= instant, end > instant { return text.language.until(time(end)) }
    return prefix + (start == end ? time(start) : "\(time(start))–\(time(end))")
  }

  private func countdown(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
    if occurrence.isAllDay { return range(of: occurrence, at: instant) }
    if start > instant { return text.language.ahead(text.language.duration(start - instant)) }
    return text.language.left(text.language.duration(end - instant))
  }

  /// The day an event is shown under: the day it begins, or the first day in view after that.
  private func day(of occurrence: CalendarOccurrence, at instant: Int) -> CivilDate {
    zone.wall(at: max(instant, range?.from ?? instant, occurrence.start.wholeSeconds)).date
  }

  private func dayPrefix(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    let day = day(of: occurrence, at: instant)
    return day == zone.wall(at: instant).date ? "" : text.shortDate(day) + " "
  }

  private func time(_ instant: Int) -> String { text.time(zone.wall(at: instant)) }
}

extension Array where Element: Hashable {
  /// Each element where it stands first.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
