import ICalendar
import IntentModel
import Messages
import WidgetTimeline
import Zones

/// The next events, and their content at an instant.
struct UpNextAgenda {
  /// The symbol of every entry.
  static let symbol = "calendar"

  /// The intent.
  let settings: UpNextIntent
  /// The zone of the viewer.
  let zone: ZoneRules
  /// The family of the widget.
  let family: WidgetFamily
  /// The formatter of times and dates.
  let text: WidgetText
  /// The moment of the first entry, in Unix seconds.
  let now: Int
  /// The range of days; nil if the intent does not use one.
  let range: Window?
  /// The events in order.
  var occurrences: [CalendarOccurrence] = []
  /// The names of chosen calendars that do not exist.
  var missing: [String] = []
  /// The problems of the calendars, with one sentence for each file.
  var problems: [String] = []
  /// The names of calendars that could not be read, so that events may be missing.
  var unread: [String] = []
  /// The maximum number of seconds until the calendars are read again; nil if they do not change by
  /// themselves.
  var reload: Int?

  /// Makes an agenda without events.
  init(
    settings: UpNextIntent, now: Int, zone: ZoneRules, family: WidgetFamily, locale: String
  ) {
    self.settings = settings
    self.zone = zone
    self.family = family
    self.now = now
    text = WidgetText(locale: locale)
    range = settings.rangeWindow(now: now, zone: zone)
  }

  /// The number of events that fit into a family.
  static func eventCount(in family: WidgetFamily) -> Int {
    switch family {
    case .systemLarge: 6
    case .systemExtraLargePortrait: 10
    case .systemExtraLarge: 12
    case .systemSmall, .accessoryCorner, .accessoryCircular, .accessoryRectangular,
      .accessoryInline:
      1
    // The number for the medium family, which an unknown family uses as well.
    default: 3
    }
  }

  /// The events that are not over at an instant and are within the look-ahead or the range of days.
  func visible(at instant: Int) -> [CalendarOccurrence] {
    let view = range ?? Window(from: instant, to: instant + settings.secondsAhead + 1)
    return occurrences.filter { occurrence in
      let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
      return Window(from: instant, to: .max).meets(start: start, end: end)
        && view.meets(start: start, end: end)
    }
  }

  /// The event shown in the title: the first timed event of today, or else the first event.
  func lead(of visible: [CalendarOccurrence], at instant: Int) -> CalendarOccurrence? {
    let midnight = zone.nextMidnight(after: instant)
    return visible.first { !$0.isAllDay && $0.start.wholeSeconds < midnight } ?? visible.first
  }

  /// Whether there are countdowns, whose texts change by themselves.
  var isCounting: Bool {
    settings.style == .countdown && occurrences.contains { !$0.isAllDay }
  }

  /// The content at an instant.
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
    default:
      content.body = (rows(others, below: lead, at: instant) + remarkRows).map { EntryText($0) }
      if family.hasSeveralTapTargets { content.links = links(of: others, at: instant) }
    }
    // A small family has no room for rows, and a status bar shows none.
    let marks = listed(unread.map { text("\($0.clipped(to: 40)): not read") }, limit: 2)
    if !marks.isEmpty {
      let parts = [content.subtitle?.description].compactMap { $0 } + marks
      content.subtitle = EntryText(parts.joined(separator: " · "))
    }
    return content
  }

  /// The relevance, rounded: the nearness of the lead, times the emphasis.
  ///
  /// An event in progress is nearest, and an event that has just come into view is farthest. The
  /// nearness of an all-day event is fixed and small, so that the event does not outrank all others
  /// for the whole day.
  func relevance(at instant: Int) -> Double {
    guard let lead = lead(of: visible(at: instant), at: instant) else { return 0 }
    let wait = Double(max(0, lead.start.wholeSeconds - instant))
    let nearness = lead.isAllDay ? 0.1 : max(0, 1 - wait / Double(settings.secondsAhead))
    return (nearness * settings.weight * 100).rounded() / 100
  }

  /// The remarks, in families that have room for them.
  private var remarkRows: [String] {
    guard Self.eventCount(in: family) > 1 else { return [] }
    return remarks
  }

  private var shownProblems: [String] { problems.map { $0.clipped(to: 200) } }

  private var remarks: [String] {
    listed(missing.map { text("\($0.clipped()): calendar not found") }, limit: 3)
      + listed(shownProblems, limit: 3)
  }

  /// The first few of several texts; the last of them is followed by the number of the remaining
  /// texts.
  private func listed(_ texts: [String], limit: Int) -> [String] {
    guard texts.count > limit else { return texts }
    let last = text("\(texts[limit - 1]) and \(texts.count - limit) more")
    return texts.prefix(limit - 1) + [last]
  }

  private var empty: EntryContent {
    let isUnset = settings.shownCalendars?.isEmpty ?? false
    let title = text(
      settings.isRangeReversed
        ? .rangeReversed
        : isUnset ? "No calendars chosen" : "Nothing coming up")
    let hasSubtitle = range == nil && !isUnset && family != .accessoryInline
    let subtitle = text(
      """
      in the next \
      \(duration: Double(settings.secondsAhead), text: Double(settings.secondsAhead).durationText)
      """
    )
    // If a file could not be read, events may be missing from the agenda.
    if let problem = shownProblems.first {
      return EntryContent(
        title: problem, subtitle: hasSubtitle ? subtitle : nil,
        body: Array(remarks.filter { $0 != problem }), symbol: Self.symbol)
    }
    return EntryContent(
      title: title, subtitle: hasSubtitle ? subtitle : nil, body: remarkRows, symbol: Self.symbol)
  }

  /// The elapsed share of an event; nil if it is not in progress or lasts all day.
  private func share(of occurrence: CalendarOccurrence, passedAt instant: Int) -> Double? {
    let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
    guard !occurrence.isAllDay, start <= instant, instant < end else { return nil }
    return (Double(instant - start) / Double(end - start) * 1000).rounded() / 1000
  }
}

extension CalendarEvent {
  /// The URL that a tap opens, if its scheme is harmless: the page of the event, or else its
  /// conference, or else the first link in the location or the description.
  var link: String? {
    if let url = [url, conference].compactMap({ $0 }).first(where: Self.isHarmless) { return url }
    return [location, notes].lazy.compactMap { $0.flatMap { Self.firstLink($0) } }.first
  }

  /// Whether the event is online: it names a conference, or has a link to a meeting service.
  var isOnline: Bool {
    conference != nil
      || [url, location, notes].contains { text in
        text.flatMap { Self.firstLink($0, where: Self.isMeeting) } != nil
      }
  }

  /// The hosts of meeting services; their subdomains count as well.
  private static let meetingHosts = [
    "zoom.us", "zoomgov.com", "teams.microsoft.com", "teams.live.com", "meet.google.com",
    "webex.com", "meet.jit.si", "whereby.com", "gotomeeting.com", "meet.goto.com", "gotomeet.me",
    "bluejeans.com", "chime.aws", "join.skype.com", "facetime.apple.com", "meet.lync.com",
  ]

  private static func isMeeting(_ url: String) -> Bool {
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let host = rest.prefix { !"/?#:".contains($0) }.lowercased()
    return meetingHosts.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  private static func isHarmless(_ url: String) -> Bool {
    guard url.utf8.count <= 2048, url.utf8.allSatisfy(\.isVisible),
      let scheme = url.split(separator: ":").first?.lowercased()
    else { return false }
    return (webSchemes + ["mailto", "tel"]).contains(scheme) && url.count > scheme.count + 1
  }

  private static let webSchemes = ["http", "https"]

  /// The first web link that meets a condition in a text, without the punctuation after it.
  private static func firstLink(
    _ text: String, where isMeant: (String) -> Bool = { _ in true }
  ) -> String? {
    var rest = text.prefix(20_000)
    while let sign = rest.firstRange(of: "://") {
      let scheme = String(rest[..<sign.lowerBound].reversed().prefix { $0.isLetter }.reversed())
      let word = rest[sign.upperBound...].prefix { !$0.isWhitespace && !"\"<>“”«»".contains($0) }
      rest = rest[sign.upperBound...]
      var url = "\(scheme)://\(word)".replacing("&amp;", with: "&")
      while let last = url.last, ".,;:!?'*_".contains(last) || last.closes(url) { url.removeLast() }
      if webSchemes.contains(scheme.lowercased()), isHarmless(url),
        word.first.map({ $0.isLetter || $0.isNumber || $0 == "[" }) ?? false, isMeant(url)
      {
        return url
      }
    }
    return nil
  }
}

/// The texts of an agenda's events.
extension UpNextAgenda {
  /// A row below the title.
  private enum Row {
    case event(CalendarOccurrence)
    /// The number of events on one day before its configured start, and the first of these events.
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
    return title.isEmpty ? text("Untitled") : title
  }

  /// The line below the title: the time and the location.
  func subtitle(of occurrence: CalendarOccurrence, at instant: Int) -> String {
    let place = occurrence.event.location?.clipped()
    let time = range(of: occurrence, at: instant)
    let parts = settings.style == .countdown ? [countdown(occurrence, at: instant), time] : [time]
    return (parts + [place].compactMap { $0 }).firsts.joined(separator: " · ")
  }

  /// The shortest text for the time of an event, with its day if that is not today.
  func when(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    if settings.style == .countdown { return countdown(occurrence, at: instant) }
    let start = occurrence.start.wholeSeconds
    // A time on an earlier day would look like a time today.
    if occurrence.isAllDay || isBeforeToday(start, at: instant) {
      return range(of: occurrence, at: instant)
    }
    return time(start, withDay: instant)
  }

  /// The rows of the other events, up to the number that the family has room for.
  ///
  /// A day is named only once; the day of the lead is named in the line below the title.
  func rows(
    _ others: [CalendarOccurrence], below lead: CalendarOccurrence, at instant: Int
  ) -> [String] {
    // If the lead begins before the day under which it is shown, its line does not name that day.
    let isNamed = lead.isAllDay || startsOnItsDay(lead, at: instant)
    var heading = isNamed ? day(of: lead, at: instant) : zone.wall(at: instant).date
    return folded(others, at: instant).prefix(Self.eventCount(in: family) - 1).flatMap { row in
      let day = day(of: row.occurrence, at: instant)
      guard settings.style == .agenda, day != heading else { return [line(row, at: instant)] }
      heading = day
      return [shortDate(day, at: instant), line(row, at: instant)]
    }
  }

  /// The links of the rows of the other events.
  func links(of others: [CalendarOccurrence], at instant: Int) -> [EntryLink] {
    folded(others, at: instant).prefix(Self.eventCount(in: family) - 1).compactMap { row in
      row.occurrence.event.link.map { EntryLink(label: title(of: row.occurrence), url: $0) }
    }
  }

  /// The events as rows; if a day has several events before `dayStartSecond`, they share a row.
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
      return "\(rowTime(first, at: instant))  \(text("\(count, "early event", "early events")"))"
    case .event(let occurrence):
      return "\(rowTime(occurrence, at: instant))  \(title(of: occurrence))"
    }
  }

  private func rowTime(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    switch settings.style {
    case .agenda where occurrence.isAllDay: text(.allDay)
    case .agenda where startsOnItsDay(occurrence, at: instant):
      time(occurrence.start.wholeSeconds)
    case .agenda, .list: range(of: occurrence, at: instant)
    case .countdown: countdown(occurrence, at: instant)
    }
  }

  /// The start and the end of an event.
  ///
  /// Each time includes its day unless that is today. The end also omits the day on which the event
  /// starts.
  private func range(of occurrence: CalendarOccurrence, at instant: Int) -> String {
    let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
    if occurrence.isAllDay { return dayPrefix(occurrence, at: instant) + text(.allDay) }
    if start <= instant, end > instant {
      return text("until \(endTime(end, ofDay: instant, at: instant))")
    }
    let first = time(start, withDay: instant)
    guard start != end else { return first }
    let last = endTime(end, ofDay: start, at: instant)
    return last == time(end) ? "\(first)–\(last)" : "\(first) – \(last)"
  }

  private func isBeforeToday(_ moment: Int, at instant: Int) -> Bool {
    zone.wall(at: moment).date < zone.wall(at: instant).date
  }

  /// Whether an event begins on the day under which it is shown.
  private func startsOnItsDay(_ occurrence: CalendarOccurrence, at instant: Int) -> Bool {
    zone.wall(at: occurrence.start.wholeSeconds).date == day(of: occurrence, at: instant)
  }

  /// A time of day, with its day if that is not today.
  private func time(_ moment: Int, withDay instant: Int) -> String {
    let day = zone.wall(at: moment).date
    return day == zone.wall(at: instant).date
      ? time(moment) : "\(shortDate(day, at: instant)) \(time(moment))"
  }

  /// The time at which an event ends.
  ///
  /// The text includes the day, unless the event ends on the given day or at the midnight after
  /// that day.
  private func endTime(_ end: Int, ofDay moment: Int, at instant: Int) -> String {
    if end <= zone.nextMidnight(after: moment) { return time(end) }
    return "\(shortDate(zone.wall(at: end).date, at: instant)) \(time(end))"
  }

  private func countdown(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    let (start, end) = (occurrence.start.wholeSeconds, occurrence.end.wholeSeconds)
    if occurrence.isAllDay { return range(of: occurrence, at: instant) }
    let seconds = Double(Self.rounded((start > instant ? start : end) - instant))
    return text(
      start > instant
        ? "in \(duration: seconds, text: seconds.durationText)"
        : "\(duration: seconds, text: seconds.durationText) left")
  }

  /// The seconds that a countdown shows.
  ///
  /// From an hour on, they are rounded down so nobody is late, and more coarsely from a day on.
  /// Below an hour, they are rounded up to whole minutes, so the minute that has begun counts.
  static func rounded(_ seconds: Int) -> Int {
    switch seconds {
    case CivilDateTime.secondsPerDay...: seconds / 3_600 * 3_600
    case 3_600...: seconds / 300 * 300
    default: (seconds + 59) / 60 * 60
    }
  }

  /// The day under which an event is shown: the day on which it begins or, if that day is not
  /// shown, the first later day that is shown.
  private func day(of occurrence: CalendarOccurrence, at instant: Int) -> CivilDate {
    zone.wall(at: max(instant, range?.from ?? instant, occurrence.start.wholeSeconds)).date
  }

  private func dayPrefix(_ occurrence: CalendarOccurrence, at instant: Int) -> String {
    let day = day(of: occurrence, at: instant)
    return day == zone.wall(at: instant).date ? "" : shortDate(day, at: instant) + " "
  }

  private func shortDate(_ day: CivilDate, at instant: Int) -> String {
    text.shortDate(day, today: zone.wall(at: instant).date)
  }

  private func time(_ instant: Int) -> String { text.time(zone.wall(at: instant)) }
}

extension Character {
  /// Whether this is a closing bracket without an opening one in the URL.
  fileprivate func closes(_ url: String) -> Bool {
    guard let open: Character = [")": "(", "]": "[", "}": "{"][self] else { return false }
    return url.count { $0 == self } > url.count { $0 == open }
  }
}
