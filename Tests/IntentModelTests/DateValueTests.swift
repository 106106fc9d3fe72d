import IntentModel
import Testing
import WidgetTestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Date components by kind.
@Suite struct DateValueTests {
  private static func date(_ year: Int?, _ month: Int?, _ day: Int?) -> IntentValue {
    .dateComponents(DateComponents(year: year, month: month, day: day))
  }

  private static func time(_ hour: Int?, _ minute: Int? = nil, _ second: Int? = nil) -> IntentValue
  {
    .dateComponents(DateComponents(hour: hour, minute: minute, second: second))
  }

  private static let kinds: [ValueCase] = [
    ValueCase(time(7, 30), .dateComponents("x", .time)),
    ValueCase(time(7, 30), .dateComponents("x", .dateTime)),
    ValueCase(
      time(7, 30), .dateComponents("x", .date),
      "component-not-allowed $.parameters.x.hour: The hour is not part of a date. Remove the hour.",
      "component-not-allowed $.parameters.x.minute: The minute is not part of a date. "
        + "Remove the minute."),
    ValueCase(date(2020, 6, 25), .dateComponents("x", .date)),
    ValueCase(date(2020, 6, 25), .dateComponents("x", .dateTime)),
    ValueCase(
      date(2020, nil, 25), .dateComponents("x", .time),
      "component-not-allowed $.parameters.x.year: The year is not part of a time. Remove the year.",
      "component-not-allowed $.parameters.x.day: The day is not part of a time. Remove the day."),
    ValueCase(
      .dateComponents(DateComponents()), .dateComponents("x"),
      "no-components $.parameters.x: No component is set. "
        + "Set at least one component, or leave the parameter out."),
    ValueCase(
      .dateComponents(DateComponents(weekday: 2)), .dateComponents("x"),
      "no-components $.parameters.x: No component is set. "
        + "Set at least one component, or leave the parameter out."),
  ]

  @Test("§2.2: the components that each kind of date has", arguments: kinds)
  func kind(_ row: ValueCase) { row.check() }

  /// A component, with its minimum and its maximum.
  @Test(
    "§2.2: the range of each component",
    arguments: [
      (IntentDateComponent.year, 1, 9999), (.month, 1, 12), (.day, 1, 31), (.hour, 0, 23),
      (.minute, 0, 59), (.second, 0, 59),
    ])
  func range(_ component: IntentDateComponent, _ least: Int, _ greatest: Int) {
    for (number, isValid) in [
      (least, true), (greatest, true), (least - 1, false), (greatest + 1, false), (.min, false),
      (.max - 1, false),
    ] {
      var components = DateComponents()
      components[component] = number
      let row =
        isValid
        ? ValueCase(.dateComponents(components), .dateComponents("x"))
        : ValueCase(
          .dateComponents(components), .dateComponents("x"),
          "component-out-of-range $.parameters.x.\(component): The \(component) \(number) is not "
            + "between \(least) and \(greatest). Give \(component == .hour ? "an" : "a") \(component) "
            + "from \(least) to \(greatest).")
      row.check()
    }
  }

  private static func noDay(_ year: Int, _ month: Int, _ day: Int) -> String {
    "no-such-day $.parameters.x.day: The day \(year)-\(month)-\(day) does not exist. "
      + "Give a day in that month."
  }

  private static let days: [ValueCase] = [
    ValueCase(date(2024, 2, 29), .dateComponents("x", .date)),
    ValueCase(date(2023, 2, 29), .dateComponents("x", .date), noDay(2023, 2, 29)),
    ValueCase(date(2000, 2, 29), .dateComponents("x", .date)),
    ValueCase(date(1900, 2, 29), .dateComponents("x", .date), noDay(1900, 2, 29)),
    ValueCase(date(nil, 2, 29), .dateComponents("x", .date)),
    ValueCase(date(nil, 4, 30), .dateComponents("x", .date)),
    ValueCase(date(2020, 4, 31), .dateComponents("x", .date), noDay(2020, 4, 31)),
    ValueCase(date(2020, 12, 31), .dateComponents("x", .date)),
    ValueCase(date(2023, nil, 31), .dateComponents("x", .date)),
  ]

  @Test("§2.2: days that a month has", arguments: days)
  func day(_ row: ValueCase) { row.check() }

  @Test("A day that the month never has is reported without a year")
  func dayWithoutYear() {
    ValueCase(
      Self.date(nil, 2, 30), .dateComponents("x", .date),
      "no-such-day $.parameters.x.day: The day 2-30 does not exist. Give a day in that month."
    ).check()
  }

  @Test("A number out of range is reported before the day is checked")
  func monthOutOfRange() {
    ValueCase(
      Self.date(2020, 13, 31), .dateComponents("x", .date),
      "component-out-of-range $.parameters.x.month: The month 13 is not between 1 and 12. "
        + "Give a month from 1 to 12."
    ).check()
  }

  @Test("Setting a component sets only that one", arguments: IntentDateComponent.allCases)
  func componentAccess(_ component: IntentDateComponent) {
    var components = DateComponents()
    components[component] = 7
    let set = IntentDateComponent.allCases.filter { components[$0] != nil }
    #expect(set == [component])
    #expect(components[component] == 7)
    components[component] = nil
    #expect(components == DateComponents())
  }
}
