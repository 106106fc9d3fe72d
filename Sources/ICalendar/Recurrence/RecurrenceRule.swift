package import IntentModel
package import Zones

/// A recurrence rule (RFC 5545 §3.3.10).
package struct RecurrenceRule: Hashable, Sendable {
  /// The length of one period.
  package enum Frequency: String, CaseIterable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// The steps of a rule whose period is shorter than a day; such a rule is read as a daily rule
  /// with the times at these steps.
  package struct Step: Hashable, Sendable {
    /// The length of a period in seconds.
    package var unit: Int

    /// The lengths of the periods that are shorter than a day, by their names in a rule.
    static let units = ["HOURLY": 3600, "MINUTELY": 60]
    /// The interval; see ``RecurrenceRule/interval``.
    package var interval = 1
  }

  /// The condition that ends the rule.
  package enum End: Hashable, Sendable {
    /// The rule never ends.
    case never
    /// After a number of occurrences, including the first.
    case count(Int)
    /// After a moment; an occurrence at that moment, or on that date, is included.
    case until(CompactMoment)
  }

  /// The handling of a day that a month does not have (RFC 7529 §4.1).
  package enum Skip: String, CaseIterable, Sendable {
    /// There is no occurrence.
    case omit = "OMIT"
    /// The last day of the month.
    case backward = "BACKWARD"
    /// The first day of the next month.
    case forward = "FORWARD"
  }

  /// A weekday, or its n-th occurrence in the month or the year.
  package struct Day: Hashable, Sendable {
    /// The ordinal: 1 for the first, -1 for the last, 0 for all.
    package var ordinal = 0
    /// The weekday.
    package var weekday: Weekday
  }

  /// A part of a rule, by its name in the text.
  package enum Part: String, Sendable {
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case weekStart = "WKST"
    case scale = "RSCALE"
    case skip = "SKIP"
    case months = "BYMONTH"
    case weekNumbers = "BYWEEKNO"
    case yearDays = "BYYEARDAY"
    case monthDays = "BYMONTHDAY"
    case days = "BYDAY"
    case hours = "BYHOUR"
    case minutes = "BYMINUTE"
    case seconds = "BYSECOND"
    case positions = "BYSETPOS"
  }

  /// The valid numbers of a week in a year, and the valid ordinals of a weekday in a year.
  static let weeksOfYear = 1...53
  /// The valid numbers of a day in a year, and of an occurrence in a year.
  static let daysOfYear = 1...366

  /// The length of one period.
  package var frequency: Frequency
  /// The interval: 1 if every period counts, 2 if every second one does.
  package var interval = 1
  /// The steps from the start to the times of a day; nil for a rule whose period is at least a day.
  package var step: Step?
  /// The condition that ends the rule.
  package var end = End.never
  /// The last moment of a rule whose ``end`` is a count; nil if the rule has no second end.
  package var until: CompactMoment?
  /// Months, from 1.
  package var months: [Int] = []
  /// Weeks of the year, negative if counted from its end; only in yearly rules.
  package var weekNumbers: [Int] = []
  /// Days of the year, negative if counted from its end; only in yearly rules and in rules with
  /// steps.
  package var yearDays: [Int] = []
  /// Days of the month, negative if counted from its end; not in weekly rules.
  package var monthDays: [Int] = []
  /// Weekdays.
  package var days: [Day] = []
  /// Hours of the day.
  package var hours: [Int] = []
  /// Minutes of the hour.
  package var minutes: [Int] = []
  /// Seconds of the minute.
  package var seconds: [Int] = []
  /// The positions of the occurrences to keep in each period; negative numbers count from the end.
  package var positions: [Int] = []
  /// The first day of a week.
  package var weekStart = Weekday.monday
  /// The handling of a day that a month does not have.
  package var skip = Skip.omit
}

/// Why a recurrence rule cannot be used.
package enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// There is no frequency.
  case noFrequency
  /// The frequency is valid but shorter than a minute, which is not supported.
  case unsupportedFrequency(String)
  /// A part has no `=`, or is unknown.
  case unknownPart(String)
  /// A part is repeated.
  case repeatedPart(String)
  /// A part has an invalid value; `allowed` describes the valid ones.
  case badPart(RecurrenceRule.Part, value: String, allowed: Allowed)
  /// A rule has both a count and a last moment.
  case countAndUntil
  /// The parts for the time of day produce more times than the limit.
  case tooManyTimes(limit: Int)
  /// A part cannot be used with this frequency.
  case wrongFrequency(part: RecurrenceRule.Part, frequency: String)
  /// A weekday has a number, which this frequency does not allow.
  case numberedDays(frequency: String)
  /// The count is not a valid number of occurrences; the rule ends at its last moment, or never if
  /// it has no last moment.
  case noCount(String)
  /// A weekday has a number, which weeks of the year do not allow.
  case numberedDaysOfWeeks
  /// The rule is for a calendar that is not supported.
  case unsupportedScale(String)

  /// Whether the repetition is unknown without the invalid part.
  package var isFatal: Bool {
    switch self {
    case .noFrequency, .unsupportedFrequency, .tooManyTimes, .unsupportedScale: true
    case .badPart(let part, _, let allowed):
      if case .list = allowed { true } else { [.frequency, .count, .interval].contains(part) }
    case .noCount, .unknownPart, .repeatedPart, .countAndUntil, .wrongFrequency, .numberedDays,
      .numberedDaysOfWeeks:
      false
    }
  }

  /// The allowed values of a part.
  package enum Allowed: Hashable, Sendable {
    /// A whole number in a range.
    case numbers(ClosedRange<Int>)
    /// A whole number from 1 to a limit, or its negative, which counts from the end.
    case numbersFromBothEnds(Int)
    /// A frequency.
    case frequencies
    /// A weekday without a number.
    case weekday
    /// A weekday with or without a number.
    case weekdays
    /// The name of a ``RecurrenceRule/Skip``.
    case skips
    /// A list with at most this number of values.
    case list(Int)
    /// A date, or a date and time.
    case dateOrDateTime
  }
}

extension RecurrenceRule {
  /// The rule, completed from the first occurrence as RFC 5545 §3.3.10 requires.
  package func filled(from start: CivilDateTime) -> RecurrenceRule {
    var rule = self
    let date = start.date
    let isDayOpen = yearDays.isEmpty && monthDays.isEmpty && days.isEmpty
    switch frequency {
    case .daily: break
    case .weekly: if isDayOpen { rule.days = [Day(weekday: date.weekday)] }
    case .monthly: if isDayOpen { rule.monthDays = [date.day] }
    case .yearly where isDayOpen && !weekNumbers.isEmpty:
      rule.days = [Day(weekday: date.weekday)]
    case .yearly where isDayOpen:
      rule.monthDays = [date.day]
      if months.isEmpty { rule.months = [date.month] }
    case .yearly: break
    }
    return rule
  }

  /// The times of each day in seconds after midnight; parts that the rule omits are taken from the
  /// start.
  package func times(from start: CivilDateTime) -> [Int] {
    let clock = start.clock
    var times: [Int] = []
    for hour in hours.isEmpty ? [clock.hour] : hours {
      for minute in minutes.isEmpty ? [clock.minute] : minutes {
        times += (seconds.isEmpty ? [clock.second] : seconds)
          .map { hour * 3600 + minute * 60 + $0 }
      }
    }
    return times
  }

  /// The times on a day at the steps from the start, in seconds after midnight and in ascending
  /// order.
  package func times(of step: Step, onDay dayNumber: Int, from start: CivilDateTime) -> [Int] {
    let day = CivilDateTime.secondsPerDay
    let ahead = (dayNumber - start.dayNumber) * (day / step.unit) - start.secondOfDay / step.unit
    // Of the periods in this day, the first one that begins a whole number of steps after the
    // start.
    let rest = ahead - CivilDate.floorDivide(ahead, step.interval) * step.interval
    let first = rest == 0 ? 0 : step.interval - rest
    var times: [Int] = []
    for period in stride(from: first, to: day / step.unit, by: step.interval) {
      let second = period * step.unit
      guard hours.isEmpty || hours.contains(second / 3600) else { continue }
      if step.unit == 60 {
        guard minutes.isEmpty || minutes.contains(second / 60 % 60) else { continue }
        times += (seconds.isEmpty ? [start.clock.second] : seconds).map { second + $0 }
      } else {
        for minute in minutes.isEmpty ? [start.clock.minute] : minutes {
          times += (seconds.isEmpty ? [start.clock.second] : seconds)
            .map { second + minute * 60 + $0 }
        }
      }
    }
    return times
  }

  /// Whether a day matches every part of the rule that selects days.
  package func matches(_ date: CivilDate, dayNumber: Int) -> Bool {
    guard months.isEmpty || months.contains(date.month) else { return false }
    guard monthDays.isEmpty || matchesMonthDay(date) else { return false }
    return matchesWeek(date, dayNumber: dayNumber)
  }

  /// Whether a day matches the parts that select weekdays, days of the year and weeks.
  private func matchesWeek(_ date: CivilDate, dayNumber: Int) -> Bool {
    guard days.isEmpty || matchesWeekday(date, dayNumber: dayNumber) else { return false }
    guard yearDays.isEmpty || matchesYearDay(date) else { return false }
    return weekNumbers.isEmpty || matchesWeekNumber(dayNumber)
  }

  private func matchesMonthDay(_ date: CivilDate) -> Bool {
    let length = CivilDate.dayCount(year: date.year, month: date.month)
    return monthDays.contains(date.day) || monthDays.contains(date.day - length - 1)
  }

  private func matchesYearDay(_ date: CivilDate) -> Bool {
    let day = date.dayOfYear
    return yearDays.contains(day)
      || yearDays.contains(day - CivilDate.dayCount(year: date.year) - 1)
  }

  private func matchesWeekday(_ date: CivilDate, dayNumber: Int) -> Bool {
    let weekday = Weekday(dayNumber: dayNumber)
    return days.contains { entry in
      guard entry.weekday == weekday else { return false }
      return entry.ordinal == 0 || entry.ordinal == ordinal(of: date, fromEnd: entry.ordinal < 0)
    }
  }

  /// The ordinal of a date among the days with the same weekday in its month; for a yearly rule
  /// without months, in its year.
  private func ordinal(of date: CivilDate, fromEnd: Bool) -> Int {
    let isInYear = frequency == .yearly && months.isEmpty
    let day = isInYear ? date.dayOfYear : date.day
    guard fromEnd else { return (day - 1) / 7 + 1 }
    let length =
      isInYear
      ? CivilDate.dayCount(year: date.year)
      : CivilDate.dayCount(year: date.year, month: date.month)
    return -((length - day) / 7 + 1)
  }

  /// Whether a week matches; a week belongs to the year of its fourth day, because that year
  /// contains most of its days.
  private func matchesWeekNumber(_ dayNumber: Int) -> Bool {
    let middle = CivilDate(dayNumber: weekBeginning(dayNumber) + 3)
    let number = (middle.dayOfYear - 1) / 7 + 1
    let fourth = CivilDate(year: middle.year, month: 1, day: 4).dayNumber
    let nextFourth = CivilDate(year: middle.year + 1, month: 1, day: 4).dayNumber
    let count = (weekBeginning(nextFourth) - weekBeginning(fourth)) / 7
    return weekNumbers.contains(number) || weekNumbers.contains(number - count - 1)
  }

  /// The first day of the week that contains a day.
  package func weekBeginning(_ dayNumber: Int) -> Int {
    dayNumber - (Weekday(dayNumber: dayNumber).rawValue - weekStart.rawValue + 7) % 7
  }

  /// The days of a month that match the rule, in ascending order, and the number of days examined.
  package func days(year: Int, month: Int) -> (days: [Int], work: Int) {
    guard months.isEmpty || months.contains(month) else { return ([], 1) }
    let length = CivilDate.dayCount(year: year, month: month)
    let first = CivilDate(year: year, month: month, day: 1).dayNumber
    var candidates = Array(1...length)
    if !monthDays.isEmpty {
      candidates = Set(monthDays.compactMap { day(of: $0, length: length) }).sorted()
    }
    let days = candidates.map { first + $0 - 1 }
    return (
      days.filter { matchesWeek(CivilDate(dayNumber: $0), dayNumber: $0) }, candidates.count + 1
    )
  }

  /// The day of a month for a day number in a rule; ``skip`` decides for a number beyond the month.
  ///
  /// The first day of the next month counts as the day after the last day of this month.
  private func day(of number: Int, length: Int) -> Int? {
    let day = number < 0 ? length + number + 1 : number
    if (1...length).contains(day) { return day }
    guard day > length else { return nil }
    return switch skip {
    case .omit: nil
    case .backward: length
    case .forward: length + 1
    }
  }
}
