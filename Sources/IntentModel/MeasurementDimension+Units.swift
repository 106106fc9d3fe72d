/// The tables of units. Factors are the exact definitions of the SI brochure and NIST SP 811.
extension MeasurementDimension {
  static let distanceUnits = [
    MeasurementUnit("m", "Meters", 1), MeasurementUnit("km", "Kilometers", 1_000),
    MeasurementUnit("cm", "Centimeters", 0.01), MeasurementUnit("mm", "Millimeters", 0.001),
    MeasurementUnit("mi", "Miles", 1_609.344), MeasurementUnit("yd", "Yards", 0.9144),
    MeasurementUnit("ft", "Feet", 0.3048), MeasurementUnit("in", "Inches", 0.0254),
    MeasurementUnit("NM", "NauticalMiles", 1_852),
  ]

  static let massUnits = [
    MeasurementUnit("kg", "Kilograms", 1), MeasurementUnit("g", "Grams", 0.001),
    MeasurementUnit("mg", "Milligrams", 0.000_001), MeasurementUnit("t", "MetricTons", 1_000),
    MeasurementUnit("lb", "Pounds", 0.453_592_37),
    MeasurementUnit("oz", "Ounces", 0.028_349_523_125),
    MeasurementUnit("st", "Stones", 6.350_293_18),
  ]

  static let volumeUnits = [
    MeasurementUnit("L", "Liters", 1), MeasurementUnit("mL", "Milliliters", 0.001),
    MeasurementUnit("m³", "CubicMeters", 1_000), MeasurementUnit("gal", "Gallons", 3.785_411_784),
    MeasurementUnit("qt", "Quarts", 0.946_352_946), MeasurementUnit("pt", "Pints", 0.473_176_473),
    MeasurementUnit("cup", "Cups", 0.24),
    MeasurementUnit("fl oz", "FluidOunces", 0.029_573_529_562_5),
  ]

  static let temperatureUnits = [
    MeasurementUnit("°C", "Celsius", 1, plus: 273.15),
    MeasurementUnit("°F", "Fahrenheit", 5.0 / 9.0, plus: 459.67 * 5.0 / 9.0),
    MeasurementUnit("K", "Kelvin", 1),
  ]

  static let speedUnits = [
    MeasurementUnit("km/h", "KilometersPerHour", 1 / 3.6),
    MeasurementUnit("m/s", "MetersPerSecond", 1),
    MeasurementUnit("mph", "MilesPerHour", 0.447_04),
    MeasurementUnit("kn", "Knots", 1_852.0 / 3_600.0),
  ]

  static let energyUnits = [
    MeasurementUnit("kJ", "Kilojoules", 1_000), MeasurementUnit("J", "Joules", 1),
    MeasurementUnit("kcal", "Kilocalories", 4_184), MeasurementUnit("cal", "Calories", 4.184),
    MeasurementUnit("kWh", "KilowattHours", 3_600_000),
  ]

  static let areaUnits = [
    MeasurementUnit("m²", "SquareMeters", 1), MeasurementUnit("km²", "SquareKilometers", 1_000_000),
    MeasurementUnit("ha", "Hectares", 10_000), MeasurementUnit("ac", "Acres", 4_046.856_422_4),
    MeasurementUnit("ft²", "SquareFeet", 0.092_903_04),
    MeasurementUnit("mi²", "SquareMiles", 2_589_988.110_336),
  ]

  static let powerUnits = [
    MeasurementUnit("W", "Watts", 1), MeasurementUnit("kW", "Kilowatts", 1_000),
    MeasurementUnit("MW", "Megawatts", 1_000_000),
    MeasurementUnit("hp", "Horsepower", 745.699_871_582_270_22),
  ]

  static let pressureUnits = [
    MeasurementUnit("hPa", "Hectopascals", 100),
    MeasurementUnit("Pa", "NewtonsPerMetersSquared", 1),
    MeasurementUnit("kPa", "Kilopascals", 1_000), MeasurementUnit("bar", "Bars", 100_000),
    MeasurementUnit("mmHg", "MillimetersOfMercury", 133.322_387_415),
    MeasurementUnit("inHg", "InchesOfMercury", 3_386.388_640_341),
    MeasurementUnit("psi", "PoundsForcePerSquareInch", 6_894.757_293_168),
  ]

  static let angleUnits = [
    MeasurementUnit("°", "Degrees", 1), MeasurementUnit("rad", "Radians", 180 / Double.pi),
    MeasurementUnit("rev", "Revolutions", 360),
  ]

  static let frequencyUnits = [
    MeasurementUnit("Hz", "Hertz", 1), MeasurementUnit("kHz", "Kilohertz", 1_000),
    MeasurementUnit("MHz", "Megahertz", 1_000_000),
    MeasurementUnit("GHz", "Gigahertz", 1_000_000_000),
  ]

  static let storageUnits = [
    MeasurementUnit("MB", "Megabytes", 1_000_000), MeasurementUnit("B", "Bytes", 1),
    MeasurementUnit("kB", "Kilobytes", 1_000), MeasurementUnit("GB", "Gigabytes", 1_000_000_000),
    MeasurementUnit("TB", "Terabytes", 1_000_000_000_000),
    MeasurementUnit("KiB", "Kibibytes", 1_024),
    MeasurementUnit("MiB", "Mebibytes", 1_048_576),
    MeasurementUnit("GiB", "Gibibytes", 1_073_741_824),
  ]
}
