package import IntentModel

extension IntentValue {
  /// The identifier under which a provider knows a chosen value; nil for values that are not
  /// choices.
  package var choiceIdentifier: String? {
    switch self {
    case .object(let object): object.identifier
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): text
    case .integer(let number): String(number)
    case .person(let person): person.identifier
    case .paymentMethod(let method): method.kind
    case .speakableString(let speakable): speakable.vocabularyIdentifier
    // Other values do not contain their provider's identifier.
    default: nil
    }
  }
}

extension IntentSchema {
  /// The request for the choices of a parameter, with the effective values of the others.
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
