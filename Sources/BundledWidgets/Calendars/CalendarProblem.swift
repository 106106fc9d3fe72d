/// Something in a calendar file that could not be used as written; reading went on behind it.
struct CalendarProblem: Hashable, Sendable {
  /// What is wrong.
  enum Code: Hashable, Sendable {
    /// The file is over the limit, both in bytes; nothing of it was read.
    case fileTooLarge(size: Int, limit: Int)
    /// The file could not be read at all; the text is the system's.
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
    /// An event lacks a property it can't be used without.
    case missing(String)
    /// A property's value is not of its form.
    case badValue(property: String, value: String, form: ValueForm)
    /// A property stands more than once; the first counts.
    case repeated(String)
    /// The end is not after the start.
    case endBeforeStart
    /// A zone is not known; the text says which was taken for it.
    case unknownZone(String, taken: String)
    /// A recurrence rule can't be used.
    case rule(String, RecurrenceRuleError)
    /// A property or parameter is of a kind that is not supported.
    case unsupported(String)
    /// The occurrences of an event were not all worked out.
    case workLimit(uid: String)
    /// There are more occurrences in the window than the limit.
    case tooManyOccurrences(limit: Int)
  }

  /// The form a value should have had.
  enum ValueForm: Hashable, Sendable {
    case dateOrDateTime, duration
  }

  /// The file's name, as given by the caller.
  var file: String
  /// The number of the first physical line, from 1; nothing when the whole file is meant.
  var line: Int?
  /// What is wrong.
  var code: Code
}
