import IntentModel
package import Zones

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The events of several calendars, for a reader in a zone.
package struct CalendarEvents: Sendable {
  /// The calendars.
  package var files: [CalendarFile]
  /// The reader's zone, which applies to whole days and floating times.
  package var viewer: ZoneRules
  /// The limits of the expansion.
  package var limits = CalendarLimits()

  package init(files: [CalendarFile], viewer: ZoneRules, limits: CalendarLimits = CalendarLimits())
  {
    self.files = files
    self.viewer = viewer
    self.limits = limits
  }

  /// The occurrences that overlap a window, whose end is exclusive.
  ///
  /// An occurrence without a duration is in the window if it begins there. An empty or reversed
  /// window has no occurrences. Returns at most `limits.occurrenceCount` occurrences, the earliest
  /// ones; if there are more, the result has a problem, but no error is thrown.
  package func occurrences(from: Date, to: Date) -> CalendarExpansion {
    let window = Window(from: from.wholeSeconds, to: to.wholeSeconds)
    var result = CalendarExpansion()
    guard window.from < window.to else { return result }
    // A separate limit prevents costly changes from using up the work limit of the series.
    var (work, workForChanges) = (limits.workInAll, limits.workInAll)
    var isCut = false
    for file in files {
      let series = Series(file, viewer: viewer)
      var present: [String: Set<Int>] = [:]
      for (uid, wanted) in series.wanted.sorted(by: { $0.key < $1.key }) {
        guard let master = series.masters[uid] else { continue }
        let (found, isExhausted) = EventExpansion.starts(
          among: wanted, of: master, viewer: viewer, work: &workForChanges,
          limit: limits.workPerEvent)
        present[uid] = found
        if isExhausted { add(exhausted(master, in: file), to: &result) }
      }
      for event in file.events
      where !event.isCancelled && isCurrent(event, in: series, present: present) {
        let isSeries = event.replaced == nil
        var expansion = EventExpansion(
          event: event, changes: isSeries ? series.changes[event.uid] ?? [] : [], viewer: viewer,
          window: window, limit: limits.occurrenceCount + 1, work: min(work, limits.workPerEvent))
        expansion.run(except: isSeries ? series.replaced[event.uid] : nil)
        work -= expansion.used
        if expansion.isExhausted { add(exhausted(event, in: file), to: &result) }
        result.occurrences += expansion.results.map { occurrence($0, in: file) }
        isCut = trim(&result.occurrences, to: limits.occurrenceCount * 2) || isCut
      }
    }
    isCut = trim(&result.occurrences, to: limits.occurrenceCount) || isCut
    if isCut, let file = files.first {
      let code = CalendarProblem.Code.tooManyOccurrences(limit: limits.occurrenceCount)
      result.problems.append(CalendarProblem(file: file.file, line: nil, code: code))
    }
    result.occurrences.sort(by: CalendarOccurrence.isBefore)
    return result
  }

  /// Keeps the earliest occurrences if there are more than a threshold; returns whether any were
  /// removed.
  private func trim(_ occurrences: inout [CalendarOccurrence], to threshold: Int) -> Bool {
    guard occurrences.count > threshold else { return false }
    occurrences.sort(by: CalendarOccurrence.isBefore)
    occurrences.removeSubrange(limits.occurrenceCount...)
    return true
  }

  /// Whether an event that replaces an occurrence is still valid.
  ///
  /// It is no longer valid if its series excludes the occurrence, or if the series is newer and no
  /// longer has the occurrence.
  ///
  /// - Parameter present: The starts that newer series still have, by UID.
  private func isCurrent(
    _ event: CalendarEvent, in series: Series, present: [String: Set<Int>]
  ) -> Bool {
    guard let replaced = event.replaced, let master = series.masters[event.uid] else { return true }
    let zone = master.start.zone(viewer: viewer)
    let wall = replaced.start(in: master, zone: zone)
    let instant = zone.instant(of: wall)
    if series.exceptions[event.uid]?.contains(wall: wall, instant: instant) == true { return false }
    guard master.revision.sequence > event.revision.sequence else { return true }
    return present[event.uid]?.contains(instant) == true
  }

  private func add(_ problem: CalendarProblem, to result: inout CalendarExpansion) {
    guard result.problems.count < limits.problemCount, !result.problems.contains(problem) else {
      return
    }
    result.problems.append(problem)
  }

  private func exhausted(_ event: CalendarEvent, in file: CalendarFile) -> CalendarProblem {
    let name = event.file.isEmpty ? file.file : event.file
    return CalendarProblem(file: name, line: event.line, code: .workLimit(uid: event.uid))
  }

  private func occurrence(
    _ result: EventExpansion.Result, in file: CalendarFile
  ) -> CalendarOccurrence {
    let event = result.event
    var days: Range<CivilDate>?
    if event.isAllDay {
      let first = result.wall.date
      days = first..<CivilDate(dayNumber: first.dayNumber + max(1, event.span.days))
    }
    return CalendarOccurrence(
      event: event, calendar: file.name, file: file.file,
      start: Date(wholeSeconds: result.start), end: Date(wholeSeconds: result.end), days: days)
  }
}

/// The events of a file that can repeat, and the events that replace their occurrences, by UID.
private struct Series {
  /// The events that do not replace an occurrence.
  private(set) var masters: [String: CalendarEvent] = [:]
  /// The original starts of the occurrences that other events replace.
  private(set) var replaced: [String: ExceptionSet] = [:]
  /// The excluded starts of the events that have replaced occurrences.
  private(set) var exceptions: [String: ExceptionSet] = [:]
  /// The original starts of occurrences that events of an older revision replace; a newer series
  /// may no longer have them.
  private(set) var wanted: [String: Set<Int>] = [:]
  /// The events that replace an occurrence and also change all occurrences after it.
  private(set) var changes: [String: [CalendarEvent]] = [:]

  init(_ file: CalendarFile, viewer: ZoneRules) {
    for event in file.events where event.replaced == nil && !event.uid.isEmpty {
      masters[event.uid] = event
    }
    for event in file.events where !event.uid.isEmpty {
      guard let moment = event.replaced else { continue }
      let master = masters[event.uid]
      if let master, exceptions[event.uid] == nil {
        let zone = master.start.zone(viewer: viewer)
        var set = ExceptionSet()
        for moment in master.exceptions { set.insert(moment, of: master, zone: zone) }
        exceptions[event.uid] = set
      }
      if let master, master.revision.sequence > event.revision.sequence {
        let zone = master.start.zone(viewer: viewer)
        wanted[event.uid, default: []].insert(
          zone.instant(of: moment.start(in: master, zone: zone)))
      }
      replaced[event.uid, default: ExceptionSet()].insert(
        moment, of: master, zone: master?.start.zone(viewer: viewer) ?? viewer)
      if event.changesFuture { changes[event.uid, default: []].append(event) }
    }
  }
}

/// An interval in Unix seconds; its end is exclusive.
package struct Window: Sendable {
  /// The first second.
  package var from: Int
  /// The first second after the interval.
  package var to: Int

  package init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }

  /// Whether an interval overlaps the window.
  package func meets(start: Int, end: Int) -> Bool {
    start < to && (end > from || start >= from)
  }
}
