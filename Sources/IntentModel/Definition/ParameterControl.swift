/// How a parameter is answered, on every face.
public enum ParameterControl: Sendable, Hashable {
  case toggle
  case slider(SliderScale)
  case stepper
  case field
  /// One of the cases of an enum.
  case choice(IntentEnum)
  /// A list that a provider fills.
  case options
  /// An object without a provider; its identifier and its text are typed.
  case typedObject
}

extension IntentSchema {
  /// How a value of a parameter is answered.
  ///
  /// A slider needs both ends; without them it is a stepper. An enum that the definition does not
  /// have is typed.
  ///
  /// - Parameter hasProvider: Whether the choices of the parameter come from a provider.
  public func control(of parameter: IntentParameter, hasProvider: Bool) -> ParameterControl {
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
  /// The bounds of numbers and durations; nil for each that there is not.
  public var bounds: (lower: IntentValue?, upper: IntentValue?) {
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
