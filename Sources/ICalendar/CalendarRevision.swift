import Zones

/// The revision of an event (RFC 5546 §2.1.5).
package struct CalendarRevision: Hashable, Sendable {
  /// The number of the revision.
  package var sequence = 0
  /// The time of the last change, in Unix seconds.
  package var modified: Int?
  /// The time at which this revision was written, in Unix seconds.
  package var stamp: Int?

  /// Whether this revision is newer than another revision; nil if unknown.
  package func isNewer(than other: CalendarRevision) -> Bool? {
    if sequence != other.sequence { return sequence > other.sequence }
    for (mine, others) in [(modified, other.modified), (stamp, other.stamp)] {
      if let mine, let others, mine != others { return mine > others }
    }
    return nil
  }
}

extension CalendarFile {
  /// Keeps the newest revision of each event and of each replaced occurrence.
  ///
  /// Cancelled events that do not replace an occurrence are removed, and with them the replacements
  /// of their occurrences that are not newer. If it is unknown which of two events is newer, a
  /// problem is reported and both are kept; but if they replace the same occurrence, only the last
  /// one is kept.
  ///
  /// - Parameter problems: The list to which the problems are added.
  package mutating func keepNewestRevisions(problems: inout CalendarProblemList) {
    var places: [Key: [Int]] = [:]
    for (place, event) in events.enumerated() where !event.uid.isEmpty {
      places[Key(event), default: []].append(place)
    }
    var removed: Set<Int> = []
    for same in places.values where same.count > 1 {
      removed.formUnion(older(of: same, problems: &problems))
    }
    var cancelled: [String: CalendarRevision] = [:]
    for (place, event) in events.enumerated()
    where event.isCancelled && event.replaced == nil && !removed.contains(place) {
      removed.insert(place)
      if !event.uid.isEmpty { cancelled[event.uid] = event.revision }
    }
    for (place, event) in events.enumerated() where event.replaced != nil {
      if let end = cancelled[event.uid], event.revision.isNewer(than: end) != true {
        removed.insert(place)
      }
    }
    if !removed.isEmpty {
      events = events.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
    }
    makeReplacementsAllDay()
  }

  /// Makes the replaced occurrences of all-day events all-day, because Exchange writes such an
  /// occurrence as the time from one midnight to another.
  private mutating func makeReplacementsAllDay() {
    let allDay = Set(events.lazy.filter { $0.replaced == nil && $0.isAllDay }.map(\.uid))
    for index in events.indices
    where events[index].replaced != nil && events[index].isFromMidnightToMidnight
      && allDay.contains(events[index].uid)
    {
      events[index].becomeAllDay()
    }
  }

  /// Identifies an event across its revisions.
  private struct Key: Hashable {
    let uid: String
    let replaced: Int?
    let isDate: Bool

    init(_ event: CalendarEvent) {
      uid = event.uid
      replaced = event.replaced?.instant(viewer: .utc)
      isDate = event.replaced?.frame == .date
    }
  }

  private func older(of places: [Int], problems: inout CalendarProblemList) -> [Int] {
    var newest = CalendarRevision(sequence: .min)
    for place in places where events[place].revision.isNewer(than: newest) == true {
      newest = events[place].revision
    }
    var seen: Set<CalendarEvent> = []
    var kept = places.filter { place in
      newest.isNewer(than: events[place].revision) != true
        && seen.insert(events[place].withoutPlace).inserted
    }
    if kept.count > 1, let last = kept.last {
      let event = events[last]
      if event.replaced == nil {
        problems.add(.sameIdentifier(uid: event.uid), line: event.line, file: event.file)
      } else {
        problems.add(.sameOccurrence(uid: event.uid), line: event.line, file: event.file)
        kept = [last]
      }
    }
    return places.filter { !kept.contains($0) }
  }
}

extension CalendarEvent {
  /// Changes an event that begins at midnight to an all-day event.
  package mutating func becomeAllDay() {
    guard start.frame != .date, start.wall.secondOfDay == 0 else { return }
    let seconds = span.days * CivilDateTime.secondsPerDay + span.seconds
    // A day can be an hour shorter or longer.
    let days = (seconds + CivilDateTime.secondsPerDay / 2) / CivilDateTime.secondsPerDay
    start.frame = .date
    span = CalendarSpan(days: max(1, days))
  }

  /// Whether the event begins at midnight and lasts a whole number of days.
  fileprivate var isFromMidnightToMidnight: Bool {
    let day = CivilDateTime.secondsPerDay
    let rest = (span.days * day + span.seconds + day / 2) % day - day / 2
    return start.wall.secondOfDay == 0 && abs(rest) <= 3600
      && (span.days > 0 || span.seconds >= day / 2)
  }

  /// The event without its position: the line number and the file name.
  fileprivate var withoutPlace: CalendarEvent {
    var copy = self
    (copy.line, copy.file) = (0, "")
    return copy
  }
}
