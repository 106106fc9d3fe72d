import IntentModel
package import Messages

/// A problem in a calendar file; reading continues after it.
package struct CalendarProblem: Hashable, Sendable {
  /// What is wrong.
  package enum Code: Hashable, Sendable {
    /// The file has more bytes than the limit; nothing was read.
    case fileTooLarge(limit: Int)
    /// The file could not be read; the message gives the reason.
    case unreadable(Message)
    /// There is no `BEGIN:VCALENDAR`.
    case noCalendar
    /// The file has more lines than the limit; the rest is ignored.
    case tooManyLines(limit: Int)
    /// The file has more events than the limit; the rest is ignored.
    case tooManyEvents(limit: Int)
    /// The file has more problems than the limit; the rest is not reported.
    case tooManyProblems(limit: Int)
    /// A line has more bytes than the limit after unfolding.
    case lineTooLong(limit: Int)
    /// A line has bytes that are not UTF-8; they are replaced by U+FFFD.
    case notUTF8
    /// A line has no colon outside quotation marks.
    case noValue(String)
    /// A line does not begin with a property name.
    case badName(String)
    /// A parameter of a property is not written as `NAME=value`.
    case badParameter(String)
    /// The nesting of components is deeper than the limit.
    case tooDeep(limit: Int)
    /// An `END` has no `BEGIN`.
    case unexpectedEnd(String)
    /// A component has no `END`.
    case unclosed(String)
    /// An event lacks a required property.
    case missing(String)
    /// A property's value does not have the expected form.
    case badValue(property: String, value: String, form: ValueForm)
    /// A property is repeated; the first one counts.
    case repeated(String)
    /// The end is before the start.
    case endBeforeStart
    /// A zone is unknown; the second text names the zone that is used instead.
    case unknownZone(String, taken: String)
    /// A recurrence rule cannot be used.
    case rule(String, RecurrenceRuleError)
    /// A property is not supported.
    case unsupported(String)
    /// A parameter of a property is not supported.
    case unsupportedParameter(String, of: String)
    /// The expansion of an event's recurrence reached its limit.
    case workLimit(uid: String)
    /// The window has more occurrences than the limit.
    case tooManyOccurrences(limit: Int)
  }

  /// The expected form of a value.
  package enum ValueForm: Hashable, Sendable {
    case dateOrDateTime, duration
  }

  /// The file's name, as given by the caller.
  package var file: String
  /// The number of the first physical line, from 1; nil if the problem concerns the whole file.
  package var line: Int?
  /// What is wrong.
  package var code: Code
}

extension CalendarProblem: CustomStringConvertible {
  /// The problem as one line in English: the file, the line, what is wrong, and what was done or
  /// what to do.
  package var description: String { placedMessage.text() }

  /// The problem as one line.
  package var placedMessage: Message {
    let place = line.map { "\(file):\($0)" } ?? file
    return .placed(place: place.harmless(limit: 1_000), sentences: [message])
  }

  /// What is wrong, and what was done or what to do, without the place.
  package var message: Message {
    switch code {
    case .fileTooLarge, .unreadable, .noCalendar, .tooManyLines, .tooManyEvents, .tooManyProblems:
      fileMessage
    case .lineTooLong, .notUTF8, .noValue, .badName, .badParameter: lineMessage
    case .tooDeep, .unexpectedEnd, .unclosed: structureMessage
    default: eventMessage
    }
  }

  private var fileMessage: Message {
    switch code {
    case .fileTooLarge(let limit): .calendarTooLarge(limit: limit)
    case .unreadable(let reason): reason
    case .noCalendar: .calendarMissing
    case .tooManyLines(let limit): .calendarTooManyLines(limit: limit)
    case .tooManyEvents(let limit): .calendarTooManyEvents(limit: limit)
    case .tooManyProblems(let limit): .calendarTooManyProblems(limit: limit)
    default: .none
    }
  }

  private var lineMessage: Message {
    switch code {
    case .lineTooLong(let limit): .calendarLineTooLong(limit: limit)
    case .notUTF8: .calendarNotUTF8
    case .noValue(let text): .calendarNoValue(text: text)
    case .badName(let text): .calendarBadName(text: text)
    case .badParameter(let name): .calendarBadParameter(name: name)
    default: .none
    }
  }

  private var structureMessage: Message {
    switch code {
    case .tooDeep(let limit): .calendarTooDeep(limit: limit)
    case .unexpectedEnd(let name): .calendarUnexpectedEnd(name: name)
    case .unclosed(let name): .calendarUnclosed(name: name)
    default: .none
    }
  }

  private var eventMessage: Message {
    switch code {
    case .missing(let name): .eventWithout(name: name)
    case .badValue(let property, let value, let form):
      .eventBadValue(property: property, value: value, form: form.words)
    case .repeated(let name): .eventRepeats(name: name)
    case .endBeforeStart: .eventEndsBeforeStart
    case .unknownZone(let name, let taken): .eventUnknownZone(name: name, taken: taken)
    case .rule(let value, let error): .eventBadRule(value: value, problem: error.message)
    case .unsupported(let name): .eventUnsupported(name: name)
    case .unsupportedParameter(let parameter, let name):
      .eventUnsupportedParameter(parameter: parameter, name: name)
    case .workLimit(let uid): .eventRepeatsTooOften(uid: uid)
    case .tooManyOccurrences(let limit): .calendarTooManyOccurrences(limit: limit)
    default: .none
    }
  }
}

extension CalendarProblem.ValueForm {
  fileprivate var words: Message {
    switch self {
    case .dateOrDateTime: .formOfDateOrDateTime
    case .duration: .formOfDuration
    }
  }
}

extension RecurrenceRuleError: CustomStringConvertible {
  /// What is wrong, as one sentence in English.
  package var description: String { message.text() }

  /// What is wrong, as one sentence.
  package var message: Message {
    switch self {
    case .noFrequency: .ruleWithoutFrequency
    case .unsupportedFrequency(let name): .ruleFrequencyUnsupported(name: name)
    case .unknownPart(let part): .ruleUnknownPart(part: part)
    case .repeatedPart(let part): .ruleRepeatedPart(part: part)
    case .badPart(let part, let value, let allowed):
      .ruleBadPart(part: part, value: value, allowed: allowed.words)
    case .countAndUntil: .ruleCountAndUntil
    case .tooManyTimes(let limit): .ruleTooManyTimes(limit: limit)
    case .wrongFrequency(let part, let frequency):
      .ruleWrongFrequency(part: part, frequency: frequency)
    case .numberedDays(let frequency): .ruleNumberedDays(frequency: frequency)
    }
  }
}

extension RecurrenceRuleError.Allowed {
  fileprivate var words: Message {
    switch self {
    case .numbers(let range):
      .allowedNumbers(lower: range.lowerBound, upper: range.upperBound)
    case .numbersFromBothEnds(let limit): .allowedFromBothEnds(limit: limit)
    case .frequencies: .allowedFrequencies
    case .weekday: .allowedWeekday
    case .weekdays: .allowedWeekdays
    case .plainWeekdays: .allowedPlainWeekdays
    case .list(let limit): .allowedList(limit: limit)
    case .dateOrDateTime: .formOfDateOrDateTime
    }
  }
}

extension Message {
  // Problems in calendars.
  package static func calendarTooLarge(limit: Int) -> Message {
    "The file is larger than the limit of \(limit) bytes. Split the calendar."
  }
  package static var calendarMissing: Message {
    "There is no BEGIN:VCALENDAR, so this is not an iCalendar file."
  }
  package static func calendarTooManyLines(limit: Int) -> Message {
    "The file has more than \(limit) lines. The rest is left out."
  }
  package static func calendarTooManyEvents(limit: Int) -> Message {
    "The file has more than \(limit) events. The rest is left out."
  }
  package static func calendarTooManyProblems(limit: Int) -> Message {
    "The file has more than \(limit) problems. The rest is not listed."
  }
  package static func calendarTooManyOccurrences(limit: Int) -> Message {
    "There are more than \(limit) occurrences in the requested time. The rest is left out."
  }
  package static func calendarLineTooLong(limit: Int) -> Message {
    "The line has more than \(limit) bytes when unfolded. It is left out."
  }
  package static var calendarNotUTF8: Message {
    "The line is not UTF-8. Unreadable bytes are shown as �."
  }
  package static func calendarNoValue(text: String) -> Message {
    "“\(name: text)” does not have a value. Write NAME:value. The line is left out."
  }
  package static func calendarBadName(text: String) -> Message {
    """
    “\(name: text)” does not begin with a property name of letters, digits and hyphens. The line \
    is left out.
    """
  }
  package static func calendarBadParameter(name: String) -> Message {
    "\(name: name) has a parameter that is not written NAME=value. The line is left out."
  }
  package static func calendarTooDeep(limit: Int) -> Message {
    "Components are nested deeper than \(limit). The inner one is left out."
  }
  package static func calendarUnexpectedEnd(name: String) -> Message {
    "END:\(name: name) does not have a BEGIN:\(name: name). The line is left out."
  }
  package static func calendarUnclosed(name: String) -> Message {
    """
    BEGIN:\(name: name) does not have an END:\(name: name). It is taken to end where its parent \
    ends.
    """
  }
  package static func eventWithout(name: String) -> Message {
    "The event does not have a usable \(name: name). It is left out."
  }
  package static func eventBadValue(property: String, value: String, form: Message) -> Message {
    "\(name: property) has the value “\(name: value)”, which is not \(form). It is left out."
  }
  package static func eventRepeats(name: String) -> Message {
    "\(name: name) occurs more than once in the event. The first one is used."
  }
  package static var eventEndsBeforeStart: Message {
    "The event ends before it starts. Its end is left out."
  }
  package static func eventUnknownZone(name: String, taken: String) -> Message {
    "The time zone “\(name: name)” is unknown. \(name: taken) is used instead."
  }
  package static func eventBadRule(value: String, problem: Message) -> Message {
    "RRULE has the value “\(name: value)”. \(problem) The event is kept without its repeats."
  }
  package static func eventUnsupported(name: String) -> Message {
    "\(name: name) is not supported. It is left out."
  }
  package static func eventUnsupportedParameter(parameter: String, name: String) -> Message {
    "The parameter \(name: parameter) of \(name: name) is not supported. It is left out."
  }
  package static func eventRepeatsTooOften(uid: String) -> Message {
    "The event “\(name: uid)” repeats too often to work out. The rest of its repeats is left out."
  }
  package static var formOfDateOrDateTime: Message {
    "a date (YYYYMMDD) or a date and time (YYYYMMDDTHHMMSS)"
  }
  package static var formOfDuration: Message { "a duration such as PT1H30M or P2D" }
  package static var ruleWithoutFrequency: Message { "FREQ is missing." }
  package static func ruleFrequencyUnsupported(name: String) -> Message {
    "FREQ=\(name: name) is not supported. Use DAILY, WEEKLY, MONTHLY or YEARLY."
  }
  package static func ruleUnknownPart(part: String) -> Message {
    "“\(name: part)” is not a part of a rule."
  }
  package static func ruleRepeatedPart(part: String) -> Message {
    "\(name: part) occurs more than once."
  }
  package static func ruleBadPart(part: String, value: String, allowed: Message) -> Message {
    "“\(name: part)=\(name: value)” is not allowed. \(name: part) takes \(allowed)."
  }
  package static var ruleCountAndUntil: Message { "COUNT and UNTIL cannot both end a rule." }
  package static func ruleTooManyTimes(limit: Int) -> Message {
    "BYHOUR, BYMINUTE and BYSECOND give more than \(limit) times a day."
  }
  package static func ruleWrongFrequency(part: String, frequency: String) -> Message {
    "\(name: part) cannot be used with FREQ=\(name: frequency)."
  }
  package static func ruleNumberedDays(frequency: String) -> Message {
    "A weekday of BYDAY cannot have a number with FREQ=\(name: frequency)."
  }
  package static func allowedNumbers(lower: Int, upper: Int) -> Message {
    "a whole number from \(lower) to \(upper)"
  }
  package static func allowedFromBothEnds(limit: Int) -> Message {
    "a whole number from 1 to \(limit) or from -\(limit) to -1"
  }
  package static var allowedFrequencies: Message { "DAILY, WEEKLY, MONTHLY or YEARLY" }
  package static var allowedWeekday: Message { "a weekday (MO, TU, WE, TH, FR, SA, SU)" }
  package static var allowedWeekdays: Message {
    "a weekday (MO, TU, WE, TH, FR, SA, SU), with or without a number from -53 to 53"
  }
  package static var allowedPlainWeekdays: Message {
    "a list of weekdays without numbers, as BYWEEKNO needs"
  }
  package static func allowedList(limit: Int) -> Message { "a list of at most \(limit) values" }
}
