/// A recurrence rule (RFC 5545 §3.3.10).
struct RecurrenceRule: Hashable, Sendable {
  /// The length of one period.
  enum Frequency: String, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// What ends the rule.
  enum End: Hashable, Sendable {
    /// Nothing does.
    case never
    /// A number of occurrences, the first included.
    case count(Int)
    /// A moment; an occurrence at that moment still counts, and so does any on that date.
    case until(CompactMoment)
  }

  /// A weekday, or the n-th such day of the month or the year.
  struct Day: Hashable, Sendable {
    /// Which one: 1 is the first, -1 the last, 0 each.
    var ordinal = 0
    /// The weekday.
    var weekday: Weekday
  }

  /// The length of one period.
  var frequency: Frequency
  /// How many periods lie from one that counts to the next, 1 to 1,000,000.
  var interval = 1
  /// What ends the rule.
  var end = End.never
  /// Months, 1 to 12.
  var months: [Int] = []
  /// Weeks of the year, 1 to 53, or from its end, -1 to -53; only of yearly rules.
  var weekNumbers: [Int] = []
  /// Days of the year, 1 to 366, or from its end; only of yearly rules.
  var yearDays: [Int] = []
  /// Days of the month, 1 to 31, or from its end, -1 to -31; not of weekly rules.
  var monthDays: [Int] = []
  /// Weekdays.
  var days: [Day] = []
  /// Hours of the day, 0 to 23.
  var hours: [Int] = []
  /// Minutes of the hour, 0 to 59.
  var minutes: [Int] = []
  /// Seconds of the minute, 0 to 59.
  var seconds: [Int] = []
  /// Which ones of each period's occurrences stay, 1 to 366, or from the end.
  var positions: [Int] = []
  /// The day that begins a week.
  var weekStart = Weekday.monday
}

/// Why a recurrence rule can't be used.
enum RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no `FREQ`.
  case noFrequency
  /// The frequency is a known one that calendars for people have no use for.
  case unsupportedFrequency(String)
  /// A part has no `=`, or is unknown.
  case unknownPart(String)
  /// A part stands twice.
  case repeatedPart(String)
  /// A part has a value that is not allowed there; the last text says what is.
  case badPart(String, value: String, allowed: String)
  /// `COUNT` and `UNTIL` are both there.
  case countAndUntil
  /// The parts for the time of day give more times than the limit.
  case tooManyTimes(limit: Int)
  /// A part can't be used with this frequency.
  case wrongFrequency(part: String, frequency: String)

  /// What is wrong, as a clause.
  var description: String {
    switch self {
    case .noFrequency: "FREQ is missing"
    case .unsupportedFrequency(let name):
      "FREQ=\(name) is not supported (use DAILY, WEEKLY, MONTHLY or YEARLY)"
    case .unknownPart(let part): "\"\(part)\" is not a part of a rule"
    case .repeatedPart(let part): "\(part) stands more than once"
    case .badPart(let part, let value, let allowed): "\(part)=\(value) is not \(allowed)"
    case .countAndUntil: "COUNT and UNTIL can't both end a rule"
    case .tooManyTimes(let limit):
      "BYHOUR, BYMINUTE and BYSECOND give more than \(limit) times a day"
    case .wrongFrequency(let part, let frequency): "\(part) can't be used with FREQ=\(frequency)"
    }
  }
}
