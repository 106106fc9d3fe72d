import Messages

/// A physical quantity that a measurement parameter can hold, named as in intent definitions.
///
/// Only `Distance` occurs in public sources; the other names follow common usage.
public enum MeasurementDimension: String, Sendable, Hashable, CaseIterable, Codable {
  /// A length.
  case distance = "Distance"
  /// A mass.
  case mass = "Mass"
  /// A volume.
  case volume = "Volume"
  /// A temperature.
  case temperature = "Temperature"
  /// A speed.
  case speed = "Speed"
  /// An energy.
  case energy = "Energy"
  /// An area.
  case area = "Area"
  /// A power.
  case power = "Power"
  /// A pressure.
  case pressure = "Pressure"
  /// An angle.
  case angle = "Angle"
  /// A frequency.
  case frequency = "Frequency"
  /// An amount of data.
  case informationStorage = "InformationStorage"

  /// The name in Foundation's `Unit…` classes, which call a distance `UnitLength`.
  package var unitName: String { self == .distance ? "Length" : rawValue }

  /// The dimension that has a given name in Foundation's `Unit…` classes.
  package init?(unitName: String) {
    self.init(rawValue: unitName == Self.distance.unitName ? Self.distance.rawValue : unitName)
  }

  /// The units of the quantity, the standard one first.
  public var units: [MeasurementUnit] {
    switch self {
    case .distance: Self.distanceUnits
    case .mass: Self.massUnits
    case .volume: Self.volumeUnits
    case .temperature: Self.temperatureUnits
    case .speed: Self.speedUnits
    case .energy: Self.energyUnits
    case .area: Self.areaUnits
    case .power: Self.powerUnits
    case .pressure: Self.pressureUnits
    case .angle: Self.angleUnits
    case .frequency: Self.frequencyUnits
    case .informationStorage: Self.storageUnits
    }
  }

  /// The unit with a symbol such as `km`; nil if the quantity has no such unit.
  public func unit(_ symbol: String) -> MeasurementUnit? {
    units.first { $0.symbol == symbol }
  }

  /// The unit with a symbol, or with a name as in definitions, such as `Kilometers`; the case of a
  /// name is ignored.
  public func unit(named name: String) -> MeasurementUnit? {
    let folded = name.lowercased()
    return units.first { $0.name.lowercased() == folded || $0.symbol == name }
  }

  /// The unit to which values are converted in order to compare them.
  package var baseUnit: MeasurementUnit? { units.first { $0.baseValue(of: 1) == 1 } }

  /// Whether negative values are valid even if the definition does not allow them.
  public var isSigned: Bool { self == .temperature || self == .angle }
}

/// A unit of measurement, with its conversion to the base unit of the quantity.
public struct MeasurementUnit: Sendable, Hashable {
  /// The symbol, which stands for the unit in JSON.
  public let symbol: String

  /// The plural name in English.
  public let name: String

  /// The number of base units in this unit.
  public let coefficient: Double

  /// The number to add after multiplying; 0 except for temperatures.
  public let constant: Double

  init(_ symbol: String, _ name: String, _ coefficient: Double, plus constant: Double = 0) {
    self.symbol = symbol
    self.name = name
    self.coefficient = coefficient
    self.constant = constant
  }

  /// Converts a value from this unit to the base unit of the quantity.
  public func baseValue(of value: Double) -> Double { value * coefficient + constant }

  /// Converts a value from the base unit of the quantity to this unit.
  public func value(fromBase base: Double) -> Double { (base - constant) / coefficient }
}

/// The metadata of a measurement.
public struct MeasurementMetadata: Sendable, Hashable {
  /// The physical quantity.
  public var dimension: MeasurementDimension

  /// The unit as written; nil for the quantity's standard unit.
  public var unit: String?

  /// The default unit as written; nil to use `unit`.
  public var defaultUnit: String?

  /// The default value in the default unit; nil for none.
  public var defaultValue: Double?

  /// Whether the file allows negative values.
  public var supportsNegativeNumbers: Bool

  /// Whether a value can be negative: the file allows it, or the quantity can be negative.
  package var isSigned: Bool { supportsNegativeNumbers || dimension.isSigned }

  /// The word that a definition has in place of a unit's name if there are several units.
  package static let severalUnits = "Multiple"

  /// Makes the metadata.
  public init(
    dimension: MeasurementDimension, unit: String? = nil, defaultUnit: String? = nil,
    defaultValue: Double? = nil, supportsNegativeNumbers: Bool = false
  ) {
    self.dimension = dimension
    self.unit = unit
    self.defaultUnit = defaultUnit
    self.defaultValue = defaultValue
    self.supportsNegativeNumbers = supportsNegativeNumbers
  }

  /// The written unit names that the quantity does not have, each with its key in JSON.
  ///
  /// `standardUnit` is used instead of these units.
  package var unknownUnits: [(key: String, name: String)] {
    [("unit", unit), ("defaultUnit", defaultUnit)].compactMap { key, name in
      guard let name, dimension.unit(named: name) == nil,
        key != "unit" || name != Self.severalUnits
      else { return nil }
      return (key, name)
    }
  }

  /// The unit in which a form starts: the default unit, or else the unit, or else the quantity's
  /// standard unit.
  public var standardUnit: MeasurementUnit {
    for name in [defaultUnit, unit].compactMap({ $0 }) {
      if let found = dimension.unit(named: name) { return found }
    }
    return dimension.units[0]
  }
}

/// The tables of units.
///
/// The factors are the exact definitions in the SI brochure and NIST SP 811, except for the cup,
/// which is Foundation's.
extension MeasurementDimension {
  private static let nauticalMile = 1_852.0

  static let distanceUnits = [
    MeasurementUnit("m", "Meters", 1), MeasurementUnit("km", "Kilometers", 1_000),
    MeasurementUnit("cm", "Centimeters", 0.01), MeasurementUnit("mm", "Millimeters", 0.001),
    MeasurementUnit("mi", "Miles", 1_609.344), MeasurementUnit("yd", "Yards", 0.9144),
    MeasurementUnit("ft", "Feet", 0.3048), MeasurementUnit("in", "Inches", 0.0254),
    MeasurementUnit("NM", "NauticalMiles", nauticalMile),
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
    MeasurementUnit("kn", "Knots", nauticalMile / 3_600),
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

extension MeasurementUnit {
  /// Converts a value in this unit to another unit of the same quantity, as a number with few
  /// digits.
  ///
  /// A value with at most ``fewDigits`` digits becomes the shortest number near the exact one. If
  /// the value has fewer digits than that, the result can be converted back to it. A longer value
  /// loses only digits that rounding has made uncertain. A value that is not finite stays
  /// unchanged.
  public func value(_ value: Double, in other: MeasurementUnit) -> Double {
    guard other != self, value.isFinite else { return value }
    let base = baseValue(of: value)
    let exact = other.value(fromBase: base)
    guard exact.isFinite else { return exact }
    // The possible rounding error of adding the temperature constants, if the result should be 0.
    let noise = (abs(base) + abs(constant) + abs(other.constant)) / other.coefficient * 1e-14
    if abs(exact) <= noise { return 0 }
    guard value.digitCount <= Self.fewDigits else { return exact.shortest(within: noise) }
    // If a constant is added, the smaller of the two numbers determines the required precision.
    let magnitude = min(abs(exact), abs(value) * coefficient / other.coefficient)
    return exact.shortest(within: max(magnitude * Self.precisionOfFewDigits, noise))
  }

  /// The maximum number of digits of a value that is converted to a number with few digits.
  static let fewDigits = 8

  /// Half a unit in the last of ``fewDigits`` digits, relative to the number.
  private static let precisionOfFewDigits = Double("5e-\(fewDigits)") ?? 0
}

extension Double {
  /// The number of digits in the shortest text of the number, without zeros at either end.
  var digitCount: Int {
    var digits = magnitude.description.utf8.prefix { $0 != UInt8(ascii: "e") }
      .filter(\.isDigit)[...]
    let zero = UInt8(ascii: "0")
    digits = digits.drop { $0 == zero }
    while digits.last == zero { digits.removeLast() }
    return digits.count
  }

  /// The greatest power of ten that a `Double` can hold.
  static let greatestPowerOfTen = 308

  /// The number of significant decimal digits that a `Double` can hold without loss.
  package static let keptDigits = 15

  /// The nearest number with `digits` digits; `digits` is from 1 to ``keptDigits``.
  package func rounded(toDigits digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    var exponent = 0
    var head = magnitude
    while head >= 10 { (head, exponent) = (head / 10, exponent + 1) }
    while head < 1 { (head, exponent) = (head * 10, exponent - 1) }
    // The digits are parsed as text, so the result is the `Double` nearest to the decimal number.
    let shift = digits - 1 - exponent
    let power = shift.magnitude <= Self.greatestPowerOfTen ? Double("1e\(shift.magnitude)") : nil
    guard let power else { return self }
    let whole = (shift < 0 ? magnitude / power : magnitude * power).rounded()
    guard whole < 9e15, let read = Double("\(Int(whole))e\(-shift)") else { return self }
    return self < 0 ? -read : read
  }

  /// The number with the fewest digits within a given distance.
  func shortest(within distance: Double) -> Double {
    for digits in 1...Self.keptDigits {
      let candidate = rounded(toDigits: digits)
      if abs(candidate - self) <= distance { return candidate }
    }
    return self
  }
}
