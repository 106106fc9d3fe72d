import IntentModel
import Testing

@testable import BundledWidgets
@testable import ICalendar

struct RecurrenceRuleTests {
  @Test func everyPart() throws {
    let rule = try RecurrenceRule(
      parsing: "FREQ=YEARLY;INTERVAL=2;COUNT=5;BYMONTH=3,1;BYMONTHDAY=-1,15;BYDAY=MO,-1SU,+2TU;"
        + "BYYEARDAY=1,-1;BYHOUR=9;BYMINUTE=0,30;BYSECOND=5;BYSETPOS=-1;WKST=SU")
    #expect(rule.frequency == .yearly)
    #expect(rule.interval == 2)
    #expect(rule.end == .count(5))
    #expect(rule.months == [1, 3])
    #expect(rule.monthDays == [-1, 15])
    #expect(rule.days.map(\.text) == ["MO", "-1SU", "2TU"])
    #expect(rule.yearDays == [-1, 1])
    #expect(rule.hours == [9])
    #expect(rule.minutes == [0, 30])
    #expect(rule.seconds == [5])
    #expect(rule.positions == [-1])
    #expect(rule.weekStart == .sunday)
  }

  @Test func smallLettersAndStraySemicolons() throws {
    let rule = try RecurrenceRule(parsing: "freq=weekly;;byday=mo;")
    #expect(rule == RecurrenceRule(frequency: .weekly, days: [.init(weekday: .monday)]))
  }

  @Test(arguments: [
    ("20250101", CompactMoment.date(CivilDate(year: 2025, month: 1, day: 1))),
    ("20250101T120000", .local(CivilDateTime(CivilDate(year: 2025, month: 1, day: 1), hour: 12))),
    ("20250101T120000Z", .utc(CivilDateTime(CivilDate(year: 2025, month: 1, day: 1), hour: 12))),
  ])
  func untilForms(text: String, moment: CompactMoment) throws {
    #expect(try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=\(text)").end == .until(moment))
  }

  @Test(arguments: [
    ("", "FREQ is missing."),
    ("COUNT=3", "FREQ is missing."),
    ("FREQ=HOURLY", "FREQ=HOURLY is not supported. Use DAILY, WEEKLY, MONTHLY or YEARLY."),
    ("FREQ=SECONDLY", "FREQ=SECONDLY is not supported. Use DAILY, WEEKLY, MONTHLY or YEARLY."),
    (
      "FREQ=SOMETIMES",
      "“FREQ=SOMETIMES” is not allowed. FREQ takes DAILY, WEEKLY, MONTHLY or YEARLY."
    ),
    ("FREQ=DAILY;NONSENSE", "“NONSENSE” is not a part of a rule."),
    ("FREQ=DAILY;BYMOON=1", "“BYMOON” is not a part of a rule."),
    ("FREQ=DAILY;FREQ=DAILY", "FREQ occurs more than once."),
    (
      "FREQ=DAILY;INTERVAL=0",
      "“INTERVAL=0” is not allowed. INTERVAL takes a whole number from 1 to 1000000."
    ),
    (
      "FREQ=DAILY;INTERVAL=x",
      "“INTERVAL=X” is not allowed. INTERVAL takes a whole number from 1 to 1000000."
    ),
    (
      "FREQ=DAILY;COUNT=0",
      "“COUNT=0” is not allowed. COUNT takes a whole number from 1 to 1000000."
    ),
    (
      "FREQ=DAILY;COUNT=99999999999999999999",
      "“COUNT=99999999999999999999” is not allowed. COUNT takes a whole number from 1 to 1000000."
    ),
    (
      "FREQ=DAILY;UNTIL=soon",
      "“UNTIL=SOON” is not allowed. UNTIL takes a date (YYYYMMDD) or a date and time (YYYYMMDDTHHMMSS)."
    ),
    ("FREQ=DAILY;COUNT=2;UNTIL=20250101", "COUNT and UNTIL cannot both end a rule."),
    (
      "FREQ=WEEKLY;WKST=XX",
      "“WKST=XX” is not allowed. WKST takes a weekday (MO, TU, WE, TH, FR, SA, SU)."
    ),
    (
      "FREQ=WEEKLY;BYDAY=",
      "“BYDAY=” is not allowed. BYDAY takes a weekday (MO, TU, WE, TH, FR, SA, SU), with or without a number from -53 to 53."
    ),
    (
      "FREQ=MONTHLY;BYDAY=0MO",
      "“BYDAY=0MO” is not allowed. BYDAY takes a weekday (MO, TU, WE, TH, FR, SA, SU), with or without a number from -53 to 53."
    ),
    (
      "FREQ=YEARLY;BYMONTH=13",
      "“BYMONTH=13” is not allowed. BYMONTH takes a whole number from 1 to 12."
    ),
    (
      "FREQ=YEARLY;BYMONTH=-1",
      "“BYMONTH=-1” is not allowed. BYMONTH takes a whole number from 1 to 12."
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=0",
      "“BYMONTHDAY=0” is not allowed. BYMONTHDAY takes a whole number from 1 to 31 or from -31 to -1."
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=1,,2",
      "“BYMONTHDAY=” is not allowed. BYMONTHDAY takes a whole number from 1 to 31 or from -31 to -1."
    ),
    (
      "FREQ=YEARLY;BYWEEKNO=54",
      "“BYWEEKNO=54” is not allowed. BYWEEKNO takes a whole number from 1 to 53 or from -53 to -1."
    ),
    (
      "FREQ=YEARLY;BYYEARDAY=367",
      "“BYYEARDAY=367” is not allowed. BYYEARDAY takes a whole number from 1 to 366 or from -366 to -1."
    ),
    (
      "FREQ=MONTHLY;BYSETPOS=0",
      "“BYSETPOS=0” is not allowed. BYSETPOS takes a whole number from 1 to 366 or from -366 to -1."
    ),
    (
      "FREQ=DAILY;BYHOUR=24",
      "“BYHOUR=24” is not allowed. BYHOUR takes a whole number from 0 to 23."
    ),
    (
      "FREQ=DAILY;BYMINUTE=60",
      "“BYMINUTE=60” is not allowed. BYMINUTE takes a whole number from 0 to 59."
    ),
    (
      "FREQ=DAILY;BYSECOND=60",
      "“BYSECOND=60” is not allowed. BYSECOND takes a whole number from 0 to 59."
    ),
    ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY cannot be used with FREQ=WEEKLY."),
    ("FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO cannot be used with FREQ=MONTHLY."),
    ("FREQ=DAILY;BYYEARDAY=1", "BYYEARDAY cannot be used with FREQ=DAILY."),
    ("FREQ=WEEKLY;BYDAY=2MO", "A weekday of BYDAY cannot have a number with FREQ=WEEKLY."),
    (
      "FREQ=YEARLY;BYWEEKNO=3;BYDAY=2MO",
      "“BYDAY=2MO” is not allowed. BYDAY takes a list of weekdays without numbers, as BYWEEKNO needs."
    ),
  ])
  func brokenRules(text: String, message: String) {
    let error = #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func timesOverTheLimit() {
    let minutes = (0..<60).map(String.init).joined(separator: ",")
    let rule = "FREQ=DAILY;BYMINUTE=\(minutes);BYSECOND=\(minutes)"
    let error = #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(parsing: rule) }
    #expect(error?.description == "BYHOUR, BYMINUTE and BYSECOND give more than 1440 times a day.")
  }

  @Test func aListOverTheLimit() {
    let list = Array(repeating: "1", count: 401).joined(separator: ",")
    let error = #expect(throws: RecurrenceRuleError.self) {
      try RecurrenceRule(parsing: "FREQ=MONTHLY;BYMONTHDAY=\(list)")
    }
    #expect(
      error?.description
        == "“BYMONTHDAY=1,…” is not allowed. BYMONTHDAY takes a list of at most 400 values.")
  }
}
