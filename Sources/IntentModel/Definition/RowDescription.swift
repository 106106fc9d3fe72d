/// The row of a parameter in every interface: how a person enters the values, and their bounds.
///
///     let row = schema.row(of: parameter, hasProvider: true)
///     row.control.kind  // .options
public struct RowDescription: Sendable, Hashable {
  /// The parameter.
  public let parameter: ParameterDefinition
  /// How a person enters a value.
  public let control: ParameterControl
  /// The minimum number or duration; nil for no limit.
  public let minimum: IntentValue?
  /// The maximum number or duration; nil for no limit.
  public let maximum: IntentValue?

  /// Whether a value can be changed in steps, such as with the arrow keys.
  public var isStepped: Bool {
    switch control {
    case .toggle, .choice, .slider, .stepper: return true
    case .options, .typedObject: return false
    case .field: break
    }
    switch parameter.type {
    case .integer, .decimal, .timeInterval, .dateComponents: return true
    default: return false
    }
  }

  /// Whether people can type a value as a single text, unlike a choice in a list or an object.
  public var isTyped: Bool { !control.isChosen && control.kind != .typedObject }
}

extension IntentSchema {
  /// How a person enters the values of a parameter.
  ///
  /// - Parameter hasProvider: Whether the choices of the parameter come from a provider.
  public func row(of parameter: ParameterDefinition, hasProvider: Bool) -> RowDescription {
    let (minimum, maximum) = parameter.type.bounds
    return RowDescription(
      parameter: parameter, control: control(of: parameter, hasProvider: hasProvider),
      minimum: minimum, maximum: maximum)
  }
}
