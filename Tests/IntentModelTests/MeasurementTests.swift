import IntentModel
import Testing
import WidgetTestSupport

/// Measurements: values, units and conversion.
@Suite struct MeasurementTests {
  private static func measured(_ value: Double, _ unit: String) -> IntentValue {
    .measurement(IntentMeasurement(value: value, unit: unit))
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
      "below-minimum $.parameters.x.value: -1 is below the minimum of 0. Give 0 or more.",
      "unknown-unit $.parameters.x.unit: Mass has no unit “parsec”. "
        + "Choose from “kg”, “g”, “mg”, “t”, “lb”, “oz”, “st”."),
    ValueCase(
      measured(1, "KM"), .measurement("x", .distance),
      "unknown-unit $.parameters.x.unit: Distance has no unit “KM”. Did you mean “km”?"),
  ]

  @Test("§2.2: a measurement has a finite, allowed value and a known unit", arguments: values)
  func value(_ row: ValueCase) { row.check() }
}
