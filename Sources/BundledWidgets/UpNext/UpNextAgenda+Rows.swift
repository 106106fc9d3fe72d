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
      return [text.language.shortDate(day), line(row, at: instant)]
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
      && zone.wall(at: start).secondOfDay < settings.dayStart
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
    return day == zone.wall(at: instant).date ? "" : text.language.shortDate(day) + " "
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
