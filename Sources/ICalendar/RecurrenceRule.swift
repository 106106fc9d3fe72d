package import IntentModel

/// A recurrence rule (RFC 5545 §3.3.10).
package struct RecurrenceRule: Hashable, Sendable {
  /// The length of one period.
  package enum Frequency: String, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// What ends the rule.
  package enum End: Hashable, Sendable {
    /// Nothing does.
    case never
    /// A number of occurrences, the first included.
    case count(Int)
    /// A moment; an occurrence at that moment still counts, and so does any on that date.
    case until(CompactMoment)
  }

  /// A weekday, or the n-th such day of the month or the year.
  package struct Day: Hashable, Sendable {
    /// Which one: 1 is the first, -1 the last, 0 each.
    package var ordinal = 0
    /// The weekday.
    package var weekday: Weekday
  }

  /// The length of one period.
  package var frequency: Frequency
  /// How many periods lie from one that counts to the next, 1 to 1,000,000.
  package var interval = 1
  /// What ends the rule.
  package var end = End.never
  /// Months, 1 to 12.
  package var months: [Int] = []
  /// Weeks of the year, 1 to 53, or from its end, -1 to -53; only of yearly rules.
  package var weekNumbers: [Int] = []
  /// Days of the year, 1 to 366, or from its end; only of yearly rules.
  package var yearDays: [Int] = []
  /// Days of the month, 1 to 31, or from its end, -1 to -31; not of weekly rules.
  package var monthDays: [Int] = []
  /// Weekdays.
  package var days: [Day] = []
  /// Hours of the day, 0 to 23.
  package var hours: [Int] = []
  /// Minutes of the hour, 0 to 59.
  package var minutes: [Int] = []
  /// Seconds of the minute, 0 to 59.
  package var seconds: [Int] = []
  /// Which ones of each period's occurrences stay, 1 to 366, or from the end.
  package var positions: [Int] = []
  /// The day that begins a week.
  package var weekStart = Weekday.monday
}

/// Why a recurrence rule cannot be used.
package enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// There is no `FREQ`.
  case noFrequency
  /// The frequency is a known one that calendars for people have no use for.
  case unsupportedFrequency(String)
  /// A part has no `=`, or is unknown.
  case unknownPart(String)
  /// A part stands twice.
  case repeatedPart(String)
  /// A part has a value that is not allowed there, and what is.
  case badPart(String, value: String, allowed: Allowed)
  /// `COUNT` and `UNTIL` are both there.
  case countAndUntil
  /// The parts for the time of day give more times than the limit.
  case tooManyTimes(limit: Int)
  /// A part cannot be used with this frequency.
  case wrongFrequency(part: String, frequency: String)
  /// A weekday has a number, which does not go with this frequency.
  case numberedDays(frequency: String)

  /// What may stand in a part.
  package enum Allowed: Hashable, Sendable {
    /// A whole number in a range.
    case numbers(ClosedRange<Int>)
    /// A whole number from 1 to a limit, or as many from the end.
    case numbersFromBothEnds(Int)
    /// A frequency.
    case frequencies
    /// A weekday without a number.
    case weekday
    /// A weekday with or without a number.
    case weekdays
    /// Weekdays without numbers.
    case plainWeekdays
    /// A list of at most so many values.
    case list(Int)
    /// A date, or a date and time.
    case dateOrDateTime
  }
}

extension RecurrenceRule {
  /// The rule with the parts that RFC 5545 §3.3.10 takes from the first occurrence filled in.
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

  /// The times of each day in seconds after midnight, ascending; open parts come from the start.
  package func times(from start: CivilDateTime) -> [Int] {
    let second = start.secondOfDay
    var times: [Int] = []
    for hour in hours.isEmpty ? [second / 3600] : hours {
      for minute in minutes.isEmpty ? [second / 60 % 60] : minutes {
        times += (seconds.isEmpty ? [second % 60] : seconds).map { hour * 3600 + minute * 60 + $0 }
      }
    }
    return times
  }

  /// Whether a day passes every part of the rule that speaks of days.
  package func matches(_ date: CivilDate, dayNumber: Int) -> Bool {
    guard months.isEmpty || months.contains(date.month) else { return false }
    guard monthDays.isEmpty || matchesMonthDay(date) else { return false }
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

  /// Which one of its weekdays a date is, in its month, or in its year for a yearly rule without months.
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

  /// A week belongs to the year that has most of its days, which is the year of its fourth day.
  private func matchesWeekNumber(_ dayNumber: Int) -> Bool {
    let middle = CivilDate(dayNumber: weekBeginning(dayNumber) + 3)
    let number = (middle.dayOfYear - 1) / 7 + 1
    let fourth = CivilDate(year: middle.year, month: 1, day: 4).dayNumber
    let nextFourth = CivilDate(year: middle.year + 1, month: 1, day: 4).dayNumber
    let count = (weekBeginning(nextFourth) - weekBeginning(fourth)) / 7
    return weekNumbers.contains(number) || weekNumbers.contains(number - count - 1)
  }

  /// The first day of the week that a day is in.
  package func weekBeginning(_ dayNumber: Int) -> Int {
    dayNumber - (Weekday(dayNumber: dayNumber).rawValue - weekStart.rawValue + 7) % 7
  }

  /// The sorted days of a month that pass the rule, and how many were looked at.
  package func days(year: Int, month: Int) -> (days: [Int], work: Int) {
    guard months.isEmpty || months.contains(month) else { return ([], 1) }
    let length = CivilDate.dayCount(year: year, month: month)
    let first = CivilDate(year: year, month: month, day: 1).dayNumber
    var candidates = Array(1...length)
    if !monthDays.isEmpty {
      let wanted = monthDays.map { $0 < 0 ? length + $0 + 1 : $0 }
      candidates = Set(wanted.filter { (1...length).contains($0) }).sorted()
    }
    let passing = candidates.filter {
      matches(CivilDate(year: year, month: month, day: $0), dayNumber: first + $0 - 1)
    }
    return (passing.map { first + $0 - 1 }, candidates.count + 1)
  }
}
