import IntentModel
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct RecurrenceRuleTests {
  @Test func everyPart() throws {
    let rule = try CalendarText.rule(
      "FREQ=YEARLY;INTERVAL=2;COUNT=5;BYMONTH=3,1;BYMONTHDAY=-1,15;BYDAY=MO,-1SU,+2TU;"
        + "BYYEARDAY=1,-1;BYHOUR=9;BYMINUTE=0,30;BYSECOND=5;BYSETPOS=-1;WKST=SU")
    #expect(rule.frequency == .yearly)
    #expect(rule.interval == 2)
    #expect(rule.end == .count(5))
    #expect(rule.months == [1, 3])
    #expect(rule.monthDays == [-1, 15])
    #expect(rule.days.map(\.weekday) == [.monday, .sunday, .tuesday])
    #expect(rule.days.map(\.ordinal) == [0, -1, 2])
    #expect(rule.yearDays == [-1, 1])
    #expect(rule.hours == [9])
    #expect(rule.minutes == [0, 30])
    #expect(rule.seconds == [5])
    #expect(rule.positions == [-1])
    #expect(rule.weekStart == .sunday)
  }

  @Test func smallLettersAndStraySemicolons() throws {
    let rule = try CalendarText.rule(" freq = weekly ;; BYDAY= mo ;rscale=gregorian")
    #expect(rule == RecurrenceRule(frequency: .weekly, days: [.init(weekday: .monday)]))
  }

  @Test(arguments: [
    ("20250101", CompactMoment.date(CivilDate(year: 2025, month: 1, day: 1))),
    ("20250101T120000", .local(CivilDateTime(CivilDate(year: 2025, month: 1, day: 1), hour: 12))),
    ("20250101T120000Z", .utc(CivilDateTime(CivilDate(year: 2025, month: 1, day: 1), hour: 12))),
  ])
  func untilForms(text: String, moment: CompactMoment) throws {
    #expect(try CalendarText.rule("FREQ=DAILY;UNTIL=\(text)").end == .until(moment))
  }

  @Test(arguments: [
    ("", "FREQ is missing."),
    ("COUNT=3", "FREQ is missing."),
    (
      "FREQ=SECONDLY",
      "FREQ=SECONDLY is not supported. Use MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY."
    ),
    (
      "FREQ=SOMETIMES",
      "“FREQ=SOMETIMES” is not allowed. FREQ must be MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY."
    ),
    (
      "FREQ=DAILY;INTERVAL=0",
      "“INTERVAL=0” is not allowed. INTERVAL must be a whole number from 1 to 1000000."
    ),
    (
      "FREQ=DAILY;COUNT=x",
      "“COUNT=X” is not allowed. COUNT must be a whole number from 1 to 1000000."
    ),
    (
      "FREQ=DAILY;COUNT=99999999999999999999",
      "“COUNT=99999999999999999999” is not allowed. COUNT must be a whole number from 1 to 1000000."
    ),
    (
      "RSCALE=HEBREW;FREQ=YEARLY",
      "RSCALE=HEBREW is not supported. Only RSCALE=GREGORIAN is supported."
    ),
  ])
  func rulesWithoutUse(text: String, message: String) {
    let (rule, problems) = RecurrenceRule.reading(text)
    #expect(rule == nil)
    #expect(problems.map(\.description) == [message])
  }

  /// A rule with an oddity, the same rule without it, and the message.
  @Test(arguments: [
    (
      "FREQ=HOURLY;BYWEEKNO=1", "FREQ=HOURLY",
      "BYWEEKNO cannot be used with FREQ=HOURLY. It is left out."
    ),
    (
      "FREQ=MINUTELY;BYSETPOS=1", "FREQ=MINUTELY",
      "BYSETPOS is not supported with FREQ=MINUTELY. It is left out."
    ),
    ("FREQ=DAILY;NONSENSE", "FREQ=DAILY", "“NONSENSE” is not a part of a rule. It is left out."),
    ("X-FOO=1;FREQ=DAILY", "FREQ=DAILY", "“X-FOO” is not a part of a rule. It is left out."),
    (
      "FREQ=DAILY;COUNT=2;COUNT=3", "FREQ=DAILY;COUNT=2",
      "COUNT occurs more than once. The first one is used."
    ),
    (
      "FREQ=DAILY;UNTIL=2027", "FREQ=DAILY",
      "“UNTIL=2027” is not allowed and is left out. UNTIL must be a date (YYYYMMDD) or a date and time (YYYYMMDDTHHMMSS)."
    ),
    (
      "FREQ=DAILY;COUNT=-1", "FREQ=DAILY",
      "“COUNT=-1” does not count anything. It is left out."
    ),
    (
      "FREQ=DAILY;COUNT=0;UNTIL=20270101", "FREQ=DAILY;UNTIL=20270101",
      "“COUNT=0” does not count anything. It is left out."
    ),
    (
      "FREQ=WEEKLY;WKST=2", "FREQ=WEEKLY",
      "“WKST=2” is not allowed and is left out. WKST must be a weekday (MO, TU, WE, TH, FR, SA, SU)."
    ),
    (
      "FREQ=WEEKLY;BYDAY=MO,,TU", "FREQ=WEEKLY;BYDAY=MO,TU",
      "“BYDAY=” is not allowed and is left out. BYDAY must be a weekday (MO, TU, WE, TH, FR, SA, SU), with or without a number from -53 to 53."
    ),
    (
      "FREQ=MONTHLY;BYMONTHDAY=0,5", "FREQ=MONTHLY;BYMONTHDAY=5",
      "“BYMONTHDAY=0” is not allowed and is left out. BYMONTHDAY must be a whole number from 1 to 31 or from -31 to -1."
    ),
    (
      "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY",
      "“BYMONTH=13” is not allowed and is left out. BYMONTH must be a whole number from 1 to 12."
    ),
    (
      "FREQ=MONTHLY;BYSETPOS=0", "FREQ=MONTHLY",
      "“BYSETPOS=0” is not allowed and is left out. BYSETPOS must be a whole number from 1 to 366 or from -366 to -1."
    ),
    (
      "FREQ=DAILY;BYHOUR=24", "FREQ=DAILY",
      "“BYHOUR=24” is not allowed and is left out. BYHOUR must be a whole number from 0 to 23."
    ),
    (
      "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OVER", "FREQ=YEARLY",
      "“SKIP=OVER” is not allowed and is left out. SKIP must be OMIT, BACKWARD or FORWARD."
    ),
    (
      "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=WEEKLY",
      "BYMONTHDAY cannot be used with FREQ=WEEKLY. It is left out."
    ),
    (
      "FREQ=MONTHLY;BYYEARDAY=-1;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=-1",
      "BYYEARDAY cannot be used with FREQ=MONTHLY. It is left out."
    ),
    (
      "FREQ=MONTHLY;BYWEEKNO=1", "FREQ=MONTHLY",
      "BYWEEKNO cannot be used with FREQ=MONTHLY. It is left out."
    ),
    (
      "FREQ=WEEKLY;BYDAY=2MO", "FREQ=WEEKLY;BYDAY=MO",
      "A weekday of BYDAY cannot have a number with FREQ=WEEKLY. The number is left out."
    ),
    (
      "FREQ=YEARLY;BYWEEKNO=3;BYDAY=2MO", "FREQ=YEARLY;BYWEEKNO=3;BYDAY=MO",
      "A weekday of BYDAY cannot have a number with BYWEEKNO. The number is left out."
    ),
  ])
  func oddParts(text: String, same: String, message: String) throws {
    let (rule, problems) = RecurrenceRule.reading(text)
    #expect(try rule == CalendarText.rule(same))
    #expect(problems.map(\.description) == [message])
    // When an event is read, the message is reported only once.
    let file = CalendarText.read(CalendarText.event("DTSTART:20250101\nRRULE:\(text)"))
    #expect(
      file.problems.map(\.description) == [
        "a.ics:4: RRULE has the value “\(text)”. \(message) The rest of the rule is used."
      ])
  }

  @Test func escapedSemicolons() throws {
    #expect(try CalendarText.rule("FREQ=DAILY\\;COUNT=2").end == .count(2))
  }

  @Test func timesOverTheLimit() {
    let minutes = (0..<60).map(String.init).joined(separator: ",")
    let (rule, problems) = RecurrenceRule.reading(
      "FREQ=DAILY;BYMINUTE=\(minutes);BYSECOND=\(minutes)")
    #expect(rule == nil)
    #expect(
      problems.map(\.description)
        == ["BYHOUR, BYMINUTE and BYSECOND describe more than 1440 times of day."])
  }

  @Test func aListOverTheLimit() {
    let list = Array(repeating: "1", count: 401).joined(separator: ",")
    let (rule, problems) = RecurrenceRule.reading("FREQ=MONTHLY;BYMONTHDAY=\(list)")
    #expect(rule == nil)
    #expect(
      problems.map(\.description)
        == ["“BYMONTHDAY=1,…” is not allowed. BYMONTHDAY must be a list of at most 400 values."])
  }
}
