extension RecurrenceRule {
  /// The rule with the parts that RFC 5545 §3.3.10 takes from the first occurrence filled in.
  func filled(from start: CivilDateTime) -> RecurrenceRule {
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
  func times(from start: CivilDateTime) -> [Int] {
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
  func matches(_ date: CivilDate, dayNumber: Int) -> Bool {
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
  func weekBeginning(_ dayNumber: Int) -> Int {
    dayNumber - (Weekday(dayNumber: dayNumber).rawValue - weekStart.rawValue + 7) % 7
  }

  /// The sorted days of a month that pass the rule, and how many were looked at.
  func days(year: Int, month: Int) -> (days: [Int], work: Int) {
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
