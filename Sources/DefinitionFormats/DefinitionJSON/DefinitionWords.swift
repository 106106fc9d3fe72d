import IntentModel

/// The words of definitions in JSON for the closed sets of the model, both ways.
extension ParameterType {
  var definitionName: DefinitionTypeName {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .decimal: .decimal
    case .string: .string
    case .enumeration: .enum
    case .object: .object
    case .dateComponents: .dateComponents
    case .timeInterval: .timeInterval
    case .url: .url
    case .placemark: .placemark
    case .person: .person
    case .file: .file
    case .currencyAmount: .currencyAmount
    case .paymentMethod: .paymentMethod
    case .speakableString: .speakableString
    case .measurement(let metadata): metadata.dimension.definitionName
    case .other: .other
    }
  }
}

extension MeasurementDimension {
  var definitionName: DefinitionTypeName {
    switch self {
    case .distance: .distance
    case .mass: .mass
    case .volume: .volume
    case .temperature: .temperature
    case .speed: .speed
    case .energy: .energy
    case .area: .area
    case .power: .power
    case .pressure: .pressure
    case .angle: .angle
    case .frequency: .frequency
    case .informationStorage: .informationStorage
    }
  }

  /// The quantity of a type's word; nil for a type that is not a measurement.
  init?(_ name: DefinitionTypeName) {
    guard let found = Self.allCases.first(where: { $0.definitionName == name }) else { return nil }
    self = found
  }
}

extension NumberControl {
  var definitionName: DefinitionControlName {
    switch self {
    case .field: .field
    case .stepper: .stepper
    case .slider: .slider
    }
  }

  init(_ name: DefinitionControlName) {
    switch name {
    case .field: self = .field
    case .stepper: self = .stepper
    case .slider: self = .slider
    }
  }
}

extension DateComponentsMetadata.Kind {
  var definitionName: DefinitionComponentsName {
    switch self {
    case .dateTime: .dateTime
    case .date: .date
    case .time: .time
    }
  }

  init(_ name: DefinitionComponentsName) {
    switch name {
    case .dateTime: self = .dateTime
    case .date: self = .date
    case .time: self = .time
    }
  }
}

extension DurationUnit {
  var definitionName: DefinitionUnitName {
    switch self {
    case .seconds: .seconds
    case .minutes: .minutes
    case .hours: .hours
    case .days: .days
    }
  }

  init(_ name: DefinitionUnitName) {
    switch name {
    case .seconds: self = .seconds
    case .minutes: self = .minutes
    case .hours: self = .hours
    case .days: self = .days
    }
  }
}
