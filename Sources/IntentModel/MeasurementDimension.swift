/// A physical quantity that a measurement parameter can hold, named as intent definitions name it.
///
/// Only `Distance` has been seen in public sources; the other names are those of the field
/// (intent-runtime §2.1).
public enum MeasurementDimension: String, Sendable, Hashable, CaseIterable {
  case distance = "Distance"
  case mass = "Mass"
  case volume = "Volume"
  case temperature = "Temperature"
  case speed = "Speed"
  case energy = "Energy"
  case area = "Area"
  case power = "Power"
  case pressure = "Pressure"
  case angle = "Angle"
  case frequency = "Frequency"
  case informationStorage = "InformationStorage"

  /// The units of the quantity, the usual one first.
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

  /// The unit with a symbol such as `km`; nil when the quantity has none.
  public func unit(_ symbol: String) -> MeasurementUnit? {
    units.first { $0.symbol == symbol }
  }

  /// The unit with a definition's name such as `Kilometers`, compared without regard to case.
  public func unit(named name: String) -> MeasurementUnit? {
    let folded = name.lowercased()
    return units.first { $0.name.lowercased() == folded || $0.symbol == name }
  }

  /// Whether values below zero make sense whatever the definition says.
  public var isSigned: Bool { self == .temperature || self == .angle }
}

/// A unit of measurement with its conversion to the base unit of its quantity.
public struct MeasurementUnit: Sendable, Hashable {
  /// The symbol, which is the unit in JSON.
  public let symbol: String

  /// The name in English, plural.
  public let name: String

  /// How many base units one of this unit is.
  public let coefficient: Double

  /// What is added after multiplying; not 0 for temperatures only.
  public let constant: Double

  init(_ symbol: String, _ name: String, _ coefficient: Double, plus constant: Double = 0) {
    self.symbol = symbol
    self.name = name
    self.coefficient = coefficient
    self.constant = constant
  }

  /// A value in this unit, in the base unit of the quantity.
  public func baseValue(of value: Double) -> Double { value * coefficient + constant }

  /// A value in the base unit of the quantity, in this unit.
  public func value(fromBase base: Double) -> Double { (base - constant) / coefficient }
}

/// The metadata of a measurement.
public struct MeasurementMetadata: Sendable, Hashable {
  /// The physical quantity.
  public var dimension: MeasurementDimension

  /// The unit as written; nil for the usual one.
  public var unit: String?

  /// The default unit as written; nil for the unit.
  public var defaultUnit: String?

  /// The default in the default unit; nil for none.
  public var defaultValue: Double?

  /// Whether the file says that negative values are allowed.
  public var supportsNegativeNumbers: Bool

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

  /// The unit a form starts with: the default unit, else the unit, else the quantity's usual one.
  public var standardUnit: MeasurementUnit {
    for name in [defaultUnit, unit].compactMap({ $0 }) {
      if let found = dimension.unit(named: name) { return found }
    }
    return dimension.units[0]
  }
}
