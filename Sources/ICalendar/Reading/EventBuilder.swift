import IntentModel

/// Makes the events of a file from the lines of its `VEVENT` components.
package struct EventBuilder {
  private let limits: CalendarLimits
  /// The component whose event is made.
  private var component = ICalendarComponents.Event(line: 0)
  /// The zones looked up so far.
  private var zones: ZoneResolver
  /// The problems found so far.
  private(set) var problems: CalendarProblemList

  /// The properties that can occur only once; a repetition is a problem.
  private static let single: Set<String> = [
    "DTSTART", "DTEND", "DURATION", "RRULE", "RECURRENCE-ID", "STATUS", "UID", "SUMMARY",
  ]

  /// Makes a builder that continues with the file's problems.
  package init(zones: ZoneResolver, problems: CalendarProblemList, limits: CalendarLimits) {
    self.zones = zones
    self.problems = problems
    self.limits = limits
  }

  /// The event of a component; nil if it has no usable start or is cancelled.
  ///
  /// A cancelled event that replaces an occurrence is kept, because it removes that occurrence.
  package mutating func event(of component: ICalendarComponents.Event) -> CalendarEvent? {
    self.component = component
    reportRepeated()
    let isCancelled = line("STATUS")?.value.uppercased() == "CANCELLED"
    let replaced = line("RECURRENCE-ID").flatMap { replacedMoment($0) }
    if isCancelled, replaced == nil { return nil }
    guard let startLine = line("DTSTART"), let start = moment(startLine) else {
      problems.add(.missing("DTSTART"), line: component.line)
      return nil
    }
    var event = CalendarEvent(start: start)
    event.replaced = replaced
    event.isCancelled = isCancelled
    event.line = component.line
    fillTexts(&event)
    event.span = span(from: start)
    if replaced == nil { fillRecurrence(&event) }
    return event
  }

  private func line(_ name: String) -> ICalendarLine? {
    component.lines.first { $0.name == name }
  }

  private mutating func reportRepeated() {
    var seen: Set<String> = []
    for line in component.lines where Self.single.contains(line.name) {
      if !seen.insert(line.name).inserted { problems.add(.repeated(line.name), line: line.number) }
    }
  }

  private func fillTexts(_ event: inout CalendarEvent) {
    event.uid = line("UID")?.text ?? ""
    event.summary = line("SUMMARY")?.text ?? ""
    event.location = line("LOCATION").map(\.text).flatMap { $0.isEmpty ? nil : $0 }
    event.notes = line("DESCRIPTION").map(\.text).flatMap { $0.isEmpty ? nil : $0 }
    event.url = line("URL").map(\.value).flatMap { $0.isEmpty ? nil : $0 }
    event.hasAttendees = line("ATTENDEE") != nil
    event.categories = component.lines.filter { $0.name == "CATEGORIES" }.flatMap(\.texts)
  }

  private mutating func fillRecurrence(_ event: inout CalendarEvent) {
    if let line = line("RRULE") {
      do {
        event.rule = try RecurrenceRule(parsing: line.value)
      } catch {
        problems.add(.rule(line.value, error), line: line.number)
      }
    }
    event.additions = moments("RDATE")
    event.exceptions = moments("EXDATE")
    for line in component.lines where line.name == "EXRULE" {
      problems.add(.unsupported("EXRULE"), line: line.number)
    }
  }

  private mutating func replacedMoment(_ line: ICalendarLine) -> CalendarMoment? {
    if line.parameter("RANGE") != nil {
      problems.add(.unsupportedParameter("RANGE", of: "RECURRENCE-ID"), line: line.number)
    }
    return moment(line)
  }

  private mutating func moments(_ name: String) -> [CalendarMoment] {
    var moments: [CalendarMoment] = []
    for line in component.lines where line.name == name {
      for value in line.value.split(separator: ",") where moments.count < limits.listedDateCount {
        // A period (RFC 5545 §3.3.9) only gives a start; the event keeps its own duration.
        let text = value.split(separator: "/", maxSplits: 1).first ?? value
        if let moment = moment(line, text: text) { moments.append(moment) }
      }
    }
    return moments
  }

  private mutating func moment(_ line: ICalendarLine) -> CalendarMoment? {
    moment(line, text: line.value[...])
  }

  /// The moment in a value of a line; nil with a problem if the value is invalid.
  private mutating func moment(_ line: ICalendarLine, text: Substring) -> CalendarMoment? {
    switch CompactMoment(text) {
    case .date(let date): return CalendarMoment(wall: CivilDateTime(date), frame: .date)
    case .utc(let wall): return CalendarMoment(wall: wall, frame: .zone(.utc))
    case .local(let wall):
      guard let name = line.parameter("TZID") else {
        return CalendarMoment(wall: wall, frame: .floating)
      }
      let (zone, problem) = zones.zone(named: name)
      if let problem { problems.add(problem, line: line.number) }
      return CalendarMoment(wall: wall, frame: .zone(zone))
    case nil:
      let code = CalendarProblem.Code.badValue(
        property: line.name, value: String(text), form: .dateOrDateTime)
      problems.add(code, line: line.number)
      return nil
    }
  }

  /// The event's duration; by default a day for a date, otherwise zero (RFC 5545 §3.6.1).
  private mutating func span(from start: CalendarMoment) -> CalendarSpan {
    let standard = CalendarSpan(days: start.frame == .date ? 1 : 0)
    if let line = line("DTEND") {
      guard let end = moment(line) else { return standard }
      return span(from: start, to: end, line: line) ?? standard
    }
    guard let line = line("DURATION") else { return standard }
    guard let span = CalendarSpan(duration: line.value) else {
      problems.add(
        .badValue(property: line.name, value: line.value, form: .duration), line: line.number)
      return standard
    }
    guard start.frame == .date else { return span }
    return CalendarSpan(days: max(1, span.days + span.seconds / CivilDateTime.secondsPerDay))
  }

  private mutating func span(
    from start: CalendarMoment, to end: CalendarMoment, line: ICalendarLine
  ) -> CalendarSpan? {
    if start.frame == .date {
      let days = end.wall.dayNumber - start.wall.dayNumber
      if days < 0 { problems.add(.endBeforeStart, line: line.number) }
      // Many programs give a one-day event the same day as its start and its end.
      return days > 0 ? CalendarSpan(days: days) : nil
    }
    // A floating end belongs to the zone of the start.
    let zone = start.zone(viewer: .utc)
    let seconds = end.instant(viewer: zone) - start.instant(viewer: zone)
    if seconds < 0 { problems.add(.endBeforeStart, line: line.number) }
    return seconds >= 0 ? CalendarSpan(seconds: seconds) : nil
  }
}
