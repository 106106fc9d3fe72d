import IntentModel
import Testing
import WidgetTestSupport

/// Measurements: values, units and conversion.
@Suite struct MeasurementTests {
  private static func measured(_ value: Double, _ unit: String) -> IntentValue {
    .measurement(Measurement(value: value, unit: unit))
  }

  private static let signed = ParameterType.measurement(
    MeasurementMetadata(dimension: .mass, supportsNegativeNumbers: true))

  private static let values: [ValueCase] = [
    ValueCase(measured(5, "km"), .measurement("x", .distance)),
    ValueCase(measured(0, "NM"), .measurement("x", .distance)),
    ValueCase(
      measured(-0.5, "km"), .measurement("x", .distance),
      "below-minimum $.parameters.x.value: -0.5 is below the minimum of 0. Give 0 or more."),
    ValueCase(measured(-5, "kg"), signed),
    ValueCase(measured(-40, "°C"), .measurement("x", .temperature)),
    ValueCase(measured(-90, "°"), .measurement("x", .angle)),
    ValueCase(
      measured(.nan, "km"), .measurement("x", .distance),
      "not-finite $.parameters.x.value: The number is not finite. Give a finite number."),
    ValueCase(
      measured(1, "C"), .measurement("x", .temperature),
      "unknown-unit $.parameters.x.unit: Temperature has no unit “C”. Did you mean “°C”?"),
    ValueCase(
      measured(-1, "parsec"), .measurement("x", .mass),
      "unknown-unit $.parameters.x.unit: Mass has no unit “parsec”. "
        + "Choose from “kg”, “g”, “mg”, “t”, “lb”, “oz”, “st”.",
      "below-minimum $.parameters.x.value: -1 is below the minimum of 0. Give 0 or more."),
    ValueCase(
      measured(1, "KM"), .measurement("x", .distance),
      "unknown-unit $.parameters.x.unit: Distance has no unit “KM”. Did you mean “km”?"),
  ]

  @Test("§2.2: measurements", arguments: values)
  func value(_ row: ValueCase) { row.check() }

  @Test("Every unit converts to the base unit and back", arguments: MeasurementDimension.allCases)
  func roundTrip(_ dimension: MeasurementDimension) {
    for unit in dimension.units {
      for value in [0.0, 1, 12.5, -40, 1e6, 0.001] {
        let back = unit.value(fromBase: unit.baseValue(of: value))
        #expect(abs(back - value) <= 1e-9 * max(1, abs(value)), "\(value) \(unit.symbol)")
      }
    }
  }

  @Test(
    "Every quantity has one base unit, and no symbol or name twice",
    arguments: MeasurementDimension.allCases)
  func tables(_ dimension: MeasurementDimension) {
    let units = dimension.units
    #expect(units.contains { $0.coefficient == 1 && $0.constant == 0 })
    #expect(Set(units.map(\.symbol)).count == units.count)
    #expect(Set(units.map { $0.name.lowercased() }).count == units.count)
    for unit in units {
      #expect(dimension.unit(unit.symbol) == unit)
      #expect(dimension.unit(named: unit.name) == unit)
      #expect(dimension.unit(named: unit.name.uppercased()) == unit)
      #expect(dimension.unit(named: unit.symbol) == unit)
    }
    #expect(dimension.unit("furlong") == nil)
    #expect(dimension.unit(named: "") == nil)
  }

  /// Two forms of the same amount, from the definitions of the units.
  @Test(
    "Units convert as their definitions say",
    arguments: [
      (MeasurementDimension.distance, 1.0, "mi", 1_760.0, "yd"), (.distance, 1, "yd", 3, "ft"),
      (.distance, 1, "ft", 12, "in"), (.distance, 1, "NM", 1.852, "km"),
      (.mass, 1, "st", 14, "lb"), (.mass, 1, "lb", 16, "oz"), (.mass, 1, "t", 1_000, "kg"),
      (.volume, 1, "gal", 4, "qt"), (.volume, 1, "qt", 2, "pt"), (.volume, 1, "pt", 16, "fl oz"),
      (.temperature, 0, "°C", 32, "°F"), (.temperature, -40, "°C", -40, "°F"),
      (.temperature, 0, "K", -273.15, "°C"), (.speed, 36, "km/h", 10, "m/s"),
      (.speed, 1, "kn", 1.852, "km/h"), (.energy, 1, "kWh", 3_600, "kJ"),
      (.energy, 1, "kcal", 4.184, "kJ"), (.area, 1, "mi²", 640, "ac"),
      (.area, 1, "km²", 100, "ha"), (.power, 1, "MW", 1_000, "kW"),
      (.pressure, 1, "bar", 1_000, "hPa"), (.angle, 180, "°", Double.pi, "rad"),
      (.angle, 1, "rev", 360, "°"), (.frequency, 1, "GHz", 1_000, "MHz"),
      (.informationStorage, 1, "GiB", 1_024, "MiB"), (.informationStorage, 1, "TB", 1_000, "GB"),
    ])
  func conversion(
    _ dimension: MeasurementDimension, _ left: Double, _ from: String, _ right: Double, _ to: String
  ) throws {
    let source = try #require(dimension.unit(from))
    let target = try #require(dimension.unit(to))
    let converted = target.value(fromBase: source.baseValue(of: left))
    #expect(abs(converted - right) <= 1e-6 * max(1, abs(right)))
  }

  @Test(
    "§2.2: a form starts with the default unit, else the unit, else the usual one",
    arguments: [
      (nil, nil, "m"), ("Kilometers", nil, "km"), ("Kilometers", "Miles", "mi"),
      ("miles", "Furlongs", "mi"), ("ft", nil, "ft"), ("Furlongs", nil, "m"),
    ] as [(String?, String?, String)])
  func standardUnit(_ unit: String?, _ defaultUnit: String?, _ symbol: String) {
    let metadata = MeasurementMetadata(
      dimension: .distance, unit: unit, defaultUnit: defaultUnit)
    #expect(metadata.standardUnit.symbol == symbol)
  }
}
