import IntentModel
import Testing
import WidgetTestSupport

/// Values of whole and decimal numbers that have limits.
@Suite struct NumberValueTests {
  private static let integers: [ValueCase] = [
    ValueCase(.integer(1), .integer("x", 1...3)),
    ValueCase(.integer(3), .integer("x", 1...3)),
    ValueCase(
      .integer(0), .integer("x", 1...3),
      "below-minimum $.parameters.x: 0 is below the minimum of 1. Give 1 or more."),
    ValueCase(
      .integer(4), .integer("x", 1...3),
      "above-maximum $.parameters.x: 4 is above the maximum of 3. Give 3 or less."),
    ValueCase(.integer(-3), .integer("x", -3...3)),
    ValueCase(
      .integer(-4), .integer("x", -3...3),
      "below-minimum $.parameters.x: -4 is below the minimum of -3. Give -3 or more."),
    ValueCase(.integer(.min), .integer("x")),
    ValueCase(.integer(.max), .integer("x")),
    ValueCase(.integer(2), .integer("x", 1...3, control: .slider)),
    ValueCase(
      .integer(9), .integer("x", 1...3, control: .stepper),
      "above-maximum $.parameters.x: 9 is above the maximum of 3. Give 3 or less."),
  ]

  @Test("§2.2: a whole number is inside its limits", arguments: integers)
  func integer(_ row: ValueCase) { row.check() }

  private static let decimals: [ValueCase] = [
    ValueCase(.decimal(0), .decimal("x", 0...1)),
    ValueCase(.decimal(1), .decimal("x", 0...1)),
    ValueCase(
      .decimal(-0.5), .decimal("x", 0...1),
      "below-minimum $.parameters.x: -0.5 is below the minimum of 0. Give 0 or more."),
    ValueCase(
      .decimal(1.25), .decimal("x", 0...1, control: .slider),
      "above-maximum $.parameters.x: 1.25 is above the maximum of 1. Give 1 or less."),
    ValueCase(
      .decimal(.nan), .decimal("x"),
      "not-finite $.parameters.x: The number is not finite. Give a finite number."),
    ValueCase(
      .decimal(.infinity), .decimal("x", 0...1),
      "not-finite $.parameters.x: The number is not finite. Give a finite number."),
    ValueCase(.decimal(-1e300), .decimal("x")),
  ]

  @Test("§2.2: a decimal number is finite and inside its limits", arguments: decimals)
  func decimal(_ row: ValueCase) { row.check() }

  struct Limits: Sendable {
    let minimum: NumberBound<Int>
    let maximum: NumberBound<Int>
    let isSigned: Bool
    let lower: Int?
    let upper: Int?

    init(
      _ minimum: NumberBound<Int>, _ maximum: NumberBound<Int>, signed: Bool = false, _ lower: Int?,
      _ upper: Int?
    ) {
      self.minimum = minimum
      self.maximum = maximum
      isSigned = signed
      self.lower = lower
      self.upper = upper
    }
  }

  /// A missing minimum is 0 if there is a maximum; empty data means that there is no limit.
  private static let limits: [Limits] = [
    Limits(.absent, .absent, nil, nil),
    Limits(.absent, .absent, signed: true, nil, nil),
    Limits(.absent, .value(9), 0, 9),
    Limits(.absent, .value(9), signed: true, nil, 9),
    Limits(.absent, .value(-2), nil, -2),
    Limits(.absent, .value(0), 0, 0),
    Limits(.absent, .unbounded, 0, nil),
    Limits(.unbounded, .absent, nil, nil),
    Limits(.unbounded, .value(9), nil, 9),
    Limits(.unbounded, .unbounded, nil, nil),
    Limits(.value(3), .absent, 3, nil),
    Limits(.value(3), .unbounded, 3, nil),
    Limits(.value(-3), .value(9), -3, 9),
    Limits(.value(3), .value(9), signed: true, 3, 9),
  ]

  @Test("§2.2: the limits that bounds specify", arguments: limits)
  func limit(_ row: Limits) {
    let metadata = NumberMetadata<Int>(
      minimum: row.minimum, maximum: row.maximum, supportsNegativeNumbers: row.isSigned)
    #expect(metadata.lowerLimit == row.lower)
    #expect(metadata.upperLimit == row.upper)
  }

  @Test("§2.2: an inverted range accepts no value")
  func upsideDown() {
    let metadata = NumberMetadata<Int>(minimum: .value(5), maximum: .value(1))
    let schema = IntentSchema.sample([.of(.integer(metadata), "x")])
    for number in [0, 1, 3, 5, 9] {
      let issues = schema.issues(with: .integer(number), for: .of(.integer(metadata), "x"))
      #expect(issues.count == 1, "\(number)")
    }
  }
}
