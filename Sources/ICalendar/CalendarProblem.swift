/// Something in a calendar file that could not be used as written; reading went on behind it.
package struct CalendarProblem: Hashable, Sendable {
  /// What is wrong.
  package enum Code: Hashable, Sendable {
    /// The file has more bytes than the limit; nothing of it was read.
    case fileTooLarge(limit: Int)
    /// The file could not be read at all; a sentence says why.
    case unreadable(String)
    /// There is no `BEGIN:VCALENDAR`.
    case noCalendar
    /// The file has more lines than the limit; the rest was left out.
    case tooManyLines(limit: Int)
    /// The file has more events than the limit; the rest was left out.
    case tooManyEvents(limit: Int)
    /// The file has more problems than the limit; the rest goes unsaid.
    case tooManyProblems(limit: Int)
    /// A line is over the limit in bytes after unfolding.
    case lineTooLong(limit: Int)
    /// A line has bytes that are not UTF-8; they are shown as U+FFFD.
    case notUTF8
    /// A line has no colon outside quotes.
    case noValue(String)
    /// A line does not begin with a property name.
    case badName(String)
    /// A parameter of the property named is not written `NAME=value`.
    case badParameter(String)
    /// Components are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// An `END` has no `BEGIN`.
    case unexpectedEnd(String)
    /// A component has no `END`.
    case unclosed(String)
    /// An event lacks a property it cannot be used without.
    case missing(String)
    /// A property's value is not of its form.
    case badValue(property: String, value: String, form: ValueForm)
    /// A property stands more than once; the first counts.
    case repeated(String)
    /// The end is not after the start.
    case endBeforeStart
    /// A zone is not known; the text says which was taken for it.
    case unknownZone(String, taken: String)
    /// A recurrence rule cannot be used.
    case rule(String, RecurrenceRuleError)
    /// A property or parameter is of a kind that is not supported.
    case unsupported(String)
    /// The occurrences of an event were not all worked out.
    case workLimit(uid: String)
    /// There are more occurrences in the window than the limit.
    case tooManyOccurrences(limit: Int)
  }

  /// The form a value should have had.
  package enum ValueForm: Hashable, Sendable {
    case dateOrDateTime, duration
  }

  /// The file's name, as given by the caller.
  package var file: String
  /// The number of the first physical line, from 1; nothing when the whole file is meant.
  package var line: Int?
  /// What is wrong.
  package var code: Code
}

extension CalendarProblem: CustomStringConvertible {
  /// The problem as one line: the file, the line, what is wrong, and what was done or is to do.
  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(message)"
  }

  /// What is wrong, without the place.
  package var message: String {
    switch code {
    case .fileTooLarge, .unreadable, .noCalendar, .tooManyLines, .tooManyEvents, .tooManyProblems:
      fileMessage
    case .lineTooLong, .notUTF8, .noValue, .badName, .badParameter: lineMessage
    case .tooDeep, .unexpectedEnd, .unclosed: structureMessage
    default: eventMessage
    }
  }

  private var fileMessage: String {
    switch code {
    case .fileTooLarge(let limit):
      "the file has more than \(limit) bytes, the most that is read; split the calendar"
    case .unreadable(let reason): reason
    case .noCalendar: "no BEGIN:VCALENDAR found; this is not an iCalendar file"
    case .tooManyLines(let limit): "more than \(limit) lines; the rest is left out"
    case .tooManyEvents(let limit): "more than \(limit) events; the rest is left out"
    case .tooManyProblems(let limit): "more than \(limit) problems; the rest is not listed"
    default: ""
    }
  }

  private var lineMessage: String {
    switch code {
    case .lineTooLong(let limit):
      "the line has more than \(limit) bytes when unfolded; it is left out"
    case .notUTF8: "the line is not UTF-8; unreadable bytes are shown as \u{FFFD}"
    case .noValue(let text):
      "\(quoted(text)) has no value: write NAME:value; the line is left out"
    case .badName(let text):
      "\(quoted(text)) begins with no property name (letters, digits, hyphens); the line is left out"
    case .badParameter(let name):
      "\(name) has a parameter that is not NAME=value; the line is left out"
    default: ""
    }
  }

  private var structureMessage: String {
    switch code {
    case .tooDeep(let limit): "components are nested deeper than \(limit); the inner is left out"
    case .unexpectedEnd(let name): "END:\(name) has no BEGIN:\(name); the line is left out"
    case .unclosed(let name):
      "BEGIN:\(name) has no END:\(name); it is taken to end where its parent does"
    default: ""
    }
  }

  private var eventMessage: String {
    switch code {
    case .missing(let name): "the event has no usable \(name); it is left out"
    case .badValue(let property, let value, let form):
      "\(property) has the value \(quoted(value)), which is not \(form.words); it is left out"
    case .repeated(let name): "\(name) stands more than once in the event; the first counts"
    case .endBeforeStart: "the event does not end after it starts; its end is left out"
    case .unknownZone(let name, let taken):
      "the time zone \(quoted(name)) is unknown; \(taken) is taken"
    case .rule(let value, let error):
      "RRULE has the value \(quoted(value)): \(error); the event is taken without its repeats"
    case .unsupported(let what): "\(what) is not supported; it is left out"
    case .workLimit(let uid):
      "the event \(quoted(uid)) repeats too often to work out; the rest of its repeats is left out"
    case .tooManyOccurrences(let limit):
      "more than \(limit) occurrences in the time asked for; the rest is left out"
    default: ""
    }
  }

  /// A text in quotes, cut to 60 characters.
  private func quoted(_ text: String) -> String {
    text.count > 60 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
  }
}

extension CalendarProblem.ValueForm {
  fileprivate var words: String {
    switch self {
    case .dateOrDateTime: "a date (YYYYMMDD) or a date and time (YYYYMMDDTHHMMSS)"
    case .duration: "a duration such as PT1H30M or P2D"
    }
  }
}
