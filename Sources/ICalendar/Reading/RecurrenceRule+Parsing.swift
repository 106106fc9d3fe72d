import IntentModel
import Messages
import Zones

extension RecurrenceRule {
  /// Reads the value of an `RRULE`, ignoring case and blanks.
  ///
  /// Google Calendar and Apple's Calendar ignore the parts that RFC 5545 forbids for a frequency
  /// (libical/libical#428 on GitHub), and so does this reader. It also ignores other parts that it
  /// cannot use, unless the repetition is unknown without them.
  ///
  /// - Returns: The rule, or nil if it cannot be used at all, and everything that is ignored.
  package static func reading(
    _ text: String
  ) -> (rule: RecurrenceRule?, problems: [RecurrenceRuleError]) {
    var reader = RuleReader()
    // Some programs escape the semicolons, as if the rule were a text.
    let rule = reader.rule(ICalendarLine.unescape(text[...]).uppercased())
    return (reader.problems.contains(where: \.isFatal) ? nil : rule, reader.problems)
  }
}

extension RecurrenceRule {
  /// Converts the end of a rule for whole days to a day, so every reader gets the same end.
  ///
  /// RFC 5545 §3.3.10 requires a date, but programs write times. A time in UTC becomes its day in
  /// the zone of the event's start; without a zone, the date in its text is used.
  mutating func endOnDay(in zone: ZoneRules?) {
    if case .until(let moment) = end { end = .until(.date(moment.day(in: zone))) }
    until = until.map { .date($0.day(in: zone)) }
  }
}

extension CompactMoment {
  /// The day of a moment; a moment in UTC is first converted to the zone, if there is one.
  fileprivate func day(in zone: ZoneRules?) -> CivilDate {
    switch self {
    case .date(let date): date
    case .local(let wall): wall.date
    case .utc(let wall): zone?.wall(at: wall.wallSeconds).date ?? wall.date
    }
  }
}

/// Reads a rule and collects its problems.
private struct RuleReader {
  private(set) var problems: [RecurrenceRuleError] = []
  private var rule = RecurrenceRule(frequency: .daily)
  /// The frequency as it is written.
  private var frequency = ""

  /// The maximum number of values in a part.
  private static let listLimit = 400
  /// The maximum number of times in a day: one for each minute.
  private static let timeLimit = CivilDateTime.secondsPerDay / 60

  mutating func rule(_ text: String) -> RecurrenceRule {
    var parts = parts(text)
    func part(_ part: RecurrenceRule.Part) -> String? { parts[part.rawValue] }
    // Some programs write a negative number to mean that there is no limit.
    if let count = part(.count), part(.until) != nil || Int(count).map({ $0 < 0 }) ?? false,
      Int(count).map({ $0 < 1 }) ?? true
    {
      problems.append(.noCount(count))
      parts[RecurrenceRule.Part.count.rawValue] = nil
    }
    takeFrequency(part(.frequency))
    for (key, value) in parts.sorted(by: { $0.key < $1.key }) {
      if let part = RecurrenceRule.Part(rawValue: key) {
        take(part, value)
      } else {
        problems.append(.unknownPart(key))
      }
    }
    if let until = part(.until).flatMap({ CompactMoment($0) }), case .count = rule.end {
      problems.append(.countAndUntil)
      rule.until = until
    }
    if rule.step != nil {
      rule.step?.interval = rule.interval
      rule.interval = 1
    }
    leaveOutForbidden()
    let times = max(1, rule.hours.count) * max(1, rule.minutes.count) * max(1, rule.seconds.count)
    if times > Self.timeLimit { problems.append(.tooManyTimes(limit: Self.timeLimit)) }
    return rule
  }

  private mutating func parts(_ text: String) -> [String: String] {
    var parts: [String: String] = [:]
    for part in text.split(separator: ";").map(\.trimmed) where !part.isEmpty {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(\.trimmed)
      if pair.count < 2 {
        problems.append(.unknownPart(part))
      } else if parts[pair[0]] == nil {
        parts[pair[0]] = pair[1]
      } else {
        problems.append(.repeatedPart(pair[0]))
      }
    }
    return parts
  }

  private mutating func takeFrequency(_ name: String?) {
    guard let name else { return problems.append(.noFrequency) }
    frequency = name
    if let unit = RecurrenceRule.Step.units[name] {
      rule.step = RecurrenceRule.Step(unit: unit)
    } else if let frequency = RecurrenceRule.Frequency(rawValue: name) {
      rule.frequency = frequency
    } else if name == "SECONDLY" {
      problems.append(.unsupportedFrequency(name))
    } else {
      problems.append(.badPart(.frequency, value: name, allowed: .frequencies))
    }
  }

  private mutating func take(_ part: RecurrenceRule.Part, _ value: String) {
    switch part {
    case .frequency: break
    case .interval: rule.interval = number(part, value) ?? 1
    case .count: rule.end = number(part, value).map { .count($0) } ?? .never
    case .until:
      // The parts are sorted, so the count is read first.
      if let moment = read(part, value, .dateOrDateTime, { CompactMoment($0) }), rule.end == .never
      {
        rule.end = .until(moment)
      }
    case .weekStart:
      rule.weekStart = read(part, value, .weekday) { Weekday(code: $0[...]) } ?? .monday
    case .days: rule.days = list(part, value, .weekdays) { Self.day($0) }
    case .scale: if value != "GREGORIAN" { problems.append(.unsupportedScale(value)) }
    case .skip: rule.skip = read(part, value, .skips) { .init(rawValue: $0) } ?? .omit
    case .months: rule.months = numbers(part, value, 1...12)
    case .weekNumbers:
      rule.weekNumbers = numbers(part, value, RecurrenceRule.weeksOfYear, fromEnd: true)
    case .yearDays: rule.yearDays = numbers(part, value, RecurrenceRule.daysOfYear, fromEnd: true)
    case .monthDays: rule.monthDays = numbers(part, value, 1...31, fromEnd: true)
    case .positions: rule.positions = numbers(part, value, RecurrenceRule.daysOfYear, fromEnd: true)
    case .hours: rule.hours = numbers(part, value, 0...23)
    case .minutes: rule.minutes = numbers(part, value, 0...59)
    case .seconds: rule.seconds = numbers(part, value, 0...59)
    }
  }

  /// Removes the parts that the table at the end of RFC 5545 §3.3.10 does not allow for the
  /// frequency.
  private mutating func leaveOutForbidden() {
    typealias Row = (
      RecurrenceRule.Part, WritableKeyPath<RecurrenceRule, [Int]>, [RecurrenceRule.Frequency]
    )
    var rows: [Row] = [
      (.weekNumbers, \.weekNumbers, [.yearly]),
      (.monthDays, \.monthDays, [.daily, .monthly, .yearly]),
    ]
    // A rule whose period is shorter than a day can select days of the year; `BYSETPOS` is not
    // supported in such a rule.
    if rule.step == nil {
      rows.append((.yearDays, \.yearDays, [.yearly]))
    } else {
      rows.append((.positions, \.positions, []))
    }
    for (part, path, allowed) in rows
    where !rule[keyPath: path].isEmpty && !allowed.contains(rule.frequency) {
      problems.append(.wrongFrequency(part: part, frequency: frequency))
      rule[keyPath: path] = []
    }
    guard rule.days.contains(where: { $0.ordinal != 0 }) else { return }
    if ![.monthly, .yearly].contains(rule.frequency) {
      problems.append(.numberedDays(frequency: frequency))
    } else if !rule.weekNumbers.isEmpty {
      problems.append(.numberedDaysOfWeeks)
    } else {
      return
    }
    for index in rule.days.indices { rule.days[index].ordinal = 0 }
  }

  private mutating func read<Value>(
    _ part: RecurrenceRule.Part, _ value: String, _ allowed: RecurrenceRuleError.Allowed,
    _ read: (String) -> Value?
  ) -> Value? {
    let result = read(value)
    if result == nil { problems.append(.badPart(part, value: value, allowed: allowed)) }
    return result
  }

  /// The usable values of a list; the other values are reported as a problem.
  private mutating func list<Item>(
    _ part: RecurrenceRule.Part, _ value: String, _ allowed: RecurrenceRuleError.Allowed,
    _ read: (String) -> Item?
  ) -> [Item] {
    let texts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard texts.count <= Self.listLimit else {
      problems.append(.badPart(part, value: "\(texts[0]),…", allowed: .list(Self.listLimit)))
      return []
    }
    return texts.compactMap { self.read(part, $0.trimmed, allowed, read) }
  }

  private mutating func numbers(
    _ part: RecurrenceRule.Part, _ value: String, _ range: ClosedRange<Int>, fromEnd: Bool = false
  ) -> [Int] {
    let allowed: RecurrenceRuleError.Allowed =
      fromEnd ? .numbersFromBothEnds(range.upperBound) : .numbers(range)
    let numbers = list(part, value, allowed) { text -> Int? in
      Int(text).flatMap { range.contains($0) || fromEnd && range.contains(-$0) ? $0 : nil }
    }
    return Set(numbers).sorted()
  }

  private mutating func number(_ part: RecurrenceRule.Part, _ value: String) -> Int? {
    let range = 1...1_000_000
    return read(part, value, .numbers(range)) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads `MO`, `2TU` or `-1FR`.
  private static func day(_ text: String) -> RecurrenceRule.Day? {
    guard let weekday = Weekday(code: text.suffix(2)) else { return nil }
    let number = text.dropLast(2)
    if number.isEmpty { return RecurrenceRule.Day(weekday: weekday) }
    guard let ordinal = Int(number.trimmed), RecurrenceRule.weeksOfYear.contains(abs(ordinal))
    else {
      return nil
    }
    return RecurrenceRule.Day(ordinal: ordinal, weekday: weekday)
  }
}
