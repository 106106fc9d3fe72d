import IntentModel
import Testing
import WidgetTestSupport

@Suite("Units are converted")
struct MeasurementConversionTests {
  /// The number that a person would write for the same amount in another unit.
  static let conversions: [(MeasurementDimension, Double, String, String, Double)] = [
    (.distance, 5, "km", "mi", 3.106856), (.distance, 3, "mi", "km", 4.828032),
    (.distance, 1, "ft", "in", 12), (.distance, 1, "mi", "yd", 1_760),
    (.distance, 26.2, "mi", "km", 42.164813), (.distance, 0, "km", "mi", 0),
    (.distance, -5, "km", "m", -5_000), (.distance, 1, "NM", "m", 1_852),
    (.mass, 1, "kg", "lb", 2.2046226), (.mass, 1, "lb", "oz", 16), (.mass, 1, "st", "lb", 14),
    (.mass, 2.5, "t", "kg", 2_500), (.volume, 1, "gal", "qt", 4), (.volume, 1, "cup", "mL", 240),
    (.volume, 1, "L", "m³", 0.001), (.temperature, 0, "°C", "°F", 32),
    (.temperature, 32, "°F", "°C", 0), (.temperature, -40, "°C", "°F", -40),
    (.temperature, 100, "°C", "°F", 212), (.temperature, 21.5, "°C", "°F", 70.7),
    (.temperature, 98.6, "°F", "°C", 37), (.temperature, 0, "K", "°C", -273.15),
    (.temperature, -459.67, "°F", "K", 0), (.temperature, 20, "°C", "K", 293.15),
    (.speed, 100, "km/h", "mph", 62.13712), (.speed, 10, "m/s", "km/h", 36),
    (.energy, 1, "kWh", "kJ", 3_600), (.energy, 1, "kcal", "kJ", 4.184),
    (.area, 1, "km²", "ha", 100), (.power, 1, "hp", "W", 745.6999),
    (.pressure, 1, "bar", "hPa", 1_000), (.angle, 180, "°", "rad", 3.1415927),
    (.angle, 0.5, "rev", "°", 180), (.frequency, 1.5, "GHz", "MHz", 1_500),
    (.informationStorage, 1, "KiB", "B", 1_024), (.informationStorage, 1, "GB", "MiB", 953.6743),
  ]

  @Test(arguments: conversions.indices)
  func conversion(_ index: Int) throws {
    let (dimension, value, from, to, expected) = Self.conversions[index]
    let unit = try #require(dimension.unit(from))
    let other = try #require(dimension.unit(to))
    let found: Double = unit.value(value, in: other)
    #expect(found == expected)
  }

  /// Numbers with up to seven digits stay the same after a conversion to any unit and back.
  @Test(arguments: MeasurementDimension.allCases)
  func thereAndBackIsTheSame(_ dimension: MeasurementDimension) {
    var random = SeededGenerator(seed: 20_261_121)
    for from in dimension.units {
      for to in dimension.units where to != from {
        for _ in 0..<60 {
          let digits = Int.random(in: 1...9_999_999, using: &random)
          let scale: Double = [1, 10, 100, 1_000].randomElement(using: &random) ?? 1
          let sign: Double = dimension.isSigned && Bool.random(using: &random) ? -1 : 1
          let value = sign * Double(digits) / scale
          let there = from.value(value, in: to)
          #expect(
            to.value(there, in: from) == value,
            "\(random): \(value) \(from.symbol) is \(there) \(to.symbol)")
        }
      }
    }
  }

  /// Longer numbers keep fifteen digits, the guaranteed precision of a number.
  @Test(arguments: MeasurementDimension.allCases)
  func longNumbersKeepFifteenDigits(_ dimension: MeasurementDimension) {
    let value = 1_234.567_890_123
    for from in dimension.units {
      for to in dimension.units {
        let back = to.value(from.value(value, in: to), in: from)
        #expect(abs(back - value) <= value * 1e-12, "\(from.symbol) \(to.symbol): \(back)")
      }
    }
  }

  @Test func whatIsNoNumberStaysSo() throws {
    let meter = try #require(MeasurementDimension.distance.unit("m"))
    let mile = try #require(MeasurementDimension.distance.unit("mi"))
    #expect(meter.value(.infinity, in: mile) == .infinity)
    #expect(meter.value(.nan, in: mile).isNaN)
    #expect(meter.value(1e300, in: mile).isFinite)
    #expect(meter.value(.leastNonzeroMagnitude, in: mile) == 0)
    #expect(meter.value(3.25, in: meter) == 3.25)
    #expect(mile.value(.greatestFiniteMagnitude, in: meter) == .infinity)
  }
}
