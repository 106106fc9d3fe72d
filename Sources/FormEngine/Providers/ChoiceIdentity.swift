import IntentModel
import IntentOptions

extension IntentDraft {
  /// Updates the texts of a parameter's choices that have been renamed, by identifier.
  mutating func rename(_ items: [String: OptionItem], of name: String) {
    values[name] = values[name]?.renamed(by: items)
    defaults[name] = defaults[name]?.renamed(by: items)
  }
}

extension IntentValue {
  fileprivate func renamed(by items: [String: OptionItem]) -> IntentValue {
    switch self {
    case .array(let values): return .array(values.map { $0.renamed(by: items) })
    case .object(var object):
      guard let item = items[object.identifier] else { return self }
      object.display = item.display
      return .object(object)
    case .person(var person):
      guard let identifier = person.identifier, let item = items[identifier] else { return self }
      person.name = item.display
      return .person(person)
    case .paymentMethod(var method):
      guard let item = items[method.kind] else { return self }
      method.name = item.display
      return .paymentMethod(method)
    default: return self
    }
  }
}
