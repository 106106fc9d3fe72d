import IntentModel
import IntentOptions

extension FormSetup {
  /// The names of the parameters that have a provider, each after its parents.
  var askOrder: [String] {
    guard !sources.isEmpty else { return [] }
    let parameters = schema.parameters
    return schema.evaluationOrder.filter { position in
      parameters[position].options.isDynamic && sources[parameters[position].name] != nil
    }.map { parameters[$0].name }
  }
}

extension IntentSchema {
  /// Whether two requests for a parameter have the same value of the parent, and therefore the same
  /// answer.
  ///
  /// The form does not know of any other dependency.
  func isSameQuestion(
    _ lhs: OptionsRequest, _ rhs: OptionsRequest, about parameter: String
  ) -> Bool {
    guard let parent = self.parent(of: parameter)?.name else { return true }
    switch (lhs.values[parent], rhs.values[parent]) {
    case (nil, nil): return true
    case (let lhs?, let rhs?): return lhs.isSameChoice(as: rhs)
    default: return false
    }
  }
}

extension IntentValue {
  /// Whether two values are the same choice, ignoring the texts stored with them.
  fileprivate func isSameChoice(as other: IntentValue) -> Bool {
    switch (self, other) {
    case (.object(let lhs), .object(let rhs)): lhs.identifier == rhs.identifier
    case (.array(let lhs), .array(let rhs)):
      lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.isSameChoice(as: $1) }
    default: self == other
    }
  }
}
