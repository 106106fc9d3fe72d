import IntentModel
package import Zones

/// The occurrences of a rule as wall times, in ascending order, computed one period at a time.
///
/// Contains only what matches the rule: a start that does not match is not included. The sequence
/// ends at `last`, at the rule's own end, after the last year of ``CivilDate/years``, or when the
/// work limit is reached.
package struct RecurrenceExpansion: Sequence, IteratorProtocol {
  private let rule: RecurrenceRule
  private let zone: ZoneRules
  private let start: CivilDateTime
  private let last: CivilDateTime
  private var times: [Int]
  private var period: Int
  private var remaining: Int
  private var ready: [CivilDateTime] = []
  private var previous: CivilDateTime?
  private var isOver = false
  /// The number of days and periods that can still be examined.
  private(set) var work: Int

  /// Whether the work limit is reached.
  package var isExhausted: Bool { work <= 0 }

  /// Makes the occurrences of a rule for a start in a zone.
  ///
  /// Without a `COUNT`, periods before `first` are skipped, so a distant window costs no more than
  /// a near one. Occurrences before `first` can still be returned.
  package init(
    rule: RecurrenceRule, start: CivilDateTime, zone: ZoneRules, first: CivilDateTime,
    last: CivilDateTime, work: Int
  ) {
    self.rule = rule.filled(from: start)
    self.start = start
    self.zone = zone
    self.last = last
    self.work = work
    times = rule.times(from: start)
    period = Self.period(of: start.dayNumber, rule)
    if case .count(let count) = rule.end {
      remaining = count
    } else {
      remaining = .max
      let ahead = Self.period(of: Swift.max(first, start).dayNumber, rule) - period
      period += ahead / rule.interval * rule.interval
    }
  }

  /// The next occurrence.
  package mutating func next() -> CivilDateTime? {
    while ready.isEmpty, !isOver {
      advance()
      // A day that was moved into the next month can coincide with a day of that month.
      if let previous { ready.removeAll { $0 <= previous } }
    }
    guard let wall = ready.popLast(), remaining > 0, wall <= last, !isPastUntil(wall) else {
      isOver = true
      ready = []
      return nil
    }
    remaining -= 1
    previous = wall
    return wall
  }

  /// Computes one period into `ready`, in descending order.
  private mutating func advance() {
    let first = firstDay
    guard first <= Swift.min(last.dayNumber, CivilDate.last.dayNumber), work > 0 else {
      isOver = true
      return
    }
    let (days, cost) = days(first: first)
    if let step = rule.step, !days.isEmpty {
      times = rule.times(of: step, onDay: first, from: start)
      work -= CivilDateTime.secondsPerDay / step.unit / step.interval
    }
    work -= cost + days.count * Swift.max(0, times.count - 1)
    period += rule.interval
    var walls = positioned(days).filter { $0 >= start }
    // In a rule with steps, a time that the clocks skip is not an occurrence, and is not counted
    // (RFC 5545, 3.3.10).
    if rule.step != nil, let day = days.first, isShort(day) {
      walls.removeAll { zone.wall(at: zone.instant(of: $0)) != $0 }
    }
    ready = walls.reversed()
  }

  /// Whether the clocks go forward on a day.
  private func isShort(_ day: Int) -> Bool {
    func midnight(_ day: Int) -> Int {
      zone.instant(of: CivilDateTime(dayNumber: day, secondOfDay: 0))
    }
    return midnight(day + 1) - midnight(day) < CivilDateTime.secondsPerDay
  }

  private func positioned(_ days: [Int]) -> [CivilDateTime] {
    func wall(_ index: Int) -> CivilDateTime {
      CivilDateTime(dayNumber: days[index / times.count], secondOfDay: times[index % times.count])
    }
    let count = days.count * times.count
    if rule.positions.isEmpty { return (0..<count).map(wall) }
    let indices = rule.positions.map { $0 > 0 ? $0 - 1 : count + $0 }
    return Set(indices.filter { (0..<count).contains($0) }).sorted().map(wall)
  }

  /// The days of the current period that match the rule, in ascending order, and the number of days
  /// examined.
  private func days(first: Int) -> (days: [Int], work: Int) {
    switch rule.frequency {
    case .daily:
      return (rule.matches(CivilDate(dayNumber: first), dayNumber: first) ? [first] : [], 1)
    case .weekly:
      let week = first..<first + 7
      return (week.filter { rule.matches(CivilDate(dayNumber: $0), dayNumber: $0) }, 7)
    case .monthly:
      return rule.days(year: CivilDate.floorDivide(period, 12), month: Self.month(period))
    case .yearly:
      var all: (days: [Int], work: Int) = ([], 0)
      for month in 1...12 {
        let (days, work) = rule.days(year: period, month: month)
        all.days += days
        all.work += work
      }
      return all
    }
  }

  /// The first day of the current period.
  private var firstDay: Int {
    switch rule.frequency {
    case .daily: period
    case .weekly: period * 7 + rule.weekStart.rawValue - 3
    case .monthly:
      CivilDate(year: CivilDate.floorDivide(period, 12), month: Self.month(period), day: 1)
        .dayNumber
    case .yearly: CivilDate(year: period, month: 1, day: 1).dayNumber
    }
  }

  /// The number of the day, week, month or year that contains a day.
  private static func period(of dayNumber: Int, _ rule: RecurrenceRule) -> Int {
    let date = CivilDate(dayNumber: dayNumber)
    switch rule.frequency {
    case .daily: return dayNumber
    // The Monday before 1970-01-01 was day -3.
    case .weekly: return CivilDate.floorDivide(dayNumber + 3 - rule.weekStart.rawValue, 7)
    case .monthly: return date.year * 12 + date.month - 1
    case .yearly: return date.year
    }
  }

  private static func month(_ period: Int) -> Int {
    period - CivilDate.floorDivide(period, 12) * 12 + 1
  }

  private func isPastUntil(_ wall: CivilDateTime) -> Bool {
    var last = rule.until
    if case .until(let moment) = rule.end { last = moment }
    return switch last {
    case nil: false
    case .date(let date): wall.dayNumber > date.dayNumber
    case .local(let until): wall > until
    case .utc(let until): zone.instant(of: wall) > until.wallSeconds
    }
  }
}
