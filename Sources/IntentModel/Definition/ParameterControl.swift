/// How a person answers a parameter, in every interface.
public enum ParameterControl: Sendable, Hashable {
  /// A switch, for a Boolean.
  case toggle
  /// A slider, for a number with both bounds.
  case slider(SliderScale)
  /// A number with buttons to step up and down.
  case stepper
  /// A text field, for any value that people type.
  case field
  /// One of the cases of an enum.
  case choice(IntentEnum)
  /// A list that a provider fills.
  case options
  /// An object without a provider: people type its identifier and its text.
  case typedObject

  /// The kinds of controls, named as in JSON.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A switch.
    case toggle
    /// A slider.
    case slider
    /// A number with buttons to step up and down.
    case stepper
    /// A text field.
    case field
    /// The cases of an enum.
    case choice
    /// A list that a provider fills.
    case options
    /// An object: people type its identifier and its text.
    case typedObject
  }

  /// The kind of the control.
  public var kind: Kind {
    switch self {
    case .toggle: .toggle
    case .slider: .slider
    case .stepper: .stepper
    case .field: .field
    case .choice: .choice
    case .options: .options
    case .typedObject: .typedObject
    }
  }

  /// Whether a value is chosen from a list.
  public var isChosen: Bool { kind == .choice || kind == .options }
}

extension IntentSchema {
  /// How a person enters a value of a parameter.
  ///
  /// A slider needs both ends; if one is missing, a stepper is used instead. If the enum is missing
  /// from the definition, people type the name of the case as text.
  ///
  /// - Parameter hasProvider: Whether the choices of the parameter come from a provider.
  package func control(of parameter: ParameterDefinition, hasProvider: Bool) -> ParameterControl {
    switch parameter.type {
    case .boolean: return .toggle
    case .enumeration: return enumeration(of: parameter.type).map { .choice($0) } ?? .field
    case _ where hasProvider: return .options
    case .integer(let metadata): return Self.control(metadata.control, metadata.sliderScale)
    case .decimal(let metadata): return Self.control(metadata.control, metadata.sliderScale)
    case .object: return .typedObject
    default: return .field
    }
  }

  private static func control(_ control: NumberControl, _ scale: SliderScale?) -> ParameterControl {
    scale.map { .slider($0) } ?? (control == .field ? .field : .stepper)
  }
}

extension ParameterType {
  /// The bounds of a number or a duration; nil for a missing bound.
  package var bounds: (minimum: IntentValue?, maximum: IntentValue?) {
    switch self {
    case .integer(let metadata):
      (metadata.lowerLimit.map { .integer($0) }, metadata.upperLimit.map { .integer($0) })
    case .decimal(let metadata):
      (metadata.lowerLimit.map { .decimal($0) }, metadata.upperLimit.map { .decimal($0) })
    case .timeInterval(let metadata):
      (
        metadata.lowerLimit > 0 ? .timeInterval(metadata.lowerLimit) : nil,
        metadata.upperLimit.map { .timeInterval($0) }
      )
    default: (nil, nil)
    }
  }
}
