package import IntentModel

extension IntentValue {
  /// The identifier under which a provider knows a chosen value; nil for a value that is not a
  /// choice.
  package var choiceIdentifier: String? {
    switch self {
    case .object(let object): object.identifier
    case .integer(let number): String(number)
    // Values without an identity do not contain the identifier that their provider uses.
    default: plainText ?? coding.flatMap { $0.text([$0.identity], of: self) }
    }
  }
}

extension IntentSchema {
  /// The parent that hides a parameter because the parent has no value; nil if there is none.
  ///
  /// The choices of the hidden parameter depend on this parent, so their source is not asked. A
  /// Boolean without a value counts as false.
  package func emptyParent(of name: String, in evaluation: IntentEvaluation) -> ParameterDefinition?
  {
    guard let state = state(of: name, in: evaluation), !state.isVisible else { return nil }
    return ancestors(of: name).first { parent in
      if case .boolean = parent.type { return false }
      return self.state(of: parent.name, in: evaluation)?.value == nil
    }
  }

  /// The request for the choices of a parameter, with the effective values of the other parameters.
  package func optionsRequest(
    for parameter: String, _ evaluation: IntentEvaluation, locale: String,
    searchTerm: String? = nil
  ) -> OptionsRequest {
    var values: [String: IntentValue] = [:]
    for (position, other) in intent.parameters.enumerated()
    where other.name != parameter && self.position(of: other.name) == position {
      values[other.name] = evaluation.states[position].value
    }
    return OptionsRequest(
      parameter: parameter, values: values, family: evaluation.family, locale: locale,
      searchTerm: searchTerm)
  }
}
