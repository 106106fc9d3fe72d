import IntentModel
import WidgetTestSupport

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

/// Makes recurrence rules that every implementation should interpret in the same way.
///
/// It omits shapes for which `dateutil` deviates from RFC 5545: plain and numbered weekdays in the
/// same list, positions in a partial first week, and week numbers without weekdays.
enum RuleGenerator {
  struct Made {
    var start: CivilDateTime
    var rule: String
  }

  static func make(_ random: inout SeededGenerator) -> Made {
    let frequencies: [RecurrenceRule.Frequency] = [.daily, .weekly, .monthly, .yearly]
    let frequency = frequencies[random.number(0...3)]
    var start = CivilDateTime(
      dayNumber: random.number(7300...21_900), secondOfDay: random.number(0...1439) * 60)
    var parts = ["FREQ=\(frequency.rawValue)"]
    if random.chance(50) { parts.append("INTERVAL=\(interval(frequency, &random))") }
    var weekStart = Weekday.monday
    if random.chance(30) {
      weekStart = weekday(&random)
      parts.append("WKST=\(weekStart.code)")
    }
    let days = dayParts(frequency, &random)
    parts += days + timeParts(&random)
    if !days.isEmpty, random.chance(25) {
      parts.append(list("BYSETPOS", signed(1...2, of: 1...5, &random)))
      if frequency == .weekly {
        let back = (start.date.weekday.rawValue - weekStart.rawValue + 7) % 7
        start = start.adding(days: -back)
      }
    }
    parts += endParts(start, &random)
    return Made(start: start, rule: parts.joined(separator: ";"))
  }

  private static func interval(
    _ frequency: RecurrenceRule.Frequency, _ random: inout SeededGenerator
  ) -> Int {
    switch frequency {
    case .daily: random.number(1...40)
    case .weekly: random.number(1...9)
    case .monthly: random.number(1...14)
    case .yearly: random.number(1...5)
    }
  }

  private static func dayParts(
    _ frequency: RecurrenceRule.Frequency, _ random: inout SeededGenerator
  ) -> [String] {
    var parts: [String] = []
    if random.chance(25) { parts.append(list("BYMONTH", random.some(1...4, of: 1...12))) }
    switch frequency {
    case .daily:
      if random.chance(20) { parts.append(list("BYMONTHDAY", signed(1...8, of: 1...31, &random))) }
      if random.chance(30) { parts.append(plainDays(&random)) }
    case .weekly:
      if random.chance(70) { parts.append(plainDays(&random)) }
    case .monthly:
      if random.chance(40) { parts.append(list("BYMONTHDAY", signed(1...4, of: 1...31, &random))) }
      if random.chance(40) {
        parts.append(random.chance(50) ? plainDays(&random) : countedDays(5, &random))
      }
    case .yearly: parts += yearParts(hasMonths: !parts.isEmpty, &random)
    }
    return parts
  }

  private static func yearParts(hasMonths: Bool, _ random: inout SeededGenerator) -> [String] {
    switch random.number(1...6) {
    case 1: return [list("BYMONTHDAY", signed(1...4, of: 1...31, &random))]
    case 2: return [list("BYYEARDAY", signed(1...6, of: 1...366, &random))]
    case 3:
      return [list("BYWEEKNO", signed(1...4, of: 1...53, &random)), plainDays(&random)]
    case 4: return [countedDays(hasMonths ? 5 : 53, &random)]
    case 5: return [plainDays(&random)]
    default: return []
    }
  }

  private static func timeParts(_ random: inout SeededGenerator) -> [String] {
    guard random.chance(12) else { return [] }
    var parts = [list("BYHOUR", random.some(1...3, of: 0...23))]
    if random.chance(50) { parts.append(list("BYMINUTE", random.some(1...2, of: 0...59))) }
    return parts
  }

  private static func endParts(
    _ start: CivilDateTime, _ random: inout SeededGenerator
  ) -> [String] {
    switch random.number(1...3) {
    case 1: return ["COUNT=\(random.number(1...9))"]
    case 2:
      let until = start.adding(days: random.number(0...3000))
      return ["UNTIL=\(until.description.filter { $0 != "-" && $0 != ":" })"]
    default: return []
    }
  }

  private static func plainDays(_ random: inout SeededGenerator) -> String {
    let days = random.some(1...4, of: 0...6).map { Weekday.allCases[$0].code }
    return "BYDAY=\(days.joined(separator: ","))"
  }

  private static func countedDays(_ most: Int, _ random: inout SeededGenerator) -> String {
    let days = signed(1...3, of: 1...most, &random).map { "\($0)\(weekday(&random).code)" }
    return "BYDAY=\(days.joined(separator: ","))"
  }

  private static func weekday(_ random: inout SeededGenerator) -> Weekday {
    Weekday.allCases[random.number(0...6)]
  }

  private static func signed(
    _ count: ClosedRange<Int>, of range: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> [Int] {
    let numbers = random.some(count, of: range).map { random.chance(30) ? -$0 : $0 }
    return numbers.sorted()
  }

  private static func list(_ key: String, _ values: [Int]) -> String {
    "\(key)=\(values.map(String.init).joined(separator: ","))"
  }
}
