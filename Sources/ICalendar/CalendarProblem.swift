import InputFiles
import IntentModel
package import Messages

/// A problem in a calendar file; reading continues after it.
package struct CalendarProblem: Hashable, Sendable {
  /// The problem.
  package enum Code: Hashable, Sendable {
    /// The file has more bytes than the limit; nothing was read.
    case fileTooLarge(limit: Int)
    /// The file could not be read; the message gives the reason.
    case unreadable(Message)
    /// The calendar could not be read again for the given reason, and is shown as it was at the
    /// given time, such as `2026-11-28 12:00 UTC`.
    case copy(of: String, Message)
    /// There is no `BEGIN:VCALENDAR`.
    case noCalendar
    /// There are to-dos or journals, but no events.
    case noEvents
    /// The file is a vCalendar 1.0, which is read only in part.
    case oldVersion
    /// The file has more lines than the limit; the rest is ignored.
    case tooManyLines(limit: Int)
    /// The file has more events than the limit; the rest is ignored.
    case tooManyEvents(limit: Int)
    /// The folder has more files than the limit; the rest is ignored.
    case tooManyFiles(limit: Int)
    /// The file has more problems than the limit; the rest is not reported.
    case tooManyProblems(limit: Int)
    /// A line has more bytes than the limit after unfolding.
    case lineTooLong(limit: Int)
    /// A line has bytes that are not UTF-8; they are replaced with U+FFFD.
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
    /// A zone is unknown, and its times are read in the reader's zone.
    case zoneOfReader(String)
    /// A recurrence rule, or a part of it, cannot be used.
    case rule(String, [RecurrenceRuleError])
    /// An event has several recurrence rules, whose occurrences are combined.
    case severalRules
    /// Two events have the same UID, and it is unknown which one is newer.
    case sameIdentifier(uid: String)
    /// Two events replace the same occurrence, and it is unknown which one is newer.
    case sameOccurrence(uid: String)
    /// A line begins with a blank, followed by a property name.
    case indented
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
  /// The problem.
  package var code: Code

  package init(file: String, line: Int?, code: Code) {
    self.file = file
    self.line = line
    self.code = code
  }
}

extension CalendarProblem: CustomStringConvertible {
  /// The problem as one line in English: the file, the line, the problem, and the consequence or
  /// the remedy.
  package var description: String { placedMessage.text() }

  /// The problem as one line.
  package var placedMessage: Message {
    let place = line.map { "\(file):\($0)" } ?? file
    return .placed(place: place.harmlessPath, sentences: [message])
  }

  /// The problem, and how it was handled or can be corrected, without the position.
  package var message: Message {
    switch code {
    case .fileTooLarge(let limit):
      .sentences([.fileTooLarge(limit: limit), "Split the calendar."])
    case .unreadable(let reason): reason
    case .copy(let date, let reason):
      .sentences(["The calendar is shown as it was on \(name: date).", reason])
    case .noCalendar: "There is no BEGIN:VCALENDAR, so this is not an iCalendar file."
    case .noEvents: "There are no events, only to-dos or journals, which are not shown."
    case .oldVersion:
      """
      The file is vCalendar 1.0. Its repeats and encoded texts are not read. Export it as \
      iCalendar 2.0.
      """
    case .tooManyLines(let limit): "The file has more than \(limit) lines. The rest is left out."
    case .tooManyEvents(let limit): "The file has more than \(limit) events. The rest is left out."
    case .tooManyFiles(let limit): "The folder has more than \(limit) files. The rest is left out."
    case .tooManyProblems(let limit):
      "The file has more than \(limit) problems. The rest is not listed."
    case .lineTooLong(let limit):
      "The line has more than \(limit) bytes when unfolded. It is left out."
    case .notUTF8: "The line is not UTF-8. Unreadable bytes are shown as �."
    case .noValue(let text):
      "“\(name: text)” does not have a value. Write NAME:value. The line is left out."
    case .badName(let text):
      """
      “\(name: text)” does not begin with a property name of letters, digits and hyphens. The \
      line is left out.
      """
    case .badParameter(let name):
      "\(name: name) has a parameter that is not written as NAME=value. The parameter is left out."
    case .tooDeep(let limit):
      "Components are nested more than \(limit) levels deep. The inner ones are left out."
    case .unexpectedEnd(let name):
      "END:\(name: name) does not have a BEGIN:\(name: name). The line is left out."
    case .unclosed(let name):
      """
      BEGIN:\(name: name) does not have an END:\(name: name). It is assumed to end where its \
      parent ends.
      """
    case .missing(let name): "The event does not have a usable \(name: name). It is left out."
    case .badValue(let property, let value, let form):
      """
      \(name: property) has the value “\(name: value)”, which is not \(form.words). It is left \
      out.
      """
    case .repeated(let name):
      "\(name: name) occurs more than once in the event. The first one is used."
    case .endBeforeStart: "The event ends before it starts. Its end is left out."
    case .unknownZone(let name, let taken):
      "The time zone “\(name: name)” is unknown. \(name: taken) is used instead."
    case .zoneOfReader(let name):
      "The time zone “\(name: name)” is unknown. The viewer's time zone is used instead."
    case .rule(let value, let errors):
      .sentences(
        ["RRULE has the value “\(name: value)”."] + errors.map(\.message)
          + (errors.contains(where: \.isFatal)
            ? ["The event is kept without its repeats."] : ["The rest of the rule is used."]))
    case .severalRules: "RRULE occurs more than once in the event. All of them are used."
    case .sameIdentifier(let uid):
      """
      Another event has the UID “\(name: uid)” too, and it is unknown which one is newer. Both are \
      shown.
      """
    case .sameOccurrence(let uid):
      """
      Another event replaces the same occurrence of “\(name: uid)”, and it is unknown which one is \
      newer. The last one is shown.
      """
    case .indented:
      """
      The line begins with a blank, as a continued line does, and then with a property name. Such \
      lines are read as separate lines.
      """
    case .unsupported(let name): "\(name: name) is not supported. It is left out."
    case .unsupportedParameter(let parameter, let name):
      "The parameter \(name: parameter) of \(name: name) is not supported. It is left out."
    case .workLimit(let uid):
      "The event “\(name: uid)” repeats too often to work out. The rest of its repeats is left out."
    case .tooManyOccurrences(let limit):
      "There are more than \(limit) occurrences in the requested time. The rest is left out."
    }
  }
}

extension CalendarProblem.ValueForm {
  fileprivate var words: Message {
    switch self {
    case .dateOrDateTime: .formOfDateOrDateTime
    case .duration: "a duration such as PT1H30M or P2D"
    }
  }
}

extension RecurrenceRuleError: CustomStringConvertible {
  /// The problem, as one sentence in English.
  package var description: String { message.text() }

  /// The problem, as one sentence.
  package var message: Message {
    switch self {
    case .noFrequency: "FREQ is missing."
    case .unsupportedFrequency(let name):
      "FREQ=\(name: name) is not supported. Use \(RecurrenceRuleError.Allowed.frequencies.words)."
    case .unknownPart(let part): "“\(name: part)” is not a part of a rule. It is left out."
    case .repeatedPart(let part): "\(name: part) occurs more than once. The first one is used."
    case .badPart(let part, let value, let allowed):
      isFatal
        ? """
        “\(part.rawValue)=\(name: value)” is not allowed. \(part.rawValue) must be \(allowed.words).
        """
        : """
        “\(part.rawValue)=\(name: value)” is not allowed and is left out. \(part.rawValue) must be \
        \(allowed.words).
        """
    case .countAndUntil: "COUNT and UNTIL cannot both end a rule. The earlier of the two ends it."
    case .tooManyTimes(let limit):
      "BYHOUR, BYMINUTE and BYSECOND describe more than \(limit) times of day."
    case .wrongFrequency(.positions, let frequency):
      "BYSETPOS is not supported with FREQ=\(name: frequency). It is left out."
    case .wrongFrequency(let part, let frequency):
      "\(part.rawValue) cannot be used with FREQ=\(name: frequency). It is left out."
    case .numberedDays(let frequency):
      """
      A weekday of BYDAY cannot have a number with FREQ=\(name: frequency). The number is left out.
      """
    case .noCount(let value):
      "“COUNT=\(name: value)” does not count anything. It is left out."
    case .numberedDaysOfWeeks:
      "A weekday of BYDAY cannot have a number with BYWEEKNO. The number is left out."
    case .unsupportedScale(let name):
      "RSCALE=\(name: name) is not supported. Only RSCALE=GREGORIAN is supported."
    }
  }
}

extension RecurrenceRuleError.Allowed {
  fileprivate var words: Message {
    switch self {
    case .numbers(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .numbersFromBothEnds(let limit):
      "a whole number from 1 to \(limit) or from -\(limit) to -1"
    case .frequencies:
      Self.alternatives(
        RecurrenceRule.Step.units.sorted { $0.value < $1.value }.map(\.key)
          + RecurrenceRule.Frequency.allCases.map(\.rawValue))
    case .weekday: "a weekday (\(Self.weekdayCodes))"
    case .weekdays:
      """
      a weekday (\(Self.weekdayCodes)), with or without a number from \
      -\(RecurrenceRule.weeksOfYear.upperBound) to \(RecurrenceRule.weeksOfYear.upperBound)
      """
    case .skips: Self.alternatives(RecurrenceRule.Skip.allCases.map(\.rawValue))
    case .list(let limit): "a list of at most \(limit) values"
    case .dateOrDateTime: .formOfDateOrDateTime
    }
  }

  private static let weekdayCodes = Weekday.allCases.map(\.code).joined(separator: ", ")

  private static func alternatives(_ words: [String]) -> Message { "\(words.listed("or"))" }
}

extension Message {
  // Problems in calendars.
  package static var formOfDateOrDateTime: Message {
    "a date (YYYYMMDD) or a date and time (YYYYMMDDTHHMMSS)"
  }
}
