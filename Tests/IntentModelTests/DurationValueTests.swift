import IntentModel
import Testing
import WidgetTestSupport

/// Durations: their units, defaults and limits.
@Suite struct DurationValueTests {
  struct Units: Sendable {
    let metadata: TimeIntervalMetadata
    let standard: DurationUnit
    let smallest: DurationUnit
    let largest: DurationUnit
  }

  private static let units: [Units] = [
    Units(
      metadata: TimeIntervalMetadata(), standard: .seconds, smallest: .seconds, largest: .seconds),
    Units(
      metadata: TimeIntervalMetadata(units: .single(.hours)), standard: .hours, smallest: .hours,
      largest: .hours),
    Units(
      metadata: TimeIntervalMetadata(
        units: .multiple(standard: .hours, minimum: .minutes, maximum: .days)),
      standard: .hours, smallest: .minutes, largest: .days),
    Units(
      metadata: TimeIntervalMetadata(
        units: .multiple(standard: nil, minimum: nil, maximum: nil)),
      standard: .seconds, smallest: .seconds, largest: .seconds),
    Units(
      metadata: TimeIntervalMetadata(
        units: .multiple(standard: .hours, minimum: .hours, maximum: nil)),
      standard: .hours, smallest: .hours, largest: .hours),
    Units(
      metadata: TimeIntervalMetadata(
        units: .single(.minutes),
        ignoredUnits: .multiple(standard: .days, minimum: .days, maximum: .days)),
      standard: .minutes, smallest: .minutes, largest: .minutes),
  ]

  @Test("§2.2: one unit applies to all three numbers, Multiple has three units", arguments: units)
  func unit(_ row: Units) {
    #expect(row.metadata.standardUnit == row.standard)
    #expect(row.metadata.smallestUnit == row.smallest)
    #expect(row.metadata.largestUnit == row.largest)
  }

  struct Limits: Sendable {
    let units: TimeIntervalMetadata.Units
    let minimum: NumberBound<Double>
    let maximum: NumberBound<Double>
    let lower: Double
    let upper: Double?

    init(
      _ units: TimeIntervalMetadata.Units, _ minimum: NumberBound<Double>,
      _ maximum: NumberBound<Double>, _ lower: Double, _ upper: Double?
    ) {
      self.units = units
      self.minimum = minimum
      self.maximum = maximum
      self.lower = lower
      self.upper = upper
    }
  }

  private static let limits: [Limits] = [
    Limits(.single(nil), .absent, .absent, 0, nil),
    Limits(.single(nil), .unbounded, .unbounded, 0, nil),
    Limits(.single(nil), .value(5), .value(90), 5, 90),
    Limits(.single(.minutes), .value(5), .value(90), 300, 5_400),
    Limits(.single(.hours), .value(0.5), .absent, 1_800, nil),
    Limits(.single(.days), .absent, .value(2), 0, 172_800),
    Limits(.single(.minutes), .value(-5), .absent, 0, nil),
    Limits(
      .multiple(standard: .hours, minimum: .minutes, maximum: .days), .value(15), .value(7), 900,
      604_800),
    Limits(.multiple(standard: .hours, minimum: nil, maximum: nil), .value(15), .value(7), 15, 7),
    // Each number has its own unit, even if the units are reversed.
    Limits(
      .multiple(standard: .hours, minimum: .hours, maximum: .minutes), .value(1), .value(90),
      3_600, 5_400),
    Limits(
      .multiple(standard: .hours, minimum: .minutes, maximum: nil), .value(1), .value(90), 60, 90),
  ]

  @Test("§2.2: each bound counts in its own unit", arguments: limits)
  func limit(_ row: Limits) {
    let metadata = TimeIntervalMetadata(
      units: row.units, minimum: row.minimum, maximum: row.maximum)
    #expect(metadata.lowerLimit == row.lower)
    #expect(metadata.upperLimit == row.upper)
  }

  @Test(
    "§2.2: the default counts in the unit of the default",
    arguments: [
      (TimeIntervalMetadata.Units.single(nil), 90.0),
      (.single(.minutes), 5_400),
      (.multiple(standard: .hours, minimum: .seconds, maximum: .days), 324_000),
      (.multiple(standard: nil, minimum: .hours, maximum: .days), 90),
    ])
  func defaultSeconds(_ units: TimeIntervalMetadata.Units, _ seconds: Double) {
    #expect(TimeIntervalMetadata(units: units, defaultValue: 90).defaultSeconds == seconds)
    #expect(TimeIntervalMetadata(units: units).defaultSeconds == nil)
  }

  private static let bounded = ParameterType.timeInterval(
    TimeIntervalMetadata(units: .single(.minutes), minimum: .value(5), maximum: .value(90)))

  private static let values: [ValueCase] = [
    ValueCase(.timeInterval(300), bounded),
    ValueCase(.timeInterval(5_400), bounded),
    ValueCase(
      .timeInterval(299.5), bounded,
      "below-minimum $.parameters.x: 299.5s is below the minimum of 5m. Give 5m or more."),
    ValueCase(
      .timeInterval(5_401), bounded,
      "above-maximum $.parameters.x: 1h30m1s is above the maximum of 1h30m. Give 1h30m or less."),
    ValueCase(
      .timeInterval(-1), .duration("x"),
      "below-minimum $.parameters.x: -1s is below the minimum of 0s. Give 0s or more."),
    ValueCase(.timeInterval(0), .duration("x")),
    ValueCase(
      .timeInterval(.nan), .duration("x"),
      "not-finite $.parameters.x: The number is not finite. Give a finite number."),
    ValueCase(
      .timeInterval(-.infinity), .duration("x"),
      "not-finite $.parameters.x: The number is not finite. Give a finite number."),
  ]

  @Test("§2.2: a duration is finite and inside its limits", arguments: values)
  func duration(_ row: ValueCase) { row.check() }
}
