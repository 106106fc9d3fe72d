extension RecurrenceRule {
  /// The maximum number of values in a part.
  private static let listLimit = 400
  /// The maximum number of times in a day: one for each minute.
  private static let timeLimit = 1440

  /// Reads the value of an `RRULE`, ignoring case.
  package init(parsing text: String) throws(RecurrenceRuleError) {
    let parts = try Self.parts(text.uppercased())
    guard let name = parts["FREQ"] else { throw .noFrequency }
    guard let frequency = Frequency(rawValue: name) else {
      if ["SECONDLY", "MINUTELY", "HOURLY"].contains(name) { throw .unsupportedFrequency(name) }
      throw .badPart("FREQ", value: name, allowed: .frequencies)
    }
    self.init(frequency: frequency)
    for key in parts.keys.sorted() { try take(key, parts[key] ?? "") }
    if parts["COUNT"] != nil, parts["UNTIL"] != nil { throw .countAndUntil }
    try checkFrequency()
    let times = max(1, hours.count) * max(1, minutes.count) * max(1, seconds.count)
    if times > Self.timeLimit { throw .tooManyTimes(limit: Self.timeLimit) }
  }

  private static func parts(_ text: String) throws(RecurrenceRuleError) -> [String: String] {
    var parts: [String: String] = [:]
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { throw .unknownPart(String(part)) }
      guard parts.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
        throw .repeatedPart(String(pair[0]))
      }
    }
    return parts
  }

  private mutating func take(_ key: String, _ value: String) throws(RecurrenceRuleError) {
    switch key {
    case "FREQ": break
    case "INTERVAL": interval = try Self.number(key, value, in: 1...1_000_000)
    case "COUNT": end = .count(try Self.number(key, value, in: 1...1_000_000))
    case "UNTIL": end = .until(try Self.moment(key, value))
    case "WKST": weekStart = try Self.weekday(key, value)
    case "BYDAY": days = try Self.list(key, value) { Self.day($0) }
    default: try takeNumbers(key, value)
    }
  }

  private mutating func takeNumbers(_ key: String, _ value: String) throws(RecurrenceRuleError) {
    switch key {
    case "BYMONTH": months = try Self.numbers(key, value, 1...12)
    case "BYWEEKNO": weekNumbers = try Self.numbers(key, value, 1...53, fromEnd: true)
    case "BYYEARDAY": yearDays = try Self.numbers(key, value, 1...366, fromEnd: true)
    case "BYMONTHDAY": monthDays = try Self.numbers(key, value, 1...31, fromEnd: true)
    case "BYSETPOS": positions = try Self.numbers(key, value, 1...366, fromEnd: true)
    case "BYHOUR": hours = try Self.numbers(key, value, 0...23)
    case "BYMINUTE": minutes = try Self.numbers(key, value, 0...59)
    case "BYSECOND": seconds = try Self.numbers(key, value, 0...59)
    default: throw .unknownPart(key)
    }
  }

  /// Checks the table at the end of RFC 5545 §3.3.10: which parts a frequency allows.
  private func checkFrequency() throws(RecurrenceRuleError) {
    let hasOrdinals = days.contains { $0.ordinal != 0 }
    let rows: [(String, Bool, [Frequency])] = [
      ("BYWEEKNO", !weekNumbers.isEmpty, [.yearly]),
      ("BYYEARDAY", !yearDays.isEmpty, [.yearly]),
      ("BYMONTHDAY", !monthDays.isEmpty, [.daily, .monthly, .yearly]),
    ]
    for (part, isUsed, allowed) in rows where isUsed && !allowed.contains(frequency) {
      throw .wrongFrequency(part: part, frequency: frequency.rawValue)
    }
    if hasOrdinals, ![.monthly, .yearly].contains(frequency) {
      throw .numberedDays(frequency: frequency.rawValue)
    }
    if hasOrdinals, !weekNumbers.isEmpty {
      throw .badPart(
        "BYDAY", value: days.map(\.text).joined(separator: ","),
        allowed: .plainWeekdays)
    }
  }
}

extension RecurrenceRule {
  private static func list<Item>(
    _ key: String, _ value: String, _ read: (Substring) -> Item?
  ) throws(RecurrenceRuleError) -> [Item] {
    let texts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard texts.count <= listLimit else {
      throw .badPart(key, value: "\(texts[0]),…", allowed: .list(listLimit))
    }
    var items: [Item] = []
    for text in texts {
      guard let item = read(text) else {
        throw .badPart(key, value: String(text), allowed: allowed[key] ?? .list(listLimit))
      }
      items.append(item)
    }
    return items
  }

  /// The allowed values of each list part.
  private static let allowed: [String: RecurrenceRuleError.Allowed] = [
    "BYDAY": .weekdays, "BYMONTH": .numbers(1...12), "BYWEEKNO": .numbersFromBothEnds(53),
    "BYYEARDAY": .numbersFromBothEnds(366), "BYMONTHDAY": .numbersFromBothEnds(31),
    "BYSETPOS": .numbersFromBothEnds(366), "BYHOUR": .numbers(0...23), "BYMINUTE": .numbers(0...59),
    "BYSECOND": .numbers(0...59),
  ]

  private static func numbers(
    _ key: String, _ value: String, _ range: ClosedRange<Int>, fromEnd: Bool = false
  ) throws(RecurrenceRuleError) -> [Int] {
    let numbers = try list(key, value) { text -> Int? in
      guard let number = Int(text), range.contains(number) || fromEnd && range.contains(-number)
      else { return nil }
      return number
    }
    return Set(numbers).sorted()
  }

  private static func number(
    _ key: String, _ value: String, in range: ClosedRange<Int>
  ) throws(RecurrenceRuleError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw .badPart(key, value: value, allowed: .numbers(range))
    }
    return number
  }

  private static func moment(
    _ key: String, _ value: String
  ) throws(RecurrenceRuleError) -> CompactMoment {
    guard let moment = CompactMoment(value) else {
      throw .badPart(key, value: value, allowed: .dateOrDateTime)
    }
    return moment
  }

  private static func weekday(
    _ key: String, _ value: String
  ) throws(RecurrenceRuleError) -> Weekday {
    guard let weekday = Weekday(code: value[...]) else {
      throw .badPart(key, value: value, allowed: .weekday)
    }
    return weekday
  }

  /// Reads `MO`, `2TU` or `-1FR`.
  private static func day(_ text: Substring) -> Day? {
    guard let weekday = Weekday(code: text.suffix(2)) else { return nil }
    let number = text.dropLast(2)
    if number.isEmpty { return Day(weekday: weekday) }
    guard let ordinal = Int(number), (1...53).contains(abs(ordinal)) else { return nil }
    return Day(ordinal: ordinal, weekday: weekday)
  }
}

extension RecurrenceRule.Day {
  /// The day as written in a rule.
  package var text: String { ordinal == 0 ? weekday.code : "\(ordinal)\(weekday.code)" }
}
