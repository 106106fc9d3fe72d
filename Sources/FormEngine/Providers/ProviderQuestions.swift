import IntentModel
import IntentOptions

extension FormSetup {
  /// The names of the parameters that have a provider, each after its parents.
  var askOrder: [String] {
    var done = Set<Int>()
    var order: [Int] = []
    for position in schema.displayOrder {
      var chain: [Int] = []
      var next: Int? = position
      while let current = next, done.insert(current).inserted {
        chain.append(current)
        next = schema.parents[current]
      }
      order += chain.reversed()
    }
    return order.map { schema.parameters[$0] }.filter { parameter in
      parameter.options.isDynamic && providers[parameter.name] != nil
    }.map(\.name)
  }
}

extension IntentSchema {
  /// Whether two requests for a parameter have the same answer as far as the form knows: the value
  /// of the parameter's parent is the same.
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
