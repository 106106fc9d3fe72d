import IntentModel
import Testing

/// The units of each quantity: their symbols, which are used in JSON, and their sizes.
@Suite struct MeasurementUnitTests {
  /// A unit of a quantity, its name in definitions, an amount in this unit, and the same amount in
  /// another unit.
  struct Row: Sendable, CustomTestStringConvertible {
    var dimension: MeasurementDimension
    var symbol: String
    var name: String
    var value: Double
    var other: String
    var expected: Double

    init(
      _ dimension: MeasurementDimension, _ symbol: String, _ name: String, _ value: Double,
      _ other: String, _ expected: Double
    ) {
      self.dimension = dimension
      self.symbol = symbol
      self.name = name
      self.value = value
      self.other = other
      self.expected = expected
    }

    var testDescription: String { "\(dimension.rawValue) \(symbol)" }
  }

  static let lengths: [Row] = [
    Row(.distance, "m", "Meters", 1, "cm", 100), Row(.distance, "km", "Kilometers", 1.5, "m", 1500),
    Row(.distance, "cm", "Centimeters", 254, "in", 100),
    Row(.distance, "mm", "Millimeters", 25.4, "in", 1),
    Row(.distance, "mi", "Miles", 1, "yd", 1760),
    Row(.distance, "yd", "Yards", 1, "ft", 3), Row(.distance, "ft", "Feet", 1, "in", 12),
    Row(.distance, "in", "Inches", 1, "mm", 25.4),
    Row(.distance, "NM", "NauticalMiles", 1, "km", 1.852),
    Row(.area, "m²", "SquareMeters", 1_000_000, "km²", 1),
    Row(.area, "km²", "SquareKilometers", 1, "ha", 100),
    Row(.area, "ha", "Hectares", 1, "m²", 10_000), Row(.area, "ac", "Acres", 640, "mi²", 1),
    Row(.area, "ft²", "SquareFeet", 43_560, "ac", 1),
    Row(.area, "mi²", "SquareMiles", 1, "ac", 640),
  ]

  static let masses: [Row] = [
    Row(.mass, "kg", "Kilograms", 1, "g", 1_000), Row(.mass, "g", "Grams", 1, "mg", 1_000),
    Row(.mass, "mg", "Milligrams", 1_000_000, "kg", 1),
    Row(.mass, "t", "MetricTons", 1, "kg", 1_000),
    Row(.mass, "lb", "Pounds", 1, "oz", 16), Row(.mass, "oz", "Ounces", 16, "lb", 1),
    Row(.mass, "st", "Stones", 1, "lb", 14),
    Row(.volume, "L", "Liters", 1, "mL", 1_000), Row(.volume, "mL", "Milliliters", 240, "cup", 1),
    Row(.volume, "m³", "CubicMeters", 1, "L", 1_000), Row(.volume, "gal", "Gallons", 1, "qt", 4),
    Row(.volume, "qt", "Quarts", 1, "pt", 2), Row(.volume, "pt", "Pints", 1, "fl oz", 16),
    Row(.volume, "cup", "Cups", 1, "mL", 240),
    Row(.volume, "fl oz", "FluidOunces", 128, "gal", 1),
  ]

  static let motions: [Row] = [
    Row(.temperature, "°C", "Celsius", 100, "°F", 212),
    Row(.temperature, "°F", "Fahrenheit", -40, "°C", -40),
    Row(.temperature, "K", "Kelvin", 0, "°C", -273.15),
    Row(.speed, "km/h", "KilometersPerHour", 36, "m/s", 10),
    Row(.speed, "m/s", "MetersPerSecond", 1, "km/h", 3.6),
    Row(.speed, "mph", "MilesPerHour", 1, "km/h", 1.609344),
    Row(.speed, "kn", "Knots", 1, "km/h", 1.852), Row(.angle, "°", "Degrees", 180, "rad", .pi),
    Row(.angle, "rad", "Radians", 2 * .pi, "rev", 1),
    Row(.angle, "rev", "Revolutions", 1, "°", 360),
    Row(.frequency, "Hz", "Hertz", 1_000, "kHz", 1),
    Row(.frequency, "kHz", "Kilohertz", 1_000, "MHz", 1),
    Row(.frequency, "MHz", "Megahertz", 1_000, "GHz", 1),
    Row(.frequency, "GHz", "Gigahertz", 1, "Hz", 1e9),
  ]

  static let powers: [Row] = [
    Row(.energy, "kJ", "Kilojoules", 1, "J", 1_000), Row(.energy, "J", "Joules", 4.184, "cal", 1),
    Row(.energy, "kcal", "Kilocalories", 1, "kJ", 4.184),
    Row(.energy, "cal", "Calories", 1_000, "kcal", 1),
    Row(.energy, "kWh", "KilowattHours", 1, "kJ", 3_600), Row(.power, "W", "Watts", 1_000, "kW", 1),
    Row(.power, "kW", "Kilowatts", 1_000, "MW", 1), Row(.power, "MW", "Megawatts", 1, "W", 1e6),
    Row(.power, "hp", "Horsepower", 1, "W", 745.69987158227),
    Row(.pressure, "hPa", "Hectopascals", 1_000, "bar", 1),
    Row(.pressure, "Pa", "NewtonsPerMetersSquared", 100, "hPa", 1),
    Row(.pressure, "kPa", "Kilopascals", 1, "Pa", 1_000),
    Row(.pressure, "bar", "Bars", 1, "kPa", 100),
    Row(.pressure, "mmHg", "MillimetersOfMercury", 25.4, "inHg", 1),
    Row(.pressure, "inHg", "InchesOfMercury", 1, "mmHg", 25.4),
    Row(.pressure, "psi", "PoundsForcePerSquareInch", 1, "kPa", 6.894757293168),
    Row(.informationStorage, "MB", "Megabytes", 1, "kB", 1_000),
    Row(.informationStorage, "B", "Bytes", 1_024, "KiB", 1),
    Row(.informationStorage, "kB", "Kilobytes", 1, "B", 1_000),
    Row(.informationStorage, "GB", "Gigabytes", 1, "MB", 1_000),
    Row(.informationStorage, "TB", "Terabytes", 1, "GB", 1_000),
    Row(.informationStorage, "KiB", "Kibibytes", 1_024, "MiB", 1),
    Row(.informationStorage, "MiB", "Mebibytes", 1_024, "GiB", 1),
    Row(.informationStorage, "GiB", "Gibibytes", 1, "B", 1_073_741_824),
  ]

  static let all = lengths + masses + motions + powers

  @Test func `A dimension is found by its name in Foundation`() {
    for dimension in MeasurementDimension.allCases {
      #expect(MeasurementDimension(unitName: dimension.unitName) == dimension)
    }
    #expect(MeasurementDimension.distance.unitName == "Length")
    #expect(MeasurementDimension(unitName: "Dispersion") == nil)
  }

  @Test(arguments: all)
  func `a unit expressed in another`(_ row: Row) throws {
    let unit = try #require(row.dimension.unit(row.symbol))
    let other = try #require(row.dimension.unit(row.other))
    #expect(unit.name == row.name)
    let converted = other.value(fromBase: unit.baseValue(of: row.value))
    #expect(abs(converted - row.expected) <= 1e-7 * max(1, abs(row.expected)), "\(converted)")
  }

  @Test(arguments: all)
  func `a unit by its name in a definition`(_ row: Row) {
    let found = row.dimension.unit(row.symbol)
    #expect(row.dimension.unit(named: row.name) == found)
    #expect(row.dimension.unit(named: row.name.uppercased()) == found)
    #expect(row.dimension.unit(named: row.symbol) == found)
    #expect(row.dimension.unit(row.name) == nil)
    #expect(row.dimension.unit(named: row.name + "s") == nil)
  }

  @Test func `every unit has a row above, and a unique symbol`() {
    let units = MeasurementDimension.allCases.flatMap { dimension in
      dimension.units.map { "\(dimension.rawValue) \($0.symbol)" }
    }
    #expect(Set(units) == Set(Self.all.map(\.testDescription)))
    #expect(units.count == Self.all.count)
    // A predicate finds a unit by its symbol alone, whatever the quantity is.
    let symbols = MeasurementDimension.allCases.flatMap { $0.units.map(\.symbol) }
    #expect(Set(symbols).count == symbols.count)
  }

  @Test(arguments: [
    (MeasurementDimension.distance, "m", false), (.mass, "kg", false), (.volume, "L", false),
    (.temperature, "°C", true), (.speed, "km/h", false), (.energy, "kJ", false),
    (.area, "m²", false), (.power, "W", false), (.pressure, "hPa", false), (.angle, "°", true),
    (.frequency, "Hz", false), (.informationStorage, "MB", false),
  ])
  func `the usual unit, and whether negative values exist`(
    dimension: MeasurementDimension, symbol: String, isSigned: Bool
  ) {
    #expect(MeasurementMetadata(dimension: dimension).standardUnit.symbol == symbol)
    #expect(dimension.isSigned == isSigned)
  }

  /// The unit and the default unit in a definition, and the initial unit in a form.
  static let standards: [(unit: String?, standard: String?, symbol: String)] = [
    (nil, nil, "m"), ("Kilometers", nil, "km"), ("Kilometers", "Miles", "mi"), (nil, "miles", "mi"),
    ("Kilometers", "Parsecs", "km"), ("Parsecs", "Cubits", "m"), ("km", "ft", "ft"), ("", "", "m"),
  ]

  @Test(arguments: standards.indices)
  func `the unit that a form starts with`(_ index: Int) {
    let row = Self.standards[index]
    let metadata = MeasurementMetadata(
      dimension: .distance, unit: row.unit, defaultUnit: row.standard)
    #expect(metadata.standardUnit.symbol == row.symbol)
  }
}
