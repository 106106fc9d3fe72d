import Messages

/// Groups the lines of a file by component.
package struct ICalendarComponents {
  /// The lines of an event.
  package struct Event {
    /// The line number of its `BEGIN`.
    package var line: Int
    /// Its own lines, without the lines of nested components.
    package var lines: [ICalendarLine] = []
  }

  /// The contents of a `VCALENDAR`.
  package struct Calendar {
    /// Its name, if it has one; Apple's property takes precedence.
    package var name: String? { extendedName ?? standardName }
    fileprivate var extendedName: String?
    fileprivate var standardName: String?
    /// The line that marks it as a vCalendar 1.0; nil for another version.
    package var oldVersion: Int?
    /// Whether it has to-dos or journals.
    package var hasOther = false
    /// The events directly inside it.
    package var events: [Event] = []
    /// Its zone, if it gives one.
    package var zoneName: String?
    /// Its definitions of zones, by `TZID`.
    package var zones: [String: ZoneDefinition] = [:]
  }

  private struct Open {
    var name: String
    var line: Int
    /// The kind of the component; nil for a component that is not read.
    var kind: CalendarComponent?
  }

  /// The different names of the calendars, joined by commas; nil if no calendar has a name.
  var name: String? {
    let names = calendars.compactMap(\.name).firsts
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The calendar's colour, if the file gives one.
  private(set) var color: String?
  /// The calendars; usually there is one.
  private(set) var calendars: [Calendar] = []

  /// Whether there are to-dos or journals, but no events.
  var hasNoEvents: Bool {
    calendars.contains(where: \.hasOther) && calendars.allSatisfy(\.events.isEmpty)
  }

  /// The zones that the calendars define, by `TZID`; the first calendar that defines a name counts.
  var allZones: [String: ZoneDefinition] {
    calendars.reduce(into: [:]) { $0.merge($1.zones) { first, _ in first } }
  }

  private let limits: CalendarLimits
  private var eventCount = 0
  private var open: [Open] = []
  private var zone = ZoneDefinition()
  private var isFull = false
  /// The number of open components beyond the depth limit.
  private var depthBelow = 0

  /// Makes an empty collection.
  package init(limits: CalendarLimits) {
    self.limits = limits
  }

  /// Collects all lines of a file.
  package mutating func collect(
    from lines: ICalendarLines, into problems: inout CalendarProblemList
  ) {
    var lines = lines
    var sawCalendar = false
    while let line = lines.next(), !isFull {
      if line.has(.begin) {
        begin(line, &problems)
        sawCalendar = sawCalendar || isInCalendar
      } else if line.has(.end) {
        end(line, &problems)
      } else if isInCalendar {
        take(line)
      }
    }
    for problem in lines.problems { problems.add(problem.code, line: problem.line) }
    while let last = open.last, !isFull { closeUnfinished(last, &problems) }
    if !sawCalendar { problems.add(.noCalendar, line: nil) }
  }

  private var isInCalendar: Bool { open.first?.kind == .calendar }

  private mutating func begin(_ line: ICalendarLine, _ problems: inout CalendarProblemList) {
    guard open.count < limits.depth else {
      if depthBelow == 0 { problems.add(.tooDeep(limit: limits.depth), line: line.number) }
      depthBelow += 1
      return
    }
    let name = line.value.trimmed.uppercased()
    let kind = CalendarComponent(rawValue: name)
    // An event cannot contain an event or a calendar, so the outer event lacks its end.
    if kind == .event || kind == .calendar {
      while let last = open.last, last.kind != .calendar || kind == .calendar {
        closeUnfinished(last, &problems)
      }
    }
    open.append(Open(name: name, line: line.number, kind: kind))
    guard isInCalendar else { return }
    if open.count == 1 { calendars.append(Calendar()) }
    switch (open.count, kind) {
    case (2, .zone?): zone = ZoneDefinition()
    case (2, .event?): addEvent(line, &problems)
    case (2, .toDo?), (2, .journal?): calendars[calendars.count - 1].hasOther = true
    case (3, .standard?), (3, .daylight?): zone.observances.append([])
    default: break
    }
  }

  private mutating func addEvent(_ line: ICalendarLine, _ problems: inout CalendarProblemList) {
    if eventCount == limits.eventCount {
      problems.add(.tooManyEvents(limit: limits.eventCount), line: line.number)
      isFull = true
    } else {
      eventCount += 1
      calendars[calendars.count - 1].events.append(Event(line: line.number))
    }
  }

  private mutating func end(_ line: ICalendarLine, _ problems: inout CalendarProblemList) {
    guard depthBelow == 0 else {
      depthBelow -= 1
      return
    }
    let name = line.value.trimmed.uppercased()
    guard open.contains(where: { $0.name == name }) else {
      problems.add(.unexpectedEnd(line.value), line: line.number)
      return
    }
    while let last = open.last, last.name != name { closeUnfinished(last, &problems) }
    close()
  }

  private mutating func closeUnfinished(_ last: Open, _ problems: inout CalendarProblemList) {
    problems.add(.unclosed(last.name), line: last.line)
    close()
  }

  private mutating func close() {
    guard let last = open.popLast() else { return }
    if last.kind == .zone, open.count == 1, let identifier = zone.identifier {
      calendars[calendars.count - 1].zones[identifier] = zone
    }
  }

  private mutating func take(_ line: ICalendarLine) {
    switch (open.count, open.last?.kind) {
    case (1, _): takeCalendarLine(line)
    case (2, .event?):
      let (calendar, event) = (calendars.count - 1, calendars[calendars.count - 1].events.count - 1)
      calendars[calendar].events[event].lines.append(line)
    case (2, .zone?):
      if line.has(.zoneIdentifier) { zone.identifier = line.text }
      if line.has(.zoneLocation) { zone.location = line.text }
    case (3, .standard?), (3, .daylight?):
      if open[1].kind == .zone { zone.observances[zone.observances.count - 1].append(line) }
    default: break
    }
  }

  private mutating func takeCalendarLine(_ line: ICalendarLine) {
    switch CalendarProperty(rawValue: line.name) {
    case .appleName? where !line.text.isEmpty:
      calendars[calendars.count - 1].extendedName = line.text
    case .name? where !line.text.isEmpty: calendars[calendars.count - 1].standardName = line.text
    case .version? where line.value.trimmed == "1.0":
      calendars[calendars.count - 1].oldVersion = line.number
    case .appleColor? where !line.text.isEmpty: color = line.text
    case .calendarZone? where !line.text.isEmpty:
      calendars[calendars.count - 1].zoneName = line.text
    case .color? where !line.text.isEmpty: color = color ?? line.text
    default: break
    }
  }
}
