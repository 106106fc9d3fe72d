import IntentModel
import Messages
import Zones

/// Makes the events of a file from the lines of their components.
package struct EventBuilder {
  private let limits: CalendarLimits
  /// The component that is being read.
  private var component = ICalendarComponents.Event(line: 0)
  /// The zones looked up so far.
  private var zones: ZoneResolver
  /// The problems found so far.
  package var problems: CalendarProblemList

  /// The maximum number of rules of an event.
  private static let ruleLimit = 20

  /// The properties that can occur only once; a repetition is a problem.
  private static let single = Set(
    [
      CalendarProperty.startDate, .endDate, .duration, .recurrence, .status, .uid, .summary,
    ].map(\.rawValue))
  /// The properties that name a conference, with the preferred one first.
  private static let conferences: [CalendarProperty] = [
    .conference, .googleConference, .teamsMeeting, .onlineMeeting,
  ]

  /// Makes a builder that continues with the file's problems.
  package init(zones: ZoneResolver, problems: CalendarProblemList, limits: CalendarLimits) {
    self.zones = zones
    self.problems = problems
    self.limits = limits
  }

  /// Starts the next `VCALENDAR` of the file, with the zones that it defines.
  package mutating func begin(definitions: [String: ZoneDefinition], calendarZone: String?) {
    zones.begin(definitions: definitions, calendarZone: calendarZone)
  }

  /// The event that a component describes; nil if the component has no usable start.
  ///
  /// A cancelled event is kept, because it removes older revisions or an occurrence.
  package mutating func event(of component: ICalendarComponents.Event) -> CalendarEvent? {
    self.component = component
    reportRepeated()
    let isCancelled = line(.status)?.value.trimmed.uppercased() == "CANCELLED"
    let replaced = line(.recurrence).flatMap { moment($0) }
    guard let start = line(.startDate).flatMap({ moment($0) }) ?? (isCancelled ? replaced : nil)
    else {
      if !isCancelled {
        problems.add(.missing(CalendarProperty.startDate.rawValue), line: component.line)
      }
      return nil
    }
    var event = CalendarEvent(start: start)
    event.replaced = replaced
    event.isCancelled = isCancelled
    (event.line, event.file) = (component.line, problems.file)
    event.changesFuture = changesFuture
    event.revision = revision
    fillTexts(&event)
    event.span = span(from: start)
    if isMarkedAllDay { event.becomeAllDay() }
    if replaced == nil { fillRecurrence(&event) }
    if event.isAllDay {
      for index in event.rules.indices { event.rules[index].endOnDay(in: start.ownZone) }
    }
    return event
  }

  /// The revision of the component.
  private var revision: CalendarRevision {
    func seconds(_ property: CalendarProperty) -> Int? {
      switch line(property).flatMap({ CompactMoment($0.value) }) {
      case .utc(let wall), .local(let wall): wall.wallSeconds
      case .date, nil: nil
      }
    }
    return CalendarRevision(
      sequence: line(.sequence).flatMap { Int($0.value.trimmed) } ?? 0,
      modified: seconds(.modified), stamp: seconds(.stamp))
  }

  /// Whether Exchange marks the event as all-day; if so, its times are midnights.
  private var isMarkedAllDay: Bool {
    line(.allDay)?.value.trimmed.uppercased() == "TRUE"
  }

  private func line(_ property: CalendarProperty) -> ICalendarLine? {
    component.lines.first(property)
  }

  /// The line of the preferred conference: a video conference is preferred to a web address, and
  /// both are preferred to any other conference.
  ///
  /// A link for moderators comes last (RFC 7986 §6.3).
  private func conference(_ property: CalendarProperty) -> ICalendarLine? {
    func rank(_ line: ICalendarLine) -> Int {
      let features = line.parameters.filter { $0.name == CalendarParameter.feature.rawValue }
        .flatMap(\.values)
        .flatMap { $0.uppercased().split(separator: ",") }
      if features.contains("MODERATOR") { return 3 }
      if features.contains("VIDEO") { return 0 }
      return line.value.trimmed.lowercased().hasPrefix("http") ? 1 : 2
    }
    return component.lines.all(property).enumerated().min {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }?
    .element
  }

  private mutating func reportRepeated() {
    var seen: Set<String> = []
    for line in component.lines where Self.single.contains(line.name) {
      if !seen.insert(line.name).inserted { problems.add(.repeated(line.name), line: line.number) }
    }
  }

  private func fillTexts(_ event: inout CalendarEvent) {
    func text(_ text: String?) -> String? {
      text.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
    event.uid = text(line(.uid)?.text) ?? ""
    event.summary = text(line(.summary)?.text) ?? ""
    event.location = text(line(.location)?.text)
    event.notes = text(line(.description)?.text)
    event.url = text(line(.url)?.value)
    event.conference = Self.conferences.lazy.compactMap { text(conference($0)?.value) }.first
    event.hasAttendees = line(.attendee) != nil
    event.categories = component.lines.all(.categories).flatMap(\.texts)
  }

  private mutating func fillRecurrence(_ event: inout CalendarEvent) {
    let lines = component.lines.all(.rule).filter { !$0.value.trimmed.isEmpty }
    for line in lines.prefix(Self.ruleLimit) {
      let (rule, errors) = RecurrenceRule.reading(line.value)
      if !errors.isEmpty { problems.add(.rule(line.value, errors), line: line.number) }
      if let rule { event.rules.append(rule) }
    }
    if lines.count > 1 { problems.add(.severalRules, line: lines[1].number) }
    event.additions = values(.dates).compactMap { addition($0.line, text: $0.text) }
    event.exceptions = values(.excludedDates).compactMap { moment($0.line, text: $0.text) }
    for line in component.lines.all(.excludedRule) {
      problems.add(.unsupported(line.name), line: line.number)
    }
  }

  /// Whether the event also changes the occurrences after the replaced one.
  private var changesFuture: Bool {
    mutating get {
      guard let line = line(.recurrence), let range = line.parameter(.range) else {
        return false
      }
      if range.uppercased() == "THISANDFUTURE" { return true }
      problems.add(
        .unsupportedParameter(CalendarParameter.range.rawValue, of: line.name), line: line.number)
      return false
    }
  }

  /// The values in all lines of a property, up to the limit.
  private func values(
    _ property: CalendarProperty
  ) -> ArraySlice<(line: ICalendarLine, text: Substring)> {
    component.lines.all(property)
      .flatMap { line in line.value.split(separator: ",").map { (line, $0) } }
      .prefix(limits.listedDateCount)
  }

  /// A date, a time, or a period with its own duration (RFC 5545 §3.3.9).
  private mutating func addition(
    _ line: ICalendarLine, text: Substring
  ) -> CalendarEvent.Addition? {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let start = moment(line, text: first) else { return nil }
    guard parts.count == 2 else { return CalendarEvent.Addition(start: start) }
    if let span = CalendarSpan(duration: parts[1].trimmed) {
      return CalendarEvent.Addition(start: start, span: span)
    }
    guard let end = moment(line, text: parts[1]) else { return nil }
    return CalendarEvent.Addition(start: start, span: span(from: start, to: end, line: line))
  }

  private mutating func moment(_ line: ICalendarLine) -> CalendarMoment? {
    moment(line, text: line.value[...])
  }

  /// The moment in a value of a line; reports a problem and returns nil if the value is invalid.
  private mutating func moment(_ line: ICalendarLine, text: Substring) -> CalendarMoment? {
    switch CompactMoment(text) {
    case .date(let date): return CalendarMoment(wall: CivilDateTime(date), frame: .date)
    case .utc(let wall): return CalendarMoment(wall: wall, frame: .zone(.utc))
    case .local(let wall):
      guard let name = line.parameter(.zone) else {
        return CalendarMoment(wall: wall, frame: .floating)
      }
      let (frame, problem) = zones.frame(named: name)
      if let problem { problems.add(problem, line: line.number) }
      return CalendarMoment(wall: wall, frame: frame)
    case nil:
      // Some programs write a colon instead of the semicolon before a parameter.
      if let other = try? ICalendarLine(parsing: "\(line.name);\(text)", number: line.number),
        !other.hasOddParameter
      {
        return moment(other)
      }
      let code = CalendarProblem.Code.badValue(
        property: line.name, value: String(text), form: .dateOrDateTime)
      problems.add(code, line: line.number)
      return nil
    }
  }

  /// The event's duration; by default a day for a date, otherwise zero (RFC 5545 §3.6.1).
  private mutating func span(from start: CalendarMoment) -> CalendarSpan {
    let standard = CalendarSpan(days: start.frame == .date ? 1 : 0)
    if let line = line(.endDate) {
      guard let end = moment(line) else { return standard }
      return span(from: start, to: end, line: line) ?? standard
    }
    guard let line = line(.duration) else { return standard }
    guard let span = CalendarSpan(duration: line.value.trimmed.uppercased()) else {
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
    // A floating end is in the zone of the start.
    let zone = start.zone(viewer: .utc)
    let isDate = start.frame == .date
    let length =
      isDate
      ? end.wall.dayNumber - start.wall.dayNumber
      : end.instant(viewer: zone) - start.instant(viewer: zone)
    guard length >= 0 else {
      problems.add(.endBeforeStart, line: line.number)
      return nil
    }
    guard isDate else { return CalendarSpan(seconds: length) }
    // In the files of many programs, a one-day event starts and ends on the same day.
    return length > 0 ? CalendarSpan(days: length) : nil
  }
}
