import IntentModel
import IntentOptions
import Messages

extension IntentSchema {
  /// The maximum number of defaults that a form accepts from a provider.
  static let maximumDefaults = 1_000

  /// The default value of a parameter, made from the choices that its provider returned as
  /// defaults; nil if there are none.
  func value(
    ofDefaults items: [OptionItem], for parameter: ParameterDefinition
  ) -> Result<IntentValue?, OptionsError> {
    guard items.count <= Self.maximumDefaults else {
      return .failure(
        OptionsError(
          .tooLarge, provider: parameter.name,
          message:
            "There are \(items.count) defaults; a form accepts at most \(Self.maximumDefaults).",
          remedy: "Give fewer defaults."))
    }
    var values: [IntentValue] = []
    for item in parameter.supportsMultipleValues ? items[...] : items.prefix(1) {
      guard let value = item.value(for: parameter.type) else {
        let fault = Message(
          "The default “\(item.identifier)” is not \(parameter.type.kindMessage).")
        return .failure(invalidDefault(fault, of: parameter))
      }
      let path = IntentPath.parameter(parameter.name)
      if let issue = issues(with: value, type: parameter.type, at: path).first {
        let fault = Message("The default “\(item.identifier)” does not fit: \(issue.message)")
        return .failure(invalidDefault(fault, of: parameter))
      }
      values.append(value)
    }
    guard parameter.supportsMultipleValues else { return .success(values.first) }
    return .success(values.isEmpty ? nil : .array(values))
  }

  private func invalidDefault(
    _ message: Message, of parameter: ParameterDefinition
  ) -> OptionsError {
    OptionsError(
      .invalidResponse, provider: parameter.name, message: message, remedy: "Choose a value.")
  }
}
